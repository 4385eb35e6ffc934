"""What an umpire does: stops the game, gives time, rules, changes the position; each deed is an event all can read.

The host of the server may do the same in any game.  Nobody does it in a game in which he holds a seat.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from msgspec import Struct
from sqlalchemy import Connection

from app.engine.amend import EDIT, Amendable, Amends, Change, proposed
from app.engine.events import Event, Seat
from app.engine.refusals import Refusal, refuse
from app.engine.views import View
from app.games import agreed, consent, motions, stopping
from app.games import sentences as say
from app.games.access import LOOKS, Standing
from app.games.agreed import CHANGES, DISMISSED, JUDGES, NAMED, PAUSED, RESUMED, Part
from app.games.checks import RuleCrash, closed, guarded
from app.games.drive import Drive
from app.games.eyes import Eyes, seen
from app.games.hands import leads
from app.games.lines import one_line
from app.games.mailbox import Mailbox
from app.games.results import UMPIRE, Accepted, GameId, Motion, Result, What
from app.games.rows import plain
from app.games.seats import Guest, now
from app.store import Store, games, past, umpires
from app.store.db import Row

MOST_TEXT, MOST_DISPUTES, MOST_DEEDS = 200, 5, 100
LEAST_SECONDS, MOST_SECONDS = 10, 7 * 24 * 3600
HOST = "host"
DEEDS = ("umpire-named", "host-looks", "umpire-asked", "umpire-agreed", "umpire-refused", "umpire-withdrawn",
         "umpire-dismissed", "umpire-paused", "umpire-resumed", "resume-wished", "time-added",
         "disputed", "ruled", "amended", "unamended", "replaced")  # fmt: skip
KINDS = tuple(f"engine.{deed}" for deed in DEEDS)
AddTime = Callable[[Drive, Seat, int], Result | Refusal | None]
"""Gives a seat so many seconds more, alone with the game; a refusal where no clock runs for it."""
Act = Callable[[Drive], Awaitable[Result | Refusal | None]]


class Named(Struct, frozen=True):
    """An umpire by id and name."""

    id: str
    name: str


class Dispute(Struct, frozen=True, kw_only=True):
    """A player's question; ``ruling`` is ``None`` while it is open."""

    id: int
    by: str
    text: str
    ruling: str | None = None


class Desk(Struct, frozen=True, kw_only=True):
    """The position that an edit changes: that of the last safe point, ``struck`` inputs ago, as all seats see it.

    After some changes: what they lead to, and the events by which.
    """

    version: int
    struck: int
    view: View
    amendables: tuple[Amendable, ...]
    events: tuple[Event, ...] = ()


def no_clock(_: Drive, seat: Seat, __: int) -> Refusal | None:
    """Where there are no clocks, none runs."""
    return refuse("umpire.no-clock", say.STOPPED, seat=seat)


def refuse_text(text: str) -> Refusal | None:
    """Why a reason or a ruling cannot stand so."""
    return None if 0 < len(one_line(text)) <= MOST_TEXT else refuse("umpire.reason", say.UMPIRE, most=MOST_TEXT)


def holds_seat(drive: Drive, guest: str) -> bool:
    """Whether this guest plays in the game."""
    return any(leads(row, guest) for row in drive.seats.values())


def parts_of(drive: Drive, who: Guest, *, umpire: bool = False) -> list[Part]:
    """What somebody is to the game."""
    found: dict[Part, bool] = {
        "owner": drive.row["owner"] == who.id and not agreed.is_of_campaign(drive.row),
        "host": who.role == HOST, "umpire": umpire,
        "player": holds_seat(drive, who.id),
    }  # fmt: skip
    return [part for part, is_so in found.items() if is_so]


def laid_out(drive: Drive, changes: Sequence[Change]) -> Desk | Refusal:
    """The position of the last safe point with these changes made."""
    system, state = drive.system, drive.live.start.state
    events = proposed(system, state, changes) if changes else ()
    if isinstance(events, Refusal):
        return events
    for event in events:
        state = system.evolve(state, event)
    known = system.amendable(state) if isinstance(system, Amends) else ()
    return Desk(version=drive.version, struck=len(drive.live.tape), view=seen(system, state, Eyes(whole=True)),
                amendables=known, events=events)  # fmt: skip


def number_of(db: Connection, row: Row) -> int:
    """The number a question will have; nothing is kept of it yet.

    Neither database has it otherwise: one counts by a sequence that no rollback turns back, the other by its last row.
    """
    with db.begin_nested() as trial:
        number = umpires.ask(db, row)
        trial.rollback()
    return number


def ask(row: Row, db: Connection) -> None:
    """The question is kept under its number; a ``Conflict`` if another has it meanwhile."""
    umpires.ask(db, row)


class Umpire:
    """The deeds of the umpires of all games."""

    def __init__(self, mailbox: Mailbox, store: Store, add_time: AddTime = no_clock) -> None:
        self._mailbox, self._store, self._add_time = mailbox, store, add_time

    # -- who they are --------------------------------------------------------

    async def of_game(self, game: GameId) -> tuple[Named, ...]:
        """The umpires of a game, in the order they were named."""
        return tuple(Named(row["id"], row["name"]) for row in await self._store.look(umpires.of_game, game))

    async def sees(self, game: GameId, who: Guest | None) -> bool:
        """Whether the guest may do so, and see all that is hidden."""
        async with self._mailbox.enter(game) as drive:
            return drive is not None and who is not None and not await self.refuse(drive, who) and await self.looks(
                drive, who)  # fmt: skip

    async def may(self, game: GameId, who: Guest | None) -> bool:
        """Whether the guest may do what an umpire does in this game."""
        async with self._mailbox.enter(game) as drive:
            return drive is not None and who is not None and await self.refuse(drive, who) is None

    async def refuse(self, drive: Drive, who: Guest) -> Refusal | None:
        if holds_seat(drive, who.id):
            return refuse("umpire.own-game", say.UMPIRE)
        named = await self._store.look(umpires.is_umpire, drive.id, who.id)
        judges = any(part in JUDGES for part in parts_of(drive, who, umpire=named))
        return None if judges else refuse("umpire.not-yours", say.UMPIRE)

    async def name(self, game: GameId, by: Guest, guest: str, name: str) -> Result:
        """The guest umpires the game from now on; its table's owner or the host says so, and all are told.

        Where others sit they are asked first, each of them: an umpire sees what they hide.  Before the game begins
        they have sat down at a table that had none, so nobody is named then.
        """

        async def act(drive: Drive) -> Refusal | None:
            if no := _refuse_naming(drive, by, NAMED):
                return no
            if holds_seat(drive, guest):
                return refuse("umpire.own-game", say.UMPIRE)
            if await self._store.look(umpires.is_umpire, game, guest):
                return refuse("umpire.known", say.UMPIRE, who=name)
            return self._moved(drive, by, guest, name)

        return await self._mailbox.act(game, "seats", act)

    def _moved(self, drive: Drive, by: Guest, guest: str, name: str) -> Refusal | None:
        """The umpire is named, or those whose consent it takes are asked."""
        if not (CHANGES[NAMED].asked and consent.must_agree(drive, by.id)):
            motions.name_umpire(drive, guest, name)
            return None
        if drive.status == "open":
            return refuse("umpire.joined", say.UMPIRE)
        seat = next((at for at, row in drive.seats.items() if leads(row, by.id)), Seat(""))
        asked = Motion(kind="umpire", seat=seat, by=by.name, mover=by.id, version=drive.version, who=name, guest=guest)
        return consent.move(drive, asked)

    async def dismiss(self, game: GameId, by: Guest, guest: str) -> Result:
        """The guest is no umpire of the game any more, or nobody is asked for him any more, and all are told; that he
        has looked stays known."""

        async def act(drive: Drive) -> Refusal | None:
            if no := _refuse_naming(drive, by, DISMISSED):
                return no
            if (asked := consent.pending(drive, UMPIRE)) and asked.guest == guest:
                consent.withdraw(drive, asked)
                return None
            return await self._dismissed(drive, guest)

        return await self._mailbox.act(game, "seats", act)

    async def seat(self, game: GameId, guest: str, name: str, on: bool) -> Result:
        """A campaign says that somebody umpires its table, or does so no more; so already: so it stays."""

        async def act(drive: Drive) -> Refusal | None:
            if drive.status == "over":
                return closed(drive)
            if holds_seat(drive, guest):
                return refuse("umpire.own-game", say.UMPIRE)
            if await self._store.look(umpires.is_umpire, game, guest) == on:
                return None
            if not on:
                return await self._dismissed(drive, guest)
            motions.name_umpire(drive, guest, name)
            return None

        return await self._mailbox.act(game, "seats", act)

    async def _dismissed(self, drive: Drive, guest: str) -> Refusal | None:
        game, at = drive.id, now()
        known = {one.id: one.name for one in await self.of_game(GameId(game))}
        if guest not in known:
            return refuse("umpire.unknown", say.UMPIRE)
        drive.change.beside.append(lambda db: umpires.dismiss(db, game, guest))
        if drive.status != "open":
            drive.change.beside.append(lambda db: umpires.look(db, game, guest, LOOKS, at))
        drive.tell("engine.umpire-dismissed", say.UMPIRE, who=known[guest])
        agreed.note(drive.row, DISMISSED, [name for id, name in known.items() if id != guest] or None)
        return None

    async def looks(self, drive: Drive, who: Guest) -> bool:
        """Whether the guest may see all that is hidden: an umpire, or the host once all have been told."""
        mine = await self._store.look(past.roles_of, drive.id, who.id)
        return Standing(host=who.role == HOST, roles=tuple(mine)).looks(over=drive.status == "over")

    async def look(self, game: GameId, by: Guest) -> Result:
        """The host sees all that is hidden from now on, and all are told."""

        async def act(drive: Drive) -> Result | Refusal | None:
            if await self.looks(drive, by):
                return Accepted(drive.version)
            id, at = by.id, now()
            drive.change.beside.append(lambda db: umpires.look(db, game, id, LOOKS, at))
            drive.tell("engine.host-looks", say.UMPIRE, who=by.name)
            return None

        return await self._deed(game, "seats", by, act)

    # -- the game stops and goes on ------------------------------------------

    async def pause(self, game: GameId, by: Guest, reason: str) -> Result:
        """The game is stopped; only an umpire, or all players together, let it go on."""

        async def act(drive: Drive) -> Refusal | None:
            if no := refuse_text(reason):
                return no
            if not agreed.fits(PAUSED, drive.status):
                return closed(drive)
            stopping.stop(drive, by.name, one_line(reason))
            return None

        return await self._deed(game, "seats", by, act)

    async def resume(self, game: GameId, by: Guest) -> Result:
        """A paused game goes on, whoever paused it."""

        async def act(drive: Drive) -> Refusal | None:
            if not agreed.fits(RESUMED, drive.status):
                return refuse("table.not-paused", say.PAUSED)
            stopping.release(drive, by.name)
            await motions.settle(drive, self._store)
            return None

        return await self._deed(game, "seats", by, act)

    async def add_time(self, game: GameId, by: Guest, seat: Seat, seconds: int, reason: str) -> Result:
        """The seat has so many seconds more."""

        async def act(drive: Drive) -> Result | Refusal | None:
            if seat not in drive.seats:
                return refuse("ask.not-you", say.SEATED)
            if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
                got = str(seconds)[:20]
                return refuse("umpire.seconds", say.STOPPED, least=LEAST_SECONDS, most=MOST_SECONDS, got=got)
            if no := refuse_text(reason) or _at_rest(drive):
                return no
            if said := self._add_time(drive, seat, seconds):
                return said
            facts = {"who": by.name, "seat": seat, "seconds": seconds, "reason": one_line(reason)}
            drive.tell("engine.time-added", say.STOPPED, **facts)
            return None

        return await self._deed(game, "resync", by, act)

    # -- rulings -------------------------------------------------------------

    async def dispute(self, game: GameId, seat: Seat, guest: str, text: str) -> Result:
        """The seat asks for a ruling; all are told."""

        async def act(drive: Drive) -> Refusal | None:
            if no := refuse_text(text) or _at_rest(drive):
                return no
            if await self._store.look(umpires.open_of, game, guest) >= MOST_DISPUTES:
                return refuse("umpire.disputes", say.RULED, most=MOST_DISPUTES)
            row = {"game_id": game, "by_id": guest, "about_id": None, "text": one_line(text), "created": now()}
            number = await self._store.run(number_of, row)
            drive.change.beside.append(partial(ask, {**row, "id": number}))
            drive.tell("engine.disputed", say.RULED, seat=seat, text=one_line(text), dispute=number)
            return None

        return await self._mailbox.by_seat(game, "events", seat, guest, act)

    async def disputes(self, game: GameId) -> tuple[Dispute, ...]:
        """What the players asked, the latest first."""
        rows = await self._store.look(umpires.asked, game)
        return tuple(Dispute(id=r["id"], by=r["name"], text=r["text"], ruling=r["done"]) for r in rows)

    async def rule(self, game: GameId, by: Guest, dispute: int, text: str) -> Result:
        """The question is answered; all read it."""

        async def act(drive: Drive) -> Refusal | None:
            if no := refuse_text(text) or _at_rest(drive):
                return no
            if not await self._store.look(umpires.is_open, game, dispute):
                return refuse("umpire.not-disputed", say.RULED)
            drive.change.beside.append(lambda db: umpires.answer(db, game, dispute, one_line(text)))
            drive.tell("engine.ruled", say.RULED, who=by.name, text=one_line(text), dispute=dispute)
            return None

        return await self._deed(game, "events", by, act)

    # -- the position --------------------------------------------------------

    async def desk(self, game: GameId, changes: Sequence[Change] = ()) -> Desk | Refusal | None:
        """The position that an edit would change, as these changes leave it; ``None`` while there is none."""
        async with self._mailbox.enter(game) as drive:
            if drive is None or drive.session is None or not isinstance(drive.system, Amends):
                return None
            return await guarded(RuleCrash(Seat(""), "amend", plain(list(changes))), lambda: laid_out(drive, changes))

    async def amend(self, game: GameId, by: Guest, changes: Sequence[Change], reason: str) -> Result:
        """The position at the last safe point is changed and the game goes on from there."""

        async def act(drive: Drive) -> Refusal | None:
            if no := refuse_text(reason) or _at_rest(drive):
                return no
            saved = await self._store.look(games.load, game)
            assert saved is not None
            crash = RuleCrash(Seat(""), "amend", plain(list(changes)))
            return await guarded(crash, lambda: drive.amend(changes, one_line(reason), by.name, saved))

        return await self._deed(game, "resync", by, act)

    async def back(self, game: GameId, by: Guest, reason: str) -> Result:
        """The last edit that stands, and all that followed it, are struck."""

        async def act(drive: Drive) -> Refusal | None:
            if no := refuse_text(reason) or _at_rest(drive):
                return no
            edit = await self._store.look(umpires.last_edit, game)
            if edit is None:
                return refuse("umpire.no-edit", EDIT)
            saved = await self._store.look(games.load, game, edit - 1)
            later = await self._store.look(games.after, game, edit)
            assert saved is not None
            crash = RuleCrash(Seat(""), "unamend")
            await guarded(crash, lambda: drive.unamend(edit, one_line(reason), by.name, saved, later))
            return None

        return await self._deed(game, "resync", by, act)

    async def deeds(self, game: GameId) -> tuple[tuple[str, dict[str, object]], ...]:
        """What umpires did in this game and were asked, the latest first: kind and facts of each event."""
        rows = await self._store.look(umpires.deeds, game, KINDS, MOST_DEEDS)
        return tuple((row["kind"], dict(row["body"])) for row in rows)

    async def _deed(self, game: GameId, what: What, by: Guest, act: Act) -> Result:
        async def checked(drive: Drive) -> Result | Refusal | None:
            return await self.refuse(drive, by) or await act(drive)

        return await self._mailbox.act(game, what, checked)


def _refuse_naming(drive: Drive, by: Guest, word: str) -> Refusal | None:
    """Why somebody may not say who umpires the game."""
    if not agreed.may(word, parts_of(drive, by)):
        return refuse("umpire.not-owner", say.UMPIRE)
    return None if agreed.fits(word, drive.status) else closed(drive)


def _at_rest(drive: Drive) -> Refusal | None:
    """Why a game that is neither played nor paused takes no deed."""
    return None if drive.status == "paused" else closed(drive)
