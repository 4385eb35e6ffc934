"""The caller's own account over REST."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import APIRouter
from msgspec import Struct, field
from starlette.requests import Request
from starlette.responses import Response

from app.accounts.prefs import refuse_prefs
from app.engine.refusals import Refusal
from app.games.seats import Guest
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language
from app.web.page.errors import Bad
from app.web.page.rest import body, read, reply
from app.web.page.words import gettext
from app.web.people.accounts import own_account, refused

router = APIRouter(prefix="/api/v1", tags=["me"])


class Changes(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to change: the name, single preferences (``null`` takes one back)."""

    name: str | None = None
    prefs: dict[str, Any] = field(default_factory=dict)


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """A token to be made.  ``scopes``: of ``read play make rosters``; ``ends``: its last day, or none."""

    name: str
    scopes: list[str]
    ends: str | None = None


@router.get("/me", summary="Who you are here")
async def me(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """Your id and name; with an account its role, preferences and vacation; with a token what it may do."""
    choose_language(request)
    return reply(await told(here, known(who)))


def known(who: Guest | None) -> Guest:
    """The caller, or a 401."""
    if who is None:
        raise Bad(401, gettext("Nobody is signed in here."))
    return who


async def told(here: Site, who: Guest) -> dict[str, Any]:
    """Somebody as they see themselves; a program is not told the address."""
    shown: dict[str, Any] = {"id": who.id, "name": who.name, "account": who.account, "role": who.role}
    found = await here.people.account(who.id) if who.account else None
    if found:
        shown |= {"prefs": found.prefs, "vacation": found.vacation, "created": found.created}
    return shown | ({"mail": found.mail if found else ""} if who.scopes is None else {"scopes": who.scopes})


@router.patch(
    "/me", summary="Change your name or preferences", openapi_extra=body(Changes, {"prefs": {"theme": "dark"}})
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


@router.get("/me/tokens", summary="Your tokens for programs")
async def tokens(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """Each with its scopes, its end and when it was last used; never its secret."""
    choose_language(request)
    mine = await own_account(here, known(who))
    return reply({"tokens": await here.people.tokens.of(mine.id)})


TOKEN = {"name": "My bot", "scopes": ["read", "play"], "ends": "2027-12-31"}


@router.post("/me/tokens", status_code=201, summary="Make a token for a program", openapi_extra=body(NewToken, TOKEN))
async def make(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """The token and, this once, its secret: sent as ``Authorization: Bearer …``."""
    choose_language(request)
    mine, given = await own_account(here, known(who)), await read(request, NewToken)
    made = await here.people.tokens.make(mine.id, given.name, given.scopes, given.ends or "")
    if isinstance(made, Refusal):
        raise refused(made)
    token, secret = made
    return reply({**msgspec.to_builtins(token), "secret": secret}, 201)


@router.delete("/me/tokens/{token}", status_code=204, summary="Revoke a token")
async def revoke(request: Request, token: str, here: SiteDep, who: GuestDep) -> Response:
    """It no longer works; whoever follows a game with it is cut."""
    choose_language(request)
    mine = await own_account(here, known(who))
    if not await here.people.tokens.end(mine.id, token):
        raise Bad(404, gettext("There is nothing like that here."))
    here.rooms.cut(guest=mine.id)
    return Response(status_code=204)


@router.get("/me/export", summary="All that is known about you")
async def export(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """One JSON file: account, rosters, grounds, games, talk, notices; no passwords, no secrets."""
    choose_language(request)
    caller = known(who)
    response = reply(await here.people.export(caller.id))
    response.headers["content-disposition"] = 'attachment; filename="gunbai-export.json"'
    return response
