"""B4, firing: the charged first, then the active clan unit by unit (DAI-FIR-03, DAI-FIR-04)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option
from app.engine.events import Seat
from app.engine.flow import Game, decide
from app.engine.orders import Order, Orders
from app.systems.daimyo.book import c
from app.systems.daimyo.fire.events import FireHeld
from app.systems.daimyo.fire.factors import DEFENSIVE, OWN
from app.systems.daimyo.fire.flow import volley
from app.systems.daimyo.fire.rules import refuse_fire
from app.systems.daimyo.fire.volley import volley_of
from app.systems.daimyo.organisation.losses import claim_guns
from app.systems.daimyo.state import State, Unit, UnitId
from app.systems.daimyo.turn.events import PhaseBegan

PHASE, ORDER, DEFENDS = c("DAI-FIR-03"), c("DAI-FIR-04"), c("DAI-FIR-04")
DONE = Choice("done")


async def fire(game: Game[State]) -> None:
    """Charged units have fired at their chargers, then the active clan at what is nearest (DAI-FIR-04)."""
    game.emit(PhaseBegan(clause=PHASE, phase="fire"))
    await claim_guns(game)
    await defend(game)
    await attack(game)


# -- the charged ------------------------------------------------------------------------


async def defend(game: Game[State]) -> None:
    """Every charged unit that stood and can has fired at its chargers, or held its fire (DAI-FIR-04)."""
    active = [unit.id for unit in game.state.active_units()]
    for id in [unit.id for unit in game.state.fielded() if unit.charges and unit.id not in active]:
        unit = game.state.units[id]
        if game.state.outcome is None and unit.on_table and refuse_fire(game.state, unit, DEFENSIVE) is None:
            await defensive(game, id)


async def defensive(game: Game[State], id: UnitId) -> None:
    """Its owner has said whether a charged unit fires, and if so it has fired."""
    unit = game.state.units[id]
    default = Choice("fire", volley_of(game.state, unit, DEFENSIVE).sure)
    facts = {"unit": id, "target": unit.charges[-1].by}
    menu = DEFENCE.menu(game.state, unit)
    said = await decide(Ask(unit.seat, "fire.defend", menu, DEFENDS, default=default, facts=facts))
    await DEFENCE.carry_out(game, unit, said)


DEFENCE: Orders[State, Unit] = Orders(
    Order(key="fire", about="option.defend", facts=lambda _, unit: {"unit": unit.id}, piece=lambda _, unit: unit.id,
          clause=ORDER, gesture="click",
          barred=lambda state, unit: refuse_fire(state, unit, DEFENSIVE),
          below=lambda state, unit: volley_of(state, unit, DEFENSIVE),
          do=lambda game, unit, targets: volley(game, unit.id, DEFENSIVE, targets)),
    Order(key="hold", about="option.hold-fire", clause=DEFENDS, gesture="self",
          do=lambda game, unit, _: game.emit(FireHeld(clause=DEFENDS, unit=unit.id))),
)  # fmt: skip
"""What a charged unit may do before it is met."""


# -- the active -------------------------------------------------------------------------


async def attack(game: Game[State]) -> None:
    """Units of the active clan have fired one by one, until their player has done (DAI-FIR-04)."""
    while game.state.outcome is None and (seat := active_seat(game.state)) is not None:
        said = await decide(unit_ask(game.state, seat))
        if said.key == "done":
            return
        await volley(game, UnitId(said.key), OWN, said.then)


def active_seat(state: State) -> Seat | None:
    """Whose clan or household is active."""
    units = state.active_units()
    return units[0].seat if units else None


def unit_ask(state: State, seat: Seat) -> Ask[Choice]:
    """Which unit fires next (DAI-FIR-04)."""
    mine = [unit for unit in state.fielded(seat) if unit.kind != "hq" and not state.neutral(unit)]
    options = {str(unit.id): volley_option(state, unit) for unit in mine}
    menu = Menu({**options, "done": Option(about="option.fire-done", clause=ORDER)})
    return Ask(seat, "fire.unit", menu, ORDER, default=DONE, facts={"clan": state.active})


def volley_option(state: State, unit: Unit) -> Option:
    """A unit that may fire, with its stands below, or why it may not."""
    return Option(lambda: refuse_fire(state, unit, OWN), lambda: volley_of(state, unit, OWN), "option.volley",
                  {"unit": unit.id}, piece=unit.id, clause=ORDER)  # fmt: skip
