"""The rulebook: every clause under its own anchor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.engine.clauses import Entry
from app.engine.words import table_clauses
from app.web.page import systems
from app.web.page.deps import SiteDep, choose_language, guest
from app.web.page.errors import Bad
from app.web.page.templates import page, render
from app.web.page.words import gettext, language
from app.web.rules.orders import given_under
from app.web.table.seen import words_of

router = APIRouter(include_in_schema=False, dependencies=[Depends(guest)])


@router.get("/rules")
async def shelf(request: Request, here: SiteDep) -> Response:
    """The rulebooks, each with the game it goes with."""
    choose_language(request)
    books = [{**systems.shown(s), "clauses": len(s.rulebook(language.get()))} for s in here.games.systems.values()]
    return page(request, "rules/shelf.html", books=books)


@router.get("/rules/{key}")
async def book(request: Request, key: str, here: SiteDep, q: str = "") -> Response:
    """A rulebook by topic."""
    choose_language(request)
    system = here.games.system(key)
    if system is None:
        raise Bad(404, gettext("There are no rules of that name."))
    words = words_of(system, None, None)
    given = given_under(system)
    topics: dict[str, list[dict[str, Any]]] = {}
    for entry in system.rulebook(language.get()):
        topics.setdefault(entry.topic, []).append(shown(entry, given.get(entry.id, ())))
    topics["table"] = [shown(entry) for entry in table_clauses(language.get())]
    rows = [{"id": t, "title": words.says(f"topic.{t}"), "clauses": c} for t, c in topics.items()]
    line = gettext("Every ruling of the server names one of these clauses.")
    about = systems.shown(system)
    book = {"name": about["name"], "line": line, "compatible": about["compatible"], "topics": rows}
    return page(request, "rules/book.html", book=book, q=q)


@router.get("/rules/{key}/{clause}")
async def clause(request: Request, key: str, clause: str, here: SiteDep) -> Response:
    """A clause by itself, as a fragment: of these rules or of the table."""
    choose_language(request)
    system = here.games.system(key)
    every = (*system.rulebook(language.get()), *table_clauses(language.get())) if system else ()
    entry = next((one for one in every if one.id == clause), None)
    if entry is None:
        raise Bad(404, gettext("There is nothing like that here."))
    html = render("rules/_clause.html", clause=shown(entry), key=key)
    return HTMLResponse(html, headers={"cache-control": "private, max-age=3600", "vary": "cookie, accept-language"})


def shown(entry: Entry, given: Sequence[str] = ()) -> dict[str, Any]:
    """A clause as the page shows it: who says so when it is not the printed rule, and what is ordered under it."""
    note = {"R": gettext("Our ruling"), "P": gettext("Public knowledge")}.get(entry.tag, "")
    return {"id": entry.id, "title": entry.title, "text": entry.text, "note": note, "given": given}
