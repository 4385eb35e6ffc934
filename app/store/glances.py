"""Short questions to an SQLite file, put to its driver here and now.

What SQLAlchemy does for a query in Python takes many times as long as the file needs to answer it, and every request
asks who sent it.  So the text of such a query is made once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from typing import Any, cast

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite as Dialect

Query = sa.Select[Any] | sa.CompoundSelect[Any]
Read = Callable[[Any], Any]


def as_it_is(value: Any) -> Any:
    """A value that stands in the file as it is meant."""
    return value


class Glances:
    """One connection that only reads, for the thread of the event loop.  Each query sees all that is committed."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._dialect = Dialect(paramstyle="named", json_deserializer=msgspec.json.decode)
        self._known: dict[Query, tuple[str, dict[str, Read]]] = {}
        self._connection: sa.PoolProxiedConnection | None = None

    def row(self, query: Query, given: Mapping[str, str]) -> dict[str, Any] | None:
        """The first row, if there is one; ``sqlite3.Error`` if the file does not answer, and nothing is held then."""
        text, readers = self._known.get(query) or self._learn(query)
        try:
            found = self._driver().execute(text, given).fetchall()
        except sqlite3.Error:
            self.close()
            raise
        pairs = zip(readers.items(), found[0], strict=True) if found else ()
        return {name: read(value) for (name, read), value in pairs} or None

    def _learn(self, query: Query) -> tuple[str, dict[str, Read]]:
        """The text of a query, and how each of its columns is read."""
        types = {str(column.key): column.type.dialect_impl(self._dialect) for column in query.selected_columns}
        readers: dict[str, Read] = {
            name: type.result_processor(self._dialect, None) or as_it_is for name, type in types.items()
        }
        known = self._known[query] = str(query.compile(dialect=self._dialect)), readers
        return known

    def _driver(self) -> sqlite3.Connection:
        self._connection = self._connection or self._engine.raw_connection()
        return cast(sqlite3.Connection, self._connection.driver_connection)

    def close(self) -> None:
        """The connection is closed; the next query opens another."""
        if self._connection:
            self._connection.invalidate()
            self._connection = None
