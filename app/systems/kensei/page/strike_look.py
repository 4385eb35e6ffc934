"""What each Combat Die would need against an enemy, shown before dice are divided and rolled."""

from __future__ import annotations

from app.engine.modifiers import total
from app.engine.refusals import Fact
from app.engine.views import Note, Preview
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.combat.arms import arm_of
from app.systems.kensei.combat.blows.dice import (
    armour_lines,
    attack_lines,
    damage_lines,
    defence_lines,
    lowered,
    wounds_by,
)
from app.systems.kensei.state import State
from app.systems.kensei.stats.lines import at_least
from app.systems.kensei.stats.rolls import hits, passes

HIT = c("KEN-CBT-27")
SIDES: int = table("stats")["die"]["sides"]
FACES = range(1, SIDES + 1)


def look_split(state: State, unit: Unit, answer: dict[str, int]) -> Preview:
    """For each enemy that is given dice what a die needs."""
    given = (state.units[id] for id, dice in answer.items() if dice and id in state.units)
    return Preview(notes=tuple(blow_note(state, unit, foe) for foe in given))


def blow_note(state: State, unit: Unit, foe: Unit) -> Note:
    """The stats that count between two, and the chance of a die to wound in hundredths."""
    attack = total(attack_lines(state, unit, foe))
    defence = at_least("defence", total(defence_lines(state, foe, unit)))
    armour = at_least("armour", total(armour_lines(state, foe, unit)))
    through = sum(not passes(stop, lowered(face, defence)) for face in FACES if hits(face, attack) for stop in FACES)
    adds, critical = total(damage_lines(state, unit, foe)), arm_of(unit).critical
    hurt = sum(wounds_by(face, adds, armour, critical) > 0 for face in FACES)
    facts: dict[str, Fact] = {"target": foe.id, "attack": attack, "defence": defence, "armour": armour,
                              "percent": 100 * through * hurt // SIDES**3}  # fmt: skip
    return Note("strike.look", facts, HIT)
