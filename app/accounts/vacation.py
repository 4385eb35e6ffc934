"""Days on which one's clocks stand: so many in a year, as many as were really taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from app.accounts.sentences import no
from app.accounts.times import read_day
from app.engine.refusals import Refusal

DAYS = 30
Vacation = dict[str, Any]
"""``until``: its last day, or none now; ``since``: its first; ``used``: days of earlier ones by year."""


def years_of(first: date, last: date) -> Counter[str]:
    """How many days from the first to the last, both counted, fall in each year."""
    return Counter(str((first + timedelta(days=n)).year) for n in range((last - first).days + 1))


def settled(kept: Mapping[str, Any] | None, today: date) -> Counter[str]:
    """The days used by year before today, the vacation that runs now among them."""
    said = kept or {}
    used = Counter({year: int(days) for year, days in said.get("used", {}).items()})
    since, until = read_day(said.get("since", "")), read_day(said.get("until", ""))
    if since and until:
        used += years_of(since, min(until, today - timedelta(days=1)))
    return used


def planned(kept: Mapping[str, Any] | None, today: date, until: date | None) -> Vacation | Refusal:
    """The vacation from today to a day, or from today none any more; a refusal if it is too long."""
    used = settled(kept, today)
    if until is None:
        return {"used": dict(used)}
    if until < today:
        return no("vacation.day")
    last = min(until, today + timedelta(days=2 * DAYS))  # longer than any two years allow
    for year, days in years_of(today, last).items():
        if used[year] + days > DAYS:
            return no("vacation.most", left=max(0, DAYS - used[year]), most=DAYS, year=year, days=days)
    return {"since": today.isoformat(), "until": until.isoformat(), "used": dict(used)}


def left(used: Counter[str], today: date) -> int:
    """The days that are left in this year."""
    return max(0, DAYS - used[str(today.year)])


def is_away(kept: Mapping[str, Any] | None, today: date) -> bool:
    """Whether a vacation covers today."""
    until = read_day((kept or {}).get("until", ""))
    return until is not None and today <= until
