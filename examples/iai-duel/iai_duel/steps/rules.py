"""Whether a step may be made."""

from __future__ import annotations

from app.engine.asks import Random
from app.engine.geometry import Point
from app.engine.paths import Path, length, stops_short
from app.engine.refusals import Refusal, refuse
from app.engine.views import Mark, Note, Preview
from iai_duel.book import c, cm, table
from iai_duel.state import RADIUS, Side, State

FAR, EDGE, OVER = c("IAI-STP-02"), c("IAI-STP-04"), c("IAI-STP-05")


def reach(side: Side) -> int:
    """How far a duellist steps at most, in 1/100 mm (IAI-STP-02)."""
    return cm(table("steps")["step"][side.school])


def refuse_step(state: State, side: Side, path: Path) -> Refusal | None:
    """What stands against a step: its length, the edge, the enemy."""
    enemy = state.side(state.other(side.seat))
    if (went := length(path)) > (most := reach(side)):
        return refuse("step.too-far", FAR, length=went, most=most, duellist=str(side.seat))
    if any(not inside(state, at) for at in path):
        return refuse("step.edge", EDGE, duellist=str(side.seat))
    if len(path) > 1 and (stop := stops_short(path, RADIUS, enemy.base)) is not None and stop < went:
        return refuse("step.over", OVER, enemy=str(enemy.seat))
    return None


def inside(state: State, at: Point) -> bool:
    """Whether a base there lies wholly in the yard."""
    return RADIUS <= at.x <= state.table.width - RADIUS and RADIUS <= at.y <= state.table.depth - RADIUS


def anywhere(side: Side, rng: Random) -> Path:
    """A straight step somewhere; not always one that may be made."""
    most = reach(side)
    return (side.at, Point(side.at.x + rng.randint(-most, most), side.at.y + rng.randint(-most, most)))


def look(side: Side, path: Path) -> Preview:
    """How long a step is, drawn where it leads."""
    note = Note("step.look", {"length": length(path), "most": reach(side)}, FAR)
    return Preview(
        marks=(Mark(kind="path", points=path, note=note), Mark(kind="ghost", points=path[-1:], radius=RADIUS))
    )
