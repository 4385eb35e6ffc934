"""What would otherwise be made at the first request that needs it, while all others wait: made before anybody asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextvars import copy_context
from typing import Any

from fastapi import FastAPI

from app.aside import POOL, share_fairly
from app.engine.system import RuleSystem
from app.games.surveying import survey
from app.web.page.templates import ENV
from app.web.page.words import LANGUAGES, language

NOWHERE = {"type": "http", "path": "/nowhere/at/all", "method": "GET", "headers": [], "root_path": ""}
"""A request that no route takes, and all look at."""


def warm(app: FastAPI, systems: Iterable[RuleSystem[Any]], words: Sequence[Callable[[], object]] = ()) -> None:
    """All routes are ready, threads take turns; beside the loop all else is made ready, ``words`` in each language."""
    share_fairly()
    for route in app.router.routes:
        route.matches({**NOWHERE, "app": app})
    POOL.submit(ready, list(systems), words)
    POOL.submit(app.openapi)


def ready(systems: Iterable[RuleSystem[Any]], words: Sequence[Callable[[], object]]) -> None:
    """Templates are read, systems have said which tables they take, and ``words`` are there in each language."""
    for name in ENV.list_templates(("html",)):
        ENV.get_template(name)
    for system in systems:
        survey(system)
    for lang in LANGUAGES:
        copy_context().run(said, lang, words)


def said(lang: str, words: Sequence[Callable[[], object]]) -> None:
    """These are said in this language."""
    language.set(lang)
    for say in words:
        say()
