"""What each scenario says: its table and zones, who sets up first, and all that holds in it alone."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from msgspec import Struct, convert, field

from app.engine import own
from app.engine.events import Seat
from app.engine.geometry import Point, Polygon
from app.engine.modifiers import Line
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.system import Setup
from app.engine.table import Edge
from app.systems.daimyo.book import c, cm, table
from app.systems.daimyo.state import Clan, State, Unit

RULES = table("scenarios")["rules"]
WAITS, WAVERS = c("DAI-SCN-09"), c("DAI-EVT-02")
BASES: dict[str, Edge] = {"north": "north", "south": "south", "east": "east", "west": "west"}
LIMITS = ("points", "limit")
"""The options that name the limit of points: one is enough."""
AGREED = ("weather", "events", "cards", "artillery", "formations", "solo")
"""Table rules that are on or off."""
CAMPAIGN, SEASON = "campaign", "season"
"""Options of a battle of a campaign alone: that it is one, and in which season it is fought (DAI-CAM-02)."""
FACING = {edge: int(degrees) * 100 for edge, degrees in RULES["facing"].items()}
"""How a unit faces whose back is to its own edge, in 1/100 degree."""
Row = dict[str, Any]
PARTS = own.parts(table("parts"))
"""What a scenario of one's own may change (DAI-SCN-14)."""


class Scenario(Struct, frozen=True, kw_only=True):
    """A scenario as ``data/scenarios.toml`` has it; what only one scenario knows stays a plain table.

    ``roles``: the first is side One.  ``order``: who sets up before whom; empty where dice decide (DAI-SCN-07).
    """

    key: str
    name: str
    clause: str
    name_es: str = ""
    table: tuple[int, int] = tuple(RULES["table"])
    turns: int = 0
    limits: tuple[int, ...] = tuple(RULES["limits"])
    limit: int = RULES["limit"]
    shares: dict[str, int] = field(default_factory=dict)
    layouts: tuple[str, ...] = ("plain",)
    roles: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    armies: dict[str, list[str]] = field(default_factory=dict)
    edges: dict[str, str] = field(default_factory=dict)
    terrain: list[Row] = field(default_factory=list)
    zones: list[Row] = field(default_factory=list)
    homes: dict[str, list[list[int]]] = field(default_factory=dict)
    small: Row = field(default_factory=dict)
    large: Row = field(default_factory=dict)
    clauses: dict[str, str] = field(default_factory=dict)
    # set-up
    seated: tuple[str, ...] = ()
    seat_inside: Row = field(default_factory=dict)
    free_guns: Row = field(default_factory=dict)
    disordered: str = ""
    enters: list[Row] = field(default_factory=list)
    late: Row = field(default_factory=dict)
    leaves: Row = field(default_factory=dict)
    arrivals: Row = field(default_factory=dict)
    # turns
    weather: str = ""
    season: str = ""
    fixed: list[Row] = field(default_factory=list)
    lifts: list[Row] = field(default_factory=list)
    then_rolls: bool = False
    initiative: Row = field(default_factory=dict)
    asleep: Row = field(default_factory=dict)
    activation: Row = field(default_factory=dict)
    holds_still: Row = field(default_factory=dict)
    kobayakawa: Row = field(default_factory=dict)
    shimazu: Row = field(default_factory=dict)
    generals_fight: bool = False
    drowns: Row = field(default_factory=dict)
    # victory
    village: Row = field(default_factory=dict)
    crossing: Row = field(default_factory=dict)
    score: Row = field(default_factory=dict)
    no_break: bool = False
    holds: Row = field(default_factory=dict)
    breaks: dict[str, str] = field(default_factory=dict)
    beyond: Row = field(default_factory=dict)
    across: Row = field(default_factory=dict)
    killed: Row = field(default_factory=dict)
    hq_lost: Row = field(default_factory=dict)
    at_limit: str = ""
    peasants: int | None = None

    def rests_on(self, topic: str) -> Clause:
        """The clause that one of its special rules rests on."""
        return c(self.clauses.get(topic, self.clause))


@cache
def scenario_of(key: str) -> Scenario:
    """The scenario of this key; ``KeyError`` if there is none."""
    return read(key, rows()[key])


@cache
def rows() -> dict[str, Row]:
    """Every scenario as it is printed."""
    return {key: row for key, row in table("scenarios").items() if key != "rules" and "clause" in row}


def read(key: str, row: Row) -> Scenario:
    """The scenario that such a row makes."""
    return convert({"key": key, **row}, Scenario)


def played(setup: Setup) -> Scenario:
    """The scenario that is played: as printed, or with what a scenario of one's own changes (DAI-SCN-14)."""
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
    return tuple(key for key, row in table("scenarios").items() if key != "rules" and "clause" in row)


def agreed(setup: Setup, key: str) -> bool:
    """Whether a table rule was agreed, such as weather, events, cards or artillery; or it is a campaign's battle."""
    return setup.options.get(key, False) is True


def limit_of(setup: Setup) -> int:
    """The limit of points of a game; what its scenario usually has where nothing was agreed (DAI-ARM-04)."""
    given = [setup.options[key] for key in LIMITS if key in setup.options]
    return int(given[0]) if given else played(setup).limit


def limit_for(setup: Setup, seat: Seat) -> int:
    """The limit of one side, where the sides are not alike."""
    said = played(setup)
    return said.shares.get(role_in(setup, seat), limit_of(setup))


def role_in(setup: Setup, seat: Seat) -> str:
    """The part this seat plays: side One has the part named first (DAI-SCN-12)."""
    seats, roles = [side.seat for side in setup.sides], played(setup).roles
    return roles[seats.index(seat)] if seat in seats[: len(roles)] else ""


def seat_of(state: State, role: str) -> Seat | None:
    """The seat that plays this part, if any does."""
    return next((side.seat for side in state.sides if side.role == role), None)


def plays(state: State, seat: Seat, role: str) -> bool:
    """Whether this seat plays this part."""
    return bool(role) and state.side(seat).role == role


def variant(setup: Setup) -> Row:
    """What a smaller or a larger table changes in the scenario (DAI-SCN-11)."""
    said, limit = played(setup), limit_of(setup)
    if said.small and limit <= RULES["small"]["limit"]:
        return {"table": RULES["small"]["table"], **said.small}
    if said.large and limit >= RULES["large"]["limit"]:
        return {"table": RULES["large"]["table"], **said.large}
    return {}


def table_of(setup: Setup) -> tuple[int, int]:
    """Width and depth of the table in cm (DAI-SCN-11)."""
    width, depth = variant(setup).get("table", played(setup).table)
    return int(width), int(depth)


def terrain_of(setup: Setup) -> list[Row]:
    """The rows of the scenario's terrain on the table of this game."""
    rows: list[Row] = variant(setup).get("terrain", played(setup).terrain)
    return rows


# -- clans and units a scenario names ----------------------------------------------------


def clan_named(state: State, key: str) -> Clan | None:
    """The clan a scenario calls so."""
    return next((clan for clan in state.clans.values() if clan.key == key), None)


def headquarters(state: State, seat: Seat) -> Unit | None:
    """The headquarters of a side, whatever became of it."""
    return next((u for u in state.units.values() if u.seat == seat and u.kind == "hq"), None)


# -- activation ------------------------------------------------------------------------------


def may_try(state: State, clan: Clan | str) -> Refusal | None:
    """Why a clan cannot be tried now beyond having been tried: it waits, is nobody's, sleeps or wavers."""
    clan = state.clans[clan] if isinstance(clan, str) else clan
    said = scenario(state)
    if clan.allegiance == "undecided":
        return refuse("clan.undecided", said.rests_on("kobayakawa"), clan=clan.id)
    if clan.waiting and not comes_on(state, clan):
        return refuse("clan.waiting", WAITS, clan=clan.id)
    if said.asleep and plays(state, clan.seat, said.asleep["role"]) and state.turn in said.asleep["turns"]:
        return refuse("clan.asleep", said.rests_on("asleep"), clan=clan.id, turn=state.turn)
    barred = clan.barred_until >= state.turn > 0
    return refuse("clan.wavers", WAVERS, clan=clan.id, turn=clan.barred_until) if barred else None


def activation_lines(state: State, clan: Clan | str) -> tuple[Line, ...]:
    """What the scenario adds to a clan's activation roll."""
    clan = state.clans[clan] if isinstance(clan, str) else clan
    said, found = scenario(state), list[Line]()
    row = said.activation
    if row and plays(state, clan.seat, row["role"]) and state.turn >= row["from_turn"]:
        found.append(Line("activation.siege", row["adds"], said.rests_on("activation")))
    if declares_intent(state, clan) and not clan.holding:
        found.append(Line("activation.shimazu", said.shimazu["acts"], said.rests_on("shimazu")))
    return tuple(found)


def declares_intent(state: State, clan: Clan | str) -> bool:
    """Whether this clan's player must say before the roll if it will act: the Shimazu, until they are provoked."""
    clan = state.clans[clan] if isinstance(clan, str) else clan
    row = scenario(state).shimazu
    return bool(row) and clan.key == row["clan"] and not provoked(state, clan)


def provoked(state: State, clan: Clan) -> bool:
    """Whether a unit of a clan was ever shot at or charged."""
    if state.notes.get(f"provoked:{clan.id}"):
        return True
    return any(u.shot_at or u.charges for u in state.units.values() if u.clan == clan.id)


# -- orders ------------------------------------------------------------------------------------


def refuse_move(state: State, unit: Unit | str) -> Refusal | None:
    """Why the scenario forbids a unit to move, manoeuvre or charge now; answers to a charge stay free."""
    unit = state.units[unit] if isinstance(unit, str) else unit
    said, row = scenario(state), scenario(state).holds_still
    if unit.clan and state.clans[unit.clan].holding and declares_intent(state, unit.clan):
        return refuse("order.holds", said.rests_on("shimazu"), unit=unit.id)
    if not row or not plays(state, unit.seat, row["role"]) or unit.missile != row["missile"]:
        return None
    freed = state.turn > row["to_turn"] or state.notes.get(f"charged:{unit.id}") or unit.charges
    return None if freed else refuse("order.gun-line", said.rests_on("holds_still"), unit=unit.id, turn=row["to_turn"])


def refuse_charge_at(state: State, target: Unit | str) -> Refusal | None:
    """Why nobody may charge or fire at a unit: its clan belongs to nobody yet."""
    target = state.units[target] if isinstance(target, str) else target
    if not state.neutral(target):
        return None
    return refuse("target.undecided", scenario(state).rests_on("kobayakawa"), unit=target.id)


def exits(state: State, unit: Unit | str) -> tuple[Edge, ...]:
    """The edges over which a unit may leave the table by its own move; of use from the turn the scenario names."""
    unit = state.units[unit] if isinstance(unit, str) else unit
    row = scenario(state).leaves
    if not row or unit.kind == "hq":
        return ()
    early = plays(state, unit.seat, row["role"]) and state.turn < row["from_turn"]
    return () if early else (BASES[row["edge"]],)


def shut_fords(state: State, unit: Unit) -> tuple[str, ...]:
    """Fords that a unit may not use because its scenario names another one."""
    row = scenario(state).arrivals
    if not row or not unit.clan or state.clans[unit.clan].key not in row["clans"] or "ford" not in row:
        return ()
    return tuple(p.id for p in state.table.pieces if p.kind == "ford" and p.id != row["ford"])


def must_fight(state: State, one: str, other: str) -> bool:
    """Whether a challenge between these leaders cannot be refused: both Generals, where the scenario says so."""
    return scenario(state).generals_fight and state.leaders[one].general and state.leaders[other].general


def drowns(state: State, kind: str) -> bool:
    """Whether a rout move that reaches terrain of this kind loses the unit."""
    return bool(scenario(state).drowns) and scenario(state).drowns["kind"] == kind


def refuse_seat(state: State, seat: Seat, at: Point) -> Refusal | None:
    """Why a General may not be seated at a place."""
    said, row = scenario(state), scenario(state).seat_inside
    if not row or not plays(state, seat, row["role"]) or inside_box(at, box(state, row["box"])):
        return None
    return refuse("leader.seat-outside", said.rests_on("seat_inside"))


# -- coming on ------------------------------------------------------------------------------------


def comes_on(state: State, clan: Clan) -> bool:
    """Whether the time of a clan off the table has come (DAI-SCN-09)."""
    row = entry_row(state, clan.seat, clan.key)
    if "by_turn" in row:
        return bool(state.notes.get("arrived"))
    late: int = scenario(state).late.get("from_turn", 0) if clan.waiting else 0
    turn: int = row.get("turn", late)
    return state.turn >= turn


def to_hold_back(state: State, seat: Seat) -> int:
    """How many clans of a side have still to be held back: a share of them, one at least, never all (DAI-SCN-16)."""
    late, mine = scenario(state).late, [clan for clan in state.clans.values() if clan.seat == seat]
    if not late:
        return 0
    wanted: int = min(len(mine) - 1, max(1, len(mine) * late["num"] // late["den"]))
    return wanted - sum(clan.waiting for clan in mine)


def to_come(state: State, clan: str, seat: Seat) -> tuple[Unit, ...]:
    """Units of a clan, or of the household where it is empty, that are off the table and may come on now."""
    if clan and not comes_on(state, state.clans[clan]):
        return ()
    return tuple(u for u in state.units.values() if u.seat == seat and u.clan == clan and u.fate == "reserve")


def entry_of(state: State, unit: Unit) -> tuple[str, int, int]:
    """Edge and stretch of it, in 1/100 mm of the engine's axes, on which a unit off the table comes on."""
    row = entry_row(state, unit.seat, state.clans[unit.clan].key if unit.clan else "")
    if row:
        return str(row["edge"]), *stretch(state, row)
    edge = state.side(unit.seat).edge
    return edge, 0, state.table.width if edge in ("north", "south") else state.table.depth


def entry_row(state: State, seat: Seat, clan: str) -> Row:
    """What the scenario says of where and when a clan of this key, or the household, comes on."""
    said = scenario(state)
    row = said.arrivals
    if row and plays(state, seat, row["role"]) and clan in row["clans"]:
        return row
    return next((row for row in said.enters if plays(state, seat, row["role"])), {})


def stretch(state: State, row: Row) -> tuple[int, int]:
    """From where to where on an edge, along the engine's axis."""
    if row["edge"] in ("north", "south"):
        return cm(row["from"]), cm(row["to"])
    return state.table.depth - cm(row["to"]), state.table.depth - cm(row["from"])


# -- places ------------------------------------------------------------------------------------------


def spot(state: State, at: list[Any]) -> Point:
    """A place of the rulebook, whose y counts from the south edge (DAI-ORG-28)."""
    return Point(cm(at[0]), state.table.depth - cm(at[1]))


def box(state: State, figures: list[Any]) -> Polygon:
    """A box [west, south, east, north] of the rulebook as an outline."""
    return box_on(state.table.depth, figures)


def box_on(depth: int, figures: list[Any]) -> Polygon:
    """The same on a table so many 1/100 mm deep."""
    west, south, east, north = (cm(n) for n in figures)
    top, bottom = depth - north, depth - south
    return (Point(west, top), Point(east, top), Point(east, bottom), Point(west, bottom))


def inside_box(at: Point, outline: Polygon) -> bool:
    """Whether a place lies in an upright rectangle, its sides included."""
    return outline[0].x <= at.x <= outline[2].x and outline[0].y <= at.y <= outline[2].y


def share(figure: str) -> Fraction:
    """A part of the whole as the data writes it, such as 1/3."""
    return Fraction(figure)
