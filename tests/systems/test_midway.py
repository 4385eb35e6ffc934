"""Each question of a system either begins a go of whoever answers it or is put in the middle of a deed."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.system import RuleSystem
from app.systems import OURS
from tests.record import GAMES, load, play
from tests.systems.asking import BEGINS, BUILT, SYSTEMS, asked

FEW = 10
"""More questions than so many different ones are put in the games that are kept of a system."""


@pytest.mark.parametrize("system", OURS, ids=lambda system: system.key)
def test_of_each_question_it_is_said_whether_a_go_begins_with_it(system: object) -> None:
    key, midway = str(getattr(system, "key", "")), frozenset[str](getattr(system, "midway", ()))
    found = {about for about in asked(SYSTEMS / key) if not about.endswith((".", "-"))}
    assert found - midway == BEGINS[key]


@pytest.mark.parametrize("system", OURS, ids=lambda system: system.key)
def test_of_each_question_of_whole_games_it_is_said_too(system: RuleSystem[Any]) -> None:
    """Also of those whose name is put together."""
    found: set[str] = set()
    for path in sorted((GAMES / system.key).glob("*.game")):
        play(system, load(path), lambda drive: found.update(q.about for q in drive.live.questions()))
    assert len(found) > FEW
    assert found - frozenset(getattr(system, "midway", ())) - BEGINS[system.key] == BUILT[system.key]


@pytest.mark.parametrize("system", OURS, ids=lambda system: system.key)
def test_what_is_named_there_is_asked(system: object) -> None:
    sentences = getattr(system, "sentences", {})
    unknown = [about for about in getattr(system, "midway", ()) if not any(k.startswith(about) for k in sentences)]
    assert unknown == []
