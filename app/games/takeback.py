"""Going back behind the fence, which takes the consent of the others (``consent.py``).

A take-back that is asked for lapses when a person answers, whoever it is: he plays on.  What a bot answers, for a seat
of its own or standing in, or the clock, leaves it open: else a bot could refuse for a person.
"""

from __future__ import annotations

from app.aside import aside
from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.games import consent, rerun, wishes
from app.games import sentences as say
from app.games.checks import RuleCrash, guarded
from app.games.dice import seen
from app.games.drive import Drive
from app.games.results import TAKE_BACK, Motion
from app.store import Store, games
from app.store.games import Saved

NONE = refuse("takeback.none", say.TAKEN_BACK)
OUTGROWN = refuse("takeback.outgrown", say.TAKEN_BACK)


async def ask(drive: Drive, store: Store, seat: Seat, by: str | None = None) -> Refusal | None:
    """The others are asked, of a side led by several its general too; with nobody to ask the game has gone back."""
    if drive.coach:
        return refuse("undo.lesson", say.TAUGHT)
    if consent.pending(drive, TAKE_BACK):
        return await settle(drive, store) if consent.carried(drive, TAKE_BACK) else consent.PENDING
    last = await store.look(games.last_answer, drive.id, seat)
    if last is None:
        return NONE
    if await is_outgrown(drive, await store.look(games.load, drive.id, last["seq"] - 1), last["seq"]):
        return OUTGROWN
    shown = seen(await store.look(games.after, drive.id, last["seq"]))
    guest = by or drive.seats[seat]["guest_id"]
    consent.move(drive, Motion(
        seat=seat, mover=guest, tape_seq=last["seq"], version=drive.version, throws=shown["throws"],
        secrets=shown["secrets"],
    ))  # fmt: skip
    for other, row in drive.seats.items():
        if not consent.is_a_persons(row) and other != seat:
            drive.tell("engine.takeback-bot", say.TAKEN_BACK, seat=other)
    await settle(drive, store)
    return None


async def reply(drive: Drive, store: Store, seat: Seat, yes: bool) -> Refusal | None:
    """The seat has agreed or refused; with the last consent the game has gone back."""
    if no := consent.reply(drive, TAKE_BACK, seat, yes):
        return no
    await settle(drive, store)
    return None


async def settle(drive: Drive, store: Store) -> Refusal | None:
    """If all have agreed, the game goes back to just before the answer that is taken back: once it is played on."""
    asked = consent.carried(drive, TAKE_BACK)
    if asked is None or drive.status != "playing":
        return None
    saved = await store.look(games.load, drive.id, asked.tape_seq - 1)
    assert saved is not None
    if await is_outgrown(drive, saved, asked.tape_seq):
        drive.lapse(TAKE_BACK)
        drive.tell("engine.takeback-outgrown", say.TAKEN_BACK, seat=asked.seat)
        return None
    later = await store.look(games.after, drive.id, asked.tape_seq)
    await guarded(RuleCrash(asked.seat, "take-back"), lambda: drive.go_back(asked.seat, asked.tape_seq, saved, later))
    wishes.forget(drive)
    return None


async def is_outgrown(drive: Drive, saved: Saved | None, seq: int) -> bool:
    """Whether the rules have changed since, so that what was played before this tape entry comes out otherwise."""
    return saved is not None and await aside(lambda: rerun.is_outgrown(drive.system, saved, seq))
