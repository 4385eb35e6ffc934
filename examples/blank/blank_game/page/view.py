"""A game as anybody may see it: nothing is hidden."""

from __future__ import annotations

from app.engine.views import Band, Note, Piece, View, steps
from blank_game.book import cm
from blank_game.state import Side, State
from blank_game.turn.phase import TURNS

RADIUS = cm("1.25")


def view(state: State) -> View:
    """All that can be seen of it."""
    pieces = tuple(map(counter, "ab", state.sides))
    return View(
        width=state.table.width, depth=state.table.depth, unit="cm", unit_length=cm(1), turn=state.turn + 1,
        turns=TURNS,
        phases=steps(("turn",), "turn"), go=None, terrain=(), zones=(), pieces=pieces,
        sides=tuple(map(band, state.sides, pieces)), ticks=(1, 5, 10),
    )  # fmt: skip


def counter(letter: str, side: Side) -> Piece:
    """A player's counter."""
    return Piece(
        id=str(side.seat), side=letter, code=letter.upper(), name="word.player", x=side.at.x, y=side.at.y, radius=RADIUS
    )


def band(side: Side, counter: Piece) -> Band:
    """A side with its one counter."""
    facts = (Note("band.points", {"points": side.points}),)
    return Band(seat=side.seat, side=counter.side, name="word.player", emblem=0, models=(counter,), facts=facts)
