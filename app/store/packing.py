"""Checkpoints as they are stored: packed, most of them as what differs from the one before, one in sixteen whole.

``base`` names the checkpoint that a difference rests on, which stands as long as this one does.  Rows of a time in
which nothing was packed hold the text itself; a difference may rest on one of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

import sqlalchemy as sa

from app.store.db import Row
from app.store.tables import checkpoint

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

EVERY = 16
"""To read a checkpoint takes at most so many unpackings."""
LEVEL, HARD = 6, 15
OPTIONS: dict[int, int] = {
    zstd.CompressionParameter.compression_level: LEVEL,
    zstd.CompressionParameter.checksum_flag: 1,
}
LINK = (checkpoint.c.tape_seq, checkpoint.c.base, checkpoint.c.state, checkpoint.c.packed)


class Torn(ValueError):
    """What is stored cannot be unpacked."""


def compressed(data: bytes) -> bytes:
    """The data packed as small as it gets: it is written once and read seldom."""
    return zstd.compress(data, options={**OPTIONS, zstd.CompressionParameter.compression_level: HARD})


def decompressed(data: bytes) -> bytes:
    """The data again."""
    try:
        return zstd.decompress(data)
    except zstd.ZstdError as error:
        raise Torn(str(error)) from error


def packed(text: str, before: str = "") -> bytes:
    """The text packed, as what differs from the one ``before``."""
    known = zstd.ZstdDict(before.encode(), is_raw=True).as_prefix if before else None
    return zstd.compress(text.encode(), options=OPTIONS, zstd_dict=known)


def unpacked(data: bytes, before: str = "") -> str:
    """The text again."""
    known = zstd.ZstdDict(before.encode(), is_raw=True).as_prefix if before else None
    try:
        return zstd.decompress(data, zstd_dict=known).decode()
    except (zstd.ZstdError, UnicodeDecodeError) as error:
        raise Torn(str(error)) from error


def links(db: sa.Connection, id: str, number: int) -> list[Row]:
    """What it takes to read a checkpoint: a whole one, the differences that follow, and itself as the last."""
    mine = checkpoint.c.game_id == id
    chain = sa.select(*LINK).where(mine, checkpoint.c.tape_seq == number).cte("chain", recursive=True)
    back = sa.select(*LINK).join(chain, checkpoint.c.tape_seq == chain.c.base).where(mine)
    rows = db.execute(sa.select(chain := chain.union_all(back)).order_by(chain.c.tape_seq))
    return [dict(row) for row in rows.mappings()]


def texts(rows: Iterable[Row]) -> dict[int, str]:
    """The texts of checkpoints by their numbers, in whose order the rows come; of one that is torn none."""
    found = dict[int, str]()
    for row in rows:
        try:
            before = "" if row["base"] is None else found[row["base"]]
            found[row["tape_seq"]] = row["state"] if row["packed"] is None else unpacked(row["packed"], before)
        except (Torn, KeyError):
            continue
    return found


def opened(db: sa.Connection, row: Row) -> Row:
    """A checkpoint with its text, which is empty where it is torn: no rule reads that."""
    if row["packed"] is None:
        return row
    text = texts(links(db, row["game_id"], row["tape_seq"])).get(row["tape_seq"], "")
    return closed(row, state=text, packed=None, base=None)


def all_opened(rows: Sequence[Row]) -> list[Row]:
    """As ``opened``, of all checkpoints of a game in their order."""
    found = texts(rows)
    return [closed(row, state=found.get(row["tape_seq"], ""), packed=None, base=None) for row in rows]


def closed(row: Row, **how: object) -> Row:
    """The row, stored so."""
    return {**row, **how}


def add(db: sa.Connection, rows: list[Row]) -> None:
    """These checkpoints of one game are stored after what stands of it, packed."""
    if not rows:
        return
    chain = links(db, rows[0]["game_id"], last_before(db, rows[0]))
    db.execute(POINTS, rows_of(rows, chain))


def last_before(db: sa.Connection, row: Row) -> int:
    """The number of the checkpoint that stands before this one; -1 if there is none."""
    points = checkpoint.c.game_id == row["game_id"], checkpoint.c.tape_seq < row["tape_seq"]
    found = db.execute(sa.select(sa.func.max(checkpoint.c.tape_seq)).where(*points, checkpoint.c.struck_by.is_(None)))
    return int(-1 if (last := found.scalar()) is None else last)


def rows_of(rows: Iterable[Row], chain: Sequence[Row] = ()) -> list[Row]:
    """The rows of one game as they are stored, each resting on the one before; the first on the last of a chain."""
    number = chain[-1]["tape_seq"] if chain else None
    before, length, made = texts(chain).get(number or 0, "") if chain else "", len(chain), list[Row]()
    for row in rows:
        if not before or length >= EVERY:
            before, number, length = "", None, 0
        made.append(closed(row, state="", packed=packed(row["state"], before), base=number))
        before, number, length = row["state"], row["tape_seq"], length + 1
    return made


POINTS = checkpoint.insert()
