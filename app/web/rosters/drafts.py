"""Rosters in words: which systems build them, what a draft shows, which of them sit down at a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypedDict

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.engine.asks import Json
from app.engine.drafts import BuildsRosters, Choice, Draft, Offer, Unit
from app.engine.profiles import MARK as MARK
from app.engine.profiles import Profile, carried
from app.engine.system import RuleSystem
from app.games import offers
from app.games.carried import strangers
from app.games.rosters import Kept, room
from app.games.seats import Guest, clean_name
from app.web.page import prompts, systems
from app.web.page.deps import Site, cookie_name, set_cookie
from app.web.page.errors import Bad
from app.web.page.names import a_name
from app.web.page.words import Words, gettext
from app.web.rosters import strange
from app.web.rosters.text import is_off, on, told, written
from app.web.table import seen as tables

FEWEST, MOST = 50, 500
"""Points, where the catalogue says nothing of them."""


class Dressed(Struct, frozen=True):
    """A system with profiles of this house to choose from."""

    system: Any
    own: tuple[Profile, ...]

    def draft(self, roster: Json, limit: int, changes: Mapping[str, str]) -> Draft:
        """The roster with the changes made, as the system makes them."""
        found: Draft = self.system.draft(roster, limit, changes, self.own)
        return found


class Building(Struct, frozen=True):
    """A system whose rosters are built, and between which limits of points."""

    key: str
    name: str
    builder: BuildsRosters
    words: Words
    book: Json
    fewest: int
    most: int
    usual: int
    ours: tuple[Profile, ...] | None = None
    """The profiles that rosters may carry here, where that is known; else they are not held against any."""

    @property
    def path(self) -> str:
        """The page of a new roster."""
        return f"/roster?system={self.key}"

    def limit(self, points: int | None) -> int:
        """The nearest limit of points there may be; the usual one for none."""
        return min(max(points or self.usual, self.fewest), self.most)

    def draft(self, roster: Json, points: int | None = None, name: str = "") -> Draft:
        """A roster at this limit, under another name if one is given."""
        return self.builder.draft(roster, self.limit(points), {"name": name} if name else {})

    def held(self, draft: Draft) -> Draft:
        """The draft with what stands against units whose profiles this server has not, or not any more."""
        return strange.told(self.builder.draft, draft, self.ours)


def building(here: Site, key: str, own: Sequence[Profile] = ()) -> Building:
    """The system of this key, the first that builds rosters where none is named; a 404 if it builds none.

    ``own``: profiles of this house to choose from.
    """
    system = here.games.system(key) if key else next((s for s in here.games.systems.values() if builds(s)), None)
    if system is None or not isinstance(system, BuildsRosters):
        raise Bad(404, gettext("There are no rules of that name."))
    words, book = tables.words_of(system, None, None), system.catalogue()
    points = offers.points(book)
    fewest, most = points.get("min", FEWEST), points.get("max", MOST)
    builder = Dressed(system, tuple(own)) if own else system
    return Building(system.key, systems.name(system), builder, words, book, fewest, most, points.get("default", most))


def builds(system: object) -> bool:
    """Whether a system builds its rosters from lists."""
    return isinstance(system, BuildsRosters)


def builders(here: Site) -> list[RuleSystem[Any]]:
    """All systems that build rosters."""
    return [system for system in here.games.systems.values() if builds(system)]


async def own(here: Site, who: Guest | None, id: str) -> Kept:
    """The caller's roster of this id, or a 404."""
    kept = await here.games.rosters.read(who.id, id) if who and len(id) <= 32 else None
    if kept is None:
        raise Bad(404, gettext("There is no such roster of yours."))
    return kept


async def shared(here: Site, id: str, key: str) -> Kept:
    """The roster of a link, or a 404."""
    kept = await here.games.rosters.shared(id) if here.is_signed(key, "roster", id) else None
    if kept is None:
        raise Bad(404, gettext("This link leads to no roster: it is not whole, or its owner has forgotten it."))
    return kept


def link(here: Site, id: str) -> str:
    """The path at which anybody who has it may read a roster."""
    return f"/roster/shared/{id}/{here.sign('roster', id)}"


def ready(by: Building, id: str) -> tuple[Json, int]:
    """A ready roster of a system and the limit it is for, or a 404."""
    found = next((row for row in by.book["samples"] if row["id"] == id), None)
    if found is None:
        raise Bad(404, gettext("There is no ready roster of that name."))
    worth = found.get("limit") or found.get("points", 0)
    return found, next((n for n in sorted(offers.points(by.book).get("usual", ())) if n >= worth), worth)


def of_ones_own(name: str) -> str:
    """A name for a roster of somebody's own: without the mark of those that a host offers."""
    return clean_name(name.replace(MARK, ""))


async def keep(
    request: Request, here: Site, who: Guest | None, by: Building, draft: Draft, id: str = ""
) -> Response | prompts.No:
    """The way to the roster, which is the guest's now, lawful or not; whoever has no cookie yet gets one."""
    token, name = "", of_ones_own(draft.name)
    if not name:
        return prompts.No(gettext("Give the roster a name, so that you find it again."), "")
    if brought := await here.games.carried.refuse(by.key, [draft.roster]):
        return prompts.No(by.words.says(brought[0].code, brought[0].facts), "")
    if who is None:
        who, token = await here.games.guests.welcome(a_name(), named=False)
    body = by.draft(draft.roster, draft.limit, name).roster
    new = await here.games.rosters.keep(who.id, by.key, name, draft.limit, body, id, room(who))
    if new is None:
        return prompts.No(full(who), "")
    response = RedirectResponse(f"/roster/{new}", 303)
    if token:
        set_cookie(request, response, cookie_name(request), token)
    return response


def full(who: Guest) -> str:
    """Why somebody can keep no more."""
    return gettext("You keep {n} rosters already: forget one first.").format(n=room(who))


# -- a draft in words ------------------------------------------------------------------


def against(draft: Draft) -> bool:
    """Whether anything stands against the roster or one of its models."""
    return bool(draft.refusals) or any(u.refusals for u in draft.units)


def choice(words: Words, given: Choice) -> dict[str, Any]:
    """A choice in words."""
    options = [
        {"value": o.value, "label": words.says(o.about) if o.about else gettext("none"), "cost": o.cost, "on": o.on}
        for o in given.options
    ]
    return {"name": given.name, "label": words.says(given.about), "options": options}


def unit(words: Words, given: Unit) -> dict[str, Any]:
    """A model in words."""
    return {
        "id": given.id, "code": given.code, "title": words.says(given.about), "name": given.name,
        "leader": given.leader, "cost": given.cost, "profile": [(words.says(k), n) for k, n in given.profile],
        "gear": [words.says(k) for k in given.gear], "choices": [choice(words, c) for c in given.choices],
        "refusals": [prompts.reason(words, no) for no in given.refusals],
    }  # fmt: skip


def offer(words: Words, given: Offer) -> dict[str, Any]:
    """A model that may be added, in words."""
    no = prompts.reason(words, given.no)
    return {"id": given.id, "title": words.says(given.about), "cost": given.cost, "hired": given.hired, "no": no}


def sheet(here: Site, kept: Kept, by: Building) -> dict[str, Any]:
    """A kept roster as it is read and printed."""
    draft = by.held(by.draft(kept.roster, kept.points))
    units = [{**unit(by.words, u), "parts": spoken(by.words, u)} for u in draft.units]
    return {
        "id": kept.id, "name": kept.name, "limit": draft.limit, "spent": draft.spent, "lawful": not against(draft),
        "system": systems.shown(here.games.systems[by.key]), "units": units,
        "choices": [c for c in (choice(by.words, c) for c in draft.choices) if worded(c)],
        "refusals": [prompts.reason(by.words, no) for no in draft.refusals],
    }  # fmt: skip


def spoken(words: Words, given: Unit) -> list[str]:
    """What was chosen about a unit that its figures and its gear do not tell already."""
    told_already = [*(key for key, _ in given.profile), *given.gear]
    fresh = [c for c in given.choices if not {c.about, on(c).about} & set(told_already)]
    return [told(words, c).replace(" = ", ": ") for c in fresh if not is_off(c, on(c))]


def worded(shown: dict[str, Any]) -> bool:
    """Whether something is chosen; told beside it."""
    shown["on"] = next((o["label"] for o in shown["options"] if o["on"] and o["value"]), "")
    return bool(shown["on"])


def as_text(here: Site, kept: Kept) -> str:
    """A kept roster as text."""
    by = building(here, kept.system)
    draft = by.draft(kept.roster, kept.points)
    return written(by.words, by.name, draft)


class Row(TypedDict):
    """A kept roster in a list."""

    id: str
    name: str
    points: int
    spent: int
    lawful: bool
    link: str


def row(here: Site, kept: Kept, ours: Sequence[Profile] | None = None) -> Row:
    """A kept roster in a list: its points, and whether it is lawful.  ``ours``: the profiles that it may carry here."""
    by = building(here, kept.system)
    spent, lawful = judged(by.builder.draft, msgspec.json.encode(kept.roster), by.limit(kept.points))
    lawful = lawful and not (ours is not None and strangers(carried(kept.roster), ours))
    return {"id": kept.id, "name": kept.name, "points": kept.points, "spent": spent, "lawful": lawful,
            "link": link(here, kept.id)}  # fmt: skip


@lru_cache(maxsize=1024)
def judged(build: Callable[[Json, int, dict[str, str]], Draft], body: bytes, limit: int) -> tuple[int, bool]:
    """What a roster costs, and whether it is lawful at this limit."""
    draft = build(msgspec.json.decode(body), limit, {})
    return draft.spent, not against(draft)


# -- rosters at the table --------------------------------------------------------------


async def bands(here: Site, who: Guest | None, system: str) -> list[dict[str, Any]]:
    """The caller's rosters for a list to choose from."""
    mine = await here.games.rosters.of(who.id, system) if who else ()
    return [{"id": k.id, "name": k.name, "points": k.points} for k in mine]


def samples(words: Words, rows: Sequence[Json]) -> list[dict[str, str]]:
    """Ready rosters for a list to choose from, each with its faction, where it has one, and its points."""
    return [
        {
            "id": row["id"],
            "name": gettext(row.get("name", row["id"])),
            "line": ", ".join(filter(None, worth(words, row))),
        }
        for row in rows
    ]


def worth(words: Words, row: Json) -> tuple[str, str]:
    """The faction of a ready roster and its points, in words."""
    faction = row.get("faction", "")
    return words.says(f"faction.{faction}") if faction else "", str(row.get("points", ""))
