"""Zones that a scenario of one's own has drawn: whose they are, and what stands against them (CEL-SCN-10)."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine import zones
from app.engine.geometry import CM, Polygon
from app.engine.refusals import Clause, Refusal
from app.engine.system import Setup
from app.engine.zones import Box, Force, Zoning
from app.systems.celtos.ground.terrain import kind_of
from app.systems.celtos.scenarios.figures import FACING, PARTS, RULES, Scenario, played, table_of
from app.systems.celtos.setup.begin import begin

PART = PARTS["zones"]


def zoning(setup: Setup) -> Zoning:
    """Who sets up where: by roles, or by edges where both sides are alike."""
    said, crowd = played(setup), len(setup.sides) >= RULES["crowd"]["seats"]
    wide, deep = table_of(setup)
    edges = tuple(FACING) if crowd else ("north", "south")
    by_role = {role: by_roles(said, role, wide, deep) for role in said.roles}
    zone = middle if crowd else strip
    by_edge: dict[str, tuple[Box, ...]] = {edge: (zone(edge, wide, deep),) for edge in edges}
    printed = by_role or by_edge
    return Zoning(
        clause=Clause(PART.clause), least=PART.least, apart=PART.apart, times=PART.times, unit=CM, table=(wide, deep),
        printed=printed, drawn=zones.boxed(said.homes), rivals=zones.pairs(printed),
        fixed=tuple({said.hidden.get("role", ""), said.circle.get("role", "")} & {*printed}),
    )  # fmt: skip


def by_roles(said: Scenario, role: str, wide: int, deep: int) -> tuple[Box, ...]:
    """Where a role sets up, in cm."""
    if role == said.hidden.get("role"):
        return tuple(strip(edge, wide, deep, said.hidden["deep"]) for edge in said.hidden["edges"])
    if role not in said.boxes:
        return (strip(said.edges[role], wide, deep),)
    given = zip(said.boxes[role], (0, 0, wide, deep), strict=True)
    west, south, east, north = (usual if n == "" else n for n, usual in given)
    return ((west, south, min(east, wide), min(north, deep)),)


def strip(edge: str, wide: int, deep: int, far: int = RULES["deep"]) -> Box:
    """The strip along an edge, in cm from the south."""
    strips = {
        "north": (0, deep - far, wide, deep), "south": (0, 0, wide, far),
        "west": (0, 0, far, deep), "east": (wide - far, 0, wide, deep),
    }  # fmt: skip
    return strips[edge]


def middle(edge: str, wide: int, deep: int) -> Box:
    """The zone of one of many players in the middle of an edge (CEL-SET-09)."""
    half = RULES["crowd"]["long"] // 2
    west, south, east, north = strip(edge, wide, deep, RULES["crowd"]["deep"])
    if edge in ("north", "south"):
        return (wide // 2 - half, south, wide // 2 + half, north)
    return (west, deep // 2 - half, east, deep // 2 + half)


def refuse_zones(setup: Setup) -> Iterator[Refusal]:
    """All that stands against the zones drawn, and too little room in them for the largest warband."""
    found = zoning(setup)
    if not found.drawn:
        return
    state = begin(setup)
    most = max(sum((2 * m.radius) ** 2 for m in state.models.values() if m.seat == side.seat) for side in setup.sides)
    barred: tuple[Polygon, ...] = tuple(
        p.outline for p in state.table.pieces if p.closed and kind_of(p).movement == "impassable"
    )
    yield from zones.refuse(found, dict.fromkeys(found.printed, Force(most)), barred)
