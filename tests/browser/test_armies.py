"""An army in a browser: formations are what one points at, tabs through, measures between and asks about."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import hypot
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import Player, until
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

CM = 1000
Json = Any
Place = tuple[float, float]


@pytest.fixture
def player(browser: Browser, server: Server) -> Iterator[Player]:
    """Somebody who is to name a clan, both armies set up as proposed."""
    one = Player(browser, server.url, "Hana", "red")
    sides = [{"seat": "red", "roster": {"sample": "takeda"}, "player": "me"},
             {"seat": "blue", "roster": {"sample": "uesugi"}, "player": "me"}]  # fmt: skip
    body = {"system": "daimyo", "scenario": "meeting", "name": "Hana", "sides": sides}
    made = one.page.request.post(f"{server.url}/api/v1/games", data=json.dumps(body),
                                 headers={"content-type": "application/json"})  # fmt: skip
    assert made.status == 201, made.text()
    one.game = made.json()["id"]
    until_asked(one, "clan.choose")
    one.page.goto(f"{one.url}/play/{one.game}?seat={one.seat}")
    one.ready()
    yield one
    assert one.trouble == []
    one.close()


def until_asked(player: Player, about: str) -> None:
    """Everything before the first question of this kind is answered by silence; the player sits where it is asked."""
    for _ in range(100):
        question = next(filter(None, (asked(player, seat) for seat in ("red", "blue"))))
        if question["about"] == about:
            return
        body = {"seat": player.seat, "ask": question["id"], "answer": question["default"]}
        given = player.page.request.post(f"{player.url}/api/v1/games/{player.game}/answers", data=body)
        assert given.ok, given.text()
    raise AssertionError(f"{about} is never asked")


def asked(player: Player, seat: str) -> Json:
    """What is asked of a seat, where the player now sits."""
    player.seat = seat
    return player.question()


def groups(player: Player, side: str) -> list[Json]:
    """The formations of a side on the table."""
    band = next(b for b in player.look()["view"]["sides"] if b["seat"] == side)
    return [g for g in band["groups"] if g["outline"]]


def middle(group: Json) -> tuple[int, int]:
    """The middle of a formation's frame."""
    corners = group["outline"]
    return sum(x for x, _ in corners) // len(corners), sum(y for _, y in corners) // len(corners)


def within(group: Json, right: float, back: float) -> tuple[int, int]:
    """A place within a frame: so much of its width from the left, so much of its depth from the front."""
    a, b, _, d = group["outline"]
    return tuple(round(a[i] + (b[i] - a[i]) * right + (d[i] - a[i]) * back) for i in (0, 1))


def led(player: Player) -> set[tuple[int, int]]:
    """Where leaders stand."""
    return {(p["x"], p["y"]) for p in player.look()["view"]["pieces"] if p["kind"] == "leader"}


def free(player: Player, side: str) -> list[Json]:
    """Formations in which no leader stands."""
    return [g for g in groups(player, side) if middle(g) not in led(player)]


def gap(one: list[Place], other: list[Place]) -> float:
    """How far two outlines are apart, reckoned here by every corner and every edge."""
    pairs = [(p, *e) for a, b in ((one, other), (other, one)) for p in a for e in zip(b, [*b[1:], b[0]], strict=True)]
    return min(off(*pair) for pair in pairs)


def off(p: Place, a: Place, b: Place) -> float:
    """How far a place is from an edge."""
    (dx, dy), square = (b[0] - a[0], b[1] - a[1]), (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def test_a_formation_that_is_pointed_at_shows_its_card_until_one_leaves(player: Player) -> None:
    page, unit = player.page, free(player, player.seat)[0]
    page.mouse.move(*player.screen(*within(unit, 0.06, 0.8)), steps=3)
    expect(page.locator("#card h3")).to_have_text(re.compile(rf"^{unit['code']} "))
    expect(page.locator("#layer-markers .area.reach")).not_to_have_count(0)
    page.keyboard.press("i")
    expect(page.locator("#card [data-card=pin]").first).to_have_attribute("aria-pressed", "true")
    page.mouse.move(*player.screen(*middle(free(player, player.seat)[1])), steps=3)
    expect(page.locator("#card h3")).to_have_count(2)
    expect(page.locator("#card h3").first).to_have_text(re.compile(rf"^{unit['code']} "))
    page.keyboard.press("Escape")
    expect(page.locator("#card h3")).to_have_count(0)
    expect(page.locator("#layer-markers .area")).to_have_count(0)


def test_the_tab_key_goes_from_formation_to_formation(player: Player) -> None:
    page = player.page
    page.locator("#table").focus()
    reached = []
    for _ in range(4):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("() => document.activeElement.dataset.piece"))
    names = [g["id"] for side in ("red", "blue") for g in groups(player, side)]
    assert reached == names[:4]
    unit = groups(player, "red")[3]
    expect(page.locator("#card h3")).to_have_text(re.compile(rf"^{unit['code']} "))


def test_the_ruler_measures_from_frame_to_frame(player: Player) -> None:
    page, one, other = player.page, free(player, "red")[0], free(player, "blue")[-1]
    page.keyboard.press("m")
    player.click(*middle(one))
    player.click(*middle(other))
    said = page.locator("#ruler text").first.text_content() or ""
    shown = re.match(r"([\d.]+) cm", said)
    assert shown is not None, said
    true = gap([tuple(p) for p in one["outline"]], [tuple(p) for p in other["outline"]])
    assert float(shown[1]) == pytest.approx(true / CM, abs=0.06)
    assert true < hypot(*(a - b for a, b in zip(middle(one), middle(other), strict=True)))


def test_any_formation_of_a_clan_stands_for_it(player: Player) -> None:
    page, view = player.page, player.look()["view"]
    open_ones = {o["piece"] for o in player.ready()["domain"]["options"] if not o.get("no")}
    band = next(b for b in view["sides"] if b["seat"] == player.seat)
    clan = next(f for f in band["forces"] if f["id"] in open_ones and not f["id"].startswith("general"))
    unit = next(g for g in free(player, player.seat) if g["force"] == clan["id"])
    expect(page.locator(f".counter.is-open[data-force='{clan['id']}']")).not_to_have_count(0)
    version = player.look()["version"]
    player.click(*within(unit, 0.9, 0.5))
    player.confirm()
    until(lambda: player.look()["version"] > version)
    told = player.page.request.get(f"{player.url}/api/v1/games/{player.game}/events?since={version}&seat={player.seat}")
    tried = [e["telling"]["facts"] for e in told.json()["events"] if e["kind"] == "daimyo.activation-rolled"]
    assert [facts["clan"] for facts in tried] == [clan["id"]]
