"""What somebody prefers: a closed list, each with the values it may have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.accounts.sentences import no
from app.engine.refusals import Refusal
from app.notices import quiet
from app.notices.sentences import KINDS

Check = Callable[[Any], bool]
CHOICES: Mapping[str, tuple[str, ...]] = {
    "language": ("", "en", "es"),
    "theme": ("", "light", "dark"),
    "palette": ("", "deuter", "protan", "tritan", "contrast"),
    "motion": ("", "less"),
    "confirm": ("", "always", "final", "never"),
    "pictures": ("", "quick", "slow", "off"),
    "log": ("", "dice", "moves", "talk"),
    "follow": ("", "on"),
    "explain": ("", "on", "off"),
}
"""``confirm``: what waits for a second gesture before it is given; empty: as the pace of the table has it.
``pictures``: how quickly what happens is shown on the table; empty: at the common pace.
``log``: what of the log is shown; empty: all.  ``follow``: whether the camera goes along with what others do.
``explain``: whether each question is explained the first time it comes; empty: from one's first battle on."""
SWITCHES = ("sound",)


def confirms(prefs: Mapping[str, Any], *, by_letter: bool) -> str:
    """What somebody confirms at a table: ``always``, what is ``final``, or ``never``.

    Who has not chosen confirms all where one plays by letter, elsewhere what cannot be taken back.  It was once yes or
    no: yes is always.
    """
    said = "always" if prefs.get("confirm") is True else prefs.get("confirm")
    by_pace = "always" if by_letter else "final"
    return said if isinstance(said, str) and said in CHOICES["confirm"] and said else by_pace


def pictures(prefs: Mapping[str, Any]) -> str:
    """How quickly somebody is shown what happens: ``quick``, ``normal`` or ``slow``; or ``off``, not at all."""
    return chosen(prefs, "pictures") or "normal"


def chosen(prefs: Mapping[str, Any], key: str) -> str:
    """What somebody chose of a closed list; empty where he chose nothing of it."""
    said = prefs.get(key)
    return said if isinstance(said, str) and said in CHOICES[key] else ""


def is_quiet(value: Any) -> bool:
    """Whether these are hours of quiet: from, to and the zone they are meant in."""
    if not isinstance(value, dict) or set(value) != {"from", "to", "zone"}:
        return False
    start, end, zone = value["from"], value["to"], value["zone"]
    return all(isinstance(part, str) for part in (start, end, zone)) and not quiet.refuse(start, end, zone)


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
