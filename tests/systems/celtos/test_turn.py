"""The turn: markers, Initiative, whose phase is next, the end (2.4, 2.5)."""

from __future__ import annotations

from app.engine.events import Seat
from tests.systems.celtos.stages import BLUE, GREEN, RED, Phase, after

TWO = """
unit Wolves red at=20,20+23,20
unit Crows blue at=90,90+93,90
"""
THREE = f"{TWO}\nunit Foxes green at=150,20+153,20"


def test_markers_go_and_panic_wounds_and_tokens_stay() -> None:
    again = Phase("""
    phase marker
    turn 2
    unit Wolves red at=20,20+23,20 activated=yes moved=yes reaction=yes responded=yes charged=yes panic=yes orders=move
    unit Crows blue at=90,90+93,90 activated=yes
    unit Elk blue individual=yes profile=oni at=60,60
    model Elk hr=1
    token Stone at=50,50 held_by=red
    """)
    wolves = again.state.unit("Wolves")
    assert not any((wolves.activated, wolves.moved, wolves.reaction, wolves.responded, wolves.charged, wolves.orders))
    assert wolves.panic
    assert again.state.model("Elk").wounds == 1
    assert again.state.tokens[0].held_by == "red"
    assert [(e.unit, e.markers) for e in again.told("markers-removed")] == [
        ("Wolves", ("activated", "moved", "reaction", "responded", "charged")), ("Crows", ("activated",)),
    ]  # fmt: skip
    assert again.session.over
    assert after(again) == "initiative"


def test_the_first_turn_removes_nothing() -> None:
    phase = Phase(f"phase marker\nturn 1\n{TWO}")
    assert not phase.told("markers-removed")
    assert phase.state.turn == 1


def test_the_highest_die_chooses_who_goes_first() -> None:
    phase = Phase(f"phase initiative\n{TWO}").roll(4, 9)
    (question,) = phase.session.questions()
    assert question.seat == BLUE
    assert question.domain.write(question.default) == "blue"
    phase.say("initiative.first", "red")
    assert phase.state.first == RED
    assert phase.session.over
    assert [(e.seat, e.natural) for e in phase.told("rolled-off")] == [(RED, 4), (BLUE, 9)]
    assert after(phase) == "activation"


def test_only_those_level_for_highest_roll_again() -> None:
    phase = Phase(f"phase initiative\n{THREE}").roll(7, 2, 7)
    assert phase.told("roll-tied")[0].seats == (RED, GREEN)
    phase.roll(1, 1)
    assert len(phase.told("roll-tied")) == 2
    phase.roll(3, 10).say("initiative.first", "blue")
    assert phase.state.first == BLUE
    assert [e.seat for e in phase.told("rolled-off")] == [RED, BLUE, GREEN, RED, GREEN, RED, GREEN]


def test_natural_one_and_ten_mean_nothing_special() -> None:
    phase = Phase(f"phase initiative\n{TWO}").roll(10, 1)
    assert phase.told("roll-won")[0].seat == RED


def test_the_ambusher_goes_first_on_turn_one_without_a_roll() -> None:
    rows = f"phase initiative\nscenario ambush\nside red role=column\nside blue role=ambusher\n{TWO}"
    phase = Phase(f"turn 1\n{rows}")
    assert phase.session.over
    assert phase.state.first == BLUE
    assert not phase.told("rolled-off")
    assert not Phase(f"turn 2\n{rows}").session.over


def test_activations_follow_until_every_unit_has_been_activated() -> None:
    rows = "phase activation\nunit Wolves red at=20,20+23,20 activated=yes\nunit Crows blue at=90,90 {}"
    assert after(Phase(rows.format(""))) == "activation"
    assert after(Phase(rows.format("activated=yes"))) == "end"


def test_a_waiting_unit_counts_only_from_turn_two() -> None:
    rows = """
    turn {}
    unit Wolves red at=20,20+23,20 activated=yes
    unit Crows blue models=3 waiting=yes
    """
    assert after(Phase(rows.format(1))) == "end"
    assert after(Phase(rows.format(2))) == "activation"


def test_the_game_ends_after_the_last_turn() -> None:
    early = Phase(f"phase end\nturn 5\nturns 6\n{TWO}")
    assert early.told("turn-ended")
    assert after(early) == "marker"
    late = Phase(f"phase end\nturn 6\nturns 6\n{TWO}")
    assert late.state.outcome is not None
    assert after(late) is None
    assert late.state.outcome.winner is None
    assert late.state.outcome.reason == "outcome.level"


def test_a_side_that_waits_off_the_table_has_models_left() -> None:
    rows = "phase end\nturn 3\nunit Wolves red at=20,20+23,20\nunit Crows blue models=3 {}"
    assert Phase(rows.format("waiting=yes")).state.outcome is None
    gone = Phase(rows.format("fate=destroyed")).state.outcome
    assert gone is not None
    assert gone.winner == Seat("red")
    assert gone.reason == "outcome.last"


def test_a_player_without_models_rolls_no_die() -> None:
    gone = "unit Foxes green models=0 dead=2 fate=destroyed"
    phase = Phase(f"phase initiative\n{TWO}\n{gone}").roll(4, 6)
    (question,) = phase.session.questions()
    assert question.seat == BLUE
    assert [question.domain.write(choice) for choice in question.domain.some(9)] == ["blue", "red"]
