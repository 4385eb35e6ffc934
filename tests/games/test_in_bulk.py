"""What a seat answers at one press: no Special Orders, Movements as ordered, what was ordered in the turn before."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.engine.asks import AnyAsk, Ask, Json
from app.engine.domains import Choice
from app.engine.events import Seat
from app.games import in_bulk
from app.games.by_itself import rest, told
from app.games.drive import Drive
from app.games.eyes import Eyes
from app.games.results import Accepted, GameId, OpenQuestion, Refused
from app.games.verify import verify
from app.store import games as rows
from app.systems.daimyo.system import SYSTEM as DAIMYO
from app.systems.kensei.system import SYSTEM as KENSEI
from app.systems.ronin.attributes.reroll import KEEP, which_die
from app.systems.ronin.system import SYSTEM as RONIN
from tests.games.table import PEOPLE, Host
from tests.games.test_by_itself import asked_now, hosting, laid, state
from tests.record import GAMES, drive_of, load

Play = Callable[[Host, GameId], Awaitable[None]]
SPECIAL = ("special.taisho", "special.strategic", "special.warning")
MOST = 400


def played(folder: Path, system: Any, play: Play) -> None:
    """A game with these rules whose armies stand as offered, played so."""

    async def run() -> None:
        with hosting(folder, system) as host:
            await play(host, await laid(host, offered=True))

    asyncio.run(run())


async def press(host: Host, game: GameId, bulk: str) -> OpenQuestion:
    """Whoever is asked answers in bulk; what is asked then."""
    asked = await asked_now(host, game)
    assert isinstance(await host.games.rest(game, asked.seat, bulk=bulk), Accepted)
    return await asked_now(host, game)


async def say(host: Host, game: GameId, asked: OpenQuestion, raw: Any) -> bool:
    """Whether an answer was taken."""
    return isinstance(await host.games.answer(game, asked.seat, asked.id, raw), Accepted)


async def passes(host: Host, game: GameId, until: Callable[[OpenQuestion], bool]) -> OpenQuestion:
    """The first question that is wanted, all others before it answered as silence would."""
    for _ in range(MOST):
        asked = await asked_now(host, game)
        if until(asked):
            return asked
        assert await say(host, game, asked, asked.default)
    raise AssertionError("it was never asked")


async def version(host: Host, game: GameId) -> int:
    """How many events all have seen."""
    info = await host.games.info(game)
    assert info is not None
    return info.version


async def tape(host: Host, game: GameId, seat: Seat) -> list[tuple[str, Any]]:
    """By whom each answer of a seat was given that stands, and what it was; the set-up left out."""
    found, _ = await host.store.look(rows.whole, game)
    mine = [row for row in found if row["kind"] == "answer" and row["seat"] == seat and not row["struck_by"]]
    return [(row["by"], row["body"]) for row in mine if row["by"] != "offer"]


def way_ahead(asked: OpenQuestion, unit: str, at: tuple[int, int]) -> Any:
    """The order of Kensei to march straight ahead."""
    return {"pick": unit, "then": {"pick": "move", "then": {"pick": "none", "then": list(at)}}}


async def ordered(host: Host, game: GameId, asked: OpenQuestion) -> list[str]:
    """The units in ranks that were ordered to march towards the enemy."""
    now, found = await state(host, game), []
    for unit in [u for u in now.units.values() if u.seat == asked.seat and u.on_table and not u.loose and not u.host]:
        ahead = -1 if unit.facing == 0 else 1
        again = await asked_now(host, game)
        if await say(host, game, again, way_ahead(again, unit.id, (unit.at.x, unit.at.y + ahead * 20_000))):
            found.append(str(unit.id))
    return found


def test_special_orders_are_let_be_at_one_press(tmp_path: Path) -> None:
    async def play(host: Host, game: GameId) -> None:
        asked = await passes(host, game, lambda asked: asked.about in SPECIAL)
        assert asked.bulks == ("no-special",)
        me = asked.seat
        assert (await press(host, game, "no-special")).about == "orders.declare"
        said = await tape(host, game, me)
        assert said[0][0] == "person"
        assert {by for by, _ in said[1:]} <= {"rest"}
        assert isinstance(await host.games.resign(game, me), Accepted)
        assert verify(await host.games.record(game), [KENSEI]) == []

    played(tmp_path, KENSEI, play)


def test_what_is_let_be_this_turn_is_asked_in_the_next(tmp_path: Path) -> None:
    async def play(host: Host, game: GameId) -> None:
        asked = await passes(host, game, lambda asked: asked.about in SPECIAL)
        me = asked.seat
        await press(host, game, "no-special")
        later = await passes(host, game, lambda asked: asked.seat == me and asked.about in SPECIAL)
        assert "no-special" in later.bulks
        assert (await state(host, game)).turn == 2

    played(tmp_path, KENSEI, play)


def test_the_other_side_is_told_the_same_as_if_each_had_been_answered(tmp_path: Path) -> None:
    told: list[list[tuple[str, str]]] = []

    async def play(host: Host, game: GameId, *, at_once: bool) -> None:
        asked = await passes(host, game, lambda asked: asked.about in SPECIAL)
        me, since = asked.seat, await version(host, game)
        if at_once:
            await press(host, game, "no-special")
        else:
            await passes(host, game, lambda asked: asked.about == "orders.declare")
        other = next(seat for seat in PEOPLE if seat != me)
        shown = await host.games.events(game, Eyes(other), since)
        told.append([(one.kind, str(one.body.get("step", ""))) for one in shown])
        assert [q.mine for q in await host.games.open_questions(game, other)] == [False]

    for n, at_once in enumerate((True, False)):
        (tmp_path / str(n)).mkdir()
        played(tmp_path / str(n), KENSEI, partial(play, at_once=at_once))
    assert told[0] == told[1]
    assert ("kensei.special-step", "warning") in told[0]


def test_all_go_as_they_were_ordered_and_are_ordered_again_as_in_the_turn_before(tmp_path: Path) -> None:
    async def play(host: Host, game: GameId) -> None:
        asked = await passes(host, game, lambda asked: asked.about == "orders.declare")
        me = asked.seat
        assert "as-last-turn" not in asked.bulks
        told = await ordered(host, game, asked)
        assert len(told) > 1
        assert isinstance(await host.games.rest(game, me), Accepted)
        moving = await passes(host, game, lambda asked: asked.about == "act.movement")
        assert moving.bulks == ("as-told",)
        before = {id: (await state(host, game)).units[id].at for id in told}
        await press(host, game, "as-told")
        after = await state(host, game)
        assert all(after.units[id].at != before[id] for id in told)
        again = await passes(host, game, lambda asked: asked.seat == me and asked.about == "orders.declare")
        assert "as-last-turn" in again.bulks
        await press(host, game, "as-last-turn")
        then = await state(host, game)
        assert {id for id in told if any(order.do == "move" for order in then.units[id].orders)} == set(told)
        assert (await asked_now(host, game)).about == "orders.declare"

    played(tmp_path, KENSEI, play)


def test_an_order_that_was_taken_back_is_not_remembered(tmp_path: Path) -> None:
    async def play(host: Host, game: GameId) -> None:
        asked = await passes(host, game, lambda asked: asked.about == "orders.declare")
        me, told = asked.seat, await ordered(host, game, asked)
        for _ in told:
            assert isinstance(await host.games.undo(game, me), Accepted)
        later = await passes(
            host, game, lambda again: again.seat == me and again.about == "orders.declare" and again.id != asked.id
        )
        assert "as-last-turn" not in later.bulks

    played(tmp_path, KENSEI, play)


def test_a_bulk_that_is_not_offered_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async def play(host: Host, game: GameId) -> None:
        asked = await passes(host, game, lambda asked: asked.about == "orders.declare")
        for bulk in ("no-special", "as-told", "no such"):
            assert isinstance(await host.games.rest(game, asked.seat, bulk=bulk), Refused)
        assert (await asked_now(host, game)).id == asked.id

    played(tmp_path, KENSEI, play)


def test_nobody_else_acts_in_a_turn_at_one_press(tmp_path: Path) -> None:
    async def play(host: Host, game: GameId) -> None:
        asked = await passes(host, game, lambda asked: asked.about == "clan.choose")
        assert asked.bulks == ("nobody-else",)
        me = asked.seat
        assert isinstance(await host.games.rest(game, me, bulk="nobody-else"), Accepted)
        last = await passes(host, game, lambda again: again.seat == me)
        assert (await state(host, game)).turn == 2
        said = await tape(host, game, me)
        assert next(body["pick"] for by, body in said if isinstance(body, dict)) == "decline"
        assert ("rest", "done") in said
        assert last.about in ("start.first", "clan.choose")

    played(tmp_path, DAIMYO, play)


def test_a_whole_turn_of_daimyo_is_played_as_the_last(tmp_path: Path) -> None:
    async def play(host: Host, game: GameId) -> None:
        asked = await passes(host, game, lambda asked: asked.about == "clan.choose")
        me = asked.seat
        assert await say(host, game, asked, "general")
        asked = await passes(host, game, lambda asked: asked.seat == me and asked.about == "move.unit")
        unit = next(row["key"] for row in asked.domain["options"] if row["no"] is None and row["key"] != "done")
        back = {"pick": unit, "then": {"pick": "move", "then": [["back", 2000]]}}
        assert await say(host, game, asked, back)
        later = await passes(
            host,
            game,
            lambda asked: asked.seat == me and asked.about == "clan.choose" and "as-last-turn" in asked.bulks,
        )
        assert asked.facts["clan"] in later.again["as-last-turn"]
        known = len(await tape(host, game, me))
        await press(host, game, "as-last-turn")
        said = (await tape(host, game, me))[known:]
        assert said[0] == ("person", "general")
        assert ("rest", back) in said
        assert ("rest", "done") in said
        assert later.seat == me

    played(tmp_path, DAIMYO, play)


def test_orders_that_are_repeated_within_a_clan_name_no_other(tmp_path: Path) -> None:
    async def play(host: Host, game: GameId) -> None:
        asked = await passes(host, game, lambda asked: asked.about == "clan.choose")
        me, turn = asked.seat, 0
        for turn in range(2):
            asked = await passes(host, game, lambda asked: asked.seat == me and asked.about == "clan.choose")
            assert await say(host, game, asked, "general")
            asked = await passes(host, game, lambda asked: asked.seat == me and asked.about == "move.unit")
            if not turn:
                unit = next(row["key"] for row in asked.domain["options"] if row["no"] is None and row["key"] != "done")
                assert await say(host, game, asked, {"pick": unit, "then": {"pick": "move", "then": [["back", 2000]]}})
                asked = await passes(host, game, lambda asked: asked.about == "start.first")
        assert asked.again["as-last-turn"] == (asked.facts["clan"],)
        known = len(await tape(host, game, me))
        await press(host, game, "as-last-turn")
        await passes(host, game, lambda asked: asked.seat == me and asked.about == "clan.choose")
        said = [body for _, body in (await tape(host, game, me))[known:]]
        assert said
        assert all(body == "done" or body["then"]["pick"] == "move" for body in said)

    played(tmp_path, DAIMYO, play)


@pytest.mark.parametrize("about", ["move.unit"])
def test_the_units_of_a_clan_hold_at_one_press_and_those_of_the_next_are_asked(tmp_path: Path, about: str) -> None:
    async def play(host: Host, game: GameId) -> None:
        asked = await passes(host, game, lambda asked: asked.about == about)
        assert asked.rest == "hold"
        assert asked.passes
        clan = asked.facts["clan"]
        assert isinstance(await host.games.rest(game, asked.seat), Accepted)
        other = await passes(host, game, lambda again: again.about == about)
        assert other.facts["clan"] != clan

    played(tmp_path, DAIMYO, play)


def at(bulk: str) -> tuple[Drive, AnyAsk, dict[Seat, Json]]:
    """A battle of Ronin at the first question beside which this is offered, and the last weapon each side named."""
    game = load(GAMES / "ronin" / "points.game")
    drive, weapons = drive_of(RONIN, game), dict[Seat, Json]()
    drive.begin()
    for seat, raw in game.inputs:
        asked = drive.question(seat)
        assert asked is not None
        if bulk in in_bulk.beside(drive, asked):
            drive.take()
            return drive, asked, weapons
        if asked.about == "combat.weapon":
            weapons[seat] = raw
        assert told(drive, seat, raw, "person") is None
    raise AssertionError(f"{bulk} was never offered")


def given_after(drive: Drive, seat: Seat) -> list[tuple[str, Json]]:
    """What the seat has given since, and by whom."""
    return [(row["by"], row["body"]) for row in drive.take().tape if row["kind"] == "answer" and row["seat"] == seat]


def test_a_weapon_named_for_one_fighter_is_named_for_the_others_who_carry_it() -> None:
    drive, asked, weapons = at("same-weapon")
    assert in_bulk.beside(drive, asked) == ("same-weapon",)
    assert rest(drive, asked.seat, "same-weapon") is None
    assert given_after(drive, asked.seat) == [("person", weapons[asked.seat])]


def test_who_has_nothing_but_his_hands_disarms_nobody() -> None:
    drive, asked, weapons = at("same-weapon")
    assert rest(drive, asked.seat, "same-weapon") is None
    bare = Ask(asked.seat, asked.about, asked.domain, asked.clause, default=asked.default, facts=asked.facts)
    for by in ("table", "person"):
        in_bulk.remember(drive, asked.seat, (in_bulk.turn_of(drive), in_bulk.kind_of(bare), f"weaponless by {by}"))
        assert in_bulk.given(drive, bare) == weapons[asked.seat]


def test_what_the_table_answers_is_no_wish_of_the_seat() -> None:
    drive, asked, _ = at("same-weapon")
    before = in_bulk.remembered(drive, asked.seat)
    assert told(drive, asked.seat, asked.domain.write(asked.default), "table") is None
    assert in_bulk.remembered(drive, asked.seat) == before


def test_what_is_put_of_each_blow_is_let_be_for_the_turn() -> None:
    drive, asked, _ = at("no-enhance")
    assert rest(drive, asked.seat, "no-enhance") is None
    assert given_after(drive, asked.seat) == [("person", "no")]
    reroll = Ask(asked.seat, "combat.reroll", which_die((1, 2)), asked.clause, default=Choice(KEEP))
    assert in_bulk.begin(drive, reroll, "no-reroll") == KEEP
    enhance = Ask(asked.seat, asked.about, asked.domain, asked.clause, default=asked.default)
    assert (in_bulk.given(drive, enhance), in_bulk.given(drive, reroll)) == ("no", KEEP)
