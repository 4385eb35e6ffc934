"""What somebody prefers: a closed list, each with the values it may have."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from app.accounts.sentences import no
from app.engine.refusals import Refusal

Check = Callable[[Any], bool]
CHOICES: Mapping[str, tuple[str, ...]] = {
    "language": ("", "en", "es"),
    "theme": ("", "light", "dark"),
    "palette": ("", "deuter", "protan", "tritan"),
    "motion": ("", "less"),
}
SWITCHES = ("confirm", "sound")
KINDS = ("turn", "challenge", "begun", "ended", "talk")
"""Notices that can be switched off one by one."""
HOUR = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


@cache
def zones() -> frozenset[str]:
    """The names of all time zones."""
    return frozenset(available_timezones())


def is_quiet(value: Any) -> bool:
    """Whether these are hours of quiet: from, to and the zone they are meant in."""
    if not isinstance(value, dict) or set(value) != {"from", "to", "zone"}:
        return False
    hours = (value["from"], value["to"])
    zone = value["zone"]
    return all(isinstance(h, str) and HOUR.fullmatch(h) for h in hours) and isinstance(zone, str) and zone in zones()


def are_kinds(value: Any) -> bool:
    """Whether these are switches of kinds of notices."""
    return isinstance(value, dict) and all(key in KINDS and type(on) is bool for key, on in value.items())


def chosen_from(values: tuple[str, ...]) -> Check:
    """Whether a value is one of these."""
    return lambda value: isinstance(value, str) and value in values


CHECKS: Mapping[str, Check] = {
    **{key: chosen_from(values) for key, values in CHOICES.items()},
    **{key: lambda value: type(value) is bool for key in SWITCHES},
    "quiet": is_quiet,
    "kinds": are_kinds,
}


def refuse_prefs(changes: Mapping[str, Any]) -> Refusal | None:
    """Why these cannot be preferences, or ``None``; a value of ``None`` takes the preference back."""
    for key, value in changes.items():
        if key not in CHECKS:
            return no("prefs.unknown", key=key[:40], known=", ".join(CHECKS))
        if value is not None and not CHECKS[key](value):
            return no("prefs.value", key=key, got=str(value)[:40])
    return None
