"""Where one is told that it is one's turn."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import msgspec
from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response

from app.engine.refusals import Refusal
from app.engine.words import N_
from app.games.seats import Guest
from app.notices import quiet
from app.notices.channels import Channel
from app.notices.push import Subscription
from app.notices.sentences import KINDS, SENTENCES
from app.notices.service import Word, untold
from app.notices.webhook import FORMATS
from app.web.page import asks, systems
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language
from app.web.page.errors import Bad
from app.web.page.forms import form_of, number, text
from app.web.page.prompts import No
from app.web.page.templates import ROOT, page
from app.web.page.words import LANGUAGES, Words, gettext, language
from app.web.table.seen import words_of

router = APIRouter(include_in_schema=False)
PATH = "/account/notices"
LEAF, LEAVES = 20, 10
"""So much of what one was told stands on a page, on so many pages at most."""
SHORT = 44
"""Letters of an address that are shown."""
REASONS = {
    "no-address": N_("This is no web address that can be called: it begins with https:// and names a host."),
    "not-https": N_("Only addresses that begin with https:// are called."),
    "port": N_("Only the ports 443, 80 and 8443 are called."),
    "not-public": N_("This address does not lead to the public internet, so the server does not call it."),
    "unknown-host": N_("No server of that name was found."),
    "unreachable": N_("The other server could not be reached."),
    "timeout": N_("The other server did not answer in time."),
    "gone": N_("The browser does not listen any more; it was taken off the list."),
    "no-format": N_("Choose plain JSON, Discord or Slack."),
    "no-keys": N_("The browser's subscription cannot be read."),
    "no-relay": N_("This server sends no mail."),
    "no-mail": N_("Your account has no confirmed mail address."),
    "no-channel": N_("There is no such channel of yours."),
    "too-many-channels": N_("You have ten channels. Remove one first."),
    "too-many-tests": N_("That is enough trials for a minute. Wait a little."),
    "no-hour": N_("Give both hours as 22:00."),
    "same-hour": N_("The quiet hours must begin and end at different times."),
    "no-zone": N_("Choose a time zone from the list, such as Europe/Madrid."),
    "no-account": N_("This is kept with an account. Sign up first: your seats stay yours."),
    "mail is not set up": N_("This server sends no mail."),
}
STATES = {
    "": N_("on its way"),
    "sending": N_("on its way"),
    "sent": N_("sent"),
    "quiet": N_("held until the quiet hours end"),
    "looking": N_("you were at the table"),
    "over": N_("no longer needed"),
    "off": N_("the channel was off"),
}
KIND_NAMES = {
    "turn": N_("It is your turn"),
    "challenge": N_("Somebody challenges you"),
    "begun": N_("A game of yours has begun"),
    "ended": N_("A game of yours is over"),
    "talk": N_("Somebody writes at your table"),
    "campaign": N_("Something happens in a campaign of yours"),
    "test": N_("Trial"),
}
CHANNEL_NAMES = {"mail": N_("Mail"), "push": N_("Browser"), "webhook": N_("Webhook")}
FORMAT_NAMES = {"json": N_("Plain JSON"), "discord": "Discord", "slack": "Slack"}


def worded(here: Site) -> Word:
    """How the notices of a site are put into words: a language, a key, its facts."""

    def word(lang: str, key: str, facts: Mapping[str, Any]) -> str:
        before = language.set(lang if lang in LANGUAGES else "en")
        try:
            return Words(SENTENCES, 1, "").says(key, named(here, facts))
        finally:
            language.reset(before)

    return word


def named(here: Site, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with a system and a scenario by their names."""
    system = here.games.system(str(facts.get("system", "")))
    if system is None:
        return dict(facts)
    scenario = words_of(system, None, None).says(f"scenario.{facts['scenario']}")
    return {**facts, "system": systems.name(system), "scenario": scenario}


def reason(code: str) -> str:
    """Why something was refused or failed, in the reader's language; what a mail relay said stays as it is."""
    if code.startswith("status "):
        return gettext("The other server answered {status}.").format(status=code.removeprefix("status "))
    return gettext(REASONS[code]) if code in REASONS else code


def outcome(result: str) -> str:
    """What came of a notice."""
    if result.startswith("failed: "):
        return gettext("failed: {why}").format(why=reason(result.removeprefix("failed: ")))
    return gettext(STATES.get(result, result))


@router.get("/sw.js")
async def worker() -> Response:
    """The service worker, for the whole site."""
    headers = {"service-worker-allowed": "/", "cache-control": "no-cache"}
    return FileResponse(ROOT / "static" / "sw.js", media_type="text/javascript", headers=headers)


@router.get(PATH)
async def notices(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """One's channels, what one is told, and what one was told."""
    done = request.query_params.get("sent", "") == "1"
    return await shown(request, here, who, said=N_("Sent. It should be there in a moment.") if done else "")


async def shown(
    request: Request, here: Site, who: Guest | None, *, no: str = "", said: str = "", given: FormData | None = None
) -> Response:
    """The page, with why what was asked for was refused."""
    choose_language(request)
    known: dict[str, Any] = {}
    if who:
        person, mine = await here.notices.person(who.id), await here.notices.channels.of(who.id)
        keys = await here.notices.channels.push.keys()
        known = {
            "channels": [channel(row, person["mail"]) for row in mine], "log": await log(here, who),
            "account": person["account"], "quiet": hours(person["prefs"], given), "key": keys["key"],
            "mail": "" if any(row.kind == "mail" for row in mine) else person["mail"], "kinds": kinds(person),
            "asks": await asks.of_guest(here, who.id), "inbox": await inbox(request, here, who),
            "unread": await here.notices.unread(who.id),
        }  # fmt: skip
    return page(
        request, "people/notices.html", status=422 if no else 200, parts=["people/_notices.html"], known=known,
        said=gettext(said), refusal=No(reason(no), "") if no else None, has_relay=here.mailer.is_set,
        zones=quiet.zones(),
        formats=[(key, gettext(FORMAT_NAMES[key])) for key in FORMATS], given=given or {},
    )  # fmt: skip


async def inbox(request: Request, here: Site, who: Guest) -> dict[str, Any]:
    """A page of what somebody was told, in words, each with where it leads."""
    at = min(max(number(request.query_params, "page") or 1, 1), LEAVES) - 1
    found = await here.notices.inbox(who.id, LEAF + 1, at * LEAF)
    rows = [
        {"id": row["id"], "text": here.notices.told_as(row, language.get()), "read": row["read"],
         "at": datetime.fromtimestamp(row["at_ms"] // 1000, UTC)}
        for row in found[:LEAF]
    ]  # fmt: skip
    return {
        "rows": rows, "before": f"{PATH}?page={at}#inbox" if at else "",
        "after": f"{PATH}?page={at + 2}#inbox" if len(found) > LEAF else "",
    }  # fmt: skip


@router.get(PATH + "/bell")
async def bell(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """How much of what one was told is unread, for the bell of every page; a 204 where nothing is."""
    choose_language(request)
    unread = await here.notices.unread(who.id) if who and who.account else 0
    return (
        page(request, "people/_bell.html", parts=["people/_bell.html"], leads=False, unread=unread)
        if unread
        else Response(None, 204)
    )


@router.get(PATH + "/told/{id}")
async def told(id: int, here: SiteDep, who: GuestDep) -> Response:
    """One of what one was told is read, and the page is that which it is about."""
    path = await here.notices.read(who.id, id) if who else ""
    return RedirectResponse(path if path.startswith("/") and not path.startswith("//") else PATH, 303)


@router.post(PATH + "/read")
async def read(here: SiteDep, who: GuestDep) -> Response:
    """All that one was told is read."""
    if who:
        await here.notices.read(who.id)
    return RedirectResponse(PATH + "#inbox", 303)


def channel(row: Channel, mail: str) -> dict[str, Any]:
    """A channel as the page shows it; of an address only where it leads, for its end may be a secret."""
    address = mail if row.kind == "mail" else host_of(row.address)
    return {
        "id": row.id, "kind": row.kind, "name": gettext(CHANNEL_NAMES[row.kind]), "address": address[:SHORT],
        "format": gettext(FORMAT_NAMES.get(row.format, "")), "on": row.on, "failures": row.failures,
        "broken": row.broken,
    }  # fmt: skip


def host_of(address: str) -> str:
    """Where an address leads, without its end."""
    return urlsplit(address).netloc[:SHORT]


async def log(here: Site, who: Guest) -> list[dict[str, Any]]:
    """What somebody was told, the latest first."""
    return [
        {
            "text": row["text"], "by": gettext(CHANNEL_NAMES.get(row["by"] or "", "")), "game": row["game_id"] or "",
            "outcome": outcome(row["result"]), "ok": row["result"] == "sent",
            "bad": row["result"].startswith("failed"), "at": datetime.fromtimestamp(row["at_ms"] // 1000, UTC),
        }
        for row in await here.notices.log(who.id)
    ]  # fmt: skip


def hours(prefs: Mapping[str, Any], given: FormData | None) -> dict[str, str]:
    """The quiet hours as they were just given, else as they are kept."""
    kept = prefs.get("quiet")
    kept = kept if isinstance(kept, dict) else {}
    return {name: text(given or kept, name, 60) or str(kept.get(name, "")) for name in ("from", "to", "zone")}


def kinds(person: Mapping[str, Any]) -> list[tuple[str, str, bool]]:
    """What one may be told: key, name, whether one wants it."""
    return [(kind, gettext(KIND_NAMES[kind]), kind not in untold(dict(person))) for kind in KINDS]


# -- changes -------------------------------------------------------------------


def known_caller(request: Request, who: Guest | None) -> Guest:
    """Whoever calls, or a 403."""
    choose_language(request)
    if who is None:
        raise Bad(403, gettext("Sign in or sit down at a table first."))
    return who


async def answered(request: Request, here: Site, who: Guest, no: str, given: FormData | None = None) -> Response:
    """Back to the page, or the page again with the reason."""
    return await shown(request, here, who, no=no, given=given) if no else RedirectResponse(PATH, 303)


@router.post(f"{PATH}/webhook")
async def add_webhook(request: Request, here: SiteDep, caller: GuestDep) -> Response:
    """One is told at a web address."""
    who, form = known_caller(request, caller), await form_of(request)
    address, lang = text(form, "address", 2001), language.get()
    no = await here.notices.channels.add_webhook(who.id, address, text(form, "format", 10), lang)
    return await answered(request, here, who, no, form)


@router.post(f"{PATH}/push")
async def add_push(request: Request, here: SiteDep, caller: GuestDep) -> Response:
    """One is told in this browser."""
    who, form = known_caller(request, caller), await form_of(request)
    try:
        subscription = msgspec.json.decode(text(form, "subscription", 4000), type=Subscription)
    except msgspec.DecodeError:
        return await answered(request, here, who, "no-keys")
    no = await here.notices.channels.add_push(who.id, subscription, language.get())
    return await answered(request, here, who, no)


@router.post(f"{PATH}/mail")
async def add_mail(request: Request, here: SiteDep, caller: GuestDep) -> Response:
    """One is told by mail."""
    who = known_caller(request, caller)
    return await answered(request, here, who, await here.notices.channels.add_mail(who.id, language.get()))


@router.post(f"{PATH}/kinds")
async def choose_kinds(request: Request, here: SiteDep, caller: GuestDep) -> Response:
    """One is told only what one wants to know."""
    who, form = known_caller(request, caller), await form_of(request)
    wanted = {kind: kind in form.getlist("kind") for kind in KINDS}
    return await answered(request, here, who, await prefer(here, who, {"kinds": wanted}))


@router.post(f"{PATH}/quiet")
async def choose_hours(request: Request, here: SiteDep, caller: GuestDep) -> Response:
    """One is left in peace in these hours; empty ones: at no time."""
    who, form = known_caller(request, caller), await form_of(request)
    start, end, zone = (text(form, name, 60) for name in ("from", "to", "zone"))
    if no := quiet.refuse(start, end, zone) if start or end else "":
        return await answered(request, here, who, no, form)
    wanted = {"from": start, "to": end, "zone": zone} if start else None
    return await answered(request, here, who, await prefer(here, who, {"quiet": wanted}), form)


async def prefer(here: Site, who: Guest, changes: dict[str, Any]) -> str:
    """Why this cannot be kept; empty once the caller's account prefers it."""
    if not who.account:
        return "no-account"
    return "no-hour" if isinstance(await here.people.set_prefs(who.id, changes), Refusal) else ""


@router.post(f"{PATH}/{{id}}/switch")
async def switch(request: Request, id: str, here: SiteDep, caller: GuestDep) -> Response:
    """A channel is on or off."""
    who, form = known_caller(request, caller), await form_of(request)
    done = await here.notices.channels.switch(who.id, id, text(form, "on") == "1")
    return await answered(request, here, who, "" if done else "no-channel")


@router.post(f"{PATH}/{{id}}/remove")
async def remove(request: Request, id: str, here: SiteDep, caller: GuestDep) -> Response:
    """A channel is gone."""
    who = known_caller(request, caller)
    done = await here.notices.channels.remove(who.id, id)
    return await answered(request, here, who, "" if done else "no-channel")


@router.post(f"{PATH}/{{id}}/test")
async def test(request: Request, id: str, here: SiteDep, caller: GuestDep) -> Response:
    """A trial notice has gone out."""
    who = known_caller(request, caller)
    no = await here.notices.test(who.id, id)
    return await shown(request, here, who, no=no) if no else RedirectResponse(f"{PATH}?sent=1", 303)
