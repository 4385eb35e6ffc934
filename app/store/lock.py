"""A lock file: one process at a time works on an SQLite file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO


def grab(file: IO[str]) -> bool:
    """Whether the operating system gave us this file alone; it lets go when the process ends, however it ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


class Lock:
    """The right to work on one data file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[str] | None = None

    def take(self) -> bool:
        """Whether the right is ours now."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = self.path.open("a", encoding="utf-8")
        if not grab(file):
            file.close()
            return False
        self._file = file
        return True

    def give_back(self) -> None:
        """The next process may take it.  The file itself stays."""
        if self._file is not None:
            self._file.close()
            self._file = None
