"""Refusals: a 'no' that names its clause and the numbers behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NewType

from msgspec import Struct, field

Clause = NewType("Clause", str)
Fact = int | str
Facts = Mapping[str, Fact]


class Refusal(Struct, frozen=True):
    """Why an answer is not allowed.  Returned, stored and shown; never raised.

    ``facts`` holds the numbers of the sentence worded elsewhere: lengths in
    1/100 mm, ids of models and pieces, names of seats.
    """

    code: str
    clause: Clause
    facts: dict[str, Fact] = field(default_factory=dict)


def refuse(code: str, clause: Clause, **facts: Fact) -> Refusal:
    """A refusal with its facts given by name."""
    return Refusal(code, clause, facts)
