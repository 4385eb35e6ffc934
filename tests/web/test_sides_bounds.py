"""Sides that several lead, at their bounds: who was sent away, what is paused or over, what is answered unasked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.engine.events import Seat
from app.games import clocks as clocks_module
from app.games import hands, leading, parts, replacing, standing_orders, stopping
from app.games.clock_rules import Terms
from app.games.results import UMPIRE, GameId, GameInfo, Motion
from app.games.seats import Guest
from app.games.service import Games
from app.store import belongings
from app.store.house_tables import bond
from app.systems import system_of
from app.web.lobby import cards
from tests.web.people import Person, problem
from tests.web.test_sides import Side, led_by_three, until

RED, LETTER = Seat("red"), Terms("letter", 3_600_000, 0, "forfeit")


@pytest.fixture
def side(client: TestClient) -> Side:
    """A side that three lead."""
    return led_by_three(client)


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


def test_a_standing_order_of_the_general_lets_nothing_pass_that_another_is_asked(
    side: Side, monkeypatch: pytest.MonkeyPatch
) -> None:
    until(side, lambda rights: rights == [1])
    asked = side.run(side.drive).question(RED)
    monkeypatch.setattr(standing_orders, "out_of_turn", lambda drive: drive.question(RED))
    monkeypatch.setattr(type(asked.domain), "refuse", lambda *_: None)

    async def order(drive: Any) -> None:
        standing_orders.give(drive, RED, asked.about, "pass")

    side.run(lambda: games_of(side).mailbox.act(GameId(side.id), "seats", order))
    drive = side.run(side.drive)
    assert standing_orders.let_pass(drive) is None
    monkeypatch.setattr(standing_orders, "awaited", lambda *_: (0,))
    assert standing_orders.let_pass(drive) is not None


def test_nobody_leaves_a_battle_that_is_over(side: Side) -> None:
    assert side.blue.post(f"{side.path}/resign").status_code == 200
    over = side.general.get(side.path).json()
    assert over["status"] == "over"
    for who in (side.general, side.mika):
        assert problem(who.post(f"{side.path}/depart", {"who": 1}), 422)["refusal"]["code"] == "table.over"
    assert side.general.get(side.path).json()["version"] == over["version"]
    assert [one["name"] for one in side.side()["leaders"]] == ["Mika", "Jun"]


def absent_for(one: Side, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """All have been away for so long."""
    monkeypatch.setattr(games_of(one), "absent", lambda _game, _guest: seconds)


def bot(one: Side, who: Person, on: bool) -> Any:
    """Somebody lets a bot play red, or takes over."""
    return who.post(f"{one.path}/stand-in", {"seat": "red", "on": on})


def test_a_bot_plays_for_a_side_only_while_nobody_else_of_it_is_there_and_any_of_it_ends_that(
    side: Side, monkeypatch: pytest.MonkeyPatch
) -> None:
    absent_for(side, monkeypatch, 59)
    no = problem(bot(side, side.general, True), 422)
    assert (no["refusal"]["code"], no["refusal"]["facts"]["who"]) == ("lead.there", "Mika")
    assert problem(bot(side, side.mika, True), 422)["refusal"]["code"] == "lead.only-general"
    absent_for(side, monkeypatch, 60)
    assert side.general.post(f"{side.path}/pause").status_code == 200
    assert bot(side, side.general, True).status_code == 200
    assert side.run(side.drive).seats[RED]["stand_in"]
    assert bot(side, side.mika, False).status_code == 200
    assert not side.run(side.drive).seats[RED]["stand_in"]


def test_who_has_led_a_side_leads_no_other_and_may_come_to_his_own_again(side: Side) -> None:
    assert side.jun.post(f"{side.path}/depart", {"who": 2}).status_code == 200
    assert side.blue.post(f"{side.path}/invite", {"seat": "blue", "on": True}).status_code == 200
    link = link_of(side, side.blue)
    lead = {"seat": "blue", "key": link.rsplit("/", 1)[1], "name": "Jun"}
    assert problem(side.jun.post(f"{side.path}/lead", lead), 422)["refusal"]["code"] == "lead.was"
    new = Side(side.client, system_of("ronin"))
    replaced(side, guest_of(new, new.blue), "New")
    assert problem(side.general.post(f"{side.path}/lead", lead), 422)["refusal"]["code"] == "lead.was"
    assert new.blue.post(f"{side.path}/invite", {"seat": "red", "on": True}).status_code == 200
    assert side.jun.form(link_of(side, new.blue), {"name": "Jun"}).status_code == 303
    assert [one["name"] for one in side.side(new.blue)["leaders"]] == ["Mika", "Jun"]


def test_who_left_before_the_battle_may_lead_the_other_side(client: TestClient) -> None:
    body = {"system": "ronin", "scenario": "skirmish", "options": {"points": 200}, "name": "Aki",
            "sides": [{"seat": seat, "roster": {"sample": "red-devils"}, "player": who}
                      for seat, who in (("red", "me"), ("blue", "person"))]}  # fmt: skip
    general, blue, mika = Person(client), Person(client), Person(client)
    made = general.post("/api/v1/games", body)
    assert made.status_code == 201, made.text
    path = f"/api/v1/games/{made.json()['id']}"
    general.post(f"{path}/invite", {"seat": "red", "on": True})
    mika.form("/games", {"name": "Mika"})
    mika.form(general.get(f"{path}/side").json()["link"].removeprefix("http://testserver"), {"name": "Mika"})
    assert mika.post(f"{path}/depart", {"who": 1}).status_code == 200
    key = made.json()["links"]["seats"]["blue"].rsplit("/", 1)[1]
    assert blue.post(f"{path}/join", {"seat": "blue", "key": key, "name": "Blue"}).status_code == 200
    blue.post(f"{path}/invite", {"seat": "blue", "on": True})
    link = blue.get(f"{path}/side").json()["link"].removeprefix("http://testserver")
    assert mika.form(link, {"name": "Mika"}).status_code == 303


def test_somebody_blocked_by_one_who_plays_does_not_come_to_lead(side: Side, client: TestClient) -> None:
    new = Side(client, system_of("ronin"))
    who = guest_of(new, new.blue)
    row = {"guest_id": guest_of(side, side.blue), "other_id": who, "kind": "block", "created": "2026-01-01T00:00:00Z"}
    side.run(lambda: games_of(side).store.run(lambda db: db.execute(bond.insert(), row)))
    lead = {"seat": "red", "key": link_of(side).rsplit("/", 1)[1], "name": "Zoe"}
    assert problem(new.blue.post(f"{side.path}/lead", lead), 422)["refusal"]["code"] == "lead.link"
    side.run(lambda: games_of(side).store.run(lambda db: db.execute(bond.delete())))
    assert new.blue.post(f"{side.path}/lead", lead).status_code == 200


def test_nobody_becomes_umpire_who_has_come_to_lead_meanwhile(side: Side, client: TestClient) -> None:
    new = Side(client, system_of("ronin"))
    who = guest_of(new, new.blue)

    async def ask(drive: Any) -> None:
        mover = drive.seats["blue"]["guest_id"]
        drive.motions = (
            Motion(kind="umpire", seat=Seat("blue"), mover=mover, version=drive.version, who="Zoe", guest=who),
        )

    side.run(lambda: games_of(side).mailbox.act(GameId(side.id), "seats", ask))
    lead = {"seat": "red", "key": link_of(side).rsplit("/", 1)[1], "name": "Zoe"}
    assert new.blue.post(f"{side.path}/lead", lead).status_code == 200
    assert side.general.post(f"{side.path}/consent", {"yes": True, "about": UMPIRE}).status_code == 200
    assert not side.run(side.drive).motions
    assert side.run(lambda: games_of(side).roles_of(GameId(side.id), who)) == ()


@pytest.mark.parametrize("ask", ["get", "deed"])
def test_who_asks_for_the_table_without_a_page_that_stays_open_is_not_away(side: Side, ask: str) -> None:
    seat, question, raw, _ = until(side, lambda rights: rights == [1])
    rooms = side.client.app.state.site.rooms  # type: ignore[attr-defined]

    async def gone() -> None:
        info = await games_of(side).info(GameId(side.id))
        assert info is not None
        mika = info.seats[0].leaders[0].guest
        rooms._missed[info.id, mika] = asyncio.get_running_loop().time() - 100

    side.run(gone)
    if ask == "get":
        assert side.mika.get(side.path).status_code == 200
    else:
        assert problem(side.mika.post(f"{side.path}/agree", {}), 422)["refusal"]["code"] == "lead.nothing"
    assert problem(side.say(side.jun, seat, question, raw), 422)["refusal"]["code"] == "lead.his"
    side.run(gone)
    assert side.say(side.jun, seat, question, raw).status_code == 200


def test_a_leader_takes_back_with_the_consent_of_his_general_and_the_enemy(side: Side) -> None:
    seat, ask, raw, _ = until(side, lambda rights: rights == [1])
    assert side.say(side.mika, seat, ask, raw).status_code == 200
    assert side.mika.post(f"{side.path}/takeback").status_code == 200
    for who in (side.blue, side.general):
        assert side.run(side.drive).motions
        assert who.post(f"{side.path}/consent", {"yes": True, "about": "take-back"}).status_code == 200
    assert not side.run(side.drive).motions
    again = side.run(side.drive).ask_id(Seat(seat))
    assert side.say(side.mika, seat, again, raw).status_code == 200, "it is asked again, and of him"


def test_what_was_said_to_a_draw_counts_for_that_draw_alone(side: Side, monkeypatch: pytest.MonkeyPatch) -> None:
    assert side.blue.post(f"{side.path}/draw").status_code == 200
    yes = {"yes": True, "about": "draw"}
    assert side.general.post(f"{side.path}/consent", yes).status_code == 200
    assert hands.votes(side.run(side.drive), RED, hands.DRAW) == {"0": True}
    assert side.blue.post(f"{side.path}/consent", {"yes": False, "about": "draw"}).status_code == 200
    monkeypatch.setattr(games_of(side), "_often", never)
    assert side.blue.post(f"{side.path}/draw").status_code == 200
    assert hands.votes(side.run(side.drive), RED, hands.DRAW) == {}


async def never(*_: Any) -> None:
    """It is not too often."""


def test_that_a_stopped_game_goes_on_is_for_the_general_to_wish(side: Side) -> None:
    async def stop(drive: Any) -> None:
        stopping.stop(drive, "Zoe", "a question")

    side.run(lambda: games_of(side).mailbox.act(GameId(side.id), "seats", stop))
    assert problem(side.mika.post(f"{side.path}/resume"), 422)["refusal"]["code"] == "lead.only-general"
    assert side.general.post(f"{side.path}/resume").status_code == 200
    assert stopping.wishes(side.run(side.drive)) == ["red"]


def test_what_a_general_asked_lapses_when_he_is_followed(side: Side) -> None:
    for who in (side.mika, side.general):
        assert who.post(f"{side.path}/draw").status_code == 200
    assert side.run(side.drive).motions

    async def leave(drive: Any) -> None:
        assert leading.follow(drive, RED)

    side.run(lambda: games_of(side).mailbox.act(GameId(side.id), "resync", leave))
    assert not side.run(side.drive).motions


def test_a_general_who_is_a_leader_of_his_side_too_answers_as_either(side: Side) -> None:
    seat, question, raw, _ = until(side, lambda rights: rights == [1])
    drive = side.run(side.drive)
    row = drive.seats[RED]
    first, *others = row["leaders"]
    row["leaders"] = ({**first, "guest_id": row["guest_id"]}, *others)
    assert side.say(side.general, seat, question, raw).status_code == 200
    told = side.blue.get(f"{side.path}/events?limit=1000").json()["events"]
    assert "engine.lead-for" not in {event["kind"] for event in told}


def test_a_battle_waits_on_the_list_of_those_of_a_side_who_are_asked(
    side: Side, monkeypatch: pytest.MonkeyPatch
) -> None:
    until(side, lambda rights: rights == [1])
    here = side.client.app.state.site  # type: ignore[attr-defined]

    async def asked(info: GameInfo) -> dict[Seat, tuple[str, ...]]:
        return {RED: (info.seats[0].leaders[0].guest,)}

    async def waits() -> list[bool]:
        info = await games_of(side).info(GameId(side.id))
        assert info is not None
        return [bool(await cards.asked(here, [info], Guest(one, "x"))) for one in info.seats[0].people]

    monkeypatch.setattr(games_of(side), "hands_asked", asked)
    assert side.run(waits) == [False, True, False]


def claimed(one: Side, guest: str, by: str) -> None:
    """All that is the guest's is the account's from now on, as when he signs in."""
    moved = one.run(lambda: games_of(one).store.run(belongings.claim, guest, by, f"spoilt {guest}"))
    assert one.id in moved
    games_of(one).forget(GameId(one.id))


def people(one: Side) -> tuple[str, list[str], str]:
    """Red's general, those with him, and who has blue, as they are stored."""

    async def found() -> tuple[str, list[str], str]:
        info = await games_of(one).info(GameId(one.id))
        assert info is not None
        red, blue = info.seats
        return str(red.guest), [leader.guest for leader in red.leaders], str(blue.guest)

    told: tuple[str, list[str], str] = one.run(found)
    return told


def test_who_signs_in_is_not_twice_at_one_table(side: Side) -> None:
    general, (mika, jun), blue = people(side)
    claimed(side, mika, general)
    assert people(side) == (general, [jun], blue)
    claimed(side, blue, jun)
    assert people(side) == (general, [], jun)


def test_a_letter_waits_while_those_who_are_asked_are_on_vacation(side: Side) -> None:
    until(side, lambda rights: rights == [1])
    drive = side.run(side.drive)
    asked: tuple[str, ...] = side.run(lambda: hands.guests_asked(drive, RED))
    away = {*asked[:-1]}
    clocks = games_of(side)._clocks

    async def on_vacation(guests: Sequence[str]) -> set[str]:
        return away & {*guests}

    async def is_away() -> bool:
        return await clocks._is_away(GameId(side.id), RED)

    clocks.away = on_vacation
    assert not side.run(is_away), "no letter"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clocks_module, "terms_of", lambda _: LETTER)
        assert not side.run(is_away)
        away.add(asked[-1])
        assert side.run(is_away)


def test_a_rule_that_breaks_over_parts_breaks_no_page(side: Side, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> dict[str, str]:
        raise ZeroDivisionError

    monkeypatch.setattr(parts, "parts_of", broken)
    assert side.side()["parts"] == []
    general, _, _ = people(side)
    drive = side.run(side.drive)
    assert side.run(lambda: hands.guests_asked(drive, RED)) == (general,)
