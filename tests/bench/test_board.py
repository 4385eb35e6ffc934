"""The board is measured in a real browser; what a message leaves as it was stays the same element."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, sync_playwright

from app.bootstrap.words import Stop
from bench import board

ROOT = Path(__file__).resolve().parents[2]
PAGE = "http://board.test/"
RENEWED = """async ([before, now, rows]) => {
  const { renew } = await import('/js/page/swaps.js');
  const part = document.createElement('div');
  part.innerHTML = before;
  document.body.replaceChildren(part);
  const all = new Set(part.querySelectorAll('*'));
  part.querySelector('details')?.setAttribute('open', '');
  if (rows) await htmx.swap({ sourceElement: part, target: part, text: rows, swap: 'none' }); else renew(part, now);
  const kept = [...part.querySelectorAll('*')].filter((node) => all.has(node)).length;
  return [part.innerHTML.replaceAll(' class=""', ''), kept, all.size];
}"""
CONFIG = re.findall('<meta name="htmx-config".*>', (ROOT / "templates/page/base.html").read_text())[0]
EMPTY = f'<!doctype html>{CONFIG}<title>-</title><script src="/vendor/htmx.min.js"></script>'
"""A page with htmx, set as on all of ours."""
LIST = (
    '<ul><li id="a"{}><b>1</b></li><li id="b"><details id="d"><summary>x</summary>{}</details></li>'
    '<li id="c">{}</li></ul>'
)


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.timeout(240)
def test_board_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert board.main(["--json", "--seconds", "10", "--moves", "2"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    rows = {row["name"]: row for row in found["figures"]}
    judged = {name for name, row in rows.items() if row["ok"] is not None}
    assert {"script of a move", "a move until painted", "script of a resync", "a unit is dragged: frames"} <= judged
    for name in ("a move until painted", "a resync until painted"):
        assert 0 < rows[name]["median"] < 5000
        assert rows[name]["floor"] > 0
    assert all(1 < rows[f"{what} is dragged: frames"]["median"] < 250 for what in ("a unit", "the table"))
    assert rows["40 pieces go at once: frames"]["median"] > 1
    assert found["facts"]["gone"] == 40
    assert found["facts"]["counters"] >= 24


@pytest.mark.parametrize(("module", "words"), [("playwright.async_api", "only in the test")])
def test_what_is_missing_is_said(module: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(Stop, match=words):
        board.measure(1, 5)


# -- what the measurement led to ------------------------------------------------------


@pytest.fixture
def page(chromium: str) -> Iterator[Page]:
    """A page with nothing on it that may load the scripts of the site."""

    def served(route: Route) -> None:
        name = route.request.url.removeprefix(PAGE)
        body = (ROOT / "static" / name).read_text(encoding="utf-8") if name else EMPTY
        route.fulfill(body=body, content_type="text/javascript" if name else "text/html")

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        found = browser.new_page()
        found.route(f"{PAGE}**", served)
        found.goto(PAGE)
        yield found
        browser.close()


@pytest.mark.browser
@pytest.mark.slow
def test_only_what_changed_is_put_anew(page: Page) -> None:
    text, kept, had = page.evaluate(
        RENEWED, [LIST.format("", "y", "z"), LIST.format(' class="new"', "y", "<i>w</i>"), None]
    )
    assert text == LIST.format(' class="new"', "y", "<i>w</i>").replace('id="d"', 'id="d" open=""')
    assert kept == had == 7
    text, kept, _ = page.evaluate(RENEWED, [LIST.format("", "y", "z"), "<ul><li>other</li></ul>", None])
    assert (text, kept) == ("<ul><li>other</li></ul>", 1)
    row = '<li id="{}" hx-swap-oob="outerMorph">{}</li>'
    rows = row.format("b", '<details id="d"><summary>x</summary>other</details>') + row.format("nowhere", "?")
    text, kept, had = page.evaluate(RENEWED, [LIST.format("", "y", "z"), "", rows])
    assert text == LIST.format("", "other", "z").replace('id="d"', 'id="d" open=""')
    assert kept == had
    same = row.format("b", '<details id="d" data-same></details>')
    text, kept, had = page.evaluate(RENEWED, [LIST.format("", "y", "z"), "", same])
    assert text == LIST.format("", "y", "z").replace('id="d"', 'id="d" open=""'), (
        "details that are the same are left alone"
    )
