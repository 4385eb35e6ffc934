"""Standing orders: kinds of questions a seat lets pass by itself, in this game; nobody else's business.

A seat's orders name each kind it has been asked openly and out of turn, as ``ask`` or ``pass``.  What is let pass is
answered with its default after a time that is always the same.
"""

from __future__ import annotations

import logging
from functools import partial

from app.engine.asks import AnyAsk
from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.games import sentences as say
from app.games.alarms import Alarm, Alarms, Wanted
from app.games.at_table import Give, is_bot
from app.games.drive import Drive
from app.games.hands import awaited
from app.games.leaders import GENERAL, leaders_of
from app.games.mailbox import Mailbox
from app.games.results import Accepted, GameId, Result
from app.games.thinking import out_of_turn
from app.games.wishes import WISH, keep, kept

DELAY = 2.0
MOST = 200
"""Questions an order answers in one turn; then it is switched off, lest the game go round for ever."""
log = logging.getLogger(__name__)


def orders_of(drive: Drive, seat: Seat) -> dict[str, str]:
    """What the seat lets pass and what it wants to be asked."""
    return {about: order for about, order in kept(drive, seat).items() if not about.startswith(WISH)}


def note(drive: Drive) -> None:
    """The kind of the question now open is among those its seat may give orders for."""
    asked = out_of_turn(drive)
    if asked and asked.about not in orders_of(drive, asked.seat):
        give(drive, asked.seat, asked.about, "ask")


def give(drive: Drive, seat: Seat, about: str, order: str) -> None:
    """The order stands, and will be stored."""
    keep(drive, seat, about, order)


def set_order(drive: Drive, seat: Seat, about: str, on: bool) -> Result | Refusal | None:
    """The seat lets such questions pass from now on, or is asked again."""
    known = orders_of(drive, seat)
    if is_bot(drive, seat):
        return refuse("orders.bot", say.ORDERED)
    if about not in known:
        return refuse("orders.unknown", say.ORDERED, got=about[:40])
    if (order := "pass" if on else "ask") == known[about]:
        return Accepted(drive.version)
    give(drive, seat, about, order)
    return None


def let_pass(drive: Drive) -> AnyAsk | None:
    """The open question, if its seat lets it pass and its default may be given by its general alone."""
    asked = out_of_turn(drive)
    if asked is None or orders_of(drive, asked.seat).get(asked.about) != "pass":
        return None
    if leaders_of(drive.seats[asked.seat]) and awaited(drive, asked.seat) != (GENERAL,):
        return None
    return asked if asked.domain.refuse(asked.default) is None else None


class Passing:
    """Gives what the standing orders of all tables say."""

    def __init__(self, give: Give, mailbox: Mailbox, alarms: Alarms) -> None:
        self._give, self._mailbox, self._alarms = give, mailbox, alarms
        self._passed: dict[tuple[str, Seat], tuple[int, int]] = {}

    def wanted(self, drive: Drive) -> dict[str, Wanted]:
        """The alarm of the question that is let pass."""
        asked = let_pass(drive)
        if asked is None:
            return {}
        id = drive.ask_id(asked.seat)
        turn = drive.system.view(drive.live.state, None).turn
        return {"order": Wanted(id, DELAY, partial(self._ring, asked=asked, id=id, turn=turn))}

    async def _ring(self, alarm: Alarm, asked: AnyAsk, id: str, turn: int) -> None:
        if self._is_too_often(alarm.game, asked.seat, turn):
            log.warning("a standing order went round and round at table %s: it is switched off", alarm.game)
            await self._mailbox.act(alarm.game, "seats", partial(switched_off, seat=asked.seat, about=asked.about))
            return
        raw = asked.domain.write(asked.default)
        said = await self._alarms.tried(alarm, partial(self._give, alarm.game, asked.seat, id, raw, by="order"))
        if said is not None and not isinstance(said, Accepted):
            log.error("what a standing order gave was not taken at table %s: %s", alarm.game, said)

    def _is_too_often(self, game: GameId, seat: Seat, turn: int) -> bool:
        """Whether the seat's orders have answered as often this turn as they may; this time counts."""
        at, n = self._passed.get((game, seat), (turn, 0))
        self._passed[game, seat] = (turn, n + 1 if at == turn else 1)
        return self._passed[game, seat][1] > MOST


async def switched_off(drive: Drive, *, seat: Seat, about: str) -> Result | Refusal | None:
    """The seat is asked again."""
    return set_order(drive, seat, about, False)
