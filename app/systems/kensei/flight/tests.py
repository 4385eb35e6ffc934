"""Honour tests as they are taken."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import yes_no
from app.engine.flow import Game, decide
from app.engine.modifiers import Line, total
from app.engine.refusals import Clause
from app.systems.kensei.abilities.events import Sworn
from app.systems.kensei.flight.events import HonourCertain
from app.systems.kensei.flight.honour import TILL_THE_END, Again, again, certain, clause_of, honour_lines, may_swear
from app.systems.kensei.state import State
from app.systems.kensei.stats.events import RolledAgain, Tested
from app.systems.kensei.stats.rerolls import inspired, inspiring
from app.systems.kensei.stats.rolls import d10, passes

DIE = {"defeat": "honour", "shot": "honour", "taisho": "honour", "terror": "fear"}
"""What the die of a test is called where it is not called by its reason."""


async def honour_test(
    game: Game[State], unit_id: str, why: str, clause: Clause, *, more: tuple[Line, ...] = ()
) -> bool:
    """Whether a unit passes an Honour test (KEN-STA-20): without a die where that is settled, a failed one rolled again
    once if anything lets it (KEN-STA-35).  ``more`` is added to its Honour for this test."""
    if settled(game, unit_id, why) is None and may_swear(game.state.units[unit_id]):
        await swear(game, unit_id, why)
    known = settled(game, unit_id, why, tell=True)
    if known is not None:
        return known
    if await rolled(game, unit_id, why, clause, more):
        return True
    return await roll_again(game, unit_id, why) and await rolled(game, unit_id, why, clause, more)


async def rolled(game: Game[State], unit_id: str, why: str, clause: Clause, more: tuple[Line, ...]) -> bool:
    """Whether the die of an Honour test passes (KEN-STA-20)."""
    unit = game.state.units[unit_id]
    added = (*honour_lines(game.state, unit), *more)
    face, needed = await d10(DIE.get(why, why), clause, unit.seat), total(added)
    good = passes(face, needed)
    game.emit(Tested(clause=clause, unit=unit_id, stat="honour", why=why, face=face, lines=added, needed=needed,
                     passed=good))  # fmt: skip
    return good


def settled(game: Game[State], unit_id: str, why: str, *, tell: bool = False) -> bool | None:
    """Whether a unit passes or fails without a die; ``None``: it must roll."""
    found = certain(game.state, game.state.units[unit_id])
    if found is None:
        return None
    if tell:
        game.emit(HonourCertain(clause=found.clause, unit=unit_id, why=why, by=found.by, passed=found.passed))
    return found.passed


async def swear(game: Game[State], unit_id: str, why: str) -> None:
    """The unit was asked whether this is the turn in which it passes every Honour check."""
    unit, clause = game.state.units[unit_id], clause_of(TILL_THE_END)
    question = Ask(unit.seat, "honour.till_the_end", yes_no(), clause, "no", facts={"unit": unit_id, "why": why})
    if await decide(question) == "yes":
        game.emit(Sworn(clause=clause, unit=unit_id, turn=game.state.turn))


async def roll_again(game: Game[State], unit_id: str, why: str) -> bool:
    """Whether a failed test is rolled again; the player is asked where that uses something up."""
    unit = game.state.units[unit_id]
    found = again(game.state, unit, why)
    if found is None and (muse := inspiring(game.state, unit)) is not None:
        return await inspired(game, unit_id, muse, why)
    if found is None or (found.asked and not await wants(game, unit_id, found, why)):
        return False
    game.emit(RolledAgain(clause=found.clause, unit=unit_id, by=found.key, used=found.asked))
    return True


async def wants(game: Game[State], unit_id: str, found: Again, why: str) -> bool:
    """Whether the player uses up what lets the unit roll again."""
    seat = game.state.units[unit_id].seat
    facts = {"unit": unit_id, "why": why, "by": found.key}
    return await decide(Ask(seat, "honour.again", yes_no(), found.clause, "no", facts=facts)) == "yes"
