"""Hosted games: the one door through which everything that changes a game must pass.

``opening.open_games`` makes a ``Games`` with its database and all rule systems.
Every method that names a ``guest`` checks that this guest holds the seat;
``None`` leaves the check to the caller.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

from app.aside import aside
from app.bots.thinker import Why
from app.engine.asks import AnyAsk, Json
from app.engine.events import Seat
from app.engine.geometry import Polygon
from app.engine.refusals import Refusal, refuse
from app.engine.system import RuleSystem, Setup
from app.games import by_itself, hands, look, setting_up, standing_orders, stopping, takeback
from app.games import sentences as say
from app.games.agreed import is_of_campaign
from app.games.agreeing import Agreeing
from app.games.analysing import Analyses, Analysing
from app.games.at_table import Bots, Doors, has_bots
from app.games.carried import Carried
from app.games.checks import RuleCrash, asked_else, closed, guarded, is_stale, not_held, too_deep
from app.games.clock_rules import refuse_clock, refuse_seconds
from app.games.clocks import Clocks
from app.games.counsel import Advising
from app.games.crew import Crew
from app.games.drawing import Drawing
from app.games.drive import Drive
from app.games.hours import REAL, Time
from app.games.leading import Leading
from app.games.likenesses import Likenesses
from app.games.looking import Looking
from app.games.mailbox import Mailbox
from app.games.motions import settle
from app.games.odds import Foretelling, Odds
from app.games.past import Past
from app.games.results import (
    Accepted,
    By,
    GameId,
    GameInfo,
    Hub,
    Look,
    Result,
    SeatKind,
    Unknown,
)
from app.games.room import Room
from app.games.rooms import Rooms
from app.games.rosters import Rosters
from app.games.seats import Guests
from app.games.sitting import Here
from app.games.sweeping import Sweeper
from app.games.teaching import Teaching
from app.games.whence import Ways
from app.store import Store, games
from app.store import room as rows_of_room
from app.systems.installed import Found

MAX_COMMAND = 64
T = TypeVar("T")


class Games(Looking, Agreeing, Leading, Drawing, Foretelling, Advising, Analysing, Teaching):
    """All hosted games of one process.  Use from one event loop; call ``start`` first and ``close`` last."""

    guests: Guests
    """Who a browser is: ``await guests.welcome(name)``, ``await guests.who(token)``."""

    def __init__(
        self, store: Store, systems: Sequence[RuleSystem[Any]], secret: bytes, hub: Hub, *,
        bot_delay: float = 0.4, time: Time = REAL,
    ) -> None:  # fmt: skip
        self.systems = {system.key: system for system in systems}
        self.found = Found((), ())
        """Which of the systems are of other packages, and which of those cannot be played."""
        self.guests, self.rosters, self.likenesses = Guests(store, secret), Rosters(store), Likenesses(store)
        self.store, self.following, self.room, self.carried = store, asyncio.Lock(), Room(), Carried(self.systems)
        self._rooms = Rooms(store, self.systems, hub)
        self._bots = Bots(Doors(self.answer, self.resign, self.draw_ask, self.consent), self._rooms, bot_delay, time)
        self.minds, self._counselled, self._advised = self._bots.minds, OrderedDict(), set()
        self.absent = lambda _game, _guest: 0.0
        self.crew = Crew(store, time, self._mind)
        self.mailbox = Mailbox(store, self._rooms, hub, time, self.crew.me)
        self.mailbox.ready, self.crew.late = self.crew.ready, self._rooms.forget_all
        self.past = Past(store, self.systems, time)
        self.ways = Ways(self.past)
        self.weighing, self.analyses = Odds(), Analyses()
        self._sweeper = Sweeper(store, self.systems, self.crew.me, self.crew.ready)
        self._clocks = Clocks(self.answer, self.mailbox)
        self._rooms.followed.append(lambda drive, minder: self._clocks.followed(drive, mine=minder == self.crew.me))
        self.mailbox.before, self.mailbox.after = [self._clocks.keep], [self._clocks.look, self._wake]

    async def start(self) -> None:
        """In stored games clocks go on from where they stood, and bots that owe an answer have been woken."""
        await self._clocks.start()
        await self.crew.start()
        self._sweeper.start()

    def _mind(self, clocks: Sequence[str], bots: Sequence[str]) -> None:
        self._clocks.taken_up(clocks)
        for id in bots:
            self._bots.wake(GameId(id))

    def set_away(self, away: Callable[[Sequence[str]], Awaitable[set[str]]]) -> None:
        """Who tells which guests are on vacation: their clocks of games by letter stand."""
        self._clocks.away = away

    async def close(self) -> None:
        """Bots and clocks are stopped and the database is closed; what was accepted is durable anyway."""
        await self._sweeper.close()
        await self.analyses.close()
        await self.weighing.close()
        await self.crew.rest()
        for part in (self.mailbox, self._clocks, self._bots):
            await part.close()
        await self.crew.close()
        await asyncio.to_thread(self.store.close)

    def _wake(self, drive: Drive) -> None:
        if has_bots(drive):
            self._bots.wake(GameId(drive.id))

    def forget(self, game: GameId) -> None:
        """The game is loaded afresh when next needed: its rows were changed."""
        self._rooms.forget(game)

    def system(self, key: str) -> RuleSystem[Any] | None:
        """The rule system of this key."""
        return self.systems.get(key)

    async def create(
        self, system: str, setup: Setup, seats: Mapping[Seat, SeatKind], *,
        options: Mapping[str, Any] | None = None, owner: str | None = None, after: str = "", place: str | None = None,
        beside: Sequence[setting_up.Beside] = (), mustered: bool = False,
    ) -> GameId | tuple[Refusal, ...]:  # fmt: skip
        """A new game, or all that stands against its set-up; a ``Conflict`` if one was laid ``after`` the same.

        ``seats`` names every side of the set-up.  ``person`` and ``open`` both wait for somebody to join (``person``:
        by its link only, not listed).  A side whose roster is ``None`` brings one when it joins.  With bots alone the
        game begins at once.  ``options`` are the table's own: ``listed``, ``answer_seconds``, ``clock``, ``zero``.
        ``place``: a hash of the network it is laid from; without one there is room for it in any case.
        ``beside``: what is kept with the game, or neither is.  ``mustered``: by a campaign, whose rosters were looked
        at as they came into it.
        """
        rules = self.systems.get(system)
        if rules is None:
            return (refuse("table.no-system", say.BEGUN, system=system[:40]),)
        large = () if place is None else self.room.refuse_bytes([setup, options])
        against = (*large, *refuse_seconds(options or {}), *refuse_clock(options or {}))
        against = against or (() if mustered else await self.carried.refuse(system, [s.roster for s in setup.sides]))
        if no := against or await aside(lambda: setting_up.refuse_setup(rules, setup, seats)):
            return no
        id = self.guests.id_after(after) if after else ""
        drive = setting_up.lay(rules, setup, seats, dict(options or {}), owner, id, place or "")
        row, rows = dict(drive.row), list(drive.seats.values())
        await aside(lambda: setting_up.open_table(drive))
        change = drive.take()
        change.beside += [setting_up.of(drive.id, write) for write in beside]
        self.mailbox.sign(drive, change)
        if full := await self.store.run(rows_of_room.lay, row, rows, change, self.room.most(place)):
            return (refuse(full[0], say.SEATED, have=full[1], most=full[2]),)
        self._bots.wake(GameId(drive.id))
        return GameId(drive.id)

    async def join(self, game: GameId, seat: Seat, guest: str, name: str, entropy: bytes = b"", roster: Json = None,
                   terms: str = "") -> Result:  # fmt: skip
        """The guest holds the seat and has added its bytes (up to 64) to the dice; with the last seat the game begins.

        Joining a seat one holds already changes nothing.  ``terms``: see ``app.games.terms``.
        """

        async def act(drive: Drive) -> Result | Refusal | None:
            if seat not in drive.seats:
                return Unknown("seat")
            if drive.seats[seat]["guest_id"] == guest:
                return Accepted(drive.version)
            if no := hands.refuse_sitting(drive, guest):
                return no
            for no in self.room.refuse_bytes(roster) or await self.carried.refuse(drive.row["system"], [roster]):
                return no
            against = await aside(lambda: setting_up.refuse_join(drive, seat, name, entropy, roster, terms))
            return against or await guarded(
                RuleCrash(seat), lambda: setting_up.join(drive, seat, guest, name, entropy, roster)
            )

        return await self.mailbox.act(game, "seats", act)

    async def begin(self, game: GameId) -> Result:
        """The game has begun, if all seats are taken (``join`` calls this; again is harmless)."""

        async def act(drive: Drive) -> Result | Refusal | None:
            if drive.status != "open":
                return Accepted(drive.version)
            if setting_up.is_free(drive):
                return closed(drive)
            return await guarded(RuleCrash(Seat("")), lambda: by_itself.begin(drive))

        return await self.mailbox.act(game, "seats", act)

    async def answer(
        self, game: GameId, seat: Seat, ask_id: str, raw: Json, expected_version: int | None = None,
        command_id: str = "", by: By = "person", guest: str | None = None,
    ) -> Result:  # fmt: skip
        """The answer is durable and applied once, or nothing has changed.

        The same ``command_id`` from the same seat again gives the stored result.
        """
        command = command_id[:MAX_COMMAND]

        async def act(drive: Drive) -> Result | Refusal | None:
            if no := not_held(drive, seat, guest):
                return no
            if is_stale(drive, seat, ask_id, expected_version):
                return await self.mailbox.done(game, seat, command) or asked_else(drive, seat, ask_id)
            crash = RuleCrash(seat, ask_id, raw)
            if shut := closed(drive) or too_deep(raw):
                return shut
            if guest is not None and drive.seats[seat].get("leaders"):
                away = self.away_of(drive, seat)
                return await guarded(crash, lambda: hands.answer(drive, seat, raw, guest, away))
            return await guarded(crash, lambda: by_itself.answer(drive, seat, raw, by))

        return await self.mailbox.act(game, "events", act, (seat, command))

    async def preview(
        self, game: GameId, seat: Seat, ask_id: str, raw: Json, guest: str | None = None
    ) -> Look | Result:
        """What this answer, perhaps half-given, would do.  Changes nothing, reveals nothing the seat may not see."""
        return await self._of_question(game, seat, ask_id, raw, guest, look.look)

    async def reach(
        self, game: GameId, seat: Seat, ask_id: str, raw: Json, guest: str | None = None
    ) -> tuple[Polygon, ...] | Result:
        """Outlines of where the body may end whose way is asked for at this level; none where no way is asked for."""
        return await self._of_question(game, seat, ask_id, raw, guest, look.reach)

    async def _of_question(
        self, game: GameId, seat: Seat, ask_id: str, raw: Json, guest: str | None, found: Callable[[AnyAsk, Json], T]
    ) -> T | Result:
        """What is found out about the seat's own open question."""
        try:
            async with self._rooms.enter(game) as drive:
                if drive is None:
                    return Unknown()
                if no := not_held(drive, seat, guest):
                    return no
                question = drive.question(seat)
                if question is None or is_stale(drive, seat, ask_id, None):
                    return asked_else(drive, seat, ask_id)
                return await guarded(RuleCrash(seat, ask_id, raw), lambda: found(question, raw))
        except RuleCrash as crash:
            return await self.mailbox.keep(game, crash)

    async def undo(self, game: GameId, seat: Seat, guest: str | None = None, command_id: str = "") -> Result:
        """The seat's last answer is struck, unless something irrevocable followed it; once for each command."""

        async def act(drive: Drive) -> Result | Refusal | None:
            if no := closed(drive) or hands.refuse_undo(drive, seat, guest):
                return no
            return await guarded(RuleCrash(seat, "undo"), lambda: by_itself.undo(drive, seat))

        return await self.mailbox.by_seat(game, "resync", seat, guest, act, command_id[:MAX_COMMAND])

    async def may_undo(self, game: GameId, seat: Seat) -> Refusal | None:
        """Why ``undo`` would be refused now, or ``None``."""
        async with self._rooms.enter(game) as drive:
            if drive is None:
                return takeback.NONE
            return closed(drive) or drive.refuse_undo(seat)

    async def sat_down(self, info: GameInfo, seat: Seat, here: Here) -> None:
        """The player of a seat is at the table; in a battle of a campaign the clocks wait for it."""
        battle = info.options.campaign
        if battle and battle.sat is not None and seat not in battle.sat:
            await self._clocks.sat_down(info.id, seat, here)

    async def resign(self, game: GameId, seat: Seat, guest: str | None = None, ask_id: str = "") -> Result:
        """The seat has given up and the rules have drawn the consequence; with ``ask_id`` only while that is asked."""

        async def act(drive: Drive) -> Result | Refusal | None:
            if ask_id and is_stale(drive, seat, ask_id, None):
                return asked_else(drive, seat, ask_id)
            if drive.coach:
                return refuse("lesson.resign", say.TAUGHT)
            by = "bot" if ask_id else "person"
            if no := closed(drive):
                return no
            if not hands.resolved(drive, seat, guest, hands.RESIGN):
                return None
            return await guarded(RuleCrash(seat, "resign"), lambda: drive.resign(seat, by))

        return await self.mailbox.by_seat(game, "events", seat, guest, act)

    def why(self, game: GameId, seat: Seat) -> Why | None:
        """What spoke for a bot's last answer, if this process knows and all may."""
        return self._bots.why(game, seat)

    async def pause(self, game: GameId, seat: Seat, reason: str = "", guest: str | None = None) -> Result:
        """The game refuses answers until it is resumed, with this reason."""

        async def act(drive: Drive) -> Result | Refusal | None:
            if no := closed(drive):
                return no
            stopping.pause(drive, seat, " ".join(reason.split())[:200])
            return None

        return await self.mailbox.by_seat(game, "seats", seat, guest, act)

    async def resume(self, game: GameId, seat: Seat, guest: str | None = None) -> Result:
        """The game takes answers again."""

        async def act(drive: Drive) -> Result | Refusal | None:
            if stopping.is_stopped(drive) and (no := hands.refuse_other(drive, seat, guest)):
                return no
            if no := stopping.resume(drive, seat):
                return no
            await settle(drive, self.store)
            return None

        return await self.mailbox.by_seat(game, "seats", seat, guest, act)

    async def stand_in(self, game: GameId, seat: Seat, on: bool, guest: str | None = None) -> Result:
        """A bot answers for this seat from now on, or hands it back; not once the seed ends the record."""

        async def act(drive: Drive) -> Result | Refusal | None:
            if drive.status == "over":
                return closed(drive)
            row = drive.seats[seat]
            if no := self.refuse_bot(drive, seat, guest) if on else None:
                return no
            if on and guest is None and row["guest_id"] and is_of_campaign(drive.row):
                return refuse("table.stand-in-campaign", say.STANDING_IN)
            if row["kind"] == "bot" or bool(row["stand_in"]) == on or (row.get("gone") and not on):
                return Accepted(drive.version)
            setting_up.stand_in(drive, seat, on)
            return None

        return await self.mailbox.by_seat(game, "seats", seat, guest, act)

    async def order(self, game: GameId, seat: Seat, about: str, on: bool, guest: str | None = None) -> Result:
        """The seat lets such questions pass from now on, or is asked again; told to nobody."""

        async def act(drive: Drive) -> Result | Refusal | None:
            no = closed(drive) or hands.refuse_other(drive, seat, guest)
            return no or standing_orders.set_order(drive, seat, about, on)

        return await self.mailbox.by_seat(game, "sealed", seat, guest, act)

    async def rest(
        self, game: GameId, seat: Seat, guest: str | None = None, command_id: str = "", bulk: str = ""
    ) -> Result:
        """The others of the seat hold for this turn, or what is left of its set-up is done as offered; or a ``bulk`` of
        the system is answered."""

        async def act(drive: Drive) -> Result | Refusal | None:
            if no := closed(drive) or hands.refuse_bulk(drive, seat):
                return no
            return await guarded(RuleCrash(seat, "rest"), lambda: by_itself.rest(drive, seat, bulk))

        return await self.mailbox.by_seat(game, "events", seat, guest, act, command_id[:MAX_COMMAND])

    async def return_to_checkpoint(self, game: GameId, seat: Seat, guest: str | None = None) -> Result:
        """A held game goes on from its last checkpoint; what followed is struck and kept as a case."""

        async def act(drive: Drive) -> Result | Refusal | None:
            saved = await self.store.look(games.load, game)
            if drive.status != "held" or saved is None:
                return refuse("table.not-held", say.HELD)
            return await guarded(RuleCrash(seat, "return"), lambda: drive.return_to(seat, saved))

        return await self.mailbox.by_seat(game, "resync", seat, guest, act)

    def grant(self, drive: Drive, seat: Seat, seconds: int) -> Result | Refusal | None:
        """The seat has so many more seconds to think; for who is alone with the game."""
        return self._clocks.grant(drive, seat, seconds)
