"""What is broken in this process to be looked at is whole again afterwards."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from app.engine.books import Book
from app.engine.clauses import ClauseIndex


@pytest.fixture(scope="module", autouse=True)
def unbroken() -> Iterator[None]:
    """The rule systems that other tests have read are those they find afterwards."""
    before = {name: module for name, module in sys.modules.items() if name.startswith("app.systems")}
    plain = [(Book, "table", Book.__dict__["table"]), (ClauseIndex, "read", ClauseIndex.__dict__["read"])]
    yield
    for name in [name for name in sys.modules if name.startswith("app.systems")]:
        del sys.modules[name]
    sys.modules.update(before)
    for name, module in before.items():
        package, _, own = name.rpartition(".")
        setattr(sys.modules[package], own, module)
    for kind, name, was in plain:
        setattr(kind, name, was)
