"""What a unit's stats are now: what is printed, and every line that adds to it, each with its clause."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.modifiers import Line, total
from app.engine.refusals import Clause
from app.systems.kensei.abilities.auras import aura_lines
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.measure import is_within
from app.systems.kensei.state import State

PRINTED = {
    "attack": c("KEN-STA-10"), "defence": c("KEN-STA-12"), "ki": c("KEN-STA-15"), "honour": c("KEN-STA-16"),
    "initiative": c("KEN-STA-22"), "armour": c("KEN-RNG-29"), "movement": c("KEN-MOV-05"),
}  # fmt: skip
STANDARD, BEST, COMMAND, NOT_BELOW, PASSED = (
    c("KEN-ARM-09"), c("KEN-TYP-09"), c("KEN-ARM-11"), c("KEN-STA-33"), c("KEN-MOV-14"),
)  # fmt: skip
BONUS, REACH = table("troops")["bonus"], table("special")["commandment"]
KIND = {row["id"]: row["bonus"] for row in table("troops")["rank"]}
FLOORS: dict[str, int] = {stat: table("stats")["floor"][stat] for stat in ("defence", "armour")}
THROUGH: int = table("movement")["pass_through"]["initiative"]
"""Initiative of units that passed through each other this turn (KEN-MOV-14)."""


def lines(state: State, unit: Unit, stat: str) -> tuple[Line, ...]:
    """What adds up to a stat of a unit: its printed value, its officers, effects in force.

    ``stat``: attack, defence, ki, honour, initiative, armour, movement (1/100 mm).
    """
    return (Line("printed", getattr(unit, stat), PRINTED[stat]), *added(state, unit, stat))


def value(state: State, unit: Unit, stat: str) -> int:
    """A stat of a unit as it is now, never below its floor (KEN-STA-33)."""
    return at_least(stat, total(lines(state, unit, stat)))


def at_least(stat: str, figure: int) -> int:
    """A figure, or the floor of its stat (KEN-STA-33)."""
    return max(FLOORS[stat], figure) if stat in FLOORS else figure


def added(state: State, unit: Unit, stat: str) -> tuple[Line, ...]:
    """All that is added to a printed stat."""
    return (*officer(state, unit, stat), *standard(unit, stat), *passed(unit, stat), *aura_lines(state, unit, stat),
            *timed(unit, stat))  # fmt: skip


def timed(unit: Unit, stat: str) -> tuple[Line, ...]:
    """Effects in force on a unit that add to a stat."""
    return tuple(Line(one.key, one.add, Clause(one.clause)) for one in unit.timed if one.stat == stat and one.add)


def standard(unit: Unit, stat: str) -> tuple[Line, ...]:
    """The battle standard (KEN-ARM-09)."""
    flies = stat == "honour" and unit.standard and unit.models
    return (Line("standard", table("armies")["standard"]["honour"], STANDARD),) if flies else ()


def passed(unit: Unit, stat: str) -> tuple[Line, ...]:
    """Friends went through it, or it through friends, this turn (KEN-MOV-14)."""
    return (Line("passed-through", THROUGH, PASSED),) if stat == "initiative" and unit.passed else ()


def officer(state: State, unit: Unit, stat: str) -> tuple[Line, ...]:
    """The best bonus of a Bushi in the unit or, for Honour, of one whose Commandment reaches it (KEN-TYP-09)."""
    if stat not in ("honour", "initiative") or unit.is_character:
        return ()
    found = [line for one in state.inside(unit.id) if (line := gives(one, stat)) is not None]
    if stat == "honour":
        found += commands(state, unit)
    best = max(found, key=lambda line: line.adds, default=None)
    return (best,) if best is not None and best.adds else ()


def gives(character: Unit, stat: str) -> Line | None:
    """What a character gives to the unit he is in: nothing if he is no Bushi or has lost face (KEN-TYP-10)."""
    if character.role != "bushi" or not character.gives:
        return None
    kind = "taisho" if character.taisho else KIND[character.rank]
    row = BONUS[kind]
    return Line(kind, row[stat], Clause(row["clause"]))


def commands(state: State, unit: Unit) -> Iterator[Line]:
    """Honour from characters with Commandment near enough (KEN-ARM-11, KEN-ARM-14)."""
    for one in commanders(state, unit):
        line = gives(one, "honour")
        if line is not None and one.host != unit.id:
            yield Line("commandment", line.adds, COMMAND)


def commanders(state: State, unit: Unit) -> Iterator[Unit]:
    """Friendly characters with Commandment whose reach a unit is in."""
    for one in state.units.values():
        if one.seat == unit.seat and one.on_table and one.has("commandment") and commands_at(state, one, unit):
            yield one


def commands_at(state: State, character: Unit, unit: Unit) -> bool:
    """Whether a unit is within a character's Commandment: 15 cm, 30 mounted, 10 more for Samurai."""
    reach = cm(REACH["mounted" if character.mounted else "foot"])
    reach += cm(REACH["samurai"]) if unit.has("samurai") else 0
    return is_within(state, character, unit, reach)
