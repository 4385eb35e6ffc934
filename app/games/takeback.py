"""Going back behind the fence, which takes the consent of the others."""

from __future__ import annotations

import msgspec

from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.games import sentences as say
from app.games.checks import RuleCrash, guarded
from app.games.drive import Drive
from app.games.results import TakeBack
from app.store import Store, games

NONE = refuse("takeback.none", say.TAKEN_BACK)
PENDING = refuse("takeback.pending", say.TAKEN_BACK)
NOT_ASKED = refuse("takeback.not-asked", say.TAKEN_BACK)


def must_agree(drive: Drive, asker: Seat) -> list[Seat]:
    """The seats whose consent counts: other people, not bots, not the asker's own other seats."""
    guest = drive.seats[asker]["guest_id"]
    return [
        seat
        for seat, row in drive.seats.items()
        if row["kind"] != "bot" and not row["stand_in"] and row["guest_id"] != guest and seat != asker
    ]


async def ask(drive: Drive, store: Store, seat: Seat) -> Refusal | None:
    """The others are asked; with nobody to ask the game has gone back."""
    if drive.takeback:
        return PENDING
    last = await store.look(games.last_answer, drive.id, seat)
    if last is None:
        return NONE
    drive.takeback = TakeBack(seat=seat, tape_seq=last["seq"], version=drive.version)
    drive.tell("engine.takeback-asked", say.TAKEN_BACK, seat=seat)
    await settle(drive, store)
    return None


async def reply(drive: Drive, store: Store, seat: Seat, yes: bool) -> Refusal | None:
    """The seat has agreed or refused; with the last consent the game has gone back."""
    asked = drive.takeback
    if asked is None or seat not in must_agree(drive, asked.seat) or seat in asked.agreed:
        return NOT_ASKED
    if not yes:
        drive.takeback = None
        drive.tell("engine.takeback-refused", say.TAKEN_BACK, seat=seat)
        return None
    drive.takeback = msgspec.structs.replace(asked, agreed=(*asked.agreed, seat))
    drive.tell("engine.takeback-agreed", say.TAKEN_BACK, seat=seat)
    await settle(drive, store)
    return None


async def settle(drive: Drive, store: Store) -> None:
    """If all have agreed, the game goes back to just before the answer that is taken back."""
    asked = drive.takeback
    if asked is None or set(must_agree(drive, asked.seat)) - set(asked.agreed):
        return
    saved = await store.look(games.load, drive.id, asked.tape_seq - 1)
    assert saved is not None
    later = await store.look(games.after, drive.id, asked.tape_seq)
    await guarded(RuleCrash(asked.seat, "take-back"), lambda: drive.go_back(asked.seat, asked.tape_seq, saved, later))
