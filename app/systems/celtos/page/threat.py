"""What a unit is to be reckoned with for: how far it moves, runs, assaults and shoots, as all at the table know."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.reach import Threat
from app.engine.views import Note
from app.systems.celtos.activation.orders import ASSAULT
from app.systems.celtos.measure import in_combat
from app.systems.celtos.moving.errands import WAYS, Errand, allowance
from app.systems.celtos.moving.rules import refuse_any
from app.systems.celtos.shooting.rules import OUT_OF_RANGE, refuse_to_shoot, usable
from app.systems.celtos.state import Model, State, Unit

MOVING = {"move": "move", "run": "run"}


def threat(state: State, id: str) -> tuple[Threat, ...]:
    """How far a unit goes, or that of a model, as the crow flies, and how far each of its weapons carries."""
    model = state.models.get(id)
    unit = state.units.get(model.unit if model else id)
    if unit is None or unit.fate or not (living := state.living(unit)):
        return ()
    return (*moves(state, unit, living), *assaults(state, unit, living), *shots(state, unit, living))


def moves(state: State, unit: Unit, living: tuple[Model, ...]) -> Iterator[Threat]:
    """Its moves, out of combat only."""
    for how, kind in MOVING.items():
        if refuse_any(state, unit, how) is None:
            yield about(state, living, Errand(how, unit.id), f"threat.{how}", kind)


def assaults(state: State, unit: Unit, living: tuple[Model, ...]) -> Iterator[Threat]:
    """Its charge, which one in combat or in Panic does not make."""
    if not (unit.panic or in_combat(state, unit)):
        yield about(state, living, Errand("assault", unit.id), "threat.assault", "charge")


def about(state: State, living: tuple[Model, ...], errand: Errand, named: str, kind: str) -> Threat:
    """All that lies as near to a model as the slowest of them goes."""
    far = min(allowance(state, m, errand) for m in living)
    clause = ASSAULT if errand.how == "assault" else WAYS[errand.how].limit
    return Threat(kind=kind, note=Note(named, {"reach": far}, clause), outlines=tuple((m.at,) for m in living),
                  radius=max(m.radius for m in living) + far)  # fmt: skip


def shots(state: State, unit: Unit, living: tuple[Model, ...]) -> Iterator[Threat]:
    """How far each of its weapons carries, from whoever bears it."""
    if refuse_to_shoot(state, unit) is not None:
        return
    borne = {weapon.id: weapon for m in living for weapon in usable(unit, m, "order")}
    for weapon in borne.values():
        armed = [m for m in living if weapon in usable(unit, m, "order")]
        note = Note("threat.shoot", {"weapon": weapon.id, "range": weapon.reach}, OUT_OF_RANGE)
        yield Threat(kind="shoot", note=note, outlines=tuple((m.at,) for m in armed),
                     radius=max(m.radius for m in armed) + weapon.reach)  # fmt: skip
