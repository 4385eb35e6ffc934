"""Honour tests: what a unit's Honour is now, when no die is needed, and what lets it roll again."""

from __future__ import annotations

from typing import NamedTuple

from app.engine.modifiers import Line
from app.engine.refusals import Clause
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.ground.terrain import kind_of
from app.systems.kensei.measure import piece_of
from app.systems.kensei.state import State
from app.systems.kensei.stats.lines import lines

LOSES, STEADFAST, RONIN = c("KEN-RUN-24"), c("KEN-TER-70"), c("KEN-ARM-21")
ABILITIES = table("abilities")
AGAINST_RUNNING = ("defeat", "shot", "panic", "taisho", "terror")
"""Reasons of a test whose failing makes a unit run (KEN-ARM-21)."""
TILL_THE_END, EMPEROR, DUTY, LUCK = "till_the_end", "fight_for_the_emperor", "fulfill_your_duty", "tanukis_luck"
PASSES, AGAIN = "pass_honour", "reroll_honour"
"""Rules that an effect in force may switch on."""


class Certain(NamedTuple):
    """A test that is settled without a die."""

    passed: bool
    by: str
    clause: Clause


class Again(NamedTuple):
    """What lets a failed test be rolled again, and whether that uses it up, so that the player is asked."""

    key: str
    clause: Clause
    asked: bool


def honour_lines(state: State, unit: Unit) -> tuple[Line, ...]:
    """What adds up to a unit's Honour now (KEN-STA-16)."""
    return lines(state, unit, "honour")


def certain(state: State, unit: Unit) -> Certain | None:
    """Whether an Honour test of a unit needs no die, and how it ends (KEN-RUN-24, KEN-TER-70)."""
    if unit.locked:
        return Certain(False, "locked", LOSES)
    if unit.building and kind_of(piece_of(state, unit.building)).steadfast:
        return Certain(True, "clan-castle", STEADFAST)
    if unit.under(PASSES):
        return Certain(True, TILL_THE_END, clause_of(TILL_THE_END))
    return None


def may_swear(unit: Unit) -> bool:
    """Whether a unit may still make this the one turn in which it passes every Honour check."""
    return TILL_THE_END in unit.abilities and TILL_THE_END not in unit.spent and not unit.locked


def again(state: State, unit: Unit, why: str) -> Again | None:
    """What lets a unit roll a failed Honour test again, what costs nothing first (KEN-STA-35)."""
    inside = (unit, *state.inside(unit.id))
    if why in AGAINST_RUNNING and any(one.has("ronin") for one in inside):
        return Again("ronin", RONIN, False)
    if unit.under(AGAIN):
        return Again(DUTY, clause_of(DUTY), False)
    if LUCK in unit.abilities:
        return Again(LUCK, clause_of(LUCK), False)
    if EMPEROR in unit.abilities and EMPEROR not in unit.used:
        return Again(EMPEROR, clause_of(EMPEROR), True)
    return None


def clause_of(ability: str) -> Clause:
    """The clause an ability rests on."""
    return c(ABILITIES[ability]["clause"])


def has_bushi(state: State, unit: Unit) -> bool:
    """Whether a Bushi is in a unit, or it is one himself (KEN-RUN-21)."""
    return any(one.role == "bushi" for one in (unit, *state.inside(unit.id)))
