"""Combat, shared by both players: one Combat after another, in the order of the player with the Initiative."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option
from app.engine.flow import Game, decide
from app.engine.refusals import Fact
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c
from app.systems.kensei.combat.fights import fights_left, seats_of
from app.systems.kensei.combat.flow import fight
from app.systems.kensei.ground.walls import at_walls, strike_walls
from app.systems.kensei.state import State
from app.systems.kensei.turn.events import PhaseBegan

PHASE, ORDER = c("KEN-CBT-02"), c("KEN-CBT-38")


async def combat(game: Game[State]) -> None:
    """One Combat, chosen by the player with the Initiative, has been fought to its result; none if none is left
    (KEN-TRN-06, KEN-CBT-38)."""
    if game.state.phase != "combat":
        game.emit(PhaseBegan(clause=PHASE, phase="combat"))
    found, walls = fights_left(game.state), at_walls(game.state)
    if not found and not walls:
        return
    said = await decide(combat_ask(game.state, found, walls))
    chosen = next((units for units in found if units[0].id == said.key), None)
    if chosen is not None:
        await fight(game, chosen)
    else:
        await strike_walls(game, said.key)


def is_over(state: State) -> bool:
    """Whether no Combat of this turn is left to be fought."""
    return not fights_left(state) and not at_walls(state)


def combat_ask(state: State, found: tuple[tuple[Unit, ...], ...], walls: tuple[Unit, ...]) -> Ask[Choice]:
    """The question which Combat, or which attack on a Construction, comes next."""
    menu = {str(units[0].id): option(units) for units in found}
    menu |= {str(u.id): Option(about="option.wall", facts={"unit": u.id}, piece=u.id) for u in walls}
    return Ask(seats_of(state)[0], "combat.next", Menu(menu), ORDER, default=Choice(next(iter(menu))))


def option(units: tuple[Unit, ...]) -> Option:
    """One Combat, named by its first unit and the first of its enemies."""
    first = units[0]
    foe = next((unit for unit in units if unit.seat != first.seat), first)
    facts: dict[str, Fact] = {"unit": first.id, "target": foe.id, "units": len(units)}
    return Option(about="option.combat", facts=facts, piece=first.id)
