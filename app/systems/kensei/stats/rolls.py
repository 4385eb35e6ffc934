"""The kinds of rolls: attribute rolls and tests, Ki results, opposed rolls; every die is a d10 (KEN-STA-01)."""

from __future__ import annotations

from typing import Any

from app.engine.dice import Dice
from app.engine.events import Seat
from app.engine.flow import Game, roll
from app.engine.modifiers import Line, total
from app.engine.refusals import Clause
from app.systems.kensei.book import c, table
from app.systems.kensei.state import State
from app.systems.kensei.stats.events import Opposed, Tested

ATTRIBUTE, TEST, RESULT, OPPOSED, NATURAL = (
    c("KEN-STA-11"), c("KEN-STA-13"), c("KEN-STA-29"), c("KEN-STA-25"), c("KEN-STA-32"),
)  # fmt: skip
NATURALS: dict[str, Any] = table("stats")["natural"]
WORST, BEST = NATURALS["attack"]["misses"], NATURALS["attack"]["hits"]
PASSES, FAILS = NATURALS["test"]["passes"], NATURALS["test"]["fails"]


def hits(face: int, attack: int) -> bool:
    """Whether an Attribute Roll succeeds: strictly higher than the modified Attack; 1 misses, 10 hits (KEN-STA-11)."""
    return face == BEST or (face != WORST and face > attack)


def passes(face: int, stat: int) -> bool:
    """Whether an Attribute Test succeeds: strictly lower than the modified stat; 1 passes, 10 fails (KEN-STA-13)."""
    return face == PASSES or (face != FAILS and face < stat)


async def d10(why: str, clause: Clause, by: Seat) -> int:
    """One die."""
    (face,) = await roll(Dice(1, 10), why, clause, by=by)
    return face


async def test(game: Game[State], unit: str, stat: str, lines: tuple[Line, ...], why: str, clause: Clause) -> bool:
    """Whether a unit passes an Attribute Test of ``stat`` (honour, ki) on what the lines add up to (KEN-STA-20,
    KEN-STA-28); one die, told as ``kensei.tested``."""
    by = game.state.units[unit].seat
    face = await d10(why, clause, by)
    needed = total(lines)
    good = passes(face, needed)
    game.emit(Tested(clause=clause, unit=unit, stat=stat, why=why, face=face, lines=lines, needed=needed, passed=good))
    return good


async def opposed(
    game: Game[State], mover: tuple[Seat, str, tuple[Line, ...]], other: tuple[Seat, str, tuple[Line, ...]],
    why: str, clause: Clause,
) -> bool:  # fmt: skip
    """Whether the mover wins an Opposed Roll: d10 plus the stat each, the mover's die first, ties again (KEN-STA-25,
    KEN-STA-27).  A side is its seat, the unit that rolls (or nothing) and the lines of its stat."""
    while True:
        totals = []
        for seat, unit, lines in (mover, other):
            face = await d10(why, clause, seat)
            totals.append(face + total(lines))
            game.emit(Opposed(clause=clause, seat=seat, unit=unit, why=why, face=face, lines=lines, total=totals[-1]))
        if totals[0] != totals[1]:
            return totals[0] > totals[1]
