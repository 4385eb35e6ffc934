"""The phase of blows."""

from __future__ import annotations

from app.engine.dice import Dice
from app.engine.flow import Game, roll
from app.engine.geometry import gap
from app.engine.modifiers import Line, total
from app.engine.system import Outcome
from iai_duel.blows.events import ExchangeDone, Struck, Wounded
from iai_duel.book import c, cm, table
from iai_duel.stances.phase import BETTER, is_better
from iai_duel.state import Side, State
from iai_duel.yard.events import DuelEnded

REACH, BLOW, STONE, WOUND, BEATEN = (c(f"IAI-BLW-0{n}") for n in range(1, 6))
GAP = cm(table("blows")["reach"]["gap"])
CLEAR, THIRD = table("blows")["wounds"]["clear"], table("blows")["wounds"]["beaten"]


async def blows(game: Game[State]) -> None:
    """Who reaches the other strikes him, and what the blows did is done (IAI-BLW-01 to IAI-BLW-05)."""
    one, other = game.state.in_order()
    if gap(one.base, other.base) <= GAP:
        mine, theirs = await blow(game, one, other), await blow(game, other, one)
        if mine != theirs:
            wound(game, other if mine > theirs else one, 2 if abs(mine - theirs) >= CLEAR else 1)
    if game.state.outcome is None:
        game.emit(ExchangeDone(clause=REACH))


async def blow(game: Game[State], side: Side, enemy: Side) -> int:
    """What a duellist's blow comes to (IAI-BLW-02)."""
    added = lines(side, enemy)
    faces = await roll(Dice(1), "blow", BLOW, by=side.seat)
    came = sum(faces) + total(added)
    game.emit(Struck(clause=BLOW, seat=side.seat, faces=faces, lines=added, total=came))
    return came


def lines(side: Side, enemy: Side) -> tuple[Line, ...]:
    """What is added to a blow (IAI-STN-02, IAI-BLW-03)."""
    better = (
        (Line("better", table("stances")["beats"]["adds"], BETTER),) if is_better(side.stance, enemy.stance) else ()
    )
    stone = (Line("stood", table("blows")["stone"]["adds"], STONE),) if side.school == "stone" and side.still else ()
    return better + stone


def wound(game: Game[State], side: Side, count: int) -> None:
    """A duellist has so many wounds more; the third ends the duel (IAI-BLW-05)."""
    game.emit(Wounded(clause=WOUND, seat=side.seat, wounds=side.wounds + count))
    if side.wounds + count >= THIRD:
        game.emit(DuelEnded(clause=BEATEN, outcome=Outcome(game.state.other(side.seat), "end.beaten")))
