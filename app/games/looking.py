"""What is seen of a hosted game: through whose eyes, up to which version; nothing of it changes a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from app.aside import aside, briefly
from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.reach import Threat
from app.engine.refusals import Refusal, refuse
from app.engine.views import Inspection, View
from app.games import look, standing_orders
from app.games import sentences as say
from app.games.clocks import Clocks
from app.games.drive import Drive
from app.games.eyes import Eyes, Viewer, eyes_of, seen, watching
from app.games.past import Past
from app.games.record import record_of
from app.games.results import ClockShown, GameId, GameInfo, Glimpse, OpenQuestion, Shown, Unknown
from app.games.rooms import Rooms
from app.games.whence import Ways
from app.store import Store, games
from app.store import past as rows_of_past
from app.store.db import Row

NEWEST = 1 << 60
BACK = 400
"""So many versions back is looked for the beginning of a story."""


class Looking:
    """That part of the service of hosted games.  A viewer is a seat, or ``None`` for a spectator."""

    store: Store
    past: Past
    ways: Ways
    _rooms: Rooms
    _clocks: Clocks

    def ask_ahead(self, game: GameId) -> None:
        """This game will be looked at: where others may have played on, that is asked for while something else is."""
        self._rooms.ask_ahead(game)

    async def info(self, game: GameId, viewer: Viewer = None) -> GameInfo | None:
        """The head of a game's page, or ``None`` if there is no such game; to eyes that lag behind as it was then."""
        eyes = eyes_of(viewer)
        async with self._rooms.enter(game) as drive:
            found = look.info_of_drive(drive) if drive else None
        return await self.as_seen(found, eyes) if found else None

    async def as_seen(self, info: GameInfo, eyes: Eyes) -> GameInfo:
        """The head of a game's page as these eyes have it."""
        if eyes.is_live:
            return info
        return await self.past.info(info, await self.past.head(info.id, info.version, eyes))

    async def reached(self, game: GameId, eyes: Eyes) -> int:
        """The version these eyes have come to, of a game that need not be loaded for it."""
        return await self.past.head(game, NEWEST, eyes)

    async def seats_of(self, game: GameId, guest: str) -> tuple[Seat, ...]:
        """The seats this guest holds, in seat order."""
        info = await self.info(game)
        return tuple(s.seat for s in info.seats if s.is_of(guest)) if info else ()

    async def roles_of(self, game: GameId, guest: str) -> tuple[str, ...]:
        """What this guest is to the game beside its seats: umpire, commentator, out (may not watch)."""
        return tuple(await self.store.look(rows_of_past.roles_of, game, guest))

    async def view(self, game: GameId, viewer: Viewer) -> tuple[int, View] | None:
        """The version and the table as this viewer may see it; ``None`` before it begins or when held."""
        eyes = eyes_of(viewer)
        async with self._rooms.enter(game) as drive:
            head, state = await self.past.come_to(drive, eyes)
            view = partial(seen, drive.system, state, eyes) if drive and state is not None else None
            return (head, await aside(view)) if view else None

    async def glimpse(
        self, game: GameId, viewer: Viewer, *, shared: bool = False, since: int | None = None, limit: int = 500
    ) -> Glimpse | None:
        """All that this viewer sees of a table now, and the events after version ``since``, of up to so many versions;
        ``None`` if there is no such game.

        ``shared``: others sit at the same screen, which shows what a watcher sees but for the question.  What is asked
        may take long to find out, however short it was last time.
        """
        eyes = eyes_of(viewer)
        async with self._rooms.enter(game) as drive:
            if drive is None:
                return None
            if not eyes.is_live:  # one moment for all of it, however long that takes
                eyes = eyes._replace(at=await self.past.head(game, drive.version, eyes))
            info = await self.as_seen(look.info_of_drive(drive), eyes)
            _, state = await self.past.come_to(drive, eyes)
            rows = look.Later() if since is None else await self._rows_after(drive, eyes, since, limit)
            made = partial(look.glimpse, drive, info, state, eyes, shared, rows)
            is_asked = bool(eyes.seat and not eyes.borrowed and drive.question(eyes.seat))
            found = await (aside(made) if is_asked else briefly(("glimpse", game), made))
            if eyes.delay:
                return found
            asked = await self._clocks.timed(drive, found.questions)
            return replace(found, questions=asked, clocks=self._clocks.shown(drive))

    async def inspect(self, game: GameId, viewer: Viewer, id: str) -> Inspection | None:
        """What this viewer sees who asks about a counter, a group or a force; ``None`` as for ``view``."""
        eyes = eyes_of(viewer)
        async with self._rooms.enter(game) as drive:
            _, state = await self.past.come_to(drive, eyes)
            shown = partial(drive.system.inspect, state, eyes.seat, id) if drive and state is not None else None
            return await aside(shown) if shown else None

    async def threat(self, game: GameId, viewer: Viewer, id: str) -> tuple[Threat, ...]:
        """How far a piece is to be reckoned with, as far as this viewer can know."""
        eyes = eyes_of(viewer)
        async with self._rooms.enter(game) as drive:
            _, state = await self.past.come_to(drive, eyes)
            found = getattr(drive.system, "threat", None) if drive and state is not None else None
            return await aside(partial(found, state, eyes.seat, id)) if found else ()

    async def open_questions(self, game: GameId, viewer: Viewer) -> tuple[OpenQuestion, ...]:
        """Who is being asked; in full for the viewer's own seat only; nobody to eyes that lag behind."""
        eyes = eyes_of(viewer)
        async with self._rooms.enter(game) as drive:
            if drive is None or not eyes.is_live:
                return ()
            asked = await aside(lambda: look.open_questions(drive, None if eyes.borrowed else eyes.seat))
            return await self._clocks.timed(drive, asked)

    async def orders(self, game: GameId, seat: Seat) -> dict[str, str]:
        """The kinds of question this seat has been asked out of turn, and whether it is asked or lets them pass."""
        async with self._rooms.enter(game) as drive:
            return standing_orders.orders_of(drive, seat) if drive and seat in drive.seats else {}

    async def clocks(self, game: GameId) -> tuple[ClockShown, ...]:
        """Every person's clock as it is now; none at a table without."""
        async with self._rooms.enter(game) as drive:
            return self._clocks.shown(drive) if drive else ()

    async def events(
        self, game: GameId, viewer: Viewer, since: int = 0, limit: int = 500, *, ways: bool = True
    ) -> tuple[Shown, ...]:
        """The events after version ``since`` that the viewer may see, of up to so many versions, in order; ``ways``:
        with those that they do not tell themselves."""
        eyes = eyes_of(viewer)
        async with self._rooms.enter(game) as drive:
            if drive is None:
                return ()
            found = await self._rows_after(drive, eyes, since, limit, ways=ways)
            return await aside(partial(look.told, drive.system, found.rows, eyes, found.tape, since, found.ways))

    async def _rows_after(self, drive: Drive, eyes: Eyes, since: int, limit: int, *, ways: bool = True) -> look.Later:
        """The events of up to so many versions after one, as far as these eyes have come."""
        head = drive.version if eyes.is_live else await self.past.head(drive.id, drive.version, eyes)
        tape = None if eyes.is_live else await self.past.tape(drive, head)
        if since >= head:
            return look.Later()
        rows: Sequence[Row] = drive.recent if drive.since(since) is not None else ()
        if not rows or not look.is_known(drive.system, rows, eyes, since, tape):
            far = min(since, BACK)
            rows = await self.store.look(games.events_after, drive.id, since - far, limit + far)
        rows = [row for row in rows if row["version"] <= min(head, since + limit)]
        return look.Later(rows, tape, since, await self.ways.of(drive, rows, since, tape) if ways else {})

    async def record(self, game: GameId, viewer: Viewer = None) -> Json | Refusal | Unknown:
        """The whole record of a finished game as JSON, which ``app verify`` checks offline."""
        info = await self.info(game, viewer)
        async with self._rooms.enter(game) as drive:
            if drive is None or info is None:
                return Unknown()
            if info.status != "over":
                return refuse("table.secret-record", say.ENDED)
            tape, events = await self.store.look(games.whole, game)
            return await aside(lambda: record_of(drive, tape, events))

    async def last(self, game: GameId) -> tuple[Any, str]:
        """The state of the rules as it is now (``None`` before the game begins), and the last link of its chain."""
        async with self._rooms.enter(game) as drive:
            return (await self.past.state(drive, drive.version), drive.chain) if drive else (None, "")

    async def list_games(
        self, guest: str, most: int = 100, after: tuple[str, str] | None = None
    ) -> tuple[GameInfo, ...]:
        """The games this guest owns or sits in, the latest first: those behind a place, so many at most."""
        return look.infos(*await self.store.look(games.of_guest, guest, most, after))

    async def live_games(self) -> tuple[GameInfo, ...]:
        """Games anybody may watch or join, as they are to watchers, the latest first."""
        found = look.infos(*await self.store.look(games.going_on))
        shown = [await self.as_seen(info, watching(info)) for info in found if info.is_listed]
        return tuple(info for info in shown if info.status != "over")
