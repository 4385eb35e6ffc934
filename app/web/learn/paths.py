"""The paths of lessons as pages show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from app.engine.words import N_
from app.lessons import reading
from app.lessons.coach import Script
from app.web.page import systems
from app.web.page.deps import Site
from app.web.page.words import gettext

NAMES = N_("Shots"), N_("Charges"), N_("Blows"), N_("Under attack"), N_("Orders"), N_("Ways and places")
KINDS = dict(zip(reading.KINDS, NAMES, strict=True))
"""How what puzzles are about is called."""
Learnt = Mapping[str, tuple[int, bool]]
"""By lesson how far somebody has come, and whether it was done."""


def key_of(system: str, name: str) -> str:
    """The key of a lesson."""
    return f"{system}/{name}"


def paths(here: Site, learnt: Learnt) -> list[dict[str, Any]]:
    """Every system with its lessons, how many are done, and which comes next."""
    return [path_of(here, key, path, learnt) for key, path in here.lessons.paths.items()]


def path_of(here: Site, key: str, path: tuple[Script, ...], learnt: Learnt) -> dict[str, Any]:
    """One of them."""
    lessons = [standing_of(script, learnt) for script in path]
    following = next((one for one in lessons if one["begun"] and not one["done"]), None)
    following = following or next((one for one in lessons if not one["done"]), None)
    shown = systems.shown(here.games.systems[key])
    puzzles = [standing_of(script, learnt) for script in here.lessons.puzzles.get(key, ())]
    done = sum(one["done"] for one in lessons)
    return {
        **shown, "lessons": lessons, "puzzles": puzzles, "kinds": kinds(puzzles), "today": today(here, key),
        "next": following, "done": done,
    }  # fmt: skip


def today(here: Site, key: str) -> str:
    """The key of a system's puzzle of today, by UTC; empty if it has none."""
    found = here.lessons.puzzles_of(datetime.now(UTC).date().toordinal())
    return next((script.key for script in found if script.system == key), "")


def kinds(puzzles: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Puzzles by what they are about, in the order of ``KINDS``, with how many of each are solved."""
    found = [(gettext(name), [one for one in puzzles if one["kind"] == kind]) for kind, name in KINDS.items()]
    return [
        {"name": name, "puzzles": some, "done": sum(one["done"] for one in some)} for name, some in found if some
    ]  # fmt: skip


def standing_of(script: Script, learnt: Learnt) -> dict[str, Any]:
    """A lesson, and how far somebody has come in it."""
    at, done = learnt.get(script.key, (0, False))
    step = script.at(at)
    return {
        "key": script.key, "title": gettext(script.lesson.title), "goal": gettext(script.lesson.goal),
        "minutes": script.lesson.minutes, "kind": script.lesson.kind or "place", "battle": bool(script.lesson.battle),
        "done": done,
        "begun": at > 0, "step": step.step + 1 if step else 0, "steps": len(script.lesson.steps),
    }  # fmt: skip
