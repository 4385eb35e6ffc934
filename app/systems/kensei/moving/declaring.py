"""Declaring Movement, Occupying and leaving a building; nothing here measures (KEN-STA-37)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from app.engine.domains import Choice, Menu, Option, Pick, Place, Spot
from app.engine.formations import spot
from app.engine.options import Gesture
from app.engine.orders import Orders, first_reason
from app.engine.refusals import Fact, Refusal, refuse
from app.engine.trig import TURN, bearing
from app.engine.views import Mark, Note, Preview
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.book import c, cm
from app.systems.kensei.ground.terrain import ground
from app.systems.kensei.ideas import proposals
from app.systems.kensei.measure import centre
from app.systems.kensei.moving.buildings.garrisons import refuse_entry
from app.systems.kensei.moving.ways.marching import ACROSS
from app.systems.kensei.moving.ways.slide import off
from app.systems.kensei.moving.ways.travel import allowance
from app.systems.kensei.orders.declaring import Action
from app.systems.kensei.orders.rules import AP, STEP, spare
from app.systems.kensei.state import State

ONCE, FIGHTS, FLEES, DIRECTION, ARC, NO_RUN, INSIDE, ENTERS, COMES_OUT, JOINS = (
    c("KEN-MOV-01"), c("KEN-CBT-37"), c("KEN-RUN-25"), c("KEN-MOV-03"), c("KEN-MOV-17"), c("KEN-CHG-15"),
    c("KEN-MOV-37"), c("KEN-MOV-33"), c("KEN-MOV-37"), c("KEN-TYP-33"),
)  # fmt: skip
BOUND, IN_STEPS, COSTS, AFTER_CHARGE = c("KEN-ABI-16"), c("KEN-ORD-03"), c("KEN-ORD-14"), c("KEN-CHG-05")
SPECIALS = {"none": "", "facing": "facing", "pivot": "pivot"}
AIM = cm(20)
"""How far off the place aimed at lies where none is pointed at."""


# -- what stands against it ------------------------------------------------------------------


def refuse_new(state: State, unit: Unit) -> Refusal | None:
    """Why one more action of this step cannot be declared: also for want of AP, or because a later step has begun
    (KEN-ORD-03, KEN-ORD-14)."""
    if no := refuse_any(state, unit):
        return no
    later = next((o.do for o in unit.orders if not o.state and STEP[o.do] != "movement"), "")
    if later:
        return refuse("orders.later-step", IN_STEPS, unit=unit.id, action=later)
    return None if spare(unit) > 0 else refuse("no_ap", COSTS, unit=unit.id, ap=spare(unit), needed=1)


def refuse_any(state: State, unit: Unit) -> Refusal | None:
    """Why a unit can take no action of the Movement step at all: it fights, flees, may not act, or has charged
    (KEN-CBT-37, KEN-RUN-25, KEN-CHG-05)."""
    body = state.body(unit)
    if body.acted_last:
        return refuse("orders.charged", AFTER_CHARGE, unit=body.id)
    if body.fleeing:
        return refuse("orders.flees", FLEES, unit=body.id)
    if unit.under("no_action"):
        return refuse("orders.no-action", BOUND, unit=unit.id)
    return refuse("orders.fights", FIGHTS, unit=body.id) if state.fighting(body.id) and not unit.host else None


def refuse_movement(state: State, unit: Unit, mode: str) -> Refusal | None:
    """Why a unit cannot be ordered to march, run or go back (KEN-MOV-01, KEN-CHG-15)."""
    if no := refuse_new(state, unit) or refuse_twice(unit, "move"):
        return no
    if unit.building and not declared(unit, "exit"):
        return refuse("orders.indoors", INSIDE, unit=unit.id)
    if mode == "run" and unit.failed_charge and unit.failed_charge >= state.turn - 1:
        return refuse("orders.failed-charge", NO_RUN, unit=unit.id)
    if mode == "run" and unit.under("no_run"):
        return refuse("orders.no-run", BOUND, unit=unit.id)
    return None


def refuse_twice(unit: Unit, do: str) -> Refusal | None:
    """Why it cannot be ordered again: one Movement a turn, and each of the others once (KEN-MOV-01)."""
    made = unit.moved if do == "move" else ""
    return refuse("move.once", ONCE, unit=unit.id) if made or declared(unit, do) else None


def declared(unit: Unit, do: str) -> bool:
    """Whether an action of this kind is declared and still to be carried out."""
    return any(order.do == do and not order.state for order in unit.orders)


# -- what is chosen --------------------------------------------------------------------------


def specials(state: State, unit: Unit) -> Menu:
    """Whether a Facing or a Pivot is foreseen, and in which direction the unit will go (KEN-MOV-04)."""
    weights = {"none": 3}
    return Menu({
        key: Option(then=partial(aim, state, unit, key), about=f"orders.give.{key}", weight=weights.get(key, 1))
        for key in SPECIALS
    }, usual="none")  # fmt: skip


def aim(state: State, unit: Unit, special: str) -> Place:
    """A place towards which the Movement will be made: only its direction counts (KEN-MOV-03)."""
    at, wide = centre(state, unit), TURN // 2 if special != "none" else ACROSS
    return Place(
        radius=0, zones=(), test=partial(refuse_aim, state, unit, special),
        propose=partial(proposals.bearing_to, at, unit.facing, wide, AIM),
        sure=(Spot(spot(at, unit.facing, 0, AIM)),), look=partial(look, state, unit), aim=at,
        piece=unit.id,
    )  # fmt: skip


def aimed(state: State, unit: Unit, at: Spot) -> int:
    """The bearing from a unit's centre to a place, in 1/100 degree."""
    begun = centre(state, unit)
    return bearing(at.at.x - begun.x, at.at.y - begun.y)


def refuse_aim(state: State, unit: Unit, special: str, at: Spot) -> Refusal | None:
    """Why a unit cannot be sent that way: it is not in the 180 degrees ahead, and it will not turn (KEN-MOV-17)."""
    if at.at == centre(state, unit):
        return refuse("orders.no-direction", DIRECTION, unit=unit.id)
    turns = special != "none" or declared(unit, "exit")
    ahead = off(aimed(state, unit, at), unit.facing) <= ACROSS
    return None if turns or ahead else refuse("move.not-ahead", ARC, unit=unit.id)


def look(state: State, unit: Unit, at: Spot) -> Preview:
    """The direction, drawn as a line without an end that means anything."""
    begun = centre(state, unit)
    note = Note("orders.direction", {"unit": unit.id, "degrees": aimed(state, unit, at) // 100}, DIRECTION)
    return Preview(notes=(note,), marks=(Mark(kind="ray", points=(begun, at.at)),))


def entries(state: State, unit: Unit) -> Pick:
    """The Constructions it may be ordered to Occupy, wherever they are."""
    twice = refuse_twice(unit, "occupy")
    reasons = {piece.id: twice or refuse_entry(state, unit, piece) for piece in ground(state).buildings}
    return Pick(reasons, {id: id for id in reasons})


# -- the orders ------------------------------------------------------------------------------


def facts_of(price: str) -> Callable[[State, Unit], Mapping[str, Fact]]:
    """What an action costs, for its sentence."""
    return lambda *_: {"ap": AP[price]}


def going(state: State, unit: Unit, mode: str) -> dict[str, Fact]:
    """What a Movement costs, and how far it may lead on open ground."""
    return {"ap": AP["move"], "far": allowance(state, unit, mode)}


def in_ranks(_: State, unit: Unit) -> bool:
    """Whether it is a unit that moves in formation."""
    return not unit.host and not unit.loose


def is_loose(_: State, unit: Unit) -> bool:
    """Whether its models are loose, and in no unit."""
    return not unit.host and unit.loose


def may_enter(state: State, unit: Unit) -> bool:
    """Whether there are Constructions to Occupy."""
    return not unit.host and bool(ground(state).buildings)


def is_inside(_: State, unit: Unit) -> bool:
    """Whether it is a garrison."""
    return not unit.host and bool(unit.building)


def refuse_exit(state: State, unit: Unit) -> Refusal | None:
    """Why a garrison cannot be ordered to come out."""
    return refuse_new(state, unit) or refuse_twice(unit, "exit")


def moving(
    key: str, mode: str, concerns: Callable[[State, Unit], bool], gesture: Gesture = "self",
    below: Callable[[State, Unit], Menu] | None = None,
) -> Action:  # fmt: skip
    """A Movement, in a direction that is pointed at if there is something below."""

    def made(state: State, unit: Unit, answer: Choice | None) -> Order:
        way = aimed(state, unit, answer.then) if answer else unit.facing
        turn = SPECIALS[answer.key] if answer else ""
        return Order(do="move", mode=mode, bearing=way, special=turn, cost=AP["move"])

    return Action(key=key, about=f"orders.give.{key}", clause=ONCE, facts=partial(going, mode=mode), concerns=concerns,
                  barred=partial(refuse_movement, mode=mode), below=below, gesture=gesture, made=made)  # fmt: skip


ORDERS = Orders(
    moving("move", "march", in_ranks, "drag", specials),
    moving("move", "march", is_loose),
    moving("run", "run", in_ranks, "drag", specials),
    moving("run", "run", is_loose),
    moving("back", "back", in_ranks),
    Action(key="occupy", about="orders.give.occupy", clause=ENTERS, facts=facts_of("occupy"), concerns=may_enter,
           barred=refuse_new, below=entries, nothing=first_reason("orders.nothing-there", JOINS), gesture="onto",
           made=lambda _, __, building: Order(do="occupy", target=building, cost=AP["occupy"])),
    Action(key="exit", about="orders.give.exit", clause=COMES_OUT, facts=facts_of("exit"), concerns=is_inside,
           barred=refuse_exit, gesture="self", made=lambda *_: Order(do="exit", cost=AP["exit"])),
)  # fmt: skip
"""What a unit or a character may be ordered to do in the Movement step."""
