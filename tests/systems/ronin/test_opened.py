"""The shots a move would open are told before it is given, as they then are."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.geometry import Point
from app.engine.modifiers import total
from app.engine.views import Preview
from app.systems.ronin.book import inches
from app.systems.ronin.shooting.opened import planned
from app.systems.ronin.shooting.rules import attack_lines, look_shot, needed, shot_of
from tests.systems.ronin.playing import answer, order, stage, way

BOW = "weapons=yumi,katana"
FIELD = """model Aki red at=10,10 {more}
model Jiro blue at=10,30 armour=heavy
model Ken blue at=20,24
model Goro blue at=30,11
model Taro blue at=35,35
terrain shrine s 21,10 24,10 24,15 21,15
"""


def looked(more: str, how: str, *to: str) -> Preview:
    """What a straight way would do."""
    state = stage(FIELD.format(more=more)).state
    path = (state.model("Aki").at, *(Point(*map(inches, map(int, end.split(",")))) for end in to))
    return planned(state, state.model("Aki"), path, how)


@pytest.mark.parametrize(("how", "end"), [("run", "19"), ("normal", "16")])
def test_what_is_told_is_what_the_shot_is_once_the_move_is_made(how: str, end: str) -> None:
    told = looked(BOW, how, f"10,{end}")
    opens = {str(note.facts["target"]): note.facts for note in told.notes if note.about == "walk.opens"}
    session = stage(FIELD.format(more=BOW))
    answer(session, order("Aki", "move" if how == "normal" else how, way(("10", end))))
    state = session.state
    state = replace(state, phase="action")
    me = state.model("Aki")
    assert list(opens) == sorted(opens, key=lambda foe: -int(opens[foe]["percent"]))
    assert 1 < len(opens) <= 3
    for foe, facts in opens.items():
        shot = shot_of(state, me, state.model(foe), "yumi")
        assert facts["gap"] == shot.gap
        assert facts["dice"] == max(2, needed(shot) - total(attack_lines(shot)))
        (odds,) = (note for note in look_shot(state, me, foe, "yumi").notes if note.about == "shot.odds")
        assert facts["percent"] == odds.facts["wound_percent"]
    best = shot_of(state, me, state.model(next(iter(opens))), "yumi")
    assert told.lines == attack_lines(best)
    assert "move-phase" not in {line.id for line in told.lines}
    assert ("ran" if how == "run" else "moved") in {line.id for line in told.lines}


def test_whom_a_wall_will_hide_is_not_told_of() -> None:
    told = [str(note.facts["target"]) for note in looked(BOW, "run", "10,12").notes if note.about == "walk.opens"]
    assert "Goro" not in told


@pytest.mark.parametrize("more", ["weapons=teppo loaded=no", "weapons=katana"])
def test_who_will_have_nothing_to_shoot_with_is_told_of_no_shot(more: str) -> None:
    told = looked(more, "normal", "10,16")
    assert [note.about for note in told.notes] == ["walk.used", "walk.leg"]
    assert told.lines == ()


def test_of_a_way_that_is_refused_nothing_more_is_told() -> None:
    told = looked(BOW, "normal", "10,19")
    assert told.no
    assert not any(note.about == "walk.opens" for note in told.notes)
    touching = looked(BOW, "normal", "10,16", "20,24")
    assert touching.no
