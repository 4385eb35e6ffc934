"""Mutants: what can be broken, that a case which looks notices, and that one which does not lets it live."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from app.bootstrap.places import ROOT
from app.mutation import figures
from app.mutation.branches import broken, marked, sites
from app.mutation.command import Report, main, note, told
from app.mutation.equal import Equal, list_of, read_equals
from app.mutation.mutants import Mutant, drawn, possible, standing
from app.systems import SYSTEMS

TEXT = """# 3 of them
[row]
far = 12
near = "4.5"
share = "1/3"
name = "4 men"
open = true
by_turn = { "6" = 2 }
"""
CODE = '''
def may(a: int, b: tuple[int, ...] = ()) -> bool:
    """Whether 1 < 2."""
    if a < 3 and b:
        return False
    for one in [x for x in b if not x]:
        tell(one)
    return any(b) if a == 4 else True
'''
END = "system ronin\nphase end\nmodel Aki red at=10,10 stunned=2\nmodel Jiro blue at=30,30\n"


def run(*words: str) -> tuple[int, list[str]]:
    """The exit status of the command and its lines."""
    command = [sys.executable, "-m", "app.bootstrap.inside", "mutate", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, [*done.stdout.splitlines(), *done.stderr.splitlines()]


def test_the_figures_of_a_table_are_its_numbers_shares_and_truths_but_no_words() -> None:
    found = list(figures.read(TEXT))
    assert [(f.value, f.line, f.under, f.is_key) for f in found] == [
        ("12", 3, "row.far", False), ("4.5", 4, "row.near", False), ("1/3", 5, "row.share", False),
        ("true", 7, "row.open", False), ("6", 8, "row.by_turn", True), ("2", 8, "row.6", False),
    ]  # fmt: skip


def test_a_figure_is_changed_where_it_stands_and_nowhere_else() -> None:
    near = list(figures.read(TEXT))[1]
    assert near.others() == ("5.5", "3.5")
    assert near.changed("5.5").written() == TEXT.replace('"4.5"', '"5.5"')


def test_the_branches_of_a_function_are_found_and_no_type_or_text_is() -> None:
    found = [f"{s.before} -> {s.after}" for s in sites(ast.parse(CODE))]
    assert "a < 3 -> a <= 3" in found
    assert "a < 3 and b -> a < 3 or b" in found
    assert "a < 3 and b -> b" in found
    assert "3 -> 4" in found
    assert "if a < 3 and b: return False -> (nothing)" in found
    assert "tell(one) -> (nothing)" in found
    assert "… if not x -> … (all)" in found
    assert "any(b) -> all(b)" in found
    assert "False -> True" in found
    assert not [f for f in found if "int" in f or "1 <" in f]


def test_each_site_breaks_the_module_in_one_way_of_its_own() -> None:
    count = len(sites(ast.parse(CODE)))
    texts = {ast.unparse(broken(CODE, number)) for number in range(count)}
    assert ast.unparse(ast.parse(CODE)) not in texts
    assert len(texts) >= count - 2


def test_a_marked_module_says_which_sites_are_reached() -> None:
    found = sites(ast.parse(CODE))
    inner = next(n for n, s in enumerate(found) if s.before == "tell(one)")
    last = next(n for n, s in enumerate(found) if s.before == "any(b)")
    seen: list[int] = []
    names: dict[str, object] = {"__reached__": seen.append, "tell": print}
    exec(compile(marked(CODE, [inner, last]), "marked", "exec"), names)
    names["may"](9, ())  # type: ignore[operator]
    assert seen == [last]


def test_the_seed_alone_decides_which_are_drawn() -> None:
    first, second, other = (drawn("ronin", 40, seed) for seed in (7, 7, 8))
    assert [str(m) for m in first] == [str(m) for m in second]
    assert [str(m) for m in first] != [str(m) for m in other]


@pytest.mark.parametrize("system", [s.key for s in SYSTEMS])
def test_half_of_what_is_drawn_are_figures_and_none_is_of_words_or_staging(system: str) -> None:
    found = drawn(system, 40, 7)
    assert len([m for m in found if m.figure]) == 20
    assert not [m for m in found if m.file.endswith("words.py") or "/words/" in m.file or m.file.endswith("staging.py")]


def test_a_case_that_looks_notices_what_one_that_does_not_lets_live(tmp_path: Path) -> None:
    looks, blind = tmp_path / "looks", tmp_path / "blind"
    for folder, says in (
        (looks, "dice 3\nstate Aki stunned=1\nwaits\n"),
        (blind, "dice 3\nstate Jiro stunned=0\nwaits\n"),
    ):
        folder.mkdir()
        (folder / "one.case").write_text(f"# Stunned counters go.\n{END}{says}", encoding="utf-8")
    place = "end.toml:" + str(line_of("turn/end.toml", "high = 5", "removes"))
    noticed = run("ronin", "--at", place, "--cases", str(looks))
    assert noticed[0] == 0, noticed
    assert noticed[1][-1] == "1 mutants, 1 killed, 0 survived"
    code, lines = run("ronin", "--at", place, "--cases", str(blind))
    assert (code, lines[-1]) == (1, "1 mutants, 0 killed, 1 survived")
    assert lines[0].startswith(f"survived  app/systems/ronin/turn/{place} ")
    assert told(Report(survived=standing("ronin", place, 1)), 1) == 0


def line_of(name: str, row: str, key: str) -> int:
    """The line of a figure in a table of Ronin."""
    lines = (ROOT / "app/systems/ronin" / name).read_text(encoding="utf-8").splitlines()
    start = lines.index(row)
    return next(n for n, line in enumerate(lines, 1) if n > start and line.startswith(key))


def test_cases_that_do_not_hold_unbroken_are_told(tmp_path: Path) -> None:
    (tmp_path / "one.case").write_text(f"# Wrong.\n{END}dice 3\nstate Aki stunned=2\n", encoding="utf-8")
    code, lines = run("ronin", "--count", "2", "--cases", str(tmp_path))
    assert code != 0
    assert "does not hold" in " ".join(lines)


def test_what_is_listed_as_equal_is_a_mutant_and_has_a_reason() -> None:
    for system in SYSTEMS:
        if equals := read_equals(system.key):
            assert not [str(e) for e in equals.values() if not e.why]
            assert not set(equals) - possible(system.key)


def test_an_equal_mutant_is_not_a_survivor_and_one_that_a_case_notices_is_told() -> None:
    one = Mutant("rules.py", 3, "may", "a < 3", "a <= 3")
    listed = {one.name: Equal(list_of("ronin"), 1, one.name, "a is never 3")}
    report = Report()
    note(report, one, "", listed)
    assert report.line() == "1 mutants, 0 killed, 0 survived, 1 change nothing"
    note(report, one, "ACT.case:3", listed)
    assert report.wrong == [f"equal.txt:1 {one.name}: a case notices it (ACT.case:3)"]


def test_one_file_or_line_can_be_chosen() -> None:
    line = line_of("combat/weapons.toml", "[katana]", "cost")
    lines = standing("ronin", f"weapons.toml:{line}", 1)
    assert {(m.file, m.line) for m in lines} == {("app/systems/ronin/combat/weapons.toml", line)}
    assert {Path(m.file).name for m in standing("ronin", "shooting/flow.py", 1)} == {"flow.py"}


@pytest.mark.parametrize("words", [["chess"], ["ronin", "--count", "0"], ["ronin", "--at", "nowhere.py"]])
def test_what_cannot_be_done_is_told_in_words(words: list[str]) -> None:
    with pytest.raises(Exception, match=r"There is no|must be|Nothing can"):
        main(words)
