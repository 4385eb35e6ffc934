"""What stands against a set-up: scenario, players, options, ground, and both armies."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from app.engine import own, setups
from app.engine.refusals import Refusal, refuse
from app.engine.system import Setup, SideSetup
from app.systems.daimyo.armies.muster import ON_CAMPAIGN, Terms, refuse_army
from app.systems.daimyo.armies.roster import read_roster
from app.systems.daimyo.book import c, table
from app.systems.daimyo.campaign.rules import SEASONS
from app.systems.daimyo.scenarios.drawn import refuse_zones
from app.systems.daimyo.scenarios.figures import (
    AGREED,
    CAMPAIGN,
    LIMITS,
    PARTS,
    SEASON,
    agreed,
    keys,
    limit_for,
    played,
    role_in,
    rows,
)
from app.systems.daimyo.scenarios.setup.layout import first_table

KNOWN, SIZE, GROUND, GUNS, TWO, YEAR, OWN = (
    c("DAI-SCN-12"), c("DAI-ARM-04"), c("DAI-SCN-08"), c("DAI-ART-04"), c("DAI-ORG-13"), c("DAI-CAM-02"),
    c("DAI-SCN-14"),
)  # fmt: skip
Faults = Iterator[Refusal]
SEATS, BARE = 2, "open"
OPTIONS = (*LIMITS, "terrain", own.OPTION, *AGREED)


def refuse_setup(setup: Setup) -> tuple[Refusal, ...]:
    """All that stands against a set-up; empty when it is legal."""
    if unknown := tuple(setups.scenarios(setup, keys(), KNOWN)):
        return unknown
    if wrong := tuple(own.refuse_own(setup, rows(), PARTS, OWN)):
        return wrong
    found = [*players(setup), *options(setup), *year(setup), *limits(setup), *terrain(setup)]
    if all(type(setup.options.get(key, 0)) is int for key in LIMITS):
        found += [no for side in setup.sides[:SEATS] for no in army(setup, side)]
    return tuple(found or refuse_zones(setup))


def players(setup: Setup) -> Faults:
    """Two sides, each with a name of its own (DAI-ORG-13)."""
    seats = [side.seat for side in setup.sides]
    if len(seats) != SEATS:
        yield refuse("setup.sides", TWO, sides=len(seats), least=SEATS, most=SEATS)
    yield from setups.seats(setup, TWO)


def options(setup: Setup) -> Faults:
    """Options that are neither on nor off, or unknown."""
    for key in (*AGREED, CAMPAIGN):
        if type(setup.options.get(key, False)) is not bool:
            yield refuse("setup.on-or-off", KNOWN, option=key)
    known = (*OPTIONS, *(key for key in (CAMPAIGN, SEASON) if key in setup.options))
    yield from setups.options(setup, known, KNOWN)


def year(setup: Setup) -> Faults:
    """A season that a year does not have, or of a battle outside a campaign (DAI-CAM-02)."""
    if SEASON not in setup.options:
        return
    if not agreed(setup, CAMPAIGN):
        yield refuse("setup.no-campaign", YEAR, option=SEASON)
    season = setup.options[SEASON]
    if type(season) is not str or season not in SEASONS:
        yield refuse("setup.season", YEAR, season=str(season)[:20], known=", ".join(SEASONS))


def limits(setup: Setup) -> Faults:
    """The agreed limit of points is one the scenario is played at; in a campaign it may be any (DAI-ARM-04)."""
    known, free = played(setup).limits, agreed(setup, CAMPAIGN)
    given = [setup.options[key] for key in LIMITS if key in setup.options]
    for limit in given:
        if type(limit) is not int or not (free or limit in known):
            yield refuse("setup.limit", SIZE, limit=str(limit)[:20], known=", ".join(map(str, known)))
    if len(dict.fromkeys(map(str, given))) > 1:
        yield refuse("setup.two-limits", SIZE)


def terrain(setup: Setup) -> Faults:
    """A ground the scenario is played on, or a list of pieces where it can do without its own (DAI-SCN-08)."""
    said = played(setup)
    known, chosen = said.layouts, setup.options.get("terrain", said.layouts[0])
    if isinstance(chosen, list):
        if BARE not in known:
            yield refuse("setup.must-lie", c(said.clause))
        else:
            yield from setups.ground(chosen, table("terrain"), ("cm", 3), partial(first_table, setup), GROUND)
    elif chosen not in known:
        yield refuse("setup.no-layout", GROUND, layout=str(chosen)[:40], known=", ".join(known))


def army(setup: Setup, side: SideSetup) -> Faults:
    """A roster on the terms of its side: the scenario's own army, its limit, guns only where agreed (DAI-ART-04).

    In a campaign an army takes the field with what it has, its guns too.
    """
    said, role = played(setup), role_in(setup, side.seat)
    free = int(said.free_guns["pieces"]) if said.free_guns.get("role") == role else 0
    march = agreed(setup, CAMPAIGN)
    terms = ON_CAMPAIGN if march else Terms(limit_for(setup, side.seat), free)
    for no in refuse_army(side.roster, terms):
        yield refuse(no.code, no.clause, **{**no.facts, "seat": side.seat})
    roster = read_roster(side.roster)
    if isinstance(roster, Refusal):
        return
    only = said.armies.get(role, [])
    if only and roster.sample not in only:
        yield refuse("setup.army", c(said.clause), seat=side.seat, role=role, known=", ".join(only))
    lines = [line for clan in roster.clans for line in clan.units]
    guns = sum(line.profile in ("LA", "HA") for line in lines)
    if guns > free and not only and not march and not agreed(setup, "artillery"):
        yield refuse("setup.no-guns", GUNS, seat=side.seat, pieces=guns)
