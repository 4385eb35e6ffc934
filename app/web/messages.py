"""What an open board is told after a commit: patches of counters, panels, new lines of the log."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from app.engine.events import Seat
from app.games.eyes import Eyes
from app.games.results import GameId
from app.games.service import Games
from app.live.rooms import Audience
from app.web import tables
from app.web.board import drawn
from app.web.clocks import clocks_of
from app.web.ending import ending
from app.web.entries import entries
from app.web.templates import ENV, render
from app.web.words import language

TIME_LEFT = re.compile(' data-left="[0-9]+"')
"""What a clock says; that it runs is no news."""
PANELS = ("phases", "bands", "go")
BACKWARDS = ("engine.undone", "engine.taken-back", "engine.returned", "engine.amended")
"""Events after which the page is loaded afresh."""
DRAWN: dict[tuple[str, str, bytes], str] = {}
MOST_DRAWN = 5000
"""Drawings that are kept; beyond it all are made again."""
REMEMBERED = 500
"""Audiences whose last message is remembered; beyond it the next message is whole again."""


class Messages:
    """Renders for audiences, and remembers what each was last shown so that only changes are sent."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.last: dict[tuple[str, Audience], dict[str, Any]] = {}

    async def render(self, game: str, audience: Audience, since: int, whole: bool) -> str | None:
        """The message that brings this audience from ``since`` to now; ``None`` if there is no such game."""
        language.set(audience.language)
        eyes = Eyes(
            Seat(audience.seat) if audience.seat else None, audience.whole, audience.delay, None, audience.borrowed
        )
        if eyes.delay and not whole and await self.games.reached(GameId(game), eyes) <= since:
            return None
        table = await tables.seen(self.games, game, eyes, audience.shared)
        if table is None:
            return None
        shown = await self.games.events(GameId(game), table.eyes, since)
        if eyes.delay and any(event.kind in BACKWARDS for event in shown):
            self.forget(game, audience)
            return msgspec.json.encode({"v": table.info.version, "resync": True}).decode()
        message: dict[str, Any] = {"v": table.info.version, "status": table.info.status, "asked": table.asked}
        panel, rules = await tables.prompt(self.games, table), table.rules
        html = {"prompt": render("game/_prompt.html", prompt=panel, game={"id": game}, rules=rules)}
        if table.view is not None:
            view = drawn(table.words, table.view, table.info, table.asked)
            message["clocks"] = await clocks_of(self.games, table, view["sides"])
            html |= panels(view, None if audience.borrowed else audience.seat)
            if rows := entries(table.words, shown, table.view):
                html["log"] = render("game/_log_rows.html", entries=rows, rules=rules)
                message["say"] = [row["plain"] for row in reversed(rows)][-3:]
            message["patches"] = counters(view)
            html |= layers(view)
            if end := ending(table, view):
                html["victory"] = render("game/_victory.html", end=end, view=view, rules=rules, you=table.viewer)
        still = {name: TIME_LEFT.sub("", text) for name, text in html.items()}
        now = {**still, **{f"p {p['id']}": p for p in message.get("patches", ())}}
        if whole:
            fresh = since >= table.info.version and table.view is not None
            before = {k: v for k, v in now.items() if k != "prompt"} if fresh else {}
        else:
            before = self.last.get((game, audience), {})
            self.keep(game, audience, now)
        self.only_changes(message, html, before, now)
        return msgspec.json.encode(message).decode()

    def forget(self, game: str, audience: Audience) -> None:
        """The next message to this audience is whole."""
        self.last.pop((game, audience), None)

    def keep(self, game: str, audience: Audience, now: dict[str, Any]) -> None:
        """Remember what this audience has been shown."""
        if len(self.last) > REMEMBERED:
            self.last.clear()
        self.last[game, audience] = now

    def only_changes(
        self, message: dict[str, Any], html: dict[str, str], before: dict[str, Any], now: dict[str, Any]
    ) -> None:
        """Leave out what this audience has already; name counters that are gone."""
        message["html"] = {k: v for k, v in html.items() if before.get(k) != now[k] or k == "log"}
        patches = message.get("patches", ())
        message["patches"] = [p for p in patches if before.get(f"p {p['id']}") != p]
        message["gone"] = [k[2:] for k in before if k.startswith("p ") and k not in now]


def panels(view: dict[str, Any], you: str | None) -> dict[str, str]:
    """The panels beside the board."""
    shown = {
        name: view[name] for name in ("phases", "sides", "go", "asked", "turn", "turns", "ranked", "cards", "legend")
    }
    return {
        name: once(name, [shown, you], partial(render, f"game/_{name}.html", view=shown, you=you)) for name in PANELS
    }


def once(kind: str, thing: Any, draw: Callable[[], str]) -> str:
    """What ``draw`` makes of a thing; made once for all that are equal, in each language."""
    key = (kind, language.get(), msgspec.json.encode(thing))
    if key not in DRAWN:
        if len(DRAWN) >= MOST_DRAWN:
            DRAWN.clear()
        DRAWN[key] = draw()
    return DRAWN[key]


def art(macro: str, *args: Any) -> str:
    """A macro of the board's drawings, drawn."""
    module = ENV.get_template("game/_board_art.html").make_module({"lang": language.get()})
    return str(getattr(module, macro)(*args))


def counters(view: dict[str, Any]) -> list[dict[str, Any]]:
    """Every counter: where it stands and how it is drawn."""
    emblems = {side["side"]: side["emblem"] for side in view["sides"]}
    found = []
    for p in view["pieces"]:
        emblem = emblems.get(p["side"], 0) if p["kind"] not in ("body", "object") else 0
        svg = once("counter", [p, emblem], partial(art, "counter", p, emblem, p["said"]))
        found.append({"id": p["id"], "x": p["x"], "y": p["y"], "svg": svg})
    for f in view["formations"]:
        svg = once("formation", f, partial(art, "formation", f))
        found.append({"id": f["id"], "x": f["x"], "y": f["y"], "svg": svg})
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
