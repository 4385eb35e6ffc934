"""Who has won: losses, the limit of turns, and what each scenario asks for (SCN-01 to -06, section 5)."""

from __future__ import annotations

import pytest

from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.system import Outcome
from app.systems.daimyo.leaders.flow import kill
from app.systems.daimyo.scenarios.ending import check, watch
from app.systems.daimyo.scenarios.figures import scenario_of
from app.systems.daimyo.scenarios.victory import at_check, at_once, conceded, lost_share, points, tally
from app.systems.daimyo.state import State
from app.systems.daimyo.system import SYSTEM
from tests.systems.daimyo.brawls import Table, position
from tests.systems.daimyo.openings import BLUE, RED, Opening, agreed

FIELD = """
    scenario {scenario}\nphase end\nturn {turn}\nturns {turns}
    side red weight={red} lost={lost_red} role={first} edge={edge_red}
    side blue weight={blue} lost={lost_blue} role={second} edge={edge_blue}
    unit R red at=60,100 clan=rc\nunit B blue at=60,20 clan=bc
"""


def field(scenario: str = "meeting", turn: int = 3, lost: tuple[int, int] = (0, 0), of: tuple[int, int] = (12, 12),
          more: str = "") -> State:  # fmt: skip
    """A battle of a scenario at its check, with what both sides have lost of how much."""
    said = scenario_of(scenario)
    (first, second), turns = said.roles, said.turns
    rows = FIELD.format(scenario=scenario, turn=turn, turns=turns, red=of[0], blue=of[1], lost_red=lost[0],
                        lost_blue=lost[1], first=first, second=second, edge_red=said.edges[first],
                        edge_blue=said.edges[second])  # fmt: skip
    return position(rows + more)


def ending(state: State) -> tuple[Seat | None, str] | None:
    """Who wins at the check, and why."""
    outcome = at_check(state)
    return told(outcome) if outcome else None


def told(outcome: Outcome) -> tuple[Seat | None, str]:
    """Winner and reason; the reason must have a sentence, the clause must exist."""
    assert outcome.reason in SYSTEM.sentences
    assert str(outcome.facts["clause"]) in SYSTEM.clauses
    return outcome.winner, outcome.reason.removeprefix("outcome.")


# -- losses ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lost", "of", "end"),
    [
        ((4, 0), (12, 12), None),  # exactly a third
        ((5, 0), (12, 12), (BLUE, "broken")),
        ((0, 5), (12, 13), (RED, "broken")),
        ((5, 5), (12, 13), (BLUE, "more-broken")),
        ((6, 5), (12, 10), (None, "both-broken")),
    ],
)
def test_more_than_a_third_lost_loses(lost: tuple[int, int], of: tuple[int, int], end: object) -> None:
    assert ending(field(lost=lost, of=of)) == end


@pytest.mark.parametrize(
    ("lost", "of", "end"),
    [
        ((1, 0), (10, 10), (BLUE, "marginal")),  # ten points in a hundred are enough
        ((1, 0), (11, 10), (None, "level")),
        ((0, 2), (12, 12), (RED, "marginal")),
        ((2, 2), (12, 12), (None, "level")),
    ],
)
def test_at_the_limit_the_lower_share_wins_by_ten_points(
    lost: tuple[int, int], of: tuple[int, int], end: object
) -> None:
    assert ending(field(turn=24, lost=lost, of=of)) == end
    assert ending(field(turn=23, lost=lost, of=of)) is None


def test_village_blocks_held_alone_improve_the_share() -> None:
    block = "terrain building v1 76,56 84,56 84,64 76,64\n"
    held = block + "unit V red at=80,60 building=v1\n"
    assert ending(field(turn=24, lost=(0, 1), of=(20, 20), more=block)) == (None, "level")
    assert ending(field(turn=24, lost=(0, 1), of=(20, 20), more=held)) == (RED, "marginal")


def test_a_general_may_die_where_the_scenario_says_nothing() -> None:
    table = Table(field(more="leader G red at=60,110\nleader H blue at=60,10"))
    kill(table, table.state.leaders["G"].id, SYSTEM.out_of_turn)
    assert table.state.outcome is None


def test_what_was_lost_is_told_unit_by_unit() -> None:
    state = field(lost=(3, 0), more="unit X red fate=destroyed lost_by=red weight=3")
    assert [(line.id, line.adds) for line in tally(state, RED)] == [("score.destroyed", 3)]
    assert lost_share(state, RED) * 4 == 1
    table = Table(state)
    check(table)
    assert [event.kind for event in table.events] == ["daimyo.losses-counted"] * 2


def test_giving_up_ends_the_battle() -> None:
    event = conceded(field(), BLUE)
    assert told(event.outcome) == (RED, "conceded")
    assert event.fold(field()).outcome == event.outcome


# -- scenario by scenario ---------------------------------------------------------------------


def test_the_fords_are_won_by_a_third_across_from_turn_ten_on() -> None:
    # north of y = 64 is nearer the north edge than 56 cm
    across = "".join(f"unit A{n} red at={20 + 15 * n},55\n" for n in range(4))
    assert ending(field("fords", 10, more=across)) == (RED, "crossed")
    assert ending(field("fords", 9, more=across)) is None
    assert ending(field("fords", 10, more=across.replace("A0 red", "A0 red routing=yes"))) is None
    assert ending(field("fords", 10, more=across.replace(",55", ",56"))) is None
    assert ending(field("fords", 20)) == (BLUE, "held")
    assert ending(field("fords", 4, lost=(0, 5))) == (RED, "broken")


@pytest.mark.parametrize(
    ("lost", "more", "end"),
    [
        ((0, 0), "unit S blue fate=saved weight=3", (BLUE, "points")),
        ((0, 0), "unit S blue fate=saved weight=1", (None, "points-level")),
        ((0, 2), "", (RED, "points")),
        ((0, 1), "unit L red fate=saved weight=1", (RED, "points")),
        ((0, 1), "", (None, "points-level")),
    ],
)
def test_the_pass_is_scored(lost: tuple[int, int], more: str, end: object) -> None:
    state = field("rearguard", 16, lost=lost, more="table 120x180\n" + more).with_unit("B", at=Point(60_000, 60_000))
    assert ending(state) == end
    assert ending(state.with_(turn=15)) is None


def test_standing_far_back_in_the_pass_counts_as_saved_and_losses_do_not_end_it() -> None:
    state = field("rearguard", 16, lost=(9, 9), more="table 120x180")
    assert points(state, BLUE) == [("score.saved", 0), ("score.far-back", 2)]
    assert points(state, RED) == [("score.enemy-lost", 18), ("score.got-through", 0)]
    assert ending(state.with_(turn=15)) is None


def test_the_temple_falls_with_two_blocks() -> None:
    halls = "terrain building a 80,42 88,42 88,50 80,50\nterrain building b 92,42 100,42 100,50 92,50\n"
    one = halls + "unit X blue at=84,46 building=a\n"
    both = one + "unit Y blue at=96,46 building=b\n"
    assert ending(field("temple", more=one)) is None
    assert ending(field("temple", more=both)) == (BLUE, "blocks")
    assert ending(field("temple", more=both.replace("building=b", "building=b routing=yes"))) is None
    assert ending(field("temple", 22, more=one)) == (RED, "held")
    assert ending(field("temple", lost=(6, 0))) is None  # half is not over half
    assert ending(field("temple", lost=(7, 0))) == (BLUE, "broken")
    assert ending(field("temple", lost=(0, 5))) == (RED, "broken")


def test_nagashino_is_won_by_four_behind_the_palisades() -> None:
    through = "".join(f"unit T{n} blue at=57,{20 + 20 * n} facing=270\n" for n in range(4))
    assert ending(field("nagashino", more=through)) == (BLUE, "beyond")
    assert ending(field("nagashino", more=through.replace("at=57,20", "at=58,20"))) is None
    assert ending(field("nagashino", lost=(5, 0))) == (BLUE, "broken")
    assert ending(field("nagashino", lost=(0, 6))) is None
    assert ending(field("nagashino", lost=(0, 7))) == (RED, "broken")
    assert ending(field("nagashino", 16)) == (RED, "held")


def test_kawanakajima_is_decided_by_shingen_his_headquarters_or_the_clans_across() -> None:
    state = Opening(agreed("kawanakajima")).run().with_(phase="end", turn=16)
    assert ending(state) == (None, "not-across")
    late = [u for u in state.units.values() if u.clan and state.clans[u.clan].key in ("kosaka", "baba")][:3]
    for n, unit in enumerate(late):
        state = state.with_unit(unit.id, fate="", at=Point(20_000 + 15_000 * n, 100_000))
    assert ending(state) == (BLUE, "across")
    south = state.with_unit(late[0].id, at=Point(20_000, 103_000))
    assert ending(south) == (None, "not-across")
    hq = next(u for u in state.units.values() if u.seat == BLUE and u.kind == "hq")
    assert ending(state.with_unit(hq.id, fate="destroyed")) == (RED, "hq-lost")


def test_the_death_of_a_general_ends_at_once_where_the_scenario_says_so() -> None:
    for scenario, general, winner in (("kawanakajima", "blue-L0", RED), ("okehazama", "red-L0", BLUE),
                                      ("sekigahara", "blue-L0", RED)):  # fmt: skip
        table = Table(Opening(agreed(scenario)).run().with_(phase="melee", turn=2))
        kill(table, table.state.leaders[general].id, SYSTEM.out_of_turn)
        assert table.state.outcome is not None
        assert told(table.state.outcome) == (winner, "general-killed")
        assert table.events[-1].kind == "daimyo.game-over"
        watch(table)
        assert sum(event.kind == "daimyo.game-over" for event in table.events) == 1


def test_the_death_of_the_other_general_ends_nothing() -> None:
    table = Table(Opening(agreed("sekigahara")).run().with_(phase="melee", turn=2))
    kill(table, table.state.leaders["red-L0"].id, SYSTEM.out_of_turn)
    assert table.state.outcome is None


def test_ishidas_headquarters_counts_once_the_west_has_lost_a_quarter() -> None:
    state = Opening(agreed("sekigahara")).run().with_(phase="end", turn=5)
    hq = next(u for u in state.units.values() if u.seat == RED and u.kind == "hq")
    gone = state.with_unit(hq.id, fate="destroyed")
    assert at_once(gone.with_side(RED, lost=5)) is None
    outcome = at_once(gone.with_side(RED, lost=6))
    assert outcome is not None
    assert told(outcome) == (BLUE, "hq-lost")


def test_okehazama_is_held_to_the_limit_and_only_the_raiders_break() -> None:
    assert ending(field("okehazama", 10)) == (RED, "held")
    assert ending(field("okehazama", lost=(9, 0))) is None
    assert ending(field("okehazama", lost=(0, 5))) == (RED, "broken")
