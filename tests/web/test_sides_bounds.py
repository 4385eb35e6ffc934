"""Sides that several lead, at their bounds: who was sent away, what is paused or over, what is answered unasked."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from app.engine.events import Seat
from app.games import hands, replacing, standing_orders
from app.games.results import GameId
from app.games.service import Games
from app.games.thinking import out_of_turn
from app.systems import system_of
from tests.web.people import Person, problem
from tests.web.test_sides import Side, until

RED = Seat("red")


@pytest.fixture
def side(client: TestClient) -> Side:
    """Ronin, three who lead red, each with his part, set up as offered."""
    one = Side(client, system_of("ronin"), offered=True)
    one.come()
    one.deal()
    return one


def games_of(one: Side) -> Games:
    """The games of the server."""
    found: Games = one.client.app.state.site.games  # type: ignore[attr-defined]
    return found


def link_of(one: Side, who: Person | None = None) -> str:
    """The path of the link by which others come to lead."""
    return str(one.side(who)["link"]).removeprefix("http://testserver")


def replaced(one: Side, guest: str | None, name: str) -> None:
    """Somebody else has red, or a bot, as an umpire would have it."""

    async def act(drive: Any) -> None:
        replacing.put(drive, RED, {"kind": "person" if guest else "bot", "guest_id": guest, "name": name}, "away")

    one.run(lambda: games_of(one).mailbox.act(GameId(one.id), "seats", act))


def guest_of(one: Side, who: Person) -> str:
    """The id of somebody who has a cookie."""

    async def found() -> str:
        info = await games_of(one).info(GameId(one.id))
        assert info is not None
        return next(str(s.guest) for s in info.seats if s.seat == "blue")

    assert who is one.blue
    return str(one.run(found))


def test_a_take_back_is_not_withdrawn_while_the_game_is_paused_and_nothing_changes(side: Side) -> None:
    seat, ask, raw, _ = until(side, lambda rights: rights == [1])
    assert side.say(side.mika, seat, ask, raw).status_code == 200
    assert side.mika.post(f"{side.path}/takeback").status_code == 200
    assert side.general.post(f"{side.path}/pause").status_code == 200
    drive = side.run(side.drive)
    before = drive.version, drive.head, drive.motions
    no = problem(side.mika.post(f"{side.path}/consent", {"yes": False, "about": "take-back"}), 422)
    assert no["refusal"]["code"] == "table.paused"
    drive = side.run(side.drive)
    assert (drive.version, drive.head, drive.motions) == before
    assert drive.motions
    assert not drive.change.events
    assert side.general.post(f"{side.path}/resume").status_code == 200
    assert side.mika.post(f"{side.path}/consent", {"yes": False, "about": "take-back"}).status_code == 200
    assert not side.run(side.drive).motions


def test_who_was_sent_away_does_not_come_again_by_the_link_he_knows(side: Side) -> None:
    link = link_of(side)
    assert side.general.post(f"{side.path}/depart", {"who": 1}).status_code == 200
    assert side.mika.form(link, {"name": "Mika"}).status_code == 403
    problem(side.mika.get(f"{side.path}/side"), 403)
    assert link_of(side) == ""


def test_a_general_who_was_replaced_does_not_come_again_by_his_own_link(side: Side) -> None:
    link = link_of(side)
    new = Side(side.client, system_of("ronin"))
    replaced(side, guest_of(new, new.blue), "New")
    assert side.general.form(link, {"name": "Aki"}).status_code == 403
    problem(side.general.get(f"{side.path}/side"), 403)
    assert [one["name"] for one in side.side(new.blue)["leaders"]] == ["Mika", "Jun"]


def test_nobody_comes_to_lead_with_a_bot_that_has_the_seat(side: Side) -> None:
    link = link_of(side)
    replaced(side, None, "Bot")
    assert side.mika.form(link, {"name": "Mika"}).status_code == 403
    problem(side.mika.get(f"{side.path}/side"), 403)


def test_a_general_who_has_left_for_good_does_not_come_again_by_his_link(side: Side) -> None:
    link = link_of(side)

    async def leave() -> Any:
        info = await games_of(side).info(GameId(side.id))
        assert info is not None
        return await games_of(side).leave(info.id, RED, str(info.seats[0].guest))

    side.run(leave)
    assert side.general.form(link, {"name": "Aki"}).status_code == 403
    assert side.side(side.mika)["me"] == 0


def test_a_standing_order_of_the_general_lets_nothing_pass_that_another_is_asked(side: Side) -> None:
    for _ in range(4_000):
        until(side, lambda _: True)
        asked = side.run(lambda: found(side))
        if asked is not None:
            break
        answered(side)
    else:
        raise AssertionError
    order = {"seat": "red", "about": asked.about, "on": True}
    assert side.general.post(f"{side.path}/orders", order).status_code == 200
    drive = side.run(side.drive)
    assert standing_orders.orders_of(drive, RED)[asked.about] == "pass"
    assert asked.domain.refuse(asked.default) is None
    assert standing_orders.let_pass(drive) is None
    led, drive.seats[RED]["leaders"] = drive.seats[RED]["leaders"], ()
    try:
        assert standing_orders.let_pass(drive) is asked
    finally:
        drive.seats[RED]["leaders"] = led


async def found(one: Side) -> Any:
    """What red is asked out of turn of another than its general."""
    drive = await one.drive()
    asked = out_of_turn(drive)
    mine = asked is not None and asked.seat == RED and asked.domain.refuse(asked.default) is None
    return asked if mine and 0 not in hands.awaited(drive, RED) else None


def answered(one: Side) -> None:
    """Whoever is asked answers by chance."""
    asked = one.next()
    assert asked is not None
    seat, ask, raw, rights = asked
    assert one.say(one.blue if seat != "red" else one.led[rights[0]], seat, ask, raw).status_code == 200


def test_nobody_leaves_a_battle_that_is_over(side: Side) -> None:
    assert side.blue.post(f"{side.path}/resign").status_code == 200
    over = side.general.get(side.path).json()
    assert over["status"] == "over"
    for who in (side.general, side.mika):
        assert problem(who.post(f"{side.path}/depart", {"who": 1}), 422)["refusal"]["code"] == "table.over"
    assert side.general.get(side.path).json()["version"] == over["version"]
    assert [one["name"] for one in side.side()["leaders"]] == ["Mika", "Jun"]
