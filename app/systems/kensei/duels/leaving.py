"""A character breaks away from a Combat, and enemy characters run after him (KEN-CNF-06 to KEN-CNF-11)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from app.engine.asks import Ask
from app.engine.dice import Dice
from app.engine.domains import Spot, yes_no
from app.engine.flow import Game, ask, decide, roll
from app.engine.formations import spot
from app.engine.geometry import Point
from app.engine.refusals import Fact
from app.engine.shapes import SLACK
from app.engine.trig import TURN
from app.engine.trig import bearing as bearing_of
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.combat.blows.dice import may_strike, total_dice
from app.systems.kensei.combat.blows.strike import strike
from app.systems.kensei.duels.breaking import (
    WAYS,
    is_open,
    leaving_lines,
    out_of,
    pursuers,
    stands_now,
    swiftest,
    there,
    towards,
    where_to,
)
from app.systems.kensei.duels.events import CharacterLeft, LeaveTried, PursuerMoved
from app.systems.kensei.measure import bases, between
from app.systems.kensei.moving.flow import go
from app.systems.kensei.moving.ways.travel import refuse_place
from app.systems.kensei.state import Contact, State
from app.systems.kensei.stats.rolls import opposed

TRIES, GOES, MAY, RUNS, ROUND = (
    c("KEN-CNF-06"), c("KEN-CNF-07"), c("KEN-CNF-09"), c("KEN-CNF-10"), c("KEN-CNF-11"),
)  # fmt: skip
LEAVE, PURSUE = table("duels")["leave"], table("duels")["pursue"]
PACE = cm(1)


async def leave_combat(game: Game[State], character_id: str) -> bool:
    """Whether a character got out of his unit, which is in Combat; the AP are paid (KEN-CNF-06 to KEN-CNF-08).

    He has gone where his dice let him, and those enemies who would and could have run after him.
    """
    state = game.state
    him = state.units[character_id]
    host = state.units[him.host]
    chasers = tuple(one.id for one in pursuers(state, host))
    if not await beats(game, him, swiftest(state, host), "leave", host):
        game.emit(LeaveTried(clause=TRIES, unit=him.id, host=host.id, passed=False))
        return False
    faces = await roll(Dice(LEAVE["dice"], 10), "leave", GOES, by=him.seat)
    reach = sum(faces) * PACE
    game.emit(LeaveTried(clause=GOES, unit=him.id, host=host.id, passed=True, faces=faces, reach=reach))
    if not await gone(game, him, host, reach):
        return False
    for id in chasers:
        await pursued(game, id, character_id)
    return True


async def beats(game: Game[State], one: Unit, other: Unit, why: str, body: Unit) -> bool:
    """Whether one wins an Initiative roll; who ran into his enemies in flight loses without dice (KEN-RUN-24)."""
    state = game.state
    if body.locked or state.body(other).locked:
        return not body.locked
    sides = [(u.seat, str(u.id), leaving_lines(state, u)) for u in (one, other)]
    return await opposed(game, sides[0], sides[1], why, TRIES)


async def gone(game: Game[State], him: Unit, host: Unit, reach: int) -> bool:
    """Whether he had a place to go to; he stands there alone, unless an enemy stopped him on his way."""
    state = game.state
    domain = where_to(state, him, reach)
    if domain is None:
        return False
    start = stands_now(state, him)
    facts: dict[str, Fact] = {"unit": str(him.id), "most": reach}
    said: Spot = await ask(Ask(him.seat, "leave.to", domain, GOES, default=domain.sure[0], facts=facts))
    game.emit(CharacterLeft(
        clause=GOES, unit=him.id, host=host.id, at=start, facing=host.facing, honour=LEAVE["honour"],
        until=state.turn + 1,
    ))  # fmt: skip
    alone = game.state.units[him.id]
    await go(game, him.id, (there(alone, start), there(alone, said.at)), "march", GOES)
    return True


# -- those who run after him -------------------------------------------------------------------


async def pursued(game: Game[State], chaser: str, quarry: str) -> None:
    """An enemy character has run after one who broke away, if his player would and his Initiative let him; if he
    reached him the two have fought a round, the pursuer first (KEN-CNF-09 to KEN-CNF-11)."""
    if not await wants(game, chaser, quarry):
        return
    state = game.state
    him, prey = state.units[chaser], state.units[quarry]
    if not await beats(game, him, prey, "pursue", state.body(him)):
        return
    faces = await roll(Dice(PURSUE["dice"], 10), "pursue", RUNS, by=him.seat)
    event = pursuit(game.state, him, prey, faces)
    if event is None:
        return
    game.emit(event)
    if event.contact is not None:
        for one, other in ((chaser, quarry), (quarry, chaser)):
            await struck(game, one, other)


async def wants(game: Game[State], chaser: str, quarry: str) -> bool:
    """Whether a character who still can goes after one who broke away and is still alone."""
    state = game.state
    him, prey = state.units[chaser], state.units[quarry]
    body = state.body(him)
    if not (him.on_table and prey.on_table) or prey.host or body.locked or body.fleeing or body.building:
        return False
    facts = {"unit": chaser, "target": quarry}
    return await decide(Ask(him.seat, "leave.pursue", yes_no(), MAY, default="no", facts=facts)) == "yes"


def pursuit(state: State, him: Unit, prey: Unit, faces: tuple[int, ...]) -> PursuerMoved | None:
    """Where the pursuer comes to, as far as other bodies and the ground let him, and whether he is in contact; ``None``
    if there is no room for him to run (KEN-CNF-08, KEN-CNF-10)."""
    start, end = stands_now(state, him), stands_now(state, prey)
    way, reach = bearing_of(end.x - start.x, end.y - start.y), sum(faces) * PACE
    gap = between(bases(state, him), bases(state, prey))
    if reach < gap or not is_open(state, him, way, max(0, gap - SLACK)):
        at = towards(state, him, way, reach)
        return None if at is None else PursuerMoved(
            clause=RUNS, unit=him.id, target=prey.id, faces=faces, reach=reach, gap=gap, at=at, front=at, facing=way
        )  # fmt: skip
    way = next(iter(ways_in(state, him, prey, end, way)), way)
    front, at = beside(him, prey, end, way)
    contact = Contact(by=him.id, on=prey.id, zone="front", turn=state.turn)
    return PursuerMoved(
        clause=ROUND, unit=him.id, target=prey.id, faces=faces, reach=reach, gap=gap, at=at, front=front,
        facing=way, contact=contact, target_front=front,
    )  # fmt: skip


def ways_in(state: State, him: Unit, prey: Unit, end: Point, way: int) -> Iterator[int]:
    """Bearings on which he comes upon the other with room to stand, those nearest to the straight one first."""
    without = out_of(state, him)
    for turn in sorted(range(-TURN // 2, TURN // 2, TURN // WAYS), key=abs):
        bearing = (way + turn) % TURN
        here = replace(there(him, beside(him, prey, end, bearing)[1]), facing=bearing)
        if refuse_place(without.with_units({him.id: here}), here) is None:
            yield bearing


def beside(him: Unit, prey: Unit, end: Point, way: int) -> tuple[Point, Point]:
    """Where the fronts of two meet who face each other along a bearing, and the middle of the base of the one."""
    front = spot(end, way, 0, -(prey.base_depth // 2))
    return front, spot(front, way, 0, -(him.base_depth // 2))


async def struck(game: Game[State], one: str, other: str) -> None:
    """One of the two has struck at the other, if both still live."""
    state = game.state
    me = state.units[one]
    if me.on_table and state.units[other].on_table and may_strike(state, me):
        await strike(game, one, other, total_dice(state, me), free=True)
