"""Who brought whom down, told from what was shown at the table."""

from __future__ import annotations

from typing import Any

from app.campaigns.battles.feats import Body, bodies_of, feats
from app.campaigns.model import Feat
from app.engine.pictures import Picture
from app.engine.system import Telling
from app.engine.views import Band, Group, Piece, View
from app.games.results import Shown

YASUKE, DENBE, SPEARS = Body("red", "w1", "m1"), Body("blue", "w2", "m4"), Body("blue", "w2", "m5")
BODIES = {"red-1": YASUKE, "blue-1": DENBE, "blue-2": SPEARS, "blue-2-1": SPEARS, "blue-2-2": SPEARS}


def shown(version: int, kind: str, by: str = "", at: str = "", **more: Any) -> Shown:
    picture = Picture(kind=kind, by=tuple(by.split()), at=tuple(at.split()))
    return Shown(version=version, telling=Telling(about="x", picture=picture), **more)


def turn(version: int, number: int) -> Shown:
    return Shown(version=version, telling=Telling(about="turn", facts={"turn": number}, weight="turn"))


def test_who_struck_last_brought_him_down() -> None:
    events = [turn(1, 3), shown(2, "shot", "red-1", "blue-1"), shown(3, "fall", "blue-1")]
    assert feats(events, BODIES) == (Feat(side="w1", who="m1", foe="w2", whom="m4", turn=3, version=3),)


def test_a_blow_of_his_own_side_and_one_that_was_taken_back_count_for_nothing() -> None:
    own = [shown(1, "blow", "blue-2", "blue-1"), shown(2, "fall", "blue-1")]
    struck = [shown(1, "blow", "red-1", "blue-1", struck=True), shown(2, "fall", "blue-1")]
    for events in (own, struck):
        assert feats(events, BODIES) == (Feat(foe="w2", whom="m4", version=2),)


def test_the_fallen_of_a_unit_are_counted_together_by_whom_they_fell_to() -> None:
    events = [
        shown(1, "blow", "red-1", "blue-2"), shown(2, "fall", "blue-2-1 blue-2-2"),
        shown(3, "charge", "red-1", "blue-2"), shown(4, "fall", "blue-2-1"),
    ]  # fmt: skip
    assert feats(events, BODIES) == (Feat(side="w1", who="m1", foe="w2", whom="m5", times=3, version=4),)


def test_models_of_a_unit_are_their_unit_and_who_is_no_member_has_his_name() -> None:
    def piece(id: str, name: str) -> Piece:
        return Piece(id=id, side="a", code="X", name=name, x=0, y=0, radius=1)

    group = Group(id="red-1", side="a", code="S", name="Spears", members=("red-1-1", "red-1-2"))
    models = (piece("red-1-1", "spear"), piece("red-1-2", "spear"), piece("red-2", "word.ronin"))
    band = Band(seat="red", side="a", name="One", emblem=1, models=models, groups=(group,))
    view = View(width=1, depth=1, unit="in", unit_length=1, turn=1, turns=None, phases=(), go=None, terrain=(),
                zones=(), pieces=(), sides=(band,))  # fmt: skip
    found = bodies_of(view, {"red": {"m1": "red-1"}}, {"red": "w1"})
    assert found["red-1"] == found["red-1-2"] == Body("red", "w1", "m1")
    assert found["red-2"] == Body("red", "", "word.ronin")
