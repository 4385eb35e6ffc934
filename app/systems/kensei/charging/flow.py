"""A charge from its declaration to contact or failure, with what the charged answers (topic CHG, order of dice 7.4)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import yes_no
from app.engine.flow import Game, ask, decide
from app.engine.modifiers import Line
from app.engine.refusals import Clause, Fact, Refusal
from app.engine.shapes import SLACK
from app.systems.kensei.abilities.events import ChargeNotDared, Shaken
from app.systems.kensei.abilities.within import ability_answers
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.charging.events import (
    ChargeDeclared,
    ChargeFailed,
    CounterCharged,
    CounterTooLate,
    FledReached,
    ReactionChosen,
)
from app.systems.kensei.charging.onrush import advance, break_off, reaches
from app.systems.kensei.charging.reactions import After, reactions
from app.systems.kensei.charging.rules import (
    STOPS,
    dread,
    halt,
    home,
    last_needs,
    needs,
    refuse_zone,
)
from app.systems.kensei.charging.way.approach import aim
from app.systems.kensei.charging.way.contact import arrive
from app.systems.kensei.charging.way.straight import Aim, refuse_pivot, shifted
from app.systems.kensei.combat.blows.dice import total_dice
from app.systems.kensei.combat.blows.strike import strike
from app.systems.kensei.flight.flow import flee
from app.systems.kensei.flight.tests import honour_test
from app.systems.kensei.measure import centre, distance
from app.systems.kensei.moving.flow import soak
from app.systems.kensei.moving.ways.travel import allowance
from app.systems.kensei.orders.spending import pay
from app.systems.kensei.shooting.flow import volley
from app.systems.kensei.state import State
from app.systems.kensei.warnings.watch import watch

DECLARED, FEAR, REACTS, SHOOTS, RUNS, COUNTERS, TOO_LATE, CARRIES, FAILED, ZONES, REACHED, GAMBLE = (
    c("KEN-CHG-02"), c("KEN-ABI-14"), c("KEN-CHG-37"), c("KEN-CHG-41"), c("KEN-CHG-49"), c("KEN-CHG-45"),
    c("KEN-CHG-47"), c("KEN-CHG-51"), c("KEN-CHG-16"), c("KEN-CHG-28"), c("KEN-RUN-14"), c("KEN-CHG-48"),
)  # fmt: skip
AP = table("orders")["ap"]
RUN = {"run": ("charge", RUNS), "terror": ("terror", FEAR)}
"""Answers by which the target runs, and the cause of its flight."""
COUNTER = table("charging")["counter"]
SHAKEN: dict[str, int] = table("passives")["fear"]


async def charge(
    game: Game[State], unit_id: str, target_id: str, *, with_move: str = "", bearing: int | None = None,  # noqa: ARG001
    opportunity: bool = False,
) -> None:  # fmt: skip
    """The unit has charged: it is in contact, or has failed, or was kept from it (KEN-CHG-10, KEN-CHG-13).

    The caller has paid.  ``with_move``: march, run or empty; the way is straight at the target, so ``bearing`` adds
    nothing.  ``opportunity``: an Attack of Opportunity; Fear is tested here then (KEN-WRN-18).
    """
    if opportunity and not await dares(game, unit_id, target_id):
        return
    declare(game, unit_id, target_id, with_move, opportunity)
    if not opportunity and not await watch(game, "declares_charge", unit=unit_id, target=target_id):
        end_broken(game, unit_id, target_id)
        return
    if is_over(game, unit_id, target_id, ""):
        return
    found = aim_now(game, unit_id, target_id)
    if isinstance(found, Refusal) or refuse_pivot(game.state, found, with_move) is not None:
        fail(game, unit_id, target_id, "no-way")
        return
    if refuse_zone(game.state, found) is not None:
        fail(game, unit_id, target_id, "zone", ZONES)
        return
    answer = await answered(game, unit_id, target_id)
    less = await carried_out(game, unit_id, target_id, answer)
    if is_over(game, unit_id, target_id, answer):
        return
    before = game.state
    if answer in RUN and before.units[target_id].fleeing and not await carries_on(game, unit_id, target_id):
        fail(game, unit_id, target_id, "fled", CARRIES)
    elif answer in RUN and before.units[target_id].fleeing and not before.fighting(target_id):
        await pursue(game, unit_id, target_id, with_move)
    else:
        await go_home(game, unit_id, target_id, with_move, answer, less)
    for id in (unit_id, target_id):
        await soaked(game, id, before.units[id])


async def soaked(game: Game[State], id: str, before: Unit) -> None:
    """Teppos that a charge or a counter-charge took into water have diced for it (KEN-TER-37)."""
    state = game.state
    now = state.units[id]
    if not now.on_table or now.fleeing or len(now.models) != len(before.models) or now == before:
        return
    a, b = centre(state, before), centre(state, now)
    await soak(game, id, (before, shifted(before, b.x - a.x, b.y - a.y)))


def declare(game: Game[State], unit_id: str, target_id: str, with_move: str, opportunity: bool) -> None:
    """The charge is declared as an Action (KEN-CHG-50)."""
    found = aim_now(game, unit_id, target_id)
    pivots = isinstance(found, Aim) and found.pivot
    game.emit(ChargeDeclared(clause=DECLARED, unit=unit_id, target=target_id, with_move=with_move, pivot=pivots,
                             opportunity=opportunity))  # fmt: skip


def aim_now(game: Game[State], unit_id: str, target_id: str) -> Aim | Refusal:
    """How the unit would charge the target as both stand now."""
    state = game.state
    return aim(state, state.units[unit_id], state.units[target_id])


def is_over(game: Game[State], unit_id: str, target_id: str, answer: str) -> bool:
    """Whether there is nobody left to charge, or to be charged; then it is told."""
    state = game.state
    unit, target = state.units[unit_id], state.units[target_id]
    if not unit.on_table or unit.fleeing:
        return True
    if not target.on_table:
        fail(game, unit_id, target_id, "gone", CARRIES if answer in RUN else FAILED)
        return True
    return False


def end_broken(game: Game[State], unit_id: str, target_id: str, answer: str = "") -> None:
    """What became of a charge that was broken into has been told (KEN-WRN-18)."""
    if not is_over(game, unit_id, target_id, answer):
        break_off(game, unit_id, target_id)


def fail(game: Game[State], unit_id: str, target_id: str, why: str, clause: Clause = FAILED) -> None:
    """The charge has failed where the unit stands (KEN-CHG-16)."""
    state = game.state
    there = state.units[target_id].on_table
    left = distance(state, state.units[unit_id], state.units[target_id]) if there else 0
    game.emit(ChargeFailed(clause=clause, unit=unit_id, target=target_id, why=why, turn=state.turn, left=left))


# -- Fear ------------------------------------------------------------------------------------


async def dares(game: Game[State], unit_id: str, target_id: str) -> bool:
    """Whether a unit that means to charge stands the sight of its target (KEN-ABI-14)."""
    state = game.state
    what = dread(state, state.units[unit_id], state.units[target_id])
    if not what or await honour_test(game, unit_id, "fear", FEAR, more=terrible(what)):
        return True
    game.emit(ChargeNotDared(clause=FEAR, unit=unit_id, target=target_id, dread=what))
    return False


def terrible(what: str) -> tuple[Line, ...]:
    """What Terror takes from Honour in its test (KEN-ABI-14)."""
    return (Line("terror", SHAKEN["terror"], FEAR),) if what == "terror" else ()


async def shaken(game: Game[State], unit_id: str, target_id: str) -> str:
    """What being charged by something fearful does to the target: nothing, or it fights worse, or must run."""
    state = game.state
    target = state.units[target_id]
    what = dread(state, target, state.units[unit_id])
    runs = target.fleeing and not target.locked
    if not what or runs or await honour_test(game, target_id, what, FEAR, more=terrible(what)):
        return ""
    if what == "terror" and not state.fighting(target_id):
        return "terror"
    game.emit(Shaken(clause=FEAR, unit=target_id, target=unit_id, dread=what, attack=SHAKEN["attack"],
                     until=state.turn + 1))  # fmt: skip
    return ""


# -- the answer ------------------------------------------------------------------------------


async def answered(game: Game[State], unit_id: str, target_id: str) -> str:
    """What the target does, chosen before any die of the charge, or forced by Terror (KEN-CHG-50)."""
    forced = await shaken(game, unit_id, target_id)
    state = game.state
    target = state.units[target_id]
    if forced:
        return forced
    facts: dict[str, Fact] = {"unit": target_id, "enemy": unit_id}
    domain = reactions(state, target, state.units[unit_id])
    answer = await decide(Ask(target.seat, "charge.reaction", domain, REACTS, "withstand", facts=facts))
    game.emit(ReactionChosen(clause=REACTS, unit=unit_id, target=target_id, answer=answer, turn=state.turn))
    return answer


async def carried_out(game: Game[State], unit_id: str, target_id: str, answer: str) -> int:
    """The answer has been carried out as far as it comes before the Charge dice (7.4); by how many cm it shortens the
    charge."""
    if answer == "shoot":
        pay(game, target_id, AP["withstand_and_shoot"], "shoot", SHOOTS)
        await volley(game, target_id, unit_id)
    elif answer in RUN:
        await flee(game, target_id, *RUN[answer])
    elif answer not in ("withstand", "counter"):
        return await ability_answers(game, unit_id, target_id, answer)
    return 0


# -- the way ---------------------------------------------------------------------------------


async def go_home(
    game: Game[State], unit_id: str, target_id: str, with_move: str, answer: str, less: int
) -> None:  # fmt: skip
    """The charger has come home or fallen short; a Counter-Charge follows a failure (KEN-CHG-45 to -48)."""
    found = aim_now(game, unit_id, target_id)
    if isinstance(found, Refusal):
        fail(game, unit_id, target_id, "no-way")
        return
    carried, reached = await reaches(game, found, with_move, less)
    if carried is None:
        end_broken(game, unit_id, target_id, answer)
    elif reached:
        dice = int(COUNTER["against"]) if answer == "counter" else 0
        if dice:
            game.emit(CounterTooLate(clause=TOO_LATE, unit=target_id, target=unit_id, dice=dice))
        if not await arrive(game, carried, dice):
            end_broken(game, unit_id, target_id, answer)
    else:
        fail(game, unit_id, target_id, "short")
        if answer == "counter":
            await counter(game, target_id, unit_id)


# -- Counter-Charge --------------------------------------------------------------------------


async def counter(game: Game[State], unit_id: str, target_id: str) -> None:
    """The charged unit has charged in turn, without dice, as far as it marches (KEN-CHG-48)."""
    state = game.state
    unit = state.units[unit_id]
    if not unit.on_table or unit.fleeing or state.fighting(unit_id) or unit.ap < AP["counter_charge"]:
        return
    found = aim_now(game, unit_id, target_id)
    if isinstance(found, Refusal) or refuse_zone(state, found) is not None:
        return
    pay(game, unit_id, AP["counter_charge"], "counter_charge", GAMBLE)
    needed = needs(state, found) + (last_needs(state, found) if found.pivot else 0)
    allowed = allowance(state, unit, "march")
    game.emit(CounterCharged(clause=COUNTERS, unit=unit_id, target=target_id, allowed=allowed, needed=needed))
    if allowed + SLACK >= needed:
        if not await arrive(game, found, int(COUNTER["dice"]), "counter"):
            end_broken(game, unit_id, target_id)
        return
    await advance(game, found, halt(state, found, allowed)[0], "counter")
    fail(game, unit_id, target_id, "short", GAMBLE)


# -- after one who ran -----------------------------------------------------------------------


async def carries_on(game: Game[State], unit_id: str, target_id: str) -> bool:
    """Whether the charger goes on after a target that ran (KEN-CHG-51)."""
    unit, found = game.state.units[unit_id], aim_now(game, unit_id, target_id)
    facts: dict[str, Fact] = {"unit": unit_id, "enemy": target_id}
    after = After(yes_no().options, no_way=found if isinstance(found, Refusal) else None)
    return await ask(Ask(unit.seat, "charge.carry-on", after, CARRIES, "no", facts=facts)) == "yes"


async def pursue(game: Game[State], unit_id: str, target_id: str, with_move: str) -> None:
    """The charger has gone after a target that ran: a free attack if it got there (KEN-CHG-51, KEN-RUN-14)."""
    found = aim_now(game, unit_id, target_id)
    if isinstance(found, Refusal):
        fail(game, unit_id, target_id, "no-way", CARRIES)
        return
    beyond = STOPS if found.pivot else 0
    found = found._replace(pivot=False)
    carried, reached = await reaches(game, found, with_move, 0, beyond)
    if carried is not None and reached:
        carried = await advance(game, carried, home(game.state, carried)[0], "charge")
    if carried is None:
        end_broken(game, unit_id, target_id, "run")
        return
    if not reached:
        fail(game, unit_id, target_id, "fled", CARRIES)
        return
    game.emit(FledReached(clause=REACHED, unit=unit_id, target=target_id))
    dice = total_dice(game.state, game.state.units[unit_id], free=True)
    await strike(game, unit_id, target_id, dice, free=True)
    if game.state.units[target_id].on_table:
        await flee(game, target_id, "chase", REACHED)
