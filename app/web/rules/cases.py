"""The other cases of a clause: named below what is shown at it, each played or read in its place."""

from __future__ import annotations

from functools import partial
from typing import Any

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.aside import aside
from app.lessons.wall import shown_by
from app.web.page import systems
from app.web.page.deps import GuestDep, SiteDep, choose_language, guest
from app.web.page.errors import Bad
from app.web.page.parts import is_part
from app.web.page.templates import page, render
from app.web.page.words import gettext, language
from app.web.rules import played
from app.web.rules.pages import KEPT, entry_of, shown

router = APIRouter(include_in_schema=False, dependencies=[Depends(guest)])
AT_ONCE = 50
"""So many cases are named at one time."""


@router.get("/rules/{key}/{clause}/cases")
async def named(request: Request, key: str, clause: str, here: SiteDep, after: str = "") -> Response:
    """The cases of a clause by what they say, some at a time: to htmx as rows, to anybody else as a page."""
    choose_language(request)
    entry, first = entry_of(here, key, clause), int(after) if after.isdecimal() and len(after) < len("10000") else 0
    found = await aside(partial(here.lessons.cases, key, clause))
    some = [one._asdict() for one in found[first : first + AT_ONCE]]
    if not some:
        raise Bad(404, gettext("There is nothing like that here."))
    said: dict[str, Any] = {
        "cases": some, "clause": shown(entry), "rules": systems.rules(key), "first": first,
        "follows": first + AT_ONCE if first + AT_ONCE < len(found) else 0, "many": len(found),
        "is_english": language.get() == "en",
    }  # fmt: skip
    if is_part(request):
        return HTMLResponse(render("rules/_cases.html", **said), headers=KEPT)
    return page(request, "rules/cases.html", book=systems.shown(here.games.systems[key]), **said)


@router.get("/rules/{key}/{clause}/cases/{name}")
async def case(request: Request, key: str, clause: str, name: str, here: SiteDep, who: GuestDep) -> Response:
    """One of them, played, or to be read where no table can show it."""
    choose_language(request)
    entry, (block, script) = entry_of(here, key, clause), await aside(partial(here.lessons.case, key, name))
    if block is None or clause not in shown_by(block):
        raise Bad(404, gettext("There is nothing like that here."))
    said: dict[str, Any] = {
        **await aside(partial(played.case, block, script)),
        "rules": systems.rules(key),
        "clause": shown(entry),
        "learns": who is not None and await here.games.lesson_table(who.id) is not None,
    }
    if is_part(request):
        return HTMLResponse(await aside(partial(render, "rules/_played.html", **said)))
    return page(request, "rules/case.html", book=systems.shown(here.games.systems[key]), **said)
