"""The question of the Movement step: what each unit may carry out now."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from app.engine.domains import Menu, Option, Pick
from app.engine.events import Seat
from app.engine.groups import Moves
from app.engine.manoeuvre import Manoeuvre, Steps
from app.engine.refusals import Fact, Refusal, refuse
from app.engine.trig import TURN
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.ground.terrain import entrances
from app.systems.kensei.ideas import proposals
from app.systems.kensei.measure import formation, piece_of
from app.systems.kensei.moving.buildings import piece, refuse_exit, refuse_occupy
from app.systems.kensei.moving.declaring import refuse_any
from app.systems.kensei.moving.loose import moves
from app.systems.kensei.moving.marching import refuse_move
from app.systems.kensei.moving.travel import FACING, PIVOT, allowance
from app.systems.kensei.orders.rules import STEP as STEP_OF
from app.systems.kensei.orders.rules import todo
from app.systems.kensei.page.moves_look import look
from app.systems.kensei.state import State
from app.systems.kensei.troops.joining import refuse_join, refuse_leave

USES, GONE, OUT = c("KEN-MOV-44"), c("KEN-TER-46"), c("KEN-CNF-30")
RATES = {"slide": (1, 1), "back": (1, 1), "face": (FACING, 1), "turn": (PIVOT, 1)}
DONE = "done"
STEP = "movement"
JUDGED = ("slide", "forward", "back", "face", "turn", "wheel")
"""Steps that were not ordered are told why they are none of this Movement (KEN-MOV-04, KEN-MOV-26)."""
TURNS: int = table("movement")["facing"]["degrees"] * 100


def menu(state: State, seat: Seat) -> Menu:
    """What each unit and character of a seat may carry out now in the Movement step, and being done with it."""
    found: dict[str, Option] = {}
    for unit, _, _ in todo(state, seat, STEP):
        found[unit.id] = option(state, unit, current(state, unit)[1])
    return Menu({**found, DONE: Option()})


def current(state: State, unit: Unit) -> tuple[int, Order]:
    """The next action of the step that a unit carries out and its number: the first of those declared that it can do
    now, if it can do any; it may walk to an entrance or a unit first though that was declared later."""
    waiting = [(n, o) for n, o in enumerate(unit.orders) if not o.state and STEP_OF[o.do] == STEP]
    return next(((n, o) for n, o in waiting if option(state, unit, o).no is None), waiting[0])


def option(state: State, unit: Unit, order: Order) -> Option:
    """A unit's next action of the step."""
    facts: dict[str, Fact] = {"unit": unit.id, "target": order.target, "mode": order.mode}
    about = f"act.{order.do}"
    if no := refuse_any(state, unit) or _refuse_now(state, unit, order):
        return Option(no, about=about, facts=facts, piece=unit.id)
    then: Callable[[], Moves | Manoeuvre | Pick] | None = None
    if order.do == "move":
        then = partial(walk, state, unit, order) if unit.loose else partial(march, state, unit, order)
    elif order.do == "leave" and not state.fighting(unit.host):
        then = partial(leave, state, unit)
    elif order.do == "exit":
        then = partial(doors, state, unit)
    return Option(then=then, about=about, facts=facts, piece=unit.id, weight=4)


def _refuse_now(state: State, unit: Unit, order: Order) -> Refusal | None:
    if order.do == "occupy":
        building = piece(state, order.target)
        if building is None:
            return refuse("building.gone", GONE, unit=unit.id, piece=order.target)
        return refuse_occupy(state, unit, building)
    if order.do == "exit":
        found = doors(state, unit)
        return None if found.any_open() else next(iter(found.options.values()), refuse("building.gone", GONE))
    if order.do == "join":
        host = state.units[order.target]
        gone = refuse("character.no-unit", USES, unit=unit.id, host=host.id)
        return refuse_join(state, unit, host) if host.on_table else gone
    if order.do == "leave":
        return refuse_leave(state, unit) or (None if state.fighting(unit.host) else refuse_way_out(state, unit))
    if unit.building:
        return refuse("orders.indoors", c("KEN-MOV-37"), unit=unit.id)
    return refuse("move.once", c("KEN-MOV-01"), unit=unit.id) if unit.moved else None


def refuse_way_out(state: State, him: Unit) -> Refusal | None:
    """Why a character cannot get out of his unit: there is no room round about (KEN-CNF-30)."""
    return None if leave(state, him).certain() else refuse("character.no-way-out", OUT, unit=him.id)


# -- loose models, buildings -----------------------------------------------------------------


def joins(state: State, unit: Unit) -> str:
    """The unit he is ordered to join this turn and may come upon in his Movement (KEN-MOV-48)."""
    wanted = next((o.target for o in unit.orders if o.do == "join" and not o.state), "")
    return wanted if wanted and state.units[wanted].on_table else ""


def walk(state: State, unit: Unit, order: Order) -> Moves:
    """The Movement of loose models."""
    return moves(state, unit, order.mode, joins(state, unit))


def leave(state: State, him: Unit) -> Moves:
    """The way of a character who leaves his unit, with his own Movement (KEN-CNF-08)."""
    return moves(state, him, "march", joins(state, him), stays=False)


def doors(state: State, unit: Unit) -> Pick:
    """The entrances by which a garrison may come out, numbered from 1 (KEN-MOV-37)."""
    found = entrances(piece_of(state, unit.building)) if unit.building else ()
    return Pick({str(n + 1): refuse_exit(state, unit, door) for n, door in enumerate(found)})


# -- units in ranks --------------------------------------------------------------------------


def march(state: State, unit: Unit, order: Order) -> Manoeuvre:
    """The Movement of a unit in ranks: how far along its bearing, and when it turns (KEN-MOV-03)."""
    return Manoeuvre(
        piece=unit.id, start=formation(state, unit), allowance=allowance(state, unit, order.mode),
        steps=open_steps(order), test=partial(refuse_move, state, unit, order),
        propose=partial(proposals.march, state, unit, order, TURNS), sure=((),), look=partial(look, state, unit, order),
        rates={do: RATES[do] for do in open_steps(order)}, offered=partial(offered, state, unit, order),
        way=None if order.mode == "back" else order.bearing, judged=JUDGED,
    )  # fmt: skip


def open_steps(order: Order) -> dict[str, int]:
    """The steps an ordered Movement is made of, each with the most it comes to (0: no limit)."""
    if order.mode == "back":
        return {"back": 0}
    return {"slide": 0, **{"facing": {"face": TURNS}, "pivot": {"turn": TURN // 2}}.get(order.special, {})}


def offered(state: State, unit: Unit, order: Order) -> Steps:
    """The farthest plain Movement that is legal, of a few."""
    tried = proposals.marches(state, unit, order)
    return next((steps for steps in tried if not refuse_move(state, unit, order, steps)), ())
