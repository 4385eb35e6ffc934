"""Looking back at a game: who may, through whose eyes, and what the table was at one moment."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from secrets import token_hex
from typing import Any, TypedDict

import msgspec
from msgspec import Struct
from starlette.requests import Request

from app.aside import aside
from app.engine.events import Seat
from app.games import replay
from app.games.eyes import Eyes
from app.games.results import GameId, GameInfo
from app.games.seats import Guest
from app.web.page.deps import Site, choose_language, site
from app.web.page.errors import Bad
from app.web.page.words import gettext, language
from app.web.table import seen as tables
from app.web.table.board.drawing import art, counters, layers, panels
from app.web.table.board.drawn import drawn
from app.web.table.calls import eyes_of_caller, game_info
from app.web.table.entries import LOG, Leaf
from app.web.table.log import address, lines, written
from app.web.table.seen import Seen

BUILT = token_hex(4)
"""This process: another may draw otherwise."""


class Back(Struct, frozen=True, kw_only=True):
    """Somebody who looks back at a game: the game as far as they have come, and their eyes.

    ``you``: the seat they hold, whose colour stays theirs.  ``over``: the game has ended, and they may know it.
    """

    info: GameInfo
    eyes: Eyes
    you: Seat | None
    over: bool = False


async def look_back(request: Request, game: str, who: Guest | None, seat: str = "") -> Back:
    """The caller as one who looks back, or a 404 or 403."""
    choose_language(request)
    here = site(request)
    live = await game_info(here, game)
    eyes = await eyes_of_caller(request, live, who, seat)
    held = [s.seat for s in live.seats if who and s.is_of(who.id)]
    if len(held) > 1 and not seat:
        eyes = Eyes()
    info, you = await here.games.as_seen(live, eyes), None if eyes.borrowed else eyes.seat
    if info.status == live.status == "over":
        view_as = request.query_params.get("as", "")
        return Back(info=live, eyes=replay.eyes_after(live, view_as), you=you, over=True)
    return Back(info=info, eyes=eyes, you=you)


async def moment(here: Site, back: Back, v: int) -> Seen:
    """The table at a version that these eyes have come to; else a 404, or a 409 before the battle began."""
    if not 0 < v <= back.info.version:
        raise Bad(404, gettext("There is no such moment of this battle."))
    table = await tables.seen(here.games, back.info.id, back.eyes._replace(at=v))
    if table is None or table.view is None:
        raise Bad(409, gettext("This battle had not begun then."))
    return table


def board(table: Seen) -> dict[str, Any]:
    """The table as the templates draw it; who has the go is who had it then."""
    assert table.view is not None
    go = table.view.go
    return drawn(table.words, table.view, table.info, [go] if go else [], worn=table.worn, does=table.does) | {
        "over": False
    }


def log_at(request: Request, back: Back, v: int) -> str:
    """Where the lines before those of a moment are asked for by these eyes."""
    return address(request, f"/replay/{back.info.id}/log", at=v)


class Patch(TypedDict):
    """A counter, drawn."""

    id: str
    svg: str


class Frame(TypedDict):
    """A moment as a page shows it.  ``land`` names its ground; ``html``: panels and layers; ``say``: in words."""

    v: int
    turn: int
    patches: list[Patch]
    land: str
    html: dict[str, str]
    say: str


class Landscape(TypedDict):
    """The ground as it was, drawn, and its name."""

    land: str
    html: str


class StepTold(TypedDict):
    """A step: the version it ends at, its turn and phase, what it is, in words."""

    v: int
    turn: int
    phase: str
    kind: str
    label: str


class Timeline(TypedDict):
    """The steps of a game.  ``live``: it goes on."""

    version: int
    live: bool
    steps: list[StepTold]


async def frame(here: Site, back: Back, v: int, more: str) -> Frame:
    """All that a page changes to show this moment; ``more``: where older lines are asked for."""
    table = await moment(here, back, v)
    view = await aside(partial(board, table))
    found = await lines(here, table, reach=LOG)
    return await aside(partial(framed, table, view, found, back, v, more))


def framed(table: Seen, view: dict[str, Any], found: Leaf, back: Back, v: int, more: str) -> Frame:
    """A moment as its page is changed."""
    html = panels(view, back.you) | layers(view)
    html.pop("ground", None)
    html["go"] = panels(view, None)["go"]
    html["log"] = written(found, table, more)
    said = found.rows[0]["plain"] if found.rows else ""
    return {
        "v": v,
        "turn": view["turn"],
        "patches": [{"id": id, "svg": svg} for id, svg in counters(view).items()],
        "land": land(view),
        "html": html,
        "say": said,
    }


def land(view: dict[str, Any]) -> str:
    """A short name of the ground as it is drawn: the same for the same ground."""
    ground = {name: view[name] for name in ("width", "depth", "terrain", "size")}
    return sha256(msgspec.json.encode(ground)).hexdigest()[:16]


def landscape(table: Seen) -> Landscape:
    """The ground as it was, drawn, and its name."""
    view = board(table)
    return {"land": land(view), "html": art("landscape", view)}


def mark(back: Back, v: int) -> str:
    """What tells one drawing of a moment from another: game, version, eyes, language, and the program that draws."""
    parts = [BUILT, back.info.id, v, back.eyes, back.you, language.get()]
    return f'"{sha256(msgspec.json.encode(parts)).hexdigest()[:24]}"'


async def timeline(here: Site, back: Back) -> Timeline:
    """Every step of a game that these eyes may see, worded."""
    table = await tables.seen(here.games, back.info.id, back.eyes)
    if table is None or table.view is None:
        raise Bad(409, gettext("This battle has not begun."))
    found = await replay.timeline(here.games, GameId(back.info.id), back.eyes)
    steps = await aside(partial(worded, table, found))
    return {"version": table.info.version, "live": not back.over, "steps": steps}


def worded(table: Seen, found: Sequence[replay.Step]) -> list[StepTold]:
    """Steps as the page takes them: each with the phase it lies in and what is told of it."""
    rows, phase = list[StepTold](), ""
    for step in found:
        telling = step.told.telling
        assert telling is not None
        facts = {"total": telling.total, "needed": telling.needed, **telling.facts}
        label = table.words.says(telling.about, facts) if step.kind != "quiet" else ""
        phase = label if step.kind == "phase" else "" if step.kind == "turn" else phase
        rows.append({"v": step.v, "turn": step.turn, "phase": phase, "kind": step.kind, "label": label})
    return rows
