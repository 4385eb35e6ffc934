"""The system keeps the contract and every promise, its cases hold, and every clause is played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from app.conformance import RandomGame
from app.engine.contract import breach
from app.judge.blocks import blocks, files, judge
from blank_game.system import SYSTEM

CASES = [block for file in files([str(Path(__file__).parent / "rulings")]) for block in blocks(file)]


def test_it_keeps_the_contract() -> None:
    assert breach(SYSTEM) == ""


@pytest.mark.parametrize("seed", range(10))
def test_random_games_keep_every_promise(seed: int) -> None:
    RandomGame(SYSTEM, seed).play()


@pytest.mark.parametrize("block", CASES, ids=lambda block: f"{block.file.stem}-{block.line}")
def test_its_cases_hold(block: Any) -> None:
    assert judge(block, (SYSTEM,)).differs == ""


def test_every_clause_is_played_by_a_case_and_said_in_spanish_too() -> None:
    named = {id for block in CASES for id in re.findall(r"BLA-[A-Z]{3}-\d\d", block.file.read_text("utf-8"))}
    assert {str(entry.id) for entry in SYSTEM.clauses if entry.plays != "none"} <= named
    assert [entry.id for entry in SYSTEM.rulebook("es")] == [entry.id for entry in SYSTEM.clauses]
