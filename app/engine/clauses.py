"""The clause index of a rule system: load it, look a clause up, list the untested."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from msgspec import Struct

from app.engine.refusals import Clause

ID = re.compile(r"[A-Z]{3}-[A-Z]{3}-\d{2,3}[a-z]?")


class Entry(Struct, frozen=True):
    """One clause as players read it.  ``tag``: S printed rule, P public knowledge, R our ruling."""

    id: Clause
    tag: str
    title: str
    text: str
    see: tuple[str, ...] = ()
    plays: str = ""
    why: str = ""

    @property
    def topic(self) -> str:
        """The topic of the rulebook this clause stands in, such as ``MOV``."""
        return self.id.split("-")[1]


@dataclass(frozen=True, slots=True)
class ClauseIndex:
    """Every clause of one rule system, in the order of its rulebook."""

    entries: Mapping[Clause, Entry]

    @classmethod
    def read(cls, text: str) -> ClauseIndex:
        """Load from TOML: one table a clause, the id as its key.  A malformed id is a ``ValueError``."""
        rows = tomllib.loads(text)
        if wrong := [id for id in rows if not ID.fullmatch(id)]:
            raise ValueError(f"not a clause id: {', '.join(wrong)}")
        return cls({Clause(id): entry(id, row) for id, row in rows.items()})

    def __contains__(self, clause: object) -> bool:
        return clause in self.entries

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries.values())

    def __getitem__(self, clause: Clause) -> Entry:
        return self.entries[clause]

    def __len__(self) -> int:
        return len(self.entries)

    def clause(self, id: str) -> Clause:
        """The clause of this id; ``KeyError`` if the rulebook has none, so a wrong id fails at import."""
        return self.entries[Clause(id)].id

    def untested(self, named: Iterable[str]) -> tuple[Clause, ...]:
        """Clauses that can be played and that no case names."""
        seen = set(named)
        return tuple(e.id for e in self if e.plays != "none" and e.id not in seen)


def entry(id: str, row: Mapping[str, object]) -> Entry:
    """One clause from its TOML table; unknown keys are ignored."""
    words = {key: str(row.get(key, "")) for key in ("tag", "title", "text", "plays", "why")}
    see = row.get("see", [])
    return Entry(id=Clause(id), see=tuple(map(str, see if isinstance(see, list) else [])), **words)
