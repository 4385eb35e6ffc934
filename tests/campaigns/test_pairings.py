"""Who fights whom: everybody once, nobody twice, nobody left out."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest
from msgspec.structs import replace

from app.campaigns.battles.results import Void
from app.campaigns.ledger.events import FixtureAdded, Mapped, RoundOpened, Status
from app.campaigns.ledger.evolve import fold
from app.campaigns.map.maps import ready_maps
from app.campaigns.model import Campaign, Round
from app.campaigns.rounds.absence import StandIn
from app.campaigns.rounds.challenges import AcceptChallenge, Challenge, DropChallenge
from app.campaigns.rounds.course import Start, battles_of, replace_desk
from app.campaigns.rounds.pairings import bordering, circle, lots, pair, shuffled
from tests.campaigns.rounds_table import DAY, HOST, T0, Table


def played(table: Table) -> Table:
    """The campaign to its end; the warband that came first always wins."""
    assert table.give(HOST, Start()) is None
    while table.battles():
        one = table.battles()[0]
        table.won(one.id, min(one.sides))
    return table


def fought(now: Campaign) -> Counter[frozenset[str]]:
    """How often every two met."""
    return Counter(frozenset(f.sides) for f in now.fixtures.values() if all(f.sides))


@pytest.mark.parametrize("count", range(2, 13))
def test_in_a_round_robin_everybody_meets_everybody_once(count: int) -> None:
    table = played(Table(count))
    every = [frozenset(two) for two in combinations(table.now.warbands, 2)]
    assert fought(table.now) == Counter(every)
    assert len(table.now.rounds) == count - 1 + count % 2
    assert table.now.state == "ended"


@pytest.mark.parametrize("count", [3, 6, 9])
def test_nobody_has_two_battles_in_a_round_and_nobody_is_left_out(count: int) -> None:
    table = played(Table(count))
    for opened in table.rounds():
        there = [side for one in opened.fixtures for side in one.sides if side]
        assert sorted(there) == sorted(table.now.warbands)


@pytest.mark.parametrize("count", [4, 7, 8, 11])
def test_home_and_away_are_even_within_two(count: int) -> None:
    table = played(Table(count))
    for id in table.now.warbands:
        home = sum(f.sides[0] == id and bool(f.sides[1]) for f in table.now.fixtures.values())
        away = sum(f.sides[1] == id for f in table.now.fixtures.values())
        assert abs(home - away) <= 2


def test_who_comes_later_meets_everybody_too() -> None:
    table = Table(4)
    assert table.give(HOST, Start()) is None
    table.join(4)
    while table.battles():
        table.won(table.battles()[0].id, table.battles()[0].sides[0])
    assert fought(table.now) == Counter(frozenset(two) for two in combinations(table.now.warbands, 2))
    assert not any("w4" in f.sides for f in table.now.fights(1))


def test_who_comes_later_takes_the_place_of_one_that_has_gone() -> None:
    table = Table(4)
    assert table.give(HOST, Start()) is None
    table.put(Status(warband="w1", status="retired"))
    table.settle()
    table.join(4)
    while table.battles():
        table.won(table.battles()[0].id, table.battles()[0].sides[0])
    left = ["w0", "w2", "w3", "w4"]
    met = fought(table.now)
    assert all(met[frozenset(two)] == 1 for two in combinations(left, 2))
    assert len(table.now.rounds) <= 5


def test_a_void_battle_is_paired_again() -> None:
    table = Table(2)
    assert table.give(HOST, Start()) is None
    assert table.give(HOST, Void(fixture="r001b001", reason="wrong table")) is None
    assert [one.id for one in table.battles()] == ["r002b001"]


def test_two_laps_turn_home_and_away_round() -> None:
    table = played(Table(4, rounds=6))
    assert set(fought(table.now).values()) == {2}
    assert len({f.sides for f in table.now.fixtures.values()}) == 12


@pytest.mark.parametrize("count", [4, 5, 8, 9, 16])
def test_in_swiss_rounds_nobody_meets_the_same_twice_and_byes_go_round(count: int) -> None:
    table = played(Table(count, pairing="swiss"))
    assert set(fought(table.now).values()) == {1}
    byes = Counter(f.sides[0] for f in table.now.fixtures.values() if not f.sides[1])
    assert set(byes.values()) <= {1}
    assert len(table.now.rounds) == max(3, (count - 1).bit_length())
    points = Counter(one.winner for one in table.now.fixtures.values() for _ in range(3 if one.result == "won" else 0))
    points += byes
    assert points[table.now.winner] == max(points.values()), "a bye is worth less than a battle won, and falls by lot"


def test_swiss_rounds_repeat_only_when_they_must() -> None:
    table = played(Table(4, pairing="swiss", rounds=5))
    assert sorted(fought(table.now).values()) == [1, 1, 2, 2, 2, 2]


def test_winners_meet_winners() -> None:
    table = Table(8, pairing="swiss")
    assert table.give(HOST, Start()) is None
    winners = []
    while len(table.now.rounds) == 1:
        one = table.battles()[0]
        winners.append(min(one.sides))
        table.won(one.id, min(one.sides))
    assert sum({*one.sides} <= {*winners} for one in table.battles()) == 2


def test_sixty_four_are_paired() -> None:
    table = Table(64, pairing="swiss", rounds=7)
    assert len(played(table).now.fixtures) == 7 * 32
    assert set(fought(table.now).values()) == {1}


def test_neighbours_fight_first() -> None:
    table = Table(4, pairing="territory")
    borders = [{"a": "north", "b": "east"}, {"a": "south", "b": "west"}]
    owners = {"north": "w0", "east": "w3", "south": "w1", "west": "w2"}
    table.put(Mapped(map={"borders": borders}, owners=owners))
    assert frozenset(("w0", "w3")) in bordering(table.now)
    table.put(RoundOpened(round=Round(number=1, commit=table.desk().commit(1))))
    assert {frozenset(one.sides) for one in pair(table.desk())} == {frozenset(("w0", "w3")), frozenset(("w1", "w2"))}


def test_who_is_away_and_wins_takes_the_province() -> None:
    table = Table(2, pairing="territory")
    owners = {"north": "w0", "east": "w1", "south": "w0", "west": "w1"}
    table.put(Mapped(map={"borders": [{"a": "north", "b": "east"}]}, owners=owners))
    table.put(RoundOpened(round=Round(number=1, commit=table.desk().commit(1), due=T0 + 7 * DAY)))
    for draft in pair(table.desk()):
        table.put(FixtureAdded(fixture=draft))
    (one,) = table.battles()
    home, away = one.sides
    assert one.place == ("north" if home == "w0" else "east")
    table.won(one.id, away)
    assert table.now.land is not None
    assert table.now.land.owners[one.place] == away
    assert sum(owner == home for owner in table.now.land.owners.values()) == 1


def test_a_last_province_is_not_taken_nor_is_one_by_forfeit() -> None:
    for result, owners in (("won", {"a": "w0", "b": "w1"}), ("forfeit", {"a": "w0", "b": "w1", "c": "w0", "d": "w1"})):
        table = Table(2, pairing="territory")
        table.put(Mapped(map={"borders": [{"a": "a", "b": "b"}]}, owners=owners))
        table.put(RoundOpened(round=Round(number=1, commit=table.desk().commit(1), due=T0 + 7 * DAY)))
        table.put(*(FixtureAdded(fixture=one) for one in pair(table.desk())))
        one = table.battles()[0]
        table.won(one.id, one.sides[1], result)
        assert table.now.land is not None
        assert table.now.land.owners == owners


def test_provinces_are_those_of_the_starts() -> None:
    table = Table(2, pairing="territory", map=next(iter(ready_maps())))
    assert table.give(HOST, Start()) is None
    assert table.now.land is not None
    assert set(table.now.land.owners.values()) == {"w0", "w1"}


def test_territory_without_a_map_is_paired_as_swiss_rounds() -> None:
    one, other = Table(6, pairing="territory"), Table(6, pairing="swiss")
    assert one.give(HOST, Start()) is None
    other.seeds = one.seeds
    opened = one.rounds()[0].round
    other.now = replace(other.now, rounds=(replace(opened, fixtures=()),))
    assert [f.sides for f in pair(replace_desk(other.desk(), other.now))] == [f.sides for f in one.battles()]


def test_anybody_can_pair_again_with_the_seed() -> None:
    table = Table(13)
    assert table.give(HOST, Start()) is None
    for one in table.battles():
        table.won(one.id, one.sides[0])
    for number, opened in enumerate(table.rounds(), 1):
        before = table.entries[: table.entries.index(opened)]
        desk = replace_desk(table.desk(), fold(Campaign(id=table.now.id), before))
        assert battles_of(desk, opened.round) == opened.fixtures
        desk.seeds = {"1": "00" * 32, "2": "00" * 32}
        assert number == 2 or battles_of(desk, opened.round) != opened.fixtures


def test_lots_depend_on_the_seed_and_on_what_players_add() -> None:
    table = Table(12)
    assert table.give(HOST, Start()) is None
    first = shuffled(list("abcdefghijklmn"), lots(table.desk(), 1, 5))
    assert first == shuffled(list("abcdefghijklmn"), lots(table.desk(), 1, 5))
    table.now = replace(table.now, rounds=(replace(table.now.rounds[0], entropy={"p0": "other"}),))
    assert first != shuffled(list("abcdefghijklmn"), lots(table.desk(), 1, 5))


def test_the_circle_has_every_two_once() -> None:
    turns = circle(list("abcde"))
    assert [len(turn) for turn in turns] == [2] * 5
    assert Counter(frozenset(two) for turn in turns for two in turn) == Counter(
        frozenset(two) for two in combinations("abcde", 2)
    )


def test_scenarios_are_those_named_and_not_the_same_twice_running() -> None:
    table = played(Table(2, rounds=8, scenarios=("pass", "bridge")))
    drawn = [one.scenario for one in table.now.fixtures.values()]
    assert set(drawn) == {"pass", "bridge"}
    assert all(one != other for one, other in pairwise(drawn))


def test_the_weaker_has_help_beyond_a_fifth() -> None:
    table = Table(0)
    table.join(0, members=9)
    table.join(1, members=3)
    assert table.give(HOST, Start()) is None
    assert table.battles()[0].extra == {"w1": 40}
    even = Table(0, underdog=False)
    even.join(0, members=9)
    even.join(1, members=3)
    assert even.give(HOST, Start()) is None
    assert even.battles()[0].extra == {}


# -- challenges -----------------------------------------------------------------


def ring(count: int = 4) -> Table:
    """A campaign of challenges that has begun."""
    table = Table(count, pairing="challenge")
    assert table.give(HOST, Start()) is None
    return table


def code(no: object) -> str:
    """The code of a refusal; empty for none."""
    return getattr(no, "code", "")


def test_a_challenge_is_taken_up_and_its_scenario_drawn() -> None:
    table = ring()
    assert table.give("p0", Challenge(warband="w0", other="w1")) is None
    assert table.give("p0", Challenge(warband="w0", other="w1")) is None
    (one,) = table.battles()
    assert one.scenario == ""
    assert code(table.give("p0", AcceptChallenge(warband="w0", fixture=one.id))) == "campaign.challenge.own"
    assert table.give("p1", AcceptChallenge(warband="w1", fixture=one.id)) is None
    assert table.now.fixtures[one.id].scenario in table.rules.scenarios
    assert code(table.give("p1", DropChallenge(warband="w1", fixture=one.id))) == "campaign.challenge.taken-up"


def test_a_challenge_waits_for_the_other_side() -> None:
    table = ring()
    assert table.give("p0", Challenge(warband="w0", other="w1")) is None
    (one,) = table.battles()
    assert table.give("p0", StandIn(warband="w0", fixture=one.id)) is None
    assert table.now.fixtures[one.id].musters == {}


def test_challenges_have_their_limits() -> None:
    table = ring()
    assert code(table.give("p0", Challenge(warband="w0", other="w0"))) == "campaign.challenge.nobody"
    assert code(table.give("p0", Challenge(warband="w0", other="nobody"))) == "campaign.challenge.nobody"
    assert table.give("p0", Challenge(warband="w0", other="w1")) is None
    assert code(table.give("p1", Challenge(warband="w1", other="w0"))) == "campaign.challenge.twice"
    assert table.give("p0", Challenge(warband="w0", other="w2")) is None
    assert code(table.give("p3", Challenge(warband="w3", other="w0"))) == "campaign.challenge.many"
    assert code(Table(2).give("p0", Challenge(warband="w0", other="w1"))) == "campaign.challenge.none"


def test_a_challenge_turned_down_can_be_made_anew() -> None:
    table = ring()
    assert table.give("p0", Challenge(warband="w0", other="w1")) is None
    assert table.give("p1", DropChallenge(warband="w1", fixture=table.battles()[0].id)) is None
    assert table.give("p0", Challenge(warband="w0", other="w1")) is None
    assert len(table.battles()) == 1


def test_a_challenge_nobody_took_up_is_off_at_the_deadline() -> None:
    table = ring()
    assert table.give("p0", Challenge(warband="w0", other="w1")) is None
    table.wait(days=7)
    assert [one.state for one in table.now.fixtures.values()] == ["void"]
    assert len(table.now.rounds) == 2
