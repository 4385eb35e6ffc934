"""Who asks again for an analysis: how long is waited, what is kept, told and weighed anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from app.bots import hindsight
from app.engine.judgement import judgement_of
from app.games import analysing
from app.games.analysing import AGAIN, measure_of
from app.games.hours import wall_ms
from app.games.thinking_times import SLOWLY
from app.store import analyses
from tests.games.table import at
from tests.games.test_analysing import RONIN, Bench, small

__all__ = ["small"]


def test_whoever_asks_for_the_fourth_time_is_waited_for_as_long_as_a_busy_machine_may_take(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        game, bench.late_after = await bench.fought(), 1
        states = list[str]()
        for _ in range(AGAIN):
            bench.sent = 0
            await bench.games.analyse(game)
            found = await bench.looked(game)
            states.append(found.state)
        assert states == [*["short"] * (AGAIN - 1), "done"]  # the last time it was asked for in vain
        assert found.looked < found.of
        assert max(seconds for seconds, _ in bench.waits) >= analysing.GOING * AGAIN
        assert all(longest > SLOWLY * seconds for seconds, longest in bench.waits)

    at(Bench, tmp_path, act)


def test_what_was_weighed_by_another_measure_is_weighed_afresh(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        game = await bench.fought()
        await bench.games.analyse(game)
        whole = await bench.looked(game)
        body = msgspec.to_builtins(msgspec.structs.replace(whole, by="other", asked=3))
        await bench.host.store.run(analyses.keep, game, "short", wall_ms(), body)
        bench.sent = 0
        await bench.games.analyse(game)
        afresh = await bench.looked(game)
        assert (bench.sent, afresh.asked, afresh.by) == (1 + whole.of, 1, whole.by)

    judgement = judgement_of(RONIN)
    assert judgement is not None
    other = [
        replace(judgement, slope=judgement.slope + 0.01),
        replace(judgement, weights={name: 2 * weight for name, weight in judgement.weights.items()}),
    ]
    measures = {measure_of(SimpleNamespace(judgement=one)) for one in (judgement, *other)}
    assert len(measures) == 3
    at(Bench, tmp_path, act)


def test_what_becomes_a_moment_only_later_is_told_like_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(bench: Bench) -> None:
        game = await bench.fought()
        await bench.games.analyse(game)
        whole = await bench.looked(game)
        assert whole.turned
        body = msgspec.to_builtins(msgspec.structs.replace(whole, turned=()))
        await bench.host.store.run(analyses.keep, game, "short", wall_ms(), body)
        bench.sent = 0
        await bench.games.analyse(game)
        found = await bench.looked(game)
        assert [(one.before, one.verdict.about) for one in found.turned] == [
            (one.before, one.verdict.about) for one in whole.turned
        ]
        assert all(one.verdict.about for one in found.turned)
        assert bench.sent == 1 + len(whole.turned)

    monkeypatch.setattr(hindsight, "LEAST", {True: 0.0, False: 0.0})
    at(Bench, tmp_path, act)
