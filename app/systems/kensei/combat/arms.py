"""Which melee weapon a unit or character fights with, and what it adds to a stat now (KEN-CBT-34)."""

from __future__ import annotations

from app.engine.modifiers import Line
from app.engine.refusals import Clause
from app.systems.kensei.army import Unit
from app.systems.kensei.combat.armoury import WEAPONS, Bout, Weapon, blow_of
from app.systems.kensei.state import State

BARE = Weapon(name="", kind="melee", clause="KEN-CBT-34")


def melee_weapons(unit: Unit) -> tuple[str, ...]:
    """The weapons it may choose from for a Combat, in the order of its entry."""
    return tuple(dict.fromkeys(unit.melee))


def weapon_of(unit: Unit) -> str:
    """What it fights with: the weapon chosen for this Combat, else the first of its entry; empty without any."""
    return unit.weapon if unit.weapon in unit.melee else next(iter(unit.melee), "")


def arm_of(unit: Unit) -> Weapon:
    """What the weapon it fights with does."""
    return WEAPONS.get(weapon_of(unit), BARE)


def is_mounted(unit: Unit) -> bool:
    """Whether it fights mounted: Cavalry, mounted Harassers and mounted characters (KEN-MOV-46)."""
    return unit.mounted or unit.troop == "cavalry"


def has_charged(state: State, unit: Unit) -> bool:
    """Whether it, or the unit it is in, has the bonus of a Charge this turn (KEN-CHG-14)."""
    return state.body(unit).charge_bonus


def chargers_of(state: State, unit: Unit) -> tuple[Unit, ...]:
    """The enemies in Combat with a unit that charged it this turn."""
    return tuple(foe for foe in state.foes_of(unit.id) if foe.charged == unit.id and foe.charge_bonus)


def bout_of(state: State, unit: Unit, foe: Unit | None, duel: bool, free: bool) -> Bout:
    """How two meet: a spear set against a Charge counts against the first unit that charged, no Charge in a duel."""
    plain = duel or free
    chargers = () if plain or foe is None else chargers_of(state, state.body(unit))
    return Bout(
        mounted=is_mounted(unit), charging=not plain and has_charged(state, unit),
        charged=bool(chargers) and foe is not None and state.body(foe).id == chargers[0].id,
        target="" if foe is None else "cavalry" if is_mounted(foe) else foe.troop,
        inside=bool(state.body(unit).building), target_inside=foe is not None and bool(state.body(foe).building),
        duel=duel,
    )  # fmt: skip


def weapon_lines(
    state: State, unit: Unit, stat: str, foe: Unit | None = None, *, duel: bool = False, free: bool = False
) -> tuple[Line, ...]:
    """What its weapon adds to a stat: initiative, attack, ki, target_armour, target_defence, target_initiative."""
    key = weapon_of(unit)
    if key not in WEAPONS:
        return ()
    adds: int = getattr(blow_of(key, bout_of(state, unit, foe, duel, free)), stat)
    return (Line(key, adds, Clause(WEAPONS[key].clause)),) if adds else ()
