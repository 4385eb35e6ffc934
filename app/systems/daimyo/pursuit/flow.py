"""After a rout: holding, advancing, pursuing, and striking at backs (DAI-PUR-04 to -09, -12 to -14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from app.engine.asks import Ask
from app.engine.dice import Dice
from app.engine.domains import Pick
from app.engine.flow import Game, decide, roll
from app.engine.formations import Formation
from app.engine.modifiers import total
from app.engine.refusals import Refusal, refuse
from app.engine.shapes import overlaps
from app.engine.trig import bearing
from app.systems.daimyo.book import c, cm, table
from app.systems.daimyo.charging.impact import edge_of, first_contact, flush
from app.systems.daimyo.interruptions import carry_out, test
from app.systems.daimyo.measure import contacts, ground_of, nearest, touching, zone
from app.systems.daimyo.melee.eligible import ranks_of
from app.systems.daimyo.melee.events import StandStruck
from app.systems.daimyo.melee.groups import touches
from app.systems.daimyo.melee.striking import NEEDED, Strike, strike_lines
from app.systems.daimyo.morale.rules import BY_CAVALRY, charge_reasons
from app.systems.daimyo.moving.costs import dice_distance
from app.systems.daimyo.moving.flow import settle
from app.systems.daimyo.moving.ground.cover import obstacles
from app.systems.daimyo.moving.ground.terrain import is_foe, refuse_place
from app.systems.daimyo.moving.travel import Journey, last_clear, straight
from app.systems.daimyo.organisation.losses import claim_guns, take_hits
from app.systems.daimyo.pursuit.events import AfterRout, PursuitAttack, PursuitMet, PursuitRolled
from app.systems.daimyo.state import State, Unit, UnitId

CHOOSES, RUNS, CAUGHT, FRESH, HELD, WALLS, MUST, ABLE, BEHIND = (
    c("DAI-PUR-04"), c("DAI-PUR-06"), c("DAI-PUR-08"), c("DAI-PUR-09"), c("DAI-MOR-19"), c("DAI-PUR-04"),
    c("DAI-MOR-29"), c("DAI-PUR-14"), c("DAI-CHG-16"),
)  # fmt: skip
ADVANCE = cm(table("pursuit")["advance"]["distance"])
LASTS: int = table("morale")["pursuing"]["turns"]
LEAVES = ("retire", "retreat", "rout")


class Fled(NamedTuple):
    """A winner, and the enemies it fought that have fled from it."""

    unit: UnitId
    foes: tuple[UnitId, ...]


class Chosen(NamedTuple):
    """What a winner does about an enemy that fled: hold, advance or pursue."""

    unit: UnitId
    target: UnitId
    choice: str


# -- the choice -------------------------------------------------------------------------


async def after_rout(game: Game[State], winners: Sequence[UnitId], loser: UnitId) -> None:
    """Each of these units that is in contact with nobody has held, advanced or pursued the unit that fled (PUR-04)."""
    await aftermath(game, tuple(Fled(unit, (loser,)) for unit in winners))


async def aftermath(game: Game[State], fled: Sequence[Fled]) -> None:
    """The winners have chosen in their order and gone (DAI-PUR-06, DAI-PUR-16)."""
    chosen: list[Chosen] = []
    for it in fled:
        if game.state.outcome is None and is_free(game.state, it.unit):
            chosen.append(await choose(game, it))
    await go(game, chosen)


async def go(game: Game[State], chosen: Sequence[Chosen]) -> None:
    """Those that advance have, those that pursue have run in their order, and then struck (DAI-PUR-06, DAI-PUR-16)."""
    for it in chosen:
        if it.choice == "advance":
            await advance(game, it.unit)
    runs = [it for it in chosen if it.choice == "pursue"]
    reached = [(it, await chase(game, it.unit, it.target)) for it in runs]
    for it, met in reached:
        await meet(game, it.unit, it.target, met)


def is_free(state: State, unit_id: UnitId) -> bool:
    """Whether a winner may choose: troops in contact with nobody (DAI-PUR-04, DAI-PUR-14)."""
    unit = state.units[unit_id]
    return unit.on_table and unit.troops and not unit.routing and not engaged(state, unit)


def engaged(state: State, unit: Unit) -> tuple[Unit, ...]:
    """Enemies in contact with a unit, routing ones too; a gun without a crew is none."""
    return tuple(foe for foe in contacts(state, unit) if not foe.abandoned)


async def choose(game: Game[State], it: Fled) -> Chosen:
    """Whom the unit would pursue, and whether it holds, advances or does so (DAI-PUR-04)."""
    state = game.state
    unit, target = state.units[it.unit], nearest_of(state, it)
    facts = {"unit": str(unit.id), "target": str(target)}
    options = choices(state, unit, state.units[target])
    default = "hold" if options["hold"] is None else "pursue"
    said = await decide(Ask(unit.seat, "rout.after", Pick(options), CHOOSES, default=default, facts=facts))
    game.emit(AfterRout(clause=CHOOSES, unit=it.unit, target=target, choice=said))
    return Chosen(it.unit, target, said)


def nearest_of(state: State, it: Fled) -> UnitId:
    """The nearest of the enemies that fled, of those still on the table if there are any."""
    left = [state.units[foe] for foe in it.foes if state.units[foe].on_table]
    near = nearest(state, state.units[it.unit], left)
    return near.id if near else it.foes[0]


def choices(state: State, unit: Unit, target: Unit) -> dict[str, Refusal | None]:
    """Hold, advance and pursue with what stands against each; a frenzied unit must pursue when it can (DAI-MOR-29)."""
    pursuit = refuse_pursuit(state, unit, target)
    must = refuse("pursuit.frenzied", MUST, unit=unit.id) if unit.frenzied and pursuit is None else None
    return {"hold": must, "advance": must or refuse_going(state, unit), "pursue": pursuit}


def refuse_going(state: State, unit: Unit) -> Refusal | None:
    """Why a winner may not leave its place (DAI-MOR-19, DAI-PUR-04, DAI-PUR-14)."""
    if not unit.troops:
        return refuse("pursuit.no-troops", ABLE, unit=unit.id)
    if unit.halted_until >= max(1, state.turn):
        return refuse("pursuit.halted", HELD, unit=unit.id, until=unit.halted_until)
    return refuse("pursuit.inside", WALLS, unit=unit.id) if unit.building else None


def refuse_pursuit(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Why a winner may not pursue an enemy that fled."""
    if no := refuse_going(state, unit):
        return no
    return None if target.on_table else refuse("pursuit.gone", RUNS, unit=unit.id, target=target.id)


async def advance(game: Game[State], unit_id: UnitId) -> None:
    """The unit has gone 3 cm straight ahead, or as far as it could and keep 1 cm from enemies (PUR-04, MOV-21)."""
    state = game.state
    unit = state.units[unit_id]
    way = straight(state, unit, unit.facing, min(ADVANCE, room_ahead(state, unit)), "advance")
    crossed = (*way.crossed, *(astride(state, unit) if way.distance else ()))
    await settle(game, unit_id, way.end, "advance", CHOOSES, used=way.used, allowed=ADVANCE, through=way.through,
                 crossed=crossed, leaders=way.leaders)  # fmt: skip


def astride(state: State, unit: Unit) -> tuple[str, ...]:
    """The obstacles across which a unit has fought: it crosses them when it goes after its enemy (DAI-MEL-30)."""
    return tuple(patch.piece for patch in obstacles(state) if overlaps(unit.outline, patch.outline))


def room_ahead(state: State, unit: Unit) -> int:
    """How far a unit may advance until it is 1 cm from an enemy, in 1/100 mm (DAI-MOV-21)."""
    mine = ground_of(state, unit)
    foes = (ground_of(state, foe) for foe in state.fielded() if is_foe(state, unit, foe))
    return min((last_clear(mine, unit.facing, theirs, ADVANCE) for theirs in foes), default=ADVANCE)


# -- the pursuit ------------------------------------------------------------------------


async def pursue(game: Game[State], unit_id: UnitId, target_id: UnitId) -> None:
    """The unit has run after an enemy that fled, and done what it does to whom it reached (DAI-PUR-06, -08, -09)."""
    await meet(game, unit_id, target_id, await chase(game, unit_id, target_id))


async def chase(game: Game[State], unit_id: UnitId, target_id: UnitId) -> tuple[UnitId, ...]:
    """The unit has rolled and run straight after the target; the enemies it is now in contact with (DAI-PUR-06)."""
    state = game.state
    if state.outcome is not None or refuse_pursuit(state, state.units[unit_id], state.units[target_id]):
        return ()
    (face,) = await roll(Dice(1), "pursuit", RUNS, by=state.units[unit_id].seat)
    state = game.state
    length = dice_distance(state, state.units[unit_id], face)
    game.emit(PursuitRolled(clause=RUNS, unit=unit_id, target=target_id, face=face, distance=length,
                            until=state.turn + LASTS))  # fmt: skip
    fence = astride(game.state, game.state.units[unit_id])
    way = course_after(game.state, game.state.units[unit_id], game.state.units[target_id], length)
    end = brought_up(game.state, game.state.units[unit_id], way)
    crossed = (*way.crossed, *(fence if way.distance else ()))
    await settle(game, unit_id, end, "pursuit", RUNS, used=way.used, allowed=length, through=way.through,
                 crossed=crossed, leaders=way.leaders)  # fmt: skip
    state = game.state
    return tuple(foe.id for foe in engaged(state, state.units[unit_id]))


def course_after(state: State, unit: Unit, target: Unit, length: int) -> Journey:
    """The way of a pursuer: as the enemy ran, or straight towards him where only that comes up to him (DAI-PUR-06).

    It turns to its way on the spot, if there is room for that; else it goes on as it faces.
    """
    headings = (target.facing, towards(unit, target), unit.facing)
    ways = [straight(state, replace(unit, facing=way), way, length, "pursuit") for way in headings]
    clear = [way for way in ways if refuse_place(state, unit, way.end, near_enemy=False) is None]
    met = [way for way in clear if way.stopped == "enemy" and way.by == target.id]
    return (*met, *clear, Journey(unit.formation, 0, 0))[0]


def towards(unit: Unit, target: Unit) -> int:
    """The heading from a unit's front to the middle of another, in 1/100 degree."""
    there = target.formation.centre
    return unit.facing if there == unit.at else bearing(there.x - unit.at.x, there.y - unit.at.y)


def brought_up(state: State, unit: Unit, way: Journey) -> Formation:
    """Where a pursuer stands at the end of its way: flush against the enemy it ran into, if there is room."""
    if way.stopped != "enemy":
        return way.end
    foe = state.units[way.by]
    met, there = first_contact(way.end, ground_of(state, foe)), replace(unit, at=way.end.at, facing=way.end.facing)
    if met is None or touching(state, there, foe):
        return way.end
    edge = edge_of(state, foe, zone(foe, unit.at), met, way.end.facing)
    place = flush(state, unit, foe, way.end, met, edge)
    return place[0] if place else way.end


async def meet(game: Game[State], unit_id: UnitId, target_id: UnitId, met: tuple[UnitId, ...]) -> None:
    """Routers that were reached have been struck; other enemies stand against the pursuer (DAI-PUR-08, DAI-PUR-09)."""
    for foe in met:
        state = game.state
        if state.outcome is not None or state.units[foe] not in engaged(state, state.units[unit_id]):
            continue
        if state.units[foe].routing:
            await pursuit_attack(game, unit_id, foe)
        else:
            await run_into(game, unit_id, foe, fresh=foe != target_id)
    if game.state.outcome is None:
        await claim_guns(game)


async def run_into(game: Game[State], unit_id: UnitId, foe_id: UnitId, fresh: bool) -> None:
    """The enemy stands against the pursuer; a fresh one has tested as if charged, and on a pass may only stand.

    DAI-PUR-09.  One that was retreating is caught from behind and does not test again (DAI-CHG-16).
    """
    game.emit(PursuitMet(clause=FRESH if fresh else BEHIND, unit=unit_id, target=foe_id))
    foe = game.state.units[foe_id]
    due = untested(foe, charge_reasons(foe, game.state.units[unit_id]))
    if not (due and fresh):
        return
    said = await test(game, foe_id, max(due), unit_id)
    if said in LEAVES:
        await carry_out(game, foe_id, said, unit_id)


def untested(foe: Unit, due: tuple[int, ...]) -> tuple[int, ...]:
    """The reasons for which it has yet to test in this activation: once, and again only for cavalry (DAI-CHG-12)."""
    again = BY_CAVALRY in due and BY_CAVALRY not in foe.tested
    return due if again or not foe.tested else ()


# -- the attack -------------------------------------------------------------------------


def catchers(state: State, unit: Unit, target: Unit) -> tuple[tuple[int, str], ...]:
    """The stands that strike at routers, each with its place: as in a first round, whether or not they have fought."""
    front = [touch.number for touch in touches(state, unit, target) if touch.edge == "front"]
    deep = ranks_of(unit, first=True) > 1
    second = [n + unit.files for n in front if deep and n + unit.files < unit.stands]
    return (*((n, "front") for n in front), *((n, "second") for n in second))


async def pursuit_attack(game: Game[State], unit_id: UnitId, target_id: UnitId) -> None:
    """The unit has struck at routers in contact; they do not strike back and do not test (DAI-PUR-08)."""
    state = game.state
    unit, target = state.units[unit_id], state.units[target_id]
    stands = catchers(state, unit, target)
    if not stands:
        return
    game.emit(PursuitAttack(clause=CAUGHT, unit=unit_id, target=target_id, stands=len(stands)))
    faces = await roll(Dice(2 * len(stands)), "pursuit-attack", CAUGHT, by=unit.seat)
    hits = 0
    for (number, place), pair in zip(stands, zip(faces[::2], faces[1::2], strict=True), strict=True):
        lines = strike_lines(Strike(state=state, me=unit, foe=target, place=place, chasing=True))
        score = sum(pair) + total(lines)
        hits += score >= NEEDED
        game.emit(StandStruck(
            clause=CAUGHT, unit=unit_id, number=number + 1, target=target_id, place=place, faces=pair, lines=lines,
            total=score, needed=NEEDED, passed=score >= NEEDED, why="pursuit-attack",
        ))  # fmt: skip
    await take_hits(game, target_id, hits, unit_id, CAUGHT, "pursuit")
