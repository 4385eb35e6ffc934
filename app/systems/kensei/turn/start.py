"""The start of a turn: all refills, what ends has ended, the Commandment roll settles who goes first (KEN-TRN-04)."""

from __future__ import annotations

from fractions import Fraction

from app.engine.events import Seat
from app.engine.flow import Game
from app.engine.modifiers import Line
from app.systems.kensei.armies.lists import command_points_of
from app.systems.kensei.book import c, table
from app.systems.kensei.flight.chase import carry_over
from app.systems.kensei.magic.upkeep import refresh
from app.systems.kensei.state import State
from app.systems.kensei.stats.rolls import opposed
from app.systems.kensei.turn.events import FirstTaken, GoPassed, PhaseBegan, PoolFilled, TurnBegan

TURN, REFILLED, POOL, HALVED, ROLLED, STAT, FIRST = (
    c("KEN-TRN-04"), c("KEN-STA-08"), c("KEN-STA-06"), c("KEN-STA-40"), c("KEN-STA-24"), c("KEN-STA-26"),
    c("KEN-TRN-02"),
)  # fmt: skip
AP = table("orders")["pool"]
LEADERLESS = table("stats")["leaderless"]
WITHOUT: int = table("stats")["commandment"]["without"]


async def start(game: Game[State]) -> None:
    """A turn has begun, and it is the Orders of the player with the Initiative (KEN-TRN-03, KEN-TRN-04)."""
    turn = game.state.turn + 1
    game.emit(TurnBegan(clause=REFILLED, turn=turn, formation=AP["formation"], alone=AP["alone"]))
    game.emit(PhaseBegan(clause=TURN, phase="start"))
    refresh(game)
    carry_over(game)
    for seat in game.state.seats:
        clause = POOL if game.state.taisho_of(seat) else HALVED
        game.emit(PoolFilled(clause=clause, seat=seat, pool=pool_of(game.state, seat)))
    one, other = game.state.seats
    won = await opposed(game, (one, "", command(game.state, one)), (other, "", command(game.state, other)),
                        "commandment", ROLLED)  # fmt: skip
    first = one if won else other
    game.emit(FirstTaken(clause=FIRST, seat=first))
    game.emit(GoPassed(clause=FIRST, seat=first))


def printed(state: State, seat: Seat) -> int:
    """The printed Command Points of a side's Taisho, whether he lives or not (KEN-STA-05)."""
    taisho = state.units.get(state.side(seat).taisho)
    return command_points_of(taisho.rank) if taisho is not None else 0


def pool_of(state: State, seat: Seat) -> int:
    """The Command Points of a side in a turn: half of them, rounded down, once its Taisho is dead (KEN-STA-40)."""
    whole = printed(state, seat)
    if state.taisho_of(seat) is not None:
        return whole
    return max(int(LEADERLESS["least"]), int(whole * Fraction(LEADERLESS["share"])))


def command(state: State, seat: Seat) -> tuple[Line, ...]:
    """What a side adds to its Commandment roll: nothing without a living Taisho (KEN-STA-26)."""
    figure = printed(state, seat) if state.taisho_of(seat) is not None else WITHOUT
    return (Line("command", figure, STAT),) if figure else ()
