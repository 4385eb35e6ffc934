"""What an open board is told after a commit: patches of counters, panels, new lines of the log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import blake2b
from typing import Any

import msgspec
from jinja2.environment import TemplateModule
from msgspec.structs import replace

from app.aside import aside
from app.engine.views import View
from app.games.results import GameId, SeatInfo, Shown
from app.games.rooms import one_look
from app.games.service import Games
from app.live.connections import Audience
from app.web.page.kept import BEFORE, Before, once
from app.web.page.prompts import Prompt
from app.web.page.rows import fresh_rows
from app.web.page.templates import ENV, render
from app.web.page.words import language
from app.web.table import seen as tables
from app.web.table.board.able import able, still
from app.web.table.board.drawn import drawn
from app.web.table.clocks import clocks_of
from app.web.table.ending import ending
from app.web.table.entries import entries
from app.web.table.line.data import Data
from app.web.table.line.fragments import counter, fragments
from app.web.table.seen import Seen

TIME_LEFT = re.compile(' data-left="[0-9]+"')
"""What a clock says; that it runs is no news."""
PANELS = {"phases": ("phases", "turn", "turns"), "bands": ("sides", "go", "ranked", "cards", "legend"),
          "go": ("sides", "go", "asked")}  # fmt: skip
"""The panels beside the board, and all that each shows."""
BACKWARDS = ("engine.undone", "engine.taken-back", "engine.returned", "engine.amended", "engine.unamended")
"""Events after which the page is loaded afresh."""
MOST_MISSED = 500
"""Who has missed more events, or claims to have seen some that never were, loads the page afresh."""
REMEMBERED = 2000
"""Audiences whose last message is remembered; who comes when there are so many is told the whole each time."""
MOST_DRAWN = 500
"""Tables whose last drawing is kept while somebody has them open; beyond it the oldest is made again."""


@dataclass(slots=True)
class Drawing:
    """A table as it was last drawn in a language, for all who see the same of it."""

    view: View
    seats: Sequence[SeatInfo]
    asked: list[str]
    shown: dict[str, Any]
    counters: dict[str, str]
    layers: dict[str, str]
    before: Before


class Messages:
    """Renders for audiences, and remembers what each was last shown so that only changes are sent."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.last: dict[tuple[str, Audience], dict[str, Any]] = {}
        self.drawings: dict[str, dict[str, Drawing]] = {}
        """By game and language."""
        self.data = Data(games)

    async def render(self, game: str, audience: Audience, since: int, drawn: str | None) -> str | None:
        """The message that brings this audience from ``since`` to now; ``None`` if there is no such game.

        ``drawn``: it is for one newcomer, whose page bears this ``mark`` (empty: is known to show nothing).
        """
        if audience.form == "data":
            return await self.data.render(game, audience, since, drawn)
        with one_look():
            return await self._render(game, audience, since, drawn)

    async def _render(self, game: str, audience: Audience, since: int, drawn: str | None) -> str | None:
        language.set(audience.language)
        eyes = audience.eyes
        if eyes.delay and drawn is None and await self.games.reached(GameId(game), eyes) <= since:
            return None
        table = await tables.seen(self.games, game, eyes, audience.shared)
        if table is None:
            return None
        shown = await self.games.events(GameId(game), table.eyes, since, MOST_MISSED)
        is_far = not 0 <= table.info.version - since <= MOST_MISSED
        if is_far or any(event.kind in BACKWARDS for event in shown):
            self.forget(game, audience)
            return msgspec.json.encode({"v": table.info.version, "resync": True, "asked": table.asked}).decode()
        message, html, now = await self.told(table, shown, audience)
        last = self.last.get((game, audience), {})
        if drawn is None:
            before = last
            self.keep(game, audience, now)
        else:
            before = {k: v for k, v in now.items() if k != "prompt"} if drawn and drawn == mark(table) else {}
            if last != now:
                self.forget(game, audience)
        message["whole"] = not before and table.view is not None
        self.only_changes(message, html, before, now)
        return msgspec.json.encode(message).decode()

    async def told(
        self, table: Seen, shown: Sequence[Shown], audience: Audience
    ) -> tuple[dict[str, Any], dict[str, str], dict[str, Any]]:
        """All there is to tell of a table, its panels, and the same without what is no news by itself."""
        message: dict[str, Any] = {"v": table.info.version, "status": table.info.status, "asked": table.asked}
        panel = await tables.prompt(self.games, table)
        html = {"prompt": await aside(partial(asking, panel, table))}
        now: dict[str, Any] = {"prompt": TIME_LEFT.sub("", html["prompt"])}
        if table.view is None:
            return message, html, now
        drawing = await self.drawing(table, still(table.view))
        message["clocks"] = await clocks_of(self.games, table, drawing.shown["sides"])
        await aside(partial(fill, table, table.view, drawing, shown, audience, message, html))
        now["may"] = message["may"]
        lasting = {name: part for name, part in html.items() if name != "log"}
        return message, html, lasting | now | {f"p {id}": svg for id, svg in drawing.counters.items()}

    async def drawing(self, table: Seen, view: View) -> Drawing:
        """The table, drawn; the same again where nothing that is drawn has changed: who may act is not."""
        seats, asked, of = table.info.seats, table.asked, self.drawings.setdefault(table.info.id, {})
        last = of.get(language.get())
        if last and last.view == view and last.seats == seats and last.asked == asked:
            return last
        found = await aside(partial(draw, table, view, last.before if last else Before()))
        if len(self.drawings) > MOST_DRAWN:
            del self.drawings[next(iter(self.drawings))]
        of[language.get()] = found
        return found

    def forget(self, game: str, audience: Audience) -> None:
        """The next message to this audience is whole."""
        self.last.pop((game, audience), None)
        self.data.forget(game, audience)

    def close(self, game: str) -> None:
        """Nobody has the table open any more: how it was drawn last is not kept."""
        self.drawings.pop(game, None)
        tables.LOOKED.pop(game, None)

    def keep(self, game: str, audience: Audience, now: dict[str, Any]) -> None:
        """Remember what this audience has been shown, if there is room for it."""
        if (game, audience) in self.last or len(self.last) < REMEMBERED:
            self.last[game, audience] = now

    def only_changes(
        self, message: dict[str, Any], html: dict[str, str], before: dict[str, Any], now: dict[str, Any]
    ) -> None:
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


def draw(table: Seen, view: View, before: Before) -> Drawing:
    """The table, drawn: what is as it was before is what was drawn before."""
    shown = drawn(table.words, view, table.info, table.asked, before)
    return Drawing(view, table.info.seats, table.asked, shown, counters(shown, before), layers(shown), before)


def fill(
    table: Seen, seen: View, drawing: Drawing, shown: Sequence[Shown], audience: Audience, message: dict[str, Any],
    html: dict[str, str],
) -> None:  # fmt: skip
    """All that is drawn of a table stands in its message and its panels."""
    view, rules = drawing.shown, table.rules
    BEFORE.set(drawing.before)
    you = None if audience.borrowed else audience.seat
    no_go = view | {"go": None}
    html |= {"phases": panel("phases", view, you), "go": panel("go", view, you), "bands": panel("bands", no_go, you)}
    message["go"] = view["go"]
    if rows := entries(table.words, shown, seen):
        html["log"] = once(
            "log", [rows, rules], partial(render, "table/panels/_log_rows.html", entries=rows, rules=rules)
        )
        message["say"] = [row["plain"] for row in reversed(rows)][-3:]
    message["may"] = able(seen)
    html |= drawing.layers
    if end := ending(table, view):
        html["victory"] = render("table/_victory.html", end=end, view=view, rules=rules, you=table.viewer)


def mark(table: Seen) -> str:
    """What tells apart two drawings of a table for the same eyes: a secret answer changes one without an event."""
    seats = [replace(seat, guest="") for seat in table.info.seats]
    shown = [language.get(), table.info.version, table.info.status, seats, table.asked, table.view]
    return blake2b(msgspec.json.encode(shown), digest_size=16).hexdigest()


def asking(panel: Prompt, table: Seen) -> str:
    """The question panel; of those who are not asked it is made once for all versions and all who wait alike."""
    game = {"id": table.info.id}
    draw = partial(render, "table/question/_prompt.html", prompt=panel, game=game, rules=table.rules)
    return draw() if panel.state == "mine" else once("prompt", [replace(panel, version=0), game, table.rules], draw)


def panels(view: dict[str, Any], you: str | None) -> dict[str, str]:
    """The panels beside the board."""
    return {name: panel(name, view, you) for name in PANELS}


def panel(name: str, view: dict[str, Any], you: str | None) -> str:
    """One of them."""
    shown, before = {key: view[key] for key in PANELS[name]}, BEFORE.get()
    draw = partial(render, f"table/panels/_{name}.html", view=shown, you=you)
    return before.of((name, you), shown, draw) if before else once(name, [shown, you], draw)


def art(macro: str, *args: Any) -> str:
    """A macro of the board's drawings, drawn."""
    return str(getattr(macros(language.get()), macro)(*args))


@lru_cache
def macros(lang: str) -> TemplateModule:
    """All macros of the board's drawings; none changes what another one draws."""
    return ENV.get_template("page/_art.html").make_module({"lang": lang})


def counters(view: dict[str, Any], before: Before | None = None) -> dict[str, str]:
    """Every counter as it is drawn, by its id."""
    before = before or Before()
    emblems = {side["side"]: side["emblem"] for side in view["sides"]}
    found = {}
    for p in view["pieces"]:
        emblem = emblems.get(p["side"], 0) if p["kind"] not in ("body", "object") else 0
        found[p["id"]] = before.of(("counter", p["id"]), (p, emblem), partial(art, "counter", p, emblem, p["said"]))
    for f in view["formations"]:
        found[f["id"]] = before.of(("formation", f["id"]), f, partial(art, "formation", f))
    return found


def layers(view: dict[str, Any]) -> dict[str, str]:
    """The layers below the counters: the ground only while it may still change, and the zones."""
    zones = "".join(once("zone", z, partial(art, "zone", z)) for z in view["zones"])
    clashes = "".join(once("clash", c, partial(art, "clash", c)) for c in view["clashes"])
    if view["turn"] > 1:
        return {"layer-zones": zones, "layer-clashes": clashes}
    land = {name: view[name] for name in ("width", "depth", "terrain")}
    ground = once("ground", land, partial(art, "landscape", land))
    return {"layer-zones": zones, "layer-clashes": clashes, "ground": ground}
