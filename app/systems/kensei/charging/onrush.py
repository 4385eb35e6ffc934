"""The way of a charge: step by step under the eyes of enemies who wait, with the Charge dice where they fall."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from app.engine.dice import Dice
from app.engine.flow import Game, roll
from app.engine.geometry import distance
from app.engine.modifiers import Line, total
from app.engine.refusals import Clause
from app.engine.shapes import SLACK
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, cm
from app.systems.kensei.charging.events import ChargeBrokenOff, ChargeMoved, ChargeRolled
from app.systems.kensei.charging.rules import clause_of, dice_of, halt, home, last_needs, needs, roll_lines, stands
from app.systems.kensei.charging.way.approach import aim, aim_wall, facing_about
from app.systems.kensei.charging.way.straight import Aim, anchor, is_clear
from app.systems.kensei.measure import parts
from app.systems.kensei.moving.flow import drawn, resumed, steps_between
from app.systems.kensei.moving.ways.travel import allowance, laps, path_cost
from app.systems.kensei.state import State
from app.systems.kensei.stats.rerolls import better
from app.systems.kensei.warnings.watch import first_spring, watch

STRAIGHT, PIVOT, COUNTERS, BROKEN_INTO = c("KEN-CHG-16"), c("KEN-CHG-32"), c("KEN-CHG-48"), c("KEN-WRN-18")
CM = cm(1)


def moved(game: Game[State], here: Unit, target: str, how: str, clause: Clause, cost: int = 0) -> None:
    """A body stands so; what it covered before is drawn."""
    before = game.state.units[here.id]
    length = distance(anchor(before), anchor(here)) if before.ranked == here.ranked else 0
    way = (*drawn(game.state, before), *drawn(game.state, here))
    spots = () if here.ranked else tuple(model.at for model in here.models)
    game.emit(ChargeMoved(
        clause=clause, unit=here.id, target=target, how=how, at=here.at, facing=here.facing, files=here.files,
        formed=here.formed, spots=spots, length=length, cost=cost, way=way,
    ))  # fmt: skip


async def advance(game: Game[State], found: Aim, here: Unit, how: str) -> Aim | None:
    """The charger has gone straight on to there, looked at from cm to cm by enemies who wait (KEN-WRN-15): the aim with
    which it goes on, a fresh one if there are fewer of them now; ``None``: its charge is lost (KEN-WRN-18)."""
    state = game.state
    now, foe = state.units[here.id], state.units.get(found.foe.id)
    clause = COUNTERS if how == "counter" else STRAIGHT
    way = tuple(steps_between(state, (now, placed_as(state, here))))
    while way:
        sprung = first_spring(game.state, here.id, way)
        stop = len(way) - 1 if sprung is None else sprung
        at = game.state
        before = at.with_units({here.id: way[stop - 1]}) if stop else at
        moved(game, way[stop], found.foe.id, how, clause, path_cost(at, now, at.units[here.id], way[stop]))
        if sprung is not None and not await watch(game, "moved", unit=here.id, before=before):
            return None
        rest = resumed(game.state, way[stop], way[stop + 1 :])
        if rest is None or not is_there(game.state, found, foe):
            return None
        if sprung is not None and barred(game.state, rest, foe):
            return None
        way = rest
    return found if is_whole(game.state, found) else again(game.state, found)


def break_off(game: Game[State], unit_id: str, target_id: str) -> None:
    """A charge that was broken into is lost; of one who flees or is gone that is told otherwise (KEN-WRN-18)."""
    unit = game.state.units[unit_id]
    if unit.on_table and not unit.fleeing:
        game.emit(ChargeBrokenOff(clause=BROKEN_INTO, unit=unit_id, target=target_id))


def barred(state: State, rest: Sequence[Unit], foe: Unit | None) -> bool:
    """Whether another enemy has come into the rest of a charger's way (KEN-MOV-48)."""
    shapes = [parts(state, one) for one in rest]
    others = (u for one in rest[:1] for u in state.enemies_of(one.seat) if not u.building)
    return any(laps(shape, parts(state, u)) for u in others if foe is None or u.id != foe.id for shape in shapes)


def is_there(state: State, found: Aim, before: Unit | None) -> bool:
    """Whether the target still stands where it did."""
    if before is None:
        return True
    now = state.units[found.foe.id]
    return now.on_table and (now.at, now.facing, len(now.models)) == (before.at, before.facing, len(before.models))


def is_whole(state: State, found: Aim) -> bool:
    """Whether the charger has as many models as when its charge was aimed."""
    return len(state.units[found.start.id].models) == len(found.start.models)


def again(state: State, found: Aim) -> Aim | None:
    """The same charge aimed from where the charger stands now."""
    unit = state.units[found.start.id]
    foe = state.units.get(found.foe.id)
    made = aim_wall(state, unit, found.foe.id) if foe is None else aim(state, unit, foe)
    return made if isinstance(made, Aim) else None


def placed_as(state: State, here: Unit) -> Unit:
    """The unit as it is now, standing as another picture of it does."""
    now = state.units[here.id]
    models = now.models if here.ranked else tuple(
        replace(model, at=there.at) for model, there in zip(now.models, here.models, strict=True)
    )  # fmt: skip
    return replace(now, at=here.at, facing=here.facing, files=here.files, formed=here.formed, models=models)


def pivot(game: Game[State], found: Aim) -> None:
    """The charger has turned about its centre towards the edge it means to hit, if there is room (KEN-CHG-32)."""
    state = game.state
    turned = facing_about(state, state.units[found.start.id], found.edge.inward)
    if is_clear(state, turned, found.foe) and stands(state, turned):
        moved(game, turned, found.foe.id, "pivot", PIVOT)


async def reaches(
    game: Game[State], found: Aim, with_move: str, less: int, beyond: int = 0
) -> tuple[Aim | None, bool]:  # fmt: skip
    """The aim with which the charger goes on (``None``: its charge is lost), and whether its movement and its dice
    carry it home; if not it stands where it came to (KEN-CHG-09, KEN-CHG-10, -13, -16, -33).

    ``beyond``: what is needed after the straight way, in 1/100 mm.
    """
    if found.pivot:
        return await reaches_turned(game, found, with_move, less)
    needed, spent = needs(game.state, found) + beyond, 0
    if with_move:
        allowed = allowance(game.state, found.start, with_move)
        if allowed + SLACK >= needed:
            return found, True
        here, _ = halt(game.state, found, allowed)
        spent = path_cost(game.state, found.start, found.start, here)
        moved_to = await advance(game, found, here, "move")
        if moved_to is None:
            return None, False
        if moved_to is not found:
            found, needed, spent = moved_to, needs(game.state, moved_to) + beyond, 0
    rolled = await throw(game, found, needed - spent, less)
    if spent + rolled + SLACK >= needed:
        return found, True
    return await fallen_short(game, found, spent + rolled), False


async def fallen_short(game: Game[State], found: Aim, budget: int) -> Aim | None:
    """The charger has gone as far as so much takes it (KEN-CHG-16)."""
    here, gone = halt(game.state, found, budget)
    if gone <= 0 or anchor(game.state.units[here.id]) == anchor(here):
        return found
    return await advance(game, found, here, "charge")


async def reaches_turned(
    game: Game[State], found: Aim, with_move: str, less: int
) -> tuple[Aim | None, bool]:  # fmt: skip
    """The same for an Indirect Charge: to 5 cm, a pivot, and dice that must come to 5 (KEN-CHG-33, KEN-CHG-55)."""
    state = game.state
    needed = needs(state, found)
    if needed > 0:
        allowed = allowance(state, found.start, with_move)
        here, _ = home(state, found) if allowed + SLACK >= needed else halt(state, found, allowed)
        moved_to = await advance(game, found, here, "move")
        if moved_to is None or allowed + SLACK < needed:
            return moved_to, False
        found = moved_to
    pivot(game, found)
    last = last_needs(game.state, found)
    return found, await throw(game, found, last, less) + SLACK >= last


async def throw(game: Game[State], found: Aim, needed: int, less: int) -> int:
    """The Charge dice have fallen: how far they carry, in 1/100 mm (KEN-CHG-06 to KEN-CHG-08)."""
    unit = game.state.units[found.start.id]
    faces = await roll(Dice(dice_of(unit), 10), "charge", clause_of(unit), by=unit.seat)
    lines = (*roll_lines(unit), *((Line("battle_cry", -less, c("KEN-ABI-03")),) if less else ()))
    if (sum(faces) + total(lines)) * CM < needed:
        faces = await better(game, unit.id, faces, lambda _: False, "charge", clause_of(unit))
    came = max(0, sum(faces) + total(lines))
    game.emit(ChargeRolled(clause=clause_of(unit), unit=unit.id, target=found.foe.id, faces=faces, lines=lines,
                           total=came, needed=needed, reached=came * CM + SLACK >= needed))  # fmt: skip
    return came * CM
