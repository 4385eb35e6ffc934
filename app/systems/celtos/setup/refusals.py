"""What stands against a set-up: scenario, players, options, terrain, and every roster."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from app.engine import own, setups
from app.engine.refusals import Refusal, refuse
from app.engine.system import Setup
from app.systems.celtos.bands.muster import Terms, refuse_band
from app.systems.celtos.book import c, table
from app.systems.celtos.campaign.figures import refuse_scenario
from app.systems.celtos.ground.table import first_table
from app.systems.celtos.scenarios.figures import LIMITS, PARTS, RULES, keys, limit_of, played, rows
from app.systems.celtos.scenarios.zones import refuse_zones

KNOWN, SEATS, LIMIT, TERRAIN, SMALL, VETERANS, OWN = (
    c("CEL-SET-06"), c("CEL-SET-09"), c("CEL-ARM-02"), c("CEL-SET-08"), c("CEL-SCN-07"), c("CEL-CAM-08"),
    c("CEL-SCN-09"),
)  # fmt: skip
Faults = Iterator[Refusal]
CAMPAIGN = "campaign"
"""The option of a battle that belongs to a campaign: its bands are as their battles left them."""
OPTIONS = (*LIMITS, "terrain", CAMPAIGN, own.OPTION)
GROUNDS = tuple(row["id"] for row in RULES["layouts"])


def refuse_setup(setup: Setup) -> tuple[Refusal, ...]:
    """All that stands against a set-up; empty when it is legal."""
    if unknown := tuple(setups.scenarios(setup, keys(), KNOWN)):
        return unknown
    if wrong := tuple(own.refuse_own(setup, rows(), PARTS, OWN)):
        return wrong
    found = [*players(setup), *setups.options(setup, OPTIONS, KNOWN), *limits(setup), *campaign(setup)]
    if not found:
        found += terrain(setup)
    if all(type(setup.options.get(key, 0)) is int for key in LIMITS):
        found += rosters(setup)
    return tuple(found or refuse_zones(setup))


def players(setup: Setup) -> Faults:
    """As many players as the scenario takes, each a seat of his own (CEL-SET-09)."""
    said, seats = played(setup), [side.seat for side in setup.sides]
    if len(seats) not in said.seats:
        clause = SEATS if len(seats) > 1 else KNOWN
        yield refuse("setup.sides", clause, sides=len(seats), least=min(said.seats), most=max(said.seats))
    yield from setups.seats(setup, SEATS)


def limits(setup: Setup) -> Faults:
    """The agreed limit of points, one of those the rulebook knows and the scenario plays (CEL-ARM-02)."""
    said = played(setup)
    for key in [key for key in LIMITS if key in setup.options]:
        limit, known = setup.options[key], ", ".join(str(n) for n in said.limits)
        if type(limit) is not int or limit not in said.limits:
            every = type(limit) is int and limit in RULES["limits"]
            yield refuse("setup.limit", c(said.clause) if every else LIMIT, limit=str(limit)[:20], known=known)
    if len(dict.fromkeys(str(setup.options[key]) for key in LIMITS if key in setup.options)) > 1:
        yield refuse("setup.two-limits", LIMIT)


def campaign(setup: Setup) -> Faults:
    """Whether this is a battle of a campaign is true or false, and some scenarios are none (CEL-CAM-08)."""
    said = setup.options.get(CAMPAIGN, False)
    if type(said) is not bool:
        yield refuse("setup.campaign", VETERANS, said=str(said)[:20])
    elif said and (no := refuse_scenario(setup.scenario)):
        yield no


def terrain(setup: Setup) -> Faults:
    """A random layout, none, or the list of pieces given (CEL-SET-08)."""
    chosen = setup.options.get("terrain", GROUNDS[0])
    if isinstance(chosen, list):
        yield from setups.ground(chosen, table("terrain"), ("cm", 3), partial(first_table, setup), TERRAIN)
    elif chosen not in GROUNDS:
        yield refuse("setup.no-layout", TERRAIN, layout=str(chosen)[:40], known=", ".join(GROUNDS))


def rosters(setup: Setup) -> Faults:
    """Every roster against the limit; one Individual at most where the scenario says so (CEL-ARM-03, CEL-SCN-07)."""
    said, veterans = played(setup), setup.options.get(CAMPAIGN) is True
    terms = Terms(limit_of(setup), said.individuals, veterans)
    for side in setup.sides:
        for no in refuse_band(side.roster, terms):
            yield refuse(no.code, no.clause, **{**no.facts, "seat": side.seat})
