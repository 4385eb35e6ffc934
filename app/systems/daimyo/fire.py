"""Firing before its dice: who may fire, which stands at whom, how far (FIR, DAI-ART-01, -11, -12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct

from app.engine.formations import ahead_of
from app.engine.modifiers import Line
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.same import Same
from app.engine.shapes import SLACK
from app.systems.daimyo.book import c, cm, table
from app.systems.daimyo.cover import cover_from, reference
from app.systems.daimyo.factors import DEFENSIVE, EFFECTIVE, LONG, OWN, Fired, factors
from app.systems.daimyo.lanes import File, Lane, files_of, lanes
from app.systems.daimyo.measure import between, distance, ground_of, has_sides, in_melee, is_within, zone
from app.systems.daimyo.sight import BEYOND, clear_line, visibility, walls_of
from app.systems.daimyo.state import QUALITIES, Charge, State, Unit, UnitId
from app.systems.daimyo.weather import now

BOOK = table("fire")
RANGE, GUN_RANGE, MAY, ARC, NEAREST, WOODS, LANE, FOG = (
    c("DAI-FIR-01"), c("DAI-ART-01"), c("DAI-FIR-05"), c("DAI-FIR-06"), c("DAI-FIR-07"), c("DAI-FIR-08"),
    c("DAI-FIR-09"), c("DAI-FIR-29"),
)  # fmt: skip
TURN, MELEE, MOVED_GUN, NEW_CREW, NO_CREW, CHARGED, RALLIED, ROUTED, INACTIVE, ACTED = (
    c("DAI-FIR-03"), c("DAI-FIR-23"), c("DAI-ART-06"), c("DAI-ART-09"), c("DAI-ART-08"), c("DAI-CHG-20"),
    c("DAI-RAL-07"), c("DAI-CHG-27"), c("DAI-ACT-12"), c("DAI-ACT-14"),
)  # fmt: skip
EVENT, RAIN, POWDER, UNSEEN = c("DAI-EVT-02"), c("DAI-WEA-05"), c("DAI-WEA-07"), c("DAI-FIR-22")
REACHES: dict[str, tuple[int, int]] = {row["id"]: (cm(row["effective"]), cm(row["long"])) for row in BOOK["range"]}
"""Effective and long range by weapon, both ends included (DAI-FIR-16, DAI-ART-10)."""
NEEDED: int = BOOK["hit"]["needed"]
IN_WOODS = cm(BOOK["woods"]["range"])
PICKS = cm(BOOK["artillery"]["pick"])
STEADY = QUALITIES[: QUALITIES.index(BOOK["defensive"]["quality"]) + 1]
"""Of this quality or better, chargers are fired at as at effective range (DAI-FIR-14)."""
STOOD = ("", "stand", "face")


class Shot(Struct, frozen=True, kw_only=True):
    """One stand that fires: its number, its target, how far in 1/100 mm, in which band, through which lane."""

    stand: int
    target: UnitId
    distance: int
    band: str
    lane: Lane
    lines: tuple[Line, ...]


class Aimed(NamedTuple):
    """A target a file can fire at: how far off it is, and the lane to it."""

    target: Unit
    distance: int
    lane: Lane


class Sought(NamedTuple):
    """What a file found: the targets it may choose among, the first of them the nearest; or why there is none.

    ``stage`` is how far the search came before it failed, ``lane`` one that would have led to the nearest.
    """

    file: File
    aims: tuple[Aimed, ...]
    no: Refusal | None = None
    stage: int = 0
    lane: Lane | None = None


# -- the unit ---------------------------------------------------------------------------


def ranks_of(unit: Unit) -> int:
    """How many ranks fire: one of a disordered unit (DAI-FIR-12)."""
    ranks: int = BOOK["ranks"]["disordered" if unit.disordered else "good"]
    return ranks


def refuse_to_fire(state: State, unit: Unit, how: str = OWN) -> Refusal | None:
    """Why a unit may not fire at anybody, for a reason of its own (DAI-FIR-03, DAI-FIR-05)."""
    no = refuse_unable(state, unit)
    if no is None and how == OWN and unit not in state.active_units():
        return refuse("fire.inactive", INACTIVE, unit=unit.id)
    if no is None and how == OWN and unit.activated:
        return refuse("order.acted", ACTED, unit=unit.id)
    if no is None and how == DEFENSIVE and not chargers(state, unit):
        return refuse("fire.not-charged", TURN, unit=unit.id)
    if no is None and how == OWN and in_melee(state, unit):
        return refuse("fire.in-melee", MAY, unit=unit.id)
    if no is None and not files_of(state, unit, ranks_of(unit)):
        return refuse("fire.done", MAY, unit=unit.id)
    return no


def refuse_unable(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot fire now at all: its arms, its order, the weather, what it did this turn."""
    if not unit.missile:
        return refuse("fire.no-missile", MAY, unit=unit.id)
    if unit.abandoned:
        return refuse("fire.no-crew", NO_CREW, unit=unit.id)
    if unit.routing:
        return refuse("fire.routing", ROUTED, unit=unit.id)
    if unit.rallied:
        return refuse("fire.rallied", RALLIED, unit=unit.id)
    if unit.charged:
        return refuse("fire.charged", CHARGED, unit=unit.id)
    if unit.held_until >= max(1, state.turn):
        return refuse("fire.held", NEW_CREW if unit.kind == "gun" else EVENT, unit=unit.id)
    if unit.kind == "gun" and unit.moved:
        return refuse("fire.gun-moved", MOVED_GUN, unit=unit.id)
    return refuse_weather(state, unit)


def refuse_weather(state: State, unit: Unit) -> Refusal | None:
    """Why it cannot fire in this weather (DAI-WEA-05, DAI-WEA-07)."""
    gun = unit.kind == "gun"
    if ("artillery" if gun else unit.missile) in now(state).get("no_fire", ()):
        return refuse("fire.weather", POWDER if gun else RAIN, unit=unit.id, weather=state.weather)
    return None


def chargers(state: State, unit: Unit) -> tuple[Charge, ...]:
    """The charges it stood against in this activation; none once it gave way to one of them (DAI-CHG-27)."""
    if any(charge.answer not in STOOD for charge in unit.charges):
        return ()
    return tuple(charge for charge in unit.charges if is_there(state, charge.by))


def is_there(state: State, charger: UnitId) -> bool:
    """Whether a charger is still on the table and has not broken."""
    foe = state.units.get(charger)
    return foe is not None and foe.on_table and not foe.routing


# -- the targets of a file --------------------------------------------------------------


def reach_of(state: State, unit: Unit) -> tuple[int, Clause]:
    """How far a unit fires and the clause that says so; less in fog (DAI-FIR-01, DAI-ART-01, DAI-FIR-29)."""
    most = REACHES[unit.missile][1]
    least: int = cm(now(state).get("range", 0))
    if least and least < most:
        return least, FOG
    return most, GUN_RANGE if unit.kind == "gun" else RANGE


def band_at(unit: Unit, away: int) -> str:
    """The band of a distance in range (DAI-FIR-16, DAI-ART-10)."""
    return EFFECTIVE if away <= REACHES[unit.missile][0] + SLACK else LONG


def in_arc(state: State, unit: Unit, foe: Unit) -> bool:
    """Whether a target lies in the arc: cavalry and buildings fire all round (DAI-FIR-06, DAI-ART-11)."""
    return unit.mounted or not has_sides(unit) or ahead_of(unit.formation, ground_of(state, foe))


Judged = tuple[int, Refusal | None]
"""How far the search for a target came, and why it is none."""


def judge(state: State, unit: Unit, file: File, foe: Unit) -> Judged:
    """Whether a file may look at this enemy as a target: in range, in arc, no melee, in sight (DAI-FIR-22)."""
    away, (reach, clause) = between(file.edge, ground_of(state, foe)), reach_of(state, unit)
    facts: dict[str, Any] = {"unit": unit.id, "target": foe.id, "distance": away, "reach": reach}
    if away > reach + SLACK:
        return 0, Refusal("fire.out-of-range", clause, facts)
    if not in_arc(state, unit, foe):
        return 1, Refusal("fire.out-of-arc", ARC, facts)
    if in_melee(state, foe):
        return 2, Refusal("fire.at-melee", MELEE, facts)
    limit = visibility(state)
    if limit is not None and between(file.front, ground_of(state, foe)) > limit + SLACK:
        return 3, Refusal("sight.weather", BEYOND, {**facts, "reach": limit})
    own = walls_of(unit, foe)
    if clear_line(state, file.front, ground_of(state, foe), own) is None:
        return 3, Refusal("fire.unseen", UNSEEN, facts)
    return 4, None


def aimed(state: State, unit: Unit, file: File, foe: Unit) -> tuple[Aimed | None, Judged, Lane]:
    """The best lane from a file to an enemy that may be looked at; woods shorten its reach (DAI-FIR-08)."""
    away = between(file.edge, ground_of(state, foe))
    tried: list[Lane] = []
    for lane in lanes(state, unit, foe, file):
        fits = away <= IN_WOODS + SLACK or not lane.wooded
        if fits and not lane.what:
            return Aimed(foe, away, lane), (6, None), lane
        tried.append(lane)
    facts: dict[str, Any] = {"unit": unit.id, "target": foe.id, "distance": away, "reach": IN_WOODS}
    if away > IN_WOODS + SLACK and all(lane.wooded for lane in tried):
        return None, (4, Refusal("fire.woods", WOODS, facts)), tried[0]
    shut = next((lane for lane in tried if lane.what), tried[0])
    no = refuse(f"fire.lane-{shut.what}", LANE, unit=unit.id, target=foe.id, by=shut.by, kind=shut.kind)
    return None, (5, no), shut


def seek(state: State, unit: Unit, file: File) -> Sought:
    """What a file may fire at by its own choice: the nearest it can see, in range and arc (DAI-FIR-07, DAI-FIR-22)."""
    found: list[tuple[int, Judged, Aimed | None, Lane | None]] = []
    for foe in state.enemies_of(unit.seat):
        if foe.abandoned:
            continue
        said = judge(state, unit, file, foe)
        aim, lane = None, None
        if said[1] is None:
            aim, said, lane = aimed(state, unit, file, foe)
        found.append((between(file.edge, ground_of(state, foe)), said, aim, lane))
    return chosen(state, unit, file, sorted(found, key=lambda row: row[0]))


def chosen(
    state: State, unit: Unit, file: File, found: Sequence[tuple[int, Judged, Aimed | None, Lane | None]]
) -> Sought:
    """Of the enemies a file looked at, nearest first, those it may fire at (DAI-FIR-22, DAI-ART-11)."""
    ahead = [row for row in found if row[1][0] >= 5]
    level = [row for row in ahead if row[0] <= ahead[0][0] + SLACK]
    aims = [row[2] for row in (ahead if may_pick(state, unit) else level) if row[2] is not None]
    if aims:
        return Sought(file, tuple(aims))
    best = max(level or found, key=lambda row: row[1][0], default=None)
    if best is None:
        return Sought(file, (), refuse("fire.nobody", NEAREST, unit=unit.id))
    return Sought(file, (), best[1][1], best[1][0], best[3])


def may_pick(state: State, unit: Unit) -> bool:
    """Whether a gun may fire at another than the nearest: no enemy is close to it (DAI-ART-11)."""
    foes = state.enemies_of(unit.seat)
    return unit.kind == "gun" and not any(is_within(state, unit, foe, PICKS) for foe in foes if not foe.abandoned)


def answer(state: State, unit: Unit, file: File) -> Sought:
    """What a file of a charged unit may fire at: the nearest of its chargers (DAI-FIR-07, DAI-CHG-10)."""
    found: list[tuple[int, Judged, Aimed | None, Lane | None]] = []
    for charge in chargers(state, unit):
        foe = state.units[charge.by]
        said, aim, lane = judge_charge(state, unit, file, charge), None, None
        if said[1] is None:
            aim, said, lane = aimed(state, unit, file, foe)
        found.append((between(file.edge, ground_of(state, foe)), said, aim, lane))
    return chosen(state, unit, file, sorted(found, key=lambda row: row[0]))


def judge_charge(state: State, unit: Unit, file: File, charge: Charge) -> Judged:
    """Whether a file may fire at a charger: in range and arc, and in sight for its whole charge (DAI-FIR-05, -07)."""
    foe = state.units[charge.by]
    away, (reach, clause) = between(file.edge, ground_of(state, foe)), reach_of(state, unit)
    facts: dict[str, Any] = {"unit": unit.id, "target": foe.id}
    if away > reach + SLACK:
        return 0, Refusal("fire.out-of-range", clause, {**facts, "distance": away, "reach": reach})
    if not charge.in_sight:
        return 3, Refusal("fire.unseen-charge", NEAREST, facts)
    in_front = unit.mounted or zone(unit, reference(state, foe)) == "front"
    if not (in_front and in_arc(state, unit, foe)):
        return 1, Refusal("fire.out-of-arc", ARC, facts)
    return 4, None


def charge_band(state: State, unit: Unit, charge: Charge) -> str:
    """The band of fire at a charger: by where the charge began, unless the firer is steady or covered (DAI-FIR-14)."""
    steady = unit.quality in STEADY or bool(cover_from(state, unit, state.units[charge.by]))
    return EFFECTIVE if steady else band_at(unit, charge.distance)


# -- the volley -------------------------------------------------------------------------


def search(state: State, unit: Unit, how: str = OWN) -> tuple[Sought, ...]:
    """What each file of a unit with stands to fire found, from the left (DAI-FIR-22)."""
    return _search(Same(state), unit.id, how)


@lru_cache(maxsize=64)
def _search(same: Same[State], id: UnitId, how: str) -> tuple[Sought, ...]:
    state, unit = same.it, same.it.units[id]
    find = answer if how == DEFENSIVE else seek
    return tuple(find(state, unit, file) for file in files_of(state, unit, ranks_of(unit)))


def refuse_fire(state: State, unit: Unit, how: str = OWN) -> Refusal | None:
    """Why no stand of a unit may fire: for its own reason, or the one that came nearest to a target."""
    no = refuse_to_fire(state, unit, how)
    if no is not None:
        return no
    found = search(state, unit, how)
    if any(sought.aims for sought in found):
        return None
    return max(found, key=lambda sought: sought.stage).no


def stand_id(unit: Unit, number: int) -> str:
    """The counter of a stand, numbered from 0 here."""
    return f"{unit.id}-{number + 1}"


def shots(state: State, unit: Unit, how: str = OWN, given: Mapping[str, str] | None = None) -> tuple[Shot, ...]:
    """The stands that fire, front rank first, each from the left: at the targets ``given``, else at the nearest.

    DAI-ORG-32, DAI-FIR-28.
    """
    found = [shot for sought in search(state, unit, how) if sought.aims
             for shot in _of_file(state, unit, how, sought, given or {})]  # fmt: skip
    return tuple(sorted(found, key=lambda shot: shot.stand))


def _of_file(state: State, unit: Unit, how: str, sought: Sought, given: Mapping[str, str]) -> Iterator[Shot]:
    for number in sought.file.stands:
        wanted = given.get(stand_id(unit, number))
        aim = next((a for a in sought.aims if a.target.id == wanted), sought.aims[0])
        band = band_of(state, unit, aim, how)
        lines = factors(Fired(state, unit, aim.target, band, how))
        yield Shot(stand=number, target=aim.target.id, distance=aim.distance, band=band, lane=aim.lane, lines=lines)


def band_of(state: State, unit: Unit, aim: Aimed, how: str) -> str:
    """Effective or long."""
    if how != DEFENSIVE:
        return band_at(unit, aim.distance)
    charge = next(charge for charge in unit.charges if charge.by == aim.target.id)
    return charge_band(state, unit, charge)


def refuse_target(state: State, unit: Unit, sought: Sought, target: Unit, how: str) -> Refusal:
    """Why a file may not fire at an enemy that it did not find (DAI-FIR-07, DAI-FIR-22)."""
    if how == DEFENSIVE:
        return refuse("fire.not-charger", NEAREST, unit=unit.id, target=target.id)
    no = judge(state, unit, sought.file, target)[1] or aimed(state, unit, sought.file, target)[1][1]
    if no is not None:
        return no
    near = sought.aims[0]
    return refuse("fire.not-nearest", NEAREST, unit=unit.id, target=target.id, nearest=near.target.id,
                  distance=distance(state, unit, target), least=near.distance)  # fmt: skip
