"""What the ground, a camp, spells kept up and passive abilities of units near by add to a stat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.engine.modifiers import Line
from app.engine.refusals import Clause
from app.systems.kensei.armies.lists import ABILITIES, Ability
from app.systems.kensei.army import Unit
from app.systems.kensei.book import table
from app.systems.kensei.ground.standing import lines as ground_lines
from app.systems.kensei.measure import is_within
from app.systems.kensei.scenarios.rules import honour_lines as camp_lines
from app.systems.kensei.state import State

WHEEL = "wheel_of_dharma"
VARIABLE = table("magic")["variable"]
AURAS: dict[str, tuple[str, Ability]] = {
    effect.stat: (key, ability)
    for key, ability in ABILITIES.items() if ability.kind == "passive" and ability.target == "friends"
    for effect in ability.effect
}  # fmt: skip
"""By stat the passive ability that adds to it for friends near by."""


def aura_lines(state: State, unit: Unit, stat: str) -> tuple[Line, ...]:
    """Lines from passive abilities, terrain, camps and spells kept up."""
    if stat == "ki":
        return (*ground(state, unit, stat), *drained(unit))
    found = ground(state, unit, stat)
    if stat == "honour":
        found = (*found, *camp_lines(state, unit))
    return (*found, *of_friends(state, unit, stat)) if stat in AURAS else found


def ground(state: State, unit: Unit, stat: str) -> tuple[Line, ...]:
    """Water, a Shrine, a Cemetery; water is nothing to the Ethereal (KEN-ARM-27)."""
    if not unit.on_table or (stat == "defence" and (unit.has("ethereal") or unit.under("ethereal"))):
        return ()
    return ground_lines(state, unit, stat)


def drained(unit: Unit) -> Iterator[Line]:
    """What the spells he keeps up take from a caster's Ki, the more the longer they last (KEN-SPI-17, KEN-SPI-19)."""
    for kept in unit.kept:
        row = row_of(kept.turns)
        yield Line(kept.spell, row["ki"], Clause(row["clause"]))


def row_of(turns: int) -> dict[str, Any]:
    """What a Variable spell takes in an active turn; the last row goes on."""
    found: dict[str, Any] = VARIABLE[min(max(1, turns), len(VARIABLE)) - 1]
    return found


def of_friends(state: State, unit: Unit, stat: str) -> Iterator[Line]:
    """The passive ability of a friendly unit near enough; of several of a kind one counts."""
    key, ability = AURAS[stat]
    if not unit.on_table or (ability.without and unit.has(ability.without)):
        return
    if any(is_within(state, one, unit, ability.reach) for one in bearers(state, key) if is_friend(one, unit)):
        yield Line(key, ability.effect[0].add, Clause(ability.clause))


def is_friend(one: Unit, unit: Unit) -> bool:
    """Whether a unit is another of the same side."""
    return one.seat == unit.seat and one.id not in (unit.id, unit.host)


def wheel_lines(state: State, unit: Unit) -> tuple[Line, ...]:
    """What the Honour of a dead Taisho of the Dharma still gives a unit that regroups: it uses his where that is more
    (section 4.5)."""
    side = state.side(unit.seat)
    taisho = state.units.get(side.taisho)
    if taisho is None or taisho.on_table or WHEEL not in side.abilities:
        return ()
    more = taisho.honour - unit.honour
    return (Line(WHEEL, more, Clause(ABILITIES[WHEEL].clause)),) if more > 0 else ()


def bearers(state: State, key: str) -> tuple[Unit, ...]:
    """The units on the table that have an ability."""
    name = ("bearers", key)
    if name not in state.memo:
        state.memo[name] = tuple(u for u in state.units.values() if u.on_table and key in u.abilities)
    found: tuple[Unit, ...] = state.memo[name]
    return found
