"""What stands against a set-up: scenario, table, terrain, points, and both rosters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from app.engine import own, setups
from app.engine.refusals import Refusal, refuse
from app.engine.system import Setup
from app.systems.ronin.book import c, table
from app.systems.ronin.ground.layouts import first_table, layouts, size, terrain_option
from app.systems.ronin.scenarios.figures import PARTS, Scenario, keys, played
from app.systems.ronin.setup.zones import refuse_zones
from app.systems.ronin.warband.muster import refuse_roster

SIZE, POINTS, PIECES, KNOWN, SEATS, ROLES, OWN = (
    c("RON-SET-04"), c("RON-SET-03"), c("RON-SET-07"), c("RON-SCN-01"), c("RON-SET-02"), c("RON-SCN-70"),
    c("RON-SCN-90"),
)  # fmt: skip
Faults = Iterator[Refusal]
COSTS = table("costs")
FIXED = ("escort", "hold-the-bridge", "seize-the-shrine")
FLAGS = ("building", "defence_adds_fight", "campaign")
OPTIONS = ("points", "table", "terrain_pieces", "terrain", "attacker", "escort", own.OPTION, *FLAGS)
ROLE_OPTION = {"defence": "attacker", "escort": "escort"}


def refuse_setup(setup: Setup) -> tuple[Refusal, ...]:
    """All that stands against a set-up; empty when it is legal."""
    if unknown := tuple(setups.scenarios(setup, keys(), KNOWN)):
        return unknown
    if len(setup.sides) != 2:
        return (refuse("setup.sides", SEATS, sides=len(setup.sides)),)
    if wrong := tuple(own.refuse_own(setup, table("scenarios"), PARTS, OWN)):
        return wrong
    found = [*options(setup), *points(setup), *table_size(setup)]
    if not found:
        found += terrain(setup)
    limit = setup.options.get("points", COSTS["points"]["default"])
    if type(limit) is int:
        found += rosters(setup, limit)
    return tuple(found or refuse_zones(setup))


def options(setup: Setup) -> Faults:
    """Options that are unknown or of the wrong form."""
    yield from setups.options(setup, OPTIONS, KNOWN)
    for key in FLAGS:
        if not isinstance(setup.options.get(key, False), bool):
            yield refuse("setup.flag", KNOWN, option=key)
    seats = [side.seat for side in setup.sides]
    for key in ("attacker", "escort"):
        if setup.options.get(key, seats[0]) not in seats:
            yield refuse("setup.no-seat", ROLES, option=key, seat=str(setup.options[key]))


def points(setup: Setup) -> Faults:
    """The agreed limit of points (RON-SET-03)."""
    rule, limit = COSTS["points"], setup.options.get("points", COSTS["points"]["default"])
    if type(limit) is not int or not rule["min"] <= limit <= rule["max"]:
        yield refuse("setup.points", POINTS, points=str(limit), least=rule["min"], most=rule["max"])


def table_size(setup: Setup) -> Faults:
    """24 to 48 inches either way, and as printed where the scenario has its own table (RON-SET-04)."""
    rule, given = table("setup")["table"], setup.options.get("table")
    said = played(setup)
    if given is None:
        return
    if not isinstance(given, list | tuple) or len(given) != 2 or any(type(n) is not int for n in given):
        yield refuse("setup.table", SIZE, table=str(given)[:40], least=rule["min"], most=rule["max"])
    elif any(not rule["min"] <= n <= rule["max"] for n in given):
        yield refuse("setup.table", SIZE, table=f"{given[0]} x {given[1]}", least=rule["min"], most=rule["max"])
    elif setup.scenario in FIXED and tuple(given) != said.table:
        yield refuse("setup.table-fixed", c(said.clause), width=said.table[0], depth=said.table[1])


def terrain(setup: Setup) -> Faults:
    """The number of pieces, the name of a ready-made table, or the list given (RON-SET-07)."""
    rule, said, chosen = table("setup")["terrain"]["pieces"], played(setup), terrain_option(setup)
    count = setup.options.get("terrain_pieces", rule["default"])
    if type(count) is not int or not rule["min"] <= count <= rule["max"] or count % 2:
        yield refuse("setup.pieces", PIECES, pieces=str(count), least=rule["min"], most=rule["max"])
    if isinstance(chosen, list):
        yield from setups.ground(chosen, table("terrain"), ("inches", 1), partial(first_table, setup), PIECES)
    elif chosen not in ("place", "none", *layouts(said)):
        yield refuse("setup.no-layout", PIECES, layout=str(chosen), known=", ".join(["place", *layouts(said)]))
    elif chosen in layouts(said) and size(setup) != said.table:
        yield refuse("setup.layout-size", PIECES, layout=chosen, width=said.table[0], depth=said.table[1])


def rosters(setup: Setup, limit: int) -> Faults:
    """Both rosters, each against the points its role allows; in a campaign as its warband is."""
    for side in setup.sides:
        most, extra = allowance(setup, side.seat, limit)
        for no in refuse_roster(side.roster, most, extra, campaign=setup.options.get("campaign") is True):
            yield refuse(no.code, no.clause, **{**no.facts, "seat": side.seat})


def allowance(setup: Setup, seat: str, limit: int) -> tuple[int, int]:
    """The points a side may spend, and those more that count only if it attacks (RON-SCN-51, RON-SCN-70)."""
    said: Scenario = played(setup)
    shares = said.points
    if setup.scenario == "defence":
        attacks = setup.options.get("attacker", setup.sides[0].seat) == seat
        return limit * shares["attacker"] // shares["defender"] if attacks else limit, 0
    if setup.scenario == "hold-the-bridge":
        return limit, limit * (shares["attacker"] - shares["defender"]) // shares["defender"]
    return limit, 0
