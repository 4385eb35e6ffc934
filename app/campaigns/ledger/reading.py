"""What is read of campaigns: their rows, their ledgers as somebody may read them, the books of their warbands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from app.campaigns.ledger.books import Books
from app.campaigns.model import Campaign
from app.campaigns.people.eyes import reads_words
from app.engine.campaigns import Band
from app.store import Store, campaigns
from app.store.db import Row

KEPT = 64
"""Campaigns whose books, and the heads of whose entries, are kept; none of those that were read from a file."""
T = TypeVar("T")
PROPOSED, SECRET = "proposed", ("word", "salt")


def recent(kept: OrderedDict[str, T], id: str, make: Callable[[], T]) -> T:
    """What is kept of a campaign, made where nothing is; of those asked for longest ago none is kept any more."""
    found = kept.get(id)
    if found is None:
        found = kept[id] = make()
    kept.move_to_end(id)
    while len(kept) > KEPT:
        kept.popitem(last=False)
    return found


class Reading(ABC):
    """That part of the service of campaigns which changes nothing."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._books = OrderedDict[str, Books]()
        self._heads = OrderedDict[str, list[Row]]()

    async def row(self, id: str) -> Row | None:
        """Its row: what lists show, the chain, the seeds (which are secret while a round is open)."""
        return await self.store.look(campaigns.read, id)

    async def entries(self, id: str, guest: str = "", since: int = 0, limit: int = 200) -> list[Row]:
        """The ledger in order as this guest may read it: what is sealed from him is left out."""
        found: list[Row] = []
        while len(found) < limit:
            rows = await self.store.look(campaigns.entries, id, since, limit)
            found += await self._known(id, rows, guest)
            if len(rows) < limit:
                break
            since = rows[-1]["seq"]
        return found[:limit]

    async def heads(self, now: Campaign, guest: str = "") -> list[Row]:
        """Number, kind and kind of step of each entry that this guest may read, in order; what is new alone is read."""
        rows = list[Row]() if now.archive else recent(self._heads, now.id, list[Row])
        if not rows or rows[-1]["seq"] < now.seq:
            since = rows[-1]["seq"] if rows else 0
            new = await self.store.look(campaigns.heads, now.id, since)
            rows += [row for row in new if not rows or row["seq"] > rows[-1]["seq"]]
        return [row for row in rows if row["told"] and (row["seen_by"] is None or guest in row["seen_by"])]

    async def of_kinds(self, id: str, guest: str, since: int, kinds: Sequence[str]) -> list[Row]:
        """The entries of these kinds from after this number on, in order, as this guest may read them."""
        return await self._known(id, await self.store.look(campaigns.of_kinds, id, since, kinds), guest)

    async def these(self, id: str, numbers: Sequence[int]) -> list[Row]:
        """These entries, which their reader may read."""
        return await self.store.look(campaigns.these, id, numbers)

    async def entries_of(self, id: str, fixture: str, guest: str = "") -> list[Row]:
        """The entries about one battle, in order, as this guest may read them."""
        rows = await self.store.look(campaigns.entries_of, id, fixture)
        return await self._known(id, rows, guest)

    async def _known(self, id: str, rows: Sequence[Row], guest: str) -> list[Row]:
        """Those of these entries that this guest may read, as he may."""
        known = [row for row in rows if may_know(row, guest)]
        now = await self.read(id) if any(has_word(row) for row in known) else None
        return [without_word(now, row, guest) if now and has_word(row) else row for row in known]

    @abstractmethod
    async def read(self, id: str) -> Campaign | None:
        """The campaign as it stands."""

    async def books(self, now: Campaign, value: Callable[[Band], int]) -> Books:
        """The lines of all its warbands; only what is new of its ledger is read."""
        books = recent(self._books, now.id, partial(Books, value))
        if books.seq < now.seq:
            books.add(await self.store.look(campaigns.entries, now.id, books.seq), now)
        return books

    async def of_guest(self, guest: str) -> list[Row]:
        """The campaigns somebody is in or invited to."""
        return await self.store.look(campaigns.of_guest, guest)

    async def read_with(self, guest: str, reader: str, limit: int) -> list[Row]:
        """The campaigns somebody is in that a reader may read."""
        return await self.store.look(campaigns.read_with, guest, reader, limit)

    async def ever_of(self, guest: str, system: str) -> list[str]:
        """The campaigns of a system in which somebody is or was."""
        return await self.store.look(campaigns.ever_of, guest, system)

    async def in_public(
        self, limit: int = 20, offset: int = 0, words: str = "", system: str = "", joinable: bool = False,
        after: tuple[str, str] | None = None,
    ) -> list[Row]:  # fmt: skip
        """The campaigns anybody may read, narrowed as the store says."""
        return await self.store.look(campaigns.in_public, limit, offset, words, system, joinable, after)

    async def flags(self, ids: Sequence[str]) -> dict[str, list[Row]]:
        """What the warbands of these campaigns are called and bear, those that have left aside, by campaign."""
        return await self.store.look(campaigns.flags, ids)


def has_word(row: Row) -> bool:
    """Whether it is an offer of dates with a word to the other side."""
    return bool(row["kind"] == PROPOSED and row["body"].get("word"))


def without_word(now: Campaign, row: Row, guest: str) -> Row:
    """The entry, without its word (and the salt, by which it could be guessed from the chain) if it is for others."""
    one = now.fixtures.get(row["body"]["fixture"])
    if one is not None and reads_words(now, one, guest):
        return row
    return {**row, "body": {key: said for key, said in row["body"].items() if key not in SECRET}}


def may_know(row: Row, guest: str) -> bool:
    """Whether somebody may read an entry: it is not sealed from him, and not by the file it was read from."""
    return row["body"] is not None and (row["seen_by"] is None or guest in row["seen_by"])
