"""From the front page to a first move, and to a first shot, charge or blow: so many gestures it takes at most.

A gesture is a click, a drag or a tap; of keys each press counts that chooses, steers or confirms, Tab does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.general import WAY, Finger, Keys, Mouse, advance, begun, bulk, confirmed, has_moved, passed, strikes
from tests.browser.player import Json, until
from tests.browser.server import FATED, Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

SYSTEMS = ("ronin", "celtos", "daimyo", "kensei")
STILL: Json = {"reduced_motion": "reduce"}
PHONE: Json = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
HANDS: dict[str, tuple[type[Mouse], Json]] = {
    "mouse": (Mouse, STILL),
    "finger": (Finger, STILL | PHONE),
    "keys": (Keys, STILL),
}
MOVED = 6
"""At most so many gestures until the first piece has moved, whatever the dice say."""
STRUCK = {"ronin": 20, "celtos": 15, "daimyo": 15, "kensei": 20}
"""At most so many until a shot, a charge or a blow of one's own."""
VANGUARD = {"daimyo": ("red-c1", "red-3"), "kensei": ("red-1", "red-2", "red-3")}
"""With which clan and units one goes for the enemy, where it is not all the same."""
STRAIGHT = {"kensei": ("red-3",)}
"""The same by keys, where `E` leads straight to the nearest enemy: with whom no wall stands in the way."""
SET_UP = 2
"""At most so many gestures for a whole army, once the first of it is asked for."""
WAITS = 3500
"""More milliseconds than a bulk waits before it is given."""
HELD = 8
"""At most so many for a turn of Ronin in which two of the models move and all others hold."""


@pytest.fixture(scope="module")
def fated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose dice and bots are the same in each game: in Daimyo such that its first clan obeys."""
    running = Server(tmp_path_factory.mktemp("fated"), FATED.format(fate=2))
    running.start()
    yield running
    running.stop()


def somebody(browser: Browser, server: Server, hand: str) -> Mouse:
    """Who has nothing but a mouse, a finger or keys."""
    kind, context = HANDS[hand]
    return kind(browser, server.url, "Hana", **context)


def first_move(one: Mouse, most: int) -> None:
    """A piece of one's own has moved, in no more gestures than these."""
    before: Json = {}
    while one.gestures <= most:
        question = one.wait()
        before = before or one.places()
        told = any(row.get("told") for row in question["domain"].get("options", ()))
        found = None if (question["bulks"] and question["about"] != "move.unit") or told else advance(one, question, ())
        if found:
            one.pull(*found)
            confirmed(one, question, WAY)
        elif question["bulks"] or question["rest"]:
            bulk(one, question, next(iter(question["bulks"]), ""))
        else:
            passed(one, question)
        if has_moved(one, before):
            break
    assert one.gestures <= most
    assert has_moved(one, before)
    one.close()
    assert not [line for line in one.trouble if "409" not in line]


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("system", ["ronin", "celtos"])
def test_a_first_piece_is_moved_in_few_gestures(browser: Browser, fated: Server, system: str, hand: str) -> None:
    first_move(begun(somebody(browser, fated, hand), system), MOVED)


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_it_comes_to_a_shot_or_a_blow_in_few_gestures(browser: Browser, fated: Server, system: str, hand: str) -> None:
    vanguard = (STRAIGHT if hand == "keys" else VANGUARD).get(system) or VANGUARD.get(system, ())
    first = strikes(begun(somebody(browser, fated, hand), system), system, STRUCK[system], vanguard)
    assert first <= MOVED
    assert first or system not in VANGUARD, "nobody has moved before he struck"


@pytest.mark.parametrize("hand", HANDS)
def test_a_turn_in_which_most_hold_takes_few_gestures(browser: Browser, fated: Server, hand: str) -> None:
    one = begun(somebody(browser, fated, hand), "ronin")
    question, before = one.wait(), one.gestures
    assert len([row for row in question["domain"]["options"] if row["no"] is None]) >= 8
    for _ in range(2):
        found = advance(one, question, ())
        assert found
        one.pull(*found)
        confirmed(one, question)
        question = one.wait()
    while one.look()["view"]["turn"] == 1:
        if question["rest"]:
            bulk(one, question)
        else:
            passed(one, question)
        question = one.wait()
    assert one.gestures - before <= HELD
    one.close()


@pytest.mark.parametrize("hand", HANDS)
def test_a_whole_army_is_set_up_in_two_gestures(browser: Browser, fated: Server, hand: str) -> None:
    one = somebody(browser, fated, hand)
    for system in SYSTEMS:
        begun(one, system, by_hand=True)
        while "deploy" not in (question := one.wait())["about"]:
            passed(one, question)
        before = one.gestures
        while (question := one.wait()) and "deploy" in question["about"]:
            assert one.gestures - before < SET_UP, f"{question['about']} is still asked"
            bulk(one, question)
        assert any(id.startswith(one.seat) for id in one.places())
    one.close()


def test_what_would_be_wasted_is_said_before_a_turn_is_ended(browser: Browser, fated: Server) -> None:
    one = begun(Mouse(browser, fated.url, "Hana"), "kensei")
    while (question := one.wait())["about"] != "orders.declare":
        bulk(one, question, question["bulks"][0]) if question["bulks"] else passed(one, question)
    done = one.page.locator("#prompt button[data-key=done]")
    expect(done).to_contain_text("Not yet: ")
    expect(one.page.locator("#prompt [data-deed=rest]:not([data-about])")).to_have_count(1)
    assert done.get_attribute("data-all") is None, "it says whom it leaves, and is given at one press"
    done.click()
    until(partial(one.is_over, question))
    one.close()


def test_a_bulk_that_waits_is_taken_back_by_going_on_and_given_by_going_away(browser: Browser, fated: Server) -> None:
    one = begun(Mouse(browser, fated.url, "Hana"), "daimyo")
    page, rest = one.page, one.page.locator("#prompt [data-about=nobody-else][data-held]")
    while (question := one.wait())["about"] != "move.unit":
        passed(one, question)
    rest.click()
    expect(rest).to_have_attribute("aria-pressed", "true")
    page.locator("#prompt button[data-key][data-more]").first.click()
    expect(rest).to_have_count(0)
    page.keyboard.press("Escape")
    expect(rest).to_have_attribute("aria-pressed", "false")
    rest.click()
    expect(rest).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(rest).to_have_attribute("aria-pressed", "false")
    page.wait_for_timeout(WAITS)
    assert one.wait()["id"] == question["id"]
    rest.click()
    expect(rest).to_have_attribute("aria-pressed", "true")
    page.goto(f"{fated.url}/rules")
    until(lambda: one.is_over(question))
    one.close()
