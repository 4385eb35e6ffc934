"""Shared campaigns: the one door through which everything that changes a campaign must pass.

One command at a time a campaign, one transaction a command, and only then is anybody told.  What follows by itself (a
deadline, an aftermath, the next round) is written with the command that brought it about.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.aside import aside
from app.campaigns.battles.disputes import Dispute
from app.campaigns.battles.overturning import Overturn
from app.campaigns.battles.tables import Battles, Lay
from app.campaigns.book import c
from app.campaigns.commands import COMMANDS
from app.campaigns.desk import SERVER, STRANGER, Actor, Command, Decided, Desk, Past, Rule, refuse_actor, tag_of
from app.campaigns.ledger import events
from app.campaigns.ledger.archive import archived, brought
from app.campaigns.ledger.evolve import fold
from app.campaigns.ledger.exporting import export, read, rows_of
from app.campaigns.ledger.reading import Reading
from app.campaigns.ledger.rows import entry_of, opened, posting_of, warband_row
from app.campaigns.model import PLAYING, Campaign, CampaignId
from app.campaigns.people.founding import Found, found
from app.campaigns.people.members import INVITATIONS, InviteGuest
from app.campaigns.people.settings import ChangeSettings
from app.campaigns.rounds.absence import StandIn
from app.campaigns.rounds.follow import follow, next_due
from app.campaigns.rounds.reminders import Remind
from app.campaigns.systems import rules_of
from app.campaigns.warbands.carrying import brought_by
from app.campaigns.warbands.entering import Bring
from app.campaigns.warbands.undoing import Undo
from app.engine.campaigns import CampaignRules
from app.engine.refusals import Refusal, refuse
from app.games import sentences as say
from app.games.results import GameId
from app.games.results import Unknown as Missing
from app.games.seats import new_id
from app.games.service import Games
from app.store import Conflict, StorageAway, StorageBusy, StorageFull, campaigns
from app.store.db import Row

Hub = Callable[[CampaignId, Campaign, Campaign, Sequence[events.Entry]], None]
"""Told after the commit: the campaign before, now, and the entries between.  Must not block and must not raise."""
ARCHIVE = c("CPN-EXP-02")
ROUNDS, TRIES, MAX_COMMAND = 64, 3, 64
EVERY, SOON = 20.0, 0.3
"""Seconds between looks at what is due, and until a game that changed is looked at."""
HELD = ("table.busy", "table.away", "table.disk-full")
"""What is refused because of the store, and tried again."""
log = logging.getLogger(__name__)


class Done(Struct, frozen=True, tag="done"):
    """The command is durable.  ``entries``: the numbers of those it made, none if it was so already."""

    seq: int
    entries: tuple[int, ...] = ()


class Refused(Struct, frozen=True, tag="refused"):
    """The rules say no; nothing has changed."""

    refusal: Refusal


class Unknown(Struct, frozen=True, tag="unknown"):
    """No such campaign or command."""

    what: str = "campaign"


Result = Done | Refused | Unknown


class Nudge(Command, frozen=True, tag="nudge"):
    """Nothing but that time has passed."""


def nothing(_desk: Desk, _given: Nudge) -> Sequence[events.Entry]:
    """Only what follows by itself."""
    return []


NUDGE = Rule(Nudge, (SERVER,), nothing)


class Campaigns(Reading):
    """All campaigns of one process.  Use from one event loop; call ``start`` first and ``close`` last."""

    def __init__(self, games: Games, hub: Hub) -> None:
        super().__init__(games.store)
        self.games, self._reading = games, asyncio.Lock()
        self._hub, self._locks, self._kept = hub, dict[str, asyncio.Lock](), dict[str, tuple[Campaign, Row]]()
        self._battles = Battles(games)
        self._again: set[str] = set()
        """Campaigns in which something that follows could not be written; it is tried again at the next look."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._ticking: asyncio.Task[None] | None = None
        self._playing: dict[str, CampaignId] = {}
        self._looking: set[str] = set()
        self._closed = False

    async def start(self) -> None:
        """What fell due while the server was away has been done, and is done from now on."""
        await self.look_around()
        self._ticking = asyncio.create_task(self._tick())

    async def look_around(self) -> None:
        """All that is due in any campaign has been done, also what another process had begun."""
        for id in await self.store.look(campaigns.going_on):
            await self.nudge(CampaignId(id))

    async def close(self) -> None:
        """Nothing happens by itself any more."""
        self._closed = True
        tasks = [task for task in (self._ticking, *self._tasks) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def rules(self, system: str) -> CampaignRules[Any]:
        """The campaign rules of a system; the general ones where it has none of its own."""
        return rules_of(self.games.systems[system])

    # -- reading -----------------------------------------------------------------

    async def read(self, id: str) -> Campaign | None:
        """The campaign as it stands, secrets and all: show of it only what its reader may see."""
        loaded = await self._load(id)
        return loaded[0] if loaded else None

    async def export(self, id: str) -> bytes:
        """The whole campaign in one file: its ledger, and the records of its finished battles (CPN-EXP-01)."""
        loaded, (row, rows) = await self._load(id), await self.store.look(campaigns.whole, id)
        if loaded is None or row is None:
            return b""
        records = await self.store.look(campaigns.records, id)
        for one in loaded[0].fixtures.values():
            if one.game and one.is_over and one.id not in records:
                record = await self.games.record(GameId(one.game))
                if not isinstance(record, Refusal | Missing):
                    records[one.id] = record
        return export(row, rows, records)

    async def bring(self, actor: Actor, raw: bytes) -> CampaignId | Refusal:
        """A campaign from a file is kept to be looked at; exported again it is the same file (CPN-EXP-02)."""
        if not actor.account:
            return refuse("campaign.no-account", ARCHIVE)
        async with self._reading:
            made = await asyncio.to_thread(read, raw)
        if isinstance(made, Refusal):
            return made
        if made.now.system not in self.games.systems:
            return refuse("campaign.no-system", ARCHIVE, system=made.now.system[:16])
        id = CampaignId(new_id())
        records = [{"campaign_id": id, "fixture": key[:32], "body": one} for key, one in made.export.records.items()]
        bands = [warband_row(id, one) for one in made.now.warbands.values()]
        await self.store.run(campaigns.bring, brought(id, made), rows_of(made, id), bands, records)
        return id

    # -- changing ----------------------------------------------------------------

    async def found(self, actor: Actor, given: Found, command_id: str = "") -> CampaignId | Refusal:
        """A new campaign; the same command again gives the same campaign."""
        system = self.games.systems.get(given.system)
        made = await aside(partial(found, actor, given, rules_of(system) if system else None, system))
        if isinstance(made, Refusal):
            return made
        try:
            async with self._locks.setdefault(f"founding {actor.id}", asyncio.Lock()):
                return await self._found(actor, given, made, command_id[:MAX_COMMAND])
        except StorageFull:
            return refuse("table.disk-full", say.HELD)
        except StorageBusy:
            return refuse("table.busy", say.HELD)

    async def act(self, id: str, actor: Actor, given: Command, command_id: str = "") -> Result:
        """The command is durable and done once, or nothing has changed.  Done to the end even if the caller goes."""
        return await asyncio.shield(asyncio.ensure_future(self._acting(id, actor, given, command_id[:MAX_COMMAND])))

    async def nudge(self, id: str) -> None:
        """All that is due in a campaign has been done."""
        try:
            done = await self.act(id, Actor(), Nudge())
        except Exception:
            log.exception("campaign %s", id)
            self._again.add(id)
        else:
            if isinstance(done, Refused) and done.refusal.code in HELD:
                self._again.add(id)

    def clock(self) -> int:
        """Milliseconds since 1970."""
        return self.games.mailbox.time.wall()

    def told(self, game: str) -> None:
        """A game has changed: if it is a campaign's battle and over, its result flows in soon.  Never blocks."""
        if game in self._playing and game not in self._looking:
            self._looking.add(game)
            asyncio.get_running_loop().call_later(SOON, self._spawn, game)

    # -- internals ---------------------------------------------------------------

    def _spawn(self, game: str) -> None:
        self._looking.discard(game)
        if self._closed:
            return
        task = asyncio.get_running_loop().create_task(self._look_at(game))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _found(self, actor: Actor, given: Found, made: Sequence[events.Entry], command: str) -> CampaignId:
        """The campaign is there, once for each command."""
        known = await self.store.look(campaigns.founded_by, actor.id, command) if command else None
        if known:
            return CampaignId(known)
        id = CampaignId(new_id())
        posting = posting_of(Campaign(id=id), opened(id), made, actor.id, self.clock(), {}, None)
        if command:
            posting.receipt = self._receipt(id, actor.id, command, len(made), posting.entries)
        row = opened(id) | {"system": given.system, "name": given.name}
        await self.store.run(campaigns.create, row, posting)
        return id

    async def _look_at(self, game: str) -> None:
        ended = await self.store.look(campaigns.ended_games, [game], self.clock())
        if ended and game in self._playing and not self._closed:
            await self.nudge(self._playing[game])

    async def _tick(self) -> None:
        while True:
            await self.games.mailbox.time.sleep(EVERY)
            try:
                over = await self.store.look(campaigns.ended_games, list(self._playing), self.clock())
                due = await self.store.look(campaigns.due, self.clock())
                late = [self._playing[game] for game in over if game in self._playing]
                again, self._again = self._again, set()
                for id in dict.fromkeys((*due, *late, *again)):
                    await self.nudge(CampaignId(id))
            except Exception:
                log.exception("what is due in campaigns")

    async def _acting(self, id: str, actor: Actor, given: Command, command: str) -> Result:
        lock = self._locks.setdefault(id, asyncio.Lock())
        for _ in range(TRIES):
            try:
                async with lock:
                    return await self._through(id, actor, given, command)
            except Conflict:
                self._kept.pop(id, None)
                if stored := await self._done(id, actor, command):
                    return stored
            except StorageFull:
                return Refused(refuse("table.disk-full", say.HELD))
            except StorageAway:
                self._kept.pop(id, None)
                return Refused(refuse("table.away", say.HELD))
            except StorageBusy:
                return Refused(refuse("table.busy", say.HELD))
        return Refused(refuse("table.busy", say.HELD))

    async def _through(self, id: str, actor: Actor, given: Command, command: str) -> Result:
        """One command, then what the battles have to say, until nothing follows any more."""
        loaded = await self._load(id)
        rule = NUDGE if isinstance(given, Nudge) and not actor.id else COMMANDS.get(tag_of(given))
        if loaded is None or rule is None:
            return Unknown("campaign" if loaded is None else "command")
        if loaded[0].archive:
            return Refused(refuse("campaign.archive", ARCHIVE))
        if stored := await self._done(id, actor, command):
            return stored
        if isinstance(given, InviteGuest) and not await self.store.look(campaigns.is_guest, given.guest):
            return Refused(refuse("people.guest", INVITATIONS))
        done = await self._once(loaded, actor, rule, given, command)
        if isinstance(done, Done):
            await self._battles_next(id)
        return done

    async def _battles_next(self, id: str) -> None:
        """The same as ``_battle``; what fails here takes nothing back that is durable, and is tried again soon."""
        try:
            await self._battle(id)
        except Exception:
            log.exception("campaign %s: its battles", id)
            self._kept.pop(id, None)
            self._again.add(id)

    async def _battle(self, id: str) -> None:
        """Battles that can be fought have been laid, and those that are over are in the ledger."""
        for _ in range(ROUNDS):
            loaded = await self._load(id)
            given = await self._battles.next(loaded[0], self.rules(loaded[0].system)) if loaded else None
            if loaded is None or given is None:
                self._again |= self._battles.unclosed & {id}
                return
            done = await self._once(loaded, Actor(), COMMANDS[tag_of(given)], given, "")
            if not isinstance(done, Done) or not done.entries:
                log.error("campaign %s: %s led nowhere: %s", id, given, done)
                return

    async def _decided(self, desk: Desk, rule: Rule, given: Command) -> Decided:
        """What a command comes to; scenarios and grounds are judged off the event loop, as that takes long."""
        judges = isinstance(given, ChangeSettings) and (given.settings.worlds or given.settings.grounds)
        return await aside(partial(rule.decide, desk, given)) if judges else rule.decide(desk, given)

    async def _once(
        self, loaded: tuple[Campaign, Row], actor: Actor, rule: Rule, given: Command, command: str
    ) -> Result:
        now, row = loaded
        desk = Desk(now, self.rules(now.system), actor, self.clock(), dict(row["seeds"] or {}))
        desk.system = self.games.systems[now.system]
        if isinstance(given, Overturn | Dispute):
            desk.past = await self._battles.past(now, given.fixture, desk.rules)
        if isinstance(given, StandIn | Remind):
            desk.past = await self._battles.waiting(now, given.fixture)
        if isinstance(given, Undo):
            desk.past = Past(books=await self.books(now, desk.rules.value))
        if isinstance(given, Bring):
            desk.past = Past(elsewhere=await self.read(given.campaign[:MAX_COMMAND]))
        if strange := await self.games.carried.refuse(now.system, brought_by(given)):
            return Refused(strange[0])
        desk.missed = await self._battles.missed(now, desk.clock)
        decided = refuse_actor(desk, rule, given) or await self._decided(desk, rule, given)
        if isinstance(decided, Refusal):
            return Refused(decided)
        entries = [salted(one) for one in self._followed(desk, decided)]
        if not entries and (not command or actor.id == STRANGER):
            return Done(now.seq)
        posting = posting_of(now, row, entries, actor.id, desk.clock, desk.seeds, next_due(desk.now))
        if command:
            posting.receipt = self._receipt(now.id, actor.id, command, desk.now.seq, posting.entries)
        if isinstance(given, Lay):
            posting.games = self._battles.rows(now.id, given)
        await self.store.run(campaigns.post, posting)
        self._keep(desk.now, {**row, **posting.values})
        self._hub(now.id, now, desk.now, entries)
        return Done(desk.now.seq, tuple(entry["seq"] for entry in posting.entries))

    def _followed(self, desk: Desk, decided: Sequence[events.Entry]) -> list[events.Entry]:
        """The entries of a decision with all that follows from them."""
        all_ = list(decided)
        desk.now = fold(desk.now, decided)
        for _ in range(ROUNDS):
            more = follow(desk)
            if not more:
                return all_
            desk.now = fold(desk.now, more)
            all_ += more
        raise RuntimeError(f"campaign {desk.now.id}: no end of what follows")

    async def _load(self, id: str) -> tuple[Campaign, Row] | None:
        kept = self._kept.get(id)
        row, rows = await self.store.look(campaigns.whole, id, kept[0].seq if kept and not kept[0].archive else 0)
        if row is None:
            return None
        start = kept[0] if kept else Campaign(id=CampaignId(id))
        now = archived(row, rows) if row["origin"] else fold(start, [entry_of(entry) for entry in rows])
        self._keep(now, row)
        return now, row

    def _keep(self, now: Campaign, row: Row) -> None:
        """The campaign is remembered, and which games it waits for."""
        self._kept[now.id] = (now, row)
        for one in now.fixtures.values():
            if one.state == PLAYING:
                self._playing[one.game] = now.id
            else:
                self._playing.pop(one.game, None)

    async def _done(self, id: str, actor: Actor, command: str) -> Result | None:
        stored = await self.store.look(campaigns.receipt, id, actor.id, command) if command and actor.id else None
        return None if stored is None else msgspec.convert(stored, Done)

    def _receipt(self, id: str, guest: str, command: str, seq: int, entries: Sequence[Row]) -> Row:
        result = Done(seq, tuple(entry["seq"] for entry in entries))
        return {
            "campaign_id": id, "guest_id": guest, "command_id": command[:MAX_COMMAND],
            "result": msgspec.to_builtins(result),
        }  # fmt: skip


def salted(entry: events.Entry) -> events.Entry:
    """What is sealed, or said to few, cannot be guessed from the chain."""
    secret = entry.seen_by is not None or bool(isinstance(entry, events.Proposed) and entry.word)
    return replace(entry, salt=secrets.token_hex(16)) if secret else entry
