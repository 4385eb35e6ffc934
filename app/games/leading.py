"""Who leads a side with its general (ENG-SEA-05): they come by his link, he offers parts, each agrees to his own."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from hmac import compare_digest
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from app.aside import aside
from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.games import agreed, leaders, parts
from app.games import sentences as say
from app.games.access import Standing
from app.games.checks import RuleCrash, closed, guarded
from app.games.drive import Drive
from app.games.hands import guests_asked, name_of, number_of, played_on, refuse_other
from app.games.leaders import GENERAL, Leader
from app.games.mailbox import Mailbox
from app.games.results import Accepted, GameId, GameInfo, Result, Unknown
from app.games.rooms import Rooms
from app.games.seats import Guests, clean_name, new_id, now
from app.games.wishes import BULK, OFFER, REST, wish, wish_of
from app.store import Store, bonds, past, umpires
from app.store import leaders as rows

HAS_LED = "led-"
INVITED, LAST_LED = "lead", "led"
"""What a seat keeps for itself: the word of its invitation, and the last number of a leader."""
SECONDS = 60
"""So long somebody has to be away before a comrade may answer for him, where the table does not say."""
log = logging.getLogger(__name__)
Absent = Callable[[str, str], float]
"""For how many seconds somebody has had a table closed; nought while he is there."""


class Led(Struct, frozen=True, kw_only=True):
    """A side as those see it who lead it: its general's name, its other leaders, and what may be dealt.

    ``me``: the number of whoever looks.  ``word``: by which leaders are invited now, if they are.
    """

    seat: Seat
    general: str
    me: int
    leaders: tuple[Leader, ...] = ()
    parts: tuple[str, ...] = ()
    word: str = ""


def put(drive: Drive, seat: Seat, led: Sequence[Leader]) -> None:
    """These lead the side from now on, beside its general; what it answers in bulk is not wished any more."""
    stored = [
        {"number": one.number, "guest_id": one.guest, "name": one.name, "part": list(one.part),
         "offered": None if one.offered is None else list(one.offered), "since": one.since}
        for one in led
    ]  # fmt: skip
    remain = {str(drive.seats[seat]["guest_id"]), *(one.guest for one in led)}
    for gone in (one for one in leaders.leaders_of(drive.seats[seat]) if one.guest not in remain):
        remember(drive, seat, gone.guest)
    drive.seats[seat]["leaders"] = tuple(stored)
    drive.change.beside.append(lambda db: rows.put(db, drive.id, seat, stored))
    for what in (REST, OFFER, BULK):
        wish(drive, seat, what, "")
    played_on(drive, seat)


def remember(drive: Drive, seat: Seat, guest: str | None) -> None:
    """Who has seen what a side of a game that has begun sees leads no other side of it."""
    if guest and drive.session is not None:
        drive.change.beside.append(lambda db: umpires.look(db, drive.id, guest, role_of(seat), now()))


def role_of(seat: Seat) -> str:
    """What somebody is to a game who has led this side of it."""
    return f"{HAS_LED}{seat}"[:12]


class Leading:
    """That part of the service of hosted games."""

    store: Store
    mailbox: Mailbox
    guests: Guests
    _rooms: Rooms
    absent: Absent

    def away_of(self, drive: Drive, seat: Seat) -> tuple[str, ...]:
        """For whom of a side a comrade may answer: they have been away for as long as the table says."""
        seconds = agreed.read(drive.row.get("options")).stand_in_seconds or SECONDS
        return tuple(one for one in people_of(drive.seats[seat]) if self.absent(drive.id, one) >= seconds)

    def refuse_bot(self, drive: Drive, seat: Seat, guest: str | None) -> Refusal | None:
        """Why somebody of a side may not let a bot play it: he is not its general, or others are there."""
        if guest is None:
            return None
        if no := refuse_other(drive, seat, guest):
            return no
        away, led = self.away_of(drive, seat), leaders.leaders_of(drive.seats[seat])
        there = next((one for one in led if one.guest not in away), None)
        return refuse("lead.there", say.LED, who=there.name) if there else None

    async def hands_asked(self, info: GameInfo) -> dict[str, tuple[str, ...]]:
        """Of each side that several lead and that is asked, who of them may answer."""
        led = [one.seat for one in info.seats if one.leaders]
        if not led:
            return {}
        async with self._rooms.enter(info.id) as drive:
            if drive is None:
                return {}
            return {seat: await guests_asked(drive, seat) for seat in led if drive.question(seat)}

    def key_of(self, game: GameId, seat: Seat, word: str) -> str:
        """What only the link of an invitation holds."""
        return self.guests.id_after(f"lead {game} {seat} {word}")

    async def led(self, game: GameId, seat: Seat, guest: str) -> Led | None:
        """The side of a seat as one of its leaders sees it; ``None`` for everybody else."""
        async with self._rooms.enter(game) as drive:
            row = drive.seats.get(seat) if drive else None
            me = number_of(row, guest) if row and guest else None
            if drive is None or row is None or me is None:
                return None
            word = wish_of(drive, seat, INVITED) if me == GENERAL else ""
            return Led(
                seat=seat, general=row["name"], me=me, leaders=leaders.leaders_of(row),
                parts=await dealt(drive, seat), word=word,
            )  # fmt: skip

    async def lead_invite(self, game: GameId, seat: Seat, on: bool, guest: str) -> Result:
        """The general has a link by which others come to lead with him, a new one each time; or none holds any more."""

        async def act(drive: Drive) -> Result | Refusal | None:
            if no := refuse_other(drive, seat, guest) or ended(drive):
                return no
            wish(drive, seat, INVITED, new_id() if on else "")
            return None

        return await self.mailbox.by_seat(game, "sealed", seat, guest, act)

    async def may_lead(self, game: GameId, seat: Seat, key: str) -> bool:
        """Whether a link leads to a side now."""
        async with self._rooms.enter(game) as drive:
            return bool(drive and seat in drive.seats and self._is_link(drive, seat, key))

    def _is_link(self, drive: Drive, seat: Seat, key: str) -> bool:
        word = wish_of(drive, seat, INVITED)
        return bool(word) and keys_match(key, self.key_of(GameId(drive.id), seat, word))

    async def lead(self, game: GameId, seat: Seat, key: str, guest: str, name: str) -> Result:
        """Whoever came by the link leads with the general: nothing yet, until a part is offered and agreed to."""

        async def act(drive: Drive) -> Result | Refusal | None:
            row = drive.seats.get(seat)
            if row is None or not self._is_link(drive, seat, key):
                return refuse("lead.link", say.LED)
            if number_of(row, guest) is not None:
                return Accepted(drive.version)
            if no := await self._refuse_lead(drive, row, guest, name):
                return no
            led = leaders.leaders_of(row)
            number = 1 + int(wish_of(drive, seat, LAST_LED) or 0)
            wish(drive, seat, LAST_LED, str(number))
            put(drive, seat, (*led, Leader(number=number, guest=guest, name=clean_name(name), since=now())))
            drive.tell("engine.lead-joined", say.LED, seat=seat, who=clean_name(name))
            return None

        return await self.mailbox.act(game, "seats", act)

    async def _refuse_lead(self, drive: Drive, row: dict[str, Any], guest: str, name: str) -> Refusal | None:
        """Why somebody may not lead with the holder of this seat."""
        if any(number_of(other, guest) is not None for other in drive.seats.values()):
            return refuse("lead.sits", say.LED)
        who = Standing(roles=tuple(await self.store.look(past.roles_of, drive.id, guest)))
        if who.has_looked or "out" in who.roles:
            return refuse("umpire.own-game", say.UMPIRE)
        if any(one.startswith(HAS_LED) and one != role_of(row["seat"]) for one in who.roles):
            return refuse("lead.was", say.LED)
        people = [one for other in drive.seats.values() for one in people_of(other)]
        if await self.store.look(bonds.blocked, guest, people):
            return refuse("lead.link", say.LED)
        if len(row.get("leaders", ())) >= leaders.MOST:
            return refuse("lead.most", say.LED, most=leaders.MOST)
        return ended(drive) or (None if clean_name(name) else refuse("table.name", say.SEATED))

    async def lead_offer(self, game: GameId, seat: Seat, number: int, part: Sequence[str], guest: str) -> Result:
        """The general would have this leader lead these parts, and no others; they are his once he agrees."""

        async def act(drive: Drive) -> Result | Refusal | None:
            if no := refuse_other(drive, seat, guest) or ended(drive):
                return no
            led = {one.number: one for one in leaders.leaders_of(drive.seats[seat])}
            if number not in led:
                return Unknown("leader")
            wanted = tuple(dict.fromkeys(part))
            if no := await guarded(RuleCrash(seat, "deal"), lambda: refuse_part(drive, seat, number, wanted)):
                return no
            led[number] = replace(led[number], offered=wanted)
            put(drive, seat, tuple(led.values()))
            drive.tell("engine.lead-offered", say.LED, seen_by=[seat], who=led[number].name, n=len(wanted))
            return None

        return await self.mailbox.by_seat(game, "seats", seat, guest, act)

    async def lead_agree(self, game: GameId, seat: Seat, yes: bool, guest: str) -> Result:
        """The leader agrees to lead what he was offered, or goes on as it was."""

        async def act(drive: Drive) -> Result | Refusal | None:
            number, led = number_of(drive.seats[seat], guest), leaders.leaders_of(drive.seats[seat])
            one = next((one for one in led if one.number == number), None)
            if one is None or one.offered is None:
                return refuse("lead.nothing", say.LED)
            refused = partial(refuse_part, drive, seat, one.number, one.offered)
            if yes and (no := await guarded(RuleCrash(seat, "deal"), refused)):
                return no
            new = replace(one, part=one.offered if yes else one.part, offered=None)
            put(drive, seat, [new if other is one else other for other in led])
            key = "engine.lead-dealt" if yes else "engine.lead-declined"
            drive.tell(key, say.LED, seen_by=[seat], who=one.name, n=len(one.offered))
            return None

        return await self.mailbox.by_seat(game, "seats", seat, guest, act)

    async def lead_leave(self, game: GameId, seat: Seat, number: int, guest: str) -> Result:
        """The leader has gone, by his own wish or his general's: his part is the general's."""

        async def act(drive: Drive) -> Result | Refusal | None:
            row = drive.seats[seat]
            led, mine = leaders.leaders_of(row), number_of(row, guest)
            gone = next((one for one in led if one.number == number), None)
            if gone is None:
                return Unknown("leader")
            if no := ended(drive) or (refuse_other(drive, seat, guest) if mine != number else None):
                return no
            if mine != number:
                uninvite(drive, seat)
            leave(drive, seat, gone)
            return None

        return await self.mailbox.by_seat(game, "resync", seat, guest, act)


async def dealt(drive: Drive, seat: Seat) -> tuple[str, ...]:
    """What of a side may be dealt; nothing before the game has begun, or where the rules break at it."""
    if drive.session is None:
        return ()
    try:
        of = await aside(partial(parts.parts_of, drive.system, drive.live.state, seat))
    except Exception:
        log.exception("what of %s table %s deals was not found", seat, drive.id)
        return ()
    return tuple(dict.fromkeys(of.values()))


def people_of(row: dict[str, Any]) -> tuple[str, ...]:
    """Who leads a side: its general, and those with him."""
    return tuple(filter(None, (row["guest_id"], *(one.guest for one in leaders.leaders_of(row)))))


def follow(drive: Drive, seat: Seat) -> bool:
    """Whether the general, who has left for good, is followed by the one who has led with him the longest."""
    row = drive.seats[seat]
    if not (led := leaders.leaders_of(row)):
        return False
    new, *others = led
    given = {"guest_id": new.guest, "name": new.name}
    remember(drive, seat, row["guest_id"])
    drive.motions = tuple(one for one in drive.motions if one.mover != row["guest_id"])
    row |= given
    drive.change.seats[seat] = {**drive.change.seats.get(seat, {}), **given}
    uninvite(drive, seat)
    put(drive, seat, others)
    drive.tell("engine.lead-follows", say.LED, seat=seat, who=new.name)
    return True


def uninvite(drive: Drive, seat: Seat) -> None:
    """Who was sent away, or has left the seat, does not come again by the link he knows."""
    wish(drive, seat, INVITED, "")


def leave(drive: Drive, seat: Seat, gone: Leader) -> None:
    """He leads no more, and all are told."""
    put(drive, seat, [one for one in leaders.leaders_of(drive.seats[seat]) if one.number != gone.number])
    drive.tell("engine.lead-left", say.LED, seat=seat, who=gone.name)


def refuse_part(drive: Drive, seat: Seat, number: int, wanted: Sequence[str]) -> Refusal | None:
    """Why these parts of a side cannot be led by this leader."""
    if drive.session is None:
        return refuse("lead.not-begun", say.LED)
    known = parts.parts_of(drive.system, drive.live.state, seat)
    if unknown := next((one for one in wanted if known.get(one) != one), None):
        return refuse("lead.part", say.LED, got=unknown[:40])
    led = leaders.leaders_of(drive.seats[seat])
    taken = next((one for one in wanted if leaders.holder(led, one) not in (GENERAL, number)), None)
    if taken is None:
        return None
    return refuse("lead.taken", say.LED, who=name_of(drive.seats[seat], leaders.holder(led, taken)), part=taken)


def ended(drive: Drive) -> Refusal | None:
    """Why nothing of who leads changes any more."""
    return closed(drive) if drive.status == "over" else None


def keys_match(given: str, key: str) -> bool:
    """Whether they are the same, in a time that tells nothing."""
    return compare_digest(given.encode(errors="replace"), key.encode())
