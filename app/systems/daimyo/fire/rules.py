"""Firing before its dice: who may fire, which stands at whom, how far (FIR, DAI-ART-01, -11, -12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from msgspec import Struct

from app.engine.formations import ahead_of
from app.engine.modifiers import Line
from app.engine.refusals import Clause, Fact, Refusal, refuse
from app.engine.same import Same
from app.engine.shapes import SLACK
from app.systems.daimyo.book import c, cm, foremost, table
from app.systems.daimyo.fire.factors import DEFENSIVE, EFFECTIVE, LONG, OWN, Fired, factors
from app.systems.daimyo.fire.lanes import File, Lane, files_of, lanes
from app.systems.daimyo.measure import beside, between, distance, ground_of, has_sides, in_melee, is_within, zone
from app.systems.daimyo.moving.ground.cover import cover_from, reference
from app.systems.daimyo.moving.ground.sight import BEYOND, clear_line, visibility, walls_of
from app.systems.daimyo.state import QUALITIES, Charge, State, Unit, UnitId
from app.systems.daimyo.weather.rules import now

BOOK = table("fire")
RANGE, GUN_RANGE, MAY, ARC, NEAREST, WOODS, LANE, FOG = (
    c("DAI-FIR-01"), c("DAI-ART-01"), c("DAI-FIR-05"), c("DAI-FIR-06"), c("DAI-FIR-07"), c("DAI-FIR-08"),
    c("DAI-FIR-09"), c("DAI-FIR-29"),
)  # fmt: skip
TURN, MELEE, MOVED_GUN, NEW_CREW, NO_CREW, CHARGED, RALLIED, ROUTED, ACTED = (
    c("DAI-FIR-03"), c("DAI-FIR-23"), c("DAI-ART-06"), c("DAI-ART-09"), c("DAI-ART-08"), c("DAI-CHG-20"),
    c("DAI-RAL-07"), c("DAI-CHG-27"), c("DAI-ACT-14"),
)  # fmt: skip
EVENT, RAIN, POWDER, UNSEEN = c("DAI-EVT-02"), c("DAI-WEA-05"), c("DAI-WEA-07"), c("DAI-FIR-22")
REACHES: dict[str, tuple[int, int]] = {row["id"]: (cm(row["effective"]), cm(row["long"])) for row in BOOK["range"]}
"""Effective and long range by weapon, both ends included (DAI-FIR-16, DAI-ART-10)."""
NEEDED: int = BOOK["hit"]["needed"]
IN_WOODS = cm(BOOK["woods"]["range"])
PICKS = cm(table("guns")["artillery"]["pick"])
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
    reasons: tuple[tuple[str, Clause, Callable[[], bool]], ...] = (
        ("fire.inactive", TURN, lambda: how == OWN and unit not in state.active_units()),
        ("order.acted", ACTED, lambda: how == OWN and unit.activated),
        ("fire.not-charged", TURN, lambda: how == DEFENSIVE and not chargers(state, unit)),
        ("fire.in-melee", MAY, lambda: how == OWN and in_melee(state, unit)),
        ("fire.done", MAY, lambda: not files_of(state, unit, ranks_of(unit))),
    )
    own = (refuse(code, clause, unit=unit.id) for code, clause, holds in reasons if holds())
    return foremost(chain((refuse_unable(state, unit),), own))


def refuse_unable(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot fire now at all: its arms, its order, the weather, what it did this turn."""
    gun = unit.kind == "gun"
    reasons = (
        ("fire.no-missile", MAY, not unit.missile),
        ("fire.no-crew", NO_CREW, unit.abandoned),
        ("fire.routing", ROUTED, unit.routing),
        ("fire.rallied", RALLIED, unit.rallied),
        ("fire.charged", CHARGED, bool(unit.charged)),
        ("fire.held", NEW_CREW if gun else EVENT, unit.held_until >= max(1, state.turn)),
        ("fire.gun-moved", MOVED_GUN, gun and unit.moved),
    )
    own = [refuse(code, clause, unit=unit.id) for code, clause, holds in reasons if holds]
    return foremost((*own, refuse_weather(state, unit)))


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


def reach_of(state: State, unit: Unit) -> int:
    """How far a unit fires; less in fog (DAI-FIR-01, DAI-ART-01, DAI-FIR-29)."""
    most = REACHES[unit.missile][1]
    least: int = cm(now(state).get("range", 0))
    return min(least, most) if least else most


def band_at(unit: Unit, away: int) -> str:
    """The band of a distance in range (DAI-FIR-16, DAI-ART-10)."""
    return EFFECTIVE if away <= REACHES[unit.missile][0] + SLACK else LONG


def in_arc(state: State, unit: Unit, foe: Unit) -> bool:
    """Whether a target lies in the arc: cavalry and buildings fire all round (DAI-FIR-06, DAI-ART-11)."""
    return unit.mounted or not has_sides(unit) or ahead_of(unit.formation, ground_of(state, foe))


Judged = tuple[int, Refusal | None]
"""How far the search for a target has come with one more test, and why it ends there; ``None``: it goes on."""


class Looked(NamedTuple):
    """An enemy a file looked at: how far off, how far the search came with him, the aim or a lane that was shut."""

    foe: Unit
    distance: int
    stage: int
    aim: Aimed | None = None
    lane: Lane | None = None


def looks(state: State, unit: Unit, file: File, foe: Unit) -> Iterator[Judged]:
    """Whether a file may look at this enemy as a target: in range, in arc, no melee, in sight (DAI-FIR-22)."""
    facts: dict[str, Fact] = {"unit": unit.id, "target": foe.id}
    yield 0, refuse_range(state, unit, file, foe)
    yield 1, None if in_arc(state, unit, foe) else Refusal("fire.out-of-arc", ARC, facts)
    yield 2, Refusal("fire.at-melee", MELEE, facts) if in_melee(state, foe) else None
    limit, away = visibility(state), between(file.front, ground_of(state, foe))
    veiled = limit is not None and away > limit + SLACK
    yield 3, refuse("sight.weather", BEYOND, **facts, distance=away, reach=limit or 0) if veiled else None
    seen = veiled or clear_line(state, file.front, ground_of(state, foe), walls_of(unit, foe))
    yield 3, None if seen else Refusal("fire.unseen", UNSEEN, facts)


def looks_at_charger(state: State, unit: Unit, file: File, foe: Unit) -> Iterator[Judged]:
    """Whether a file may fire at a charger: in range and arc, and in sight for its whole charge (DAI-FIR-05, -07)."""
    facts: dict[str, Fact] = {"unit": unit.id, "target": foe.id}
    yield 0, refuse_range(state, unit, file, foe)
    charge = next(charge for charge in unit.charges if charge.by == foe.id)
    yield 3, None if charge.in_sight else Refusal("fire.unseen-charge", NEAREST, facts)
    in_front = unit.mounted or zone(unit, reference(state, foe)) == "front"
    yield 1, None if in_front and in_arc(state, unit, foe) else Refusal("fire.out-of-arc", ARC, facts)


LOOKS = {OWN: looks, DEFENSIVE: looks_at_charger}


def refuse_range(state: State, unit: Unit, file: File, foe: Unit) -> Refusal | None:
    """Why an enemy is too far off: by the range of the weapon, or only in this fog (DAI-FIR-01, DAI-FIR-29)."""
    away = between(file.edge, ground_of(state, foe))
    most, clause = reach_of(state, unit), GUN_RANGE if unit.kind == "gun" else RANGE
    if away <= most + SLACK:
        return None
    reach = REACHES[unit.missile][1]
    least, clause = (reach, clause) if away > reach + SLACK else (most, FOG)
    return refuse("fire.out-of-range", clause, unit=unit.id, target=foe.id, distance=away, reach=least)


def aimed(state: State, unit: Unit, file: File, foe: Unit) -> tuple[Aimed | None, Judged, Lane]:
    """The best lane from a file to an enemy that may be looked at; woods shorten its reach (DAI-FIR-08)."""
    away = between(file.edge, ground_of(state, foe))
    tried: list[Lane] = []
    for lane in lanes(state, unit, foe, file):
        fits = away <= IN_WOODS + SLACK or not lane.wooded
        if fits and not lane.what:
            return Aimed(foe, away, lane), (6, None), lane
        tried.append(lane)
    facts: dict[str, Fact] = {"unit": unit.id, "target": foe.id, "distance": away, "reach": IN_WOODS}
    if away > IN_WOODS + SLACK and all(lane.wooded for lane in tried):
        return None, (4, Refusal("fire.woods", WOODS, facts)), tried[0]
    shut = next((lane for lane in tried if lane.what), tried[0])
    no = refuse(f"fire.lane-{shut.what}", LANE, unit=unit.id, target=foe.id, by=shut.by, kind=shut.kind)
    return None, (5, no), shut


def why_not(state: State, unit: Unit, file: File, foe: Unit, how: str) -> Refusal | None:
    """What refuses a file this enemy, of all tests the foremost: woods and lanes are asked of the unseen too."""

    def found() -> Iterator[Refusal | None]:
        yield from (no for _, no in LOOKS[how](state, unit, file, foe))
        yield aimed(state, unit, file, foe)[1][1]

    return foremost(found())


def look_at(state: State, unit: Unit, file: File, foe: Unit, how: str) -> Looked:
    """How far the search for a target comes with one enemy."""
    away = between(file.edge, ground_of(state, foe))
    for stage, no in LOOKS[how](state, unit, file, foe):
        if no is not None:
            return Looked(foe, away, stage)
    aim, (stage, _), lane = aimed(state, unit, file, foe)
    return Looked(foe, away, stage, aim, lane)


def seek(state: State, unit: Unit, file: File, how: str) -> Sought:
    """What a file may fire at: by its own choice the nearest it can see, of a charged unit the nearest charger.

    DAI-FIR-07, DAI-FIR-22, DAI-CHG-10.
    """
    if how == DEFENSIVE:
        foes = [state.units[charge.by] for charge in chargers(state, unit)]
    else:
        foes = [foe for foe in state.enemies_of(unit.seat) if not foe.abandoned]
    found = sorted((look_at(state, unit, file, foe, how) for foe in foes), key=lambda row: row.distance)
    return chosen(state, unit, file, found, how)


def chosen(state: State, unit: Unit, file: File, found: Sequence[Looked], how: str) -> Sought:
    """Of the enemies a file looked at, nearest first, those it may fire at (DAI-FIR-22, DAI-ART-11)."""
    ahead = [row for row in found if row.stage >= 5]
    level = [row for row in ahead if row.distance <= ahead[0].distance + SLACK]
    aims = [row.aim for row in (ahead if may_pick(state, unit) else level) if row.aim is not None]
    if aims:
        return Sought(file, tuple(aims))
    best = max(level or found, key=lambda row: row.stage, default=None)
    if best is None:
        return Sought(file, (), refuse("fire.nobody", NEAREST, unit=unit.id))
    return Sought(file, (), why_not(state, unit, file, best.foe, how), best.stage, best.lane)


def may_pick(state: State, unit: Unit) -> bool:
    """Whether a gun may fire at another than the nearest: no enemy is close to it (DAI-ART-11)."""
    foes = state.enemies_of(unit.seat)
    return unit.kind == "gun" and not any(is_within(state, unit, foe, PICKS) for foe in foes if not foe.abandoned)


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
    return tuple(seek(state, unit, file, how) for file in files_of(state, unit, ranks_of(unit)))


def refuse_fire(state: State, unit: Unit, how: str = OWN) -> Refusal | None:
    """Why no stand of a unit may fire: for its own reason, or the one that came nearest to a target."""
    return refuse_to_fire(state, unit, how) or refuse_everybody(state, unit, how)


def refuse_from_here(state: State, unit: Unit) -> Refusal | None:
    """Why a unit could fire at nobody from where it stands, were it its turn."""
    fights = refuse("fire.in-melee", MAY, unit=unit.id) if in_melee(state, unit) else None
    return refuse_unable(state, unit) or fights or refuse_everybody(state, unit, OWN)


def refuse_everybody(state: State, unit: Unit, how: str) -> Refusal | None:
    """Why no stand of a unit has a target: what stood against the one that came nearest to one."""
    if not files_of(state, unit, ranks_of(unit)):
        return refuse("fire.done", MAY, unit=unit.id)
    if how == OWN and not anybody_near(state, unit):
        # Whoever is out of range to all files is so to the first, whose reason is told.
        return seek(state, unit, next(iter(files_of(state, unit, ranks_of(unit)))), how).no
    found = search(state, unit, how)
    if any(sought.aims for sought in found):
        return None
    return max(found, key=lambda sought: sought.stage).no


def anybody_near(state: State, unit: Unit) -> bool:
    """Whether an enemy may be in range of a stand of the unit: surely none is, if not."""
    foes = (foe for foe in state.enemies_of(unit.seat) if not foe.abandoned)
    return bool(beside(state, (ground_of(state, unit),), foes, reach_of(state, unit) + 3 * SLACK))


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


def refuse_target(state: State, unit: Unit, sought: Sought, target: Unit, how: str) -> Refusal | None:
    """Why a file may not fire at an enemy that it did not find (DAI-FIR-07, DAI-FIR-22)."""
    if how == DEFENSIVE and all(charge.by != target.id for charge in chargers(state, unit)):
        return refuse("fire.not-charger", NEAREST, unit=unit.id, target=target.id)
    near, passed = sought.aims[0], None
    if between(sought.file.edge, ground_of(state, target)) > near.distance + SLACK:
        passed = refuse("fire.not-nearest", NEAREST, unit=unit.id, target=target.id, nearest=near.target.id,
                        distance=distance(state, unit, target), least=near.distance)  # fmt: skip
    return foremost((why_not(state, unit, sought.file, target, how), passed))
