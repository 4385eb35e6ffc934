"""Where a clause stands: its text, who carries it out, the sentences said under it, the cases that play it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from app.bootstrap.places import ROOT
from app.bootstrap.words import Stop
from app.engine.refusals import Clause
from app.systems import OURS

REFUSING = ("refuse", "none_open", "first_reason", "Note")
"""What is called with the key of a sentence, then its clause."""


class Place(NamedTuple):
    """A line of a file of the project, and what stands there."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}  {self.what}"


class Found(NamedTuple):
    """All that is known of a clause."""

    text: str
    code: tuple[Place, ...]
    said: tuple[Place, ...]
    cases: tuple[Place, ...]

    def __str__(self) -> str:
        heads = {"code": self.code, "sentences": self.said, "cases": self.cases}
        rows = (
            f"  {head}:" + "".join(f"\n    {place}" for place in places or ["none"]) for head, places in heads.items()
        )
        return "\n".join([self.text, *rows])


def find(id: str) -> Found:
    """Where a clause of our four systems stands.  ``Stop`` if there is none of that id."""
    system = next((system for system in OURS if id in system.clauses), None)
    if system is None:
        raise Stop(f"{id} is no clause of {', '.join(one.key for one in OURS)}; an id is as RON-SHO-20.{chapters(id)}")
    clause = system.clauses[Clause(id)]
    folder = ROOT / "app" / "systems" / system.key
    code = [place for file in sorted(folder.rglob("*.py")) for place in carried_out(file, id)]
    keys = {place.what for place in code if place.what.startswith("says ")}
    return Found(
        f"{id}  {clause.title}: {clause.text}" + (f" See {', '.join(clause.see)}." if clause.see else ""),
        tuple(place for place in code if place.what not in keys),
        tuple(place for place in code if place.what in keys),
        tuple(played(ROOT / "tests" / "rulings" / system.key, id)),
    )


def chapters(id: str) -> str:
    """The chapters of the system whose clauses begin as this id does, each with its room; empty if none does."""
    system = next((one for one in OURS if any(str(known.id)[:4] == id[:4] for known in one.clauses)), None)
    if system is None:
        return ""
    rooms: dict[str, str] = import_module(f"app.systems.{system.key}.book").CHAPTERS
    return f" Chapters of {system.key}: " + ", ".join(f"{prefix} in {room}" for prefix, room in rooms.items()) + "."


def carried_out(file: Path, id: str) -> Iterator[Place]:
    """Functions and classes of a file that name a clause, by its id or by the name it has there, and what they say."""
    text = file.read_text(encoding="utf-8")
    if id not in text:
        return
    tree = ast.parse(text)
    names = {name for node in tree.body if isinstance(node, ast.Assign) for name in named(node, id)}
    where = str(file.relative_to(ROOT))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (told(node, id) or uses(node, names)):
            yield Place(where, node.lineno, f"{node.name}")
        elif isinstance(node, ast.ClassDef) and told(node, id):
            yield Place(where, node.lineno, f"class {node.name}")
        elif isinstance(node, ast.Call) and (key := sentence(node, names)):
            yield Place(where, node.lineno, f"says {key}")


def named(node: ast.Assign, id: str) -> Iterator[str]:
    """The names that a clause is given by an assignment, alone or in a row."""
    (target,) = node.targets
    pairs = zip(target.elts, node.value.elts, strict=False) if (
        isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
    ) else [(target, node.value)]  # fmt: skip
    for name, value in pairs:
        if isinstance(name, ast.Name) and any(isinstance(n, ast.Constant) and n.value == id for n in ast.walk(value)):
            yield name.id


def told(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, id: str) -> bool:
    """Whether the docstring of a function or class names a clause."""
    return id in (ast.get_docstring(node) or "")


def uses(node: ast.AST, names: set[str]) -> bool:
    """Whether a name of the clause stands in the code."""
    return any(isinstance(one, ast.Name) and one.id in names for one in ast.walk(node))


def sentence(node: ast.Call, names: set[str]) -> str:
    """The key of the sentence that a call says under the clause; empty if it says none."""
    if not (isinstance(node.func, ast.Name) and node.func.id in REFUSING and node.args and uses(node, names)):
        return ""
    key = node.args[0]
    return str(key.value) if isinstance(key, ast.Constant) else ""


def played(folder: Path, id: str) -> Iterator[Place]:
    """Blocks of case files whose heading names a clause."""
    for file in sorted(folder.rglob("*.case")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if line.startswith("#") and id in line:
                yield Place(str(file.relative_to(ROOT)), number, line.lstrip("# "))
