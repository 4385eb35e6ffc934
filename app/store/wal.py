"""The log of an SQLite file, read before SQLite does: whether a broken frame cuts off what was committed.

SQLite takes the first frame whose checksum is wrong for the end of the log, as a cut of the power leaves it, and says
nothing.  Where further transactions follow, it is no such end: each was written only once the one before was safe.
"""

from __future__ import annotations

import logging
import shutil
import struct
from pathlib import Path

HEADER, FRAME = 32, 24
MAGIC, BIG = 0x377F0682, 1
BROKEN = "-wal.broken"
"""What is added to the name of the file where the log as it was found is kept."""
log = logging.getLogger(__name__)


def kept(file: Path) -> Path:
    """Where a broken log of this database is kept."""
    return file.with_name(file.name + BROKEN)


def look(file: Path) -> int:
    """How many committed transactions SQLite will leave out; the log is kept as it is then, and the loss told."""
    found = file.with_name(file.name + "-wal")
    lost = lost_in(found.read_bytes()) if found.exists() else 0
    if not lost:
        return 0
    log.error(
        "the log of the database is broken in its middle: %d transactions or more that were acknowledged are left out; "
        "it is kept as %s. Restore a backup, or go on without them", lost, kept(file).name,
    )  # fmt: skip
    try:
        shutil.copyfile(found, kept(file))
    except OSError as error:
        log.error("the broken log could not be kept: %s", error)
    return lost


def lost_in(raw: bytes) -> int:
    """How many transactions at least lie behind the first broken frame and were safe when the next was begun."""
    if len(raw) < HEADER:
        return 0
    magic, _, size, _ = struct.unpack_from(">4I", raw)
    if magic & ~BIG != MAGIC:
        return 0
    step, salts = FRAME + size, raw[16:24]
    starts = range(HEADER, len(raw) - step + 1, step)
    sound = sound_frames(raw, starts, size, "<>"[magic & BIG])
    ours = [n for n, at in enumerate(starts) if raw[at + 8 : at + 16] == salts]
    last = max(ours, default=-1)
    return sum(sound <= n < last and raw[starts[n] + 4 : starts[n] + 8] != bytes(4) for n in ours)


def sound_frames(raw: bytes, starts: range, size: int, order: str) -> int:
    """How many frames there are before the first whose checksum or salt is wrong."""
    sums = checksum(raw[:24], (0, 0), order)
    if struct.unpack_from(">2I", raw, 24) != sums:
        return 0
    for number, at in enumerate(starts):
        sums = checksum(raw[at + FRAME : at + FRAME + size], checksum(raw[at : at + 8], sums, order), order)
        if raw[at + 8 : at + 16] != raw[16:24] or struct.unpack_from(">2I", raw, at + 16) != sums:
            return number
    return len(starts)


def checksum(part: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    """The running checksum of the file format, after this part."""
    one, two = sums
    words = struct.unpack(f"{order}{len(part) // 4}I", part)
    for n in range(0, len(words), 2):
        one = (one + words[n] + two) & 0xFFFFFFFF
        two = (two + words[n + 1] + one) & 0xFFFFFFFF
    return one, two
