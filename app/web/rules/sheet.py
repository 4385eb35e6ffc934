"""The quick sheet of a system: the course of its turn and its tables on one page.

What stands on it says its table ``sheet``, which holds no figure: each part names where its figures stand.
``name`` and ``name_es`` are texts; ``of`` is a way through a table, as in ``movement.run.foot``.  A part has

- ``figures``: single ones, each with its name, or
- ``rows``: lists or groups of rows, with ``columns``; ``only`` narrows them, ``named`` is the table in which rows are
  named that have neither a name nor a word, ``label`` the key by which they are named instead of ``id``, or
- ``grid``: rows of cells, or a group with one ``row``, numbered from 1; or, with ``across``, ``down`` and ``cell``,
  rows that each name their cell, all worded (``words``: how words of a kind begin).

``length`` and ``signed`` say how a figure is written; ``called`` names what is named nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from app.engine.asks import Json
from app.web.page.systems import SHEET
from app.web.page.words import Words, gettext, language, signed
from app.web.rules.orders import given_under

Row = Mapping[str, Any]


class Reader:
    """The tables of a system, in the reader's language."""

    def __init__(self, system: Any, words: Words) -> None:
        self.book, self.words = system.book, words
        self.called: Mapping[str, Row] = self.book.table(SHEET).get("called", {})

    def at(self, way: str) -> Json:
        """What stands at the end of a way."""
        name, *keys = way.split(".")
        found = self.book.table(name)
        for key in keys:
            found = found[key]
        return found

    def named(self, row: Row, key: str = "", beside: str = "") -> str:
        """What a row is called: by its name, by that of a row of another table, or by the word for its key."""
        key = key or str(row.get("id", ""))
        other = self.book.table(beside).get(key, {}) if beside else {}
        for one in (row, other, self.called.get(key, {})):
            if text := one.get("name_es" if language.get() == "es" else "name"):
                return str(text)
        return self.words.word(key)

    def word(self, key: object, before: str = "") -> str:
        """A key as a word; ``before``: with what words of its kind begin."""
        return self.named({}, str(key)) if str(key) in self.called else self.words.word(f"{before}{key}")

    def written(self, figure: Json, column: Row) -> str:
        """A figure as a sheet has it; nothing where there is none."""
        if figure is None or figure is False:
            return ""
        if figure is True:
            return "●"
        if isinstance(figure, str) and not figure.replace(".", "").isdecimal():
            return self.word(figure) if figure else ""
        if isinstance(figure, Sequence) and not isinstance(figure, str):
            between = "/" if all(isinstance(one, int) for one in figure) else " / "
            return between.join(self.written(one, column) for one in figure)
        if column.get("length"):
            return self.words.length(self.book.length(figure)) if figure else ""
        return signed(figure) if isinstance(figure, int) and (column.get("signed") or figure < 0) else str(figure)


class Part(NamedTuple):
    """A part as the page has it: its heads, and rows of a name, its cells and its clause."""

    title: str
    clause: str
    heads: list[str]
    rows: list[tuple[str, list[str], str]]
    kind: str


def sheet(system: Any, words: Words) -> list[Part]:
    """The parts of the sheet of a system."""
    reader = Reader(system, words)
    return [part(reader, one) for one in system.book.table(SHEET)["part"]]


def part(reader: Reader, said: Row) -> Part:
    """One of them."""
    title, clause = reader.named(said), said["clause"]
    if "figures" in said:
        return Part(title, clause, [], [figure(reader, one) for one in said["figures"]], "figures")
    if "grid" in said:
        return grid(reader, title, said)
    columns = said["columns"]
    label = said.get("label", "id")
    rows = [
        named(reader, said, row, key or str(row.get(label, "")))
        for way in said["rows"] for key, row in rows_of(reader.at(way), said.get("only", {}))
    ]  # fmt: skip
    full = [row for row in rows if any(row[1])]
    return Part(title, clause, [reader.named(column) for column in columns], full, "rows")


def named(reader: Reader, said: Row, row: Row, key: str) -> tuple[str, list[str], str]:
    """A row with its name, and the clause it has of its own."""
    cells = [reader.written(below(row, column["of"]), column) for column in said["columns"]]
    return reader.named(row, key, said.get("named", "")), cells, str(row.get("clause", ""))


def rows_of(table: Json, only: Row) -> Iterator[tuple[str, Row]]:
    """The rows of a list, or of a table in which each has its name, that say this of themselves."""
    pairs = table.items() if isinstance(table, Mapping) else (("", row) for row in table)
    return ((key, row) for key, row in pairs if all(row.get(name) == value for name, value in only.items()))


def below(row: Row, way: str) -> Json:
    """What stands in a row at the end of a way; none where there is nothing."""
    found: Json = row
    for key in way.split("."):
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def figure(reader: Reader, said: Row) -> tuple[str, list[str], str]:
    """A single figure with its name, and the clause it has of its own or with all beside it."""
    way, _, key = said["of"].rpartition(".")
    row = reader.at(way)
    clause = row.get("clauses", {}).get(key, row.get("clause", ""))
    return reader.named(said), [reader.written(row[key], said)], clause


def grid(reader: Reader, title: str, said: Row) -> Part:
    """Cells by two keys, or by two numbers."""
    found = reader.at(said["grid"])
    if isinstance(found, Mapping):
        found = [found["row"]]
    if "cell" not in said:
        heads = [str(n) for n in range(1, len(found[0]) + 1)]
        names = [str(n) for n in range(1, len(found) + 1)] if len(found) > 1 else [""]
        rows = [
            (name, [reader.written(cell, said) for cell in row], "") for name, row in zip(names, found, strict=True)
        ]
        return Part(title, said["clause"], heads, rows, "grid")
    across = list(dict.fromkeys(row[said["across"]] for row in found))
    down = list(dict.fromkeys(row[said["down"]] for row in found))
    cells = {(row[said["down"]], row[said["across"]]): row[said["cell"]] for row in found}
    kinds = said.get("words", {})
    rows = [
        (str(one), [reader.word(cells.get((one, key), ""), kinds.get("cell", "")) for key in across], "")
        for one in down
    ]  # fmt: skip
    heads = [reader.word(key, kinds.get("across", "")) for key in across]
    return Part(title, said["clause"], heads, rows, "words")


def orders(system: Any) -> list[tuple[str, str]]:
    """What may be ordered, each with its clause."""
    names = [(name, clause) for clause, found in given_under(system).items() for name in found]
    return sorted(dict(reversed(names)).items(), key=lambda one: gettext(one[0]))
