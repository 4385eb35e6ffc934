"""``app verify --open`` finds whatever was changed in a game that is not over, and nothing where nothing was."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from app import cli
from app.bootstrap.words import Stop
from app.systems import SYSTEMS
from tests.faults.house import House, run
from tests.faults.tables import played, table

FLIPS = {
    "the chain breaks at event": 'UPDATE event SET body = replace(body, \'"kind":"\', \'"kind":"x\') WHERE seq = 3',
    "says otherwise of its clause": "UPDATE event SET clause = clause || 'x' WHERE seq = 4",
    "event 5 is missing": "UPDATE event SET seq = 100000 WHERE seq = 5",
    "tape entry 2 is missing": "DELETE FROM tape WHERE seq = 2",
    "input 1 is not what": "UPDATE tape SET \"by\" = 'bot' WHERE seq = 1",
    "its row says 7": "UPDATE game SET tape_len = 7",
    "its row says 8": "UPDATE game SET head = 8",
    "events, and its row says 1": "UPDATE game SET version = 1",
    "does not end as its row says": "UPDATE game SET chain = substr(chain, 2) || 'x'",
    "its seed is not": "UPDATE game SET seed = substr(seed, 2) || substr(seed, 1, 1)",
    "was changed": "UPDATE checkpoint SET packed = substr(packed, 2) WHERE tape_seq = 0",
    "it cannot be read": "UPDATE tape SET body = substr(body, 2) WHERE kind = 'answer'",
}
"""What is said, and what is done to one game for it."""


def checked(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit status and what was said."""
    capsys.readouterr()
    code = cli.main(["verify", "--open", "--data", str(folder)])
    return code, capsys.readouterr().out


@pytest.mark.slow
def test_all_open_games_are_looked_through(
    house: House, capsys: pytest.CaptureFixture[str], tried: Callable[[str], None]
) -> None:
    async def test() -> list[str]:
        await house.start()
        games = [await table(house, system.key, 7) for system in SYSTEMS]
        for one in games:
            await played(one, 12)
        play = asyncio.gather(*(played(one, 6) for one in games))
        assert (await asyncio.to_thread(checked, house.folder, capsys)) == (
            0,
            f"{len(games)} open games, 0 of them not sound\n",
        )
        await play
        house.stop()
        return [one.id for one in games if not one.is_over]

    ids = run(house, test())
    assert checked(house.folder, capsys)[0] == 0
    for said, flip in FLIPS.items():
        copy = house.folder.with_name("copy")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(house.folder, copy)
        with closing(sqlite3.connect(copy / house.file.name)) as database, database:
            key = "id" if "UPDATE game" in flip else "game_id"
            database.execute(f"{flip} {'AND' if 'WHERE' in flip else 'WHERE'} {key} = ?", (ids[0],))
            database.execute("UPDATE game SET status = 'over' WHERE id NOT IN (?, ?)", ids[:2])
        code, told = checked(copy, capsys)
        assert code == 1, said
        assert said in told, (said, told)
        assert {line.split(":")[0] for line in told.splitlines()[:-1]} == {ids[0]}
        assert told.endswith("2 open games, 1 of them not sound\n")
    tried(f"{len(ids)} open games of all systems, {len(FLIPS)} ways to change one, each found")


def test_what_cannot_be_looked_through_is_said(tmp_path: Path) -> None:
    with pytest.raises(Stop, match="--open"):
        cli.main(["verify"])
    with pytest.raises(Stop, match="no database"):
        cli.main(["verify", "--open", "--data", str(tmp_path)])
    assert not list(tmp_path.iterdir())
