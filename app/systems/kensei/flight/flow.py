"""Running away: Honour tests that may end in it, the flight itself, the friends it goes through (RUN)."""

from __future__ import annotations

from app.engine.dice import Dice
from app.engine.flow import Game, roll
from app.engine.modifiers import Line
from app.engine.refusals import Clause
from app.systems.kensei import interruptions
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.charging.events import FormedUp
from app.systems.kensei.charging.way.meeting import meeting
from app.systems.kensei.destruction.flow import destroy
from app.systems.kensei.flight.events import FlightBegan, FlightHeld, Locked, RanThrough, UnitFled
from app.systems.kensei.flight.honour import has_bushi
from app.systems.kensei.flight.honour import honour_lines as honour_lines
from app.systems.kensei.flight.tests import honour_test as honour_test
from app.systems.kensei.flight.way import Course, Flight, away, course, dice_of, tracked
from app.systems.kensei.ground.terrain import mystical_at
from app.systems.kensei.magic.letting_go import let_go
from app.systems.kensei.measure import parts
from app.systems.kensei.moving.buildings.coming_out import set_down
from app.systems.kensei.moving.facing import face
from app.systems.kensei.moving.flow import soak
from app.systems.kensei.orders.spending import lapse
from app.systems.kensei.special.events import Regrouped
from app.systems.kensei.special.regroup import regroup as regroup
from app.systems.kensei.state import Contact, State
from app.systems.kensei.warnings.watch import expire, watch

DICE, NOT_HERE, LEAVES, AT_ONCE, LOCKS, TESTS, STAND, FORMS = (
    c("KEN-RUN-05"), c("KEN-TER-91"), c("KEN-DEF-04"), c("KEN-TER-92"), c("KEN-RUN-23"), c("KEN-RUN-21"),
    c("KEN-RUN-22"), c("KEN-CHG-29"),
)  # fmt: skip
THROUGH = table("flight")["through"]
FROM_CHARGE = "charge"
"""The cause of a flight that a unit chose when it was charged (KEN-RUN-06)."""


async def test_or_flee(
    game: Game[State],
    unit_id: str,
    why: str,
    clause: Clause,
    *,
    more: tuple[Line, ...] = (),  # noqa: PT028
) -> bool:
    """Whether a unit passed an Honour test; if not it has fled, where anything can make it (KEN-TER-98).

    ``why``: defeat, shot, panic, taisho, terror.
    """
    if await honour_test(game, unit_id, why, clause, more=more):
        return True
    await flee(game, unit_id, why, clause)
    return False


async def flee(game: Game[State], unit_id: str, cause: str, clause: Clause, *, chased: bool = True) -> Flight:
    """A unit has run away, friends it went through have tested and perhaps run too (KEN-RUN-30), and enemies left in
    Combat have chased whom they would (KEN-RUN-12) unless ``chased`` is false."""
    body = game.state.body(game.state.units[unit_id]).id
    seen = {str(body): None}
    runs = [await run(game, body, cause, clause)]
    for flight in runs:
        runs += [await run(game, id, "panic", TESTS) for id in await panic(game, flight, seen)]
    for number, flight in enumerate(runs):
        if chased or number:
            await interruptions.chase(game, flight)
    return runs[0]


async def run(game: Game[State], unit_id: str, cause: str, clause: Clause) -> Flight:
    """One flight move was made, if the unit can flee at all, with what comes of where it ended."""
    state, unit = game.state, game.state.units[unit_id]
    if not unit.on_table or unit.locked or state.outcome is not None:
        return Flight(unit_id)
    if (piece := mystical_at(state, parts(state, unit))) is not None:
        game.emit(FlightHeld(clause=NOT_HERE, unit=unit_id, piece=piece.id))
        return Flight(unit_id)
    foes = tuple(str(foe.id) for foe in state.foes_of(unit_id))
    begin(game, unit_id, cause, clause)
    faces = await roll(Dice(dice_of(unit), 10), "flight", DICE, by=unit.seat)
    return (await moved(game, unit_id, faces, foes))._replace(cause=cause)


def begin(game: Game[State], unit_id: str, cause: str, clause: Clause) -> None:
    """The unit runs away: out of Combat, its orders lapsed and those of the characters in it (KEN-RUN-25)."""
    turn = game.state.turn if cause == FROM_CHARGE else 0
    if not game.state.units[unit_id].fleeing or game.state.fighting(unit_id) or turn:
        game.emit(FlightBegan(clause=clause, unit=unit_id, cause=cause, turn=turn))
    for one in (unit_id, *(inside.id for inside in game.state.inside(unit_id))):
        lapse(game, one)
        let_go(game, one, "flees")


async def moved(game: Game[State], unit_id: str, faces: tuple[int, ...], foes: tuple[str, ...]) -> Flight:
    """The unit has gone as far as these dice say, and what it met has its effect."""
    before, unit = game.state, game.state.units[unit_id]
    start = set_down(before, unit) if unit.building else unit
    way, rolled = away(before, unit, start), sum(faces) * 1_000
    found = tracked(before, start, course(before, start, way, rolled))
    fled(game, unit_id, faces, way, found)
    await aftermath(game, unit_id, found, way, before)
    return Flight(unit_id, True, found.distance, way, found.stopped, foes, found.through)


def fled(game: Game[State], unit_id: str, faces: tuple[int, ...], way: int, found: Course) -> None:
    """The flight move is recorded."""
    end = found.end
    spots = () if end.ranked else tuple(model.at for model in end.models)
    game.emit(UnitFled(
        clause=DICE, unit=unit_id, faces=faces, rolled=sum(faces) * 1_000, distance=found.distance, bearing=way,
        at=end.at, facing=end.facing, spots=spots, stopped=found.stopped, at_what=found.what, through=found.through,
        track=found.track,
    ))  # fmt: skip


async def aftermath(game: Game[State], unit_id: str, found: Course, way: int, before: State) -> None:
    """What a flight came to has its effect: off the table, calmed, locked, or seen by an enemy on the watch."""
    await soak(game, unit_id, (found.start, found.end))
    if found.stopped == "edge":
        destroy(game, unit_id, "left", LEAVES)
    elif found.stopped == "mystical":
        game.emit(Regrouped(clause=AT_ONCE, unit=unit_id, how="mystical"))
        await face(game, unit_id, AT_ONCE)
        if game.state.go == before.units[unit_id].seat:
            await watch(game, "regroups", unit_id)
    elif found.stopped == "enemy":
        lock(game, unit_id, found.what, way)
    expire(game)
    if game.state.go == before.units[unit_id].seat and game.state.units[unit_id].on_table:
        await watch(game, "moved", unit=unit_id, before=before)


def lock(game: Game[State], unit_id: str, foe: str, way: int, clause: Clause = LOCKS) -> None:
    """A unit that runs away and an enemy it ran into are locked in Combat (KEN-RUN-23)."""
    met = meet(game, unit_id, foe, way, own=False)
    game.emit(Locked(clause=clause, unit=unit_id, by=foe, contact=met))


def meet(game: Game[State], unit_id: str, foe_id: str, way: int, *, own: bool) -> Contact:
    """The contact of a unit that ran into an enemy; both stand as they must for it.  ``own``: a Charge of next turn."""
    state = game.state
    turn = state.turn + 1 if own else state.turn
    found = meeting(state, state.units[unit_id], state.units[foe_id], way, own=own, turn=turn)
    for one, other in ((found.foe, unit_id), (found.mover, foe_id)):
        if one != state.units[one.id]:
            game.emit(FormedUp(clause=FORMS, unit=one.id, target=other, at=one.at, facing=one.facing, files=one.files,
                               formed=one.formed))  # fmt: skip
    return found.contact


# -- friends in the way ----------------------------------------------------------------------


async def panic(game: Game[State], flight: Flight, seen: dict[str, None]) -> list[str]:
    """The friends a flight went through have taken their Honour tests; those that fail are to run next, in the order in
    which they were passed, none tested twice in one chain (KEN-RUN-21, KEN-RUN-30)."""
    failed = []
    for id in flight.through:
        unit = game.state.units[id]
        if id not in seen and is_shaken(unit):
            seen[id] = None
            if has_bushi(game.state, unit) or await honour_test(game, id, "panic", TESTS):
                stand(game, id, flight.unit)
            else:
                failed.append(id)
    return failed


def is_shaken(unit: Unit) -> bool:
    """Whether friends who run through a unit can shake it: not one that runs itself, nor the Undead (KEN-ARM-28)."""
    return unit.on_table and not unit.fleeing and not unit.has("undead")


def stand(game: Game[State], unit_id: str, by: str) -> None:
    """The unit stands, shaken for two turns (KEN-RUN-22)."""
    game.emit(RanThrough(
        clause=STAND, unit=unit_id, by=by, honour=THROUGH["honour"], initiative=THROUGH["initiative"],
        until=game.state.turn + THROUGH["turns"],
    ))  # fmt: skip
