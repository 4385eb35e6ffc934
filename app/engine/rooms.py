"""What the rooms of a rule system hold together: a room is a folder, and what is said in it stands in its ``words``."""

from __future__ import annotations

import tomllib
from importlib import import_module
from importlib.resources import files


def sentences_in(package: str) -> dict[str, str]:
    """Every sentence of a package's rooms by key; ``ValueError`` for a key that says something else in another room."""
    found: dict[str, str] = {}
    for room in sorted(part.name for part in files(package).iterdir() if part.joinpath("words.py").is_file()):
        said: dict[str, str] = import_module(f"{package}.{room}.words").SENTENCES
        if wrong := [key for key, text in said.items() if found.get(key, text) != text]:
            raise ValueError(f"{package}.{room}.words: said otherwise elsewhere: {', '.join(wrong)}")
        found |= said
    return found


def translations_in(package: str, language: str) -> dict[str, str]:
    """What a package's rooms say in a language (``words.es.toml``: sentences by their keys), by the English text.

    ``ValueError`` for a key that the room does not say.
    """
    found: dict[str, str] = {}
    for room in sorted(part.name for part in files(package).iterdir() if part.joinpath("words.py").is_file()):
        file = files(package).joinpath(room, f"words.{language}.toml")
        english: dict[str, str] = import_module(f"{package}.{room}.words").SENTENCES
        said = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        if wrong := [key for key in said if key not in english]:
            raise ValueError(f"{package}.{room}: translated, but not said: {', '.join(wrong)}")
        found |= {english[key]: text for key, text in said.items()}
    return found
