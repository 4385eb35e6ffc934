"""What a veteran would order, for whoever is asked: drawn on the table, each order with its chances and a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fastapi import APIRouter
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.engine.asks import Json
from app.games.counsel_worker import Counselled, Told
from app.games.odds_worker import Weighed
from app.games.results import GameId, Look, OpenQuestion, Stale
from app.web.page import prompts, titles
from app.web.page.deps import GuestDep, Site, SiteDep, choose_language
from app.web.page.forms import form_of, text
from app.web.page.templates import render
from app.web.page.words import Words, gettext
from app.web.table import seen as tables
from app.web.table import tried
from app.web.table.calls import failed, own_seat
from app.web.table.odds import row_of, telling
from app.web.table.seen import Seen

router = APIRouter(include_in_schema=False)


class Way(Struct, frozen=True, kw_only=True):
    """An order in words; ``take``: how the hand takes it over; ``marks``: what is drawn of it; ``wins``: how likely its
    seat is to win, ``chance``: what hangs on the dice that fall at once, both where that is known."""

    label: str
    take: dict[str, Json]
    marks: list[Any]
    wins: int | None
    chance: str
    why: str


@router.post("/play/{game}/advice")
async def advice(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """The orders as a fragment; nothing where the question has gone by meanwhile."""
    choose_language(request)
    form = await form_of(request)
    own = await own_seat(request, game, who.id if who else "", text(form, "seat"))
    found = await here.games.counsel(GameId(game), own, text(form, "ask"), guest=who.id if who else None)
    table = await tables.seen(here.games, game, own)
    asked = table.question if table else None
    if isinstance(found, Stale) or table is None or asked is None or asked.id != text(form, "ask"):
        return Response(status_code=204, headers={"cache-control": "no-store"})
    if not isinstance(found, Counselled):
        failed(found, table)
    words = table.own_words or table.words
    ways = [await worded(here, table, asked, words, told) for told in found.orders]
    plan = words.sentences.get(f"worth.plan.{found.plan}", "")
    html = render(
        "table/question/_counsel.html", ways=ways, plan=gettext(plan) if plan else "", looked=found.looked,
        game=table.info.id, seat=asked.seat, ask=asked.id,
    )  # fmt: skip
    return HTMLResponse(html, headers={"cache-control": "no-store"})


async def worded(here: Site, table: Seen, question: OpenQuestion, words: Words, told: Told) -> Way:
    """An order in words, with what is drawn of it."""
    at = list(told.at)
    look = await here.games.preview(GameId(table.info.id), question.seat, question.id, told.order.answer)
    marks = tried.looked(words, look)["marks"] if isinstance(look, Look) else []
    given = things(words, await tables.level_of(here.games, table, question, at))
    names = [*await tables.trail(here.games, table, question, at), shared(words, told.leaf, question.about, given)]
    pick, over = (at[-1], at[:-1]) if told.leaf is None and at else (None, at)
    return Way(
        label=" · ".join(filter(None, names)) or gettext("As it is drawn"),
        take={"at": over, "pick": pick, "drawn": told.leaf}, marks=marks, wins=told.order.wins,
        chance=chance(words, told), why=reasons(words, told.order.gains),
    )  # fmt: skip


def things(words: Words, domain: Json) -> dict[str, str]:
    """What is given away, by what it is called where it is asked."""
    return {key: name for key, name, _ in prompts.chips(words, domain)} if domain else {}


def shared(words: Words, leaf: Json, about: str, given: Mapping[str, str] | None = None) -> str:
    """What is shared out or put in order, in words; nothing of what is drawn.  ``given``: what things are
    called that are given away."""
    known = given or {}
    if isinstance(leaf, dict) and leaf and all(isinstance(value, int | str) for value in leaf.values()):
        pairs = ((known.get(key) or called(words, key, about), value) for key, value in leaf.items())
        return ", ".join(f"{name}: {called(words, value, about)}" for name, value in pairs)
    if isinstance(leaf, list) and leaf and all(isinstance(one, str) for one in leaf):
        return ", ".join(called(words, one, about) for one in leaf)
    return ""


def called(words: Words, key: int | str, about: str) -> str:
    """What a part or a number is called."""
    return str(key) if isinstance(key, int) else titles.named(words, [key], about)[0][1]


def chance(words: Words, told: Told) -> str:
    """What hangs on the dice that fall at once."""
    found = told.chance
    return row_of(words, Weighed("", found), found, {}, found.shares, telling([found])).headline if found else ""


def reasons(words: Words, gains: dict[str, float]) -> str:
    """What speaks for an order and what against it, in a sentence."""
    good, bad = (terms(words, (key for key, gain in gains.items() if gain * way > 0)) for way in (1, -1))
    if good and bad:
        return gettext("Better than most for: {good}; worse for: {bad}.").format(good=good, bad=bad)
    if good:
        return gettext("Better than most for: {good}.").format(good=good)
    return gettext("Worse than most for: {bad}.").format(bad=bad) if bad else gettext("About as good as the others.")


def terms(words: Words, keys: Iterable[str]) -> str:
    """Terms of a position in the midst of a sentence."""
    known = (gettext(words.sentences[f"worth.{key}"]) for key in keys if f"worth.{key}" in words.sentences)
    return ", ".join(map(inner, known))


def inner(term: str) -> str:
    """A term as it stands within a sentence: a name of the rulebook keeps its capitals."""
    parts = term.split()
    is_name = term.isupper() or (len(parts) > 1 and all(part[:1].isupper() for part in parts))
    return term if is_name else term[:1].lower() + term[1:]
