"""What a trace tells of a move is told once: not again within itself, nor where it has a row of its own."""

from __future__ import annotations

import pytest

from bench.moves import parts_of, spent

PORT = 4711


def row(name: str, ts: int, dur: int, *, tid: int = 1) -> dict[str, object]:
    """An event of a trace that took all of the processor meanwhile."""
    where = {"data": {"url": f"http://127.0.0.1:{PORT}/static/page.js"}}
    return {
        "name": name,
        "ts": ts,
        "dur": dur,
        "tdur": dur,
        "pid": 9,
        "tid": tid,
        "cat": "devtools.timeline",
        "args": where,
    }


def test_what_lies_within_itself_is_counted_once() -> None:
    rows = [row("Paint", 0, 4000), row("Paint", 500, 3000), row("Paint", 600, 1000), row("Paint", 5000, 2000)]
    assert spent(rows, ("Paint",)) == pytest.approx(6.0)


def test_what_has_a_row_of_its_own_is_taken_off() -> None:
    rows = [
        row("HitTest", 0, 3000),
        row("UpdateLayoutTree", 100, 1000),
        row("Layout", 1200, 500),
        row("Layout", 9000, 700),
    ]
    assert spent(rows, ("HitTest",)) == pytest.approx(1.5)


def test_only_the_main_thread_of_the_page_is_told() -> None:
    other = row("Paint", 0, 9000, tid=2) | {"args": {}}
    told = parts_of(
        {"traceEvents": [row("Commit", 0, 3000), row("HitTest", 1000, 500), row("MinorGC", 5000, 200), other]}, PORT
    )
    assert told == pytest.approx({"painting": 2.5, "what lies under a point": 0.5, "garbage": 0.2})
