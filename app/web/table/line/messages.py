"""What whoever has a table open is told after a commit: what has changed for him, as fragments or as a document."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from app.aside import aside, briefly
from app.games.eyes import Eyes
from app.games.results import GameId
from app.games.rooms import one_look
from app.games.service import Games
from app.live.connections import Audience
from app.web.page.kept import Before
from app.web.page.rows import fresh_rows
from app.web.page.words import language
from app.web.table import seen as tables
from app.web.table.line import data
from app.web.table.line.fragments import counter, fragments
from app.web.table.line.painting import Drawing, Parts, draw, mark, told
from app.web.table.seen import Seen

BACKWARDS = ("engine.undone", "engine.taken-back", "engine.returned", "engine.amended", "engine.unamended")
"""Events after which nothing that was told before holds: a page is loaded afresh."""
MOST_MISSED = 500
"""Who has missed more events, or claims to have seen some that never were, loads the page afresh; of a document the
first of these are told."""
REMEMBERED = 6000
"""Audiences of which it is remembered what they were told; who comes beyond is told the whole each time."""
FEW = 16
"""Events that are told in no time: more are drawn beside the loop, as is all that a newcomer is told."""
MOST_DRAWN = 1500
"""Tables whose last drawing is kept while somebody has them open; beyond it the oldest is made again."""


@dataclass(slots=True)
class Sketch:
    """A table in one language: how it was drawn for which eyes, and each thing in it."""

    of: dict[Eyes, Drawing] = field(default_factory=dict)
    before: Before = field(default_factory=Before)


class Messages:
    """Renders for audiences, and remembers what each was told last so that only changes are sent."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.last: dict[tuple[str, Audience], Parts] = {}
        self.drawings: dict[str, dict[str, Sketch]] = {}
        """By game and language."""

    async def render(self, game: str, audience: Audience, since: int, drawn: str | None) -> str | None:
        """The message that brings this audience from ``since`` to now; ``None`` if there is no such game or no news.

        ``drawn``: it is for one newcomer, whose page bears this ``mark`` (empty: is known to show nothing).
        """
        with one_look():
            language.set(audience.language)
            eyes = audience.eyes
            if eyes.delay and drawn is None and await self.games.reached(GameId(game), eyes) <= since:
                return None
            table = await tables.seen(self.games, game, eyes, audience.shared, max(0, since), MOST_MISSED)
            make = self.page if audience.form == "page" else self.document
            work = partial(make, table, audience, since, drawn) if table else None
            if table is None or work is None:
                return None
            is_long = table.question or drawn is not None or len(table.events) > FEW
            return await (aside(work) if is_long else briefly(("message", game), work))

    def page(self, table: Seen, audience: Audience, since: int, drawn: str | None) -> str:
        """What a page is told: fragments of what has changed, or that it is to load afresh."""
        game, version = table.info.id, table.info.version
        is_far = not 0 <= version - since <= MOST_MISSED
        if is_far or any(event.kind in BACKWARDS for event in table.events):
            self.forget(game, audience)
            return text_of({"v": version, "resync": True, "asked": table.asked})
        sketch = self.sketch(game)
        drawing = self.drawing(table, sketch)
        message, html, now = told(table, audience, drawing, sketch.before)
        before = self.known(game, audience, now, is_new=drawn is not None)
        if drawn is not None:
            before = {k: v for k, v in now.items() if k != "prompt"} if drawn and drawn == mark(table) else {}
        message["whole"] = not before and table.view is not None
        only_changes(message, html, before, now)
        return text_of(message)

    def document(self, table: Seen, audience: Audience, since: int, drawn: str | None) -> str:
        """What a program is told: the document, or what changes in it, and the events."""
        now, is_new = data.document(table), drawn is not None
        last = self.known(table.info.id, audience, now, is_new=is_new)
        is_back = any(event.kind in BACKWARDS for event in table.events)
        return text_of(data.told(table, {} if is_new or is_back else last, now))

    def known(self, game: str, audience: Audience, now: Parts, *, is_new: bool) -> Parts:
        """What this audience was told last, for as long as there is room to remember it; from now on it is what is
        shown now.  Where a newcomer is shown something else, the next message to all of them is whole."""
        key = (game, audience)
        last = self.last.get(key, {})
        if is_new and last != now:
            self.forget(game, audience)
        elif not is_new and (key in self.last or len(self.last) < REMEMBERED):
            self.last[key] = now
        return last

    def sketch(self, game: str) -> Sketch:
        """The table as it is drawn in this language."""
        of = self.drawings.setdefault(game, {})
        if len(self.drawings) > MOST_DRAWN:
            del self.drawings[next(iter(self.drawings))]
        return of.setdefault(language.get(), Sketch())

    def drawing(self, table: Seen, sketch: Sketch) -> Drawing | None:
        """The table drawn for these eyes; what others see alike is drawn once for all."""
        found = draw(table, sketch.of.values(), sketch.before)
        if found is not None:
            sketch.of[table.eyes] = found
        return found

    def forget(self, game: str, audience: Audience) -> None:
        """The next message to this audience is whole."""
        self.last.pop((game, audience), None)

    def close(self, game: str) -> None:
        """Nobody has the table open any more: how it was drawn last is not kept."""
        self.drawings.pop(game, None)
        tables.LOOKED.pop(game, None)


def only_changes(message: dict[str, Any], html: dict[str, str], before: Parts, now: Parts) -> None:
    """Leave out what this audience has already; name counters that are gone."""
    parts = {k: v for k, v in html.items() if k == "log" or before.get(k) != now[k]}
    had, rows = before.get("bands"), None
    if had and "bands" in parts and (rows := fresh_rows(had, now["bands"])) is not None:
        del parts["bands"]
    if "may" in message and before.get("may") == now["may"]:
        del message["may"]
    drawn = [(before.get(key), now[key]) for key in now if key.startswith("p ")]
    counters = [counter(had, svg) for had, svg in drawn if had != svg]
    message["content"] = fragments(counters, rows or (), parts, whole=message["whole"])
    message["gone"] = [k[2:] for k in before if k.startswith("p ") and k not in now]
    for key in ("content", "gone", "whole"):
        if not message[key]:
            del message[key]


def text_of(message: dict[str, Any]) -> str:
    """A message as it is sent."""
    return msgspec.json.encode(message).decode()
