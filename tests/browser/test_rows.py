"""Rows of the lists are handles; several pieces go together; what a piece is to be reckoned with for is shown."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import INCH, Player, asked, until
from tests.browser.server import Server
from tests.browser.skirmish import BAND, PHONE, SIZE, ahead, answer, laid, level, other, over, recorded, tick, window

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]


def setting_up(browser: Browser, url: str, **context: Any) -> Player:
    """Somebody who plays both sides at one screen, asked for his first model to set up."""
    one = Player(browser, url, "Hana", "red", **context)
    body = {
        "system": "ronin", "scenario": "skirmish", "name": "Hana",
        "options": {"points": 100, "table": [24, 24], "terrain": []},
        "sides": [{"seat": "red", "roster": BAND, "player": "me"}, {"seat": "blue", "roster": BAND, "player": "bot"}],
    }  # fmt: skip
    made = one.page.request.post(f"{url}/api/v1/games", data=json.dumps(body),
                                 headers={"content-type": "application/json"})  # fmt: skip
    assert made.status == 201, made.text()
    one.game = made.json()["id"]
    while True:
        until(lambda: one.question() is not None)
        question = one.question()
        if "deploy" in question["about"]:
            break
        answer(one, question, question["default"])
    one.page.goto(f"{url}/play/{one.game}?seat=red")
    one.ready()
    one.rest()
    return one


def row(one: Player, piece: str) -> Any:
    """The row of a piece in the lists."""
    return one.page.locator(f"#bands #row-{piece} > button").first


def pull(one: Player, piece: str, to: tuple[int, int]) -> None:
    """Drag a row on to a place of the table."""
    box = row(one, piece).bounding_box()
    assert box
    mouse = one.page.mouse
    mouse.move(box["x"] + 60, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(*one.screen(*to), steps=8)
    mouse.up()


def home(one: Player, along: float, deep: float = 2) -> tuple[int, int]:
    """A place in the own zone: so many inches along it and from its edge."""
    zone = next(z for z in one.look()["view"]["zones"] if z["side"] == "a")
    xs, ys = [p[0] for p in zone["outline"]], [p[1] for p in zone["outline"]]
    far, off = round(along * INCH), round(deep * INCH)
    if max(xs) - min(xs) > max(ys) - min(ys):
        return far, off if min(ys) == 0 else SIZE - off
    return off if min(xs) == 0 else SIZE - off, far


def stand(one: Player, piece: str) -> tuple[int, int] | None:
    """Where a piece stands, if it does."""
    found = next((p for p in one.look()["view"]["pieces"] if p["id"] == piece), None)
    return (found["x"], found["y"]) if found else None


def passed_on(one: Player) -> None:
    """The page has gone on to the other seat of the screen."""
    one.page.wait_for_url("**veil=1**")


def test_a_row_is_dragged_on_to_the_table_and_the_model_set_up_there(browser: Browser, server: Server) -> None:
    one = setting_up(browser, server.url)
    version, spot = one.look()["version"], home(one, 8)
    pull(one, "red-2", spot)
    expect(tick(one)).to_be_enabled()
    assert level(one) == ["red-2"]
    assert one.look()["version"] == version
    tick(one).click()
    recorded(one, version)
    at = stand(one, "red-2")
    assert at
    assert abs(at[0] - spot[0]) + abs(at[1] - spot[1]) < 40
    over(one)


def test_let_go_beside_the_table_nothing_was_taken(browser: Browser, server: Server) -> None:
    one = setting_up(browser, server.url)
    version = one.look()["version"]
    box = row(one, "red-2").bounding_box()
    assert box
    mouse = one.page.mouse
    mouse.move(box["x"] + 60, box["y"] + 8)
    mouse.down()
    mouse.move(*one.screen(*home(one, 8)), steps=6)
    mouse.move(box["x"] + 60, box["y"] + 40, steps=6)
    mouse.up()
    expect(one.page.locator(".at-piece")).to_be_hidden()
    assert level(one) == []
    assert one.look()["version"] == version
    over(one)


def test_a_row_that_stands_moves_its_model_and_a_click_takes_it(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    me = one.piece(f"{one.seat}-1")
    row(one, me["id"]).click()
    expect(one.page.locator(".band-reach")).to_have_count(2)
    until(lambda: level(one) == [me["id"]])
    one.page.keyboard.press("Escape")
    until(lambda: level(one) == [])
    pull(one, me["id"], ahead(one, me, 5))
    expect(tick(one)).to_have_text("Move 5 in")
    one.page.keyboard.press("Escape")
    until(lambda: level(one) == [])
    row(one, me["id"]).focus()
    one.page.keyboard.press("Enter")
    expect(one.page.locator(".band-reach")).to_have_count(2)
    expect(one.page.locator(f"#p-{me['id']}")).to_be_focused()
    end = ahead(one, me, 1)
    way = {(0, -1): "ArrowUp", (0, 1): "ArrowDown", (-1, 0): "ArrowLeft", (1, 0): "ArrowRight"}
    one.page.keyboard.press(way[(end[0] > me["x"]) - (end[0] < me["x"]), (end[1] > me["y"]) - (end[1] < me["y"])])
    one.page.keyboard.press("Enter")
    expect(tick(one)).to_be_focused()
    over(one)


def test_a_row_that_may_not_act_says_why(browser: Browser, server: Server) -> None:
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
    one.rest()
    row(one, me["id"]).click()
    expect(one.page.locator(".row-why")).to_contain_text("RON-PRI-08")
    pull(one, me["id"], (SIZE // 2, SIZE // 2))
    expect(one.page.locator(".row-why")).to_contain_text("RON-PRI-08")
    assert level(one) == []
    over(one)


def test_several_rows_are_set_up_together_in_their_shape(browser: Browser, server: Server) -> None:
    one = setting_up(browser, server.url)
    for piece in ("red-2", "red-3", "red-4"):
        row(one, piece).click(modifiers=["Shift"])
    expect(one.page.locator(".several-bar")).to_contain_text("3")
    pull(one, "red-3", home(one, 12))
    one.page.locator("[data-several=set-up]").click()
    until(lambda: all(stand(one, piece) for piece in ("red-2", "red-3", "red-4")))
    a, b, c = (stand(one, piece) or (0, 0) for piece in ("red-2", "red-3", "red-4"))
    assert abs((b[0] - a[0]) - (c[0] - b[0])) < 40
    assert abs((b[1] - a[1]) - (c[1] - b[1])) < 40
    assert abs(b[0] - home(one, 12)[0]) + abs(b[1] - home(one, 12)[1]) < 40
    expect(one.page.locator(".several-bar")).to_be_hidden()
    over(one)


def test_a_lasso_takes_several_which_go_one_after_the_other(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    seat = one.seat
    mine = [one.piece(f"{seat}-{n}") for n in (1, 2)]
    xs, ys = [p["x"] for p in mine], [p["y"] for p in mine]
    one.page.keyboard.down("Shift")
    one.drag((min(xs) - INCH, min(ys) - INCH), (max(xs) + INCH, max(ys) + INCH))
    one.page.keyboard.up("Shift")
    expect(one.page.locator(".counter.is-picked")).to_have_count(2)
    bar = one.page.locator(".several-bar")
    expect(bar).to_contain_text("2 picked")
    one.drag((mine[0]["x"], mine[0]["y"]), ahead(one, mine[0], 4))
    expect(tick(one)).to_have_text("Move 4 in")
    expect(bar).to_contain_text("2 still to be put")
    expect(one.page.locator(".several-shape .is-ghost")).to_have_count(1)
    version = one.look()["version"]
    tick(one).click()
    recorded(one, version)
    one.leave()
    question = asked(one)
    assert one.seat != seat
    answer(one, question, question["default"])
    one.seat = seat
    one.sit()
    expect(tick(one)).to_have_text("Move 4 in")
    version = one.look()["version"]
    tick(one).click()
    recorded(one, version)
    for p in mine:
        at, end = one.piece(p["id"]), ahead(one, p, 4)
        assert abs(at["x"] - end[0]) + abs(at["y"] - end[1]) < 60
    passed_on(one)
    over(one)


def two_picked(one: Player) -> list[Any]:
    """The first two models, each picked with a click."""
    found = [one.piece(f"{one.seat}-{n}") for n in (1, 2)]
    one.page.keyboard.down("Shift")
    for p in found:
        one.click(p["x"], p["y"])
    one.page.keyboard.up("Shift")
    expect(one.page.locator(".counter.is-picked")).to_have_count(2)
    return found


def test_let_go_of_they_take_nothing_that_is_dragged_next_and_these_hold_at_one_press(
    browser: Browser, server: Server
) -> None:
    one = laid(browser, server.url)
    first, second = two_picked(one)
    one.drag((first["x"], first["y"]), ahead(one, first, 4))
    expect(tick(one)).to_have_text("Move 4 in")
    one.page.locator("[data-several=let-go]").click()
    expect(tick(one)).to_have_count(0)
    seen = window(one)
    one.drag((second["x"], second["y"]), ahead(one, second, 3))
    expect(tick(one)).to_have_text("Move 3 in")
    assert (level(one)[0], window(one)) == (second["id"], seen)
    one.page.keyboard.press("Escape")
    expect(tick(one)).to_have_count(0)
    two_picked(one)
    version = one.look()["version"]
    one.page.locator("[data-several=hold]").click()
    recorded(one, version)
    passed_on(one)
    over(one)


def test_a_piece_under_the_pointer_says_what_it_is_to_be_reckoned_with_for(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url)
    foe, me = one.piece(f"{other(one)}-2"), one.piece(f"{one.seat}-1")
    one.page.mouse.move(*one.screen(foe["x"], foe["y"]))
    expect(one.page.locator(".threat.move")).to_have_count(1)
    expect(one.page.locator(".threat.shoot")).to_have_count(1)
    expect(one.page.locator(".threat-name").first).to_contain_text("Move")
    one.page.mouse.move(*one.screen(SIZE // 2, SIZE // 2))
    expect(one.page.locator(".threat")).to_have_count(0)
    one.click(me["x"], me["y"])
    expect(one.page.locator(".band-reach")).to_have_count(2)
    one.page.mouse.move(*one.screen(foe["x"], foe["y"]))
    one.page.wait_for_timeout(500)
    expect(one.page.locator(".threat")).to_have_count(0)
    over(one)


def test_fingers_pick_several_by_the_switch_and_drag_them(browser: Browser, server: Server) -> None:
    one = laid(browser, server.url, **PHONE)
    mine = [one.piece(f"{one.seat}-{n}") for n in (1, 2)]
    one.page.locator("#t-several").tap()
    for n, p in enumerate(mine, 1):
        one.rest()
        one.page.touchscreen.tap(*one.screen(p["x"], p["y"]))
        expect(one.page.locator(".counter.is-picked")).to_have_count(n)
    one.rest()
    expect(one.page.locator(".several-bar")).to_contain_text("2 picked")
    finger = hand_of(one)
    start, end = one.screen(mine[0]["x"], mine[0]["y"]), one.screen(*ahead(one, mine[0], 4))
    finger("touchStart", *start)
    for n in range(1, 7):
        finger("touchMove", *(a + (b - a) * n / 6 for a, b in zip(start, end, strict=True)))
    finger("touchEnd")
    expect(tick(one)).to_have_text("Move 4 in")
    expect(one.page.locator(".several-bar")).to_contain_text("2 still to be put")
    one.page.wait_for_timeout(600)  # a browser takes no tap that follows on a drag at once
    one.page.locator("[data-several=let-go]").tap()
    expect(one.page.locator(".several-bar")).to_be_hidden()
    over(one)


def hand_of(one: Player) -> Callable[..., None]:
    """A finger on the screen: begins, moves and ends a touch."""
    touch = one.context.new_cdp_session(one.page)

    def finger(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    return finger


def test_a_finger_that_rests_on_a_row_takes_it_on_to_the_table(browser: Browser, server: Server) -> None:
    one = setting_up(browser, server.url, **PHONE)
    one.page.locator("#tab-who").check(force=True)
    box = row(one, "red-2").bounding_box()
    assert box
    x, y = box["x"] + 60, box["y"] + box["height"] / 2
    finger, spot = hand_of(one), home(one, 8)
    finger("touchStart", x, y)
    one.page.wait_for_timeout(600)
    end = one.screen(*spot)
    for n in range(1, 7):
        finger("touchMove", x + (end[0] - x) * n / 6, y + (end[1] - y) * n / 6)
    finger("touchEnd")
    expect(tick(one)).to_be_enabled()
    assert level(one) == ["red-2"]
    over(one)
