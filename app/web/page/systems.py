"""The rule systems of this server as pages name them."""

from __future__ import annotations

from typing import Any

from app.engine.judgement import judgement_of
from app.engine.system import RuleSystem
from app.web.page.deps import Site
from app.web.page.errors import Bad
from app.web.page.words import gettext

SHEET = "sheet"
"""The table that says what stands on the quick sheet of a system."""


def every(here: Site) -> list[dict[str, str]]:
    """All of them: how each is called, in a line what it is, with which game it goes, where its rules are, whether
    its bots think."""
    return [shown(system) for system in here.games.systems.values()]


def shown(system: RuleSystem[Any]) -> dict[str, str]:
    """One of them."""
    return {
        "id": system.key, "name": name(system), "line": said(system, "tagline"),
        "compatible": said(system, "compatible"), "rules": rules(system.key), "mark": getattr(system, "mark", ""),
        "thinks": "yes" if judgement_of(system) else "",
    }  # fmt: skip


def said(system: RuleSystem[Any], what: str) -> str:
    """What a system says of itself, in the reader's language; nothing if it says nothing."""
    return gettext(system.sentences.get(f"system.{what}", ""))


def name(system: RuleSystem[Any]) -> str:
    """How readers call a system."""
    return said(system, "name") or system.key.capitalize()


def rules(key: str) -> str:
    """Where the clauses of a system, and those of the table itself, are read."""
    return f"/rules/{key}"


def sheet(system: RuleSystem[Any]) -> str:
    """Where the quick sheet of a system is, if it says what stands on it."""
    found = getattr(getattr(system, "book", None), "found", ())
    return f"{rules(system.key)}/sheet" if SHEET in found else ""


def bodies(system: RuleSystem[Any]) -> bool:
    """Whether its players lead units or formations: its tables need the hands for those then."""
    return getattr(system, "bodies", True)


def chosen(here: Site, key: str) -> RuleSystem[Any]:
    """The system of this key, the first where none is named; a 422 if there is none of that name."""
    system = here.games.system(key) if key else next(iter(here.games.systems.values()), None)
    if system is None:
        raise Bad(422, gettext("There are no rules of that name."))
    return system
