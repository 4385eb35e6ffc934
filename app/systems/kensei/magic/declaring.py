"""Declaring spells, and who may Block them (KEN-SPI-01, KEN-SPI-02); nothing here measures (KEN-STA-37)."""

from __future__ import annotations

from functools import partial

from app.engine.domains import Choice, Menu, Option, Place, Spot
from app.engine.events import Seat
from app.engine.orders import Orders
from app.engine.refusals import Refusal, refuse
from app.engine.views import Mark, Preview
from app.systems.kensei.armies.lists import Spell, line_of
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.book import c
from app.systems.kensei.ground.standing import meditates
from app.systems.kensei.ideas import proposals
from app.systems.kensei.magic.rules import (
    BLOCK_AP,
    announced,
    candidates,
    names_target,
    place_ahead,
    refuse_blocker,
    refuse_caster,
    refuse_target,
    spells_known,
)
from app.systems.kensei.measure import centre
from app.systems.kensei.orders.declaring import KEPT, Action
from app.systems.kensei.orders.rules import AP, STEP, STEPS, short, spare
from app.systems.kensei.sight.rules import sees
from app.systems.kensei.state import State

IN_STEPS, NOBODY, EITHER, DIRECTION, FREE_ONE, CAST = (
    c("KEN-ORD-03"), c("KEN-SPI-12"), c("KEN-TYP-14"), c("KEN-SPI-12"), c("KEN-TER-65"),
    c("KEN-SPI-01"),
)  # fmt: skip
PLAIN, MEDITATE, CONCENTRATE = "plain", "meditate", "concentrate"


def refuse_cast(state: State, unit: Unit) -> Refusal | None:
    """Why nothing can be cast (KEN-TYP-14, KEN-ORD-14)."""
    no = refuse_caster(state, unit) or refuse_later(unit, "cast") or short(unit, AP["cast"])
    if no is not None:
        return no
    found = [open_below(state, unit, spell) for spell in spells_known(unit).values()]
    return None if None in found else next(iter(found), None)


def refuse_later(unit: Unit, do: str) -> Refusal | None:
    """Why an action cannot be added: one of a later step is declared already (KEN-ORD-03)."""
    at = STEPS.index(STEP[do])
    later = next((o.do for o in unit.orders if not o.state and STEPS.index(STEP[o.do]) > at), "")
    return refuse("orders.later-step", IN_STEPS, unit=unit.id, action=later) if later else None


def open_below(state: State, unit: Unit, spell: Spell) -> Refusal | None:
    """The reason why a spell has nobody to be cast at, if it has not."""
    if not names_target(spell):
        return None
    found = [refuse_target(state, unit, spell, one) for one in candidates(state, unit, spell)]
    if None in found:
        return None
    return next(iter(found), None) or refuse("magic.nobody", NOBODY, unit=unit.id)


def book(state: State, unit: Unit) -> Menu:
    """His spells."""
    return Menu({
        key: Option(partial(open_below, state, unit, spell), partial(manners, state, unit, spell), "orders.spell",
                    {"key": key, "level": spell.level, "difficulty": spell.difficulty}, clause=c(spell.clause),
                    told=line_of("spells", key, spell.clause))
        for key, spell in spells_known(unit).items()
    })  # fmt: skip


def manners(state: State, unit: Unit, spell: Spell) -> Menu:
    """How it is cast: with AP given up for Ki, with Meditation, or plainly (KEN-SPI-32, KEN-SPI-34)."""
    found: dict[str, Option] = {}
    for thought in (False, True) if spell.range else (False,):
        for more in range(spare(unit) - AP["cast"] + 1):
            cost = AP["cast"] + more * AP["concentrate"] + meditation(state, unit, thought)
            if cost <= spare(unit):
                key = manner(thought, more)
                about = f"orders.manner.{key.rstrip('0123456789')}"
                found[key] = Option(then=target_domain(state, unit, spell), about=about,
                                    facts={"ap": cost, "more": more}, weight=5 if key == PLAIN else 1)  # fmt: skip
    return Menu(found, usual=PLAIN)


def manner(thought: bool, more: int) -> str:
    """The key of a way to cast: plain, concentrate-2, meditate, meditate-concentrate-1."""
    words = [*([MEDITATE] if thought else []), *([f"{CONCENTRATE}-{more}"] if more else [])]
    return "-".join(words) or PLAIN


def meditation(state: State, unit: Unit, thought: bool) -> int:
    """AP that Meditation costs: none for the one a Temple near by gives free (KEN-TER-65, KEN-TER-68)."""
    if not thought:
        return 0
    taken = unit.meditated or any(order.meditate and order.do == "cast" for order in unit.orders)
    return 0 if meditates(state, unit) and not taken else AP["meditate"]


def target_domain(state: State, unit: Unit, spell: Spell) -> partial[Menu] | partial[Place] | None:
    """What is chosen after that: a target, a direction, or nothing."""
    if spell.target == "line":
        return partial(direction, state, unit)
    return partial(targets, state, unit, spell) if names_target(spell) else None


def targets(state: State, unit: Unit, spell: Spell) -> Menu:
    """Whom it may be cast at; sight and range count when it is cast (KEN-SPI-37)."""
    return Menu({one.id: target(state, unit, spell, one) for one in candidates(state, unit, spell)})


def target(state: State, unit: Unit, spell: Spell, one: Unit) -> Option:
    """One of them: whether he is seen from here is said, not asked."""
    seen = one.id == unit.id or sees(state, unit, one)
    return Option(refuse_target(state, unit, spell, one), about="orders.target" if seen else "orders.target-unseen",
                  facts={"unit": unit.id, "target": one.id}, piece=one.id, weight=6 if seen else 1)  # fmt: skip


def direction(state: State, unit: Unit) -> Place:
    """A place towards which a line is drawn: only its direction counts."""
    at = centre(state, unit)

    def test(answer: Spot) -> Refusal | None:
        return refuse("orders.no-direction", DIRECTION, unit=unit.id) if answer.at == at else None

    def look(answer: Spot) -> Preview:
        return Preview(marks=(Mark(kind="ray", points=(at, answer.at)),))

    return Place(radius=0, zones=(), test=test, propose=partial(proposals.any_bearing, at, 20_000),
                 sure=(Spot(place_ahead(state, unit)),), look=look, aim=at)  # fmt: skip


def spell_of(state: State, unit: Unit, chosen: Choice) -> Order:
    """The declared spell that an answer stands for."""
    key, said = chosen.key, chosen.then
    thought = said.key.startswith(MEDITATE)
    number = said.key.rpartition("-")[2]
    more = int(number) if number.isdigit() else 0
    where = said.then
    aimed = (where.at,) if isinstance(where, Spot) else ()
    name = where.key if isinstance(where, Choice) else ""
    cost = AP["cast"] + more * AP["concentrate"] + meditation(state, unit, thought)
    return Order(do="cast", key=key, target=name, spot=aimed, concentrate=more, meditate=thought, cost=cost)


def blocker(state: State, seat: Seat) -> Unit | None:
    """The Onmyouji of a side who could try to Block one more of the declared spells (KEN-SPI-02, KEN-SPI-28)."""
    needed = (announced(state, state.other(seat)) + 1) * BLOCK_AP
    for unit in state.units.values():
        able = unit.seat == seat and unit.on_table and unit.role == "spiritual"
        if able and unit.ap >= needed and refuse_blocker(state, unit) is None:
            return unit
    return None


def has_spells(_: State, unit: Unit) -> bool:
    """Whether it is a Spiritual Character who knows a spell."""
    return unit.role == "spiritual" and bool(unit.spells)


ORDERS = Orders(
    Action(key="cast", about="orders.cast", clause=CAST, bare=True, facts=lambda _, unit: {"unit": unit.id},
           concerns=has_spells, barred=refuse_cast, below=book, gesture="click", weight=3 * KEPT, made=spell_of),
)  # fmt: skip
"""The spells a Spiritual Character may declare: which, with how much Ki and thought, at whom."""
