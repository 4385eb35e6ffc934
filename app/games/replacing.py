"""A player of a game in play is replaced; the seat's bytes for the dice stay what they were."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.games import agreed, leading
from app.games import sentences as say
from app.games.access import Standing
from app.games.checks import closed
from app.games.drive import Drive
from app.games.lines import one_line
from app.games.mailbox import Mailbox
from app.games.results import GameId, Result, Unknown
from app.games.seats import Guest, clean_name
from app.games.setting_up import BOT
from app.games.umpire import Umpire, holds_seat, refuse_text
from app.store import Store, past, umpires
from app.store.db import Row


class Replacing:
    """Seats that change hands by an umpire's leave."""

    def __init__(self, mailbox: Mailbox, store: Store, umpire: Umpire) -> None:
        self._mailbox, self._store, self._umpire = mailbox, store, umpire

    async def by_bot(self, game: GameId, by: Guest, seat: Seat, reason: str) -> Result:
        """A bot plays the seat from now on."""
        return await self._replace(game, by, seat, {"kind": "bot", "guest_id": None, "name": BOT}, reason)

    async def by_guest(self, game: GameId, by: Guest, seat: Seat, guest: str, name: str, reason: str) -> Result:
        """This guest plays the seat from now on."""
        given: Row = {"kind": "person", "guest_id": guest, "name": clean_name(name)}
        return await self._replace(game, by, seat, given, reason)

    async def by_link(self, game: GameId, seat: Seat, guest: str, name: str, reason: str, turn: str) -> Result:
        """The same, by a link that an umpire gave out: its signature was checked.  ``turn``: what it was made for.

        Of several who open it at once the first has the seat; it is of no use after that.
        """
        given: Row = {"kind": "person", "guest_id": guest, "name": clean_name(name)}
        return await self._replace(game, None, seat, given, reason, turn)

    async def turn(self, game: GameId, seat: Seat) -> str:
        """What a link to a seat is made for: it holds until the seat changes hands."""
        async with self._mailbox.enter(game) as drive:
            return await self._turn(drive, seat) if drive else ""

    async def _turn(self, drive: Drive, seat: Seat) -> str:
        if seat not in drive.seats:
            return ""
        changed = await self._store.look(umpires.replaced, drive.id, seat)
        return f"{drive.seats[seat]['guest_id'] or drive.seats[seat]['kind']} {changed}"

    async def _replace(
        self, game: GameId, by: Guest | None, seat: Seat, given: Row, reason: str, turn: str = ""
    ) -> Result:
        async def act(drive: Drive) -> Result | Refusal | None:
            if by is not None and (no := await self._umpire.refuse(drive, by)):
                return no
            if seat not in drive.seats:
                return Unknown("seat")
            if by is None and turn != await self._turn(drive, seat):
                return refuse("umpire.link-spent", say.REPLACED)
            if no := refuse_text(reason) or await self._refuse(drive, seat, given):
                return no
            put(drive, seat, given, one_line(reason))
            return None

        return await self._mailbox.act(game, "seats", act)

    async def _refuse(self, drive: Drive, seat: Seat, given: Row) -> Refusal | None:
        guest = str(given["guest_id"] or "")
        if drive.status not in ("playing", "paused"):
            return closed(drive)
        if not guest and agreed.is_of_campaign(drive.row):
            return refuse("umpire.bot-campaign", say.REPLACED)
        if not guest:
            return refuse("umpire.is-bot", say.REPLACED) if drive.seats[seat]["kind"] == "bot" else None
        if not given["name"]:
            return refuse("table.name", say.SEATED)
        if holds_seat(drive, guest):
            return refuse("umpire.seated", say.REPLACED, who=str(given["name"]))
        who = Standing(roles=tuple(await self._store.look(past.roles_of, drive.id, guest)))
        return refuse("umpire.own-game", say.UMPIRE) if who.has_looked else None


def put(drive: Drive, seat: Seat, given: Row, reason: str) -> None:
    """Somebody else, or a bot, has the seat; what was agreed to is void."""
    row = drive.seats[seat]
    old = row["name"]
    changed = {**given, "stand_in": False, "gone": False}
    leading.remember(drive, seat, row["guest_id"])
    row |= changed
    drive.change.seats[seat] = {**drive.change.seats.get(seat, {}), **changed}
    drive.motions = ()
    leading.uninvite(drive, seat)
    if not given["guest_id"] and row.get("leaders"):
        leading.put(drive, seat, ())
    if given["guest_id"]:
        agreed.note(drive.row, agreed.OPENED, None)
    drive.tell("engine.replaced", say.REPLACED, seat=seat, who=given["name"], old=old, reason=reason)
