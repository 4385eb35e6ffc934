"""Linked scenarios: the trees, who meets whom in which chapter, groups, choices, what chapters bring."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from app.campaigns.battles.musters import Muster
from app.campaigns.book import BOOK
from app.campaigns.ledger.events import Ended, Reached, SplitSet, Status
from app.campaigns.model import Fixture
from app.campaigns.rounds.course import Start
from app.campaigns.rounds.pairings import pair
from app.campaigns.stories.book import Page, Story, stories, story_of
from app.campaigns.stories.course import (
    ChooseScenario,
    Split,
    armies,
    drawn_for,
    group_of,
    next_page,
    page_of,
    sent,
    story_over,
    strands,
    tale,
)
from app.campaigns.systems import rules_of
from app.engine.campaigns import Band
from app.engine.events import Seat
from app.engine.system import Setup, SideSetup
from app.games.offers import SEATS
from app.systems import SYSTEMS, system_of
from tests.campaigns.people_table import Shop, fit, of_system
from tests.campaigns.rounds_table import HOST, Table

ALL = [(system.key, story) for system in SYSTEMS for story in stories(system.key)]
NAMES = [f"{system}/{story.key}" for system, story in ALL]


class Teller(Shop):
    """Rules whose scenarios are those of the stories."""

    scenarios = ("open-field", "ford")


def told(count: int, system: str, story: str) -> Table:
    """A campaign that follows a story, begun."""
    table = of_system(count, system, Teller(), pairing="story", story=story, underdog=False)
    for n in range(count):
        band = table.rules.enlist(9, 100)
        one = table.now.warbands[f"w{n}"]
        table.now = replace(table.now, warbands={**table.now.warbands, one.id: replace(one, band=band)})
    assert table.give(HOST, Start()) is None
    return table


def win(table: Table, one: Fixture, winner: str) -> None:
    """A battle is decided without being fought."""
    table.put(Ended(fixture=one.id, result="won" if winner else "draw", winner=winner))
    go_on(table)


def go_on(table: Table) -> None:
    """The next round is open, or the campaign over."""
    before = len(table.now.rounds)
    table.settle()
    for _ in range(9):
        if len(table.now.rounds) == before and table.now.state == "running":
            table.wait(days=1)


def open_battles(table: Table) -> list[Fixture]:
    return [one for one in table.battles() if one.story]


# -- the trees ----------------------------------------------------------------------


def test_every_system_has_a_story() -> None:
    assert all(stories(system.key) for system in SYSTEMS)


@pytest.mark.parametrize(("system", "story"), ALL, ids=NAMES)
def test_scenarios_and_clauses_exist_and_all_is_told_twice(system: str, story: Story) -> None:
    rules = system_of(system)
    known = {row["id"] for row in rules.catalogue()["scenarios"]}
    for page in story.chapters:
        for key in (*page.drawn, *(battle.scenario for battle in page.battles)):
            assert key in known
        for clause in (page.clause, *(each.clause for each in page.effects)):
            assert clause in (BOOK.clauses if clause.startswith("CPN") else rules.rulebook("en"))
        for text in (page.title, page.title_es, page.text, page.text_es):
            assert re.search(r"\w", text)
        assert {battle.group for battle in page.battles} - {""} <= {*story.groups}


@pytest.mark.parametrize(("system", "story"), ALL, ids=NAMES)
def test_every_way_through_a_story_ends_and_every_chapter_can_be_reached(system: str, story: Story) -> None:
    reached: set[str] = set()

    def walk(page: Page, before: tuple[str, ...]) -> list[int]:
        assert page.id not in before, f"{system}: {page.id} comes back"
        reached.add(page.id)
        lengths = []
        for to in (page.next.won_first, page.next.won_second, page.next.draw):
            following = story.page(to)
            assert bool(to) == (following is not None), to
            lengths += walk(following, (*before, page.id)) if following else [len(before) + 1]
        return lengths

    lengths = walk(story.chapters[0], ())
    assert reached == {page.id for page in story.chapters}
    least = {"road-to-sekigahara": 5, "the-letter": 4, "raid": 3, "feud": 5, "long-war": 7, "three-groups": 2}
    assert min(lengths) >= least.get(story.key, 3)
    assert max(lengths) <= 7


def test_lengths_of_celtos_are_those_of_its_clause_and_sekigahara_ends_its_road() -> None:
    assert [len(story.chapters) for story in stories("celtos")] == [3, 5, 7]
    road = story_of("daimyo", "road-to-sekigahara")
    assert road is not None
    assert road.chapters[-1].battles[0].scenario == "sekigahara"


# -- through a story -------------------------------------------------------------------


def test_two_go_on_by_who_won_and_the_story_ends() -> None:
    table = told(2, "kensei", "river-province")
    seen = []
    for winner in ("w1", "w0", "", "w0", "w0"):
        (one,) = open_battles(table)
        seen.append(page_of(one))
        win(table, one, winner)
    assert seen == ["bridge", "heads", "temple", "camps", "field"]
    assert story_over(table.now)
    assert table.now.state == "ended"
    assert table.now.story == tuple(seen)
    assert sum(isinstance(one, Reached) for one in table.entries) == 5


def test_honour_is_brought_once_and_decides() -> None:
    table = told(2, "kensei", "river-province")
    for winner in ("w1", "w1", "w1", "w0", "w0"):
        win(table, open_battles(table)[0], winner)
    honour = {id: one.band.honour for id, one in table.now.warbands.items()}
    assert honour == {"w0": 2 + 4, "w1": 2 + 3 + 2}
    assert table.now.winner == "w1"


def test_four_go_two_by_two_and_a_fifth_has_a_bye() -> None:
    table = told(5, "kensei", "river-province")
    assert [strand.pair for strand in strands(table.now)] == [("w0", "w1"), ("w2", "w3")]
    assert [one.sides for one in table.now.fixtures.values() if not one.story] == [("w4", "")]
    for one in open_battles(table):
        table.put(Ended(fixture=one.id, result="won", winner=one.sides[0]))
    table.join(5, 9)
    go_on(table)
    assert ("w4", "w5") in [strand.pair for strand in strands(table.now)]
    assert {page_of(one) for one in open_battles(table)} == {"bridge", "villages"}


def test_who_loses_his_opponent_begins_again_with_another() -> None:
    table = told(4, "kensei", "river-province")
    table.put(Status(warband="w1", status="retired"), Status(warband="w3", status="retired"))
    go_on(table)
    story = tale(table.now)
    assert story is not None
    last = strands(table.now)[-1]
    assert last.pair == ("w0", "w2")
    assert last.chapter == "bridge"
    assert next_page(story, last) is not None


def test_the_home_side_is_the_loser_where_the_story_says_so() -> None:
    table = told(2, "kensei", "river-province")
    win(table, open_battles(table)[0], "w0")
    assert open_battles(table)[0].sides == ("w1", "w0")


# -- two drawn, one chosen ---------------------------------------------------------------


def test_the_loser_chooses_of_two_that_were_drawn() -> None:
    table = told(2, "celtos", "raid")
    win(table, open_battles(table)[0], "w0")
    (one,) = open_battles(table)
    first, second = drawn_for(one)
    assert first != second
    assert one.scenario == first
    assert "open-field" not in (first, second)

    def code(guest: str, scenario: str) -> str:
        no = table.give(guest, ChooseScenario(warband=f"w{guest[1]}", fixture=one.id, scenario=scenario))
        return no.code if no else ""

    assert code("p0", second) == "story.not-loser"
    assert code("p1", "vanguards") == "story.not-drawn"
    assert code("p1", second) == ""
    assert table.now.fixtures[one.id].scenario == second


def test_the_draw_is_the_same_again_from_the_seed() -> None:
    table = told(2, "celtos", "feud")
    win(table, open_battles(table)[0], "w0")
    (one,) = open_battles(table)

    before = {id: f for id, f in table.now.fixtures.items() if f.round < one.round}
    desk = table.desk()
    desk.now = replace(table.now, fixtures=before)
    assert [f.story for f in pair(desk)] == [one.story]


# -- groups --------------------------------------------------------------------------------


def groups(table: Table, id: str, dearest: str = "defence") -> dict[str, tuple[str, ...]]:
    """The fit members dealt out, the rest to one group."""
    members = fit(table.now.warbands[id].band)
    names = ["skirmish", "capture", "defence"]
    dealt = {name: tuple(members[n * 3 : n * 3 + 3]) for n, name in enumerate(names)}
    moved = dealt["skirmish"][0]
    if dearest != "skirmish" and id == "w1":
        return {**dealt, "capture": dealt["capture"], "skirmish": (*dealt["skirmish"][1:], moved)}
    return dealt


def test_groups_are_sealed_until_both_are_divided_and_then_fight_apart() -> None:
    table = told(2, "ronin", "three-groups")
    assert {group_of(one) for one in open_battles(table)} == {"skirmish", "capture"}
    mine = groups(table, "w0")
    assert table.give("p0", Split(warband="w0", groups=mine)) is None
    entry = table.entries[-1]
    assert isinstance(entry, SplitSet)
    assert entry.seen_by == ("p0",)
    one = open_battles(table)[0]
    assert sent(table.now, one, "w1") == ()
    assert sent(table.now, one, "w0") == mine[group_of(one)]
    assert table.give("p1", Split(warband="w1", groups=groups(table, "w1"))) is None
    assert {group_of(one) for one in open_battles(table)} == {"skirmish", "capture", "defence"}
    again = table.give(
        "p0", Split(warband="w0", groups={**mine, "capture": mine["defence"], "defence": mine["capture"]})
    )
    assert again is not None
    assert again.code == "story.divided"


def test_the_dearer_group_attacks_in_the_defence() -> None:
    table = told(2, "ronin", "three-groups")
    one = table.now.warbands["w1"]
    members = {id: replace(m, cost=m.cost + 5 * (id == "m8")) for id, m in one.band.members.items()}
    band = replace(one.band, members=members)
    table.now = replace(table.now, warbands={**table.now.warbands, "w1": replace(one, band=band)})
    for n in (0, 1):
        assert table.give(f"p{n}", Split(warband=f"w{n}", groups=groups(table, f"w{n}"))) is None
    defence = next(one for one in open_battles(table) if group_of(one) == "defence")
    assert defence.sides == ("w1", "w0")


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({"capture": ()}, "story.placed"),
        ({"moon": ("m0",)}, "story.groups"),
        ({"skirmish": ("m0", "m0", "m1")}, "story.placed"),
        ({"skirmish": ("m0",), "capture": ("m1", "m2", "m3", "m4", "m5")}, "story.small"),
    ],
)
def test_every_fit_member_is_in_one_group_of_three(change: dict[str, Any], wanted: str) -> None:
    table = told(2, "ronin", "three-groups")
    no = table.give("p0", Split(warband="w0", groups={**groups(table, "w0"), **change}))
    assert no is not None
    assert no.code == wanted


def test_a_warband_in_reserve_is_dealt_out() -> None:
    table = told(2, "ronin", "three-groups")
    table.put(Status(warband="w1", status="reserve"))
    table.settle()
    assert sorted(len(group) for group in table.now.splits["w1"].values()) == [3, 3, 3]
    assert table.give("p0", Split(warband="w0", groups=groups(table, "w0"))) is None
    assert len(open_battles(table)) == 3


def test_three_battles_then_the_last_and_the_points_of_its_clause() -> None:
    table = told(2, "ronin", "three-groups")
    for n in (0, 1):
        assert table.give(f"p{n}", Split(warband=f"w{n}", groups=groups(table, f"w{n}"))) is None
    for one, winner in zip(open_battles(table), ("w0", "w1", ""), strict=True):
        table.put(Ended(fixture=one.id, result="won" if winner else "draw", winner=winner))
    table.settle()
    assert [table.now.warbands[id].band.honour for id in ("w0", "w1")] == [4, 4]
    (last,) = open_battles(table)
    assert (page_of(last), sent(table.now, last, "w0")) == ("the-last", None)
    win(table, last, "w1")
    assert (table.now.state, table.now.winner) == ("ended", "w1")
    assert table.now.warbands["w1"].band.honour == 9


def test_a_campaign_without_groups_has_nothing_to_divide() -> None:
    table = told(2, "kensei", "river-province")
    no = table.give("p0", Split(warband="w0", groups={}))
    assert no is not None
    assert no.code == "story.no-groups"


def test_a_battle_with_armies_of_its_own_names_both() -> None:
    table = told(2, "daimyo", "road-to-sekigahara")
    for winner in ("w0", "w0", "w0", "w0"):
        assert not armies(table.now, open_battles(table)[0])
        win(table, open_battles(table)[0], winner)
    (one,) = open_battles(table)
    assert one.scenario == "sekigahara"
    assert armies(table.now, one) == {"w1": {"sample": "sekigahara-west"}, "w0": {"sample": "sekigahara-east"}}


# -- with the real rules -------------------------------------------------------------------

LIMITS = {"ronin": 300, "celtos": 300, "daimyo": 600, "kensei": 1000}


def bands(system: str, limit: int) -> list[Band]:
    """Two warbands made of ready rosters."""
    rules = rules_of(system_of(system))
    made = (rules.enlist({"sample": row["id"]}, limit) for row in system_of(system).catalogue()["samples"])
    return [one for one in made if isinstance(one, Band)][:2]


@pytest.mark.parametrize(("system", "story"), ALL, ids=NAMES)
def test_every_battle_of_a_story_can_be_laid(system: str, story: Story) -> None:
    rules, two = rules_of(system_of(system)), bands(system, story.points or LIMITS[system])
    assert len(two) == 2
    for page in story.chapters:
        for battle in page.battles:
            for scenario in page.drawn or (battle.scenario,):
                sent_ = [fit(band)[:4] if battle.group else fit(band) for band in two]
                rosters = [rules.muster(band, ids) for band, ids in zip(two, sent_, strict=True)]
                if battle.armies:
                    rosters = [{"sample": name} for name in battle.armies]
                sides = tuple(SideSetup(Seat(seat), r) for seat, r in zip(SEATS, rosters, strict=False))
                bare = Setup(scenario, sides, dict(battle.options))
                whole = replace(bare, options={**bare.options, **rules.setup_options(bare)})
                assert system_of(system).refuse_setup(whole) == (), (page.id, scenario)


@pytest.mark.parametrize("count", [2, 3, 5])
@pytest.mark.parametrize(("system", "story"), ALL, ids=NAMES)
def test_whatever_happens_a_story_comes_to_an_end(system: str, story: Story, count: int) -> None:
    chance = Random(f"{story.key}{count}")
    table = told(count, system, story.key)
    for _ in range(80):
        if table.now.state == "ended":
            break
        battles = open_battles(table)
        if battles and chance.random() < 0.8:
            one = chance.choice(battles)
            winner = chance.choice((*one.sides, ""))
            table.put(Ended(fixture=one.id, result="won" if winner else "draw", winner=winner))
        elif chance.random() < 0.1 and len(table.now.active()) > 2:
            table.put(Status(warband=chance.choice(table.now.active()).id, status="retired"))
        table.settle()
        if not open_battles(table) or chance.random() < 0.2:
            table.wait(days=8)
    assert table.now.state == "ended"
    assert all(one.is_over for one in table.now.fixtures.values())


def test_only_the_group_of_a_battle_is_sent_to_it() -> None:
    table = told(2, "ronin", "three-groups")
    mine = groups(table, "w0")
    one = next(f for f in open_battles(table) if group_of(f) == "capture")
    no = table.give("p0", Muster(warband="w0", fixture=one.id, members=mine["capture"]))
    assert no is not None
    assert table.give("p0", Split(warband="w0", groups=mine)) is None
    no = table.give("p0", Muster(warband="w0", fixture=one.id, members=mine["defence"]))
    assert no is not None
    assert table.give("p0", Muster(warband="w0", fixture=one.id, members=mine["capture"])) is None
