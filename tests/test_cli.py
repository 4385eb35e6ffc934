"""The commands, as they are typed."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import subprocess
import sys
from ipaddress import ip_address
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any
from unittest.mock import Mock
from urllib.request import urlopen

import pytest

from app import VERSION, cli, logs, serving, systems
from app.bootstrap.ports import hold
from app.bootstrap.words import Stop
from app.settings import SettingsError
from app.store import Store
from app.systems import SYSTEMS
from tests.games.table import Host
from tests.toy import TOY

FILE = "gunbai.sqlite3"
ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own."""
    monkeypatch.setenv("GUNBAI_DATA", str(tmp_path))
    monkeypatch.delenv("GUNBAI_DATABASE_URL", raising=False)
    return tmp_path


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a finished toy game in a file."""

    async def made() -> Any:
        host, rng = Host(tmp_path), Random(1)
        game = await host.table()
        while await host.random_input(game, rng):
            pass
        found = await host.games.record(game)
        host.store.close()
        return found

    path = tmp_path / "record.json"
    path.write_text(json.dumps(asyncio.run(made())))
    return path


def test_no_command_or_an_unknown_one_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    for argv in ([], ["dance"]):
        with pytest.raises(SystemExit) as ended:
            cli.main(argv)
        assert ended.value.code == 2
    assert cli.main(["help"]) == 0
    assert "verify" in capsys.readouterr().out


def test_migrate_makes_the_database(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["migrate"]) == 0
    assert (data / FILE).exists()
    assert cli.main(["migrate"]) == 0
    assert "up to date" in capsys.readouterr().out


def test_a_database_in_use_is_told(data: Path) -> None:
    store = Store(f"sqlite:///{data / FILE}")
    with pytest.raises(Stop, match=r"in\s+use"):
        cli.main(["migrate"])
    with pytest.raises(Stop, match=r"already\s+serves"):
        cli.main(["serve", "--port", "0"])
    store.close()


def test_backup_and_restore(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["migrate"]) == 0
    assert cli.main(["backup", str(data / "copy")]) == 0
    assert cli.main(["restore", str(data / "copy")]) == 0
    assert "The games are back" in capsys.readouterr().out
    with pytest.raises(Stop, match="exists already"):
        cli.main(["backup", str(data / "copy")])
    with pytest.raises(Stop, match="no backup"):
        cli.main(["restore", str(data / "none")])


def test_a_server_database_names_its_own_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUNBAI_DATABASE_URL", "postgresql+psycopg://somewhere/games")
    with pytest.raises(Stop, match="pg_dump"):
        cli.main(["backup", "copy"])


def test_verify_tells_sound_from_changed(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(systems, "SYSTEMS", (TOY,))
    assert cli.main(["verify", str(record)]) == 0
    assert capsys.readouterr().out == f"{record}: sound\n"
    changed = json.loads(record.read_text())
    changed["events"][4]["body"]["clause"] = "TOY-BID-02"
    record.write_text(json.dumps(changed))
    assert cli.main(["verify", str(record)]) == 1
    assert "the chain breaks at event 5" in capsys.readouterr().out
    record.write_text("{")
    with pytest.raises(Stop, match=r"cannot\s+be\s+read"):
        cli.main(["verify", str(record)])


def test_fuzz_needs_a_system_and_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Stop, match="no rule system chess"):
        cli.main(["fuzz", "chess"])
    with pytest.raises(Stop, match="1 or more"):
        cli.main(["fuzz", SYSTEMS[0].key, "--games", "0"])
    with pytest.raises(Stop, match="offers games of 7 points"):
        cli.main(["fuzz", SYSTEMS[0].key, "--points", "7"])
    assert cli.main(["fuzz", SYSTEMS[0].key, "--games", "1"]) == 0
    assert "exceptions 0" in capsys.readouterr().out


def test_judge_and_bench_are_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, argv, expected in (
        ("app.judge", ["judge", "a.case", "b.case"], ["a.case", "b.case"]),
        ("bench.engine", ["bench", "engine", "--json"], ["--json"]),
    ):
        module = ModuleType(name)
        given: list[list[str]] = []
        module.main = lambda argv, given=given: given.append(argv) or 3  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, name, module)
        assert cli.main(argv) == 3
        assert given == [expected]


def test_a_missing_part_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(name: str) -> ModuleType:
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr("importlib.import_module", gone)
    with pytest.raises(Stop, match=r"bench\.latency is missing"):
        cli.main(["bench", "latency"])


def test_serve_refuses_a_taken_port_and_what_it_cannot_do(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(Stop, match="in use by another program"):
        cli.main(["serve", "--port", str(taken.getsockname()[1])])
    with pytest.raises(SettingsError):
        cli.main(["serve", "--port", "70000"])
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    monkeypatch.setenv("GUNBAI_DATABASE_URL", f"postgresql+psycopg://u:a-password@127.0.0.1:{port}/games")
    monkeypatch.setenv("GUNBAI_WORKERS", "2")
    monkeypatch.setattr(logs, "set_up", lambda _: None)
    with pytest.raises(Stop, match="database does not answer") as told:
        cli.main(["serve", "--port", "0"])
    assert "a-password" not in str(told.value)


def test_who_is_let_in_from_elsewhere_is_told_an_address_he_can_open() -> None:
    assert serving.reached_at("10.1.2.3") == "10.1.2.3"
    assert serving.reached_at("localhost") == "localhost"
    for everywhere in ("0.0.0.0", "::"):
        found = ip_address(serving.reached_at(everywhere))
        assert not found.is_unspecified
        assert found.version == ip_address(everywhere).version


def test_a_port_is_held_so_that_nobody_else_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, socket.socket() as other:
        hold(other)
        with pytest.raises(OSError, match="in use"):
            other.bind(taken.getsockname())
    said = Mock()
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)  # as Windows has it
    hold(said)
    said.setsockopt.assert_called_once_with(socket.SOL_SOCKET, -5, 1)


def test_serve_opens_says_where_and_stops_in_good_order(data: Path) -> None:
    command = [sys.executable, "-c", "import sys; from app import cli; sys.exit(cli.main(sys.argv[1:]))"]
    server = subprocess.Popen(
        [*command, "serve", "--port", "0", "--data", str(data)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert server.stdout
    try:
        line = server.stdout.readline()
        found = re.fullmatch(r"Gunbai is open at (http://127\.0\.0\.1:\d+)\n", line)
        assert found, line
        with urlopen(f"{found[1]}/healthz", timeout=10) as answer:
            assert answer.status == 200
    finally:
        server.send_signal(signal.SIGTERM)
        server.stdout.close()
        server.wait(20)
    assert (data / FILE).exists()
    Store(f"sqlite:///{data / FILE}").close()


def test_it_says_which_version_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--version"])
    assert (ended.value.code, capsys.readouterr().out) == (0, f"Gunbai {VERSION}\n")
