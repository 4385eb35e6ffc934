"""The caller's own account over REST."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

import msgspec
from fastapi import APIRouter
from msgspec import Struct, field
from starlette.requests import Request
from starlette.responses import Response

from app.accounts.prefs import refuse_prefs
from app.accounts.ratings import Rating
from app.accounts.tokens import Token
from app.engine.refusals import Refusal
from app.games.seats import Guest
from app.web.page.cursors import TOLD_AT, next_of, place_of
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language
from app.web.page.errors import Bad
from app.web.page.rest import read, reply, speaks
from app.web.page.words import gettext, language
from app.web.people.accounts import own_account, refused
from app.web.people.profiles import known_as, read_by

router = APIRouter(prefix="/api/v1", tags=["me"])
TOLD = 50


class Changes(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to change: the name, single preferences (``null`` takes one back)."""

    name: str | None = None
    prefs: dict[str, Any] = field(default_factory=dict)


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """A token to be made.  ``scopes``: of ``read play make rosters``; ``ends``: its last day, or none."""

    name: str
    scopes: list[str]
    ends: str | None = None


class Me(TypedDict):
    """The caller.  With an account ``prefs``, ``vacation``, ``created``; of a program ``scopes``, else ``mail``."""

    id: str
    name: str
    account: bool
    role: str
    prefs: NotRequired[dict[str, Any]]
    vacation: NotRequired[dict[str, Any]]
    created: NotRequired[str]
    mail: NotRequired[str]
    scopes: NotRequired[tuple[str, ...]]


class TokensTold(TypedDict):
    """The caller's tokens."""

    tokens: tuple[Token, ...]


class TokenMade(TypedDict):
    """A new token with its secret, which is told this once."""

    id: str
    name: str
    scopes: tuple[str, ...]
    created: str
    used: str | None
    ends: str | None
    secret: str


@router.get("/me", summary="Who you are here", **speaks("get_me", Me, closed=True))
async def me(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """Your id and name; with an account its role, preferences and vacation; with a token what it may do."""
    choose_language(request)
    return reply(await told(here, known(who)))


class TellTold(TypedDict):
    """One thing that the caller was told: ``path`` is the page it is about."""

    id: int
    kind: str
    text: str
    path: str
    at_ms: int
    read: bool


class InboxTold(TypedDict):
    """What the caller was told, the latest first, how much of it is unread, and what follows."""

    unread: int
    told: list[TellTold]
    next: str | None


class Read(Struct, frozen=True, forbid_unknown_fields=True):
    """What is read: one by its number, or all."""

    id: int | None = None


@router.get("/me/inbox", summary="What you were told", **speaks("get_inbox", InboxTold, closed=True))
async def inbox(request: Request, here: SiteDep, who: GuestDep, after: str = "", page: int = 0) -> Response:
    """What you were told, fifty at a time, the latest first.  ``after``: the ``next`` of the last; or a page by its
    number."""
    choose_language(request)
    caller = known(who)
    at = 0 if after else TOLD * max(0, min(page, 100))
    rows = await here.notices.inbox(caller.id, TOLD, at, place_of(after, TOLD_AT))
    told = [
        TellTold(id=row["id"], kind=row["kind"], text=here.notices.told_as(row, language.get()), path=row["path"],
                 at_ms=row["at_ms"], read=row["read"])
        for row in rows
    ]  # fmt: skip
    following = next_of(rows, TOLD, lambda row: (row["at_ms"], row["id"]))
    return reply(InboxTold(unread=await here.notices.unread(caller.id), told=told, next=following))


@router.post(
    "/me/inbox", summary="What you were told is read", **speaks("read_inbox", InboxTold, Read, {"id": 7}, closed=True)
)
async def read_inbox(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """One of what you were told is read, or all; with the first page of it."""
    given = await read(request, Read)
    await here.notices.read(known(who).id, given.id)
    return await inbox(request, here, who)


class Played(TypedDict):
    """The finished games of somebody at a system; with the rating that those come to which count, if any does."""

    system: str
    played: int
    won: int
    rating: NotRequired[Rating]


class Person(TypedDict):
    """What everybody may know of an account; ``campaigns``: those that the caller may read."""

    name: str
    handle: str
    since: str
    games: list[Played]
    campaigns: list[str]


@router.get("/people/{handle}", summary="What everybody may know of an account", **speaks("get_person", Person))
async def person(request: Request, handle: str, here: SiteDep, who: GuestDep) -> Response:
    """Their finished games and rating by system, and the campaigns they are in, as far as the caller may read them."""
    choose_language(request)
    other = await known_as(here, handle)
    rated = {one.system: one for one in await here.ratings.of(other.id)}
    games = list[Played]()
    for one in await here.bonds.scores(other.id):
        games.append({"system": one.system, "played": one.played, "won": one.won})
        if one.system in rated:
            games[-1]["rating"] = rated[one.system]
    camps = [str(now.id) for now, _ in await read_by(here, who, other)]
    return reply(Person(name=other.name, handle=other.handle, since=other.since, games=games, campaigns=camps))


def known(who: Guest | None) -> Guest:
    """The caller, or a 401."""
    if who is None:
        raise Bad(401, gettext("Nobody is signed in here."))
    return who


async def told(here: Site, who: Guest) -> Me:
    """Somebody as they see themselves; a program is not told the address."""
    shown: Me = {"id": who.id, "name": who.name, "account": who.account, "role": who.role}
    found = await here.people.account(who.id) if who.account else None
    if found:
        shown |= {"prefs": found.prefs, "vacation": found.vacation, "created": found.created}
    if who.scopes is None:
        shown["mail"] = found.mail if found else ""
    else:
        shown["scopes"] = tuple(who.scopes)
    return shown


@router.patch(
    "/me",
    summary="Change your name or preferences",
    **speaks("change_me", Me, Changes, {"prefs": {"theme": "dark"}}, closed=True),
)
async def change(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """You as you are now; a 422 says what cannot be, and nothing has changed."""
    choose_language(request)
    given, caller = await read(request, Changes), known(who)
    if given.prefs:
        await own_account(here, caller)
    against = refuse_prefs(given.prefs)
    if against is None and given.name is not None:
        against = await here.people.rename(caller.id, given.name)
    if against:
        raise refused(against)
    if given.prefs:
        await here.people.set_prefs(caller.id, given.prefs)
    return reply(await told(here, await here.people.guest(caller.id) or caller))


@router.get("/me/tokens", summary="Your tokens for programs", **speaks("list_tokens", TokensTold, closed=True))
async def tokens(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """Each with its scopes, its end and when it was last used; never its secret."""
    choose_language(request)
    mine = await own_account(here, known(who))
    return reply(TokensTold(tokens=await here.people.tokens.of(mine.id)))


TOKEN = {"name": "My bot", "scopes": ["read", "play"], "ends": "2027-12-31"}


@router.post(
    "/me/tokens", status_code=201, summary="Make a token for a program",
    **speaks("make_token", TokenMade, NewToken, TOKEN, closed=True),
)  # fmt: skip
async def make(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """The token and, this once, its secret: sent as ``Authorization: Bearer …``."""
    choose_language(request)
    mine, given = await own_account(here, known(who)), await read(request, NewToken)
    made = await here.people.tokens.make(mine.id, given.name, given.scopes, given.ends or "")
    if isinstance(made, Refusal):
        raise refused(made)
    token, secret = made
    return reply({**msgspec.to_builtins(token), "secret": secret}, 201)


@router.delete(
    "/me/tokens/{token}", status_code=204, summary="Revoke a token", **speaks("revoke_token", None, closed=True)
)
async def revoke(request: Request, token: str, here: SiteDep, who: GuestDep) -> Response:
    """It no longer works; whoever follows a game with it is cut."""
    choose_language(request)
    mine = await own_account(here, known(who))
    if not await here.people.tokens.end(mine.id, token):
        raise Bad(404, gettext("There is nothing like that here."))
    here.rooms.cut(guest=mine.id)
    return Response(status_code=204)


@router.get("/me/export", summary="All that is known about you", **speaks("export_me", dict[str, Any], closed=True))
async def export(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """One JSON file: account, rosters, grounds, games, talk, notices; no passwords, no secrets."""
    choose_language(request)
    caller = known(who)
    response = reply(await here.people.export(caller.id))
    response.headers["content-disposition"] = 'attachment; filename="gunbai-export.json"'
    return response
