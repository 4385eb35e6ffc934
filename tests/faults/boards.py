"""Boards that follow a table over its socket as a page does: by what they are told, and by loading afresh."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bench.spectators import KEY, Socket
from tests.faults.house import House, until
from tests.faults.tables import Caller, Table
from tests.fragments import apart, over, row_over

ROW = re.compile(r'<li id="e-(\d+)"[^>]*?data-seq="\d+"(?! data-more| data-idle)')
"""A row of the log with a text of its own: dice, and who held too, go under the row before them if that came along."""
PART = re.compile("<!--row-->(.*?)<!--end-->", re.DOTALL)
"""A row of the panel of the sides; it comes alone where nothing else of the panel has changed."""
BACKWARDS = ("engine.undone", "engine.taken-back", "engine.returned", "engine.amended", "engine.unamended")
BACK = 400
"""How many events a page that is loaded shows."""


def renewed(row: str, old: re.Match[str]) -> str:
    """The new row, where it is the same element's; otherwise the old one."""
    ids = [found and found.group(1) for found in (re.search(' id="([^"]+)"', text) for text in (row, old.group()))]
    return f"<!--row-->{row_over(old[1], row)}<!--end-->" if ids[0] and ids[0] == ids[1] else old.group()


@dataclass
class Seen:
    """What a page shows at a version; its log begins after ``floor``."""

    version: int = 0
    floor: int = 0
    pieces: dict[str, str] = field(default_factory=dict)
    panels: dict[str, str] = field(default_factory=dict)
    rows: set[int] = field(default_factory=set)
    may: list[str] = field(default_factory=list)

    def take(self, message: dict[str, Any]) -> None:
        """The message is shown."""
        self.version, drawn = message["v"], apart(message)
        self.pieces = over(self.pieces, message)
        self.may = message.get("may", self.may)
        for name, html in drawn.parts.items():
            if name == "log":
                self.rows |= {int(seq) for seq in ROW.findall(html)}
            else:
                self.panels[name] = html
        for row in drawn.rows:
            self.panels["bands"] = PART.sub(partial(renewed, row), self.panels["bands"])

    def copy(self) -> Seen:
        """The same, to be gone on with."""
        return Seen(self.version, self.floor, dict(self.pieces), dict(self.panels), set(self.rows), self.may)

    def against(self, other: Seen) -> list[str]:
        """What differs, but for the ground, which is told in the first turn alone."""
        panels = self.panels | other.panels
        names = [f"panel {n}" for n in panels if n != "ground" and self.panels.get(n) != other.panels.get(n)]
        names += [f"piece {n}" for n in self.pieces | other.pieces if self.pieces.get(n) != other.pieces.get(n)]
        if rows := [row for row in sorted(self.rows ^ other.rows) if row > max(self.floor, other.floor)]:
            names.append(f"rows {rows[:5]}, {len(rows)} in all")
        if self.may != other.may:
            names.append(f"may act: {self.may} and not {other.may}")
        if self.version != other.version:
            names.append(f"version {self.version} and not {other.version}")
        return sorted(names)


class Board:
    """One page.  ``who``: whose cookie; ``query``: as what it looks on; ``faults``: what it was told out of order.

    ``stale``: it must be loaded afresh.  ``bare``: it was loaded just after a step back; what it shows comes with the
    next event.
    """

    def __init__(self, house: House, game: str, query: str, who: Caller | None = None) -> None:
        self.house, self.game, self.query, self.who = house, game, query, who or Caller(house)
        self.seen, self.told = Seen(), 0
        self.cuts, self.loads, self.faults = 0, 0, list[str]()
        self.stale, self.bare = False, False
        self.socket: Socket | None = None
        self.task: asyncio.Task[None] | None = None
        house.closes.append(self.close)

    def heard(self, text: bytes, _: int) -> None:
        """A message of the server."""
        message = json.loads(text)
        if self.stale:
            return
        if message.get("resync") or (self.bare and message.get("v", 0) > self.seen.version):
            self.stale = True
            self.cut()
        elif "v" in message and not self.bare:
            if message["v"] < self.seen.version:
                self.faults.append(f"version {message['v']} after {self.seen.version}")
            self.told += 1
            self.seen.take(message)

    async def load(self) -> None:
        """The page is loaded: its log goes back a while, but behind no step back."""
        path = f"/api/v1/games/{self.game}"
        shown = await self.who.need("GET", f"{path}?{self.query.removeprefix('&')}")
        at = max(0, shown["version"] - BACK)
        events = (await self.who.need("GET", f"{path}/events?since={at}{self.query}"))["events"]
        at = max([at, *(row["version"] for row in events if row["kind"] in BACKWARDS)])
        self.seen, self.bare, self.stale = Seen(at, at), at >= shown["version"], False
        self.loads += 1

    async def join(self, since: int | None = None) -> None:
        """The line is open, from the version that is seen or another."""
        at = self.seen.version if since is None else since
        port, loop = self.house.port, asyncio.get_running_loop()
        asked = knock(f"/ws/games/{self.game}?since={at}{self.query}", port, self.who.cookie)
        _, self.socket = await loop.create_connection(lambda: Socket(asked, self.heard), "127.0.0.1", port)
        await self.socket.open

    async def come_back(self, since: int | None = None) -> Seen:
        """The line is open and it was told where the table stands; or that it must be loaded afresh."""
        told = self.told
        await self.join(since)
        await until(lambda: self.told > told or self.stale, "who comes back is told nothing")
        return self.seen

    async def follow(self) -> None:
        """It is loaded when it must be, and comes back after every cut, from where it was."""
        while True:
            try:
                if self.stale or not self.seen.version:
                    await self.load()
                await self.join()
                assert self.socket
                await self.socket.closed
                self.cuts += 1
            except OSError:
                await asyncio.sleep(0.05)

    def go(self) -> Board:
        """It follows from now on."""
        self.task = asyncio.ensure_future(self.follow())
        return self

    def cut(self) -> None:
        """The line is cut."""
        if self.socket:
            self.socket.close()

    def close(self) -> None:
        """Nobody looks any more."""
        if self.task:
            self.task.cancel()
        self.cut()

    async def come_to(self, version: int) -> Seen:
        """What it shows at this version."""
        await until(
            lambda: self.seen.version >= version and not self.stale and not self.bare,
            f"{self.game}{self.query} stays at {self.seen.version}, not {version}: {self.stale=} {self.bare=}",
        )
        return self.seen

    async def wrong(self, other: Seen) -> list[str]:
        """What differs for good: of a secret answer one is told a moment later, at the same version."""
        with suppress(AssertionError):
            await until(lambda: not self.seen.against(other))
        return [*self.faults, *self.seen.against(other)]


def knock(path: str, port: int, cookie: str) -> bytes:
    """A request for a socket as it goes over the line."""
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade"]
    lines += ["Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {KEY}", *([f"Cookie: {cookie}"] if cookie else [])]
    return "\r\n".join([*lines, "", ""]).encode()


def audiences(table: Table) -> dict[str, tuple[str, Caller | None]]:
    """As what one may look at a table: each seat, and a watcher."""
    seats = {str(seat): (f"&seat={seat}", who) for seat, who in table.people.items()}
    return {**seats, "": (f"&watch={table.watch}", None)}


def board(table: Table, audience: str) -> Board:
    """A page at a table."""
    query, who = audiences(table)[audience]
    return Board(table.house, table.id, query, who)


async def fresh(table: Table, audience: str) -> Seen:
    """What a page shows that is loaded now; not just after a step back."""
    made = board(table, audience)
    await made.load()
    try:
        await made.come_back()
        return await made.come_to(table.twin.version)
    finally:
        made.close()
