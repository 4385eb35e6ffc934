"""Rosters as text and as files: what is written is read back, and what cannot be read is told with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any

import pytest
from httpx2 import Response

from app.engine.drafts import BuildsRosters, Draft
from app.systems import SYSTEMS
from app.web.page import systems
from app.web.page.words import LANGUAGES, language
from app.web.rosters.files import lost
from app.web.rosters.reading import Reading
from app.web.rosters.text import head, on, systems_by_name, written
from app.web.table import seen as tables
from tests.web.people import Person

NAMES = systems_by_name(SYSTEMS)
BUILDERS = {system.key: system for system in SYSTEMS if isinstance(system, BuildsRosters)}


@contextmanager
def speaking(lang: str) -> Iterator[None]:
    """Texts are read and written in this language."""
    before = language.set(lang)
    yield
    language.reset(before)


def reading(key: str, text: str) -> Reading:
    """A text of this system that has been read."""
    system: Any = BUILDERS[key]
    top = head(text, NAMES)
    found = Reading(system, tables.words_of(system, None, None), top, top.points or 200)
    found.read()
    return found


def shape(draft: Draft) -> list[Any]:
    """All that a player sees of a draft but the codes of its units."""
    units = [(u.about, u.name, u.leader, u.cost, sorted(u.gear), u.profile, [(c.name, on(c).value) for c in u.choices])
             for u in draft.units]  # fmt: skip
    whole = [(c.name, on(c).value) for c in draft.choices]
    return [draft.name, draft.limit, draft.spent, whole, units, sorted(no.code for no in draft.refusals)]


@pytest.mark.parametrize("key", BUILDERS)
def test_every_ready_roster_comes_back_from_its_text(key: str) -> None:
    """Written in Spanish or in English, by turns, and read in English."""
    system: Any = BUILDERS[key]
    words = tables.words_of(system, None, None)
    for n, row in enumerate(system.catalogue()["samples"]):
        draft = system.draft({"sample": row["id"]}, row.get("limit") or row["points"], {})
        with speaking(LANGUAGES[n % 2]):
            text = written(words, systems.name(system), draft)
        assert head(text, NAMES).system == key, text
        back = reading(key, text)
        assert (back.troubles, shape(back.draft)) == ([], shape(draft)), text


def test_text_is_read_in_spanish_and_written_in_it() -> None:
    with speaking("es"):
        found = reading("daimyo", "General: Valor de mando = 3; Se mueve = a pie\nLanceros ashigaru: Peanas = 8")
        text = written(found.words, "Daimyo", found.draft)
    assert found.troubles == []
    assert "Valor de mando = 3; Se mueve = a pie" in text
    assert "Lanceros ashigaru [48]: Peanas = 8" in text


PASTED = """Heron Guard
2x Samurai [54 pts]: heavy, Yari
- Ashigaru "Goro \\"the Owl\\""
  Teppo
++ a remark ++
3 × Ashigaru
"""


def test_text_as_other_builders_write_it() -> None:
    """A name alone, counts with an x, bullets, lists with commas, a row that goes on with the one above."""
    found = reading("ronin", PASTED)
    assert found.troubles == []
    assert found.draft.name == "Heron Guard"
    titles = [u.about.rpartition(".")[2] for u in found.draft.units]
    assert titles == ["samurai"] * 2 + ["ashigaru"] * 4
    samurai, guard = found.draft.units[0], found.draft.units[2]
    assert {"word.heavy", "word.yari"} <= set(samurai.gear)
    assert (guard.name, "word.teppo" in guard.gear) == ('Goro "the Owl"', True)


def test_a_line_of_which_nothing_is_known_is_told_with_the_nearest() -> None:
    found = reading("ronin", "Herons\nRonin\n200 pts\nSamurei: heavy\nAshigaru: Weapon = Yary; Yumy\nFaction = Nobody")
    assert [(t.number, t.near) for t in found.troubles] == [
        (4, "Samurai"),
        (5, "Weapon = Yari"),
        (5, "Yumi"),
        (6, "Faction = Koryu"),
    ]
    assert "Line 4" in str(found.troubles[0])
    assert "Samurai" in str(found.troubles[0])


def test_more_than_there_is_room_for_is_told() -> None:
    found = reading("celtos", "999 x Taishō")
    assert [t.number for t in found.troubles] == [1]
    assert len(found.draft.units) < 100


def test_what_is_lost_is_told_with_its_place() -> None:
    given = {"models": [{"code": "A", "rank": 0}, {"code": "B", "armour": "paper"}], "size": 3, "name": "x"}
    kept = {"models": [{"code": "A", "rank": 2}, {"code": "B", "armour": "none"}], "name": "y"}
    assert list(lost(given, kept)) == ["roster.models[1].armour", "roster.size"]
    assert list(lost({"models": [{"code": "A"}, {"code": "B"}]}, {"models": [{"code": "B"}]})) == ["roster.models[0]"]
    assert list(lost({"models": 3}, {"models": []})) == ["roster.models"]


# -- in a browser -------------------------------------------------------------------------


def copied(person: Person, source: str) -> str:
    """The path of a copy."""
    given = person.form("/roster/copy", {"from": source})
    assert given.status_code == 303, given.text[:300]
    return given.headers["location"]


def brought(person: Person, text: str, system: str = "ronin") -> Response:
    """A roster pasted into the page."""
    return person.form("/roster/import", {"system": system, "text": text})


def problems(given: Response) -> str:
    """What the page says is wrong."""
    assert given.status_code == 422, given.text[:300]
    found = re.search(r'id="problems".*?</ul>', given.text, re.DOTALL)
    assert found, given.text[:300]
    return unescape(re.sub("<[^>]*>", " ", found[0]))


@pytest.mark.parametrize("key", BUILDERS)
def test_json_comes_back_byte_for_byte(person: Person, key: str) -> None:
    system: Any = BUILDERS[key]
    for row in system.catalogue()["samples"][:3]:
        first = person.page(copied(person, f"sample:{key}:{row['id']}") + "/json")
        assert first.headers["content-disposition"].endswith('.json"')
        path = brought(person, first.text, "daimyo").headers["location"]
        assert person.page(path + "/json").content == first.content


def test_text_comes_back_through_the_page(person: Person) -> None:
    first = person.page(copied(person, "sample:kensei:kuge_500") + "/text")
    assert first.headers["content-type"].startswith("text/plain")
    path = brought(person, first.text.replace("\n", "\r\n")).headers["location"]
    assert person.page(path + "/text").text == first.text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "nothing in it"),
        ("{", "JSON cannot be read"),
        ('{"gunbai": "roster", "system": "chess", "name": "x", "roster": {}}', "“chess”"),
        ('{"gunbai": "roster", "system": "ronin", "name": "x", "points": "many", "roster": {}}', "$.points"),
        ('{"gunbai": "game", "system": "ronin", "name": "x", "roster": {}}', "$.gunbai"),
        ('{"system": "ronin", "name": "x", "points": 7, "roster": {}}', "from 50 to 500"),
        ('{"system": "ronin", "name": " ", "roster": {}}', "a name"),
        ('{"system": "ronin", "name": "x", "roster": {"models": 3}}', "$.models"),
        ('{"system": "ronin", "name": "x", "roster": {"sample": "none"}}', "no ready Buntai none"),
        ('{"system": "ronin", "name": "x", "roster": [1]}', "Expected `object`"),
        ("{" * 5000, "JSON cannot be read"),
        ("x" * 60001, "longer than 60000"),
        ("Herons\nRonin\n9999 pts\nSamurai", "from 50 to 500"),
        ("Herons\nRonin\n: = :", "Line 3"),
        ("# only a remark", "No unit"),
    ],
)
def test_what_cannot_be_read_is_said_and_nothing_is_kept(person: Person, text: str, said: str) -> None:
    assert said in problems(brought(person, text))
    assert not person.cookies


def test_what_was_pasted_is_shown_again(person: Person) -> None:
    given = brought(person, "Samurai: <b>")
    assert "“<b>”" in problems(given)
    assert "Samurai: &lt;b&gt;</textarea>" in given.text
