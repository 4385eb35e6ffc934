"""The house is in rooms: each says what it is for, and no files import each other in a circle."""

from __future__ import annotations

import ast

import pytest

from tests.arrows import files_of, in_circles, inside_functions, tree_of

PACKAGES = (
    "engine", "bots", "store", "games", "live", "accounts", "notices", "talk", "campaigns", "web", "judge",
    "lessons",
)  # fmt: skip
LATE = {"app/live/neighbours.py: __init__"}
"""What is imported only where somebody asked for Valkey."""
every_package = pytest.mark.parametrize("package", [f"app.{name}" for name in PACKAGES])


@every_package
def test_no_files_import_each_other_in_a_circle_and_none_inside_a_function(package: str) -> None:
    assert len(files_of(package)) > 1
    assert in_circles(package) == []
    assert set(inside_functions(package)) <= LATE


@every_package
def test_every_room_says_what_it_is_for(package: str) -> None:
    rooms = {name: path for name, path in files_of(package).items() if path.name == "__init__.py"}
    assert [name for name, path in rooms.items() if not ast.get_docstring(tree_of(path))] == []


def test_the_web_has_nothing_at_its_door_but_the_application() -> None:
    assert {name for name, path in files_of("app.web").items() if path.parent.name == "web"} == {
        "app.web",
        "app.web.app",
    }
