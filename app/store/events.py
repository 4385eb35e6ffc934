"""The events of games, as they are stored: rows of their own, and in bundles once a finished game is swept.

Whoever asks for events asks ``source`` where: of a game with bundles that is a copy in memory, which holds the same
rows and answers the same queries.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec
import sqlalchemy as sa

from app.store.db import Row, encode
from app.store.packing import Torn, compressed, decompressed
from app.store.said import straight
from app.store.tables import bundle, event

EVERY = 1000
"""So many events are in a bundle at most."""
KEPT = 4
"""Games of which each thread keeps its copy."""
COLUMNS = tuple(column.name for column in event.columns if column.name != "game_id")
JSON = ("seen_by", "body")
MINE = threading.local()


class Facts(msgspec.Struct, array_like=True):
    """An event in a bundle: the columns of its row but the game's, in their order."""

    seq: int
    version: int
    tape_seq: int
    kind: str
    clause: str
    seen_by: msgspec.Raw
    body: msgspec.Raw
    chain: str
    struck_by: int | None


def pack(db: sa.Connection, id: str) -> None:
    """All events of a game are in bundles."""
    rows = rows_of(db, id)
    if not rows:
        return
    whole = bundled(db, id) + rows
    forget(db, id)
    made = [whole[n : n + EVERY] for n in range(0, len(whole), EVERY)]
    db.execute(bundle.insert(), [{"game_id": id, "seq": part[-1]["seq"], "packed": packed(part)} for part in made])


def unpack(db: sa.Connection, id: str) -> None:
    """All events of a game are rows of their own."""
    if rows := bundled(db, id):
        db.execute(bundle.delete().where(bundle.c.game_id == id))
        db.execute(event.insert(), rows)


def forget(db: sa.Connection, id: str) -> None:
    """No events of the game are stored."""
    for table in (bundle, event):
        db.execute(table.delete().where(table.c.game_id == id))


def rows_of(db: sa.Connection, id: str) -> list[Row]:
    """The events of a game that are rows of their own, in order."""
    found = db.execute(sa.select(event).where(event.c.game_id == id).order_by(event.c.seq)).mappings()
    return [dict(row) for row in found]


def bundles(db: sa.Connection, id: str) -> list[bytes]:
    """The bundles of a game, in order."""
    return list(db.execute(sa.select(bundle.c.packed).where(bundle.c.game_id == id).order_by(bundle.c.seq)).scalars())


def packed(rows: Sequence[Row]) -> bytes:
    """A bundle of these events."""
    return compressed(msgspec.json.encode([[row[name] for name in COLUMNS] for row in rows]))


def facts(data: bytes) -> list[Facts]:
    """The events of a bundle; ``Torn`` if it cannot be read."""
    try:
        return msgspec.json.decode(decompressed(data), type=list[Facts])
    except msgspec.MsgspecError as error:
        raise Torn(str(error)) from error


def bundled(db: sa.Connection, id: str) -> list[Row]:
    """The events of a game that are in bundles, as rows, in order."""
    return [row_of(id, one) for data in bundles(db, id) for one in facts(data)]


def row_of(id: str, one: Facts) -> Row:
    """An event as a row."""
    row = {"game_id": id, **{name: getattr(one, name) for name in COLUMNS}}
    return row | {name: msgspec.json.decode(row[name]) for name in JSON}


# -- reading -------------------------------------------------------------------


def source(db: sa.Connection, id: str) -> sa.Connection:
    """Where the events of this game are to be asked for; good until the same thread asks for those of another."""
    if not (parts := bundles(db, id)):
        return db
    more, copies = rows_of(db, id), copies_here()
    mark = blake2b(b"".join([id.encode(), *parts, encode(more).encode()])).digest()
    if mark not in copies:
        copies[mark] = copy(id, parts, more)
        while len(copies) > KEPT:
            copies.popitem(last=False)[1].close()
    copies.move_to_end(mark)
    return copies[mark]


def copies_here() -> OrderedDict[bytes, sa.Connection]:
    """The copies of this thread, the one that was asked last at the end."""
    if not hasattr(MINE, "copies"):
        MINE.copies = OrderedDict()
    found: OrderedDict[bytes, sa.Connection] = MINE.copies
    return found


def copy(id: str, parts: Sequence[bytes], more: Sequence[Row]) -> sa.Connection:
    """A database in memory that holds the events of a game."""
    made = sa.create_engine(
        "sqlite://", poolclass=sa.StaticPool, isolation_level="AUTOCOMMIT", json_serializer=encode,
        json_deserializer=msgspec.json.decode,
    ).connect()  # fmt: skip
    event.create(made)
    names = ", ".join(("game_id", *COLUMNS))
    text = f"INSERT INTO event ({names}) VALUES ({', '.join('?' * (1 + len(COLUMNS)))})"
    driver: Any = made.connection.driver_connection
    driver.execute("BEGIN")
    driver.executemany(text, ([id, *values(one)] for data in parts for one in facts(data)))
    with straight(made) as said:
        said.add(event, more)
    driver.execute("COMMIT")
    return made


def values(one: Facts) -> list[Any]:
    """An event as its row is stored, without the game."""
    return [text(value) if isinstance(value, msgspec.Raw) else value for value in msgspec.structs.astuple(one)]


def text(raw: msgspec.Raw) -> str | None:
    """JSON as it is stored; SQL's null stands for none."""
    return None if (data := bytes(raw)) == b"null" else data.decode()
