"""How case files set a position: sides and the turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from app.engine.events import Seat
from app.engine.geometry import CM
from app.engine.stages import Stage, Staged
from app.engine.system import Setup, SideSetup
from blank_game.page.catalogue import begin
from blank_game.state import Side, State


class BlankStage(Stage[State]):
    """A position: the beginning, and what the rows change."""

    unit, phases, phase, scenarios, scenario = CM, ("turn",), "turn", ("first",), "first"
    side_type, terrain_kinds = Side, {}

    def state(self) -> State:
        """Both at the beginning, unless rows say otherwise."""
        seats = tuple(map(Seat, self.seats()))
        laid = begin(Setup("first", tuple(SideSetup(seat, {"sample": "plain"}) for seat in seats)))
        for seat, changes in self.sides.items():
            laid = laid.with_side(Seat(seat), **changes)
        return laid.with_(**self.facts)


class BlankStaging(Staged[State]):
    """How its cases are staged."""

    stage, unit, unit_name = BlankStage, CM, "cm"
    forms: ClassVar[Mapping[str, str]] = {
        "band": "band SEAT sample=plain", "turn": "turn NUMBER", "side": "side SEAT [points=N at=x,y]",
    }  # fmt: skip
    reckons: ClassVar[Mapping[str, Callable[[dict[str, str]], Any]]] = {}
