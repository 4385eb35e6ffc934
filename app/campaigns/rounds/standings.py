"""Who stands where: reckoned from the battles each time, never kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from app.campaigns.book import c, table
from app.campaigns.model import DONE, Campaign, Fixture, Warband
from app.engine.refusals import Clause

POINTS: dict[str, int] = {name: n for name, n in table("rounds")["points"].items() if isinstance(n, int)}
WORTH = c("CPN-STA-01")
FOUGHT = ("won", "draw")
"""Results of battles that were fought."""
DECIDED = (*FOUGHT, "forfeit")
"""Results that are won, drawn or lost: ``played`` is the sum of these three."""


class Line(Struct, frozen=True, kw_only=True):
    """A warband in the standings.  ``points`` of the campaign; ``made`` and ``suffered`` are battle points.

    ``among`` are the points from battles with those level with it, ``opponents`` the sum of the points of those it
    has fought, ``difference`` battle points made less suffered.  ``decided`` names the tie-break that puts it above
    the next, empty where points do.
    """

    rank: int
    warband: str
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    forfeits: int = 0
    """Battles it gave away, which it has lost."""
    byes: int = 0
    standoffs: int = 0
    points: int = 0
    honour: int = 0
    made: int = 0
    suffered: int = 0
    among: int = 0
    opponents: int = 0
    difference: int = 0
    decided: str = ""
    provisional: bool = False
    """Whether the result of a battle of its is disputed."""


TIE_BREAKS: tuple[tuple[str, Clause], ...] = (
    ("among", c("CPN-STA-02")),
    ("opponents", c("CPN-STA-03")),
    ("difference", c("CPN-STA-04")),
    ("honour", c("CPN-STA-05")),
    ("joined", c("CPN-STA-06")),
)
"""What decides between those level on points, in this order; each the name of a column, ``joined`` the last."""


def standings(now: Campaign, _rules: Any = None) -> tuple[Line, ...]:
    """All warbands, best first, each with its own rank (CPN-STA-01 to CPN-STA-06)."""
    done = [f for f in now.fixtures.values() if f.state == DONE]
    scores = scores_of(now)
    of = by_side(now, done)
    bare = [line_of(warband, of[warband.id], scores) for warband in now.warbands.values()]
    points = {line.warband: line.points for line in bare}
    full = [replace(line, opponents=opposed(line.warband, of[line.warband], points)) for line in bare]
    doubtful = {side for f in now.fixtures.values() if f.disputed for side in f.sides}
    level = [group_of(tied, done, scores) for tied in by_points(full)]
    ordered = [line for tied in level for line in tied]
    return tuple(
        replace(line, rank=n, decided=decides(line, after), provisional=line.warband in doubtful)
        for n, (line, after) in enumerate(zip_longest(ordered, ordered[1:]), 1)
    )


def by_side(now: Campaign, done: Sequence[Fixture]) -> dict[str, list[Fixture]]:
    """The decided battles of each warband."""
    found: dict[str, list[Fixture]] = {id: [] for id in now.warbands}
    for one in done:
        for side in one.sides:
            if side:
                found[side].append(one)
    return found


def by_points(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines in groups that are level on points, the best group first, each in the order of joining."""
    ordered = sorted(lines, key=lambda line: -line.points)
    return [list(tied) for _, tied in groupby(ordered, key=lambda line: line.points)]


def group_of(tied: Sequence[Line], done: Sequence[Fixture], scores: Mapping[str, int]) -> list[Line]:
    """Those level on points, best first by the tie-breaks (CPN-STA-02 to CPN-STA-06)."""
    ids = [line.warband for line in tied]
    among = [f for f in done if len(ids) > 1 and f.sides[0] in ids and f.sides[1] in ids]
    known = [replace(line, among=sum(worth(f, line.warband, scores) for f in among)) for line in tied]
    return sorted(known, key=lambda line: (-line.among, -line.opponents, -line.difference, -line.honour))


def decides(line: Line, after: Line | None) -> str:
    """The column that puts a line above the next, empty where points do."""
    if after is None or line.points != after.points:
        return ""
    return next((name for name, _ in TIE_BREAKS[:-1] if getattr(line, name) != getattr(after, name)), "joined")


def line_of(warband: Warband, mine: Sequence[Fixture], scores: Mapping[str, int]) -> Line:
    """What a warband has done in its decided battles, without what depends on others."""
    id = warband.id
    fought = [f for f in mine if f.result in FOUGHT]
    made = sum(f.points.get(id, 0) for f in fought)
    suffered = sum(f.points.get(other, 0) for f in fought for other in f.others(id))
    return Line(
        rank=0,
        warband=id,
        played=sum(f.result in DECIDED for f in mine),
        won=sum(f.winner == id for f in mine),
        drawn=sum(f.result == "draw" for f in fought),
        lost=sum(f.result in ("won", "forfeit") and f.winner != id for f in mine),
        forfeits=sum(f.result == "forfeit" and f.winner != id for f in mine),
        byes=sum(f.result == "bye" for f in mine),
        standoffs=sum(f.result == "standoff" for f in mine),
        points=sum(worth(f, id, scores) for f in mine),
        honour=warband.band.honour,
        made=made,
        suffered=suffered,
        difference=made - suffered,
    )


def scores_of(now: Campaign) -> Mapping[str, int]:
    """What battles of a campaign are worth, by how they end (CPN-STA-01)."""
    return {**POINTS, **now.settings.scoring}


def worth(one: Fixture, warband: str, scores: Mapping[str, int] = POINTS) -> int:
    """What a decided battle is worth to a side (CPN-STA-01)."""
    if one.result not in ("won", "forfeit"):
        return scores[one.result]
    if one.winner != warband:
        return scores["lost"]
    return victory(one, scores) if one.result == "won" else scores[one.result]


def victory(one: Fixture, scores: Mapping[str, int] = POINTS) -> int:
    """What it is worth to win a battle at the table (CPN-STA-01)."""
    more = one.options.get("worth")
    return more if isinstance(more, int) else scores["won"]


def opposed(warband: str, mine: Sequence[Fixture], points: dict[str, int]) -> int:
    """The points of all whom a warband has fought, once for each battle (CPN-STA-03)."""
    fought = (f for f in mine if f.result in FOUGHT)
    return sum(points.get(other, 0) for f in fought for other in f.others(warband))
