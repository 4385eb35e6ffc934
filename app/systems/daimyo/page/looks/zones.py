"""Zones and ways as the board draws them: where sides set up, where they come on and leave."""

from __future__ import annotations

from msgspec import Struct

from app.engine.geometry import CM, Point, Polygon
from app.systems.daimyo.scenarios.figures import Row, clan_named, scenario, seat_of, stretch
from app.systems.daimyo.scenarios.setup.zones import outline_of, zones_of
from app.systems.daimyo.state import State


class Shown(Struct, frozen=True):
    """A zone as the board draws it: where a side, a clan or an HQ sets up, or a way on or off the table."""

    id: str
    kind: str
    outline: Polygon
    seat: str = ""
    label: str = ""


def label_of(state: State, who: str) -> str:
    """What a zone of the set-up is called: by its clan where it is one clan's."""
    clan = clan_named(state, who)
    if clan is not None:
        return clan.name
    return "word.hq" if who == "hq" else "zone.deploy"


def shown_zones(state: State) -> tuple[Shown, ...]:
    """What the board draws: the zones of both sides until the battle begins, then the ways on and off the table."""
    if state.phase in ("", "setup"):
        return tuple(
            Shown(
                f"deploy-{side.seat}-{n}", "deploy", outline_of(state, row), str(side.seat), label_of(state, row["who"])
            )
            for side in state.sides
            for n, row in enumerate((r for r in zones_of(state.setup) if r["role"] == side.role), 1)
        )
    said = scenario(state)
    ways = (("exit", said.leaves), ("entry", said.arrivals), *(("entry", row) for row in said.enters))
    return tuple(
        Shown(f"{kind}-{n}", kind, strip(state, row), str(seat_of(state, row["role"]) or ""), f"zone.{kind}")
        for n, (kind, row) in enumerate(ways, 1) if row
    )  # fmt: skip


def strip(state: State, row: Row) -> Polygon:
    """A strip of 1 cm along the stretch of an edge."""
    width, depth, edge = state.table.width, state.table.depth, row["edge"]
    long = width if edge in ("north", "south") else depth
    first, last = stretch(state, row) if "from" in row else (0, long)
    near = {"north": 0, "west": 0, "south": depth - CM, "east": width - CM}[edge]
    if edge in ("north", "south"):
        return (Point(first, near), Point(last, near), Point(last, near + CM), Point(first, near + CM))
    return (Point(near, first), Point(near + CM, first), Point(near + CM, last), Point(near, last))
