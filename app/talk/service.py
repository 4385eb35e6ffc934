"""Talk at a table: what is said to whom, and when others read it; ``app.games.access`` says who may.

Scopes: ``table`` (players say it, all who may look read it, watchers who are behind the game as far behind), ``side``
(a seat's own side: also its notebook), ``watch`` (those without a seat, among themselves), ``comment`` (a commentator,
for watchers).  Once the game is over everybody reads all but the notebooks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection

from app.engine.asks import Json
from app.games.access import Scope, Standing, is_apart, is_readable, is_remark
from app.games.eyes import Eyes
from app.games.hours import REAL
from app.games.lines import printable
from app.games.results import GameId
from app.games.seats import Guest, now
from app.games.setting_up import Beside
from app.store import Store, bonds, talk
from app.store.db import Row

LONGEST, SHOWN, POINTS = 500, 200, 200
SHAPES = ("arrow", "circle", "line")


class Line(Struct, frozen=True, kw_only=True):
    """One thing that was said, by whom, at which version of the game."""

    id: int
    scope: str
    guest: str
    seat: str | None
    name: str
    text: str
    drawing: Json
    version: int
    at_ms: int


class Remark(NamedTuple):
    """What a commentator said, and of which games."""

    line: Line
    games: tuple[str, ...]


class Drawing(Struct, frozen=True, forbid_unknown_fields=True):
    """What a commentator draws: points in 1/100 mm; a circle's are its middle and a point on it."""

    kind: Literal["arrow", "circle", "line"]
    points: list[tuple[int, int]]
    colour: int = 1


def refuse_drawing(drawing: Drawing) -> str:
    """What is wrong with a drawing, or nothing."""
    if not 2 <= len(drawing.points) <= POINTS:
        return f"a drawing has 2 to {POINTS} points, not {len(drawing.points)}"
    if drawing.kind != "line" and len(drawing.points) != 2:
        return f"an arrow or a circle has 2 points, not {len(drawing.points)}"
    if not 1 <= drawing.colour <= 4:
        return f"the colour is 1 to 4, not {drawing.colour}"
    return "" if all(abs(n) < 1_000_000 for p in drawing.points for n in p) else "a point is far off the table"


class Talk:
    """Everything that was said."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.wall: Callable[[], int] = REAL.wall

    async def say(
        self, game: GameId, who: Guest, scope: Scope, text: str, version: int, seat: str | None = None,
        drawing: Json = None, at: int = 0,
    ) -> Line:  # fmt: skip
        """The line is kept, said now or ``at`` some time.  Who may speak there has been checked."""
        row: Row = {
            "game_id": game, "scope": scope, "guest_id": who.id, "seat": seat, "name": who.name, "text": tidy(text),
            "drawing": drawing, "version": version, "at_ms": at or self.wall(), "hidden": False,
        }  # fmt: skip
        return line_of({**row, "id": await self._store.run(talk.add, row)})

    async def lines(
        self, game: GameId, who: Standing, eyes: Eyes, over: bool, since: int = 0, unread: frozenset[str] = frozenset(),
        reader: str = "",
    ) -> tuple[Line, ...]:  # fmt: skip
        """What somebody may read by now after a line, the last 200; nothing of those in ``unread``.

        ``reader``: who it is, and so at which other tables he fights.
        """
        may = self._readable(game, who, eyes, over, unread)
        rows = await self._store.look(talk.lines, may & is_apart(reader) if reader else may, since, SHOWN)
        return tuple(map(line_of, rows))

    async def remarks(self, games: Collection[str], unread: frozenset[str] = frozenset()) -> tuple[Remark, ...]:
        """What commentators said of these games, the last 200 lines; what was said of several at once is one."""
        rows = await self._store.look(talk.remarks, is_remark(games, unread), SHOWN)
        found: dict[tuple[str, int, str], Remark] = {}
        for row in rows:
            key, line = (row["guest_id"], row["at_ms"], row["text"]), line_of(row)
            found[key] = Remark(line, (*(found[key].games if key in found else ()), row["game_id"]))
        return tuple(found.values())

    async def line(self, game: GameId, id: int, who: Standing, eyes: Eyes, over: bool) -> Line | None:
        """One line of a game, if somebody may read it by now."""
        row = await self._store.look(talk.line, self._readable(game, who, eyes, over), id)
        return line_of(row) if row else None

    def _readable(
        self, game: GameId, who: Standing, eyes: Eyes, over: bool, unread: frozenset[str] = frozenset()
    ) -> ColumnElement[bool]:
        return is_readable(game, who, self.wall() - eyes.delay, over=over, unread=unread)

    async def hide(self, id: int) -> bool:
        """Whether there was such a line, which nobody reads any more."""
        return await self._store.run(talk.hide, id)

    async def report(self, game: GameId, line: Line, by: str, why: str) -> None:
        """The host will read the line, and why it was reported."""
        row: dict[str, Any] = {
            "game_id": game, "by_id": by, "about_id": line.guest, "kind": "talk", "ref": line.id,
            "text": tidy(why), "created": now(), "done": None,
        }  # fmt: skip
        await self._store.run(bonds.add_report, row)


def naming(guests: Sequence[str], role: str) -> Beside:
    """Writes that these are commentators of a game, or may not watch it (``out``)."""
    rows = [{"guest_id": guest, "role": role, "created": now()} for guest in guests]

    def write(db: Connection, game: str) -> None:
        for row in rows:
            talk.name_role(db, {**row, "game_id": game}, on=True)

    return write


def tidy(text: str) -> str:
    """At most 500 printable characters, without what only moves the reader's eye."""
    return printable(text)[:LONGEST].strip()


def line_of(row: Row) -> Line:
    """A stored row as a line."""
    return Line(
        id=row["id"], scope=row["scope"], guest=row["guest_id"], seat=row["seat"], name=row["name"], text=row["text"],
        drawing=row["drawing"], version=row["version"], at_ms=row["at_ms"],
    )  # fmt: skip
