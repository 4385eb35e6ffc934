"""Laying the table of a lesson and going on in it: a part of the service of hosted games."""

from __future__ import annotations

from functools import partial
from typing import Any

from app.aside import aside
from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.engine.system import RuleSystem, Setup, SideSetup
from app.games import agreed, by_itself, coaching, setting_up
from app.games import sentences as say
from app.games.checks import RuleCrash, closed, guarded
from app.games.coach import Coach, CoachOf
from app.games.drive import Drive
from app.games.mailbox import Mailbox
from app.games.results import GameId, Result
from app.games.room import Room
from app.games.rooms import Rooms
from app.games.seats import now
from app.games.vault import commitment
from app.store import Store, progress
from app.written import WRITTEN

SCENARIO = "lesson"
"""What stands where other tables have their scenario."""


class Teaching:
    """That part of the service."""

    store: Store
    mailbox: Mailbox
    room: Room
    _rooms: Rooms

    def set_teacher(self, coach_of: CoachOf) -> None:
        """Who knows the lessons."""
        self._rooms.coach_of = coach_of

    async def learnt(self, guest: str) -> dict[str, tuple[int, bool]]:
        """By lesson how far somebody has come, and whether it was done to the end."""
        return {row["lesson"]: (row["at"], row["done"]) for row in await self.store.look(progress.of, guest)}

    async def learn(self, guest: str, key: str) -> None:
        """Somebody has come to the end of a lesson that has no table of its own."""
        await self.store.run(progress.come, guest, key, 0, True, now())

    async def lesson_table(self, guest: str, key: str = "") -> GameId | None:
        """The table at which somebody learns this lesson, or any, if it stands."""
        row = await self.store.look(progress.table_of, guest)
        found = agreed.read(row["options"]).lesson if row else None
        return GameId(row["id"]) if row and found and key in ("", found.key) else None

    async def teach(self, coach: Coach, guest: str, name: str, at: int = 0, place: str = "") -> GameId | Refusal:
        """A table at which somebody learns this lesson from this beat on; others he has learnt at are gone then.

        ``place``: a hash of the network it is laid from, which has no room without end.
        """
        drive = laid(self._rooms.system(coach.system), coach, guest, name, place)
        row, rows = dict(drive.row), list(drive.seats.values())
        await aside(partial(begin, drive, at))
        change = drive.take()
        self.mailbox.sign(drive, change)
        kept = await self.store.run(progress.lay, row, rows, change, self.room.most(place or None))
        if isinstance(kept, tuple):
            return refuse(kept[0], say.SEATED, have=kept[1], most=kept[2])
        for old in kept:
            self._rooms.forget(GameId(old))
        WRITTEN.get()(change.size())
        return GameId(drive.id)

    async def read_on(self, game: GameId, seat: Seat, guest: str | None = None) -> Result:
        """The learner has read what is said and goes on."""

        async def act(drive: Drive) -> Result | Refusal | None:
            return closed(drive) or await guarded(RuleCrash(seat, "lesson"), lambda: read_on(drive))

        return await self.mailbox.by_seat(game, "seats", seat, guest, act)

    async def show_how(self, game: GameId, seat: Seat, guest: str | None = None) -> Result:
        """What the lesson wants now has been done for the learner."""

        async def act(drive: Drive) -> Result | Refusal | None:
            return closed(drive) or await guarded(RuleCrash(seat, "lesson"), lambda: do(drive))

        return await self.mailbox.by_seat(game, "events", seat, guest, act)


def laid(system: RuleSystem[Any], coach: Coach, guest: str, name: str, place: str = "") -> Drive:
    """The table of a lesson, its learner seated, nothing begun."""
    learner = coach.seats[0]
    setup = Setup(SCENARIO, tuple(SideSetup(seat, {}) for seat in coach.seats))
    options = {agreed.LESSON: {"key": coach.key, "at": 0}, "watch": {"who": "none"}, "odds": coach.odds}
    drive = setting_up.lay(
        system, setup, {seat: "person" if seat == learner else "bot" for seat in coach.seats}, options, guest,
        place=place,
    )  # fmt: skip
    drive.coach = coach
    for seat, row in drive.seats.items():
        row |= {"guest_id": guest, "name": name} if seat == learner else {"name": ""}
    return drive


def begin(drive: Drive, at: int) -> None:
    """Play has begun and has come to this beat on the right way, as far as the lesson goes."""
    drive.tell("engine.committed", say.COMMITTED, commit=commitment(bytes.fromhex(drive.row["seed"])))
    coaching.keep(drive, 0)
    by_itself.begin(drive)
    while (now := coaching.at_of(drive)) < at and drive.coach and now < drive.coach.beats:
        if no := read_on(drive) if coaching.reads(drive) else do(drive):
            raise RuntimeError(f"lesson {drive.coach.key} does not go on: {no}")


def read_on(drive: Drive) -> Refusal | None:
    """The learner reads on, and what follows has followed."""
    if not coaching.reads(drive):
        return refuse("lesson.asks", say.TAUGHT)
    coaching.go_on(drive)
    by_itself.follow_up(drive)
    return None


def do(drive: Drive) -> Refusal | None:
    """What is wanted of the learner is done."""
    wanted = coaching.wanted(drive)
    if wanted is None:
        return refuse("lesson.asks-nothing", say.TAUGHT)
    return by_itself.answer(drive, *wanted, "person")
