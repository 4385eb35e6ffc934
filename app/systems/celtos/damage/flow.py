"""From hits to casualties: damage dice, and the removal of those without wounds (2.14, CEL-PRO-22)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from app.engine.dice import Dice
from app.engine.events import Seat
from app.engine.flow import Game, roll
from app.engine.modifiers import Line
from app.systems.celtos.book import c
from app.systems.celtos.checks.score import D10, check_needed, cut, passes
from app.systems.celtos.damage.events import Casualties, DamageRolled
from app.systems.celtos.scenarios.ending import watch
from app.systems.celtos.scenarios.tokens import follow
from app.systems.celtos.state import ModelId, State, UnitId

DAMAGE = c("CEL-DMG-04")
REMOVED = c("CEL-PRO-22")
VOLLEY = c("CEL-SHT-12")
STEP = c("CEL-CBT-16")
ETHEREAL = c("CEL-ABL-24")


class Hit(Struct, frozen=True, kw_only=True):
    """A hit that was not saved: whose, on whom, and with what damage strength (CEL-DMG-03).

    ``strength``: of the weapon for its band, or FU plus the weapon's bonus, not yet cut to 1-10.
    ``penetrating``: how much lower the target's RS counts (CEL-ABL-12).
    """

    by: ModelId
    target: ModelId
    strength: int
    penetrating: int = 0
    lines: tuple[Line, ...] = ()


def against(state: State, hit: Hit) -> tuple[int, int]:
    """What the check table is read with: strength and RS, or of an ethereal target both Commands.

    CEL-DMG-01, CEL-GEN-08, CEL-ABL-12, CEL-ABL-24.
    """
    me, target = state.model(hit.by), state.model(hit.target)
    if target.has("ethereal"):
        return cut(me.command), cut(target.command)
    return cut(hit.strength), cut(target.resistance - hit.penetrating)


def needed_to_wound(state: State, hit: Hit) -> int:
    """The score this hit's damage die needs (CEL-DMG-01)."""
    return check_needed(*against(state, hit))


async def damage(game: Game[State], hits: Sequence[Hit]) -> dict[ModelId, Seat]:
    """The damage dice of these hits have fallen in their order and taken their wounds (CEL-DMG-04).

    Nobody is removed yet.  Returned: whom they brought to no wounds, and by whose die (CEL-VIC-05).
    """
    felled: dict[ModelId, Seat] = {}
    if not hits:
        return felled
    faces = await roll(Dice(len(hits), D10), "damage", DAMAGE, by=game.state.model(hits[0].by).seat)
    for hit, face in zip(hits, faces, strict=True):
        state = game.state
        before = state.model(hit.target).wounds
        game.emit(damaged(state, hit, face))
        if before and not game.state.model(hit.target).wounds:
            felled[hit.target] = state.model(hit.by).seat
    return felled


def damaged(state: State, hit: Hit, face: int) -> DamageRolled:
    """What one damage die did; wounds beyond the last are lost (CEL-DMG-04, CEL-ALC-04)."""
    active, dif = against(state, hit)
    needed, sum_ = check_needed(active, dif), face + sum(line.adds for line in hit.lines)
    passed = passes(face, sum_, needed)
    target = state.model(hit.target)
    return DamageRolled(
        clause=ETHEREAL if target.has("ethereal") else DAMAGE, model=hit.by, target=hit.target, natural=face,
        lines=hit.lines, total=sum_, needed=needed, passed=passed, active=active, dif=dif,
        wounds=max(0, target.wounds - passed),
    )  # fmt: skip


def spent(state: State) -> tuple[ModelId, ...]:
    """Models that stand on the table without a wound left, in seat and list order (CEL-PRO-22)."""
    return tuple(m.id for m in state.standing() if m.wounds <= 0)


def fall(game: Game[State], models: Sequence[ModelId], by: Seat, where: str) -> None:
    """These models are removed together, and units without a model are destroyed by this seat (CEL-PRO-22).

    ``where``: shooting or combat.
    """
    if not models:
        return
    follow(game)
    units = last_of(game.state, models)
    clause = VOLLEY if where == "shooting" else STEP
    game.emit(Casualties(clause=clause, models=tuple(models), by=by, where=where, units=units, count=len(models)))
    watch(game)


def last_of(state: State, models: Sequence[ModelId]) -> tuple[UnitId, ...]:
    """The units that have nobody left on the table without these models, in their order."""
    touched = dict.fromkeys(state.model(id).unit for id in models)
    return tuple(u for u in touched if all(m.id in models for m in state.living(u)))
