"""How bots judge a battle of Daimyo."""

from __future__ import annotations

from app.engine.flow import Game
from app.engine.judgement import Judgement
from app.systems.daimyo.fire.phase import attack
from app.systems.daimyo.ideas.ahead.thoughts import AT_ONCE, QUIET, ideas, quick
from app.systems.daimyo.ideas.manners import counted
from app.systems.daimyo.ideas.solo import by_itself
from app.systems.daimyo.ideas.worth import CHANCE, WEIGHTS, hopeless, plan_of, terms
from app.systems.daimyo.moving.phase import one_order
from app.systems.daimyo.state import State


async def orders_left(game: Game[State]) -> None:
    """The orders that are still to be given to the active clan."""
    while game.state.outcome is None and await one_order(game):
        pass


JUDGEMENT: Judgement[State] = Judgement(
    plan=plan_of, terms=terms, weights=WEIGHTS, ideas=ideas, quick=quick, rests=QUIET, at_once=AT_ONCE,
    afresh={"move.unit": by_itself(orders_left), "fire.unit": by_itself(attack)},
    hopeless=hopeless, manners=counted, slope=CHANCE["slope"], grain=0.1,
)  # fmt: skip
