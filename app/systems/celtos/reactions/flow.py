"""Acting out of turn: Reaction markers on a trigger, responses to an Assault and to shooting (2.9).

What is done here is done by plain nested flows; nothing in them asks for a reaction again (CEL-REA-18).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, NamedTuple

from msgspec import Struct

from app.engine.asks import Ask
from app.engine.domains import Choice, Pick, yes_no
from app.engine.events import Seat
from app.engine.flow import Game, decide
from app.engine.groups import Paths
from app.engine.orders import Order, Orders, free
from app.engine.refusals import Clause, Fact, Refusal, refuse
from app.systems.celtos.assault.events import CounterCharged
from app.systems.celtos.assault.flow import assault, refuse_assault
from app.systems.celtos.book import c
from app.systems.celtos.checks.flow import check, prospect
from app.systems.celtos.ground.sight import unit_sees
from app.systems.celtos.measure import in_combat, others, units_touched
from app.systems.celtos.moving.rules import Errand, carry_out, moves_of
from app.systems.celtos.reactions.events import Reacted, ReactionUsed, Responded
from app.systems.celtos.shooting.flow import shoot
from app.systems.celtos.shooting.rules import aims, refuse_to_shoot, refuse_volley
from app.systems.celtos.state import State, Unit, UnitId
from app.systems.celtos.turn.markers import lose_markers as lose_markers

GONE_MARKER, TRIGGER, USES, LEGAL = c("CEL-REA-06"), c("CEL-REA-07"), c("CEL-REA-08"), c("CEL-REA-22")
FIRE, COUNTER, EVADE, HEAVY = c("CEL-REA-11"), c("CEL-REA-12"), c("CEL-REA-14"), c("CEL-REA-15")
ONCE, EITHER, ORDER, NAMED = c("CEL-REA-16"), c("CEL-REA-17"), c("CEL-REA-20"), c("CEL-REA-21")
PANIC, PANIC_EVADES, CHARGED = c("CEL-REA-10"), c("CEL-MOR-15"), c("CEL-ASL-09")
NONE = "none"
MOVES = {"counter-charge": ("counter.moves", COUNTER), "evade": ("evade.moves", EVADE)}


class Trigger(Struct, frozen=True):
    """What may be reacted to: ``unit`` ended a move, or declared to shoot or assault ``target`` (CEL-REA-07)."""

    kind: str
    unit: UnitId
    target: str = ""


class Chance(NamedTuple):
    """A unit that may act in reaction, and to what."""

    unit: UnitId
    trigger: Trigger

    @property
    def errand(self) -> Errand:
        """Its move, if it moves."""
        return Errand("reaction-move", self.unit)


# -- markers --------------------------------------------------------------------------


def refuse_watcher(state: State, unit: Unit, trigger: Trigger) -> Refusal | None:
    """Why this unit with a Reaction marker may not act on this trigger (CEL-REA-06, CEL-REA-07, CEL-MOR-15)."""
    if unit.panic:
        return refuse("reaction.panic", PANIC_EVADES, unit=unit.id)
    if in_combat(state, unit):
        return refuse("reaction.contact", GONE_MARKER, unit=unit.id)
    if not unit_sees(state, unit, state.unit(trigger.unit)):
        return refuse("reaction.blind", TRIGGER, unit=unit.id, enemy=trigger.unit)
    return None


def waiting_watchers(state: State, seat: Seat) -> tuple[Unit, ...]:
    """Units of a seat with a Reaction marker."""
    return tuple(u for u in state.fielded(seat) if u.reaction)


async def watchers(game: Game[State], trigger: Trigger) -> tuple[UnitId, ...]:
    """Every Reaction marker spent on this trigger is resolved to its end; returned: who spent one (CEL-REA-08, -20).

    Players decide in seat order from the next one on; each names his units one by one, and each of them is resolved
    before the next is named.
    """
    used: tuple[UnitId, ...] = ()
    for seat in others(game.state, game.state.unit(trigger.unit).seat):
        while (unit := await named_watcher(game.state, seat, trigger)) is not None:
            used = (*used, unit)
            await use_marker(game, unit, trigger)
    return used


async def named_watcher(state: State, seat: Seat, trigger: Trigger) -> UnitId | None:
    """The unit of this seat that uses its marker next; ``None`` if no other does (CEL-REA-08, CEL-REA-20)."""
    units = waiting_watchers(state, seat)
    if state.outcome is not None or not units or not state.living(trigger.unit):
        return None
    options: dict[str, Refusal | None] = {NONE: None, **{str(u.id): refuse_watcher(state, u, trigger) for u in units}}
    question = Ask(seat, "reaction.use", Pick(options, {u.id: u.id for u in units}), USES, default=NONE,
                   facts={"trigger": trigger.kind, "unit": trigger.unit})  # fmt: skip
    said = await decide(question)
    return None if said == NONE else UnitId(said)


async def use_marker(game: Game[State], unit: UnitId, trigger: Trigger) -> None:
    """The marker is spent, the check made and, if it was passed, what the unit does is done (CEL-REA-08)."""
    game.emit(ReactionUsed(clause=USES, unit=unit, by=trigger.unit, trigger=trigger.kind))
    if not await check(game, unit, "reaction", USES):
        return
    chance = Chance(unit, trigger)
    act = await decide(act_ask(game.state, chance))
    game.emit(Reacted(clause=USES, unit=unit, by=trigger.unit, act=act.key))
    await ACTS.carry_out(game, chance, act)


def act_ask(state: State, now: Chance) -> Ask[Choice]:
    """The question what a unit does that passed the check of its marker (CEL-REA-08)."""
    return Ask(state.unit(now.unit).seat, "reaction.act", ACTS.menu(state, now), USES, default=Choice(NONE),
               facts={"trigger": now.trigger.kind, "unit": now.unit, "enemy": now.trigger.unit})  # fmt: skip


def refuse_answer(state: State, unit: UnitId, enemy: UnitId, how: str) -> Refusal | None:
    """Why a unit may not shoot out of turn at that enemy (CEL-REA-19).  ``how``: reaction or return."""
    me = state.unit(unit)
    return refuse_to_shoot(state, me, how) or refuse_volley(state, me, state.unit(enemy), how)


def refuse_counter(state: State, now: Chance) -> Refusal | None:
    """Why a unit may not assault out of turn who set it off (CEL-REA-19, CEL-REA-21)."""
    unit, trigger = now
    if (trigger.kind, trigger.target) == ("assault", unit):
        return refuse("reaction.named", NAMED, unit=unit)
    return refuse_assault(state, state.unit(unit), trigger.unit, "reaction")


def acting(
    key: str, do: Callable[[Game[State], Chance, Any], Awaitable[None] | None],
    barred: Callable[[State, Chance], Refusal | None] = free,
) -> Order[State, Chance]:  # fmt: skip
    """One thing to do in reaction; nobody reacts to it (CEL-REA-18, CEL-REA-19)."""
    return Order(key=key, about=f"option.reaction.{key}", clause=USES, barred=barred, do=do)


ACTS = Orders(
    acting("shoot", lambda game, now, _: shoot(game, now.unit, now.trigger.unit, "reaction"),
           lambda state, now: refuse_answer(state, now.unit, now.trigger.unit, "reaction")),
    acting("assault", lambda game, now, _: assault(game, now.unit, now.trigger.unit, "reaction"), refuse_counter),
    replace(acting("move", lambda game, now, paths: carry_out(game, paths, now.errand, USES)), gesture="drag",
            below=lambda state, now: moves_of(state, now.errand)),
    acting(NONE, lambda *_: None),
)  # fmt: skip


# -- what a Reaction leaves of the order it interrupted -------------------------------------


def refuse_actor(state: State, unit: UnitId) -> Refusal | None:
    """Why the unit under an order cannot go on: it is gone, in Panic or in contact (CEL-REA-22)."""
    if not state.living(unit):
        return refuse("lost.gone", LEGAL, unit=unit)
    if state.unit(unit).panic:
        return refuse("lost.panic", LEGAL, unit=unit)
    foe = next(iter(units_touched(state, state.unit(unit))), None)
    return refuse("lost.contact", LEGAL, unit=unit, enemy=foe.id) if foe is not None else None


def still_legal_shooting(state: State, unit: UnitId, target: UnitId) -> Refusal | None:
    """Why a Shooting order is lost after Reactions; ``None``: it goes on, "nearest" not asked again (CEL-REA-22)."""
    if no := refuse_actor(state, unit):
        return no
    if not state.living(target):
        return refuse("lost.target-gone", LEGAL, unit=unit, target=target)
    me, it = state.unit(unit), state.unit(target)
    goes_on = not in_combat(state, it) and bool(aims(state, me, it, "order"))
    return None if goes_on else refuse_volley(state, me, it, "reaction")


def still_legal_assault(state: State, unit: UnitId, target: UnitId) -> Refusal | None:
    """Why an Assault from outside contact is lost after Reactions; ``None``: it goes on (CEL-REA-22)."""
    if no := refuse_actor(state, unit):
        return no
    return None if state.living(target) else refuse("lost.target-gone", LEGAL, unit=unit, target=target)


# -- responses -------------------------------------------------------------------------


def refuse_response(state: State, unit: Unit, used: tuple[UnitId, ...], right: Clause) -> Refusal | None:
    """Why a unit may make no response of any kind now (CEL-REA-10, -11, -12, -16, -17)."""
    if unit.panic:
        return refuse("response.panic", PANIC if right != EVADE else PANIC_EVADES, unit=unit.id)
    if in_combat(state, unit):
        return refuse("response.contact", right, unit=unit.id)
    if unit.responded:
        return refuse("response.spent", ONCE, unit=unit.id)
    return refuse("response.marker-used", EITHER, unit=unit.id) if unit.id in used else None


async def respond_to_assault(game: Game[State], unit: UnitId, target: UnitId, used: tuple[UnitId, ...]) -> str:
    """The unit named in an Assault has counter-charged, evaded or done neither (CEL-REA-12, CEL-REA-14).

    Returned: counter-charge or evade if it moved so, else nothing.
    """
    said = await decide(assault_ask(game.state, unit, target, used))
    if said == NONE:
        return ""
    clause = MOVES[said][1]
    game.emit(Responded(clause=clause, unit=target, by=unit, response=said))
    if not await check(game, target, "reaction", clause):
        return ""
    before, paths = game.state, await decide(response_moves(game.state, said, unit, target))
    await carry_out(game, paths, Errand(said, target, unit), clause)
    if all(m.at == before.model(m.id).at for m in game.state.living(target)):
        return ""
    if said == "counter-charge":
        game.emit(CounterCharged(clause=CHARGED, unit=target, by=unit))
    return said


def assault_ask(state: State, unit: UnitId, target: UnitId, used: tuple[UnitId, ...]) -> Ask[str]:
    """The question how the named unit meets an Assault; both responses are shown, each with what bars it."""
    me = state.unit(target)
    domain = Pick({
        "counter-charge": refuse_response(state, me, used, COUNTER),
        "evade": refuse_response(state, me, used, EVADE) or refuse_evasion(state, me), NONE: None,
    })  # fmt: skip
    facts: dict[str, Fact] = {"unit": target, "enemy": unit, **prospect(state, me, "reaction")}
    return Ask(me.seat, "response.assault", domain, COUNTER, default=NONE, facts=facts)


def refuse_evasion(state: State, me: Unit) -> Refusal | None:
    """Why a unit that may respond may not evade (CEL-REA-15)."""
    heavy = any(m.has("heavy") for m in state.living(me))
    return refuse("response.heavy", HEAVY, unit=me.id) if heavy else None


def response_moves(state: State, how: str, unit: UnitId, target: UnitId) -> Ask[Paths]:
    """The question where the models of a unit go that passed the check of its response."""
    about, clause = MOVES[how]
    moves = moves_of(state, Errand(how, target, unit))
    domain = replace(moves, offered=moves.certain()[0])
    facts = {"unit": target, "enemy": unit}
    return Ask(state.unit(target).seat, about, domain, clause, default=domain.offered, facts=facts)


async def return_fire(game: Game[State], shooter: UnitId, target: UnitId, used: tuple[UnitId, ...] = ()) -> None:
    """The survivors of a Shooting order's target have shot back, or not (CEL-REA-11).

    ``used``: the units that spent their marker on this order.
    """
    if not game.state.living(target):
        return
    me = game.state.unit(target)
    no = refuse_response(game.state, me, used, FIRE) or refuse_answer(game.state, target, shooter, "return")
    facts: dict[str, Fact] = {"unit": target, "enemy": shooter, **prospect(game.state, me, "reaction")}
    question = Ask(me.seat, "response.return-fire", yes_no(no), FIRE, default="no", facts=facts)
    if await decide(question) == "no":
        return
    game.emit(Responded(clause=FIRE, unit=target, by=shooter, response="return-fire"))
    if await check(game, target, "reaction", FIRE):
        await shoot(game, target, shooter, "return")
