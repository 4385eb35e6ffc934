"""The package that ``uvx gunbai serve`` starts: built, put into an empty environment, started somewhere else."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from app import VERSION
from app.bootstrap.htmx import FILES
from app.bootstrap.places import ROOT, home, script
from app.lessons.wall import WALL
from app.web.table.api import EXAMPLE

pytestmark = pytest.mark.slow
TOOLS = Path(sys.executable).parent
MOST, MOST_OF_CASES = 8_000_000, 1_500_000
"""Bytes of the package, and of the cases in it."""


def uv(*words: str | Path) -> str:
    """What the set-up's own uv says: out of what it has fetched before, else out of the registry as the set-up does."""
    for offline in (["--offline"], []):
        done = subprocess.run([TOOLS / "uv", *offline, *words], cwd=ROOT, check=False, capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout.strip()
    raise AssertionError(done.stderr)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, as the README has it built."""
    folder = tmp_path_factory.mktemp("dist")
    uv("build", "--wheel", "-q", "-o", folder)
    (made,) = folder.glob("gunbai-*-py3-none-any.whl")
    return made


@pytest.fixture(scope="module")
def gunbai(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command in an environment of its own, in which nothing is but the package and what it says it needs."""
    env = tmp_path_factory.mktemp("fresh") / "env"
    uv("venv", "-q", "--python", sys.executable, env)
    python = script(env, "python")
    assert uv("pip", "list", "--python", python) == "", "it is empty"
    uv("pip", "install", "-q", "--python", python, "-c", ROOT / "requirements.lock", wheel)
    return script(env, "gunbai")


Served = tuple[str, Path, list[str]]


def environ(home: Path) -> dict[str, str]:
    """What somebody has who keeps his things there, and has set nothing."""
    dropped = ("GUNBAI_", "XDG_", "PYTHON", "COV", "VIRTUAL_ENV")
    return {key: said for key, said in os.environ.items() if not key.startswith(dropped)} | {"HOME": str(home)}


@pytest.fixture(scope="module")
def served(wheel: Path, gunbai: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The address of a server that was started in an empty folder, whose it is, and what it said.

    It is started as the README says; ``gunbai`` has fetched what that needs.
    """
    home, here = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("here")
    theirs = environ(home) | {"UV_CACHE_DIR": uv("cache", "dir"), "UV_CONSTRAINT": str(ROOT / "requirements.lock")}
    uvx: list[str | Path] = [TOOLS / "uvx", "--offline", "-q", "--python", sys.executable]
    command = [*uvx, "--from", wheel, "gunbai", "serve", "--port", "0"]
    with subprocess.Popen(command, cwd=here, env=theirs, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            said = [server.stdout.readline() for _ in range(3)]
            found = re.fullmatch(r"Gunbai is open at (http://127\.0\.0\.1:\d+)\n", said[0])
            assert found, said
            yield found[1], home, said
            server.send_signal(signal.SIGTERM)
            assert server.wait(30) == 128 + signal.SIGTERM, "uvx tells of a signal as a shell does"
        finally:
            server.kill()  # whatever went wrong, nobody waits for it for ever
    assert list(here.iterdir()) == [], "nothing is written where it was started"


def read(address: str) -> bytes:
    """What lies there."""
    with urlopen(address, timeout=30) as answer:
        body: bytes = answer.read()
    return body


def test_it_brings_all_that_it_needs_and_nothing_of_ours(gunbai: Path) -> None:
    ask = "import gunbai, sys; print(gunbai.__file__); print(*sys.path, sep='\\n')"
    python = script(gunbai.parents[1], "python")
    done = subprocess.run([python, "-I", "-c", ask], check=True, capture_output=True, text=True, cwd=gunbai.parent)
    where, *paths = done.stdout.splitlines()
    assert Path(where).is_relative_to(gunbai.parents[1])
    assert not [path for path in paths if Path(path).is_relative_to(ROOT)]
    names = {row.partition("==")[0] for row in uv("pip", "freeze", "--python", python).splitlines()}
    assert "sqlalchemy" in names
    assert not names & {"pytest", "hatchling", "mypy"}


def test_its_names_meet_those_of_no_other_package(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names} == {"gunbai", f"gunbai-{VERSION}.dist-info"}
    assert {"gunbai/__init__.py", f"gunbai-{VERSION}.dist-info/licenses/LICENSE"} < set(names)
    assert {f"gunbai/house/static/vendor/{Path(name).name}" for name in FILES} < set(names)
    assert not [name for name in names if "__pycache__" in name or "/node_modules/" in name]


def test_all_that_a_server_reads_is_in_it(wheel: Path) -> None:
    names = {name.removeprefix("gunbai/house/") for name in zipfile.ZipFile(wheel).namelist()}
    folders = ("app", "migrations", "static", "templates")
    found = {file for folder in folders for file in (ROOT / folder).rglob("*") if file.is_file()}
    read = {file.relative_to(ROOT).as_posix() for file in found if "__pycache__" not in file.parts}
    left = {"app/bootstrap/package.py", "app/check.py", "static/vendor/.stamp"}
    assert read - names == left


def test_every_case_that_is_run_is_in_it_once_and_as_it_is(wheel: Path) -> None:
    house = zipfile.ZipFile(wheel)
    kept = "gunbai/house/"
    found = {kept + file.relative_to(ROOT).as_posix(): file for file in WALL.rglob("*.case")}
    assert len(found) > 300
    assert {name for name in house.namelist() if name.startswith(f"{kept}tests/")} == set(found)
    assert [name for name, file in found.items() if house.read(name) != file.read_bytes()] == []
    packed = sum(house.getinfo(name).compress_size for name in found)
    assert packed < MOST_OF_CASES, packed
    assert wheel.stat().st_size < MOST, wheel.stat().st_size


def test_a_page_comes_with_its_style_scripts_and_htmx(served: Served) -> None:
    base, _, _ = served
    page = read(base + "/").decode()
    files = re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js)[^"]*)"', page.replace("&amp;", "&"))
    assert any("vendor/htmx.min.js" in file for file in files)
    assert any(".css" in file for file in files)
    for file in files:
        assert len(read(base + file)) > 100, file


def test_the_rulebook_shows_the_cases_that_came_with_it(served: Served) -> None:
    there = "/rules/ronin/RON-SHO-16/cases"
    page = read(served[0] + there).decode()
    first = re.findall(rf'href="({there}/[^"]+)"', page)[0]
    assert "A ruling, played" in read(served[0] + first).decode()


def test_a_table_is_laid_and_kept_among_the_persons_things(served: Served) -> None:
    base, house, said = served
    systems = json.loads(read(base + "/api/v1/systems"))
    assert set(systems) == {"ronin", "celtos", "daimyo", "kensei"}
    laying = Request(base + "/api/v1/games", json.dumps(EXAMPLE).encode(), {"content-type": "application/json"})
    with urlopen(laying, timeout=30) as answer:
        assert answer.status == 201
    kept = home("linux", {"XDG_DATA_HOME": str(house / ".local" / "share")})
    assert said[1] == f"The games are kept in {kept}\n"
    assert said[2].startswith(f"First run: make the host's account at {base}/setup/")
    assert (kept / "gunbai.sqlite3").exists()


def test_its_words_name_the_command_that_was_typed(gunbai: Path, tmp_path: Path) -> None:
    done = subprocess.run([gunbai], env=environ(tmp_path), capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: gunbai ")
    done = subprocess.run(
        [gunbai, "test"], env=environ(tmp_path), capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 1
    assert "app.check is missing" in done.stderr


@pytest.mark.parametrize(
    ("platform", "environ", "end"),
    [
        ("linux", {}, ".local/share/gunbai"),
        ("linux", {"XDG_DATA_HOME": "/srv"}, "/srv/gunbai"),
        ("darwin", {}, "Library/Application Support/gunbai"),
        ("win32", {"LOCALAPPDATA": "/c/Local"}, "/c/Local/gunbai"),
        ("win32", {}, "AppData/Local/gunbai"),
    ],
)
def test_every_system_has_a_folder_for_it(platform: str, environ: dict[str, str], end: str) -> None:
    assert home(platform, environ).as_posix().endswith(end)
