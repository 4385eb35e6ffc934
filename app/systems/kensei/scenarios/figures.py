"""What each scenario says: its table and ground, its victory, its places, and what was agreed for a game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from msgspec import Struct, convert, field

from app.engine import own
from app.engine.events import Seat
from app.engine.geometry import Point, Polygon
from app.engine.refusals import Clause
from app.engine.system import Setup
from app.engine.table import Edge
from app.systems.kensei.armies.lists import LEVELS, level_of
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.state import State

RULES = table("scenarios")["rules"]
SIZES = table("battlefield")["table"]
"""Widths and depths of the table in cm (KEN-SCN-10)."""
OPTIONS: dict[str, dict[str, Any]] = table("scenarios")["options"]
SWITCHES = tuple(key for key, row in OPTIONS.items() if "default" in row)
"""Options that are on or off, each a box to tick."""
LIMITS = ("points", "limit")
"""The options that name the limit of Koku: one is enough."""
FACING = {edge: int(n) * 100 for edge, n in table("deployment")["facing"].items() if edge != "clause"}
"""How a Unit faces whose back is to its own edge, in 1/100 degree."""
OPPOSITE: dict[str, Edge] = {"north": "south", "south": "north"}
EDGES: tuple[Edge, ...] = ("south", "north")
"""The edges a side may have (KEN-DEP-10)."""
Row = dict[str, Any]
PARTS = own.parts(table("parts"))
"""What a scenario of one's own may change (KEN-SCN-11)."""


class Scenario(Struct, frozen=True, kw_only=True):
    """A scenario as ``data/scenarios.toml`` has it; what only one scenario knows stays a plain table."""

    key: str
    name: str
    clause: str
    turns: int
    victory: str = ""
    """The scenario whose victory both play for, where it is another (KEN-SCN-11)."""
    layouts: tuple[str, ...]
    homes: dict[str, list[list[int]]] = field(default_factory=dict)
    name_es: str = ""
    clauses: dict[str, str] = field(default_factory=dict)
    koku: dict[str, int] = field(default_factory=dict)
    taisho_in_unit: bool = False
    late: Row = field(default_factory=dict)
    kills: dict[str, int] = field(default_factory=dict)
    quarters: bool = False
    terrain: list[Row] = field(default_factory=list)
    places: tuple[str, ...] = ()
    from_edge: int = 0
    buildings: dict[str, int] = field(default_factory=dict)
    camp: dict[str, int] = field(default_factory=dict)
    river: dict[str, int] = field(default_factory=dict)

    def rests_on(self, topic: str) -> Clause:
        """The clause that one of its special rules rests on."""
        return c(self.clauses.get(topic, self.clause))


class Shown(Struct, frozen=True):
    """A zone as the board draws it: where a side sets up, a quarter, a camp, the far bank."""

    id: str
    kind: str
    outline: Polygon
    seat: str = ""
    label: str = ""


@cache
def scenario_of(key: str) -> Scenario:
    """The scenario of this key; ``KeyError`` if there is none."""
    return read(key, rows()[key])


@cache
def rows() -> dict[str, Row]:
    """Every scenario as it is printed."""
    return {key: row for key, row in table("scenarios").items() if "turns" in row}


def read(key: str, row: Row) -> Scenario:
    """The scenario that such a row makes."""
    return convert({"key": key, **row}, Scenario)


def played(setup: Setup) -> Scenario:
    """The scenario that is played: as printed, or with what a scenario of one's own changes (KEN-SCN-11)."""
    text = own.text_of(setup)
    return changed(setup.scenario, text) if text else scenario_of(setup.scenario)


@lru_cache(maxsize=256)
def changed(key: str, text: str) -> Scenario:
    """The scenario of this key with these changes; as it is printed where they cannot be read."""
    said = own.read(text)
    return read(key, own.over(rows()[key], PARTS, said.changes if said else {}))


def scenario(state: State) -> Scenario:
    """The scenario on whose ground a battle is fought."""
    return played(state.setup)


def keys() -> tuple[str, ...]:
    """Every scenario, in the order of the rulebook."""
    return tuple(key for key, row in table("scenarios").items() if "turns" in row)


def names() -> Iterator[tuple[str, str]]:
    """The names of scenarios, ready grounds and kinds of terrain, by the keys of their sentences."""
    yield from ((f"scenario.{key}", scenario_of(key).name) for key in keys())
    yield from ((f"layout.{row['id']}", row["name"]) for row in RULES["layouts"])
    yield from ((f"word.{kind}", row["name"]) for kind, row in table("terrain").items())
    yield from own.names(PARTS)


# -- what was agreed -------------------------------------------------------------------------


def agreed(setup: Setup, key: str) -> Any:  # noqa: ANN401 - a truth or a word
    """What an option was set to: as it was given, as a switch that is on gives it, or as it usually is."""
    if key in setup.options:
        return setup.options[key]
    given = (OPTIONS[s]["gives"] for s in SWITCHES if setup.options.get(s) is True and "gives" in OPTIONS[s])
    row = OPTIONS[key]
    return next((said[key] for said in given if key in said), row.get("default_value", row.get("default")))


def with_magic(setup: Setup) -> bool:
    """Whether the game is played with magic (KEN-TYP-30)."""
    return agreed(setup, "magic") is True


def ranged_damage(setup: Setup) -> str:
    """How ranged damage is read: seed, spread or single (KEN-RNG-33)."""
    return str(agreed(setup, "ranged_damage"))


def open_warnings(setup: Setup) -> bool:
    """Whether the conditions of Warning Orders are told too (KEN-WRN-19)."""
    return agreed(setup, "open_warning_orders") is True


def has_proposals(setup: Setup) -> bool:
    """Whether each side proposes victory conditions of which the opponent picks one (KEN-SCN-01)."""
    return str(agreed(setup, "victory")) == "proposals"


def proposable(setup: Setup) -> tuple[str, ...]:
    """The scenarios whose victory may be proposed on this ground: its own first (KEN-SCN-01)."""
    return tuple(dict.fromkeys((setup.scenario, *RULES["proposals"]["known"])))


def limit_of(setup: Setup) -> int:
    """The limit of Koku of a game; the usual one where nothing was agreed (KEN-ARM-01)."""
    given = [setup.options[key] for key in LIMITS if key in setup.options]
    return int(given[0]) if given else int(LEVELS["limits"]["default"])


def table_of(setup: Setup) -> tuple[int, int]:
    """Width and depth of the table in cm (KEN-SCN-10)."""
    level = level_of(limit_of(setup))
    small = level is None or level.level <= SIZES["small_to_level"]
    width, depth = SIZES["small" if small else "large"]
    return int(width), int(depth)


# -- victory ---------------------------------------------------------------------------------


def victory_of(state: State, seat: Seat) -> Scenario:
    """The scenario whose victory condition a side plays for (KEN-SCN-01, KEN-SCN-08)."""
    other = state.side(seat).victory or scenario(state).victory
    return scenario_of(other) if other else scenario(state)


def turns_of(state: State) -> int:
    """The turn after which the battle ends: that of the longer of both victory conditions (KEN-SCN-01)."""
    if own.text_of(state.setup):
        return scenario(state).turns
    return max(victory_of(state, seat).turns for seat in state.seats)


# -- places ----------------------------------------------------------------------------------


def spot(at: list[Any], depth: int, aside: int = 0) -> Point:
    """A place of the rulebook on a table so deep in 1/100 mm, so much further east (KEN-DEP-26)."""
    return Point(cm(at[0]) + aside, depth - cm(at[1]))


def box(left: int, top: int, right: int, bottom: int) -> Polygon:
    """An upright rectangle of the table."""
    return (Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom))


def home(state: State, seat: Seat) -> Polygon:
    """The Deployment Zone of a side; empty before its edge and depth are known (KEN-DEP-12)."""
    side = state.side(seat)
    if not side.edge or not side.depth:
        return ()
    return drawn(state, side.edge) or strip(state, side.edge, side.depth)


def drawn(state: State, edge: str) -> Polygon:
    """The zone that a scenario of one's own has drawn for an edge; empty where it has none (KEN-SCN-12)."""
    depth = state.table.depth
    found = scenario(state).homes.get(edge) or ()
    return next((box(cm(b[0]), depth - cm(b[3]), cm(b[2]), depth - cm(b[1])) for b in found), ())


def strip(state: State, edge: str, deep: int) -> Polygon:
    """The strip along the south or the north edge, so many 1/100 mm deep."""
    width, depth = state.table.width, state.table.depth
    return box(0, 0, width, deep) if edge == "north" else box(0, depth - deep, width, depth)


def quarters(state: State) -> tuple[Polygon, ...]:
    """The four quarters of the table: north-west, north-east, south-west, south-east (KEN-SCN-05)."""
    width, depth = state.table.width, state.table.depth
    x, y = width // 2, depth // 2
    return (box(0, 0, x, y), box(x, 0, width, y), box(0, y, x, depth), box(x, y, width, depth))


def camp_at(state: State, seat: Seat) -> Point | None:
    """The middle of a side's camp, once it is marked: kept in the state's zones as ``camp-SEAT`` (KEN-SCN-07)."""
    found = state.zones.get(f"camp-{seat}")
    return Point(int(found[0]), int(found[1])) if found else None


def has_camps(state: State) -> bool:
    """Whether camps are marked: somebody plays for one (KEN-SCN-07)."""
    return any(victory_of(state, seat).camp for seat in state.seats)


def far_bank(state: State, seat: Seat) -> Polygon:
    """The ground beyond the River for a side; empty where there is no River or the side has no edge yet."""
    said, side = scenario(state), state.side(seat)
    if not said.river or not side.edge:
        return ()
    return strip(state, OPPOSITE[side.edge], (state.table.depth - cm(said.river["deep"])) // 2)


def shown_zones(state: State) -> tuple[Shown, ...]:
    """What the board draws: Deployment Zones during the set-up, then what the victory conditions look at."""
    if state.phase in ("", "setup"):
        homes = ((side.seat, home(state, side.seat)) for side in state.sides)
        return tuple(Shown(f"deploy-{seat}", "deploy", at, str(seat), "zone.deploy") for seat, at in homes if at)
    found = list[Shown]()
    if any(victory_of(state, seat).quarters for seat in state.seats):
        found += [Shown(f"quarter-{n}", "goal", at, "", "zone.quarter")
                  for n, at in enumerate(quarters(state), 1)]  # fmt: skip
    for seat in state.seats:
        if bank := far_bank(state, seat):
            found.append(Shown(f"bank-{seat}", "exit", bank, str(seat), "zone.bank"))
    return (*found, *_camps(state))


def _camps(state: State) -> tuple[Shown, ...]:
    found = []
    for seat in state.seats:
        at = camp_at(state, seat)
        if at is not None:
            found.append(Shown(f"camp-{seat}", "goal", camp_outline(at), str(seat), "zone.camp"))
    return tuple(found)


def camp_outline(at: Point) -> Polygon:
    """The square around a camp, for the board."""
    reach = cm(scenario_of("command_post").camp["radius"])
    return box(at.x - reach, at.y - reach, at.x + reach, at.y + reach)
