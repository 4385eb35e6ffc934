"""Figures: what is changed in memory makes a difference to a page, a case or a set-up, or is listed with its reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap.places import ROOT
from app.mutation.equal import read_equals
from app.mutation.figures import figures, read
from app.mutation.mutants import mutant_of
from app.mutation.reading import mutants
from app.systems import SYSTEMS
from tests.mutation.test_mutate import END, run

CHANGED = "12"
KEYS = [system.key for system in SYSTEMS]
SAMPLED = ("ronin", "celtos", "kensei")
"""Daimyo holds figures that make no difference yet; ``app mutate SYSTEM --figures`` names them."""


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("system", SAMPLED)
def test_figures_that_are_changed_make_a_difference(system: str) -> None:
    code, lines = run(system, "--figures", "--count", CHANGED, "--seed", "2")
    assert code == 0, "\n".join(lines)
    assert lines[-1].startswith(f"{CHANGED} figures, ")


@pytest.mark.parametrize("system", KEYS)
def test_what_only_words_show_is_a_figure_and_has_a_reason(system: str) -> None:
    listed = read_equals(system, "words.txt")
    names = {mutant.name.partition(":")[0] for mutant in mutants(system)} if listed else set()
    assert not [str(one) for one in listed.values() if not one.why or one.name not in names]


@pytest.mark.slow
def test_a_figure_that_nothing_reads_is_named(tmp_path: Path) -> None:
    (tmp_path / "one.case").write_text(f"# A die.\n{END}dice 3\nstate Aki stunned=1\nwaits\n", encoding="utf-8")
    code, lines = run("ronin", "--figures", "--count", "6", "--seed", "1", "--cases", str(tmp_path))
    unread = [line for line in lines if line.startswith("unread ")]
    assert code == bool(unread)
    assert lines[-1].endswith(f"{len(unread)} are not read")
    assert unread


@pytest.mark.parametrize(
    ("token", "far"),
    [("3", "16"), ("-2", "13"), ('"4.5"', "19.5"), ('"1/3"', "96/97"), ('"2/3"', "1/97"), ("true", "false")],
)
def test_a_figure_is_changed_far_from_its_value(token: str, far: str) -> None:
    (only,) = read(f"a = {token}\n")
    assert only.far() == far
    assert only.changed(far).original() == only


def test_every_figure_of_every_table_is_changed() -> None:
    for path in ROOT.glob("app/systems/*/*/*.toml"):
        if not path.name.startswith("clauses"):
            assert all(str(mutant_of(path, figure, figure.far())) for figure in figures(path))
