"""Blows in melee: how many dice, against whom, and what is added to Attack, Defense, Armor and Damage (topic CBT)."""

from __future__ import annotations

from typing import Any

from app.engine.modifiers import Line, total
from app.engine.refusals import Clause
from app.systems.kensei.army import Model, Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.combat.arms import arm_of, has_charged, is_mounted, weapon_lines
from app.systems.kensei.ground.cover import melee_cover
from app.systems.kensei.ground.terrain import kind_of
from app.systems.kensei.measure import piece_of, strength
from app.systems.kensei.state import State
from app.systems.kensei.stats.lines import added, at_least, lines, timed

TRAITS, CASTES, ABILITIES = table("armies")["traits"], table("castes"), table("abilities")
POOL, GAINED, DEFENSIVE, LOCKED, FLEES, CANCELLED, PLACES, CASTE = (
    c("KEN-CBT-14"), c("KEN-CHG-46"), c("KEN-CBT-04"), c("KEN-CBT-08"), c("KEN-CBT-06"), c("KEN-ABI-03"),
    c("KEN-TER-99"), c("KEN-ARM-05"),
)  # fmt: skip
DIE_TRAITS = ("legendary", "ninjutsu")
GIVEN_UP: int = table("combat")["defensive"]["dice"]
DOUBLE: int = table("combat")["damage"]["double"]
NOTHING: int = table("combat")["damage"]["nothing"]
BEST: int = table("combat")["damage"]["critical"]
TEN: dict[str, Any] = table("combat")["ten"]
Lines = tuple[Line, ...]


# -- who fights whom -------------------------------------------------------------------------


def pairs_of(state: State, unit: Unit) -> tuple[Unit, ...]:
    """The enemy units it exchanges blows with: in contact, with no wall still being climbed (KEN-TER-88)."""
    climbed = {
        contact.on if contact.by == unit.id else contact.by
        for contact in state.contacts_of(unit.id)
        if contact.climb and contact.climb >= state.turn
    }
    return tuple(foe for foe in state.foes_of(unit.id) if foe.id not in climbed)


def has_duelled(state: State, unit: Unit) -> bool:
    """Whether he has fought a Confrontation this turn, and so neither strikes nor is struck (KEN-CNF-31)."""
    return unit.is_character and state.turn > 0 and unit.duelled == state.turn


def targets_of(state: State, unit: Unit, enemies: tuple[Unit, ...] = ()) -> tuple[Unit, ...]:
    """Whom a unit or character may strike: the units its body fights, and a character also the enemy characters of
    the same Combat, ``enemies`` (KEN-CNF-01, KEN-CNF-03)."""
    bodies = tuple(foe for foe in pairs_of(state, state.body(unit)) if not has_duelled(state, foe))
    if not unit.is_character:
        return bodies
    known = {foe.id for foe in bodies}
    return (*bodies, *(foe for foe in enemies if foe.id not in known and not has_duelled(state, foe)))


def is_lone(unit: Unit) -> bool:
    """Whether it is a character by himself (KEN-CBT-25)."""
    return unit.is_character and not unit.host


def may_strike(state: State, unit: Unit) -> bool:
    """Whether it strikes at all: not with a Tessen, not after a duel, not while Running Away, no Spiritual
    Character who cast; one who Blocked does (KEN-TYP-14, KEN-TYP-42, KEN-CBT-08, KEN-CNF-31)."""
    magic = unit.role == "spiritual" and unit.magic == "cast"
    runs = state.body(unit).fleeing and not state.body(unit).locked
    return unit.on_table and arm_of(unit).attacks and not (has_duelled(state, unit) or magic or runs)


# -- Combat Dice -----------------------------------------------------------------------------


def dice_lines(state: State, unit: Unit, *, free: bool = False, duel: bool = False) -> Lines:
    """What makes up its Combat Dice now: Wounds, traits, effects, dice gained and given up (KEN-CBT-14, KEN-CBT-15)."""
    return (
        Line("wounds", sum(dice_of(unit, model) for model in fighters(state, unit)), POOL), *trait_dice(unit),
        *timed(unit, "dice"), *when(state, unit, "combat_dice", duel), *(() if free or duel else gained(unit)),
        *(() if duel else given_up(unit)),
    )  # fmt: skip


def total_dice(state: State, unit: Unit, *, free: bool = False, duel: bool = False) -> int:
    """Its Combat Dice now, never below none (KEN-CBT-15)."""
    return max(0, total(dice_lines(state, unit, free=free, duel=duel)))


def dice_of(unit: Unit, model: Model) -> int:
    """The dice one model gives: its Wounds, without that of a Great Warrior (KEN-ARM-19)."""
    return min(model.wounds, unit.wounds) if unit.has("great_warrior") else model.wounds


def fighters(state: State, unit: Unit) -> tuple[Model, ...]:
    """Its models that fight: of one that stormed a Construction only those that found a place (KEN-TER-99)."""
    held = tuple(state.units[con.on] for con in state.contacts_of(unit.id) if con.by == unit.id and not con.zone)
    if not held:
        return unit.models
    room = sum(strength(state, foe) for foe in held)
    if held[0].building:
        room = min(room, kind_of(piece_of(state, held[0].building)).models or room)
    room = max(0, room - len(state.inside(unit.id)))
    return tuple(sorted(unit.models, key=lambda model: -model.wounds)[:room])


def trait_dice(unit: Unit) -> Lines:
    """Dice of its traits (KEN-ARM-20, KEN-ARM-24)."""
    return tuple(
        Line(trait, TRAITS[trait]["dice"], Clause(TRAITS[trait]["clause"])) for trait in DIE_TRAITS if unit.has(trait)
    )


def gained(unit: Unit) -> Lines:
    """Dice gained by a Counter-Charge, its own or one that came too late (KEN-CHG-46, KEN-CHG-47)."""
    return (Line("counter-charge", unit.charge_dice, GAINED),) if unit.charge_dice else ()


def given_up(unit: Unit) -> Lines:
    """Dice given up for a Defensive Position, by choice or because it ran into its enemy (KEN-CBT-04, KEN-CBT-08)."""
    if unit.locked:
        return (Line("locked", table("combat")["fleeing"]["dice"], LOCKED),)
    return (Line("defensive", -GIVEN_UP, DEFENSIVE),) if unit.defensive else ()


def outnumbers(mine: int, theirs: int) -> Line | None:
    """Extra dice against one unit that has so few models: the better row alone (KEN-CBT-17 to KEN-CBT-20)."""
    rows = [row for row in table("combat")["outnumber"] if theirs and mine >= row["times"] * theirs]
    best = max(rows, key=lambda row: int(row["dice"]), default=None)
    return Line("outnumber", best["dice"], Clause(best["clause"])) if best else None


# -- lines -----------------------------------------------------------------------------------


def when(state: State, unit: Unit, stat: str, duel: bool) -> Lines:
    """Effects on a stat in melee: those that say so, those for Confrontations, those against Samurai."""
    found = timed(unit, f"{stat}.duel" if duel else f"{stat}.melee")
    found += timed(unit, stat) if stat == "combat_dice" else ()
    samurai = any(foe.has("samurai") for foe in state.foes_of(state.body(unit).id))
    return (*found, *(timed(unit, f"{stat}.fights_samurai") if samurai else ()))


def charge_row(unit: Unit) -> dict[str, Any]:
    """What a Charge gives this kind of troops (KEN-CHG-06 to KEN-CHG-08)."""
    rides = is_mounted(unit) or unit.under("mounted")
    who = "large" if unit.large else "cavalry" if rides else "infantry"
    return next(row for row in table("charging")["charge"] if row["who"] == who)


def charge_lines(state: State, unit: Unit, stat: str, foe: Unit | None = None) -> Lines:
    """The bonus of its Charge of this turn, unless spears on the other side cancel it (KEN-CHG-14)."""
    body = state.body(unit)
    victim = state.units.get(body.charged)
    if not has_charged(state, unit) or (victim is not None and victim.under("cancel_charge_bonus")):
        return ()
    row = charge_row(unit)
    if foe is not None and is_mounted(unit) and arm_of(foe).cancels_mounted:
        row = table("charging")["charge"][0]
    return (Line("charge", row[stat], Clause(row["clause"])),) if row[stat] else ()


def caste_lines(state: State, unit: Unit) -> Lines:
    """What its caste adds to its Attack in melee (KEN-ARM-05)."""
    caste = CASTES.get(state.side(unit.seat).caste, {}).get("benefit", {})
    adds = caste.get("strikes", 0)
    return (Line("caste", adds, CASTE),) if adds and unit.has(caste["who"]) else ()


def attack_lines(state: State, unit: Unit, foe: Unit | None, *, duel: bool = False, free: bool = False) -> Lines:
    """What makes up its Attack against an enemy, or a wall: a lower total is better (KEN-CBT-27)."""
    return (
        *lines(state, unit, "attack"), *weapon_lines(state, unit, "attack", foe, duel=duel, free=free),
        *when(state, unit, "attack", duel), *caste_lines(state, unit),
        *(timed(unit, f"attack.against.{foe.id}") if foe is not None else ()),
        *(() if duel or free else charge_lines(state, unit, "attack", foe)),
    )  # fmt: skip


def defence_lines(state: State, foe: Unit, unit: Unit, *, duel: bool = False, free: bool = False) -> Lines:
    """What makes up the Defense of one that is struck by ``unit`` (KEN-CBT-29, KEN-CBT-34)."""
    return (
        *lines(state, foe, "defence"), *weapon_lines(state, unit, "target_defence", foe, duel=duel, free=free),
        *passive(unit, "target_defence"), *when(state, foe, "defence", duel),
        *(() if duel or foe.host else position(foe)), *(() if duel else cover(state, foe, unit, "defence")),
    )  # fmt: skip


def position(unit: Unit) -> Lines:
    """The Defensive Position, taken by choice or by one that is Running Away: once (KEN-CBT-08)."""
    if unit.fleeing or unit.locked:
        return (Line("running-away", table("combat")["fleeing"]["defence"], FLEES),)
    return (Line("defensive", table("combat")["defensive"]["defence"], DEFENSIVE),) if unit.defensive else ()


def cover(state: State, unit: Unit, foe: Unit, stat: str) -> Lines:
    """Cover and ground in melee against one enemy; an Ethereal enemy heeds no Cover (KEN-TER-02, KEN-ARM-27)."""
    return tuple(melee_cover(state, unit, foe, stat))


def passive(unit: Unit, stat: str) -> Lines:
    """What its passive abilities do to whom it strikes."""
    rows = ((key, ABILITIES[key]) for key in unit.abilities if key in ABILITIES)
    found = ((key, row, one) for key, row in rows if row["kind"] == "passive" for one in row["effect"])
    return tuple(Line(key, one["add"], Clause(row["clause"])) for key, row, one in found if one.get("stat") == stat)


def armour_lines(state: State, foe: Unit, unit: Unit, *, duel: bool = False, free: bool = False) -> Lines:
    """What makes up the Armor of one that is struck by ``unit`` (KEN-CBT-30)."""
    return (*lines(state, foe, "armour"), *timed(foe, "armour.melee"),
            *weapon_lines(state, unit, "target_armour", foe, duel=duel, free=free))  # fmt: skip


def damage_lines(state: State, unit: Unit, foe: Unit | None) -> Lines:
    """What is added to its Damage dice."""
    row = TRAITS["sohei"]
    hates = foe is not None and unit.has("sohei") and foe.has(row["against"])
    return (*added(state, unit, "damage"), *((Line("sohei", row["damage"], Clause(row["clause"])),) if hates else ()))


# -- reading dice ----------------------------------------------------------------------------


def lowered(face: int, defence: int) -> int:
    """The Defense against a hit with this Attack die: a 10 lowers it by 1 (KEN-CBT-28)."""
    return at_least("defence", defence + (TEN["defence"] if face == TEN["face"] else 0))


def wounds_by(face: int, adds: int, armour: int, critical: int) -> int:
    """The Wounds of one Damage die: 1 above the Armor, 2 for a 10 and for a critical face that beats it; a natural 1
    does nothing (KEN-CBT-30 to KEN-CBT-33)."""
    if face == NOTHING:
        return 0
    beats = face + adds > armour
    return DOUBLE if face == BEST or (beats and face >= critical) else int(beats)
