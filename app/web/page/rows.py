"""Panels with many rows: each row is an element with an id of its own, and only those are sent that have changed."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

BEGIN, END = "<!--row-->", "<!--end-->"
DETAILS = re.compile("(<details [^>]*)>.*?</details>", re.DOTALL)
NAMES = re.compile(r""" ([\w-]+)(?:="[^"]*"|='[^']*')?""")
ID = re.compile(" id=[\"']([^\"']*)")
MOST_PARTED = 64
"""Panels that are kept as their parts: what was sent last is compared with what is sent next."""


class Parts(NamedTuple):
    """A panel: all that is no row, the ids of the rows, and these."""

    frame: tuple[str, ...]
    names: tuple[str, ...]
    rows: tuple[str, ...]


@lru_cache(MOST_PARTED)
def parted(panel: str) -> Parts:
    """A panel as its parts."""
    head, *found = panel.split(BEGIN)
    cut = [part.partition(END) for part in found]
    return Parts(
        (head, *(rest for _, _, rest in cut)), tuple(named(row) for row, _, _ in cut), tuple(r[0] for r in cut)
    )


def named(row: str) -> str:
    """The id of a row."""
    found = ID.search(row)
    return found[1] if found else ""


def fresh_rows(before: str, now: str) -> list[str] | None:
    """The rows of a panel that are not as they were; ``None`` where anything else of it is not."""
    had, has = parted(before), parted(now)
    if (had.frame, had.names) != (has.frame, has.names):
        return None
    return [leaner(old, row) for old, row in zip(had.rows, has.rows, strict=True) if old != row]


def leaner(old: str, row: str) -> str:
    """A row without its inside, or without that of its details, where these are as they were."""
    head, _, inside = row.partition(">")
    was, _, had = old.partition(">")
    if had == inside and NAMES.findall(was) == NAMES.findall(head):
        return f"{head} data-same></{head[1:].split()[0]}>"
    details = DETAILS.search(row)
    return row.replace(details[0], f"{details[1]} data-same></details>") if details and details[0] in old else row
