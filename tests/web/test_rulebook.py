"""The rulebook says under each clause what is ordered by it, from the declarations themselves."""

from __future__ import annotations

import re
from html import unescape

import pytest

from app.systems import SYSTEMS, system_of
from app.web.rules.orders import given_under
from tests.web.people import Person


def under(page: str, clause: str) -> list[str]:
    """The orders that stand under a clause."""
    (article,) = re.findall(rf'<article class="rule" id="{clause}">.*?</article>', page, re.DOTALL)
    return re.findall(r"<li>(.*?)</li>", article)


@pytest.mark.parametrize(
    ("key", "clause", "name"),
    [
        ("ronin", "RON-ACT-02", "Reload"),
        ("celtos", "CEL-MOV-03", "Move at a run"),
        ("daimyo", "DAI-CHG-07", "Charge an enemy"),
        ("kensei", "KEN-RNG-04", "Shoot"),
        ("kensei", "KEN-CNF-17", "Fight the duel, with the first strike"),
    ],
)
def test_an_order_stands_under_its_clause(person: Person, key: str, clause: str, name: str) -> None:
    assert name in under(person.page(f"/rules/{key}").text, clause)


def test_it_is_said_in_the_reader_s_language(person: Person) -> None:
    person.cookies["gunbai-lang"] = "es"
    (said,) = under(person.page("/rules/celtos").text, "CEL-MOV-03")
    assert said == "Mover a la Carrera"


@pytest.mark.parametrize("key", [system.key for system in SYSTEMS])
def test_all_that_is_given_by_name_is_in_the_book_and_names_nobody(person: Person, key: str) -> None:
    page, found = person.page(f"/rules/{key}").text, given_under(system_of(key))
    rows = {clause: rows for clause, rows in found.items() if rows}
    assert len(rows) >= 5
    for clause, given in rows.items():
        assert [unescape(name) for name in under(page, clause)] == given
        assert not any(re.search(r"[{}]", name) for name in given)


def test_a_system_that_declares_nothing_has_a_book_all_the_same() -> None:
    assert given_under(object()) == {}


def test_a_clause_is_read_by_itself(person: Person) -> None:
    shown = person.page("/rules/ronin/RON-SET-08")
    assert shown.status_code == 200
    assert "RON-SET-08" in shown.text
    assert "<html" not in shown.text
    assert "ENG-ASK-04" in person.page("/rules/ronin/ENG-ASK-04").text
    assert person.page("/rules/ronin/RON-NOT-99").status_code == 404
    assert person.page("/rules/none/RON-SET-08").status_code == 404
