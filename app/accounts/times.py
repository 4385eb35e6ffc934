"""Times as they are stored: UTC to the second, days as ``YYYY-MM-DD``; text sorts as time."""

from __future__ import annotations

from datetime import date, datetime, timedelta

STAMP = "%Y-%m-%dT%H:%M:%SZ"


def shifted(stamp: str, by: timedelta) -> str:
    """The time that much later, or earlier."""
    return (datetime.strptime(stamp, STAMP) + by).strftime(STAMP)


def day_of(stamp: str) -> date:
    """The day of a time."""
    return datetime.strptime(stamp, STAMP).date()


def read_day(text: str) -> date | None:
    """The day that is written here; ``None`` if it is none."""
    try:
        return date.fromisoformat(text) if len(text) == 10 else None
    except ValueError:
        return None


def end_of(day: date) -> str:
    """The last second of a day."""
    return f"{day.isoformat()}T23:59:59Z"
