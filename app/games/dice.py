"""Which number a throw has: a throw that was taken back falls again for those who come to it by the same way.

A game's throws are numbered as they are first called for, and the number gives the faces (``vault.py``).  What calls
for a throw is its *way*: all answers, throws and resignations that count, up to it.  Whoever comes there by the same
way again, after however many take-backs, finds the same faces; by any other way the next number is drawn, which
nobody can know before.  So going back shows nothing that can be used, and there is nothing to fish for.  An umpire's
edit is no part of the way: else an edit and its undoing would throw bad dice anew.
"""

from __future__ import annotations

from typing import Protocol

from app.engine.asks import Json
from app.engine.digest import START, link
from app.engine.flow import Roll
from app.store.db import Row

SECRET = "secret"
"""What stands as the way of an answer that completed a secret choice."""


class Numbers(Protocol):
    """What is remembered of throws that were struck."""

    since: int

    def again(self, way: str, roll: Roll) -> int | None:
        """The number under which this throw has fallen before, if it has."""
        ...

    def strike(self, throws: list[Row]) -> None:
        """These entries of the tape are struck."""
        ...

    def stored(self) -> Json:
        """The same as JSON; the very same object as long as nothing is struck."""
        ...


class Ways:
    """Struck throws by their way.  ``since``: the last tape entry of a time in which ways were not yet kept."""

    def __init__(self, since: int, drawn: dict[str, int] | None = None) -> None:
        self.since = since
        self._stored: Row = {"since": since, "drawn": drawn or {}}

    def again(self, way: str, roll: Roll) -> int | None:
        """The number under which this throw has fallen before, if it has."""
        found: int | None = self._stored["drawn"].get(way)
        return found

    def strike(self, throws: list[Row]) -> None:
        """Their numbers are remembered for as long as the game lasts."""
        fresh = {row["way"]: int(row["body"]["draw"]) for row in throws if row["way"] and row["seq"] > self.since}
        if fresh:
            self._stored = {"since": self.since, "drawn": {**self._stored["drawn"], **fresh}}

    def stored(self) -> Json:
        """The same as JSON."""
        return self._stored


class Tray:
    """How it was before ways were kept: a struck throw fell again as soon as one of its kind was called for.

    Only what was played so is checked so.
    """

    def __init__(self) -> None:
        self.since = 0
        self._throws: list[Row] = []

    def again(self, way: str, roll: Roll) -> int | None:
        """The number of the first struck throw of this kind, which is struck no longer."""
        like = (t for t in self._throws if t["why"] == roll.why and t["dice"] == [roll.dice.count, roll.dice.sides])
        found = next(like, None)
        self._throws = [t for t in self._throws if t is not found]
        return int(found["draw"]) if found else None

    def strike(self, throws: list[Row]) -> None:
        """They lie ready in the order in which they fell."""
        self._throws = sorted([*self._throws, *(row["body"] for row in throws)], key=lambda t: int(t["draw"]))

    def stored(self) -> Json:
        """The throws themselves."""
        return self._throws


def seen(later: tuple[list[Row], list[int], list[Row]]) -> dict[str, int]:
    """How many throws and secret choices of what is struck showed something to all; others are not to be counted."""
    shown = {row["tape_seq"] for row in later[2] if row["seen_by"] is None}
    rows = [row for row in later[0] if row["seq"] in shown]
    return {"throws": sum(r["kind"] == "throw" for r in rows), "secrets": sum(r["way"] == SECRET for r in rows)}


def ways_of(stored: Json, tape_len: int) -> Ways:
    """What a stored game remembers; one that was begun before ways were kept remembers nothing up to now."""
    return Ways(stored["since"], stored["drawn"]) if isinstance(stored, dict) else Ways(tape_len)


def way_of(point: Row) -> str:
    """The way to a checkpoint; one that was taken before ways were kept begins one of its own."""
    return str(point.get("way") or link(START, [point["tape_seq"], point["digest"]]))


def way_to(base: str, since: str, roll: Roll) -> str:
    """The way to a throw: that to the checkpoint, what came since, and what is thrown; 32 signs."""
    return link(base, [since, roll.why, roll.dice.count, roll.dice.sides])[:32]
