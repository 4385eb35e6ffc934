"""The Ki a unit rolls with: its own, or that of a character with Commandment near by who lends it his (KEN-SPO-12)."""

from __future__ import annotations

from app.engine.modifiers import Line, total
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.measure import is_within
from app.systems.kensei.state import State
from app.systems.kensei.stats.lines import lines

LENT = c("KEN-SPO-12")
REACH = cm(table("special")["commandment"]["lends_ki"])


def ki_lines(state: State, unit: Unit) -> tuple[Line, ...]:
    """What adds up to the Ki with which a unit rolls: its own, or that of whoever lends it more."""
    own = lines(state, unit, "ki")
    lent = max((total(lines(state, one, "ki")) for one in lenders(state, unit)), default=total(own))
    return own if lent <= total(own) else (Line("lent-ki", lent, LENT),)


def lenders(state: State, unit: Unit) -> tuple[Unit, ...]:
    """Friendly characters with Commandment within 15 cm of a unit; a character rolls with his own Ki."""
    if unit.is_character:
        return ()
    return tuple(one for one in state.units.values() if one.seat == unit.seat and one.on_table
                 and one.has("commandment") and is_within(state, one, unit, REACH))  # fmt: skip


def ki_of(state: State, unit: Unit) -> int:
    """The current Ki of a unit or character, nothing lent."""
    return total(lines(state, unit, "ki"))
