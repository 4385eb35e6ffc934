"""What an umpire may change in a battle of Kensei: where units and characters stand, models, Wounds, who is lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from app.engine.amend import EDIT, Amendable, Change, Deed, Draft, Score, drafted, goes_on, off, upon
from app.engine.events import Event
from app.engine.geometry import Point
from app.engine.refusals import Refusal
from app.systems.kensei.army import Model, Unit
from app.systems.kensei.desk.events import Amended
from app.systems.kensei.destruction.flow import leave_alone, lose
from app.systems.kensei.measure import bases, middle, parts
from app.systems.kensei.moving.ways.travel import laps, on_table
from app.systems.kensei.state import State

MODELS, WOUNDS = "models", "wounds"
FREE: tuple[Deed, ...] = ("place", "remove", "set")
BOUND: tuple[Deed, ...] = ("remove", "set")


def amendable(state: State) -> tuple[Amendable, ...]:
    """Every unit and character on the table, once the battle has begun."""
    if not goes_on(state):
        return ()
    return tuple(known(state, unit) for unit in state.units.values() if unit.on_table)


def known(state: State, unit: Unit) -> Amendable:
    """A unit as an umpire may change it; who is in another or in a Construction stays there."""
    deeds = BOUND if unit.host or unit.building else FREE
    at = unit.at if unit.ranked and not unit.host else middle(tuple(places(state, unit)))
    kind: Literal["piece", "group"] = "piece" if unit.is_character else "group"
    return Amendable(id=unit.id, kind=kind, seat=unit.seat, at=at, facing=unit.facing, deeds=deeds, scores=scores(unit))


def scores(unit: Unit) -> tuple[Score, ...]:
    """Wounds of one who stands alone; models of a unit, more than it has only where ranks give them a place."""
    if unit.start_models == 1:
        return (Score(field=WOUNDS, now=unit.wounds_left, least=1, most=max(unit.wounds, unit.wounds_left)),)
    most = unit.start_models if unit.ranked and not unit.loose else len(unit.models)
    return (Score(field=MODELS, now=len(unit.models), least=1, most=max(most, len(unit.models))),)


def places(state: State, unit: Unit) -> list[Point]:
    """Where each of its own models stands."""
    return [middle(base) for base in bases(state, unit)[-len(unit.models) :]]


def amend(state: State, changes: Sequence[Change]) -> tuple[Event, ...] | Refusal:
    """The events of these changes, or why they cannot be made."""
    return drafted(state, changes, amendable, carry_out)


def carry_out(draft: Draft[State], change: Change) -> Refusal | None:
    """The change is made, or refused."""
    unit = draft.state.units[change.id]
    if change.deed == "remove":
        return remove(draft, unit)
    if change.deed == "set":
        now = replace(unit, models=counted(unit, change.field, change.value or 1))
        return put(draft, now, change.field, change.value or 1)
    return put(draft, moved(draft.state, unit, change))


def counted(unit: Unit, field: str, value: int) -> tuple[Model, ...]:
    """Its models with so many Wounds, or so many models; those that go are the last."""
    if field == WOUNDS:
        return (replace(unit.models[0], wounds=value),)
    more = value - len(unit.models)
    return (*unit.models[:value], *(Model(unit.wounds) for _ in range(more)))


def moved(state: State, unit: Unit, change: Change) -> Unit:
    """The unit in ranks with its front there; in loose order with its middle there, all as they stand to each other."""
    facing = unit.facing if change.facing is None else change.facing
    if not unit.loose:
        return replace(unit, at=change.at or unit.at, facing=facing)
    spots = places(state, unit)
    here = middle(tuple(spots))
    to = here if change.at is None else change.at
    models = tuple(
        replace(model, at=Point(spot.x + to.x - here.x, spot.y + to.y - here.y))
        for model, spot in zip(unit.models, spots, strict=True)
    )
    return replace(unit, at=to, facing=facing, models=models, formed=False)


def put(draft: Draft[State], now: Unit, field: str = "", value: int = 0) -> Refusal | None:
    """The unit is as given, wholly on the table and on no other unit."""
    bound = now.host or now.building or field == WOUNDS
    if not bound and (no := refuse_there(draft.state.at_once(now), now)):
        return no
    draft.emit(Amended(clause=EDIT, unit=now.id, at=now.at, facing=now.facing, models=now.models, field=field,
                       value=value, seen_by=now.known_to))  # fmt: skip
    return None


def refuse_there(after: State, now: Unit) -> Refusal | None:
    """Why a unit cannot stand so, or ``None``."""
    mine = parts(after, now)
    if not on_table(after, mine):
        return off(now.id)
    others = (u for u in after.fielded() if u.id != now.id and not u.building)
    under = next((u for u in others if laps(mine, parts(after, u))), None)
    return upon(now.id, under.id) if under else None


def remove(draft: Draft[State], unit: Unit) -> Refusal | None:
    """It is lost and counted as any other; characters in it stand alone where they stood."""
    leave_alone(draft, draft.state, unit.id)
    lose(draft, unit.id, "umpire", EDIT, seen_by=unit.known_to)
    return None
