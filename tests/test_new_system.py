"""``python3 -m app new-system``: what it writes is a system whose own tests hold."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.bootstrap.places import ROOT
from app.bootstrap.words import Stop
from app.cli import main
from app.newsystem import MODEL, write


@pytest.mark.parametrize(
    ("key", "package", "prefix"), [("stones", "stones_game", "STO"), ("go-3-men", "go_3_men_game", "GOM")]
)
def test_what_is_written_holds_by_its_own_tests(
    key: str, package: str, prefix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-system", key, "--into", str(tmp_path)]) == 0
    folder = tmp_path / f"{key}-game"
    assert str(folder) in capsys.readouterr().out
    texts = [path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()]
    assert len(texts) == len([path for path in MODEL.rglob("*") if path.is_file() and "__pycache__" not in path.parts])
    assert not [text for text in texts if "blank" in text.lower() or "BLA-" in text]
    assert f"{prefix}-TRN-01" in (folder / package / "turn" / "clauses.toml").read_text("utf-8")
    outer = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    environ = {**outer, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}
    command = [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "-p", "no:cacheprovider", "tests"]
    ran = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    assert " passed" in ran.stdout


@pytest.mark.parametrize("key", ["", "Go", "g", "a-1", "9men", "x" * 33, "../up", "ro nin"])
def test_what_is_no_key_is_refused_in_words(key: str, tmp_path: Path) -> None:
    with pytest.raises(Stop, match=r"is\s+no\s+key"):
        write(key, tmp_path)
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_over(tmp_path: Path) -> None:
    with pytest.raises(Stop, match=r"ronin\s+already"):
        write("ronin", tmp_path)
    (write("stones", tmp_path) / "README.md").write_text("mine")
    with pytest.raises(Stop, match=r"is\s+there\s+already"):
        write("stones", tmp_path)
    assert (tmp_path / "stones-game" / "README.md").read_text() == "mine"
