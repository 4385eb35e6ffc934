"""A piece is taken and put as on a real table: pressed, dragged, clicked on; it is told there what that comes to."""

from __future__ import annotations

import re
from math import dist
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Route, expect

from tests.browser.player import INCH, Player, alone, asked
from tests.browser.server import Server
from tests.browser.skirmish import (
    PHONE,
    SIZE,
    ahead,
    answer,
    brought,
    laid,
    level,
    other,
    over,
    pressed,
    recorded,
    tick,
    window,
)  # fmt: skip

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

FINGER = 44
RING = """() => document.querySelector('#table').addEventListener('focus', ({ target }) =>
  sessionStorage.setItem('ring', target.matches(':focus-visible') ? 'yes' : 'no'))"""


def ring(one: Player) -> str | None:
    """Whether the table had a ring about it when it was gone back to, though another page may have come since."""
    try:
        return str(one.page.evaluate("() => sessionStorage.getItem('ring')"))
    except Error:
        return None  # the page is just being loaded


UNFIT = """() => [...document.querySelectorAll('#table .note')].flatMap((note) => {
  const right = (node) => node.getBoundingClientRect().right;
  const left = right(note.querySelector('rect')) - Math.max(...[...note.querySelectorAll('text')].map(right));
  return left > 6 && left < 14 ? [] : [`${note.textContent}: ${left}`];
})"""


OWN = """(seat) => {
  const side = ['a', 'b'].find((name) => document.querySelector(`#row-side-${seat}`).closest('.band').classList.contains(name));
  const box = [...document.querySelectorAll(`#layer-counters .counter.${side}[data-frame]`)].map((one) => one.getBoundingClientRect());
  const at = box.find(({ x, y, width }) => width && document.elementFromPoint(x + width / 2, y + 4)?.closest('#table'));
  return [at.x + at.width / 2, at.y + at.height / 2];
}"""  # noqa: E501


def test_a_piece_is_dragged_to_its_place_and_confirmed_there(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    me = one.piece(f"{one.seat}-1")
    seen, version, end = window(one), one.look()["version"], ahead(one, me, 5)
    one.drag((me["x"], me["y"]), end)
    expect(tick(one)).to_have_text("Move 5 in")
    assert level(one) == [me["id"], "move"]
    expect(one.page.locator("#table .note")).not_to_have_count(0)
    assert one.page.evaluate(UNFIT) == [], "a box is as wide as its words"
    assert window(one) == seen, "the table stays where it is"
    assert one.look()["version"] == version, "nothing is recorded before it is confirmed"
    pressed(one, one.page.locator("#prompt [data-act=confirm]"))
    recorded(one, version)
    now = one.piece(me["id"])
    assert abs(now["x"] - end[0]) + abs(now["y"] - end[1]) < 40
    expect(one.page.locator(".at-piece")).to_be_hidden()
    over(one)


def test_enter_right_after_a_drag_counts_once_that_has_been_seen(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    me = one.piece(f"{one.seat}-1")
    version, end, levels = one.look()["version"], ahead(one, me, 5), list[Route]()
    one.page.route(re.compile(r"/prompt\?"), lambda route: levels.append(route), times=1)
    with one.page.expect_request(re.compile(r"/prompt\?")):
        one.drag((me["x"], me["y"]), end)
    one.page.keyboard.press("Enter")
    assert one.look()["version"] == version, "its level is not there yet"
    for one_level in levels:
        one_level.continue_()
    recorded(one, version)
    now = one.piece(me["id"])
    assert abs(now["x"] - end[0]) + abs(now["y"] - end[1]) < 40
    over(one)


def test_the_first_order_that_reaches_so_far_carries_the_piece(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    me = one.piece(f"{one.seat}-1")
    one.drag((me["x"], me["y"]), ahead(one, me, 8))
    expect(tick(one)).to_have_text("Run 8 in")
    assert level(one) == [me["id"], "run"]
    version = one.look()["version"]
    one.page.keyboard.press("Escape")
    expect(one.page.locator(".at-piece")).to_be_hidden()
    one.until(lambda: level(one) == [])
    assert one.look()["version"] == version
    one.drag((me["x"], me["y"]), ahead(one, me, 4))
    expect(tick(one)).to_have_text("Move 4 in")
    seen, next_ = window(one), one.piece(f"{one.seat}-2")
    one.drag((next_["x"], next_["y"]), ahead(one, next_, 3))
    expect(tick(one)).to_have_text("Move 3 in")
    assert level(one) == [next_["id"], "move"], "another piece that is dragged takes the place of what was drawn"
    assert window(one) == seen
    one.page.locator("[data-at-piece=no]").click()
    expect(one.page.locator(".at-piece")).to_be_hidden()
    assert level(one) == [next_["id"], "move"], "the way is taken away first"
    one.page.keyboard.press("Escape")
    one.until(lambda: level(one) == [])
    over(one)


def test_a_click_takes_it_and_another_puts_it(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    me = one.piece(f"{one.seat}-1")
    one.click(me["x"], me["y"])
    expect(one.page.locator(".band-reach")).to_have_count(2)
    expect(one.page.locator(".band-name").first).to_have_text("Move 6 in")
    expect(one.page.locator(".band-name").last).to_have_text("Run 9 in")
    one.until(lambda: level(one) == [me["id"]])
    one.click(*ahead(one, me, 7))
    expect(tick(one)).to_have_text("Run 7 in")
    expect(one.page.locator(".band-reach")).to_have_count(0)
    version = one.look()["version"]
    tick(one).click()
    recorded(one, version)
    over(one)


def test_let_go_too_far_off_it_stands_at_the_nearest_place_and_says_why(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    me = one.piece(f"{one.seat}-1")
    version = one.look()["version"]
    one.drag((me["x"], me["y"]), ahead(one, me, 11))
    expect(tick(one)).to_have_text("Run 9 in")
    expect(one.page.locator(".at-why")).to_contain_text("RON-MOV-03")
    one.page.mouse.move(*one.screen(*ahead(one, me, 3)), steps=4)  # no leg follows the pointer
    pressed(one, tick(one))
    recorded(one, version)
    now, end = one.piece(me["id"]), ahead(one, me, 9)
    assert abs(now["x"] - end[0]) + abs(now["y"] - end[1]) < 40
    over(one)


def test_bands_are_what_can_be_reached_in_truth(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    me = one.piece(f"{one.seat}-2")
    one.click(me["x"], me["y"])
    expect(one.page.locator(".band-reach:not(.is-rough)")).to_have_count(2)
    friend, off = one.piece(f"{one.seat}-1"), one.screen(*ahead(one, me, 3))
    inside = "([x, y]) => [...document.querySelectorAll('.band-reach')].map((band) => band.isPointInFill("\
        "new DOMPoint(x, y).matrixTransform(band.getScreenCTM().inverse())))"  # fmt: skip
    assert one.page.evaluate(inside, [*off]) == [True, True]
    assert one.page.evaluate(inside, [*one.screen(friend["x"], friend["y"])]) == [False, False]
    assert one.page.evaluate(inside, [*one.screen(*ahead(one, me, 8))]) == [True, False], "the wider lies below"
    over(one)


def test_let_go_hardly_off_an_enemy_it_touches_him(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    one.leave()
    turn = one.look()["view"]["turn"]

    def goes(question: Any) -> Any:
        """The leader of either side goes towards the other's."""
        key = f"{one.seat}-1"
        may = [o["key"] for o in question["domain"].get("options", ()) if o["no"] is None]
        if question["about"] != "activate.move" or key not in may:
            return question["default"]
        return {"pick": key, "then": {"pick": "move", "then": [ahead(one, one.piece(key), 4)]}}

    brought(one, lambda question: question["about"] == "activate.move" and one.look()["view"]["turn"] > turn, goes)
    me, foe = one.piece(f"{one.seat}-1"), one.piece(f"{other(one)}-1")
    apart = (abs(me["x"] - foe["x"]) + abs(me["y"] - foe["y"]) - me["radius"] - foe["radius"]) / INCH
    version = one.look()["version"]
    one.drag((me["x"], me["y"]), (foe["x"], foe["y"]))
    expect(tick(one)).to_contain_text(re.compile("Move .* Engages"))
    expect(one.page.locator("#prompt .refusal")).to_have_count(0)
    one.page.keyboard.press("Escape")
    one.until(lambda: level(one) == [])
    one.drag((me["x"], me["y"]), ahead(one, me, apart - 0.15))
    expect(tick(one)).to_contain_text("Move")
    expect(one.page.locator("#prompt")).to_contain_text("RON-MOV-15")
    tick(one).click()
    recorded(one, version)
    now = one.piece(me["id"])
    assert abs(now["x"] - foe["x"]) + abs(now["y"] - foe["y"]) - me["radius"] - foe["radius"] < 60
    over(one)


def test_an_enemy_is_clicked_or_says_why_not(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    bow, spear = one.piece(f"{one.seat}-2"), one.piece(f"{one.seat}-3")
    foe = one.piece(f"{other(one)}-2")
    one.click(spear["x"], spear["y"])
    one.until(lambda: level(one) == [spear["id"]])
    one.click(foe["x"], foe["y"])
    expect(one.page.locator(".why-not")).to_contain_text("RON-SHO-07")
    one.page.keyboard.press("Escape")
    one.until(lambda: level(one) == [])
    version = one.look()["version"]
    one.click(bow["x"], bow["y"])
    one.until(lambda: level(one) == [bow["id"]])
    one.click(foe["x"], foe["y"])
    expect(tick(one).locator("span").first).to_have_text("Shoot: B1 Ashigaru")
    expect(tick(one).locator(".chance")).to_have_text(re.compile(r"^(≈ )?[<>]?\d+(–\d+)? %$"))
    parts = "(all) => all.map((one) => [...one.children].map((part) => part.getAttribute('width')).join())"
    [mine] = tick(one).locator(".chance .odds").evaluate_all(parts)
    assert mine in one.page.locator("#prompt .odds-on .odds").evaluate_all(parts)
    expect(tick(one).locator(".chance .odds")).to_be_visible()
    expect(one.page.locator("#prompt")).to_contain_text("RON-SHO-35")
    assert one.look()["version"] == version
    one.page.keyboard.press("Escape")
    one.until(lambda: level(one) == [])
    one.drag((bow["x"], bow["y"]), (foe["x"], foe["y"]))
    expect(tick(one)).to_contain_text("Shoot")
    assert level(one) == [bow["id"], "shoot"]
    one.page.evaluate(RING)
    tick(one).click()
    recorded(one, version)
    one.until(lambda: ring(one) == "no")
    over(one)


def test_by_mouse_the_table_stays_where_it_is(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url, viewport={"width": 900, "height": 380})
    bow, foe = one.piece(f"{one.seat}-2"), one.piece(f"{other(one)}-2")
    seen = window(one)
    one.click(bow["x"], bow["y"])
    one.until(lambda: level(one) == [bow["id"]])
    assert window(one) == seen
    one.click(foe["x"], foe["y"])
    expect(tick(one)).to_contain_text("Shoot")
    assert window(one) == seen
    one.page.keyboard.press("Escape")
    one.until(lambda: level(one) == [])
    one.click(bow["x"], bow["y"])
    one.until(lambda: level(one) == [bow["id"]])
    one.page.locator("#prompt button[data-key=move]").click()
    one.until(lambda: level(one) == [bow["id"], "move"])
    assert window(one) == seen
    over(one)


def test_a_target_that_is_clicked_after_the_order_is_confirmed_at_the_piece(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    bow, foe = one.piece(f"{one.seat}-2"), one.piece(f"{other(one)}-2")
    one.click(bow["x"], bow["y"])
    one.until(lambda: level(one) == [bow["id"]])
    one.choose("shoot")
    one.click(foe["x"], foe["y"])
    expect(tick(one).locator("span").first).to_have_text("Shoot: B1 Ashigaru")
    over(one)


def test_a_way_of_one_of_several_shows_where_it_may_end(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    first, second = one.piece(f"{one.seat}-1"), one.piece(f"{one.seat}-2")
    one.page.keyboard.down("Shift")
    one.click(first["x"], first["y"])
    one.click(second["x"], second["y"])
    one.page.keyboard.up("Shift")
    expect(one.page.locator(".counter.is-picked")).to_have_count(2)
    one.drag((first["x"], first["y"]), ahead(one, first, 3))
    expect(one.page.locator("path.ring-range")).to_have_count(1)
    expect(one.page.locator("circle.ring-range")).to_have_count(0)
    over(one)


def test_what_may_not_be_taken_says_what_is_asked_first(browser: Browser, server: Server) -> None:
    one = alone(browser, server.url, "daimyo", "meeting", ("takeda", "oda"), points=600)
    brought(one, lambda question: question["about"] == "clan.choose", lambda question: question["default"])
    seen = window(one)
    spot = one.page.evaluate(OWN, one.seat)
    one.page.mouse.move(*spot)
    one.page.mouse.down()
    one.page.mouse.move(spot[0], spot[1] - 60, steps=5)
    one.page.mouse.up()
    expect(one.page.locator(".why-not")).to_contain_text("Asked first:", timeout=9000)
    assert window(one) == seen
    over(one)


def test_who_has_acted_says_so_and_who_is_not_asked_too(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    me = one.piece(f"{one.seat}-1")
    one.drag((me["x"], me["y"]), ahead(one, me, 3))
    version = one.look()["version"]
    tick(one).click()
    recorded(one, version)
    one.leave()
    question = asked(one)
    answer(one, question, question["default"])
    one.seat = me["id"].rsplit("-", 1)[0]
    one.sit()
    now = one.piece(me["id"])
    one.rest()
    one.click(now["x"], now["y"])
    expect(one.page.locator(".why-not")).to_contain_text("RON-PRI-08")
    over(one)


def test_a_piece_is_moved_by_keys_alone(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    me = one.piece(f"{one.seat}-1")
    end = ahead(one, me, 1)
    way = {(0, -1): "ArrowUp", (0, 1): "ArrowDown", (-1, 0): "ArrowLeft", (1, 0): "ArrowRight"}
    step = way[(end[0] > me["x"]) - (end[0] < me["x"]), (end[1] > me["y"]) - (end[1] < me["y"])]
    keys, version = one.page.keyboard, one.look()["version"]
    one.page.locator(f"#p-{me['id']}").focus()
    keys.press("Enter")
    expect(one.page.locator(".band-reach")).to_have_count(2)
    for _ in range(4):
        keys.press(step)
    keys.press("Enter")
    expect(tick(one)).to_be_focused()
    expect(tick(one)).to_have_text("Move 2 in")
    assert one.look()["version"] == version
    keys.press("Escape")
    one.until(lambda: level(one) == [])
    one.page.locator(f"#p-{me['id']}").focus()
    keys.press("Enter")
    expect(one.page.locator(".band-reach")).to_have_count(2)
    keys.press(step)
    keys.press("Enter")
    expect(tick(one)).to_be_focused()
    keys.press("Enter")
    assert one.look()["version"] == version, "a key that comes at once was not meant for it"
    one.page.wait_for_timeout(600)
    keys.press("Enter")
    recorded(one, version)
    assert abs(one.piece(me["id"])["x"] - me["x"]) + abs(one.piece(me["id"])["y"] - me["y"]) == INCH // 2
    over(one)


def test_a_key_goes_for_the_enemy_by_the_order_that_was_chosen(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    me = one.piece(f"{one.seat}-1")
    one.click(me["x"], me["y"])
    one.until(lambda: level(one) == [me["id"]])
    one.choose("move")
    one.until(lambda: level(one) == [me["id"], "move"])
    for _ in range(2):
        one.page.keyboard.press("e")
        expect(one.page.locator("#prompt [data-act=confirm]:enabled")).to_be_visible()
        expect(one.page.locator("#prompt [data-act=confirm] [data-say]")).to_have_text(re.compile(r"^Move \d"))
        assert level(one) == [me["id"], "move"]
    over(one)


def test_empty_ground_moves_the_table_and_so_does_the_space_bar(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    me = one.piece(f"{one.seat}-1")
    seen = window(one)
    one.drag((SIZE // 2, SIZE // 2), (SIZE // 2 + 2 * INCH, SIZE // 2 + INCH))
    assert window(one) != seen
    seen = window(one)
    one.page.keyboard.down(" ")
    one.drag((me["x"], me["y"]), (me["x"] + INCH, me["y"] + INCH))
    one.page.keyboard.up(" ")
    assert window(one) != seen
    assert level(one) == []
    expect(one.page.locator(".band-reach")).to_have_count(0)
    over(one)


def test_a_finger_takes_it_on_a_phone(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url, **PHONE)
    me = one.piece(f"{one.seat}-1")
    tap = one.page.touchscreen.tap
    whole, stood = float(window(one).split()[2]), one.screen(me["x"], me["y"])
    tap(*stood)
    expect(one.page.locator(".band-reach")).to_have_count(2)
    one.until(lambda: level(one) == [me["id"]])
    one.rest()
    assert float(window(one).split()[2]) < whole * 0.9, "it has not come near"
    assert dist(one.screen(me["x"], me["y"]), stood) < 2, "it has gone from under the finger"
    tap(*one.screen(*ahead(one, me, 4)))
    expect(tick(one)).to_have_text("Move 4 in")
    for button in one.page.locator(".at-piece button").all():
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= FINGER
    version = one.look()["version"]
    tick(one).tap()
    recorded(one, version)
    over(one)
