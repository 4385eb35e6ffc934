"""How case files set a position of a duel: sides, turn, phase, who has the initiative."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from app.engine.events import Seat
from app.engine.geometry import CM
from app.engine.stages import Stage, Staged
from app.engine.system import Setup, SideSetup
from app.engine.table import Table
from iai_duel.page.catalogue import ROOM, begin
from iai_duel.state import Side, State

PHASES = ("initiative", "steps", "stances", "blows")
BEFORE = dict(zip(PHASES, ("blows", *PHASES), strict=False))
"""The phase that has ended when one begins."""


class IaiStage(Stage[State]):
    """A position: the beginning, and what the rows change."""

    unit, phases, phase, scenarios, scenario = CM, PHASES, "steps", ("yard",), "yard"
    side_type, terrain_kinds = Side, {}

    def state(self) -> State:
        """Both where they begin, of the school of Stone, unless rows say otherwise; red has the initiative."""
        seats = tuple(map(Seat, self.seats()))
        laid = begin(Setup("yard", tuple(SideSetup(seat, {"sample": "stone"}) for seat in seats)))
        for seat, changes in self.sides.items():
            laid = laid.with_side(Seat(seat), **changes)
        facts: dict[str, Any] = {"first": seats[0], **self.facts}
        return laid.with_(table=Table(ROOM, ROOM), phase=BEFORE[self.phase], **facts)


class IaiStaging(Staged[State]):
    """How its cases are staged."""

    stage, unit, unit_name = IaiStage, CM, "cm"
    forms: ClassVar[Mapping[str, str]] = {
        "band": "band SEAT sample=stone|water",
        "phase": " | ".join(PHASES), "turn": "turn NUMBER", "first": "first SEAT",
        "side": "side SEAT [school=stone|water at=x,y wounds=N stance=high|middle|low still]",
    }  # fmt: skip
    reckons: ClassVar[Mapping[str, Callable[[dict[str, str]], Any]]] = {}
