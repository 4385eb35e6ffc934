"""The test command: what it runs, and how it ends."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from app import check
from app.bootstrap import postgres, scripts
from app.bootstrap.places import ROOT
from app.check import Result, Step, plan, run, summary
from tests.conftest import UNTRACED, pytest_ignore_collect


def python(code: str, loud: bool = False) -> Step:
    """A check that runs some code."""
    return Step("a check", (sys.executable, "-c", code), loud)


def test_everything_is_run_in_order() -> None:
    names = [step.name for step in plan(fast=False, rest=[])]
    assert names[:4] == ["ruff format", "ruff check", "mypy", "import contracts"]
    assert names[4:8] == ["types of scripts", "format of scripts", "lint of scripts", "tests of scripts"]
    assert names[8:11] == ["tests of the hand", "pytest, counted", "pytest, the rest"]
    assert names[11:] == ["coverage of rules", "coverage of the rest"]


def test_what_is_counted_and_the_rest_are_all_tests() -> None:
    counted, others = [step for step in plan(fast=False, rest=[]) if step.loud]
    assert counted.command[-4:] == ("-m", "not untraced", *check.COUNTING)
    assert others.command[-2:] == ("-m", "untraced")
    assert not [name for name in UNTRACED if not (ROOT / "tests" / name.partition("::")[0]).exists()]
    loaded = {
        file.relative_to(ROOT).as_posix(): [
            chosen
            for chosen in ("not untraced", "untraced")
            if not pytest_ignore_collect(
                file, cast("pytest.Config", SimpleNamespace(getoption={"markexpr": chosen}.get))
            )
        ]
        for file in (ROOT / "tests").rglob("test_*.py")
    }
    assert loaded["tests/attacks/test_bombs.py"] == ["untraced"]
    assert loaded["tests/test_check.py"] == ["not untraced"]
    assert loaded["tests/games/test_by_itself.py"] == ["not untraced", "untraced"]
    assert all(loaded.values())


def test_fast_leaves_out_what_is_slow_and_demands_no_coverage() -> None:
    step = plan(fast=True, rest=["-x"])[-1]
    assert step.name == "pytest"
    assert step.command[-3:] == ("-m", check.FAST, "-x")
    assert not any(word.startswith("--cov") for word in step.command)


def test_a_check_that_holds_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = run(python("print('noise')"), tmp_path)
    assert result.code == 0
    assert capsys.readouterr().out == f"{result}\n"


def test_a_check_that_fails_shows_what_it_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = run(python("import sys; print('wrong'); sys.exit(3)"), tmp_path)
    assert result.code == 3
    assert capsys.readouterr().out == f"wrong\n{result}\n"


def test_every_check_is_run_though_one_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    steps = [python("raise SystemExit(1)"), python("print('I ran')", loud=True)]
    monkeypatch.setattr(check, "plan", lambda fast, rest: steps)
    monkeypatch.setattr(scripts, "bring", lambda root: None)
    assert check.main(["--fast"]) == 1
    out = capfd.readouterr().out
    assert "I ran" in out
    assert "some checks did not hold: a check" in out


def test_a_browser_is_brought_unless_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    brought: list[Path] = []
    monkeypatch.setenv("CHROMIUM", "")
    monkeypatch.setattr(check, "bring", lambda environ: "/the/browser")
    monkeypatch.setattr(postgres, "bring", lambda environ: True)
    monkeypatch.setattr(check, "plan", lambda fast, rest: [])
    monkeypatch.setattr(scripts, "bring", brought.append)
    assert check.main(["--fast"]) == 0
    assert os.environ["CHROMIUM"] == ""
    assert check.main([]) == 0
    assert os.environ["CHROMIUM"] == "/the/browser"
    assert brought == [ROOT, ROOT]


def test_what_python_compiled_is_kept_for_the_run_and_not_beside_its_source(tmp_path: Path) -> None:
    (tmp_path / "it.py").write_text("")
    for told, there in (({"PYTHONDONTWRITEBYTECODE": "1"}, tmp_path / "kept"), ({}, tmp_path / "__pycache__")):
        assert not there.exists()
        plain = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        assert run(python("import it"), tmp_path, check.kept(plain | told, str(tmp_path / "kept"))).code == 0
        assert [*there.rglob("it.*.pyc")]


def test_the_summary_counts() -> None:
    good = Result(python(""), 0, 1.5)
    assert summary([good, good]) == "\nall 2 checks held (3 s)"


BROKEN_OFF = """
import os
def test_that_fails():
    assert False
def test_that_breaks_off():
    os._exit(9)
"""


def test_a_run_that_is_broken_off_has_named_what_failed(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(BROKEN_OFF)
    command = [sys.executable, "-m", "pytest", "-q", "-ptests.conftest", f"--rootdir={tmp_path}", str(tmp_path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 9
    assert "FAILED test_it.py::test_that_fails (call)\n" in ran.stdout
