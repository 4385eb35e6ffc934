"""What stands against a set-up, whatever the system: scenarios, options, seats and terrain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from app.engine.refusals import Clause, Refusal, refuse
from app.engine.system import Setup
from app.engine.table import Table, faults

Faults = Iterator[Refusal]
LONGEST = 10_000
"""No length is as long as this, whatever its unit."""
PIECES, CORNERS, GROUND = 40, 32, 320
"""So many pieces a table has at most, so many corners and doors a piece, and so many of them all pieces together.

The largest that is printed or ready has 13 pieces, 26 on one and 124 in all.
"""


def scenarios(setup: Setup, known: Sequence[str], clause: Clause) -> Faults:
    """A scenario that the rulebook does not have."""
    if setup.scenario not in known:
        yield refuse("setup.no-scenario", clause, scenario=setup.scenario, known=", ".join(known))


def seats(setup: Setup, clause: Clause) -> Faults:
    """Sides without a name, or with the same."""
    named = [side.seat for side in setup.sides]
    if len(dict.fromkeys(named)) < len(named) or "" in named:
        yield refuse("setup.same-seat", clause)


def options(setup: Setup, known: Sequence[str], clause: Clause) -> Faults:
    """Options that are unknown."""
    for key in setup.options:
        if key not in known:
            yield refuse("setup.no-option", clause, option=key, known=", ".join(known))


def ground(
    rows: Sequence[Any], kinds: Mapping[str, Mapping[str, Any]], unit: tuple[str, int], laid: Callable[[], Table],
    clause: Clause,
) -> Faults:  # fmt: skip
    """A list of pieces that cannot be read, or cannot be played on; ``unit``: that of lengths, and its decimals."""
    if crowd := crowded(rows, clause):
        yield crowd
        return
    unread = next((why for row in rows if (why := misread(row, kinds, *unit))), "")
    for fault in [unread] if unread else faults(laid()):
        yield refuse("setup.terrain-list", clause, why=fault)


def crowded(rows: Sequence[Any], clause: Clause) -> Refusal | None:
    """Why a list of pieces is more than anybody plays on: each move is held against every corner."""
    if len(rows) > PIECES:
        return refuse("setup.many-pieces", clause, pieces=len(rows), most=PIECES)
    corners = {str(n): corners_of(row) for n, row in enumerate(rows, 1)}
    worst = max(corners, key=corners.__getitem__, default="")
    if worst and corners[worst] > CORNERS:
        row = rows[int(worst) - 1]
        return refuse("setup.many-corners", clause, piece=str(row.get("id", worst))[:40], corners=corners[worst],
                      most=CORNERS)  # fmt: skip
    if (total := sum(corners.values())) > GROUND:
        return refuse("setup.much-ground", clause, corners=total, most=GROUND)
    return None


def corners_of(row: Any) -> int:  # noqa: ANN401 - whatever JSON holds
    """How many places a piece of terrain names."""
    given = [row.get(key) for key in ("outline", "line", "doors")] if isinstance(row, dict) else []
    return sum(len(spots) for spots in given if isinstance(spots, list | tuple))


def misread(row: Any, kinds: Mapping[str, Mapping[str, Any]], unit: str, decimals: int) -> str:  # noqa: ANN401 - JSON
    """What is wrong with the form of a piece of terrain, or nothing."""
    kind = row.get("kind") if isinstance(row, dict) else None
    if not isinstance(kind, str) or kind not in kinds or not isinstance(row.get("id"), str):
        return f"no piece with an id and a known kind: {str(row)[:60]}"
    key = "line" if kinds[kind]["shape"] == "line" else "outline"
    good = all(are_spots(spots, decimals) for spots in (row.get(key), row.get("doors", [])))
    return "" if good else f"{row['id']}: {key} and doors must be lists of [x, y] in {unit}"


def are_spots(spots: Any, decimals: int) -> bool:  # noqa: ANN401 - whatever JSON holds
    """Whether this is a list of places in whole units, or in exact decimals given as text."""
    return isinstance(spots, list) and all(
        isinstance(p, list | tuple) and len(p) == 2 and all(is_length(n, decimals) for n in p) for p in spots
    )


def is_length(n: Any, decimals: int) -> bool:  # noqa: ANN401 - whatever JSON holds
    """Whether this is a whole number, or a text with at most so many decimals."""
    if isinstance(n, str):
        whole, _, part = n.partition(".")
        return whole.isascii() and whole.isdigit() and len(part) <= decimals and (part.isdigit() or "." not in n)
    return type(n) is int and abs(n) < LONGEST
