"""A unit goes its way: looked at from cm to cm by enemies who wait, friends passed, Teppos in the water."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from app.engine.dice import Dice
from app.engine.flow import Game, roll
from app.engine.geometry import Polygon, along, distance
from app.engine.modifiers import total
from app.engine.refusals import Clause
from app.engine.shapes import hull
from app.systems.kensei.army import Unit, UnitId
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.events.moving import FriendsPassed, TeppoSoaked, UnitMoved
from app.systems.kensei.flows.spending import pay
from app.systems.kensei.flows.watch import first_spring, watch
from app.systems.kensei.measure import Parts, bases, footprint, placed, spread
from app.systems.kensei.rolls import passes
from app.systems.kensei.state import State
from app.systems.kensei.stats import at_least, lines
from app.systems.kensei.terrain import ground, overlapped
from app.systems.kensei.travel import flies

THROUGH, SHORT, SOAKED, KI = c("KEN-MOV-14"), c("KEN-MOV-15"), c("KEN-TER-37"), c("KEN-STA-28")
AP: int = table("movement")["pass_through"]["ap"]
EVERY = cm(table("orders")["watch"]["every"])
WET_WEAPON = "teppo"


async def go(
    game: Game[State], unit_id: str, stations: Sequence[Unit], mode: str, clause: Clause, *, cost: int = 0
) -> bool:
    """Whether a unit came to the last of some positions; it went through them one by one from the first, where it
    stands (KEN-MOV-03).

    An enemy's Warning Order that one of them springs is answered there, and may end the way (KEN-WRN-15, KEN-WRN-18).
    """
    start = game.state
    way = tuple(steps_between(game.state, stations))
    at, arrived = 0, True
    while at < len(way):
        sprung = first_spring(game.state, unit_id, way[at:])
        halt = len(way) - 1 if sprung is None else at + sprung
        before = game.state
        if halt > at:
            before = replace(before, units={**before.units, unit_id: way[halt - 1]})
        last = halt == len(way) - 1
        emit_moved(game, way[at : halt + 1], mode, clause, cost if last else 0)
        if sprung is not None and not await watch(game, "moved", unit=unit_id, before=before):
            arrived = False
            break
        if not last and not _same_place(game.state, game.state.units[unit_id], way[halt]):
            arrived = False
            break
        at = halt + 1
    if game.state.units[unit_id].on_table:
        await soak(game, start, unit_id)
    return arrived


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
        way=(*drawn(game.state, game.state.units[end.id]), *drawn(game.state, end)),
    ))  # fmt: skip


def drawn(state: State, unit: Unit) -> tuple[Polygon, ...]:
    """What is drawn of a position: the rectangle of a formation, the base of each loose model."""
    return (footprint(state, unit),) if unit.ranked else bases(state, unit)


def _same_place(state: State, now: Unit, was: Unit) -> bool:
    """Whether a unit is still where it stopped, as many as it was, free to go on."""
    here = (now.at, now.facing, len(now.models)) == (was.at, was.facing, len(was.models))
    spots = tuple(m.at for m in now.models) == tuple(m.at for m in was.models) if now.loose else True
    free = now.on_table and not now.fleeing and not state.fighting(now.id)
    return free and here and spots and now.ranked == was.ranked


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


async def soak(game: Game[State], start: State, unit_id: str) -> None:
    """Every Teppo that came into water on the way has diced for being wet, those of characters in the unit after the
    others (KEN-TER-36, KEN-TER-37)."""
    body = game.state.units[unit_id]
    for one in (body, *game.state.inside(unit_id)):
        found = entered(start, game.state, one) if one.ranged == WET_WEAPON else ()
        if not found:
            continue
        adds = lines(game.state, one, "ki")
        needed = at_least("ki", total(adds))
        faces = await roll(Dice(len(found), 10), "teppo", SOAKED, by=one.seat)
        wet = tuple(n for n, face in zip(found, faces, strict=True) if not passes(face, needed))
        game.emit(TeppoSoaked(
            clause=SOAKED, unit=one.id, models=found, faces=faces, lines=adds, needed=needed, wet=wet
        ))  # fmt: skip


def entered(start: State, now: State, unit: Unit) -> tuple[int, ...]:
    """The numbers of its models whose Teppo is dry and who came into water from dry ground since then."""
    was = start.units[unit.id]
    if flies(unit) or len(was.models) != len(unit.models):
        return ()
    first, last = own_bases(start, was), own_bases(now, unit)
    return tuple(
        n for n, (model, a, b) in enumerate(zip(unit.models, first, last, strict=True))
        if not model.wet and not _in_water(start, a) and (_in_water(now, b) or _in_water(now, hull((*a, *b))))
    )  # fmt: skip


def own_bases(state: State, unit: Unit) -> Parts:
    """The bases of its own models, without those of characters in it."""
    return bases(state, unit)[-len(unit.models) :] if unit.ranked else bases(state, unit)


def _in_water(state: State, base: Polygon) -> bool:
    return any(overlapped(piece, (base,)) for piece in ground(state).water)

