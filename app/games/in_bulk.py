"""What a seat answers in bulk: it presses once, and the server gives the answers that follow in this part of the turn.

A system declares its ``bulks``.  Which of them a seat wished is told to nobody: to the others it is as if it had
answered fast.  What it answered is remembered for one turn, where a bulk may repeat it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from app.engine.asks import AnyAsk, Json
from app.engine.bulks import Bulk
from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.engine.session import Answered
from app.games.drive import Drive
from app.games.wishes import BULK, LAST, wish, wish_of

MOST, OF = 60, ("clan",)
"""Answers of a turn that are remembered; the facts of a question that say of whom it is."""


def bulks_of(drive: Drive) -> Sequence[Bulk]:
    """What seats of this game may answer in bulk."""
    return getattr(drive.system, "bulks", ())


def turn_of(drive: Drive) -> int:
    """The turn that is played."""
    return int(getattr(drive.live.state, "turn", 0))


def beside(drive: Drive, asked: AnyAsk) -> tuple[str, ...]:
    """The bulks that are offered beside a question."""
    return tuple(one.key for one in bulks_of(drive) if asked.about in one.covers and is_beside(drive, one, asked))


def is_beside(drive: Drive, one: Bulk, asked: AnyAsk) -> bool:
    """Whether a bulk is offered beside a question that it covers."""
    return again(drive, asked, ()) is not None if one.repeats else one.beside(asked)


def begin(drive: Drive, asked: AnyAsk, key: str) -> Json | None:
    """The seat wishes this bulk; what its question is given, or ``None``: the bulk has nothing to say to it."""
    if key not in beside(drive, asked):
        return None
    wish(drive, asked.seat, BULK, f"{key} {turn_of(drive)}")
    raw = given(drive, asked)
    if raw is None:
        wish(drive, asked.seat, BULK, "")
    return raw


def given(drive: Drive, asked: AnyAsk) -> Json | None:
    """What a question is given because its seat wished so; ``None``: nothing."""
    key, turn, *used = (wish_of(drive, asked.seat, BULK) or "- 0").split()
    one = next((one for one in bulks_of(drive) if one.key == key and asked.about in one.covers), None)
    if one is None or int(turn) != turn_of(drive):
        return None
    if one.answer is not None:
        return one.answer(asked)
    found = again(drive, asked, [*map(int, used)])
    if found is None:
        return None
    wish(drive, asked.seat, BULK, " ".join(map(str, (key, turn, *used, found[0]))))
    return found[1]


# -- what was answered in the turn before ---------------------------------------------


def again(drive: Drive, asked: AnyAsk, used: Collection[int]) -> tuple[int, Json] | None:
    """The first answer of the turn before to such a question that is legal now and not used, with its place."""
    rows = remembered(drive, asked.seat).get(str(turn_of(drive) - 1), ())
    fit = ((n, raw) for n, (of, raw) in enumerate(rows) if n not in used and of == kind_of(asked))
    return next(((n, raw) for n, raw in fit if is_legal(asked, raw)), None)


def kind_of(asked: AnyAsk) -> str:
    """Which questions are the same from turn to turn: of one kind, and of whom."""
    return " ".join(map(str, (asked.about, *(asked.facts[key] for key in OF if key in asked.facts))))


def is_legal(asked: AnyAsk, raw: Json) -> bool:
    """Whether a question takes this answer."""
    answer = asked.domain.read(raw)
    return not isinstance(answer, Refusal) and asked.domain.refuse(answer) is None


def remembered(drive: Drive, seat: Seat) -> dict[str, list[Any]]:
    """By turn what a seat answered to questions that may be answered so again: which they were, and how."""
    found: dict[str, list[Any]] = json.loads(wish_of(drive, seat, LAST) or "{}")
    return found


Noted = tuple[int, str, Json]


def noted(drive: Drive, asked: AnyAsk, raw: Json) -> Noted | None:
    """An answer that may be repeated, with its turn and its question."""
    one = next((one for one in bulks_of(drive) if one.repeats and asked.about in one.covers), None)
    answer = None if one is None else asked.domain.read(raw)
    if one is None or isinstance(answer, Refusal) or (answer == asked.default and asked.about in one.wait):
        return None
    return turn_of(drive), kind_of(asked), asked.domain.write(answer)


def remember(drive: Drive, seat: Seat, said: Noted | None) -> None:
    """The answer is remembered until the turn after its own is over."""
    if said is None:
        return
    now, *row = said
    known = remembered(drive, seat)
    kept = {turn: known[turn] for turn in (str(now - 1),) if turn in known}
    rows = [*known.get(str(now), ()), row][:MOST]
    wish(drive, seat, LAST, json.dumps({**kept, str(now): rows}, separators=(",", ":")))


def last_of(drive: Drive, seat: Seat) -> list[Json]:
    """What an undo of the seat would strike of its answers, in order."""
    mine = drive.live.last_of(seat)
    gone = () if mine is None else drive.live.going_with(mine)
    entries = [drive.live.tape[place] for place in gone]
    return [entry.answer for entry in entries if isinstance(entry, Answered) and entry.seat == seat]


def forget(drive: Drive, seat: Seat, gone: Sequence[Json]) -> None:
    """The seat wishes no bulk any more, and these answers of it, the last ones, were never given."""
    wish(drive, seat, BULK, "")
    known, now = remembered(drive, seat), str(turn_of(drive))
    rows = known.get(now, [])
    for raw in reversed(gone):
        rows = rows[:-1] if rows and rows[-1][1] == raw else rows
    if rows != known.get(now, []):
        wish(drive, seat, LAST, json.dumps({**known, now: rows}, separators=(",", ":")))
