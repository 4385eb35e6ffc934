"""Who has sat down at the battle of a campaign, which is laid while its players are elsewhere: no clock runs before.

A clock starts when all have sat down, or at the time the campaign has set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import to_builtins
from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.games import setting_up
from app.games.agreed import CAMPAIGN, Battle, is_of_campaign, read
from app.games.at_table import is_bot
from app.games.drive import Drive
from app.games.mailbox import Mailbox
from app.games.results import Accepted, GameId, Result

Here = Callable[[Seat], bool]
"""Whether the player of a seat has the table open."""


def battle_of(drive: Drive) -> Battle | None:
    """What a table knows of the campaign whose battle it is."""
    return read(drive.row.get("options")).campaign if is_of_campaign(drive.row) else None


def awaited(drive: Drive, now: int) -> tuple[Seat, ...]:
    """The seats whose players are yet to sit down before clocks run; none where they run."""
    battle = battle_of(drive)
    if battle is None or battle.sat is None or 0 < battle.starts <= now:
        return ()
    return tuple(seat for seat in drive.seats if not is_bot(drive, seat) and seat not in battle.sat)


def is_absent(drive: Drive, seat: Seat) -> bool:
    """Whether the player of a seat has never come to the table."""
    battle = battle_of(drive)
    return battle is not None and battle.sat is not None and seat not in battle.sat


def rise(drive: Drive, here: Here, now: int) -> None:
    """Who has the table open no more has not sat down while a live clock waits: all are to be there when it starts."""
    battle = battle_of(drive)
    if battle is None or not battle.sat or not awaited(drive, now) or read(drive.row["options"]).clock.kind != "live":
        return
    note(drive, replace(battle, sat=tuple(seat for seat in battle.sat if here(Seat(seat)))))


def sit(drive: Drive, seats: Iterable[Seat]) -> None:
    """The players of these seats have sat down."""
    battle = battle_of(drive)
    new = [seat for seat in seats if battle and battle.sat is not None and seat not in battle.sat]
    if battle and battle.sat is not None and new:
        note(drive, replace(battle, sat=(*battle.sat, *new)))


async def start_at(mailbox: Mailbox, game: GameId, starts: int) -> Result:
    """The clocks of a battle that waits for its players run at this time at the latest, if the old one is not past."""

    async def act(drive: Drive) -> Result | Refusal | None:
        battle, now = battle_of(drive), mailbox.time.wall()
        if battle is None or not awaited(drive, now) or battle.starts == starts:
            return Accepted(drive.version)
        note(drive, replace(battle, starts=starts))
        return None

    return await mailbox.act(game, "seats", act)


async def call_bot(mailbox: Mailbox, game: GameId, seat: Seat, calls: int = 0) -> Result:
    """A bot answers for this seat, which is asked so often by its campaign: once each time, as who comes back stays.

    ``calls`` 0: however often it was asked, as nobody leads this side any more.
    """

    async def act(drive: Drive) -> Result | Refusal | None:
        battle = battle_of(drive)
        if battle is None or drive.status == "over" or (calls and battle.led.get(seat, 0) >= calls):
            return Accepted(drive.version)
        if calls:
            note(drive, replace(battle, led={**battle.led, seat: calls}))
        if not is_bot(drive, seat):
            setting_up.stand_in(drive, seat, True)
        return None

    return await mailbox.act(game, "seats", act)


def note(drive: Drive, battle: Battle) -> None:
    """This is what the table knows from now on."""
    drive.row["options"] = {**(drive.row.get("options") or {}), CAMPAIGN: to_builtins(battle)}
