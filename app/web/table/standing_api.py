"""Standing orders over REST: what a seat lets pass by itself."""

from __future__ import annotations

from fastapi import APIRouter
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from app.games.results import Accepted, GameId
from app.web.page.deps import GuestDep, SiteDep, choose_language
from app.web.page.rest import read, reply, speaks
from app.web.table import seen as tables
from app.web.table.calls import accepted, own_seat
from app.web.table.clocks import orders_of
from app.web.table.told import OrdersTold

router = APIRouter(prefix="/api/v1", tags=["games"])


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """An order for one kind of question; ``on``: it is let pass."""

    about: str
    on: bool = True
    seat: str = ""


@router.get("/games/{game}/orders", summary="What your seat lets pass by itself", **speaks("list_orders", OrdersTold))
async def shown(request: Request, game: str, here: SiteDep, who: GuestDep, seat: str = "") -> Response:
    """The kinds of question it was asked out of turn in this game; told to no other seat."""
    choose_language(request)
    own = await own_seat(request, game, who.id if who else "", seat)
    table = await tables.seen(here.games, game, own)
    assert table is not None
    return reply(OrdersTold(seat=own, orders=await orders_of(here.games, table, own)))


@router.post(
    "/games/{game}/orders", summary="Let a kind of question pass, or be asked again",
    **speaks("give_order", Accepted, Order, {"about": "charge.reaction", "on": True}),
)  # fmt: skip
async def ordered(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """Its default is given after two seconds whenever it is asked openly and out of turn."""
    choose_language(request)
    given, guest = await read(request, Order), who.id if who else ""
    seat = await own_seat(request, game, guest, given.seat)
    table = await tables.seen(here.games, game, seat)
    return reply(accepted(await here.games.order(GameId(game), seat, given.about, given.on, guest), table))
