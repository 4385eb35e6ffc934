"""A unit goes its way: looked at from cm to cm by enemies who wait, friends passed, Teppos in the water."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from app.engine.dice import Dice
from app.engine.flow import Game, roll
from app.engine.geometry import Polygon, along, distance
from app.engine.modifiers import total
from app.engine.refusals import Clause
from app.engine.shapes import hull
from app.systems.kensei.army import Unit, UnitId
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.ground.events import TeppoSoaked
from app.systems.kensei.ground.terrain import ground, overlapped
from app.systems.kensei.measure import bases, footprint, parts, placed, spread
from app.systems.kensei.moving.events import FriendsPassed, UnitMoved
from app.systems.kensei.moving.ways.travel import flies, laps, path_cost, refuse_near
from app.systems.kensei.orders.spending import pay
from app.systems.kensei.state import State
from app.systems.kensei.stats.lines import at_least, lines
from app.systems.kensei.stats.rolls import passes
from app.systems.kensei.warnings.watch import first_spring, watch

THROUGH, SHORT, SOAKED, KI = c("KEN-MOV-14"), c("KEN-MOV-15"), c("KEN-TER-37"), c("KEN-STA-28")
AP: int = table("movement")["pass_through"]["ap"]
EVERY = cm(table("warnings")["watch"]["every"])
WET_WEAPON = "teppo"


async def go(
    game: Game[State], unit_id: str, stations: Sequence[Unit], mode: str, clause: Clause, *, cost: int = 0,
    through: Sequence[str] = (),
) -> bool:  # fmt: skip
    """Whether a unit came to the last of some positions; it went through them one by one from the first, where it
    stands (KEN-MOV-03).

    An enemy's Warning Order that one of them springs is answered there, and may end the way (KEN-WRN-15, KEN-WRN-18);
    on the bases of friends it goes ``through`` nobody is halted.
    """
    way = tuple(steps_between(game.state, stations))
    at, gone = 0, [stations[0]]
    while at < len(way):
        sprung = first_spring(game.state, unit_id, way[at:])
        halt = len(way) - 1 if sprung is None else at + sprung
        before = game.state if halt == at else game.state.with_units({unit_id: way[halt - 1]})
        halt = clear_of(game.state, way, halt, through)
        here = game.state.units[unit_id]
        part = cost if halt == len(way) - 1 else min(cost, path_cost(game.state, here, gone[-1], way[halt]))
        emit_moved(game, way[at : halt + 1], mode, clause, part)
        cost -= part
        gone += way[at : halt + 1]
        if sprung is not None and not await watch(game, "moved", unit=unit_id, before=before):
            break
        at, rest = halt + 1, resumed(game.state, way[halt], way[halt + 1 :])
        if rest is None:
            break
        gone[-1] = game.state.units[unit_id]
        free = open_way(game.state, gone[-1], rest) if sprung is not None else rest
        if len(free) < len(rest):
            cost = sum(path_cost(game.state, gone[-1], a, b) for a, b in pairwise((gone[-1], *free)))
        way = (*way[:at], *free)
    await soak(game, unit_id, gone)
    return at == len(way)


def resumed(state: State, halted: Unit, rest: Sequence[Unit]) -> tuple[Unit, ...] | None:
    """The rest of a way for those who are left after an interruption; ``None`` if the unit cannot go on: it is gone,
    flees, fights, or does not stand any more where it was halted (KEN-WRN-18)."""
    now = state.units[halted.id]
    if not now.on_table or now.fleeing or state.fighting(now.id) or now.ranked != halted.ranked:
        return None
    if now.ranked:
        same = (now.at, now.facing) == (halted.at, halted.facing)
        return tuple(placed(now, one.at, one.facing) for one in rest) if same else None
    places = [model.at for model in halted.models]
    if any(model.at not in places for model in now.models):
        return None
    left = [places.index(model.at) for model in now.models]
    return tuple(spread(now, (one.models[n].at for n in left)) for one in rest)


def open_way(state: State, unit: Unit, rest: Sequence[Unit]) -> Sequence[Unit]:
    """As much of the rest of a way as is still open to a unit, after an enemy came near it on the way (KEN-CHG-03)."""
    foes = [parts(state, foe) for foe in state.enemies_of(unit.seat) if not foe.building]
    for n in range(len(rest), 0, -1):
        met = any(laps(parts(state, one), foe) for one in rest[:n] for foe in foes)
        if not met and refuse_near(state, unit, (unit, *rest[:n])) is None:
            return rest[:n]
    return ()


def clear_of(state: State, way: Sequence[Unit], halt: int, through: Sequence[str]) -> int:
    """The first position from ``halt`` on at which a unit stands on none of these friends."""
    friends = [parts(state, state.units[id]) for id in through]
    clear = (n for n in range(halt, len(way)) if not any(laps(parts(state, way[n]), place) for place in friends))
    return next(clear, len(way) - 1)


def steps_between(state: State, stations: Sequence[Unit]) -> Iterator[Unit]:
    """Each position a unit takes on its way after every cm, those given among them, the first left out."""
    for before, then in pairwise(stations):
        far = _far(state, before, then)
        turned = before.ranked and before.facing != then.facing
        number = 1 if turned else max(1, -(-far // EVERY))
        for n in range(1, number):
            yield _partly(before, then, n * EVERY)
        yield then


def _far(state: State, a: Unit, b: Unit) -> int:
    if a.ranked and b.ranked:
        return distance(a.at, b.at)
    return max((distance(p[0], q[0]) for p, q in zip(bases(state, a), bases(state, b), strict=True)), default=0)


def _partly(before: Unit, then: Unit, by: int) -> Unit:
    """The unit so far on its straight way; loose models that go less far are there already."""
    if before.ranked:
        return placed(before, along(before.at, then.at, min(by, distance(before.at, then.at))), before.facing)
    pairs = zip(before.models, then.models, strict=True)
    return spread(then, (along(m.at, w.at, min(by, distance(m.at, w.at))) for m, w in pairs))


def emit_moved(game: Game[State], way: Sequence[Unit], mode: str, clause: Clause, cost: int) -> None:
    """The unit stands at the last of these positions."""
    end = way[-1]
    spots = () if end.ranked else tuple(model.at for model in end.models)
    game.emit(UnitMoved(
        clause=clause, unit=end.id, at=end.at, facing=end.facing, files=end.files, spots=spots, mode=mode, cost=cost,
        way=tuple(shape for one in corners((game.state.units[end.id], *way)) for shape in drawn(game.state, one)),
    ))  # fmt: skip


def corners(way: Sequence[Unit]) -> Iterator[Unit]:
    """The first and the last of some positions, and those before and after each turn."""
    yield way[0]
    for before, then in pairwise(way):
        if then.ranked and before.facing != then.facing:
            yield from () if before is way[0] else (before,)
            yield from () if then is way[-1] else (then,)
    yield way[-1]


def drawn(state: State, unit: Unit) -> tuple[Polygon, ...]:
    """What is drawn of a position: the rectangle of a formation, the base of each loose model."""
    return (footprint(state, unit),) if unit.ranked else bases(state, unit)


# -- friends ---------------------------------------------------------------------------------


def pass_through(game: Game[State], unit: str, others: Sequence[str], short_of: str) -> None:
    """Both units have an AP fewer and lose Initiative this turn, also where it did not get clear (KEN-MOV-13,
    KEN-MOV-14)."""
    for other in others:
        clear = other != short_of
        clause = THROUGH if clear else SHORT
        for one in (unit, other):
            pay(game, one, AP, "pass_through", clause)
        game.emit(FriendsPassed(clause=clause, unit=UnitId(unit), other=UnitId(other), clear=clear))


# -- Teppos ----------------------------------------------------------------------------------


async def soak(game: Game[State], unit_id: str, gone: Sequence[Unit]) -> None:
    """Every Teppo that came into water on the way has diced for being wet, those of characters in the unit first, as
    they stand in front (KEN-TER-36, KEN-TER-37).  ``gone``: the positions from the first to the last."""
    body = game.state.units[unit_id]
    if not ground(game.state).water or not body.on_table or flies(body):
        return
    ahead = 0
    for one in (*game.state.inside(unit_id), body):
        numbers = tuple(range(ahead, ahead + len(one.models)))
        ahead += len(one.models)
        if one.ranged == WET_WEAPON:
            await soaked(game, one.id, entered(game.state, one, numbers, gone))


def entered(state: State, unit: Unit, numbers: Sequence[int], gone: Sequence[Unit]) -> tuple[int, ...]:
    """The models of a unit (its places among those of its body are ``numbers``) whose Teppo is dry and who came from
    dry ground into water; who only turns where he stands comes into none."""
    found = dict[int, None]()
    for before, then in pairwise(gone):
        first, last = bases(state, before), bases(state, then)
        if before.ranked and before.facing != then.facing:
            continue
        for n, place in enumerate(numbers):
            if max(place, n) < min(len(first), len(last)) and not unit.models[n].wet and n not in found:
                a, b = first[place], last[place]
                if not _in_water(state, a) and _in_water(state, hull((*a, *b))):
                    found[n] = None
    return tuple(sorted(found))


async def soaked(game: Game[State], id: str, models: tuple[int, ...]) -> None:
    """These models have rolled Ki for their Teppos, front rank first, from the left (KEN-TER-37)."""
    if not models:
        return
    one = game.state.units[id]
    adds = lines(game.state, one, "ki")
    needed = at_least("ki", total(adds))
    faces = await roll(Dice(len(models), 10), "teppo", SOAKED, by=one.seat)
    wet = tuple(n for n, face in zip(models, faces, strict=True) if not passes(face, needed))
    game.emit(TeppoSoaked(
        clause=SOAKED, unit=one.id, models=models, faces=faces, lines=adds, needed=needed, wet=wet
    ))  # fmt: skip


def _in_water(state: State, base: Polygon) -> bool:
    return any(overlapped(piece, (base,)) for piece in ground(state).water)
