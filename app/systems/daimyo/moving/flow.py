"""A unit stands elsewhere: what follows at once from the way it took."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.flow import Game
from app.engine.formations import Formation
from app.engine.geometry import Polygon
from app.engine.refusals import Clause
from app.systems.daimyo.book import c
from app.systems.daimyo.disorder.flow import disorder
from app.systems.daimyo.leaders.flow import leader_overrun
from app.systems.daimyo.moving.events import UnitMoved
from app.systems.daimyo.pursuit.rout_events import RoutersPassed
from app.systems.daimyo.state import LeaderId, State, UnitId

INTERPENETRATION, ROUGH, ROUTERS = c("DAI-MOV-23"), c("DAI-MOV-28"), c("DAI-PUR-11")


async def settle(
    game: Game[State], unit_id: UnitId, body: Formation, how: str, clause: Clause, *, used: int = 0, allowed: int = 0,
    through: Sequence[UnitId] = (), crossed: Sequence[str] = (), leaders: Sequence[LeaderId] = (),
    stations: Sequence[Polygon] = (),
) -> None:  # fmt: skip
    """The unit stands so; it and the friends it passed are disordered as the way disorders them (DAI-MOV-20, -23, -28).

    Friends whom routers passed have reason 7 (DAI-PUR-11); enemy leaders touched have diced for it (DAI-LDR-10).
    """
    unit = game.state.units[unit_id]
    changed = bool(unit.building) or body != unit.formation
    game.emit(UnitMoved(
        clause=clause, unit=unit_id, how=how, at=body.at, facing=body.facing, files=body.files,
        stations=tuple(stations), used=used, allowed=allowed, changed=changed,
    ))  # fmt: skip
    if crossed:
        disorder(game, unit_id, 2, ROUGH)
    for friend in through:
        interpenetrated(game, unit_id, friend, unit.routing)
    for leader in leaders:
        await leader_overrun(game, leader, unit_id)


def interpenetrated(game: Game[State], unit_id: UnitId, friend: UnitId, routing: bool) -> None:
    """Both are disordered, a gun or a headquarters that was passed is not (DAI-MOV-23, DAI-ORG-27).

    Whom routers passed has reason 7, except a headquarters and a gun without a crew (DAI-PUR-11, DAI-MOR-28).
    """
    disorder(game, unit_id, 5, INTERPENETRATION)
    passed = game.state.units[friend]
    if passed.troops:
        disorder(game, friend, 5, INTERPENETRATION)
    if routing and passed.kind != "hq" and not passed.abandoned:
        game.emit(RoutersPassed(clause=ROUTERS, unit=friend, routers=unit_id))
