"""What stands against a set-up: scenario, players, options, terrain, and every roster."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from app.engine import setups
from app.engine.refusals import Refusal, refuse
from app.engine.system import Setup
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
    if unknown := tuple(setups.scenarios(setup, keys(), KNOWN)):
        return unknown
    found = [*players(setup), *setups.options(setup, OPTIONS, KNOWN), *limits(setup)]
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
    yield from setups.seats(setup, SEATS)


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
        yield from setups.ground(chosen, table("terrain"), ("cm", 3), partial(first_table, setup), TERRAIN)
    elif chosen not in GROUNDS:
        yield refuse("setup.no-layout", TERRAIN, layout=str(chosen)[:40], known=", ".join(GROUNDS))


def rosters(setup: Setup) -> Faults:
    """Every roster against the limit; one Individual at most where the scenario says so (CEL-ARM-03, CEL-SCN-07)."""
    said = scenario_of(setup.scenario)
    for side in setup.sides:
        for no in refuse_roster(side.roster, limit_of(setup), said.individuals):
            yield refuse(no.code, no.clause, **{**no.facts, "seat": side.seat})
