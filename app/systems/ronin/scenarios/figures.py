"""What each scenario says: its figures, who may leave the table, who is held back, who may still come on."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from msgspec import Struct, convert, field

from app.engine import own
from app.engine.dice import Dice
from app.engine.events import Seat
from app.engine.flow import Game, roll
from app.engine.geometry import Base, Point, disc_touches_polygon, within
from app.engine.paths import Path
from app.engine.refusals import Refusal, refuse
from app.engine.system import Setup
from app.engine.table import EDGES, edge_gap
from app.systems.ronin.book import c, inches, table
from app.systems.ronin.measure import is_to_come
from app.systems.ronin.scenarios.events import LeaderTaken, ReservesCalled, Unbound
from app.systems.ronin.state import Model, State
from app.systems.ronin.warband.roster import Roster, read_roster

CARRIER, FIXED, CIVILIAN, HELD, ENTER, RESERVES, ENDS, MISSION, LATE = (
    c("RON-SCN-32"), c("RON-SCN-72"), c("RON-SCN-41"), c("RON-SCN-80"), c("RON-SET-15"), c("RON-SCN-72"),
    c("RON-SCN-81"), c("RON-SCN-47"), c("RON-SCN-91"),
)  # fmt: skip
WAYS = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}
"""The directions out over the edges."""
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
TABLE: tuple[int, int] = tuple(table("setup")["table"]["default"])
PARTS = own.parts(table("parts"))
"""What a scenario of one's own may change (RON-SCN-90)."""
HASTE = ("run", "gallop", "shoot")


class Scenario(Struct, frozen=True):
    """A scenario as ``data/scenarios.toml`` has it; what only one scenario knows stays a plain table."""

    key: str
    name: str
    length: dict[str, Any]
    edges: dict[str, Any]
    terrain: str
    clause: str
    goal: str
    scores: tuple[str, ...]
    table: tuple[int, int] = TABLE
    points: dict[str, int] = field(default_factory=dict)
    name_es: str = ""
    deployment: dict[str, Any] = field(default_factory=dict)
    homes: dict[str, list[list[int]]] = field(default_factory=dict)
    minor_goals: bool = False
    weather: bool = False
    time_of_day: str = ""
    exits: str = "none"
    layouts: list[dict[str, Any]] = field(default_factory=list)
    layouts_of: str = ""
    pieces: list[dict[str, Any]] = field(default_factory=list)
    object: dict[str, Any] = field(default_factory=dict)
    house: dict[str, Any] = field(default_factory=dict)
    river: dict[str, Any] = field(default_factory=dict)
    bridge: dict[str, Any] = field(default_factory=dict)
    shrine: dict[str, Any] = field(default_factory=dict)
    flow: dict[str, Any] = field(default_factory=dict)
    roles_rolled_off: bool = False
    attacker_starts: dict[str, int] = field(default_factory=dict)
    late: dict[str, int] = field(default_factory=dict)
    reserves: dict[str, int] = field(default_factory=dict)
    civilian: dict[str, Any] = field(default_factory=dict)
    leaders: dict[str, int] = field(default_factory=dict)
    bound: dict[str, int] = field(default_factory=dict)
    vp: dict[str, int] = field(default_factory=dict)
    win: dict[str, Any] = field(default_factory=dict)
    tie_break: dict[str, int] = field(default_factory=dict)
    holds_within: int = 0
    clauses: dict[str, str] = field(default_factory=dict)


@cache
def scenario_of(key: str) -> Scenario:
    """The scenario of this key; ``KeyError`` if there is none."""
    return convert({"key": key, **table("scenarios")[key]}, Scenario)


def played(setup: Setup) -> Scenario:
    """The scenario that is played: as printed, or with what a scenario of one's own changes (RON-SCN-90)."""
    text = own.text_of(setup)
    return changed(setup.scenario, text) if text else scenario_of(setup.scenario)


@lru_cache(maxsize=256)
def changed(key: str, text: str) -> Scenario:
    """The scenario of this key with these changes; as it is printed where they cannot be read."""
    said = own.read(text)
    return convert({"key": key, **own.over(table("scenarios")[key], PARTS, said.changes if said else {})}, Scenario)


def scenario(state: State) -> Scenario:
    """The scenario being played."""
    return played(state.setup)


def keys() -> tuple[str, ...]:
    """Every scenario, in the order of the rulebook."""
    return tuple(table("scenarios"))


def seat_of(state: State, role: str) -> Seat:
    """The seat that plays this role; the first seat where none does."""
    return next((side.seat for side in state.sides if side.role == role), state.sides[0].seat)


# -- leaving and entering ---------------------------------------------------------


def edges_said(state: State) -> tuple[str, ...]:
    """The edges among which a scenario lets a player choose (RON-SET-09)."""
    return tuple(scenario(state).edges.get("of") or table("setup")["terrain"]["edges"])


def may_exit(state: State, model: Model, edge: str) -> bool:
    """Whether a move of this model that ends touching this edge takes it out of the game (RON-SCN-47).

    Capture lets the carrier off its own edge (RON-SCN-33), Escort the escort off the edge
    opposite its own (RON-SCN-46).
    """
    side, exits = state.side(model.seat), scenario(state).exits
    if exits == "own":
        return bool(model.objects) and side.edge == edge
    return exits == "opposite" and side.role == "escort" and OPPOSITE.get(side.edge) == edge


def refuse_entry(state: State, model: Model) -> Refusal | None:
    """Why a model in reserve may not come on this turn, or ``None`` (RON-SET-15, RON-SCN-72)."""
    side, said = state.side(model.seat), scenario(state)
    if model.fate != "reserve":
        return refuse("entry.not-in-reserve", ENTER, model=model.id)
    if said.reserves and state.turn < said.reserves["from_turn"]:
        return refuse("entry.too-early", RESERVES, model=model.id, turn=said.reserves["from_turn"])
    if said.late and state.turn < said.late["from_turn"]:
        return refuse("entry.too-early", LATE, model=model.id, turn=said.late["from_turn"])
    return refuse("entry.none-left", RESERVES, model=model.id) if said.reserves and side.arriving < 1 else None


# -- limits on orders -----------------------------------------------------------


def refuse_order(state: State, model: Model, order: str, path: Path | None = None) -> Refusal | None:
    """What the scenario has against an order of this model, over and above the rules.

    ``order`` is the key of an order of the Move or Action Phase; ``path`` is given once it is drawn.
    """
    if scenario(state).goal == "object" and model.objects and order in HASTE:
        return refuse("order.carrier", CARRIER, model=model.id)
    if order == "pick-up" and scenario(state).goal == "objective":
        return refuse("order.objective-stays", FIXED, model=model.id)
    if model.civilian and order in ("shoot", "mount", "ride-by", "free-attack", "loot", "head"):
        return refuse("order.civilian", CIVILIAN, model=model.id)
    return refuse_bound(state, model, order, path) if is_bound(state, model) else None


def is_bound(state: State, model: Model) -> bool:
    """Whether a Duel still holds this model back: all but the Leaders, until one is wounded (RON-SCN-80)."""
    return state.bound and not model.leader


def refuse_bound(state: State, model: Model, order: str, path: Path | None) -> Refusal | None:
    """Why a model that a Duel holds back may not shoot, fight, or go so far from its edge (RON-SCN-80)."""
    if order in ("shoot", "fight", "attack", "subdue", "free-attack"):
        return refuse("order.bound", HELD, model=model.id)
    edge, most = state.side(model.seat).edge, inches(scenario(state).bound["from_edge"])
    if path is None or edge not in EDGES:
        return None
    far = max(edge_gap(state.table, Base(at, model.radius), side) for side in EDGES if side == edge for at in path)
    return refuse("order.bound-too-far", HELD, model=model.id, gap=far, most=most) if far > most else None


# -- watching --------------------------------------------------------------------


async def scenario_watch(game: Game[State]) -> None:
    """What the scenario makes of a wound or a loss has been told.  Call it after each of them."""
    if scenario(game.state).leaders:
        watch_leaders(game)


def watch_leaders(game: Game[State]) -> None:
    """Points for a Leader taken; the others unbound once a Leader is wounded or gone (RON-SCN-80, RON-SCN-81)."""
    state, vp = game.state, scenario(game.state).vp
    worth = vp["leader_bound" if state.bound else "leader_free"]
    for leader in [m for m in state.models.values() if m.leader and m.fate in ("dead", "captured")]:
        taker = state.side(state.other(leader.seat))
        if not taker.leader_taken:
            game.emit(LeaderTaken(clause=ENDS, seat=taker.seat, vp=worth, bonus=taker.bonus + worth))
    if state.bound and any(m.leader and (is_hurt(state, m) or not m.on_table) for m in state.models.values()):
        game.emit(Unbound(clause=HELD))


def is_hurt(state: State, model: Model) -> bool:
    """Whether a model was wounded in this battle; a wound that it brought into it is none (RON-SCN-80, RON-CAM-07)."""
    return model.grievous > 0 or model.light > brought(state, model)


def brought(state: State, model: Model) -> int:
    """The Light wounds a model came with."""
    roster = read_roster(next((side.roster for side in state.setup.sides if side.seat == model.seat), None))
    return sum(r.history.light for r in roster.models if r.code == model.code) if isinstance(roster, Roster) else 0


def watch_turn(game: Game[State]) -> None:
    """In a Duel the others are held back no longer when the turn for it has come (RON-SCN-80)."""
    if game.state.bound and game.state.turn >= scenario(game.state).bound["until_turn"]:
        game.emit(Unbound(clause=HELD))


async def call_reserves(game: Game[State]) -> None:
    """The attacker of Defence knows how many models may come on this turn (RON-SCN-72)."""
    said, seat = scenario(game.state).reserves, seat_of(game.state, "attacker")
    waiting = any(m.seat == seat and is_to_come(game.state, m) for m in game.state.models.values())
    if not said or game.state.turn < said["from_turn"] or not waiting:
        return
    faces = await roll(Dice(said["dice"]), "reserves", RESERVES, by=seat)
    number = -(-sum(faces) // said["divide"])
    game.emit(ReservesCalled(clause=RESERVES, seat=seat, faces=faces, number=number))


# -- places ----------------------------------------------------------------------


def centre(state: State) -> Point:
    """The centre of the table."""
    return Point(state.table.width // 2, state.table.depth // 2)


def objective_gap_within(state: State, base: Base, reach: int) -> bool:
    """Whether a base is within a distance of the objective: the house over it, or the chest (RON-SCN-72, 73)."""
    house = next((p for p in state.table.pieces if p.id == "objective"), None)
    if house is not None:
        return disc_touches_polygon(Base(base.at, base.radius + reach), house.outline)
    return any(within(base, item.base, reach) for item in state.items)
