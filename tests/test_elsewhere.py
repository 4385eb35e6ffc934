"""Windows and macOS, as far as they can be held without them: nothing is used that Windows has not, and no text is read
in the machine's own encoding."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from app.bootstrap.places import ROOT
from app.games import health
from app.settings import Settings, claim, load_secret
from app.store import pipes
from app.store.space import PRAGMAS, Opening
from tests.browser.server import SWIFT, Server

BARE = (ROOT / "tests" / "elsewhere.py").read_text(encoding="utf-8")
IMPORTS = """
import importlib, pkgutil, sys
import app
sys.argv = ["x"]
found = [one.name for one in pkgutil.walk_packages(app.__path__, "app.") if not one.name.endswith("__main__")]
for name in found:
    if not name.startswith("app.mutation"):
        importlib.import_module(name)
print(len(found))
"""
ENDS_LATE = """
import signal, sys, time
def told(*_):
    time.sleep(1)
    sys.exit(7)
signal.signal(signal.SIGINT, told)
print("ready", flush=True)
time.sleep(60)
"""
WAITS = f"""
import os, sys
from app.bootstrap.start import await_end
sys.exit(await_end([sys.executable, "-c", {ENDS_LATE!r}], os.environ))
"""
TABLE = {
    "system": "ronin", "scenario": "skirmish", "name": "Aki", "offered": True, "visibility": "listed",
    "options": {"points": 200},
    "sides": [
        {"seat": "red", "roster": {"sample": "red-devils"}, "player": "me"},
        {"seat": "blue", "roster": {"sample": "river-league"}, "player": "bot"},
    ],
}  # fmt: skip
ANSWERS = 3


@pytest.fixture
def elsewhere(tmp_path: Path) -> dict[str, str]:
    """The variables under which a process lacks what it would lack there; its own encoding is not UTF-8."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(BARE, encoding="utf-8")
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    return {**plain, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))}


def run(elsewhere: dict[str, str], *given: str) -> subprocess.CompletedProcess[str]:
    """What a command there says."""
    return subprocess.run(
        [sys.executable, *given], cwd=ROOT, env={**os.environ, **elsewhere}, capture_output=True, text=True,
        check=False, timeout=110,
    )  # fmt: skip


def test_what_stands_in_for_another_system_lacks_what_that_lacks(elsewhere: dict[str, str]) -> None:
    tried = "import os; assert not hasattr(os, 'nice'); open('docs/house-lists.md').read()"
    assert "UnicodeDecodeError" in run(elsewhere, "-c", tried).stderr
    assert "No module named 'fcntl'" in run(elsewhere, "-c", "import fcntl").stderr


def test_every_module_is_imported_there(elsewhere: dict[str, str]) -> None:
    told = run(elsewhere, "-c", IMPORTS)
    assert told.returncode == 0, told.stderr[-2000:]
    assert int(told.stdout) > 900


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["clause", "RON-SHO-20"], "RON-SHO-20"),
        (["judge", "tests/rulings/ronin/shooting"], "hold"),
        (["mutate", "ronin"], "Windows cannot split a process"),
    ],
)
def test_a_command_does_its_work_there_or_says_in_words_that_it_cannot(
    elsewhere: dict[str, str], given: list[str], said: str
) -> None:
    told = run(elsewhere, "-m", "app.bootstrap.inside", *given)
    assert said in told.stdout + told.stderr, told.stderr[-2000:]
    assert "Traceback" not in told.stderr


def asked(server: Server, path: str, body: Any = None, cookie: str = "") -> tuple[bytes, str]:
    """What a server answers, and the cookie that it gives."""
    head = {"content-type": "application/json", "accept-language": "es", **({"cookie": cookie} if cookie else {})}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(server.url + path, data, head), timeout=60) as answer:
        given = str(answer.headers.get("set-cookie", "")).partition(";")[0]
        return answer.read(), given or cookie


@pytest.mark.slow
def test_a_server_there_lays_a_table_plays_draws_pictures_and_stops(elsewhere: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "data" / "lists").mkdir(parents=True)
    (tmp_path / "data" / "lists" / "garzas.toml").write_text('system = "ronin"\nname = "Garzas ñ"\n', encoding="utf-8")
    has = {"ELSEWHERE_HAS": "fcntl resource"}  # these are asked for by the name of the platform
    server = Server(tmp_path / "data", SWIFT, **elsewhere, **has)
    server.start()
    try:
        page, _ = asked(server, "/")
        assert b'<html lang="es"' in page
        made, cookie = asked(server, "/api/v1/games", TABLE)
        id = json.loads(made)["id"]
        for _ in range(ANSWERS):
            answered(server, id, cookie)
        drawn, _ = asked(server, f"/replay/{id}/moment.png", cookie=cookie)
        assert drawn.startswith(b"\x89PNG"), "a process beside the server drew it"
    finally:
        server.stop()
    assert server.process is not None
    assert server.process.returncode in (0, -signal.SIGTERM)
    assert "Traceback" not in server.log(), server.log()[-3000:]


def answered(server: Server, id: str, cookie: str) -> None:
    """Red gives what his question offers him, once there is one."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        now = json.loads(asked(server, f"/api/v1/games/{id}", cookie=cookie)[0])
        mine = [one for one in now["questions"] if one["mine"] and not one["sealed"]]
        if mine:
            body = {"ask": mine[0]["id"], "answer": mine[0]["default"], "seat": "red"}
            asked(server, f"/api/v1/games/{id}/answers", body, cookie)
            return
        time.sleep(0.05)
    raise AssertionError("nothing was asked")


# -- signals, files, sockets --------------------------------------------------------------


def test_ctrl_c_lets_the_server_end_in_its_own_time() -> None:
    """Where a process cannot become another, the one that waits is told of it too, and waits on."""
    with subprocess.Popen(
        [sys.executable, "-c", WAITS], cwd=ROOT, stdout=subprocess.PIPE, start_new_session=True, text=True
    ) as waiting:
        assert waiting.stdout is not None
        assert waiting.stdout.readline() == "ready\n"
        os.killpg(waiting.pid, signal.SIGINT)
        assert waiting.wait(60) == 7


def test_a_key_is_whole_and_the_first_where_files_have_one_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", none)
    settings = Settings(data=str(tmp_path / "stick"))
    key = load_secret(settings)
    assert (len(key), load_secret(settings)) == (32, key)
    assert [path.name for path in (tmp_path / "stick").iterdir()] == ["secret.key"]
    (tmp_path / "late").write_text("other", encoding="ascii")
    with pytest.raises(FileExistsError):
        claim(tmp_path / "late", tmp_path / "stick" / "secret.key")


def test_a_copy_that_is_handed_out_is_deleted_by_nobody_while_it_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy"
    copy.write_bytes(b"whole" * 100_000)
    monkeypatch.setattr(health, "WINDOWS", True)
    with health.nameless(copy, tmp_path) as opened:
        assert not os.path.samestat(os.fstat(opened.fileno()), copy.stat())
        copy.unlink()
        assert opened.read() == b"whole" * 100_000
    assert list(tmp_path.iterdir()) == []


def test_what_is_acknowledged_is_written_through_on_macos_too(tmp_path: Path) -> None:
    with closing(Opening(tmp_path / "games.sqlite3").connect()) as made:
        told = {name: made.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "fullfsync")}
    assert told == {"synchronous": 2, "fullfsync": 1}
    assert "checkpoint_fullfsync=ON" in PRAGMAS


def test_a_disk_without_room_is_told_where_sqlite_has_no_other_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = sqlite3.OperationalError("No space left on device")

    def refused(_: Opening) -> sqlite3.Connection:
        raise full

    monkeypatch.setattr(Opening, "_made", refused)
    opening = Opening(tmp_path / "games.sqlite3")
    monkeypatch.setattr("app.store.space.WINDOWS", True)
    with pytest.raises(sqlite3.OperationalError, match="No space left"):
        opening.connect()
    assert not opening.alone


def test_a_loop_that_watches_no_socket_is_given_none_to_watch() -> None:
    class Proactor(asyncio.AbstractEventLoop):
        """That of Windows, in this alone."""

    async def here() -> bool:
        return pipes.can_watch(asyncio.get_running_loop())

    assert not pipes.can_watch(Proactor())  # type: ignore[abstract]
    assert asyncio.run(here())


# -- what is typed ------------------------------------------------------------------------


def test_the_readme_says_what_to_type_on_each_system() -> None:
    told = (ROOT / "README.md").read_text(encoding="utf-8")
    for words in ("py -m app serve", r".venv\Scripts\uv build --wheel", "--host 0.0.0.0", "$env:GUNBAI_PORT"):
        assert words in told, words


def test_no_text_is_opened_in_the_encoding_of_the_machine() -> None:
    opens = re.compile(r"\.(?:read_text|write_text)\((?!.*encoding).*")
    sources = [path for path in (ROOT / "app").rglob("*.py") if "mutation" not in path.parts]
    assert [
        f"{p.relative_to(ROOT)}: {m[0]}" for p in sources for m in opens.finditer(p.read_text(encoding="utf-8"))
    ] == []
    assert io.text_encoding(None) == "locale"
