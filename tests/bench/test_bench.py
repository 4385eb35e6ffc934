"""The measurements measure: figures are sane, the toy can be measured, the real server can, nothing is left running."""

from __future__ import annotations

import json
import sqlite3
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from bench import engine, fanout, floor, going, latency, moves, report, spectators
from bench.pairs import Pair
from bench.report import Report, figure


def test_figures_are_medians_beside_a_floor() -> None:
    found = figure("x", "ms", [4, 2, 6, 100], [1, 2, 3])
    assert (found.median, found.p99, found.worst, found.floor, found.ratio, found.count) == (6, 100, 100, 2, 3, 4)
    with pytest.raises(ValueError, match="nothing was measured"):
        figure("x", "ms", [])


@pytest.mark.parametrize(("before", "ok"), [(10.0, True), (9.0, False), (None, False)])
def test_a_move_beside_an_older_state_of_which_no_move_was_measured_holds_no_bar(
    before: float | None, ok: bool
) -> None:
    def side(took: float | None) -> Any:
        each = {} if took is None else {part: [took] for part in moves.PARTS}
        return Namespace(took=dict.fromkeys(moves.SHOWN, each))

    (judged,) = (row for row in moves.rows(side(10.0), side(before)) if row.bar)
    assert judged.ok is ok
    assert [row for row in moves.rows(side(10.0), None) if row.bar] == []


def test_a_frame_is_one_of_the_page_that_set_the_marks_between_them() -> None:
    def row(name: str, ts: int, thread: int = 1, **more: Any) -> dict[str, Any]:
        return {"name": name, "ts": ts, "pid": 7, "tid": thread, **more}

    marks = [row(going.GOES, ts, cat="blink.user_timing") for ts in (100, 200)]
    told = [row(going.FRAME, ts, tdur=1000 * ts) for ts in (99, 100, 150, 201)]
    others = [row(going.FRAME, 150, 2, tdur=5), row("Paint", 150, tdur=5), row(going.FRAME, 160)]
    assert going.frames([*told, *marks, *others]) == [100, 150]
    assert going.frames(told) == []
    held, missed = going.rows([10.0] * 19 + [30.0], [1.0]), going.rows([10.0] * 18 + [30.0] * 2, [1.0])
    assert [row.ok for row in held + missed] == [True, False, True, False]


def test_report_is_json_or_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    made = Report("A title", [figure("one", "ms", [1.0], [2.0], "what it was")], {"python": "3"})
    assert report.show(made, Namespace(json=True, strict=False)) == 0
    assert json.loads(capsys.readouterr().out)["figures"][0]["ratio"] == 0.5
    assert report.show(made, Namespace(json=False, strict=False)) == 0
    assert "0.5 x" in capsys.readouterr().out


def test_floor_commits_are_durable_and_counted(tmp_path: Path) -> None:
    assert len(floor.commits(tmp_path, 5)) == 5
    with sqlite3.connect(tmp_path / "commits.sqlite3") as db:
        assert db.execute("SELECT head FROM game").fetchone() == (5,)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    db.close()
    assert len(floor.message(12)) == floor.MESSAGE
    assert spectators.version_of(floor.message(12)) == 12


def test_frames_are_read_whatever_the_pieces() -> None:
    heard: list[bytes] = []

    async def read(size: int) -> None:
        heard.clear()
        socket = spectators.Socket(b"", lambda text, now: heard.append(text))
        frames = b"".join(
            b"\x81" + (bytes([len(t)]) if len(t) < 126 else b"\x7e" + len(t).to_bytes(2, "big")) + t
            for t in (b"", b"a" * 125, b"b" * 126, b"c" * 3000)
        )
        data = b"HTTP/1.1 101 Switching Protocols\r\nA: b\r\n\r\n" + frames
        for at in range(0, len(data), size):
            socket.data_received(data[at : at + size])
        assert socket.open.done()

    for size in (1, 7, 10_000):
        spectators.run(read(size))
        assert [len(text) for text in heard] == [0, 125, 126, 3000]


def test_last_spectator_is_the_one_that_counts() -> None:
    logs = [spectators.Log(), spectators.Log()]
    for log, told in zip(logs, ([(1, 10), (2, 20)], [(2, 25)]), strict=True):
        for version, now in told:
            log.heard(b'{"v":%d,"x":1}' % version, now)
    assert spectators.last_instants(logs, [1, 2, 3]) == {1: 25, 2: 25, 3: None}


@pytest.mark.slow
def test_latency_of_the_real_server_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert latency.main(["--json", "--seconds", "4", "--spectators", "5"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    (row,) = found["figures"]
    assert row["name"] == "acting player, 5 watching"
    assert row["count"] >= 3
    assert row["floor"] > 0
    assert row["ratio"] > 0
    assert found["facts"]["games with 5 watching"] >= 1


@pytest.mark.parametrize(("seen", "holds"), [(100, True), (150, True), (151, False), (900, False)])
def test_the_bar_of_the_last_spectator_fails_who_is_too_slow(seen: int, holds: bool) -> None:
    pair = Pair()
    for times, at in ((pair.real, seen), (pair.bare, 100)):
        times.sent, times.last = {1: 0}, {1: at * 1_000_000}
    row = fanout.last(5, pair)
    assert (row.median, row.floor, row.ok) == (seen, 100, holds)


@pytest.mark.slow
def test_last_spectator_of_the_real_server_is_measured() -> None:
    rows = fanout.measure([5], 4).figures
    assert [row.name for row in rows] == ["last of 5 watching", "sent to each of 5, server", "sent to each of 5, floor"]
    assert rows[0].bar
    assert rows[0].floor
    assert rows[0].ratio == pytest.approx(rows[0].median / rows[0].floor, rel=0.05)
    assert rows[1].median > 0
    assert rows[2].median == floor.MESSAGE


def test_senseless_arguments_are_refused() -> None:
    for main, argv in ((latency.main, ["--spectators", "0"]), (engine.main, ["--seconds", "0"])):
        with pytest.raises(SystemExit) as end:
            main(argv)
        assert end.value.code == 2
