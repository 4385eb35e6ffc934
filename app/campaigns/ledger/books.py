"""The books of the warbands of a campaign: the lines of each, what it had after each, what may be taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from app.campaigns.ledger import events as e
from app.campaigns.ledger.chronicle import told
from app.campaigns.ledger.rows import entry_of
from app.campaigns.model import Campaign
from app.engine.campaigns import Band, Delta, Step, apply_all
from app.engine.refusals import Clause, Fact

MOVES_ON = ("round-opened", "round-closed", "shown")
"""After these nothing from before is taken back."""
READ = ("raised", "posted", "traded", "fixture-added", *MOVES_ON)
NAMING, UNDO, RULING = "naming", "undo", "ruling"
"""Kinds of lines: a name leaves everything as it was; one takes another back; one is an umpire's."""


class Line(Struct, frozen=True, kw_only=True):
    """A line of a warband's ledger, and what it had after it: points, honour, experience of all its members.

    ``kind`` sorts it; ``faces`` are dice it rests on, thrown as number ``throw`` of ``round`` (-1: none).
    """

    seq: int
    at: int
    kind: str
    clause: Clause
    about: str
    facts: dict[str, Fact] = field(default_factory=dict)
    fixture: str = ""
    by: str = ""
    reason: str = ""
    sides: int = 0
    faces: tuple[int, ...] = ()
    round: int = 0
    throw: int = -1
    deltas: tuple[Delta, ...] = ()
    purse: int = 0
    honour: int = 0
    experience: int = 0
    members: int = 0
    worth: int = 0


def ledger(rows: Sequence[Mapping[str, Any]], now: Campaign, warband: str) -> tuple[Line, ...]:
    """The lines of a warband, the oldest first, each with what it had after it; from the whole ledger."""
    books = Books(lambda band: band.worth())
    books.add(rows, now)
    return tuple(books.lines.get(warband, ()))


class Books:
    """The lines of all warbands of a campaign, as far as its ledger was read: what is new is added to them.

    ``value``: what a warband is worth.
    """

    def __init__(self, value: Callable[[Band], int]) -> None:
        self.seq, self.lines = 0, dict[str, list[Line]]()
        self.open = dict[str, list[Line]]()
        """Of each warband the lines that its player may take back, the last first to be."""
        self._value, self._born, self._bands = value, dict[str, Band](), dict[str, Band]()

    def add(self, rows: Sequence[Mapping[str, Any]], now: Campaign) -> None:
        """The entries that are not in them yet are."""
        for row in rows:
            if row["seq"] > self.seq:
                self.seq = row["seq"]
                if row["body"] is not None and row["kind"] in READ:
                    self._write(row, entry_of(dict(row)), now)

    def _write(self, row: Mapping[str, Any], entry: e.Entry, now: Campaign) -> None:
        if isinstance(entry, e.Raised):
            self._born[entry.warband] = self._bands[entry.warband] = entry.band
            self._line(row, entry.warband, Step("recruit", entry.clause, *told(entry, now)), by=entry.guest)
        elif isinstance(entry, e.Posted):
            self._line(row, entry.warband, entry.step, entry)
        elif isinstance(entry, e.Traded):
            for side, deltas in ((entry.one, entry.deltas), (entry.other, entry.others)):
                step = Step(entry.sort, entry.clause, *told(entry, now), deltas)
                self._line(row, side, step, reason=entry.reason)
        elif isinstance(entry, e.FixtureAdded):
            # Help for the weaker is reckoned from what both are worth now: neither takes back what made it so.
            for side in entry.fixture.sides:
                self.open.pop(side, None)
        else:
            self.open.clear()

    def around(self, warband: str, line: Line) -> tuple[Band, Band]:
        """A warband before one of its lines, and after it."""
        band = self._born[warband]
        for one in self.lines[warband]:
            if one.seq >= line.seq:
                break
            band = apply_all(band, one.deltas)
        return band, apply_all(band, line.deltas)

    def _line(
        self, row: Mapping[str, Any], warband: str, step: Step, posted: e.Posted | None = None, **more: str
    ) -> None:
        band = self._bands[warband] = apply_all(self._bands[warband], step.deltas)
        made = replace(lined(row, band, step, posted, **more), worth=self._value(band))
        self.lines.setdefault(warband, []).append(made)
        self.open[warband] = left_open(self.open.get(warband, []), made, posted is not None)


def left_open(before: list[Line], line: Line, posted: bool) -> list[Line]:
    """What may be taken back after a line: a player's own choices and purchases, as long as nothing else came after."""
    if line.kind == UNDO:
        return before[:-1]
    if line.kind == NAMING:
        return before
    own = posted and line.by and line.kind != RULING and not line.fixture and line.throw < 0 and line.deltas
    return [*before, line] if own else []


def lined(
    row: Mapping[str, Any], band: Band, step: Step, posted: e.Posted | None = None, by: str = "", reason: str = ""
) -> Line:  # fmt: skip
    """One line with what the warband had after it."""
    known = posted or e.Posted(warband="", step=step, by=by, reason=reason)
    return Line(
        seq=row["seq"], at=row["at_ms"], kind=step.kind, clause=step.clause, about=step.about, facts=step.facts,
        fixture=known.fixture, by=known.by, reason=known.reason, sides=step.dice.sides if step.dice else 0,
        faces=step.faces, round=known.round, throw=known.throw, deltas=step.deltas, purse=band.purse,
        honour=band.honour, experience=sum(one.experience for one in band.members.values()),
        members=len(band.living()),
    )  # fmt: skip
