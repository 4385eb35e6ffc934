"""Shooting: who fires with how many dice at what Attack, at whose Defense and Armor (topic RNG)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.engine.modifiers import Line, total
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.shapes import SLACK
from app.systems.kensei.armies.lists import CASTES
from app.systems.kensei.army import RANKS, Unit
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.combat.armoury import WEAPONS, Weapon
from app.systems.kensei.ground.cover import shot_cover
from app.systems.kensei.ground.standing import DEEP, forest, hill, water
from app.systems.kensei.ground.terrain import ground
from app.systems.kensei.measure import distance
from app.systems.kensei.scenarios.figures import ranged_damage
from app.systems.kensei.sight.rules import Scene, is_seen, is_shut_in, lookers, refuse_sight, sees, targets, walls_of
from app.systems.kensei.state import State
from app.systems.kensei.stats.lines import at_least, lines, timed

Lines = tuple[Line, ...]
LOADED, IN_MELEE, INTO_MELEE, ETHEREAL, FLEES, WEAPON, BUSHI, AFTER_CHARGE, ABILITY, OCCUPANTS, CASTE, BEARS = (
    c("KEN-RNG-04"), c("KEN-RNG-38"), c("KEN-RNG-05"), c("KEN-ARM-27"), c("KEN-RUN-25"), c("KEN-RNG-08"),
    c("KEN-ORD-15"), c("KEN-CHG-05"), c("KEN-ABI-03"), c("KEN-TER-42"), c("KEN-ARM-05"), c("KEN-ARM-18"),
)  # fmt: skip
HARM, TRAITS = table("ranged")["damage"], table("armies")["traits"]
BANDS = ("short", "medium", "long")
MAGIC_FIRE = ("igneous", "flame")
"""Shooting that is not ordinary (KEN-ARM-27)."""


class Crew(NamedTuple):
    """Those of a shot who share an Attack: a unit, or a Bushi in it, and which of its models fire, numbered from 0."""

    unit: str
    models: tuple[int, ...]
    dice: int


class Aim(NamedTuple):
    """How far the target is, and in which band; empty: out of range (KEN-RNG-09)."""

    distance: int
    band: str


# -- who fires ------------------------------------------------------------------------


def weapon_of(unit: Unit) -> Weapon | None:
    """The ranged weapon it bears."""
    return WEAPONS.get(unit.ranged)


def armed(state: State, unit: Unit) -> tuple[Unit, ...]:
    """Those who fire when a unit does: itself, then the Bushi in it who bear the weapon it bears, or any if it bears
    none; a Special Character fires by himself (KEN-TYP-11, section 7.4)."""
    if unit.host:
        return (unit,) if unit.ranged else ()
    bushi = [one for one in state.inside(unit.id) if one.role == "bushi" and one.ranged]
    if not unit.ranged:
        return tuple(one for one in bushi if one.ranged == bushi[0].ranged)
    return (unit, *(one for one in bushi if one.ranged == unit.ranged))


def ready(unit: Unit, models: Sequence[int] | None = None) -> tuple[int, ...]:
    """Its models whose weapons are loaded and dry, of some or of all (KEN-RNG-15)."""
    numbers = range(len(unit.models)) if models is None else models
    return tuple(n for n in numbers if unit.models[n].loaded and not unit.models[n].wet)


def dice_of(unit: Unit, models: Sequence[int]) -> int:
    """A die for each Wound left of those who fire; of a Bow Master for each he may have (KEN-RNG-14, KEN-ARM-22)."""
    each = [unit.wounds if unit.has("bow_master") else unit.models[n].wounds for n in models]
    return max(0, sum(each) + total(timed(unit, "shooting_dice")))


def crews(state: State, unit: Unit, models: Sequence[int] | None = None) -> tuple[Crew, ...]:
    """All who fire in a shot of a unit now, the unit before the Bushi in it; ``models``: only those of the unit."""
    found = [(one, ready(one, models if one.id == unit.id else None)) for one in armed(state, unit)]
    return tuple(Crew(one.id, numbers, dice_of(one, numbers)) for one, numbers in found if numbers)


def to_load(state: State, unit: Unit) -> tuple[Unit, ...]:
    """Those of a unit and the Bushi in it who have an empty weapon that is of use (KEN-RNG-02)."""
    return tuple(one for one in armed(state, unit) if any(not m.loaded and not m.wet for m in one.models))


# -- may it fire ----------------------------------------------------------------------


def refuse_armed(state: State, unit: Unit) -> Refusal | None:
    """Why a unit never fires: it has no ranged weapon, it is wet, or its Bushi fire with their unit."""
    if unit.host and unit.role == "bushi":
        return refuse("fire.with-unit", BUSHI, unit=unit.id, host=unit.host)
    if not armed(state, unit):
        return refuse("fire.no-weapon", WEAPON, unit=unit.id)
    dry = any(not model.wet for one in armed(state, unit) for model in one.models)
    return None if dry else refuse("fire.wet", c("KEN-TER-36"), unit=unit.id)


def refuse_state(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot fire as things stand: in Combat, Running Away, after a Charge (KEN-RNG-38, KEN-CHG-05)."""
    body = state.body(unit)
    if state.fighting(body.id):
        return refuse("fire.in-combat", IN_MELEE, unit=unit.id)
    if body.fleeing:
        return refuse("fire.fleeing", FLEES, unit=unit.id)
    if body.acted_last:
        return refuse("fire.charged", AFTER_CHARGE, unit=unit.id)
    if unit.under("no_action") or body.under("no_action"):
        return refuse("fire.no-action", ABILITY, unit=unit.id)
    return None


def refuse_shooter(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot fire now, whoever the target."""
    no = refuse_armed(state, unit) or refuse_state(state, unit)
    return no or (None if crews(state, unit) else refuse("fire.not-loaded", LOADED, unit=unit.id))


def refuse_named(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Why a target cannot be named at all: it fights, ordinary shots do not hurt it, it is one of a unit."""
    if not target.on_table:
        return refuse("fire.gone", WEAPON, target=target.id)
    body = state.body(target)
    if state.fighting(body.id):
        return refuse("fire.at-combat", INTO_MELEE, target=target.id)
    if target.host and not unit.has("assassin"):
        return refuse("fire.one-of-unit", BEARS, unit=unit.id, target=target.id)
    ordinary = all(one.ranged not in MAGIC_FIRE for one in armed(state, unit))
    if ordinary and is_ethereal(target):
        return refuse("fire.ethereal", ETHEREAL, target=target.id)
    return None


def is_ethereal(unit: Unit) -> bool:
    """Whether ordinary shooting does not hurt it (KEN-ARM-27)."""
    return unit.has("ethereal") or unit.under("ethereal")


def refuse_shot(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Why a unit cannot fire at a target now; range is found out by firing (KEN-RNG-06, KEN-RNG-07)."""
    no = refuse_shooter(state, unit) or refuse_named(state, unit, target)
    if no is not None or sees(state, unit, target):
        return no
    body = state.body(target)
    if is_shut_in(state, body):
        return refuse_sight(state, unit, target)
    ordered = ("shoot", body.id) in unit.leaves
    return refuse_wall(state, unit, target) if ordered else refuse_sight(state, unit, target)


def refuse_wall(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Why no order lets a unit fire at a target: a Very High wall without gaps stops every line (KEN-TER-85)."""
    walls = tuple(part for p in ground(state).blocks if p.kind.sight == "wall" for part in walls_of(p))
    if not walls or is_seen(Scene(lookers(state, unit), targets(state, target), None, walls, (), 0)):
        return None
    return refuse("fire.wall", c("KEN-TER-85"), unit=unit.id, target=target.id)


# -- how far --------------------------------------------------------------------------


def aim_at(state: State, unit: Unit, target: Unit, weapon: Weapon) -> Aim:
    """The distance between the nearest bases of two units and the band it lies in (KEN-RNG-13, KEN-TER-20)."""
    far = distance(state, state.body(unit), target)
    limits = {"short": cm(weapon.short), "medium": cm(weapon.medium), "long": cm(weapon.long)}
    if hill(state, unit) is not None:
        limits["long"] += cm(table("shots")["hill"]["long"])
    band = next((key for key in BANDS if limits[key] and far <= limits[key] + SLACK), "")
    banded = weapon.short > 0 and weapon.medium < weapon.long
    return Aim(far, band if banded or not band else "medium")


# -- Attack ---------------------------------------------------------------------------


def attack_lines(
    state: State, one: Unit, unit: Unit, target: Unit, aim: Aim, *,
    precision: bool = False, second: bool = False, attack: int | None = None,
) -> Lines:  # fmt: skip
    """What adds up to the Attack of one crew of a shot of ``unit`` (KEN-RNG-37).

    ``attack``: what its printed Attack counts as in this shot.
    """
    weapon = WEAPONS[one.ranged]
    return (
        *skill(state, one, target, weapon, attack), *timed(one, "attack.shooting"), *of_caste(state, one),
        *of_band(aim.band), *of_moving(state.body(unit), weapon),
        *(added("precision", "precise") if precision else ()),
        *(added("second-shot", "second") if second else ()),
        *of_ground(state, unit), *of_target(state, unit, target, weapon),
    )  # fmt: skip


def added(key: str, row: str) -> Lines:
    """What a row of the table of ranged attacks adds to the Attack."""
    figures = table("ranged")[row]
    return (Line(key, figures["attack"], Clause(figures["clause"])),)


def skill(state: State, one: Unit, target: Unit, weapon: Weapon, attack: int | None) -> Lines:
    """The stat that the dice must beat: the shooter's Attack, of flames the Ki of the target."""
    if weapon.against:
        return lines(state, target, weapon.against)
    found = lines(state, one, "attack")
    return found if attack is None else (Line("printed", attack, found[0].clause), *found[1:])


def of_caste(state: State, one: Unit) -> Lines:
    """What the caste gives to those who shoot."""
    caste = CASTES.get(state.side(one.seat).caste)
    gives = caste is not None and caste.benefit.get("shoots") and one.has(str(caste.benefit["who"]))
    return (Line("caste", int(caste.benefit["shoots"]), CASTE),) if caste is not None and gives else ()


def of_band(band: str) -> Lines:
    """Short, medium or long range (KEN-RNG-10 to KEN-RNG-12)."""
    row = table("ranged")["band"]
    adds = int(row.get(band, 0))
    return (Line(f"range-{band}", adds, Clause(row["clauses"].get(band, row["clause"]))),) if adds else ()


def of_moving(body: Unit, weapon: Weapon) -> Lines:
    """A march or run in the same turn, the worse alone (KEN-RNG-20 to KEN-RNG-22)."""
    row, key = table("ranged")["moved"], {"back": "backwards"}.get(body.moved, body.moved)
    adds = 0 if weapon.moves_free else int(row.get(key, 0))
    if not adds or (key != "run" and body.under("no_march_penalty")):
        return ()
    return (Line(f"after-{key}", adds, Clause(row["clauses"].get(key, row["clause"]))),)


def of_ground(state: State, unit: Unit) -> Lines:
    """Deep Forest and water about who shoots (KEN-TER-29, KEN-TER-34)."""
    found = (("from-forest", table("shots")["forest"], forest(state, unit) == DEEP),
             ("from-water", table("shots")["water"], water(state, unit) is not None))  # fmt: skip
    return tuple(Line(id, row["attack"], Clause(row["clause"])) for id, row, holds in found if holds)


def of_target(state: State, unit: Unit, target: Unit, weapon: Weapon) -> Lines:
    """Its Cover, that it is a Loner; a character named in a unit counts as in Heavy Cover (KEN-ARM-16, KEN-ARM-18)."""
    if target.host:
        kind = str(TRAITS["assassin"]["cover"])
        return (Line(f"cover-{kind}", table("shots")["cover"][kind], BEARS),)
    cover, row = shot_cover(state, unit, target, ignores_walls=weapon.ignores_walls), TRAITS["loner"]
    loner = Line("loner", row["shot_at"], Clause(row["clause"])) if target.has("loner") else None
    return tuple(line for line in (cover, loner) if line is not None)


# -- Defense, Damage ------------------------------------------------------------------


def defender(state: State, target: Unit) -> Unit:
    """Whose Defense counts: that of the highest ranked model of a unit, its Bushi in order of rank (KEN-RNG-25)."""
    if target.host:
        return target
    bushi = [one for one in state.inside(target.id) if one.role == "bushi" and one.rank in RANKS]
    return min(bushi, key=lambda one: RANKS.index(one.rank), default=target)


def defence_lines(state: State, target: Unit) -> Lines:
    """What adds up to the Defense of a target against shots (KEN-RNG-24)."""
    one = defender(state, target)
    return (*lines(state, one, "defence"), *timed(one, "defence.shot_at"))


def lowered(face: int) -> int:
    """What an Attack die does to the Defense against its hit (KEN-RNG-17)."""
    return int(table("ranged")["ten"]["defence"]) if face == table("ranged")["ten"]["face"] else 0


def armour_lines(state: State, one: Unit, target: Unit) -> Lines:
    """What adds up to the Armor of a target against the weapon of one crew."""
    weapon = WEAPONS[one.ranged]
    own = (Line(f"weapon-{one.ranged}", weapon.target_armour, WEAPON),) if weapon.target_armour else ()
    return (*lines(state, target, "armour"), *timed(target, "armour.shot_at"), *own)


def armour_of(state: State, one: Unit, target: Unit) -> int:
    """The same as a figure, never below 0 (KEN-STA-33)."""
    return at_least("armour", total(armour_lines(state, one, target)))


def damage_lines(one: Unit, target: Unit) -> Lines:
    """What is added to the Damage dice of one crew."""
    sohei = TRAITS["sohei"]
    holy = one.has("sohei") and target.has(sohei["against"])
    trait = (Line("sohei", sohei["damage"], Clause(sohei["clause"])),) if holy else ()
    return (*timed(one, "damage"), *timed(one, "damage.shooting"), *trait)


def critical_of(one: Unit) -> int:
    """The lowest Damage face that is Critical for one crew (KEN-RNG-31)."""
    usual = int(HARM["critical"])
    found = [line.add if line.add > 0 else usual + line.add for line in one.timed if line.stat == "critical.shooting"]
    return min([usual, *found])


def harm(face: int, adds: int, armour: int, critical: int, switch: str) -> int:
    """The Wounds of one Damage die (KEN-RNG-29 to KEN-RNG-33).

    >>> [harm(face, 0, 3, 10, "seed") for face in (1, 3, 4, 9, 10)], harm(10, 0, 0, 10, "seed")
    ([0, 0, 1, 6, 10], 10)
    """
    if face == HARM["nothing"]:
        return 0
    if switch == "single":
        doubles = face == HARM["critical"] or (face >= critical and face + adds > armour)
        return int(HARM["times"]) if doubles else int(face + adds > armour)
    dealt = max(0, face + adds - armour)
    return min(int(HARM["most"]), int(HARM["times"]) * dealt) if face >= critical else dealt


def switch_of(state: State) -> str:
    """How the table reads ranged damage (KEN-RNG-33)."""
    return ranged_damage(state.setup)
