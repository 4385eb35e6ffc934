"""Hours in which somebody does not want to be told anything."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

HOUR = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


@cache
def zones() -> tuple[str, ...]:
    """The time zones people live in, by name."""
    return tuple(sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/")))


def zone_of(name: object) -> ZoneInfo | None:
    """The time zone of a name."""
    try:
        return ZoneInfo(name) if isinstance(name, str) and name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def refuse(start: str, end: str, zone: str) -> str:
    """Why these cannot be quiet hours, as a code; empty if they can."""
    if not HOUR.fullmatch(start) or not HOUR.fullmatch(end):
        return "no-hour"
    if start == end:
        return "same-hour"
    return "" if zone_of(zone) else "no-zone"


def is_quiet(quiet: object, at: float) -> bool:
    """Whether it is quiet at this time (seconds since 1970) for somebody with these hours."""
    if not isinstance(quiet, Mapping):
        return False
    start, end, zone = quiet.get("from"), quiet.get("to"), zone_of(quiet.get("zone"))
    if zone is None or not isinstance(start, str) or not isinstance(end, str):
        return False
    now = datetime.fromtimestamp(at, zone).strftime("%H:%M")
    return start <= now < end if start < end else now >= start or now < end


def is_away(vacation: Mapping[str, Any], at: float) -> bool:
    """Whether a vacation lasts on this day."""
    try:
        return datetime.fromtimestamp(at, UTC).date() <= date.fromisoformat(str(vacation.get("until")))
    except ValueError:
        return False
