"""Who fights whom in melee: stands in contact, rounds of a pair, combat groups (DAI-MEL-21, -22, -34)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from app.engine.formations import Formation, block, spot
from app.engine.geometry import Point, Polygon, outline
from app.engine.shapes import apart, common_edge
from app.systems.daimyo.measure import CONTACT, edges, foes_in_melee, ground_of, has_sides
from app.systems.daimyo.state import Pair, State, Unit, UnitId, pair_key


class Touch(NamedTuple):
    """A stand in contact with an enemy unit: its number, on which edge, and the enemy's stands opposite it."""

    number: int
    edge: str
    opposite: tuple[int, ...]


class Group(NamedTuple):
    """Units that fight one melee together: those of the active side, and their enemies, each in number order."""

    active: tuple[UnitId, ...]
    foes: tuple[UnitId, ...]


# -- contact ----------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def plots(body: Formation) -> tuple[Polygon, ...]:
    """The ground of each stand; where nobody stands behind one in a short rear rank it answers for that gap too."""
    return tuple(_plot(body, number) for number in range(body.number))


def _plot(body: Formation, number: int) -> Polygon:
    rank, file = divmod(number, body.files)
    last = number + body.files >= body.number
    right = (2 * file + 1 - body.files) * body.across // 2
    front = spot(body.at, body.facing, right, -rank * body.deep)
    return block(front, body.facing, body.across, (body.ranks - rank if last else 1) * body.deep)


def plots_of(state: State, unit: Unit) -> tuple[Polygon, ...]:
    """The ground of each stand; a headquarters and an occupied building are one."""
    return plots(unit.formation) if has_sides(unit) else (ground_of(state, unit),)


def shared_with(a: Point, b: Point, polygon: Polygon) -> int:
    """How much of an edge coincides with an outline, in 1/100 mm."""
    return max(common_edge(a, b, p, q) for p, q in outline(polygon))


def touches(state: State, unit: Unit, foe: Unit) -> tuple[Touch, ...]:
    """The stands of a unit that are in contact with an enemy, in number order (DAI-MEL-09, DAI-MEL-32)."""
    ground, theirs = ground_of(state, foe), plots_of(state, foe)
    if apart(ground_of(state, unit), ground, CONTACT):
        return ()
    return tuple(
        Touch(number, edge, tuple(k for k, other in enumerate(theirs) if shared_with(a, b, other) > 0))
        for number, plot in enumerate(plots_of(state, unit))
        for edge, a, b in edges(plot) if shared_with(a, b, ground) >= CONTACT
    )  # fmt: skip


def is_fresh(unit: Unit, number: int) -> bool:
    """Whether a stand has not fought this turn; of a building, whether any inside has not (DAI-MEL-34)."""
    if unit.building:
        return any(n not in unit.fought for n in range(unit.stands))
    return number not in unit.fought


def fresh_touches(state: State, unit: Unit, foe: Unit) -> tuple[Touch, ...]:
    """Contacts of stands that have not fought this turn with stands that have not either (DAI-MEL-34)."""
    found = touches(state, unit, foe)
    return tuple(t for t in found if is_fresh(unit, t.number) and any(is_fresh(foe, k) for k in t.opposite))


# -- pairs and groups -------------------------------------------------------------------


def pair_of(state: State, a: Unit, b: Unit) -> Pair:
    """How long two opposing units have been fighting (DAI-MEL-21)."""
    return state.pairs.get(pair_key(a.id, b.id), Pair())


def is_first_round(state: State, a: Unit, b: Unit) -> bool:
    """Whether two units in contact have not fought each other yet (DAI-MEL-21)."""
    return pair_of(state, a, b).rounds == 0


def is_resolved(state: State, a: Unit, b: Unit) -> bool:
    """Whether two units in contact have fought this turn, or have no fresh stands against each other (DAI-MEL-34)."""
    return pair_of(state, a, b).last_turn == state.turn > 0 or not fresh_touches(state, a, b)


def fought_by(state: State, unit: Unit) -> tuple[Unit, ...]:
    """The enemies a unit has yet to fight this turn, in number order."""
    if unit.routing or unit.abandoned:
        return ()
    met = (foe for foe in foes_in_melee(state, unit) if not foe.abandoned)
    return tuple(foe for foe in met if not is_resolved(state, unit, foe))


def groups(state: State) -> tuple[Group, ...]:
    """The combat groups of the active clan that have yet to fight, by their first active unit (DAI-MEL-22)."""
    against = {unit.id: tuple(foe.id for foe in fought_by(state, unit)) for unit in state.active_units()}
    found: list[Group] = []
    for unit, foes in against.items():
        if foes and not any(unit in group.active for group in found):
            found.append(_grown(unit, against))
    return tuple(Group(group.active, ordered(state, group.foes)) for group in found)


def _grown(unit: UnitId, against: dict[UnitId, tuple[UnitId, ...]]) -> Group:
    mine, theirs = [unit], list(against[unit])
    while joined := [u for u, foes in against.items() if u not in mine and any(foe in theirs for foe in foes)]:
        mine += joined
        theirs += [foe for u in joined for foe in against[u] if foe not in theirs]
    return Group(tuple(u for u in against if u in mine), tuple(theirs))


def ordered(state: State, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Units in number order (DAI-ORG-34)."""
    return tuple(UnitId(id) for id in state.units if id in units)
