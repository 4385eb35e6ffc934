"""What the page of an account says of games and campaigns, and how campaigns are found."""

from __future__ import annotations

import re
import time
from html import unescape

import pytest
from starlette.testclient import TestClient

from tests.web.people import Person
from tests.web.test_campaign_pages import founded, joined
from tests.web.test_lobby import account as signed_up
from tests.web.test_lobby import laid


@pytest.fixture(scope="module")
def two(client: TestClient) -> tuple[Person, Person]:
    """A host and somebody else."""
    return signed_up(client, "ProfHana"), signed_up(client, "ProfMika")


def section(page: str, id: str) -> str:
    """The part of a page below a heading; empty where there is none."""
    found = re.search(rf'<section aria-labelledby="{id}">.*?</section>', page, re.DOTALL)
    return unescape(found[0]) if found else ""


def test_a_page_shows_campaigns_and_warbands_that_its_reader_may_see(two: tuple[Person, Person]) -> None:
    hana, mika = two
    path = founded(hana, "Seen By All", open="true")
    joined(hana, path, "Band of Seen By All", 1)
    mine, other = (section(one.page("/people/profhana").text, "camps") for one in (hana, mika))
    assert "Seen By All" in mine
    assert "Band of Seen By All" in mine
    assert "Band of Seen By All" in other
    told = mika.get("/api/v1/people/profhana").json()
    assert told["handle"] == "profhana"
    assert len(told["campaigns"]) == other.count("/warband/")


def test_a_private_campaign_stands_on_nobodys_page_but_for_who_is_in_it(two: tuple[Person, Person]) -> None:
    hana, mika = two
    made = hana.post("/api/v1/campaigns", {
        "name": "Hidden Valley", "system": "ronin", "settings": {"public": False, "points": 200},
    })  # fmt: skip
    assert made.status_code == 201
    assert "Hidden Valley" in section(hana.page("/people/profhana").text, "camps")
    assert "Hidden Valley" not in mika.page("/people/profhana").text
    assert made.json()["id"] not in mika.get("/api/v1/people/profhana").text


def test_private_campaigns_and_invitations_leave_room_for_public_ones(two: tuple[Person, Person]) -> None:
    hana, mika = two
    founded(mika, "Open Valley")
    time.sleep(1.1)  # the others are of a later second
    settings = {"public": False, "points": 200}
    for n in range(12):
        made = mika.post("/api/v1/campaigns", {"name": f"Shut {n}", "system": "ronin", "settings": settings})
        assert made.status_code == 201
    page = section(hana.page("/people/profmika").text, "camps")
    assert "Open Valley" in page
    assert "Shut" not in page
    assert len(hana.get("/api/v1/people/profmika").json()["campaigns"]) == page.count("Open Valley")


def test_nobody_of_that_name_is_a_404(two: tuple[Person, Person]) -> None:
    assert two[0].get("/api/v1/people/nobody-here").status_code == 404


def names(person: Person, query: str) -> list[str]:
    """The campaigns that a search finds, of those of this file."""
    page = section(person.page(f"/campaigns?{query}").text, "h-all")
    return sorted(name for name in ("Red Leaf", "Red Snow", "White Snow") if name in page)


def test_campaigns_are_found_by_name_rules_and_whether_one_may_join(two: tuple[Person, Person]) -> None:
    hana, mika = two
    red = founded(hana, "Red Leaf", open="true")
    founded(hana, "Red Snow")
    founded(hana, "White Snow", open="true", system="kensei", points="30")
    joined(hana, red, "Leaves", 1)
    assert names(mika, "") == ["Red Leaf", "Red Snow", "White Snow"]
    assert names(mika, "words=snow") == ["Red Snow", "White Snow"]
    assert names(mika, "words=SNOW+red") == ["Red Snow"]
    assert names(mika, "words=%25") == []
    assert names(mika, "system=kensei") == ["White Snow"]
    assert names(mika, "joinable=1") == ["Red Leaf", "White Snow"]
    assert names(mika, "joinable=1&words=red") == ["Red Leaf"]
    assert "No campaign is like that." in mika.page("/campaigns?words=nothing+like+it").text
    line = re.search(r"<li>(?:(?!</li>).)*Red Leaf.*?</li>", mika.page("/campaigns?words=leaf").text, re.DOTALL)
    assert line
    assert "1 warband" in line[0]
    assert "open to join" in line[0]
    found = mika.get("/api/v1/campaigns?words=leaf&joinable=true").json()["public"]
    assert [(one["name"], one["warbands"], one["open"]) for one in found] == [("Red Leaf", 1, True)]


def test_a_finished_game_of_two_accounts_is_rated_on_both_pages(two: tuple[Person, Person]) -> None:
    hana, mika = two
    game = laid(hana, way_b="open", visibility="listed")
    assert mika.form(f"/lobby/{game}/blue", {"name": "Mika"}).status_code == 303
    assert "±" not in section(mika.page("/people/profmika").text, "scores")
    assert mika.post(f"/api/v1/games/{game}/resign", {"seat": "blue"}).status_code == 200
    told = {one: two[0].get(f"/api/v1/people/{one}").json()["games"] for one in ("profhana", "profmika")}
    (won,), (lost,) = told["profhana"], told["profmika"]
    assert won["rating"]["rating"] > 1500 > lost["rating"]["rating"]
    assert (won["rating"]["games"], won["won"], lost["won"]) == (1, 1, 0)
    page = hana.page("/people/profmika").text
    assert f"<b>{lost['rating']['rating']}</b>" in section(page, "scores")
    assert "provisional" in section(page, "scores")
    assert "Aki · Mika" in section(page, "games")
