"""What case files are made of: rows of words, and the reading of numbers, lengths and points.

A rule system reads the rows that set a position; the judge plays the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Protocol, get_type_hints

from app.engine.geometry import Point
from app.engine.system import PhaseId, Setup


class BadRow(ValueError):
    """A row that cannot be read: its line number and what would be right."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a case: a verb, plain words, and ``key=value`` traits (a bare trait is ``yes``)."""

    line: int
    verb: str
    words: tuple[str, ...]

    def split(self, plain: int) -> tuple[tuple[str, ...], dict[str, str]]:
        """The first ``plain`` words, and the rest as traits."""
        if len(self.words) < plain:
            raise BadRow(self.line, f"'{self.verb}' needs {plain} words before its traits")
        traits: dict[str, str] = {}
        for word in self.words[plain:]:
            key, _, value = word.partition("=")
            if key in traits:
                raise BadRow(self.line, f"'{key}' stands twice")
            traits[key] = value or "yes"
        return self.words[:plain], traits

    def fail(self, why: str) -> BadRow:
        """The error to raise about this row."""
        return BadRow(self.line, why)


class Staging(Protocol):
    """How a rule system reads the rows of a case that set things up.

    One that has ``reckon`` too (see ``Staged``) says what its rulebook reckons outside a battle.
    """

    unit: int
    """One unit of length of this system in 1/100 mm."""
    unit_name: str
    """Its short name, such as ``in``."""

    def verbs(self) -> Mapping[str, str]:
        """The verbs this system reads, each with its form."""
        ...

    def position(self, rows: Sequence[Row]) -> tuple[PhaseId, Any]:
        """The phase to begin and the state to begin it in; ``BadRow`` for what cannot be read."""
        ...

    def draft(self, rows: Sequence[Row]) -> Setup:
        """The set-up these rows describe, legal or not; ``BadRow`` for what cannot be read."""
        ...


def read_number(row: Row, word: str) -> int:
    """A whole number."""
    if not word.lstrip("+-").isdecimal():
        raise row.fail(f"'{word}' is no whole number")
    return int(word)


def read_length(row: Row, word: str, unit: int) -> int:
    """A length given in the system's unit, rounded to 1/100 mm."""
    try:
        return round(Fraction(word) * unit)
    except (ValueError, ZeroDivisionError):
        raise row.fail(f"'{word}' is no length") from None


def read_spot(row: Row, word: str, unit: int) -> Point:
    """A point ``x,y`` given in the system's unit."""
    x, comma, y = word.partition(",")
    if not comma:
        raise row.fail(f"'{word}' is no point x,y")
    return Point(read_length(row, x, unit), read_length(row, y, unit))


def reckoned(row: Row, words: Sequence[str], known: Mapping[str, Callable[[dict[str, str]], Any]]) -> str:
    """What a rulebook reckons outside a battle: a question by name, then its facts as ``key=value``."""
    facts = dict(pair.partition("=")[::2] for pair in words[1:])
    if not words or words[0] not in known:
        raise row.fail(f"what is to be reckoned? known are: {', '.join(known)}")
    try:
        return str(known[words[0]](facts))
    except (KeyError, ValueError) as error:
        raise row.fail(f"'{words[0]}' lacks or cannot read {error}") from error


def single(row: Row) -> str:
    """The one word of a row."""
    if len(row.words) != 1:
        raise row.fail(f"'{row.verb}' takes one word")
    return row.words[0]


def among(row: Row, word: str, known: Sequence[str]) -> str:
    """The word, if it is a known one."""
    if word not in known:
        raise row.fail(f"'{word}' is not known here; known are: {', '.join(known)}")
    return word


def plain(word: str) -> bool | int | str:
    """A trait as JSON would hold it: yes and no, whole numbers, words."""
    if word in ("yes", "no"):
        return word == "yes"
    return int(word) if word.lstrip("-").isdecimal() else word


def read_fields(row: Row, traits: Mapping[str, str], cls: type, unit: int) -> dict[str, Any]:
    """Traits as the fields of a struct want them; its ``id`` and ``seat`` are not given so."""
    known = _kinds(cls)
    return {key: _field(row, key, word, known, unit) for key, word in traits.items()}


@cache
def _kinds(cls: type) -> dict[str, Any]:
    return {key: kind for key, kind in get_type_hints(cls).items() if key not in ("id", "seat")}


def _field(row: Row, key: str, word: str, known: Mapping[str, Any], unit: int) -> object:
    if key not in known:
        raise row.fail(f"unknown trait '{key}'; known are: {', '.join(known)}")
    kind = known[key]
    if kind is Point:
        return read_spot(row, word, unit)
    if kind is bool:
        return among(row, word, ("yes", "no")) == "yes"
    if kind is int:
        return read_number(row, word)
    if kind == tuple[int, ...]:
        return tuple(read_number(row, w) for w in word.split(",") if w != "none")
    return tuple(w for w in word.split(",") if w != "none") if "tuple" in str(kind) else word
