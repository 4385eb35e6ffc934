"""The answer that fills in a form: a record whose fields a system names, such as the condition of a sealed order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from app.engine.asks import Json, Random
from app.engine.domains import TRIES, Simple, nothing
from app.engine.refusals import Refusal
from app.engine.views import Preview

Record = Mapping[str, Json]


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """One field as a page offers it.

    ``path``: where it stands in the record, with dots between names and numbers of lists.  ``type``: pick, picks (a
    list), number, spot ``[x, y]``, spots (a list of them; ``low`` the fewest, ``high`` the most), bearing (1/100
    degree) or text.  ``only``: it is asked only while other fields have one of these values.
    """

    path: str
    type: str
    options: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    only: dict[str, tuple[str, ...]] = {}
    pieces: bool = False
    """Its options are counters or pieces of terrain on the table."""


@dataclass(frozen=True, slots=True)
class Form(Simple):
    """A record.  ``parse`` reads and judges it, ``propose`` invents one that need not be legal, ``sure`` are legal."""

    fields: tuple[Field, ...]
    parse: Callable[[Record], Record | Refusal]
    propose: Callable[[Random], Record]
    sure: tuple[Record, ...]
    test: Callable[[Record], Refusal | None]
    look: Callable[[Record], Preview] = nothing

    def read(self, raw: Json) -> Record | Refusal:
        """The record, complete and of known words, or what is wrong with it."""
        return self.parse(raw if isinstance(raw, dict) else {})

    def write(self, answer: Record) -> Json:
        """The record itself."""
        return dict(answer)

    def refuse(self, answer: Record) -> Refusal | None:
        """What the rules say against it."""
        return self.test(answer)

    def sample(self, rng: Random) -> Record:
        """A proposed record that is legal, else one that is sure."""
        for _ in range(TRIES):
            found = self.parse(self.propose(rng))
            if not isinstance(found, Refusal) and self.test(found) is None:
                return found
        return rng.choice(self.sure)

    def some(self, limit: int) -> Sequence[Record]:
        """The sure ones."""
        return self.sure[:limit]

    def describe(self) -> Json:
        """The fields, and a record to begin with."""
        return {"kind": "form", "fields": list(self.fields), "offered": dict(self.sure[0]) if self.sure else {}}

    def preview(self, answer: Record) -> Preview:
        """The refusal if any, and what the look found."""
        return msgspec.structs.replace(self.look(answer), no=self.test(answer))
