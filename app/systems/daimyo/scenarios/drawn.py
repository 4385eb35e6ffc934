"""Zones that a scenario of one's own has drawn: whose they are, and what stands against them (DAI-SCN-15)."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine import zones
from app.engine.geometry import CM
from app.engine.refusals import Clause, Refusal
from app.engine.system import Setup
from app.engine.zones import Box, Force, Ground, Zoning
from app.systems.daimyo.armies.lists import ready
from app.systems.daimyo.moving.ground.terrain import ground_for
from app.systems.daimyo.scenarios.figures import PARTS, Row, Scenario, played, role_in, table_of
from app.systems.daimyo.scenarios.setup.begin import begin
from app.systems.daimyo.scenarios.setup.zones import printed_zones

PART = PARTS["zones"]


def zoning(setup: Setup) -> Zoning | None:
    """Who sets up where, by parts; nothing where no part has one zone for all of its army."""
    said, rows = played(setup), printed_zones(setup)
    common = [row for row in rows if row["who"] == "all"]
    printed: dict[str, tuple[Box, ...]] = {row["role"]: (around(row),) for row in common}
    if not printed:
        return None
    return Zoning(
        clause=Clause(PART.clause), least=PART.least, apart=PART.apart, times=PART.times, unit=CM,
        table=table_of(setup), printed=printed, drawn=zones.boxed(said.homes), rivals=zones.pairs(printed),
        fixed=tuple(row["role"] for row in common if "circle" in row),
        near=tuple(ground(said, row) for row in rows if row["who"] != "all" or "circle" in row),
    )  # fmt: skip


def around(row: Row) -> Box:
    """The box of a zone in cm, that about its circle where it has none."""
    if "box" in row:
        west, south, east, north = row["box"]
        return (west, south, east, north)
    (x, y), reach = row["circle"]["at"], row["circle"]["reach"]
    return (x - reach, y - reach, x + reach, y + reach)


def ground(said: Scenario, row: Row) -> Ground:
    """The printed ground of a part of an army, or of all of it where that is a circle (DAI-SCN-12)."""
    part = part_of(said, row["role"], row["who"])
    if "circle" not in row:
        return Ground(row["role"], around(row), part=part)
    (x, y), reach = row["circle"]["at"], row["circle"]["reach"]
    return Ground(row["role"], (x, y, x, y), reach, part)


def part_of(said: Scenario, role: str, who: str) -> str:
    """What a part of the army that a role has is called: its clan, or the word for its headquarters."""
    if who == "all":
        return ""
    armies = [ready()[key] for key in said.armies.get(role, ())]
    return next((clan["name"] for army in armies for clan in army["clans"] if clan["id"] == who), who)


def refuse_zones(setup: Setup) -> Iterator[Refusal]:
    """All that stands against the zones drawn, and too little room in them for the army of their part."""
    found = zoning(setup)
    if found is None or not found.drawn:
        return
    state = begin(setup)
    covers = {
        role_in(setup, side.seat): Force(
            sum(u.formation.width * u.formation.depth for u in state.units.values() if u.seat == side.seat)
        )
        for side in setup.sides
    }
    barred = tuple(patch.outline for patch in ground_for(state.table, "infantry", True).closed)
    yield from zones.refuse(found, covers, barred)
