"""What was promised: the rows that no run may lack, each with its bar in the words of the row and a floor beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.systems import SYSTEMS

KEYS = tuple(system.key for system in SYSTEMS)
OF_ANSWER = {"ronin": "2.2", "kensei": "4", "celtos": "5", "daimyo": "8"}
OF_STORED = {"ronin": "2", "celtos": "3", "kensei": "4", "daimyo": "6"}
PAGES = ("front page", *(f"table of {key}" for key in KEYS))
OF_PAGE = {"a cold page": "<= 200 kB", "first paint": "<= 400 ms", "ready": "<= 800 ms", "requests": ""}

PROMISED: Mapping[tuple[str, str], str] = {
    ("latency", "acting player, 100 watching"): "median <= 2 x floor, p99 <= 3 x floor",
    ("fanout", "last of 100 watching"): "median <= 1.5 x floor",
    ("fanout", "last of 1000 watching"): "median <= 1.5 x floor",
    **{("answer", f"{key}: processor time of an answer, mean"): f"<= {ms} ms" for key, ms in OF_ANSWER.items()},
    **{("preview", f"{key}: preview of what is drawn, 95 of 100"): "<= 60 ms" for key in KEYS},
    ("workers", "processor time of an answer and what is asked around it, quiet"): "<= 4 ms",
    ("held", "live games held"): ">= 1,200 with p99 <= 250 ms",
    **{("engine", f"{key}: run again"): ">= 5,000" for key in KEYS},
    ("board", "script of a move"): "median <= 2 ms",
    ("board", "a move until painted"): "median <= 1.5 x floor",
    **{("stored", f"{key}: stored an answer, running"): f"<= {kb} kB" for key, kb in OF_STORED.items()},
    **{("stored", f"{key}: stored an answer, finished"): "<= 1 kB" for key in KEYS},
    **{("page", f"{page}: {what}"): bar for page in PAGES for what, bar in OF_PAGE.items()},
}
"""By measurement and row; an empty bar: it is said, and nothing is demanded."""


def lacking(reports: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[str]:
    """What was promised of these measurements and is not there: a row, its bar, or its floor."""
    rows = {(report["bench"], row["name"]): row for report in reports for row in report["figures"]}
    found = []
    for (bench, name), bar in PROMISED.items():
        row = rows.get((bench, name))
        if bench not in names:
            continue
        if row is None:
            found.append(f"{bench}: {name}")
        elif row["bar"] != bar or (bar and row["ok"] is None):
            found.append(f"{bench}: the bar of {name}, {bar}")
        elif row["floor"] is None:
            found.append(f"{bench}: the floor of {name}")
    return found
