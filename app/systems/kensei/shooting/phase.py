"""The shooting step of the Actions: declared shots are fired and weapons loaded, unit by unit (KEN-ORD-12)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option
from app.engine.events import Seat
from app.engine.flow import Game, decide
from app.engine.orders import Order, Orders
from app.engine.refusals import Refusal, refuse
from app.systems.kensei.army import Order as Declared
from app.systems.kensei.book import c
from app.systems.kensei.duels.parting import or_leaving, parted
from app.systems.kensei.orders.due import Due, carry_out, doing, give_up, offered
from app.systems.kensei.orders.rules import todo
from app.systems.kensei.orders.spending import begin, unpaid
from app.systems.kensei.shooting.flow import load, volley
from app.systems.kensei.shooting.rules import refuse_shot, refuse_state, to_load
from app.systems.kensei.state import State
from app.systems.kensei.turn.events import PhaseBegan
from app.systems.kensei.warnings.watch import watch

STEP, GIVES_UP, FULL, SHOOTS = c("KEN-ORD-03"), c("KEN-ORD-13"), c("KEN-RNG-02"), c("KEN-RNG-03")
DONE = Choice("done")
SKIP = "skip-"
"""Before the id of a unit: it gives up its next shot or loading, and goes on to what was declared after it."""
Todo = dict[str, Due]


async def shooting(game: Game[State]) -> None:
    """All declared shots and loadings of the player have been carried out, given up or have lapsed (KEN-ORD-13)."""
    seat = game.state.go or game.state.first or game.state.seats[0]
    game.emit(PhaseBegan(clause=STEP, phase="shooting", seat=seat))
    while game.state.outcome is None and (found := open_orders(game, seat)):
        said = await decide(question(game.state, seat, found))
        if said == DONE:
            break
        if await parted(game, said.key):
            continue
        id = said.key.removeprefix(SKIP)
        if id != said.key:
            give_up(ORDERS, game, found[id])
        else:
            await carry_out(ORDERS, game, found[id])
    give_up_rest(game, seat)


def open_orders(game: Game[State], seat: Seat) -> Todo:
    """For each unit and character its next shot or loading; those it can no longer pay for lapse (KEN-ORD-17)."""
    found: Todo = {}
    for unit, number, order in tuple(todo(game.state, seat, "shooting")):
        if unit.ap < order.cost:
            unpaid(game, unit.id, number)
        else:
            found[str(unit.id)] = Due(unit, number, order)
    lapsed = not found and any(True for _ in todo(game.state, seat, "shooting"))
    return open_orders(game, seat) if lapsed else found


def question(state: State, seat: Seat, found: Todo) -> Ask[Choice]:
    """Which unit shoots or loads next."""
    options = offered(ORDERS, state, [*found.values()])
    more = [id for id in found if sum(is_open(one) for one in state.units[id].orders) > 1]
    options |= {f"{SKIP}{id}": Option(about="act.skip", facts={"unit": id}, piece=id) for id in more}
    options = or_leaving(state, seat, options)
    return Ask(seat, "act.shooting", Menu({**options, "done": Option(about="act.done")}), GIVES_UP, default=DONE)


def is_open(order: Declared) -> bool:
    """Whether an action belongs to this step and is still to be carried out."""
    return not order.state and order.do in ("shoot", "load")


def give_up_rest(game: Game[State], seat: Seat) -> None:
    """What is left of this step is given up (KEN-ORD-13)."""
    for unit in tuple(game.state.units.values()):
        for number, order in enumerate(unit.orders):
            if unit.seat == seat and is_open(order):
                give_up(ORDERS, game, Due(unit, number, order))


# -- what is done ----------------------------------------------------------------------------


def refuse_shooting(state: State, due: Due) -> Refusal | None:
    """Why a declared shot cannot be fired now."""
    return refuse_shot(state, due.unit, state.units[due.order.target])


def refuse_loading(state: State, due: Due) -> Refusal | None:
    """Why a unit cannot load now."""
    no = refuse_state(state, due.unit)
    return no or (None if to_load(state, due.unit) else refuse("fire.loaded", FULL, unit=due.unit.id))


def reload(game: Game[State], due: Due, _: None) -> None:
    """The unit has loaded, and paid for it."""
    if begin(game, *due.at):
        load(game, due.unit.id)


async def fire(game: Game[State], due: Due, _: None) -> None:
    """The unit has fired, and paid for it; an enemy may come first (KEN-WRN-04)."""
    id, order = due.unit.id, due.order
    if not begin(game, *due.at):
        return
    if not await watch(game, "shoots", id, game.state.body(game.state.units[order.target]).id):
        return
    state = game.state
    if refuse_shot(state, state.units[id], state.units[order.target]) is None:
        aimed = state.units[order.target]
        named = aimed.id if aimed.host else ""
        await volley(game, id, state.body(aimed).id, precision=order.precision, named=named)
        await watch(game, "event", id, before=state)


def doing_shot(about: str, precise: bool) -> Order[State, Due]:
    """To fire a declared shot now."""
    return doing("shoot", SHOOTS, refuse_shooting, fire, about, concerns=lambda _, due: due.order.precision == precise,
                 fact=lambda order: {"ap": order.cost})  # fmt: skip


ORDERS = Orders(
    doing_shot("act.shoot", precise=False),
    doing_shot("act.precise", precise=True),
    doing("load", FULL, refuse_loading, reload, "act.load", fact=lambda order: {"ap": order.cost}),
)
"""To do now what a unit declared for the shooting step."""
