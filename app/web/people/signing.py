"""Signing up, in and out; a new password by mail; the first host."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends
from starlette.background import BackgroundTask
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.accounts.leaving import take_along
from app.accounts.letters import clean_mail
from app.accounts.sentences import no
from app.engine.refusals import Refusal
from app.games.seats import Guest
from app.web.page import prompts
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language, cookie_name, guest
from app.web.page.errors import Bad
from app.web.page.forms import form_of, local, text, typed
from app.web.page.preferred import kept
from app.web.page.templates import page
from app.web.people.accounts import (
    LOOKS,
    address_of,
    agent_of,
    base_of,
    cut,
    device_of,
    drop_session,
    give_device,
    give_looks,
    give_session,
    said,
    send_confirm,
    send_reset,
    status_of,
)

router = APIRouter(include_in_schema=False)
MAX_SECRET = 1000
KNOWN = [Depends(guest)]
"""For pages that ask who calls only to show it."""


def secret(form: FormData, name: str) -> str:
    """A password exactly as it was typed."""
    return typed(form, name)[:MAX_SECRET]


def shown(request: Request, name: str, /, against: Refusal | None = None, **context: Any) -> Response:
    """A page of this module, with the reason if something was refused."""
    why = prompts.No(said(against), "") if against else None
    return page(
        request, f"people/entry/{name}.html", status=status_of(against) if against else 200, refusal=why, **context
    )


# -- up ---------------------------------------------------------------------------


@router.get("/signup")
async def signup(request: Request, here: SiteDep, who: GuestDep, code: str = "", next: str = "/") -> Response:
    """A name and a password make an account; what this browser played stays its own."""
    choose_language(request)
    if who and who.account:
        return RedirectResponse("/account", 303)
    return await signup_page(request, here, who, code=code[:64], next=local(next))


async def signup_page(
    request: Request, here: Site, who: Guest | None, against: Refusal | None = None, **given: str
) -> Response:
    """The form, with what was given but for passwords."""
    brings = who is not None and not who.account and await here.people.has_belongings(who.id)
    name = given.pop("name", who.name if brings and who else "")
    return shown(
        request, "signup", against, way=await here.people.registration(), brings=brings, name=name,
        can_mail=here.mailer.is_set, **given,
    )  # fmt: skip


@router.post("/signup")
async def sign_up(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """The account exists and this browser is signed in."""
    return await register(request, here, who, "")


async def register(request: Request, here: Site, who: Guest | None, setup: str) -> Response:
    """A new account from the form that was posted; with the setup key the host's."""
    choose_language(request)
    form = await form_of(request)
    name, mail, code, onward = text(form, "name"), text(form, "mail", 300), text(form, "code"), text(form, "next")
    given = {"name": name, "mail": mail, "code": code, "next": local(onward), "setup": setup}
    cleaned = clean_mail(mail) if here.mailer.is_set else ""
    if cleaned is None:
        return await signup_page(request, here, who, no("mail.form"), **given)
    made = await here.people.sign_up(
        name, secret(form, "password"), who, code=code, agent=agent_of(request), address=address_of(request),
        setup=setup,
    )  # fmt: skip
    if isinstance(made, Refusal):
        return await signup_page(request, here, who, made, **given)
    account, token = made
    response = RedirectResponse(given["next"] if given["next"] != "/" else "/account?done=welcome", 303)
    if cleaned and await here.people.may_write(cleaned):
        key = await here.people.letters.key(account.id, "confirm", cleaned)
        response.background = BackgroundTask(send_confirm, here, cleaned, base_of(here), account.name, key)
    if looks := kept(request, LOOKS):
        await here.people.set_prefs(account.id, looks)
    give_session(request, response, token)
    await give_device(request, here, response, account.id)
    return response


@router.get("/setup/{key}")
async def setup(request: Request, key: str, here: SiteDep, who: GuestDep) -> Response:
    """The first host's account; the link stands in the server's output."""
    choose_language(request)
    if not await here.people.door.is_setup(key):
        raise Bad(404, said(no("setup.gone")))
    return await signup_page(request, here, who, setup=key)


@router.post("/setup/{key}")
async def set_up(request: Request, key: str, here: SiteDep, who: GuestDep) -> Response:
    """This server has a host."""
    choose_language(request)
    if not await here.people.door.is_setup(key):
        raise Bad(404, said(no("setup.gone")))
    return await register(request, here, who, key)


# -- in and out -------------------------------------------------------------------


@router.get("/signin")
async def signin(request: Request, here: SiteDep, who: GuestDep, next: str = "/", reset: str = "") -> Response:
    """Name or address, and password."""
    choose_language(request)
    if who and who.account:
        return RedirectResponse("/account", 303)
    return await signin_page(request, here, who, next=local(next), claim=True, fresh=bool(reset))


async def signin_page(
    request: Request, here: Site, who: Guest | None, against: Refusal | None = None, **given: Any
) -> Response:
    """The form; to a guest who has played here it offers to take the games along."""
    brings = who is not None and not who.account and await here.people.has_belongings(who.id)
    return shown(
        request, "signin", against, brings=brings, can_mail=here.mailer.is_set, way=await here.people.registration(),
        **given,
    )  # fmt: skip


@router.post("/signin")
async def sign_in(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """This browser is signed in; if it was asked for, the guest's games are the account's."""
    choose_language(request)
    form = await form_of(request)
    name, onward, claim = text(form, "name", 300), local(text(form, "next")), bool(text(form, "claim"))
    found = await here.people.sign_in(
        name, secret(form, "password"), agent_of(request), address_of(request), device_of(request)
    )
    if isinstance(found, Refusal):
        return await signin_page(request, here, who, found, name=name, next=onward, claim=claim)
    account, token = found
    if claim and who and not who.account:
        await take_along(here.people, here.games, who.id, account.id)
        cut(here, who.id)
        cut(here, account.id)
    response = RedirectResponse(onward, 303)
    give_session(request, response, token)
    await give_device(request, here, response, account.id)
    give_looks(request, response, account.prefs)
    return response


@router.post("/signout")
async def sign_out(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """This browser is signed out.  A plain guest stays: it could never come back."""
    response = RedirectResponse("/", 303)
    if who and who.account:
        token = request.cookies.get(cookie_name(request), "")
        await here.people.sessions.end(who.id, await here.people.sessions.id_of(who.id, token))
        cut(here, who.id)
        drop_session(request, response)
    return response


# -- by mail ----------------------------------------------------------------------


@router.get("/forgot", dependencies=KNOWN)
async def forgot(request: Request, here: SiteDep) -> Response:
    """Where to send a link for a new password."""
    choose_language(request)
    return shown(request, "forgot", can_mail=here.mailer.is_set, sent=False, mail="")


@router.post("/forgot", dependencies=KNOWN)
async def send_link(request: Request, here: SiteDep) -> Response:
    """The link is on its way if the address is known; the answer is the same if not."""
    choose_language(request)
    mail = text(await form_of(request), "mail", 300).lower()
    if not here.mailer.is_set:
        return shown(request, "forgot", no("mail.off"), can_mail=False, sent=False, mail=mail)
    if not clean_mail(mail):
        return shown(request, "forgot", no("mail.form"), can_mail=True, sent=False, mail=mail)
    if not await here.people.may_ask(mail, address_of(request), device_of(request)):
        return shown(request, "forgot", no("attempts"), can_mail=True, sent=False, mail=mail)
    response = shown(request, "forgot", can_mail=True, sent=True, mail=mail)
    response.background = BackgroundTask(send_reset, here, mail, base_of(here))
    return response


@router.get("/reset/{key}", dependencies=KNOWN)
async def reset(request: Request, key: str, here: SiteDep) -> Response:
    """A new password for whoever got this link by mail."""
    choose_language(request)
    if await here.people.letters.holds(key, "reset") is None:
        raise Bad(404, said(no("key.gone")))
    return shown(request, "reset")


@router.post("/reset/{key}", dependencies=KNOWN)
async def new_password(request: Request, key: str, here: SiteDep) -> Response:
    """The password is the new one, every session has ended, and the link is used."""
    choose_language(request)
    mine = await here.people.letters.holds(key, "reset")
    against = await here.people.reset_password(key, secret(await form_of(request), "password"))
    if against and against.code == "key.gone":
        raise Bad(404, said(against))
    if mine and against is None:
        cut(here, mine)
    return shown(request, "reset", against) if against else RedirectResponse("/signin?reset=1", 303)


@router.get("/confirm/{key}", dependencies=KNOWN)
async def confirm(request: Request, key: str, here: SiteDep) -> Response:
    """One button: the address is mine."""
    choose_language(request)
    if await here.people.letters.holds(key, "confirm") is None:
        raise Bad(404, said(no("key.gone")))
    return shown(request, "confirm", done=False)


@router.post("/confirm/{key}", dependencies=KNOWN)
async def confirmed(request: Request, key: str, here: SiteDep) -> Response:
    """The address is the account's."""
    choose_language(request)
    against = await here.people.confirm_mail(key)
    return shown(request, "confirm", against, done=against is None)
