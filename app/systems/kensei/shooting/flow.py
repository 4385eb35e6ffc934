"""A volley, from the measuring of its range to the flight of those it broke (KEN-RNG-40, KEN-RUN-10)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from app.engine.dice import Dice
from app.engine.flow import Game, roll
from app.engine.modifiers import total
from app.systems.kensei.army import Timed, Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.combat.armoury import WEAPONS
from app.systems.kensei.destruction.flow import allocate
from app.systems.kensei.flight.events import HalfShot
from app.systems.kensei.flight.flow import test_or_flee
from app.systems.kensei.shooting.events import (
    ShotHampered,
    ShotsHurt,
    ShotsParried,
    ShotsRolled,
    VolleyFired,
    WeaponsLoaded,
)
from app.systems.kensei.shooting.rules import (
    MAGIC_FIRE,
    Aim,
    Crew,
    Lines,
    aim_at,
    armour_of,
    attack_lines,
    crews,
    critical_of,
    damage_lines,
    defence_lines,
    defender,
    harm,
    is_ethereal,
    lowered,
    switch_of,
    to_load,
)
from app.systems.kensei.state import State
from app.systems.kensei.stats.lines import at_least, lines
from app.systems.kensei.stats.rerolls import better
from app.systems.kensei.stats.rolls import hits, passes, test

VOLLEY, FAR, HIT, PARRY, HURT, GIVEN, HALF, LOADS, SLUNG, KUBORAYA = (
    c("KEN-RNG-40"), c("KEN-RNG-09"), c("KEN-RNG-16"), c("KEN-RNG-23"), c("KEN-RNG-28"), c("KEN-RNG-36"),
    c("KEN-RUN-10"), c("KEN-RNG-02"), c("KEN-RNG-08"), c("KEN-ABI-03"),
)  # fmt: skip
D10: int = table("stats")["die"]["sides"]
ONE_TURN: int = table("turn")["lasts"]["one"]


class Hit(NamedTuple):
    """A die that hit: whose, and its face."""

    crew: str
    face: int


async def volley(
    game: Game[State], shooter_id: str, target_id: str, *,
    precision: bool = False, second: bool = False, named: str = "", models: Sequence[int] | None = None,
    attack: int | None = None,
) -> None:  # fmt: skip
    """A unit has fired at another, whoever paid for it, and all that follows is settled.

    ``precision``: Greater Precision; ``second``: not its first shot of the turn (found out by itself as well);
    ``named``: the character in the target whom an Assassin shoots at; ``models``: only these of the unit fire,
    numbered from 0; ``attack``: what its printed Attack counts as.
    """
    state = game.state
    unit, target = state.units[shooter_id], state.units[named or target_id]
    crew = crews(state, unit, models)
    if not crew or not target.on_table:
        return
    second = second or unit.shots > 0
    aim = fire(game, unit, target, crew, precision=precision)
    if not aim.band:
        return
    found = [(one, attack_lines(state, state.units[one.unit], unit, target, aim, precision=precision, second=second,
                                attack=attack)) for one in crew]  # fmt: skip
    landed = await rolled(game, found, target)
    through = await parried(game, target, landed) if landed and hurts(unit, target) else []
    packets = await hurt(game, unit, target, through) if through else ()
    await allocate(game, target.id, packets, GIVEN, by=unit.id, shots=True, spill=switch_of(game.state) == "spread")
    await aftermath(game, unit, target, struck=bool(landed), wounded=bool(through))


def fire(game: Game[State], unit: Unit, target: Unit, crew: tuple[Crew, ...], *, precision: bool) -> Aim:
    """How far the target of a shot proves to be, and in which band if it is in range (KEN-RNG-09)."""
    state = game.state
    weapon = state.units[crew[0].unit].ranged
    aim = aim_at(state, unit, target, WEAPONS[weapon])
    game.emit(VolleyFired(
        clause=VOLLEY if aim.band else FAR, unit=unit.id, target=target.id, weapon=weapon, distance=aim.distance,
        band=aim.band, dice=sum(one.dice for one in crew), precision=precision, turn=max(1, state.turn),
        fired=tuple((state.units[one.unit].id, one.models) for one in crew),
        shot_start=target.shot_start or target.wounds_left,
    ))  # fmt: skip
    return aim


def hurts(unit: Unit, target: Unit) -> bool:
    """Whether shots of a unit can hurt a target at all (KEN-ARM-27)."""
    return unit.ranged in MAGIC_FIRE or not is_ethereal(target)


async def rolled(game: Game[State], found: Sequence[tuple[Crew, Lines]], target: Unit) -> list[Hit]:
    """All Attack dice have fallen, crew after crew; the hits, in order (KEN-RNG-14, KEN-RNG-16)."""
    landed: list[Hit] = []
    for crew, added in found:
        if not crew.dice:
            continue
        one, needed = game.state.units[crew.unit], total(added)
        faces = await roll(Dice(crew.dice, D10), "attack", HIT, by=one.seat)
        faces = await better(game, one.id, faces, partial(_lands, needed), "attack", HIT)
        good = [Hit(crew.unit, face) for face in faces if hits(face, needed)]
        game.emit(ShotsRolled(clause=HIT, unit=one.id, target=target.id, faces=faces, lines=added, needed=needed,
                              hits=len(good)))  # fmt: skip
        landed += good
    return landed


def _lands(needed: int, face: int) -> bool:
    return hits(face, needed)


def _stops(stat: int, face: int) -> bool:
    return passes(face, stat)


async def parried(game: Game[State], target: Unit, landed: Sequence[Hit]) -> list[Hit]:
    """A Defense die for each hit has fallen; the hits that are not stopped (KEN-RNG-23 to KEN-RNG-27)."""
    state = game.state
    added = defence_lines(state, target)
    needed = tuple(at_least("defence", total(added) + lowered(hit.face)) for hit in landed)
    faces = await roll(Dice(len(landed), D10), "defence", PARRY, by=target.seat)
    faces = await better(game, target.id, faces, [partial(_stops, stat) for stat in needed], "defence", PARRY)
    left = [hit for hit, face, stat in zip(landed, faces, needed, strict=True) if not passes(face, stat)]
    game.emit(ShotsParried(clause=PARRY, unit=target.id, by=defender(state, target).id, faces=faces, lines=added,
                           needed=needed, through=len(left)))  # fmt: skip
    return left


async def hurt(game: Game[State], unit: Unit, target: Unit, through: Sequence[Hit]) -> tuple[int, ...]:
    """A Damage die for each hit that got through has fallen; the Wounds of each (KEN-RNG-28 to KEN-RNG-33)."""
    state = game.state
    shooters = [state.units[hit.crew] for hit in through]
    armour = tuple(armour_of(state, one, target) for one in shooters)
    faces = await roll(Dice(len(through), D10), "damage", HURT, by=unit.seat)
    switch = switch_of(state)
    packets = tuple(
        harm(face, total(damage_lines(one, target)), less, critical_of(one), switch)
        for face, one, less in zip(faces, shooters, armour, strict=True)
    )
    game.emit(ShotsHurt(clause=HURT, unit=unit.id, target=target.id, faces=faces, armour=armour, packets=packets,
                        lines=damage_lines(shooters[0], target)))  # fmt: skip
    return packets


# -- what follows ---------------------------------------------------------------------


async def aftermath(game: Game[State], unit: Unit, target: Unit, *, struck: bool, wounded: bool) -> None:
    """What the weapon does besides, and the Honor test of a unit that lost half its Wounds (KEN-RUN-10)."""
    if wounded:
        await slung(game, unit, target)
    if struck:
        dishonour(game, unit, target)
    await shaken(game, game.state.body(target).id if target.on_table else target.id)


async def slung(game: Game[State], unit: Unit, target: Unit) -> None:
    """A sling stone that came through slows Infantry, and the mounts of those who fail a Ki test (section 4.3)."""
    weapon = WEAPONS.get(unit.ranged)
    one = game.state.units[target.id]
    if weapon is None or not one.on_table:
        return
    rides = one.troop == "cavalry" or one.mounted
    row: dict[str, Any] = dict(weapon.hit_cavalry if rides else weapon.hit_infantry if one.troop == "infantry" else {})
    if not row:
        return
    ward = str(row.get("test", ""))
    if ward and await test(game, one.id, ward, lines(game.state, one, ward), "sling", SLUNG):
        return
    stat, add = ("halve_movement", 0) if rides else ("initiative", int(row["initiative"]))
    effect = Timed(key="sling", stat=stat, add=add, until=game.state.turn + int(row["turns"]), clause=SLUNG)
    game.emit(ShotHampered(clause=SLUNG, unit=one.id, cause="sling", effects=(effect,)))


def dishonour(game: Game[State], unit: Unit, target: Unit) -> None:
    """Arrows that dishonour whom they hit: what the shooter is under against the Honour of his target."""
    found = [line for line in unit.timed if line.stat == "honour.shooting" and line.add]
    if not found or not game.state.units[target.id].on_table:
        return
    until = game.state.turn + ONE_TURN
    effects = tuple(Timed(key=one.key, stat="honour", add=one.add, until=until, clause=one.clause) for one in found)
    game.emit(ShotHampered(clause=KUBORAYA, unit=target.id, cause="arrows", effects=effects))


async def shaken(game: Game[State], id: str) -> None:
    """A unit that lost half its Wounds to shooting in these Actions has been tested, once (KEN-RUN-10, KEN-RUN-11)."""
    unit = game.state.units[id]
    tested = unit.shot_tested or unit.fleeing or unit.is_character or not unit.on_table
    if tested or not unit.shot_lost or 2 * unit.shot_lost < unit.shot_start:
        return
    game.emit(HalfShot(clause=HALF, unit=unit.id, lost=unit.shot_lost, start=unit.shot_start))
    await test_or_flee(game, id, "shot", HALF)


def load(game: Game[State], unit_id: str, models: Sequence[int] = ()) -> None:
    """A unit, and the Bushi in it who fire with it, have loaded; whoever paid for it (KEN-RNG-02)."""
    state = game.state
    unit = state.units[unit_id]
    who = tuple(one.id for one in to_load(state, unit))
    if who:
        game.emit(WeaponsLoaded(clause=LOADS, unit=unit.id, who=who, models=tuple(models)))
