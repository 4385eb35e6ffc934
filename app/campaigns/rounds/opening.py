"""When a round ends, and when the next one opens: at once, after a pause, on a day and at an hour of a named zone."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.campaigns.battles.fixtures import HOUR_MS
from app.campaigns.book import c, table
from app.campaigns.model import DAY_MS, DONE, Campaign, Settings

OPENING = c("CPN-RND-08")
AT_ONCE, ANY_DAY = 0, 8
"""Of ``weekday``: no day is named, or any day will do; between them are Monday to Sunday."""
LATE = int(table("rounds")["opening"]["late_hours"]) * HOUR_MS
"""So much after its moment a round still opens as if it were that moment."""


def length(settings: Settings) -> int:
    """How long a round is, in milliseconds; 0 where it has no deadline (CPN-RND-02)."""
    return settings.days * DAY_MS + settings.hours * HOUR_MS


def ends_at(settings: Settings, begun: int) -> int:
    """When a round ends that begins then; 0 where it has no deadline.  Of rounds with a day that last days, the days
    are those of the calendar, from their hour on: a week later it is the same hour, also of another summer time."""
    zone = zone_of(settings.zone)
    if settings.weekday == AT_ONCE or zone is None or not settings.days:
        return begun + length(settings) if length(settings) else 0
    right = on_its_day(begun - LATE, settings)
    first = datetime.fromtimestamp((right if right <= begun else begun) / 1000, UTC).astimezone(zone)
    last = first + timedelta(days=settings.days)
    return round(last.timestamp() * 1000) + settings.hours * HOUR_MS


def opens_at(now: Campaign) -> int:
    """When the next round opens, in milliseconds since 1970; 0 as soon as the last one is closed (CPN-RND-08)."""
    last, wanted = now.round, now.settings
    if last is None or last.state != DONE or not last.closed or not (wanted.pause or wanted.weekday):
        return 0
    least = last.closed + wanted.pause * HOUR_MS
    return on_its_day(max(last.begun + 1, least - LATE), wanted) if wanted.weekday else least


def on_its_day(least: int, wanted: Settings) -> int:
    """The first moment from then on that is on the day and at the hour of the settings."""
    zone = zone_of(wanted.zone)
    if wanted.weekday == AT_ONCE or zone is None:
        return least
    first = datetime.fromtimestamp(least / 1000, UTC).astimezone(zone).date()
    days = (first + timedelta(days=n) for n in range(9))
    right = (day for day in days if wanted.weekday in (ANY_DAY, day.isoweekday()))
    moments = (datetime.combine(day, time(wanted.hour), zone) for day in right)
    return next(ms for at in moments if (ms := int(at.timestamp() * 1000)) >= least)


def zone_of(name: str) -> ZoneInfo | None:
    """The time zone of a name."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
