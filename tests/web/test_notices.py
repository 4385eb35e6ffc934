"""The page of notices: channels come and go, are tried, and say why not."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import msgspec
import pytest
from starlette.testclient import TestClient

from app.notices.guard import Guard
from app.notices.service import GRACE
from app.web.page.deps import Site
from app.web.people.notices import PATH, REASONS, reason, worded
from tests.notices.servers import Browser, Receiver, receiver
from tests.web.people import Person, Table


@pytest.fixture
def there() -> Iterator[Receiver]:
    """Somebody else's server."""
    with receiver() as found:
        yield found


@pytest.fixture
def here(client: TestClient) -> Iterator[Site]:
    """The site, which may call this machine while the test lasts."""
    site: Site = client.app.state.site  # type: ignore[attr-defined]
    site.notices.word, site.notices.channels.guard = worded(site), Guard(loopback=True)
    yield site
    site.notices.channels.guard, site.notices.grace = Guard(), GRACE


def channel(person: Person, what: str) -> str:
    """Where a button of the person's only channel posts to."""
    html = person.page(PATH).text
    return PATH + html.split(f'action="{PATH}/')[1].split("/")[0].join(("/", f"/{what}"))


def test_strangers_read_why_they_cannot_be_told(person: Person) -> None:
    assert "you must be known here" in person.page(PATH).text
    assert person.form(f"{PATH}/webhook", {"address": "https://93.184.215.14/", "format": "json"}).status_code == 403


def test_a_webhook_comes_is_tried_switched_and_goes(table: Table, here: Site, there: Receiver) -> None:
    red = table.red
    assert red.form(f"{PATH}/webhook", {"address": there.url, "format": "discord"}).status_code == 303
    html = red.page(PATH).text
    assert f"127.0.0.1:{there.port}" in html
    assert "/in<" not in html  # the end of the address may be a secret
    assert red.form(channel(red, "test"), {}).headers["location"] == f"{PATH}?sent=1"
    assert there.said[0]["content"].startswith("This is how you will be told")
    assert "Sent." in red.page(f"{PATH}?sent=1").text
    there.status = 404
    failed = red.form(channel(red, "test"), {})
    assert (failed.status_code, "The other server answered 404." in failed.text) == (422, True)
    assert red.form(channel(red, "switch"), {"on": "0"}).status_code == 303
    assert "Switch on" in red.page(PATH).text
    theirs = channel(red, "remove")
    assert "no such channel of yours" in table.blue.form(theirs, {}).text
    assert red.form(theirs, {}).status_code == 303
    assert "Nowhere yet" in red.page(PATH).text


def test_a_refused_address_is_shown_again_with_the_reason(table: Table) -> None:
    for address, why in (
        ("http://93.184.215.14/hook", "begin with https://"),
        ("https://127.0.0.1/hook", "does not lead to the public internet"),
        ("https://93.184.215.14:22/hook", "Only the ports"),
        ('"><script>', "no web address"),
    ):
        answer = table.red.form(f"{PATH}/webhook", {"address": address, "format": "slack"})
        assert (answer.status_code, why in answer.text) == (422, True)
        assert "<script>" not in answer.text
    assert "Nowhere yet" in table.red.page(PATH).text


def test_a_browser_subscribes(table: Table, here: Site, there: Receiver) -> None:
    browser = Browser(there.url)
    given = {"subscription": msgspec.json.encode(browser.subscription).decode()}
    assert table.red.form(f"{PATH}/push", given).status_code == 303
    assert table.red.form(channel(table.red, "test"), {}).status_code == 303
    assert browser.open(there.got[0][2])["body"].startswith("This is how you will be told")
    for wrong in ("", "{", "[]", json.dumps({"endpoint": there.url, "keys": {"p256dh": "AAAA", "auth": "AAAA"}})):
        assert table.red.form(f"{PATH}/push", {"subscription": wrong}).status_code == 422


def test_only_an_account_keeps_what_it_wants_to_know(table: Table, here: Site) -> None:
    red, hours = table.red, {"from": "22:00", "to": "07:00", "zone": "Europe/Madrid"}
    assert "Sign up first" in red.form(f"{PATH}/quiet", hours).text
    assert "Sign up first" in red.form(f"{PATH}/kinds", {"kind": "turn"}).text
    assert red.form("/signup", {"name": "Aki", "password": "a long secret word"}).status_code == 303
    assert red.form(f"{PATH}/quiet", hours).status_code == 303
    assert red.form(f"{PATH}/kinds", {"kind": "turn"}).status_code == 303
    html = red.page(PATH).text
    assert all(f'value="{value}"' in html for value in hours.values())
    assert html.count('" checked>') == 1
    no = red.form(f"{PATH}/quiet", {**hours, "zone": "Europe/Atlantis"})
    assert (no.status_code, "Choose a time zone" in no.text, "Europe/Atlantis" in no.text) == (422, True, True)
    assert "22:00" in red.page(PATH).text
    assert red.form(f"{PATH}/quiet", {"from": "", "to": "", "zone": ""}).status_code == 303
    assert 'value="22:00"' not in red.page(PATH).text
    assert "sends no mail" in red.form(f"{PATH}/mail", {}).text


def test_the_absent_are_told_in_their_language(client: TestClient, here: Site, there: Receiver) -> None:
    here.notices.grace = 0
    table = Table(client, turns=1).sit()
    red = table.red
    red.cookies["gunbai-lang"] = "es"
    assert red.form(f"{PATH}/webhook", {"address": there.url, "format": "json"}).status_code == 303
    table.bids()
    settle(table, lambda: len(there.got) > 0)
    (told,) = there.said[:1]
    assert (told["kind"], told["game"], told["url"]) == ("turn", table.id, "")
    assert "{" not in told["text"]
    assert told["text"] in red.page(PATH).text


def settle(table: Table, done: Callable[[], bool]) -> None:
    """The server has got round to it."""
    for _ in range(200):
        if done():
            return
        table.shown("red")
    raise AssertionError("nothing came")


def test_games_are_called_by_their_names(here: Site) -> None:
    told = here.notices.word("en", "notice.game", {"system": "ronin", "scenario": "skirmish"})
    assert told.endswith(", Ronin")
    assert here.notices.word("en", "notice.challenge", {"name": "{x}", "game": "<b>"}) == "{x} challenges you: <b>."


def test_every_reason_is_a_sentence() -> None:
    assert all(reason(code).endswith(".") for code in REASONS)
    assert reason("550 nobody") == "550 nobody"


def test_the_worker_serves_the_whole_site(person: Person) -> None:
    found = person.get("/sw.js")
    assert found.headers["content-type"].startswith("text/javascript")
    assert found.headers["service-worker-allowed"] == "/"
