"""The books of a warband: what came into its purse and went out, what it was worth after each battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.campaigns.ledger.books import Books, Line
from app.campaigns.model import VOID, Warband
from app.web.campaigns.shared import Room
from app.web.campaigns.words import words_for

Row = dict[str, Any]
WIDE, HIGH, LEFT, RIGHT, TOP, FOOT = 500, 150, 40, 44, 12, 22
"""The picture of the curve and its margins."""
LINES = 4
"""Into how many parts its height is ruled at most."""
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)


# -- the treasury ------------------------------------------------------------------------


def treasury(at: Room, band: Warband, lines: Sequence[Line]) -> list[Row]:
    """Every line by which its purse has changed, the latest first: when, what, in, out, and what was left."""
    words, before = words_for(at.words, at.now, band.id), 0
    rows = list[Row]()
    for line in lines:
        more, before = line.purse - before, line.purse
        if more:
            battle = at.now.fixtures.get(line.fixture)
            rows.append({
                "seq": line.seq, "at": line.at, "text": words.says(line.about, line.facts).strip(),
                "clause": line.clause, "round": battle.round if battle else 0,
                "battle": f"{at.path}/battle/{battle.id}" if battle else "",
                "in": max(more, 0), "out": max(-more, 0), "left": line.purse,
            })  # fmt: skip
    return rows[::-1]


# -- worth over time -----------------------------------------------------------------------


def curve(at: Room, band: Warband, books: Books) -> Row | None:
    """What it was worth at first and after each battle, beside the mean of the others; nothing before a battle."""
    found = points(at, band, books)
    if len(found) <= 1:
        return None
    told = [one[key] for one in found for key in ("worth", "mean") if one[key]]
    low, high, step = scale(min(told), max(told))
    across = (WIDE - LEFT - RIGHT) / (len(found) - 1)
    for n, one in enumerate(found):
        one["x"], one["y"] = round(LEFT + n * across, 1), height(one["worth"], low, high)
        one["mean_y"] = height(one["mean"], low, high)
    mine = " ".join(f"{one['x']},{one['y']}" for one in found)
    return {
        "points": found, "mine": mine, "field": " ".join(f"{p['x']},{p['mean_y']}" for p in found if p["mean"]),
        "wash": f"{LEFT},{HIGH - FOOT} {mine} {WIDE - RIGHT},{HIGH - FOOT}", "width": WIDE, "height": HIGH,
        "left": LEFT, "right": WIDE - RIGHT, "foot": HIGH - FOOT,
        "ruled": [{"y": height(n, low, high), "worth": n} for n in range(low, high + 1, step)],
    }  # fmt: skip


def scale(least: int, most: int) -> tuple[int, int, int]:
    """Where the ruled lines begin and end, and how far they are apart.

    >>> scale(187, 232)
    (180, 240, 20)
    """
    step = next((one for one in STEPS if (most - least) <= one * (LINES - 1)), STEPS[-1])
    return least // step * step, max(-(-most // step), least // step + 1) * step, step


def height(worth: int, low: int, high: int) -> float:
    """How far down the picture a worth stands."""
    return round(TOP + (high - worth) * (HIGH - FOOT - TOP) / (high - low), 1)


def points(at: Room, band: Warband, books: Books) -> list[Row]:
    """What it was worth when it came, and after each battle that is over."""
    lines = books.lines.get(band.id, [])
    if not lines:
        return []
    over = [one for one in at.now.fixtures.values() if band.id in one.sides and one.is_over and one.state != VOID]
    last = {line.fixture: line for line in lines if line.fixture}
    met = [(one, last[one.id]) for one in over if one.id in last]
    first = {"mark": "", "round": 0, "worth": lines[0].worth, "mean": mean(band, books, lines[0].seq)}
    return [
        first,
        *({"mark": mark(one.result, one.winner, band.id), "round": one.round, "worth": line.worth,
           "mean": mean(band, books, line.seq)} for one, line in sorted(met, key=lambda row: row[1].seq)),
    ]  # fmt: skip


def mark(result: str, winner: str, band: str) -> str:
    """How a battle ended for a warband."""
    return "drawn" if result not in ("won", "forfeit") else "won" if winner == band else "lost"


def mean(band: Warband, books: Books, seq: int) -> int:
    """What the other warbands were worth at this entry of the ledger on average; 0 where there were none."""
    others = [worth for id, lines in books.lines.items() if id != band.id and (worth := worth_at(lines, seq))]
    return round(sum(others) / len(others)) if others else 0


def worth_at(lines: Sequence[Line], seq: int) -> int:
    """What a warband was worth at this entry, before it came what it began with."""
    return next((line.worth for line in reversed(lines) if line.seq <= seq), lines[0].worth if lines else 0)


def record(at: Room, band: Warband) -> Mapping[str, int]:
    """How many battles it won, drew and lost."""
    over = [
        one for one in at.now.fixtures.values() if band.id in one.sides and one.result in ("won", "forfeit", "draw")
    ]
    marks = [mark(one.result, one.winner, band.id) for one in over if one.state != VOID]
    return {key: marks.count(key) for key in ("won", "drawn", "lost")}
