"""Shooting: ranges, modifiers, sight, cover, and shots into combat."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.events import Seat
from app.engine.geometry import Point
from app.systems.ronin.book import inches
from app.systems.ronin.shooting.events import Shot, ShotPassedOn
from app.systems.ronin.shooting.rules import attack_lines, defence_lines, shot_of
from tests.systems.ronin.playing import answer, asked, closed, long, order, refused, stage, throw, told


def lines(text: str, weapon: str = "yumi") -> tuple[dict[str, int], dict[str, int]]:
    """The lines of Aki's shot at Jiro, and of his score."""
    state = stage(text).state
    shot = shot_of(state, state.model("Aki"), state.model("Jiro"), weapon)
    return {x.id: x.adds for x in attack_lines(shot)}, {x.id: x.adds for x in defence_lines(shot)}


@pytest.mark.parametrize(("gap", "adds"), [("5.99", 1), ("6", 0), ("11.99", 0), ("12", -1), ("24", -1), ("24.01", -2)])
def test_range_bands(gap: str, adds: int) -> None:
    state = stage("phase action\nmodel Aki red at=1,1 weapons=yumi\nmodel Jiro blue at=1,9").state
    state = state.with_model("Jiro", at=Point(inches(1), inches(2) + long(gap)))
    shot = shot_of(state, state.model("Aki"), state.model("Jiro"), "yumi")
    assert sum(x.adds for x in attack_lines(shot) if x.id != "shoot") == adds


def test_modifiers_of_the_shooter_add_up_and_the_shuriken_minds_no_move() -> None:
    moved = (
        "phase action\nmodel Aki red at=1,1 weapons=yumi,shuriken moved=run shots=1 grievous=1\nmodel Jiro blue at=1,9"
    )
    assert lines(moved)[0] == {"shoot": 1, "ran": -2, "fired": -1, "grievous": -1}
    assert lines(moved, "shuriken")[0] == {"shoot": 1, "fired": -1, "grievous": -1}


def test_armour_against_arrows_and_bullets() -> None:
    row = "phase action\nmodel Aki red at=1,1 weapons=yumi,teppo\nmodel Jiro blue at=1,9 armour="
    assert lines(row + "heavy")[1] == {"defence-score": 6, "heavy-armour": 3}
    assert lines(row + "heavy", "teppo")[1] == {"defence-score": 6, "heavy-armour-teppo": 1}
    assert lines(row + "medium", "teppo")[1] == {"defence-score": 6}


def test_a_fence_near_the_target_gives_cover_and_one_far_from_it_none() -> None:
    row = "phase action\nmodel Aki red at=10,1 weapons=yumi\nmodel Jiro blue at=10,12\nterrain fence f 5,{y} 15,{y}"
    assert lines(row.format(y="10.6"))[1]["light-cover"] == 1
    assert "light-cover" not in lines(row.format(y="9"))[1]


def test_a_base_on_one_line_gives_light_cover_and_a_building_blocks() -> None:
    row = "phase action\nmodel Aki red at=10,1 weapons=yumi\nmodel Jiro blue at=10,12\n"
    assert lines(row + "model Ken red at=10.7,8")[1]["light-cover"] == 1
    session = stage(row + "terrain shrine s 8,5 12,5 12,7 8,7")
    assert closed(session, "Aki")["shoot"] == "RON-SHO-29"
    assert lines(row + "terrain shrine s 10.2,5 12,5 12,7 10.2,7")[1]["heavy-cover"] == 2


def test_a_deep_wood_blocks_and_a_shallow_one_covers() -> None:
    row = "phase action\nmodel Aki red at=10,1 weapons=yumi\nmodel Jiro blue at=10,12\n"
    row += "terrain wood w 5,4 15,4 15,{y} 5,{y}"
    assert closed(stage(row.format(y="7.1")), "Aki")["shoot"] == "RON-SHO-29"
    assert lines(row.format(y="7"))[1]["light-cover"] == 1


SHOT = "phase move\nmodel Aki red at=1,1 weapons=teppo\nmodel Jiro blue at=1,9\n"


def test_a_shot_wounds_by_the_difference_and_empties_a_teppo() -> None:
    session = stage(SHOT)
    answer(session, order("Aki", "shoot", "Jiro"))
    throw(session, 4, 4)
    (shot,) = told(session, Shot)
    assert (shot.total, shot.score, shot.wound, shot.needed) == (8, 6, 2, 7)
    assert session.state.model("Jiro").light == 1
    assert not session.state.model("Aki").loaded


def test_targets_out_of_reach_are_closed_with_their_reason() -> None:
    session = stage("model Aki red at=1,1 weapons=shuriken\nmodel Jiro blue at=1,8.1\nmodel Ken blue at=8,1")
    no = refused(session, order("Aki", "shoot", "Jiro"))
    assert (no.clause, no.facts["gap"]) == ("RON-SHO-20", inches("6.1"))
    assert closed(stage(SHOT.replace("weapons=teppo", "weapons=teppo unloaded")), "Aki")["shoot"] == "RON-SHO-08"
    assert closed(stage("weather heavy-rain\n" + SHOT), "Aki")["shoot"] == "RON-TER-09"
    assert refused(stage("weather fog\n" + SHOT + "model Far blue at=1,30"), order("Aki", "shoot", "Far"))


def test_the_preview_holds_every_fact_of_the_shot() -> None:
    session = stage(SHOT)
    domain = asked(session).domain
    preview = domain.preview(domain.read(order("Aki", "shoot", "Jiro")))
    assert {x.id for x in preview.lines} == {"shoot", "move-phase"}
    assert [m.kind for m in preview.marks].count("ray") == 3
    facts: dict[str, Any] = {note.about: note.facts for note in preview.notes}
    assert facts["shot.needs"] == {"needed": 7, "dice": 7}


def test_one_die_may_be_rolled_again_by_a_master() -> None:
    session = stage(SHOT.replace("weapons=teppo", "weapons=teppo attributes=hojutsu"))
    answer(session, order("Aki", "shoot", "Jiro"))
    throw(session, 1, 5)
    question = session.question(Seat("red"))
    assert question is not None
    assert (question.facts["total"], question.facts["score"]) == (6, 6), "more than the score hits"
    answer(session, "die-1")
    throw(session, 6)
    assert told(session, Shot)[0].faces == (6, 5)
    assert session.state.model("Aki").shot_reroll_used


def test_a_miss_into_combat_comes_to_another_even_a_friend() -> None:
    session = stage("phase action\n" + SHOT.split("\n", 1)[1] + "model Ken red at=2,9\nmodel Goro blue at=1,10\n")
    answer(session, order("Aki", "shoot", "Jiro"))
    throw(session, 3, 3)
    throw(session, 1)
    (passed,) = told(session, ShotPassedOn)
    assert passed.candidates == ("Ken", "Goro")
    assert passed.target == "Ken"
