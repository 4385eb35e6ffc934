"""The rulebook: every clause under its own anchor."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.aside import aside
from app.engine.clauses import Entry
from app.engine.words import table_clauses
from app.web.page import systems
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language, guest
from app.web.page.errors import Bad
from app.web.page.parts import is_part
from app.web.page.templates import page, render
from app.web.page.words import gettext, language
from app.web.rules import played
from app.web.rules.orders import given_under
from app.web.rules.sheet import orders, sheet
from app.web.table.seen import words_of

router = APIRouter(include_in_schema=False, dependencies=[Depends(guest)])
KEPT = {"cache-control": "private, max-age=3600", "vary": "cookie, accept-language, hx-request-type"}
"""Of what says the same to whoever reads this language."""


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
    given, plays = given_under(system), played.under(here.lessons.of_system(key))
    reads = here.lessons.written.get(key, {})
    topics: dict[str, list[dict[str, Any]]] = {}
    for entry in system.rulebook(language.get()):
        clause = {**shown(entry, given.get(entry.id, ())), "plays": entry.id in plays, "reads": entry.id in reads}
        topics.setdefault(entry.topic, []).append(clause)
    topics["table"] = [shown(entry) for entry in table_clauses(language.get())]
    rows = [{"id": t, "title": words.says(f"topic.{t}"), "clauses": c} for t, c in topics.items()]
    line = gettext("Every ruling of the server names one of these clauses.")
    about = systems.shown(system)
    book = {
        "id": key,
        "sheet": systems.sheet(system),
        "name": about["name"],
        "line": line,
        "compatible": about["compatible"],
        "topics": rows,
    }
    return page(request, "rules/book.html", book=book, q=q)


@router.get("/rules/{key}/sheet")
async def quick_sheet(request: Request, key: str, here: SiteDep) -> Response:
    """The turn and the tables of a system on one page, to be printed or laid beside the table."""
    choose_language(request)
    system, lessons = here.games.system(key), here.lessons.of_system(key)
    if system is None or not systems.sheet(system):
        raise Bad(404, gettext("There is nothing like that here."))
    view = system.view(lessons[0].begin().state, None) if lessons else None
    words = words_of(system, None, view)
    return page(
        request, "rules/sheet.html", book=systems.shown(system), tables=sheet(system, words), orders=orders(system),
        phases=[words.says(f"phase.{step.key}") for step in (view.phases if view else ())],
    )  # fmt: skip


@router.get("/rules/{key}/{clause}")
async def clause(request: Request, key: str, clause: str, here: SiteDep) -> Response:
    """A clause by itself, as a fragment: of these rules or of the table."""
    choose_language(request)
    entry = entry_of(here, key, clause)
    plays = clause in played.under(here.lessons.of_system(key))
    reads = clause in here.lessons.written.get(key, {})
    html = render("rules/_clause.html", clause=shown(entry), key=key, plays=plays, reads=reads)
    return HTMLResponse(html, headers=KEPT)


@router.get("/rules/{key}/{clause}/played")
async def seen_played(request: Request, key: str, clause: str, here: SiteDep, who: GuestDep) -> Response:
    """A clause seen played, or a ruling on it: to htmx what is shown of it, to anybody else a page of its own."""
    choose_language(request)
    entry, parts = entry_of(here, key, clause), played.under(here.lessons.of_system(key)).get(clause, [])
    ruling = here.lessons.written.get(key, {}).get(clause)
    if not (parts or ruling):
        raise Bad(404, gettext("There is nothing like that here."))
    said: dict[str, Any] = {
        "plays": await aside(partial(played.shown, parts)),
        "ruling": played.written(ruling, played.sentence(ruling)) if ruling else None,
        "more": len(await aside(partial(here.lessons.cases, key, clause))),
        "rules": systems.rules(key),
        "clause": shown(entry),
        "learns": who is not None and await here.games.lesson_table(who.id) is not None,
    }
    if is_part(request):
        return HTMLResponse(await aside(partial(render, "rules/_played.html", **said)))
    return page(request, "rules/played.html", book=systems.shown(here.games.systems[key]), **said)


def entry_of(here: Site, key: str, clause: str) -> Entry:
    """The clause of these rules, or of the table; a 404 if there is none."""
    system = here.games.system(key)
    every = (*system.rulebook(language.get()), *table_clauses(language.get())) if system else ()
    entry: Entry | None = next((one for one in every if one.id == clause), None)
    if entry is None:
        raise Bad(404, gettext("There is nothing like that here."))
    return entry


def shown(entry: Entry, given: Sequence[str] = ()) -> dict[str, Any]:
    """A clause as the page shows it: who says so when it is not the printed rule, and what is ordered under it."""
    note = {"R": gettext("Our ruling"), "P": gettext("Public knowledge")}.get(entry.tag, "")
    return {"id": entry.id, "title": entry.title, "text": entry.text, "note": note, "given": given}
