"""The first minute: from a bare Python to a running command, and the words when the world says no."""

import ast
import errno
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from app import __main__ as entry
from app.bootstrap import chromium, environment, htmx, inside, ports, scripts, shell, start
from app.bootstrap.places import ROOT, script, venv
from app.bootstrap.words import Stop, read_failure, read_oserror

BARE = ("app/__init__.py", "app/__main__.py")
SEED = (*BARE, "app/bootstrap", "package.json", "package-lock.json", ".npmrc", *map(str, environment.LOCKS.values()))
DEAD = "http://127.0.0.1:9"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what set-up needs, with no environment in it."""
    root = tmp_path / "checkout"
    for name in (*SEED, environment.UV_LOCK, htmx.NODE_LOCK):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, root / name)
    return root


def gunbai(root: Path, *argv: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """A command as a person types it."""
    return subprocess.run(
        [sys.executable, "-m", "app", *argv],
        cwd=root,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )


def words(text: str) -> str:
    """The text on one line."""
    return " ".join(text.split())


def put_environment(root: Path, version: str = "3.11.7") -> None:
    """Something that looks like an environment, with uv in it."""
    for name in ("python", "uv"):
        script(venv(root), name).parent.mkdir(parents=True, exist_ok=True)
        script(venv(root), name).touch()
    (venv(root) / "pyvenv.cfg").write_text(f"home = /usr/bin\nversion = {version}\n")


def stamp(root: Path, kind: str) -> None:
    """The environment says that it holds what the locks ask for now."""
    locks = (root / environment.UV_LOCK, root / environment.LOCKS[kind])
    (venv(root) / f"gunbai-{kind}.stamp").write_text(environment.digest(*locks))


def test_an_old_python_is_told_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    assert entry.main() == 2
    assert "needs Python 3.11 or newer, and this is Python 3.9" in capsys.readouterr().err


@pytest.mark.parametrize("name", BARE)
def test_an_old_python_can_read_the_files_that_tell_it(name: str) -> None:
    ast.parse((ROOT / name).read_text(), feature_version=(3, 4))


@pytest.mark.parametrize("path", sorted((ROOT / "app/bootstrap").glob("*.py")), ids=lambda path: path.name)
def test_set_up_needs_the_standard_library_only(path: Path) -> None:
    nodes = list(ast.walk(ast.parse(path.read_text())))
    named = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    named += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    foreign = [name for name in named if name.split(".")[0] not in sys.stdlib_module_names]
    assert all(name.startswith("app.bootstrap") for name in foreign)


def test_without_a_command_it_says_what_there_is() -> None:
    done = gunbai(ROOT)
    assert (done.returncode, done.stdout) == (2, start.USAGE)
    assert gunbai(ROOT, "--help").returncode == 0


def test_a_taken_port_is_told_before_anything_is_installed(checkout: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = gunbai(checkout, "serve", f"--port={port}")
    assert done.returncode == 1
    assert f"Port {port} on 127.0.0.1 is in use" in words(done.stderr)
    assert re.search(r"serve --port \d+", words(done.stderr))
    assert "Traceback" not in done.stderr
    assert not venv(checkout).exists()


@pytest.mark.parametrize("port", ["", "x", "-1", "65536", "1e3", "٣"])
def test_a_port_that_is_none_is_refused(port: str) -> None:
    with pytest.raises(Stop, match="whole number from 0 to 65535"):
        ports.read_address(["--port", port], {})


def test_the_address_is_read_from_the_command_line_then_the_environment() -> None:
    environ = {"GUNBAI_HOST": "::1", "GUNBAI_PORT": "9000"}
    assert ports.read_address([], {}) == ("127.0.0.1", 8000)
    assert ports.read_address([], environ) == ("::1", 9000)
    assert ports.read_address(["--data", "x", "--port=1", "--host", "h"], environ) == ("h", 1)


def test_a_free_port_is_no_hindrance() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
    ports.check_port("127.0.0.1", port)
    ports.check_port("an address nobody looks at", 0)


def test_an_address_of_another_machine_is_told() -> None:
    with pytest.raises(Stop, match=r"Cannot listen on 192\.0\.2\.1"):
        ports.check_port("192.0.2.1", 8000)


def test_a_port_that_needs_rights_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(host: str, port: int) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(ports, "_bind", refuse)
    with pytest.raises(Stop, match="above 1023"):
        ports.check_port("127.0.0.1", 80)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("error: failed to write\n  Caused by: No space left on device (os error 28)", "The disk is full"),
        ("npm error code ENOSPC", "The disk is full"),
        ("dns error: failed to lookup address information: Temporary failure in name resolution", "network"),
        ("Failed to establish a new connection: [Errno 111] Connection refused", "network"),
        ("npm error code EINTEGRITY", "not the one"),
        ("error: Hash mismatch for `x==1`", "not the one"),
        ("something else\nlast line\n\n", "The last the installer said was: last line"),
        ("", "said was: nothing"),
    ],
)
def test_what_an_installer_says_is_put_into_words(output: str, said: str) -> None:
    assert said in words(str(read_failure("here", output)))
    assert "here" in words(str(read_failure("here", output)))


def test_a_full_disk_is_one_paragraph(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fill(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device", "some/file")

    monkeypatch.setattr(start, "_start", fill)
    assert start.start(["setup"]) == 1
    monkeypatch.setattr(inside, "find", lambda name: fill)
    assert inside.main(["serve"]) == 1
    first, second = capsys.readouterr().err.strip().split("\n\n")
    assert first == second
    assert words(first).startswith("The disk is full, so Gunbai stopped (some/file).")


def test_other_errors_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> int:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(start, "_start", fail)
    with pytest.raises(OSError, match="Input/output"):
        start.start(["setup"])
    monkeypatch.setattr(inside, "find", lambda name: fail)
    with pytest.raises(OSError, match="Input/output"):
        inside.main(["serve"])


def test_a_file_that_may_not_be_written_is_named() -> None:
    stop = read_oserror(PermissionError(errno.EACCES, "Permission denied", "/x/y"))
    assert "may not write or read /x/y" in words(str(stop))


def test_a_port_lost_at_the_last_moment_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lose(argv: list[str]) -> int:
        raise OSError(errno.EADDRINUSE, "Address already in use")

    monkeypatch.setattr(inside, "find", lambda name: lose)
    assert inside.main(["serve", "--port", "8123"]) == 1
    assert "Port 8123" in capsys.readouterr().err


def test_an_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(start, "_start", interrupt)
    assert start.start(["setup"]) == 130
    monkeypatch.setattr(inside, "find", lambda name: interrupt)
    assert inside.main(["test"]) == 130


def test_a_module_that_is_missing_is_named() -> None:
    with pytest.raises(Stop, match="nowhere is missing"):
        inside.find("nowhere")
    assert inside.find("app.check").__name__ == "main"


@pytest.mark.parametrize("kind", ["run", "test"])
def test_an_environment_is_ready_when_its_stamp_fits_the_locks(checkout: Path, kind: str) -> None:
    assert not environment.is_ready(checkout, kind)
    put_environment(checkout)
    assert not environment.is_ready(checkout, kind)
    stamp(checkout, kind)
    assert environment.is_ready(checkout, kind)
    (checkout / environment.LOCKS[kind]).write_text("other==1\n")
    assert not environment.is_ready(checkout, kind)


def test_an_environment_for_tests_can_serve_but_not_the_other_way(checkout: Path) -> None:
    put_environment(checkout)
    stamp(checkout, "test")
    assert environment.is_ready(checkout, "run")
    (venv(checkout) / "gunbai-test.stamp").unlink()
    stamp(checkout, "run")
    assert not environment.is_ready(checkout, "test")


def test_a_stamp_is_written_last(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> str:
        raise Stop("no")

    put_environment(checkout)
    stamp(checkout, "run")
    (checkout / environment.LOCKS["run"]).write_text("other==1\n")
    monkeypatch.setattr(environment, "run", fail)
    with pytest.raises(Stop, match="no"):
        environment.make(checkout, "run")
    assert not list(venv(checkout).glob("*.stamp"))
    monkeypatch.setattr(environment, "run", lambda *_, **__: "")
    environment.make(checkout, "run")
    assert environment.is_ready(checkout, "run")


@pytest.mark.parametrize(("version", "usable"), [("3.10.2", False), ("3.11.0", True), ("3.14.1", True)])
def test_an_environment_of_an_old_python_is_made_anew(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, version: str, usable: bool
) -> None:
    made: list[Path] = []
    monkeypatch.setattr(environment, "run", lambda *_, **__: "")
    monkeypatch.setattr(environment, "_make_venv", made.append)
    put_environment(checkout, version)
    environment.make(checkout, "run")
    assert made == ([] if usable else [venv(checkout)])


def test_a_python_without_venv_is_told_the_one_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "_has_venv", lambda: False)
    monkeypatch.setattr(environment, "apt_install", lambda package: False)
    with pytest.raises(Stop) as caught:
        environment._make_venv(tmp_path / ".venv")
    assert f"sudo apt-get install -y python3.{sys.version_info.minor}-venv" in words(str(caught.value))


def test_apt_is_asked_again_with_fresh_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answer(command: list[str]) -> bool:
        asked.append(command[1])
        return len(asked) > 1

    monkeypatch.setattr(shell, "apt_prefix", lambda: ["apt-get"])
    monkeypatch.setattr(shell, "works_long", answer)
    assert shell.apt_install("chromium")
    assert asked == ["install", "update", "install"]
    monkeypatch.setattr(shell, "apt_prefix", lambda: None)
    assert not shell.apt_install("chromium")


@pytest.mark.parametrize(
    ("programs", "root", "prefix"),
    [
        ((), True, None),
        (("apt-get",), True, "env"),
        (("apt-get",), False, None),
        (("apt-get", "sudo"), False, "sudo"),
    ],
)
def test_apt_is_used_as_root_or_by_sudo(
    monkeypatch: pytest.MonkeyPatch, programs: tuple[str, ...], root: bool, prefix: str | None
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name if name in programs else None)
    monkeypatch.setattr(os, "geteuid", lambda: 0 if root else 1000)
    monkeypatch.setattr(shell, "works", lambda *command: True)
    found = shell.apt_prefix()
    assert (found and found[0]) == prefix


def test_a_named_chromium_must_start(tmp_path: Path) -> None:
    with pytest.raises(Stop, match="CHROMIUM names"):
        chromium.find({"CHROMIUM": str(tmp_path / "none")})


def test_a_chromium_on_the_path_that_does_not_start_is_passed_over(tmp_path: Path) -> None:
    for name, code in (("chromium", 1), ("google-chrome", 0)):
        (tmp_path / name).write_text(f"#!/bin/sh\nexit {code}\n")
        (tmp_path / name).chmod(0o755)
    assert chromium.find({"PATH": str(tmp_path)}) == str(tmp_path / "google-chrome")


@pytest.mark.parametrize(("here", "known", "kept", "used"), [
    (None, True, ["chromium-headless-shell"], "/usr/bin/chromium-headless-shell"),
    (None, True, ["chromium"], "/usr/bin/chromium"),
    ("/usr/bin/chromium", True, ["chromium-headless-shell"], "/usr/bin/chromium-headless-shell"),
    ("/usr/bin/chromium", True, [], "/usr/bin/chromium"),
    ("/usr/bin/chromium", False, ["chromium-headless-shell"], "/usr/bin/chromium"),
    (None, True, [], "/cache/chrome"),
])  # fmt: skip
def test_the_lightest_chromium_is_brought_by_apt_else_one_by_playwright(
    monkeypatch: pytest.MonkeyPatch, here: str | None, known: bool, kept: list[str], used: str
) -> None:
    """``here``: what there is; ``known``: apt-cache knows packages; ``kept``: what apt-get can install."""
    found = [here]

    def install(package: str) -> bool:
        if package in kept:
            found.append(f"/usr/bin/{package}")
        return package in kept

    monkeypatch.setattr(chromium, "find", lambda environ: found[-1])
    monkeypatch.setattr(chromium, "apt_install", install)
    monkeypatch.setattr(chromium, "run", lambda command, what: "/cache/chrome\n")
    monkeypatch.setattr(chromium, "works", lambda *command: known or command[0] != "apt-cache")
    assert chromium.bring({}) == used


def test_no_chromium_at_all_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(command: list[str], what: str) -> str:
        raise read_failure(what, "getaddrinfo ENOTFOUND")

    monkeypatch.setattr(chromium, "find", lambda environ: None)
    monkeypatch.setattr(chromium, "apt_install", lambda package: False)
    monkeypatch.setattr(chromium, "run", fail)
    with pytest.raises(Stop, match="No Chromium was found"):
        chromium.bring({})


def test_htmx_is_fetched_again_when_its_lock_changes(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fetched: list[Path] = []

    def install(root: Path) -> None:
        fetched.append(root)
        for name in htmx.FILES:
            (root / htmx.SOURCES / name).parent.mkdir(parents=True, exist_ok=True)
            (root / htmx.SOURCES / name).write_text(name)

    monkeypatch.setattr(htmx, "_install", install)
    folder = htmx.fetch(checkout)
    assert {name: (folder / Path(name).name).read_text() for name in htmx.FILES} == {name: name for name in htmx.FILES}
    htmx.fetch(checkout)
    assert len(fetched) == 1
    (checkout / "package-lock.json").write_text("{}")
    htmx.fetch(checkout)
    assert len(fetched) == 2
    (folder / "hx-ws.min.js").unlink()
    htmx.fetch(checkout)
    assert len(fetched) == 3


def test_npm_is_borrowed_when_there_is_none_or_it_fails(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[str] = []

    def run(command: list[str | Path], what: str, **_: object) -> str:
        commands.append(Path(command[0]).name)
        if command[0] == "/broken/npm":
            raise Stop("broken")
        return ""

    monkeypatch.setattr(htmx, "run", run)
    monkeypatch.setattr(htmx, "install", lambda *_: commands.append("install"))
    for npm in (None, "/broken/npm", "/usr/bin/npm"):
        monkeypatch.setattr(shutil, "which", lambda name, npm=npm: npm)
        htmx._install(checkout)
    borrowed = [Path(sys.executable).name, "install", script(Path(), "npm").name]
    assert commands == [*borrowed, "npm", *borrowed, "npm"]


def test_what_checks_scripts_is_fetched_again_when_others_are_named(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched: list[Path] = []
    named = checkout / scripts.FOLDER / "package.json"
    (checkout / scripts.STAMP).parent.mkdir(parents=True)
    named.write_text("{}")
    monkeypatch.setattr(scripts, "run", lambda command, what, cwd, env: fetched.append(cwd))
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/npm")
    scripts.bring(checkout)
    scripts.bring(checkout)
    named.write_text("{ }")
    scripts.bring(checkout)
    assert fetched == [checkout / scripts.FOLDER] * 2
    monkeypatch.setattr(shutil, "which", lambda name: None)
    named.write_text("{}")
    with pytest.raises(Stop, match="npm was not found"):
        scripts.bring(checkout)


@pytest.mark.slow
def test_set_up_from_nothing_then_without_a_network(checkout: Path) -> None:
    done = gunbai(checkout, "setup")
    assert done.returncode == 0, done.stderr
    assert (checkout / htmx.TARGET / "htmx.min.js").stat().st_size > 30_000
    again = gunbai(checkout, "serve", "--port=0", PIP_INDEX_URL=DEAD, UV_INDEX_URL=DEAD, npm_config_registry=DEAD)
    assert words(again.stderr) == inside.MISSING.format(name="app.cli")


@pytest.mark.slow
def test_set_up_without_a_network_is_told_and_leaves_no_stamp(checkout: Path) -> None:
    offline = {"PIP_INDEX_URL": DEAD, "PIP_NO_CACHE_DIR": "1", "PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": ""}
    done = gunbai(checkout, "setup", **offline)
    assert done.returncode == 1
    assert "could not reach the package servers (installing uv)" in words(done.stderr)
    assert "Traceback" not in done.stderr
    assert not environment.is_ready(checkout, "run")
