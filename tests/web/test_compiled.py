"""Templates that were compiled once are taken from where they were kept; where nothing can be kept nothing breaks."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from app.web.page import compiled
from app.web.page.compiled import Compiled


def read(cache: Compiled | None, source: str) -> str:
    """What a page of this source says."""
    env = Environment(loader=DictLoader({"a.html": source}), bytecode_cache=cache, autoescape=True)
    return env.get_template("a.html").render()


def test_what_was_compiled_is_not_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(Compiled(str(tmp_path)), "{{ 1 + 1 }}") == "2"
    monkeypatch.setattr(Environment, "compile", None)
    assert read(Compiled(str(tmp_path)), "{{ 1 + 1 }}") == "2"


def test_another_source_is_compiled(tmp_path: Path) -> None:
    assert [read(Compiled(str(tmp_path)), said) for said in ("one", "two")] == ["one", "two"]


def test_where_nothing_can_be_kept_it_is_compiled_each_time(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    cache = Compiled(str(tmp_path))
    cache.directory = str(tmp_path / "file")
    assert read(cache, "one") == "one"


def test_no_folder_that_is_ones_own_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def unsafe(_: object) -> str:
        raise RuntimeError("not owned by you")

    monkeypatch.setattr(Compiled, "_get_default_cache_dir", unsafe)
    assert compiled.compiled() is None
