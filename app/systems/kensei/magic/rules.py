"""Spells: who may cast what at whom, what is added to the casting roll, how far they reach (topic SPI)."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.events import Seat
from app.engine.formations import spot
from app.engine.geometry import Point
from app.engine.modifiers import Line
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.shapes import meets
from app.engine.trig import bearing
from app.systems.kensei.abilities.auras import row_of
from app.systems.kensei.armies.lists import SPELLS, Spell
from app.systems.kensei.army import Kept, Order, Unit
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.measure import centre, is_within, parts
from app.systems.kensei.sight.rules import sees
from app.systems.kensei.state import State
from app.systems.kensei.stats.ki import ki_of
from app.systems.kensei.stats.lines import lines

PENALTY, CONCENTRATES, EITHER, FLEES, SEES, FAR, TARGET, COMBAT, SPENT, BOUND = (
    c("KEN-SPI-11"), c("KEN-SPI-33"), c("KEN-TYP-14"), c("KEN-RUN-25"), c("KEN-SPI-12"), c("KEN-SPI-37"),
    c("KEN-SPI-12"), c("KEN-SPI-15"), c("KEN-SPI-05"), c("KEN-ABI-16"),
)  # fmt: skip
LEVEL, OTHER = table("magic")["penalty"]["level"], table("magic")["penalty"]["other"]
PER_AP: int = table("magic")["concentration"]["ki"]
FURTHER = cm(table("magic")["meditation"]["range"])
LEAST: int = table("magic")["block"]["least"]
BLOCK_AP: int = table("magic")["block"]["ap"]
FREE = ("friends", "all", "enemies")
"""Spells of these targets name none."""
ANYBODY = "enemy_or_character"


# -- whom a spell may be cast at ------------------------------------------------------


def names_target(spell: Spell) -> bool:
    """Whether a spell is cast at one unit or character."""
    return spell.target not in (*FREE, "line")


def candidates(state: State, caster: Unit, spell: Spell) -> Iterator[Unit]:
    """The units and characters a spell can be meant for, suitable or not, in list order."""
    for unit in state.units.values():
        friendly = unit.seat == caster.seat
        if not unit.on_table or (unit.concealed and not friendly):
            continue
        if spell.target in ("enemy", ANYBODY):
            if not friendly and (not unit.host or spell.target == ANYBODY):
                yield unit
        elif friendly and (spell.target == "friend") <= (not unit.host):
            yield unit


def refuse_target(state: State, caster: Unit, spell: Spell, unit: Unit) -> Refusal | None:
    """Why a spell cannot be cast at a unit or character, by what it is alone (section 4.8)."""
    if not unit.on_table:
        return refuse("magic.gone", TARGET, target=unit.id)
    if spell.target == "friend_character" and not unit.is_character:
        return refuse("magic.no-character", TARGET, target=unit.id)
    if spell.target in ("friend_model", "combat") and unit.start_models > 1:
        return refuse("magic.no-single", TARGET, target=unit.id)
    if spell.only and not suits(unit, spell.only):
        return refuse(f"magic.only-{spell.only}", TARGET, target=unit.id)
    if spell.target == "combat" and not in_one_combat(state, caster, unit):
        return refuse("magic.not-in-combat", TARGET, unit=caster.id, target=unit.id)
    return None


def suits(unit: Unit, only: str) -> bool:
    """Whether a unit is what a spell asks for: cavalry, on foot, or the bearer of a trait."""
    rides = unit.troop == "cavalry" or unit.mounted
    return rides if only == "cavalry" else not rides if only == "foot" else unit.has(only)


def in_one_combat(state: State, a: Unit, b: Unit) -> bool:
    """Whether two units or characters stand in the same Combat."""
    first, goal = state.body(a).id, state.body(b).id
    seen, todo = {str(first): None}, [str(first)]
    while todo:
        one = todo.pop()
        for contact in state.contacts_of(one):
            other = str(contact.on if contact.by == one else contact.by)
            if other not in seen:
                seen[other] = None
                todo.append(other)
    return state.fighting(first) and goal in seen


# -- may he cast ----------------------------------------------------------------------


def refuse_caster(state: State, unit: Unit) -> Refusal | None:
    """Why a Spiritual Character uses no magic now (KEN-TYP-14, KEN-TYP-15)."""
    if unit.magic in ("attack", "block"):
        return refuse(f"magic.{unit.magic}", EITHER, unit=unit.id)
    if state.body(unit).fleeing:
        return refuse("orders.fleeing", FLEES, unit=unit.id)
    if unit.acted_last:
        return refuse("magic.attack", EITHER, unit=unit.id)
    return refuse("orders.no-action", BOUND, unit=unit.id) if unit.under("no_action") else None


def refuse_sight(state: State, caster: Unit, target: Unit) -> Refusal | None:
    """Why a caster does not see whom he names (KEN-SPI-12)."""
    if caster.id == target.id or sees(state, caster, target):
        return None
    return refuse("magic.unseen", SEES, unit=caster.id, target=target.id)


# -- the casting roll -----------------------------------------------------------------


def number_cast(state: State, caster: Unit) -> int:
    """How many spells count as cast this turn: all that were declared, and those kept up from before (KEN-SPI-11,
    KEN-SPI-16)."""
    older = sum(kept.cast < state.turn for kept in caster.kept)
    return sum(order.do == "cast" for order in caster.orders) + older


def casting_lines(state: State, caster: Unit, spell: Spell, order: Order) -> tuple[Line, ...]:
    """What is added to the die of a casting roll: Ki, Concentration, the penalty of the spell (KEN-SPI-06, KEN-SPI-07,
    KEN-SPI-32)."""
    others = max(0, number_cast(state, caster) - 1) * OTHER
    more = (Line("concentration", order.concentrate * PER_AP, CONCENTRATES),) if order.concentrate else ()
    cost = (Line("spell-level", -spell.level * LEVEL, PENALTY),
            *((Line("other-spells", -others, PENALTY),) if others else ()))  # fmt: skip
    return (*lines(state, caster, "ki"), *more, *cost)


def block_needed(state: State, caster: Unit, spell: Spell) -> int:
    """What the die of a Block must exceed: the caster's Ki less the spell's level, 1 at least (KEN-SPI-30)."""
    return max(LEAST, ki_of(state, caster) - spell.level)


# -- how far --------------------------------------------------------------------------


def reaches(state: State, caster: Unit, target: Unit, spell: Spell, further: int) -> bool:
    """Whether a target is within the range of a spell, made longer or not (KEN-SPI-34, KEN-SPI-37)."""
    return not spell.range or is_within(state, caster, target, spell.reach + further)


def on_line(state: State, caster: Unit, at: Point, reach: int) -> tuple[Unit, ...]:
    """Every unit, friend or foe, that a line from a caster towards a place goes through, in list order."""
    start = centre(state, caster)
    way = bearing(at.x - start.x, at.y - start.y)
    end = spot(start, way, 0, reach + caster.base_depth // 2)
    mine = state.body(caster).id
    return tuple(unit for unit in state.fielded() if unit.id != mine
                 and any(meets(part, start, end) for part in parts(state, unit)))  # fmt: skip


def around(state: State, caster: Unit, spell: Spell, further: int) -> tuple[Unit, ...]:
    """The enemy units near enough to a caster whose spell goes out all around him, in list order."""
    return tuple(foe for foe in state.enemies_of(caster.seat) if reaches(state, caster, foe, spell, further))


def models_of(unit: Unit) -> int:
    """The models of a unit, those of characters in it left out."""
    return len(unit.models)


# -- blocking -------------------------------------------------------------------------


def refuse_blocker(state: State, unit: Unit) -> Refusal | None:
    """Why an Onmyouji cannot try to Block: he casts this turn, has charged, flees (KEN-TYP-15); who only struck may
    (KEN-TYP-42)."""
    if unit.magic == "cast" or unit.kept or unit.acted_last:
        return refuse("magic.cast", EITHER, unit=unit.id)
    if state.body(unit).fleeing:
        return refuse("orders.fleeing", FLEES, unit=unit.id)
    return refuse("orders.no-action", BOUND, unit=unit.id) if unit.under("no_action") else None


def announced(state: State, seat: Seat) -> int:
    """How many of the declared spells of a side the enemy has said he will Block, and has not tried yet."""
    return sum(order.do == "cast" and order.block and not order.state
               for unit in state.units.values() if unit.seat == seat for order in unit.orders)  # fmt: skip


# -- kept up --------------------------------------------------------------------------


def refuse_kept(state: State, caster: Unit, kept: Kept) -> str:
    """Why a spell cannot be kept up: flees, attacked, gone; empty if it can (KEN-SPI-20)."""
    if state.body(caster).fleeing:
        return "flees"
    if caster.magic in ("attack", "block"):
        return "attacked"
    target = state.units.get(kept.target)
    return "gone" if target is not None and not target.on_table else ""


def cost_of(kept: Kept) -> tuple[int, int]:
    """AP and Ki that the next active turn of a spell takes (KEN-SPI-19)."""
    row = row_of(kept.turns + 1)
    return int(row["ap"]), int(row["ki"])


def spells_known(unit: Unit) -> dict[str, Spell]:
    """The spells in a caster's reach, in the order of his book (KEN-SPI-03)."""
    return {key: SPELLS[key] for key in unit.spells if key in SPELLS}


def clause_of(spell: Spell) -> Clause:
    """The clause a spell rests on."""
    return Clause(spell.clause)


def place_ahead(state: State, unit: Unit) -> Point:
    """A place straight ahead of a caster."""
    return spot(centre(state, unit), unit.facing, 0, cm(20))
