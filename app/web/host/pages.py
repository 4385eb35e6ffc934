"""The host's pages.  To others, whatever they ask for below ``/admin``, nothing is there."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter, Depends
from starlette.background import BackgroundTask
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from app.accounts.people import ROLES
from app.accounts.registration import WAYS
from app.engine.refusals import Refusal
from app.games import health
from app.games.results import GameInfo, Refused
from app.games.seats import clean_name, now
from app.web.host.deeds import TALKERS, ban, set_role, settle, vitals_of
from app.web.lobby import cards
from app.web.lobby.pages import page_number
from app.web.page import prompts, systems
from app.web.page.deps import HostDep, Site, SiteDep, choose_language, host
from app.web.page.errors import Bad
from app.web.page.forms import form_of, text
from app.web.page.templates import page
from app.web.page.words import gettext
from app.web.people.accounts import said, sign_out
from app.web.replay.outcome import decimal
from app.web.replay.report import span
from app.web.table.calls import accepted, game_info
from app.web.table.umpire.deeds import sentence, umpire_of, words_of


class CaseNumber(IntegerConvertor):
    """Numbers that a database can hold."""

    regex = "[0-9]{1,18}"


register_url_convertor("case", CaseNumber())
router = APIRouter(include_in_schema=False, dependencies=[Depends(host)])
PAGE = 50
UNITS = ("B", "kB", "MB", "GB", "TB")
LINE = 200
ANEW = ("accounts", "games", "lists", "reports", "settings", "webhooks")
"""Pages that htmx brings anew after their forms."""


# -- what all pages share --------------------------------------------------------


async def shown(request: Request, here: Site, part: str, against: str = "", **context: Any) -> Response:
    """A page of the host's; what stands against a wish is told on it, with a 422."""
    why = prompts.No(against, "") if against else None
    return page(
        request, f"host/{part}.html", status=422 if against else 200, part=part, refusal=why,
        parts=[f"host/_{part}.html"] if part in ANEW else [],
        open_reports=await health.open_reports(here.games), **context,
    )  # fmt: skip


def leaves(at: int, total: int, **kept: str) -> dict[str, Any]:
    """The addresses of the pages before and after, where there are such."""
    last = max(0, (total - 1) // PAGE)
    chosen = {key: value for key, value in kept.items() if value}

    def address(number: int) -> str:
        return "?" + urlencode({**chosen, "page": number})

    return {
        "at": at + 1, "last": last + 1, "before": address(at) if at else "",
        "after": address(at + 2) if at < last else "",
    }  # fmt: skip


def measured(size: int) -> str:
    """A number of bytes as people say it."""
    number, step = float(size), 0
    while number >= 1000 and step < len(UNITS) - 1:
        number, step = number / 1000, step + 1
    return f"{decimal(number, 1) if step else size} {UNITS[step]}"


# -- health and copies -----------------------------------------------------------


@router.get("/admin")
async def healthy(request: Request, here: SiteDep) -> Response:
    """How the server does, and when it was last copied."""
    choose_language(request)
    found = await vitals_of(here)
    return await shown(
        request, here, "health", vitals=found, version=request.app.version, uptime=span(found.uptime * 1000),
        measured=measured, statuses=health.STATUSES, states=states(), copy=await here.house.get("backup"),
        is_sqlite=here.settings.is_sqlite, limits=here.games.room, sent=here.settings.sent,
        systems=[systems.shown(one) for one in here.games.found.systems], left_out=here.games.found.left_out,
    )  # fmt: skip


def states() -> dict[str, str]:
    """How the state of a game is called."""
    return {status: cards.state(status) or gettext("in play") for status in health.STATUSES}


@router.post("/admin/backup")
async def backup(request: Request, here: SiteDep) -> Response:
    """A whole copy of the database as of now, as a download."""
    choose_language(request)
    found = await health.copied(here.settings.database)
    if found is None:
        raise Bad(409, gettext("The games lie in PostgreSQL: copy them with its own pg_dump."))
    file, size = found
    at = now()
    await here.house.set("backup", {"at": at, "size": size})
    name = f"gunbai-{at[:19].replace(':', '')}.sqlite3"
    headers = {"content-disposition": f'attachment; filename="{name}"', "content-length": str(size)}
    chunks = iter(lambda: file.read(1 << 18), b"")
    return StreamingResponse(
        chunks, headers=headers, media_type="application/vnd.sqlite3", background=BackgroundTask(file.close)
    )


# -- errors ----------------------------------------------------------------------


@router.get("/admin/errors")
async def errors(request: Request, here: SiteDep) -> Response:
    """Rules that broke, each kept as a case."""
    choose_language(request)
    at = page_number(request.query_params)
    found, total = await health.cases(here.games, PAGE, at * PAGE)
    return await shown(request, here, "errors", cases=found, total=total, pages=leaves(at, total))


@router.get("/admin/errors/{number:case}")
async def error(request: Request, number: int, here: SiteDep) -> Response:
    """A case in full."""
    choose_language(request)
    row = await case(here, number)
    raw, tape = (pretty(row[key]) for key in ("raw", "tape"))
    return await shown(request, here, "case", case=row, raw=raw, tape=tape, inputs=len(row["tape"] or ()))


@router.get("/admin/errors/{number:case}.json")
async def error_file(number: int, here: SiteDep) -> Response:
    """The same as a file."""
    headers = {"content-disposition": f'attachment; filename="gunbai-case-{number}.json"'}
    return Response(pretty(await case(here, number)), headers=headers, media_type="application/json")


async def case(here: Site, number: int) -> dict[str, Any]:
    """A case, or a 404."""
    row = await health.case(here.games, number)
    if row is None:
        raise Bad(404, gettext("There is no such case."))
    return row


def pretty(value: object) -> str:
    """JSON to be read by people."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()


# -- reports ---------------------------------------------------------------------


@router.get("/admin/reports")
async def reports(request: Request, here: SiteDep) -> Response:
    """What people reported."""
    choose_language(request)
    return await reports_page(request, here)


async def reports_page(request: Request, here: Site, against: str = "", tried: int = 0, note: str = "") -> Response:
    """The reports that are open, or all; a refusal stands at the one that was tried."""
    at, show = page_number(request.query_params), text(request.query_params, "show")
    found, total = await health.reports(here.games, all=show == "all", limit=PAGE, offset=at * PAGE)
    return await shown(
        request, here, "reports", against, reports=found, total=total, show="all" if show == "all" else "open",
        pages=leaves(at, total, show=show), tried=tried, note=note,
    )  # fmt: skip


@router.post("/admin/reports/{number:case}")
async def settled(request: Request, number: int, here: SiteDep) -> Response:
    """The report is closed with a note; the line is hidden, its author banned, if so wished."""
    choose_language(request)
    form, found = await form_of(request), await health.report(here.games, number)
    if found is None:
        raise Bad(404, gettext("There is no such report."))
    note = text(form, "note")
    if found.done is not None or found.kind == "ruling":
        return await reports_page(request, here, gettext("This report is closed, or an umpire answers it at its game."))
    if not note:
        return await reports_page(request, here, gettext("Say what came of it."), number)
    if no := await settle(here, found, note, hide="hide" in form, bans="ban" in form):
        return await reports_page(request, here, said(no), number, note)
    return RedirectResponse("/admin/reports", 303)


# -- accounts --------------------------------------------------------------------


@router.get("/admin/accounts")
async def accounts(request: Request, here: SiteDep) -> Response:
    """Accounts by name."""
    choose_language(request)
    return await accounts_page(request, here, text(request.query_params, "q", 60))


async def accounts_page(request: Request, here: Site, query: str, against: str = "") -> Response:
    """The accounts whose name or address holds the text."""
    return await shown(
        request, here, "accounts", against, accounts=await here.people.accounts(query, PAGE), query=query, most=PAGE
    )


@router.post("/admin/accounts/{id}/{deed}")
async def account(request: Request, id: str, deed: str, here: SiteDep) -> Response:
    """The account is banned, no longer banned, signed out, host or player."""
    choose_language(request)
    form, found = await form_of(request), await here.people.account(id)
    if found is None or deed not in ("ban", "unban", "end", *ROLES):
        raise Bad(404, gettext("There is no such account."))
    no = await done_to(here, id, deed, text(form, "reason"))
    if no:
        return await accounts_page(request, here, found.name, no if isinstance(no, str) else said(no))
    return RedirectResponse("/admin/accounts?" + urlencode({"q": found.name}), 303)


async def done_to(here: Site, id: str, deed: str, reason: str) -> Refusal | str | None:
    """The deed is done, or what stands against it."""
    match deed:
        case "ban":
            return await ban(here, id, reason) if reason else gettext("Say why: they read it when they sign in.")
        case "unban":
            return await ban(here, id, None)
        case "end":
            await sign_out(here, id)
            return None
        case _:
            return await set_role(here, id, deed)


# -- games -----------------------------------------------------------------------


@router.get("/admin/games")
async def games(request: Request, here: SiteDep) -> Response:
    """All games."""
    choose_language(request)
    return await games_page(request, here)


async def games_page(request: Request, here: Site, against: str = "") -> Response:
    """The games of a status whose id, scenario or players' names hold the text."""
    query, at = request.query_params, page_number(request.query_params)
    sought, status = text(query, "q", 60), text(query, "status", 10)
    if status and status not in health.STATUSES:
        raise Bad(422, gettext("There is no such state of a game."))
    found = await health.all_games(here.games, sought, status, PAGE, at * PAGE)
    return await shown(
        request, here, "games", against, games=[game_line(here, info) for info in found.games], total=found.total,
        query=sought, chosen=status, states=states(), pages=leaves(at, found.total, q=sought, status=status),
    )  # fmt: skip


def game_line(here: Site, info: GameInfo) -> dict[str, Any]:
    """A game in the host's list."""
    state = states()[info.status]
    return {**cards.line(here, info), "status": info.status, "is": state, "why": info.hold_reason or info.pause_reason}


@router.post("/admin/games/{game}/{deed}")
async def game(request: Request, game: str, deed: str, here: SiteDep, owner: HostDep) -> Response:
    """The game is stopped with a reason that all read, or goes on."""
    choose_language(request)
    info, umpire = await game_info(here, game), umpire_of(here)
    if deed not in ("pause", "resume"):
        raise Bad(404, gettext("There is nothing like that here."))
    reason = text(await form_of(request), "reason")
    done = await (umpire.pause(info.id, owner, reason) if deed == "pause" else umpire.resume(info.id, owner))
    if isinstance(done, Refused):
        return await games_page(request, here, sentence(await words_of(here, info), done.refusal)["sentence"])
    accepted(done)
    return RedirectResponse("/admin/games?" + urlencode({"q": game}), 303)


# -- settings --------------------------------------------------------------------


@router.get("/admin/settings")
async def settings(request: Request, here: SiteDep) -> Response:
    """Who may come in, who may talk, how the house is called."""
    choose_language(request)
    return await settings_page(request, here, done=text(request.query_params, "done", 20))


async def settings_page(request: Request, here: Site, against: str = "", **more: Any) -> Response:
    """The settings as they are; ``link``: of an invitation just made."""
    house = {key: await here.house.get(key) or "" for key in ("name", "line", "talk")}
    return await shown(
        request, here, "settings", against, registration=await here.people.registration(), ways=WAYS,
        talk=house["talk"] or TALKERS[0], talkers=TALKERS, house=house,
        invitations=await here.people.invitations(), **{"done": "", "link": "", **more},
    )  # fmt: skip


@router.post("/admin/settings/{what}")
async def set_house(request: Request, what: str, here: SiteDep) -> Response:
    """The setting has this value."""
    choose_language(request)
    form = await form_of(request)
    if what == "registration":
        no = await here.people.set_registration(text(form, "way"))
        if no:
            return await settings_page(request, here, said(no))
    elif what == "talk":
        await set_talk(here, text(form, "who"))
    elif what == "house":
        await here.house.set("name", clean_name(text(form, "name")))
        await here.house.set("line", " ".join(text(form, "line", LINE).split()))
    else:
        raise Bad(404, gettext("There is nothing like that here."))
    return RedirectResponse(f"/admin/settings?done={what}#{what}", 303)


async def set_talk(here: Site, who: str) -> None:
    """These may talk at tables, or a 422."""
    if who not in TALKERS:
        raise Bad(422, gettext("Either all may talk, or accounts alone."))
    await here.house.set("talk", who)


@router.post("/admin/invitations")
async def invite(request: Request, here: SiteDep, owner: HostDep) -> Response:
    """A new invitation; its link is shown this once."""
    choose_language(request)
    code = await here.people.invite(owner.id, text(await form_of(request), "note", 40))
    base = here.base(request)
    return await settings_page(request, here, link=f"{base}/signup?{urlencode({'code': code})}")


@router.post("/admin/invitations/{id}/revoke")
async def revoke(request: Request, id: str, here: SiteDep) -> Response:
    """The invitation no longer works."""
    choose_language(request)
    if not await here.people.revoke_invitation(id):
        raise Bad(404, gettext("There is no such invitation, or it was used."))
    return RedirectResponse("/admin/settings?done=revoked#invitations", 303)


@router.api_route(
    "/admin{rest:path}", methods=["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]
)
async def nothing() -> Response:
    """Nothing else is here, by whatever method."""
    raise HTTPException(404)
