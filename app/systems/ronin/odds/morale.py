"""What a Morale Test may bring, for those who may roll it again."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.asks import Json
from app.engine.events import Event
from app.engine.modifiers import total
from app.engine.prospects import Asked, Deed, Outcome, Prospect
from app.engine.views import Note
from app.systems.ronin.morale.events import MoraleTested
from app.systems.ronin.morale.tests import LINES, REROLL, reasons, roll_morale
from app.systems.ronin.state import State

ENDINGS = (Outcome("odds.passes", 0, wanted=True), Outcome("odds.fails", 3))


def passed(events: Sequence[Event]) -> str:
    """Whether the last test was passed."""
    return "odds.passes" if [e.passed for e in events if isinstance(e, MoraleTested)][-1] else "odds.fails"


def of_banner(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """The test rolled again before the banner (RON-MOR-21)."""
    if raw != "yes":
        return None
    seat, lines = asked.seat, LINES.lines((state, asked.seat))
    why = reasons(state, seat)
    most = max(2, min(11, state.side(seat).rating - total(lines)))
    return Deed(
        play=lambda game: roll_morale(game, seat, why, reroll=True), tell=passed, outcomes=ENDINGS,
        of=Note("odds.of-morale", {"seat": seat}, REROLL),
        needs=Note("odds.at-most", {"dice": most}, REROLL), lines=lines, sums=frozenset({"morale"}),
    )  # fmt: skip


PROSPECTS: tuple[Prospect[State], ...] = (Prospect("morale.reroll", (), of_banner),)
