"""The phase of steps."""

from __future__ import annotations

from functools import partial

from app.engine.asks import Ask
from app.engine.domains import Choice, Walk
from app.engine.flow import Game, ask
from app.engine.orders import Order, Orders
from app.engine.paths import Path, length
from iai_duel.book import c
from iai_duel.state import RADIUS, Side, State
from iai_duel.steps.events import Stepped, StepsDone, Stood
from iai_duel.steps.rules import anywhere, look, reach, refuse_step

BOTH, FAR, STILL = c("IAI-STP-01"), c("IAI-STP-02"), c("IAI-STP-03")


async def steps(game: Game[State]) -> None:
    """Both have stepped or stood, who has the initiative first (IAI-STP-01)."""
    for seat in [side.seat for side in game.state.in_order()]:
        side = game.state.side(seat)
        await ORDERS.carry_out(game, side, await ask(question(game.state, side)))
    game.emit(StepsDone(clause=BOTH))


def question(state: State, side: Side) -> Ask[Choice]:
    """Where a duellist steps, if at all; silence is standing still."""
    facts = {"duellist": str(side.seat)}
    return Ask(side.seat, "step.choose", ORDERS.menu(state, side), BOTH, Choice("stand"), facts=facts)


def way(state: State, side: Side) -> Walk:
    """A path from where he stands, drawn on the table."""
    return Walk(
        start=side.at, radius=RADIUS, allowance=reach(side), test=partial(refuse_step, state, side),
        propose=partial(anywhere, side), sure=((side.at,),), look=partial(look, side), piece=str(side.seat),
    )  # fmt: skip


def step(game: Game[State], side: Side, path: Path) -> None:
    """The duellist has gone along this path."""
    game.emit(Stepped(clause=FAR, seat=side.seat, path=path, length=length(path)))


def stand(game: Game[State], side: Side, _: None) -> None:
    """The duellist has stood still."""
    game.emit(Stood(clause=STILL, seat=side.seat))


ORDERS: Orders[State, Side] = Orders(
    Order(key="step", clause=FAR, below=way, gesture="drag", do=step),
    Order(key="stand", clause=STILL, gesture="self", do=stand),
)
