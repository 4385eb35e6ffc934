"""Where those stood who were moved by an event that does not say it: reckoned from the record, or told by others."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from app.aside import aside
from app.engine.events import Event
from app.engine.geometry import Point
from app.engine.system import RuleSystem
from app.engine.ways import Carried, led
from app.games.drive import Drive
from app.games.past import Past
from app.games.rows import decode, is_for_all, is_played
from app.store.db import Row

Way = tuple[Point, ...]
KEPT = 1 << 13
"""Ways that are remembered."""


class Ways:
    """The ways that events do not tell, each reckoned once, whoever asks for it."""

    def __init__(self, past: Past) -> None:
        self._past = past
        self._known: OrderedDict[tuple[str, int], Way] = OrderedDict()

    async def of(self, drive: Drive, rows: Sequence[Row], since: int, tape: int | None) -> dict[int, Way]:
        """Those of the rows after a version, by their numbers; none where the rules can no longer read how all stood.

        ``tape``: nothing struck after it counts.
        """
        asked = [row for row in standing(rows, since, tape) if asking(drive.system, row)]
        known = {row["seq"]: self._known[key] for row in asked if (key := (drive.id, row["seq"])) in self._known}
        if new := [row for row in asked if row["seq"] not in known]:
            known |= await self._found(drive, [row for row in standing(rows, since, tape) if is_played(row)], new)
        return known | await carried(drive.system, standing(rows, since, tape))

    async def _found(self, drive: Drive, rows: Sequence[Row], new: Sequence[Row]) -> dict[int, Way]:
        """What these of the rows ask for, which is remembered."""
        try:
            state = await self._past.state(drive, new[0]["version"] - 1)
        except Exception:  # of rules that were others, whatever breaks: the log is told without
            return {}
        if state is None:
            return {}
        needed = [row for row in rows if new[0]["seq"] <= row["seq"] <= new[-1]["seq"]]
        found = await aside(partial(ways, drive.system, state, needed))
        self._known |= {(drive.id, seq): way for seq, way in found.items()}
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        return found


def asking(system: RuleSystem[Any], row: Row) -> Event | None:
    """The event of a row, if its picture asks where somebody stood before it."""
    sketch = getattr(system, "pictures", {}).get(row["kind"])
    if sketch is None or not sketch.asks:
        return None
    try:
        event = decode(system, row["body"])
    except msgspec.ValidationError:  # of rules that were others
        return None
    return event if sketch.whence(event) else None


async def carried(system: RuleSystem[Any], rows: Iterable[Row]) -> dict[int, Way]:
    """The ways that are told of others than show them, where the system says how; of what all may see alone."""
    known: Carried | None = getattr(system, "carried", None)
    if known is None or not (mine := [row for row in rows if row["kind"] in known.kinds]):
        return {}
    return await aside(partial(known.told, open_to_all(system, mine)))


def open_to_all(system: RuleSystem[Any], rows: Iterable[Row]) -> Iterator[tuple[int, Event]]:
    """The events of these rows that all may see, as far as the rules can read them."""
    for row in rows:
        if is_for_all(row["body"]):
            with suppress(msgspec.ValidationError):  # of rules that were others
                yield row["seq"], decode(system, row["body"])


def standing(rows: Sequence[Row], since: int, tape: int | None) -> Iterator[Row]:
    """The rows after a version that were not struck, or not yet when the game had come to that entry of its tape."""
    for row in rows:
        struck = row["struck_by"]
        if row["version"] > since and (struck is None or (tape is not None and struck > tape)):
            yield row


def ways(system: RuleSystem[Any], state: Any, rows: Sequence[Row]) -> dict[int, Way]:
    """The ways that rows ask for before which the game stood so, by their numbers: up to the first that the rules can
    no longer read."""
    found: dict[int, Way] = {}
    for row in rows:
        try:
            before, event = state, decode(system, row["body"])
            state = system.evolve(before, event)
            if asking(system, row):
                found[row["seq"]] = led(system, before, event, state)
        except Exception:  # of rules that were others, whatever breaks: the log is told without
            return found
    return found
