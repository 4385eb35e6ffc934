"""Other people: friends, those one blocks or mutes, challenges, rematches."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.accounts.bonds import KINDS, Kind, Profile
from app.engine.events import Seat
from app.games import challenges, lobby
from app.games.results import Refused
from app.games.seats import Guest
from app.games.terms import CHANGED
from app.web.lobby import cards
from app.web.lobby.rematches import played_again
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language
from app.web.page.errors import Bad
from app.web.page.forms import form_of, text
from app.web.page.parts import wanted
from app.web.page.templates import page
from app.web.page.words import gettext
from app.web.people.accounts import cut
from app.web.people.profiles import known_as, played_by
from app.web.table import refusing
from app.web.table.calls import game_info

router = APIRouter(include_in_schema=False)
LIVE = 4


@router.get("/people")
async def people(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """Friends, and those one has blocked or muted; a handle that is looked for leads to its page."""
    choose_language(request)
    handle = text(request.query_params, "find", 40)
    found = await here.bonds.profile(handle) if handle else None
    if found:
        return RedirectResponse(f"/people/{found.handle}", 303)
    bonds = await here.bonds.of(who.id) if who else ()
    by_kind: dict[str, Any] = {f"{kind}s": [bond for bond in bonds if bond.kind == kind] for kind in KINDS}
    return page(
        request, "people/friends.html", status=404 if handle else 200, parts=["people/_bonds.html"], sought=handle,
        **by_kind,
    )  # fmt: skip


@router.get("/people/{handle}")
async def person(request: Request, handle: str, here: SiteDep, who: GuestDep) -> Response:
    """What everybody may know of an account."""
    choose_language(request)
    return await person_page(request, here, who, await known_as(here, handle))


async def person_page(request: Request, here: Site, who: Guest | None, other: Profile, told: str = "") -> Response:
    """The page of an account; what the caller has to do with it."""
    own = bool(who and who.id == other.id)
    return page(
        request, "people/person.html", parts=["people/_person.html"], person=other, told=told, since=other.since[:10],
        own=own, **await played_by(here, who, other),
        bonds=await here.bonds.between(who.id, other.id) if who else frozenset(),
        live=await cards.live(here, await lobby.live_of(here.games, [other.id], LIVE)),
    )  # fmt: skip


@router.post("/people/{handle}/report")
async def report(request: Request, handle: str, here: SiteDep, who: GuestDep) -> Response:
    """The host will read it."""
    choose_language(request)
    me, other = somebody(who), await known_as(here, handle)
    said = text(await form_of(request), "text", 1000)
    if not said:
        raise Bad(422, gettext("Say what happened."))
    await here.bonds.report(me.id, other.id, said)
    return await person_page(request, here, who, other, gettext("Your report is with the host of this server."))


@router.post("/people/{handle}/{kind}")
async def tie(request: Request, handle: str, kind: str, here: SiteDep, who: GuestDep) -> Response:
    """The account is a friend, blocked or muted; or with ``off`` no longer."""
    choose_language(request)
    me, other, bond = somebody(who), await known_as(here, handle), kind_of(kind)
    if "off" in await form_of(request):
        await here.bonds.remove(me.id, other.id, bond)
    elif not await here.bonds.add(me.id, other.id, bond):
        raise Bad(422, gettext("That is you, or your list is full."))
    elif bond == "block":
        cut(here, other.id)
    return RedirectResponse("/people" if wanted(request) == "bonds" else f"/people/{other.handle}", 303)


def kind_of(kind: str) -> Kind:
    """The kind of bond of this name, or a 404."""
    found = next((one for one in KINDS if one == kind), None)
    if found is None:
        raise Bad(404, gettext("There is nothing like that here."))
    return found


def somebody(who: Guest | None) -> Guest:
    """The caller, who has an account; or a 403."""
    if who is None or not who.account:
        raise Bad(403, gettext("For this you need an account: sign in first."))
    return who


# -- challenges and rematches ---------------------------------------------------


@router.post("/challenge/{game}/{seat}/{deed}")
async def challenge(request: Request, game: str, seat: str, deed: str, here: SiteDep, who: GuestDep) -> Response:
    """A challenge is accepted, declined or withdrawn."""
    choose_language(request)
    info, me = await game_info(here, game), who.id if who else ""
    if deed == "withdraw":
        if not await challenges.withdraw(here.games, info.id, Seat(seat), me):
            raise Bad(404, gettext("This challenge is no longer open."))
        return RedirectResponse(f"/wait/{game}", 303)
    if deed == "decline":
        if not await challenges.decline(here.games, info.id, Seat(seat), me):
            raise Bad(404, gettext("This challenge is no longer open."))
        return RedirectResponse("/", 303)
    if deed != "accept" or who is None:
        raise Bad(404, gettext("There is nothing like that here."))
    if seat in info.bare or any(s.seat == seat and s.guest == me for s in info.seats):
        return RedirectResponse(f"/lobby/{game}/{seat}", 303)
    terms = text(await form_of(request), "terms")
    said = await challenges.accept(here.games, info.id, Seat(seat), me, who.name, terms=terms)
    if isinstance(said, Refused) and said.refusal.code == CHANGED:
        return RedirectResponse(f"/lobby/{game}/{seat}", 303)
    refusing.went(here, info, said)
    return RedirectResponse(f"/play/{game}", 303)


@router.post("/rematch/{game}")
async def rematch(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """The caller sits at the game that follows this one; the others' seats are kept."""
    choose_language(request)
    form: Any = await form_of(request)
    next_id = await played_again(here, await game_info(here, game), who, "swap" in form)
    return RedirectResponse(f"/wait/{next_id}", 303)
