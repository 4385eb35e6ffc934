"""The alternating go of the Move and Action Phases (RON-PRI-05 to 08)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.engine.asks import AnyAsk, Ask
from app.engine.domains import Choice, Menu, Option
from app.engine.events import Seat
from app.engine.flow import Game, decide
from app.engine.options import Closed, Late, opened
from app.engine.orders import Order, Orders, free
from app.engine.refusals import Refusal, refuse
from app.systems.ronin.book import c
from app.systems.ronin.state import Model, ModelId, State
from app.systems.ronin.turn.events import Activated, Held
from app.systems.ronin.turn.menu import PhaseMenu

GO = c("RON-PRI-07")
ONCE = c("RON-PRI-08")
HOLD = "hold"


@dataclass(frozen=True, slots=True)
class Round:
    """What differs between the two phases: who is still to go, and what a model may be ordered.

    ``likely``: the order that is open for most.
    """

    phase: str
    is_ready: Callable[[State, Model], bool]
    orders: Orders[State, Model]
    likely: str


def holding(barred: Callable[[State, Model], Closed] = free) -> Order[State, Model]:
    """The order to do nothing (RON-PRI-07)."""
    return Order(key=HOLD, about="option.hold", clause=GO, barred=barred, gesture="self",
                 do=lambda game, me, _: game.emit(Held(clause=GO, model=me.id)))  # fmt: skip


async def alternate(game: Game[State], turn: Round) -> None:
    """Every model of both sides has had its go, the sides taking turns."""
    while (seat := whose_go(game.state, turn)) is not None:
        await activate(game, turn, seat)


def ready(state: State, turn: Round, seat: Seat) -> tuple[Model, ...]:
    """Models of a side that are still to go, in roster order."""
    return tuple(m for m in state.models.values() if m.seat == seat and turn.is_ready(state, m))


def is_any_ready(state: State, turn: Round, seat: Seat) -> bool:
    """Whether a model of a side is still to go."""
    return any(m.seat == seat and turn.is_ready(state, m) for m in state.models.values())


def whose_go(state: State, turn: Round) -> Seat | None:
    """The side to activate a model now; ``None`` when neither has one left (RON-PRI-06, RON-PRI-07)."""
    first = state.go or state.by_priority()[0]
    return next((seat for seat in (first, state.other(first)) if is_any_ready(state, turn, seat)), None)


async def activate(game: Game[State], turn: Round, seat: Seat) -> None:
    """One model of this side has had its go; objects it dropped on the way lie where it stood."""
    held: ModelId | None = None
    while True:
        choice = await choose(game.state, turn, seat, held)
        id, order = ModelId(choice.key), choice.then
        await turn.orders.carry_out(game, game.state.model(id), order)
        if order.key != "drop":
            break
        held = id
    game.emit(Activated(clause=ONCE, model=id, phase=turn.phase, go=game.state.other(seat)))


async def choose(state: State, turn: Round, seat: Seat, held: ModelId | None) -> Choice:
    """The model activated and its order.  Where nothing but holding is open the first model holds by itself."""
    found: dict[str, Menu] = {}

    def orders(id: ModelId) -> Menu:
        if id not in found:
            found[id] = PhaseMenu(turn.orders.options(state, state.model(id)))
        return found[id]

    able = [m for m in ready(state, turn, seat) if held in (None, m.id)]
    first = next(iter(able))
    if all(only_holds(orders(m.id), turn.likely) for m in able):
        return Choice(first.id, Choice(HOLD))

    def option(id: str) -> Option:
        me = state.model(id)
        return model_option(me, refuse_model(state, turn, me, held), orders)

    menu = Menu(Late(tuple([m.id for m in listed(state, turn, seat)]), option))
    default = Choice(first.id, silence(orders(first.id)))
    return await decide(Ask(seat, f"activate.{turn.phase}", menu, GO, default=default, facts={"turn": state.turn}))


def holds(question: AnyAsk) -> bool:
    """Whether silence to this question means that a model holds."""
    is_order = question.about.startswith("activate.") and question.default.then is not None
    return bool(is_order and question.default.then.key == HOLD)


def only_holds(menu: Menu, likely: str) -> bool:
    """Whether holding is open and nothing else is; what is open for most is asked first."""
    options = menu.options
    if options[HOLD].no is not None or (likely in options and options[likely].no is None):
        return False
    return all(key == HOLD for key in opened(options))


def listed(state: State, turn: Round, seat: Seat) -> tuple[Model, ...]:
    """Models to show: those still to go, and those on the table that have gone."""
    return tuple(m for m in state.models.values() if m.seat == seat and (m.on_table or turn.is_ready(state, m)))


def model_option(me: Model, no: Refusal | None, orders: Callable[[ModelId], Menu]) -> Option:
    """A model of the list, with its orders below."""
    return Option(no=no, then=lambda: orders(me.id), about="option.model", facts={"model": me.id}, piece=me.id)


def refuse_model(state: State, turn: Round, me: Model, held: ModelId | None) -> Refusal | None:
    """Why this model may not be activated now."""
    if not turn.is_ready(state, me):
        return refuse("activate.done", ONCE, model=me.id)
    return refuse("activate.another-begun", ONCE, model=held) if held not in (None, me.id) else None


def silence(menu: Menu) -> Choice:
    """What a player who says nothing orders: hold, else the first order that is open."""
    if menu.options[HOLD].no is None:
        return Choice(HOLD)
    key = next(iter(menu.open()))
    then = menu.options[key].then
    return Choice(key, next(iter(then().some(1))) if then else None)
