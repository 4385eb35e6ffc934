"""Every English sentence of Kensei by key: those written by topic, and the names that stand in the data."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from app.systems.kensei import words
from app.systems.kensei.lists import names

TOPICS = tuple(import_module(f"{words.__name__}.{found.name}") for found in iter_modules(words.__path__))
SENTENCES: dict[str, str] = {
    **dict(names()),
    **{key: text for topic in TOPICS for key, text in topic.SENTENCES.items()},
}
