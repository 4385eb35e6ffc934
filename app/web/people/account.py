"""One's own page: name, address, password, looks, sessions, tokens, vacation, data."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from fastapi import APIRouter
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.accounts.leaving import leave
from app.accounts.passwords import LEAST
from app.accounts.prefs import CHOICES, refuse_prefs
from app.accounts.tokens import SCOPES
from app.accounts.vacation import DAYS, is_away, settled
from app.engine.refusals import Refusal
from app.games.seats import Guest
from app.web.page import prompts
from app.web.page.deps import LANGUAGE, GuestDep, Site, SiteDep, choose_language, cookie_name
from app.web.page.forms import form_of, text, texts
from app.web.page.templates import page
from app.web.people import signing
from app.web.people.accounts import (
    LOOKS,
    base_of,
    cut,
    drop_session,
    give_device,
    give_looks,
    own_account,
    said,
    send_confirm,
    sign_out,
    status_of,
)
from app.web.people.signing import secret

router = APIRouter(include_in_schema=False)
router.include_router(signing.router)
DONE = ("welcome", "name", "mail", "sent", "password", "looks", "sessions", "tokens", "vacation")


@router.get("/account")
async def account(request: Request, here: SiteDep, who: GuestDep, done: str = "") -> Response:
    """My page; a guest's has the looks of this browser and the way to an account."""
    choose_language(request)
    return await account_page(request, here, who, done=done if done in DONE else "")


async def account_page(
    request: Request, here: Site, who: Guest | None, part: str = "", against: Refusal | None = None, **given: Any
) -> Response:
    """The page; a refusal is shown in the part it belongs to, with what was given but for passwords."""
    why = prompts.No(said(against), "") if against else None
    status = status_of(against) if against else 200
    if who is None or not who.account:
        looks = {name: request.cookies.get(f"gunbai-{name}", "") for name in LOOKS}
        looks["language"] = request.cookies.get(LANGUAGE, "")
        brings = who is not None and await here.people.has_belongings(who.id)
        return page(
            request, "people/guest.html", status=status, refusal=why, part=part, looks=looks, choices=CHOICES,
            brings=brings, **{"done": "", **given},
        )  # fmt: skip
    found = await own_account(here, who)
    token, today = request.cookies.get(cookie_name(request), ""), datetime.now(UTC).date()
    return page(
        request, "people/account.html", status=status, parts=["people/_account.html"], refusal=why, part=part, me=found,
        looks=found.prefs, choices=CHOICES, scopes=SCOPES, least=LEAST, can_mail=here.mailer.is_set,
        pending=await here.people.letters.pending(found.id), sessions=await here.people.sessions.of(found.id, token),
        tokens=await here.people.tokens.of(found.id), away=is_away(found.vacation, today), today=today.isoformat(),
        latest=(today + timedelta(days=DAYS - 1)).isoformat(),
        days_left=max(0, DAYS - settled(found.vacation, today)[str(today.year)]), days=DAYS, **{"done": "", **given},
    )  # fmt: skip


def saved(part: str) -> RedirectResponse:
    """Back to the page, which says what was done."""
    return RedirectResponse(f"/account?done={part}#{'mail' if part == 'sent' else part}", 303)


@router.post("/account/name")
async def name(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """The account has this name."""
    choose_language(request)
    mine, given = await own_account(here, who), text(await form_of(request), "name")
    against = await here.people.rename(mine.id, given)
    return await account_page(request, here, who, "name", against, name=given) if against else saved("name")


@router.post("/account/mail")
async def mail(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """A link is on its way to the address; an empty one takes the old away."""
    choose_language(request)
    mine, form = await own_account(here, who), await form_of(request)
    given = text(form, "mail", 300)
    key = await here.people.ask_mail(mine.id, given, secret(form, "password"))
    if isinstance(key, Refusal):
        return await account_page(request, here, who, "mail", key, mail=given)
    response = saved("sent" if key else "mail")
    if key:
        response.background = BackgroundTask(send_confirm, here, given.lower(), base_of(here), mine.name, key)
    return response


@router.post("/account/password")
async def password(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """The password is the new one, and every other browser is signed out."""
    choose_language(request)
    mine, form = await own_account(here, who), await form_of(request)
    token = request.cookies.get(cookie_name(request), "")
    against = await here.people.set_password(mine.id, secret(form, "old"), secret(form, "password"), token)
    if against:
        return await account_page(request, here, who, "password", against)
    cut(here, mine.id)
    response = saved("password")
    await give_device(request, here, response, mine.id)
    return response


@router.post("/account/looks")
async def looks(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """Looks and what is confirmed are these: in this browser, and wherever the account signs in."""
    choose_language(request)
    form = await form_of(request)
    given = {key: text(form, key, 20) for key in CHOICES}
    if against := refuse_prefs(given):
        return await account_page(request, here, who, "looks", against)
    if who and who.account:
        await here.people.set_prefs(who.id, given)
    response = saved("looks")
    give_looks(request, response, given)
    if not given["language"]:
        response.delete_cookie(LANGUAGE, path="/", httponly=True, samesite="lax")
    return response


@router.post("/account/sessions")
async def end_all(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """Signed out everywhere, here too; no browser is known any more."""
    choose_language(request)
    mine = await own_account(here, who)
    await sign_out(here, mine.id)
    response = RedirectResponse("/signin", 303)
    drop_session(request, response)
    return response


@router.post("/account/sessions/{id}/end")
async def end(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """That browser is signed out."""
    choose_language(request)
    mine = await own_account(here, who)
    await here.people.sessions.end(mine.id, id)
    cut(here, mine.id)
    return saved("sessions")


@router.post("/account/tokens")
async def token(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """The new token, shown this once."""
    choose_language(request)
    mine, form = await own_account(here, who), await form_of(request)
    called, ends = text(form, "name", 60), text(form, "ends", 20)
    scopes = texts(form, "scope")
    made = await here.people.tokens.make(mine.id, called, scopes, ends)
    if isinstance(made, Refusal):
        return await account_page(request, here, who, "tokens", made, token_name=called, chosen=scopes, ends=ends)
    return await account_page(request, here, who, fresh=made[1], fresh_name=made[0].name)


@router.post("/account/tokens/{id}/end")
async def revoke(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """That token no longer works."""
    choose_language(request)
    mine = await own_account(here, who)
    await here.people.tokens.end(mine.id, id)
    here.rooms.cut(guest=mine.id)
    return saved("tokens")


@router.post("/account/vacation")
async def vacation(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """On vacation until that day, or back."""
    choose_language(request)
    mine, form = await own_account(here, who), await form_of(request)
    until = None if text(form, "back") else text(form, "until", 20)
    plan = await here.people.set_vacation(mine.id, until if until is None else until or "?")
    if isinstance(plan, Refusal):
        return await account_page(request, here, who, "vacation", plan, until=until)
    return saved("vacation")


@router.post("/account/delete")
async def delete(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """The account is gone."""
    choose_language(request)
    mine, form = await own_account(here, who), await form_of(request)
    if against := await leave(here.people, here.games, mine.id, secret(form, "password")):
        return await account_page(request, here, who, "delete", against)
    cut(here, mine.id)
    response = page(request, "people/gone.html")
    drop_session(request, response)
    return response
