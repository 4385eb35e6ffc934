"""Looking back over the web: each in their own eyes, watchers behind as ever, all of it after the end."""

from __future__ import annotations

import re
from typing import Any
from xml.dom import minidom

import pytest
from starlette.testclient import TestClient

from app.games.hours import Time
from app.web.page.deps import Site
from app.web.replay.picture import line
from tests.web.people import BAND, Person, Table, problem
from tests.web.test_blind import two_goals

MINUTE = 60_000


class Late(Table):
    """A toy that watchers see five minutes later, at a clock that is set by hand."""

    def __init__(self, client: TestClient) -> None:
        super().__init__(client, turns=1)
        body = {
            "system": "toy", "scenario": "meadow", "options": {"turns": 1}, "name": "Aki",
            "watch": {"view": "public", "delay": 5, "who": "link"},
            "sides": [{"seat": "red", "roster": BAND, "player": "me"}, {"seat": "blue", "roster": BAND}],
        }  # fmt: skip
        made = self.red.post("/api/v1/games", body)
        assert made.status_code == 201, made.text
        self.id, self.links = made.json()["id"], made.json()["links"]
        self.path = f"/api/v1/games/{self.id}"
        self.key = self.links["watch"].rsplit("/", 1)[1]
        self.seat_key = self.links["seats"]["blue"].rsplit("/", 1)[1]


def played(table: Table) -> Table:
    """The game to its end, with as little as can be done."""
    table.bids()
    assert table.say("red", "done").status_code == 200
    assert table.say("blue", "done").status_code == 200
    assert table.shown()["status"] == "over"
    return table


def steps(who: Person, table: Table, query: str = "") -> list[dict[str, Any]]:
    """The timeline as somebody sees it."""
    given = who.get(f"{table.path}/timeline{query}")
    assert given.status_code == 200, given.text
    found: list[dict[str, Any]] = given.json()["steps"]
    return found


def everything(who: Person, table: Table, query: str = "") -> str:
    """All that looking back gives to somebody, without what differs from game to game by nature."""
    frames = [who.get(f"{table.path}/frames/{n}{query}").text for n in range(1, table.version + 1)]
    told = "".join(who.get(f"{table.path}/{what}{query}").text for what in ("timeline", "film"))
    text = told + "".join(frames)
    return re.sub(r"[0-9a-f]{16,}", "", text.replace(table.id, ""))


def card(table: Table, seat: str) -> int:
    """The hidden card of a seat."""
    return int(table.shown(seat)["view"]["notes"][1]["facts"]["card"])


def test_games_that_differ_in_a_hidden_card_are_the_same_film_to_the_other(client: TestClient) -> None:
    tables: dict[int, Table] = {}
    while len(tables) < 2:
        table = Table(client, turns=1).sit().bids()
        tables.setdefault(card(table, "red"), table)
    one, other = tables.values()
    for name, query in (("blue", ""), ("watcher", "?watch=")):
        shown = [everything(getattr(t, name), t, query and query + t.key) for t in (one, other)]
        assert shown[0] == shown[1]
    assert steps(one.red, one) != steps(one.blue, one)


def test_a_film_of_a_battle_that_goes_on_shows_what_looking_back_does(client: TestClient) -> None:
    table = Table(client, turns=2).sit().bids()
    query = f"?watch={table.key}"
    page = table.watcher.page(f"/replay/{table.id}{query}").text
    assert f'data-takes-at="/api/v1/games/{table.id}/film{query}"' in page
    assert f'data-at="/replay/{table.id}/moment.svg{query}&amp;at="' in page
    for who, more in ((table.red, ""), (table.blue, ""), (table.watcher, query)):
        film = who.get(f"{table.path}/film{more}").json()
        known = {step["v"] for step in steps(who, table, more)}
        assert film["live"]
        assert film["takes"]
        assert {take["v"] for take in film["takes"]} <= known
        for take in film["takes"]:
            assert 0 < take["before"] < take["v"]
            assert {"title", "lines"} <= {*take}
            assert who.get(f"/replay/{table.id}/moment.svg{more}{'&' if more else '?'}at={take['v']}").is_success
    assert problem(Person(client).get(f"{table.path}/film"), 403)
    table.say("red", "done")
    assert table.red.get(f"{table.path}/film").json()["version"] == table.version


def test_a_goal_that_is_secret_is_in_no_frame_of_the_other(client: TestClient, person: Person) -> None:
    tables = (two_goals(client, person) for _ in range(30))
    game, other, chosen = next(t for t in tables if t[2]["red"] not in (t[2]["blue"], "quarters"))
    path = f"/api/v1/games/{game}"
    for step in other.get(f"{path}/timeline").json()["steps"]:
        assert chosen["red"] not in other.get(f"{path}/frames/{step['v']}").text
    assert chosen["red"] not in other.get(f"{path}/film").text
    assert chosen["red"] in person.get(f"{path}/timeline").text + person.get(path).text


def test_the_last_frame_is_the_table_as_it_is(client: TestClient, person: Person) -> None:
    game, _, _ = two_goals(client, person)
    version = person.get(f"/api/v1/games/{game}").json()["version"]
    frame = person.get(f"/api/v1/games/{game}/frames/{version}").json()
    room = person.page(f"/play/{game}").text
    assert frame["v"] == version
    assert all(patch["svg"] in room for patch in frame["patches"])
    assert len(frame["patches"]) == len(re.findall(r'<g id="p-', room))
    page = person.page(f"/replay/{game}?at=1")
    assert page.status_code == 200
    assert "Back to live" in page.text
    ground = person.get(f"/api/v1/games/{game}/frames/{version}/ground").json()
    assert ground["land"] == frame["land"]


def test_late_watchers_look_back_no_further_forward_than_they_are(client: TestClient) -> None:
    site: Site = client.app.state.site  # type: ignore[attr-defined]
    past, mailbox, at = site.games.past, site.games.mailbox, [10_000 * MINUTE]
    clock = Time(wall=lambda: at[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(past, "_time", clock)
        patch.setattr(mailbox, "time", clock)
        table = Late(client).sit()
        query = f"?watch={table.key}"
        assert problem(table.watcher.get(f"{table.path}/timeline{query}"), 409)
        at[0] += 6 * MINUTE
        cursor = table.version
        played(table)
        assert table.watcher.get(f"{table.path}/timeline{query}").json()["version"] == cursor
        assert max(s["v"] for s in steps(table.watcher, table, query)) <= cursor
        film = table.watcher.get(f"{table.path}/film{query}").json()
        assert (film["version"], film["live"]) == (cursor, True)
        assert film["takes"]
        assert max(take["v"] for take in film["takes"]) <= cursor
        for path in (f"{table.path}/frames/{cursor + 1}", f"{table.path}/frames/{cursor + 1}/ground"):
            problem(table.watcher.get(path + query), 404)
        problem(table.watcher.get(f"/replay/{table.id}/moment.svg{query}&at={cursor + 1}"), 404)
        problem(table.watcher.get(f"/report/{table.id}{query}"), 409)
        shown = table.watcher.page(f"/replay/{table.id}{query}&at=99999&as=all")
        assert f'data-version="{cursor}"' in shown.text
        assert table.red.page(f"/report/{table.id}").status_code == 200
        at[0] += 6 * MINUTE
        assert table.watcher.get(f"{table.path}/timeline{query}").json()["live"] is False
        film = table.watcher.get(f"{table.path}/film{query}").json()
        assert (film["live"], max(take["v"] for take in film["takes"]) > cursor) == (False, True)
        assert table.watcher.page(f"/report/{table.id}{query}").status_code == 200


def test_after_the_end_all_is_seen_or_what_one_side_saw(client: TestClient) -> None:
    table = played(Table(client, turns=1).sit())
    kinds = {
        name: [s["label"] for s in steps(who, table, query)]
        for name, who, query in (
            ("red", table.red, ""), ("watcher", table.watcher, f"?watch={table.key}"),
            ("as blue", table.red, "?as=blue"), ("as watchers", table.red, "?as=watch"),
        )
    }  # fmt: skip
    assert kinds["red"].count("toy.drew") == kinds["watcher"].count("toy.drew") == 2
    assert kinds["as blue"].count("toy.drew") == 1
    assert "toy.drew" not in kinds["as watchers"]


def test_a_stranger_gets_what_the_table_gives_him(client: TestClient, table: Table) -> None:
    stranger = Person(client)
    for path in (f"{table.path}/timeline", f"{table.path}/frames/9", f"/replay/{table.id}", f"/report/{table.id}"):
        problem(stranger.get(path), 403)
    problem(stranger.get("/replay/none"), 404)
    problem(table.red.get(f"/report/{table.id}"), 409)
    problem(table.red.get(f"{table.path}/frames/0"), 404)
    problem(table.red.get(f"{table.path}/frames/1"), 409)
    problem(table.red.get(f"{table.path}/frames/x"), 422)


def test_who_has_no_name_is_told_that_he_goes_along_and_does_not_lead(client: TestClient) -> None:
    table = played(Table(client, turns=1).sit())
    page = Person(client).page(f"/replay/{table.id}?watch={table.key}").text
    assert "Go along with others here; you lead once you have signed in" in page
    assert "Go through it together with others here" in table.red.page(f"/replay/{table.id}").text


def test_a_frame_is_sent_once(table: Table) -> None:
    path = f"{table.path}/frames/{table.version}"
    first = table.red.get(path)
    assert "no-cache" in first.headers["cache-control"]
    again = table.red.call("GET", path, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert table.blue.get(path).headers["etag"] != first.headers["etag"]


def test_a_picture_stands_alone(client: TestClient, person: Person) -> None:
    game, _, _ = two_goals(client, person)
    given = person.get(f"/replay/{game}/moment.svg")
    assert given.headers["content-type"].startswith("image/svg+xml")
    assert given.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    assert "attachment" in given.headers["content-disposition"]
    minidom.parseString(given.text)
    assert "light-dark(" not in given.text
    ids = set(re.findall(r'\bid="([^"]+)"', given.text))
    assert set(re.findall(r'href="#([^"]+)"', given.text)) <= ids
    assert set(re.findall(r"--t-field:[^;}]+", given.text))
    assert f"/replay/{game}?at=" in given.text


def test_no_line_under_a_picture_is_longer_than_there_is_room() -> None:
    def scale(text: str) -> float:
        found = re.search(r"scale\(([0-9.]+)\)", line("foot-1", text, (0, 0), 1000, 2))
        assert found is not None
        return float(found[1])

    assert scale("Takeda") == 2
    assert scale("n" * 200) * 200 == pytest.approx(scale("n" * 100) * 100, rel=0.01)
    assert scale("n" * 200) < 1
