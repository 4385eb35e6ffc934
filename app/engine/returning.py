"""Which answers their seat may take back alone: a system declares it beforehand, so that nothing hidden decides it.

An answer is declared where it throws no dice, reveals nothing and leaves its own seat asked next, whatever else stands
on the table.  All others are final.  Nobody tries an answer out to learn it: who reacts in secret would show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.engine.asks import Json

Way = tuple[str, ...]
"""The picks an answer begins with: a key, ``*`` for any; ``+`` first: a piece while another could be picked."""
Returning = tuple[tuple[str, Way], ...]
"""What a system declares as ``returning``: the ``about`` of a question, and a way of its answers."""


def ways_of(system: object, about: str, domain: Json) -> tuple[Way, ...]:
    """The ways of a question's answers that may be taken back, as its ``domain`` is shown to its seat."""
    declared: Returning = getattr(system, "returning", ())
    return tuple(way for of, given in declared if of == about for way in as_it_stands(given, domain))


def as_it_stands(way: Way, domain: Json) -> Iterator[Way]:
    """A way with the pieces that its ``+`` stands for; none where but one could be picked."""
    if way[:1] != ("+",):
        yield way
        return
    pieces = [row["key"] for row in domain.get("options", ()) if row.get("piece") and row.get("no") is None]
    if len(pieces) > 1:
        yield from ((key, *way[1:]) for key in pieces)


def returns(ways: Sequence[Way], picks: Sequence[str]) -> bool:
    """Whether every answer that begins with these picks may be taken back."""
    return any(
        len(way) <= len(picks) and all(want in ("*", key) for want, key in zip(way, picks, strict=False))
        for way in ways
    )


def picks_of(raw: Json) -> list[str]:
    """The picks of an answer as it lies on the tape, down to where something else is given."""
    found: list[str] = []
    while isinstance(raw, dict) and isinstance(raw.get("pick"), str):
        found.append(raw["pick"])
        raw = raw.get("then")
    return [*found, raw] if isinstance(raw, str) else found
