"""What stands against a set-up: scenario, players, options, terrain, and every roster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.engine.refusals import Refusal, refuse
from app.engine.system import Setup
from app.engine.table import faults
from app.systems.celtos.book import c, table
from app.systems.celtos.ground import first_table
from app.systems.celtos.muster import refuse_roster
from app.systems.celtos.scenarios import LIMITS, RULES, keys, limit_of, scenario_of

KNOWN, SEATS, LIMIT, TERRAIN, SMALL = (
    c("CEL-SET-06"), c("CEL-SET-09"), c("CEL-ARM-02"), c("CEL-SET-08"), c("CEL-SCN-07"),
)  # fmt: skip
Faults = Iterator[Refusal]
OPTIONS = (*LIMITS, "terrain")
GROUNDS = tuple(row["id"] for row in RULES["layouts"])


def refuse_setup(setup: Setup) -> tuple[Refusal, ...]:
    """All that stands against a set-up; empty when it is legal."""
    if setup.scenario not in keys():
        return (refuse("setup.no-scenario", KNOWN, scenario=setup.scenario, known=", ".join(keys())),)
    found = [*players(setup), *options(setup), *limits(setup)]
    if not found:
        found += terrain(setup)
    if all(type(setup.options.get(key, 0)) is int for key in LIMITS):
        found += rosters(setup)
    return tuple(found)


def players(setup: Setup) -> Faults:
    """As many players as the scenario takes, each a seat of his own (CEL-SET-09)."""
    said, seats = scenario_of(setup.scenario), [side.seat for side in setup.sides]
    if len(seats) not in said.seats:
        clause = SEATS if len(seats) > 1 else KNOWN
        yield refuse("setup.sides", clause, sides=len(seats), least=min(said.seats), most=max(said.seats))
    if len(dict.fromkeys(seats)) < len(seats) or "" in seats:
        yield refuse("setup.same-seat", SEATS)


def options(setup: Setup) -> Faults:
    """Options that are unknown."""
    for key in setup.options:
        if key not in OPTIONS:
            yield refuse("setup.no-option", KNOWN, option=key, known=", ".join(OPTIONS))


def limits(setup: Setup) -> Faults:
    """The agreed limit of points, one of those the rulebook knows and the scenario plays (CEL-ARM-02)."""
    said = scenario_of(setup.scenario)
    for key in [key for key in LIMITS if key in setup.options]:
        limit, known = setup.options[key], ", ".join(str(n) for n in said.limits)
        if type(limit) is not int or limit not in said.limits:
            every = type(limit) is int and limit in RULES["limits"]
            yield refuse("setup.limit", c(said.clause) if every else LIMIT, limit=str(limit)[:20], known=known)
    if len(dict.fromkeys(str(setup.options[key]) for key in LIMITS if key in setup.options)) > 1:
        yield refuse("setup.two-limits", LIMIT)


def terrain(setup: Setup) -> Faults:
    """A random layout, none, or the list of pieces given (CEL-SET-08)."""
    chosen = setup.options.get("terrain", GROUNDS[0])
    if isinstance(chosen, list):
        yield from listed(setup, chosen)
    elif chosen not in GROUNDS:
        yield refuse("setup.no-layout", TERRAIN, layout=str(chosen)[:40], known=", ".join(GROUNDS))


def listed(setup: Setup, rows: list[Any]) -> Faults:
    """A list of pieces: each of a known kind, with an outline or a line that can be played on."""
    for row in rows:
        why = misread(row)
        if why:
            yield refuse("setup.terrain-list", TERRAIN, why=why)
            return
    for fault in faults(first_table(setup)):
        yield refuse("setup.terrain-list", TERRAIN, why=fault)


def misread(row: Any) -> str:  # noqa: ANN401 - whatever JSON holds
    """What is wrong with the form of a piece, or nothing."""
    kind = row.get("kind") if isinstance(row, dict) else None
    if not isinstance(kind, str) or kind not in table("terrain") or not isinstance(row.get("id"), str):
        return f"no piece with an id and a known kind: {str(row)[:60]}"
    key = "line" if table("terrain")[kind]["shape"] == "line" else "outline"
    spots = [row.get(key), row.get("doors", [])]
    return "" if all(are_spots(s) for s in spots) else f"{row['id']}: {key} and doors must be lists of [x, y] in cm"


def are_spots(spots: Any) -> bool:  # noqa: ANN401 - whatever JSON holds
    """Whether this is a list of places in whole cm or exact decimals given as text."""
    return isinstance(spots, list) and all(
        isinstance(p, list | tuple) and len(p) == 2 and all(is_length(n) for n in p) for p in spots
    )


def is_length(n: Any) -> bool:  # noqa: ANN401 - whatever JSON holds
    """Whether this is a length in cm that is a whole number of 1/100 mm."""
    if isinstance(n, str):
        whole, _, part = n.partition(".")
        return whole.isascii() and whole.isdigit() and len(part) <= 3 and (part.isdigit() or "." not in n)
    return type(n) is int and abs(n) < 10_000


def rosters(setup: Setup) -> Faults:
    """Every roster against the limit; one Individual at most where the scenario says so (CEL-ARM-03, CEL-SCN-07)."""
    said = scenario_of(setup.scenario)
    for side in setup.sides:
        for no in refuse_roster(side.roster, limit_of(setup), said.individuals):
            yield refuse(no.code, no.clause, **{**no.facts, "seat": side.seat})
