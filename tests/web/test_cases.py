"""The other cases of a clause: all of the wall that players can be shown, each played or read, by pages and by htmx."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.judge.blocks import blocks, files
from app.lessons import wall
from app.lessons.command import right
from app.lessons.library import folder_of, library
from app.lessons.wall import WALL, Wall, is_shown, named, shown_by
from app.systems import OURS, SYSTEMS, system_of
from app.web.page.words import language
from app.web.rules import played
from app.web.rules.cases import AT_ONCE
from tests.web.people import Person
from tests.web.test_pages import is_page

BOOKS = library(SYSTEMS)
KEYS = [system.key for system in OURS]
LEFT_OUT = {"ronin": 28, "celtos": 15, "daimyo": 31, "kensei": 7}
"""So many blocks of each system are shown to nobody: they ask the judge alone, or are written twice in a file."""
every_system = pytest.mark.parametrize("key", KEYS)


def wall_of(key: str) -> Wall:
    """The wall of a system."""
    found = BOOKS.walls[key]
    assert found is not None
    return found


def seen(key: str, name: str, lang: str = "en") -> dict[str, Any]:
    """What is shown of a case."""
    block, script = BOOKS.case(key, name)
    assert block is not None
    token = language.set(lang)
    try:
        return played.case(block, script)
    finally:
        language.reset(token)


@every_system
def test_whatever_is_not_shown_is_counted(key: str) -> None:
    every = [block for file in files([str(WALL / key)]) for block in blocks(file)]
    assert len(every) - len(wall_of(key).index.cases) == LEFT_OUT[key]
    assert len(every) - LEFT_OUT[key] > 1000
    odd = {row.verb for block in every if not is_shown(block) for row in block.rows} & wall.OF_THE_JUDGE
    assert odd <= {"amend", "amendable", "undo", "sealed", "shows"}


@every_system
def test_a_clause_names_every_case_that_shows_it_but_the_one_picked_for_it(key: str) -> None:
    known = {entry.id for entry in system_of(key).rulebook("en")}
    shown = Counter[str]()
    names = set()
    for stem, file in wall_of(key).files.items():
        for block in blocks(file):
            name = wall.name_of(stem, block)
            if is_shown(block) and name not in names:
                names.add(name)
                shown.update(known.intersection(shown_by(block)))
    picked = wall.picked_in(folder_of(system_of(key)))
    for clause, count in shown.items():
        assert count - 1 <= len(BOOKS.cases(key, clause)) <= count, clause
        assert len(BOOKS.cases(key, clause)) == count or clause in picked, clause
    assert {one.name for one in wall_of(key).index.cases} == names
    lesser = [clause for clause, count in shown.items() if len(BOOKS.cases(key, clause)) < count]
    there = {name.partition(".")[2] for name in names}
    assert set(lesser) == {clause for clause, called in picked.items() if shown[clause] and called & there}


@every_system
def test_a_case_that_is_named_is_played_or_read_and_says_so(key: str) -> None:
    luck, how = Random(f"cases/{key}"), Counter[str]()
    under = wall_of(key).index.under
    for clause in luck.sample(sorted(under), 45):
        one = luck.choice(BOOKS.cases(key, clause) or [None])
        if one is None:
            continue
        block, script = BOOKS.case(key, one.name)
        shown = seen(key, one.name, luck.choice(["en", "es"]))
        assert block is not None
        assert clause in shown_by(block)
        assert shown["says"] == one.title
        assert bool(shown["plays"]) is not bool(shown["ruling"])
        how["played" if shown["plays"] else "read" if not one.plays else "silent"] += 1
        if shown["plays"]:
            assert script is not None
            assert BOOKS.of(script.key) is script
            assert len(script.key) <= 40, "as much as is kept of a lesson's name"
            assert right(script).draws == len(script.dice)
            how["refused"] += bool(shown["plays"][0]["tried"])
    assert how["played"] > 10
    assert how["refused"] > 0
    assert how["silent"] < 0.2 * how["played"]


def test_what_a_case_is_refused_is_shown_with_its_clause() -> None:
    one = next(one for one in BOOKS.cases("ronin", "RON-MOV-03") if one.plays)
    (played_,) = seen("ronin", one.name)["plays"]
    assert "RON-MOV-03" in [no.clause for no in played_["tried"]]


@pytest.mark.untraced
@every_system
def test_more_cases_that_are_named_are_played(key: str) -> None:
    plays = [one for one in wall_of(key).index.cases if one.plays]
    some = Random(f"more/{key}").sample(plays, 150)
    silent = [one.title for one in some if not seen(key, one.name)["plays"]]
    assert len(silent) < 0.1 * len(some), silent


def test_the_book_leads_to_other_cases_and_those_to_a_table(client: TestClient) -> None:
    new, clause = Person(client), "RON-SHO-16"
    there = f"/rules/ronin/{clause}"
    page = is_page(new.page(f"{there}/played"))
    some = BOOKS.cases("ronin", clause)
    assert f'<span class="num">({len(some)})</span>' in page
    assert f'href="{there}/cases"' in page
    page = unescape(is_page(new.page(f"{there}/cases")))
    part = new.part(f"{there}/cases", "more")
    assert "<html" not in part.text
    assert part.headers["cache-control"].startswith("private, max-age")
    for one in some:
        assert one.title in page
        assert f'href="{there}/cases/{one.name}"' in part.text
    alone = is_page(new.page(f"{there}/cases/{some[0].name}"))
    assert "A ruling, played" in alone
    assert 'class="die' in alone
    row = new.part(f"{there}/cases/{some[0].name}", "case")
    assert "<html" not in row.text
    assert "More cases" not in row.text
    assert new.form(f"/learn/ronin/{some[0].name}", {"step": "1"}).status_code == 303
    assert some[0].name in is_page(new.page(f"/learn/ronin/{some[0].name}"))


def test_many_cases_are_named_some_at_a_time(client: TestClient) -> None:
    new, there = Person(client), "/rules/daimyo/DAI-FIR-02/cases"
    many, met = len(BOOKS.cases("daimyo", "DAI-FIR-02")), list[str]()
    assert many > 2 * AT_ONCE
    after = "0"
    while after:
        page = is_page(new.page(f"{there}?after={after}"))
        rows = re.findall(rf'<a class="u" href="{there}/([^"]+)"', page)
        assert len(rows) <= AT_ONCE
        met += rows
        after = next(iter(re.findall(rf'href="{there}\?after=(\d+)"', page)), "")
    assert met == [one.name for one in BOOKS.cases("daimyo", "DAI-FIR-02")]
    assert met[0] in is_page(new.page(f"{there}?after=-1"))
    assert new.page(f"{there}?after={many}").status_code == 404


@pytest.mark.parametrize(
    "way",
    [
        "ronin/RON-SHO-99/cases", "ronin/RON-SHO-16/cases/none", "ronin/RON-SHO-16/cases/..%2f..%2fx.case",
        "ronin/ENG-UMP-04/cases", "chess/RON-SHO-16/cases", "toy/TOY-AAA-01/cases/a.b",
    ],
)  # fmt: skip
def test_what_is_not_there_is_said_so(client: TestClient, way: str) -> None:
    assert Person(client).page(f"/rules/{way}").status_code == 404


def test_a_case_is_read_at_its_clauses_alone(client: TestClient) -> None:
    new, one = Person(client), BOOKS.cases("ronin", "RON-SHO-16")[0]
    assert new.page(f"/rules/ronin/RON-CAM-01/cases/{one.name}").status_code == 404


def test_a_case_that_is_about_no_table_is_read_as_the_judge_reads_it(client: TestClient) -> None:
    new = Person(client)
    clause, one = next(
        (clause, one)
        for clause in wall_of("ronin").index.under for one in BOOKS.cases("ronin", clause) if not one.plays
    )  # fmt: skip
    page = unescape(is_page(new.page(f"/rules/ronin/{clause}/cases/{one.name}")))
    assert "ruling-rows" in page
    assert page.count(one.title) == 2, "in the title of the page and above it"
    assert "Try it yourself" not in page


def test_in_spanish_it_is_said_that_cases_are_english_and_their_clause_is_spanish(client: TestClient) -> None:
    new = Person(client)
    new.cookies["gunbai-lang"] = "es"
    page = is_page(new.page("/rules/ronin/RON-SHO-16/cases"))
    assert "está escrito en inglés" in page
    one = BOOKS.cases("ronin", "RON-SHO-16")[0]
    assert f'<span lang="en">{one.title}' in unescape(page)
    script = BOOKS.case("ronin", one.name)[1]
    assert script is not None
    new.form(f"/learn/ronin/{one.name}", {"step": "1"})
    table = unescape(is_page(new.page(f"/learn/ronin/{one.name}")))
    clause = script.lesson.steps[0].clause
    said = next(entry for entry in system_of("ronin").rulebook("es") if entry.id == clause)
    assert said.text in table
    assert script.lesson.steps[0].says not in table


def test_cases_that_are_not_shipped_are_named_nowhere(tmp_path: Any) -> None:
    ronin = system_of("ronin")
    assert ronin is not None
    assert wall.wall_of(ronin, folder_of(ronin), tmp_path) is None
    assert library([]).cases("ronin", "RON-SHO-16") == []
    assert library([]).case("ronin", "a.b") == (None, None)


def test_what_a_case_shows_of_a_clause_is_told_by_how_it_names_it(tmp_path: Any) -> None:
    file = tmp_path / "one.case"
    file.write_text(
        "# It is so (RON-SHO-01, RON-SHO-02).\nsystem ronin\nevent shot RON-SHO-01\nrefuses x : RON-SHO-01\n"
    )
    (block,) = blocks(file)
    assert dict(named(block))["RON-SHO-02"] == wall.TITLED
    assert shown_by(block) == {"RON-SHO-01": wall.REFUSED, "RON-SHO-02": wall.TITLED}
    assert wall.sentence(block.title) == "It is so."
