"""The cover of a campaign: who brings it, what is taken, where it is shown, how it is reported and removed."""

from __future__ import annotations

import re
from html import unescape

import pytest
from httpx2 import Response
from starlette.datastructures import FormData
from starlette.testclient import TestClient

from app.web.campaigns.shared import No, Room, shown_at
from app.web.rosters.effigy import HIGH, LARGEST, WIDE
from app.web.rosters.sizes import sized
from tests.web.painted import NOTE, png
from tests.web.people import Person
from tests.web.scene import House
from tests.web.test_campaign_pages import founded, sent
from tests.web.test_lobby import account as signed_up

SHOWN = re.compile(r'<img class="cover" src="/likeness/([\w-]+)"')


@pytest.fixture(scope="module")
def house(client: TestClient) -> House:
    """A server with its host."""
    return House(client)


@pytest.fixture
def hana(client: TestClient, request: pytest.FixtureRequest) -> Person:
    """The host of the campaign."""
    return signed_up(client, f"Cover{abs(hash(request.node.name)) % 10**8}")


def brings(who: Person, path: str, raw: bytes | None = None, **more: str) -> Response:
    """What comes of a picture that is brought."""
    files = {"picture": ("cover.png", raw, "image/png")} if raw is not None else None
    return who.call("POST", f"{path}/cover", {"accept": "text/html"}, data={"of": "cover", **more}, files=files)


def test_a_cover_is_drawn_anew_and_shown_on_the_page_and_its_links(client: TestClient, hana: Person) -> None:
    path, nobody = founded(hana, "Lantern Isle", public="true"), Person(client)
    assert not SHOWN.search(nobody.page(path).text)
    assert brings(hana, path, png(40, 21)).status_code == 303
    page = unescape(nobody.page(path).text)
    key = SHOWN.search(page)[1]  # type: ignore[index]
    drawn = nobody.page(f"/likeness/{key}")
    assert sized(drawn.content) == ("png", WIDE, HIGH)
    assert NOTE not in drawn.content
    told = dict(re.findall(r'property="og:image(:\w+)?" content="([^"]+)"', page))
    assert told[""] == f"http://testserver/likeness/{key}"
    assert (told[":width"], told[":height"]) == (str(WIDE), str(HIGH))
    again = sent(hana, f"{path}/host", "change-settings", {"name": "Lantern Isle", "public": "true"})
    assert again.status_code == 303
    assert SHOWN.search(nobody.page(path).text)[1] == key, "other settings leave it"  # type: ignore[index]


def test_another_takes_its_place_and_it_can_be_taken_away(client: TestClient, hana: Person) -> None:
    path = founded(hana, "Two covers", public="true")
    keys = []
    for size in (8, 9):
        assert brings(hana, path, png(size, size)).status_code == 303
        keys.append(SHOWN.search(hana.page(path).text)[1])  # type: ignore[index]
    assert keys[0] != keys[1]
    assert Person(client).page(f"/likeness/{keys[0]}").status_code == 404
    assert brings(hana, path, remove="1").status_code == 303
    assert not SHOWN.search(hana.page(path).text)
    assert Person(client).page(f"/likeness/{keys[1]}").status_code == 404


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"GIF89a" + bytes(40), "no picture that can be read"),
        (bytes(LARGEST + 1), "bytes; at most"),
        (png(alpha=0), "Nothing is to be seen"),
        (b"", "Choose a picture first."),
    ],
    ids=["a gif", "too large", "empty", "none"],
)
def test_what_is_no_good_picture_is_refused_and_changes_nothing(hana: Person, raw: bytes, said: str) -> None:
    path = founded(hana, "No good", public="true")
    given = brings(hana, path, raw)
    assert given.status_code == 422, given.text[:200]
    assert said in unescape(given.text)
    assert 'id="no-cover"' in given.text
    assert not SHOWN.search(hana.page(path).text)


def test_nobody_else_brings_or_takes_it(client: TestClient, hana: Person) -> None:
    path = founded(hana, "Mine", public="true")
    assert brings(hana, path, png()).status_code == 303
    for who in (signed_up(client, "CoverOther"), Person(client)):
        assert brings(who, path, png(9, 9)).status_code == 403
        assert brings(who, path, remove="1").status_code == 403
    assert SHOWN.search(hana.page(path).text)


def test_a_likeness_or_the_cover_of_another_campaign_is_none_of_this(client: TestClient, hana: Person) -> None:
    one, other = founded(hana, "One", public="true"), founded(hana, "Other", public="true")
    assert brings(hana, one, png()).status_code == 303
    key = SHOWN.search(hana.page(one).text)[1]  # type: ignore[index]
    at = other.replace("/campaign/", "/api/v1/campaigns/")
    settings = hana.get(at).json()["settings"] | {"cover": key}
    given = hana.post(f"{at}/commands", {"give": {"do": "change-settings", "name": "Other", "settings": settings}})
    assert given.status_code == 200, given.text
    assert not SHOWN.search(Person(client).page(other).text)
    assert "Cover of a campaign" in hana.page("/likenesses").text
    assert hana.get("/api/v1/likenesses").json() == []
    assert hana.page("/likenesses/file").json()["likenesses"] == []


def test_it_is_reported_and_the_host_of_the_server_removes_it(client: TestClient, house: House, hana: Person) -> None:
    path, reader = founded(hana, "Reported", public="true"), signed_up(client, "CoverReader")
    assert brings(hana, path, png(11, 7)).status_code == 303
    page = reader.page(path).text
    form = re.search(r'action="(/likeness/[\w-]+/report)"', page)
    assert form
    assert f'action="{form[1]}"' not in Person(client).page(path).text, "who has no name here reports nothing"
    assert reader.form(form[1], {"reason": "Not nice"}).status_code == 200
    host = house.browser(house.host)
    report = host.get("/api/v1/admin/reports").json()["reports"][0]
    assert (report["kind"], report["text"]) == ("likeness", "Not nice")
    assert host.post(f"/api/v1/admin/reports/{report['id']}", {"note": "No.", "hide": True}).status_code == 200
    for who in (reader, hana, Person(client)):
        assert not SHOWN.search(who.page(path).text)
    assert "The picture was removed." in unescape(hana.page(f"{path}/host").text)
    assert "removed" in unescape(brings(hana, path, png(11, 7)).text), "the same is not taken again"


def test_a_form_that_is_sent_twice_leaves_the_cover(client: TestClient, hana: Person) -> None:
    path, nobody, kept = founded(hana, "Twice", public="true"), Person(client), set[int]()
    for _ in range(2):
        assert brings(hana, path, png(8, 8), command="twice").status_code == 303
        assert SHOWN.search(nobody.page(path).text)
        kept.add(hana.page("/likenesses").text.count("Cover of a campaign"))
    key = SHOWN.search(nobody.page(path).text)[1]  # type: ignore[index]
    assert nobody.page(f"/likeness/{key}").status_code == 200
    assert len(kept) == 1, "and nothing else lies about"


def test_what_the_campaign_refuses_leaves_its_cover(
    client: TestClient, hana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = founded(hana, "Refused", public="true")
    assert brings(hana, path, png(8, 8)).status_code == 303
    key = SHOWN.search(hana.page(path).text)[1]  # type: ignore[index]
    kept = hana.page("/likenesses").text.count("Cover of a campaign")

    async def no(at: Room, form: FormData, *_: object) -> No:
        return shown_at(form, "Not now.")

    monkeypatch.setattr("app.web.campaigns.cover.given", no)
    assert "Not now." in unescape(brings(hana, path, png(9, 9)).text)
    assert SHOWN.search(hana.page(path).text)[1] == key  # type: ignore[index]
    assert hana.page("/likenesses").text.count("Cover of a campaign") == kept
