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
from app.systems.ronin.shooting.sight import Sight, sight
from app.systems.ronin.state import Model, State
from tests.systems.ronin.playing import answer, order, stage, way

BOW = "weapons=yumi,katana"
FIELD = """model Aki red at=10,10 {more}
model Jiro blue at=10,30 armour=heavy
model Ken blue at=20,24
model Goro blue at=30,11
model Taro blue at=35,35
terrain shrine s 21,10 24,10 24,15 21,15
"""
ENTRY = """scenario seize-the-shrine
side red edge=south
model Aki red fate=reserve weapons=yumi
model Jiro blue at=18,8
"""


def looked(more: str, how: str, *to: str) -> Preview:
    """What a straight way would do."""
    state = stage(FIELD.format(more=more)).state
    path = (state.model("Aki").at, *(Point(*map(inches, map(int, end.split(",")))) for end in to))
    return planned(state, state.model("Aki"), path, how)


@pytest.mark.parametrize(("how", "end"), [("run", "19"), ("normal", "16")])
def test_what_is_told_is_what_the_shot_is_once_the_move_is_made(how: str, end: str) -> None:
    told = looked(BOW, how, f"10,{end}")
    found = {str(note.facts["target"]): note.facts for note in told.notes if note.about == "walk.opens"}
    session = stage(FIELD.format(more=BOW))
    answer(session, order("Aki", "move" if how == "normal" else how, way(("10", end))))
    state = session.state
    state = replace(state, phase="action")
    me = state.model("Aki")
    assert list(found) == sorted(found, key=lambda foe: -int(found[foe]["percent"]))
    assert 1 < len(found) <= 3
    for foe, facts in found.items():
        shot = shot_of(state, me, state.model(foe), "yumi")
        assert facts["gap"] == shot.gap
        assert facts["dice"] == max(2, needed(shot) - total(attack_lines(shot)))
        (odds,) = (note for note in look_shot(state, me, foe, "yumi").notes if note.about == "shot.odds")
        assert facts["percent"] == odds.facts["wound_percent"]
    assert told.lines == (), "of several shots no sum says whose it is"


def opens(told: Preview) -> list[str]:
    """At whom it says one could shoot."""
    return [str(note.facts["target"]) for note in told.notes if note.about == "walk.opens"]


def test_whom_a_wall_will_hide_is_not_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    assert opens(looked(BOW, "run", "10,12")) == ["Ken", "Taro", "Jiro"]
    monkeypatch.setattr("tests.systems.ronin.test_opened.FIELD", FIELD[: FIELD.index("terrain")])
    assert opens(looked(BOW, "run", "10,12")) == ["Ken", "Goro", "Taro"]


def test_a_shot_that_cannot_wound_is_not_told_of() -> None:
    assert "Jiro" in opens(looked(BOW, "run", "10,12"))
    told = looked(f"{BOW} shoot=0", "run", "10,12")
    assert opens(told) == ["Ken", "Taro"]
    assert all(note.facts["percent"] for note in told.notes if note.about == "walk.opens")


def test_each_enemy_is_looked_at_once_whatever_one_shoots_with(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def once(state: State, me: Model, foe: Model) -> Sight:
        seen.append(str(foe.id))
        return sight(state, me, foe)

    monkeypatch.setattr("app.systems.ronin.shooting.opened.sight", once)
    assert opens(looked("weapons=yumi,teppo,katana", "normal", "10,16"))
    assert sorted(seen) == ["Goro", "Jiro", "Ken", "Taro"]


@pytest.mark.parametrize("more", ["weapons=teppo loaded=no", "weapons=katana"])
def test_who_will_have_nothing_to_shoot_with_is_told_of_no_shot(more: str) -> None:
    told = looked(more, "normal", "10,16")
    assert [note.about for note in told.notes] == ["walk.used", "walk.leg"]
    assert told.lines == ()


def test_of_a_way_that_is_refused_nothing_more_is_told() -> None:
    told = looked(BOW, "normal", "10,19")
    assert told.no
    assert not any(note.about == "walk.opens" for note in told.notes)


def test_who_walks_into_an_enemy_is_told_of_no_shot() -> None:
    state = stage(FIELD.format(more=BOW)).state
    me = state.model("Aki")
    state = state.with_model("Goro", at=Point(inches(15), inches(10)))
    foe = state.model("Goro")
    short = Point(inches(12), inches(10))
    touching = Point(foe.at.x - foe.radius - me.radius, foe.at.y)
    assert opens(planned(state, me, (me.at, short), "normal"))
    told = planned(state, me, (me.at, touching), "normal")
    assert told.no is None
    assert "walk.touches" in {note.about for note in told.notes}
    assert opens(told) == []


def test_what_an_entry_would_open_is_told_too() -> None:
    session = stage(ENTRY)
    state, path = session.state, way(("18", "36.5"), ("18", "30.5"))
    me = state.model("Aki")
    told = planned(state, me, tuple(Point(x, y) for x, y in path), "normal")
    assert opens(told) == ["Jiro"]
    answer(session, order("Aki", "enter", path))
    state = replace(session.state, phase="action")
    (odds,) = (n for n in look_shot(state, state.model("Aki"), "Jiro", "yumi").notes if n.about == "shot.odds")
    assert [n.facts["percent"] for n in told.notes if n.about == "walk.opens"] == [odds.facts["wound_percent"]]
