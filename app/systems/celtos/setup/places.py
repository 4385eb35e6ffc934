"""Where a unit may be set up: its zone, what else stands there, coherency; places that are proposed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct

from app.engine.geometry import Base, Point, Polygon, box, disc_touches_polygon, distance
from app.engine.groups import Layout, Mover, Spots, Ties
from app.engine.options import Sought
from app.engine.paths import beside
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.remedies import among
from app.engine.table import inside
from app.systems.celtos.book import c, cm, table
from app.systems.celtos.ground.cover import in_area_cover
from app.systems.celtos.ground.sight import sees
from app.systems.celtos.ground.terrain import bars
from app.systems.celtos.ideas.proposals import WANTED, blocks, somewhere
from app.systems.celtos.measure import HALF, SPREAD, apart, link_of, overlaps, within
from app.systems.celtos.moving.paths.coherency import refuse_ends
from app.systems.celtos.page.moves_look import look_layout
from app.systems.celtos.scenarios.figures import centre, home, rectangle, scenario, seat_of, strip
from app.systems.celtos.state import Model, State, Unit

ZONE, TAKEN, INFILTRATE = c("CEL-SET-07"), c("CEL-MOV-08"), c("CEL-ABL-20")
FAR = cm(table("abilities")["infiltrate"]["beyond"])


class Ground(Struct, frozen=True):
    """Where a unit is to be set up: wholly in one of the zones, or anywhere unseen (CEL-SET-07, CEL-ABL-20)."""

    zones: tuple[Polygon, ...]
    clause: Clause
    hidden: bool = False


def infiltrates(state: State, unit: Unit) -> bool:
    """Whether a unit is set up after all others (CEL-ABL-20)."""
    return all(state.models[id].has("infiltrate") for id in unit.models)


def ground_of(state: State, unit: Unit, hidden: bool) -> Ground:
    """Where this unit is to be set up; ``hidden``: as infiltrators are."""
    said, side = scenario(state), state.side(unit.seat)
    if hidden:
        return Ground((rectangle(0, 0, state.table.width, state.table.depth),), INFILTRATE, hidden=True)
    edge = state.zones.get("assigned", {}).get(unit.id)
    clause = c(said.clause) if side.role else ZONE
    if edge and side.role == said.hidden.get("role"):
        return Ground((strip(state, edge, cm(said.hidden["deep"])),), clause)
    return Ground(home(state, unit.seat), clause)


# -- what stands against it --------------------------------------------------------------


def refuse_layout(state: State, unit: Unit, spots: Spots, ground: Ground) -> Refusal | None:
    """What stands first against a unit set up like this (CEL-SET-07 and the scenarios)."""
    models = [state.models[id] for id in unit.models]
    for n, m in enumerate(models):
        base = Base(spots[m.id], m.radius)
        no = refuse_spot(state, m, base, ground) or refuse_comrade(m, base, models[:n], spots)
        if no is not None:
            return no
    apart_from = refuse_ends(models, spots, entering=True) or refuse_chain(state, unit, models, spots)
    return apart_from or (refuse_seen(state, models, spots) if ground.hidden else None)


def refuse_spot(state: State, m: Model, base: Base, ground: Ground) -> Refusal | None:
    """What stands against one model there."""
    if not inside(state.table, base):
        return refuse("deploy.off-table", ZONE, model=m.id)
    if not any(wholly_in(zone, base) for zone in ground.zones):
        return refuse("deploy.zone", ground.clause, model=m.id)
    return refuse_scenario(state, m, base, ground) or refuse_ground(state, m, base)


def wholly_in(zone: Polygon, base: Base) -> bool:
    """Whether a base lies wholly in an upright rectangle; touching its sides from inside is in it."""
    ((x, y), r), (west, north, east, south) = base, box(zone)
    return west + r <= x <= east - r and north + r <= y <= south - r


def refuse_scenario(state: State, m: Model, base: Base, ground: Ground) -> Refusal | None:
    """How far from a place or an enemy a model must be set up, by its scenario or as an infiltrator."""
    said, role = scenario(state), state.side(m.seat).role
    if ground.hidden:
        return refuse_near(state, m, base, FAR, INFILTRATE)
    if said.circle and said.circle["role"] == role:
        reach, far = cm(said.circle["reach"]), distance(base.at, centre(state)) + base.radius
        if far > reach + HALF:
            return refuse("deploy.circle", ground.clause, model=m.id, gap=far, reach=reach)
    if role in said.from_enemy:
        return refuse_near(state, m, base, cm(said.from_enemy[role]), ground.clause)
    return None


def refuse_near(state: State, m: Model, base: Base, reach: int, clause: Clause) -> Refusal | None:
    """An enemy that is not more than ``reach`` away."""
    foe = next((foe for foe in state.foes_of(m.seat) if within(base, foe.base, reach)), None)
    if foe is None:
        return None
    return refuse("deploy.near-enemy", clause, model=m.id, enemy=foe.id, gap=apart(base, foe.base), reach=reach)


def refuse_ground(state: State, m: Model, base: Base) -> Refusal | None:
    """Another base that stands there, or ground this model cannot stand on (CEL-MOV-08, CEL-TER-03)."""
    near = beside((base.at,), base.radius, state.standing())
    other = next((o for o in near if overlaps(base, o.base)), None)
    if other is not None:
        return refuse("deploy.taken", TAKEN, model=m.id, other=other.id)
    for piece, clause, whole in bars(state.table, m, False):
        if whole and disc_touches_polygon(Base(base.at, base.radius - HALF), piece.outline):
            return refuse("deploy.barred", clause, model=m.id, kind=piece.kind)
    return None


def refuse_comrade(m: Model, base: Base, before: Sequence[Model], spots: Spots) -> Refusal | None:
    """A model of the same unit on whose base this one would stand."""
    (x, y), r = base
    for other in before:
        u, v = spots[other.id]
        span = r + other.radius
        if abs(u - x) < span and abs(v - y) < span and overlaps(base, Base(Point(u, v), other.radius)):
            return refuse("deploy.taken", TAKEN, model=m.id, other=other.id)
    return None


def refuse_chain(state: State, unit: Unit, models: Sequence[Model], spots: Spots) -> Refusal | None:
    """A unit of the column too far from the one put down before it (CEL-SCN-06)."""
    said = scenario(state).chain
    last = state.zones.get(f"last-{unit.seat}")
    if not said or last is None or unit.seat != seat_of(state, said["role"]):
        return None
    gaps = [apart(Base(spots[m.id], m.radius), o.base) for m in models for o in state.living(last)]
    reach = cm(said["reach"])
    if not gaps or min(gaps) <= reach:
        return None
    return refuse("deploy.chain", c(scenario(state).clause), unit=unit.id, other=last, gap=min(gaps), reach=reach)


def refuse_seen(state: State, models: Sequence[Model], spots: Spots) -> Refusal | None:
    """A model in sight of an enemy and in no area cover (CEL-ABL-20)."""
    there = state.with_places(dict(spots))
    for m in models:
        me = there.models[m.id]
        if in_area_cover(there, me) is None:
            foe = next((foe for foe in there.foes_of(me.seat) if sees(there, foe, me)), None)
            if foe is not None:
                return refuse("deploy.seen", INFILTRATE, model=m.id, enemy=foe.id)
    return None


# -- the question -------------------------------------------------------------------


def found_layout(state: State, unit: Unit, late: bool) -> Layout | None:
    """Where this unit may be set up; infiltrators without any such place use the zone of their side."""
    for hidden in (True, False) if late else (False,):
        ground = ground_of(state, unit, hidden)
        sure = Sought(islice(legal(state, unit, ground), WANTED))
        if sure:
            return layout(state, unit, ground, sure)
    return None


def layout(state: State, unit: Unit, ground: Ground, sure: Sequence[Spots]) -> Layout:
    """The question for the places of a unit."""
    models = [state.models[id] for id in unit.models]
    return Layout(
        movers=tuple(Mover(m.id, m.at, m.radius) for m in models), zones=ground.zones,
        test=lambda spots: refuse_layout(state, unit, spots, ground), sure=sure,
        propose=lambda rng: somewhere(models, ground.zones, rng),
        look=lambda spots: look_layout(models, spots, refuse_layout(state, unit, spots, ground)),
        group=unit.id, ties=Ties(link_of(models), SPREAD), hints=among(state.table, state.standing),
    )  # fmt: skip


def legal(state: State, unit: Unit, ground: Ground) -> Iterator[dict[str, Point]]:
    """Legal places for a unit, spread over its zones: broad ranks first, then narrower ones."""
    models = [state.models[id] for id in unit.models]
    for spots in blocks(state, models, ground.zones, ground.hidden):
        if refuse_layout(state, unit, spots, ground) is None:
            yield spots
