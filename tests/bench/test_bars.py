"""What was promised is in every run as a row with its bar and its floor, and a run can fail where a bar is missed."""

from __future__ import annotations

import json
from argparse import Namespace
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from bench import all as every
from bench import bars, report, strength
from bench.report import Figure, Report, judged

SYSTEMS = ("ronin", "kensei", "celtos", "daimyo")
BARS = {
    ("latency", "acting player, 100 watching", "median <= 2 x floor, p99 <= 3 x floor"),
    ("fanout", "last of 100 watching", "median <= 1.5 x floor"),
    ("fanout", "last of 1000 watching", "median <= 1.5 x floor"),
    ("answer", "ronin: processor time of an answer, mean", "<= 2.2 ms"),
    ("answer", "kensei: processor time of an answer, mean", "<= 4 ms"),
    ("answer", "celtos: processor time of an answer, mean", "<= 5 ms"),
    ("answer", "daimyo: processor time of an answer, mean", "<= 8 ms"),
    *(("preview", f"{key}: preview of what is drawn, 95 of 100", "<= 60 ms") for key in SYSTEMS),
    ("workers", "processor time of an answer and what is asked around it, quiet", "<= 4 ms"),
    ("held", "live games held", ">= 1,200 with p99 <= 250 ms"),
    *(("engine", f"{key}: run again", ">= 5,000") for key in SYSTEMS),
    ("board", "script of a move", "median <= 2 ms"),
    ("board", "a move until painted", "median <= 1.5 x floor"),
    ("stored", "ronin: stored an answer, running", "<= 2 kB"),
    ("stored", "celtos: stored an answer, running", "<= 3 kB"),
    ("stored", "kensei: stored an answer, running", "<= 4 kB"),
    ("stored", "daimyo: stored an answer, running", "<= 6 kB"),
    *(("stored", f"{key}: stored an answer, finished", "<= 1 kB") for key in SYSTEMS),
    *((("page", f"{page}: {what}", bar))
      for page in ("front page", *(f"table of {key}" for key in SYSTEMS))
      for what, bar in (("a cold page", "<= 200 kB"), ("requests", ""), ("first paint", "<= 400 ms"),
                        ("ready", "<= 800 ms"))),
}  # fmt: skip
"""Every bar there is, by measurement and row."""


def rows_of(wanted: dict[tuple[str, str], str]) -> list[dict[str, Any]]:
    """Reports with a good row for each of these bars."""
    made = []
    for (bench, name), bar in wanted.items():
        row = Figure(name, "ms", 1.0, 1, floor=1.0, bar=bar, ok=True if bar else None)
        made.append({"bench": bench, "title": bench, "facts": {}, "figures": [asdict(row)]})
    return made


def test_every_bar_has_a_row_of_its_name() -> None:
    assert {(bench, name, bar) for (bench, name), bar in bars.PROMISED.items()} == BARS
    run = json.loads(strength.FILE.read_text())
    assert bars.lacking(run["reports"], [*every.NAMES]) == run.get("lacking", []) == []


def test_what_is_lacking_is_named() -> None:
    whole = rows_of(dict(bars.PROMISED))
    assert bars.lacking(whole, [*every.NAMES]) == []
    assert bars.lacking(whole[1:], [*every.NAMES]) == ["latency: acting player, 100 watching"]
    assert bars.lacking([], ["held"]) == ["held: live games held"]
    assert bars.lacking([], ["growth"]) == []
    whole[0]["figures"][0]["floor"] = None
    assert bars.lacking(whole, ["latency"]) == ["latency: the floor of acting player, 100 watching"]
    whole[0]["figures"][0]["bar"] = "median <= 9 x floor"
    assert bars.lacking(whole, ["latency"])[0].startswith("latency: the bar of acting player, 100 watching")


@pytest.mark.parametrize(("ok", "strict", "status"), [(False, True, 3), (False, False, 0), (True, True, 0)])
def test_a_missed_bar_counts_where_it_is_to(ok: bool, strict: bool, status: int) -> None:
    row = judged(Figure("slow", "ms", 9.0, 1), "<= 1 ms", ok)
    assert report.show(Report("T", [row]), Namespace(json=True, strict=strict)) == status


def test_a_whole_run_counts_missed_bars_where_it_is_to(monkeypatch: pytest.MonkeyPatch) -> None:
    reports = rows_of(dict(bars.PROMISED))
    given = {name: [one for one in reports if one["bench"] == name] for name in every.NAMES}
    monkeypatch.setattr(every, "run", lambda name, *_: (given[name], ""))
    assert every.main(["--strict"]) == 0
    given["held"][0]["figures"][0]["ok"] = False
    assert every.main([]) == 0
    assert every.main(["--strict"]) == report.MISSED
    assert every.main(["growth", "--strict"]) == 0
    given["held"][0]["figures"].clear()
    assert every.main(["held"]) == 1


def test_a_part_is_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, reports = tmp_path / "run.json", rows_of(dict(bars.PROMISED))
    given = {name: [one for one in reports if one["bench"] == name] for name in every.NAMES}
    monkeypatch.setattr(every, "run", lambda name, *_: (given[name], ""))
    assert every.main(["--into", str(file)]) == 0
    before = json.loads(file.read_text())
    given["held"] = [{**given["held"][0], "title": "again"}]
    assert every.main(["held", "--into", str(file)]) == 0
    after = json.loads(file.read_text())
    assert [one["bench"] for one in after["reports"]] == [one["bench"] for one in before["reports"]]
    assert [one["title"] for one in after["reports"] if one["bench"] == "held"] == ["again"]
    assert after["lacking"] == []


def test_a_part_of_another_day_says_so() -> None:
    row = asdict(replace(Figure("x", "ms", 1.0, 1), bar=""))
    report = {"title": "T", "date": "2026-01-01 10:00 UTC", "figures": [row]}
    told = strength.figures({"date": "2026-01-02 10:00 UTC", "reports": [report, {**report, "date": "2026-01-02"}]})
    assert told.count("Measured on 2026-01-01 10:00 UTC.") == 1
