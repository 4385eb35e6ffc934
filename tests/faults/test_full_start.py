"""A server that starts on a full disk: people read and watch, are told so, and all goes on once there is room."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest
import sqlalchemy as sa

from app.games.room import ago
from app.store import backup
from app.store.db import sqlite_engine
from app.store.house_tables import session
from app.systems import SYSTEMS
from tests.faults.house import House, run, until
from tests.faults.settling import recorded, settled
from tests.faults.tables import Sent, Table, cases, looked, played, table
from tests.faults.test_disk import LIMITED, MOST, filled, gone_on, looks, small_disk

FULL, TAKES_NONE = "The disk of this server is full", "The disk takes nothing more"


class Browser:
    """The host's: a cookie, and forms that are sent."""

    def __init__(self, house: House) -> None:
        self.house, self.cookie = house, ""

    def ask(self, path: str, **form: str) -> tuple[int, str]:
        """The status and the page."""
        line = HTTPConnection("127.0.0.1", self.house.port, timeout=60)
        body = urlencode(form) if form else None
        heads = {"accept": "text/html", "cookie": self.cookie, "origin": f"http://127.0.0.1:{self.house.port}"}
        kind = {"content-type": "application/x-www-form-urlencoded"} if form else {}
        line.request("POST" if form else "GET", path, body, heads | kind)
        answer = line.getresponse()
        said = answer.read().decode()
        for value in answer.headers.get_all("set-cookie") or ():
            if value.startswith("gunbai="):
                self.cookie = value.split(";")[0]
        line.close()
        return answer.status, said


def host_of(house: House) -> Browser:
    """The first host, signed in."""
    made, key = Browser(house), re.search(r"/setup/(\S+)", house.words())
    assert key
    assert made.ask(f"/setup/{key[1]}", name="Yui", password="a long password of hers")[0] == 303
    return made


def aged(file: Path) -> None:
    """No session was used for a while: whoever comes now would have it written down."""
    engine = sqlite_engine(f"sqlite:///{file}", writes=True)
    with engine.begin() as db:
        db.execute(session.update().values(seen=ago(timedelta(days=1))))
    engine.dispose()


def killed(house: House) -> None:
    """It has ended between two instructions: a log and its index lie beside the file."""
    house.kill()


def without_index(house: House) -> None:
    """The same, and the index is lost."""
    house.kill()
    house.file.with_name(house.file.name + "-shm").unlink()


def stopped(house: House) -> None:
    """It has ended in good order: the file lies alone."""
    house.stop()
    aged(house.file)


def put_back(house: House) -> None:
    """The file is a copy that was put back: it knows of no log."""
    house.stop()
    aged(house.file)
    copy = house.folder.with_name("copy.sqlite3")
    copy.unlink(missing_ok=True)
    backup.back_up(house.file, copy)
    backup.restore(copy, house.file)
    house.file.with_name(house.file.name + ".before").unlink()


async def refused(game: Table, *codes: int) -> tuple[Sent, str]:
    """The next answer at a table is not kept, and why."""
    sent = game.drawn()
    status, said = await game.send(sent)
    assert status in codes, said
    return sent, str(said.get("refusal", {}).get("code", status))


async def life(house: House, games: list[Table], host: Browser, *, is_small: bool) -> set[str]:
    """A start without room, and room again; what refusals were called."""
    if is_small:
        ballast = filled(house.folder)
        await house.start()
    else:
        await house.start(most=max(file.stat().st_size for file in house.folder.iterdir()))
    for one in games:
        await looks(one)
    said = set[str]()
    status, front = host.ask("/")
    assert status == 200
    assert "Yui" in front
    if is_small:
        held = [await refused(one, 422) for one in games]
        said = {code for _, code in held}
        assert FULL in front
        assert TAKES_NONE in host.ask("/admin")[1]
        assert FULL in host.ask(f"/play/{games[0].id}?watch={games[0].watch}")[1]
        ballast.unlink()
    else:
        held = []
        house.stop()
        await house.start(most=MOST)
    for one, (sent, _) in zip(games, held, strict=False):
        await gone_on(one, sent)
    await until(lambda: FULL not in host.ask("/")[1], "it is never said that there is room again")
    for one in games:
        await played(one, 2)
    return said


@pytest.mark.slow
def test_a_server_starts_without_room_and_goes_on_with_it(house: House, tried: Callable[[str], None]) -> None:
    async def test() -> str:
        with small_disk(house.folder) as is_small:
            try:
                await house.start()
                host, games = host_of(house), [await table(house, system.key, 5) for system in SYSTEMS[:1]]
                said = set[str]()
                for end in (killed, without_index, stopped, put_back):
                    for one in games:
                        await played(one, 3)
                    end(house)
                    said |= await life(house, games, host, is_small=is_small)
                assert cases(house.file) == 0
                assert looked(house.file, lambda db: db.execute(sa.text("PRAGMA integrity_check")).scalar()) == "ok"
                await settled(games)
                await recorded(games[0])
                assert said == {"table.disk-full"} or (not is_small and said <= LIMITED), said
                return f"4 starts without room, {house.lives} lives, {sum(len(one.tape) for one in games)} answers kept"
            finally:
                house.stop()

    tried(run(house, test()))


@pytest.mark.slow
def test_a_fresh_server_without_room_says_so_and_leaves_nothing(house: House) -> None:
    async def test() -> None:
        with small_disk(house.folder) as is_small:
            if is_small:
                filled(house.folder)
            house.hatch(most=0 if is_small else 1)
            assert house.ended() != 0
            house.pid = 0
            assert {file.name for file in house.folder.iterdir()} <= {"ballast", "gunbai.sqlite3.lock"}
            assert "Traceback" not in house.words() or not is_small

    run(house, test())
