"""Modifier tables: named lines that add up, each with its clause."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from msgspec import Struct

from app.engine.refusals import Clause

D = TypeVar("D")


class Line(Struct, frozen=True):
    """One line of a breakdown: what it adds, and the clause that says so."""

    id: str
    adds: int
    clause: Clause


def total(lines: Iterable[Line]) -> int:
    """What the lines add up to."""
    return sum(line.adds for line in lines)


@dataclass(frozen=True, slots=True)
class Modifiers(Generic[D]):
    """A table of lines, each with the test that says whether it holds of a subject."""

    rows: tuple[tuple[Line, Callable[[D], int]], ...]

    @classmethod
    def read(cls, rows: Iterable[Mapping[str, Any]], tests: Mapping[str, Callable[[D], int]]) -> Modifiers[D]:
        """Build a table from TOML rows.  A ``when`` without a test is a ``KeyError`` at import."""
        return cls(tuple((Line(r["id"], r["adds"], Clause(r["clause"])), tests[r["when"]]) for r in rows))

    def lines(self, subject: D) -> tuple[Line, ...]:
        """The lines that hold.  A test may answer how many times its line counts."""
        found = ((line, int(test(subject))) for line, test in self.rows)
        return tuple(Line(line.id, line.adds * times, line.clause) for line, times in found if times)
