"""The phase of steps."""

from __future__ import annotations

from functools import partial

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option, Walk
from app.engine.flow import Game, ask
from app.engine.paths import length
from iai_duel.book import c
from iai_duel.state import RADIUS, Side, State
from iai_duel.steps.events import Stepped, StepsDone, Stood
from iai_duel.steps.rules import anywhere, look, reach, refuse_step

BOTH, FAR, STILL = c("IAI-STP-01"), c("IAI-STP-02"), c("IAI-STP-03")


async def steps(game: Game[State]) -> None:
    """Both have stepped or stood, who has the initiative first (IAI-STP-01)."""
    for seat in [side.seat for side in game.state.in_order()]:
        deed = await ask(question(game.state, game.state.side(seat)))
        if deed.key == "step":
            game.emit(Stepped(clause=FAR, seat=seat, path=deed.then, length=length(deed.then)))
        else:
            game.emit(Stood(clause=STILL, seat=seat))
    game.emit(StepsDone(clause=BOTH))


def question(state: State, side: Side) -> Ask[Choice]:
    """Where a duellist steps, if at all; silence is standing still."""
    menu = Menu({"step": Option(then=lambda: way(state, side)), "stand": Option()})
    return Ask(side.seat, "step.choose", menu, BOTH, Choice("stand"), facts={"duellist": str(side.seat)})


def way(state: State, side: Side) -> Walk:
    """A path from where he stands, drawn on the table."""
    return Walk(
        start=side.at, radius=RADIUS, allowance=reach(side), test=partial(refuse_step, state, side),
        propose=partial(anywhere, side), sure=((side.at,),), look=partial(look, side), piece=str(side.seat),
    )  # fmt: skip
