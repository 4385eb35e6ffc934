"""What a unit is worth and what it may still do, and where it might go for its side to win by the scenario."""

from __future__ import annotations

from typing import Any

from app.engine.events import Seat
from app.engine.geometry import CM, Point
from app.engine.judgement import hundredths
from app.engine.thoughts import apart, mean
from app.systems.celtos.book import cm, table
from app.systems.celtos.ideas.clashes import reach_of
from app.systems.celtos.scenarios.figures import carries_captive, is_envoy, limit_of, scenario
from app.systems.celtos.scenarios.tokens import captive, holder
from app.systems.celtos.scenarios.victory import RULE, burning, dearest
from app.systems.celtos.state import State, Unit
from app.systems.celtos.weapons.missiles import missiles_of

SAID = table("worth")
ARMY = hundredths(SAID["army"])
WAY = float(SAID["far"]["goal_cm"] * CM)


# -- units -----------------------------------------------------------------------------


def value(state: State, unit: Unit) -> float:
    """What a unit is worth whole, where an army counts so much; an envoy decides the battle, and the dearest Individual
    brings points of his own (CEL-VIC-01)."""
    if is_envoy(unit):
        return ARMY["worth"]
    more = RULE["dearest"] if unit.individual and dearest(state, unit.seat) == unit else 0
    return ARMY["worth"] * (unit.cost + more) / limit_of(state.setup)


def left(state: State, unit: Unit) -> float:
    """How much of a unit is left: its wounds of those it began with; one that is still to come is whole."""
    if unit.fate:
        return 1.0 if unit.fate == "left" else 0.0
    models = [state.models[id] for id in unit.models]
    whole = sum(m.start_wounds for m in models)
    return sum(m.wounds for m in models if m.fate in ("", "reserve")) / whole if whole else 0.0


def shoots(state: State, unit: Unit) -> bool:
    """Whether it is a unit of shooters."""
    return any(missiles_of(m) and m.shooting >= m.assault for m in state.living(unit))


def goes(state: State, unit: Unit) -> int:
    """How often a unit may still be activated before the end."""
    return max(0, state.turns - state.turn) + (not unit.activated)


def chances(state: State, unit: Unit) -> float:
    """Of as many activations as are left to who has not acted yet this turn, the part that this unit has."""
    return goes(state, unit) / (max(0, state.turns - state.turn) + 1)


def urgency(state: State) -> float:
    """How near the end is, from about nought to 1."""
    return 1 / (1 + max(0, state.turns - state.turn) / 2)


# -- the goal of the scenario -----------------------------------------------------------


def stops(state: State, unit: Unit) -> tuple[Point, ...]:
    """The places a unit might go to for its side to win by the scenario; none where no place decides."""
    said, side = scenario(state), state.side(unit.seat)
    if said.granaries:
        return tuple(t.at for t in state.tokens if not t.alight)
    if said.envoy:
        return _with_the_envoy(state, unit)
    if said.marks:
        token = captive(state)
        if carries_captive(state, unit):
            return (over(state, said.exit, unit),)
        return (token.at,) if token else ()
    if said.beyond and side.role == said.beyond["role"]:
        edge = cm(said.beyond["x"])
        return (Point((edge + state.table.width) // 2, middle(state, unit).y),)
    return tuple(token.at for token in state.tokens)


def _with_the_envoy(state: State, unit: Unit) -> tuple[Point, ...]:
    """Over the edge for the envoy; before him his escort, and to him the hunters."""
    envoy = next((u for u in state.units.values() if is_envoy(u) and state.living(u)), None)
    if envoy is None:
        return ()
    out = over(state, scenario(state).exit, envoy)
    if unit.id == envoy.id:
        return (out,)
    here = middle(state, envoy)
    return (mean((here, here, here, out)),) if unit.seat == envoy.seat else (here,)


def over(state: State, edge: str, unit: Unit) -> Point:
    """The place on an edge that is nearest to a unit."""
    here = middle(state, unit)
    return {"north": Point(here.x, 0), "south": Point(here.x, state.table.depth), "west": Point(0, here.y),
            "east": Point(state.table.width, here.y)}[edge]  # fmt: skip


def middle(state: State, unit: Unit) -> Point:
    """The middle of a unit."""
    return mean([m.at for m in state.living(unit)])


def goal(state: State, seat: Seat) -> float:
    """How near the units of a side are to what decides the scenario: to each place the nearest, and all to some."""
    mine = [u for u in state.fielded(seat) if not u.panic]
    wanted: dict[Point, float] = {}
    found = 0.0
    for unit in mine:
        near = 0.0
        for at in stops(state, unit):
            close = 1 - min(apart(m.at, at) for m in state.living(unit)) / WAY
            wanted[at] = max(wanted.get(at, -1.0), close)
            near = max(near or -1.0, close)
        dear = ARMY["bearer"] if is_envoy(unit) or carries_captive(state, unit) else ARMY["follower"]
        found += dear * near
    return found + ARMY["first"] * sum(wanted.values())


def held(state: State, seat: Seat) -> float:
    """What a side holds or has burnt of what its scenario counts, above what the enemy does."""
    said = scenario(state)
    if said.granaries:
        lit = 6.0 * burning(state)
        return lit if state.side(seat).role == "attacker" else -lit
    if said.envoy:
        return -ARMY["worth"] / 2 * late(state) if state.side(seat).role == "escort" else 0.0
    if said.marks:
        return _rites(state, seat)
    if said.beyond:
        return _beyond(state, seat, said.beyond)
    worth = int((said.each_turn or said.at_end).get("points", 0))
    sides = [holder(state, token) for token in state.tokens]
    lead = sum((side == seat) - (side is not None and side != seat) for side in sides)
    more = max(1, state.turns - state.turn + 1) if said.each_turn else 1
    return ARMY["worth"] * worth * more * lead / limit_of(state.setup)


def late(state: State) -> float:
    """How far the envoy is too late to run over his edge before the end, from nought with a turn to spare to 1."""
    envoy = next((u for u in state.units.values() if is_envoy(u) and state.living(u)), None)
    if envoy is None:
        return 0.0
    here = middle(state, envoy)
    runs = apart(here, over(state, scenario(state).exit, envoy)) / (1.5 * reach_of(state, envoy))
    return min(1.0, max(0.0, 1 + runs - goes(state, envoy)))


def _beyond(state: State, seat: Seat, row: dict[str, Any]) -> float:
    """The units that are all beyond a line."""
    over = sum(all(m.at.x - m.radius > cm(row["x"]) for m in state.living(u)) for u in state.fielded(seat))
    return ARMY["worth"] * row["points"] * over / limit_of(state.setup) if state.side(seat).role == row["role"] else 0.0


def _rites(state: State, seat: Seat) -> float:
    """Marks and the shrine are the captors'; the captive with a unit, and his way out, the rescuers'."""
    token = captive(state)
    done = ARMY["rite"] * 4 * (state.marks / scenario(state).marks) ** 2
    if token is not None and token.carrier:
        done -= 8.0
    elif token is not None and holder(state, token) is not None:
        captors = state.side(holder(state, token) or seat).role == "captors"
        done += ARMY["shrine"] if captors else -ARMY["shrine"]
    return done if state.side(seat).role == "captors" else -done
