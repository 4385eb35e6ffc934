"""Terrain that the players place in turn, the winner of an Initiative roll first (KEN-DEP-03 to KEN-DEP-08)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import islice

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option, Place, Spot
from app.engine.events import Seat
from app.engine.flow import Game, ask
from app.engine.options import Sought
from app.engine.refusals import Refusal, refuse
from app.engine.views import Mark, Preview
from app.systems.kensei.book import c
from app.systems.kensei.deployment.cards.places import stat_of, whole
from app.systems.kensei.deployment.events import TerrainDeclined, TerrainPlaced
from app.systems.kensei.deployment.layout import (
    TURNS,
    free_spots,
    is_full,
    is_placed,
    may_decline,
    must_place,
    offered,
    proposed,
    refuse_piece,
)
from app.systems.kensei.ground.terrain import KINDS, shape_of
from app.systems.kensei.ideas import proposals
from app.systems.kensei.state import State
from app.systems.kensei.stats.rolls import opposed

PLACED, LAST, FIRST, ENOUGH = c("KEN-DEP-03"), c("KEN-DEP-06"), c("KEN-DEP-08"), c("KEN-DEP-03")
DECLINE = "decline"
WANTED = 3


async def lay_terrain(game: Game[State]) -> None:
    """The pieces lie: when one player declines the other may place one more, and the ground is ready (KEN-DEP-06)."""
    if not is_placed(game.state.setup):
        return
    one, other = game.state.seats
    won = await opposed(game, stat_of(game.state, one, "initiative"), stat_of(game.state, other, "initiative"),
                        "terrain", FIRST)  # fmt: skip
    seat, last = one if won else other, False
    while not is_full(game.state.table) and any_room(game.state):
        placed = await place_piece(game, seat, last)
        if last:
            return
        last, seat = not placed, game.state.other(seat)


def any_room(state: State) -> bool:
    """Whether there is a place left for any piece."""
    return any(room(state, key) for key in offered(state.setup, state.table))


def room(state: State, kind: str) -> Sequence[Spot]:
    """The first places for a piece of this kind, sought when somebody looks; remembered with the state."""
    key = ("room", kind)
    if key not in state.memo:
        spots = islice(free_spots(state.setup, state.table, kind), WANTED)
        state.memo[key] = Sought(Spot(at, turn) for at, turn in spots)
    found: Sought[Spot] = state.memo[key]
    return found


async def place_piece(game: Game[State], seat: Seat, last: bool) -> bool:
    """Whether a player has placed one piece more, or has declined."""
    menu = pieces(game.state, last)
    choice = await ask(Ask(seat, "terrain.piece", menu, LAST if last else PLACED, default=default(menu)))
    if choice.key == DECLINE:
        game.emit(TerrainDeclined(clause=LAST, seat=seat))
        return False
    spot: Spot = choice.then
    piece = proposed(game.state.table, choice.key, spot.at, spot.facing)
    game.emit(TerrainPlaced(clause=PLACED, seat=seat, piece=piece))
    return True


def default(menu: Menu) -> Choice:
    """What silence means: to decline, or the first piece that has a place."""
    first = DECLINE if menu.options[DECLINE].no is None else next(k for k, o in menu.options.items() if o.no is None)
    then = menu.options[first].then
    return Choice(first, then().some(1)[0] if then else None)


def pieces(state: State, last: bool) -> Menu:
    """The kinds that may be placed now, and to decline."""
    rows = {key: kind_option(state, key) for key in offered(state.setup, state.table)}
    no = None if last or may_decline(state.setup, state.table) else refuse("terrain.needed", ENOUGH)
    if must_place(state.setup, state.table):
        no = refuse("terrain.needed", c("KEN-SCN-06"))
    return Menu({**rows, DECLINE: Option(no, about="option.decline-terrain", clause=LAST)})


def kind_option(state: State, kind: str) -> Option:
    """A kind of terrain with its places, sought when somebody looks."""
    found = room(state, kind)

    def no() -> Refusal | None:
        return None if found else refuse("terrain.no-room", PLACED, kind=kind)

    return Option(no, lambda: question(state, kind, found), about="option.terrain", facts={"kind": kind})


def question(state: State, kind: str, sure: Sequence[Spot]) -> Place:
    """Where a piece of this kind lies."""
    board, shape = state.table, shape_of(KINDS[kind])

    def test(spot: Spot) -> Refusal | None:
        return refuse_piece(state.setup, board, proposed(board, kind, spot.at, spot.facing))

    def look(spot: Spot) -> Preview:
        return Preview(marks=(Mark(kind="ghost", points=proposed(board, kind, spot.at, spot.facing).outline),))

    return Place(radius=max(max(abs(p.x), abs(p.y)) for p in shape), zones=(whole(board),), turns=True, shape=shape,
                 sure=sure, test=test, propose=partial(proposals.on_board, board, TURNS), look=look)  # fmt: skip
