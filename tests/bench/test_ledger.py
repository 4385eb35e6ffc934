"""The campaigns that the measurement of ledgers makes, and that it asks every page of both."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import ledger
from bench.hosting import opened
from bench.report import Report
from bench.spectators import run


def test_no_two_warbands_have_the_same_marks() -> None:
    given = [tuple(ledger.marks(n).values()) for n in range(36)]
    assert len({*given}) == 36
    assert all(1 <= mark <= 6 for pair in given for mark in pair)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_every_page_has_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "ENTRIES", 40)
    monkeypatch.setattr(ledger, "WARM", 0)
    opened(tmp_path).close()
    report = Report("")
    run(ledger.measured(tmp_path, 1, report))
    assert [row.name.partition(": ")[2] for row in report.figures] == [*ledger.PAGES]
    young, old = report.facts["entries"]
    assert young < 40 <= old


@pytest.mark.slow
def test_records_of_battles_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "BATTLES", 3)
    report = Report("")
    run(ledger.checked(tmp_path / "battles", report))
    (row,) = report.figures
    assert row.median > 0
    assert row.name == "the records of 3 battles of Ronin, checked"
