"""What a question is, for whoever meets it for the first time: written beside the rules, by what it is about."""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from app.engine.system import RuleSystem
from app.lessons.library import folder_of
from app.systems import SYSTEMS

QUESTIONS = "questions.toml"
BEGINNINGS = (".", "-")
"""A key that ends so is a beginning: it serves every question whose name is put together from it."""
log = logging.getLogger("gunbai")


class Explained(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same in both languages."""

    en: str
    es: str


def explained(key: str, about: str, language: str) -> str:
    """What a question of the system of this key is, in plain words; nothing where none are written."""
    said = explanations(key)
    found = said.get(key_for(about, said))
    return "" if found is None else found.es if language == "es" else found.en


def key_for(about: str, said: Mapping[str, Explained]) -> str:
    """The key that serves a question: its own name, or else the longest beginning; empty if none does."""
    beginnings = (key for key in said if key.endswith(BEGINNINGS) and about.startswith(key))
    return about if about in said else max(beginnings, key=len, default="")


@lru_cache(64)
def explanations(key: str) -> Mapping[str, Explained]:
    """All that is written of a system's questions, read once; nothing where it cannot be read."""
    try:
        return {name: said for system in SYSTEMS if system.key == key for name, said in written(system).items()}
    except ValueError:  # another package: whatever is wrong there, its tables are played
        log.warning("what explains the questions of %s is left out", key, exc_info=True)
        return {}


def written(system: RuleSystem[Any]) -> dict[str, Explained]:
    """What stands beside a system, if anything does; ``ValueError`` for what cannot be read."""
    file = folder_of(system) / QUESTIONS
    said = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return msgspec.convert(said, dict[str, Explained])
