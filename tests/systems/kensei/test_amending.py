"""An umpire's change of one who hides: nobody learns of him by it (KEN-ARM-23)."""

from __future__ import annotations

import pytest

from app.engine.amend import Change, proposed
from app.engine.refusals import Refusal
from app.systems import system_of
from app.systems.kensei.desk.amending import amendable
from tests.systems.kensei.openings import Opening, agreed
from tests.systems.kensei.test_setup import named

KENSEI = system_of("kensei")


@pytest.mark.parametrize("deed", ["set", "remove"])
def test_what_becomes_of_one_who_is_hidden_is_told_to_his_own_side_alone(deed: str) -> None:
    state = Opening(agreed(), seed=2).run().with_(turn=1, phase="start")
    spy = named(state, "spy")
    enemy = next(seat for seat in state.seats if seat != spy.seat)
    assert spy.concealed
    score = next(one for one in amendable(state) if one.id == spy.id).scores[0]
    change = (
        Change(id=spy.id, deed="set", field=score.field, value=1) if deed == "set" else Change(id=spy.id, deed="remove")
    )
    events = proposed(KENSEI, state, [change])
    assert not isinstance(events, Refusal)
    assert events
    for event in events:
        assert (event.is_seen_by(spy.seat), event.is_seen_by(enemy), event.is_seen_by(None)) == (True, False, False)
        state = KENSEI.evolve(state, event)
    for viewer in (enemy, None):
        assert spy.id not in repr(KENSEI.view(state, viewer))
    assert spy.id in repr(KENSEI.view(state, spy.seat))


def test_what_becomes_of_one_whom_all_see_is_told_to_all() -> None:
    state = Opening(agreed(), seed=2).run().with_(turn=1, phase="start")
    one = next(unit for unit in state.units.values() if unit.on_table and not unit.concealed)
    events = proposed(KENSEI, state, [Change(id=one.id, deed="remove")])
    assert not isinstance(events, Refusal)
    assert all(event.is_seen_by(None) for event in events)
