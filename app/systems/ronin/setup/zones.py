"""Zones that a scenario of one's own has drawn: whose they are, and what stands against them (RON-SCN-92)."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine import zones
from app.engine.geometry import INCH, Polygon
from app.engine.refusals import Clause, Refusal
from app.engine.system import Setup
from app.engine.zones import Box, Force, Zoning
from app.systems.ronin.book import table
from app.systems.ronin.ground.layouts import size
from app.systems.ronin.ground.terrain import kind_of
from app.systems.ronin.scenarios.figures import PARTS, played
from app.systems.ronin.setup.begin import begin
from app.systems.ronin.state import State

PART = PARTS["zones"]


def zoning(setup: Setup) -> Zoning | None:
    """Who sets up where, by edges; nothing where a scenario has other zones than strips along them."""
    said = played(setup)
    if setup.scenario not in PART.of:
        return None
    wide, deep = size(setup)
    edges = said.edges.get("of") or table("setup")["terrain"]["edges"]
    return Zoning(
        clause=Clause(PART.clause), least=PART.least, apart=PART.apart, times=PART.times, unit=INCH, table=(wide, deep),
        from_south=False, printed={edge: (strip(edge, wide, deep, said.deployment["depth"]),) for edge in edges},
        drawn=zones.boxed(said.homes), rivals=(("north", "south"), ("east", "west")),
    )  # fmt: skip


def strip(edge: str, wide: int, deep: int, far: int) -> Box:
    """The strip along an edge, in inches."""
    strips = {
        "north": (0, 0, wide, far), "south": (0, deep - far, wide, deep),
        "west": (0, 0, far, deep), "east": (wide - far, 0, wide, deep),
    }  # fmt: skip
    return strips[edge]


def drawn(state: State, edge: str) -> tuple[Polygon, ...]:
    """The zones drawn for whoever has an edge; none where it is as printed."""
    found = zoning(state.setup)
    return tuple(found.outline(box) for box in found.drawn.get(edge, ())) if found else ()


def refuse_zones(setup: Setup) -> Iterator[Refusal]:
    """All that stands against the zones drawn, and too little room in them for the larger Buntai: dice or a choice say
    who has which edge."""
    found = zoning(setup)
    if found is None or not found.drawn:
        return
    state = begin(setup)
    most = max(sum((2 * m.radius) ** 2 for m in state.models.values() if m.seat == side.seat) for side in setup.sides)
    barred = tuple(p.outline for p in state.table.pieces if p.closed and kind_of(p).movement == "impassable")
    yield from zones.refuse(found, dict.fromkeys(found.printed, Force(most)), barred)
