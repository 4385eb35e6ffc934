"""What each scenario says: its figures, its places, who may leave or enter the table, what it forbids."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from msgspec import Struct, convert, field
from msgspec.structs import replace

from app.engine import own
from app.engine.events import Seat
from app.engine.geometry import CM, Point, Polygon
from app.engine.geometry import box as bounds
from app.engine.refusals import Refusal, refuse
from app.engine.system import Setup
from app.engine.table import Edge
from app.systems.celtos.book import c, cm, table
from app.systems.celtos.state import State, Token, Unit

ENVOY, WAITS, LATE = c("CEL-SCN-04"), c("CEL-ACT-11"), c("CEL-SCN-11")
RULES = table("scenarios")["rules"]
COMES_ON = RULES["enters_from"]
FACING: dict[str, Edge] = {"north": "south", "south": "north", "east": "west", "west": "east"}
LIMITS = ("points", "limit")
"""The options that name the limit of points: one is enough."""
HOLDS = cm(RULES["holds_within"])
PARTS = own.parts(table("parts"))
"""What a scenario of one's own may change (CEL-SCN-09)."""


class Scenario(Struct, frozen=True):
    """A scenario as ``data/scenarios.toml`` has it; what only one scenario knows stays a plain table.

    ``roles`` in the order in which they set up; empty where both sides are alike.
    """

    key: str
    name: str
    clause: str
    name_es: str = ""
    table: tuple[int, int] = tuple(RULES["table"])
    small: bool = False
    turns: int = RULES["turns"]
    seats: tuple[int, ...] = (2,)
    limits: tuple[int, ...] = ()
    limit: int = RULES["limit"]
    individuals: int | None = None
    roles: tuple[str, ...] = ()
    edges: dict[str, str] = field(default_factory=dict)
    boxes: dict[str, list[Any]] = field(default_factory=dict)
    homes: dict[str, list[list[int]]] = field(default_factory=dict)
    from_enemy: dict[str, int] = field(default_factory=dict)
    circle: dict[str, Any] = field(default_factory=dict)
    chain: dict[str, Any] = field(default_factory=dict)
    hidden: dict[str, Any] = field(default_factory=dict)
    sight: list[dict[str, int]] = field(default_factory=list)
    first: dict[str, Any] = field(default_factory=dict)
    beyond: dict[str, Any] = field(default_factory=dict)
    tokens: list[dict[str, Any]] = field(default_factory=list)
    river: dict[str, Any] = field(default_factory=dict)
    granaries: dict[str, Any] = field(default_factory=dict)
    envoy: dict[str, Any] = field(default_factory=dict)
    late: dict[str, Any] = field(default_factory=dict)
    each_turn: dict[str, int] = field(default_factory=dict)
    at_end: dict[str, int] = field(default_factory=dict)
    marks: int = 0
    exit: str = ""


class Shown(Struct, frozen=True):
    """A zone as the board draws it: where a side sets up (``seat`` given), or a place of the scenario."""

    id: str
    kind: str
    outline: Polygon
    seat: str = ""


@cache
def rows() -> dict[str, dict[str, Any]]:
    """Every scenario as it is printed, with the usual number of turns where it says none."""
    return {key: {"turns": RULES["turns"], **row} for key, row in table("scenarios").items() if "clause" in row}


@cache
def scenario_of(key: str) -> Scenario:
    """The scenario of this key; ``KeyError`` if there is none."""
    return read(key, rows()[key])


def read(key: str, row: dict[str, Any]) -> Scenario:
    """The scenario that such a row makes."""
    said = convert({"key": key, **row}, Scenario)
    fits = said.limits or tuple(n for n in RULES["limits"] if said.small or n > RULES["small"]["limit"])
    return replace(said, limits=fits, limit=said.limit if said.limit in fits else fits[0])


def played(setup: Setup) -> Scenario:
    """The scenario that is played: as printed, or with what a scenario of one's own changes (CEL-SCN-09)."""
    text = own.text_of(setup)
    return changed(setup.scenario, text) if text else scenario_of(setup.scenario)


@lru_cache(maxsize=256)
def changed(key: str, text: str) -> Scenario:
    """The scenario of this key with these changes; as it is printed where they cannot be read."""
    said = own.read(text)
    return read(key, own.over(rows()[key], PARTS, said.changes if said else {}))


def scenario(state: State) -> Scenario:
    """The scenario being played."""
    return played(state.setup)


def keys() -> tuple[str, ...]:
    """Every scenario, in the order of the rulebook."""
    return tuple(key for key, row in table("scenarios").items() if "clause" in row)


def limit_of(setup: Setup) -> int:
    """The limit of points of a game; what its scenario usually has where nothing was agreed (CEL-ARM-02)."""
    agreed = [setup.options[key] for key in LIMITS if key in setup.options]
    return int(agreed[0]) if agreed else played(setup).limit


def table_of(setup: Setup) -> tuple[int, int]:
    """Width and depth of the table in cm (CEL-SET-01, CEL-SET-02, CEL-SET-09)."""
    said = played(setup)
    if len(setup.sides) >= RULES["crowd"]["seats"]:
        return tuple(RULES["crowd"]["table"])
    small = said.small and limit_of(setup) <= RULES["small"]["limit"]
    return tuple(RULES["small"]["table"]) if small else said.table


def seat_of(state: State, role: str) -> Seat | None:
    """The seat that plays this role, if any does."""
    return next((side.seat for side in state.sides if side.role == role), None)


def found(state: State, unit: Unit | str) -> Unit:
    """The unit as it is now, by itself or by its id."""
    return state.unit(unit) if isinstance(unit, str) else unit


# -- what a scenario allows and forbids ----------------------------------------------


def sight_limit(state: State) -> int | None:
    """How far anybody sees this turn in 1/100 mm; ``None``: as far as the lines go (CEL-SCN-06)."""
    turn = max(1, state.turn)
    return next((cm(row["reach"]) for row in scenario(state).sight if turn <= row["to_turn"]), None)


def is_envoy(unit: Unit) -> bool:
    """Whether this is the envoy of an escort (CEL-SCN-04)."""
    return unit.entry == "envoy"


def refuse_order(state: State, unit: Unit | str, order: str) -> Refusal | None:
    """What stands against an order over and above the rules: the envoy only moves, who waits must enter first.

    ``order``: move, run, reaction, shoot or assault.
    """
    unit = found(state, unit)
    if order in ("move", "run"):
        return None
    if scenario(state).envoy and is_envoy(unit):
        return refuse("order.envoy", ENVOY, unit=unit.id)
    return refuse("order.waiting", WAITS, unit=unit.id) if unit.waiting else None


def carries_captive(state: State, unit: Unit | str) -> bool:
    """Whether the freed captive moves with this unit (CEL-SCN-05)."""
    id = found(state, unit).id
    return any(token.kind == "captive" and token.carrier == id for token in state.tokens)


def exits(state: State, unit: Unit | str) -> tuple[Edge, ...]:
    """The edges over which this unit may leave the table by a Movement order (CEL-MOV-14, CEL-SCN-04, CEL-SCN-05)."""
    said, unit = scenario(state), found(state, unit)
    may = bool(said.envoy and is_envoy(unit)) or carries_captive(state, unit)
    return tuple(edge for edge in FACING.values() if may and edge == said.exit)


# -- units that wait off the table -----------------------------------------------------


def refuse_entry(state: State, unit: Unit | str) -> Refusal | None:
    """Why a waiting unit may not enter yet, so that it cannot be activated either (CEL-ACT-11)."""
    unit = found(state, unit)
    if not unit.waiting:
        return refuse("entry.not-waiting", WAITS, unit=unit.id)
    late = scenario(state).late
    turn, clause = (late["from_turn"], LATE) if late else (COMES_ON, WAITS)
    return refuse("entry.too-early", clause, unit=unit.id, turn=turn) if state.turn < turn else None


def to_wait(state: State, seat: Seat) -> int:
    """How many units of a side have still to be held back, to come on later (CEL-SCN-11)."""
    late = scenario(state).late
    mine = [u for u in state.units.values() if u.seat == seat and not is_envoy(u)]
    return len(mine) * late["num"] // late["den"] - sum(u.waiting for u in mine) if late else 0


def entries(state: State, unit: Unit | str) -> tuple[Edge, ...]:
    """The edges from which a waiting unit enters: the short ones; of a square table those beside its own; its own
    where its scenario says so (CEL-SCN-11)."""
    unit, board = found(state, unit), state.table
    if scenario(state).late.get("edge") == "own":
        return tuple(edge for edge in FACING.values() if edge == state.side(unit.seat).edge)
    if board.width < board.depth:
        return ("north", "south")
    beside = board.width == board.depth and state.side(unit.seat).edge in ("east", "west")
    return ("north", "south") if beside else ("east", "west")


def may_be_activated(state: State, unit: Unit | str) -> bool:
    """Whether a unit still counts for this Activation Phase: on the table or free to enter, and not activated yet."""
    unit = found(state, unit)
    if unit.activated or unit.fate:
        return False
    return bool(state.living(unit)) or (unit.waiting and refuse_entry(state, unit) is None)


# -- places --------------------------------------------------------------------------


def spot(state: State, at: list[Any]) -> Point:
    """A place of the rulebook, whose y counts from the south edge (CEL-SET-02)."""
    return Point(cm(at[0]), state.table.depth - cm(at[1]))


def box(state: State, figures: list[Any]) -> Polygon:
    """A box [west, south, east, north] of the rulebook; an empty figure is the edge of the table."""
    width, depth = state.table.width, state.table.depth
    west, south, east, north = (None if n == "" else cm(n) for n in figures)
    left, right = west or 0, min(width, width if east is None else east)
    top, bottom = (0 if north is None else max(0, depth - north)), depth - (south or 0)
    return rectangle(left, top, right, bottom)


def rectangle(left: int, top: int, right: int, bottom: int) -> Polygon:
    """An upright rectangle of the table."""
    return (Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom))


def strip(state: State, edge: str, deep: int) -> Polygon:
    """The strip along an edge, so many 1/100 mm deep."""
    width, depth = state.table.width, state.table.depth
    sides = {
        "north": (0, 0, width, deep), "south": (0, depth - deep, width, depth),
        "west": (0, 0, deep, depth), "east": (width - deep, 0, width, depth),
    }  # fmt: skip
    return rectangle(*sides[edge])


def middle_strip(state: State, edge: str) -> Polygon:
    """The zone of one of many players in the middle of an edge (CEL-SET-09)."""
    width, depth, crowd = state.table.width, state.table.depth, RULES["crowd"]
    deep, half = cm(crowd["deep"]), cm(crowd["long"]) // 2
    if edge in ("north", "south"):
        top = 0 if edge == "north" else depth - deep
        return rectangle(width // 2 - half, top, width // 2 + half, top + deep)
    left = 0 if edge == "west" else width - deep
    return rectangle(left, depth // 2 - half, left + deep, depth // 2 + half)


def home(state: State, seat: Seat) -> tuple[Polygon, ...]:
    """Where a side sets up, as it is drawn; none before its edge or role is known (CEL-SET-03, CEL-SET-09)."""
    side = state.side(seat)
    if side.role:
        return role_zones(state, side.role)
    return edge_zones(state, side.edge) if side.edge else ()


def drawn(state: State, who: str) -> tuple[Polygon, ...]:
    """The zones that a scenario of one's own has drawn for an edge or a role (CEL-SCN-10)."""
    return tuple(box(state, figures) for figures in scenario(state).homes.get(who, ()))


def role_zones(state: State, role: str) -> tuple[Polygon, ...]:
    """Where a role sets up: in its box, along the edges it keeps secret, or in the ordinary zone of its edge."""
    said = scenario(state)
    if role == said.hidden.get("role"):
        return tuple(strip(state, edge, cm(said.hidden["deep"])) for edge in said.hidden["edges"])
    if found := drawn(state, role):
        return found
    if role in said.boxes:
        return (encircled(state, role, box(state, said.boxes[role])),)
    return (strip(state, said.edges[role], cm(RULES["deep"])),)


def encircled(state: State, role: str, zone: Polygon) -> Polygon:
    """What of a zone lies in the square about the circle in which a role must stay; all of it if there is none."""
    circle = scenario(state).circle
    if circle.get("role") != role:
        return zone
    (x, y), reach = centre(state), cm(circle["reach"])
    it = bounds(zone)
    west, north, east, south = x - reach, y - reach, x + reach, y + reach
    return rectangle(max(it.west, west), max(it.north, north), min(it.east, east), min(it.south, south))


def centre(state: State) -> Point:
    """The middle of the circle of a scenario that has one: the token it names."""
    said = scenario(state)
    return next(token.at for token in first_tokens(state) if token.id == said.circle["token"])


def edge_zones(state: State, edge: str) -> tuple[Polygon, ...]:
    """The zones drawn for an edge, else its ordinary one."""
    crowd = len(state.sides) >= RULES["crowd"]["seats"]
    return drawn(state, edge) or (middle_strip(state, edge) if crowd else strip(state, edge, cm(RULES["deep"])),)


def all_homes(state: State) -> tuple[Polygon, ...]:
    """Every zone in which anybody sets up, before it is known who does where (CEL-SET-08)."""
    said = scenario(state)
    if said.roles:
        return tuple(zone for role in said.roles for zone in role_zones(state, role))
    edges = ("north", "south") if len(state.sides) < RULES["crowd"]["seats"] else tuple(FACING)
    return tuple(zone for edge in edges for zone in edge_zones(state, edge))


def zones(state: State) -> tuple[Shown, ...]:
    """What the board draws: zones of deployment during the set-up, ways out and the line of an ambush after it."""
    if state.phase in ("", "setup"):
        return tuple(
            Shown(f"deploy-{side.seat}-{n}", "deploy", outline, str(side.seat))
            for side in state.sides for n, outline in enumerate(home(state, side.seat), 1)
        )  # fmt: skip
    said = scenario(state)
    shown: list[Shown] = []
    if said.exit:
        shown.append(Shown("exit", "exit", strip(state, said.exit, CM)))
    if said.beyond:
        far = rectangle(cm(said.beyond["x"]), 0, state.table.width, state.table.depth)
        shown.append(Shown("beyond", "exit", far, str(seat_of(state, said.beyond["role"]) or "")))
    return tuple(shown)


def first_tokens(state: State) -> tuple[Token, ...]:
    """The tokens a scenario puts down itself: where it says, and amid the crossings of its river (CEL-SCN-02)."""
    said = scenario(state)
    placed = (Token(id=row["id"], kind=row["kind"], at=spot(state, row["at"])) for row in said.tokens)
    amid = (Token(id=row["token"], kind=row["kind"], at=middle(crossing(state, row))) for row in openings(said))
    return (*placed, *amid)


def openings(said: Scenario) -> list[dict[str, Any]]:
    """The fords and bridges of a scenario's river."""
    return list(said.river.get("open", ()))


def crossing(state: State, row: dict[str, Any]) -> Polygon:
    """The ground of a ford or bridge, from bank to bank (CEL-SCN-02)."""
    river = scenario(state).river
    return box(state, [row["west"], river["south"], row["east"], river["north"]])


def middle(zone: Polygon) -> Point:
    """The middle of an upright rectangle."""
    it = bounds(zone)
    return Point((it.west + it.east) // 2, (it.north + it.south) // 2)
