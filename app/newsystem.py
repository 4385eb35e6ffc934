"""Writes a package with a rule system to begin with: the one in ``examples/blank``, under names of its own."""

from __future__ import annotations

import re
from pathlib import Path

from app.bootstrap.places import ROOT
from app.bootstrap.words import Stop
from app.engine.contract import KEY
from app.systems import SYSTEMS

MODEL = ROOT / "examples" / "blank"
LETTERS = 3
"""As many letters of the key begin the ids of its clauses."""


def write(key: str, into: Path) -> Path:
    """The folder of the package that now lies below ``into``; a ``Stop`` in words if it cannot be written."""
    letters = re.sub("[^a-z]", "", key)
    if not KEY.fullmatch(key) or len(letters) < LETTERS:
        raise Stop(
            f"{key!r} is no key: small letters, figures and hyphens, 32 at most, with {LETTERS} letters or more."
        )
    if key in (taken := [system.key for system in SYSTEMS]):
        raise Stop(f"There is a rule system {key} already; taken are {', '.join(taken)}.")
    folder = into / f"{key}-game"
    if folder.exists():
        raise Stop(f"{folder} is there already. Name another folder with --into, or take it away.")
    names = names_of(key, letters[:LETTERS].upper())
    for path in sorted(MODEL.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            to = folder / called(str(path.relative_to(MODEL)), names)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_text(called(path.read_text(encoding="utf-8"), names), encoding="utf-8")
    return folder


def names_of(key: str, prefix: str) -> dict[str, str]:
    """What the names of the model become, the longest first: its package, its class, its clauses, its key."""
    package = key.replace("-", "_")
    return {
        "blank_game": f"{package}_game", "blank-game": f"{key}-game",
        "Blank": "".join(part.capitalize() for part in key.split("-")), "BLA-": f"{prefix}-", "blank": key,
    }  # fmt: skip


def called(text: str, names: dict[str, str]) -> str:
    """A text of the model with other names."""
    for old, new in names.items():
        text = text.replace(old, new)
    return text
