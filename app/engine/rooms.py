"""What the rooms of a rule system hold together: a room is a folder, and what is said in it stands in its ``words``."""

from __future__ import annotations

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
