"""What a veteran would do stands on the table, is taken into the hand by a press, and is played by nobody else."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from app.web.page.templates import render
from tests.browser.general import SEEN
from tests.browser.player import Player, alone
from tests.browser.server import Server
from tests.browser.skirmish import brought, over

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]


AHEAD = ((0, 1270), (0, -1270), (1270, 0), (-1270, 0))


def way(one: Player, ask: str, piece: Any) -> list[list[int]]:
    """A little way that this piece may go."""
    start = [piece["x"], piece["y"]]
    for x, y in AHEAD:
        drawn = [start, [start[0] + x, start[1] + y]]
        answer = {"pick": piece["id"], "then": {"pick": "move", "then": drawn}}
        body = {"seat": one.seat, "ask": ask, "answer": answer}
        given = one.page.request.post(f"{one.url}/api/v1/games/{one.game}/preview", data=body)
        if given.json()["legal"]:
            return drawn
    raise AssertionError("it may go nowhere")


def fragment(piece: str, drawn: list[list[int]]) -> str:
    """Two orders of one piece: to go a little, and to hold."""
    go = {"at": [piece, "move"], "pick": None, "drawn": drawn}
    marks = [{"kind": "path", "points": drawn, "radius": 0}]
    rows: list[dict[str, Any]] = [
        {"label": "Go", "take": go, "marks": marks, "wins": 60, "chance": "", "why": "Nearer."},
        {"label": "Hold", "take": {"at": [piece], "pick": "hold", "drawn": None}, "marks": [], "wins": None,
         "chance": "", "why": "As good."},
    ]  # fmt: skip
    return counsel(rows)


def counsel(rows: list[dict[str, Any]]) -> str:
    """What the server gives for these ways."""
    return render("table/question/_counsel.html", ways=rows, plan="", looked=2, game="", seat="", ask="")


def come_late(page: Page, asks: str, meanwhile: str, body: str) -> None:
    """Counsel is asked for by one key, and comes after another was struck."""
    held: list[Route] = []
    page.unroute_all()

    def holds(route: Route) -> None:
        held.append(route)

    page.route("**/advice", holds)
    with page.expect_request("**/advice"):
        page.keyboard.press(asks)
    if meanwhile:
        page.keyboard.press(meanwhile)
    while not held:
        page.wait_for_timeout(20)
    held[0].fulfill(body=body, content_type="text/html")


ANEW = """async () => {
  const slot = document.querySelector('#prompt');
  const panel = slot.querySelector('.ask').cloneNode(true);
  panel.querySelector('.counsel-slot').replaceChildren();
  panel.querySelector('.foot-slot').append(document.createElement('i'));
  await window.htmx.swap({ sourceElement: slot, target: slot, text: panel.outerHTML, swap: 'question' });
  return slot.querySelectorAll('.foot-slot > i').length;
}"""


def test_counsel_is_shown_then_taken_in_hand_and_played_by_nobody_else(browser: Browser, server: Server) -> None:
    one = alone(browser, server.url, "ronin", "skirmish", ("river-league", "red-devils"), points=200)
    brought(one, lambda question: question["about"] == "activate.move", lambda question: question["default"])
    page, asked = one.page, one.question()
    row = next(row for row in asked["domain"]["options"] if row["piece"] and row["no"] is None)
    piece = one.piece(row["piece"])
    body = fragment(row["key"], way(one, asked["id"], piece))
    page.route("**/advice", lambda route: route.fulfill(body=body, content_type="text/html"))
    page.keyboard.press("w")
    ways = page.locator("[data-counsel]")
    expect(ways).to_have_count(2)
    expect(page.locator(".counselled .path-ok")).to_have_count(1)
    assert one.question()["id"] == asked["id"]
    expect(ways.first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("w")
    expect(ways.first).to_be_focused()
    assert page.evaluate(ANEW) == 1
    expect(ways.first).to_be_focused()
    page.wait_for_timeout(SEEN)
    page.keyboard.press("Enter")
    expect(page.locator("#prompt [data-act=confirm]")).to_be_enabled()
    expect(page.locator(".counselled .path-ok")).to_have_count(0)
    assert one.question()["id"] == asked["id"]
    page.locator("#prompt .crumb").first.click()
    page.locator(".counsel-slot form button").click()
    expect(ways).to_have_count(2)
    page.wait_for_timeout(SEEN)
    ways.nth(1).click()
    expect(page.locator("#prompt [data-key=hold]")).to_have_attribute("aria-pressed", "true")
    assert one.question()["id"] == asked["id"]
    page.locator("#prompt .crumb").first.click()
    asks = page.locator(".counsel-slot form button")
    asks.focus()
    page.wait_for_timeout(SEEN)
    come_late(page, "Enter", "", counsel([]))
    expect(page.locator(".counsel form button")).to_be_focused()
    page.locator("#table").focus()
    come_late(page, "w", "ArrowRight", body)
    expect(page.locator(".counselled .path-ok")).to_have_count(1)
    assert not page.evaluate("document.activeElement.matches('[data-counsel]')")
    over(one)
