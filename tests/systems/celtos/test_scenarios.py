"""What each scenario makes happen: tokens, fire, the envoy, the captive, the ambush (section 5)."""

from __future__ import annotations

from typing import Any

import pytest

from app.systems.celtos.ideas.imagine import imagine
from app.systems.celtos.ideas.proposals import goals
from app.systems.celtos.scenarios.figures import (
    entries,
    exits,
    keys,
    refuse_entry,
    refuse_order,
    scenario_of,
    sight_limit,
    zones,
)
from app.systems.celtos.scenarios.tokens import holder
from app.systems.celtos.system import SYSTEM
from tests.systems.celtos.stages import BANDS, BLUE, RED, Opening, Phase, agreed, spot
from tests.systems.celtos.turns import Play
from tests.systems.celtos.volleys import position

FORD = """
scenario ford
turn {turn}
token ford-west kind=ford at=42.5,60
token bridge kind=bridge at=90,60
unit Wolves red at={wolves} {red}
unit Crows blue at={crows} {blue}
"""


def ford(wolves: str = "42.5,66.2", crows: str = "150,20", turn: int = 2, red: str = "", blue: str = "") -> str:
    """A ford with two units."""
    return FORD.format(wolves=wolves, crows=crows, turn=turn, red=red, blue=blue)


@pytest.mark.parametrize(("at", "held"), [("42.5,66.2", "red"), ("42.5,66.25", "red"), ("42.5,66.3", None)])
def test_a_token_is_held_from_five_centimetres(at: str, held: str | None) -> None:
    state = position(ford(wolves=at))
    assert holder(state, state.tokens[0]) == held


def test_an_enemy_that_near_or_panic_spoils_it() -> None:
    near = position(ford(crows="42.5,53.8"))
    assert holder(near, near.tokens[0]) is None
    panicked = position(ford(crows="42.5,53.8", blue="panic=yes"))
    assert holder(panicked, panicked.tokens[0]) == RED
    own = position(ford(red="panic=yes"))
    assert holder(own, own.tokens[0]) is None


def test_tokens_pay_twenty_each_from_turn_two() -> None:
    rows = ford(wolves="42.5,66.2+90,66.2")
    assert not Phase("phase end\n" + rows.replace("turn 2", "turn 1")).told("token-scored")
    phase = Phase("phase end\n" + rows)
    assert [(e.seat, e.number, e.points, e.score, e.clause) for e in phase.told("token-scored")] == [
        (RED, 2, 40, 40, "CEL-SCN-02")
    ]
    assert phase.state.side(RED).score == 40


FIRE = """
scenario granaries
side red role=attacker edge=south
side blue role=defender edge=north
terrain building granary-1 40,40 50,40 50,50 40,50
terrain building granary-2 100,40 110,40 110,50 100,50
token granary-1 kind=granary at=45,45 {lit}
token granary-2 kind=granary at=105,45
unit Wolves red at={at} {red}
unit Crows blue at={crows}
"""


def fire(at: str = "45,52", crows: str = "150,20", red: str = "", lit: str = "") -> Play:
    """The attacker beside a granary."""
    return Play(FIRE.format(at=at, crows=crows, red=red, lit=lit))


def test_a_unit_at_a_granary_sets_it_alight_when_its_activation_ends() -> None:
    play = fire("45,51.25").order("Wolves", "end")
    assert [(e.token, e.unit) for e in play.events("granary-lit")] == [("granary-1", "Wolves")]


def test_it_must_touch_the_granary() -> None:
    assert not fire("45,51.4").order("Wolves", "end").events("granary-lit")


def test_after_a_normal_move_but_not_after_a_run() -> None:
    path = {"Wolves-1": [[45000, 51250]]}
    assert fire("45,58").order("Wolves", "move", path).next("end").events("granary-lit")
    assert not fire("45,58").order("Wolves", "run", path).events("granary-lit")


def test_not_in_contact_and_not_in_panic() -> None:
    assert not fire("45,51.25", crows="47.5,51.25").order("Wolves", "end").events("granary-lit")
    panicked = fire("45,51.25", red="panic=yes").roll("check-rally", 1).next("end")
    assert not panicked.events("granary-lit")


def test_two_alight_win_at_once() -> None:
    play = fire("105,51.25", lit="alight").order("Wolves", "end")
    outcome = play.state.outcome
    assert outcome is not None
    assert outcome.winner == RED
    assert outcome.reason == "outcome.granaries"
    assert SYSTEM.next_phase(play.state) is None


@pytest.mark.parametrize(("lit", "winner"), [("", "blue"), ("alight", None)])
def test_one_alight_at_the_end_is_a_draw(lit: str, winner: str | None) -> None:
    rows = FIRE.format(at="45,58", crows="150,20", red="", lit=lit)
    outcome = Phase(f"phase end\nturn 7\nturns 7\n{rows}").state.outcome
    assert outcome is not None
    assert outcome.winner == winner
    assert outcome.facts["clause"] == "CEL-SCN-03"


ENVOY = """
scenario envoy
turn {turn}
turns 8
side red role=escort edge=west
side blue role=hunter edge=east
unit Wolves red at=20,20+23,20
unit Envoy red individual=yes entry=envoy at=170,60 hr=2 {envoy}
unit Crows blue at=100,110+103,110
"""


def test_the_envoy_off_the_far_edge_wins_at_once() -> None:
    play = Play(ENVOY.format(turn=3, envoy=""))
    play.order("Envoy", "move", {"Envoy": [[179000, 60000]]})
    outcome = play.state.outcome
    assert outcome is not None
    assert outcome.winner == RED
    assert outcome.reason == "outcome.envoy-safe"
    assert play.state.unit("Envoy").fate == "left"


def test_the_envoy_gets_no_order_but_movement() -> None:
    play = Play(ENVOY.format(turn=3, envoy=""))
    assert play.open("Envoy") == ("move", "run", "end")
    no = refuse_order(play.state, "Envoy", "reaction")
    assert no is not None
    assert no.clause == "CEL-SCN-04"
    assert refuse_order(play.state, "Wolves", "shoot") is None
    assert exits(play.state, "Wolves") == ()


@pytest.mark.parametrize("fate", ["destroyed", "defeated"])
def test_the_hunter_wins_once_the_envoy_is_lost(fate: str) -> None:
    rows = ENVOY.format(turn=3, envoy=f"fate={fate}") + "model Envoy fate=dead"
    outcome = Phase(f"phase end\n{rows}").state.outcome
    assert outcome is not None
    assert outcome.winner == BLUE
    assert outcome.reason == "outcome.envoy-lost"


def test_and_if_it_still_stands_there_at_the_end() -> None:
    assert Phase(f"phase end\n{ENVOY.format(turn=7, envoy='')}").state.outcome is None
    outcome = Phase(f"phase end\n{ENVOY.format(turn=8, envoy='')}").state.outcome
    assert outcome is not None
    assert outcome.winner == BLUE


SHRINE = """
scenario sacrifice
turn {turn}
turns 8
marks {marks}
side red role=captors edge=north
side blue role=rescuers edge=south
token shrine kind=captive at=90,40 {token}
unit Monks red at={monks}
unit Crows blue at={crows} {blue}
"""


def shrine(**given: Any) -> str:
    """The shrine with a unit of either side."""
    usual = {"turn": 3, "marks": 2, "token": "", "monks": "90,38", "crows": "90,110+93,110", "blue": ""}
    return SHRINE.format(**{**usual, **given})


def test_the_captors_add_a_rite_for_each_turn_they_hold_the_shrine() -> None:
    assert Phase("phase end\n" + shrine()).state.marks == 3
    assert Phase("phase end\n" + shrine(monks="90,30")).state.marks == 2
    assert Phase("phase end\n" + shrine(token="carrier=Crows")).state.marks == 2


def test_six_rites_end_the_game() -> None:
    outcome = Phase("phase end\n" + shrine(marks=5)).state.outcome
    assert outcome is not None
    assert outcome.winner == RED
    assert outcome.reason == "outcome.rites"


def test_rescuers_that_hold_the_shrine_free_the_captive() -> None:
    play = Play("go blue\n" + shrine(monks="20,20", crows="90,44+93,44"))
    play.order("Crows", "end")
    assert [(e.token, e.unit) for e in play.events("captive-freed")] == [("shrine", "Crows")]
    assert exits(play.state, "Crows") == ("south",)
    assert spot(90, 120) in goals(play.state, BLUE)


def test_an_enemy_near_keeps_the_captive_bound() -> None:
    assert not Play("go blue\n" + shrine(crows="90,44+93,44")).order("Crows", "end").events("captive-freed")


def test_the_captive_moves_with_the_unit() -> None:
    play = Play("go blue\n" + shrine(token="carrier=Crows", crows="90,60+93,60"))
    play.order("Crows", "move", {"Crows-1": [[90000, 68000]], "Crows-2": [[93000, 68000]]}).next("end")
    assert play.state.tokens[0].at == spot(93, 68)


def test_rescuers_win_when_all_of_the_unit_are_off_their_edge() -> None:
    play = Play("go blue\n" + shrine(token="carrier=Crows", crows="90,115+93,115"))
    play.order("Crows", "move", {"Crows-1": [[90000, 119500]], "Crows-2": [[93000, 119500]]})
    outcome = play.state.outcome
    assert outcome is not None
    assert outcome.winner == BLUE
    assert outcome.reason == "outcome.captive"


def test_or_have_the_captive_when_turn_eight_is_over() -> None:
    saved = Phase("phase end\n" + shrine(turn=8, token="carrier=Crows")).state.outcome
    assert saved is not None
    assert saved.winner == BLUE
    nobody = Phase("phase end\n" + shrine(turn=8, monks="20,20")).state.outcome
    assert nobody is not None
    assert nobody.winner is None
    assert nobody.reason == "outcome.no-captive"


def test_the_captive_lies_where_it_was_when_its_unit_is_lost() -> None:
    more = "unit Hares blue at=150,110"
    rows = shrine(token="carrier=Crows", blue="fate=defeated") + f"{more}\nmodel Crows-1 fate=dead at=70,70\n"
    phase = Phase(f"phase end\n{rows}model Crows-2 fate=defeated at=60,66")
    token = phase.state.tokens[0]
    assert (token.carrier, token.at) == ("", spot(90, 40))
    assert phase.told("captive-left")
    assert phase.state.outcome is None


AMBUSH = """
scenario ambush
turn {turn}
side red role=column edge=west
side blue role=ambusher
unit Wolves red at={at}
unit Crows blue at=20,5+23,5
"""


@pytest.mark.parametrize(("turn", "limit"), [(1, 30000), (2, 30000), (3, 60000), (4, 60000), (5, None), (6, None)])
def test_the_light_grows_by_turns(turn: int, limit: int | None) -> None:
    assert sight_limit(position(AMBUSH.format(turn=turn, at="20,60"))) == limit


@pytest.mark.parametrize(("at", "score"), [("151.25,60+160,60", 15), ("151.2,60+160,60", 0)])
def test_units_of_the_column_wholly_beyond_the_line_pay_at_the_end(at: str, score: int) -> None:
    phase = Phase(f"phase end\n{AMBUSH.format(turn=6, at=at)}")
    assert phase.state.side(RED).score == score


def test_the_token_in_the_middle_pays_at_the_end_only() -> None:
    rows = """
    scenario vanguards
    turns 5
    table 120x120
    token middle at=60,60
    unit Wolves red at=60,64
    unit Crows blue at=9,9
    """
    assert not Phase(f"phase end\nturn 4\n{rows}").told("token-scored")
    phase = Phase(f"phase end\nturn 5\n{rows}")
    assert phase.state.side(RED).score == 30
    assert phase.state.outcome is not None
    assert phase.state.outcome.winner == RED


def test_a_unit_at_home_waits_until_turn_two_and_comes_from_a_short_edge() -> None:
    rows = "turn {}\nunit Wolves red models=3 waiting=yes\nunit Crows blue at=150,20"
    early = refuse_entry(position(rows.format(1)), "Wolves")
    assert early is not None
    assert early.clause == "CEL-ACT-11"
    assert early.facts["turn"] == 2
    later = position(rows.format(2))
    assert refuse_entry(later, "Wolves") is None
    assert entries(later, "Wolves") == ("east", "west")
    no = refuse_order(later, "Wolves", "shoot")
    assert no is not None
    assert no.clause == "CEL-ACT-11"


def test_nobody_but_the_ambusher_knows_his_edges() -> None:
    opening = Opening(agreed("ambush", bands=(BANDS[0], BANDS[1])), dice=(), seed=3)
    state = opening.run(until="deploy.unit")
    assigned = state.zones["assigned"]
    ambusher = next(s.seat for s in state.sides if s.role == "ambusher")
    other = next(s.seat for s in state.sides if s.role == "column")
    event = opening.told("edges-assigned")[0]
    assert event.seen_by == (ambusher,)
    assert event.edges == assigned
    assert imagine(state, ambusher, opening.rng) == state
    drawn = [imagine(state, other, opening.rng).zones["assigned"] for _ in range(20)]
    assert any(d != assigned for d in drawn)
    assert all(sorted(d) == sorted(assigned) for d in drawn)


def test_all_that_scenarios_make_happen_is_told_in_words() -> None:
    phases = [
        Phase("phase end\n" + ford()), Phase("phase end\n" + shrine()),
        Phase("phase end\n" + shrine(token="carrier=Crows", blue="fate=defeated") + "unit Hares blue at=150,110"),
        Phase(f"phase end\n{ENVOY.format(turn=8, envoy='')}"), Phase(f"phase marker\n{ford(red='moved=yes')}"),
        Phase(f"phase initiative\n{ford()}").roll(3, 3, 4, 5).say("initiative.first", "red"),
    ]  # fmt: skip
    plays = [fire("45,51.25").order("Wolves", "end"), Play("go blue\n" + shrine(monks="20,20", crows="90,44+93,44"))]
    plays[1].order("Crows", "end")
    events = [e for session in [x.session for x in phases] + [x.session for x in plays] for e in session.events]
    assert {"celtos.game-over", "celtos.rite-made", "celtos.captive-freed", "celtos.roll-tied"} < {
        e.kind for e in events
    }
    assert [e.kind for e in events if SYSTEM.tell(e).about not in SYSTEM.sentences] == []


def test_the_board_marks_ways_out_and_far_ground() -> None:
    (way,) = zones(position(ENVOY.format(turn=3, envoy="")))
    assert (way.kind, way.outline[0]) == ("exit", spot(179, 0))
    (far,) = zones(position(AMBUSH.format(turn=3, at="20,60")))
    assert (far.kind, far.seat, far.outline[0]) == ("exit", RED, spot(150, 0))
    assert zones(position(ford())) == ()
    assert goals(position(AMBUSH.format(turn=3, at="20,60")), RED) == (spot(165, 60),)


def test_every_scenario_names_its_figures() -> None:
    assert keys() == ("open-field", "ford", "granaries", "envoy", "sacrifice", "ambush", "vanguards")
    assert [scenario_of(key).turns for key in keys()] == [6, 6, 7, 8, 8, 6, 5]
