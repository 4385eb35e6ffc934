"""Draws: offered by a person or a bot, and agreed to by all others; a bot goes by how its seat stands.

An offer lapses when a person answers.  There is none in a lesson, nor in a battle of a campaign, which its rules alone
end.
"""

from __future__ import annotations

from app.bots.ending import DRAW as SAID
from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.engine.turns import counts_turns
from app.games import agreed, consent, hands
from app.games import sentences as say
from app.games.checks import closed
from app.games.drive import Drive
from app.games.mailbox import Mailbox
from app.games.motions import settle
from app.games.results import DRAW, GameId, Motion, Result
from app.store import Store, past

ASKED = "engine.draw-asked"


class Drawing:
    """That part of the service of hosted games."""

    store: Store
    mailbox: Mailbox

    async def draw_ask(self, game: GameId, seat: Seat, guest: str | None = None) -> Result:
        """The seat offers all others a draw; with nobody to ask the battle has ended."""

        async def act(drive: Drive) -> Result | Refusal | None:
            if no := closed(drive) or refuse_game(drive) or await self._often(drive, seat):
                return no
            if consent.pending(drive, DRAW) is None and not hands.resolved(drive, seat, guest, hands.OFFER):
                return None
            mover = drive.seats[seat]["guest_id"]
            if no := consent.move(drive, Motion(kind="draw", seat=seat, mover=mover, version=drive.version)):
                return no
            hands.ask_anew(drive)
            await settle(drive, self.store)
            return None

        return await self.mailbox.by_seat(game, "events", seat, guest, act)

    async def _often(self, drive: Drive, seat: Seat) -> Refusal | None:
        """Why a seat may not offer a draw again in this turn, or so soon."""
        last = await self.store.look(past.last_body, drive.id, ASKED, seat)
        every = SAID["every" if consent.is_its_own(drive, seat) else "person"]
        now = consent.round_of(drive)
        if last is None or now - int(last["turn"]) not in range(every):
            return None
        if not counts_turns(drive.live.state):
            return refuse("draw.soon", say.DREW, seat=seat)
        return refuse("draw.often", say.DREW, seat=seat, turn=last["turn"], next=last["turn"] + every, now=now)


def refuse_game(drive: Drive) -> Refusal | None:
    """Why no draw is agreed in a game."""
    if agreed.is_lesson(drive.row) or agreed.is_of_campaign(drive.row):
        return refuse("draw.never", say.DREW)
    return None


def owed_by(drive: Drive) -> tuple[Seat, Motion] | None:
    """A seat that answers for itself and is offered a draw now, and that offer."""
    motion = consent.pending(drive, DRAW) if drive.status == "playing" else None
    if motion is None:
        return None
    seats = (seat for seat in consent.missing(drive, motion) if consent.is_its_own(drive, seat))
    return next(((seat, motion) for seat in seats), None)
