"""A duel as anybody may see it: nothing on the table is hidden."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.views import Band, Note, Piece, View, steps
from iai_duel.blows.phase import GAP
from iai_duel.book import cm
from iai_duel.state import NEXT, RADIUS, Side, State
from iai_duel.yard.phase import MOST

LETTERS = "ab"


def view(state: State) -> View:
    """All that can be seen of it."""
    pieces = tuple(piece(state, side) for side in state.sides)
    return View(
        width=state.table.width, depth=state.table.depth, unit="cm", unit_length=cm(1), turn=state.turn, turns=MOST,
        phases=steps(("steps", "stances", "blows"), NEXT[state.phase]), go=go(state), terrain=(), zones=(),
        pieces=pieces, sides=tuple(map(band, state.sides, pieces)), ticks=(1, 5, 10), rings=(GAP,),
    )  # fmt: skip


def go(state: State) -> Seat | None:
    """Who has the initiative."""
    return state.first


def piece(state: State, side: Side) -> Piece:
    """A duellist's counter."""
    return Piece(
        id=str(side.seat), side=letter(state, side), code=side.school[0].upper(), name=f"word.{side.school}",
        x=side.at.x, y=side.at.y, radius=RADIUS,
    )  # fmt: skip


def letter(state: State, side: Side) -> str:
    """How the board calls his side."""
    return LETTERS[state.seats.index(side.seat)]


def band(side: Side, counter: Piece) -> Band:
    """A side with its one duellist."""
    facts = (Note("band.wounds", {"wounds": side.wounds}),)
    return Band(seat=side.seat, side=counter.side, name=f"word.{side.school}", emblem=0, models=(counter,), facts=facts)
