"""What stands against a set-up: scenario, players, options, ground, and both armies."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from app.engine import own, setups
from app.engine.geometry import box
from app.engine.refusals import Refusal, refuse
from app.engine.system import Setup, SideSetup
from app.systems.kensei.armies.lists import LIMITS as KOKU
from app.systems.kensei.armies.muster import refuse_roster
from app.systems.kensei.armies.roster import Roster, read_roster
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.deployment.layout import first_table
from app.systems.kensei.deployment.zones import refuse_zones
from app.systems.kensei.ground.terrain import kind_of
from app.systems.kensei.scenarios.figures import (
    LIMITS,
    OPTIONS,
    PARTS,
    SWITCHES,
    keys,
    limit_of,
    rows,
    scenario_of,
    with_magic,
)

KNOWN, LIMIT, GROUND, MARKS, OWN = (
    c("KEN-SCN-08"), c("KEN-ARM-01"), c("KEN-DEP-07"), c("KEN-TER-102"), c("KEN-SCN-11"),
)  # fmt: skip
Faults = Iterator[Refusal]
SEATS = 2
MARKED = "mystical"
"""The option that names pieces Mystical by agreement (KEN-TER-102)."""
CAMPAIGN = "campaign"
"""The option of a battle of a campaign, which its warbands fight with what they have."""
KNOWN_OPTIONS = (*LIMITS, "terrain", MARKED, CAMPAIGN, own.OPTION, *OPTIONS)


def refuse_setup(setup: Setup) -> tuple[Refusal, ...]:
    """All that stands against a set-up; empty when it is legal."""
    if unknown := tuple(setups.scenarios(setup, keys(), KNOWN)):
        return unknown
    if wrong := tuple(own.refuse_own(setup, rows(), PARTS, OWN)):
        return wrong
    found = [*players(setup), *options(setup), *limits(setup)]
    if not found:
        found += [*terrain(setup), *armies(setup)]
    return tuple(found or refuse_zones(setup))


def players(setup: Setup) -> Faults:
    """Two sides, each with a name of its own."""
    if len(setup.sides) != SEATS:
        yield refuse("setup.sides", KNOWN, sides=len(setup.sides), least=SEATS, most=SEATS)
    yield from setups.seats(setup, KNOWN)


def options(setup: Setup) -> Faults:
    """Options that are unknown, of no known value, or set in two ways."""
    yield from setups.options(setup, KNOWN_OPTIONS, KNOWN)
    for key, row in OPTIONS.items():
        if key in setup.options and (no := refuse_value(key, row, setup.options[key])):
            yield no
    if type(setup.options.get(CAMPAIGN, False)) is not bool:
        yield refuse("setup.on-or-off", KNOWN, option=CAMPAIGN)
    yield from doubled(setup)
    marks = setup.options.get(MARKED, [])
    if not isinstance(marks, list | tuple) or not all(isinstance(mark, str) for mark in marks):
        yield refuse("setup.marks", MARKS)


def refuse_value(key: str, row: dict[str, Any], value: Any) -> Refusal | None:  # noqa: ANN401 - whatever JSON holds
    """Why an option may not have this value."""
    if "values" in row:
        known = ", ".join(row["values"])
        good = isinstance(value, str) and value in row["values"]
        return None if good else refuse("setup.one-of", c(row["clause"]), option=key, known=known)
    return None if type(value) is bool else refuse("setup.on-or-off", c(row["clause"]), option=key)


def doubled(setup: Setup) -> Faults:
    """Options that a value and a switch, or two switches, set to different things."""
    said = {key: [setup.options[key]] for key in OPTIONS if key in setup.options and key not in SWITCHES}
    for switch in SWITCHES:
        if setup.options.get(switch) is True:
            for key, value in OPTIONS[switch].get("gives", {}).items():
                said.setdefault(key, []).append(value)
    for key, values in said.items():
        if any(value != values[0] for value in values):
            yield refuse("setup.two-ways", c(OPTIONS[key]["clause"]), option=key)


def limits(setup: Setup) -> Faults:
    """The agreed limit of Koku is one that is played (KEN-ARM-01)."""
    known = KOKU
    given = [setup.options[key] for key in LIMITS if key in setup.options]
    for limit in given:
        if type(limit) is not int or limit not in known:
            yield refuse("setup.limit", LIMIT, limit=str(limit)[:20], known=", ".join(map(str, known)))
    if len(dict.fromkeys(map(str, given))) > 1:
        yield refuse("setup.two-limits", LIMIT)


def terrain(setup: Setup) -> Faults:
    """A ground the scenario is played on, or a list of pieces where it needs none of its own (KEN-DEP-07)."""
    said = scenario_of(setup.scenario)
    chosen = setup.options.get("terrain", said.layouts[0])
    if isinstance(chosen, list):
        if said.terrain or said.river:
            yield refuse("setup.must-lie", c(said.clause))
        else:
            unsound = tuple(setups.ground(chosen, table("terrain"), ("cm", 3), partial(first_table, setup), GROUND))
            yield from unsound or too_small(setup)
    elif chosen not in said.layouts:
        yield refuse("setup.no-layout", GROUND, layout=str(chosen)[:40], known=", ".join(said.layouts))


def too_small(setup: Setup) -> Faults:
    """Woods of a list that are smaller than a Forest can be (KEN-TER-24)."""
    for piece in first_table(setup).pieces:
        least = 2 * cm(kind_of(piece).least)
        west, north, east, south = box(piece.outline)
        if min(east - west, south - north) < least:
            yield refuse("setup.too-small", c(kind_of(piece).clause), piece=piece.id, least=least)


def armies(setup: Setup) -> Faults:
    """Every roster on the terms of the game: its limit, with magic or without (KEN-ARM-07, KEN-TYP-30)."""
    campaign = setup.options.get(CAMPAIGN) is True
    for side in setup.sides:
        for no in refuse_roster(side.roster, limit_of(setup), with_magic(setup), campaign):
            yield refuse(no.code, no.clause, **{**no.facts, "seat": side.seat})
        if scenario_of(setup.scenario).taisho_in_unit and not has_taisho_in_unit(side):
            yield refuse("setup.taisho-alone", c(scenario_of(setup.scenario).clause), seat=side.seat)


def has_taisho_in_unit(side: SideSetup) -> bool:
    """Whether the Taisho of a roster is in a Unit; so too where there is none to judge (KEN-SCN-03)."""
    roster = read_roster(side.roster)
    return not isinstance(roster, Roster) or all(line.unit for line in roster.characters if line.taisho)
