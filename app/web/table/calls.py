"""Checks that pages and the API share: the game, the caller's seat, the result of the service as an answer."""

from __future__ import annotations

from typing import NoReturn

from starlette.requests import Request

from app.engine.events import Seat
from app.engine.words import SENTENCES as ENGINE
from app.games.eyes import Eyes
from app.games.results import Accepted, Broken, GameId, GameInfo, NotYours, Refused, Result, Stale
from app.games.seats import Guest
from app.games.sentences import SENTENCES
from app.web.page.deps import Site, best_seat, seen_there, site, viewer
from app.web.page.errors import Bad
from app.web.page.problems import told
from app.web.page.words import Words, gettext
from app.web.table import seen as tables
from app.web.table.seen import Seen

DEEDS = (
    "undo",
    "takeback",
    "consent",
    "resign",
    "pause",
    "resume",
    "stand-in",
    "checkpoint",
    "rest",
    "counsel",
    "draw",
    "invite",
    "lead",
    "deal",
    "agree",
    "depart",
)
"""What a seat may do at a table besides answering: an address of the game each."""
PLAIN = Words({**ENGINE, **SENTENCES}, 1000, "cm")
"""What any table says, whatever its rules."""


async def game_info(here: Site, game: str) -> GameInfo:
    """The game, or a 404."""
    info = await here.games.info(GameId(game)) if len(game) <= 40 and game.isprintable() else None
    if info is None:
        raise Bad(404, gettext("There is no such game."))
    return info


async def own_seat(request: Request, game: str, guest: str, seat: str = "") -> Seat:
    """The seat this caller holds in the game, or a 403."""
    here = site(request)
    info = await game_info(here, game)
    seats = tuple(s.seat for s in info.seats if s.is_of(guest))
    if not seats or (seat and Seat(seat) not in seats):
        raise Bad(403, gettext("This seat is not yours."))
    request.state.sits = True
    seen_there(here, info, guest)
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


def failed(result: Result, table: Seen | None = None, words: Words | None = None) -> NoReturn:
    """The problem document of a result that is not ``Accepted``, in the words of the table, else those given."""
    match result:
        case Refused(refusal=no, version=version):
            sentence = (table.words if table else words or PLAIN).says(no.code, no.facts)
            status = 503 if no.code in ("table.away", "table.busy") else 422
            raise Bad(status, sentence, refusal=told(no, sentence), version=version)
        case Stale(version=version):
            raise Bad(409, gettext("The game has moved on: look again."), version=version)
        case NotYours():
            raise Bad(403, gettext("This seat is not yours."))
        case Broken(case=case):
            raise Bad(
                500, gettext("A rule broke on this answer. Nothing was changed; it is kept as case {n}.").format(n=case)
            )
    raise Bad(404, gettext("There is nothing like that here."))


def accepted(result: Result, table: Seen | None = None, words: Words | None = None) -> Accepted:
    """The accepted result, or its problem document."""
    if isinstance(result, Accepted):
        return result
    failed(result, table, words)
