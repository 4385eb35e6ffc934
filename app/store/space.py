"""What a full disk means to SQLite: an error by several names, and no room for the index beside its file."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

ENOUGH = 1 << 20
"""Bytes that must be free before there is said to be room again."""
LACKING = {
    "SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_SHMOPEN", "SQLITE_IOERR_SHMMAP",
}  # fmt: skip
"""What SQLite calls it: also where a quota or a limit to files ends, and where its index finds no room."""
PRAGMAS = ("synchronous=FULL", "fullfsync=ON", "checkpoint_fullfsync=ON", "foreign_keys=ON", "busy_timeout=5000")
"""Of each connection; that all is written through (``fullfsync``) need be said on macOS alone."""
WINDOWS = os.name == "nt"
"""Its SQLite has no index in memory."""
LOGGED = "journal_mode=WAL"
"""This one is written into the file, which needs room and nobody else at it."""


def lacks_room(error: BaseException | None) -> bool:
    """Whether something could not be written because nothing more can be."""
    return getattr(error, "sqlite_errorname", "") in LACKING or "No space left" in str(error)


class Opening:
    """How a file is opened.

    ``alone``: the disk has no room even for the index of SQLite's log, which lies beside the file, so it is kept in
    memory.  All of this process can read then, and other programs cannot.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.alone = self._settled = False

    @property
    def has_room(self) -> bool:
        """Whether the disk has room to speak of."""
        return shutil.disk_usage(self.file.parent).free >= ENOUGH

    def connect(self) -> sqlite3.Connection:
        """A new connection; the first finds out whether there is room."""
        try:
            made = self._made()
        except sqlite3.OperationalError as error:
            if self._settled or not lacks_room(error) or WINDOWS:
                raise
            self.alone = True
            made = self._made()
        self._settled = True
        return made

    def afresh(self) -> None:
        """The next connection finds out again; the caller has closed all others."""
        self.alone = self._settled = False

    def check(self) -> None:
        """Others can read it unless some connection was still open without room."""
        self.alone = not self.file.with_name(self.file.name + "-shm").exists()

    def _made(self) -> sqlite3.Connection:
        """A connection with its pragmas; a copy put back is no log's file yet and stays so until there is room."""
        way = "?vfs=unix-excl" if self.alone else ""
        made = sqlite3.connect(self.file.absolute().as_uri() + way, uri=True, check_same_thread=False)
        try:
            for pragma in PRAGMAS if self.alone else (LOGGED, *PRAGMAS):
                made.execute("PRAGMA " + pragma)
        except BaseException:
            made.close()
            raise
        return made
