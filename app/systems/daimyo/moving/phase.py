"""B3: what must run runs, what is frenzied goes for the enemy, then unit by unit as told (DAI-ACT-08)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import Choice
from app.engine.flow import Game, decide
from app.engine.refusals import Fact
from app.systems.daimyo.activation.events import OrderGiven
from app.systems.daimyo.activation.ordering import DONE, orders
from app.systems.daimyo.activation.rules import owner
from app.systems.daimyo.book import c
from app.systems.daimyo.leaders import orders as leaders
from app.systems.daimyo.morale.frenzy import frenzied_move
from app.systems.daimyo.morale.rules import must_run
from app.systems.daimyo.moving import orders as units
from app.systems.daimyo.pursuit.rout import rout_move
from app.systems.daimyo.scenarios.entering import come_on
from app.systems.daimyo.state import State
from app.systems.daimyo.turn.events import PhaseBegan

PHASE, ORDERS, RAGES = c("DAI-ACT-07"), c("DAI-ACT-08"), c("DAI-MOR-29")


async def move(game: Game[State]) -> None:
    """The active clan has moved: rout moves in number order, frenzied moves, then as its player ordered (B3)."""
    game.emit(PhaseBegan(clause=PHASE, phase="move"))
    if not game.state.active:
        return
    await compelled(game)
    if game.state.outcome is None:
        await come_on(game)
    while game.state.outcome is None and await one_order(game):
        pass


async def compelled(game: Game[State]) -> None:
    """Routing units of the clan have run, frenzied ones have gone for the enemy (DAI-PUR-10, DAI-MOR-29)."""
    for id in [unit.id for unit in game.state.active_units()]:
        if game.state.outcome is None and must_run(game.state, game.state.units[id]):
            await rout_move(game, id)
    for id in [unit.id for unit in game.state.active_units()]:
        unit = game.state.units[id]
        if game.state.outcome is None and unit.on_table and unit.frenzied and not unit.ordered:
            game.emit(OrderGiven(clause=RAGES, unit=id, order="frenzy"))
            await frenzied_move(game, id)


async def one_order(game: Game[State]) -> bool:
    """One unit or leader has had its order; ``False`` if the player has done."""
    menu, seat = orders(game.state), owner(game.state, game.state.active)
    facts: dict[str, Fact] = {"clan": game.state.active, "turn": game.state.turn}
    said = await decide(Ask(seat, "move.unit", menu, ORDERS, default=Choice(DONE), facts=facts))
    if said.key == DONE:
        return False
    if said.key in game.state.leaders:
        await leaders.ORDERS.carry_out(game, game.state.leaders[said.key], said.then)
    else:
        await units.ORDERS.carry_out(game, game.state.units[said.key], said.then)
    return True
