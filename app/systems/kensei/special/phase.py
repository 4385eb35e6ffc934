"""Special Orders: Taisho abilities, regrouping, Strategic Orders, Warning Orders, step by step (KEN-SPO-01)."""

from __future__ import annotations

from functools import partial
from typing import Any

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option
from app.engine.events import Seat
from app.engine.flow import Game, ask, decide
from app.engine.modifiers import Line
from app.engine.refusals import Clause, Fact, Refusal, refuse
from app.systems.kensei.armies.lists import ABILITIES
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.deployment.appearing import appear
from app.systems.kensei.duels.parting import or_leaving, parted
from app.systems.kensei.flight.flow import flee, regroup
from app.systems.kensei.flight.way import HEININ
from app.systems.kensei.magic.upkeep import keep_or_drop
from app.systems.kensei.orders.spending import pay
from app.systems.kensei.special import strategic
from app.systems.kensei.special.events import AbilityAnnounced, SpecialStep, StrategicGiven
from app.systems.kensei.special.regroup import refuse_regroup
from app.systems.kensei.special.using import taisho_options, use_taisho
from app.systems.kensei.state import State
from app.systems.kensei.stats.events import CommandSpent
from app.systems.kensei.stats.lines import lines
from app.systems.kensei.stats.rolls import test
from app.systems.kensei.turn.events import PhaseBegan
from app.systems.kensei.warnings.events import WarningGiven, WarningLapsed, WarningTold
from app.systems.kensei.warnings.giving import refuse_warned, warning_form
from app.systems.kensei.warnings.rules import read_warning
from app.systems.kensei.warnings.watch import watch

FIRST, STEPS, PRICED, SECOND, THIRD, TRY, AGAIN, FURTHER, STRATEGIC, KI_FAILS, WARNED, STANDS, TOLD, AP_LOST = (
    c("KEN-SPO-01"), c("KEN-SPO-02"), c("KEN-SPO-03"), c("KEN-SPO-08"), c("KEN-SPO-10"), c("KEN-SPO-13"),
    c("KEN-SPO-16"), c("KEN-SPO-17"), c("KEN-SPO-21"), c("KEN-SPO-22"), c("KEN-WRN-01"), c("KEN-WRN-14"),
    c("KEN-WRN-19"), c("KEN-SPO-14"),
)  # fmt: skip
DONE = Choice("done")
SURE = 3
"""How much likelier a bot goes on than adds another order."""


async def special(game: Game[State]) -> None:
    """The player whose Orders begin gives his Special Orders; earlier Warning Orders of his are over."""
    seat = mover(game.state)
    game.emit(PhaseBegan(clause=FIRST, phase="special", seat=seat))
    for unit in tuple(game.state.units.values()):
        if unit.seat == seat and unit.warning is not None:
            game.emit(WarningLapsed(clause=STANDS, unit=unit.id))
    await keep_or_drop(game, seat)
    await appear(game, seat)
    await abilities(game, seat)
    await regroupings(game, seat)
    await strategics(game, seat)
    await warnings(game, seat)


def mover(state: State) -> Seat:
    """Whose Orders or Actions it is."""
    assert state.go is not None, "Orders and Actions are somebody's"
    return state.go


def short_of_command(state: State, seat: Seat, points: int, clause: Any) -> Refusal | None:  # noqa: ANN401 - a clause
    """Why a side cannot pay so many Command Points."""
    pool = state.side(seat).pool
    return refuse("no_command", clause, pool=pool, needed=points) if pool < points else None


async def command(
    game: Game[State], seat: Seat, about: str, options: dict[str, Option], facts: dict[str, Fact] | None = None
) -> Choice:
    """What a player orders next in a step; ``done`` goes on, and is all there is where nothing can be ordered."""
    if all(option.no is not None for option in options.values()):
        return DONE
    menu = Menu({**options, "done": Option(weight=SURE)})
    pool: dict[str, Fact] = {"pool": game.state.side(seat).pool}
    return await decide(Ask(seat, about, menu, STEPS, DONE, facts={**pool, **(facts or {})}))


# -- step 1 -----------------------------------------------------------------------


async def abilities(game: Game[State], seat: Seat) -> None:
    """All Taisho abilities are announced, then used (KEN-SPO-06 to KEN-SPO-11)."""
    named: list[tuple[str, str]] = []
    if not any(option.no is None for option in taisho_options(game.state, seat).values()):
        return
    game.emit(SpecialStep(clause=STEPS, seat=seat, step="taisho"))
    while (answer := await called_for(game, seat, [key for key, _ in named])) != DONE:
        target = answer.then if isinstance(answer.then, str) else ""
        named.append((answer.key, target))
        game.emit(AbilityAnnounced(clause=PRICED, seat=seat, ability=answer.key, target=target))
    for key, target in named:
        await use_taisho(game, seat, key, target)


async def called_for(game: Game[State], seat: Seat, named: list[str]) -> Choice:
    """The next Taisho ability, or that there are no more."""
    taisho, row = game.state.taisho_of(seat), table("special")["taisho"]
    free = game.state.side(seat).abilities_used + len(named) < row["free"]
    facts: dict[str, Fact] = {"taisho": taisho.id if taisho else "", "cost": 0 if free else row["second"]}
    return await command(game, seat, "special.taisho", ability_options(game.state, seat, named), facts)


def ability_options(state: State, seat: Seat, named: list[str]) -> dict[str, Option]:
    """The abilities, closed once two are named or the second cannot be paid (KEN-SPO-08, KEN-SPO-10)."""
    row = table("special")["taisho"]
    used = state.side(seat).abilities_used + len(named)
    no = refuse("taisho.third", THIRD, most=row["most"]) if used >= row["most"] else None
    no = no or (short_of_command(state, seat, row["second"], SECOND) if used >= row["free"] else None)
    found = taisho_options(state, seat)
    return {key: Option(no=no or refuse_named(key, named) or o.no, then=o.then, about=o.about, facts=o.facts,
                        clause=o.clause, told=o.told) for key, o in found.items()}  # fmt: skip


def refuse_named(key: str, named: list[str]) -> Refusal | None:
    """Why an ability that is used once a battle cannot be named twice."""
    ability = ABILITIES[key]
    twice = key in named and ability.once == "battle"
    return refuse("taisho.spent", Clause(ability.clause), key=key) if twice else None


# -- step 2 -----------------------------------------------------------------------


async def regroupings(game: Game[State], seat: Seat) -> None:
    """Fleeing units are tried as often as he likes; those that flee still run on (KEN-SPO-13 to KEN-SPO-18)."""
    game.emit(SpecialStep(clause=STEPS, seat=seat, step="regroup"))
    cost = table("special")["regroup"]["cost"]
    while (answer := await command(game, seat, "special.regroup", regroup_options(game.state, seat))) != DONE:
        if await parted(game, answer.key):
            continue
        game.emit(CommandSpent(clause=TRY, seat=seat, points=cost, why="regroup"))
        if await regroup(game, answer.key):
            await watch(game, "regroups", answer.key)
    for unit in fleeing(game.state, seat):
        if game.state.units[unit.id].fleeing and game.state.units[unit.id].on_table:
            pay(game, unit.id, game.state.units[unit.id].ap, "flight", FURTHER)
            await flee(game, unit.id, "unregrouped", FURTHER)


def fleeing(state: State, seat: Seat) -> tuple[Unit, ...]:
    """Units of a seat that Run Away and are not locked in Combat."""
    return tuple(unit for unit in state.fielded(seat) if unit.fleeing and not unit.locked)


def regroup_options(state: State, seat: Seat) -> dict[str, Option]:
    """The fleeing units, closed without a Command Point; between two tries a character may leave (KEN-CNF-30)."""
    no = short_of_command(state, seat, table("special")["regroup"]["cost"], TRY)
    found = {str(unit.id): Option(no=no or refuse_regroup(unit), piece=unit.id, about=f"special.regroup.{who(unit)}",
                            facts={"unit": unit.id, "reach": HEININ})
            for unit in fleeing(state, seat)}  # fmt: skip
    return or_leaving(state, seat, found)


def who(unit: Unit) -> str:
    """Which sort of unit it is that tries: Heinin do in vain near an enemy, as is measured then (KEN-ARM-12)."""
    return "heinin" if unit.has("heinin") else "unit"


# -- step 3 -----------------------------------------------------------------------


async def strategics(game: Game[State], seat: Seat) -> None:
    """All Strategic Orders are announced, then each is paid and the Taisho rolls his Ki (KEN-SPO-20 to KEN-SPO-22)."""
    named: list[tuple[str, str, str]] = []
    if not strategic_options(game.state, seat, named):
        return
    game.emit(SpecialStep(clause=STEPS, seat=seat, step="strategic"))
    while (answer := await strategic_order(game, seat, named)) != DONE:
        named.append((answer.key, answer.then.key, answer.then.then))
        await strategic.ORDERS.carry_out(game, game.state.units[answer.key], answer.then)
    for unit, order, target in named:
        await give_strategic(game, seat, unit, order, target)


async def strategic_order(game: Game[State], seat: Seat, named: list[tuple[str, str, str]]) -> Choice:
    """The next Strategic Order, or that all are given.

    What a hidden Spy sees opens orders, too (KEN-SPO-31): that the question is put must not tell where he is
    (KEN-ARM-23), so whoever hides somebody is asked wherever orders could be given.
    """
    options = strategic_options(game.state, seat, named)
    if not (game.state.hides(seat) and may_command(game.state, seat, named)):
        return await command(game, seat, "special.strategic", options)
    menu = Menu({**options, "done": Option(weight=SURE)})
    asked = Ask(seat, "special.strategic", menu, STEPS, DONE, facts={"pool": game.state.side(seat).pool})
    answer: Choice = await ask(asked)
    return answer


def may_command(state: State, seat: Seat, named: list[tuple[str, str, str]]) -> bool:
    """Whether a unit is left that could be given a Strategic Order, whatever it or its Taisho sees."""
    left, given = state.side(seat).pool - len(named) * strategic.COST, {one[0] for one in named}
    others = (u for u in state.fielded(seat) if u.id not in given)
    return any(strategic.refuse_ordered(state, unit, left) is None for unit in others)


def strategic_options(state: State, seat: Seat, named: list[tuple[str, str, str]]) -> dict[str, Option]:
    """Units that may be given leave against what they do not see."""
    left = state.side(seat).pool - len(named) * strategic.COST
    return {
        unit.id: Option(
            no=partial(refuse_strategic, state, unit, left, named), then=partial(strategic.ORDERS.menu, state, unit),
            piece=unit.id,
        )
        for unit in state.fielded(seat) if any(one.role == "bushi" for one in (unit, *state.inside(unit.id)))
    }  # fmt: skip


def refuse_strategic(state: State, unit: Unit, left: int, named: list[tuple[str, str, str]]) -> Refusal | None:
    """Why a unit gets no Strategic Order now."""
    return strategic.refuse_ordered(state, unit, left) or closed(state, unit, named)


def closed(state: State, unit: Unit, named: list[tuple[str, str, str]]) -> Refusal | None:
    """The reason why nothing below a unit is open, if nothing is; one order a unit."""
    if any(one[0] == unit.id for one in named):
        return refuse("strategic.given", STRATEGIC, unit=unit.id, target=unit.id)
    first: Refusal | None = None
    for option in strategic.ORDERS.options(state, unit).values():
        if option.no is None:
            return None
        first = first or option.no
    return first


async def give_strategic(game: Game[State], seat: Seat, unit: str, order: str, target: str) -> None:
    """It is paid for; if the Taisho fails his Ki the unit still may, with one AP fewer (KEN-SPO-22)."""
    taisho = game.state.taisho_of(seat)
    if taisho is None:
        return
    game.emit(CommandSpent(clause=STRATEGIC, seat=seat, points=strategic.COST, why="strategic"))
    given: tuple[Line, ...] = lines(game.state, taisho, "ki")
    if not await test(game, taisho.id, "ki", given, "strategic", STRATEGIC):
        pay(game, unit, table("special")["strategic"]["ap_lost"], "strategic", KI_FAILS)
    game.emit(StrategicGiven(clause=STRATEGIC, unit=unit, order=order, target=target))


# -- step 4 -----------------------------------------------------------------------


async def warnings(game: Game[State], seat: Seat) -> None:
    """Warning Orders: the condition is sealed, unit and response are told (KEN-WRN-01, KEN-WRN-19)."""
    game.emit(SpecialStep(clause=STEPS, seat=seat, step="warning"))
    named: list[tuple[str, Any]] = []
    while (answer := await warned(game, seat, [unit for unit, _ in named])) != DONE:
        named.append((answer.key, answer.then))
    for unit, record in named:
        give_warning(game, seat, unit, record)


async def warned(game: Game[State], seat: Seat, named: list[str]) -> Choice:
    """The next unit to be warned and its condition, which nobody else may see."""
    state = game.state
    left = state.side(seat).pool - len(named) * table("warnings")["warning"]["cost"]
    options: dict[str, Option] = {
        unit.id: Option(no=refuse_warned(state, unit, left), piece=unit.id,
                        then=partial(warning_form, state, unit))
        for unit in state.fielded(seat) if unit.id not in named
    }  # fmt: skip
    if all(option.no is not None for option in options.values()):
        return DONE
    menu = Menu({**options, "done": Option(weight=SURE)})
    return await decide(Ask(seat, "special.warning", menu, WARNED, DONE, facts={"pool": left}, secret=True))


def give_warning(game: Game[State], seat: Seat, unit: str, record: dict[str, Any]) -> None:
    """A Warning Order stands; its Command Point is spent."""
    found = read_warning(game.state, game.state.units[unit], record)
    assert not isinstance(found, Refusal), "the form has judged it"
    shown = None if game.state.options.get("open_warning_orders") else (seat,)
    game.emit(WarningGiven(clause=WARNED, unit=unit, warning=found, seen_by=shown))
    pool = game.state.side(seat).pool - table("warnings")["warning"]["cost"]
    game.emit(WarningTold(clause=TOLD, unit=unit, response=found.response, pool=pool))
