"""What is added to the dice of a stand that fires (DAI-FIR-10, DAI-ART-02, DAI-WEA-05)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from app.engine.modifiers import Line, Modifiers
from app.systems.daimyo.book import c, table
from app.systems.daimyo.measure import has_sides, on_flank
from app.systems.daimyo.moving.ground.cover import cover_from, reference
from app.systems.daimyo.moving.ground.terrain import is_column
from app.systems.daimyo.state import State, Unit
from app.systems.daimyo.weather.rules import now

EVENT, RAIN, WET = c("DAI-EVT-02"), c("DAI-WEA-05"), c("DAI-WEA-07")
EVENTS = {row["id"]: row for row in table("events")["event"]}
BOW, ARQUEBUS = "bow", "arquebus"
EFFECTIVE, LONG = "effective", "long"
OWN, DEFENSIVE = "own", "defensive"
"""Fire of the active side, and of charged units at their chargers."""


class Fired(NamedTuple):
    """What the factors of a stand's fire are read from (DAI-FIR-10, DAI-ART-02)."""

    state: State
    unit: Unit
    target: Unit
    band: str
    how: str


TESTS: dict[str, Callable[[Fired], int]] = {
    "first-volley": lambda f: not f.unit.first_volley_spent and f.unit.good_order,
    "light-armour": lambda f: f.target.armour == "light",
    "arquebus-at-cavalry": lambda f: f.unit.missile == ARQUEBUS and f.target.mounted,
    "effective": lambda f: f.band == EFFECTIVE,
    "column-or-flanked": lambda f: in_column(f.target) or is_flanked(f.state, f.target, f.unit),
    "in-building": lambda f: bool(f.target.building),
    "bow-at-heavy": lambda f: f.unit.missile == BOW and f.target.armour == "heavy",
    "firer-disordered": lambda f: f.unit.disordered,
    "firer-raw": lambda f: f.unit.quality == "raw",
    "being-charged": lambda f: f.how == DEFENSIVE,
    "moved": lambda f: f.unit.moved,
    "behind-cover": lambda f: is_covered(f),
    "cavalry-at": lambda f: f.target.mounted,
    "long-range": lambda f: f.band == LONG,
}
FIRE = Modifiers[Fired].read(table("fire")["adds"], TESTS)
ARTILLERY = Modifiers[Fired].read(table("guns")["adds"], TESTS)


def in_column(target: Unit) -> bool:
    """Whether it is shot at as a column: nothing in a building is, nor a place (DAI-FIR-20, DAI-MOV-11)."""
    return has_sides(target) and is_column(target.formation)


def is_flanked(state: State, target: Unit, firer: Unit) -> bool:
    """Whether the firer is in the target's flank or rear zone (DAI-FIR-20)."""
    return on_flank(target, reference(state, firer))


def is_covered(fired: Fired) -> bool:
    """Whether the target is behind cover: a building is for guns only (DAI-FIR-11, DAI-ART-13)."""
    cover = cover_from(fired.state, fired.target, fired.unit)
    return bool(cover) and (cover != "building" or fired.unit.kind == "gun")


def factors(fired: Fired) -> tuple[Line, ...]:
    """Everything that is added to the dice of a stand (DAI-FIR-10, DAI-ART-02, DAI-WEA-05, DAI-EVT-02)."""
    rows = ARTILLERY if fired.unit.kind == "gun" else FIRE
    return (*rows.lines(fired), *weather_lines(fired.state, fired.unit))


def weather_lines(state: State, unit: Unit) -> Iterator[Line]:
    """What the weather adds, guns as arquebuses, and a squall (DAI-WEA-05, DAI-WEA-07, DAI-EVT-02)."""
    gun = unit.kind == "gun"
    adds: int = now(state).get(BOW if unit.missile == BOW else ARQUEBUS, 0)
    if adds:
        yield Line("weather", adds, WET if gun else RAIN)
    if unit.missile == ARQUEBUS and state.squall and state.squall == state.turn:
        yield Line("squall", EVENTS["squall"]["arquebus"], EVENT)
