"""What a seat answers in bulk: it presses once, and the server gives the answers that follow in this part of the turn.

A system declares its ``bulks``.  Which of them a seat wished is told to nobody: to the others it is as if it had
answered fast.  What it answered is remembered for one turn, where a bulk may repeat it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, json

from app.engine import turns
from app.engine.asks import AnyAsk, Json
from app.engine.bulks import Bulk
from app.engine.domains import Menu
from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.engine.session import Answered
from app.games.drive import Drive
from app.games.wishes import BULK, LAST, wish, wish_of


class Wished(Struct, frozen=True, array_like=True):
    """What a seat wishes in a turn: the places of the remembered answers that were used, and the question at which the
    last of them was not legal; or the one answer that is given to all.  ``of``: whose questions alone it is wished for;
    what was wished for a whole turn stays so.
    """

    turn: int
    used: tuple[int, ...] = ()
    stopped: str = ""
    one: Any = None
    of: str = ""


MOST, OF = 60, ("clan",)
"""Answers of a turn that are remembered; the facts of a question that say of whom it is."""


def bulks_of(drive: Drive) -> Sequence[Bulk]:
    """What seats of this game may answer in bulk."""
    return getattr(drive.system, "bulks", ())


def turn_of(drive: Drive) -> int:
    """The turn that is played."""
    return turns.turn_of(drive.live.state)


def beside(drive: Drive, asked: AnyAsk) -> tuple[str, ...]:
    """The bulks that are offered beside a question; none in a lesson."""
    return (
        ()
        if drive.coach
        else tuple(one.key for one in bulks_of(drive) if asked.about in one.covers and is_beside(drive, one, asked))
    )


def is_beside(drive: Drive, one: Bulk, asked: AnyAsk) -> bool:
    """Whether a bulk is offered beside a question that it covers."""
    if one.same:
        return last(drive, asked) is not None
    return again(drive, asked, ())[1] is not None if one.repeats else one.beside(asked)


def begin(drive: Drive, asked: AnyAsk, key: str) -> Json | None:
    """The seat wishes this bulk; what its question is given, or ``None``: the bulk has nothing to say to it."""
    one = next((one for one in bulks_of(drive) if one.key == key and key in beside(drive, asked)), None)
    if one is None:
        return None
    what = last(drive, asked) if one.same else None
    before = wishes(drive, asked.seat).get(key)
    whole = not one.repeats or (before is not None and not before.of)
    keep(drive, asked.seat, key, Wished(turn_of(drive), one=what, of="" if whole else whose(asked)))
    raw = of_one(drive, asked, one)
    if raw is None:
        keep(drive, asked.seat, key, None)
    return raw


def wishes(drive: Drive, seat: Seat) -> dict[str, Wished]:
    """What a seat wishes in this turn, by bulk."""
    said = wish_of(drive, seat, BULK)
    found = json.decode(said, type=dict[str, Wished]) if said.startswith("{") else {}
    return {key: wished for key, wished in found.items() if wished.turn == turn_of(drive)}


def keep(drive: Drive, seat: Seat, key: str, wished: Wished | None) -> None:
    """The seat wishes this bulk from now on, or no longer."""
    now = {**wishes(drive, seat), key: wished}
    wish(drive, seat, BULK, json.encode({key: one for key, one in now.items() if one}).decode())


def given(drive: Drive, asked: AnyAsk) -> Json | None:
    """What a question is given because its seat wished so; ``None``: nothing, and then it is put to the seat."""
    found = (of_one(drive, asked, one) for one in bulks_of(drive) if asked.about in one.covers)
    return next((raw for raw in found if raw is not None), None)


def of_one(drive: Drive, asked: AnyAsk, one: Bulk) -> Json | None:
    """What a bulk gives to a question that it covers; ``None``: nothing, or its seat does not wish it."""
    wished = wishes(drive, asked.seat).get(one.key)
    if wished is None or wished.stopped == drive.ask_id(asked.seat) or wished.of not in ("", whose(asked)):
        return None
    if one.answer is not None:
        return one.answer(asked)
    if one.same:
        return wished.one if is_legal(asked, wished.one) else None
    return repeated(drive, asked, one.key, wished)


def repeated(drive: Drive, asked: AnyAsk, key: str, wished: Wished) -> Json | None:
    """What was answered in the turn before; where that is not legal now the seat is asked, and the next goes on."""
    used, raw = again(drive, asked, wished.used)
    stopped = drive.ask_id(asked.seat) if raw is None else wished.stopped
    keep(drive, asked.seat, key, Wished(wished.turn, used, stopped, of=wished.of))
    return raw


def last(drive: Drive, asked: AnyAsk) -> Json | None:
    """What the seat answered last to such a question in this turn, if it is legal here too."""
    rows = remembered(drive, asked.seat).get(str(turn_of(drive)), ())
    raw = next((raw for of, raw in reversed(rows) if of == kind_of(asked)), None)
    return raw if raw is not None and is_legal(asked, raw) else None


# -- what was answered in the turn before ---------------------------------------------


def again(drive: Drive, asked: AnyAsk, used: tuple[int, ...]) -> tuple[tuple[int, ...], Json | None]:
    """Of the answers of the turn before to such a question the first that is not used, if it is legal; and all used.

    What concerns somebody who may not act now is passed over.
    """
    rows = remembered(drive, asked.seat).get(str(turn_of(drive) - 1), ())
    for place, (of, raw) in enumerate(rows):
        if place in used or of != kind_of(asked):
            continue
        used = (*used, place)
        if is_legal(asked, raw):
            return used, raw
        if concerns(asked, raw):
            break
    return used, None


def concerns(asked: AnyAsk, raw: Json) -> bool:
    """Whether whoever an answer names may act now."""
    options = asked.domain.options if isinstance(asked.domain, Menu) else {}
    option = options.get(raw["pick"] if isinstance(raw, dict) else str(raw))
    return option is not None and option.no is None


def kind_of(asked: AnyAsk) -> str:
    """Which questions are the same from turn to turn: of one kind, and of whom."""
    return f"{asked.about} {whose(asked)}".rstrip()


def whose(asked: AnyAsk) -> str:
    """Of whom a question is, where it says so."""
    return " ".join(str(asked.facts[key]) for key in OF if key in asked.facts)


def named_again(drive: Drive, asked: AnyAsk) -> dict[str, tuple[str, ...]]:
    """By each bulk offered here that repeats, whom it orders as in the turn before: bodies, or whose they are."""
    offered = beside(drive, asked)
    return {
        one.key: named(drive, asked) for one in bulks_of(drive) if one.key in offered and one.repeats and not one.same
    }


def named(drive: Drive, asked: AnyAsk) -> tuple[str, ...]:
    """Whom the answers of the turn before name that are remembered for this question and those that follow."""
    rows = remembered(drive, asked.seat).get(str(turn_of(drive) - 1), ())
    told = [(of.partition(" ")[2], raw) for of, raw in rows]
    picks = [of or (raw["pick"] if isinstance(raw, dict) else raw) for of, raw in told if whose(asked) in ("", of)]
    return tuple(dict.fromkeys(str(pick) for pick in picks))


def is_legal(asked: AnyAsk, raw: Json) -> bool:
    """Whether a question takes this answer."""
    answer = asked.domain.read(raw)
    return not isinstance(answer, Refusal) and asked.domain.refuse(answer) is None


def remembered(drive: Drive, seat: Seat) -> dict[str, list[Any]]:
    """By turn what a seat answered to questions that may be answered so again: which they were, and how."""
    found: dict[str, list[Any]] = json.decode(wish_of(drive, seat, LAST) or "{}")
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
    rows = [*known.get(str(now), ()), row][-MOST:]
    wish(drive, seat, LAST, json.encode({**kept, str(now): rows}).decode())


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
        wish(drive, seat, LAST, json.encode({**known, now: rows}).decode())
