"""Drawn tables over the web: the drawing board, keeping, sharing, checking, chance."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.people import Person, problem

WOOD = {"id": "wood-1", "kind": "wood", "outline": [[6, 8], [12, 8], ["12.5", 14]]}
BODY: dict[str, Any] = {"table": [36, 36], "pieces": [WOOD]}
CROSSED: dict[str, Any] = {"table": [36, 36], "pieces": [{**WOOD, "outline": [[6, 8], [12, 14], [12, 8], [6, 14]]}]}
API = "/api/v1/grounds"


def fields(**more: str) -> dict[str, str]:
    """The form of the drawing board."""
    return {"system": "ronin", "name": "Two woods", "body": json.dumps(BODY), **more}


def kept(person: Person, **more: Any) -> dict[str, Any]:
    """A table this person keeps."""
    given = person.post(API, {"system": "ronin", "name": "Two woods", "body": BODY, **more})
    assert given.status_code == 201, given.text
    found: dict[str, Any] = given.json()
    return found


# -- the page ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "shows"),
    [
        ("", 'data-kind="wood"'), ("?system=ronin&from=rice-valley", 'id="g-bamboo-1"'),
        ("?system=kensei&table=180x120", 'data-wide="180"'), ("?system=celtos&seed=4&pieces=5", 'id="g-'),
    ],
)  # fmt: skip
def test_the_board_begins_with_what_is_asked_for(person: Person, query: str, shows: str) -> None:
    """An empty table, a ready one, another size, one laid by chance."""
    page = person.page(f"/terrain{query}")
    assert page.status_code == 200
    assert shows in page.text if query else "Nothing lies on the table yet." in page.text


@pytest.mark.parametrize("system", ["toy", "chess"])
def test_rules_that_take_no_drawn_table_say_so(person: Person, system: str) -> None:
    """A sentence, not a board."""
    assert problem(person.get(f"/terrain?system={system}"), 422)


def test_a_table_is_kept_by_form_changed_copied_and_forgotten(person: Person) -> None:
    """Without a script: the text of the table is all the form needs."""
    made = person.form("/terrain", fields())
    assert made.status_code == 303
    path = made.headers["location"]
    assert 'id="g-wood-1"' in (page := person.page(path).text)
    id = path.rsplit("/", 1)[1]
    assert f"/new?system=ronin&amp;scenario=skirmish&amp;points=150&amp;layout=ground:{id}" in page
    assert person.form("/terrain", fields(kept=id, name="One wood")).headers["location"] == path
    assert "One wood" in person.page(path).text
    copy = person.form("/terrain", fields(kept=id, copy="1")).headers["location"]
    assert copy != path
    assert person.form(f"{path}/forget", {}).status_code == 303
    assert person.page(path).status_code == 404
    assert person.page(copy).status_code == 200


@pytest.mark.parametrize(
    "more",
    [{"body": "{"}, {"body": ""}, {"body": '{"table": 3}'}, {"name": " "}, {"system": "toy"}, {"kept": "nobody"}],
)
def test_a_form_that_cannot_be_kept_says_why(person: Person, more: dict[str, str]) -> None:
    """422, and nothing is kept."""
    assert person.form("/terrain", fields(**more)).status_code == 422
    assert person.get(API).json() == []


def test_a_name_that_is_missing_loses_nothing_that_was_drawn(person: Person) -> None:
    """The board is shown again with the drawing and the reason."""
    page = person.form("/terrain", fields(name=""))
    assert 'id="g-wood-1"' in page.text
    assert "Give the table a name" in page.text


def test_a_shared_table_is_seen_and_copied_but_not_changed(client: TestClient, person: Person) -> None:
    """Who has the link sees it; without its key, or with another, nothing is there."""
    mine, other = kept(person), Person(client)
    page = other.page(mine["link"])
    assert "Somebody else drew this table" in page.text
    assert "Play on it" not in page.text
    assert other.page(f"/terrain/{mine['id']}").status_code == 404
    assert other.page(f"/terrain/{mine['id']}?key=guess").status_code == 404
    assert other.form("/terrain", fields(kept=mine["id"])).status_code == 422
    assert other.form(f"/terrain/{mine['id']}/forget", {}).status_code == 404
    assert person.get(f"{API}/{mine['id']}").json() == mine


def test_what_stands_against_a_table_is_marked_and_worded(person: Person) -> None:
    """On the page with its clause, in the reader's language."""
    page = person.page(f"/terrain/{kept(person, body=CROSSED)['id']}")
    assert "wood-1: its outline crosses or touches itself." in page.text
    assert "#RON-SET-07" in page.text


# -- programs ----------------------------------------------------------------------


def test_a_program_keeps_reads_changes_and_forgets(client: TestClient, person: Person) -> None:
    """Its own tables, and nobody else's."""
    mine = kept(person)
    path, change = f"{API}/{mine['id']}", {"name": "Bare", "body": {"table": [24, 24], "pieces": []}}
    assert person.get(path).json()["body"] == BODY
    assert [row["id"] for row in person.get(f"{API}?system=ronin").json()] == [mine["id"]]
    assert person.get(f"{API}?system=kensei").json() == []
    stranger = Person(client)
    for given in (stranger.call("PUT", path, json=change), stranger.call("DELETE", path), stranger.get(path)):
        problem(given, 404)
    assert person.call("PUT", path, json=change).json()["body"] == change["body"]
    assert person.call("DELETE", path).status_code == 204
    problem(person.get(path), 404)


def test_a_check_tells_looks_faults_and_scenarios(person: Person) -> None:
    """A good table has scenarios and no fault; a bad one names the piece, in inches; nothing is kept."""
    good = person.post(f"{API}/check", {"system": "ronin", "body": BODY}).json()
    assert good["faults"] == []
    assert "skirmish" in [row["id"] for row in good["scenarios"]]
    assert 'id="g-wood-1"' in good["land"]
    off = {"table": [24, 24], "pieces": [{**WOOD, "outline": [[6, 8], [25, 8], [9, 9]]}]}
    bad = person.post(f"{API}/check", {"system": "ronin", "body": off}).json()
    assert bad["scenarios"] == []
    assert [f["piece"] for f in bad["faults"]] == ["wood-1"]
    assert "25 in, 8 in is off the table" in bad["faults"][0]["text"]
    size = person.post(f"{API}/check", {"system": "ronin", "body": {"table": [7, 9], "pieces": []}}).json()
    assert "7 x 9" in size["faults"][0]["text"]
    assert person.get(API).json() == []


def test_chance_lays_the_same_for_the_same_seed(person: Person) -> None:
    """Only kinds that were asked for, on a table there is."""
    ask = {"system": "kensei", "table": [120, 120], "seed": 5, "kinds": ["forest", "wall"], "symmetric": True}
    laid = person.post(f"{API}/random", ask).json()
    assert laid == person.post(f"{API}/random", ask).json() != person.post(f"{API}/random", {**ask, "seed": 6}).json()
    assert {piece["kind"] for piece in laid["pieces"]} <= {"forest", "wall"}
    assert person.post(f"{API}/check", {"system": "kensei", "body": laid}).json()["faults"] == []


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("", {"system": "ronin", "name": "", "body": BODY}), ("", {"system": "toy", "name": "a", "body": BODY}),
        ("", {"system": "ronin", "name": "a", "body": {"table": [36, 36]}}), ("/check", {"system": "ronin"}),
        ("/random", {"system": "ronin", "table": [7, 7], "seed": 1}),
        ("/random", {"system": "ronin", "table": [36, 36]}),
        ("/random", {"system": "ronin", "table": [36, 36], "seed": -1}),
        ("/random", {"system": "ronin", "table": [36, 36], "seed": 1, "kinds": ["lava"]}),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_in_words(person: Person, path: str, body: dict[str, Any]) -> None:
    """A problem document that says what is wrong."""
    problem(person.post(API + path, body), 422)
