"""Whose consent is asked reads it on the page of the table, whatever the game does; who asked, who is waited for."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from tests.accounts.town import PASSWORD
from tests.web.oracle import Oracle
from tests.web.people import Person, Table, problem

SPANISH = {"gunbai-lang": "es"}


@pytest.fixture(scope="module")
def uma(client: TestClient) -> Person:
    """Somebody with an account, who may be named as umpire."""
    uma = Person(client)
    assert uma.form("/signup", {"name": "Uma", "password": PASSWORD}).status_code == 303
    return uma


@pytest.fixture
def proposed(table: Table, uma: Person) -> Table:
    """Red has proposed an umpire."""
    table.bids()
    assert table.red.post(f"{table.path}/umpire/name", {"account": "Uma"}).status_code == 200
    return table


def consents(who: Person, table: Table, page: str = "/play/{}") -> str:
    """What the page says of consent, without its markup; empty where nothing is asked."""
    given = who.page(page.format(table.id))
    assert given.status_code == 200
    found = re.search(r'<div class="consent-slot">(.*?)</div>\s*<div class="ask-top">', given.text, re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split()) if found else ""


def buttons(who: Person, table: Table) -> list[str]:
    """What may be answered: yes, no, or nothing."""
    return re.findall(r'data-deed="consent"[^>]* data-yes="(.)"', who.page(f"/play/{table.id}").text)


def test_who_is_asked_reads_who_asks_what_it_permits_and_answers(proposed: Table) -> None:
    said = consents(proposed.blue, proposed)
    for words in ("Your consent", "Aki proposes Uma as umpire", "sees all that is hidden", "replace players", "Refuse"):
        assert words in said
    assert buttons(proposed.blue, proposed) == ["1", "0"]


def test_who_asked_reads_who_is_waited_for(proposed: Table) -> None:
    said = consents(proposed.red, proposed)
    assert "You have proposed Uma as umpire" in said
    assert "Still to agree: Mika" in said
    assert buttons(proposed.red, proposed) == ["0"]
    assert "Still to agree: Mika" in proposed.red.page(f"/umpire/{proposed.id}").text


def test_it_is_asked_in_a_paused_game_as_well(proposed: Table) -> None:
    assert proposed.red.post(f"{proposed.path}/pause", {"seat": "red"}).status_code == 200
    assert "Aki proposes Uma as umpire" in consents(proposed.blue, proposed)
    assert buttons(proposed.blue, proposed) == ["1", "0"]
    assert "Still to agree: Mika" in consents(proposed.red, proposed)
    assert proposed.blue.post(f"{proposed.path}/consent", {"about": "umpire"}).status_code == 200
    assert consents(proposed.red, proposed) == consents(proposed.blue, proposed) == ""


def test_a_take_back_is_read_in_a_paused_game_and_answered_when_it_goes_on(table: Table) -> None:
    table.bids()
    assert table.say("red", "gamble").status_code == 200
    assert table.red.post(f"{table.path}/takeback", {"seat": "red"}).status_code == 200
    assert "is undone, with throws of dice: 1. The same answers" in consents(table.blue, table)
    assert table.red.post(f"{table.path}/pause", {"seat": "red"}).status_code == 200
    assert "answered when the game goes on" in consents(table.blue, table)
    assert "You have asked to take your last answer back" in consents(table.red, table)
    assert buttons(table.blue, table) == []
    problem(table.blue.post(f"{table.path}/consent", {"about": "take-back"}), 422)
    assert table.red.post(f"{table.path}/resume", {"seat": "red"}).status_code == 200
    assert buttons(table.blue, table) == ["1", "0"]


def test_a_draw_is_offered_from_the_menu_read_at_the_question_and_ends_the_battle_for_both(table: Table) -> None:
    table.bids()
    assert "Offer a draw" in table.red.page(f"/play/{table.id}").text
    assert table.red.post(f"{table.path}/draw", {"seat": "red"}).status_code == 200
    assert "You have offered a draw." in consents(table.red, table)
    said = consents(table.blue, table)
    assert "Aki offers a draw." in said
    assert "Whoever plays on declines." in said
    table.blue.cookies |= SPANISH
    assert "Aki ofrece tablas." in consents(table.blue, table)
    problem(table.red.post(f"{table.path}/draw", {"seat": "red"}), 422)
    assert table.blue.post(f"{table.path}/consent", {"about": "draw"}).status_code == 200
    assert "All have agreed: the battle ends drawn." in table.red.page(f"/play/{table.id}").text
    assert "la batalla acaba en tablas" in table.blue.page(f"/play/{table.id}").text
    assert "Offer a draw" not in table.red.page(f"/play/{table.id}").text


DRAW = re.compile(r"<details[^>]*><summary>Offer a draw…</summary><form [^>]*/draw.*?</details>")


@pytest.mark.parametrize("page", ["/play/{}", "/play/{}/plain"])
def test_a_draw_takes_two_presses_and_who_plays_alone_reads_that_it_ends_the_battle(
    client: TestClient, table: Table, page: str
) -> None:
    table.bids()
    alone = Oracle(client, "ronin", 3)
    alone.seek("activate.move")
    for who, id, said in ((table.red, table.id, "Yes, offer it"), (alone.me, alone.id, "the battle ends drawn")):
        text = who.page(page.format(id)).text
        (step,) = DRAW.findall(text)
        assert said in step
        assert text.count(f'action="/play/{id}/draw"') == 1


def test_it_is_asked_in_spanish(proposed: Table) -> None:
    for who in (proposed.red, proposed.blue):
        who.cookies |= SPANISH
    assert "Aki propone a Uma como árbitro" in consents(proposed.blue, proposed)
    assert "Un árbitro ve todo lo oculto" in consents(proposed.blue, proposed)
    assert "Faltan por aceptar: Mika" in consents(proposed.red, proposed)


def test_watchers_are_asked_nothing(proposed: Table) -> None:
    assert consents(proposed.watcher, proposed, f"/watch/{{}}/{proposed.key}") == ""


def test_who_has_agreed_reads_who_is_left(client: TestClient, proposed: Table) -> None:
    """The host sits nowhere, so both are asked."""
    pending = proposed.red.post(f"{proposed.path}/consent", {"about": "umpire", "yes": False})
    assert pending.status_code == 200
    host, site = Person(client), client.app.state.site  # type: ignore[attr-defined]
    assert host.form(f"/setup/{site.people.setup_key()}", {"name": "Host", "password": PASSWORD}).status_code == 303
    assert host.post(f"{proposed.path}/umpire/name", {"account": "Uma"}).status_code == 200
    assert "Must agree as well: Mika" in consents(proposed.red, proposed)
    assert proposed.red.post(f"{proposed.path}/consent", {"about": "umpire"}).status_code == 200
    said = consents(proposed.red, proposed)
    assert "You have agreed" in said
    assert "Still to agree: Mika" in said
    assert "Still to agree: Mika" in host.page(f"/umpire/{proposed.id}").text
