"""Notices: one a wait, to those who are not looking.

A game that changes is looked at a grace later, and once more if it changed
meanwhile.  Whoever is asked then and has none of the seats' tables open is told
by every channel that is on.  A wait
ends with any input of the seat; each is remembered, so that neither a further
change nor a restart nor another process tells of it again.

A notice is sent by the one process that has claimed it.  If that dies on the
way another claims it in its turn, and it may come twice.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Any

from app.games.results import GameId, GameInfo
from app.games.service import Games
from app.live.rooms import Rooms
from app.notices.channels import SENT, Channels, language_of
from app.notices.hooks import Hooks
from app.notices.mail import Mailer
from app.notices.quiet import is_away, is_quiet
from app.notices.sentences import KINDS, SENTENCES
from app.notices.webhook import Letter
from app.settings import Settings
from app.store import StorageFull, Store, inbox
from app.store import notices as rows
from app.store.db import Row

GRACE, SWEEP, PATIENCE = 20.0, 60.0, 5.0
"""Seconds from a change to the look, between looks for what quiet hours held back, for the last notices at the end."""
PAUSE_MS, HOUR_MS, KEPT_MS = 15 * 60_000, 3_600_000, 60 * 86_400_000
"""How long somebody who lets the clock answer is not told again; an hour; how long notices are remembered."""
CLAIMED_MS = 300_000
"""How long whoever has claimed a notice may take to send it; in milliseconds."""
TESTS = 5
"""So many trial notices a minute."""
TURN = "turn"
QUIET = "quiet"
"""The result of what quiet hours hold back."""
Word = Callable[[str, str, Mapping[str, Any]], str]
log = logging.getLogger(__name__)


def english(_language: str, key: str, facts: Mapping[str, Any]) -> str:
    """A sentence as it is written here."""
    return SENTENCES[key].format_map(defaultdict(str, facts))


class Notices:
    """The notices of all people.  ``word`` puts a sentence into a language; the web gives a better one."""

    word: Word

    def __init__(
        self, store: Store, settings: Settings, secret: bytes, games: Games, rooms: Rooms, mailer: Mailer
    ) -> None:
        self._store, self._settings = store, settings
        self._games, self._rooms = games, rooms
        self.channels, self.word = Channels(store, mailer), english
        self.grace, self.now = GRACE, time.time
        self.hooks = Hooks(store, settings, self.channels, lambda *said: self.word(*said), self._ms)
        self.alone = settings.is_sqlite
        """Whether no other process can be sending: what was claimed before the start is free at once."""
        self._due: dict[GameId, asyncio.TimerHandle] = {}
        self._again: set[GameId] = set()
        """What has changed since its look fell due: whoever was asked late may not have gone by then."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._sweeping: asyncio.Task[None] | None = None
        self._closed = False

    # -- when ----------------------------------------------------------------

    def told(self, game: GameId) -> None:
        """A game has changed: whoever is asked now and does not look is to be told.  Never blocks."""
        if game in self._due:
            self._again.add(game)
        elif not self._closed:
            self._due[game] = asyncio.get_running_loop().call_later(self.grace, self._begin, game)

    def _begin(self, game: GameId) -> None:
        del self._due[game]
        self._spawn(self._look(game))
        if game in self._again:
            self._again.discard(game)
            self.told(game)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """The work is done beside all else; what goes wrong in it is in the log."""

        async def guarded() -> None:
            try:
                await work
            except Exception:
                log.exception("a notice could not be sent")

        task = asyncio.get_running_loop().create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def start(self) -> None:
        """What was waiting to be sent when the server stopped is taken up."""
        try:
            await self._store.run(rows.prune, self._ms() - KEPT_MS)
            await self._store.run(inbox.prune, self._ms() - KEPT_MS)
        except StorageFull:
            log.warning("the disk is full: old notices are forgotten at the next start")
        late = self._ms() + 1 if self.alone else self._late()
        left = await self._store.look(rows.waiting, rows.WAITING, late)
        await self._look_at_all()
        self._spawn(self._release(left, late))
        await self.hooks.start()
        self._sweeping = asyncio.get_running_loop().create_task(self._sweep())

    async def look_around(self) -> None:
        """It is looked whether somebody is to be told of anything: whoever was to look is gone."""
        await self._look_at_all()
        await self.hooks.look_around()

    async def _look_at_all(self) -> None:
        for game in await self._store.look(rows.played_by_reachable):
            self.told(GameId(game))

    async def _sweep(self) -> None:
        """What quiet hours hold back is looked through again and again."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.release()
            except Exception:
                log.exception("held notices could not be sent")

    async def close(self) -> None:
        """What was being sent has been sent or given up."""
        self._closed = True
        await self.hooks.close()
        for timer in self._due.values():
            timer.cancel()
        if self._sweeping:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)
        if self._tasks:
            _, late = await asyncio.wait(set(self._tasks), timeout=PATIENCE)
            for task in late:
                task.cancel()

    def _ms(self) -> int:
        return int(self.now() * 1000)

    def _late(self) -> int:
        """Whoever claimed a notice before this and has not sent it is dead."""
        return self._ms() - CLAIMED_MS

    # -- who -----------------------------------------------------------------

    async def _look(self, game: GameId) -> None:
        """Everybody at this table who is to know something, and does not look, has been told."""
        info = await self._games.info(game)
        if info is None or info.options.lesson or info.status not in ("playing", "over"):
            return
        if info.status == "over":
            await self.hooks.over(info.id)
        away = self._away(info)
        reachable = await self._store.look(rows.reachable, list(away)) if away else set[str]()
        if info.status == "over":
            for guest in sorted(reachable):
                await self._tell(guest, "ended", "over", info)
        elif reachable:
            await self._turns(info, {guest: away[guest] for guest in sorted(reachable)})

    def _away(self, info: GameInfo) -> dict[str, list[str]]:
        """The people of a game who have none of their tables open, with their seats."""
        seats: dict[str, list[str]] = {}
        for one in info.seats:
            for guest in one.people if not one.bot else ():
                seats.setdefault(guest, []).append(one.seat)
        led = {guest for one in info.seats if one.leaders for guest in one.people}
        return {who: mine for who, mine in seats.items() if not self._is_here(info, who, mine, who in led)}

    def _is_here(self, info: GameInfo, guest: str, seats: list[str], is_led: bool) -> bool:
        """Whether somebody has one of these seats' tables open; where others lead with him it is asked for himself."""
        if is_led:
            return self._rooms.absent(info.id, guest) == 0
        return any(self._rooms.is_here(info.id, seat) for seat in seats)

    async def _turns(self, info: GameInfo, away: Mapping[str, list[str]]) -> None:
        """Those of the absent who are asked know it; who is not told that is told that a fresh game has begun."""
        asked = await self._asked(info)
        led = await self._games.hands_asked(info) if asked else {}
        last = await self._store.look(rows.last_inputs, info.id)
        for guest, seats in away.items():
            told = False
            for seat in [seat for seat in asked & set(seats) if guest in led.get(seat, (guest,))]:
                if not await self._dozes(guest, info, last.get(seat, (0, False))[1]):
                    told |= await self._tell(guest, "turn", wait_of(seat, last), info)
            if not told and not last:
                await self._tell(guest, "begun", "begun", info)

    async def _asked(self, info: GameInfo) -> set[str]:
        return {q.seat for q in await self._games.open_questions(info.id, None) if not q.sealed}

    async def _dozes(self, guest: str, info: GameInfo, by_clock: bool) -> bool:
        """Whether a clock answers for somebody who was told of this game a short while ago."""
        told = await self._store.look(rows.last_told, guest, info.id, "turn") if by_clock else 0
        return self._ms() - told < PAUSE_MS

    # -- what ----------------------------------------------------------------

    async def tell(
        self, guest: str, kind: str, facts: Mapping[str, Any] | None = None, game: GameId | None = None, wait: str = "",
        path: str = "",
    ) -> None:  # fmt: skip
        """What the guest is to be told is kept and on its way, unless at the table.  Never waits for other servers.

        ``kind`` is one of ``KINDS``, ``facts`` those of its sentence; the game's name is known.  ``path``: where it
        leads, if not to the game.  Of one ``wait`` it
        is told once; of talk at a table, unless a wait is named, once an hour.  That it failed is in the log only.
        """
        usual = f"talk@{self._ms() // HOUR_MS}" if kind == "talk" else ""
        try:
            info = await self._games.info(game) if game else None
            if info is None or not any(s.is_of(guest) for s in info.seats) or guest in self._away(info):
                await self._tell(guest, kind, wait or usual, info, facts or {}, path)
        except Exception:
            log.exception("a notice could not be kept")

    async def _tell(
        self, guest: str, kind: str, wait: str, info: GameInfo | None, facts: Mapping[str, Any] | None = None,
        path: str = "",
    ) -> bool:  # fmt: skip
        """Whether the guest wants to know; then it lies in his inbox, and every channel that is on has the notice, or
        holds it, once a wait."""
        person = await self._store.look(rows.person, guest)
        if kind in untold(person) or person["banned"] or is_away(person["vacation"], self.now()):
            return False
        ways = [row for row in await self._store.look(rows.channels, guest) if row["on"]]
        held = is_quiet(person["prefs"].get("quiet"), self.now())
        path = path or (f"/play/{info.id}" if info else "/")
        if person["account"] and (ways or kind != TURN):
            await self._keep(guest, kind, wait, info, facts or {}, path)
        drafts = [
            self._draft(row, person, kind, wait, info, facts or {}, QUIET if held else rows.SENDING, path)
            for row in ways
        ]
        kept = await self._store.run(rows.add, drafts) if drafts else []
        if kept and not held:
            self._spawn(self._send_all(kept, {row["id"]: row for row in ways}, person))
        return True

    async def _keep(
        self, guest: str, kind: str, wait: str, info: GameInfo | None, facts: Mapping[str, Any], path: str
    ) -> None:
        """It lies in the inbox.  A go does so as read, the last of each game alone: it is at the bell by itself."""
        game = {"system": info.system, "scenario": info.scenario} if info else {}
        row = {
            "guest_id": guest, "kind": kind, "wait": wait[:64], "path": path[:200], "facts": {**facts, **game},
            "at_ms": self._ms(), "read": kind == TURN,
        }  # fmt: skip
        await self._store.run(partial(inbox.add, last=kind == TURN), row)

    def _draft(
        self, channel: Row, person: Row, kind: str, wait: str, info: GameInfo | None, facts: Mapping[str, Any],
        result: str, path: str = "",
    ) -> Row:  # fmt: skip
        """A notice for one channel, worded."""
        language, known = language_of(channel, person), dict(facts)
        if "what" in known:
            known["what"] = self.word(language, str(known["what"]), known)
        if info:
            known["game"] = self.word(language, "notice.game", {"system": info.system, "scenario": info.scenario})
        return {
            "guest_id": channel["guest_id"], "game_id": info.id if info else None, "channel_id": channel["id"],
            "kind": kind, "wait": wait, "text": self.word(language, f"notice.{kind}", known), "at_ms": self._ms(),
            "result": result, "path": path,
        }  # fmt: skip

    async def _send_all(self, notices: list[Row], channels: Mapping[str, Row], person: Row) -> None:
        """Each notice has gone out by its channel and says what came of it."""
        work = [self._send(row, channels.get(row["channel_id"]), person) for row in notices]
        await asyncio.gather(*work)

    async def _send(self, row: Row, channel: Row | None, person: Row) -> str:
        """``sent``, or why not."""
        if channel is None or not channel["on"]:
            result = "off"
        else:
            letter = self._letter(row, language_of(channel, person))
            result = await self.channels.send(channel, letter, person["mail"])
        await self._store.run(rows.settle, row["id"], result, self._ms())
        return result

    def _letter(self, row: Row, language: str) -> Letter:
        """A notice as it is sent: never anything of the board."""
        base, game = self._settings.base_url.rstrip("/"), row["game_id"]
        path = row["path"] or (f"/play/{game}" if game else campaign_path(row))
        url = f"{base}{path}" if base else ""
        foot = self.word(language, "notice.foot", {"url": f"{base}/account/notices"}) if base else ""
        return Letter(kind=row["kind"], text=row["text"], game=game or "", url=url, foot=foot)

    # -- later ---------------------------------------------------------------

    async def release(self) -> None:
        """What quiet hours held back and still holds true has been sent, where they are over.

        So has what another process claimed and cannot have sent.
        """
        late = self._late()
        await self._release(await self._store.look(rows.waiting, (QUIET,), late), late)

    async def _release(self, notices: list[Row], late: int) -> None:
        for row in notices:
            person = await self._store.look(rows.person, row["guest_id"])
            if is_quiet(person["prefs"].get("quiet"), self.now()):
                continue
            if not await self._store.run(rows.claim, row["id"], self._ms(), late):
                continue
            if stale := await self._stale(row):
                await self._store.run(rows.settle, row["id"], stale, self._ms())
                continue
            channel = await self._store.look(rows.channel_of, row["channel_id"], row["guest_id"])
            await self._send(row, channel, person)

    async def _stale(self, row: Row) -> str:
        """Why a held notice need not be sent any more; empty if it need."""
        info = await self._games.info(GameId(row["game_id"])) if row["game_id"] else None
        if info is None:
            return ""
        if row["guest_id"] not in self._away(info) and row["kind"] != "challenge":
            return "looking"
        if row["kind"] != "turn":
            return ""
        last = await self._store.look(rows.last_inputs, info.id)
        asked = await self._asked(info) if info.status == "playing" else set()
        return "" if row["wait"] in {wait_of(seat, last) for seat in asked} else "over"

    # -- the page ------------------------------------------------------------

    async def test(self, guest: str, channel_id: str) -> str:
        """Empty once a trial notice has gone out by this channel, quiet hours or not; else why it has not."""
        channel = await self._store.look(rows.channel_of, channel_id, guest)
        if channel is None:
            return "no-channel"
        if await self._store.look(rows.tests_since, guest, self._ms() - 60_000) >= TESTS:
            return "too-many-tests"
        person = await self._store.look(rows.person, guest)
        (row,) = await self._store.run(rows.add, [self._draft(channel, person, "test", "", None, {}, rows.SENDING)])
        result = await self._send(row, {**channel, "on": True}, person)
        return "" if result == SENT else result.removeprefix("failed: ")

    async def person(self, guest: str) -> Row:
        """What the page shows of a guest's account: ``account``, ``mail``, ``prefs``."""
        return await self._store.look(rows.person, guest)

    def told_as(self, row: Row, language: str) -> str:
        """What lies in an inbox, in words."""
        facts = dict(row["facts"] or {})
        if "what" in facts:
            facts["what"] = self.word(language, str(facts["what"]), facts)
        if "scenario" in facts:
            facts["game"] = self.word(language, "notice.game", facts)
        return self.word(language, f"notice.{row['kind']}", facts)

    async def inbox(
        self, guest: str, most: int = 30, offset: int = 0, after: tuple[int, int] | None = None
    ) -> list[Row]:
        """What somebody was told, the latest first; ``after``: behind this place."""
        return await self._store.look(inbox.of, guest, most, offset, after)

    async def unread(self, guest: str) -> int:
        """How much of what somebody was told is not read yet."""
        return await self._store.look(inbox.unread, guest)

    async def read(self, guest: str, id: int | None = None) -> str:
        """One of what somebody was told, or all, is read; where that one leads, nowhere if there is none such."""
        if id is not None and not 0 < id < 1 << 31:
            return ""
        return await self._store.run(inbox.read, guest, id)

    async def log(self, guest: str, most: int = 50) -> list[Row]:
        """The last notices of a guest, the latest first."""
        return await self._store.look(rows.log_of, guest, most)


def untold(person: Row) -> set[str]:
    """The kinds of which somebody does not want to hear."""
    told = person["prefs"].get("kinds")
    return {kind for kind in KINDS if isinstance(told, dict) and told.get(kind) is False}


def wait_of(seat: str, last: Mapping[str, tuple[int, bool]]) -> str:
    """The name of a seat's present wait: it lasts until the seat's next input."""
    return f"{seat}@{last.get(seat, (0, False))[0]}"


def campaign_path(row: Row) -> str:
    """Where a notice of a campaign leads, of which the first word of its wait is the name; else home."""
    return f"/campaign/{row['wait'].split(':')[0]}" if row["kind"] == "campaign" else "/"
