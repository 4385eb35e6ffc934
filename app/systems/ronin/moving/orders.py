"""What a model may be ordered in the Move Phase, each order declared once, and how it is carried out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from app.engine.domains import Pick, Walk
from app.engine.flow import Game
from app.engine.options import Closed, Once
from app.engine.orders import Order, Orders, free
from app.engine.paths import Path
from app.engine.refusals import Clause, Fact, Refusal, refuse
from app.systems.ronin.actions.objects import DROP, drop, offer_exit
from app.systems.ronin.book import c
from app.systems.ronin.ground.river import river
from app.systems.ronin.ground.terrain import in_river
from app.systems.ronin.ideas.proposals import other_ways, propose, propose_entry, starts, sure, sure_entries
from app.systems.ronin.measure import hints_of, is_engaged, is_routing
from app.systems.ronin.morale.rout import ROUT, at_own_edge, flee_off, flight, own_edge, refuse_other_way
from app.systems.ronin.moving.enter import doorstep, refuse_entry_path, refuse_to_enter
from app.systems.ronin.moving.events import Moved
from app.systems.ronin.moving.walk import allowance, limit, refuse_path, refuse_way, touched_at, walked
from app.systems.ronin.moving.withdraw import withdraw
from app.systems.ronin.shooting.opened import planned
from app.systems.ronin.shooting.orders import NO_SHOT, SHOOT
from app.systems.ronin.state import Model, State
from app.systems.ronin.turn.activation import holding

ENTERS = c("RON-SET-15")
NO_ROOM = c("RON-MOV-29")
NO_WITHDRAW = c("RON-MOV-21")
WAYS = {"move": "normal", "run": "run", "gallop": "gallop", "ride-by": "ride-by", "withdraw": "withdraw"}
ENTRIES = {"enter": "normal", "enter-run": "run", "enter-gallop": "gallop"}
Concerns = Callable[[State, Model], bool]


# -- whom an order concerns ------------------------------------------------------------


def waits(_: State, me: Model) -> bool:
    """Whether a model is still to come on."""
    return not me.on_table


def flees(state: State, me: Model) -> bool:
    """Whether a Routing model is bound to flee (RON-MOR-25)."""
    return me.on_table and is_routing(state, me) and own_edge(state, me) is not None and not is_engaged(state, me)


def steps_away(state: State, me: Model) -> bool:
    """Whether a Routing model is bound to step away from who holds it (RON-MOR-25)."""
    return me.on_table and is_routing(state, me) and own_edge(state, me) is not None and is_engaged(state, me)


def is_free(state: State, me: Model) -> bool:
    """Whether a model on the table may be ordered as usual."""
    return me.on_table and not (is_routing(state, me) and own_edge(state, me))


# -- walking -----------------------------------------------------------------------


def walking(key: str, how: str, concerns: Concerns = is_free) -> Order[State, Model]:
    """A way of moving: a path to draw."""

    async def do(game: Game[State], me: Model, path: Path) -> None:
        await walk(game, me, path, how)
        await ended(game, me)

    return Order(
        key=key, about=f"option.{key}", facts=partial(reach_of, how=how),
        clause=NO_WITHDRAW if how == "withdraw" else NO_ROOM,
        under=lambda _, me: limit(me, how), concerns=concerns, barred=lambda state, me: refuse_way(state, me, how),
        below=partial(walk_of, how=how), nothing=no_room(how), gesture="drag", do=do,
    )  # fmt: skip


def no_room(how: str) -> Callable[[State, Model, Walk], Closed]:
    """Closed where no path leads anywhere."""
    code, clause = ("withdraw.no-room", NO_WITHDRAW) if how == "withdraw" else ("move.no-room", NO_ROOM)
    return lambda _state, _me, way: None if way.certain() else refuse(code, clause)


def reach_of(state: State, me: Model, how: str) -> dict[str, Fact]:
    """How far it leads from where the model stands."""
    return {"reach": allowance(state, me.id, how, (me.at,))[0]}


def walk_of(state: State, me: Model, how: str) -> Walk:
    """The path of a move, judged and previewed by the same rules."""
    return Walk(
        start=me.at, radius=me.radius, allowance=allowance(state, me.id, how, (me.at,))[0],
        test=lambda path: refuse_path(state, me.id, path, how), propose=lambda rng: propose(state, me, how, rng),
        sure=Once(lambda: sure(state, me, how)), look=lambda path: planned(state, me, path, how), piece=me.id,
        hints=hints_of(state, me),
    )  # fmt: skip


async def walk(game: Game[State], me: Model, path: Path, how: str, clause: Clause | None = None) -> None:
    """The model has walked this path, and met the river if it leads into it."""
    state = game.state
    allowed, causes = allowance(state, me.id, how, path)
    was_in = me.on_table and in_river(state, me.base)
    arriving = max(0, state.side(me.seat).arriving - (0 if me.on_table else 1))
    clause = clause or (limit(me, how) if me.on_table else ENTERS)
    game.emit(Moved(
        clause=clause, model=me.id, how=how, path=path, used=walked(path),
        allowed=allowed, causes=tuple(cause.id for cause in causes),
        touches=tuple(foe.id for foe in touched_at(state, me, path)),
        entered=not me.on_table, arriving=arriving,
    ))  # fmt: skip
    await river(game, me.id, was_in)


async def ended(game: Game[State], me: Model) -> None:
    """What follows at the end of a move: a Routing model leaves, another may where its scenario lets it."""
    await flee_off(game, me.id)
    await offer_exit(game, me.id)


# -- withdrawing -------------------------------------------------------------------


async def step_away(game: Game[State], me: Model, path: Path) -> None:
    """The model has withdrawn, and been answered."""
    await withdraw(game, me.id, path)
    await ended(game, me)


def withdrawing(concerns: Concerns) -> Order[State, Model]:
    """To step out of contact (RON-MOV-21)."""
    return replace(walking("withdraw", "withdraw", concerns), do=step_away)


# -- coming on ---------------------------------------------------------------------


def entering(key: str, how: str) -> Order[State, Model]:
    """A way of coming onto the table."""

    def barred(state: State, me: Model) -> Refusal | None:
        no = refuse_to_enter(state, me) or refuse_way(state, me, how)
        return no or (None if sure_entries(state, me, how) else refuse("move.no-room", NO_ROOM))

    return replace(walking(key, how, waits), clause=ENTERS, under=None, barred=barred,
                   below=partial(entry_walk, how=how), nothing=None)  # fmt: skip


def entry_walk(state: State, me: Model, how: str) -> Walk:
    """The path of an entry: it begins outside the own edge."""
    paths = sure_entries(state, me, how)
    return Walk(
        start=starts(state, me)[0], radius=me.radius, allowance=allowance(state, me.id, how, paths[0][:1])[0],
        test=lambda path: refuse_entry_path(state, me, path, how),
        propose=lambda rng: propose_entry(state, me, how, rng),
        sure=paths, look=lambda path: planned(state, me, path, how), piece=me.id, starts=(doorstep(state, me),),
        hints=hints_of(state, me),
    )  # fmt: skip


# -- Routing ------------------------------------------------------------------------


def is_stuck(state: State, me: Model) -> bool:
    """Whether nothing leads towards the edge."""
    return len(flight(state, me).path) < 2 and not at_own_edge(state, me)


def refuse_to_hold(state: State, me: Model) -> Refusal | None:
    """Why a Routing model may not stay: it steps away if it is held, else it flees, where it can (RON-MOR-25)."""
    if steps_away(state, me):
        return None if STEP_AWAY.option(state, me).no else refuse("rout.must-withdraw", ROUT)
    return refuse("rout.must-flee", ROUT) if flees(state, me) and not is_stuck(state, me) else None


async def flee(game: Game[State], me: Model, _: None) -> None:
    """The model has fled straight towards its edge."""
    forced = flight(game.state, me)
    if len(forced.path) > 1:
        await walk(game, me, forced.path, forced.how, ROUT)
    await ended(game, me)


def fleeing(key: str, concerns: Concerns = flees) -> Order[State, Model]:
    """A path of the owner's own, open only where the straight flight stops short."""
    how = WAYS[key]
    return replace(walking(key, how, concerns), below=partial(other_way, how=how), barred=free, nothing=refuse_bend)


def other_way(state: State, me: Model, how: str) -> Walk:
    """A way round what stops the straight flight."""
    forced = flight(state, me)
    return replace(
        walk_of(state, me, how), test=lambda path: refuse_other_way(state, me, forced, path, how),
        sure=Once(lambda: other_ways(state, me, forced, how)),
    )  # fmt: skip


def refuse_bend(state: State, me: Model, way: Walk) -> Refusal | None:
    """Why no way round may be taken."""
    forced = flight(state, me)
    if not forced.short:
        return refuse("rout.straight", ROUT, length=forced.length)
    return None if way.certain() else refuse("rout.no-way", ROUT)


def forbidden(key: str, concerns: Concerns) -> Order[State, Model]:
    """A usual order that Routing leaves to nobody, closed with the reason (RON-MOR-25, RON-MOR-26)."""
    how = WAYS[key]
    return replace(
        walking(key, how, concerns), below=None, nothing=None,
        barred=lambda state, me: refuse_way(state, me, how) or refuse("rout.must-flee", ROUT),
    )  # fmt: skip


HOLD = holding(refuse_to_hold)
STEP_AWAY = withdrawing(steps_away)
FLEE = Order(
    key="flee", about="option.flee", clause=ROUT, concerns=flees, gesture="self", do=flee,
    barred=lambda state, me: refuse("rout.no-way", ROUT) if is_stuck(state, me) else None,
)  # fmt: skip
DROPS: Order[State, Model] = Order(
    key="drop", about="option.drop", clause=DROP, concerns=lambda _, me: bool(me.objects),
    below=lambda _, me: Pick(dict.fromkeys(me.objects)), do=lambda game, me, item: drop(game, me, [item], DROP),
)  # fmt: skip

ORDERS = Orders(
    HOLD,
    *(entering(key, how) for key, how in ENTRIES.items()),
    STEP_AWAY,
    FLEE,
    fleeing("move"),
    fleeing("run", lambda state, me: flees(state, me) and not me.mounted),
    fleeing("gallop", lambda state, me: flees(state, me) and me.mounted),
    *(forbidden(key, concerns) for key, concerns in {
        "move": steps_away, "run": lambda state, me: steps_away(state, me) or (flees(state, me) and me.mounted),
        "gallop": lambda state, me: steps_away(state, me) or (flees(state, me) and not me.mounted),
        "ride-by": lambda state, me: steps_away(state, me) or flees(state, me), "withdraw": flees,
    }.items()),
    *(walking(key, how) for key, how in WAYS.items() if key != "withdraw"),
    withdrawing(is_free),
    SHOOT,
    NO_SHOT,
    replace(DROPS, concerns=lambda _, me: me.on_table and bool(me.objects)),
)  # fmt: skip
