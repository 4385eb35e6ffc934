"""Talk on its way: who says it, who is told at once, who must wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

import msgspec
from starlette.requests import Request

from app.engine.asks import Json
from app.games import access
from app.games.access import SCOPES, Scope, Standing, writes
from app.games.eyes import Eyes, watching
from app.games.results import GameId, GameInfo
from app.games.seats import Guest
from app.live.company import Hears, hearers
from app.live.connections import Audience
from app.talk.service import Drawing, Line, refuse_drawing, tidy
from app.web.page.deps import Site, site, standing
from app.web.page.errors import Bad
from app.web.page.words import gettext
from app.web.table.calls import eyes_of_caller, game_info

FARTHEST = 1 << 60
"""Lines are numbered below this."""


class Here(msgspec.Struct, frozen=True):
    """A caller at a table: what they are to it, through which eyes they look."""

    info: GameInfo
    who: Guest | None
    stands: Standing
    eyes: Eyes

    @property
    def over(self) -> bool:
        """Whether the game is over, as far as this caller may know."""
        return self.info.status == "over"


async def at_table(request: Request, game: str, who: Guest | None) -> Here:
    """The caller at the table, or a 403 or 404."""
    here, info = site(request), await game_info(site(request), game)
    eyes = await eyes_of_caller(request, info, who)
    return Here(await here.games.as_seen(info, eyes), who, await standing(request, info, who), eyes)


async def said(request: Request, at: Here, scope: str, text: str, drawing: Json = None) -> Line:
    """The line is kept and those who may read it now have it; or a 403, 422 or 429 with the reason."""
    (line,) = await said_at(request, [at], scope, text, drawing)
    return line


async def said_at(
    request: Request, tables: Sequence[Here], scope: str, text: str, drawing: Json = None
) -> tuple[Line, ...]:
    """The same is said at several tables by one, as one line: at all of them or at none."""
    here, who = site(request), tables[0].who
    if who is None:
        raise Bad(403, gettext("Sit down or sign in first: then others know who speaks."))
    known = next((s for s in SCOPES if s == scope), None)
    if known is None or not all(known in writes(at.stands, at.over) for at in tables):
        raise Bad(403, gettext("You cannot speak there."))
    if not tidy(text) and drawing is None:
        raise Bad(422, gettext("Say something first."))
    if len(text) > 2000:
        raise Bad(422, gettext("That is too long: at most 500 characters."))
    if await here.house.get("talk") == "accounts" and not who.account:
        raise Bad(403, gettext("On this server only accounts may talk."))
    if not await here.briefly.allow(who.id) or not await here.long.allow(who.id):
        raise Bad(429, gettext("That was much in a short time. Wait a moment."), retry=10)
    drawn, now = None if drawing is None else msgspec.to_builtins(sound(drawing)), here.talk.wall()
    fight = tuple({s.guest for at in tables for s in at.info.seats if s.guest}) if len(tables) > 1 else ()
    return tuple([await kept(here, at, who, known, text, drawn, now, fight) for at in tables])


async def kept(
    here: Site, at: Here, who: Guest, scope: Scope, text: str, drawn: Json, now: int, fight: tuple[str, ...]
) -> Line:
    """The line is kept at a table, and told there; not to those who ``fight`` at another where it is said, too."""
    seat = at.stands.seats[0] if at.stands.seats else None
    told = at.info if scope in ("table", "side") else await here.games.as_seen(at.info, watching(at.info))
    line = await here.talk.say(GameId(at.info.id), who, scope, text, told.version, seat, drawn, now)
    spread(here, at, line, fight)
    return line


def sound(drawing: Json) -> Drawing:
    """The drawing, or a 422 that says what is wrong with it."""
    try:
        drawn = msgspec.convert(drawing, Drawing)
    except msgspec.ValidationError as error:
        raise Bad(422, str(error)) from None
    if why := refuse_drawing(drawn):
        raise Bad(422, why)
    return drawn


def spread(here: Site, at: Here, line: Line, fight: tuple[str, ...] = ()) -> None:
    """Open pages of those who may read it at once have the line."""
    text = msgspec.json.encode({"talk": [as_json(here, at.info.id, line)]}).decode()
    here.rooms.say(at.info.id, text, ("talk", [line.scope, line.seat, at.over]), apart=fight)


@hearers("talk")
def talk(told: Any) -> Hears:
    """Those who have a line of this scope, said by this seat, at once."""
    scope, seat, over = told
    return lambda audience: hears(audience, scope, seat, over=over)


def hears(audience: Audience, scope: str, seat: str | None, *, over: bool) -> bool:
    """Whether an audience has a line at once; those behind the game ask for what the players say."""
    return access.hears(audience.eyes, scope, seat, shared=audience.shared, over=over)


def speaker(here: Site, game: str, guest: str) -> str:
    """By which somebody is known in the talk of one game, and nowhere else."""
    return here.sign("speaker", game, guest)[:12]


class LineSaid(TypedDict):
    """A line as pages and programs read it.  ``by``: the same for the same speaker in one game; ``at``: in ms."""

    id: int
    scope: str
    by: str
    seat: str | None
    name: str
    text: str
    drawing: Json
    version: int
    at: int


def as_json(here: Site, game: str, line: Line) -> LineSaid:
    """A line as pages and programs read it."""
    return {
        "id": line.id, "scope": line.scope, "by": speaker(here, game, line.guest), "seat": line.seat,
        "name": line.name, "text": line.text, "drawing": line.drawing, "version": line.version, "at": line.at_ms,
    }  # fmt: skip


async def heard(request: Request, at: Here, since: int = 0) -> list[LineSaid]:
    """What the caller may read by now after a line."""
    here = site(request)
    unread = await here.bonds.muted(at.who.id) if at.who else frozenset()
    lines = await here.talk.lines(
        GameId(at.info.id), at.stands, at.eyes, at.over, since, unread, at.who.id if at.who else ""
    )
    return [as_json(here, at.info.id, line) for line in lines]


async def line_of(request: Request, at: Here, id: int) -> Line:
    """A line that the caller may read, or a 404."""
    here, is_number = site(request), 0 < id < 1 << 31
    line = await here.talk.line(GameId(at.info.id), id, at.stands, at.eyes, at.over) if is_number else None
    if line is None:
        raise Bad(404, gettext("There is no such line."))
    return line


async def mute(here: Site, who: Guest, line: Line) -> None:
    """The caller reads no more of who said it; or a 422."""
    if not await here.bonds.add(who.id, line.guest, "mute"):
        raise Bad(422, gettext("That is you, or your list is full."))
