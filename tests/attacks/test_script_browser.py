"""What people write, in a real Chromium: no dialog, no breach of the policy, no element that was written into being."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.attacks.living import LONG, ZAP
from tests.browser.server import Server


@pytest.mark.browser
def test_a_browser_finds_nothing_alive(browser: Browser, tmp_path: Path, tried: Callable[[str], None]) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        context = browser.new_context(base_url=server.url)
        page = context.new_page()
        alive: list[str] = []
        page.on("dialog", lambda dialog: alive.append(dialog.message))
        page.on("console", lambda line: alive.append(line.text) if "Content Security Policy" in line.text else None)
        api = context.request
        sides = [{"seat": seat, "roster": {"sample": "red-devils"}, "player": "me"} for seat in ("red", "blue")]
        options = {"points": 200}
        body = {"system": "ronin", "scenario": "skirmish", "options": options, "sides": sides, "name": ZAP[:40]}
        game = api.post("/api/v1/games", data=body).json()["id"]
        api.post("/api/v1/rosters", data={"system": "ronin", "name": ZAP[:40], "roster": {"sample": "red-devils"}})
        api.post(
            "/api/v1/grounds", data={"system": "ronin", "name": ZAP[:40], "body": {"table": [36, 36], "pieces": []}}
        )
        visited = 0
        for path in (
            "/games/mine",
            f"/play/{game}",
            f"/replay/{game}",
            "/rosters",
            "/terrain",
            "/account",
            f"/report/{game}",
            "/lobby?q=" + ZAP,
        ):
            page.goto(path)
            if path.startswith("/play"):
                api.post(f"/api/v1/games/{game}/talk", data={"text": LONG[:400]})
                api.post(f"/api/v1/games/{game}/talk", data={"text": "<img src=x onerror=alert(1)>"})
                page.wait_for_function("document.body.textContent.includes('onerror=alert')", timeout=15_000)
            counted = page.evaluate(
                "[...document.querySelectorAll('*')].filter(e => e.localName.startsWith('zap') || "
                "[...e.attributes].some(a => a.name.startsWith('on'))).length"
            )
            assert counted == 0, path
            visited += 1
        assert alive == []
        tried(f"{visited} pages in Chromium: no dialog, no breach of the policy, no element from what was written")
        context.close()
    finally:
        server.stop()
