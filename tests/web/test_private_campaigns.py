"""A private campaign is found by nobody who is not in it: every list, page, feed and picture, asked by each sort."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.outlets import routes
from tests.web.people import Person
from tests.web.test_campaign_pages import HIDDEN, form_in, founded, joined, sent
from tests.web.test_lobby import account as signed_up

NAME = "Hidden Valley War"
FILLED = {"handle": "HidMika", "seat": "red", "v": "1", "number": "1"}
"""What stands for other parameters of paths."""
PARAMETER = re.compile(r"\{(\w+)(?::\w+)?\}")


@pytest.fixture(scope="module")
def war(client: TestClient) -> dict[str, Any]:
    """A campaign whose battle is laid while it is public, and which is closed to strangers after that."""
    host, hana, mika = (signed_up(client, name) for name in ("HidHost", "HidHana", "HidMika"))
    path = founded(host, NAME, open="true", public="true", rounds="3", pairing="swiss")
    bands = [joined(hana, path, "Kurokawa", 1), joined(mika, path, "Akagi", 2)]
    sent(host, f"{path}/host", "start", {})
    battle = re.search(rf'href="({path}/battle/\w+)"', hana.page(path).text)[1]  # type: ignore[index]
    for one in (hana, mika):
        page = form_in(one.page(battle).text, "muster")
        members = re.findall(r'name="members" value="(\w+)"', page)
        assert sent(one, battle, "muster", {"members": members}).status_code == 303
    game = re.search(r'href="/play/([\w-]+)', mika.page(battle).text)[1]  # type: ignore[index]
    return {"host": host, "mika": mika, "path": path, "game": game, "fixture": battle.rpartition("/")[2],
            "band": bands[0].rpartition("/")[2]}  # fmt: skip


def closed(war: dict[str, Any]) -> None:
    """The host makes it private."""
    page = form_in(war["host"].page(f"{war['path']}/host").text, "change-settings")
    fields = dict(re.findall(r'<input type="(?:number|text|hidden)" name="(\w+)"[^>]*value="([^"]*)"', page))
    fields |= {"name": NAME, "pairing": "swiss", "rounds": "3", "late": "true", "underdog": "true"}
    fields["command"] = HIDDEN.search(page)[1]  # type: ignore[index]
    assert war["host"].form(f"{war['path']}/host", fields).status_code == 303


def everywhere(client: TestClient, war: dict[str, Any]) -> list[str]:
    """Every address of the server that is read and whose parameters are known here, about this campaign."""
    known = {**FILLED, "id": war["path"].rpartition("/")[2], "game": war["game"], "fixture": war["fixture"],
             "warband": war["band"]}  # fmt: skip
    app: Any = client.app
    read = {path for method, path in (one.split(" ", 1) for one in routes(app)) if method == "GET"}
    named = [path for path in sorted(read) if set(PARAMETER.findall(path)) <= {*known}]
    return [PARAMETER.sub(lambda part: known[part[1]], path) for path in named]


def found_by(who: Person, war: dict[str, Any], pages: Sequence[str]) -> list[str]:
    """The pages on which somebody finds the campaign or its game."""
    found = []
    for page in pages:
        answer = who.page(page)
        if answer.status_code < 400 and (NAME in answer.text or war["game"] in answer.text):
            found.append(page)
    return found


def test_nobody_finds_a_campaign_that_was_closed_or_its_tables(client: TestClient, war: dict[str, Any]) -> None:
    pages = everywhere(client, war)
    stranger, account = Person(client), signed_up(client, "HidOther")
    before = found_by(stranger, war, pages)
    open_ = {"/", "/campaigns", war["path"], f"/play/{war['game']}", f"{war['path']}/round/1"}
    assert {*open_, f"/embed{war['path']}/round/1"} <= {*before}, "while it is public it is found"
    closed(war)
    for who in (stranger, account):
        assert found_by(who, war, pages) == []
        assert who.page(war["path"]).status_code == 404
    assert war["path"] in found_by(war["mika"], war, pages)


def test_who_did_not_fight_a_private_battle_opens_its_replay_and_report_from_its_page(war: dict[str, Any]) -> None:
    host, battle = war["host"], f"{war['path']}/battle/{war['fixture']}"
    assert sent(host, battle, "void", {"reason": "Rain."}).status_code == 303
    links = {unescape(to) for to in re.findall(r'href="(/(?:replay|report|play)/[^"]+)"', host.page(battle).text)}
    assert {to.split("/")[1] for to in links} == {"replay", "report", "play"}
    assert [host.page(to).status_code for to in links] == [200] * len(links)


def test_a_former_member_finds_it_no_more(client: TestClient, war: dict[str, Any]) -> None:
    assert sent(war["mika"], war["path"], "leave", {}).status_code == 303
    pages = [page for page in everywhere(client, war) if "campaign" in page]
    assert found_by(war["mika"], war, pages) == []


def test_the_link_of_a_warband_invites_nobody_and_its_text_is_open_to_who_came_by_an_invitation(
    client: TestClient, person: Person
) -> None:
    host, hana = (signed_up(client, name) for name in ("LinkHost", "LinkHana"))
    path = founded(host, "By word of mouth", open="true", public="true")
    band = joined(hana, path, "Kurokawa", 1)
    sent(host, f"{path}/host", "change-settings", {"name": "By word of mouth"})
    link = unescape(re.search(r'id="invite" readonly value="([^"]+)"', host.page(f"{path}/host").text)[1])  # type: ignore[index]
    key = link.partition("?key=")[2]
    assert key
    page = unescape(person.page(f"{band}?key={key}").text)
    assert re.findall(r'data-copy="http://testserver([^"]*)"', page) == [band]
    text = re.search(rf'href="({band}/text[^"]*)"', page)
    assert text
    assert (person.page(text[1]).status_code, person.page(f"{band}/text").status_code) == (200, 404)
