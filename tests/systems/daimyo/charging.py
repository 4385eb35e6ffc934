"""A duel of two units, and charges driven to their end with every sentence looked at."""

from __future__ import annotations

from functools import partial
from typing import Any

from app.engine.domains import Pick
from app.engine.refusals import Refusal
from app.systems.daimyo.charging.flow import charge
from app.systems.daimyo.charging.rules import refuse_charge
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.sentences import SENTENCES
from app.systems.daimyo.state import State, Unit, UnitId
from tests.systems.boards import lacking
from tests.systems.daimyo.nerves import (
    BLUE,
    NORTH,
    RED,
    SOUTH,
    Board,
    field,
    leader,
    play,
    unit,
)

Figure = int | str
R, B = UnitId("R"), UnitId("B")
unworded = partial(lacking, SENTENCES)


def duel(*more: Unit, at: tuple[Figure, Figure] = (60, 60), facing: int = NORTH, foe: int = SOUTH, made: str = "horse",
         foes: str = "samurai", leaders: Any = (), terrain: Any = (), **facts: Any) -> State:  # fmt: skip
    """R at a place, B with its front's middle at 60, 45; each with its Daimyo beside it."""
    named = {str(m.id) for m in leaders}
    near = [leader("red-L1", RED, 60, 75), leader("blue-L1", BLUE, 60, 30)]
    return field(unit("R", RED, made, *at, facing), unit("B", BLUE, foes, 60, 45, foe), *more, active="red-c1",
                 leaders=[*leaders, *(m for m in near if m.id not in named)], terrain=terrain, **facts)  # fmt: skip


def run(state: State, *inputs: Any, wheel: int = 0) -> Board:
    """R has charged B with these dice and answers; every sentence has its facts."""
    board = play(state, lambda game: charge(game, R, B, wheel), *inputs)
    for event in board.events:
        assert isinstance(event, DaimyoEvent)
        told = event.tell()
        if told.about in SENTENCES:
            assert unworded(told.about, told.facts) == []
    for question in board.asks:
        assert unworded(question.about, question.facts) == []
        assert isinstance(question.domain, Pick)
        for key, no in question.domain.options.items():
            assert f"charge.answer.{key}" in SENTENCES
            assert no is None or unworded(no.code, no.facts) == []
    return board


def no_of(state: State) -> Refusal:
    """Why R may not charge B."""
    no = refuse_charge(state, state.units["R"], state.units["B"])
    assert no is not None
    assert unworded(no.code, no.facts) == []
    return no


def shut(board: Board) -> dict[str, str]:
    """The closed answers of the question asked, with their clauses."""
    assert isinstance(board.asks[0].domain, Pick)
    return {key: no.clause for key, no in board.asks[0].domain.options.items() if no}
