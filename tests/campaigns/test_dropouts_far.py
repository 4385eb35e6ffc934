"""Somebody drops out of a war or of a story, and nobody of anything: it comes to its end all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.campaigns.map.maps import ready_maps, write_map
from app.campaigns.map.seasons import March, SetMap
from app.campaigns.model import DAY_MS
from app.campaigns.people.members import Leave
from app.campaigns.rounds.course import Extend
from app.campaigns.stories.course import Split
from app.campaigns.warbands.deeds import RetireWarband
from tests.campaigns.dropping import DAYS, WAYS, Camp, is_on, play, playing

DAIMYO, CELTOS = "takeda", "cedar-vanguard"


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
        assert now.land
        assert now.land.armies[mine] == ("kazahaya" if state == "orders" else "tokonami")
        await camp.muster("C")
        await camp.give_up("C")
        now = await camp.until(is_on(1))
        ours = next((one for one in now.fights(1) if mine in one.sides), None)
        assert (ours is None) == (state == "orders")
        assert next(one for one in now.fights(1) if theirs in one.sides).result == "won"
        assert ours is None or ours.result == result_of_war(state, how)
        assert now.land
        assert now.land.armies[theirs] != "hoshida"
        assert now.warbands[theirs].band.purse >= purse
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
        assert now.warbands[mine].status == "retired"
        assert not list(now.fights(1))
        assert (await camp.until(lambda now: now.state == "ended", 4 * DAYS)).winner != mine

    play(tmp_path, test)


def test_more_time_for_a_season_is_more_time_for_its_battles(tmp_path: Path) -> None:
    async def test(camp: Camp) -> None:
        await at_war(camp)
        await march(camp, "A", "tokonami")
        await march(camp, "B")
        await march(camp, "C")
        round_ = (await camp.now()).rounds[0]
        await camp.do("H", Extend(due=round_.due + 2 * DAY_MS, reason="a feast"))
        await camp.pass_(24 * (DAYS + 1))
        assert not (await camp.battle("A")).is_over
        await camp.until(is_on(1), 2)
        assert (await camp.battle("A", 0)).result == "standoff"

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
        await camp.muster("A")
        await camp.muster(foe)
        await camp.give_up("A")
        now = await camp.until(is_on(1))
        battle = await camp.battle("A")
        assert battle.round == 2
        assert battle.scenario
        await camp.drop(how)
        await camp.muster(foe)
        now = await camp.until(is_on(2))
        assert now.fixtures[battle.id].is_over
        assert now.fixtures[battle.id].scenario == battle.scenario
        assert (await camp.until(lambda now: now.state == "ended", 12)).warbands[mine].status != "retired"

    play(tmp_path, test)


# -- nobody does anything ------------------------------------------------------------------


async def in_league(camp: Camp, pairing: str) -> None:
    """Three warbands in the first round of this format."""
    story = "the-letter" if pairing == "story" else ""
    land = "heron-bay" if pairing == "territory" else ""
    await camp.open("ronin", "red-devils", "ABC", pairing=pairing, story=story, map=land, rounds=0 if story else 2)
    await camp.start()
    await camp.rest()


@pytest.mark.parametrize("pairing", ["round-robin", "swiss", "territory", "challenge", "map", "story"])
def test_with_nobody_there_a_campaign_comes_to_its_end(tmp_path: Path, pairing: str) -> None:
    async def test(camp: Camp) -> None:
        if pairing == "map":
            await at_war(camp)
        else:
            await in_league(camp, pairing)
        now = await camp.until(lambda now: now.state == "ended", 30)
        assert all(one.is_over for one in now.fixtures.values())
        assert all(one.state == "done" for one in now.rounds)

    play(tmp_path, test)


@pytest.mark.parametrize("pairing", ["swiss", "territory", "challenge", "map", "story"])
def test_the_last_one_there_need_not_wait_for_ever(tmp_path: Path, pairing: str) -> None:
    async def test(camp: Camp) -> None:
        if pairing == "map":
            await at_war(camp)
        else:
            await in_league(camp, pairing)
        for name in "AB":
            await camp.do(name, Leave())
        now = await camp.until(lambda now: now.state == "ended", 40)
        assert all(one.is_over for one in now.fixtures.values())

    play(tmp_path, test)
