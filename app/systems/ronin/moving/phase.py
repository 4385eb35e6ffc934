"""The Move Phase: one model after another holds, moves, withdraws, shoots or comes on."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from app.engine.asks import Domain
from app.engine.domains import Choice, Menu, Option, Pick, Walk
from app.engine.flow import Game
from app.engine.options import Once, Reason
from app.engine.paths import Path
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.views import Preview
from app.systems.ronin.actions.objects import DROP, offer_exit
from app.systems.ronin.book import c
from app.systems.ronin.ground.river import river
from app.systems.ronin.ground.terrain import in_river
from app.systems.ronin.ideas.proposals import other_ways, propose, propose_entry, starts, sure, sure_entries
from app.systems.ronin.measure import is_engaged, is_routing
from app.systems.ronin.morale.rout import ROUT, at_own_edge, flee_off, flight, own_edge, refuse_other_way
from app.systems.ronin.moving.enter import doorstep, refuse_entry_path, refuse_to_enter
from app.systems.ronin.moving.events import Moved
from app.systems.ronin.moving.look import look
from app.systems.ronin.moving.walk import allowance, limit, refuse_path, refuse_way, touched_at, walked
from app.systems.ronin.moving.withdraw import withdraw
from app.systems.ronin.scenarios.figures import call_reserves
from app.systems.ronin.shooting.flow import shoot
from app.systems.ronin.shooting.rules import NO_MISSILE, missiles_of, refuse_shooter, targets
from app.systems.ronin.state import Model, ModelId, State
from app.systems.ronin.turn.activation import HOLD, Round, alternate
from app.systems.ronin.turn.events import PhaseBegan
from app.systems.ronin.turn.orders import Orders

PHASE = c("RON-PRI-01")
HOLDS = c("RON-PRI-07")
ENTERS = c("RON-SET-15")
NO_ROOM = c("RON-MOV-29")
NO_WITHDRAW = c("RON-MOV-21")
NO_AIM = c("RON-SHO-29")
WAYS = {"move": "normal", "run": "run", "gallop": "gallop", "ride-by": "ride-by", "withdraw": "withdraw"}
ENTRIES = {"enter": "normal", "enter-run": "run", "enter-gallop": "gallop"}


async def move(game: Game[State]) -> None:
    """Every model has had its go in the Move Phase."""
    game.emit(PhaseBegan(clause=PHASE, phase="move"))
    await call_reserves(game)
    await alternate(game, ROUND)


def is_ready(state: State, me: Model) -> bool:
    """Whether this model may still be activated in this Move Phase (RON-PRI-08, RON-SET-15)."""
    if me.activated:
        return False
    return me.on_table or (me.fate == "reserve" and refuse_to_enter(state, me) is None)


def orders(state: State, me: Model) -> Menu:
    """Everything a model may do in the Move Phase, and why it may not do the rest."""
    if not me.on_table:
        return Orders({HOLD: option(HOLD, HOLDS), **{key: entry(state, me, key, how) for key, how in ENTRIES.items()}})
    if is_routing(state, me) and own_edge(state, me):
        return Orders(routing_orders(state, me))
    ways = {key: way(state, me, key, how) for key, how in WAYS.items()}
    return Orders({HOLD: option(HOLD, HOLDS), **ways, **shots(state, me), **drops(me)})


def option(
    key: str, clause: Clause, no: Reason = None, then: Callable[[], Domain[Any]] | None = None,
    hollow: bool = False,
) -> Option:  # fmt: skip
    """An order with its sentence and clause."""
    return Option(no=no, then=then, about=f"option.{key}", clause=clause, hollow=hollow)


# -- walking -----------------------------------------------------------------------


def way(state: State, me: Model, key: str, how: str) -> Option:
    """A way of moving: closed by a rule, or for want of room, or a path to draw."""
    barred = refuse_way(state, me, how)
    paths = Once(lambda: sure(state, me, how))

    def no_room() -> Refusal | None:
        code = "withdraw.no-room" if how == "withdraw" else "move.no-room"
        return None if paths() else refuse(code, NO_WITHDRAW if how == "withdraw" else NO_ROOM)

    return option(
        key, limit(me, how), barred or no_room, lambda: walk_of(state, me, how, paths), hollow=barred is None
    )  # fmt: skip


def walk_of(state: State, me: Model, how: str, paths: Callable[[], tuple[Path, ...]]) -> Walk:
    """The path of a move, judged and previewed by the same rules."""
    return Walk(
        start=me.at, radius=me.radius, allowance=allowance(state, me.id, how, (me.at,))[0],
        test=lambda path: refuse_path(state, me.id, path, how), propose=lambda rng: propose(state, me, how, rng),
        sure=paths, look=lambda path: look(state, me, path, how), piece=me.id,
    )  # fmt: skip


def entry(state: State, me: Model, key: str, how: str) -> Option:
    """A way of coming onto the table."""
    no = refuse_to_enter(state, me) or refuse_way(state, me, how)
    paths = sure_entries(state, me, how) if no is None else ()
    no = no or (None if paths else refuse("move.no-room", NO_ROOM))
    return option(key, ENTERS, no, lambda: entry_walk(state, me, how, paths))


def entry_walk(state: State, me: Model, how: str, paths: tuple[Path, ...]) -> Walk:
    """The path of an entry: it begins outside the own edge."""
    return Walk(
        start=starts(state, me)[0], radius=me.radius, allowance=allowance(state, me.id, how, paths[0][:1])[0],
        test=lambda path: refuse_entry_path(state, me, path, how),
        propose=lambda rng: propose_entry(state, me, how, rng),
        sure=paths, look=lambda path: look(state, me, path, how), piece=me.id, starts=(doorstep(state, me),),
    )  # fmt: skip


# -- shooting and dropping -----------------------------------------------------------


def shots(state: State, me: Model) -> dict[str, Option]:
    """The order to shoot; with more than one missile weapon the weapon is named first."""
    weapons = missiles_of(me)
    if not weapons:
        return {"shoot": option("shoot", NO_MISSILE, refuse("shoot.no-missile", NO_MISSILE))}
    able = tuple(weapon for weapon in weapons if refuse_shooter(state, me, weapon) is None)
    if not able:
        return {"shoot": option("shoot", NO_MISSILE, refuse_shooter(state, me, weapons[0]))}
    aims = cache(lambda weapon: targets(state, me, weapon))

    def no_target() -> Refusal | None:
        return None if any(aims(weapon).any_open() for weapon in able) else refuse("shoot.no-target", NO_AIM)

    def below() -> Domain[Any]:
        return aims(weapons[0]) if len(weapons) == 1 else weapon_menu(state, me, weapons)

    return {"shoot": option("shoot", NO_MISSILE, no_target, below, hollow=True)}


def weapon_menu(state: State, me: Model, weapons: tuple[str, ...]) -> Menu:
    """Which missile weapon, and below it whom."""
    found = {}
    for weapon in weapons:
        domain = targets(state, me, weapon)
        barred = refuse_shooter(state, me, weapon)
        no = barred or (None if domain.open() else refuse("shoot.no-target", NO_AIM))
        found[weapon] = Option(no=no, then=lambda domain=domain: domain, about=f"word.{weapon}", clause=NO_MISSILE,  # type: ignore[misc]
                               hollow=barred is None)  # fmt: skip
    return Menu(found)


def drops(me: Model) -> dict[str, Option]:
    """The order to drop an object, for whoever carries one; the activation stays open (RON-MOV-31)."""
    things = Pick(dict.fromkeys(me.objects))
    return {"drop": option("drop", DROP, None, lambda: things)} if me.objects else {}


async def carry_out_shot(game: Game[State], id: ModelId, answer: Choice | str) -> None:
    """The shot of this answer has been made."""
    if isinstance(answer, Choice):
        await shoot(game, id, ModelId(answer.then), answer.key)
        return
    me = game.state.model(id)
    await shoot(game, id, ModelId(answer), missiles_of(me)[0])


# -- Routing ------------------------------------------------------------------------


def routing_orders(state: State, me: Model) -> dict[str, Option]:
    """What a Routing model may do: flee, or step away if it is held (RON-MOR-25)."""
    if is_engaged(state, me):
        step = way(state, me, "withdraw", "withdraw")
        no = None if step.no else refuse("rout.must-withdraw", ROUT)
        return {HOLD: option(HOLD, HOLDS, no), "withdraw": step, **barred_orders(state, me, ("withdraw",)), **drops(me)}
    forced = flight(state, me)
    stands = len(forced.path) < 2 and not at_own_edge(state, me)
    ways = {key: other_way(state, me, key) for key in ("move", "gallop" if me.mounted else "run")}
    stuck = refuse("rout.no-way", ROUT) if stands else None
    flee = option("flee", ROUT, stuck, None)
    no = None if stands else refuse("rout.must-flee", ROUT)
    return {HOLD: option(HOLD, HOLDS, no), "flee": flee, **ways, **barred_orders(state, me, tuple(ways)), **drops(me)}


def barred_orders(state: State, me: Model, but: tuple[str, ...]) -> dict[str, Option]:
    """The usual orders that Routing leaves to nobody, closed with the reason (RON-MOR-25, RON-MOR-26)."""
    must = refuse("rout.must-flee", ROUT)
    ways = {key: option(key, limit(me, how), refuse_way(state, me, how) or must) for key, how in WAYS.items()}
    return {**{key: way for key, way in ways.items() if key not in but}, **shots(state, me)}


def other_way(state: State, me: Model, key: str) -> Option:
    """A path of the owner's own, open only where the straight flight stops short."""
    how, forced = WAYS[key], flight(state, me)
    paths = other_ways(state, me, forced, how)
    no = None if paths else refuse("rout.no-way", ROUT)
    if not forced.short:
        no = refuse("rout.straight", ROUT, length=forced.length)

    def test(path: Path) -> Refusal | None:
        return refuse_other_way(state, me, forced, path, how)

    def shown(path: Path) -> Preview:
        return look(state, me, path, how)

    return option(key, limit(me, how), no, lambda: Walk(
        start=me.at, radius=me.radius, allowance=allowance(state, me.id, how, (me.at,))[0], test=test,
        propose=lambda rng: propose(state, me, how, rng), sure=paths, look=shown, piece=me.id,
    ), hollow=True)  # fmt: skip


# -- carrying out ---------------------------------------------------------------------


async def carry_out(game: Game[State], id: ModelId, order: Choice) -> None:
    """The order has been done, with all that follows from it."""
    if order.key == "shoot":
        await carry_out_shot(game, id, order.then)
        return
    if order.key == "withdraw":
        await withdraw(game, id, order.then)
    elif order.key == "flee":
        forced = flight(game.state, game.state.model(id))
        if len(forced.path) > 1:
            await walk(game, id, forced.path, forced.how, ROUT)
    else:
        await walk(game, id, order.then, {**WAYS, **ENTRIES}[order.key])
    await flee_off(game, id)
    await offer_exit(game, id)


async def walk(game: Game[State], id: ModelId, path: Path, how: str, clause: Clause | None = None) -> None:
    """The model has walked this path, and met the river if it leads into it."""
    state, me = game.state, game.state.model(id)
    allowed, causes = allowance(state, id, how, path)
    was_in = me.on_table and in_river(state, me.base)
    arriving = max(0, state.side(me.seat).arriving - (0 if me.on_table else 1))
    clause = clause or (limit(me, how) if me.on_table else ENTERS)
    game.emit(Moved(
        clause=clause, model=id, how=how, path=path, used=walked(path),
        allowed=allowed, causes=tuple(cause.id for cause in causes),
        touches=tuple(foe.id for foe in touched_at(state, me, path)),
        entered=not me.on_table, arriving=arriving,
    ))  # fmt: skip
    await river(game, id, was_in)


ROUND = Round("move", is_ready, orders, carry_out)
