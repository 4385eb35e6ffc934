"""Amendments: what an umpire may change in a position outside of the rules, and the events that change it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Literal, Protocol, runtime_checkable

from msgspec import Struct

from app.engine.events import Event, Seat
from app.engine.geometry import Point, Polygon
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.system import S
from app.engine.table import Table
from app.engine.told import ToldEvent
from app.engine.trig import TURN

EDIT = Clause("ENG-UMP-04")
MOST = 40
"""Changes of one edit."""
Deed = Literal["place", "remove", "set"]


class Score(Struct, frozen=True, kw_only=True):
    """A number an umpire may set: ``field`` is a word of its system."""

    field: str
    now: int
    least: int
    most: int


class Amendable(Struct, frozen=True, kw_only=True):
    """A counter or a group as an umpire may change it.  ``facing`` is ``None`` where it has none."""

    id: str
    kind: Literal["piece", "group"]
    seat: Seat
    at: Point
    facing: int | None = None
    deeds: tuple[Deed, ...] = ("place", "remove", "set")
    scores: tuple[Score, ...] = ()


class Change(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One change: ``place`` needs ``at`` or ``facing``, ``set`` needs ``field`` and ``value``."""

    id: str
    deed: Deed
    at: Point | None = None
    facing: int | None = None
    field: str = ""
    value: int | None = None


@runtime_checkable
class Amends(Protocol):
    """A rule system whose positions an umpire may change."""

    def amendable(self, state: Any) -> tuple[Amendable, ...]:  # noqa: ANN401 - each system has a state of its own
        """What may be changed now; nothing while there is no battle."""
        ...

    def amend(self, state: Any, changes: Sequence[Change]) -> tuple[Event, ...] | Refusal:  # noqa: ANN401
        """The events that make these changes in their order, or why they cannot be made."""
        ...


def proposed(system: object, state: object, changes: Sequence[Change]) -> tuple[Event, ...] | Refusal:
    """The events of a system that change a position so, or why it cannot be changed."""
    return system.amend(state, changes) if isinstance(system, Amends) else refuse("amend.not-here", EDIT)


class Draft(Generic[S]):
    """A position being changed: what flows emit is folded and kept."""

    def __init__(self, state: S) -> None:
        self.state = state
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """The event is kept and folded into the state."""
        assert isinstance(event, ToldEvent)
        self.state = event.fold(self.state)
        self.events.append(event)


CarryOut = Callable[[Draft[S], Change], Refusal | None]


def drafted(
    state: S, changes: Sequence[Change], amendable: Callable[[S], tuple[Amendable, ...]], carry_out: CarryOut[S]
) -> tuple[Event, ...] | Refusal:
    """The events of all changes, each made where the one before it left the position; or the first refusal."""
    if not 0 < len(changes) <= MOST:
        return refuse("amend.number", EDIT, most=MOST, got=len(changes))
    draft = Draft(state)
    for change in changes:
        known = {one.id: one for one in amendable(draft.state)}
        if no := refuse_change(known.get(change.id), change) or carry_out(draft, change):
            return no
    return tuple(draft.events)


def refuse_change(known: Amendable | None, change: Change) -> Refusal | None:
    """Why a change cannot be read, whatever stands on the table; ``None`` if the system is to try it."""
    if known is None:
        return refuse("amend.unknown", EDIT, id=change.id[:40])
    if change.deed not in known.deeds:
        return refuse("amend.deed", EDIT, model=change.id, deed=change.deed)
    if change.deed == "place":
        return _refuse_place(known, change)
    return _refuse_score(known, change) if change.deed == "set" else None


def _refuse_place(known: Amendable, change: Change) -> Refusal | None:
    if change.at is None and change.facing is None:
        return refuse("amend.no-place", EDIT, model=change.id)
    if change.facing is None:
        return None
    if known.facing is None:
        return refuse("amend.no-facing", EDIT, model=change.id)
    return None if 0 <= change.facing < TURN else refuse("amend.facing", EDIT, got=str(change.facing)[:12])


def _refuse_score(known: Amendable, change: Change) -> Refusal | None:
    score = next((one for one in known.scores if one.field == change.field), None)
    if score is None:
        return refuse("amend.field", EDIT, model=change.id, got=change.field[:40] or "-")
    if change.value is None or not score.least <= change.value <= score.most:
        got = "-" if change.value is None else str(change.value)[:12]
        return refuse("amend.value", EDIT, model=change.id, least=score.least, most=score.most, got=got)
    return None


def goes_on(state: Any) -> bool:  # noqa: ANN401 - each system has a state of its own
    """Whether the battle has begun and is not over."""
    return state.phase not in ("", "setup") and state.outcome is None


def refuse_off(table: Table, id: str, outline: Polygon) -> Refusal | None:
    """The refusal of an outline that is not wholly on the table."""
    on = all(0 <= point.x <= table.width and 0 <= point.y <= table.depth for point in outline)
    return None if on else off(id)


def off(id: str) -> Refusal:
    """What would not be wholly on the table."""
    return refuse("amend.off-table", EDIT, model=id)


def upon(id: str, other: str) -> Refusal:
    """What would lie upon something else."""
    return refuse("amend.upon", EDIT, model=id, other=other)
