"""Changes as anybody may send them: what can be read goes to the system, the rest is refused with a reason."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.amend import EDIT, MOST, Amendable, Change, Draft, Score, drafted, goes_on, proposed, refuse_off
from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.refusals import Refusal
from app.engine.table import Table
from app.engine.told import ToldEvent

HERE = Point(10, 10)
SCORE = Score(field="wounds", now=2, least=1, most=3)
ONE = Amendable(id="one", kind="piece", seat=Seat("red"), at=HERE, scores=(SCORE,))
UNIT = Amendable(id="unit", kind="group", seat=Seat("red"), at=HERE, facing=0, deeds=("place",))


class Moved(ToldEvent, frozen=True, kw_only=True, tag="test.moved"):
    """One is added to the state."""

    def fold(self, state: Any) -> Any:
        return state + 1


def known(state: int) -> tuple[Amendable, ...]:
    """One and a unit; after three changes nothing."""
    return (ONE, UNIT) if state < 3 else ()


def carry_out(draft: Draft[int], change: Change) -> Refusal | None:
    """A change is an event."""
    draft.emit(Moved(clause=EDIT))
    return None


def refusal(*changes: Change) -> tuple[str, str]:
    """Why these changes are refused, and what was got."""
    no = drafted(0, changes, known, carry_out)
    assert isinstance(no, Refusal)
    return no.code, str(no.facts.get("got", ""))


@pytest.mark.parametrize(("change", "code"), [
    (Change(id="two", deed="remove"), "amend.unknown"),
    (Change(id="unit", deed="remove"), "amend.deed"),
    (Change(id="one", deed="place"), "amend.no-place"),
    (Change(id="one", deed="place", facing=0), "amend.no-facing"),
    (Change(id="unit", deed="place", facing=36_000), "amend.facing"),
    (Change(id="unit", deed="place", facing=-1), "amend.facing"),
    (Change(id="one", deed="set", field="honour", value=1), "amend.field"),
    (Change(id="one", deed="set", field="wounds"), "amend.value"),
    (Change(id="one", deed="set", field="wounds", value=0), "amend.value"),
    (Change(id="one", deed="set", field="wounds", value=4), "amend.value"),
])  # fmt: skip
def test_a_change_that_means_nothing_is_refused(change: Change, code: str) -> None:
    assert refusal(change)[0] == code


@pytest.mark.parametrize("change", [
    Change(id="one", deed="remove"), Change(id="one", deed="place", at=HERE),
    Change(id="unit", deed="place", facing=35_999), Change(id="one", deed="set", field="wounds", value=3),
])  # fmt: skip
def test_a_change_that_can_be_read_goes_to_its_system(change: Change) -> None:
    made = drafted(0, (change, change), known, carry_out)
    assert isinstance(made, tuple)
    assert len(made) == 2


def test_each_change_is_tried_where_the_one_before_it_left_the_position() -> None:
    away = Change(id="one", deed="remove")
    assert refusal(*(away,) * 4)[0] == "amend.unknown"
    assert refusal() == ("amend.number", "0")
    assert refusal(*(away,) * (MOST + 1)) == ("amend.number", str(MOST + 1))


def test_an_outline_stands_wholly_on_the_table_or_is_refused() -> None:
    table = Table(100, 50)
    assert refuse_off(table, "one", (Point(0, 0), Point(100, 50))) is None
    for corner in (Point(-1, 0), Point(101, 0), Point(0, 51), Point(0, -1)):
        no = refuse_off(table, "one", (HERE, corner))
        assert no is not None
        assert no.code == "amend.off-table"


def test_there_is_nothing_to_edit_before_a_battle_after_it_or_without_a_way() -> None:
    class Battle:
        def __init__(self, phase: str, outcome: object) -> None:
            self.phase, self.outcome = phase, outcome

    found = [goes_on(Battle(p, o)) for p, o in (("", None), ("setup", None), ("move", None), ("move", "won"))]
    assert found == [False, False, True, False]
    no = proposed(object(), None, (Change(id="one", deed="remove"),))
    assert isinstance(no, Refusal)
    assert no.code == "amend.not-here"
