"""The phase of stances."""

from __future__ import annotations

from app.engine.asks import Ask, AskAll
from app.engine.domains import Pick
from app.engine.flow import Game, ask_all
from iai_duel.book import c, table
from iai_duel.stances.events import StancesShown
from iai_duel.state import Side, State

SECRET, BETTER = c("IAI-STN-01"), c("IAI-STN-02")
BEATS: dict[str, str] = table("stances")["beats"]
STANCES = ("high", "middle", "low")


async def stances(game: Game[State]) -> None:
    """Both have chosen a stance in secret, and both are shown (IAI-STN-01)."""
    chosen = await ask_all(AskAll(tuple(question(side) for side in game.state.in_order())))
    game.emit(StancesShown(clause=SECRET, stances={str(seat): stance for seat, stance in chosen.items()}))


def question(side: Side) -> Ask[str]:
    """Which stance a duellist takes."""
    return Ask(side.seat, "stance.choose", Pick(dict.fromkeys(STANCES)), SECRET, "middle",
               facts={"duellist": str(side.seat)}, secret=True)  # fmt: skip


def is_better(mine: str, theirs: str) -> bool:
    """Whether a stance beats another (IAI-STN-02); equal ones do not (IAI-STN-03)."""
    return BEATS[mine] == theirs
