"""The question of the Movement step: what each unit may carry out now."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from app.engine.asks import Domain
from app.engine.domains import Menu, Option, Pick
from app.engine.events import Seat
from app.engine.flow import Game
from app.engine.groups import Moves, Paths
from app.engine.manoeuvre import Manoeuvre, Steps
from app.engine.options import Gesture
from app.engine.orders import Order, Orders, always, first_reason, free
from app.engine.refusals import Clause, Fact, Refusal, refuse
from app.engine.trig import TURN
from app.systems.kensei.army import Order as Declared
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.ground.terrain import entrances
from app.systems.kensei.ideas import proposals
from app.systems.kensei.measure import formation, piece_of
from app.systems.kensei.moving import acting
from app.systems.kensei.moving.buildings.garrisons import piece, refuse_exit, refuse_occupy
from app.systems.kensei.moving.declaring import refuse_any
from app.systems.kensei.moving.ways.loose import moves
from app.systems.kensei.moving.ways.marching import refuse_move
from app.systems.kensei.moving.ways.travel import FACING, PIVOT, allowance
from app.systems.kensei.orders.due import Due
from app.systems.kensei.orders.rules import STEP as STEP_OF
from app.systems.kensei.orders.rules import todo
from app.systems.kensei.orders.spending import settle
from app.systems.kensei.page.moves_look import look
from app.systems.kensei.state import State
from app.systems.kensei.troops.joining import refuse_join, refuse_leave

USES, GONE, OUT, ONCE, ENTERS, COMES_OUT = (
    c("KEN-MOV-44"), c("KEN-TER-46"), c("KEN-CNF-30"), c("KEN-MOV-01"), c("KEN-MOV-33"), c("KEN-MOV-37"),
)  # fmt: skip
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
        found[unit.id] = option(state, current(state, unit))
    return Menu({**found, DONE: Option()})


def current(state: State, unit: Unit) -> Due:
    """The next action of the step that a unit carries out: the first of those declared that it can do now, if it can do
    any; it may walk to an entrance or a unit first though that was declared later."""
    waiting = [Due(unit, n, o) for n, o in enumerate(unit.orders) if not o.state and STEP_OF[o.do] == STEP]
    return next((one for one in waiting if option(state, one).no is None), waiting[0])


def option(state: State, due: Due) -> Option:
    """A unit's next action of the step."""
    found = ORDERS.given(state, due, due.order.do).option(state, due)
    return Option(found.no, about=found.about, facts=found.facts, piece=found.piece) if found.no else found


# -- what stands against it ------------------------------------------------------------------


def refuse_moving(_: State, due: Due) -> Refusal | None:
    """Why a unit cannot make its Movement: it is indoors, or has made it."""
    unit = due.unit
    if unit.building:
        return refuse("orders.indoors", c("KEN-MOV-37"), unit=unit.id)
    return refuse("move.once", ONCE, unit=unit.id) if unit.moved else None


def refuse_entering(state: State, due: Due) -> Refusal | None:
    """Why a unit cannot go into a Construction (KEN-MOV-33)."""
    building = piece(state, due.order.target)
    if building is None:
        return refuse("building.gone", GONE, unit=due.unit.id, piece=due.order.target)
    return refuse_occupy(state, due.unit, building)


def refuse_joining(state: State, due: Due) -> Refusal | None:
    """Why a character cannot join a unit (KEN-TYP-34)."""
    him, host = due.unit, state.units[due.order.target]
    gone = refuse("character.no-unit", USES, unit=him.id, host=host.id)
    return refuse_join(state, him, host) if host.on_table else gone


def refuse_way_out(state: State, him: Unit) -> Refusal | None:
    """Why a character cannot get out of his unit: there is no room round about (KEN-CNF-30)."""
    if state.units.get(him.id) is not him:
        return _refuse_way_out(state, him)
    key = ("way-out", him.id)
    if key not in state.memo:
        state.memo[key] = _refuse_way_out(state, him)
    found: Refusal | None = state.memo[key]
    return found


def _refuse_way_out(state: State, him: Unit) -> Refusal | None:
    return None if leave(state, him).certain() else refuse("character.no-way-out", OUT, unit=him.id)


# -- loose models, buildings -----------------------------------------------------------------


def joins(state: State, unit: Unit) -> str:
    """The unit he is ordered to join this turn and may come upon in his Movement (KEN-MOV-48)."""
    wanted = next((o.target for o in unit.orders if o.do == "join" and not o.state), "")
    return wanted if wanted and state.units[wanted].on_table else ""


def walk(state: State, unit: Unit, order: Declared) -> Moves:
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


def march(state: State, unit: Unit, order: Declared) -> Manoeuvre:
    """The Movement of a unit in ranks: how far along its bearing, and when it turns (KEN-MOV-03)."""
    return Manoeuvre(
        piece=unit.id, start=formation(state, unit), allowance=allowance(state, unit, order.mode),
        steps=open_steps(order), test=partial(refuse_move, state, unit, order),
        propose=partial(proposals.march, state, unit, order, TURNS), sure=((),), look=partial(look, state, unit, order),
        rates={do: RATES[do] for do in open_steps(order)}, offered=partial(offered, state, unit, order),
        way=None if order.mode == "back" else order.bearing, judged=JUDGED,
    )  # fmt: skip


def open_steps(order: Declared) -> dict[str, int]:
    """The steps an ordered Movement is made of, each with the most it comes to (0: no limit)."""
    if order.mode == "back":
        return {"back": 0}
    return {"slide": 0, **{"facing": {"face": TURNS}, "pivot": {"turn": TURN // 2}}.get(order.special, {})}


def offered(state: State, unit: Unit, order: Declared) -> Steps:
    """The farthest plain Movement that is legal, of a few."""
    tried = proposals.marches(state, unit, order)
    return next((steps for steps in tried if not refuse_move(state, unit, order, steps)), ())


# -- the orders ------------------------------------------------------------------------------


def goes(paths: Paths) -> bool:
    """Whether a model goes anywhere."""
    return any(len(path) > 1 for path in paths.values())


def is_loose(_: State, due: Due) -> bool:
    """Whether its models are loose."""
    return due.unit.loose


def in_ranks(_: State, due: Due) -> bool:
    """Whether it moves in formation."""
    return not due.unit.loose


def in_combat(state: State, due: Due) -> bool:
    """Whether his unit is in Combat."""
    return state.fighting(due.unit.host)


def in_peace(state: State, due: Due) -> bool:
    """Whether his unit is not."""
    return not in_combat(state, due)


def facts_of(_: State, due: Due) -> Mapping[str, Fact]:
    """Who, where to, and how."""
    return {"unit": due.unit.id, "target": due.order.target, "mode": due.order.mode}


def deed(
    key: str, clause: Clause, barred: Callable[[State, Due], Refusal | None], gesture: Gesture,
    do: Callable[[Game[State], Due, Any], Awaitable[None] | None],
    concerns: Callable[[State, Due], bool] = always, below: Callable[[State, Due], Domain[Any]] | None = None,
    nothing: Callable[[Any, Any, Any], Refusal | None] | None = None,
) -> Order[State, Due]:  # fmt: skip
    """How a declared action of the step is carried out."""

    def no(state: State, due: Due) -> Refusal | None:
        return refuse_any(state, due.unit) or barred(state, due)

    return Order(
        key=key, about=f"act.{key}", clause=clause, bare=True, facts=facts_of, concerns=concerns, barred=no, firm=True,
        below=below, nothing=nothing, gesture=gesture, piece=lambda _, due: due.unit.id, weight=4, do=do,
    )  # fmt: skip


async def walked(game: Game[State], due: Due, paths: Paths) -> None:
    """Loose models have gone their ways; a Movement of no length is given up (KEN-ORD-13)."""
    if goes(paths):
        await acting.walk(game, *due, paths)
    else:
        settle(game, *due.at, "given-up")


async def marched(game: Game[State], due: Due, steps: Steps) -> None:
    """A unit in ranks has gone along its bearing; a Movement of no length is given up (KEN-ORD-13)."""
    if steps:
        await acting.march(game, *due, steps)
    else:
        settle(game, *due.at, "given-up")


ORDERS: Orders[State, Due] = Orders(
    deed("move", ONCE, refuse_moving, "drag", walked, is_loose, lambda state, due: walk(state, due.unit, due.order)),
    deed("move", ONCE, refuse_moving, "drag", marched, in_ranks, lambda state, due: march(state, due.unit, due.order)),
    deed("occupy", ENTERS, refuse_entering, "self",
         lambda game, due, _: acting.occupy(game, *due.at, due.order.target)),
    deed("exit", COMES_OUT, free, "self", lambda game, due, door: acting.come_out(game, *due.at, int(door)),
         below=lambda state, due: doors(state, due.unit), nothing=first_reason("building.gone", GONE)),
    deed("join", USES, refuse_joining, "self", lambda game, due, _: acting.join(game, *due.at, due.order.target)),
    deed("leave", USES, lambda state, due: refuse_leave(state, due.unit), "self",
         lambda game, due, _: acting.leave(game, *due.at, None), in_combat),
    deed("leave", USES, lambda state, due: refuse_leave(state, due.unit) or refuse_way_out(state, due.unit), "drag",
         lambda game, due, paths: acting.leave(game, *due.at, paths), in_peace,
         lambda state, due: leave(state, due.unit)),
)  # fmt: skip
"""The actions of the step, and how each is carried out and paid for."""
