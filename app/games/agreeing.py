"""What the people at a table ask of each other, and what ends their say in it."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.games import consent, hands, leading, setting_up, takeback
from app.games.checks import closed
from app.games.drive import Drive
from app.games.mailbox import Mailbox
from app.games.motions import settle
from app.games.results import DRAW, TAKE_BACK, Accepted, GameId, Result, What
from app.store import Store


class Agreeing:
    """That part of the service of hosted games."""

    store: Store
    mailbox: Mailbox

    async def takeback_ask(self, game: GameId, seat: Seat, guest: str | None = None) -> Result:
        """The others are asked to let the seat's last answer be taken back, dice and all; bots are not asked."""

        async def act(drive: Drive) -> Result | Refusal | None:
            return closed(drive) or await takeback.ask(drive, self.store, seat, guest)

        return await self.mailbox.by_seat(game, "events", seat, guest, act)

    async def takeback_answer(self, game: GameId, seat: Seat, yes: bool, guest: str | None = None) -> Result:
        """The seat has agreed or not; when all have agreed the game goes back."""
        return await self.consent(game, seat, yes, TAKE_BACK, guest)

    async def consent(self, game: GameId, seat: Seat, yes: bool, kind: str = "", guest: str | None = None) -> Result:
        """The seat has agreed to what is asked of the table, or not.

        ``kind``: to what, a take-back if nothing is said; with ``@`` and a version: to what was asked then, so that
        nobody agrees to something else that has been asked meanwhile.
        """

        async def act(drive: Drive) -> Result | Refusal | None:
            about, _, number = (kind or TAKE_BACK).partition("@")
            if (no := closed(drive)) and (drive.status != "paused" or about == DRAW):
                return no
            motion = consent.pending(drive, about)
            if number and (motion is None or number != str(motion.version)):
                return consent.NOT_ASKED
            if motion and not yes and guest == motion.mover and hands.leader_of(drive, seat, guest):
                if no:
                    return no
                consent.withdraw(drive, motion)
                return None
            if about != DRAW and (only := hands.refuse_other(drive, seat, guest)):
                return only
            if motion and about == DRAW and not hands.resolved(drive, seat, guest, hands.DRAW, yes):
                return None
            if about == TAKE_BACK:
                return no or await takeback.reply(drive, self.store, seat, yes)
            if no := consent.reply(drive, about, seat, yes):
                return no
            await settle(drive, self.store)
            return None

        what: What = "events" if (kind or TAKE_BACK).startswith(TAKE_BACK) else "resync"
        return await self.mailbox.by_seat(game, what, seat, guest, act)

    async def leave(self, game: GameId, seat: Seat, guest: str) -> Result:
        """Whoever holds the seat is gone for good: a bot plays it, and nobody waits for his consent."""

        async def act(drive: Drive) -> Result | Refusal | None:
            one = hands.leader_of(drive, seat, guest)
            if drive.status == "over" or (one is None and drive.seats[seat]["gone"]):
                return Accepted(drive.version)
            if one:
                leading.leave(drive, seat, one)
                return None
            if leading.follow(drive, seat):
                return None
            setting_up.stand_in(drive, seat, True, gone=True)
            await settle(drive, self.store)
            return None

        return await self.mailbox.by_seat(game, "resync", seat, guest, act)
