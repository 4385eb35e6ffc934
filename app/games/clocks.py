"""The clocks of all tables: time to answer out of turn, time to think, and standing orders.

``keep`` puts the banks into the transaction of the input that moved them; ``look`` sets the alarms of what is open
now.  What an alarm does goes through the game's mailbox, so that of two answers at one instant the first stands.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from app.engine.asks import AnyAsk
from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.games import motions, setting_up, sitting, standing_orders, thinking
from app.games import sentences as say
from app.games.agreed import Zero
from app.games.alarms import AGAIN, Alarm, Alarms, Wanted
from app.games.at_table import Give
from app.games.checks import RuleCrash, guarded
from app.games.clock_rules import seconds_of, terms_of
from app.games.drive import Drive
from app.games.hands import guests_asked
from app.games.losing import LOST
from app.games.mailbox import Mailbox
from app.games.results import Accepted, Broken, ClockShown, GameId, OpenQuestion, Refused, Result, Unknown
from app.games.thinking import Bank, Banks
from app.store import StorageBusy, StorageFull
from app.store import clocks as rows

PULSE = 20.0
VACATION = 3600
"""Seconds after which a clock at zero rings again whose player is on vacation."""
NEAR = 50
"""Milliseconds by which the alarm may be early."""
MOST_ADDED = 14 * 86_400
log = logging.getLogger(__name__)


async def nobody(_: Sequence[str]) -> set[str]:
    """Nobody is on vacation."""
    return set()


class Clocks:
    """The clocks of this process.  ``away`` tells which of these guests are on vacation."""

    def __init__(self, give: Give, mailbox: Mailbox) -> None:
        self._give, self._mailbox = give, mailbox
        self.away: Callable[[Sequence[str]], Awaitable[set[str]]] = nobody
        self.alarms = Alarms(mailbox.time)
        self._passing = standing_orders.Passing(give, mailbox, self.alarms)
        self._banks: WeakKeyDictionary[Drive, Banks] = WeakKeyDictionary()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    # -- the server's life ---------------------------------------------------

    async def start(self) -> None:
        """The server's pulse is kept from now on."""
        self._tasks.add(asyncio.ensure_future(self._beating()))

    async def close(self) -> None:
        """No clock runs any more; what was being answered has been answered."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.alarms.close()
        await self._beat()

    # -- called alone with a game --------------------------------------------

    def keep(self, drive: Drive) -> None:
        """The banks and the kinds of questions met stand in the change that is about to be written."""
        standing_orders.note(drive)
        sitting.sit(drive, answered(drive))
        if terms := terms_of(drive):
            thinking.settle(drive, self._banks_of(drive), terms, self._mailbox.time.wall())

    def look(self, drive: Drive) -> None:
        """The alarms of what is open now run, and no others."""
        if self._closed:
            return
        wanted: dict[str, Wanted] = {}
        for part in (self._reacting, self._passing.wanted, self._thinking, self._starting):
            try:
                wanted |= part(drive)
            except Exception:
                log.exception("an alarm could not be set at table %s", drive.id)
        self.alarms.set(GameId(drive.id), wanted)

    def shown(self, drive: Drive) -> tuple[ClockShown, ...]:
        """Every person's clock as it is now; none at a table without."""
        terms = terms_of(drive)
        return thinking.shown(drive, self._banks_of(drive), terms, self._mailbox.time.wall()) if terms else ()

    async def timed(self, drive: Drive, questions: Sequence[OpenQuestion]) -> tuple[OpenQuestion, ...]:
        """The questions, one that has a time of its own with the seconds it has left."""
        asked = self._asked(drive)
        id = drive.ask_id(asked.seat) if asked else ""
        if id not in [q.id for q in questions if q.id]:
            return tuple(questions)
        running, left = self.alarms.left(GameId(drive.id), "react") or ("", 0.0)
        left = left if running == id else await self._left_elsewhere(drive)
        return tuple(replace(q, seconds_left=left) if q.id == id else q for q in questions)

    async def _left_elsewhere(self, drive: Drive) -> float:
        """What is left of the time to answer where another process minds it: it runs since the version was reached."""
        since = await self._mailbox.store.look(rows.reached, drive.id, drive.version)
        gone = (self._mailbox.time.wall() - since) / 1000 if since else 0.0
        return max(0.0, round(seconds_of(drive) - gone, 3))

    def grant(self, drive: Drive, seat: Seat, seconds: int) -> Result | Refusal | None:
        """The seat has so much more time; to be part of an input of the game."""
        if seat not in drive.seats:
            return Unknown("seat")
        terms = terms_of(drive)
        if terms is None or drive.seats[seat]["kind"] == "bot":
            return refuse("clock.none", say.CLOCK, seat=seat)
        if type(seconds) is not int or not 0 < seconds <= MOST_ADDED:
            return refuse("clock.added", say.CLOCK, most=MOST_ADDED, got=str(seconds)[:20])
        bank = self._banks_of(drive).get(seat, Bank(terms.bank_ms))
        self._give_time(drive, seat, bank.left(self._mailbox.time.wall()) + 1000 * seconds)
        return None

    async def add(self, game: GameId, seat: Seat, seconds: int) -> Result:
        """The seat has so much more time to think."""

        async def act(drive: Drive) -> Result | Refusal | None:
            return self.grant(drive, seat, seconds)

        return await self._mailbox.act(game, "seats", act)

    async def sat_down(self, game: GameId, seat: Seat, here: sitting.Here) -> None:
        """The player of this seat is at the table; once all are, clocks run."""

        async def act(drive: Drive) -> Result | Refusal | None:
            if not sitting.is_absent(drive, seat):
                return Accepted(drive.version)
            sitting.rise(drive, here, self._mailbox.time.wall())
            sitting.sit(drive, [seat])
            return None

        await self._mailbox.act(game, "seats", act)

    # -- what runs -----------------------------------------------------------

    def _asked(self, drive: Drive) -> AnyAsk | None:
        """The question with a time of its own that runs."""
        return None if sitting.awaited(drive, self._mailbox.time.wall()) else thinking.reacting(drive)

    def _banks_of(self, drive: Drive) -> Banks:
        """The banks that belong to this state of the game: whoever loads the game again reads them again."""
        if drive not in self._banks:
            self._banks[drive] = thinking.read(drive.clocks, drive)
        return self._banks[drive]

    def _give_time(self, drive: Drive, seat: Seat, left: int) -> None:
        banks = self._banks_of(drive)
        runs = seat in banks and banks[seat].since_ms is not None
        thinking.put(drive, banks, seat, Bank(left, self._mailbox.time.wall() if runs else None))

    def _reacting(self, drive: Drive) -> dict[str, Wanted]:
        asked = self._asked(drive)
        if asked is None:
            return {}
        id = drive.ask_id(asked.seat)
        return {"react": Wanted(id, seconds_of(drive), partial(self._silence, asked=asked, id=id))}

    def _thinking(self, drive: Drive) -> dict[str, Wanted]:
        if terms_of(drive) is None or drive.status != "playing":
            return {}
        now, running = self._mailbox.time.wall(), self._banks_of(drive).items()
        return {
            f"bank {seat}": Wanted(
                f"{bank.left_ms} {bank.since_ms}", max(NEAR, bank.left(now)) / 1000, partial(self._zero, seat=seat)
            )
            for seat, bank in running
            if bank.since_ms is not None
        }

    def _starting(self, drive: Drive) -> dict[str, Wanted]:
        """At the time that was set the clocks run, whoever is there; soon if nobody minded them then."""
        battle, now = sitting.battle_of(drive), self._mailbox.time.wall()
        if battle is None or not battle.starts or drive.status == "over":
            return {}
        if not sitting.awaited(drive, now) and not self._is_late(drive, now):
            return {}
        return {"start": Wanted(str(battle.starts), max(NEAR, battle.starts - now) / 1000, self._begin)}

    def _is_late(self, drive: Drive, now: int) -> bool:
        """Whether a clock stands that should run, as the server was down when it was to start."""
        stands, banks = Bank(0), self._banks_of(drive)
        seats = thinking.thinking(drive, now) if terms_of(drive) else ()
        return any(banks.get(seat, stands).since_ms is None for seat in seats)

    async def _begin(self, alarm: Alarm) -> None:
        await self.alarms.tried(alarm, partial(self._mailbox.act, alarm.game, "seats", nothing))
        self.alarms.drop(alarm)
        await self._look_again(alarm.game)

    # -- what is done at zero ------------------------------------------------

    async def _silence(self, alarm: Alarm, asked: AnyAsk, id: str) -> None:
        """The default has been answered, or the question is no longer open."""
        raw = asked.domain.write(asked.default)
        await self._done(alarm, asked.seat, partial(self._give, alarm.game, asked.seat, id, raw, by="clock"))

    async def _zero(self, alarm: Alarm, seat: Seat) -> None:
        """What the table chose has happened to the seat that has no time left."""
        fate = self._wait if await self._is_away(alarm.game, seat) else self._fate
        await self._done(alarm, seat, partial(self._mailbox.act, alarm.game, "events", partial(fate, seat=seat)))

    async def _done(self, alarm: Alarm, seat: Seat, deed: Callable[[], Awaitable[Result]]) -> None:
        """It is done; where it cannot be, a bot stands in, so that the table does not stand still."""
        said = await self.alarms.tried(alarm, deed)
        if isinstance(said, Refused | Broken):
            log.error("what follows from silence was not taken at table %s: %s", alarm.game, said)
            act = partial(self._mailbox.act, alarm.game, "seats", partial(relieved, seat=seat))
            await self.alarms.tried(alarm, act)
        if self.alarms.is_wanted(alarm):
            self.alarms.drop(alarm)
            await self._look_again(alarm.game)

    async def _fate(self, drive: Drive, *, seat: Seat) -> Result | Refusal | None:
        terms = terms_of(drive)
        if terms is None or not self._is_out(drive, seat):
            return Accepted(drive.version)
        said = await guarded(RuleCrash(seat, "clock"), partial(FATES[terms.zero], drive, seat))
        if said is None:
            await motions.settle(drive, self._mailbox.store)
        return said

    async def _wait(self, drive: Drive, *, seat: Seat) -> Result | Refusal | None:
        """A player on vacation loses nothing: the clock will ring again later."""
        if not self._is_out(drive, seat):
            return Accepted(drive.version)
        self._give_time(drive, seat, 1000 * VACATION)
        return None

    def _is_out(self, drive: Drive, seat: Seat) -> bool:
        bank = self._banks_of(drive).get(seat, Bank(NEAR + 1))
        is_running = bank.since_ms is not None and drive.status == "playing"
        return is_running and bank.left(self._mailbox.time.wall()) <= NEAR

    async def _is_away(self, game: GameId, seat: Seat) -> bool:
        async with self._mailbox.enter(game) as drive:
            terms = terms_of(drive) if drive else None
            is_slow = terms is not None and terms.kind == "letter"
            guests = await guests_asked(drive, seat) if drive and is_slow else ()
        return bool(guests) and await self.away(guests) >= {*guests}

    async def _look_again(self, game: GameId) -> None:
        async with self._mailbox.enter(game) as drive:
            if drive:
                self.look(drive)

    # -- the server's pulse --------------------------------------------------

    async def _beating(self) -> None:
        while True:
            await self._mailbox.time.sleep(PULSE)
            await self._beat()

    async def _beat(self) -> None:
        try:
            await self._mailbox.ready()  # before that the last pulse says since when nobody was here
            await self._mailbox.store.run(rows.beat, self._mailbox.time.wall())
        except StorageFull:
            log.warning("the disk is full: the server's pulse was not kept")
        except Exception:
            log.exception("the server's pulse was not kept")

    def taken_up(self, tables: Sequence[str]) -> None:
        """The clocks of these tables are minded here from now on.  Never blocks."""
        if tables:
            task = asyncio.ensure_future(self._take_up(tables))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def followed(self, drive: Drive, *, mine: bool) -> None:
        """The game has changed elsewhere: the banks are read again; alarms run here only if it is still minded here."""
        self._banks.pop(drive, None)
        if mine:
            self.look(drive)
        else:
            self.alarms.set(GameId(drive.id), {})

    async def _take_up(self, tables: Sequence[str]) -> None:
        left = list(tables)
        while left:
            try:
                await self._look_again(GameId(left[0]))
            except StorageBusy:
                await self._mailbox.time.sleep(AGAIN)
                continue
            except Exception:
                log.exception("the clocks did not start at table %s", left[0])
            left.pop(0)


async def nothing(_: Drive) -> Result | Refusal | None:
    """Nothing but what the clocks bring."""
    return None


def answered(drive: Drive) -> list[Seat]:
    """The seats whose players have answered in the change that is about to be written."""
    return [Seat(row["seat"]) for row in drive.change.tape if row["kind"] == "answer" and row["by"] == "person"]


def default_stands(drive: Drive, seat: Seat) -> Refusal | None:
    """The seat's question is answered as silence means it."""
    asked = drive.question(seat)
    return drive.answer(seat, asked.domain.write(asked.default), "clock") if asked else None


async def relieved(drive: Drive, *, seat: Seat) -> Result | Refusal | None:
    """A bot stands in for the seat, if it is still asked."""
    if drive.question(seat) is None:
        return Accepted(drive.version)
    setting_up.stand_in(drive, seat, True)
    return None


def bot_takes_over(drive: Drive, seat: Seat) -> None:
    """A bot answers for the seat until its player comes back."""
    drive.tell("engine.out-of-time", say.ZERO, seat=seat)
    setting_up.stand_in(drive, seat, True)


def lost(drive: Drive, seat: Seat) -> None:
    """The seat has lost on time, or by absence; the rules have drawn the consequence as if it had given up."""
    by = "absence" if sitting.is_absent(drive, seat) else "clock"
    drive.tell(LOST[by], say.ZERO, seat=seat)
    drive.resign(seat, by)


FATES: dict[Zero, Callable[[Drive, Seat], Refusal | None]] = {
    "default": default_stands, "bot": bot_takes_over, "forfeit": lost,
}  # fmt: skip
