"""The paths of lessons as pages show them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.lessons.coach import Script
from app.web.page import systems
from app.web.page.deps import Site
from app.web.page.words import gettext

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
    return {**shown, "lessons": lessons, "puzzles": puzzles, "next": following, "done": done}


def standing_of(script: Script, learnt: Learnt) -> dict[str, Any]:
    """A lesson, and how far somebody has come in it."""
    at, done = learnt.get(script.key, (0, False))
    step = script.at(at)
    return {
        "key": script.key, "title": gettext(script.lesson.title), "goal": gettext(script.lesson.goal),
        "minutes": script.lesson.minutes, "battle": bool(script.lesson.battle), "done": done,
        "begun": at > 0, "step": step.step + 1 if step else 0, "steps": len(script.lesson.steps),
    }  # fmt: skip
