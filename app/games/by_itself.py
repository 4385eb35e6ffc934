"""What the server answers for a seat in the same transaction as the input it follows from.

In a lesson it is what is written for the other side.  Else four things are so answered: the set-up as offered, where
table or seat wish it; that the others hold, where the seat has said so for this turn; what a seat answers in bulk
(``in_bulk``); and, where a system says that nothing hidden decides what may be chosen (``plain``), a question that all
may see and that has one possible answer: else its absence would tell.  The tape says by whom: ``offer``, ``rest``,
``table``.  The last two go with the answer they follow when it is taken back.
"""

from __future__ import annotations

from typing import Any

from app.engine.asks import AnyAsk, Ask, Json
from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.engine.system import PhaseId
from app.games import agreed, coaching, in_bulk
from app.games import sentences as say
from app.games.drive import Drive
from app.games.results import By, Rest
from app.games.wishes import OFFER, REST, wish, wish_of

MOST = 1_000
"""Answers in a row; then somebody is asked, lest the game go round for ever."""
SETUP = PhaseId("setup")
"""How those systems call the phase whose questions they answer as offered."""
Given = tuple[Seat, Json, By]


def begin(drive: Drive) -> None:
    """The game has begun, and what follows by itself has been answered."""
    drive.begin()
    follow_up(drive)


def answer(drive: Drive, seat: Seat, raw: Json, by: By, hand: int | None = None) -> Refusal | None:
    """The answer is taken and all that follows by itself has been answered, or nothing has changed."""
    if drive.coach and (no := drive.coach.refuse(drive.live, coaching.at_of(drive), seat, raw)):
        return no
    if no := told(drive, seat, raw, by, hand):
        return no
    follow_up(drive)
    return None


def told(drive: Drive, seat: Seat, raw: Json, by: By, hand: int | None = None) -> Refusal | None:
    """The answer is taken, and remembered where it may be repeated; or nothing has changed."""
    asked = drive.question(seat)
    said = None if asked is None or by in ("bot", "table") else in_bulk.noted(drive, asked, raw)
    if no := drive.answer(seat, raw, by, hand):
        return no
    in_bulk.remember(drive, seat, said)
    if drive.coach:
        coaching.go_on(drive)
    return None


def undo(drive: Drive, seat: Seat) -> Refusal | None:
    """The seat's last answer is struck, and with it that the others hold; or the reason why it stays.

    Nor is any more set up as offered where that was all of it so far.  What was set up so for the seat stays: others
    have seen it, and would go on from it.
    """
    gone = in_bulk.last_of(drive, seat)
    if no := drive.undo(seat):
        return no
    for what in (REST, OFFER):
        wish(drive, seat, what, "")
    in_bulk.forget(drive, seat, gone)
    return None


def follow_up(drive: Drive) -> None:
    """Nobody is asked any more what is answered by itself."""
    for _ in range(MOST):
        given = next_given(drive)
        if given is None or told(drive, *given):
            return


def next_given(drive: Drive) -> Given | None:
    """The next answer that is given by itself."""
    if drive.status != "playing" or drive.session is None:
        return None
    if drive.coach:
        written = drive.coach.given(drive.live, coaching.at_of(drive))
        return (*written, "bot") if written else None
    for asked in drive.live.questions():
        if (raw := offered(drive, asked)) is not None:
            return asked.seat, raw, "offer"
    one = drive.live.waiting
    return alone(drive, one) if isinstance(one, Ask) else None


def alone(drive: Drive, asked: AnyAsk) -> Given | None:
    """What is answered by itself to a question that is put to one seat."""
    if (raw := in_bulk.given(drive, asked)) is not None:
        return asked.seat, raw, "rest"
    if holds(drive, asked) and wish_of(drive, asked.seat, REST) == until(drive, asked):
        return asked.seat, asked.domain.write(asked.default), "rest"
    is_plain = getattr(drive.system, "plain", False) and not asked.secret
    only = asked.domain.only() if is_plain else None
    return None if only is None else (asked.seat, asked.domain.write(only), "table")


# -- the set-up ----------------------------------------------------------------------


def offered(drive: Drive, asked: AnyAsk) -> Json | None:
    """What is given to a question of the set-up, if table or seat want it as offered, or of how such a table begins."""
    at_once = agreed.read(drive.row.get("options")).offered
    if at_once and in_bulk.turn_of(drive) <= 1 and asked.about in getattr(drive.system, "opening", ()):
        return asked.domain.write(asked.default)
    return offer_of(drive, asked) if at_once or wish_of(drive, asked.seat, OFFER) else None


def offer_of(drive: Drive, asked: AnyAsk) -> Json | None:
    """What the rules offer to a question of the set-up; nothing if it is none, or they offer nothing."""
    offer = getattr(drive.system, "offered", None)
    return offer(drive.live.state, asked) if offer else None


def set_up(drive: Drive, seat: Seat, raw: Json) -> Refusal | None:
    """What is left of the seat's set-up is done as offered: the first of it is the seat's own answer."""
    if no := told(drive, seat, raw, "person"):
        return no
    wish(drive, seat, OFFER, "1")
    follow_up(drive)
    return None


# -- the others hold ------------------------------------------------------------------


def until(drive: Drive, asked: AnyAsk) -> str:
    """As long as this is asked the others hold: such questions of this turn, of the same clan where it names one."""
    return " ".join(map(str, (asked.about, in_bulk.turn_of(drive), *asked.facts.values())))


def holds(drive: Drive, asked: AnyAsk) -> bool:
    """Whether silence means that one of those who may act holds."""
    found: Any = getattr(drive.system, "holds", None)
    return bool(found and found(asked))


def rest_of(drive: Drive, asked: AnyAsk) -> Rest:
    """What ``rest`` would do while this question is open."""
    if drive.coach:
        return ""
    if hasattr(drive.system, "offered") and drive.live.start.phase == SETUP:
        return "offer"
    return "hold" if holds(drive, asked) else ""


def rest(drive: Drive, seat: Seat, bulk: str = "") -> Refusal | None:
    """What is left of the seat's set-up is done as offered; or all that may still act in this part of the turn hold,
    each when its go comes; or a ``bulk`` of the system is answered."""
    asked = None if drive.coach else drive.question(seat)
    if bulk:
        raw = None if asked is None else in_bulk.begin(drive, asked, bulk)
        return refuse("rest.none", say.ORDERED) if raw is None else answer(drive, seat, raw, "person")
    if asked is not None and (offer := offer_of(drive, asked)) is not None:
        return set_up(drive, seat, offer)
    if asked is None or not holds(drive, asked):
        return refuse("rest.none", say.ORDERED)
    raw = asked.domain.write(asked.default)
    if no := drive.answer(seat, raw, "person"):
        return no
    wish(drive, seat, REST, until(drive, asked))
    follow_up(drive)
    return None
