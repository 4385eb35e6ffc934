"""What bots of Daimyo are about in the pass: who has to get away goes, and is attacked."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.geometry import CM, Point
from app.engine.system import Outcome
from app.systems.daimyo.ideas.ahead.thoughts import towards_it
from app.systems.daimyo.ideas.judgement import JUDGEMENT
from app.systems.daimyo.ideas.worth import goal, plan_of, way_left, ways_to
from app.systems.daimyo.moving.judging import judge
from app.systems.daimyo.state import State
from tests.systems.daimyo.brawls import position
from tests.systems.daimyo.openings import BLUE, RED

PASS = """
    scenario rearguard\nphase move\nturn 9\nturns 16\ntable 120x180
    side red weight=12 role=attacker edge=south\nside blue weight=12 role=defender edge=north
    unit R red at=60,160 clan=rc\nunit B blue at=60,100 clan=bc
"""


def field(more: str = "") -> State:
    """The pass in the ninth turn, a unit of either side in it."""
    return position(PASS + more)


def there(y: int, facing: int = 0) -> State:
    """The same, with the defender so far from the edge by which he leaves."""
    return field().with_unit("B", at=Point(60 * CM, y * CM), facing=facing)


def worth(state: State, seat: Seat) -> float:
    """What a position is worth by points and by the goal."""
    terms = JUDGEMENT.weighed(state, seat, plan_of(state, seat, 0.0))
    return terms["score"] + terms.get("goal", 0.0)


def test_the_defender_of_the_pass_means_to_leave_and_the_attacker_attacks() -> None:
    state = field()
    assert [plan_of(state, seat, 0.0).key for seat in (RED, BLUE)] == ["attack", "leave"]


def test_every_step_towards_the_edge_counts_and_so_does_to_look_there() -> None:
    nearer = [goal(there(y), BLUE) for y in (170, 140, 100, 60, 10)]
    assert nearer == sorted(set(nearer))
    here, behind = there(100), there(100, facing=18_000)
    far = [way_left(state, state.units["B"]) or 0.0 for state in (here, behind)]
    assert far[1] > far[0] == 100 * CM
    assert goal(behind, BLUE) < goal(here, BLUE)


def test_who_is_away_counts_no_less_than_one_at_the_edge() -> None:
    at_edge, away = there(1), field().with_unit("B", fate="saved")
    assert goal(away, BLUE) >= goal(at_edge, BLUE)
    assert worth(away, BLUE) >= worth(at_edge, BLUE) > worth(there(100), BLUE)


def test_of_a_battle_that_is_over_nothing_counts_but_who_has_won() -> None:
    state = there(100)
    for winner, sign in ((BLUE, 1), (RED, -1), (None, 0)):
        over = state.with_(outcome=Outcome(winner, "outcome.points", {}))
        found = JUDGEMENT.weighed(over, BLUE, plan_of(state, BLUE, 0.0))
        assert list(found) == ["verdict"]
        assert found["verdict"] * sign == abs(found["verdict"])
        assert (found["verdict"] != 0) is (winner is not None)
    assert len(JUDGEMENT.weighed(state, BLUE, plan_of(state, BLUE, 0.0))) > 1


def test_what_the_defender_loses_counts_where_losses_break_nobody() -> None:
    state = field()
    red, blue = (state.side(seat) for seat in (RED, BLUE))
    beaten = state.with_(sides=(red, replace(blue, lost=3)))
    assert worth(beaten, RED) > worth(state, RED)
    assert worth(beaten, BLUE) < worth(state, BLUE)


PALISADES = """
    scenario nagashino\nphase move\nturn 9\nturns 16\ntable 180x120
    terrain palisade S 58,10 58,40\nterrain palisade N 58,48 58,110
    side red weight=12 role=allies edge=west\nside blue weight=12 role=takeda edge=east
    unit R red at=20,60 clan=rc\nunit F blue at=80,70 clan=bc facing=270
    unit M blue profile=SC at=80,70 clan=bc facing=270
"""


def test_who_is_mounted_makes_for_what_is_open_of_the_palisades_and_others_go_straight() -> None:
    state = position(PALISADES)
    foot, riders = (ways_to(state, state.units[id]) for id in ("F", "M"))
    assert foot == ((Point(55 * CM, 70 * CM),),)
    assert [way[-1].y // CM for way in riders] == [5, 44, 115]
    assert all(way[0].x > 58 * CM > way[-1].x for way in riders)
    before = state.with_unit("M", at=Point(64 * CM, 44 * CM))
    assert (Point(55 * CM, 44 * CM),) in ways_to(before, before.units["M"])
    assert (way_left(before, before.units["M"]) or 0) < (way_left(state, state.units["M"]) or 0)
    over = state.with_unit("M", at=Point(50 * CM, 44 * CM))
    assert way_left(over, over.units["M"]) == 0


def test_who_has_what_it_makes_for_behind_it_turns_about_and_goes_on() -> None:
    state = there(100, facing=18_000)
    unit = state.units["B"]
    ideas = [steps for steps in towards_it(state, unit, Point(60 * CM, 0)) if judge(state, unit, steps).no is None]
    assert [step.do for step in ideas[0]] == ["turn", "forward"]
