"""What would otherwise be made at the first request that needs it, while all others wait: made before anybody asks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fastapi import FastAPI

from app.aside import POOL, share_fairly
from app.engine.system import RuleSystem
from app.games.surveying import survey
from app.web.page.templates import ENV

NOWHERE = {"type": "http", "path": "/nowhere/at/all", "method": "GET", "headers": [], "root_path": ""}
"""A request that no route takes, and all look at."""


def warm(app: FastAPI, systems: Iterable[RuleSystem[Any]]) -> None:
    """All routes are ready, threads take turns; beside the loop templates are read and systems say what they take."""
    share_fairly()
    for route in app.router.routes:
        route.matches({**NOWHERE, "app": app})
    POOL.submit(ready, list(systems))
    POOL.submit(app.openapi)


def ready(systems: Iterable[RuleSystem[Any]]) -> None:
    """Templates are read, and systems have said which tables they take."""
    for name in ENV.list_templates(("html",)):
        ENV.get_template(name)
    for system in systems:
        survey(system)
