"""Bots that think, beside the event loop, in processes of their own and under a budget."""

from __future__ import annotations

import logging
from collections.abc import Callable
from hashlib import blake2b

import msgspec

from app.bots.ending import Ends
from app.bots.levels import LEVELS, USUAL
from app.engine.events import Seat
from app.engine.judgement import judgement_of
from app.games.drive import Drive
from app.games.minds_worker import Found, Position, end, work
from app.games.processes import Processes

log = logging.getLogger(__name__)
PROCESSES, QUEUE = 1, 24
"""How many bots of a process of ours think at one time, and how many wait; the others answer by lot."""
SECONDS = {"novice": 0.5, "veteran": 2.0, "master": 5.0}
"""Of a processor, what each level has for an answer; then it takes the best it has found."""
LONGEST = 60.0
"""Seconds after which an answer is not waited for any more."""


def position_of(drive: Drive, seat: Seat) -> Position | None:
    """What a bot that has this seat is to think about; ``None`` where there is but one answer, or its system does
    not say how."""
    session = drive.live
    question = session.question(seat)
    if question is None or judgement_of(drive.system) is None or question.domain.only() is not None:
        return None
    return posed(drive, seat, level_of(drive, seat), seed_of(drive))


def posed(drive: Drive, seat: Seat, level: str, seed: str) -> Position:
    """The question of a seat, to be thought about at a level."""
    session = drive.live
    state, tape = msgspec.msgpack.encode(session.start.state), msgspec.msgpack.encode(session.tape)
    return Position(drive.system.key, session.start.phase, state, tape, seat, level, seed, SECONDS[level])


def seed_of(drive: Drive) -> str:
    """What the bots of a game draw from: nobody can know it before the seed of the dice is shown, or foresee them."""
    return blake2b(f"bots {drive.id} {drive.row['seed']}".encode(), digest_size=16).hexdigest()


def level_of(drive: Drive, seat: Seat) -> str:
    """How well the bot of a seat plays: as the table agreed; a stand-in as is usual."""
    said = (drive.row.get("options") or {}).get("bots")
    return said if said in LEVELS and drive.seats[seat]["kind"] == "bot" else USUAL


class Minds:
    """What the bots of a process think with.  ``processes``: 0 where they do not."""

    def __init__(self, processes: int = PROCESSES) -> None:
        self._pool, self.room = Processes(processes), QUEUE if processes else 0

    @property
    def is_calm(self) -> bool:
        """Whether half of the places are free: what else is thought here leaves the others to bots."""
        return self.room > QUEUE // 2

    async def think(self, position: Position) -> Found | None:
        """What was found; ``None`` if too many think already or it cannot be done."""
        found = await self.send(work, msgspec.msgpack.encode(position))
        return None if found is None else msgspec.msgpack.decode(found, type=Found)

    async def end(self, position: Position) -> Ends:
        """How the seat of a position would end its battle; not at all if too many think already."""
        found = await self.send(end, msgspec.msgpack.encode(position))
        return Ends() if found is None else msgspec.msgpack.decode(found, type=Ends)

    async def send(self, work: Callable[[bytes], bytes], packed: bytes) -> bytes | None:
        """What such work came to; ``None`` if too many think already or it cannot be done."""
        if self.room < 1:
            return None
        self.room -= 1
        try:
            return await self._pool.send(work, packed, LONGEST)
        except Exception:  # whatever breaks there, the game goes on
            log.warning("a bot did not come to an answer", exc_info=True)
            return None
        finally:
            self.room += 1

    async def close(self) -> None:
        """Nobody thinks any more."""
        await self._pool.close()
