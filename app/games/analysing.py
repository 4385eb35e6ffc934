"""Battles that are over, looked at again: how they stood, where they turned, and whether by a decision or by luck.

It is found out once, when somebody asks, in a process that stands back behind those that serve; told as it grows, and
kept with the game.  Nothing of a battle that goes on is looked at.
"""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from app.aside import aside
from app.bots.course import Battle, Course, Given, Spot, mirrored
from app.bots.hindsight import Judged, Moment, moments
from app.bots.levels import VETERAN
from app.engine.events import Seat
from app.engine.judgement import judgement_of
from app.engine.refusals import Refusal, refuse
from app.engine.system import PhaseId, RuleSystem
from app.games import sentences as say
from app.games.agreed import is_lesson
from app.games.analysis_worker import Task, Verdict, Went, go, weigh
from app.games.drive import Drive
from app.games.hours import wall_ms
from app.games.processes import Processes
from app.games.results import GameId
from app.games.rooms import Rooms
from app.games.thinking_times import SLOWLY
from app.store import Store, analyses, games, past
from app.store.db import Row

WAITING = 8
"""So many battles are looked at or wait for it at most, one of them for each guest."""
SIDES = 2
"""A position is weighed for one seat before the other: battles of more seats are not looked at."""
GOING, DECIDING, ONE = 30.0, 30.0, 2.0
"""Seconds of a processor at most for how a battle went, for all of its decisions, and for one of them."""
AGAIN = 4
"""Whoever asks again gives it twice as much, then three times; so many times as much at most."""
LATE = Verdict(None, 0.0, late=True)
"""A decision for which there was no time."""
LONGEST = 240.0
"""Seconds beyond all that a process may take for an answer after which none is waited for; and after which nobody is at
it any more who has given no sign."""
SIGN = 60.0
"""Seconds after which whoever waits for its turn, or is at it, gives another sign."""
log = logging.getLogger(__name__)
T = TypeVar("T")


class Stood(Struct, frozen=True):
    """A quiet position: its version, its turn, how it stood for the first seat."""

    v: int
    turn: int
    stands: float


class Turned(Struct, frozen=True, kw_only=True):
    """A moment at which a battle turned, by a ``decision`` of a seat or by ``luck``: by how much for the first seat.

    ``before``: the version at which it was decided, ``after``: that to which it came.  ``verdict``: what was ordered
    then and what would have been better.
    """

    kind: Literal["decision", "luck"]
    swing: float
    seat: str
    turn: int
    before: int
    after: int
    verdict: Verdict


class Weighed(Struct, frozen=True):
    """A decision that was thought about: the inputs it fell at and came to, and what it was worth, if that could be
    said."""

    seq: int
    came: int
    judged: Judged | None


class Analysis(Struct, frozen=True, kw_only=True):
    """What is known of a battle that is over.

    ``state``: ``doing``: more is being found; ``broken``, or ``short``: there was no time for all of it: no more will
    be, unless it is asked for anew.  ``chances``: how it stood is a chance, not a worth.  ``whole``: there was time to
    play it to its end.  ``looked``: there was time for so many decisions of ``of``.  ``spent``: seconds of a processor.
    ``weighed``: those decisions; whoever asks again goes on from them, ``asked`` times as much time as at first, while
    positions are weighed ``by`` what they were.
    """

    state: Literal["doing", "done", "short", "broken"] = "doing"
    first: str = ""
    chances: bool = False
    whole: bool = True
    stands: tuple[Stood, ...] = ()
    turned: tuple[Turned, ...] = ()
    looked: int = 0
    of: int = 0
    spent: float = 0.0
    asked: int = 1
    weighed: tuple[Weighed, ...] = ()
    by: str = ""


class Analyses:
    """What is being looked at in this process."""

    def __init__(self) -> None:
        self.pool = Processes(1)
        self.tasks: dict[GameId, asyncio.Task[None]] = {}
        self.whose: dict[GameId, str] = {}

    def refuse(self, whose: str) -> Refusal | None:
        """Why nothing more is looked at for this guest now."""
        if whose in self.whose.values():
            return refuse("analysis.one", say.ANALYSED)
        return refuse("analysis.busy", say.ANALYSED) if len(self.whose) >= WAITING else None

    @contextmanager
    def place(self, game: GameId, whose: str) -> Iterator[None]:
        """A place is taken from now on; unless it has begun by the end, it is free again."""
        self.whose[game] = whose
        try:
            yield
        finally:
            if game not in self.tasks:
                self.whose.pop(game, None)

    def begin(self, game: GameId, work: Search) -> None:
        """A battle is looked at from now on."""
        task = self.tasks[game] = asyncio.create_task(work.done())
        task.add_done_callback(lambda _: (self.tasks.pop(game, None), self.whose.pop(game, None)))

    async def close(self) -> None:
        """Nothing more is looked at."""
        for task in list(self.tasks.values()):
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)
        await self.pool.close()


class Analysing:
    """That part of the service of hosted games."""

    store: Store
    analyses: Analyses
    _rooms: Rooms

    async def analysis(self, game: GameId) -> Analysis | None:
        """What is known of a battle; ``None`` if nobody has asked."""
        row = await self.store.look(analyses.of, game)
        if row is None:
            return None
        found = msgspec.convert(row["body"] or {}, Analysis)
        late = row["state"] == "doing" and row["at_ms"] < wall_ms() - 1000 * LONGEST
        late = late and game not in self.analyses.tasks
        return msgspec.structs.replace(found, state="broken" if late else row["state"])

    async def analyse(self, game: GameId, guest: str = "") -> Refusal | None:
        """A battle that is over is looked at from now on for a guest, unless it is or was; or why not.  All who have no
        name share one place."""
        async with self._rooms.enter(game) as drive:
            if game in self.analyses.tasks:
                return None
            if no := await self._never(drive) or self.analyses.refuse(guest):
                return no
            assert drive is not None
            with self.analyses.place(game, guest):
                await self._look_again(game, drive)
        return None

    async def never_analysed(self, game: GameId) -> Refusal | None:
        """Why a battle is not looked at, whoever asks and whenever."""
        async with self._rooms.enter(game) as drive:
            return await self._never(drive)

    async def _never(self, drive: Drive | None) -> Refusal | None:
        if no := refuse_game(drive):
            return no
        assert drive is not None
        older = await self.store.look(past.rules_of, drive.id) - {drive.system.version}
        return refuse("analysis.rules", say.ANALYSED) if older else None

    async def _look_again(self, game: GameId, drive: Drive) -> None:
        now = wall_ms()
        if not await self.store.run(analyses.begin, game, now, now - round(1000 * LONGEST)):
            return
        row = await self.store.look(analyses.of, game)
        known = msgspec.convert((row or {}).get("body") or {}, Analysis)
        self.analyses.begin(game, Search(self.store, self.analyses.pool, drive, known))


def refuse_game(drive: Drive | None) -> Refusal | None:
    """Why a battle is not looked at."""
    if drive is None or drive.status != "over" or is_lesson(drive.row) or judgement_of(drive.system) is None:
        return refuse("analysis.never", say.ANALYSED)
    return refuse_seats(len(drive.seats))


def measure_of(system: RuleSystem[Any]) -> str:
    """By what positions are weighed: two that were weighed by others are not to be compared."""
    judgement = judgement_of(system)
    assert judgement is not None
    return blake2b(repr((judgement.slope, sorted(judgement.weights.items()))).encode(), digest_size=8).hexdigest()


def refuse_seats(number: int) -> Refusal | None:
    """Why a battle of so many seats is not looked at."""
    if number != SIDES:
        return refuse("analysis.sides", say.ANALYSED)
    return None


class Search:
    """One battle that is looked at."""

    def __init__(self, store: Store, pool: Processes, drive: Drive, known: Analysis) -> None:
        self.store, self.pool, self.id, self.system = store, pool, drive.id, drive.system.key
        self.seats = tuple(drive.seats)
        self.seed = blake2b(f"analysis {drive.id}".encode(), digest_size=16).hexdigest()
        by = measure_of(drive.system)
        known = known if known.by == by else Analysis()
        asked = min(AGAIN, known.asked + bool(known.first))
        self.found = msgspec.structs.replace(known, first=self.seats[0], asked=asked, by=by)
        self.known = {(one.seq, one.came): one for one in known.weighed}
        self.looked, self.stood = known.looked, len(known.stands)
        self.told, self.verdicts = known.turned, list[Verdict]()

    async def done(self) -> None:
        """It has been found out and is kept, as far as it could be."""
        signs = asyncio.create_task(self.signs())
        try:
            await self.find()
        except asyncio.CancelledError:
            await self.keep("broken")
            raise
        except Exception:
            log.warning("battle %s could not be looked at", self.id, exc_info=True)
            await self.keep("broken")
        finally:
            signs.cancel()

    async def signs(self) -> None:
        """Whoever looks on sees that it goes on, or waits for its turn."""
        while True:
            await asyncio.sleep(SIGN)
            await self.store.run(analyses.sign, self.id, wall_ms())

    async def find(self) -> None:
        """How it went, then decision after decision: those that were not thought about when it was asked before."""
        tape, events = await self.store.look(games.whole, self.id)
        start = await self.store.look(past.first_point, self.id)
        battle = await aside(lambda: battle_of(self.system, start, tape, self.seats))
        went = await self.send(go, Task(GOING * self.found.asked, battle=battle), Went)
        course, versions = went.course, Versions(events)
        if len(course.stands) >= len(self.found.stands):  # else more was found before than there was time for now
            self.found = told(self.found, course, versions, went.spent)
            await self.decide(course, versions)
        await self.keep("done" if self.is_all(course) else "short")

    def is_all(self, course: Course) -> bool:
        """Whether all is looked at, or whoever asks again would ask in vain."""
        is_most = self.found.asked == AGAIN
        if self.found.looked == self.found.of and (self.found.whole or is_most):
            return True
        return is_most and self.found.looked <= self.looked and len(course.stands) <= self.stood

    async def decide(self, course: Course, versions: Versions) -> None:
        """Its decisions are thought about while there is time, the heaviest first."""
        self.verdicts = [self.before(course, spot) or LATE for spot in course.spots]
        while bare := self.bare(course):
            for n in bare:
                self.verdicts[n] = LATE
        await self.tell(course, versions)
        left = DECIDING * self.found.asked
        for n, spot in enumerate(course.spots):
            if left > 0 and self.verdicts[n].late:
                self.verdicts[n] = one = await self.weigh(course, spot, left)
                left -= one.spent
                self.found = msgspec.structs.replace(self.found, spent=self.found.spent + one.spent)
                await self.tell(course, versions)

    def before(self, course: Course, spot: Spot) -> Verdict | None:
        """What was found of a decision when it was asked before.  How it is told is kept of moments alone."""
        one = self.known.get((spot.seq, course.stands[spot.after].seq))
        if one is None:
            return None
        kept = (turned.verdict for turned in self.told if turned.verdict.judged == one.judged)
        return next(kept, Verdict(one.judged, 0.0))

    def moments(self, course: Course) -> tuple[Moment, ...]:
        """The moments of the battle, by what is known of its decisions."""
        judged = [one.judged for one in self.verdicts]
        return moments(course.stands, course.spots, judged, self.seats[0], chances=course.chances)

    def bare(self, course: Course) -> list[int]:
        """Moments that were none before, of which it is not kept how they are told."""
        spots = [one.spot for one in self.moments(course)]
        return [n for n in spots if not self.verdicts[n].about]

    async def weigh(self, course: Course, spot: Spot, left: float) -> Verdict:
        """A decision is thought about, in what is left of the time at most."""
        came = course.stands[spot.after].stands
        mine = spot.seat == self.seats[0]
        task = Task(
            min(ONE * self.found.asked, left), system=self.system, spot=spot, level=VETERAN.key, seed=self.seed,
            came=came if mine else mirrored(came, chances=course.chances),
        )  # fmt: skip
        return await self.send(weigh, task, Verdict)

    async def tell(self, course: Course, versions: Versions) -> None:
        """What is known so far is told."""
        done = [(at, one) for at, one in zip(course.spots, self.verdicts, strict=True) if not one.late]
        self.found = msgspec.structs.replace(
            self.found, looked=len(done),
            weighed=tuple(Weighed(at.seq, course.stands[at.after].seq, one.judged) for at, one in done),
            turned=tuple(self.turned(course, versions, one) for one in self.moments(course)),
        )  # fmt: skip
        await self.keep("doing")

    def turned(self, course: Course, versions: Versions, one: Moment) -> Turned:
        """A moment as it is told."""
        spot = course.spots[one.spot]
        return Turned(
            kind=one.kind, swing=round(one.swing, 3), seat=spot.seat, turn=course.stands[spot.before].turn,
            before=versions.at(spot.seq - 1), after=versions.at(course.stands[spot.after].seq),
            verdict=self.verdicts[one.spot],
        )  # fmt: skip

    async def send(self, work: Callable[[bytes], bytes], task: Task, kind: type[T]) -> T:
        """What the process made of it."""
        packed = await self.pool.send(work, msgspec.msgpack.encode(task), LONGEST + SLOWLY * task.seconds)
        return msgspec.msgpack.decode(packed, type=kind)

    async def keep(self, state: str) -> None:
        """It is kept as far as it has come."""
        body = msgspec.to_builtins(self.found)
        await self.store.run(analyses.keep, self.id, state, wall_ms(), body)


class Versions:
    """Which version a game had come to after an input."""

    def __init__(self, events: Sequence[Row]) -> None:
        self._seqs, self._most = list[int](), list[int]()
        for row in sorted(events, key=lambda row: row["tape_seq"]):
            self._seqs.append(row["tape_seq"])
            told = row["version"] - (row["seen_by"] is not None)
            self._most.append(max(told, self._most[-1] if self._most else 0))

    def at(self, seq: int) -> int:
        """The version after an input."""
        n = bisect_right(self._seqs, seq)
        return max(1, self._most[n - 1]) if n else 1


def battle_of(system: str, point: Row, tape: Sequence[Row], seats: tuple[Seat, ...]) -> Battle:
    """A game as it is played again: what was struck never happened."""
    rows = (row for row in tape if row["struck_by"] is None)
    given = tuple(Given(row["seq"], row["kind"], row["seat"], row["by"], row["body"]) for row in rows)
    return Battle(system, PhaseId(point["phase"]), point["state"].encode(), given, seats)


def told(found: Analysis, course: Course, versions: Versions, spent: float) -> Analysis:
    """How a battle went, by versions."""
    return msgspec.structs.replace(
        found, chances=course.chances, whole=course.whole, of=len(course.spots), spent=spent,
        stands=tuple(Stood(versions.at(one.seq), one.turn, round(one.stands, 3)) for one in course.stands),
    )  # fmt: skip
