"""Riding the lightning: off the table in a flash, and down again where the bearer means to be (section 4.8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from app.engine.asks import Ask
from app.engine.domains import Place, Spot
from app.engine.events import Seat
from app.engine.flow import Game, decide
from app.engine.formations import spot
from app.engine.geometry import Point
from app.engine.modifiers import Line
from app.engine.refusals import Refusal, refuse
from app.engine.views import Preview
from app.systems.kensei.abilities.events import SKY
from app.systems.kensei.armies.lists import ABILITIES
from app.systems.kensei.army import Timed, Unit, Written
from app.systems.kensei.book import c, cm
from app.systems.kensei.deployment.appearing import at_spot, ghosts
from app.systems.kensei.deployment.cards.places import around, base_on, patterns, refuse_spots, shifted, whole
from app.systems.kensei.deployment.events import SpotWritten
from app.systems.kensei.ideas import proposals
from app.systems.kensei.magic.events import LightningLeft, LightningTried
from app.systems.kensei.measure import closer, middle, parts
from app.systems.kensei.orders.spending import pay
from app.systems.kensei.state import State
from app.systems.kensei.stats.ki import ki_lines
from app.systems.kensei.stats.rolls import d10, test
from app.systems.kensei.warnings.watch import watch

RIDE = "ride_the_lightning"
ABILITY = ABILITIES[RIDE]
CLAUSE = c(ABILITY.clause)
CLEAR = cm(ABILITY.apart)
BACK = ABILITY.effect[0]
TENTH = 3_600
"""A direction by a die: a tenth of a turn for each pip."""
FAR = 200_000
Spots = tuple[Point, ...]


async def ride(game: Game[State], unit_id: str) -> None:
    """The unit has left the table for a place of its owner's choice, 5 cm or more from every unit."""
    state = game.state
    unit = state.units[unit_id]
    sure = next(iter(free_places(state, unit)), None)
    if sure is None or state.fighting(unit_id):
        return
    place = Place(
        radius=unit.base_width // 2, zones=(whole(state.table),), test=partial(refuse_place, state, unit),
        propose=partial(proposals.anywhere_on, state.table), sure=(Spot(sure),), look=partial(look, unit),
        piece=unit.id,
    )  # fmt: skip
    question = Ask(unit.seat, "lightning.where", place, CLAUSE, Spot(sure), facts={"unit": unit.id}, secret=True)
    said = await decide(question)
    written = Written(spots=laid(unit, said.at), facing=unit.facing, turn=state.turn + 1)
    effect = Timed(key=RIDE, stat=SKY, clause=CLAUSE)
    game.emit(LightningLeft(clause=CLAUSE, unit=unit.id, effect=effect))
    game.emit(SpotWritten(clause=CLAUSE, seen_by=(unit.seat,), seat=unit.seat, unit=unit.id, written=written))


def laid(unit: Unit, at: Point) -> Spots:
    """Where its models stand about a place."""
    return shifted(next(patterns(len(unit.models), unit)), at)


def refuse_place(state: State, unit: Unit, said: Spot) -> Refusal | None:
    """Why it cannot come down there: no room, or another unit nearer than 5 cm."""
    spots = laid(unit, said.at)
    return refuse_spots(state, unit, spots) or refuse_crowd(state, unit, spots)


def refuse_crowd(state: State, unit: Unit, spots: Spots) -> Refusal | None:
    """The unit that is too near, if any is."""
    mine = tuple(base_on(unit, at) for at in spots)
    other = next((u for u in state.fielded() if u.id != unit.id and closer(mine, parts(state, u), CLEAR)), None)
    return refuse("lightning.near", CLAUSE, unit=unit.id, other=other.id, reach=CLEAR) if other else None


def free_places(state: State, unit: Unit) -> Iterator[Point]:
    """Places where it may come down, the nearest to the middle of the table first."""
    start = Point(state.table.width // 2, state.table.depth // 2)
    for way in around(FAR):
        at = Point(start.x + way.x, start.y + way.y)
        if refuse_place(state, unit, Spot(at)) is None:
            yield at


def look(unit: Unit, said: Spot) -> Preview:
    """Its bases, drawn there."""
    return Preview(marks=ghosts(unit, laid(unit, said.at)))


# -- down again -----------------------------------------------------------------------


async def come_down(game: Game[State], seat: Seat) -> None:
    """Every unit of a side that is in the sky since an earlier turn has tried to come down."""
    for unit in tuple(game.state.units.values()):
        if unit.seat == seat and unit.fate == "reserve" and unit.under(SKY):
            await try_down(game, unit.id)


async def try_down(game: Game[State], unit_id: str) -> None:
    """A Ki test, each time with 1 more; who needed a second one drifts d10 cm; he comes with 1 AP."""
    unit = game.state.units[unit_id]
    written = unit.written
    assert written is not None
    tries = next(one.add for one in unit.timed if one.stat == SKY) + 1
    ki = (*ki_lines(game.state, unit), Line(RIDE, tries * BACK.add, CLAUSE))
    if not await test(game, unit_id, "ki", ki, "ability", CLAUSE):
        waits = Timed(key=RIDE, stat=SKY, add=tries, clause=CLAUSE)
        game.emit(LightningTried(clause=CLAUSE, unit=unit.id, effect=waits, spots=written.spots,
                                 turn=game.state.turn + 1))  # fmt: skip
        return
    spots, drift = written.spots, 0
    if tries > 1:
        drift = cm(await d10("scatter", CLAUSE, unit.seat))
        spots = drifted(spots, drift, await d10("scatter-way", CLAUSE, unit.seat))
    game.emit(LightningTried(clause=CLAUSE, unit=unit.id, effect=None, spots=spots, drift=drift,
                             turn=game.state.turn))  # fmt: skip
    before = game.state
    await at_spot(game, game.state.units[unit_id], spots)
    now = game.state.units[unit_id]
    if now.on_table:
        pay(game, unit_id, now.ap - BACK.ap, RIDE, CLAUSE)
        await watch(game, "event", unit_id, before=before)


def drifted(spots: Spots, drift: int, pip: int) -> Spots:
    """The places, moved so far in the direction of a die: a tenth of a turn for each pip."""
    here = middle(spots)
    there = spot(here, pip * TENTH % 36_000, 0, drift)
    return shifted(spots, Point(there.x - here.x, there.y - here.y))
