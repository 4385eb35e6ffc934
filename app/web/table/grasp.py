"""What a piece that is taken into the hand may be ordered: all that the page would find by going through the levels;
and what any piece is to be reckoned with for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from app.aside import aside
from app.engine.asks import Json
from app.engine.reach import Threat
from app.games.results import GameId, OpenQuestion
from app.games.service import Games
from app.web.page import prompts, titles
from app.web.page.deps import GuestDep, SiteDep, choose_language, shares
from app.web.page.forms import keys
from app.web.page.prompts import Choice, No
from app.web.page.rest import reply
from app.web.page.words import Words
from app.web.table import seen as tables
from app.web.table.board.inspecting import known
from app.web.table.calls import seen_by_caller
from app.web.table.seen import Seen

router = APIRouter(include_in_schema=False)

DRAWN = ("walk", "place", "moves", "layout", "manoeuvre")
"""Questions that a hand answers on the table."""
AIMED = ("onto", "click")
"""Gestures that name another counter."""
MOST_LEVELS = 8
"""So many levels at most are gone on by themselves."""


class Ordered(Struct, frozen=True, kw_only=True):
    """An order of the piece: the keys that lead to it, how it is given, why it is closed, or what is asked then."""

    at: list[str]
    label: str
    gesture: str = ""
    clause: str = ""
    more: bool = False
    no: No | None = None
    domain: Json = None
    """What is drawn, where it is drawn."""
    targets: list[Choice] = []
    """The counters it may be given at, open or closed, where it names one."""


class Grasp(Struct, frozen=True, kw_only=True):
    """A piece in the hand; ``ask`` is the question its orders answer, ``no`` why it may not be taken."""

    ask: str = ""
    measures: bool = True
    """Whether distances may be shown before an order is carried out."""
    no: No | None = None
    orders: list[Ordered] = []
    hold: list[str] = []
    """The keys below a piece by which it holds, where silence to the question means that one does."""


@router.get("/play/{game}/grasp")
async def grasp(request: Request, game: str, here: SiteDep, who: GuestDep, seat: str = "", piece: str = "") -> Response:
    """What this piece may be ordered now, in the words of the caller's own question; nothing where it is not asked."""
    choose_language(request)
    table = await seen_by_caller(request, game, who, seat)
    found = await grasped(here.games, table, piece)
    answer = await aside(partial(reply, found))
    answer.headers["cache-control"] = "no-store"
    return answer


class Threatened(Struct, frozen=True, kw_only=True):
    """Ground on which a piece is to be reckoned with: of which kind, what it is called, and where it lies."""

    kind: str
    name: str
    clause: str
    outlines: list[list[list[int]]]
    radius: int


@router.get("/play/{game}/threat")
async def threat(
    request: Request, game: str, here: SiteDep, who: GuestDep, seat: str = "", piece: str = ""
) -> Response:
    """How far any piece that the caller sees is to be reckoned with; nothing where nobody may measure."""
    choose_language(request)
    table = await seen_by_caller(request, game, who, seat)
    if await shares(here, game, who):
        table = await tables.seen(here.games, game, table.viewer, shared=True) or table
    view = table.view
    told = view is not None and view.measures and known(view, piece)
    found = await here.games.threat(GameId(game), table.eyes, piece) if told else ()
    answer = await aside(lambda: reply({"threats": [threatened(table.words, one) for one in found]}))
    answer.headers["cache-control"] = "no-store"
    return answer


def threatened(words: Words, found: Threat) -> Threatened:
    """A threat in words."""
    name = words.says(found.note.about, found.note.facts)
    outlines = [[[p.x, p.y] for p in outline] for outline in found.outlines]
    return Threatened(kind=found.kind, name=name, clause=found.note.clause, outlines=outlines, radius=found.radius)


@router.get("/play/{game}/reach")
async def reach(
    request: Request, game: str, here: SiteDep, who: GuestDep, seat: str = "", ask: str = "", at: str = ""
) -> Response:
    """Where the piece may come to lie whose way is asked for at a level; nothing where nobody may measure."""
    table = await seen_by_caller(request, game, who, seat)
    found: Any = ()
    if table.question is not None and table.question.id == ask and (table.view is None or table.view.measures):
        found = await here.games.reach(GameId(game), table.question.seat, ask, tables.nest_partial(keys(at)))
    outlines = found if isinstance(found, tuple) else ()
    answer = await aside(partial(reply, {"area": [[[p.x, p.y] for p in outline] for outline in outlines]}))
    answer.headers["cache-control"] = "no-store"
    return answer


async def grasped(games: Games, table: Seen, piece: str) -> Grasp:
    """The orders of a piece as the viewer's own question has them."""
    question, words = table.question, table.own_words or table.words
    measures = table.view is None or table.view.measures
    if question is None or table.info.status != "playing":
        return Grasp(measures=measures)
    rows = [row for row in question.domain.get("options", ()) if piece and row.get("piece") == piece]
    orders = [one for row in rows for one in await below(games, table, question, words, row)]
    shut = next((prompts.reason(words, row["no"]) for row in rows if row["no"] is not None), None)
    hold = silence(question.default) if question.rest == "hold" else []
    return Grasp(ask=question.id, measures=measures, no=None if orders else shut, orders=orders, hold=hold)


def silence(raw: Json) -> list[str]:
    """The keys of an answer but for its first."""
    keys: list[str] = []
    while isinstance(raw, dict) and "pick" in raw:
        keys, raw = [*keys, str(raw["pick"])], raw.get("then")
    return [*keys, *([raw] if isinstance(raw, str) else [])][1:]


async def below(games: Games, table: Seen, question: OpenQuestion, words: Words, row: Json) -> list[Ordered]:
    """An option of the first level: an order itself, or the menu of those below it; none where it is closed."""
    if row["no"] is not None:
        return []
    if row.get("gesture") or not row.get("more"):
        return [await ordered(games, table, question, words, [], row)]
    at, domain = await gone_on(games, table, question, [row["key"]])
    if domain.get("kind") != "menu":
        return [named(words, question, at, {**row, "gesture": "drag"}, domain)]
    return [await ordered(games, table, question, words, at, one) for one in domain["options"]]


async def ordered(
    games: Games, table: Seen, question: OpenQuestion, words: Words, over: Sequence[str], row: Json
) -> Ordered:
    """An order with what is asked below it, where a hand can answer that on the table.

    One that is closed because nothing below it is open says of each whom it could name why not.
    """
    at = [*over, row["key"]]
    shut, gesture = row["no"] is not None, row.get("gesture")
    if not row.get("more") or not gesture or (shut and gesture not in AIMED):
        return named(words, question, at, row, {})
    below, domain = await gone_on(games, table, question, at)
    return named(words, question, at if shut else below, row, domain)


async def gone_on(games: Games, table: Seen, question: OpenQuestion, at: list[str]) -> tuple[list[str], Json]:
    """What is asked at a level, and the keys that lead to it: levels that go on by themselves are gone through."""
    for _ in range(MOST_LEVELS):
        domain = await tables.level_of(games, table, question, at)
        usual = tables.usual_way(domain)
        if not usual:
            return at, domain
        at = [*at, usual]
    return at, {}


def named(words: Words, question: OpenQuestion, at: list[str], row: Json, domain: Json) -> Ordered:
    """An order in words."""
    kind, gesture = domain.get("kind", ""), row.get("gesture", "")
    aimed = prompts.choices(words, domain, question.about) if gesture in AIMED and kind else []
    return Ordered(
        at=at, label=titles.chosen(words, row, question.about), gesture=gesture, clause=row.get("clause") or "",
        more=bool(row.get("more")), no=prompts.reason(words, row["no"]), domain=domain if kind in DRAWN else None,
        targets=[one for one in aimed if one.piece],
    )  # fmt: skip
