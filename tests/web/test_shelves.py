"""Templates, scripts and style sheets stand in rooms, every name of them leads somewhere, and none is left over."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from jinja2 import meta

from app.web.page.joining import STATIC
from app.web.page.templates import ENV, TEMPLATES
from tests.album import ROOMS

ROOT = TEMPLATES.parent
SHELVES = {TEMPLATES: "html", STATIC / "js": "js", STATIC / "css": "css"}
AT_THE_DOOR = {"sw.js"}
"""What must stand at the top of ``static``: a worker is heard of only below its own address."""
MADE = "vendor/"
"""What set-up fetches."""
NAMED = re.compile(r"[\w/*]+\.html")
LINKED = re.compile(r"\bfile\('([\w./-]+\.(?:js|css))'\)")
SHEETS = re.compile(r"(?:\+|'css/)([a-z]+/[a-z]+)")
"""A style sheet in the list of those of a page: ``+table/room+table/army``."""
MODULES = re.compile(r"(?:\+|'joined/)((?:[a-z]+/){1,2}[a-z]+)")
"""A script in the list of those with which a page begins."""
IMPORTED = re.compile(r"^import (?:\{([^}]*)\} from )?'([^']+)'|^export \{([^}]*)\} from '([^']+)'", re.MULTILINE)
EXPORTED = re.compile(
    r"^export (?:async )?(?:const|let|function\*?|class) ([\w$]+)|^export (?:const )?\{([^}]*)\}", re.MULTILINE
)


def files(shelf: Path) -> dict[str, str]:
    """All that stands on a shelf, by its name from there."""
    return {str(path.relative_to(shelf)): path.read_text() for path in sorted(shelf.rglob(f"*.{SHELVES[shelf]}"))}


def names(text: str) -> set[str]:
    """The names in a list of them, without what they are called here."""
    return {part.split(" as ")[0].strip() for part in text.split(",") if part.strip()}


# -- templates ------------------------------------------------------------------


def said() -> Iterator[ast.AST]:
    """All that stands in the Python files of the pages."""
    for path in (ROOT / "app" / "web").rglob("*.py"):
        yield from ast.walk(ast.parse(path.read_text()))


def drawn() -> dict[str, set[str]]:
    """Every name of a template in the source, with those it may stand for: a word of the source fills it in."""
    nodes = list(said())
    words = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    found = {word: {word} for word in words if NAMED.fullmatch(word)}
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            parts = [str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values]
            if NAMED.fullmatch(name := "".join(parts)):
                found[name] = {name.replace("*", word) for word in words}
    return found


@cache
def within(text: str) -> set[str]:
    """What a template extends, includes and imports."""
    return {name for name in meta.find_referenced_templates(ENV.parse(text)) if name is not None}


def test_templates_that_are_named_are_there() -> None:
    known = files(TEMPLATES)
    assert {name for text in known.values() for name in within(text)} <= set(known)
    assert [name for name, meant in drawn().items() if not meant & set(known)] == []


def test_every_template_is_drawn_or_part_of_one_that_is() -> None:
    known = files(TEMPLATES)
    first = {name for meant in drawn().values() for name in meant & set(known)}
    assert reached_from(first, {name: within(text) for name, text in known.items()}) == set(known)


def reached_from(first: set[str], onward: dict[str, set[str]]) -> set[str]:
    """These, and all that they lead to."""
    found, waiting = set[str](), list(first)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(onward[name])
    return found


# -- scripts and style sheets ----------------------------------------------------


def linked() -> set[str]:
    """Every script and style sheet that a template names."""
    found = {name for text in files(TEMPLATES).values() for name in LINKED.findall(text)}
    lists = [
        line
        for text in files(TEMPLATES).values()
        for line in text.splitlines()
        if "{% block sheets %}" in line or "file('css/" in line
    ]
    found |= {f"css/{name}.css" for line in lists for name in SHEETS.findall(line)}
    lists = [line for text in files(TEMPLATES).values() for line in text.splitlines() if "{% block modules %}" in line]
    found |= {f"js/{name}.js" for line in lists for name in MODULES.findall(line)}
    return {name for name in found if not name.startswith(MADE)}


def imports(name: str, text: str) -> list[tuple[str, set[str]]]:
    """The scripts that a script needs, each with what it takes of it."""
    here = (STATIC / "js" / name).parent
    rows = [(row[1] or row[3], names(row[0] or row[2])) for row in IMPORTED.findall(text)]
    return [(str((here / to).resolve().relative_to(STATIC / "js")), taken) for to, taken in rows]


def exports(text: str) -> set[str]:
    """What a script gives to others."""
    return {name for one, many in EXPORTED.findall(text) for name in ({one} if one else names(many))}


def test_what_a_script_takes_of_another_is_there() -> None:
    known = files(STATIC / "js")
    wrong = [
        (name, to, taken) for name, text in known.items() for to, taken in imports(name, text)
        if to not in known or not taken <= exports(known[to])
    ]  # fmt: skip
    assert wrong == []


def test_every_script_and_style_sheet_is_linked_or_needed() -> None:
    scripts, sheets = files(STATIC / "js"), files(STATIC / "css")
    assert linked() <= {f"js/{name}" for name in scripts} | {f"css/{name}" for name in sheets}
    onward = {name: {to for to, _ in imports(name, text)} for name, text in scripts.items()}
    first = {name.removeprefix("js/") for name in linked() if name.startswith("js/")}
    assert reached_from(first, onward) == set(scripts)
    assert {name.removeprefix("css/") for name in linked() if name.startswith("css/")} == set(sheets)


def test_rooms_of_scripts_never_need_each_other_in_a_circle() -> None:
    needs: dict[str, set[str]] = {}
    for name, text in files(STATIC / "js").items():
        room = str(Path(name).parent)
        needs.setdefault(room, set()).update({str(Path(to).parent) for to, _ in imports(name, text)} - {room})
    assert [room for room in needs if room in reached_from(needs[room], needs)] == []


# -- rooms ------------------------------------------------------------------------


@pytest.mark.parametrize("shelf", SHELVES, ids=lambda shelf: shelf.name)
def test_nothing_lies_outside_the_rooms(shelf: Path) -> None:
    assert {str(Path(name).parent) for name in files(shelf)} <= set(ROOMS)


def test_every_room_is_used_and_nothing_else_stands_at_the_door() -> None:
    assert {str(Path(name).parent) for shelf in SHELVES for name in files(shelf)} == set(ROOMS)
    assert {path.name for path in STATIC.iterdir() if path.is_file()} == AT_THE_DOOR
