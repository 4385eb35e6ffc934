"""A round as an event: all its tables at once, as late as each is watched, for those who may watch; a link, a frame."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any, NamedTuple

import pytest
from starlette.testclient import TestClient

from app.games.hours import wall_ms
from app.web.campaigns.event import heat, lead
from tests.web.people import Person
from tests.web.test_campaign_pages import form_in, founded, joined, sent
from tests.web.test_lobby import account as signed_up

LATE = 10
PNG = b"\x89PNG"


class Evening(NamedTuple):
    """A campaign in its first round, and the battle that is laid of it."""

    host: Person
    players: tuple[Person, ...]
    path: str
    game: str

    @property
    def round(self) -> str:
        """The page of its first round."""
        return f"{self.path}/round/1"


def evening(client: TestClient, called: str, n: int = 2, **settings: str) -> Evening:
    """A campaign of so many warbands; its first battle is laid."""
    host = signed_up(client, f"{called}Host")
    path = founded(host, f"{called} Cup", open="true", public="true", pairing="swiss", rounds="3", **settings)
    people = tuple(signed_up(client, f"{called}{n}") for n in range(n))
    for number, one in enumerate(people):
        joined(one, path, f"{called} band {number}", number + 1)
    assert sent(host, f"{path}/host", "start", {}).status_code == 303
    game = laid(client, people, re.findall(rf'href="({path}/battle/\w+)"', host.page(path).text)[0])
    return Evening(host, people, path, game)


def laid(client: TestClient, people: Sequence[Person], battle: str) -> str:
    """The game of a battle, to which its two sides have sent all of theirs."""
    for one in people:
        page = one.page(battle).text
        if 'id="f-muster"' in page:
            members = re.findall(r'name="members" value="(\w+)"', form_in(page, "muster"))
            assert sent(one, battle, "muster", {"members": members}).status_code == 303
    here: Any = client.app.state.site  # type: ignore[attr-defined]
    _, _, camp, _, fixture = battle.split("/")
    now = client.portal.call(here.campaigns.read, camp)  # type: ignore[union-attr]
    return str(now.fixtures[fixture].game)


@pytest.fixture(scope="module")
def cup(client: TestClient) -> Evening:
    """Four warbands, one of their two battles laid, watched as it is played."""
    return evening(client, "Cup", 4)


def tables(who: Person, path: str) -> str:
    """The tables of a round as a page of them shows them, to somebody."""
    found = who.part(path, "stalls")
    assert found.status_code in (200, 204), found.text[:300]
    return unescape(str(found.text))


def test_all_battles_of_a_round_stand_there_those_being_fought_as_pictures(cup: Evening, client: TestClient) -> None:
    page = unescape(Person(client).page(cup.round).text)
    assert len(re.findall(r'class="live stall"', page)) == 1
    assert len(re.findall(r'<li class="pair', page)) == 1
    card = re.search(r'<li class="live stall">.*?</li>', page, re.DOTALL)[0]  # type: ignore[index]
    assert re.search(rf'href="/watch/{cup.game}/[^"]+"', card)
    assert card.count('class="side ') == 2
    assert '<svg class="pic"' in card
    assert f'href="{cup.round}"' in cup.host.page(cup.path).text, "the campaign's page leads there"


def test_a_page_that_asks_again_gets_nothing_until_something_has_happened(cup: Evening) -> None:
    page = unescape(cup.host.page(cup.round).text)
    again = re.search(r'hx-get="([^"]+mark=[^"]+)"', page)[1]  # type: ignore[index]
    assert tables(cup.host, again) == ""
    assert 'class="live stall"' in tables(cup.host, cup.round)


def test_a_link_to_it_has_title_text_and_a_drawn_picture(cup: Evening, client: TestClient) -> None:
    nobody = Person(client)
    page = unescape(nobody.page(cup.round).text)
    image = re.search(r'property="og:image" content="http://testserver([^"]+)"', page)
    assert image
    assert image[1] == f"{cup.round}/picture.png"
    drawn = nobody.page(image[1])
    assert (drawn.status_code, drawn.content[:4], drawn.headers["content-type"]) == (200, PNG, "image/png")
    assert 'property="og:title" content="Cup Cup · Round 1"' in page
    assert 'property="og:description" content="Ronin' in page


def test_it_can_be_put_into_another_page_without_script_or_form(cup: Evening, client: TestClient) -> None:
    nobody = Person(client)
    told = re.search(r'type="application/json\+oembed" href="([^"]+)"', nobody.page(cup.round).text)
    assert told
    given = nobody.get(unescape(told[1]).removeprefix("http://testserver")).json()
    frame = re.search(r'<iframe src="http://testserver([^"]+)" width="(\d+)" height="(\d+)"', given["html"])
    assert frame
    assert (int(frame[2]), int(frame[3])) == (given["width"], given["height"])
    page = nobody.page(unescape(frame[1]))
    said = page.headers["content-security-policy"]
    assert "frame-ancestors *" in said
    assert "default-src 'none'" in said
    assert "script-src" not in said
    assert not re.search(r"<script|<form|style=", page.text)
    assert 'http-equiv="refresh"' in page.text
    other = re.search(r'class="still"><a href="([^"]+)"', page.text)
    assert other
    held = nobody.page(unescape(frame[1] + other[1]))
    assert (held.status_code, 'http-equiv="refresh"' in held.text) == (200, False), "who reads in it holds it still"
    links = re.findall(r'href="([^"]+)" target="_blank"', page.text)
    assert f"http://testserver{cup.round}" in links
    assert any(f"/watch/{cup.game}/" in link for link in links)
    assert given["html"] in unescape(unescape(nobody.page(cup.round).text)), "the page offers the same frame"


@pytest.mark.parametrize("path", ["/round/9", "/round/0", "/round/9/picture.png"])
def test_a_round_that_was_not_opened_is_none(cup: Evening, client: TestClient, path: str) -> None:
    assert Person(client).page(f"{cup.path}{path}").status_code == 404


@pytest.mark.parametrize("tail", ["/round/9", "/round/x", "/battle/1", "/round"])
def test_what_is_no_round_is_not_told_as_oembed(cup: Evening, client: TestClient, tail: str) -> None:
    given = Person(client).get(f"/oembed?url=http://testserver{cup.path}{tail}")
    assert given.status_code == 404


def test_a_table_that_nobody_may_watch_shows_nothing_but_who_fights(client: TestClient) -> None:
    shut = evening(client, "Shut", watch_who="none")
    stranger = unescape(Person(client).page(shut.round).text)
    assert 'class="live stall"' not in stranger
    assert shut.game not in stranger
    assert "Nobody may watch." in stranger
    assert "Shut band 0" in stranger
    assert Person(client).page(f"{shut.round}/picture.png").status_code == 404
    assert 'class="live stall"' in tables(shut.players[0], shut.round), "who sits there sees it"


# -- late ------------------------------------------------------------------------------


@pytest.fixture
def hour(client: TestClient) -> Iterator[list[int]]:
    """The hour, which stands still until it is moved."""
    here: Any = client.app.state.site  # type: ignore[attr-defined]
    games, now, was = here.games, [wall_ms()], here.games.mailbox.time
    games.mailbox.time = games.past._time = was._replace(wall=lambda: now[0])
    yield now
    games.mailbox.time = games.past._time = was


def outside(client: TestClient, one: Evening) -> list[str]:
    """All that a stranger is shown of a round."""
    nobody = Person(client)
    paths = [f"/embed{one.round}", one.path, *(f"/{what}/{one.game}" for what in ("play", "replay", "report"))]
    seen = [tables(nobody, one.round), *(nobody.page(path).text for path in paths)]
    drawn = nobody.page(f"{one.round}/picture.png")
    return [*seen, f"{drawn.status_code} {drawn.content.hex() if drawn.status_code == 200 else ''}"]


def test_it_shows_a_table_as_late_as_its_watchers_see_it(client: TestClient, hour: list[int]) -> None:
    late = evening(client, "Late", watch_delay=str(LATE))
    before = outside(client, late)
    assert 'class="live stall"' not in before[0], "it began just now"
    assert f"shown {LATE} minutes late" in before[0]
    hour[0] += LATE * 60_000 + 1
    began = outside(client, late)
    assert 'class="live stall"' in began[0]
    assert f"{LATE} minutes late" in began[0]
    assert f"{LATE} minutes late" in unescape(began[1])
    lobby = re.search(rf'href="/watch/{late.game}/.*?</li>', Person(client).page("/lobby?show=live").text, re.DOTALL)
    assert lobby
    assert f"{LATE} minutes late" in lobby[0], "its card says so there, too"
    assert f"You see the table {LATE} minutes late." in Person(client).page(f"/play/{late.game}").text, "and the table"
    asked = late.players[0].get(f"/api/v1/games/{late.game}").json()
    given = [one.post(f"/api/v1/games/{late.game}/resign", {"seat": s["seat"]}).status_code
             for one in late.players for s in asked["seats"]]  # fmt: skip
    assert 200 in given
    assert outside(client, late) == began, "that somebody gave up is told to nobody before its time"
    hour[0] += LATE * 60_000 + 1
    assert outside(client, late)[0] != began[0], "then it is told"


def test_who_sits_there_sees_no_more_on_it_than_all_may(client: TestClient) -> None:
    shown = evening(client, "Open", watch_view="all", watch_delay="5")
    card = tables(shown.players[0], shown.round)
    assert 'class="live stall"' in card
    assert "minutes late" not in card, "not through the eyes of those who see all, late"
    assert 'class="live stall"' not in tables(Person(client), shown.round)


def test_who_is_not_signed_in_is_led_from_the_talk_to_signing_in_and_back(cup: Evening, client: TestClient) -> None:
    page = unescape(Person(client).page(f"/play/{cup.game}").text)
    talk = re.search(r'<section class="talk".*?</section>', page, re.DOTALL)
    assert talk
    assert f'href="/signin?next=%2Fplay%2F{cup.game}"' in talk[0]


# -- which comes first -------------------------------------------------------------------


def stood(turn: int, *lost: tuple[int, int, int | None], turns: int = 6) -> dict[str, Any]:
    """A table at a turn, on which the sides have lost so many of so many, of which they may lose so many."""
    rows = [{"part": 100 * n / whole, "bears": None if bears is None else 100 * bears / whole}
            for n, whole, bears in lost]  # fmt: skip
    sides = [{"name": name, "losses": [row]} for name, row in zip(("Aki", "Mori"), rows, strict=False)]
    return {"turn": turn, "turns": turns, "sides": sides}


@pytest.mark.parametrize(
    ("hot", "cool"),
    [
        (stood(5, (4, 10, None), (4, 10, None)), stood(1, (4, 10, None), (4, 10, None))),
        (stood(3, (4, 10, None), (4, 10, None)), stood(3, (8, 10, None), (1, 10, None))),
        (stood(1, (4, 10, 5), (4, 10, 5)), stood(1, (4, 10, None), (4, 10, None))),
        (stood(1, (1, 10, None), (1, 10, None)), stood(0, (0, 10, None), (0, 10, None))),
    ],
)
def test_the_nearer_its_end_and_the_more_level_the_hotter(hot: dict[str, Any], cool: dict[str, Any]) -> None:
    assert heat(hot) > heat(cool)


def test_the_scale_ends_at_a_hundred_and_a_table_without_losses_goes_by_its_turn() -> None:
    assert heat(stood(9, (9, 10, 5), (9, 10, 5))) == 100
    bare = {"turn": 3, "turns": 6, "sides": [{"name": "Aki", "losses": []}, {"name": "Mori", "losses": []}]}
    assert heat(bare) == 50
    assert heat({**bare, "turns": 0}) == 0


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (stood(2, (0, 10, None), (0, 10, None)), ""),
        (stood(2, (3, 10, None), (3, 10, None)), "Level by losses"),
        (stood(2, (3, 10, None), (6, 10, None)), "Ahead by losses: Aki"),
        (stood(2, (3, 10, 4), (3, 10, 9)), "Ahead by losses: Mori"),
    ],
)
def test_who_leads_is_who_has_lost_less_of_what_he_may_lose(view: dict[str, Any], said: str) -> None:
    assert lead(view) == said


# -- commentators ------------------------------------------------------------------------


class Hall(NamedTuple):
    """An evening of two battles that are both laid, and somebody whom its host has named commentator."""

    evening: Evening
    games: tuple[str, str]
    caster: Person

    @property
    def path(self) -> str:
        """The page of the round."""
        return self.evening.round


def names(host: Person, path: str, name: str, *roles: str) -> None:
    """The host gives somebody in the campaign these roles."""
    at = path.replace("/campaign/", "/api/v1/campaigns/")
    guest = next(id for id, one in host.get(at).json()["players"].items() if one["name"] == name)
    given = host.post(f"{at}/commands", {"give": {"do": "set-roles", "guest": guest, "roles": [*roles]}})
    assert given.status_code == 200, given.text


@pytest.fixture(scope="module")
def hall(client: TestClient) -> Hall:
    """The hall."""
    one = evening(client, "Hall", 4)
    battles = dict.fromkeys(re.findall(rf'href="({one.path}/battle/\w+)"', one.host.page(one.path).text))
    games = tuple(laid(client, one.players, battle) for battle in battles)
    caster = signed_up(client, "HallCaster")
    assert sent(caster, one.path, "watch", {}).status_code == 303
    names(one.host, one.path, "HallCaster", "commentator")
    assert all(games)
    assert len(games) == 2
    return Hall(one, (games[0], games[1]), caster)


def heard(who: Person, game: str) -> list[tuple[str, str]]:
    """What somebody reads in the talk of a table."""
    found = who.get(f"/api/v1/games/{game}/talk")
    assert found.status_code == 200, found.text
    return [(line["scope"], line["text"]) for line in found.json()["lines"]]


def test_a_commentator_talks_to_the_watchers_of_all_tables_at_once(client: TestClient, hall: Hall) -> None:
    said = "What a charge!"
    assert sent(hall.caster, hall.path, "remark", {"text": said}).status_code == 303
    stranger = Person(client)
    for game in hall.games:
        assert heard(stranger, game) == [("comment", said)]
        assert heard(hall.caster, game) == [("comment", said)]
    page = tables(stranger, hall.path)
    assert page.count(said) == 1, "one line, of however many tables"
    for one in hall.evening.players:
        assert said not in tables(one, hall.path), "who fights in the round reads none of it"


def test_what_is_said_at_one_table_says_of_which(client: TestClient, hall: Hall) -> None:
    game, other = hall.games
    given = hall.caster.post(f"/api/v1/games/{game}/talk", {"text": "Only here.", "scope": "comment"})
    assert given.status_code == 201, given.text
    assert ("comment", "Only here.") not in heard(Person(client), other)
    part = tables(Person(client), hall.path)
    line = re.search(r"<p>Only here\.</p><small>([^<]+)", part)
    assert line
    assert "Hall band" in line[1]


def test_players_read_nothing_of_it_while_they_fight(hall: Hall) -> None:
    for game in hall.games:
        seated = [one for one in hall.evening.players if 'data-you="' in (page := one.page(f"/play/{game}").text)
                  and 'data-you=""' not in page]  # fmt: skip
        assert len(seated) >= 2
        at_it = [one for one in seated if not any(scope == "comment" for scope, _ in heard(one, game))]
        assert len(at_it) == 2, "those who sit there"


def test_what_is_said_to_the_round_reaches_its_players_at_no_other_table(
    client: TestClient, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, here = "Ambush behind the hill", client.app.state.site  # type: ignore[attr-defined]
    say, told = here.rooms.say, list[Any]()

    def noted(*given: Any, **more: Any) -> None:
        told.append(more)
        say(*given, **more)

    monkeypatch.setattr(here.rooms, "say", noted)
    assert sent(hall.caster, hall.path, "remark", {"text": said}).status_code == 303
    players = {one.get("/api/v1/me").json()["id"] for one in hall.evening.players}
    assert [{*more["apart"]} for more in told] == [players, players], "nor while they look on"
    for one in hall.evening.players:
        assert all(("comment", said) not in heard(one, game) for game in hall.games)
    assert ("comment", said) in heard(Person(client), hall.games[0])


def test_who_is_no_commentator_or_fights_says_nothing_there(client: TestClient, hall: Hall) -> None:
    path, one = hall.path, hall.evening
    for who in (one.host, one.players[0], Person(client)):
        assert 'id="f-remark"' not in who.page(path).text
        assert who.form(path, {"do": "remark", "of": "remark", "text": "Me too"}).status_code == 403
    names(one.host, one.path, "Hall0", "player", "commentator")
    no = one.players[0].form(path, {"do": "remark", "of": "remark", "text": "Me too"})
    assert (no.status_code, "CPN-PEO-13" in no.text, "You sit at a table of this round." in unescape(no.text)) == (
        422, True, True,
    )  # fmt: skip
    assert "Me too" not in tables(Person(client), path)
    empty = hall.caster.form(path, {"do": "remark", "of": "remark", "text": "  "})
    assert (empty.status_code, "Say something first." in empty.text) == (422, True)


def test_who_is_commentator_no_more_has_no_voice_at_the_tables(hall: Hall) -> None:
    one = hall.evening
    names(one.host, one.path, "HallCaster", "watcher")
    given = hall.caster.post(f"/api/v1/games/{hall.games[0]}/talk", {"text": "Still here", "scope": "comment"})
    assert given.status_code == 403
    assert hall.caster.form(hall.path, {"do": "remark", "of": "remark", "text": "And here"}).status_code == 403
    names(one.host, one.path, "HallCaster", "commentator")
    given = hall.caster.post(f"/api/v1/games/{hall.games[0]}/talk", {"text": "Back", "scope": "comment"})
    assert given.status_code == 201
