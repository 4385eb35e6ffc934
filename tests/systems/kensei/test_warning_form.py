"""What the form of a Warning Order offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from app.engine.refusals import Refusal
from app.systems.kensei.army import Model
from app.systems.kensei.state import State
from app.systems.kensei.warnings.giving import warning_form
from tests.systems.kensei.fields import BLUE, RED, field, unit


@dataclass(frozen=True)
class Enemies:
    """A unit in sight, and a spy who is still hidden."""

    state: State

    def offered(self) -> tuple[str, ...]:
        """The enemies that may be named."""
        form = warning_form(self.state, self.state.units["A"])
        return next(one.options for one in form.fields if one.path == "filter.unit_ids")

    def told(self, foe: str) -> Any:
        """How the form reads a Warning Order against this enemy alone."""
        raw = {"trigger": {"type": "enemy_seen"}, "filter": {"unit_ids": [foe]}, "which": "first",
               "response": {"kind": "charge"}}  # fmt: skip
        return warning_form(self.state, self.state.units["A"]).read(raw)


@pytest.fixture
def enemies() -> Enemies:
    """A is blue; S is red and hidden, O is red and open."""
    return Enemies(field(unit("A", BLUE, 60, 100), unit("O", RED, 60, 40, 18_000),
                         unit("S", RED, 90, 40, 18_000, models=1, files=1, concealed=True), revealed=True))  # fmt: skip


def test_a_hidden_enemy_is_neither_offered_nor_told_from_one_that_does_not_exist(enemies: Enemies) -> None:
    assert enemies.offered() == ("O",)
    assert not isinstance(enemies.told("O"), Refusal)
    hidden, unknown = enemies.told("S"), enemies.told("nobody")
    assert isinstance(hidden, Refusal)
    assert isinstance(unknown, Refusal)
    assert (hidden.code, hidden.facts.get("field")) == (unknown.code, unknown.facts.get("field"))


def test_what_is_offered_may_be_given_though_nothing_is_loaded() -> None:
    bows = tuple(Model(wounds=1, loaded=False) for _ in range(5))
    state = field(unit("A", BLUE, 60, 100, bodies=bows, ranged="yumi"), unit("O", RED, 60, 40, 18_000))
    form = warning_form(state, state.units["A"])
    assert [row["response"]["kind"] for row in form.sure] == ["charge"] * len(form.sure)
    assert [form.refuse(row) for row in form.sure] == [None] * len(form.sure)
