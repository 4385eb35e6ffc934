"""What pages and API share about accounts: refusals in words, who may, cookies, letters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from app.accounts.people import Account
from app.accounts.sentences import SENTENCES
from app.engine.refusals import Refusal
from app.games.seats import Guest
from app.web.page.deps import LANGUAGE, Site, cookie_name, set_cookie
from app.web.page.errors import Bad
from app.web.page.preferred import prefer
from app.web.page.problems import told
from app.web.page.words import gettext

DEVICE = "gunbai-device"
LOOKS = ("theme", "palette", "motion", "confirm", "pictures", "log", "follow", "explain")
"""Preferences that a browser keeps as cookies which its scripts may read: they work before anybody signs in."""
AGENT = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEM = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)  # fmt: skip


WINDOW = 600
"""Seconds in which too many attempts were made."""


def said(no: Refusal) -> str:
    """A refusal of an account's matter in the reader's language."""
    return gettext(SENTENCES[no.code]).format(**no.facts)


def status_of(no: Refusal) -> int:
    """The status of a refusal."""
    return 429 if no.code in ("attempts", "wait") else 422


def refused(no: Refusal) -> Bad:
    """The same as an error."""
    retry = int(no.facts.get("seconds", WINDOW))
    return Bad(status_of(no), said(no), retry=retry, refusal=told(no, said(no)))


async def own_account(here: Site, who: Guest | None) -> Account:
    """The caller's account, or a 403."""
    found = await here.people.account(who.id) if who and who.account else None
    if found is None:
        raise Bad(403, gettext("This needs an account: sign up or sign in first."))
    return found


def agent_of(request: Request) -> str:
    """The browser in two words, as its owner would name it."""
    text = request.headers.get("user-agent", "")
    found = [next((name for sign, name in names if sign in text), "") for names in (AGENT, SYSTEM)]
    return ", ".join(filter(None, found))


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def base_of(here: Site) -> str:
    """Where links in mail lead: as set, else where the server listens.

    Never where a request says it was sent to: whoever asks for somebody else's link would name the host in it.
    """
    host = here.settings.host
    return here.settings.base_url or f"http://{f'[{host}]' if ':' in host else host}:{here.settings.port}"


def give_session(request: Request, response: Response, token: str) -> None:
    """The browser keeps the session's token."""
    set_cookie(request, response, cookie_name(request), token)


def drop_session(request: Request, response: Response) -> None:
    """The browser keeps no token."""
    secure = request.url.scheme == "https"
    response.delete_cookie(cookie_name(request), path="/", httponly=True, secure=secure, samesite="lax")


def device_of(request: Request) -> str:
    """What the browser keeps of the accounts that were signed in there."""
    return request.cookies.get(cookie_name(request, DEVICE), "")


async def give_device(request: Request, here: Site, response: Response, id: str) -> None:
    """The account knows this browser again: what strangers try does not make it wait.  Signing out leaves that."""
    set_cookie(request, response, cookie_name(request, DEVICE), await here.people.device(id, device_of(request)))


def give_looks(request: Request, response: Response, prefs: Mapping[str, Any]) -> None:
    """The browser looks as these preferences say."""
    for name in LOOKS:
        value, key = str(prefs.get(name) or ""), f"gunbai-{name}"
        if value:
            prefer(response, name, value)
        elif key in request.cookies:
            response.delete_cookie(key, path="/", samesite="lax")
    if language := str(prefs.get("language") or ""):
        set_cookie(request, response, LANGUAGE, language)


async def send_reset(here: Site, mail: str, base: str) -> None:
    """If the address is somebody's, a link to choose a new password has been sent there."""
    found = await here.people.forgot(mail)
    if found is None:
        return
    name, key = found
    text = gettext(
        "Hello {name},\n\nwith this link you choose a new password. It works for one hour, once:\n\n{link}\n\n"
        "If you did not ask for it, do nothing: your password stays as it is.\n"
    )
    await here.mailer.send(
        mail, gettext("A new password for Gunbai"), text.format(name=name, link=f"{base}/reset/{key}")
    )


async def send_confirm(here: Site, mail: str, base: str, name: str, key: str) -> None:
    """A link that confirms the address has been sent there."""
    text = gettext(
        "Hello {name},\n\nwith this link you confirm that this address is yours. It works for one day:\n\n{link}\n\n"
        "If you did not ask for it, do nothing.\n"
    )
    await here.mailer.send(
        mail, gettext("Your address at Gunbai"), text.format(name=name, link=f"{base}/confirm/{key}")
    )


def cut(here: Site, guest: str) -> None:
    """Every socket of somebody is closed."""
    here.rooms.cut(guest=guest)


async def sign_out(here: Site, guest: str) -> None:
    """The account is signed out everywhere, its sockets are closed and no browser is known to it any more."""
    await here.people.forget_devices(guest)
    await here.people.sessions.end_all(guest)
    cut(here, guest)
