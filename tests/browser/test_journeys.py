"""From the front page to a first move: how many gestures of the mouse it takes, and no more than was promised."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.player import Json, Player, until
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

SYSTEMS = ("ronin", "celtos", "daimyo", "kensei")
MOVED = 6
"""At most so many gestures until the first piece has moved, whatever the dice say."""
SET_UP = 2
"""At most so many gestures for a whole army, once the first of it is asked for."""
FAR = 0.05
"""How far a piece is dragged, by the width of the table."""


class Mouse(Player):
    """Somebody whose gestures are counted: a click is one, and so is a drag."""

    gestures = 0

    def press(self, place: str, text: str = "") -> None:
        """One click on something of the page."""
        self.gestures += 1
        self.page.locator(place, has_text=text).first.click()

    def at(self, x: int, y: int) -> None:
        """One click on a point of the table."""
        self.gestures += 1
        self.rest()
        self.click(x, y)

    def pull(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """One drag over the table."""
        self.gestures += 1
        self.rest()
        self.drag(start, end)

    def wait(self) -> Json:
        """The next question that is put to this seat."""
        found: list[Json] = []

        def is_asked() -> bool:
            found[:] = [question] if (question := self.question()) else []
            return bool(found)

        until(is_asked)
        self.ready()
        return found[0]

    def grasp(self, piece: str) -> list[Json]:
        """The orders of a piece, as the page is told of them."""
        given = self.page.request.get(f"{self.url}/play/{self.game}/grasp?seat={self.seat}&piece={piece}")
        orders: list[Json] = given.json()["orders"]
        return orders


def begun(browser: Browser, url: str, system: str, by_hand: bool = False) -> Mouse:
    """A battle against the bot, begun from the front page; ``by_hand``: with the armies still to be set up."""
    one = Mouse(browser, url, "Hana")
    one.page.goto(url)
    if by_hand:
        one.press("form.quick input[type=checkbox][value=own]")
    one.press(f"form.quick button[value={system}]")
    one.page.wait_for_url(re.compile("/play/"))
    one.game = re.split("[/?#]", one.page.url.split("/play/")[1])[0]
    one.seat = one.page.locator("body").get_attribute("data-you") or ""
    return one


def places(one: Mouse) -> dict[str, tuple[int, int]]:
    """Where every piece stands."""
    return {p["id"]: (p["x"], p["y"]) for p in one.look()["view"]["pieces"]}


def stands(one: Mouse, id: str) -> tuple[int, int] | None:
    """Where a piece or the first of a unit stands."""
    found = places(one)
    return found.get(id) or next((at for key, at in found.items() if key.startswith(f"{id}-")), None)


def onwards(one: Mouse, at: tuple[int, int]) -> tuple[int, int]:
    """A little nearer to the enemy, along one of the edges of the table."""
    far = round(FAR * one.look()["view"]["width"])
    mine = [place for id, place in places(one).items() if id.startswith(one.seat)]
    theirs = [place for id, place in places(one).items() if not id.startswith(one.seat)]
    dx, dy = (sum(p[n] for p in theirs) // len(theirs) - sum(p[n] for p in mine) // len(mine) for n in (0, 1))
    if abs(dx) > abs(dy):
        return at[0] + (far if dx > 0 else -far), at[1]
    return at[0], at[1] + (far if dy > 0 else -far)


def drawn(one: Mouse, question: Json) -> tuple[str, tuple[int, int]] | None:
    """A piece that may be ordered to move by dragging it, and where it stands."""
    for row in question["domain"].get("options", ()):
        at = stands(one, row["piece"]) if row.get("piece") and row["no"] is None else None
        if at and any(order["no"] is None and order["domain"] for order in one.grasp(row["piece"])):
            return row["piece"], at
    return None


def is_over(one: Mouse, question: Json) -> bool:
    """Whether a question is asked no more."""
    return bool((one.question() or {}).get("id") != question["id"])


def confirmed(one: Mouse, question: Json) -> None:
    """What stands at the piece is clicked: the one confirmation, or one of several orders that act at once."""
    one.page.locator(".at-piece button:enabled").first.wait_for()
    one.press(".at-piece button")
    until(lambda: is_over(one, question))


def passed(one: Mouse, question: Json) -> None:
    """A question in which nothing is to be moved: what stands if nobody answers is clicked."""
    usual = question["default"]
    one.press(f"#prompt button[data-key='{usual if isinstance(usual, str) else usual['pick']}']")
    confirm = one.page.locator("#prompt [data-act=confirm]:enabled:visible")
    until(lambda: is_over(one, question) or confirm.count() > 0)
    if not is_over(one, question):
        one.press("#prompt [data-act=confirm]")
        until(lambda: is_over(one, question))


def bulk(one: Mouse, question: Json) -> None:
    """What one press answers is answered: what else is asked of the kind, or that the rest hold."""
    one.press("#prompt [data-deed=rest]")
    until(lambda: is_over(one, question))


def surely(one: Mouse, question: Json) -> bool:
    """Whether the General was activated, who needs no roll for it."""
    if "general" not in [row["key"] for row in question["domain"].get("options", ()) if row["no"] is None]:
        return False
    one.press("#prompt button[data-key=general]")
    until(lambda: is_over(one, question) or one.page.locator("#prompt [data-act=confirm]:enabled:visible").count() > 0)
    if not is_over(one, question):
        one.press("#prompt [data-act=confirm]")
        until(lambda: is_over(one, question))
    return True


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_first_piece_is_moved_in_few_gestures(browser: Browser, mortal: Server, system: str) -> None:
    one = begun(browser, mortal.url, system)
    before: dict[str, Any] = {}
    told = False
    while one.gestures <= MOVED:
        question = one.wait()
        before = before or places(one)
        found = None if question["bulks"] or (told and question["secret"]) else drawn(one, question)
        if found:
            one.pull(found[1], onwards(one, found[1]))
            confirmed(one, question)
            told = question["secret"]
        elif question["bulks"] or question["rest"]:
            bulk(one, question)
        elif not surely(one, question):
            passed(one, question)
        if any(before.get(id, at) != at for id, at in places(one).items() if id.startswith(one.seat)):
            break
    assert one.gestures <= MOVED
    one.context.close()
    assert not [line for line in one.trouble if "409" not in line]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_whole_army_is_set_up_in_two_gestures(browser: Browser, mortal: Server, system: str) -> None:
    one = begun(browser, mortal.url, system, by_hand=True)
    while "deploy" not in (question := one.wait())["about"]:
        passed(one, question)
    before = one.gestures
    while (question := one.wait()) and "deploy" in question["about"]:
        assert one.gestures - before < SET_UP, f"{question['about']} is still asked"
        one.press("#prompt [data-deed=rest]")
        until(partial(is_over, one, question))
    assert any(id.startswith(one.seat) for id in places(one))
    one.context.close()
