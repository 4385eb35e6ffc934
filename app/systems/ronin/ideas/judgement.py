"""How bots judge a battle of Ronin."""

from __future__ import annotations

from app.engine.judgement import Judgement
from app.engine.system import Phase
from app.systems.ronin.actions.phase import ROUND as ACTING
from app.systems.ronin.ideas.manners import counted
from app.systems.ronin.ideas.thoughts import QUIET, ideas, is_unwise, quick
from app.systems.ronin.ideas.worth import CHANCE, WEIGHTS, hopeless, plan_of, terms
from app.systems.ronin.moving.phase import ROUND as MOVING
from app.systems.ronin.state import State
from app.systems.ronin.turn.activation import Round, alternate


def rest_of(turn: Round) -> Phase[State]:
    """The models that are still to go, one after another."""
    return lambda game: alternate(game, turn)


JUDGEMENT: Judgement[State] = Judgement(
    plan=plan_of, terms=terms, weights=WEIGHTS, ideas=ideas, quick=quick, rests=QUIET,
    afresh={"activate.move": rest_of(MOVING), "activate.action": rest_of(ACTING)},
    hopeless=hopeless, manners=counted, unwanted=is_unwise,
    sealed=("minor_goal", "likely_points", "points", "verdict"), slope=CHANCE["slope"],
)  # fmt: skip
