"""Who comes to which table from the page of a round, and by which links."""

from __future__ import annotations

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from tests.web.people import Person
from tests.web.test_campaign_event import evening, names
from tests.web.test_campaign_pages import sent
from tests.web.test_lobby import account as signed_up


def test_tables_beyond_those_that_are_drawn_are_not_looked_into(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = evening(client, "Deep")
    monkeypatch.setattr("app.web.campaigns.event.DRAWN", 0)
    monkeypatch.delattr("app.web.campaigns.event.tables.seen")
    frame = Person(client).page(f"/embed{cup.round}")
    assert (frame.status_code, 'class="live stall"' in frame.text) == (200, False)
    assert f'href="http://testserver/watch/{cup.game}' in frame.text


def test_all_links_of_a_private_round_bear_the_key_by_which_one_came(client: TestClient) -> None:
    one, stranger = evening(client, "Veil", 4, watch_who="none"), Person(client)
    fields = {"name": "Veil Cup", "open": "true", "pairing": "swiss", "rounds": "3"}
    assert sent(one.host, f"{one.path}/host", "change-settings", fields).status_code == 303
    assert stranger.page(one.round).status_code == 404
    here, camp = client.app.state.site, one.path.rpartition("/")[2]  # type: ignore[attr-defined]
    key = here.sign("campaign", camp, str(client.portal.call(here.campaigns.read, camp).key))  # type: ignore[union-attr]
    for way in ("", "/embed"):
        page = unescape(stranger.page(f"{way}{one.round}?key={key}").text)
        links = re.findall(r'href="(?:http://testserver)?(/campaign/[\w-]+/battle/[^"]+)"', page)
        assert len(links) == 2
        assert all(stranger.page(link).status_code == 200 for link in links)
    page = unescape(stranger.page(f"{one.round}?key={key}").text)
    assert f'class="u" href="{one.path}?key={key}"' in page, "the way up, too"
    assert f'property="og:url" content="http://testserver{one.round}?key={key}"' in page


def test_a_commentator_enters_no_table_that_nobody_may_watch(client: TestClient) -> None:
    one, caster = evening(client, "Mute", watch_who="none"), signed_up(client, "MuteCaster")
    assert sent(caster, one.path, "watch", {}).status_code == 303
    names(one.host, one.path, "MuteCaster", "commentator")
    names(one.host, one.path, "MuteHost", "host", "commentator")
    for who in (caster, one.host):
        assert who.get(f"/api/v1/games/{one.game}").status_code == 403
        assert 'class="live stall"' not in who.page(one.round).text
    told = caster.form(one.round, {"do": "remark", "of": "remark", "text": "Anybody?"})
    assert (told.status_code, "No table of this round is being fought." in unescape(told.text)) == (422, True)
