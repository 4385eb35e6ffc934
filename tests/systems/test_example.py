"""The example package: found, sound, played by bots and judged by its cases, with nothing written for it here."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.bootstrap.places import ROOT
from app.conformance import RandomGame
from app.engine.contract import breach
from app.engine.events import Seat
from app.engine.system import Setup, SideSetup
from app.games import opening
from app.games.verify import verify
from app.judge.blocks import blocks, files, judge
from app.settings import Settings
from app.systems.installed import Found
from app.web.app import create_app
from tests.packages import EXAMPLE, install
from tests.web.people import Person

CLAUSE = re.compile(r"IAI-[A-Z]{3}-\d\d")
CASES = [block for file in files([str(EXAMPLE / "tests" / "rulings")]) for block in blocks(file)]


@pytest.fixture(scope="module")
def iai(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The system, imported as a server would."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(install(EXAMPLE, tmp_path_factory.mktemp("site")))
        from iai_duel.system import SYSTEM  # type: ignore[import-not-found]

        yield SYSTEM


def test_it_keeps_the_contract_and_every_promise(iai: Any) -> None:
    assert breach(iai) == ""
    for seed in range(30):
        RandomGame(iai, seed).play()


@pytest.mark.parametrize("block", CASES, ids=lambda block: f"{block.file.stem}-{block.line}")
def test_its_cases_hold(iai: Any, block: Any) -> None:
    assert judge(block, (iai,)).differs == ""


def test_every_clause_is_played_and_said_in_both_languages(iai: Any) -> None:
    named = {id for block in CASES for id in CLAUSE.findall(block.file.read_text("utf-8"))}
    assert {str(entry.id) for entry in iai.clauses} == named
    assert len(iai.clauses) == 20
    assert [entry.id for entry in iai.rulebook("es")] == [entry.id for entry in iai.clauses]
    same = {"Iai", "cm"}
    texts = {text for text in iai.sentences.values() if text not in same}
    assert texts - set(iai.translations["es"]) <= {"Stone", "Water"} | {text for text in texts if not text.strip("{}")}


def test_it_is_found_where_it_is_installed(tmp_path: Path) -> None:
    path = os.pathsep.join([install(EXAMPLE, tmp_path), str(ROOT)])
    code = "from app.systems import SYSTEMS, FOUND; print(SYSTEMS[-1].key, FOUND.left_out)"
    ran = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, cwd=ROOT,
                         capture_output=True, text=True, check=True)  # fmt: skip
    assert ran.stdout == "iai ()\n"


def test_a_server_offers_it_and_lays_a_table(iai: Any, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "FOUND", Found((iai,), ()))
        settings = Settings(data=str(tmp_path), rate="100000/second", work="0/0/0", tables="0/0/0", sent=0)
        with TestClient(create_app(settings)) as client:
            person = Person(client)
            assert "A duel of two schools of the sword" in person.page("/").text
            assert "Reach" in person.page("/rules/iai").text
            spanish = person.call("GET", "/", headers={"accept": "text/html", "accept-language": "es"})
            assert "Un duelo de dos escuelas de espada" in spanish.text
            sides = [{"seat": seat, "roster": {"sample": school}, "player": "bot"}
                     for seat, school in (("red", "stone"), ("blue", "water"))]  # fmt: skip
            body = {"system": "iai", "scenario": "yard", "name": "Ana", "sides": sides}
            made = person.post("/api/v1/games", body)
            assert made.status_code == 201, made.text


def test_two_bots_play_it_to_the_end_and_its_record_is_sound(
    iai: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "FOUND", Found((iai,), ()))
    seats = (Seat("red"), Seat("blue"))
    laid = Setup("yard", tuple(SideSetup(seat, {"sample": "water"}) for seat in seats))

    async def whole() -> Any:
        games = opening.open_games(f"sqlite:///{tmp_path / 'a.sqlite3'}", b"k" * 32, lambda *_: None, bot_delay=0)
        game = await games.create("iai", laid, dict.fromkeys(seats, "bot"), options={}, owner="ana")
        assert isinstance(game, str)
        await games.start()
        async with asyncio.timeout(120):
            while (info := await games.info(game)) is None or info.status != "over":
                await asyncio.sleep(0.01)
        record = await games.record(game)
        await games.close()
        return record

    record = asyncio.run(whole())
    assert record["system"] == "iai"
    assert verify(record, (iai,)) == []
