"""The ledger of a campaign in words: its news, its chronicle, what followed from a battle, a warband's own lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from app.campaigns.battles.fixtures import is_bye
from app.campaigns.ledger import chronicle as told
from app.campaigns.ledger.books import Line
from app.campaigns.ledger.events import Posted
from app.campaigns.ledger.rows import entry_of
from app.campaigns.model import DAY_MS, Campaign, Fixture, News, Warband
from app.web.campaigns.shared import Room
from app.web.campaigns.words import house, words_for, words_of
from app.web.page import systems
from app.web.page.deps import Site
from app.web.page.words import Words, gettext

Row = dict[str, Any]
BACK, STEP, ALL = 60, 24, 100_000
"""How many entries are looked back for each of the news, how many more than are wanted are read at a time, and how many
of a whole ledger."""
POSTED = "posted"
HEADED = ("campaign.news.announced",)
"""News that have a title of their own and a text under it."""


class Piece(Struct, frozen=True, kw_only=True):
    """A piece of news in words, and where more of it is read."""

    seq: int
    at: int
    title: str
    text: str = ""
    href: str = ""


# -- news ---------------------------------------------------------------------------


async def news(at: Room, most: int) -> list[Piece]:
    """The latest news for the reader of a page, the newest first."""
    return await news_of(at.here, at.now, at.id, most)


async def news_of(here: Site, now: Campaign, guest: str, most: int) -> list[Piece]:
    """The latest news that somebody may read, the newest first."""
    words = words_of(systems.chosen(here, now.system), now)
    known, low, step = list[News](), now.seq, most + STEP
    while len(known) < most and low > max(now.seq - BACK * most, 0):
        high, low = low, max(low - step, 0)
        rows = await here.campaigns.entries(now.id, guest, low, step)
        known += [one for one in told.news([r for r in rows if r["seq"] <= high], now) if one.about in words.sentences]
    return [piece(words, now, one) for one in known[:most]]


def piece(words: Words, now: Campaign, one: News) -> Piece:
    """A piece of news in words."""
    said = words_for(words, now, one.warband).says(one.about, one.facts).strip()
    text = str(one.facts.get("text", "")) if one.about in HEADED else ""
    return Piece(seq=one.seq, at=one.at, title=said, text=text, href=more(now, one.fixture, one.warband))


def more(now: Campaign, fixture: str, warband: str) -> str:
    """Where a line of the ledger is read in full."""
    if fixture in now.fixtures:
        return f"/campaign/{now.id}/battle/{fixture}"
    return f"/campaign/{now.id}/warband/{warband}" if warband in now.warbands else ""


# -- the whole ledger ------------------------------------------------------------------


async def rows_of(at: Room) -> Sequence[Row]:
    """All entries that the reader may know."""
    found: Sequence[Row] = await at.here.campaigns.entries(at.now.id, at.id, 0, ALL)
    return found


async def chronicle(
    at: Room, warband: str, kind: str, page: int, size: int
) -> tuple[Sequence[Row], int, list[dict[str, str]]]:
    """A page of the whole ledger, newest first, of one warband or kind where one is named; how many entries there are
    of it, and all kinds.  Only the entries of the page are read whole, unless a warband is named."""
    heads = await at.here.campaigns.heads(at.now, at.id)
    known = sorted({kind_of_row(row) for row in heads})
    kinds = [{"id": one, "name": name} for one in known if (name := kind_name(one))]
    kept = [row["seq"] for row in reversed(heads) if not kind or kind_of_row(row) == kind]
    if warband:
        of = {row["seq"] for row in await rows_of(at) if told.warband_of(entry_of(row), at.now) == warband}
        kept = [seq for seq in kept if seq in of]
    rows = await at.here.campaigns.these(at.now.id, kept[(page - 1) * size : page * size])
    return rows[::-1], len(kept), sorted(kinds, key=lambda row: row["name"])


def kind_of_row(row: Row) -> str:
    """Of which kind an entry is: a line of a warband of its own, another of that of its entry."""
    return str(row["step"] if row["kind"] == POSTED and row["step"] else row["kind"])


def line_of(at: Room, row: Row) -> dict[str, Any]:
    """One line of the chronicle, without totals."""
    entry, one = entry_of(row), told.line(row, at.now, True)
    assert one is not None
    step = entry.step if isinstance(entry, Posted) else None
    words = words_for(at.words, at.now, one.warband)
    return {
        "seq": one.seq, "at": one.at, "kind": step.kind if step else str(row["kind"]), "warband": one.warband,
        "text": words.says(one.about, one.facts).strip(), "clause": step.clause if step else entry.clause,
        "faces": list(step.faces) if step else [], "sides": step.dice.sides if step and step.dice else 6,
        "house": house(at.now, row["warband"]) if step and row["warband"] else None,
        "reason": getattr(entry, "reason", "") if step else "", "by": name_of(at, getattr(entry, "by", "")),
    }  # fmt: skip


def name_of(at: Room, guest: str) -> str:
    """How somebody of the campaign is called."""
    return at.now.players[guest].name if guest in at.now.players else ""


def ledger(at: Room, warband: str, lines: Sequence[Line]) -> list[dict[str, Any]]:
    """These lines of a warband with what it had after each, the newest first."""
    return [in_words(at, warband, one) for one in reversed(lines)]


def in_words(at: Room, warband: str, one: Line) -> dict[str, Any]:
    """A line of a warband's ledger."""
    words = words_for(at.words, at.now, warband)
    return {
        "seq": one.seq, "at": one.at, "kind": one.kind, "text": words.says(one.about, one.facts).strip(),
        "clause": one.clause, "faces": list(one.faces), "sides": one.sides or 6, "house": None, "reason": one.reason,
        "by": name_of(at, one.by), "purse": one.purse, "experience": one.experience, "fixture": one.fixture,
    }  # fmt: skip


async def entries_of(at: Room, fixture: str) -> list[Row]:
    """The entries about a battle that the reader may know."""
    found: list[Row] = await at.here.campaigns.entries_of(at.now.id, fixture, at.id)
    return found


def aftermath(at: Room, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """What followed from a battle for each side, in the order of the rules; of the entries about it."""
    sides: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        entry = entry_of(row)
        if isinstance(entry, Posted):
            sides.setdefault(entry.warband, []).append({**line_of(at, row), "house": None})
    return [{"house": house(at.now, side), "lines": lines} for side, lines in sides.items()]


def judged(at: Room, one: Fixture, mine: Warband | None, rows: Sequence[Row]) -> dict[str, Any]:
    """What umpires have ruled of a battle, the oldest first; and until when its leader may dispute it, 0 if not."""
    found = [row for row in rows if told.is_ruling(entry_of(row), one.id)]
    until = told.judged(rows, one.id) + at.now.settings.disputes * DAY_MS
    may = one.is_over and mine is not None and mine.id not in one.disputed and at.here.campaigns.clock() <= until
    return {
        "rulings": [{**line_of(at, row), "by": name_of(at, row["by_id"] or "")} for row in found],
        "may_dispute": until if may and not is_bye(one) else 0,
    }


def kind_name(key: str) -> str:
    """A kind of line in words; nothing for a kind that is not asked for."""
    said = {
        "recruit": gettext("recruits"), "battle": gettext("battles"), "wound": gettext("wounds"),
        "death": gettext("deaths"),
        "experience": gettext("experience"), "honour": gettext("honour"), "income": gettext("income"),
        "purchase": gettext("purchases"), "advance": gettext("advances"), "recovery": gettext("recoveries"),
        "ruling": gettext("rulings"), "ended": gettext("results"), "round-opened": gettext("rounds opened"),
        "round-closed": gettext("rounds closed"), "traded": gettext("trades"), "announced": gettext("announcements"),
        "joined": gettext("arrivals"), "left": gettext("departures"), "written": gettext("chapters"),
        "taken": gettext("provinces"), "changed": gettext("changes of settings"), "agreed": gettext("dates"),
    }  # fmt: skip
    return said.get(key, "")
