"""Who waits for whom in a campaign: on its page for all, on one's own front page and at the bell."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest
from starlette.testclient import TestClient

from app.engine.events import Seat
from app.games.offers import SEATS
from app.games.results import OpenQuestion
from tests.web.people import Person
from tests.web.test_campaign_pages import form_in, founded, joined, sent
from tests.web.test_lobby import account as signed_up


@pytest.fixture(scope="module")
def hana(client: TestClient) -> Person:
    """The host, who plays."""
    return signed_up(client, "AwaitHana")


@pytest.fixture(scope="module")
def mika(client: TestClient) -> Person:
    """A player."""
    return signed_up(client, "AwaitMika")


@pytest.fixture(scope="module")
def battle(hana: Person, mika: Person) -> str:
    """The page of the first battle of a campaign of two."""
    path = founded(hana, "Lantern Isle", open="true")
    joined(hana, path, "Kurokawa", 1)
    joined(mika, path, "Akagi", 2)
    assert "Gather, then begin" in hana.page("/").text
    assert sent(hana, f"{path}/host", "start", {}).status_code == 303
    return re.search(rf'href="({path}/battle/\w+)"', hana.page(path).text)[1]  # type: ignore[index]


def awaited(person: Person, battle: str) -> list[str]:
    """Who is awaited on the page of a campaign, and for what."""
    page = unescape(person.page(battle.partition("/battle")[0]).text)
    part = re.search(r'id="awaited".*?</section>', page, re.DOTALL)
    rows = re.findall(r'> ?([^<>]+)</b><small>(.*?)</small><span class="tag">([^<]+)<', part[0]) if part else []
    assert all("since" in said and "until" in said for _, said, _ in rows)
    return sorted(f"{who} {what}" for who, _, what in rows)


def both_asked(client: TestClient) -> Any:
    """While it lasts each table asks both its seats."""
    questions = tuple(OpenQuestion(seat=Seat(seat), mine=False) for seat in SEATS)
    games = client.app.state.site.games  # type: ignore[attr-defined]
    return patch.object(games, "open_questions", AsyncMock(return_value=questions))


def asks(person: Person, where: str, battle: str) -> bool:
    """Whether a battle waits for somebody on one of his pages."""
    page = unescape(person.page(where).text)
    return bool(re.search(rf'href="{battle}#?\w*"', page)) and "Lantern Isle" in page


def test_each_is_told_what_waits_for_him_until_he_has_done_it(
    client: TestClient, hana: Person, mika: Person, battle: str
) -> None:
    stranger = Person(client)
    assert awaited(stranger, battle) == ["Akagi sends the roster", "Kurokawa sends the roster"]
    for person in (hana, mika):
        assert asks(person, "/", battle)
        assert asks(person, "/account/notices", battle)
        assert "No game waits for you" not in person.page("/").text
    assert not asks(stranger, "/", battle)
    members = re.findall(r'name="members" value="([^"]+)"', form_in(hana.page(battle).text, "muster"))
    assert sent(hana, battle, "muster", {"members": members}).status_code == 303
    assert awaited(mika, battle) == ["Akagi sends the roster"]
    assert "Send your roster" not in hana.page("/").text
    assert "Send your roster" in mika.page("/").text
    members = re.findall(r'name="members" value="([^"]+)"', form_in(mika.page(battle).text, "muster"))
    assert sent(mika, battle, "muster", {"members": members}).status_code == 303
    (only,) = awaited(mika, battle)
    assert only in ("Akagi fights at the table", "Kurokawa fights at the table"), "the first to deploy"
    with both_asked(client):
        assert awaited(mika, battle) == ["Akagi fights at the table", "Kurokawa fights at the table"]
    assert not any(asks(person, "/account/notices", battle) for person in (hana, mika)), "it stands among the games"


def test_who_took_over_from_a_bot_is_awaited_again_and_may_be_stood_in_for(
    client: TestClient, mika: Person, battle: str
) -> None:
    band = re.search(r'id="f-stand-in-([^"]+)"', mika.page(battle).text)
    assert band
    assert sent(mika, battle, f"stand-in-{band[1]}", {}).status_code == 303
    with both_asked(client):
        assert awaited(mika, battle) == ["Kurokawa fights at the table"]
    page = mika.page(battle).text
    assert "f-stand-in-" not in page
    game = re.search(r'href="/play/([^"?]+)', page)
    assert game
    assert mika.post(f"/api/v1/games/{game[1]}/stand-in", {"on": False}).status_code == 200
    with both_asked(client):
        assert awaited(mika, battle) == ["Akagi fights at the table", "Kurokawa fights at the table"]
    assert f'id="f-stand-in-{band[1]}"' in mika.page(battle).text


def test_who_is_awaited_too_long_is_reminded_and_stands_on_the_hosts_list(
    client: TestClient, hana: Person, mika: Person
) -> None:
    path = founded(hana, "Late Rosters", open="true", absence="1")
    bands = [joined(one, path, name, n) for n, (one, name) in enumerate(((hana, "Kurokawa"), (mika, "Akagi")), 1)]
    sent(hana, f"{path}/host", "start", {})
    mine, hers = (band.rpartition("/")[2] for band in bands)
    page = hana.page(path).text
    assert f"f-remind-{mine}" not in page
    key = re.search(rf'id="f-(remind-{hers}\w+)"', page)[1]  # type: ignore[index]
    assert 'id="urgent"' not in hana.page(f"{path}/host").text
    given = sent(hana, path, key, {})
    assert given.status_code == 303
    page = hana.page(given.headers["location"].partition("#")[0]).text
    assert not re.search(rf'<form[^>]* id="f-{key}"', page), "once a day"
    said = re.search(rf'<p [^>]*id="f-{key}" tabindex="-1">reminded (.*?)</li>', page)
    assert said, "where the answer leads it is told"
    assert re.search('role="status"><p [^>]*>.*Done.', said[1])
    here, campaign = client.app.state.site.campaigns, path.rpartition("/")[2]  # type: ignore[attr-defined]
    with patch.object(here, "clock", lambda _clock=here.clock: _clock() + 2 * 3_600_000):
        host = hana.page(f"{path}/host").text
    urgent = host[host.index('id="urgent"') :].partition("</section>")[0]
    assert {"Kurokawa", "Akagi"} == {*re.findall("Kurokawa|Akagi", urgent)}
    assert campaign in urgent


def test_an_invitation_waits_too(hana: Person, mika: Person) -> None:
    path = founded(hana, "By invitation", open="")
    given = sent(hana, f"{path}/host", "invite", {"handle": "AwaitMika"})
    assert given.status_code == 303, unescape(re.sub(r"<[^>]+>", " ", given.text))[-2000:]
    assert re.search(rf'href="{path}#join".*?You are invited · AwaitHana', mika.page("/").text, re.DOTALL)


def test_a_campaign_whose_rules_are_gone_asks_nothing(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    rin, systems = signed_up(client, "AwaitRin"), client.app.state.site.games.systems  # type: ignore[attr-defined]
    founded(rin, "Left Behind", open="true")
    where = ("/", "/account/notices")
    assert ["Left Behind" in rin.page(path).text for path in where] == [True, True]
    monkeypatch.delitem(systems, "ronin")
    pages = [rin.page(path) for path in where]
    assert [(page.status_code, "Left Behind" in page.text) for page in pages] == [(200, False)] * 2
    listed = rin.page("/campaigns")
    assert (listed.status_code, "Left Behind" in listed.text) == (200, True), "it still stands among his campaigns"


def test_who_has_left_is_asked_for_nothing_more(client: TestClient, hana: Person, mika: Person) -> None:
    path = founded(hana, "Left Behind", open="true")
    for n, (one, name) in enumerate(((hana, "Kurokawa"), (mika, "Akagi")), 1):
        joined(one, path, name, n)
    sent(hana, f"{path}/host", "start", {})
    assert 'class="due-box"' in mika.page(path).text
    assert sent(mika, path, "leave", {}).status_code == 303
    assert 'class="due-box"' not in mika.page(path).text
