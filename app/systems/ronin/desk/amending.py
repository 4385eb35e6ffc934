"""What an umpire may change in a battle of Ronin: where models stand, their wounds, whether they live."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.amend import EDIT, Amendable, Change, Draft, Score, drafted, goes_on, off, upon
from app.engine.events import Event
from app.engine.geometry import Base, Point, overlap
from app.engine.refusals import Refusal
from app.engine.table import inside
from app.systems.ronin.actions.objects import drop_all
from app.systems.ronin.combat.phase import groups
from app.systems.ronin.desk.events import Amended, CombatsAmended
from app.systems.ronin.state import Combat, Model, State
from app.systems.ronin.wounds.events import Killed

FIELDS = {"stunned": "stunned", "light-wound": "light", "grievous-wound": "grievous"}
"""The words of what may be set, and the fields of a model they stand for."""
MOST = 9


def amendable(state: State) -> tuple[Amendable, ...]:
    """Every model on the table, once the battle has begun."""
    return tuple(known(m) for m in state.standing()) if goes_on(state) else ()


def known(model: Model) -> Amendable:
    """A model as an umpire may change it."""
    scores = tuple(Score(field=key, now=getattr(model, name), least=0, most=MOST) for key, name in FIELDS.items())
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
    return emit(draft, model, model.at, change.field, change.value or 0)


def place(draft: Draft[State], model: Model, at: Point) -> Refusal | None:
    """It stands there, wholly on the table and on nobody else."""
    base = Base(at, model.radius)
    if not inside(draft.state.table, base):
        return off(model.id)
    under = next((m for m in draft.state.standing() if m.id != model.id and overlap(base, m.base)), None)
    return upon(model.id, under.id) if under else emit(draft, model, at)


def emit(draft: Draft[State], model: Model, at: Point, field: str = "", value: int = 0) -> Refusal | None:
    """The event of a place or a number, with the combats that are left after it."""
    marks = {name: getattr(model, name) for name in FIELDS.values()}
    marks |= {FIELDS[field]: value} if field else {}
    moved = draft.state.with_model(model.id, at=at)
    draft.emit(Amended(clause=EDIT, model=model.id, at=at, field=field, value=value, combats=combats(moved), **marks))
    return None


def remove(draft: Draft[State], model: Model) -> Refusal | None:
    """It is dead and counted as any other; what it carried lies there."""
    drop_all(draft, model.id, EDIT)
    side = draft.state.side(model.seat)
    draft.emit(Killed(
        clause=EDIT, model=model.id, by="", how="umpire", cause=EDIT, at=model.at, radius=model.radius, kills=0,
        fallen=side.killed_now + (not model.civilian), leader=side.leader_killed_now or model.leader,
    ))  # fmt: skip
    left = combats(draft.state)
    if left != draft.state.combats:
        draft.emit(CombatsAmended(clause=EDIT, combats=left))
    return None


def combats(state: State) -> tuple[Combat, ...]:
    """Those of this turn that were fought, and anew those still to be fought; none before they are formed."""
    fought = tuple(fight for fight in state.combats if fight.fought)
    if len(fought) == len(state.combats):
        return state.combats
    done = {id for fight in fought for id in fight.members}
    fresh = [group for group in groups(state) if done.isdisjoint(group)]
    ids = [fight.id for fight in state.combats if not fight.fought]
    ids += [f"combat-{n}" for n in range(len(state.combats) + 1, len(state.combats) + len(fresh))]
    return (*fought, *(Combat(id=id, members=group) for id, group in zip(ids, fresh, strict=False)))
