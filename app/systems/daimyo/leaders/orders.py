"""What a leader may be told when it is his to move, each order declared once (DAI-LDR-05, -06, -08)."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.domains import Menu
from app.engine.flow import Game
from app.engine.orders import Order, Orders
from app.engine.paths import Path, length
from app.engine.refusals import Fact, refuse
from app.systems.daimyo.book import c
from app.systems.daimyo.leaders.events import GeneralSat, LeaderAttached, LeaderMoved
from app.systems.daimyo.leaders.flow import hq_of
from app.systems.daimyo.leaders.moves import joining, path_cost, refuse_go, refuse_join, refuse_sit, walk, way_to
from app.systems.daimyo.moving.costs import leader_allowance
from app.systems.daimyo.state import Leader, State, UnitId

GOES, JOINS, SITS, ALONE = c("DAI-LDR-08"), c("DAI-LDR-06"), c("DAI-LDR-05"), c("DAI-MOV-06")


def named(_: State, leader: Leader) -> Mapping[str, Fact]:
    """What the sentence of an order names."""
    return {"leader": leader.id}


def going(state: State, leader: Leader) -> Mapping[str, Fact]:
    """The same, and how far he may go."""
    return {"leader": leader.id, "reach": leader_allowance(state, leader)}


def is_idle(menu: Menu) -> bool:
    """Whether nothing of what a leader might do is open."""
    return not any(option.no is None for option in menu.options.values())


def go(game: Game[State], leader: Leader, path: Path) -> None:
    """The leader stands at the end of a path; nothing happened if it leads nowhere."""
    if length(path):
        used, allowed = path_cost(game.state, path), leader_allowance(game.state, game.state.leaders[leader.id])
        game.emit(LeaderMoved(clause=GOES, leader=leader.id, path=path, used=used, allowed=allowed))


def join(game: Game[State], leader: Leader, unit_id: str) -> None:
    """The leader has gone to a unit and is with it."""
    unit = game.state.units[unit_id]
    go(game, leader, way_to(game.state, leader, unit))
    game.emit(LeaderAttached(clause=JOINS, leader=leader.id, unit=unit.id))


def sit(game: Game[State], leader: Leader, _: None) -> None:
    """The General has sat down at his headquarters."""
    hq = hq_of(game.state, leader.seat)
    game.emit(GeneralSat(clause=SITS, leader=leader.id, hq=hq.id if hq else UnitId("")))


ORDERS: Orders[State, Leader] = Orders(
    Order(key="go", about="option.leader-go", facts=going, clause=GOES, barred=refuse_go, below=walk, gesture="drag",
          do=go),
    Order(key="attach", about="option.leader-attach", facts=named, clause=JOINS, barred=refuse_join, below=joining,
          gesture="onto", do=join),
    Order(key="sit", about="option.leader-sit", facts=named, clause=SITS, barred=refuse_sit, gesture="self", do=sit),
    Order(key="charge", about="option.leader-charge", facts=named, clause=ALONE, gesture="onto", do=lambda *_: None,
          barred=lambda _, leader: refuse("leader.no-charge", ALONE, leader=leader.id)),
)  # fmt: skip
"""Everything a leader might do, with the reasons against it."""
