"""Measurements of rules, growth, cold starts and memory: their figures are sane, what they stage is what it says."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from app.cli import BENCHES
from app.engine.session import Answered
from app.games.results import GameId
from app.systems import system_of
from bench import all as every
from bench import cold, engine, growth, hosting, memory
from bench.recorded import ID, Kept, following, host, kept, phases
from bench.report import Figure, Report

KEY = "celtos"
SEVERAL = 3


def shortest() -> Kept:
    """The kept game that is the quickest to play."""
    return min(kept(KEY), key=lambda game: len(game.inputs))


def stored(folder: Path, inputs: int) -> Path:
    """A folder whose database holds the game after so many inputs."""
    folder.mkdir()
    store = hosting.opened(folder)
    host(store, shortest(), inputs)
    store.close()
    return folder


async def answered(folder: Path, game: str, inputs: int) -> list[float]:
    """How long the next few answers took."""
    games = hosting.hosted(folder, [system_of(KEY)])
    try:
        rows = list(following(shortest(), inputs))[:SEVERAL]
        return [await hosting.answer(games, GameId(game), seat, raw) for seat, raw in rows]
    finally:
        await games.close()


def rows(folder: Path, query: str) -> list[Any]:
    """What a query finds in the database of a folder."""
    with sqlite3.connect(folder / hosting.FILE) as db:
        found = db.execute(query).fetchall()
    db.close()
    return found


def test_kept_games_are_played_to_their_end() -> None:
    game, done = shortest(), phases(shortest())
    given = [entry for phase in done for entry in phase.tape if isinstance(entry, Answered)]
    assert [(entry.seat, entry.answer) for entry in given] == list(following(game, 0))
    assert done[-1].until == len(game.inputs)
    assert engine.run_again(system_of(KEY), done) == sum(len(phase.tape) for phase in done) > len(given)


def test_a_longer_past_changes_nothing_of_what_follows(tmp_path: Path) -> None:
    base = stored(tmp_path / "base", 20)
    long = hosting.again(base, "long")
    hosting.lengthen(long / hosting.FILE, 3_000)
    ends = []
    for folder in (base, long):
        assert len(asyncio.run(answered(folder, ID, 20))) == SEVERAL
        (head,) = rows(folder, "SELECT head FROM game")[0]
        assert rows(folder, "SELECT count(*), max(seq) FROM event") == [(head, head)]
        ends.append((head, rows(folder, "SELECT body FROM tape ORDER BY seq DESC LIMIT 4")))
    assert ends[1][0] > 3_000 > ends[0][0]
    assert ends[0][1] == ends[1][1]


def test_copies_of_a_game_are_whole_games(tmp_path: Path) -> None:
    folder = stored(tmp_path / "many", 20)
    ids = hosting.multiply(folder / hosting.FILE, 50)
    assert rows(folder, "SELECT count(*) FROM game") == [(51,)]
    assert len(asyncio.run(answered(folder, ids[-1], 20))) == SEVERAL
    heads = rows(folder, "SELECT id, head FROM game ORDER BY head DESC LIMIT 2")
    assert heads[0][0] == ids[-1]
    assert heads[0][1] > heads[1][1]


def test_a_crowd_has_the_models_it_says(tmp_path: Path) -> None:
    for models in growth.MODELS:
        _, state = system_of(growth.CROWD).staging.position(tuple(growth.crowd(models)))
        assert sum(len(unit.models) for unit in state.units.values()) == models
        took = asyncio.run(growth.crowded(tmp_path, models, 0))
        assert len(took) >= growth.LEAST - 1
        assert min(took) > 0


def test_growth_is_the_ratio_of_the_medians() -> None:
    report = Report("x")
    growth.compared(report, "at", (1, 9), [[9.0, 1.0, 1.0, 2.0], [9.0, 2.0, 2.0, 2.0]], [1.0])
    assert [row.median for row in report.figures] == [1.0, 2.0, 2.0]
    assert [row.ok for row in report.figures] == [None, None, False]


def test_rules_alone_are_measured() -> None:
    found = engine.measure(0.1, [KEY])
    assert [row.name for row in found.figures] == [f"{KEY}: run again", f"{KEY}: one input"]
    rate, one = found.figures
    took = list(engine.one_by_one(system_of(KEY), phases(shortest())))
    assert rate.ok is (rate.median >= engine.RATE)
    assert rate.count >= engine.PASSES
    assert 0 < one.median <= (one.worst or 0)
    assert 0 < median(row.ms for row in took) < max(row.ms for row in took)


def test_a_cold_game_answers_in_a_fresh_process(tmp_path: Path) -> None:
    stop = cold.stop_of(KEY)
    folder = cold.laid_out(tmp_path, stop)
    assert rows(folder, "SELECT head >= 5000 FROM game") == [(1,)]
    assert cold.afresh(folder, stop) > 0
    assert rows(folder, "SELECT max(seq) > 5000 FROM event") == [(1,)]


def test_idle_games_are_weighed_in_a_process_of_their_own(tmp_path: Path) -> None:
    found = memory.of_game(tmp_path, KEY, 10)
    assert found.floor is not None
    assert found.median > found.floor > 1
    assert found.ok is (found.median <= memory.GAME_BAR)


def test_a_measurement_that_breaks_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    reports, why = every.run("nothing", 1)
    assert reports == []
    assert "nothing" in why
    row = {**Figure("slow", "ms", 9.0, 1).__dict__, "bar": "<= 1 ms", "ok": False}
    given: dict[str, Any] = {"good": ([{"title": "T", "figures": [row], "facts": {}}], ""), "bad": ([], "no reason")}
    monkeypatch.setattr(every, "NAMES", {"good": 1, "bad": 1})
    monkeypatch.setattr(every, "run", lambda name, *_: given[name])
    assert every.main(["--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["failed"] == ["slow"]
    assert document["broken"] == {"bad": "no reason"}
    assert every.main([]) == 1
    told = capsys.readouterr().out
    assert "misses its bar: slow" in told
    assert "no figures from bad: no reason" in told


def test_every_measurement_can_be_asked_for() -> None:
    assert {*every.NAMES, "all"} == {*BENCHES}
