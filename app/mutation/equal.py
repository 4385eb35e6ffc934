"""Mutants that change nothing a player can see: listed beside the cases, each with its reason, and checked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.bootstrap.places import ROOT


@dataclass(frozen=True, slots=True)
class Equal:
    """One such mutant by its name, where it is listed, and why nobody can tell it from the rules."""

    file: Path
    line: int
    name: str
    why: str

    def __str__(self) -> str:
        return f"{self.file.name}:{self.line} {self.name}"


def list_of(key: str, name: str = "equal.txt") -> Path:
    """Where a system's are listed; ``words.txt``: its figures that only words show."""
    return ROOT / "tests" / "rulings" / key / name


def read_equals(key: str, name: str = "equal.txt") -> dict[str, Equal]:
    """The list of a system by the mutants' names: a line with the name, below it the reason, set in."""
    file = list_of(key, name)
    if not file.exists():
        return {}
    found: dict[str, Equal] = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if line[:1] not in ("", "#", " "):
            found[line] = Equal(file, number, line, "")
        elif line.startswith(" ") and found:
            last = found[next(reversed(found))]
            found[last.name] = Equal(file, last.line, last.name, f"{last.why} {line.strip()}".strip())
    return found
