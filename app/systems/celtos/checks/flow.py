"""Checks of a whole unit: one D10 for a characteristic against a difficulty (2.17)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from app.engine.dice import Dice
from app.engine.flow import Game, roll
from app.engine.modifiers import Line, Modifiers, total
from app.engine.refusals import Clause
from app.systems.celtos.book import cm, table
from app.systems.celtos.checks.events import CheckRolled
from app.systems.celtos.checks.score import D10, HIGH, check_needed, passes
from app.systems.celtos.ground.sight import nearest_seen
from app.systems.celtos.measure import in_combat, within
from app.systems.celtos.state import Model, State, Unit, UnitId

DIF: int = table("checks")["check"]["dif"]
"""Of a check that names none (CEL-TST-02)."""
LEADER: int = table("abilities")["leader"]["adds"]
COMMANDS = cm(table("abilities")["commander"]["within"])
SHORT, MEDIUM = (cm(row["to"]) for row in table("shots")["band"][:2])
CHARACTERISTICS = {"reaction": "initiative", "morale": "command", "rally": "command"}


class Active(NamedTuple):
    """The characteristic a unit checks with, and the Commander who lent it, if one did."""

    figure: int
    commander: str = ""


Subject = tuple[State, Unit]


# -- the characteristic -------------------------------------------------------------


def trooper(state: State, unit: Unit) -> Model:
    """The model whose figures the unit checks with: its first ordinary one (CEL-PRO-17)."""
    models = state.living(unit) or tuple(state.model(id) for id in unit.models)
    return next((m for m in models if not m.role), models[0])


def own(state: State, unit: Unit, kind: str) -> int:
    """The unit's IN or MN, higher while its leader lives (CEL-PRO-17, CEL-ABL-03)."""
    me = trooper(state, unit)
    figure: int = me.initiative if CHARACTERISTICS[kind] == "initiative" else me.command
    return min(HIGH, figure + LEADER) if has_role(state, unit, "leader") else figure


def lenders(state: State, unit: Unit) -> tuple[Model, ...]:
    """Friendly Commanders not in Panic within reach of a model of the unit (CEL-ABL-08)."""
    mine = state.living(unit)
    return tuple(
        m for m in state.standing(unit.seat)
        if m.has("commander") and m.unit != unit.id and not state.unit(m.unit).panic
        and any(within(m.base, x.base, COMMANDS) for x in mine)
    )  # fmt: skip


def active(state: State, unit: Unit, kind: str) -> Active:
    """What a check is made with: the unit's own figure, or a Commander's MN where that is better (CEL-ABL-08)."""
    figure = own(state, unit, kind)
    best = max(lenders(state, unit), key=lambda m: m.command, default=None) if kind != "reaction" else None
    return Active(best.command, best.id) if best is not None and best.command > figure else Active(figure)


# -- the modifiers ------------------------------------------------------------------


def has_role(state: State, unit: Unit, role: str) -> bool:
    """Whether its leader, standard or musician lives."""
    return any(m.role == role for m in state.living(unit))


def plays(subject: Subject) -> int:
    """Its musician lives (CEL-ABL-05)."""
    return int(has_role(*subject, "musician"))


def bears_standard(subject: Subject) -> int:
    """Its standard is up (CEL-ABL-04)."""
    return int(has_role(*subject, "standard"))


def is_heavy(subject: Subject) -> int:
    """It is Heavy (CEL-RAL-08)."""
    return int(trooper(*subject).has("heavy"))


def is_drilled(subject: Subject) -> int:
    """Its list has Discipline, and it is a Unit."""
    return int("discipline" in subject[1].traits and not subject[1].individual)


def is_fervent(subject: Subject) -> int:
    """Its list has Fervour, and it is a Unit."""
    return int("fervour" in subject[1].traits and not subject[1].individual)


def foe_distance(state: State, unit: Unit) -> int | None:
    """How far the nearest enemies are that one of its models sees (CEL-RAL-06)."""
    found = (nearest_seen(state, unit, foe) for foe in state.enemies_of(unit.seat))
    return min((far for far in found if far is not None), default=None)


def foes_in(state: State, unit: Unit) -> str:
    """What of its enemies weighs on a unit that rallies: contact, short, medium or nothing; the worst only.

    CEL-RAL-03 to -07; nothing does where there is Courage (CEL-ABL-09).
    """
    if trooper(state, unit).has("courage"):
        return ""
    if in_combat(state, unit):
        return "contact"
    far = foe_distance(state, unit)
    return "" if far is None or far > MEDIUM else "medium" if far > SHORT else "short"


TESTS: dict[str, Callable[[Subject], int]] = {
    "the musician of the unit lives": plays,
    "the standard of the unit is up": bears_standard,
    "the unit is Heavy": is_heavy,
    "its list has Discipline": is_drilled,
    "its list has Fervour": is_fervent,
    "enemies are at medium range and in sight": lambda subject: int(foes_in(*subject) == "medium"),
    "enemies are at short range and in sight": lambda subject: int(foes_in(*subject) == "short"),
    "the unit is in contact": lambda subject: int(foes_in(*subject) == "contact"),
}
LINES: dict[str, Modifiers[Subject]] = {
    kind: Modifiers.read([row for row in table("checks")["adds"] if kind in row["of"]], TESTS)
    for kind in CHARACTERISTICS
}


def lines_of(state: State, unit: Unit, kind: str) -> tuple[Line, ...]:
    """Every modifier that holds of this check (CEL-GEN-06)."""
    return LINES[kind].lines((state, unit))


def prospect(state: State, unit: Unit, kind: str) -> dict[str, int]:
    """What a question may say of the check that would follow: the score needed and what is added (CEL-GEN-12)."""
    return {"needed": check_needed(active(state, unit, kind).figure, DIF), "adds": total(lines_of(state, unit, kind))}


async def check(game: Game[State], unit_id: UnitId, kind: str, clause: Clause, lines: tuple[Line, ...] = ()) -> bool:
    """Whether the unit passed a check of this kind: reaction, morale or rally (CEL-TST-04).

    ``clause`` says why it is made; ``lines`` are modifiers that come from the occasion.
    """
    faces = await roll(Dice(1, D10), f"check-{kind}", clause, by=game.state.unit(unit_id).seat)
    state, (face,) = game.state, faces
    unit = state.unit(unit_id)
    adds = (*lines_of(state, unit, kind), *lines)
    by, sum_ = active(state, unit, kind), face + total(adds)
    needed = check_needed(by.figure, DIF)
    passed = passes(face, sum_, needed)
    game.emit(CheckRolled(clause=clause, unit=unit_id, check=kind, natural=face, lines=adds, total=sum_, needed=needed,
                          passed=passed, active=by.figure, dif=DIF, commander=by.commander))  # fmt: skip
    return passed
