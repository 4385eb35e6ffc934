"""What was played before, acted out: the battle of the front page, and clauses seen played."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.judge.blocks import blocks, files
from app.lessons.library import folder_of, in_spanish, library
from app.lessons.wall import WALL, named
from app.systems import SYSTEMS, system_of
from app.web.page.words import language
from app.web.rules import played
from app.web.table.board import acted
from app.web.table.board.acted import film_of
from tests.film import GAMES, again, kept_of
from tests.web.people import Person
from tests.web.test_lobby import account
from tests.web.test_pages import is_page

BOOKS = library(SYSTEMS)
NEITHER = "RON-SHO-09"
BATTLES = sorted(path.stem for path in GAMES.glob("*.game"))


@pytest.mark.parametrize("key", BATTLES)
def test_the_battle_of_the_front_page_is_one_that_was_fought(key: str) -> None:
    film = film_of(system_of(key))  # type: ignore[arg-type]  # one object a system
    assert film == again(kept_of(key))
    assert film is not None
    assert film.beats[-1].turn > 1


def test_who_comes_for_the_first_time_is_shown_a_battle_and_three_ways(client: TestClient) -> None:
    new = Person(client)
    page = is_page(new.page("/"))
    beats = json.loads(unescape(re.search(r'data-beats="([^"]*)"', page)[1]))  # type: ignore[index]
    movers = set(re.findall(r'data-mover="([^"]*)"', page))
    assert {id for beat in beats for id, *_ in beat["moved"]} <= movers
    assert any(beat["says"] for beat in beats)
    assert [page.index(f'href="{way}"') for way in ("/learn", "#fight", "/lobby?show=live")] == sorted(
        page.index(f'href="{way}"') for way in ("/learn", "#fight", "/lobby?show=live")
    )
    assert "No game waits for you" not in page
    assert "data-beats" in is_page(new.page("/lobby?show=live&page=1"))
    assert new.form("/games", {"way": "bot", "setup": "offered"}).status_code == 303
    assert "data-beats" not in is_page(new.page("/")), "who has been at a table is told whose turn it is"
    assert "data-beats" not in is_page(account(client, "Ayame").page("/"))


@pytest.mark.parametrize("written", ["", "{", '{"scenario": "skirmish", "view": {}, "beats": []}'])
def test_of_a_battle_that_cannot_be_read_the_next_is_shown(
    written: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        key = "broken"

    (tmp_path / acted.FILE).write_text(written)
    folder = "app.web.table.board.acted.folder_of"
    monkeypatch.setattr(folder, lambda one: tmp_path if isinstance(one, Broken) else folder_of(one))
    sites: list[Any] = [
        SimpleNamespace(games=SimpleNamespace(systems={str(n): one for n, one in enumerate(every)}))
        for every in (SYSTEMS, [Broken(), *SYSTEMS])
    ]
    whole, found = map(acted.shown, sites)
    assert whole is not None
    assert found == whole


@pytest.mark.parametrize(("key", "lang"), [*zip(BOOKS.paths, ("en", "es", "en", "es"), strict=True)])
def test_every_clause_of_a_lesson_is_seen_played(key: str, lang: str) -> None:
    found = played.under(BOOKS.of_system(key))
    assert len(found) > 150
    every = list(dict.fromkeys(part for parts in found.values() for part in parts))
    some = [part for n, part in enumerate(every) if not part.script.lesson.is_case or n % 5 == 0]
    token = language.set(lang)
    try:
        shown = [played.played(part, lang) for part in some]
    finally:
        language.reset(token)
    for one in shown:
        assert bool(one["says"]) is not one["is_case"]
        x, y, wide, deep = one["film"]["box"]
        assert min(wide, deep) > 0
        seen = one["film"]["view"]
        inside = [p for p in seen["pieces"] if x <= p["x"] <= x + wide and y <= p["y"] <= y + deep]
        assert inside or seen["formations"], one["key"]
        assert one["lines"] or one["tried"] or one["film"]["beats"][0]["moved"] or not one["is_case"], one["key"]
    assert sum(bool(one["tried"]) for one in shown) > 5
    assert all(no.text.endswith((".", ")", "%")) for one in shown for no in one["tried"])


def test_the_book_leads_to_what_is_played_and_that_to_the_lesson(client: TestClient) -> None:
    new = Person(client)
    book = is_page(new.page("/rules/ronin"))
    assert book.count('class="see"') == len({*played.under(BOOKS.of_system("ronin")), *BOOKS.written["ronin"]})
    assert "/rules/ronin/RON-SHO-16/played" in book
    page = is_page(new.page("/rules/ronin/RON-SHO-16/played"))
    assert 'action="/learn/ronin/shooting"' in page
    assert page.count('class="die') >= 2, "the dice as they fell"
    part = new.part("/rules/ronin/RON-SHO-16/played", "see-RON-SHO-16")
    assert "<html" not in part.text
    assert "Try it yourself" in part.text
    assert "/played" in new.page("/rules/ronin/RON-SHO-16").text
    assert "/played" not in new.page(f"/rules/ronin/{NEITHER}").text
    assert new.page(f"/rules/ronin/{NEITHER}/played").status_code == 404
    went = new.form("/learn/ronin/shooting", {"step": "2"})
    assert went.headers["location"] == "/learn/ronin/shooting"
    assert "Let Jun shoot at Goro" in is_page(new.page("/learn/ronin/shooting"))


def test_a_step_that_is_only_read_shows_what_was_done_before(client: TestClient) -> None:
    script: Any = BOOKS.of("ronin/shooting")
    part = played.part_of(script, 3)
    assert (part.first, part.last) == (2, 3)
    assert played.part_of(script, 1) == played.Part(script, 1, 2)


def test_a_ruling_is_tried_at_a_table_of_its_own(client: TestClient) -> None:
    new = Person(client)
    script = BOOKS.rulings["ronin"][0]
    assert new.form(f"/learn/{script.key}", {"step": "1"}).headers["location"] == f"/learn/{script.key}"
    page = is_page(new.page(f"/learn/{script.key}"))
    assert script.lesson.name in page
    assert script.lesson.name not in is_page(new.page("/learn/ronin")), "it is on no path"


def test_a_ruling_in_which_nobody_answers_shows_what_the_dice_did_and_nothing_to_try() -> None:
    script = BOOKS.of("ronin/RON-PRI-04")
    assert script
    assert not script.lesson.steps[0].wants
    shown = played.played(played.Part(script, 1, 1), "en")
    said = [row["plain"] for row in shown["lines"]]
    assert "Priority: red and blue both roll 4; again." in said
    assert not [one for one in said if "begins" in one], "what happens at any table"
    assert not shown["tries"]


def test_what_no_table_can_show_is_read_as_the_judge_reads_it(client: TestClient) -> None:
    new, clause = Person(client), next(iter(BOOKS.written["ronin"]))
    page = is_page(new.page(f"/rules/ronin/{clause}/played"))
    assert "ruling-rows" in page
    assert "It is written in English." in page
    assert "Try it yourself" not in page
    said = played.sentence(BOOKS.written["ronin"][clause])
    assert unescape(page).count(said) == 1
    assert clause not in said
    assert "A ruling on it" in new.page(f"/rules/ronin/{clause}").text


@pytest.mark.parametrize("key", BATTLES)
def test_every_ruling_that_is_only_read_says_it_in_spanish_and_nothing_is_left_over(key: str) -> None:
    spanish = in_spanish(system_of(key))
    said = {played.sentence(ruling) for ruling in BOOKS.written[key].values()}
    assert sorted(said - set(spanish)) == []
    assert sorted(set(spanish) - said) == []
    assert not [text for text in said if text == spanish[text] or not spanish[text].strip()]
    figures = {text: sorted(re.findall(r"\d+", text)) for text in said}
    other = {text for text in said if figures[text] != sorted(re.findall(r"\d+", spanish[text]))}
    assert sorted(other) == [], "figures are not the same"


def test_a_ruling_is_read_in_spanish_by_who_reads_spanish(client: TestClient) -> None:
    new, clause = Person(client), "RON-END-06"
    new.cookies["gunbai-lang"] = "es"
    page = is_page(new.page(f"/rules/ronin/{clause}/played"))
    said = "Un resultado de 0 cuenta como 1 y uno de 7 como 6."
    assert f'<p class="played-says">{said}</p>' in page


def test_a_ruling_without_spanish_is_said_to_be_english(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    new, clause = Person(client), "RON-END-06"
    new.cookies["gunbai-lang"] = "es"
    monkeypatch.setattr(played, "gettext", lambda text: text)
    english = played.sentence(BOOKS.written["ronin"][clause])
    page = is_page(new.page(f"/rules/ronin/{clause}/played"))
    assert f'<p class="played-says" lang="en">{english}</p>' in unescape(page)


@pytest.mark.parametrize("key", BATTLES)
def test_every_clause_that_has_a_case_shows_one(key: str) -> None:
    every = {clause for file in files([str(WALL / key)]) for block in blocks(file) for clause, _ in named(block)}
    known = {entry.id for entry in system_of(key).rulebook("en")}
    shown = {*played.under(BOOKS.of_system(key)), *BOOKS.written[key]}
    assert sorted(every & known - shown) == []
    assert len(shown & known) > len(known) * 0.95


def test_who_is_at_the_table_of_a_lesson_is_told_that_another_puts_it_away(client: TestClient) -> None:
    new = Person(client)
    told = "is put away for it"
    assert told not in is_page(new.page("/rules/ronin/RON-SHO-16/played"))
    new.form("/learn/ronin/shooting", {"step": "2"})
    assert told in is_page(new.page("/rules/ronin/RON-SHO-16/played"))
    assert told in new.part("/rules/ronin/RON-SHO-16/played", "see-RON-SHO-16").text
