"""Webhooks of the house: other programs that are told what anybody here may know, signed, until they have taken it.

What there is to tell is looked for in the database and kept for each hook before it is sent.  A message is sent by
the one process that has claimed it; what fails is tried again after growing waits, also after a restart, and given
up in the end.  Whoever takes none of several, or says that he is gone, is switched off.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from app.games.results import GameId
from app.games.seats import new_id, now
from app.notices.channels import SENT, Channels
from app.notices.guard import Blocked
from app.notices.news import KINDS, News, ended, found, holds, key_of, stamp, wanted
from app.notices.webhook import FORMATS, Letter, fresh_secret, payload, signed
from app.settings import Settings
from app.store import Store
from app.store import hooks as rows
from app.store.db import Row

EVERY = 5.0
"""Seconds between looks for what is to be told, where somebody is told at all."""
WAITS: tuple[float, ...] = (5, 60, 300, 1800, 7200, 21_600, 43_200)
"""Seconds after each attempt that failed until the next; after the last one it is given up."""
LEASE_MS, MARGIN_MS, DAY_MS, KEPT_MS = 30_000, 600_000, 86_400_000, 30 * 86_400_000
"""How long an attempt may take; how far each look goes back; the first one; how long messages are remembered."""
MOST, TESTS = 10, 10
"""So many hooks a house may have, and trial messages a minute."""
GONE = 410
"""A receiver's answer that wants nothing more, ever."""
MOOT = "moot"
Word = Callable[[str, str, Mapping[str, Any]], str]
log = logging.getLogger(__name__)


class Message(Struct, frozen=True, kw_only=True):
    """What a hook was or is to be sent: ``next_ms`` is when it is tried again, if it is."""

    text: str
    at_ms: int
    tries: int
    result: str
    next_ms: int | None


class Hook(Struct, frozen=True, kw_only=True):
    """A hook as the host sees it; ``broken``: it took nothing too often, or said that it is gone."""

    id: str
    address: str
    format: str
    language: str
    kinds: tuple[str, ...]
    on: bool
    failures: int
    messages: tuple[Message, ...]


class Hooks:
    """The webhooks of this server.  What is refused is a code; empty: done."""

    def __init__(self, store: Store, settings: Settings, channels: Channels, word: Word, ms: Callable[[], int]) -> None:
        self._store, self._channels, self._word, self._ms = store, channels, word, ms
        self._settings = settings
        self._ticking: asyncio.Task[None] | None = None

    # -- what the host does ------------------------------------------------------

    async def all(self) -> list[Hook]:
        """Every hook with its last messages, the oldest first."""
        return [await self._shown(row) for row in await self._store.look(rows.hooks)]

    async def _shown(self, row: Row) -> Hook:
        data, kept = row["data"] or {}, await self._store.look(rows.log, row["id"])
        return Hook(
            id=row["id"], address=row["address"], format=str(data.get("format", "")), on=bool(row["on"]),
            language=str(data.get("language", "")), kinds=tuple(data.get("kinds", KINDS)),
            failures=int(row["failures"]), messages=tuple(message_of(one) for one in kept),
        )  # fmt: skip

    async def add(self, address: str, format: str, language: str, kinds: Sequence[str]) -> tuple[str, str]:
        """Why not, or empty, and the secret, which nobody is shown again."""
        if format not in FORMATS or not kinds or not set(kinds) <= set(KINDS):
            return "no-kinds" if format in FORMATS else "no-format", ""
        if no := await self._channels.guard.refuse(address):
            return no, ""
        secret = fresh_secret()
        data = {"format": format, "language": language, "kinds": [kind for kind in KINDS if kind in kinds]}
        row = {
            "id": new_id(), "address": address, "data": data, "secret": secret, "on": True, "failures": 0,
            "since_ms": self._ms(), "created": now(),
        }  # fmt: skip
        return ("", secret) if await self._store.run(rows.add_hook, row, MOST) else ("too-many-hooks", "")

    async def remove(self, id: str) -> bool:
        """Whether there was such a hook, which is gone."""
        return await self._store.run(rows.forget_hook, id)

    async def switch(self, id: str, on: bool) -> bool:
        """Whether there is such a hook, which is on or off now."""
        return await self._store.run(rows.switch, id, on, self._ms())

    async def test(self, id: str) -> str:
        """Empty once a trial message has arrived; else why it has not.  It is not tried again."""
        hook = await self._store.look(rows.hook_of, id)
        if hook is None:
            return "no-hook"
        if await self._store.look(rows.tests_since, self._ms() - 60_000) >= TESTS:
            return "too-many-tests"
        row = self._drafted(hook, "test", f"test:{secrets.token_hex(8)}", "hook.test", {}, {}, "/")
        if not await self._store.run(rows.add, [row]):
            return "off"
        _, why = await self._attempt(hook, row)
        await self._store.run(rows.settle, row["id"], why if why == SENT else f"failed: {why}", 1, None)
        return "" if why == SENT else why

    # -- what is told ------------------------------------------------------------

    async def over(self, game: GameId) -> None:
        """A battle is over: if anybody may watch it, those who want to know are going to, once watchers do."""
        if await self._store.look(rows.hooks):
            await self._keep(await self._store.look(ended, 0, game))

    async def look(self, back_ms: int = MARGIN_MS, *, battles: bool = False) -> None:
        """What there is to tell since so long ago is kept for those who want to know it."""
        hooks = await self._store.look(rows.hooks)
        if any(hook["on"] for hook in hooks):
            await self._keep(await self._store.look(found, self._ms() - back_ms, battles=battles))

    async def _keep(self, news: Sequence[News]) -> None:
        hooks = [hook for hook in await self._store.look(rows.hooks) if hook["on"]]
        asked = [(hook, one) for hook in hooks for one in wanted(news, hook)]
        fresh = [(hook, one) for hook, one in asked if not await self._store.look(rows.told, hook["id"], one.about)]
        if fresh:
            await self._store.run(rows.add, [self._draft(hook, one) for hook, one in fresh])

    def _draft(self, hook: Row, news: News) -> Row:
        """News for one hook, worded."""
        language = (hook["data"] or {}).get("language", "en")
        facts = dict(news.facts)
        if "system" in facts:
            facts["game"] = self._word(language, "notice.game", facts)
        row = self._drafted(hook, news.kind, news.about, key_of(news), facts, news.data, news.path)
        return row | {"due_ms": max(row["at_ms"], news.at_ms + news.wait_ms)}

    def _drafted(
        self, hook: Row, kind: str, about: str, key: str, facts: Mapping[str, Any], data: Mapping[str, Any], path: str
    ) -> Row:  # fmt: skip
        at, language = self._ms(), (hook["data"] or {}).get("language", "en")
        base = self._settings.base_url.rstrip("/")
        text, url = self._word(language, key, facts), base + path if base else ""
        body = {"type": kind, "timestamp": stamp(at), "data": {**data, "text": text, "url": url}}
        return {
            "id": f"msg_{new_id()}", "hook_id": hook["id"], "about": about, "body": body, "at_ms": at, "tries": 0,
            "due_ms": None, "result": "",
        }  # fmt: skip

    # -- sending -----------------------------------------------------------------

    async def send(self) -> None:
        """Every message that is due has been tried."""
        due = await self._store.look(rows.due, self._ms())
        await asyncio.gather(*(self._send(row) for row in due))

    async def _send(self, row: Row) -> None:
        at = self._ms()
        if not await self._store.run(rows.claim, row["id"], at, at + LEASE_MS):
            return
        hook = await self._store.look(rows.hook_of, row["hook_id"])
        if hook is None or not hook["on"] or not await self._store.look(holds, row["about"], at):
            await self._store.run(rows.settle, row["id"], MOOT if hook and hook["on"] else "off", row["tries"], None)
            return
        status, why = await self._attempt(hook, row)
        await self._settle(row, why, gone=status == GONE)

    async def _settle(self, row: Row, why: str, *, gone: bool) -> None:
        """What came of an attempt is kept: it arrived, is tried again in a while, or is given up."""
        tries, arrived = row["tries"] + 1, why == SENT
        given_up = gone or tries > len(WAITS)
        due = None if arrived or given_up else self._ms() + int(WAITS[tries - 1] * 1000)
        await self._store.run(rows.settle, row["id"], why if arrived else f"failed: {why}"[:200], tries, due)
        if arrived or given_up:
            await self._store.run(rows.count, row["hook_id"], not arrived, gone)

    async def _attempt(self, hook: Row, row: Row) -> tuple[int, str]:
        """The status that the receiver gave, if any, and ``sent`` or what went wrong."""
        body = body_of(hook["data"]["format"], row["body"])
        headers = signed(hook["secret"], row["id"], self._ms() // 1000, body)
        try:
            sent = {"content-type": "application/json", "user-agent": "Gunbai", **headers}
            status, _ = await self._channels.guard.post(hook["address"], body, sent)
        except Blocked as blocked:
            return 0, str(blocked)
        except TimeoutError:
            return 0, "timeout"
        except (OSError, ValueError):
            return 0, "unreachable"
        return status, SENT if 200 <= status < 300 else f"status {status}"

    # -- when --------------------------------------------------------------------

    async def start(self) -> None:
        """What was left when the server stopped is taken up, and all that comes is told."""
        self._ticking = asyncio.get_running_loop().create_task(self._tick())

    async def look_around(self) -> None:
        """What happened in the last day, and nobody was told of, is going to be told."""
        await self.look(DAY_MS, battles=True)

    async def _tick(self) -> None:
        back, battles, pruned = DAY_MS, True, 0
        while True:
            if self._ms() - pruned >= DAY_MS:
                pruned = self._ms()
                await self._guarded(self._prune)
            if await self._guarded(lambda: self.look(back, battles=battles)):  # noqa: B023 -- awaited at once
                back, battles = MARGIN_MS, False
            await self._guarded(self.send)
            await asyncio.sleep(EVERY)

    async def _prune(self) -> None:
        await self._store.run(rows.prune, self._ms() - KEPT_MS)

    async def _guarded(self, work: Callable[[], Any]) -> bool:
        """Whether the work was done; what goes wrong in it is in the log."""
        try:
            await work()
        except Exception:
            log.exception("webhooks of the house")
            return False
        return True

    async def close(self) -> None:
        """Nothing more is sent; what was being sent is tried again by whoever comes next."""
        if self._ticking:
            self._ticking.cancel()
            await asyncio.gather(self._ticking, return_exceptions=True)


def body_of(format: str, body: Row) -> bytes:
    """What is sent: the whole message, or its text as Discord and Slack take it."""
    if format == "json":
        return msgspec.json.encode(body)
    return payload(format, Letter(kind=body["type"], text=body["data"]["text"], url=body["data"]["url"]))


def message_of(row: Row) -> Message:
    """A stored message as the host sees it."""
    return Message(
        text=row["body"]["data"]["text"], at_ms=row["at_ms"], tries=row["tries"], result=row["result"],
        next_ms=row["due_ms"],
    )  # fmt: skip
