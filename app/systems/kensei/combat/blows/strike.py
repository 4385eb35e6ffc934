"""One strike: all its Attack dice, then Defense, then Damage; the owner of whom it hurts allocates (KEN-RNG-40)."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from app.engine.dice import Dice, Faces
from app.engine.flow import Game, roll
from app.engine.modifiers import total
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c
from app.systems.kensei.combat.arms import arm_of
from app.systems.kensei.combat.blows.dice import (
    armour_lines,
    attack_lines,
    damage_lines,
    defence_lines,
    lowered,
    wounds_by,
)
from app.systems.kensei.combat.events import AttackRolled, DamageRolled, DefenceRolled
from app.systems.kensei.destruction.flow import allocate, hurt_model
from app.systems.kensei.magic.effects.restoring import feed
from app.systems.kensei.state import State
from app.systems.kensei.stats.lines import at_least
from app.systems.kensei.stats.rerolls import better
from app.systems.kensei.stats.rolls import hits, passes

HIT, STOP, HURT, ALLOCATE, FLOWERS = (
    c("KEN-CBT-27"), c("KEN-CBT-29"), c("KEN-CBT-30"), c("KEN-CBT-35"), c("KEN-ABI-07"),
)  # fmt: skip


class Strike(Struct, frozen=True, kw_only=True):
    """Who strikes whom, and how: melee, free (after a Chase) or duel.

    ``model``: the one model of a unit that is struck in a duel, numbered from 0.
    """

    unit: str
    target: str
    how: str = "melee"
    model: int | None = None

    @property
    def duel(self) -> bool:
        """Whether it is struck in a Confrontation."""
        return self.how == "duel"

    @property
    def free(self) -> bool:
        """Whether it is a free attack, without Charge bonus (KEN-RUN-16)."""
        return self.how == "free"


async def strike(game: Game[State], unit_id: str, target_id: str, dice: int, *, free: bool = False) -> int:
    """A unit or character has struck with so many Combat Dice; the Wounds really removed (KEN-CBT-27 to KEN-CBT-33).

    ``free``: a free attack of a Chase, without what Charges give (KEN-RUN-16).
    """
    return await blows(game, Strike(unit=unit_id, target=target_id, how="free" if free else "melee"), dice)


async def blows(game: Game[State], one: Strike, dice: int) -> int:
    """The same for a strike of any kind."""
    if dice <= 0 or not game.state.units[one.target].on_table:
        return 0
    landed = await attack(game, one, dice)
    through = await defence(game, one, landed)
    packets = await damage(game, one, through)
    if not packets:
        return 0
    foe = game.state.units[one.target]
    removed = await taken(game, one, packets)
    slain = len(foe.models) - len(game.state.units[one.target].models)
    await avenge(game, one, foe, slain)
    await feed(game, one.unit, slain)
    return removed


async def taken(game: Game[State], one: Strike, packets: int) -> int:
    """The Wounds really removed, as the owner allocates them; of a duel they fall on who fights it (KEN-CBT-35)."""
    if one.model is None:
        return await allocate(game, one.target, (1,) * packets, ALLOCATE, one.unit)
    return hurt_model(game, one.target, one.model, packets, ALLOCATE, one.unit)


async def attack(game: Game[State], one: Strike, dice: int) -> Faces:
    """The Attack dice have fallen; the faces that hit (KEN-CBT-27)."""
    state = game.state
    me, foe = state.units[one.unit], state.units[one.target]
    found = attack_lines(state, me, foe, duel=one.duel, free=one.free)
    needed = total(found)
    faces = await roll(Dice(dice, 10), "attack", HIT, by=me.seat)
    faces = await better(game, me.id, faces, lambda face: hits(face, needed), "attack", HIT)
    landed = tuple(face for face in faces if hits(face, needed))
    game.emit(AttackRolled(clause=HIT, unit=me.id, target=foe.id, faces=faces, lines=found, needed=needed,
                           good=len(landed), how=one.how))  # fmt: skip
    return landed


async def defence(game: Game[State], one: Strike, landed: Faces) -> int:
    """One Defense die for each hit has fallen, in their order; how many hits got through (KEN-CBT-28, KEN-CBT-29)."""
    if not landed:
        return 0
    state = game.state
    me, foe = state.units[one.unit], state.units[one.target]
    found = defence_lines(state, foe, me, duel=one.duel, free=one.free)
    needed = at_least("defence", total(found))
    against = tuple(lowered(face, needed) for face in landed)
    faces = await roll(Dice(len(landed), 10), "defence", STOP, by=foe.seat)
    faces = await better(game, foe.id, faces, [partial(_stops, stat) for stat in against], "defence", STOP)
    stopped = sum(passes(face, stat) for face, stat in zip(faces, against, strict=True))
    game.emit(DefenceRolled(clause=STOP, unit=foe.id, target=me.id, faces=faces, lines=found, needed=needed,
                            good=stopped, how=one.how, against=against))  # fmt: skip
    return len(landed) - stopped


def _stops(stat: int, face: int) -> bool:
    return passes(face, stat)


async def damage(game: Game[State], one: Strike, through: int) -> int:
    """One Damage die for each hit that got through has fallen; the Wounds they deal (KEN-CBT-30 to KEN-CBT-33)."""
    if not through:
        return 0
    state = game.state
    return await hurt(game, one, state.units[one.unit], state.units[one.target], through)


async def hurt(game: Game[State], one: Strike, me: Unit, foe: Unit, dice: int) -> int:
    """So many Damage dice of a unit have fallen against another's Armor; the Wounds they deal."""
    state = game.state
    found = armour_lines(state, foe, me, duel=one.duel, free=one.free)
    armour, adds = at_least("armour", total(found)), total(damage_lines(state, me, foe))
    critical = arm_of(me).critical
    faces = await roll(Dice(dice, 10), "damage", HURT, by=me.seat)
    faces = await better(game, me.id, faces, lambda face: wounds_by(face, adds, armour, critical) > 0, "damage", HURT)
    wounds = tuple(wounds_by(face, adds, armour, critical) for face in faces)
    game.emit(DamageRolled(clause=HURT, unit=me.id, target=foe.id, faces=faces, lines=found, needed=armour,
                           good=sum(wounds), how=one.how, adds=adds, wounds=wounds))  # fmt: skip
    return sum(wounds)


async def avenge(game: Game[State], one: Strike, foe: Unit, slain: int) -> None:
    """Each model slain under the blossoms has made a Damage roll against the unit that slew it; ``foe`` as it was."""
    me = game.state.body(game.state.units[one.unit])
    if slain <= 0 or not foe.under("cherry_tree_flowers") or not me.on_table:
        return
    if packets := await hurt(game, Strike(unit=foe.id, target=me.id, how="flowers"), foe, me, slain):
        await allocate(game, me.id, (1,) * packets, FLOWERS, foe.id)
