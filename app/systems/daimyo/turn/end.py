"""The end of a turn after its morale tests: victory, reforming, leaders, a random event, flags off (DAI-END)."""

from __future__ import annotations

from functools import cache, partial

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option
from app.engine.events import Seat
from app.engine.flow import Game, decide
from app.engine.refusals import Refusal, refuse
from app.systems.daimyo.book import c, table
from app.systems.daimyo.chance.flow import random_event
from app.systems.daimyo.disorder.flow import restore
from app.systems.daimyo.leaders.orders import ORDERS, is_idle
from app.systems.daimyo.melee.result import close_melees
from app.systems.daimyo.organisation.losses import lose
from app.systems.daimyo.scenarios.ending import check
from app.systems.daimyo.scenarios.flow import turn_ends
from app.systems.daimyo.state import Leader, State
from app.systems.daimyo.turn.ending_events import TurnEnded
from app.systems.daimyo.turn.events import PhaseBegan
from app.systems.daimyo.turn.reforming import ask_formation, reforms

END, SECOND, REFORMS, LEADERS, FLAGS, ACTED = (
    c("DAI-END-01"), c("DAI-RAL-06"), c("DAI-DIS-10"), c("DAI-LDR-13"), c("DAI-END-04"),
    c("DAI-LDR-14"),
)  # fmt: skip
DONE = "done"
REMOVED: int = table("rallying")["rally"]["removed_at_rout"]


async def end(game: Game[State]) -> None:
    """The turn is over, and the battle if somebody has won it (DAI-END-01)."""
    game.emit(PhaseBegan(clause=END, phase="end"))
    close_melees(game)
    await remove_second_routers(game)
    check(game)
    for step in (reform, move_leaders, random_event):
        if game.state.outcome is None:
            await step(game)
    if game.state.outcome is None:
        turn_ends(game)
        game.emit(TurnEnded(clause=FLAGS, turn=game.state.turn))


def both(state: State) -> tuple[Seat, Seat]:
    """The initiative side, then the other."""
    first = state.initiative or state.seats[0]
    return first, state.other(first)


async def remove_second_routers(game: Game[State]) -> None:
    """Units that routed a second time are gone and count as lost in this turn's check (DAI-RAL-06, DAI-END-03)."""
    gone = [u.id for u in game.state.fielded() if u.routing and u.routs >= REMOVED]
    for unit in gone:
        if game.state.outcome is None:
            await lose(game, unit, "dispersed", SECOND)


# -- C3: markers off, new facings ------------------------------------------------------


async def reform(game: Game[State]) -> None:
    """Units that reformed or rallied have lost their marker and stand as their players like (DAI-DIS-09, -END-05)."""
    ready = [u.id for seat in both(game.state) for u in game.state.fielded(seat) if reforms(game.state, u)]
    for unit_id in ready:
        restore(game, unit_id, REFORMS)
        await ask_formation(game, unit_id)


# -- C4: leaders -------------------------------------------------------------------------


async def move_leaders(game: Game[State]) -> None:
    """Leaders not activated this turn have moved as their players liked, the initiative side's first (DAI-LDR-13)."""
    for seat in both(game.state):
        while game.state.outcome is None and (menu := leaders_menu(game.state, seat)) is not None:
            choice = await decide(Ask(seat, "end.leader", menu, LEADERS, default=Choice(DONE)))
            if choice.key == DONE:
                break
            await ORDERS.carry_out(game, game.state.leaders[choice.key], choice.then)


def leaders_menu(state: State, seat: Seat) -> Menu | None:
    """The leaders of a side that may still move; ``None`` if there are none (DAI-LDR-14)."""
    able = [m for m in state.leaders.values() if m.seat == seat and may_move(state, m)]
    acted = [m for m in state.leaders.values() if m.seat == seat and m.on_table and m.activated]
    shut = {str(m.id): Option(refuse("leader.activated", ACTED, leader=m.id), piece=m.id) for m in acted}
    rows = {str(m.id): leader_option(state, m) for m in able} | shut
    if all(option.no is not None for option in rows.values()):
        return None
    return Menu({**rows, DONE: Option()})


def may_move(state: State, leader: Leader) -> bool:
    """Whether a leader moves in C4 at all: on the table, not activated, not moved, of a clan that is somebody's."""
    somebodys = not leader.clan or state.clans[leader.clan].allegiance == "own"
    return leader.on_table and not leader.activated and not leader.moved and somebodys


def leader_option(state: State, leader: Leader) -> Option:
    """A leader with all he may do."""
    menu = cache(partial(ORDERS.menu, state, leader))

    def no() -> Refusal | None:
        return menu().options["go"].no if is_idle(menu()) else None

    return Option(no, menu, "option.leader", {"leader": leader.id}, leader.id, LEADERS)
