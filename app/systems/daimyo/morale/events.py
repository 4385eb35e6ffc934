"""What happens to the order and the nerve of units: disorder, tests, halts, frenzy, rallying."""

from __future__ import annotations

from functools import cache

from app.engine.dice import Faces
from app.engine.modifiers import Line
from app.engine.system import Telling
from app.engine.views import Grid
from app.systems.daimyo.book import table
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.state import State, UnitId

CHARGED, RALLIES, LAST_ROW = (2, 3), 8, 4
AT_END = (1, 5, 6, 7)
ROWS = ("pass", "fail-1", "fail-2", "fail-3", "fail-4")
"""Rows of the result table (DAI-MOR-06)."""
PASSES = ("none", "stand", "charge", "rally", "frenzy")
"""What a unit that passes may do or become."""


class OfUnit(DaimyoEvent, frozen=True, kw_only=True):
    """Something that happened to one unit as a whole."""

    unit: UnitId

    def tell(self) -> Telling:
        """Which unit."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.unit,))


class MoraleTested(OfUnit, frozen=True, kw_only=True, tag="daimyo.morale-tested"):
    """A unit tested its morale (DAI-MOR-02).

    ``reason`` is the one that was tested, ``reasons`` all that were due; ``margin`` is by how much the total fell short
    (0: it did not).  ``column`` and ``row`` are where the result table was read, ``row`` empty where a natural roll
    decided instead.  ``radius`` in 1/100 mm is how far the test looked about (DAI-MOR-05); ``by`` charged it.
    """

    reason: int
    reasons: tuple[int, ...]
    faces: Faces
    lines: tuple[Line, ...]
    total: int
    needed: int
    margin: int
    column: str
    row: str
    result: str
    radius: int
    by: str = ""

    def fold(self, state: State) -> State:
        """It has taken this test."""
        if self.reason in CHARGED:
            return state.with_unit(self.unit, tested=(*state.units[self.unit].tested, *self.reasons))
        if self.reason in AT_END:
            return state.with_unit(self.unit, tested_at_end=True)
        return state.with_unit(self.unit, rally_tried=True) if self.reason == RALLIES else state

    def tell(self) -> Telling:
        """Dice, every modifier, the score needed, and the place in the result table."""
        facts = {**self.facts(), "why": f"reason-{self.reason}", "passed": self.result in PASSES,
                 "column": f"column.{self.column}", "row": f"row.{self.row or 'natural'}"}  # fmt: skip
        return Telling(about=f"{self.kind}.{self.result}", facts=facts, faces=(self.faces,), lines=self.lines,
                       total=self.total, needed=self.needed, weight="roll", pieces=(self.unit,),
                       grid=result_grid(self.column, self.row))  # fmt: skip


def result_grid(column: str, row: str) -> Grid:
    """The table of results, with the column and the row that decided; no row where a natural roll did (DAI-MOR-06)."""
    columns, cells = _cells()
    return Grid(about="grid.morale", columns=columns, rows=tuple(f"row.{row}" for row in ROWS), cells=cells,
                column=f"column.{column}", row=f"row.{row}" if row else "", clause="DAI-MOR-06")  # fmt: skip


@cache
def _cells() -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    found: dict[str, list[str]] = {}
    for cell in table("morale")["result"]:
        found.setdefault(f"column.{cell['column']}", []).append(f"result.{cell['outcome']}")
    return tuple(found), tuple(zip(*found.values(), strict=True))


class Halted(OfUnit, frozen=True, kw_only=True, tag="daimyo.halted"):
    """A unit must stop until the end of a turn (DAI-MOR-19)."""

    until: int

    def fold(self, state: State) -> State:
        """It may neither move nor start a charge until then."""
        return state.with_unit(self.unit, halted_until=self.until)


class FrenzyBegan(OfUnit, frozen=True, kw_only=True, tag="daimyo.frenzy-began"):
    """A unit became frenzied (DAI-MOR-14, DAI-MOR-35)."""

    turn: int

    def fold(self, state: State) -> State:
        """It is frenzied, and no halt holds it."""
        return state.with_unit(self.unit, frenzied_since=self.turn, halted_until=0)


class FrenzyEnded(OfUnit, frozen=True, kw_only=True, tag="daimyo.frenzy-ended"):
    """A unit's frenzy is over (DAI-MOR-29)."""

    def fold(self, state: State) -> State:
        """It acts as others do."""
        return state.with_unit(self.unit, frenzied_since=0)


class Routed(OfUnit, frozen=True, kw_only=True, tag="daimyo.routed"):
    """A unit broke (DAI-MOR-20); ``routs`` counts how often it has."""

    turn: int
    routs: int
    by: str = ""

    def fold(self, state: State) -> State:
        """It routs; frenzy, pursuit, a halt and a rally are over."""
        return state.with_unit(
            self.unit, routing=True, routing_since=self.turn, routs=self.routs, rout_moves=0, frenzied_since=0,
            pursuing_until=0, halted_until=0, rallied=False,
        )  # fmt: skip


class BrokeOff(OfUnit, frozen=True, kw_only=True, tag="daimyo.broke-off"):
    """A unit leaves a melee because it must retire or retreat (DAI-MOR-22)."""

    how: str

    def tell(self) -> Telling:
        """Which unit, and how it goes."""
        return Telling(about=f"{self.kind}.{self.how}", facts=self.facts(), pieces=(self.unit,))
