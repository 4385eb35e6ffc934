"""Which stands fight in a melee, against whom, and in which order their dice fall (DAI-MEL-09 to -12, -16, -23)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from app.engine.geometry import outline
from app.systems.daimyo.book import table
from app.systems.daimyo.measure import CONTACT, ground_of
from app.systems.daimyo.melee.groups import (
    Touch,
    fresh_touches,
    is_first_round,
    is_fresh,
    pair_of,
    shared_with,
    touches,
)
from app.systems.daimyo.state import State, Unit, UnitId

RANKS, BUILDING, HQ = table("melee")["ranks"], table("melee")["building"], table("organisation")["hq"]
OVERLAP: int = table("melee")["overlap"]["stands"]
ROWS = {row["id"]: row for row in table("organisation")["arm"]}
PLACES = ("front", "second", "overlap", "flank")
"""In the order of the dice of a unit (DAI-ORG-34)."""


class Bout(NamedTuple):
    """A stand in contact that may fight: on which of its edges, and against which enemy units it could."""

    unit: UnitId
    number: int
    edge: str
    foes: tuple[UnitId, ...]

    @property
    def key(self) -> str:
        """The stand's counter; the second roll of a headquarters has none but this name."""
        return stand_id(self.unit, self.number)


class Fighter(NamedTuple):
    """A stand that rolls: against whom, and from where: front, second (rank), overlap or flank."""

    unit: UnitId
    number: int
    foe: UnitId
    place: str


def stand_id(unit: str, number: int) -> str:
    """The counter of a stand, numbers counted from 0."""
    return f"{unit}-{number + 1}"


def weapon_of(unit: Unit) -> str:
    """The row of the weapon table a unit reads (DAI-ORG-23 to -25)."""
    return str(ROWS[unit.arm]["mounted" if unit.mounted else "foot"])


def has_first_bonus(unit: Unit) -> bool:
    """Whether its arm has the bonus of the first round (DAI-ORG-24)."""
    return bool(ROWS[unit.arm]["bonus"])


def ranks_of(unit: Unit, first: bool) -> int:
    """How many ranks fight to the front (DAI-MEL-01)."""
    if unit.disordered:
        return int(RANKS["disordered"])
    if not first:
        return int(RANKS["later"])
    return int(RANKS["first_spears"] if weapon_of(unit) == "spear" else RANKS["first"])


# -- stands in contact --------------------------------------------------------------------


def bouts(state: State, unit: Unit, foes: Iterable[Unit]) -> tuple[Bout, ...]:
    """The stands of a unit that fight by contact, each with the enemies it may roll against (DAI-MEL-09, -16, -23)."""
    against = tuple(foes)
    if unit.building:
        return _inside(state, unit, against)
    return _of_place(state, unit, against) if unit.kind == "hq" else _in_ranks(state, unit, against)


def _in_ranks(state: State, unit: Unit, foes: tuple[Unit, ...]) -> tuple[Bout, ...]:
    met: dict[int, list[tuple[str, UnitId]]] = {}
    for foe in foes:
        for touch in counted(foe, fresh_touches(state, unit, foe)):
            met.setdefault(touch.number, []).append((touch.edge, foe.id))
    return tuple(_bout(unit.id, number, met[number]) for number in sorted(met))


def counted(foe: Unit, found: tuple[Touch, ...]) -> tuple[Touch, ...]:
    """Against a headquarters one stand counts as in contact (DAI-MEL-12)."""
    return found[: BUILDING["hq"]] if foe.kind == "hq" else found


def _bout(unit: UnitId, number: int, met: list[tuple[str, UnitId]]) -> Bout:
    front = tuple(foe for edge, foe in met if edge == "front")
    return Bout(unit, number, "front" if front else met[0][0], front or tuple(foe for _, foe in met))


def _inside(state: State, unit: Unit, foes: tuple[Unit, ...]) -> tuple[Bout, ...]:
    """Up to two stands for each side of the building that an enemy touches (DAI-MEL-12)."""
    left = [number for number in range(unit.stands) if number not in unit.fought]
    found: list[Bout] = []
    for side in range(len(ground_of(state, unit))):
        met = tuple(foe.id for foe in foes if side in sides_met(state, unit, foe) and fresh_touches(state, unit, foe))
        taken, left = (left[: BUILDING["stands"]], left[BUILDING["stands"] :]) if met else ([], left)
        found += [Bout(unit.id, number, "front", met) for number in taken]
    return tuple(found)


def sides_met(state: State, unit: Unit, foe: Unit) -> tuple[int, ...]:
    """Which sides of a unit's building an enemy is in contact with."""
    theirs = ground_of(state, foe)
    sides = outline(ground_of(state, unit))
    return tuple(n for n, (a, b) in enumerate(sides) if shared_with(a, b, theirs) >= CONTACT)


def _of_place(state: State, unit: Unit, foes: tuple[Unit, ...]) -> tuple[Bout, ...]:
    """The rolls of a headquarters: one in the first round of a melee, two later (DAI-ORG-27)."""
    met = tuple(foe for foe in foes if fresh_touches(state, unit, foe))
    later = any(pair_of(state, unit, foe).rounds for foe in met)
    rolls = HQ["later"] if later else HQ["first"]
    return tuple(Bout(unit.id, n, "front", tuple(foe.id for foe in met)) for n in range(rolls)) if met else ()


def ambiguous(state: State, units: Iterable[Unit], foes: Iterable[Unit]) -> tuple[Bout, ...]:
    """Stands whose owner must choose whom they fight (DAI-MEL-23)."""
    against = tuple(foes)
    return tuple(bout for unit in units for bout in bouts(state, unit, against) if len(bout.foes) > 1)


# -- all that roll ------------------------------------------------------------------------


def fighters(
    state: State, units: Iterable[Unit], foes: Iterable[Unit], aims: Mapping[str, str] | None = None
) -> tuple[Fighter, ...]:
    """Every stand of one side that rolls in a melee, in the order of the dice (DAI-ORG-34).

    ``aims`` says whom a stand fights that could fight several; one that is left out fights the first of them.
    """
    against, found = tuple(foes), list[Fighter]()
    for unit in units:
        found += _of_unit(state, unit, bouts(state, unit, against), aims or {})
    return _capped(state, tuple(found))


def _of_unit(state: State, unit: Unit, met: tuple[Bout, ...], aims: Mapping[str, str]) -> list[Fighter]:
    chosen = {bout.number: UnitId(aims.get(bout.key, bout.foes[0])) for bout in met}
    front = {bout.number: chosen[bout.number] for bout in met if bout.edge == "front"}
    rows = {"front": front, "flank": {n: foe for n, foe in chosen.items() if n not in front}}
    if unit.kind == "troops" and not unit.building:
        rows["second"] = _second(state, unit, chosen, front)
        rows["overlap"] = _overlaps(state, unit, chosen, front)
    return [Fighter(unit.id, n, foe, place) for place in PLACES for n, foe in sorted(rows.get(place, {}).items())]


def _second(
    state: State, unit: Unit, chosen: Mapping[int, UnitId], front: Mapping[int, UnitId]
) -> dict[int, UnitId]:  # fmt: skip
    """The stands right behind those that fight in front, where two ranks do (DAI-MEL-01, DAI-MEL-09)."""
    deep = {n: foe for n, foe in front.items() if ranks_of(unit, first_against(state, unit, foe)) > 1}
    behind = {n + unit.files: foe for n, foe in deep.items()}
    return {n: foe for n, foe in behind.items() if n < unit.stands and n not in chosen and is_fresh(unit, n)}


def first_against(state: State, unit: Unit, foe: str) -> bool:
    """Whether a unit fights its first round against an enemy."""
    return is_first_round(state, unit, state.units[foe])


def _overlaps(
    state: State, unit: Unit, chosen: Mapping[int, UnitId], front: Mapping[int, UnitId]
) -> dict[int, UnitId]:  # fmt: skip
    """From the second round on the stand to each side of one that fights in front, if nobody faces it (DAI-MEL-10)."""
    found: dict[int, UnitId] = {}
    for number, foe in sorted(front.items()):
        if first_against(state, unit, foe):
            continue
        for beside in range(max(0, number - OVERLAP), min(unit.files, unit.stands, number + OVERLAP + 1)):
            if beside not in chosen and beside not in found and is_fresh(unit, beside) and _idle(state, unit, beside):
                found[beside] = foe
    return found


def _idle(state: State, unit: Unit, number: int) -> bool:
    """Whether no enemy is to the front of a stand; a headquarters counts as met by one stand alone (DAI-MEL-12)."""
    near = (foe for foe in state.enemies_of(unit.seat) if foe.kind != "hq" and not foe.routing)
    met = (touch for foe in near for touch in touches(state, unit, foe))
    return not any(touch.number == number and touch.edge == "front" for touch in met)


def _capped(state: State, found: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
    """At most two stands against each side of a building, those in contact before the others (DAI-MEL-12)."""
    held: dict[tuple[str, int], int] = {}
    out: list[Fighter] = []
    for it in sorted(found, key=lambda it: PLACES.index(it.place)):
        foe = state.units[it.foe]
        if foe.building and not state.units[it.unit].building:
            side = (it.foe, sides_met(state, foe, state.units[it.unit])[0])
            held[side] = held.get(side, 0) + 1
            out += [it] if held[side] > BUILDING["stands"] else []
    return tuple(it for it in found if it not in out)
