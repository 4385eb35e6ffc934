"""B2: frenzied and routing units of what is active may try to rally (RAL)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option, nothing
from app.engine.flow import Game, decide
from app.engine.modifiers import total
from app.engine.refusals import Fact, refuse
from app.engine.views import Note, Preview
from app.systems.daimyo.book import c
from app.systems.daimyo.morale.flow import carry_out, test, try_calm
from app.systems.daimyo.morale.rules import RALLY, lines, needed, refuse_rally, runs
from app.systems.daimyo.state import State, Unit, UnitId
from app.systems.daimyo.turn.events import PhaseBegan

PHASE, TRIES, ONCE = c("DAI-ACT-07"), c("DAI-RAL-01"), c("DAI-RAL-14")
DONE = Choice("done")


@dataclass(frozen=True, slots=True)
class Attempts(Menu):
    """Who may try; the preview shows every modifier of his test and what the dice need."""

    look: Callable[[str], Preview] = field(default=nothing)

    def preview(self, answer: Choice) -> Preview:
        """The test this answer would call for."""
        no = self.refuse(answer)
        return Preview(no=no) if no or answer == DONE else self.look(answer.key)


async def rally(game: Game[State]) -> None:
    """Units of what is active have tried to rally, as many as their player liked (DAI-RAL-01, DAI-RAL-14)."""
    game.emit(PhaseBegan(clause=PHASE, phase="rally"))
    tried: tuple[str, ...] = ()
    while game.state.outcome is None and (menu := attempts(game.state, tried)) is not None:
        question = Ask(game.state.active_units()[0].seat, "rally.unit", menu, TRIES, default=DONE)
        said = await decide(question)
        if said.key == "done":
            return
        tried = (*tried, said.key)
        await attempt(game, UnitId(said.key))


async def attempt(game: Game[State], unit_id: UnitId) -> None:
    """The unit has tried: it rallied or was dispersed, or its frenzy ended or did not (DAI-RAL-02, DAI-RAL-12)."""
    if game.state.units[unit_id].frenzied:
        await try_calm(game, unit_id)
        return
    await carry_out(game, unit_id, await test(game, unit_id, RALLY), None)


def attempts(state: State, tried: tuple[str, ...]) -> Menu | None:
    """Every frenzied and routing unit of what is active with the reason why it may not try; ``None`` if none may."""
    upset = [unit for unit in state.active_units() if unit.frenzied or runs(unit) or unit.id in tried]
    options = {str(unit.id): option(state, unit, tried) for unit in upset}
    if all(row.no is not None for row in options.values()):
        return None
    return Attempts({**options, "done": Option()}, partial(look, state))


def option(state: State, unit: Unit, tried: tuple[str, ...]) -> Option:
    """An attempt with what the die needs and what is added to it."""
    no = refuse("rally.once", ONCE, unit=unit.id) if unit.id in tried else refuse_rally(state, unit)
    return Option(no, about=about(unit), facts=facts_of(state, unit), piece=unit.id, clause=TRIES)


def look(state: State, key: str) -> Preview:
    """What is added to the dice of an attempt and what they need (DAI-RAL-10, DAI-RAL-12)."""
    unit = state.units[key]
    return Preview(notes=(Note(about(unit), facts_of(state, unit), TRIES),), lines=lines(state, unit, why(unit)))


def about(unit: Unit) -> str:
    """What an attempt is called: from a rout or from frenzy."""
    return "option.rally-frenzy" if unit.frenzied else "option.rally-rout"


def why(unit: Unit) -> int:
    """The reason of its test; none of the eight for a frenzied unit."""
    return 0 if unit.frenzied else RALLY


def facts_of(state: State, unit: Unit) -> dict[str, Fact]:
    """What the dice need and the sum of what is added to them."""
    return {"unit": unit.id, "needed": needed(unit), "adds": total(lines(state, unit, why(unit)))}
