"""The battle a warband fights next stands on its page as a picture: its table, before that its place on the map."""

from __future__ import annotations

import re
from html import unescape
from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from app.web.campaigns.coming import scene
from app.web.page.templates import render
from tests.campaigns.test_seasons import meet, war
from tests.web.people import Person
from tests.web.test_campaign_pages import form_in, founded, joined, sent
from tests.web.test_lobby import account as signed_up


@pytest.fixture(scope="module")
def pair(client: TestClient) -> tuple[Person, Person]:
    """Two who play."""
    return signed_up(client, "ComingHana"), signed_up(client, "ComingMika")


def begun(all_: tuple[Person, ...], name: str, **more: str) -> tuple[str, list[str]]:
    """A campaign in its first round: its path, and the pages of the warbands."""
    path = founded(all_[0], name, open="true", **more)
    bands = [joined(one, path, f"House {n}", n) for n, one in enumerate(all_, 1)]
    assert 'id="coming"' not in all_[0].page(bands[0]).text
    assert sent(all_[0], f"{path}/host", "start", {}).status_code == 303
    return path, bands


def coming(person: Person, band: str) -> str:
    """What the page of a warband says of its next battle."""
    return unescape(re.search(r'<section id="coming".*?</section>', person.page(band).text, re.DOTALL)[0])  # type: ignore[index]


def test_before_its_table_is_laid_its_place_is_seen_on_the_map() -> None:
    table = war()
    one = meet(table)
    seen = scene(SimpleNamespace(now=table.now, mine=(), id=""), one)  # type: ignore[arg-type]
    assert seen
    x, y, wide, high = map(float, seen["box"].split())
    spot = next(place for place in seen["map"]["places"] if place["id"] == one.place)
    assert x < spot["x"] < x + wide < seen["map"]["width"] + 1
    assert y < spot["y"] < y + high < seen["map"]["height"] + 1
    pair = {"place": spot["name"]}
    shown = render("campaigns/_scene.html", coming={"table": "", "scene": seen, "pair": pair})
    assert f'viewBox="{seen["box"]}" role="img"' in shown
    assert 'class="clash' in shown
    assert "<a " not in shown, "no link lies in that of the picture"
    assert scene(SimpleNamespace(now=table.now, mine=(), id=""), replace(one, place="")) is None  # type: ignore[arg-type]


def test_without_a_map_nothing_is_made_up(pair: tuple[Person, Person]) -> None:
    _, (band, _) = begun(pair, "Plain")
    shown = coming(pair[0], band)
    assert "is-bare" in shown
    assert "<img" not in shown
    assert 'class="map' not in shown


def test_once_it_is_laid_its_table_is_seen_by_whoever_may_look_on(pair: tuple[Person, Person], person: Person) -> None:
    path, (band, _) = begun(pair, "Laid")
    battle = re.search(rf'href="({path}/battle/\w+)"', pair[0].page(path).text)[1]  # type: ignore[index]
    for one in pair:
        members = re.findall(r'name="members" value="([^"]+)"', form_in(one.page(battle).text, "muster"))
        assert sent(one, battle, "muster", {"members": members}).status_code == 303
    for reader in (*pair, person):
        picture = re.search(r'<img class="moment" src="([^"]+)"', coming(reader, band))
        assert picture
        answer = reader.page(picture[1])
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "campaigns/map" not in pair[0].page(band).text
