"""Checks that pages and the API share: the game, the caller's seat, the result of the service as an answer."""

from __future__ import annotations

from typing import NoReturn

from starlette.requests import Request

from app.engine.events import Seat
from app.games.eyes import Eyes
from app.games.results import Accepted, Broken, GameId, GameInfo, NotYours, Refused, Result, Stale
from app.games.seats import Guest
from app.web import tables
from app.web.deps import Site, best_seat, site, viewer
from app.web.errors import Bad
from app.web.tables import Seen
from app.web.words import gettext


async def game_info(here: Site, game: str) -> GameInfo:
    """The game, or a 404."""
    info = await here.games.info(GameId(game)) if len(game) <= 40 else None
    if info is None:
        raise Bad(404, gettext("There is no such game."))
    return info


async def own_seat(request: Request, game: str, guest: str, seat: str = "") -> Seat:
    """The seat this caller holds in the game, or a 403."""
    await game_info(site(request), game)
    here = site(request)
    seats = await here.games.seats_of(GameId(game), guest) if guest else ()
    if not seats or (seat and Seat(seat) not in seats):
        raise Bad(403, gettext("This seat is not yours."))
    return Seat(seat) if seat else await best_seat(here, game, seats)


async def eyes_of_caller(request: Request, info: GameInfo, who: Guest | None, seat: str = "") -> Eyes:
    """Through which eyes the caller looks at the game, or a 403."""
    eyes = await viewer(request, info, who, seat)
    if eyes is None:
        raise Bad(403, gettext("This table is not open to you: ask for its watchers' link."))
    return eyes


async def seen_by_caller(request: Request, game: str, who: Guest | None, seat: str = "") -> Seen:
    """The game as the caller may see it, or a 404 or 403."""
    here = site(request)
    eyes = await eyes_of_caller(request, await game_info(here, game), who, seat)
    table = await tables.seen(here.games, game, eyes)
    assert table is not None
    return table


def failed(result: Result, table: Seen | None = None) -> NoReturn:
    """The problem document of a result that is not ``Accepted``."""
    match result:
        case Refused(refusal=no, version=version):
            sentence = table.words.says(no.code, no.facts) if table else no.code
            raise Bad(422, sentence, refusal={"code": no.code, "clause": no.clause, "facts": no.facts}, version=version)
        case Stale(version=version):
            raise Bad(409, gettext("The game has moved on: look again."), version=version)
        case NotYours():
            raise Bad(403, gettext("This seat is not yours."))
        case Broken(case=case):
            raise Bad(
                500, gettext("A rule broke on this answer. Nothing was changed; it is kept as case {n}.").format(n=case)
            )
    raise Bad(404, gettext("There is nothing like that here."))


def accepted(result: Result, table: Seen | None = None) -> Accepted:
    """The accepted result, or its problem document."""
    if isinstance(result, Accepted):
        return result
    failed(result, table)
