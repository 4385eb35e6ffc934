"""The clauses that refuse most are explained by what was written for players: an example that shows the refusal."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.system import RuleSystem
from app.lessons.library import library
from app.systems import SYSTEMS
from tests import refused
from tests.picked import taught

EACH = [pytest.param(system, id=system.key) for system in SYSTEMS]


def of(system: RuleSystem[Any]) -> list[str]:
    """Those of the table that are a system's."""
    own = {entry.id for entry in system.rulebook("en")}
    return [clause for clause in refused.kept() if clause in own]


def test_the_table_has_the_ten_of_each_system_once_each() -> None:
    assert [len(of(system)) for system in SYSTEMS] == [refused.MOST] * len(SYSTEMS)
    assert len(set(refused.kept())) == len(refused.kept()) == refused.MOST * len(SYSTEMS)


@pytest.mark.parametrize("system", EACH)
def test_each_of_them_is_taught_and_its_refusal_is_shown_before_the_right_way(system: RuleSystem[Any]) -> None:
    steps = [step for script in library([system]).examples[system.key] for step in script.lesson.steps]
    shown = {step.clause for step in steps if any(step.clause in row.words for row in step.tried) and step.right}
    assert sorted(set(of(system)) - taught(system)) == []
    assert sorted(set(of(system)) - shown) == []


def test_what_is_counted_at_a_question_is_what_refuses_there() -> None:
    system = next(one for one in SYSTEMS if one.key == "ronin")
    found = refused.counted(system, 1, 1, 12)
    own = {entry.id for entry in system.rulebook("en")}
    assert found
    assert set(found) <= own
    assert max(found.values()) <= 12
    assert refused.counted(system, 1, 1, 12) == found


def test_who_counts_anew_leaves_the_rest_of_the_page_as_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    page = tmp_path / "lessons.md"
    before = refused.PAGE.read_text(encoding="utf-8")
    page.write_text(before, encoding="utf-8")
    monkeypatch.setattr(refused, "PAGE", page)
    refused.write([("RON-PRI-08", 3), ("CEL-ACT-02", 2)], "Counted anew.")
    assert refused.kept() == ["RON-PRI-08", "CEL-ACT-02"]
    after = page.read_text(encoding="utf-8")
    assert "| CEL-ACT-02 | 2 |\n\nCounted anew.\n\n## Puzzles\n" in after
    assert after.partition("## Puzzles\n")[2] == before.partition("## Puzzles\n")[2]
    assert after.partition(refused.HEAD)[0] == before.partition(refused.HEAD)[0]
