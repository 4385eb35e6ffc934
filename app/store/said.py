"""What each input asks of the database, put straight to its driver.

What SQLAlchemy does for a statement in Python takes longer than a database needs to carry it out.  So the text of each
is made once; to PostgreSQL all of them are sent before the first is answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

import msgspec
import psycopg
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from app.store.glances import as_it_is
from app.store.sending import send

Row = dict[str, Any]
Names = tuple[str, ...]
Writers = tuple[tuple[str, Callable[[Any], Any]], ...]
DIALECTS: tuple[sa.Dialect, ...] = (sqlite.dialect(), postgresql.dialect())  # type: ignore[no-untyped-call]
QUOTE = {one.name: one.identifier_preparer.quote for one in DIALECTS}


def marks(engine: str, count: int) -> list[str]:
    """So many places for values in the text of a statement."""
    return [f"${n + 1}" if engine == "postgresql" else "?" for n in range(count)]


class Text(NamedTuple):
    """A statement, and how the values that it takes are written: first those that are kept, then those to look for."""

    text: str
    kept: Writers
    found: Writers = ()


def as_json(value: Any) -> str | None:
    """A value as the JSON text that is stored, where there is one."""
    return None if value is None else msgspec.json.encode(value).decode()


def writers(table: sa.Table, names: Names) -> Writers:
    """How the values of these columns are written."""
    return tuple((name, as_json if isinstance(table.c[name].type, sa.JSON) else as_it_is) for name in names)


@cache
def insertion(engine: str, table: sa.Table, names: Names) -> Text:
    """A row of these columns is added."""
    quote = QUOTE[engine]
    columns, values = ", ".join(map(quote, names)), ", ".join(marks(engine, len(names)))
    return Text(f"INSERT INTO {quote(table.name)} ({columns}) VALUES ({values})", writers(table, names))


@cache
def setting(engine: str, table: sa.Table, names: Names, where: Names) -> Text:
    """Rows that have those values have these now."""
    pairs = zip(names + where, marks(engine, len(names + where)), strict=True)
    each = [f"{QUOTE[engine](name)} = {mark}" for name, mark in pairs]
    made, at = ", ".join(each[: len(names)]), " AND ".join(each[len(names) :])
    text = f"UPDATE {QUOTE[engine](table.name)} SET {made} WHERE {at}"
    return Text(text, writers(table, names), writers(table, where))


@cache
def putting(engine: str, table: sa.Table, names: Names, where: Names) -> Text:
    """The row of that key has these values now, whether it was there or not."""
    quote, new = QUOTE[engine], insertion(engine, table, (*names, *where))
    made = ", ".join(f"{quote(n)} = excluded.{quote(n)}" for n in names)
    text = f"{new.text} ON CONFLICT ({', '.join(map(quote, where))}) DO UPDATE SET {made}"
    return Text(text, writers(table, names), writers(table, where))


class Driver:
    """The driver's own connection of a transaction."""

    def __init__(self, db: sa.Connection) -> None:
        self._engine, self.connection = db.dialect.name, db.connection.driver_connection

    def add(self, table: sa.Table, rows: Sequence[Row]) -> None:
        """These rows, are added."""
        for row in rows:
            said = insertion(self._engine, table, tuple(row))
            self._say(said.text, [write(row[name]) for name, write in said.kept])

    def change(self, table: sa.Table, where: Row, values: Row) -> Any:
        """Rows that have those values have these now; the cursor's ``rowcount`` tells how many, once all is said."""
        return self._set(setting, table, where, values)

    def put(self, table: sa.Table, key: Row, values: Row) -> None:
        """The row of this key has these values now, whether it was there or not."""
        self._set(putting, table, key, values)

    def _set(self, way: Callable[[str, sa.Table, Names, Names], Text], table: sa.Table, where: Row, values: Row) -> Any:
        said = way(self._engine, table, tuple(values), tuple(where))
        kept = [write(values[name]) for name, write in said.kept]
        return self._say(said.text, kept + [write(where[name]) for name, write in said.found])

    def _say(self, text: str, given: list[Any]) -> Any:
        cursor = self.connection.cursor()  # type: ignore[union-attr]
        cursor.execute(text, given)
        return cursor


class Told:
    """What came of a statement: how many rows it met, once all is said."""

    rowcount = 0


class Server(Driver):
    """As ``Driver``, on a PostgreSQL server: what is said is sent at the end, all at once, and one answer awaited."""

    def __init__(self, db: sa.Connection) -> None:
        super().__init__(db)
        self._said: list[tuple[str, list[Any]]] = []
        self._told: list[Told] = []

    def _say(self, text: str, given: list[Any]) -> Told:
        self._said.append((text, given))
        self._told.append(told := Told())
        return told

    def send(self) -> None:
        """All has been carried out."""
        connection: psycopg.Connection[Any] = self.connection  # type: ignore[assignment]
        for told, count in zip(self._told, send(connection, self._said), strict=True):
            told.rowcount = count


@contextmanager
def straight(db: sa.Connection) -> Iterator[Driver]:
    """What is said inside has been carried out after it."""
    if db.dialect.name == "postgresql":
        server = Server(db)
        yield server
        server.send()
    else:
        yield Driver(db)
