"""Scenarios of its own in a campaign, over the web: named by its host, read by its members, played at its tables."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.people import Person
from tests.web.test_campaign_pages import BASE, HIDDEN, founded, joined, sent
from tests.web.test_lobby import account as signed_up

WORLD: dict[str, Any] = {
    "system": "ronin", "base": "skirmish", "name": "The ford at dusk", "about": "Both clans want the crossing.",
    "changes": {"length": "fixed", "turns": 6, "time_of_day": "dusk"}, "points": 150,
}  # fmt: skip


@pytest.fixture(scope="module")
def hana(client: TestClient) -> Person:
    """The host."""
    return signed_up(client, "OwnHana")


@pytest.fixture(scope="module")
def mika(client: TestClient) -> Person:
    """A player."""
    return signed_up(client, "OwnMika")


@pytest.fixture(scope="module")
def key(hana: Person) -> str:
    """The key of a scenario that the host keeps."""
    made = hana.post("/api/v1/scenarios", WORLD)
    assert made.status_code == 201, made.text
    return f"skirmish~{made.json()['id']}"


def ticked(page: str, key: str) -> bool:
    """Whether a scenario is offered, and named."""
    found = re.search(rf'<input type="checkbox" name="scenarios" value="{re.escape(key)}"( checked)?>', page)
    assert found, key
    return found[1] is not None


def test_what_somebody_keeps_is_offered_to_him_alone_and_its_page_leads_to_a_campaign(
    hana: Person, mika: Person, key: str
) -> None:
    assert not ticked(hana.page("/campaigns/new?system=ronin").text, key)
    assert key not in mika.page("/campaigns/new?system=ronin").text
    assert key not in hana.page("/campaigns/new?system=kensei").text
    own = hana.page(f"/scenarios/{key.partition('~')[2]}").text
    [way] = re.findall(r'href="(/campaigns/new[^"]+)"', own)
    assert ticked(hana.page(unescape(way)).text, key)


def test_a_campaign_plays_it_and_tells_what_is_changed(hana: Person, mika: Person, key: str) -> None:
    path = founded(hana, "Dusk league", open="true", scenarios=key)
    assert ticked(hana.page(f"{path}/host").text, key)
    joined(hana, path, "Herons", 1)
    joined(mika, path, "Otters", 2)
    assert hana.post(f"/api/v1/scenarios/{key.partition('~')[2]}", {}).status_code in (404, 405)
    assert hana.form(f"/scenarios/{key.partition('~')[2]}/forget", {}).status_code == 303
    assert ticked(hana.page(f"{path}/host").text, key), "the campaign keeps it"
    fields = {"name": "Dusk league", **BASE, "scenarios": key, "reason": "none"}
    assert sent(hana, f"{path}/host", "change-settings", fields).status_code == 303
    assert sent(hana, f"{path}/host", "start", {}).status_code == 303
    front = mika.page(path).text
    assert "The ford at dusk" in front
    [battle] = set(re.findall(rf'href="({path}/battle/\w+)"', front))
    [rules] = re.findall(rf'href="({path}/rules)#scenario-[\w-]+"', mika.page(battle).text)
    read = unescape(mika.page(rules).text)
    assert "Both clans want the crossing." in read
    assert re.search(r"<li>[^<]+: <b>6</b></li>", read)
    for person in (hana, mika):
        page = person.page(battle).text
        members = re.findall(r'name="members" value="(m\d+)"', page)
        assert sent(person, battle, "muster", {"members": members}).status_code == 303
    game = re.search(r'href="/play/([\w-]+)', mika.page(battle).text)
    assert game
    told = mika.get(f"/api/v1/games/{game[1]}").json()
    assert (told["own"]["name"], told["own"]["changes"]) == ("The ford at dusk", WORLD["changes"])


def test_another_ones_or_a_forgotten_scenario_is_refused_and_the_form_keeps_the_rest(mika: Person, key: str) -> None:
    command = HIDDEN.search(mika.page("/campaigns/new").text)[1]  # type: ignore[index]
    given = mika.form("/campaigns/new", {**BASE, "name": "Stolen", "command": command, "scenarios": key})
    assert given.status_code == 422
    assert "CPN-PEO-03" in given.text
    assert 'value="Stolen"' in given.text


def test_one_that_cannot_be_played_is_refused_with_its_own_clause(hana: Person) -> None:
    wrong = {"skirmish~w0": {**WORLD, "changes": {"length": "fixed", "turns": 99}}}
    settings = {"points": 200, "scenarios": ["skirmish~w0"], "worlds": wrong}
    given = hana.post("/api/v1/campaigns", {"name": "Wrong", "system": "ronin", "settings": settings})
    assert given.status_code == 422
    assert "RON-SCN" in given.text


def test_switches_that_are_off_stay_off_where_another_system_is_looked_at(hana: Person) -> None:
    page = hana.page("/campaigns/new?drawn=ronin&pairing=swiss&system=kensei&late=true").text
    assert re.search(r'name="late"[^>]* checked', page)
    assert not re.search(r'name="public"[^>]* checked', page)


def test_drawn_tables_are_named_kept_and_told(hana: Person, mika: Person) -> None:
    body = {"table": [36, 36], "pieces": [{"id": "wood-1", "kind": "wood", "outline": [[6, 8], [12, 8], [12, 14]]}]}
    made = hana.post("/api/v1/grounds", {"system": "ronin", "name": "One wood", "body": body})
    assert made.status_code == 201, made.text
    id = made.json()["id"]
    assert f'name="grounds" value="{id}"' not in mika.page("/campaigns/new?system=ronin").text
    path = founded(hana, "Woods", open="true", grounds=id, growth="25")
    host = hana.page(f"{path}/host").text
    assert f'name="grounds" value="{id}" checked' in host
    assert re.search(r'name="growth"[^>]* value="25"', host)
    assert "One wood" in hana.page(f"{path}/rules").text
    other = hana.page(f"/campaigns/new?drawn=ronin&pairing=swiss&system=ronin&grounds={id}").text
    assert f'name="grounds" value="{id}" checked' in other
