"""Every ruling of the case files holds, and the judge says what is wrong with a case that does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.judge.blocks import Block, blocks, files, judge, main

HERE = Path(__file__).parent
CASES = {str(file.relative_to(HERE)): [*blocks(file)] for file in files([str(HERE)])}
BLOCKS = [block for found in CASES.values() for block in found]
CALM = "system ronin\nphase move\nmodel Aki red at=10,10\nmodel Jiro blue at=30,30\n"
STAGED = "system ronin\nphase end\nmodel Aki red at=10,10 stunned=1\nmodel Jiro blue at=30,30\n"


def named(block: Block) -> str:
    return f"{block.file.stem}:{block.line}"


def said_of(folder: Path, text: str) -> str:
    """What the judge says of the only block of a text."""
    file = folder / "one.case"
    file.write_text(text, encoding="utf-8")
    (only,) = blocks(file)
    return judge(only).differs


@pytest.mark.parametrize("file", CASES)
def test_the_rulings_of_a_file_hold(file: str) -> None:
    assert [str(verdict) for verdict in map(judge, CASES[file]) if verdict.differs] == []


def test_every_block_says_what_it_rules() -> None:
    assert len(BLOCKS) > 100
    assert [named(block) for block in BLOCKS if block.title == "(no title)"] == []


def test_a_block_that_holds_differs_in_nothing(tmp_path: Path) -> None:
    assert said_of(tmp_path, STAGED + "dice 3\nstate Aki stunned=0\nwaits dice priority RON-PRI-03\n") == ""


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("dice 3\nstate Aki stunned=0\n", "line 6: 1d6 are called for"),
        ("dice 3\nno-event turn-ended turn=7\nwaits dice\n", "line 6: 1d6 are called for"),
        ("dice 3\nover red\n", "line 6: 1d6 are called for"),
        ("dice 3\nwaits dice\nno-event turn-ended turn=7\n", ""),
        ("dice 3\nrolls 1d6\nno-event turn-ended turn=7\n", ""),
        ("dice 3\nwaits\n", ""),
        ("rolls 1d6\ndice 3\n", "line 6: 1d6 are called for"),
        ("dice 3\nwaits dice stunned\n", "line 6: called for: 1d6 priority RON-PRI-03"),
        ("dice 3\nwaits red\n", "line 6: red is not asked"),
    ],
)
def test_dice_that_wait_at_the_end_or_under_a_claim_are_named(tmp_path: Path, rows: str, said: str) -> None:
    found = said_of(tmp_path, STAGED + rows)
    assert found.startswith(said)
    assert bool(found) == bool(said)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("play\n", "line 5: asked now: red activate.move"),
        ("waits red activate.move RON-PRI-07\n", ""),
        ("waits red activate.action\n", "line 5: red is asked activate.move"),
        ("offers red Aki : " + "hold run walk\n", "line 5: "),
        ("offers red Aki move : allowance=6in radius=0.5in start=10,10\n", ""),
        ("offers red Aki move : allowance=5in\n", "line 5: expected allowance=5in, it is said"),
        ("refuses red Aki run 10,30 : RON-MOV-03\n", ""),
        ("refuses red Aki run 10,30 : RON-MOV-04\n", "line 5: expected RON-MOV-04, got"),
        ("refuses red Aki run 10,30 :\n", "line 5: what is expected?"),
        ("refuses blue Jiro hold : RON-PRI-07\n", "line 5: asked now: red"),
        ("answer red Aki hold\nasks blue\nanswer blue Jiro hold\n", "line 7: asked now: red"),
        ("answer red Aki hold\nwaits dice\n", "line 6: no dice are called for"),
    ],
)
def test_questions_that_wait_at_the_end_are_named(tmp_path: Path, rows: str, said: str) -> None:
    found = said_of(tmp_path, CALM + rows)
    assert found.startswith(said)
    assert bool(found) == bool(said)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("sees red turn : 1", ""),
        ("sees red turn : 2", "line 5: turn is 1"),
        ("sees blue Aki at : 10,10", ""),
        ("sees watcher Aki side : a", ""),
        ("sees red Saburo : no", ""),
        ("sees red Aki : yes", ""),
        ("sees red Aki : no", "line 5: Aki is yes"),
        ("sees red pieces : Aki+Jiro", ""),
        ("sees red pieces count : 2", ""),
        ("sees red pieces 1 id : Jiro", ""),
        ("sees red sides blue models Jiro badges : none", ""),
        ("sees red inspect Aki notes card.rank : no", ""),
        ("sees red", "line 5: 'sees' needs a path"),
        ("shows scenarios duel : yes", ""),
        ("shows scenarios chess : yes", "line 5: scenarios chess is no"),
        ("reaches Aki commander : none", "line 5: 'reaches' needs"),
        ("lies Aki 10,11 1", ""),
        ("lies Aki 10,11 0.9", "line 5: Aki stands 1.00 away from 10,11"),
        ("lies Saburo 10,11 1", "line 5: nothing of the table is called 'Saburo'"),
        ("lies Aki 10,11", "line 5: 'lies' takes 3 words"),
        ("faces Aki 0 1", "line 5: nothing of the table is called 'Aki' and looks some way"),
    ],
)
def test_what_is_shown_now_is_compared(tmp_path: Path, row: str, said: str) -> None:
    found = said_of(tmp_path, f"{CALM}{row}\nwaits\n")
    assert found.startswith(said)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("faces Kiba 0 1", ""),
        ("faces Kiba 350 10", ""),
        ("faces Kiba 350 9", "line 6: Kiba looks 10.00 degrees off 350"),
        ("faces Kiba 310 45", "line 6: Kiba looks 50.00 degrees off 310"),
        ("faces Kiba north 1", "line 6: 'north' is no whole number"),
    ],
)
def test_where_a_unit_looks_is_compared_all_round(tmp_path: Path, row: str, said: str) -> None:
    ridden = """system kensei
phase orders
table 90x90
unit Kiba red entry=kiba_musha models=6 files=3 at=60,75
unit Kuro blue entry=heishi models=10 files=5 at=45,20
"""
    found = said_of(tmp_path, f"{ridden}{row}\nwaits\n")
    assert found.startswith(said) if said else not found
    assert bool(found) == bool(said)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("amend Aki place at=12,10\nstate Aki at=12,10\nwaits red\n", ""),
        ("amend Aki place at=12,10 and Jiro remove\nstate Aki at=12,10\nstate Jiro fate=dead\nwaits\n", ""),
        ("answer red Aki move 11,10\namend Jiro set stunned=1\nstate Aki at=10,10\nno-event moved\nwaits\n", ""),
        ("answer red Aki move 11,10\namend Jiro set stunned=1\n", "line 6: asked now: red activate.move"),
        ("amend Aki place at=36,36 : amend.off-table model=Aki ENG-UMP-04\nwaits\n", ""),
        ("amend Aki place at=36,36 : amend.upon ENG-UMP-04\nwaits\n", "line 5: expected amend.upon ENG-UMP-04, got"),
        ("amend Aki place at=12,10 : ENG-UMP-04\nwaits\n", "line 5: it was taken"),
        ("amend Aki place at=36,36\nwaits\n", "line 5: refused: amend.off-table"),
        ("amend Aki place : amend.no-place\nwaits\n", ""),
        ("amend Aki set stunned=10 : amend.value least=0 most=9 got=10\nwaits\n", ""),
        ("amend Aki hop\nwaits\n", "line 5: who, and what becomes of it?"),
        ("amendable count : 2\namendable Aki scores 0 most : 9\nwaits\n", ""),
        ("amendable Aki deeds : place\nwaits\n", "line 5: Aki deeds is place+remove+set"),
    ],
)
def test_an_umpires_edit_changes_the_position_where_the_phase_began(tmp_path: Path, rows: str, said: str) -> None:
    found = said_of(tmp_path, CALM + rows)
    assert found.startswith(said)
    assert bool(found) == bool(said)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("default red : Aki hold\n", ""),
        ("default red : Aki move 10,12\n", 'line 5: by default: {"pick": "Aki", "then": "hold"}'),
        ("default blue : Jiro hold\n", "line 5: blue is not asked"),
    ],
)
def test_what_is_answered_for_whoever_says_nothing_is_compared(tmp_path: Path, rows: str, said: str) -> None:
    found = said_of(tmp_path, CALM + rows)
    assert found.startswith(said)
    assert bool(found) == bool(said)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("tells red Move Phase : weight=phase\n", ""),
        ("tells watcher Move Phase\n", ""),
        ("tells red Move Phase : weight=turn\n", "line 5: told since then: Move Phase {"),
        ("tells red Move Phase : charge=none total=none\n", ""),
        ("tells red Move Phase : charge=1\n", "line 5: told since then: Move Phase {"),
        ("tells red Move\n", "line 5: told since then: Move Phase; asked now"),
        ("tells red Move Phase\ntells red Move Phase\n", "line 6: told since then: nothing; asked now"),
        ("tells\n", "line 5: 'tells' needs a seat"),
    ],
)
def test_what_the_log_tells_is_compared(tmp_path: Path, rows: str, said: str) -> None:
    found = said_of(tmp_path, f"{CALM}{rows}waits\n")
    assert found.startswith(said)
    assert bool(found) == bool(said)


@pytest.mark.parametrize(
    ("rows", "line", "word"),
    [
        ("throws 3\n", 5, "unknown word 'throws'"),
        ("dice 3\ndice 4\ndice 4 4 4\ndice 5\n", 7, "1d6"),
        ("dice 2\nevent stunned-rolled removed=1 RON-END-04\n", 6, "no such event"),
        ("dice 3\nevent stunned-rolled removed=1 RON-END-01\n", 6, "no such event"),
        ("dice 3\nwaits\nno-event stunned-rolled removed=1\n", 7, "it happened"),
        ("dice 3\nstate Aki stunned=1\n", 6, "stunned is 0"),
        ("dice 3\nstate Saburo stunned=1\n", 6, "nothing is called 'Saburo'"),
        ("dice 3\nstate Aki stun=1\n", 6, "no 'stun'"),
        ("answer red yes\n", 5, "red is not asked"),
        ("rolls 2d6\n", 5, "called for: 1d6 stunned RON-END-01"),
        ("waits\nover red\n", 6, "the game goes on"),
        ("dice 3\nmodel Boro red at=12,12\n", 6, "must stand before the first step"),
        ("dice priority 3\n", 5, "'stunned' is rolled"),
        ("dice 7\n", 5, "1d6 are rolled"),
    ],
)
def test_a_case_that_does_not_hold_is_told_with_its_line(tmp_path: Path, rows: str, line: int, word: str) -> None:
    said = said_of(tmp_path, STAGED + rows)
    assert said.startswith(f"line {line}: ")
    assert word in said


def test_dice_left_over_are_an_error(tmp_path: Path) -> None:
    calm = "system ronin\nphase move\nmodel Aki red at=10,10\nmodel Jiro blue at=30,30\ndice 3\n"
    assert said_of(tmp_path, calm) == "line 5: these dice were never called for"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("phase end\n", "line 1: a case begins with 'system'"),
        ("system chess\n", "line 1: no such system"),
        ("system ronin\nmodel Aki red at=here\n", "line 2: "),
        ("system ronin\nmodel Aki red colour=blue\nplay\n", "line 2: unknown trait 'colour'"),
        ("system ronin\nmodel Aki red at=1,1 rank=6\nplay\n", "line 2: no Rank 6"),
        ("system ronin\nmodel Aki red at=1,1\n", "line 2: the case plays nothing"),
    ],
)
def test_a_case_that_cannot_be_read_is_told_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    assert said_of(tmp_path, text + "play\n" if "play" not in said and "play" not in text else text).startswith(said)


def test_the_count_is_printed_and_the_exit_status_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "good.case").write_text(f"# One good.\n{STAGED}dice 3\nwaits\n", encoding="utf-8")
    assert main([str(tmp_path)]) == 0
    assert "1 blocks, 1 hold, 0 differ" in capsys.readouterr().out
    (tmp_path / "worse.case").write_text(f"# One bad.\n{STAGED}dice 3\nstate Aki stunned=1\n", encoding="utf-8")
    assert main([str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "2 blocks, 1 hold, 1 differ" in out
    assert "One bad." in out


def test_a_missing_file_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.case")]) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_a_folder_without_blocks_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 1
    assert "no block was found" in capsys.readouterr().err
