"""Zones that a scenario of one's own has drawn: whose they are, and what stands against them (KEN-SCN-12)."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine import zones
from app.engine.geometry import CM
from app.engine.refusals import Clause, Refusal
from app.engine.system import Setup
from app.engine.zones import Force, Zoning
from app.systems.kensei.book import table
from app.systems.kensei.deployment.begin import begin
from app.systems.kensei.ground.terrain import ground
from app.systems.kensei.scenarios.figures import EDGES, PARTS, played, table_of

PART = PARTS["zones"]


DEEP: int = table("deployment")["zone"]["winner"]


def zoning(setup: Setup) -> Zoning:
    """Who sets up where, by edges: as deep as the winner of the Initiative roll deploys (KEN-DEP-12)."""
    wide, deep = table_of(setup)
    strips = {"south": (0, 0, wide, DEEP), "north": (0, deep - DEEP, wide, deep)}
    return Zoning(
        clause=Clause(PART.clause), least=PART.least, apart=PART.apart, times=PART.times, unit=CM, table=(wide, deep),
        printed={edge: (strips[edge],) for edge in EDGES}, drawn=zones.boxed(played(setup).homes),
        rivals=zones.pairs(EDGES),
    )  # fmt: skip


def refuse_zones(setup: Setup) -> Iterator[Refusal]:
    """All that stands against the zones drawn, and too little room in them for the larger army."""
    found = zoning(setup)
    if not found.drawn:
        return
    state = begin(setup)
    covers = [sum(u.base_width * u.base_depth * len(u.models) for u in state.units.values() if u.seat == side.seat)
              for side in setup.sides]  # fmt: skip
    barred = tuple(piece.outline for piece in ground(state).shut)
    yield from zones.refuse(found, dict.fromkeys(found.printed, Force(max(covers))), barred)
