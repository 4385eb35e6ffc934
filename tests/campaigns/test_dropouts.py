"""Somebody drops out of a league, in every state of it: the others go on, and nobody has to help."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from app.campaigns.absence import StandIn
from app.campaigns.maps import ready_maps, write_map
from app.campaigns.model import Campaign
from app.campaigns.people import Leave, SetRoles
from app.campaigns.rulings import Correct
from app.campaigns.schedule import Accept, Propose
from app.campaigns.seasons import March, SetMap
from app.campaigns.service import Refused
from app.campaigns.stories import Split
from app.campaigns.trades import OfferTrade
from app.campaigns.warbands import HandOver, RetireWarband, TakeBack
from app.engine.campaigns import Delta
from tests.campaigns.dropping import DAYS, Camp, is_on, play, playing

DAIMYO, CELTOS = "asai", "cedar-vanguard"
WAYS = ("leaves", "silent", "removed")
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
        if not battle.is_over and foe and await camp.band(foe) not in (await camp.battle("A", 0)).musters:
            await camp.muster(foe)
        now = await camp.until(is_on(1))
        first, theirs = now.fixtures[battle.id], next(iter(f for f in now.fights(1) if f.id != battle.id))
        assert (theirs.result, theirs.winner) == ("won", won)
        assert first.is_over and {*first.settled} == {*first.sides}
        assert first.result == expected(state, how)
        assert now.rounds[0].state == "done" and now.rounds[0].seed
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
    """How the battle of A ends, whose foe musters and then waits."""
    if state is choosing:
        return "won"
    if how == "silent" and state not in (own, fought):
        return "forfeit"
    return "standoff"


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


# -- on a map -----------------------------------------------------------------------


async def at_war(camp: Camp) -> None:
    """Three houses on the bay; A and B are neighbours."""
    await camp.open("daimyo", DAIMYO, "ABC", points=600, pairing="map", map="heron-bay", years=1)
    drawn = write_map(ready_maps()["heron-bay"])
    drawn["starts"] = [["kazahaya", "mizuhara"], ["tokonami", "sagimori"], ["kanezaki", "utsugi"]]
    await camp.do("H", SetMap(map=drawn))
    await camp.start()
    await camp.rest()


async def march(camp: Camp, name: str, *way: str) -> None:
    """Somebody's army has its order."""
    await camp.do(name, March(warband=await camp.band(name), way=way))


MARCHES = ("orders", "ordered", "met", "own", "other", "fought")


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("state", MARCHES)
def test_a_war_goes_on(tmp_path: Path, state: str, how: str) -> None:
    async def test(camp: Camp) -> None:
        await at_war(camp)
        mine, theirs = await camp.band("A"), await camp.band("C")
        purse = (await camp.now()).warbands[theirs].band.purse
        if state != "orders":
            await march(camp, "A", "tokonami")
        if state not in ("orders", "ordered"):
            await march(camp, "B")
            await march(camp, "C", "hoshida")
            if state in ("own", "fought"):
                await camp.muster("A")
            if state in ("other", "fought"):
                await camp.muster("B")
        await camp.drop(how)
        if state in ("orders", "ordered"):
            await march(camp, "B")
            await march(camp, "C", "hoshida")
        now = await camp.until(lambda now: now.rounds[0].step != "orders")
        assert now.land and now.land.armies[mine] == ("kazahaya" if state == "orders" else "tokonami")
        await camp.muster("C")
        await camp.give_up("C")
        now = await camp.until(is_on(1))
        ours = next((one for one in now.fights(1) if mine in one.sides), None)
        assert (ours is None) == (state == "orders")
        assert next(one for one in now.fights(1) if theirs in one.sides).result == "won"
        assert ours is None or ours.result == result_of_war(state, how)
        assert now.land and now.land.armies[theirs] != "hoshida" and now.warbands[theirs].band.purse >= purse
        assert not playing(now)
        assert now.state == "running"

    play(tmp_path, test)


def result_of_war(state: str, how: str) -> str:
    """How the battle of A and B ends, who do nothing more."""
    if state == "own" or (state == "other" and how == "silent"):
        return "forfeit"
    if state in ("ordered", "met") and how != "silent":
        return "forfeit"
    return "standoff"


def test_a_house_that_is_given_up_on_the_map(tmp_path: Path) -> None:
    async def test(camp: Camp) -> None:
        await at_war(camp)
        mine = await camp.band("A")
        await march(camp, "A", "tokonami")
        await camp.do("A", RetireWarband(warband=mine))
        now = await camp.until(is_on(1))
        assert now.warbands[mine].status == "retired" and not list(now.fights(1))
        assert (await camp.until(lambda now: now.state == "ended", 4 * DAYS)).winner != mine

    play(tmp_path, test)


# -- in a story ------------------------------------------------------------------------


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("divided", ["nobody", "A", "foe", "both"])
def test_a_story_of_groups_goes_on(tmp_path: Path, divided: str, how: str) -> None:
    async def test(camp: Camp) -> None:
        await camp.open("ronin", "red-devils", points=300, pairing="story", story="three-groups", rounds=0)
        await camp.start()
        await camp.rest()
        foe = await camp.against("A")
        for name in {"nobody": (), "A": ("A",), "foe": (foe,), "both": ("A", foe)}[divided]:
            await camp.do(name, Split(warband=await camp.band(name), groups=await groups(camp, name)))
        await camp.drop(how)
        if how != "silent" and divided in ("foe", "both"):
            mine = await camp.band("A")
            assert sum(mine in one.sides for one in (await camp.now()).fights(1)) == 3
        now = await camp.until(is_on(1), 7)
        assert all(one.is_over for one in now.fights(1))
        now = await camp.until(lambda now: now.state == "ended", 12)
        assert now.story == ("one-day", "the-last")

    play(tmp_path, test)


async def groups(camp: Camp, name: str) -> dict[str, tuple[str, ...]]:
    """A warband dealt out in turn."""
    fit = [one.id for one in (await camp.now()).warbands[await camp.band(name)].band.fit()]
    return {group: tuple(fit[n::3]) for n, group in enumerate(("skirmish", "capture", "defence"))}


@pytest.mark.parametrize("how", WAYS)
def test_the_choice_of_a_scenario_waits_for_nobody(tmp_path: Path, how: str) -> None:
    async def test(camp: Camp) -> None:
        await camp.open("celtos", CELTOS, points=300, pairing="story", story="raid", rounds=0)
        await camp.start()
        await camp.rest()
        foe, mine = await camp.against("A"), await camp.band("A")
        await fought(camp, foe)
        await camp.give_up("A")
        now = await camp.until(is_on(1))
        battle = await camp.battle("A")
        assert battle.round == 2 and battle.scenario
        await camp.drop(how)
        await camp.muster(foe)
        now = await camp.until(is_on(2))
        assert now.fixtures[battle.id].is_over and now.fixtures[battle.id].scenario == battle.scenario
        assert (await camp.until(lambda now: now.state == "ended", 12)).warbands[mine].status != "retired"

    play(tmp_path, test)
