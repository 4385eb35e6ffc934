"""From somebody's first battle on each question is explained where he is asked it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from app.settings import Settings
from app.web.app import create_app
from tests.web.people import Person


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server."""
    settings = Settings(data=str(tmp_path_factory.mktemp("data")), rate="100000/second", work="0/0/0", sent=0)
    with TestClient(create_app(settings)) as client:
        yield client


def battle_of(person: Person) -> str:
    """The page of the battle at the end of Ronin's path, just begun."""
    begun = person.form("/learn/ronin/battle", {})
    assert begun.status_code == 303
    return person.page(begun.headers["location"]).text


def test_questions_are_explained_from_the_first_battle_on(client: TestClient) -> None:
    person = Person(client)
    said = battle_of(person)
    assert 'data-explain="on"' in said
    assert 'id="first"' in said
    assert 'id="explains" checked' in said


def test_so_are_those_of_a_table_that_a_stranger_lays_at_once_and_of_no_later_one(client: TestClient) -> None:
    stranger, known = Person(client), Person(client)
    assert known.form("/learn/ronin/moving", {}).status_code == 303
    told = []
    for one in (stranger, known):
        begun = one.form("/games", {"system": "ronin", "way": "bot"})
        told.append('data-explain="on"' in one.page(begun.headers["location"]).text)
    assert told == [True, False]


def test_who_would_not_have_that_is_left_alone(client: TestClient) -> None:
    person = Person(client)
    person.cookies["gunbai-explain"] = "off"
    said = battle_of(person)
    assert 'data-explain="off"' in said
    assert 'id="explains">' in said


def test_an_account_remembers_it(client: TestClient) -> None:
    hana = Person(client)
    assert hana.form("/signup", {"name": "Hana", "password": "quiet river at dawn"}).status_code == 303
    battle_of(hana)
    assert hana.get("/api/v1/me").json()["prefs"]["explain"] == "on"
    assert hana.call("PATCH", "/api/v1/me", json={"prefs": {"explain": "off"}}).status_code == 200
    assert 'data-explain="off"' in battle_of(hana)


@pytest.mark.parametrize("said", ["on", "off"])
def test_whoever_signs_up_in_the_middle_of_it_keeps_what_he_had(client: TestClient, said: str) -> None:
    person = Person(client)
    if said == "off":
        person.cookies["gunbai-explain"] = said
    begun = person.form("/learn/ronin/battle", {}).headers["location"]
    signed = person.form("/signup", {"name": f"Aki {said}", "password": "quiet river at dawn"})
    assert signed.status_code == 303
    assert f'data-explain="{said}"' in person.page(begun).text
    assert person.get("/api/v1/me").json()["prefs"] == {"explain": said}


def test_what_a_browser_keeps_that_none_may_choose_is_not_taken_along(client: TestClient) -> None:
    person = Person(client)
    person.cookies["gunbai-explain"] = "perhaps"
    assert person.form("/signup", {"name": "Ume", "password": "quiet river at dawn"}).status_code == 303
    assert person.get("/api/v1/me").json()["prefs"] == {}


@pytest.mark.parametrize(("about", "status"), [("combat.split", 200), ("nothing.at-all", 404)])
def test_a_question_is_explained_in_the_language_of_who_asks(client: TestClient, about: str, status: int) -> None:
    person = Person(client)
    said = {}
    for language in ("en", "es"):
        person.cookies["gunbai-lang"] = language
        answer = person.page(f"/learn/ronin/asked/{about}")
        assert answer.status_code == status
        said[language] = answer.text
    assert said["en"] != said["es"]
    assert client.get(f"/learn/nothing/asked/{about}").status_code == 404
