"""What may come of each option, shown on it once the question stands there; and the same for programs."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, NoReturn
from urllib.parse import urlencode

from fastapi import APIRouter
from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.engine.asks import Json
from app.engine.odds import WHOLE
from app.engine.prospects import Chance, Share
from app.engine.views import Note
from app.games.odds import Foretold
from app.games.odds_worker import Weighed
from app.games.results import GameId, Refused, Result, Stale
from app.games.sentences import SENTENCES
from app.web.page import prompts
from app.web.page.deps import GuestDep, SiteDep, choose_language
from app.web.page.errors import Bad
from app.web.page.forms import keys
from app.web.page.marked import Marked
from app.web.page.rest import reply, speaks
from app.web.page.templates import render
from app.web.page.words import Words, gettext, signed
from app.web.table import seen as tables
from app.web.table.calls import failed, own_seat
from app.web.table.entries import sides_of
from app.web.table.told import Odds, OptionOdds

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/v1", tags=["games"])
WIDTH, GAP = 1000, 5
"""Of a bar, and between its parts."""
TRIES, WAIT = 7, 400
"""How often a page asks again, where all are busy; after how many milliseconds at first, each time twice as long."""
SURE = 1.645
"""Standard errors to either side within which nine of ten figures lie."""
ROUGH = 100
"""Plays below which a figure is rough."""


class Part(Struct, frozen=True):
    """A part of a bar: what it stands for, where it begins and how wide it is."""

    label: str
    rank: int
    wanted: bool
    percent: str
    x: int
    width: int


class Row(Struct, frozen=True, kw_only=True):
    """An option and what may come of it, worded.  ``key``: that of its button; ``shared``: where it has none, what is
    shared out; ``brief``: what its chance is given, where its system says that in short."""

    key: str
    shared: dict[str, int]
    label: str
    percent: str
    brief: str
    given: str
    """Under what condition, or what must fall, in few words; else what it is for."""
    headline: str
    parts: list[Part]
    played: int
    """How often it was played out; 0: its ways were counted."""
    lines: list[dict[str, Any]]
    notes: list[tuple[str, str]]
    of: Note | None = None
    """Of whom, and of what, the endings tell."""

    @property
    def is_rough(self) -> bool:
        """Whether a few plays had to do."""
        return 0 < self.played < ROUGH

    @property
    def said(self) -> str:
        """All endings in one sentence, for those who hear it."""
        return ", ".join(f"{part.label} {part.percent}" for part in self.parts)


def percent(parts: int) -> str:
    """Parts of 10,000 as whole per cent; what can be is never 0, what need not be never 100."""
    whole = round(parts * 100 / WHOLE)
    if parts and not whole:
        return "<1 %"
    return ">99 %" if whole == 100 and parts < WHOLE else f"{whole} %"


def bar(words: Words, shares: Sequence[Share]) -> list[Part]:
    """The endings side by side, as wide as they are likely."""
    found, x = list[Part](), 0
    for share in shares:
        width = round(share.parts * WIDTH / WHOLE)
        shown = max(2, width - GAP)
        found.append(Part(words.says(share.key), share.rank, share.wanted, percent(share.parts), x, shown))
        x += width
    return found


def worded(words: Words, told: Foretold, about: str) -> list[Row]:
    """Every option that hangs on dice, in the order of the question."""
    labels = {choice.key: choice.label for choice in prompts.choices(words, told.domain or {"kind": ""}, about)}
    chances = [row.chance for row in told.rows if row.chance is not None]
    every = [share for chance in chances for share in chance.shares]
    least = telling(chances)
    return [row_of(words, row, row.chance, labels, every, least) for row in told.rows if row.chance is not None]


def telling(chances: Sequence[Chance]) -> int:
    """The least of the wished endings from which on the options differ: what all bring alike tells nothing."""
    ranks = sorted({share.rank for chance in chances for share in chance.shares if share.wanted})
    differ = (rank for rank in ranks if len({percent(beyond(chance, rank)) for chance in chances}) > 1)
    return next(differ, ranks[0] if ranks else 0)


def beyond(chance: Chance, least: int) -> int:
    """How likely the wished endings from this one on are."""
    wanted = [share for share in chance.shares if share.wanted]
    counts = [share.parts for share in wanted if share.rank >= least]
    return chance.wanted if len(counts) == len(wanted) else sum(counts)


def between(chance: Chance, least: int) -> str:
    """What a few plays say: nine times in ten the chance lies between these (Wilson's interval)."""
    n, share = chance.played, beyond(chance, least) / WHOLE
    middle, spread = share + SURE**2 / (2 * n), SURE * sqrt(share * (1 - share) / n + (SURE / (2 * n)) ** 2)
    low, high = (round(100 * (middle + way * spread) / (1 + SURE**2 / n)) for way in (-1, 1))
    return f"≈ {low}–{high} %"


def aim(words: Words, shares: Sequence[Share], least: int) -> str:
    """What an option is for, in words: its only such ending, or the least of them that counts and all beyond."""
    ranked = sorted(shares, key=lambda share: share.rank)
    keys = [share.key for share in ranked if share.wanted and share.rank >= least]
    several = f"{keys[0]}.up" if len(set(keys)) > 1 else ""
    if several and several not in words.sentences:
        return " / ".join(map(words.says, dict.fromkeys(keys)))
    return words.says(several or keys[0]) if keys else ""


def row_of(
    words: Words, row: Weighed, chance: Chance, labels: dict[str, str], every: Sequence[Share], least: int
) -> Row:
    """One option, worded; what it is for begins at the rank ``least``, and ``every`` ending of this level says it where
    it cannot be reached."""
    about = "" if chance.exact else "≈ "
    wanted = between(chance, least) if 0 < chance.played < ROUGH else f"{about}{percent(beyond(chance, least))}"
    needs = words.says(chance.needs.about, chance.needs.facts) if chance.needs else ""
    aims = aim(words, chance.shares, least) or aim(words, every, least)
    chances = f"{wanted} {aims}".strip()
    raw = row.raw
    return Row(
        key=raw if isinstance(raw, str) else "", shared=raw if isinstance(raw, dict) else {},
        label=named(words, raw, labels), percent=wanted, given=needs or aims, of=chance.of,
        brief=briefly(words, chance),
        headline=f"{needs}: {chances}" if needs else chances, parts=bar(words, chance.shares), played=chance.played,
        lines=[{"adds": signed(line.adds), "text": words.word(line.id), "clause": line.clause}
               for line in chance.lines],
        notes=[(words.says(note.about, note.facts), note.clause) for note in chance.notes],
    )  # fmt: skip


def briefly(words: Words, chance: Chance) -> str:
    """What a chance is given, as short as its system can say it."""
    brief = f"{chance.needs.about}.short" if chance.needs else ""
    return words.says(brief, chance.needs.facts) if chance.needs and brief in words.sentences else ""


def named(words: Words, raw: Json, labels: dict[str, str]) -> str:
    """What an option is called; of what is shared out the numbers."""
    if isinstance(raw, dict):
        return ", ".join(f"{number} {words.word(part)}" for part, number in raw.items())
    return labels.get(str(raw)) or words.models.get(str(raw)) or words.word(raw)


class Key(Struct, frozen=True):
    """What the bars of a level tell: of whom, and of what, if that is the same for all; and every ending."""

    said: Markup
    parts: list[Part]


def key_of(marked: Marked, rows: Sequence[Row]) -> Key:
    """What the bars of a level tell."""
    of = rows[0].of if all(row.of == rows[0].of for row in rows) else None
    said = marked.says(of.about, of.facts) if of else Markup()
    parts = {(part.rank, part.label): part for row in rows for part in row.parts}
    return Key(said, sorted(parts.values(), key=lambda part: (part.wanted, part.rank if part.wanted else -part.rank)))


def refused(result: Result) -> NoReturn:
    """The problem document of what cannot be told; nothing for a page whose question has gone by."""
    if isinstance(result, Refused):
        raise Bad(403, gettext(SENTENCES[result.refusal.code]), version=result.version)
    failed(result)


@router.get("/play/{game}/odds")
async def page(
    request: Request, game: str, here: SiteDep, who: GuestDep, seat: str = "", ask: str = "", at: str = "", n: int = 0
) -> Response:
    """The bars of a level; nothing where there are none or where the question has gone by.

    While they are being weighed what is put in place asks again by itself, ``TRIES`` times at most.
    """
    choose_language(request)
    own = await own_seat(request, game, who.id if who else "", seat)
    told = await here.games.odds(GameId(game), own, ask, keys(at), guest=who.id if who else None)
    if isinstance(told, Stale):
        return Response(status_code=204, headers={"cache-control": "no-store"})
    if not isinstance(told, Foretold):
        refused(told)
    query = urlencode({"seat": own, "ask": ask, "at": at, "n": n + 1})
    later = f"/play/{game}/odds?{query}" if 0 <= n < TRIES and not (told.ready and told.final) else ""
    table = await tables.seen(here.games, game, own) if told.rows else None
    rows = worded(table.own_words or table.words, told, told.about) if table else []
    if not rows and not later:
        return Response(status_code=204, headers={"cache-control": "no-store"})
    sides = sides_of(table.view) if table and table.view else {}
    key = key_of(Marked(table.own_words or table.words, sides), rows) if table and rows else None
    html = render("table/_odds.html", rows=rows, key=key, rules=table.rules if table else "", later=later,
                  wait=WAIT * 2**n if later else 0)  # fmt: skip
    return HTMLResponse(html, headers={"cache-control": "no-store"})


@api.get("/games/{game}/odds", summary="What may come of the options of an open question", **speaks("get_odds", Odds))
async def data(
    request: Request, game: str, here: SiteDep, who: GuestDep, ask: str = "", seat: str = "", at: str = ""
) -> Response:
    """Of each option at a level (``at``: the picks above it as JSON) its endings in parts of 10,000, as the seat may
    know them.  Ask again while ``ready`` is false; while ``final`` is false, better figures come for asking again.
    403 where the table shows no odds.
    """
    choose_language(request)
    own = await own_seat(request, game, who.id if who else "", seat)
    told = await here.games.odds(GameId(game), own, ask, keys(at), guest=who.id if who else None)
    if not isinstance(told, Foretold):
        refused(told)
    options = [OptionOdds(option=row.raw, chance=row.chance) for row in told.rows]
    return reply(Odds(ready=told.ready, final=told.final, about=told.about, at=told.at, options=options))
