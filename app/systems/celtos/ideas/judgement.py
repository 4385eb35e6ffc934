"""How bots judge a battle of Celtos."""

from __future__ import annotations

from app.engine.judgement import Judgement
from app.systems.celtos.ideas.manners import counted
from app.systems.celtos.ideas.thoughts import AT_ONCE, QUIET, ideas, quick
from app.systems.celtos.ideas.worth import CHANCE, WEIGHTS, hopeless, plan_of, terms
from app.systems.celtos.state import State

JUDGEMENT: Judgement[State] = Judgement(
    plan=plan_of, terms=terms, weights=WEIGHTS, ideas=ideas, quick=quick, rests=QUIET, at_once=AT_ONCE,
    hopeless=hopeless, manners=counted, slope=CHANCE["slope"],
)  # fmt: skip
