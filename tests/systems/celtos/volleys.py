"""Positions set by rows, and flows of shooting driven by hand."""

from __future__ import annotations

from functools import partial

from app.systems.celtos.cases.staging import CeltosStaging
from app.systems.celtos.sentences import SENTENCES
from app.systems.celtos.state import State
from tests.systems.boards import Board, lacking, rows

Table = Board[State]
unworded = partial(lacking, SENTENCES)


def position(text: str) -> State:
    """The state these rows describe."""
    return CeltosStaging().position(rows(text))[1]
