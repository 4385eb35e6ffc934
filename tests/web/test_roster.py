"""Building a roster in a browser without scripts."""

from __future__ import annotations

import re
from html import unescape

from httpx2 import Response
from starlette.testclient import TestClient

from tests.web.people import Person


def draft(given: Response) -> str:
    """The draft the page carries."""
    found = re.search(r'name="draft" value="([^"]*)"', given.text)
    assert found, given.text[:300]
    return unescape(found[1])


def build(person: Person, *adds: str, limit: str = "200") -> Response:
    """The page after these models were added one by one."""
    given = person.page("/roster")
    for id in adds:
        given = person.form("/roster", {"draft": draft(given), "limit": limit, "add": id})
        assert given.status_code == 200, given.text[:300]
    return given


BAND = ("samurai", "ashigaru", "ashigaru", "ashigaru", "ashigaru")


def kept(person: Person) -> str:
    """The path of a lawful band that was kept."""
    fields = {"draft": draft(build(person, *BAND)), "limit": "200", "name": "Herons", "save": "1"}
    given = person.form("/roster", fields)
    assert given.status_code == 303, given.text[:300]
    return given.headers["location"]


def test_a_band_is_built_with_reasons(person: Person) -> None:
    """Too few is refused with its clause; enough is lawful; nothing is kept on the way."""
    few = build(person, "samurai")
    assert "RON-ARM-13" in few.text
    assert "A lawful roster" not in few.text
    assert "A lawful roster" in build(person, *BAND).text
    assert not person.cookies


def test_gear_changes_the_cost_and_faults_stand_at_the_model(person: Person) -> None:
    """A yari costs; an attribute that lacks its weapon is refused at its model."""
    page = build(person, *BAND)
    fields = {"draft": draft(page), "limit": "200", "1.weapon0": "yari", "0.attribute0": "bojutsu"}
    page = person.form("/roster", fields)
    assert "is-bad" in page.text
    assert "RON-ARM-18" in page.text
    assert '"yari"' in draft(page)


def test_what_is_too_dear_is_closed(person: Person) -> None:
    """With no points left nothing can be added, and it is said why."""
    page = build(person, "samurai", "ashigaru", limit="50")
    assert re.search(r'value="bushou"[^>]* disabled', page.text)


def test_kept_read_and_forgotten_by_the_owner_only(client: TestClient, person: Person) -> None:
    """The owner finds the band again; a stranger gets a 404 and cannot forget it."""
    path, other = kept(person), Person(client)
    assert "Herons" in person.page(path).text
    assert "Herons" in person.page("/rosters").text
    assert other.page(path).status_code == 404
    assert other.form(path + "/forget", {}).status_code == 404
    assert person.page(path).status_code == 200
    assert person.form(path + "/forget", {}).status_code == 303
    assert person.page(path).status_code == 404


def test_nonsense_begins_anew(person: Person) -> None:
    """A draft that is no roster does not crash the builder; one that is no JSON is refused."""
    for bad in ("[]", '{"models": 3}', '{"faction": "?", "models": [{"code": "x"}]}'):
        assert person.form("/roster", {"draft": bad, "add": "samurai"}).status_code == 200
    assert person.form("/roster", {"draft": "{"}).status_code == 422


def test_own_bands_at_the_table(client: TestClient, person: Person) -> None:
    """One's band is offered at set-up and plays; the joiner brings a band of their own."""
    id = kept(person).rsplit("/", 1)[1]
    assert f"roster:{id}" in person.page("/new").text
    fields = {"system": "ronin", "scenario": "skirmish", "points": "200", "way": "link", "name": "Aki",
              "band_a": f"roster:{id}", "band_b": "theirs", "defence_adds_fight": "1"}  # fmt: skip
    laid = person.form("/new", fields)
    assert laid.status_code == 303, laid.text
    link = re.search(r"/join/[^\"]+", person.page(laid.headers["location"]).text)
    assert link
    other = Person(client)
    theirs = kept(other).rsplit("/", 1)[1]
    assert f"roster:{theirs}" in other.page(link[0]).text
    assert other.form(link[0], {"name": "Mika"}).status_code == 422
    assert other.form(link[0], {"name": "Mika", "band": f"roster:{id}"}).status_code == 404
    assert other.form(link[0], {"name": "Mika", "band": f"roster:{theirs}"}).status_code == 303


def test_only_a_link_brings_a_band(person: Person) -> None:
    """A bot brings none."""
    fields = {"scenario": "skirmish", "points": "200", "way": "bot", "band_a": "sample:red-devils", "band_b": "theirs"}
    assert "choose one for the other side" in person.form("/new", fields).text
