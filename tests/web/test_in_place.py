"""Parts of pages that htmx puts in place: the page holds them, the same address gives them by themselves."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from app.web.page.parts import IN_PLACE, part_of
from app.web.page.templates import TEMPLATES
from tests.web.people import Person, Table
from tests.web.test_campaign_pages import founded, joined, sent
from tests.web.test_lobby import account, laid

PARTS = {
    "tables": "/lobby", "setup": "/new", "builder": "/roster?system=ronin", "shelves": "/rosters",
    "account": "/account", "notices": "/account/notices", "bonds": "/people", "person": "/people/bo",
    "founding": "/campaigns/new", "accounts": "/admin/accounts", "games": "/admin/games", "reports": "/admin/reports",
    "settings": "/admin/settings", "campaign": "{camp}", "host": "{camp}/host", "warband": "{band}",
    "desk": "/umpire/{game}", "seats": "/wait/{open}",
}  # fmt: skip
"""Of each part the page it belongs to."""
ONCE = re.compile(r'(?<=name="command" value=")[^"]+')
ROSTER = {"limit": "200", "name": "", "draft": ""}


@pytest.fixture(scope="module")
def ana(client: TestClient) -> Person:
    """The host of the server."""
    key = client.app.state.site.people.setup_key()  # type: ignore[attr-defined]
    person = Person(client)
    assert person.form(f"/setup/{key}", {"name": "Ana", "password": "quiet river at dawn"}).status_code == 303
    return person


@pytest.fixture(scope="module")
def bo(client: TestClient) -> Person:
    """Somebody else with an account."""
    return account(client, "Bo")


@pytest.fixture(scope="module")
def places(ana: Person, bo: Person) -> dict[str, str]:
    """Addresses by the names that paths use."""
    game = laid(ana, way_b="same", umpire="")
    camp = founded(ana, "Rivers")
    return {
        "camp": camp, "band": joined(ana, camp, "Herons", 1), "game": game, "open": laid(ana, way_b="link"),
    }  # fmt: skip


def same(text: str) -> str:
    """A page without what is made anew each time."""
    return ONCE.sub("", text)


@pytest.mark.parametrize("id", PARTS)
def test_a_page_holds_the_part_that_its_address_gives(ana: Person, bo: Person, places: dict[str, str], id: str) -> None:
    path = PARTS[id].format(**places)
    whole, part = ana.page(path), ana.part(path, id)
    assert (whole.status_code, part.status_code) == (200, 200), whole.text[:300]
    text = same(part.text).strip()
    assert re.match(rf'<div id="{id}" class="anew" ', text[text.index("<") :])
    assert text in same(whole.text)
    assert text.count(str(IN_PLACE)) == 1
    assert not re.search(r"</?(html|head|body|main)\b", text)


def test_where_a_page_has_no_such_part_the_browser_goes_there(ana: Person) -> None:
    given = ana.part("/lobby?system=ronin", "account")
    assert (given.status_code, given.text) == (200, "")
    assert given.headers["hx-redirect"] == "/lobby?system=ronin"
    assert ana.part("/rules", "tables").headers["hx-redirect"] == "/rules"


def test_a_part_is_named_like_its_fragment() -> None:
    parts = ["lobby/_tables.html", "people/_account.html"]
    assert part_of("account", parts) == "people/_account.html"
    assert [part_of(id, parts) for id in ("", "_account", "counts", "lobby/_tables", "tables.html")] == [""] * 5


def test_what_stands_against_a_request_comes_among_the_messages(ana: Person, bo: Person) -> None:
    given = bo.part("/people/bo/friend", "person", {})
    assert (given.status_code, given.headers["hx-retarget"], given.headers["hx-reswap"]) == (422, "#toast", "beforeend")
    assert given.text.strip().endswith('<p class="toast no">That is you, or your list is full.</p>')
    lost = bo.part("/admin/accounts", "accounts")
    assert (lost.status_code, lost.headers["hx-retarget"]) == (404, "#toast")
    assert "There is no page at this address." in lost.text


def test_a_form_shows_in_place_that_it_was_kept_or_why_not(ana: Person, bo: Person) -> None:
    no = bo.part("/account/name", "account", {"name": "Ana"})
    assert (no.status_code, "Somebody has this name already" in no.text, 'value="Ana"' in no.text) == (422, True, True)
    kept = bo.part("/account/vacation", "account", {"back": "yes"})
    assert kept.status_code == 200
    assert kept.text.count("Saved.") == 1
    held = bo.part("/account/notices/quiet", "notices", {"from": "22:00", "to": "", "zone": ""})
    assert (held.status_code, 'value="22:00"' in held.text) == (422, True)
    assert "<html" not in held.text


def test_a_list_of_ones_own_changes_in_place(ana: Person, bo: Person) -> None:
    assert bo.form("/people/ana/friend", {}).status_code == 303
    assert 'href="/people/ana"' in bo.part("/people", "bonds").text
    assert 'href="/people/ana"' not in bo.part("/people/ana/friend", "bonds", {"off": "1"}).text
    assert "No longer a friend" in bo.part("/people/ana/friend", "person", {}).text


def test_a_roster_is_built_in_place_and_kept(client: TestClient) -> None:
    person = Person(client)
    empty = person.part("/roster?system=ronin", "builder").text
    offer = re.findall(r'name="add" value="([^"]+)"', empty)[0]
    begun = person.part("/roster?system=ronin", "builder", {**ROSTER, "add": offer})
    assert begun.text.count("<article") == 1
    draft = re.findall(r'name="draft" value="([^"]*)"', begun.text)[0].replace("&#34;", '"')
    nameless = person.part("/roster?system=ronin", "builder", {**ROSTER, "draft": draft, "save": "1"})
    assert (nameless.status_code, "Give the roster a name" in nameless.text) == (422, True)
    kept = person.part("/roster?system=ronin", "builder", {**ROSTER, "draft": draft, "name": "Cranes", "save": "1"})
    assert kept.text.count("<article") == 1
    path = re.findall(r'form id="roster" method="post" action="([^"]+)"', kept.text)[0]
    assert path != "/roster?system=ronin"
    again = person.part(path, "builder", {**ROSTER, "draft": draft, "name": "Herons", "save": "1"})
    assert (again.text.count("Saved."), ">Herons</h1>" in again.text) == (2, True)
    assert ">Herons</a>" in person.page("/rosters").text
    assert ">Storks</a>" in person.part(f"{path}/rename", "shelves", {"name": "Storks"}).text
    assert "Storks" not in person.part(f"{path}/forget", "shelves", {}).text


def test_a_new_roster_that_is_kept_is_gone_to(client: TestClient) -> None:
    person = Person(client)
    copied = person.part("/roster/copy", "shelves", {"from": "sample:ronin:red-devils"})
    assert copied.text == ""
    assert re.fullmatch(r"/roster/[\w-]+", copied.headers["hx-redirect"])


def test_what_had_the_keys_and_is_gone_hands_them_on(client: TestClient) -> None:
    person = Person(client)
    offers = re.findall(r'name="add" value="([^"]+)"', person.part("/roster?system=ronin", "builder").text)
    begun = person.part("/roster?system=ronin", "builder", {**ROSTER, "add": offers[0]}).text
    draft = re.findall(r'name="draft" value="([^"]*)"', begun)[0].replace("&#34;", '"')
    unit = re.findall(r'name="remove" value="([^"]+)"', begun)[0]
    out = person.part("/roster?system=ronin", "builder", {**ROSTER, "draft": draft, "remove": unit}).text
    assert out.count(" autofocus") == 1
    assert re.search(r'<h2 id="enlisted" tabindex="-1" autofocus>', out)
    assert " autofocus" not in person.part("/roster?system=ronin", "builder", {**ROSTER, "check": "1"}).text


def test_a_form_of_a_campaign_is_done_in_place(ana: Person, places: dict[str, str]) -> None:
    path = f"{places['camp']}/host"
    fields = {"title": "Rain", "text": "It rains.", "do": "announce", "of": "announce", "command": "one"}
    done = ana.part(path, "host", fields)
    assert (done.status_code, done.text.count("Done.")) == (200, 1)
    fields |= {"do": "end-campaign", "of": "end-campaign", "reason": "", "command": "two"}
    no = ana.part(path, "host", fields)
    assert (no.status_code, 'id="no-end-campaign"' in no.text) == (422, True)
    stray = ana.part(path, "host", {"do": "accept-trade", "of": "accept-trade", "trade": "none", "command": "three"})
    assert (stray.status_code, stray.headers["hx-retarget"]) == (422, "#toast")
    assert sent(ana, path, "announce", {"title": "Sun", "text": "It shines."}).status_code == 303


def test_what_is_said_brings_its_form_anew(table: Table) -> None:
    path = f"/play/{table.id}/talk"
    said = table.red.part(path, "say", {"scope": "side", "text": "hold the hill"})
    assert said.status_code == 200
    assert re.search(r'value="side" checked', said.text)
    assert "hold the hill" not in said.text
    page = table.red.page(f"/play/{table.id}").text
    assert "hold the hill" in page
    assert 'id="say"' in page
    empty = table.red.part(path, "say", {"scope": "side", "text": " "})
    assert empty.status_code == 422
    assert re.search(r'<p class="no" role="alert">[^<]+</p>', empty.text)
    assert table.red.form(path, {"scope": "table", "text": "hello"}).headers["location"] == f"/play/{table.id}"


def test_a_line_is_muted_or_reported_in_place(table: Table, client: TestClient) -> None:
    for who in (table.red, table.blue):
        assert who.form(f"/play/{table.id}/talk", {"scope": "table", "text": "one more"}).status_code == 303
    lines = table.red.get(f"{table.path}/talk").json()["lines"]
    other = next(line for line in lines if line["seat"] == "blue")
    told = table.red.part(f"/play/{table.id}/talk/{other['id']}/report", "talk", {"reason": "rude"})
    assert (told.status_code, "The host of the server will read it." in told.text) == (200, True)
    muted = table.red.part(f"/play/{table.id}/talk/{other['id']}/mute", "talk", {})
    assert muted.text.count("one more") == 1


def test_no_form_holds_a_control_that_hides_its_id() -> None:
    """By its id what has come is put in its place, and a control of that name would be had instead."""
    hides = re.compile(r'<(?:input|select|textarea|button)\b[^>]* name="id"')
    assert not [path.name for path in TEMPLATES.rglob("*.html") if hides.search(path.read_text())]
