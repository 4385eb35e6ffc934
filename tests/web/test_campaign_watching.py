"""The tables of a campaign as those see them who did not fight there: by whatever link its table rule leaves them."""

from __future__ import annotations

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from tests.web.people import Person
from tests.web.test_campaign_pages import form_in, founded, joined, sent
from tests.web.test_lobby import account as signed_up


def fought(client: TestClient, who: str, called: str = "") -> tuple[Person, Person, str, str, str]:
    """A member who did not fight, one who did; the pages of a battle that is over and of a warband with a chapter."""
    names = [f"{name}{(called or who).title()}" for name in ("WatchHost", "WatchHana", "WatchMika")]
    host, hana, mika = (signed_up(client, name) for name in names)
    path = founded(host, f"War by {who}", open="true", public="true", watch_who=who, pairing="swiss", rounds="3")
    band = joined(hana, path, "Kurokawa", 1)
    joined(mika, path, "Akagi", 2)
    sent(host, f"{path}/host", "start", {})
    battle = re.search(rf'href="({path}/battle/\w+)"', hana.page(path).text)[1]  # type: ignore[index]
    for one in (hana, mika):
        members = re.findall(r'name="members" value="(\w+)"', form_in(one.page(battle).text, "muster"))
        assert sent(one, battle, "muster", {"members": members}).status_code == 303
    game = re.search(r'href="/play/([\w-]+)', mika.page(battle).text)[1]  # type: ignore[index]
    site = client.app.state.site  # type: ignore[attr-defined]
    seat = re.search(r'data-you="(\w+)"', mika.page(f"/play/{game}").text)[1]  # type: ignore[index]
    assert mika.post(f"/api/v1/games/{game}/resign", {"seat": seat}).status_code == 200
    client.portal.call(site.campaigns.nudge, path.rpartition("/")[2])  # type: ignore[union-attr]
    version = client.portal.call(site.games.info, game).version  # type: ignore[union-attr]
    chapter = {"title": "One", "text": "Two", "fixture": battle.rpartition("/")[2], "version": str(version)}
    assert sent(hana, band, "write", chapter).status_code == 303
    return host, hana, battle, band, game


@pytest.mark.parametrize("who", ["anyone", "link"])
def test_who_did_not_fight_may_look_wherever_a_link_is_shown_to_him(client: TestClient, who: str) -> None:
    host, hana, battle, band, game = fought(client, who)
    for person in (host, hana):
        page, story = unescape(person.page(battle).text), unescape(person.page(band).text)
        links = re.findall(rf'href="(/(?:play|watch|replay|report)/{game}[^"]*)"', page)
        links += re.findall(rf'(?:href|src)="(/replay/{game}[^"]*)"', story)
        assert len(links) >= 6
        assert [(link, person.page(link).status_code) for link in links] == [(link, 200) for link in links]


def test_where_nobody_may_watch_no_link_is_shown_to_who_did_not_fight(client: TestClient) -> None:
    host, hana, battle, band, game = fought(client, "none")
    shown = [len(re.findall(rf'/(?:play|watch|replay|report)/{game}', one.page(page).text))
             for page in (battle, band) for one in (host, hana)]  # fmt: skip
    assert (shown[0], shown[2]) == (0, 0)
    assert shown[1] >= 3
    assert shown[3] >= 3


@pytest.mark.parametrize(("before", "after"), [("none", "anyone"), ("anyone", "none")])
def test_a_story_shows_a_moment_by_the_rule_of_its_own_table(client: TestClient, before: str, after: str) -> None:
    host, hana, _, band, game = fought(client, before, f"{before}then")
    path = band.partition("/warband")[0]
    given = sent(host, f"{path}/host", "change-settings", {"name": "War", "public": "true", "watch_who": after})
    assert given.status_code == 303
    site = client.app.state.site  # type: ignore[attr-defined]
    now = client.portal.call(site.campaigns.read, path.rpartition("/")[2])  # type: ignore[union-attr]
    assert (now.settings.table.get("watch") or {"who": "anyone"})["who"] == after
    for person, may in ((host, before == "anyone"), (hana, True)):
        links = re.findall(rf'(?:href|src)="(/replay/{game}[^"]*)"', unescape(person.page(band).text))
        assert bool(links) is may
        assert [person.page(link).status_code for link in links] == [200] * len(links)
