"""What a system's catalogue offers a table: who may sit, how many points, which ready rosters, which options.

The keys read here are the same for every system; all but ``id`` may be left out.
Catalogue: ``scenarios``, ``samples``, ``options`` (``points``: its ``usual`` limits and its ``default``; a key whose
``default`` is true or false is a switch).  Scenario: ``seats`` (how many may play it, else two), ``limits`` (its own
limits of points; ``limit``: the one to begin with), ``layouts`` (ready tables), ``role`` (the option that says which
seat has the special part), ``parts`` (for each seat its ``role``, its own ``limit`` of points and the ``armies`` that
alone may play it, where it has such); a switch's key, false where it means nothing.  Sample: ``points``, ``scenarios``
(those it is for, else all).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.system import RuleSystem, Setup, SideSetup

SEATS = (Seat("red"), Seat("blue"), Seat("gold"), Seat("green"))
"""The seats of a table, in the order in which they are taken."""
TWO = 2
SIDES = ("a", "b", "c", "d")
"""How views and pages call the sides of these seats."""


def scenario(book: Json, id: str) -> Json | None:
    """The scenario of this id."""
    return next((row for row in book["scenarios"] if row["id"] == id), None)


def players(row: Json) -> tuple[int, ...]:
    """How many may play a scenario."""
    return tuple(row.get("seats") or (2,))


def points(book: Json) -> Json:
    """What the catalogue says of points; empty where none are counted."""
    return book.get("options", {}).get("points", {})


def limits(book: Json, row: Json) -> tuple[int, ...]:
    """The limits of points a scenario is usually played at, the smallest first."""
    return tuple(sorted(row.get("limits") or points(book).get("usual") or ()))


def usual(book: Json, row: Json) -> int:
    """The limit to begin with; nought where points are not counted."""
    offered, said = limits(book, row), row.get("limit") or points(book).get("default", 0)
    return said if said in offered or not offered else offered[0]


def fitting(book: Json, row: Json, limit: int, seat: int | None = None) -> list[Json]:
    """The ready rosters for a scenario at this limit, for one of its seats or any, the dearest first."""
    parts = row.get("parts") or ()
    part = parts[seat] if seat is not None and seat < len(parts) else {}
    most, only = part.get("limit") or limit, part.get("armies")
    found = [
        sample for sample in book["samples"]
        if (not most or sample.get("points", 0) <= most) and row["id"] in sample.get("scenarios", (row["id"],))
        and (not only or sample["id"] in only)
    ]  # fmt: skip
    return sorted(found, key=lambda sample: -int(sample.get("points", 0)))


def lawful(system: RuleSystem[Any], row: Json, limit: int, seat: int) -> list[Json]:
    """Of the fitting ready rosters for a seat those that make a lawful table with some other, the dearest first."""
    return [sample for sample in fitting(system.catalogue(), row, limit, seat)
            if sample["id"] in lawful_ids(system, str(row["id"]), limit, seat)]  # type: ignore[arg-type]  # fmt: skip


@lru_cache(1024)
def lawful_ids(system: RuleSystem[Any], scenario_id: str, limit: int, seat: int) -> frozenset[str]:
    """The ids of these; found once, because a system reads both rosters to say so."""
    book = system.catalogue()
    row = scenario(book, scenario_id)
    mine = fitting(book, row, limit, seat) if row else []
    other = 0 if seat else 1
    return frozenset(
        one["id"] for one in mine
        if any(is_lawful(system, row, limit, {seat: one, other: two}) for two in fitting(book, row, limit, other))
    )  # fmt: skip


def is_lawful(system: RuleSystem[Any], row: Json, limit: int, chosen: dict[int, Json]) -> bool:
    """Whether a table with these ready rosters is lawful; the other seats bring the dearest that fits them."""
    book, seats = system.catalogue(), max(players(row)[0], max(chosen) + 1)
    brought = [chosen.get(n) or next(iter(fitting(book, row, limit, n)), None) for n in range(seats)]
    rosters = [{"sample": sample["id"]} for sample in brought if sample]
    if len(rosters) < seats:
        return False
    return not system.refuse_setup(Setup(row["id"], laid(seats, rosters), options(row, limit)))


def switches(book: Json, row: Json) -> list[str]:
    """The options of a scenario that are on or off."""
    options = book.get("options", {})
    return [
        key for key, said in options.items()
        if isinstance(said.get("default"), bool) and row.get(key, True) is not False
    ]  # fmt: skip


def laid(seats: int, rosters: Sequence[Json]) -> tuple[SideSetup, ...]:
    """The sides of a table for so many, each with its roster."""
    return tuple(SideSetup(seat, roster) for seat, roster in zip(SEATS[:seats], rosters, strict=True))


def quick(system: RuleSystem[Any], only: str = "") -> Setup | None:
    """A lawful table for two, of this or the first scenario that has one: a ready roster and its nearest match."""
    book = system.catalogue()
    for row in book["scenarios"]:
        if TWO in players(row) and only in ("", row["id"]):
            for first in [s for s in book["samples"] if s in fitting(book, row, 0, 0)]:
                if found := matched(system, book, row, first):
                    return found
    return None


def matched(system: RuleSystem[Any], book: Json, row: Json, first: Json) -> Setup | None:
    """This roster against the nearest in points that makes a lawful table with it."""
    worth = first.get("points", 0)
    limit = next((n for n in limits(book, row) if n >= worth), 0)
    others = [sample for sample in fitting(book, row, limit, 1) if sample is not first] or [first]
    for other in sorted(others, key=lambda sample: abs(sample.get("points", 0) - worth)):
        rosters = [{"sample": first["id"]}, {"sample": other["id"]}]
        setup = Setup(row["id"], laid(2, rosters), options(row, limit))
        if not system.refuse_setup(setup):
            return setup
    return None


def options(row: Json, limit: int) -> dict[str, Any]:
    """The options of a table at this limit, on the first of the scenario's ready grounds."""
    grounds = [{"terrain": layout["id"]} for layout in row.get("layouts", ())][:1]
    return {**({"points": limit} if limit else {}), **(grounds[0] if grounds else {})}
