"""Sentences in which everybody who is named bears the emblem and colour of his side."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from app.web.page.words import Missing, Words

NAMED = ("model", "seat")
"""Kinds of facts that name somebody of a side."""
WHO = Markup(
    '<b class="one {side}"{seat}><svg class="em" aria-hidden="true"><use href="#em-{emblem}"/></svg>{name}</b>'
)
STONES = {"a": "○", "b": "●", "c": "⬡", "d": "▣"}
"""The stones of the sides as letters: where two bear the same code and nothing is drawn."""

SIGN = Markup('<svg class="em side {side}" aria-hidden="true"><use href="#side-{side}"/></svg>')


class Side(NamedTuple):
    """How a side is told from the others: its letter, and the number of its emblem."""

    letter: str
    emblem: int


class Marked(Formatter):
    """Words sentences as ``words`` does, with names marked by whose they are; ``sides`` by counter, group and seat."""

    def __init__(self, words: Words, sides: Mapping[str, Side]) -> None:
        self.words, self.sides = words, sides

    def called(self, id: str) -> str:
        """The name of who has this id, as sentences have it."""
        return bare(self.words.format_field(id, "model"), self.sides[id])

    def says(self, key: str, facts: Mapping[str, Any]) -> Markup:
        """The sentence of a key as markup; as it is worded elsewhere where nobody is named in it."""
        plain = self.words.says(key, facts)
        if not any(str(fact) in self.sides for fact in facts.values()):
            return escape(plain)
        text = self.words.sentence(key)
        try:
            return Markup(self.vformat(escape(text), (), Missing(facts)))
        except (ValueError, IndexError):
            return escape(plain)

    def format_field(self, value: Any, format_spec: str) -> str:
        """A fact as its kind wants it; a name with its side."""
        said = self.words.format_field(value, format_spec)
        side = self.sides.get(str(value)) if format_spec in NAMED else None
        if side is None:
            return escape(said)
        name = bare(said, side)
        seat = Markup(" data-seat") if format_spec == "seat" else ""
        return WHO.format(side=side.letter, emblem=side.emblem, name=name, seat=seat)


def bare(said: str, side: Side) -> str:
    """A name without the stone of its side."""
    return said.removeprefix(f"{STONES.get(side.letter)} ")


def sided(text: str) -> Markup:
    """The text with the emblem of a side wherever its stone stands before a name; a page that shows it has each side's
    emblem as ``side-`` and its letter."""
    said = escape(text)
    for letter, stone in STONES.items():
        said = said.replace(f"{stone} ", SIGN.format(side=letter))
    return said
