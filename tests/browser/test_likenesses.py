"""Likenesses in a browser: a picture and a device are made, worn against a bot, put aside by a key, taken out,
and brought in on an empty server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import Player
from tests.browser.server import Server
from tests.web.painted import png

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(180)]
SIDES = [{"seat": "red", "roster": {"sample": "red-devils"}, "player": "me"},
         {"seat": "blue", "roster": {"sample": "river-league"}, "player": "bot"}]  # fmt: skip
BODY: Any = {"system": "ronin", "scenario": "skirmish", "name": "Hana", "sides": SIDES, "offered": True,
             "options": {"points": 200, "terrain": "rice-valley"}}  # fmt: skip
MOST = 60
"""Answers until all stand on the table."""
SHOWN = "(nodes) => nodes.map((node) => getComputedStyle(node).display !== 'none')"


def kept(page: Page, url: str, **fields: str) -> None:
    """A likeness is made by the form of the page."""
    page.goto(f"{url}/likenesses")
    form = page.locator("form[action='/likenesses']")
    form.locator("[name=system]").select_option("ronin")
    form.locator("[name=about]").fill(fields["about"])
    if "picture" in fields:
        form.locator("[name=picture]").set_input_files(fields["picture"])
    else:
        form.locator(f"[name=sign][value={fields['sign']}]").check()
    form.locator("button").click()
    expect(page.locator("[role=status]", has_text="It is kept")).to_have_count(1)


def answered(player: Player) -> None:
    """Whoever leads red answers as he would if he were silent, until men of both sides stand on the table."""
    for _ in range(MOST):
        look = player.look()
        if {"a", "b"} <= {one["side"] for one in look["view"]["pieces"]}:
            return
        if question := player.question():
            body = {"ask": question["id"], "answer": question["default"], "seat": "red"}
            player.page.request.post(f"{player.url}/api/v1/games/{player.game}/answers", data=body)
        else:
            player.until(lambda: bool(player.question()) or bool(player.look()["view"]["pieces"]))
    raise AssertionError("nobody was set up")


def test_likenesses_are_made_worn_put_aside_and_carried_elsewhere(
    browser: Browser, server: Server, mortal: Server, tmp_path: Path
) -> None:
    player, file = Player(browser, server.url, "Hana", "red", accept_downloads=True), tmp_path / "face.png"
    file.write_bytes(png(64, 40))
    kept(player.page, server.url, about="", picture=str(file))
    made = player.page.request.post(f"{server.url}/api/v1/games", data=BODY)
    assert made.status == 201, made.text()
    player.game = made.json()["id"]
    answered(player)
    code = next(one["code"] for one in player.look()["view"]["pieces"] if one["side"] == "a")
    kept(player.page, server.url, about=code, sign="em-3")
    worn_against_a_bot(player)
    carried(player.page, server, mortal, tmp_path / "chest.json", code)
    assert player.trouble == []
    player.close()


def worn_against_a_bot(player: Player) -> None:
    """Red's counters wear what was made, the bot's none; a key shows the silhouettes, and again what was made."""
    player.sit()
    page = player.page
    faces, arms = (page.locator(f"#layer-counters .counter.a {one}") for one in ("image.likeness", "use.arm"))
    own = {one["id"] for one in player.look()["view"]["pieces"] if one["side"] == "a"}
    expect(faces).to_have_count(len(own))
    expect(page.locator("#layer-counters .counter.b image.likeness")).to_have_count(0)
    assert len({one.get_attribute("href") for one in faces.all()}) == 2
    for one in faces.all():
        given = page.request.get(player.url + str(one.get_attribute("href")))
        assert (given.status, given.headers["content-type"]) == (200, "image/png")
    expect(page.locator("#table[tabindex]")).to_have_count(1)
    for drawn in (False, True, False):
        assert set(faces.evaluate_all(SHOWN)) == {not drawn}
        assert set(arms.evaluate_all(SHOWN)) <= {drawn}
        page.locator("#table").press("k")
    assert page.evaluate("() => localStorage.getItem('gunbai-drawn')") == "on"


def carried(page: Page, server: Server, other: Server, file: Path, code: str) -> None:
    """All is taken out as a file, and a server that has nothing brings it in."""
    page.goto(f"{server.url}/likenesses")
    with page.expect_download() as down:
        page.locator("a[href='/likenesses/file']").click()
    down.value.save_as(file)
    page.goto(f"{other.url}/likenesses")
    expect(page.locator(".likeness-of")).to_have_count(0)
    page.locator("form[action='/likenesses/import'] [name=file]").set_input_files(file)
    page.locator("form[action='/likenesses/import'] button").click()
    expect(page.locator(".likeness-of")).to_have_count(2)
    expect(page.locator(".likeness-of b")).to_have_text(["All my counters", code])
    sizes = "(images) => images.map((image) => image.complete && image.naturalWidth)"
    assert page.locator(".likeness-of img").evaluate_all(sizes) == [144, 144]
