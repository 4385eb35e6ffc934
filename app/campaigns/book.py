"""The rules of campaigns that no rulebook has: clauses by topic in ``data/clauses``, figures in ``data``."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from app.engine.books import Book
from app.engine.clauses import ClauseIndex

TOPICS = files("app.campaigns").joinpath("data", "clauses")


class Topics(Book):
    """A book whose clauses stand in one file for each topic: ``AFT.toml``, and ``AFT.es.toml`` in Spanish."""

    def index(self, name: str) -> ClauseIndex:
        """The clauses of all topics, in the order of their names."""
        end = name.removeprefix("clauses")
        found = {one.name: one for one in TOPICS.iterdir() if one.name.partition(".")[2] == end[1:]}
        return ClauseIndex.read("\n".join(found[key].read_text(encoding="utf-8") for key in sorted(found)))


BOOK = Topics("app.campaigns", {})
c, table = BOOK.clause, BOOK.table


@cache
def rulebook(language: str = "en") -> ClauseIndex:
    """The clauses of campaigns in a language; English where there is no other."""
    return BOOK.rulebook(language)
