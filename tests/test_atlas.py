"""``python3 -m app clause``: text, code, sentences and cases of a clause are found where they stand."""

from __future__ import annotations

import pytest

from app.atlas import Place, find
from app.bootstrap.places import ROOT
from app.bootstrap.words import Stop
from app.cli import main


def test_a_clause_is_found_by_the_name_it_has_in_the_code() -> None:
    found = find("RON-SHO-20")
    assert found.text.startswith("RON-SHO-20  Maximum range: A target exactly")
    assert [(place.file, place.what) for place in found.code] == [
        ("app/systems/ronin/shooting/rules.py", "refuse_reach")
    ]  # fmt: skip
    assert [place.what for place in found.said] == ["says shoot.too-far"]
    assert "tests/rulings/ronin/shooting/shooting.case" in {place.file for place in found.cases}


def test_docstrings_events_and_rows_of_names_count() -> None:
    melee = {(place.file.rpartition("/")[2], place.what) for place in find("DAI-PUR-03").code}
    assert {("events.py", "class MeleeEnded"), ("result.py", "close_melees"), ("result.py", "end")} <= melee
    assert "watcher" in {place.what for place in find("KEN-WRN-05").code}
    assert "refuse_panic" in {place.what for place in find("CEL-REA-03").code}


@pytest.mark.parametrize("id", ["RON-MOR-25", "CEL-ALC-02", "DAI-OBE-04", "KEN-CHG-12"])
def test_every_place_is_a_line_that_is_there(id: str) -> None:
    found = find(id)
    assert found.cases
    for place in (*found.code, *found.said, *found.cases):
        lines = (ROOT / place.file).read_text("utf-8").splitlines()
        assert place.what.removeprefix("class ").removeprefix("says ")[:30] in " ".join(lines[place.line - 1 :][:4])


def test_it_is_said_on_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clause", "ron-sho-20", "CEL-GEN-02"]) == 0
    said = capsys.readouterr().out
    assert "\n  code:\n    app/systems/ronin/shooting/rules.py:" in said
    assert "CEL-GEN-02  Reading the die" in said
    assert "  code:\n    none" in said
    assert str(Place("a.py", 3, "f")) == "a.py:3  f"


def test_what_is_no_clause_is_told_so() -> None:
    with pytest.raises(Stop, match="RON-SHO-99 is no clause of ronin, celtos, daimyo, kensei"):
        find("RON-SHO-99")
    with pytest.raises(Stop) as told:
        find("CEL-MAG-03")
    assert "Chapters of celtos: GEN in basics, PRO in basics" in " ".join(str(told.value).split())
    with pytest.raises(Stop, match=r"RON-SHO-20\.$"):
        find("ABC-SHO-20")
