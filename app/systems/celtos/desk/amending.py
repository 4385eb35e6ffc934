"""What an umpire may change in a battle of Celtos: where models stand, their wounds, whether they live."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.amend import EDIT, Amendable, Change, Draft, Score, drafted, goes_on, off, upon
from app.engine.events import Event, Seat
from app.engine.geometry import Base, Point
from app.engine.refusals import Refusal
from app.engine.table import inside
from app.systems.celtos.damage.events import Casualties
from app.systems.celtos.damage.flow import last_of
from app.systems.celtos.desk.events import Amended
from app.systems.celtos.measure import overlaps
from app.systems.celtos.scenarios.tokens import drop_captive, follow
from app.systems.celtos.state import Model, State

WOUNDS = "wounds"
NOBODY = Seat("")
"""To nobody's credit: the loss counts for every enemy alike."""


def amendable(state: State) -> tuple[Amendable, ...]:
    """Every model on the table, once the battle has begun."""
    return tuple(known(m) for m in state.standing()) if goes_on(state) else ()


def known(model: Model) -> Amendable:
    """A model as an umpire may change it."""
    scores = (Score(field=WOUNDS, now=model.wounds, least=1, most=model.start_wounds),)
    return Amendable(id=model.id, kind="piece", seat=model.seat, at=model.at, scores=scores)


def amend(state: State, changes: Sequence[Change]) -> tuple[Event, ...] | Refusal:
    """The events of these changes, or why they cannot be made."""
    return drafted(state, changes, amendable, carry_out)


def carry_out(draft: Draft[State], change: Change) -> Refusal | None:
    """The change is made, or refused."""
    model = draft.state.model(change.id)
    if change.deed == "remove":
        return remove(draft, model)
    if change.deed == "place":
        return place(draft, model, change.at or model.at)
    value = change.value or model.wounds
    draft.emit(Amended(clause=EDIT, model=model.id, at=model.at, wounds=value, field=WOUNDS, value=value))
    return None


def place(draft: Draft[State], model: Model, at: Point) -> Refusal | None:
    """It stands there, wholly on the table and on nobody else."""
    base = Base(at, model.radius)
    if not inside(draft.state.table, base):
        return off(model.id)
    under = next((m for m in draft.state.standing() if m.id != model.id and overlaps(base, m.base)), None)
    if under:
        return upon(model.id, under.id)
    draft.emit(Amended(clause=EDIT, model=model.id, at=at, wounds=model.wounds))
    follow(draft)
    return None


def remove(draft: Draft[State], model: Model) -> Refusal | None:
    """It has fallen and is counted as any other; a unit without a model is destroyed."""
    follow(draft)
    units = last_of(draft.state, (model.id,))
    draft.emit(Casualties(clause=EDIT, models=(model.id,), by=NOBODY, where="umpire", units=units, count=1))
    drop_captive(draft)
    return None
