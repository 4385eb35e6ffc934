"""How far troops and leaders may go, and what each step of a manoeuvre uses of it.  All in 1/100 mm."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import NamedTuple

from app.engine.formations import Formation, Step, after, arc_length, footprint, slices, swept
from app.engine.shapes import apart, hull, overlaps
from app.systems.daimyo.book import cm, table
from app.systems.daimyo.moving.ground.terrain import Grounds, Patch, grounds, is_column
from app.systems.daimyo.moving.slide import OBSTACLE, TIMES, Profile, profile
from app.systems.daimyo.state import Leader, State, Unit

MOVES = table("movement")
ROWS = {row["id"]: row for row in MOVES["movement"]}
WEATHER = {row["id"]: row for row in table("weather")["kind"]}
LEAST, STEP = cm(table("weather")["move"]["least"]), cm(table("weather")["move"]["step"])
BONUS = cm(MOVES["column"]["bonus"])
BACK = MOVES["back"]["times"]
CHARGES = ("charge", "counter", "counter-charge")
ABOUT = 18_000


def row_of(unit: Unit) -> str:
    """The row of the table of movement that a unit reads (DAI-MOV-01, DAI-ART-05); empty for a headquarters."""
    if unit.kind == "hq":
        return ""
    if unit.kind == "gun":
        return unit.missile
    return f"{unit.armour}-{'cavalry' if unit.mounted else 'infantry'}"


def in_weather(state: State, length: int) -> int:
    """What is left of a move in the weather of this turn (DAI-WEA-05, DAI-WEA-06); nothing stays nothing."""
    kind = WEATHER[state.weather]
    if not length:
        return 0
    if kind.get("halved"):
        length = -(-length // (2 * STEP)) * STEP
    return max(LEAST, length + cm(kind.get("move", 0)))


def allowance(state: State, unit: Unit, how: str = "normal") -> int:
    """How far a unit may go (DAI-MOV-01); 0 where it has no such move.

    ``how``: normal, retire, retreat; charge, counter; column (normal with what a column gains on good ground,
    DAI-MOV-02).  What the weather takes is taken (DAI-WEA-06).
    """
    row = ROWS.get(row_of(unit), {})
    if how == "column" and unit.troops and is_column(unit.formation):
        return march(state, unit)
    return in_weather(state, cm(row.get("charge" if how in CHARGES else "normal", 0)))


def march(state: State, unit: Unit) -> int:
    """How far a unit goes in column where all of its way is good ground (DAI-MOV-02, DAI-MOV-08)."""
    return in_weather(state, cm(ROWS[row_of(unit)]["normal"]) + BONUS)


def dice_distance(state: State, unit: Unit, face: int) -> int:
    """How far a rout or a pursuit goes by its die (DAI-MOV-01, DAI-PUR-01); 0 for guns and headquarters."""
    faces = ROWS.get(row_of(unit), {}).get("rout")
    return in_weather(state, cm(faces[face - 1])) if faces else 0


def leader_allowance(state: State, leader: Leader) -> int:
    """How far an unattached leader may go (DAI-LDR-03)."""
    return in_weather(state, cm(ROWS["mounted-leader" if leader.mounted else "foot-leader"]["normal"]))


def turns_only(state: State) -> bool:
    """Whether the weather lets artillery do nothing but turn (DAI-WEA-05)."""
    return bool(WEATHER[state.weather].get("guns_turn"))


# -- what a step uses -----------------------------------------------------------------------


class Spent(NamedTuple):
    """What a step uses: with road at its rate, and as if there were no road; what it crosses that disorders."""

    cost: int
    plain: int
    crossed: tuple[str, ...] = ()
    jumped: bool = False
    """Whether it crosses an obstacle, disordering or not."""


def step_cost(state: State, unit: Unit, body: Formation, step: Step) -> int:
    """What one step of a formation uses of its allowance, roads at half (DAI-MOV-07, -14, -16, -19, -26, -27)."""
    return spend(state, unit, body, step).cost


def spend(state: State, unit: Unit, body: Formation, step: Step) -> Spent:
    """What one step uses, and what it crosses (DAI-MOV-28)."""
    ground = grounds(state, unit, body)
    if step.do in ("forward", "back"):
        return _straight(unit, body, step, ground)
    if step.do == "wheel":
        return _wheel(unit, body, step.by, ground)
    fresh = _fresh(ground.obstacles, body, after(body, step))
    crossed = tuple(dict.fromkeys((*fresh, *_fresh(ground.slow, body, after(body, step)))))
    cost = turn_cost(state, unit) + OBSTACLE * len(fresh)
    return Spent(cost, cost, crossed)


def road_bound(unit: Unit, body: Formation) -> bool:
    """Whether roads double its move: a column, or a gun (DAI-MOV-03, DAI-ART-05)."""
    return unit.kind == "gun" or is_column(body)


def way_of(body: Formation, step: Step) -> int:
    """The heading of a step forward or back."""
    return body.facing if step.do == "forward" else (body.facing + ABOUT) % (2 * ABOUT)


def _straight(unit: Unit, body: Formation, step: Step, ground: Grounds) -> Spent:
    roads = road_bound(unit, body) and step.do == "forward"
    found = ahead(ground, body, way_of(body, step), roads, BACK if step.do == "back" else 1)
    plain = found._replace(roads=())
    return Spent(found.cost(step.by), plain.cost(step.by), found.pieces(step.by), found.jumped(step.by))


def ahead(ground: Grounds, body: Formation, way: int, roads: bool = False, rate: int = 1) -> Profile:
    """What the way of a formation along a heading costs."""
    return profile(ground, footprint(body), body.facing, way, roads, rate, is_column(body))


def wheel_times(unit: Unit) -> int:
    """How many times the way of its outer corner a wheel costs (DAI-MOV-12 to -14)."""
    times = MOVES["wheel"]
    return int(times[unit.quality] * (times["disordered"] if unit.disordered else 1))


def _wheel(unit: Unit, body: Formation, angle: int, ground: Grounds) -> Spent:
    whole, slow, ground = arc_length(body.width, angle), list[str](), about(ground, body)
    way, parts = whole, slices(body, angle) if ground.slow else ()
    for a, b in parts:
        front = hull((*footprint(a)[:2], *footprint(b)[:2]))
        met = [patch.piece for patch in ground.slow if overlaps(front, patch.outline)]
        way += whole * (TIMES - 1) // len(parts) if met else 0
        slow += met
    fresh = _crossed(ground, body, Step("wheel", angle))
    cost = way * wheel_times(unit) + OBSTACLE * len(fresh)
    return Spent(cost, cost, tuple(dict.fromkeys((*slow, *fresh))))


def about(ground: Grounds, body: Formation) -> Grounds:
    """The ground that a formation can touch while it wheels."""
    here, reach = footprint(body), 2 * body.width + body.depth
    slow, obstacles = (tuple(p for p in found if not apart(here, p.outline, reach))
                       for found in (ground.slow, ground.obstacles))  # fmt: skip
    return ground._replace(slow=slow, obstacles=obstacles)


def _crossed(ground: Grounds, body: Formation, step: Step) -> tuple[str, ...]:
    """Obstacles that a step comes onto."""
    if not ground.obstacles:
        return ()
    parts, start = swept(body, step), footprint(body)
    met = [p.piece for p in ground.obstacles if any(overlaps(part, p.outline) for part in parts)]
    held = [p.piece for p in ground.obstacles if overlaps(start, p.outline)]
    return tuple(dict.fromkeys(id for id in met if id not in held))


def _fresh(patches: tuple[Patch, ...], body: Formation, end: Formation) -> tuple[str, ...]:
    """Pieces that a formation covers at the end and did not at the start."""
    held = [p.piece for p in patches if overlaps(footprint(body), p.outline)]
    found = (p.piece for p in patches if overlaps(footprint(end), p.outline))
    return tuple(dict.fromkeys(id for id in found if id not in held))


def turn_cost(state: State, unit: Unit) -> int:
    """What a turn or a change of frontage uses: a share of the normal move; a gun's whole move (DAI-MOV-16, ART-05)."""
    if unit.kind == "gun":
        return allowance(state, unit, "normal")
    shares = MOVES["turn"]
    share = Fraction(shares[unit.quality]) * (shares["disordered"] if unit.disordered else 1)
    return ceil(allowance(state, unit, "normal") * share)


def furthest(state: State, unit: Unit, body: Formation, budget: int) -> int:
    """How far straight ahead a formation gets for so much, the ground paid for, no road counted (DAI-MOV-08)."""
    return ahead(grounds(state, unit, body), body, body.facing).furthest(budget)
