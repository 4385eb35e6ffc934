"""How a command is handed on, and how other programs are run on the way."""

import io
import os
import sys
from pathlib import Path

import pytest

from app.bootstrap import environment, htmx, inside, shell, start
from app.bootstrap.places import script
from app.bootstrap.words import Stop


@pytest.mark.parametrize(
    ("argv", "kind", "handed_on"),
    [
        (["serve", "--port", "0"], "run", True),
        (["test", "--fast"], "test", True),
        (["migrate"], "run", True),
        (["setup"], "run", False),
    ],
)
def test_each_command_gets_its_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, argv: list[str], kind: str, handed_on: bool
) -> None:
    done: list[object] = []
    python = script(tmp_path, "python")

    def make(root: Path, kind: str) -> Path:
        done.append(kind)
        return python

    def become(command: list[str], root: Path) -> int:
        done.append(command)
        return 7

    monkeypatch.setattr(environment, "make", make)
    monkeypatch.setattr(htmx, "fetch", lambda root: done.append("htmx"))
    monkeypatch.setattr(start, "become", become)
    assert start.start(argv) == (7 if handed_on else 0)
    assert done == [kind, "htmx", *([[str(python), "-m", "app.bootstrap.inside", *argv]] if handed_on else [])]


def test_traces_need_an_environment_of_their_own() -> None:
    traced = {"GUNBAI_TRACE_URL": "http://127.0.0.1:4318"}
    assert [start.kind_of(command, traced) for command in ("serve", "setup", "test")] == ["trace", "trace", "test"]
    assert start.kind_of("serve", {"GUNBAI_TRACE_URL": ""}) == "run"


def test_an_environment_that_holds_more_serves_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    has = {"trace"}
    monkeypatch.setattr(environment, "_stamped", lambda root, kind: kind in has)
    script(tmp_path / ".venv", "python").parent.mkdir(parents=True)
    script(tmp_path / ".venv", "python").touch()
    assert [environment.is_ready(tmp_path, kind) for kind in environment.LOCKS] == [True, True, False]


def test_a_set_up_that_stops_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stop(root: Path, kind: str) -> Path:
        raise Stop("Because.")

    monkeypatch.setattr(environment, "make", stop)
    assert start.start(["setup"]) == 1
    assert capsys.readouterr().err == "\nBecause.\n"


def test_the_command_finds_the_tools_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, list[str], dict[str, str]]] = []
    monkeypatch.setattr(os, "execve", lambda *call: calls.append(call))
    monkeypatch.setattr(start, "await_end", lambda command, environ: 0)
    start.become(["/x/python", "-m", "y"], tmp_path)
    path, command, environ = calls[0]
    assert (path, command) == ("/x/python", ["/x/python", "-m", "y"])
    assert environ["PATH"].split(os.pathsep)[0] == str(script(tmp_path / ".venv", "python").parent)
    assert environ["VIRTUAL_ENV"] == str(tmp_path / ".venv")


@pytest.mark.parametrize(("argv", "name"), [(["test", "-x"], "app.check"), (["serve", "-x"], "app.cli")])
def test_inside_the_command_is_found(monkeypatch: pytest.MonkeyPatch, argv: list[str], name: str) -> None:
    asked: list[object] = []

    def command(argv: list[str]) -> int:
        asked.append(argv)
        return 5

    def find(name: str) -> inside.Main:
        asked.append(name)
        return command

    monkeypatch.setattr(inside, "find", find)
    assert inside.main(argv) == 5
    assert asked == [name, argv[1:] if argv[0] == "test" else argv]


def test_a_module_that_lacks_another_is_not_called_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lacking.py").write_text("import nowhere_at_all\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ModuleNotFoundError, match="nowhere_at_all"):
        inside.find("lacking")


def test_a_program_that_works_returns_what_it_printed(tmp_path: Path) -> None:
    code = "import os; print(os.getcwd(), os.environ['FAN'])"
    said = shell.run([sys.executable, "-c", code], "trying", cwd=tmp_path, env={"FAN": "raised"})
    assert said.split() == [str(tmp_path.resolve()), "raised"]


def test_a_program_that_fails_is_put_into_words() -> None:
    with pytest.raises(Stop, match="trying"):
        shell.run([sys.executable, "-c", "raise SystemExit('it broke')"], "trying")


def test_whether_a_program_works() -> None:
    assert shell.works(sys.executable, "--version")
    assert not shell.works(sys.executable, "-c", "raise SystemExit(1)")
    assert not shell.works("/nowhere/at/all")
    assert shell.works_long([sys.executable, "--version"])


def test_a_step_tells_its_time_or_that_it_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    with shell.step("folding"):
        pass
    with pytest.raises(Stop), shell.step("tearing"):
        raise Stop("no")
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("folding … 0.")
    assert second == "tearing … stopped"


def test_a_terminal_that_lacks_a_letter_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    inside.speak_anyhow()
    print("軍配", flush=True)
    assert raw.getvalue() == b"\\u8ecd\\u914d\n"


def test_node_trusts_what_uv_trusts(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"):
        monkeypatch.delenv(name, raising=False)
    assert htmx.trust() == {}
    monkeypatch.setenv("SSL_CERT_FILE", "/a")
    assert htmx.trust() == {"NODE_EXTRA_CA_CERTS": "/a"}
    monkeypatch.setenv("NODE_EXTRA_CA_CERTS", "/b")
    assert htmx.trust() == {"NODE_EXTRA_CA_CERTS": "/b"}
