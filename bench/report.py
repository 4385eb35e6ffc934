"""Figures: medians, ratios to a floor, and how they are printed."""

from __future__ import annotations

import argparse
import json
import platform
import sqlite3
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from time import process_time
from typing import Any

LOOP = 200_000
"""Rounds of the reference loop."""
MISSED = 3
"""The exit status where a figure misses its bar and that was to count."""


@dataclass(frozen=True)
class Figure:
    """One thing that was measured.  ``floor`` is the bare figure of the same run, in the same unit."""

    name: str
    unit: str
    median: float
    count: int
    p99: float | None = None
    worst: float | None = None
    floor: float | None = None
    floor_p99: float | None = None
    ratio: float | None = None
    ratio_p99: float | None = None
    what: str = ""
    bar: str = ""
    """What it must be, in words; empty where nothing is demanded."""
    ok: bool | None = None
    """Whether it is so."""


@dataclass
class Report:
    """All figures of a run and what they were measured on."""

    title: str
    figures: list[Figure] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)

    def add(self, figure: Figure) -> Figure:
        """The figure stands in the report."""
        self.figures.append(figure)
        return figure


def judged(figure: Figure, bar: str, ok: bool) -> Figure:
    """The figure with its bar and whether it holds."""
    return replace(figure, bar=bar, ok=ok)


def at(share: float, values: Sequence[float]) -> float:
    """The value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def figure(name: str, unit: str, values: Sequence[float], floor: Sequence[float] = (), what: str = "") -> Figure:
    """Median, p99 and worst of the values beside those of the floor; ``ValueError`` if nothing was measured."""
    if not values:
        raise ValueError(f"{name}: nothing was measured")
    median, p99 = at(0.5, values), at(0.99, values)
    low, low_p99 = (at(0.5, floor), at(0.99, floor)) if floor else (None, None)
    return Figure(
        name, unit, sig(median), len(values), sig(p99), sig(max(values)), low and sig(low), low_p99 and sig(low_p99),
        low and sig(median / low), low_p99 and sig(p99 / low_p99), what,
    )  # fmt: skip


def sig(value: float) -> float:
    """The value with four significant digits."""
    return float(f"{value:.4g}")


def reference_loop() -> int:
    """A fixed stretch of plain Python: dictionaries, tuples, whole numbers, a function call a round."""
    table: dict[int, tuple[int, int]] = {}
    total = 0
    for n in range(LOOP):
        table[n & 255] = pair = (n * 7919 % 1009, n)
        total += first(pair) - len(table)
    return total


def first(pair: tuple[int, int]) -> int:
    """The first of two."""
    return pair[0]


def loops_per_second(times: int = 3) -> float:
    """Rounds of the reference loop in a second of the processor: the best of a few goes."""
    spent = list[float]()
    for _ in range(times):
        began = process_time()
        reference_loop()
        spent.append(process_time() - began)
    return LOOP / min(spent)


def machine() -> dict[str, Any]:
    """What the figures depend on besides the program."""
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "sqlite": sqlite3.sqlite_version,
    }


def holds(row: Figure) -> str:
    """The bar of a figure and whether it holds."""
    return row.bar and f"{row.bar}: {'yes' if row.ok else 'NO'}"


def cells(row: Figure) -> tuple[str, ...]:
    """A figure as a line of the table."""
    ratio = "" if row.ratio is None else f"{row.ratio:g} x"
    low = "" if row.floor is None else f"{row.floor:g}"
    return (
        row.name, f"{row.median:g}", "" if row.p99 is None else f"{row.p99:g}", row.unit, low, ratio, str(row.count),
        holds(row), row.what,
    )  # fmt: skip


def as_table(report: Report) -> str:
    """The report for a terminal."""
    head = ("", "median", "p99", "unit", "floor", "ratio", "count", "bar", "")
    rows = [head, *(cells(row) for row in report.figures)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    facts = [f"{key}: {value}" for key, value in report.facts.items()]
    return "\n".join([report.title, *lines, *facts]) + "\n"


def as_json(report: Report) -> str:
    """The report for a program."""
    return json.dumps(asdict(report), indent=1) + "\n"


def positive(word: str) -> int:
    """A whole number from 1."""
    number = int(word)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def arguments(program: str, words: str, seconds: int) -> argparse.ArgumentParser:
    """What every measurement can be told."""
    parser = argparse.ArgumentParser(prog=f"python3 -m app bench {program}", description=words)
    parser.add_argument("--json", action="store_true", help="JSON on standard output and nothing else")
    parser.add_argument("--seconds", type=positive, default=seconds, help=f"about how long it may take ({seconds})")
    parser.add_argument("--strict", action="store_true", help=f"end with status {MISSED} if a figure misses its bar")
    return parser


def show(report: Report, given: argparse.Namespace) -> int:
    """0, or ``MISSED`` if a figure misses its bar and that counts; the report stands on standard output."""
    sys.stdout.write(as_json(report) if given.json else as_table(report))
    sys.stdout.flush()
    return MISSED if given.strict and any(row.ok is False for row in report.figures) else 0
