"""What a host offers: TOML files in a folder of his data, with what is wrong by its line; rows kept as a setting."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from msgspec import Struct

from app.web.page.deps import Site
from app.web.page.errors import Bad
from app.web.page.once import changed
from app.web.page.words import gettext

MOST, LARGEST = 60, 60_000
"""So many files of a folder are read; characters of one."""
AT_LINE = re.compile(r"\(at line (\d+), column \d+\)|\(at end of document\)")
Faults = Sequence[tuple[int, str]]
"""Lines and what is wrong there."""


class Fault(Struct, frozen=True):
    """What is wrong with a file, and in which of its lines; 0: in the whole of it."""

    file: str
    line: int
    why: str
    id: str = ""
    """Of what the page has added, by which it can be removed."""

    def __str__(self) -> str:
        where = gettext("{file}, line {n}").format(file=self.file, n=self.line) if self.line else self.file
        return f"{where}: {self.why}"


def texts(folder: Path) -> list[tuple[str, str | Fault]]:
    """The names of the files of the folder, and what stands in them, or why that cannot be read."""
    found = [file for file in sorted(folder.glob("*.toml")) if not file.name.startswith(".")]
    return [(shown(file.name), begun(file)) for file in found[:MOST]]


def shown(name: str) -> str:
    """The name of a file, of whatever bytes it is, as text."""
    return os.fsencode(name).decode("utf-8", "replace")


def begun(file: Path) -> str | Fault:
    """What stands in a file, as far as that may be long."""
    why = gettext("this is no file")
    try:
        if file.is_file():
            with file.open(encoding="utf-8", errors="replace") as opened:
                return opened.read(LARGEST + 1)
    except OSError as no:
        why = no.strerror or str(no)
    return Fault(shown(file.name), 0, gettext("This cannot be read: {why}.").format(why=why))


def id_of(file: str) -> str:
    """An id by the name of a file, as an address and a form can hold it."""
    return f"file-{blake2b(file.encode(), digest_size=10).hexdigest()}"


def toml(text: str) -> dict[str, Any] | Faults:
    """What a text of TOML says, or why it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as no:
        at = AT_LINE.search(str(no))
        return no_toml(int(at[1]) if at and at[1] else text.count("\n") + 1, no)
    except (ValueError, RecursionError) as no:  # as of a number of thousands of digits
        return no_toml(0, no)


def no_toml(line: int, why: Exception) -> Faults:
    """What is said of a text that TOML cannot be."""
    return [(line, gettext("This is no TOML: {why}").format(why=why))]


def line_of(text: str, key: str) -> int:
    """The first line that begins with a key or opens its table; 0 for none."""
    begins = re.compile(rf"\s*(?:{re.escape(key)}\s*=|\[+\s*{re.escape(key)}\b)")
    return next((n for n, line in enumerate(text.split("\n"), 1) if begins.match(line)), 0)


async def taken_away(here: Site, setting: str, id: str, none: Bad) -> None:
    """The row of this id is in a setting no more; this refusal where there is none."""

    def shorter(rows: list[Any] | None) -> list[Any]:
        left = [row for row in rows or () if row["id"] != id]
        if len(left) == len(rows or ()):
            raise none
        return left

    await here.house.change(setting, shorter)
    changed()
