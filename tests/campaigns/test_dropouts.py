"""Somebody drops out of a league, in every state of it: the others go on, and nobody has to help."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from app.campaigns.battles.schedule import Accept, Propose
from app.campaigns.ledger.rulings import Correct
from app.campaigns.model import Campaign
from app.campaigns.people.members import Leave, SetRoles
from app.campaigns.rounds.absence import StandIn
from app.campaigns.service import Refused
from app.campaigns.warbands.deeds import HandOver, TakeBack
from app.campaigns.warbands.trades import OfferTrade
from app.engine.campaigns import Delta
from tests.campaigns.dropping import WAYS, Camp, is_on, play

Ready = Callable[[Camp, str], Awaitable[None]]


async def nothing(_camp: Camp, _foe: str) -> None:
    """The battle is there."""


async def proposed(camp: Camp, foe: str) -> None:
    """A has offered a date."""
    one = await camp.battle("A")
    soon = camp.camp.clock() + 3_600_000
    await camp.do("A", Propose(warband=await camp.band("A"), fixture=one.id, times=(soon,)))


async def agreed(camp: Camp, foe: str) -> None:
    """The other has taken it."""
    await proposed(camp, foe)
    one = await camp.battle("A")
    when = one.proposals[await camp.band("A")].times[0]
    await camp.do(foe, Accept(warband=await camp.band(foe), fixture=one.id, time=when))


async def own(camp: Camp, _foe: str) -> None:
    """A has mustered."""
    await camp.muster("A")


async def other(camp: Camp, foe: str) -> None:
    """The other has mustered."""
    await camp.muster(foe)


async def fought(camp: Camp, foe: str) -> None:
    """Both have, and the battle is being fought."""
    await camp.muster("A")
    await camp.muster(foe)


async def choosing(camp: Camp, foe: str) -> None:
    """The battle is over, and A has something to choose."""
    await fought(camp, foe)
    await camp.give_up(foe)
    mine = await camp.band("A")
    who = next(iter((await camp.now()).warbands[mine].band.fit())).id
    told = Correct(warband=mine, deltas=(Delta("due", who, add=1),), reason="as told")
    await camp.do("H", told)
    assert camp.camp.rules("ronin").choices((await camp.now()).warbands[mine].band)


async def trading(camp: Camp, foe: str) -> None:
    """Offers stand from A and to A."""
    mine, theirs = await camp.band("A"), await camp.band(foe)
    now = await camp.now()
    gift = now.warbands[mine].band.fit()[0].id
    await camp.do("A", OfferTrade(warband=mine, to=theirs, gives=(gift,)))
    await camp.do(foe, OfferTrade(warband=theirs, to=mine, gives=(now.warbands[theirs].band.fit()[0].id,)))


STATES: tuple[Ready, ...] = (nothing, proposed, agreed, own, other, fought, choosing, trading)


async def others(camp: Camp, foe: str) -> str:
    """The other two fight their battle; who wins it."""
    one, two = (name for name in "BCD" if name != foe)
    await camp.muster(one)
    await camp.muster(two)
    await camp.give_up(two)
    return one


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("state", STATES)
def test_a_league_goes_on(tmp_path: Path, state: Ready, how: str) -> None:
    async def test(camp: Camp) -> None:
        await camp.open("ronin", "red-devils")
        await camp.start()
        await camp.rest()
        foe, mine = await camp.against("A"), await camp.band("A")
        await state(camp, foe)
        battle = await camp.battle("A")
        await camp.drop(how)
        won = await camp.band(await others(camp, foe))
        if state in (nothing, proposed, agreed, own, trading):
            await camp.muster(foe)
        now = await camp.until(is_on(1))
        first, theirs = now.fixtures[battle.id], next(iter(f for f in now.fights(1) if f.id != battle.id))
        assert (theirs.result, theirs.winner) == ("won", won)
        assert first.is_over
        assert {*first.settled} == {*first.sides}
        assert first.result == expected(state, how)
        assert now.rounds[0].state == "done"
        assert now.rounds[0].seed
        assert now.warbands[mine].status == ("active" if how == "silent" else "reserve")
        assert not any(one.locked for one in now.warbands.values() if not busy(now, one.id))
        assert how == "silent" or not now.trades
        assert not camp.camp.rules("ronin").choices(now.warbands[mine].band)
        assert (await camp.until(lambda now: now.state == "ended", 7)).winner

    play(tmp_path, test)


def busy(now: Campaign, warband: str) -> bool:
    """Whether a warband has a battle that is not over."""
    return any(warband in one.sides and not one.is_over for one in now.fixtures.values())


def expected(state: Ready, how: str) -> str:
    """How the battle of A ends, whose foe musters and then does nothing more."""
    if state is choosing:
        return "won"
    return "forfeit" if how == "silent" and state not in (own, fought) else "standoff"


@pytest.mark.parametrize("how", WAYS)
def test_before_the_start(tmp_path: Path, how: str) -> None:
    async def test(camp: Camp) -> None:
        await camp.open("ronin", "red-devils")
        await camp.rest()
        mine = await camp.band("A")
        await camp.drop(how)
        await camp.start()
        now = await camp.until(is_on(1))
        gone = how != "silent"
        assert now.warbands[mine].status == ("retired" if gone else "active")
        assert any(mine in one.sides for one in now.fights(1)) != gone
        assert (await camp.until(lambda now: now.state == "ended", 7)).winner

    play(tmp_path, test)


@pytest.mark.parametrize("first", ["muster", "leave"])
def test_at_the_moment_in_which_the_battle_is_laid(tmp_path: Path, first: str) -> None:
    async def test(camp: Camp) -> None:
        await camp.open("ronin", "red-devils")
        await camp.start()
        await camp.rest()
        foe = await camp.against("A")
        await camp.muster("A")
        both = (camp.muster(foe), camp.do("A", Leave()))
        await asyncio.gather(*(both if first == "muster" else both[::-1]))
        await camp.quiet()
        battle = await camp.battle("A")
        assert {seat.name: seat.bot for seat in (await camp.table(battle)).seats}[foe] is False
        assert [seat.bot for seat in (await camp.table(battle)).seats].count(True) == 1
        await camp.give_up(foe)
        assert (await camp.battle("A")).winner == await camp.band("A")
        assert (await camp.until(lambda now: now.state == "ended", 12)).winner

    play(tmp_path, test)


@pytest.mark.parametrize("how", ["leaves", "removed", "stand-in"])
def test_a_bot_ends_the_battle_of_who_went_while_it_was_fought(tmp_path: Path, how: str) -> None:
    async def test(camp: Camp) -> None:
        await camp.open("ronin", "red-devils")
        await camp.start()
        await camp.rest()
        foe, mine, battle = await camp.against("A"), await camp.band("A"), await camp.battle("A")
        await fought(camp, foe)
        await (camp.do("A", StandIn(warband=mine, fixture=battle.id)) if how == "stand-in" else camp.drop(how))
        seats = (await camp.table(battle)).seats
        assert [seat.bot for seat in seats] == [side == mine for side in battle.sides]
        await camp.give_up(foe)
        done = await camp.battle("A")
        assert (done.result, done.winner) == ("won", mine)

    play(tmp_path, test)


def test_who_takes_his_seat_back_keeps_it(tmp_path: Path) -> None:
    async def test(camp: Camp) -> None:
        await camp.open("ronin", "red-devils")
        await camp.start()
        await camp.rest()
        mine, battle = await camp.band("A"), await camp.battle("A")
        await fought(camp, await camp.against("A"))
        await camp.do("A", StandIn(warband=mine, fixture=battle.id))
        table = await camp.table(battle)
        seat = table.seats[battle.sides.index(mine)]
        await camp.games.stand_in(table.id, seat.seat, False, seat.guest)
        await camp.pass_(6)
        await camp.camp.nudge(camp.id)
        assert not any(one.bot for one in (await camp.table(battle)).seats)

    play(tmp_path, test)


def test_both_sides_leave_and_nobody_is_left(tmp_path: Path) -> None:
    async def test(camp: Camp) -> None:
        await camp.open("ronin", "red-devils", "AB")
        await camp.start()
        await camp.rest()
        await camp.do("A", Leave())
        await camp.do("B", Leave())
        assert all(seat.bot for seat in (await camp.table(await camp.battle("A"))).seats)
        now = await camp.until(lambda now: now.state == "ended")
        assert [one.result for one in now.fixtures.values()] == ["standoff"]

    play(tmp_path, test)


def test_a_warband_in_reserve_fights_on_in_other_hands(tmp_path: Path) -> None:
    async def test(camp: Camp) -> None:
        await camp.open("ronin", "red-devils")
        await camp.start()
        await camp.rest()
        mine = await camp.band("A")
        await camp.do("A", Leave())
        assert isinstance(await camp.act("A", TakeBack(warband=mine)), Refused)
        await camp.do("H", SetRoles(guest=camp.actors["H"].id, roles=("host", "player")))
        await camp.do("H", HandOver(warband=mine, guest=camp.actors["H"].id))
        now = await camp.now()
        assert (now.warbands[mine].status, now.warbands[mine].guest) == ("active", camp.actors["H"].id)
        await camp.until(lambda now: now.state == "ended", 12)

    play(tmp_path, test)


@pytest.mark.parametrize("how", ["silent", "leaves"])
def test_the_last_host(tmp_path: Path, how: str) -> None:
    async def test(camp: Camp) -> None:
        await camp.open("ronin", "red-devils", host="A")
        await camp.start("A")
        await camp.rest()
        if how == "leaves":
            assert isinstance(await camp.act("A", Leave()), Refused)
            await camp.do("A", SetRoles(guest=camp.actors["B"].id, roles=("host", "player")))
            await camp.do("A", Leave())
        foe = await camp.against("A")
        await others(camp, foe)
        await camp.muster(foe)
        now = await camp.until(is_on(1))
        assert any(now.has(guest, "host") for guest in now.players)
        assert (await camp.until(lambda now: now.state == "ended", 7)).winner

    play(tmp_path, test)
