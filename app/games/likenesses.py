"""Pictures that people made for their own counters, and which counter wears which.

What a counter wears follows from what whoever looks sees of it: its side, its code, the code of its unit.  So an
address tells nothing of what is hidden: a counter whose code is not shown wears none.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct

from app.games.hours import REAL
from app.games.results import GameInfo
from app.games.seats import Guest, clean_name, new_id, now
from app.store import Store, bonds, likenesses
from app.store.db import Row

Barred, Full = likenesses.Barred, likenesses.Full
MOST, ACCOUNT_MOST = 24, 60
"""So many a guest keeps, and so many who has an account."""
LASTS, KNOWN = 10_000, 4000
"""For so many milliseconds what somebody has made is known without asking again, of so many people."""
UNKNOWN = "?"
"""How the codes of counters begin that are not shown."""
COVER = "campaign"
"""What stands in the place of a system where the picture is no counter's but the cover of a campaign, named as side."""
LONGEST = 12
"""Characters of a code."""

Worn = Mapping[tuple[str, str], str]
"""The addresses of a player's likenesses, by side and code."""


class Likeness(Struct, frozen=True):
    """A picture for counters of a system: of the side of this name, or any; with this code, these letters, or all."""

    id: int
    key: str
    guest: str
    system: str
    band: str
    about: str
    removed: bool
    created: str


class Wanted(NamedTuple):
    """One that is to be kept."""

    system: str
    band: str
    about: str
    picture: bytes


class Likenesses:
    """What all people made for their counters."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, tuple[int, tuple[Likeness, ...]]] = OrderedDict()

    async def keep(self, who: Guest, wanted: Iterable[Wanted], spare: int = 0) -> tuple[str, ...]:
        """The addresses of the pictures, already cut to counters; ``Full`` or ``Barred``: none is kept.

        ``spare``: so many more are kept for a moment, as others are forgotten at once.
        """
        rows: list[Row] = [
            {"key": new_id(), "guest_id": who.id, "system": one.system, "band": clean_name(one.band),
             "about": code(one.about), "picture": one.picture, "hidden": False, "gone": False, "created": now()}
            for one in wanted
        ]  # fmt: skip
        await self._store.run(likenesses.add, rows, room(who) + spare)
        self._known.pop(who.id, None)
        return tuple(str(row["key"]) for row in rows)

    async def of(self, guest: str) -> tuple[Likeness, ...]:
        """All that a guest made."""
        rows = await self._store.look(likenesses.of_guest, guest)
        return tuple(map(likeness, rows))

    async def picture(self, key: str, gone: bool = False) -> bytes | None:
        """The picture at this address; ``gone``: also one that its owner has no more."""
        return await self._store.look(likenesses.picture, key, gone)

    async def covers(self, key: str, campaign: str) -> bool:
        """Whether the picture at this address is there, and was brought as the cover of this campaign."""
        found = await self._store.look(likenesses.read, key)
        return found is not None and (found["system"], found["band"]) == (COVER, campaign)

    async def forget(self, guest: str, key: str) -> bool:
        """Whether this guest had it; it is gone now."""
        self._known.pop(guest, None)
        return await self._store.run(likenesses.forget, guest, key)

    async def hide(self, key: str) -> None:
        """The host has removed it: nobody sees it any more, and its owner sees that it was removed."""
        owner = await self._store.run(likenesses.hide, key)
        self._known.pop(owner or "", None)

    async def report(self, key: str, by: str, why: str) -> bool:
        """Whether there is one at this address; the host will look at it, and read why."""
        found = await self._store.look(likenesses.read, key)
        if found is None:
            return False
        row: Row = {
            "game_id": None, "by_id": by, "about_id": found["guest_id"], "kind": "likeness", "ref": None, "key": key,
            "text": why, "created": now(), "done": None,
        }  # fmt: skip
        await self._store.run(bonds.add_report, row)
        return True

    async def worn(self, info: GameInfo) -> dict[str, Worn]:
        """What the counters of each seat may wear, where its player made anything for them."""
        found = {str(s.seat): {(one.band.casefold(), one.about): one.key for one in await self._last(s.guest)
                               if one.system == info.system and not one.removed}
                 for s in info.seats if s.guest}  # fmt: skip
        return {seat: worn for seat, worn in found.items() if worn}

    async def _last(self, guest: str) -> tuple[Likeness, ...]:
        at, found = self._known.get(guest, (0, ()))
        if REAL.wall() - at > LASTS:
            found = await self.of(guest)
            self._known[guest] = (REAL.wall(), found)
            while len(self._known) > KNOWN:
                self._known.popitem(last=False)
        return found


def room(who: Guest) -> int:
    """How many somebody may keep: more with an account."""
    return ACCOUNT_MOST if who.account else MOST


def code(given: str) -> str:
    """A code as counters show it: without spaces, in capitals."""
    return clean_name(given).replace(" ", "").upper()[:LONGEST]


def chosen(worn: Worn, band: str, *codes: str) -> str:
    """The address of what a counter with these codes wears, the first before the others: that of its own side first,
    that of its code before that of its letters, and that of a whole side last; empty for none."""
    if not worn or not codes or not codes[0] or codes[0].startswith(UNKNOWN):
        return ""
    names = [one for given in map(code, codes) if given for one in (given, given.rstrip("0123456789"))]
    places = ((side, name) for side in (band.casefold(), "") for name in (*names, ""))
    return next((worn[place] for place in places if place in worn), "")


def likeness(row: Row) -> Likeness:
    """A stored row as it is shown."""
    return Likeness(
        row["id"], row["key"], row["guest_id"], row["system"], row["band"], row["about"], row["hidden"], row["created"]
    )
