"""What may become of one who is struck, as it is shown beforehand."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.events import Event
from app.engine.prospects import Outcome
from app.systems.ronin.combat.blows import Captured, Subdued
from app.systems.ronin.wounds.events import Killed, Wounded

HURTS = (
    Outcome("odds.miss", 0), Outcome("odds.stunned", 1, wanted=True), Outcome("odds.light", 2, wanted=True),
    Outcome("odds.grievous", 3, wanted=True), Outcome("odds.dead", 4, wanted=True),
)  # fmt: skip


def hurt(target: str, events: Sequence[Event]) -> str:
    """What the target has of it: nothing, a wound, death; or that another was struck."""
    for event in events:
        match event:
            case Killed(model=model):
                return "odds.dead" if model == target else "odds.other"
            case Wounded(model=model, result=result):
                return f"odds.{result}" if model == target else "odds.other"
    return "odds.miss"


def taken(events: Sequence[Event]) -> str:
    """What came of an attempt to Subdue."""
    kinds = {type(event) for event in events}
    return "odds.captured" if Captured in kinds else "odds.stunned" if Subdued in kinds else "odds.miss"
