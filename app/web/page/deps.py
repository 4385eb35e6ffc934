"""What routes need: the games of this process, who is calling, in which language."""

from __future__ import annotations

import asyncio
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Annotated, Any

from fastapi import Depends
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request

from app.accounts.attempts import Attempts, Shared
from app.accounts.bonds import Bonds
from app.accounts.guessing import Guesses, network_of
from app.accounts.house import House
from app.accounts.people import People
from app.accounts.ratings import Ratings
from app.campaigns.ledger.checking import Checks
from app.campaigns.service import Campaigns, Hub
from app.engine.asks import Json
from app.engine.events import Seat
from app.games.access import Standing, eyes_for
from app.games.eyes import Eyes
from app.games.grounds import Grounds
from app.games.results import GameId, GameInfo
from app.games.seats import Guest
from app.games.service import Games
from app.games.worlds import Worlds
from app.lessons.library import library
from app.live.rooms import Rooms
from app.notices.mail import Mailer
from app.notices.service import Notices
from app.settings import Settings
from app.talk.service import Talk
from app.web.page.raster import Rasters
from app.web.page.scopes import may
from app.web.page.words import LANGUAGES, gettext, language

GUEST, HOST = "gunbai", "host"
LANGUAGE = "gunbai-lang"
YEAR = 365 * 24 * 3600
Tell = Callable[[Notices], Hub]
"""What makes of the notices of this server who tells people of their campaigns."""


async def as_it_is(_: str, roster: Json) -> Json:
    """The roster that was brought."""
    return roster


class Site:
    """What one server process holds."""

    def __init__(
        self, settings: Settings, games: Games, rooms: Rooms, secret: bytes, tell: Tell, shared: Shared | None = None
    ) -> None:
        self.settings, self.games, self.rooms, self.secret = settings, games, rooms, secret
        self.mailer = Mailer(settings)
        self.people = People(games.store, secret, games.guests, self.mailer)
        self.people.attempts, self.people.newcomers = Attempts(shared=shared), Attempts("60 per hour", shared)
        self.people.guesses = Guesses(shared)
        self.briefly, self.long = Attempts("5 per 10 seconds", shared), Attempts("60 per 10 minutes", shared)
        """How often somebody may talk."""
        self.ratings = Ratings(games.store, games.mailbox.time.wall)
        self.bonds, self.talk, self.grounds = Bonds(games.store), Talk(games.store), Grounds(games.store)
        self.worlds = Worlds(games.store)
        self.house, self.lessons = House(games.store), library(games.systems.values())
        self.rasters = Rasters()
        games.set_teacher(self.lessons.coach)
        self.notices = Notices(games.store, settings, secret, games, rooms, self.mailer)
        self.campaigns = Campaigns(games, tell(self.notices))
        self.checks = Checks(self.campaigns.export, games.systems)
        self.brought: Callable[[str, Json], Awaitable[Json]] = as_it_is
        """What is laid of a roster of a system that somebody brings."""

    async def look_around(self) -> None:
        """What a process that has died had begun is taken up."""
        await asyncio.gather(self.notices.look_around(), self.campaigns.look_around())

    def sign(self, *parts: str) -> str:
        """A signature for a link: 24 characters that only this server can make."""
        mac = hmac.new(self.secret, "\n".join(parts).encode(), sha256).digest()
        return urlsafe_b64encode(mac[:18]).decode()

    def is_signed(self, signature: str, *parts: str) -> bool:
        """Whether a link's signature is ours."""
        return hmac.compare_digest(self.sign(*parts).encode(), signature.encode(errors="replace"))

    def place(self, request: HTTPConnection) -> str:
        """Whom a table counts for that is laid now: the network it is laid from, as a hash that only we can make."""
        return self.sign("place", network_of(request.client.host if request.client else ""))

    def base(self, request: HTTPConnection) -> str:
        """How links that are handed on begin: as the operator says that people reach us, else as we were asked."""
        return self.settings.base_url or str(request.base_url).rstrip("/")

    def watch_key(self, game: str) -> str:
        """The key of the watchers' link."""
        return self.sign("watch", game)

    def seat_key(self, game: str, seat: str) -> str:
        """The key of a seat's link."""
        return self.sign("seat", game, seat)


def site(request: HTTPConnection) -> Site:
    """The site of this process."""
    found: Site = request.app.state.site
    return found


def cookie_name(request: HTTPConnection, base: str = GUEST) -> str:
    """The name of a cookie: with the host prefix where TLS is."""
    return f"__Host-{base}" if request.url.scheme in ("https", "wss") else base


async def guest(request: HTTPConnection) -> Guest | None:
    """Whoever calls: by the cookie of a browser, or by the bearer token of a program; ``None``: a stranger."""
    here = site(request)
    here.games.ask_ahead(GameId(request.path_params.get("game", "")))
    people, cookie = here.people, request.cookies.get(cookie_name(request), "")
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        who = await people.by_token(token.strip())
        if who is None or not may(who, request.scope.get("method", "GET"), request.url.path):
            raise unfit(request, known=who is not None)
    else:
        who = await people.who(cookie) if cookie else None
    request.state.who = who
    return who


def unfit(request: HTTPConnection, *, known: bool) -> HTTPException:
    """The refusal of a token: one that is ``known`` does not allow that (RFC 6750)."""
    choose_language(request)
    error = "insufficient_scope" if known else "invalid_token"
    said = gettext("This token does not allow that.") if known else gettext("This token is wrong, revoked or over.")
    return HTTPException(403 if known else 401, said, {"www-authenticate": f'Bearer error="{error}"'})


def choose_language(request: HTTPConnection, page: str = "") -> str:
    """The reader's language: that of the page which asks, else as chosen, else as the browser prefers, else English."""
    chosen = page or request.cookies.get(LANGUAGE, "")
    if chosen not in LANGUAGES:
        asked = [part.split(";")[0].strip()[:2] for part in request.headers.get("accept-language", "").split(",")]
        chosen = next((lang for lang in asked if lang in LANGUAGES), "en")
    language.set(chosen)
    return chosen


def set_cookie(request: Request, response: Any, name: str, value: str) -> None:
    """A cookie for a year, for this host and no script."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=YEAR, path="/", httponly=True, secure=secure, samesite="lax")


def seen_there(here: Site, info: GameInfo, guest: str) -> None:
    """Who leads a side with others and asks for its table without a page that stays open is not away just now."""
    if any(s.leaders and s.is_of(guest) for s in info.seats):
        here.rooms.missed(info.id, guest)


async def standing(request: HTTPConnection, info: GameInfo, who: Guest | None) -> Standing:
    """What the caller is to a game, at which he is looked for from now on."""
    here, key = site(request), request.query_params.get("watch", "")
    if who is not None:
        request.state.sits = any(s.is_of(who.id) for s in info.seats)
        seen_there(here, info, who.id)
    return await stands(here, info, who, invited=bool(key) and here.is_signed(key, "watch", info.id))


async def stands(here: Site, info: GameInfo, who: Guest | None, *, invited: bool = False) -> Standing:
    """What somebody is to a game, wherever he asks.  ``invited``: he has the watchers' link."""
    if who is None:
        return Standing(invited=invited)
    seats = tuple(s.seat for s in info.seats if s.is_of(who.id))
    roles = () if seats else await here.games.roles_of(info.id, who.id)
    people = [one for s in info.seats for one in s.people]
    blocked = not seats and await here.bonds.blocks(who.id, *people)
    return Standing(seats=seats, roles=roles, host=who.role == "host", invited=invited, blocked=blocked)


async def viewer(request: HTTPConnection, info: GameInfo, who: Guest | None, seat: str = "") -> Eyes | None:
    """Through which eyes this caller may look at the game; ``None`` if it is not open to them.

    Who comes by the watchers' link and says no more looks as watchers do, whatever else he may see.
    """
    stands = await standing(request, info, who)
    asked = request.query_params
    by_link = stands.invited and not seat
    eyes = eyes_for(info, stands, seat, asked.get("as", "") or ("watch" if by_link else ""))
    if eyes and eyes.seat and not seat and len(stands.seats) > 1:
        return Eyes(await best_seat(site(request), info.id, stands.seats))
    return eyes


async def shares(here: Site, game: str, who: Guest | None) -> bool:
    """Whether this caller holds more than one seat: two play at one screen."""
    return who is not None and len(await here.games.seats_of(GameId(game), who.id)) > 1


async def best_seat(here: Site, game: str, seats: tuple[Seat, ...]) -> Seat:
    """Of several seats of one guest, the one that is asked now."""
    if len(seats) > 1:
        asked = [q.seat for q in await here.games.open_questions(GameId(game), seats[0]) if not q.sealed]
        return next((s for s in seats if s in asked), seats[0])
    return seats[0]


async def site_of(request: HTTPConnection) -> Site:
    """The same for routes: a dependency that is not awaited would be called in a thread of its own."""
    return site(request)


SiteDep = Annotated[Site, Depends(site_of)]
GuestDep = Annotated[Guest | None, Depends(guest)]


async def host(who: GuestDep) -> Guest:
    """The caller, who is a host of this server; to others nothing is here."""
    if who is None or who.role != HOST:
        raise HTTPException(404)
    return who


HostDep = Annotated[Guest, Depends(host)]
