"""Where those stood who were moved by an event that does not say it: reckoned from the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from app.engine.events import Event
from app.engine.geometry import Point
from app.engine.system import RuleSystem
from app.engine.ways import led
from app.games.rows import decode, is_played
from app.store.db import Row

Way = tuple[Point, ...]


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


def first(system: RuleSystem[Any], rows: Sequence[Row], since: int) -> Row | None:
    """The first of these rows after a version that counts and asks."""
    return next((row for row in counting(rows, since) if asking(system, row)), None)


def counting(rows: Sequence[Row], since: int) -> Iterator[Row]:
    """The rows after a version that were not struck."""
    return (row for row in rows if row["version"] > since and row["struck_by"] is None)


def ways(system: RuleSystem[Any], state: Any, rows: Sequence[Row], begin: Row) -> dict[int, Way]:
    """The ways that rows ask for from ``begin`` on, before which the game stood so, by their numbers: up to the first
    that the rules can no longer read."""
    found: dict[int, Way] = {}
    for row in counting(rows, -1):
        if row["seq"] < begin["seq"] or not is_played(row):
            continue
        try:
            if event := asking(system, row):
                found[row["seq"]] = led(system, state, event)
            state = system.evolve(state, event or decode(system, row["body"]))
        except Exception:  # of rules that were others, whatever breaks: the log is told without
            return found
    return found
