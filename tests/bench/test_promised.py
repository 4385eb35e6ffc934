"""The processor of an answer, live games, cold pages: small measurements of a real server."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from pathlib import Path
from time import process_time

import pytest

from app.systems import SYSTEMS
from bench import answer, bars, held, many, page, workers
from bench.drawn import USUAL, drawn
from bench.hosting import answer as give
from bench.hosting import hosted, opened
from bench.report import reference_loop
from bench.serving import seated, spent

FEW = 27
"""Answers of each system that are measured here; of a bench there are three times as many."""


def test_the_processor_time_of_a_process_is_read() -> None:
    before, own = spent(os.getpid()), process_time()
    reference_loop()
    assert spent(os.getpid()) - before == pytest.approx(process_time() - own, rel=0.2, abs=0.005)


def test_battles_are_drawn_for_every_system_the_same_each_time() -> None:
    assert {*USUAL} == {*bars.OF_ANSWER} == {system.key for system in SYSTEMS}
    assert drawn("celtos", id="x", most=30) == drawn("celtos", id="x", most=30) != drawn("celtos", id="y", most=30)


def test_a_drawn_battle_can_be_played_as_a_hosted_one(tmp_path: Path) -> None:
    game = drawn("ronin", id="there", most=60)

    async def played() -> int:
        store = opened(tmp_path)
        assert {*await seated(store, game, "there", 20)} == {"red", "blue"}
        store.close()
        games = hosted(tmp_path, [one for one in SYSTEMS if one.key == "ronin"])
        try:
            return len([await give(games, "there", seat, raw) for seat, raw in game.inputs[20:]])  # type: ignore[arg-type]
        finally:
            await games.close()

    assert asyncio.run(played()) == 40


def test_many_games_go_each_its_own_way(tmp_path: Path) -> None:
    laid = asyncio.run(many.many(tmp_path, 3, 40))
    assert len({one.id for one in laid}) == len({str(one.inputs) for one in laid}) == 3

    async def played() -> None:
        games = hosted(tmp_path, [one for one in SYSTEMS if one.key == many.SYSTEM])
        try:
            for one in laid:
                for seat, raw in one.inputs:
                    await give(games, one.id, seat, raw)  # type: ignore[arg-type]
        finally:
            await games.close()

    asyncio.run(played())


def test_levels_of_an_answer_are_looked_at() -> None:
    assert workers.halves("done") == []
    tree = {"pick": "red-1", "then": {"pick": "move", "then": [[1, 2]]}}
    assert workers.halves(tree) == ["red-1", {"pick": "red-1", "then": "move"}]


@pytest.mark.parametrize(("late", "rate", "holds"), [(200.0, 20.0, True), (300.0, 20.0, False), (1.0, 9.0, False)])
def test_games_are_held_if_all_is_answered_in_time(late: float, rate: float, holds: bool) -> None:
    step = held.Step(100, [1.0] * 50 + [late] * 50, rate, Counter(), 0.5, 0.1)
    assert step.holds is holds
    floor = step._replace(seen=[1.0], rate=20.0)
    row = held.reported([step], floor, held.USUAL, "enough").figures[0]
    assert (row.median, row.floor, row.ok) == (100 if holds else 0, 100, False)


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_what_an_answer_takes_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer, "LEAST", FEW)
    found = answer.measure(4)
    made = [{"bench": "answer", "figures": [vars(row) for row in found.figures]}]
    assert bars.lacking(made, ["answer"]) == []
    assert all(row.count >= FEW and row.median > (row.floor or 0) > 0 for row in found.figures)


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_live_games_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("EACH", 1.0), ("SETTLE", 2.0), ("MEASURED", 4.0)):
        monkeypatch.setattr(held, name, seconds)
    found = held.measure(held.Span(3, 100, 4), 25)
    made = [{"bench": "held", "figures": [vars(row) for row in found.figures]}]
    assert bars.lacking(made, ["held"]) == []
    assert found.figures[0].floor == 4
    assert found.figures[1].count >= 3


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.timeout(240)
def test_cold_pages_are_measured(chromium: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "TIMES", 1)
    found = page.measure(1)
    made = [{"bench": "page", "figures": [vars(row) for row in found.figures]}]
    assert bars.lacking(made, ["page"]) == []
    assert all(row.median > (row.floor or 0) > 0 for row in found.figures)
