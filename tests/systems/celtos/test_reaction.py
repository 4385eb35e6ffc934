"""Acting out of turn: Reaction markers and what they interrupt."""

from __future__ import annotations

import pytest

from app.systems.celtos.reactions.flow import (
    Trigger,
    refuse_watcher,
    still_legal_assault,
    still_legal_shooting,
)
from app.systems.celtos.state import UnitId
from tests.systems.celtos.turns import DUEL, RUSH, Play, aimed, rushed
from tests.systems.celtos.volleys import position

# Ashigaru have IN 4: a Reaction check needs 6+.
WATCHED = """
unit Pikes red models=3 at=20,60 weapons=nagae
unit Mates red models=1 at=150,110
unit Bows blue models=2 at=20,30 weapons=yumi,tanto reaction
unit Guns blue models=2 at=40,30 weapons=teppo,tanto reaction
unit Foxes blue models=1 at=150,10
"""
STEP = {"Pikes-1": [[20000, 61000]]}


def moved(rows: str = WATCHED, order: str = "move") -> Play:
    """The pikes have moved a step."""
    return Play(rows).order("Pikes", order, STEP)


# -- markers ---------------------------------------------------------------------------


def test_an_enemy_that_sees_the_end_of_a_move_may_use_its_marker() -> None:
    play = moved()
    assert (play.about, play.seat) == ("reaction.use", "blue")
    assert play.open() == ("none", "Bows", "Guns")
    question = play.session.questions()[0]
    assert (question.default, question.clause) == ("none", "CEL-REA-08")
    assert play.say("reaction.use", "none").about == "activation.order"
    assert play.state.unit("Bows").reaction


def test_a_run_sets_reactions_off_before_the_go_passes() -> None:
    play = moved(order="run")
    play.say("reaction.use", "none")
    assert (play.about, play.session.events[-1].clause) == ("over", "CEL-ACT-06")


@pytest.mark.parametrize("face", [5, 6])
def test_the_marker_is_gone_whatever_the_check_says(face: int) -> None:
    play = moved().say("reaction.use", "Bows").roll("check-reaction", face)
    assert not play.state.unit("Bows").reaction
    (check,) = play.events("check-rolled")
    assert (check.check, check.needed, check.active, check.dif) == ("reaction", 6, 4, 4)
    assert check.clause == "CEL-REA-08"
    assert play.about == ("reaction.act" if face == 6 else "reaction.use")


def test_each_is_resolved_before_the_next_decides() -> None:
    play = moved().say("reaction.use", "Guns").roll("check-reaction", 1)
    assert (play.about, play.open()) == ("reaction.use", ("none", "Bows"))
    play.say("reaction.use", "Bows").roll("check-reaction", 9).say("reaction.act", "none")
    assert play.about == "activation.order"
    assert play.kinds()[-1] == "reacted"


def test_what_may_be_done_in_reaction() -> None:
    play = moved().say("reaction.use", "Bows").roll("check-reaction", 9)
    assert play.open() == ("shoot", "move", "none")
    no = play.refused("assault")
    assert (no.code, no.clause) == ("assault.too-far", "CEL-ASL-06")
    assert play.session.questions()[0].domain.write(play.session.questions()[0].default) == "none"


def test_a_unit_that_sees_nothing_is_shown_closed_and_not_asked_alone() -> None:
    wood = "terrain woods w 10,40 30,40 30,52 10,52\n"
    play = moved(WATCHED + wood)
    assert play.open() == ("none", "Guns")
    no = play.refused("Bows")
    assert (no.code, no.clause) == ("reaction.blind", "CEL-REA-07")
    alone = "\n".join(row for row in WATCHED.splitlines() if "Guns" not in row)
    assert moved(alone + "\n" + wood).about == "activation.order"


def test_a_unit_in_panic_or_in_contact_cannot_use_a_marker() -> None:
    play = moved(WATCHED.replace("yumi,tanto reaction", "yumi,tanto reaction panic"))
    assert play.refused("Bows").clause == "CEL-MOR-15"
    state = position(DUEL + "unit Dogs red models=1 at=40,37.5\n")
    no = refuse_watcher(state, state.unit("Watch"), Trigger("shoot", UnitId("Bows"), "Guns"))
    assert no is not None
    assert (no.code, no.clause) == ("reaction.contact", "CEL-REA-06")
    assert Play(state).order("Bows", "shoot", "Guns").about == "roll hit"


def test_contact_costs_the_marker() -> None:
    rows = RUSH.replace("yumi,tanto", "yumi,tanto reaction")
    play = rushed(rows).say("reaction.use", "none").say("response.assault", "none")
    play.say("assault.moves", play.offered())
    assert not play.state.unit("Pikes").reaction
    (lost,) = play.events("reaction-lost")
    assert (lost.unit, lost.clause) == ("Pikes", "CEL-REA-06")


def test_without_markers_nothing_is_asked() -> None:
    assert moved(WATCHED.replace(" reaction", "")).about == "activation.order"


def test_players_react_in_seat_order_from_the_next_one_on() -> None:
    rows = """
    unit A red models=1 at=40,60 reaction
    unit B blue models=1 at=60,60
    unit C green models=1 at=80,60 reaction
    table 180x180
    go blue
    """
    play = Play(rows).order("B", "run", {"B-1": [[60000, 61000]]})
    assert (play.about, play.seat) == ("reaction.use", "green")
    play.say("reaction.use", "none")
    assert (play.about, play.seat) == ("reaction.use", "red")
    play.say("reaction.use", "none")
    assert play.about == "over"


def test_acting_out_of_turn_is_no_activation() -> None:
    play = moved().say("reaction.use", "Bows").roll("check-reaction", 9).say("reaction.act", "none")
    assert not play.state.unit("Bows").activated
    done = moved(WATCHED.replace("yumi,tanto reaction", "yumi,tanto reaction activated"))
    assert "Bows" in done.open()


def test_a_move_in_reaction_marks_as_moved_and_nobody_reacts_to_it() -> None:
    rows = WATCHED + "unit Hawks red models=1 at=30,60 reaction\n"
    play = moved(rows).say("reaction.use", "Bows").roll("check-reaction", 9)
    play.say("reaction.act", {"pick": "move", "then": {"Bows-1": [[20000, 31000]]}})
    assert (play.about, play.seat) == ("reaction.use", "blue")
    assert play.state.unit("Bows").moved
    play.say("reaction.use", "none")
    assert play.about == "activation.order"


def test_a_volley_in_reaction_is_neither_answered_nor_reacted_to() -> None:
    rows = WATCHED.replace("nagae", "yumi") + "unit Hawks red models=1 at=30,60 reaction weapons=yumi\n"
    play = moved(rows).say("reaction.use", "Bows").roll("check-reaction", 9).say("reaction.act", "shoot")
    play.roll("hit", 1, 1)
    assert (play.about, play.seat) == ("reaction.use", "blue")


@pytest.mark.parametrize(
    ("more", "lines", "needed"),
    [
        ("musician=1", [("musician", 1)], 6), ("leader=1", [], 5), ("traits=discipline", [("discipline", 1)], 6),
        ("traits=fervour abilities=heavy standard=1", [], 6),
        ("leader=1 musician=2 traits=discipline", [("musician", 1), ("discipline", 1)], 5),
    ],
)  # fmt: skip
def test_lines_of_a_reaction_check(more: str, lines: list[tuple[str, int]], needed: int) -> None:
    rows = WATCHED.replace("yumi,tanto reaction", f"yumi,tanto reaction {more}")
    play = moved(rows).say("reaction.use", "Bows").roll("check-reaction", 2)
    (check,) = play.events("check-rolled")
    assert [(line.id, line.adds) for line in check.lines] == lines
    assert (check.needed, check.total) == (needed, 2 + len(lines))


# -- before a Shooting order -----------------------------------------------------------------


def test_a_watcher_acts_before_the_volley_it_sees_declared() -> None:
    play = aimed()
    assert play.about == "reaction.use"
    assert play.session.questions()[0].facts == {"trigger": "shoot", "unit": "Bows"}
    play.say("reaction.use", "none")
    assert play.about == "roll hit"


def test_a_shooter_that_is_gone_has_lost_its_order() -> None:
    rows = DUEL.replace("red models=2 at=20,60", "red models=1 at=20,60")
    play = aimed(rows).say("reaction.use", "Watch").roll("check-reaction", 10)
    play.say("reaction.act", "shoot").roll("hit", 10).roll("damage", 10)
    (lost,) = play.events("order-lost")
    assert (lost.order, lost.why, lost.clause) == ("shoot", "lost.gone", "CEL-REA-09")
    assert play.about == "over"
    assert "return-fire" not in str(play.kinds())


def test_a_target_that_moved_out_of_sight_is_lost_and_the_activation_goes_on() -> None:
    rows = """
    unit Bows red models=1 at=20,60 weapons=yumi,tanto
    unit Mates red models=1 at=7.5,56
    unit Guns blue models=1 at=20,42 weapons=hankyu,tanto reaction
    unit Foxes blue models=1 at=10,56
    terrain building b 22,42 40,42 40,55 22,55
    """
    play = aimed(rows).say("reaction.use", "Guns").roll("check-reaction", 10)
    play.say("reaction.act", {"pick": "move", "then": {"Guns-1": [[20000, 40000], [27000, 40000]]}})
    (lost,) = play.events("order-lost")
    assert (lost.order, lost.why) == ("shoot", "shoot.no-sight")
    assert play.about == "activation.order"
    assert play.open() == ("assault", "end")


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ("", ""), ("unit Dogs blue models=1 at=20,57.5\n", "lost.contact"),
        ("unit Hounds red models=1 at=20,37.5\n", "shoot.target-in-combat"),
        ("model Guns-1 fate=dead\nmodel Guns-2 fate=dead\n", "lost.target-gone"),
        ("model Guns-1 at=20,1\nmodel Guns-2 at=23,1\nunit Near blue models=1 at=22,50\n", ""),
        ("model Bows-1 fate=dead\nmodel Bows-2 fate=dead\n", "lost.gone"),
        ("table 180x180\nmodel Guns-1 at=90,160\nmodel Guns-2 at=93,160\n", "shoot.out-of-range"),
    ],
)  # fmt: skip
def test_when_a_shooting_order_is_lost(rows: str, code: str) -> None:
    no = still_legal_shooting(position(DUEL + rows), UnitId("Bows"), UnitId("Guns"))
    assert (no.code if no else "") == code


def test_a_shooter_in_panic_has_lost_its_order_and_so_has_an_assault() -> None:
    state = position(DUEL).with_unit("Bows", panic=True)
    for lost in (still_legal_shooting, still_legal_assault):
        no = lost(state, UnitId("Bows"), UnitId("Guns"))
        assert no is not None
        assert no.code == "lost.panic"
