"""How bots judge a battle of Kensei."""

from __future__ import annotations

from app.engine.judgement import Judgement
from app.systems.kensei.ideas.manners import counted
from app.systems.kensei.ideas.thoughts import AT_ONCE, QUIET, THROUGH, ideas, is_unwanted, quick
from app.systems.kensei.ideas.worth import CHANCE, WEIGHTS, hopeless, plan_of, terms
from app.systems.kensei.state import State

JUDGEMENT: Judgement[State] = Judgement(
    plan=plan_of, terms=terms, weights=WEIGHTS, ideas=ideas, quick=quick, rests=QUIET, at_once=AT_ONCE,
    through=THROUGH, before=("combat",), evenly=True,
    sealed=("verdict", "score"),
    hopeless=hopeless, manners=counted, slope=CHANCE["slope"], unwanted=is_unwanted, grain=0.1, long=True,
)  # fmt: skip
