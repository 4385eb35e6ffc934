"""One process and two on one PostgreSQL are measured, with a few answers of each."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bench import bars, workers
from bench.answering import Played


def test_phases_add_up() -> None:
    whole = Played([1.0, 2.0], 1, 0, 2.0)
    whole.add(Played([3.0], 0, 1, 1.5))
    assert (whole.times, whole.refused, whole.failed, whole.seconds) == ([1.0, 2.0, 3.0], 1, 1, 2.0)
    whole.later(Played([4.0], 0, 0, 2.0))
    assert (len(whole.times), whole.seconds, whole.rate) == (4, 4.0, 1.0)


def test_two_are_judged_by_one() -> None:
    phases = ((workers.ALONE, 10), (workers.PINNED, 9), (workers.MIXED, 5))
    found = {name: Played([1.0] * count, seconds=1.0, given=count) for name, count in phases}
    rows = {row.name: row for row in workers.figures(found, 100.0)}
    assert rows[f"answers, {workers.PINNED}"].ok is False
    assert rows[f"answers, {workers.MIXED}"].ok is None
    found[workers.PINNED].times *= 2
    assert workers.figures(found, 100.0)[3].ok is True


@pytest.mark.servers
@pytest.mark.slow
@pytest.mark.timeout(180)
def test_answers_of_one_process_and_of_two_are_counted(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TEST_POSTGRES_URL", postgres_url)
    assert workers.main(["--json", "--games", "2", "--seconds", "6"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    rows = {row["name"]: row for row in found["figures"]}
    for name in (workers.ALONE, workers.PINNED, workers.MIXED):
        assert rows[f"an answer, {name}"]["count"] >= 2
        assert 0 < rows[f"answers, {name}"]["ratio"] < 1
    assert found["facts"]["failed_answers"] == 0
    assert bars.lacking([{**found, "bench": "workers"}], ["workers"]) == []
    assert rows[workers.QUIET]["count"] >= 81
    assert rows[f"answers, {workers.PINNED}"]["ok"] is (found["facts"]["two_to_one"] >= 1)
