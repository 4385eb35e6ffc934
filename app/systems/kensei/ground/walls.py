"""Constructions that are struck: an Attack roll, no Defense, Damage as in melee (KEN-TER-45, KEN-TER-100)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.dice import Dice, Faces
from app.engine.domains import Pick
from app.engine.flow import Game, ask, roll
from app.engine.modifiers import Line, total
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c
from app.systems.kensei.charging.rules import walls_met
from app.systems.kensei.combat.arms import arm_of, weapon_lines
from app.systems.kensei.combat.blows.dice import attack_lines, damage_lines, may_strike, total_dice, wounds_by
from app.systems.kensei.combat.events import AttackRolled, DamageRolled
from app.systems.kensei.destruction.flow import destroy
from app.systems.kensei.ground.events import WallStruck
from app.systems.kensei.ground.terrain import kind_of, wounds_of
from app.systems.kensei.resolution.events import CombatFought
from app.systems.kensei.state import State
from app.systems.kensei.stats.lines import at_least
from app.systems.kensei.stats.rolls import hits

MAY, HOW, FALLS = c("KEN-TER-100"), c("KEN-TER-45"), c("KEN-TER-46")
NONE = "none"


def at_walls(state: State) -> tuple[Unit, ...]:
    """Units in contact with a Construction they are able to attack, that fight nobody and have not struck this turn."""
    done = {id for one in state.fought for id in one.units}
    return tuple(
        unit for unit in state.fielded()
        if unit.id not in done and not unit.fleeing and not state.fighting(unit.id) and may_strike(state, unit)
        and walls_met(state, unit)
    )  # fmt: skip


async def strike_walls(game: Game[State], unit_id: str) -> None:
    """A unit has struck the Construction before it with all its Combat Dice, or has let it be."""
    state = game.state
    unit = state.units[unit_id]
    pieces = walls_met(state, unit)
    question = Ask(unit.seat, "combat.wall", Pick({**dict.fromkeys(pieces), NONE: None}), MAY, default=NONE,
                   facts={"unit": unit_id})  # fmt: skip
    said = await ask(question)
    wounds = await battered(game, unit, said) if said != NONE else 0
    game.emit(CombatFought(clause=MAY, units=(unit.id,), wounds={str(unit.seat): wounds}, killed={}, left={},
                           walls=True))  # fmt: skip


async def battered(game: Game[State], unit: Unit, piece: str) -> int:
    """The Wounds a unit's blows took from a Construction; if it has none left it falls on those inside (KEN-TER-46)."""
    landed = await attack(game, unit, piece)
    dealt = await damage(game, unit, piece, len(landed))
    before = wounds_of(game.state, piece)
    wounds = min(before, dealt)
    if wounds:
        game.emit(WallStruck(clause=HOW, unit=unit.id, piece=piece, wounds=wounds, left=before - wounds))
    if wounds and wounds == before:
        for one in tuple(u for u in game.state.fielded() if u.building == piece):
            destroy(game, one.id, "building", FALLS, unit.id)
    return wounds


async def attack(game: Game[State], unit: Unit, piece: str) -> Faces:
    """The Attack dice have fallen; the faces that hit."""
    found = attack_lines(game.state, unit, None)
    needed = total(found)
    dice = total_dice(game.state, unit)
    faces = await roll(Dice(dice, 10), "attack", HOW, by=unit.seat) if dice else ()
    landed = tuple(face for face in faces if hits(face, needed))
    game.emit(AttackRolled(clause=HOW, unit=unit.id, target=piece, faces=faces, lines=found, needed=needed,
                           good=len(landed), how="wall"))  # fmt: skip
    return landed


async def damage(game: Game[State], unit: Unit, piece: str, dice: int) -> int:
    """A Damage die for each hit has fallen against the Armor of the Construction; the Wounds they deal."""
    if not dice:
        return 0
    kind = kind_of(next(laid for laid in game.state.table.pieces if laid.id == piece))
    adds = total(damage_lines(game.state, unit, None))
    lines = (Line("printed", kind.armour, kind.rests_on("armour")), *weapon_lines(game.state, unit, "target_armour"))
    armour = at_least("armour", total(lines))
    faces = await roll(Dice(dice, 10), "damage", HOW, by=unit.seat)
    wounds = tuple(wounds_by(face, adds, armour, arm_of(unit).critical) for face in faces)
    game.emit(DamageRolled(clause=HOW, unit=unit.id, target=piece, faces=faces, lines=lines, needed=armour,
                           good=sum(wounds), how="wall", adds=adds, wounds=wounds))  # fmt: skip
    return sum(wounds)
