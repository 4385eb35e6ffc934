"""What a host may change of the printed profiles, as his page tells it, and how one stands before it is changed."""

from __future__ import annotations

import re
from typing import Any

from app.engine.profiles import LONGEST, Base, Bounds, Number, Profile, bounds_of
from app.web.page import systems
from app.web.page.deps import Site
from app.web.rosters.profiles import HouseProfile, as_toml
from app.web.table.seen import words_of


def references(here: Site) -> list[dict[str, Any]]:
    """Of each system whose profiles may be changed its figures, lists and printed profiles, by the keys files use."""
    return [
        {**systems.shown(system), **bounded(bounds), "bases": bases(words_of(system, None, None), bounds)}
        for system in here.games.systems.values() if (bounds := bounds_of(system))
    ]  # fmt: skip


def bounded(bounds: Bounds) -> dict[str, Any]:
    """How far figures and points may be changed, and what may be added to which list."""
    figures = [
        (key, f"{row.least} – {row.most}" if isinstance(row, Number) else ", ".join(row.known), row.clause)
        for key, row in bounds.figures.items()
    ]  # fmt: skip
    points = ("points", f"{bounds.points.least} – {bounds.points.most}", bounds.points.clause)
    lists = [(key, ", ".join(row.known), row.clause) for key, row in bounds.lists.items()]
    return {"figures": [*figures, points], "lists": lists, "ruled": bounds.ruled}


def bases(words: Any, bounds: Bounds) -> list[tuple[str, str]]:
    """The printed profiles by key, each with its name."""
    return [(key, words.says(base.about)) for key, base in bounds.bases.items()]


def printed(here: Site, based: str) -> str:
    """A printed profile as a file that changes nothing yet, by system and key; nothing if there is none."""
    system, _, key = based.partition(":")
    bounds = bounds_of(here.games.system(system))
    base = bounds.bases.get(key) if bounds else None
    if bounds is None or base is None:
        return ""
    name = words_of(systems.chosen(here, system), None, None).says(base.about)
    return as_toml(HouseProfile("", system, as_printed(name, key, base, bounds)))


def as_printed(name: str, key: str, base: Base, bounds: Bounds) -> Profile:
    """The same as a profile, its points where they follow from no rule."""
    figures = {figure: value for figure, value in base.figures.items() if figure in bounds.figures}
    return Profile(nameable(name), key, figures, points=None if bounds.ruled else base.points)


def nameable(name: str) -> str:
    """As much of a printed name as may be the name of a profile."""
    kept = re.sub(r"[^\w'’.\- ]", "", name)[:LONGEST].strip()
    return re.sub(r"^[\W\d_]+| +(?= )", "", kept)
