"""The tables of a campaign are found under the names of its warbands; the way in by an invitation."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from app.web.table.board.drawing import panel
from tests.web.people import Person
from tests.web.test_campaign_pages import form_in, founded, joined, sent
from tests.web.test_lobby import PASSWORD
from tests.web.test_lobby import account as signed_up


@pytest.fixture(scope="module")
def hana(client: TestClient) -> Person:
    """The host, who plays."""
    return signed_up(client, "TableHana")


@pytest.fixture(scope="module")
def mika(client: TestClient) -> Person:
    """A player."""
    return signed_up(client, "TableMika")


@pytest.fixture(scope="module")
def laid(hana: Person, mika: Person) -> dict[str, str]:
    """A battle of two warbands of one ready roster, at its table: its page, the table, who meets whom."""
    path = founded(hana, "Lantern Isle", open="true", pace="custom", clock_kind="live", clock_minutes="30")
    joined(hana, path, "Kurokawa", 3)
    joined(mika, path, "Akagi", 5)
    assert sent(hana, f"{path}/host", "start", {}).status_code == 303
    battle = re.search(rf'href="({path}/battle/\w+)"', hana.page(path).text)[1]  # type: ignore[index]
    for person in (hana, mika):
        members = re.findall(r'name="members" value="([^"]+)"', form_in(person.page(battle).text, "muster"))
        assert sent(person, battle, "muster", {"members": members}).status_code == 303
    page = hana.page(battle).text
    table = re.search(r'href="(/play/[^"]+)"', page)[1]  # type: ignore[index]
    names = re.findall(r">(Kurokawa|Akagi)<", page)[:2]
    return {"path": path, "battle": battle, "table": table, "title": " against ".join(names)}


def test_a_table_is_titled_by_its_warbands_and_says_campaign_round_and_stake(
    hana: Person, laid: dict[str, str]
) -> None:
    page = unescape(hana.page(laid["table"]).text)
    assert re.search(r"<h1>([^<]+)</h1>", page)[1] == laid["title"]  # type: ignore[index]
    assert f'<a class="u plain" href="{laid["battle"]}">' in page
    assert "Lantern Isle · Round 1 · 3 points for a victory" in page
    assert {"#em-3", "#em-5"} <= set(re.findall(r"#em-\d", page))


@pytest.mark.parametrize("where", ["/games/mine?show=play", "/lobby?show=live", "/"])
def test_lists_name_the_warbands_too(hana: Person, mika: Person, laid: dict[str, str], where: str) -> None:
    pages = [unescape(person.page(where).text) for person in (hana, mika)]
    assert any(laid["title"] in page and "Lantern Isle · Round 1" in page for page in pages), where


def test_a_link_to_the_table_is_titled_so_elsewhere(person: Person, laid: dict[str, str]) -> None:
    page = person.page(laid["battle"]).text
    watch = re.search(r'href="(/(?:watch|play)/[^"]+)"', page)[1]  # type: ignore[index]
    shown = unescape(person.page(unescape(watch)).text)
    assert f'property="og:title" content="{laid["title"]}"' in shown


def test_the_battle_says_for_whom_its_clocks_wait(hana: Person, laid: dict[str, str]) -> None:
    page = unescape(hana.page(laid["battle"]).text)
    assert re.search(r"clocks stand until all have sat down. Awaited: (Kurokawa, Akagi|Akagi, Kurokawa)", page)


def test_live_clocks_wait_until_both_are_at_the_table_at_once(
    client: TestClient, hana: Person, mika: Person, laid: dict[str, str]
) -> None:
    path = f"/ws/games/{urlsplit(laid['table']).path.rpartition('/')[2]}"

    def awaited() -> list[str]:
        return re.findall(r"all have sat down. Awaited: ([^.<]+)", unescape(hana.page(laid["battle"]).text))

    with client.websocket_connect(path, headers=hana.cookie):
        assert awaited() == ["Akagi"]
    with client.websocket_connect(path, headers=mika.cookie):
        assert awaited() == ["Kurokawa"], "who only looked in is awaited again"
        with client.websocket_connect(path, headers=hana.cookie):
            assert awaited() == []


def test_an_invitation_survives_signing_up(client: TestClient, hana: Person) -> None:
    path = founded(hana, "By letter", open="", public="true")
    host = hana.page(f"{path}/host").text
    link = unescape(re.search(r'id="invite" readonly value="([^"]+)"', host)[1])  # type: ignore[index]
    link = f"{urlsplit(link).path}?{urlsplit(link).query}"
    guest = Person(client)
    page = guest.page(link).text
    ways = {unescape(way) for way in re.findall(r'href="(/sign(?:up|in)[^"]*)"', page)}
    assert {urlsplit(way).path for way in ways} == {"/signup", "/signin"}
    assert all(parse_qs(urlsplit(way).query)["next"] == [link] for way in ways)
    entry = guest.page(next(way for way in ways if way.startswith("/signup"))).text
    onwards = {unescape(to) for to in re.findall(r'name="next" value="([^"]*)"', entry)}
    onward = next(to for to in onwards if to.startswith("/campaign/"))
    assert any("/signup?next=" in to for to in onwards), "another language keeps it too"
    given = guest.form("/signup", {"name": "TableNoa", "password": PASSWORD, "next": onward})
    assert (given.status_code, given.headers["location"]) == (303, link)
    assert 'id="f-raise"' in guest.page(link).text, "the link still lets him join"


def go_of(page: str) -> str:
    """The pill of whose go it is, as it stands in a page."""
    return re.search(r'<div id="go">(.*?)</div>', page, re.DOTALL)[1]  # type: ignore[index]


def test_a_bot_is_relieved_with_one_press_also_by_the_form_of_a_page_drawn_before(
    hana: Person, mika: Person, laid: dict[str, str]
) -> None:
    pages = {who: unescape(who.page(laid["table"]).text) for who in (hana, mika)}
    forms = r'<form id="(stand-in-\w+)"(.*?)</form>'
    seat = re.search(r'data-you="(\w+)"', pages[hana])[1]  # type: ignore[index]
    form = dict(re.findall(forms, pages[hana]))[f"stand-in-{seat}"]
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="(\w+)"', form))
    press = re.search(r'<button name="(\w+)" value="(\w+)"', form)
    assert press
    assert hana.form(f"{laid['table']}/stand-in", fields | {press[1]: press[2]}).status_code == 303
    assert "TableHana (a bot plays)" in go_of(mika.page(laid["table"]).text)
    button = re.search(rf'<button [^>]*form="stand-in-{seat}"([^>]*)>', go_of(hana.page(laid["table"]).text))
    assert button
    named = dict(re.findall(r'(name|value)="(\w+)"', button[1]))
    assert hana.form(f"{laid['table']}/stand-in", fields | {named["name"]: named["value"]}).status_code == 303
    assert not any("a bot plays" in who.page(laid["table"]).text for who in (hana, mika))


def test_whose_battle_a_bot_finished_reads_that_it_is_over() -> None:
    side = {"seat": "red", "side": "a", "emblem": 1, "player": "Aki (a bot plays)", "stood": True}
    shown = {"sides": [side], "go": None, "asked": [], "over": True}
    assert "The end" in panel("go", shown, "red")
    assert "take over" in panel("go", shown | {"over": False}, "red")


def test_nobody_takes_over_from_a_bot_in_a_battle_that_is_over(
    hana: Person, mika: Person, laid: dict[str, str]
) -> None:
    seats = [
        re.search(r'data-you="(\w+)"', who.page(laid["table"]).text)[1]  # type: ignore[index]
        for who in (hana, mika)
    ]
    button = f'form="stand-in-{seats[0]}"'
    assert hana.form(f"{laid['table']}/stand-in", {"seat": seats[0], "on": "1"}).status_code == 303
    assert hana.page(laid["table"]).text.count(button) == 2
    assert mika.form(f"{laid['table']}/resign", {"seat": seats[1], "yes": "1"}).status_code == 303
    assert button not in hana.page(laid["table"]).text
