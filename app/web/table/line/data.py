"""What a program is told of a table after a commit: one document at first, then what changes in it, and the events."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec import to_builtins

from app.aside import aside
from app.engine.asks import Json
from app.games.results import GameId
from app.games.rooms import one_look
from app.games.service import Games
from app.live.connections import Audience
from app.web.page.words import language
from app.web.table import seen as tables
from app.web.table.api import public
from app.web.table.line.merging import patch, said
from app.web.table.seen import Seen

BACKWARDS = ("engine.undone", "engine.taken-back", "engine.returned", "engine.amended", "engine.unamended")
"""Events after which nothing that was told before holds."""
MOST_MISSED = 500
"""Of who has missed more events the first of these are told with the document."""
REMEMBERED = 2000
"""Audiences of which it is remembered what they were told; who comes beyond is told the document each time."""
OF_A_VIEW, OF_A_SIDE = ("terrain", "zones", "pieces"), ("models", "groups", "forces")
"""Lists that are objects here, under the ids of their members; the sides are under their seats."""


class Data:
    """Renders for programs, and remembers what each audience was told last so that only changes are sent."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.last: dict[tuple[str, Audience], dict[str, Any]] = {}

    async def render(self, game: str, audience: Audience, since: int, drawn: str | None) -> str | None:
        """The message that brings this audience from ``since`` to now; ``None`` if there is nothing to tell.

        ``drawn``: not ``None`` for one newcomer, who is told the whole document.
        """
        with one_look():
            language.set(audience.language)
            eyes = audience.eyes
            if eyes.delay and drawn is None and await self.games.reached(GameId(game), eyes) <= since:
                return None
            table = await tables.seen(self.games, game, eyes)
            return None if table is None else await self._told(table, audience, since, drawn is not None)

    async def _told(self, table: Seen, audience: Audience, since: int, newcomer: bool) -> str:
        game, version = table.info.id, table.info.version
        later = await self.games.events(GameId(game), table.full, min(max(0, since), version), MOST_MISSED)
        shown = [event for event in later if event.version <= version]  # others may have answered since it was seen
        now = await aside(partial(document, table))
        last = self.last.get((game, audience))
        if newcomer:
            if last != now:
                self.forget(game, audience)
        elif (game, audience) in self.last or len(self.last) < REMEMBERED:
            self.last[game, audience] = now
        is_back = not newcomer and any(event.kind in BACKWARDS for event in shown)
        message: dict[str, Any] = {
            "v": version, "status": table.info.status, "asked": table.asked, "clocks": await self.clocks(table),
            "time": {q.seat: q.seconds_left for q in table.questions if q.seconds_left is not None},
        }  # fmt: skip
        if newcomer or last is None or is_back:
            message["document"] = now
        elif changes := patch(last, now):
            message["changes"] = changes
        return msgspec.json.encode(message | ({"events": shown} if shown else {})).decode()

    async def clocks(self, table: Seen) -> list[dict[str, Any]]:
        """Every clock as it is now: whose, how many milliseconds are left, whether it runs."""
        found = () if table.full.delay else await self.games.clocks(GameId(table.info.id))
        return [{"seat": one.seat, "kind": one.kind, "left": one.left_ms, "running": one.running} for one in found]

    def forget(self, game: str, audience: Audience) -> None:
        """The next message to this audience holds the whole document."""
        self.last.pop((game, audience), None)


def document(table: Seen) -> dict[str, Any]:
    """All there is to know of a table but its version and what time takes away; it holds no ``null``."""
    game = {key: value for key, value in public(table.info).items() if key not in ("version", "status")}
    found = {"game": game, "seat": table.viewer, "view": table.view and keyed(to_builtins(table.view)),
             "questions": {q.seat: {**to_builtins(q), "seconds_left": None} for q in table.questions}}  # fmt: skip
    told: dict[str, Any] = said(to_builtins(found))
    return told


def keyed(view: Json) -> Json:
    """A view whose lists of things with names are objects by these names."""
    return named(view, OF_A_VIEW) | {"sides": {band["seat"]: named(band, OF_A_SIDE) for band in view["sides"]}}


def named(thing: dict[str, Any], lists: Sequence[str]) -> dict[str, Any]:
    """A thing, these lists of it by the ids of their members."""
    return thing | {name: {row["id"]: row for row in thing[name]} for name in lists}
