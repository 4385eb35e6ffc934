"""A warband taken up again from before a battle that ended otherwise: what came since is kept where it still can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from app.campaigns.desk import Thrower
from app.campaigns.ledger.books import UNDO
from app.campaigns.ledger.events import Entry, Posted, Traded
from app.engine.campaigns import GONE, RETIRED, Band, Delta, Member, Step, apply, apply_all, read_member
from app.engine.dice import Dice, Faces

OWN, TRADE, RULING = "own", "trade", "ruling"


# -- what differs between two warbands ----------------------------------------------


def between(before: Band, after: Band) -> tuple[Delta, ...]:
    """The changes that make one warband of another; nobody is struck from it, who is gone is retired."""
    found = [*of_fields(before, after, "", ("head", "purse", "honour"))]
    for id, one in after.members.items():
        known = before.members.get(id)
        found += of_member(known, one) if known else [Delta("member", put=to_builtins(one))]
    return (
        *found,
        *(Delta("state", id, put=RETIRED) for id, one in before.members.items()
          if id not in after.members and one.state not in GONE),
    )  # fmt: skip


def of_member(before: Member, after: Member) -> list[Delta]:
    """The changes that make one member of another."""
    names = tuple(name for name in after.__struct_fields__ if name not in ("id", "notes"))
    return [*of_fields(before, after, after.id, names)]


def of_fields(before: Any, after: Any, who: str, names: Sequence[str]) -> Iterator[Delta]:
    """The changes of these fields and of the notes."""
    for name in names:
        old, new = getattr(before, name), getattr(after, name)
        if old == new:
            continue
        yield Delta(name, who, add=new - old) if isinstance(new, int) else Delta(name, who, put=to_builtins(new))
    for note in sorted({*before.notes, *after.notes}):
        if less := after.notes.get(note, 0) - before.notes.get(note, 0):
            yield Delta(f"notes.{note}", who, add=less)


def fitted(band: Band, step: Step) -> Step:
    """The same step where a member it brings is there from before: it becomes what the step says."""
    found: list[Delta] = []
    for delta in step.deltas:
        new = read_member(delta.put) if delta.field == "member" else None
        known = band.members.get(new.id) if new else None
        found += of_member(known, new) if new and known else [delta]
    return replace(step, deltas=tuple(found))


# -- the dice -----------------------------------------------------------------------


class Thrown(Struct, frozen=True):
    """A throw as it stands in the ledger."""

    round: int
    number: int
    dice: Dice
    faces: Faces


class Again:
    """Throws that fall as they fell, as long as the same dice are called for; then new ones."""

    def __init__(self, known: Sequence[Sequence[Thrown]], new: Thrower, round_: int) -> None:
        self._known, self._new, self._round = known, new, round_
        self._made: list[Thrown] = []
        self.fresh: set[int] = set()

    def __call__(self, dice: Dice) -> Faces:
        """The faces of the next throw."""
        at = len(self._made)
        same = (way[at] for way in self._known if [*way[:at]] == self._made and len(way) > at)
        made = next((one for one in same if one.dice == dice), None)
        if made is None:
            self.fresh.add(at)
            self._new(dice)
            made = Thrown(self._round, *self._new.faces[-1])
        self._made.append(made)
        return made.faces

    @property
    def faces(self) -> list[tuple[int, Dice, Faces]]:
        """The throws made: number, dice, how they fell."""
        return [(one.number, one.dice, one.faces) for one in self._made]

    def placed(self, lines: Sequence[Posted]) -> Iterator[Posted]:
        """These lines with the round of each throw, and whether it had fallen before."""
        at = 0
        for one in lines:
            if one.throw < 0:
                yield one
                continue
            yield replace(one, round=self._made[at].round, again=at not in self.fresh)
            at += 1


def ways(ledger: Sequence[Entry], fixture: str, warband: str) -> list[list[Thrown]]:
    """The throws of each aftermath that this battle has had for a warband, in their order."""
    found: list[list[Thrown]] = [[]]
    for one in ledger:
        if not isinstance(one, Posted) or (one.fixture, one.warband) != (fixture, warband):
            continue
        if one.step.kind == RULING:
            found.append([])
        elif one.throw >= 0 and one.step.dice is not None:
            found[-1].append(Thrown(one.round, one.throw, one.step.dice, one.step.faces))
    return [way for way in found if way]


# -- what came since ------------------------------------------------------------------


class Later(Struct, frozen=True):
    """What a line of the ledger did to a warband.

    ``sort``: of this battle, traded with another, another line taken back, or anything else.  A trade stands whatever
    else does; a line is taken back whole or not.
    """

    number: int
    deltas: tuple[Delta, ...]
    sort: str = ""


def since(ledger: Sequence[Entry], start: int, fixture: str, warband: str) -> Iterator[Later]:
    """All that was done to a warband after a place in the ledger; not what its player has taken back himself."""
    undone = taken_back(ledger, start, warband)
    bought = [ledger[number - 1] for number in undone]
    never = {id for one in bought if isinstance(one, Posted) for id in brought(one.step.deltas)}
    for number, one in enumerate(ledger[start:], start + 1):
        if number in undone:
            continue
        if isinstance(one, Posted) and one.warband == warband:
            deltas = tuple(delta for delta in one.step.deltas if delta.who not in never)
            sort = UNDO if one.step.kind == UNDO else OWN if one.fixture == fixture else ""
            yield Later(number, deltas, sort)
        elif isinstance(one, Traded) and warband in (one.one, one.other):
            yield Later(number, one.deltas if one.one == warband else one.others, TRADE)


def taken_back(ledger: Sequence[Entry], start: int, warband: str) -> set[int]:
    """The numbers of the lines after a place in the ledger that were taken back, and of those that took them back.

    One that names a line from before it stays: what it gives back was paid before.
    """
    found = set[int]()
    for number, one in enumerate(ledger[start:], start + 1):
        if isinstance(one, Posted) and one.warband == warband and one.step.kind == UNDO:
            line = one.step.facts["line"]
            if isinstance(line, int) and line > start:
                found |= {line, number}
    return found


def brought(deltas: Sequence[Delta]) -> Iterator[str]:
    """Who came by these changes."""
    return (read_member(delta.put).id for delta in deltas if delta.field == "member")


def taken_up(before: Band, new: Band, later: Sequence[Later]) -> tuple[Band, list[int]]:
    """A warband after what came since, and the numbers of the lines that cannot stand any more.

    ``before``: as it was before the battle; ``new``: after it, as it has ended now.
    """
    old, lost = before, list[int]()
    for one in later:
        if one.sort != OWN:
            deltas = [delta for delta in one.deltas if is_there(delta, old, new)]
            whole = one.sort != UNDO or len(deltas) == len(one.deltas)
            made = bargained(new, deltas) if one.sort == TRADE else fits(new, deltas) if whole else None
            if made is None or (one.deltas and not deltas):
                lost.append(one.number)
            new = made or new
        old = apply_all(old, one.deltas)
    return new, lost


def fits(band: Band, deltas: Sequence[Delta]) -> Band | None:
    """The warband after these changes, or ``None`` where they do not fit it."""
    try:
        return apply_all(band, deltas)
    except (ValueError, TypeError):
        return None


def is_there(delta: Delta, old: Band, new: Band) -> bool:
    """Whether a change still finds its member: nobody comes back to life by what was done for him."""
    if not delta.who or delta.field == "member":
        return True
    mine, then = new.members.get(delta.who), old.members.get(delta.who)
    if mine is None or then is None:
        return False
    return mine.state not in GONE or then.state in GONE


def bargained(band: Band, deltas: Sequence[Delta]) -> Band:
    """The warband after a trade, which stands although it could not be paid any more."""
    for delta in deltas:
        try:
            band = apply(band, delta)
        except ValueError:
            band = replace(band, purse=0) if delta.field == "purse" else band
    return band
