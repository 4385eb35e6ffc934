"""What takes the consent of the others at a table: going back behind the fence, more eyes on what is hidden.

Consent is a person's.  Whoever holds a seat must agree himself, there or not: a bot that stands in for him neither
agrees nor refuses, and what is asked waits for him.  Only a seat that is a bot's from the beginning, or for good, is
not asked: its holder gave up or left.  Of a draw it is asked too: that ends its own battle.
"""

from __future__ import annotations

from msgspec.structs import replace

from app.bots.ending import DRAW as SAID
from app.engine.events import Seat
from app.engine.refusals import Clause, Fact, Refusal, refuse
from app.engine.turns import counts_turns
from app.games import sentences as say
from app.games.drive import Drive
from app.games.in_bulk import turn_of
from app.games.results import COUNSEL, DRAW, TAKE_BACK, UMPIRE, Motion
from app.store.db import Row

PENDING = refuse("takeback.pending", say.TAKEN_BACK)
PENDINGS = {
    TAKE_BACK: PENDING, UMPIRE: refuse("consent.pending", say.UMPIRE),
    COUNSEL: refuse("counsel.pending", say.COUNSELLED), DRAW: refuse("draw.pending", say.DREW),
}  # fmt: skip
NOT_ASKED = refuse("takeback.not-asked", say.TAKEN_BACK)
EVENTS: dict[str, tuple[str, Clause]] = {
    TAKE_BACK: ("takeback", say.TAKEN_BACK), UMPIRE: ("umpire", say.UMPIRE), COUNSEL: ("counsel", say.COUNSELLED),
    DRAW: ("draw", say.DREW),
}  # fmt: skip
"""How the events of each kind of motion are called, and its clause."""


def is_a_persons(row: Row) -> bool:
    """Whether a seat is held by somebody who has not left it for good."""
    return row["kind"] != "bot" and row["guest_id"] is not None and not row.get("gone")


def must_agree(drive: Drive, mover: str | None) -> list[Seat]:
    """The seats whose consent counts: those of all other people."""
    return [seat for seat, row in drive.seats.items() if is_a_persons(row) and row["guest_id"] != mover]


def missing(drive: Drive, motion: Motion) -> list[Seat]:
    """The seats that have yet to agree; a bot too where the battle is to end."""
    bots = [seat for seat in drive.seats if motion.kind == DRAW and is_its_own(drive, seat) and seat != motion.seat]
    asked = {*must_agree(drive, motion.mover), *bots}
    return [seat for seat in drive.seats if seat in asked and seat not in motion.agreed]


def is_its_own(drive: Drive, seat: Seat) -> bool:
    """Whether a seat is a bot's from the beginning or for good, and answers for itself."""
    return not is_a_persons(drive.seats[seat])


def pending(drive: Drive, kind: str) -> Motion | None:
    """What of this kind is being asked."""
    return next((motion for motion in drive.motions if motion.kind == kind), None)


def move(drive: Drive, motion: Motion) -> Refusal | None:
    """The others are asked, all are told; or of this kind something is asked already, by another or of the same."""
    if asked := pending(drive, motion.kind):
        if motion.kind == TAKE_BACK or asked.mover != motion.mover or asked.guest == motion.guest:
            return PENDINGS[motion.kind]
        withdraw(drive, asked)
    drive.motions = (*drive.motions, motion)
    _tell(drive, motion, "asked", motion.seat)
    return None


def withdraw(drive: Drive, motion: Motion) -> None:
    """Nobody is asked for this any more, and all are told."""
    drive.lapse(motion.kind)
    _tell(drive, motion, "withdrawn", motion.seat)


def reply(drive: Drive, kind: str, seat: Seat, yes: bool) -> Refusal | None:
    """The seat has agreed, or refused and nobody is asked any more; who moved it may say no more of it."""
    motion = pending(drive, kind)
    if motion is None:
        return NOT_ASKED
    if not yes and is_movers(drive, motion, seat):
        withdraw(drive, motion)
        return None
    if seat not in missing(drive, motion):
        return NOT_ASKED
    drive.lapse(kind)
    _tell(drive, motion, "agreed" if yes else "refused", seat)
    if yes:
        agreed = {*motion.agreed, seat, *_seats_of(drive, drive.seats[seat]["guest_id"])}
        drive.motions = (*drive.motions, replace(motion, agreed=tuple(at for at in drive.seats if at in agreed)))
    return None


def _seats_of(drive: Drive, guest: str | None) -> list[Seat]:
    """All seats of one person, who agrees for all of them at once."""
    return [] if guest is None else [seat for seat, row in drive.seats.items() if row["guest_id"] == guest]


def is_movers(drive: Drive, motion: Motion, seat: Seat) -> bool:
    """Whether this seat is of whoever moved it."""
    return motion.mover is not None and drive.seats[seat]["guest_id"] == motion.mover


def carried(drive: Drive, kind: str) -> Motion | None:
    """What all have agreed to, if they have."""
    motion = pending(drive, kind)
    return motion if motion and not missing(drive, motion) else None


def round_of(drive: Drive) -> int:
    """The turn by which draws are counted; where the system counts none, so much of what was told is one."""
    if counts_turns(drive.live.state):
        return turn_of(drive)
    return drive.version // int(SAID["told"])


def _tell(drive: Drive, motion: Motion, what: str, seat: Seat) -> None:
    name, clause = EVENTS[motion.kind]
    facts: dict[str, Fact] = {"who": motion.who, "by": motion.by} if motion.kind == UMPIRE else {}
    facts |= {"turn": round_of(drive)} if motion.kind == DRAW else {}
    drive.tell(f"engine.{name}-{what}", clause, seat=seat, **facts)
