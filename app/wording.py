"""Everything a player can read: the English texts that want a translation, and where each stands."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

from babel.messages.extract import extract_from_file

APP = Path(__file__).resolve().parent
TEMPLATES = APP.parent / "templates"
MARKS = frozenset({"N_", "_", "gettext", "ngettext"})


def python_texts(path: Path) -> Iterator[str]:
    """Every constant text a Python file marks for translation."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and called(node) in MARKS:
            for given in node.args[:1] if called(node) != "ngettext" else node.args[:2]:
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    yield given.value


def called(node: ast.Call) -> str:
    """The last name of what is called: ``gettext`` for ``words.gettext(...)``."""
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def template_texts(path: Path) -> Iterator[str]:
    """Every text a template marks for translation."""
    options = {"trimmed": "true", "silent": "false"}
    for _, message, _, _ in extract_from_file("jinja2", path, options=options):
        yield from (message,) if isinstance(message, str) else message


def named(tree: object) -> Iterator[tuple[str, str]]:
    """Every pair of an English and a Spanish name in a tree of data."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            if f"{key}_es" in tree and isinstance(value, str):
                yield value, str(tree[f"{key}_es"])
            yield from named(value)
    elif isinstance(tree, list):
        for part in tree:
            yield from named(part)


def names() -> dict[str, set[str]]:
    """The names in the data of every system, with all that each is called in Spanish."""
    found: dict[str, set[str]] = {}
    for path in sorted([*APP.glob("systems/*/*/*.toml"), *APP.glob("campaigns/*/**/*.toml")]):
        if not path.name.startswith("clauses"):
            for english, spanish in named(tomllib.loads(path.read_text(encoding="utf-8"))):
                found.setdefault(english, set()).add(spanish)
    return found


def texts() -> dict[str, str]:
    """Every English text a player can read, each with the first file it stands in."""
    found: dict[str, str] = {}
    for path in sorted(APP.rglob("*.py")):
        for text in python_texts(path):
            found.setdefault(text, str(path.relative_to(APP.parent)))
    for path in sorted(TEMPLATES.rglob("*.html")):
        for text in template_texts(path):
            found.setdefault(text, str(path.relative_to(APP.parent)))
    for text in names():
        found.setdefault(text, "app/systems")
    found.pop("", None)
    return found
