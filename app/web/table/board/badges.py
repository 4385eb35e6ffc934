"""Badges and traits of units: keys with the figures they end with, as words."""

from __future__ import annotations

from app.web.page.words import Words

SYMBOLS = {
    "fleeing": "routing", "locked": "caught", "fighting": "engaged", "warned": "reaction", "unloaded": "empty",
    "wet": "empty", "hurt": "wound", "march": "moved", "run": "moved", "back": "moved", "failed-charge": "failed",
    "taisho": "general", "disobeys": "failed", "concealed": "hidden", "written": "hidden",
}  # fmt: skip
"""Badges that are drawn as another is."""


def figures(key: str) -> tuple[str, list[int]]:
    """A key without the numbers it ends with, and these: ``left-7-10`` is left with 7 and 10."""
    parts = key.split("-")
    first = next((i for i, part in enumerate(parts) if part.isdigit()), len(parts))
    return "-".join(parts[:first]), [int(part) for part in parts[first:] if part.isdigit()]


def badge(words: Words, key: str) -> dict[str, str]:
    """A badge of a unit: its symbol, what it says, and the figures it shows (``7/10``)."""
    if f"badge.{key}" in words.sentences:
        return {"key": SYMBOLS.get(key, key), "said": words.says(f"badge.{key}"), "figure": ""}
    name, numbers = figures(key)
    facts = dict(zip(("n", "of"), numbers, strict=False))
    return {
        "key": SYMBOLS.get(name, name),
        "said": words.says(f"badge.{name}", facts),
        "figure": "/".join(map(str, numbers)),
    }


def trait(words: Words, key: str) -> dict[str, str]:
    """A trait of a unit as a word, and its figure if it has one."""
    if f"word.{key}" in words.sentences:
        return {"name": words.word(key), "figure": ""}
    name, numbers = figures(key)
    return {"name": words.word(name), "figure": "/".join(map(str, numbers))}
