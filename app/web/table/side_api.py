"""A side that several lead, over REST: what there is to lead, and who leads what."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.engine.events import Seat
from app.games.leading import Led
from app.games.results import GameId
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language
from app.web.page.rest import reply, speaks
from app.web.table.calls import own_seat
from app.web.table.told import LeaderTold, SideTold

router = APIRouter(prefix="/api/v1", tags=["games"])


@router.get("/games/{game}/side", summary="Who leads your side, and what of it", **speaks("get_side", SideTold))
async def shown(request: Request, game: str, here: SiteDep, who: GuestDep, seat: str = "") -> Response:
    """Its general, its other leaders with their parts, and what may be dealt; told to those who lead it alone."""
    choose_language(request)
    guest = who.id if who else ""
    own = await own_seat(request, game, guest, seat)
    led = await here.games.led(GameId(game), own, guest)
    assert led is not None
    return reply(side_told(led, link_of(here, request, game, own, led)))


def link_of(here: Site, request: Request, game: str, seat: Seat, led: Led) -> str:
    """The general's link by which others come to lead with him; empty where he invites nobody."""
    if not led.word:
        return ""
    return f"{here.base(request)}/lead/{game}/{seat}/{here.games.key_of(GameId(game), seat, led.word)}"


def side_told(led: Led, link: str) -> SideTold:
    """A side as programs read it: no guest ids."""
    leaders = [
        LeaderTold(
            number=one.number, name=one.name, part=list(one.part),
            offered=None if one.offered is None else list(one.offered),
        )
        for one in led.leaders
    ]  # fmt: skip
    return SideTold(seat=led.seat, general=led.general, me=led.me, leaders=leaders, parts=list(led.parts), link=link)
