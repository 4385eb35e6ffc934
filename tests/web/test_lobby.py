"""The front page, the lobby, challenges, rematches and other people, as a browser and a program meet them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.engine.refusals import Refusal
from app.engine.system import RuleSystem
from app.games import offers
from app.systems import SYSTEMS
from app.web.page.names import NAMES
from tests.web.people import BAND, Person, Table, problem
from tests.web.test_pages import is_page
from tests.web.test_socket import cut_with

PASSWORD = "quiet river at dawn"
TABLE = {"system": "ronin", "scenario": "skirmish", "points": "200", "players": "2", "name": "Aki"}
ROSTERS = {"band_a": "sample:red-devils", "band_b": "sample:river-league"}


def account(client: TestClient, name: str) -> Person:
    """Somebody who has an account and is signed in."""
    people = client.app.state.site.people  # type: ignore[attr-defined]
    made: Any = client.portal.call(lambda: people.sign_up(name, PASSWORD))  # type: ignore[union-attr]
    assert not isinstance(made, Refusal), made
    person = Person(client)
    person.cookies["gunbai"] = made[1]
    return person


@pytest.fixture(scope="module")
def hana(client: TestClient) -> Person:
    """An account."""
    return account(client, "Hana")


@pytest.fixture(scope="module")
def mika(client: TestClient) -> Person:
    """Another account."""
    return account(client, "Mika")


def laid(person: Person, **fields: str) -> str:
    """The id of a new table of Ronin."""
    made = person.form("/new", {**TABLE, **ROSTERS, **fields})
    assert made.status_code == 303, re.findall(r'class="refusal".*?</p>', made.text)
    return str(made.headers["location"]).rsplit("/", 1)[1]


def listed(person: Person, query: str = "") -> list[str]:
    """The ids of the open games that REST tells of."""
    return [game["id"] for game in person.get(f"/api/v1/lobby{query}").json()["open"]]


def test_a_table_for_anybody_is_found_narrowed_and_joined(client: TestClient, person: Person) -> None:
    game = laid(person, way_b="open", pace="live-20", zero="forfeit")
    assert person.get(f"/api/v1/games/{game}").json()["options"]["clock"] == {
        "kind": "live", "minutes": 20, "increment": 30,
    }  # fmt: skip
    stranger = Person(client)
    for query, found in (("", True), ("?system=ronin&pace=live&points=200", True), ("?pace=letter", False)):
        page = is_page(stranger.page(f"/lobby{query}"))
        assert (f'href="/lobby/{game}"' in page) is found, query
        assert (game in listed(stranger, query)) is found, query
    assert "20 min + 30 s" in is_page(stranger.page(f"/lobby/{game}"))
    no_name = stranger.form(f"/lobby/{game}/blue", {"name": ""})
    assert "Say how you are called" in is_page(no_name, 422)
    assert stranger.form(f"/lobby/{game}/blue", {"name": "Rin"}).headers["location"] == f"/play/{game}"
    assert game not in listed(person)
    assert f"/watch/{game}/" in is_page(Person(client).page("/lobby?show=live"))
    assert f'href="/play/{game}"' in is_page(stranger.page("/games/mine?show=play"))


def test_a_size_that_no_table_has_is_refused(person: Person) -> None:
    assert person.get("/api/v1/lobby?points=100000").json()["open"] == []
    for size in (100_001, 2**31, 2**32, 10**11):
        problem(person.get(f"/api/v1/lobby?points={size}"), 422)
        assert "whole number of points" in is_page(person.page(f"/lobby?points={size}"), 422)


def test_a_private_table_is_in_no_list_and_cannot_be_joined_from_one(client: TestClient, person: Person) -> None:
    game = laid(person, way_b="link")
    stranger = Person(client)
    assert game not in listed(stranger)
    assert game not in is_page(stranger.page("/lobby"))
    for given in (stranger.page(f"/lobby/{game}/blue"), stranger.form(f"/lobby/{game}/blue", {"name": "Rin"})):
        assert given.status_code in (403, 422)
        assert "This seat is not open to you." in given.text
    assert stranger.page(f"/lobby/{game}/gold").status_code == 404
    assert game in is_page(person.page("/games/mine?show=open"))


@pytest.mark.parametrize(("who", "open_to_all"), [("link", False), ("none", False), ("anyone", True)])
def test_a_table_that_has_begun_tells_strangers_its_watchers_link_only_where_anybody_may_watch(
    client: TestClient, who: str, open_to_all: bool
) -> None:
    table = Table(client, turns=1)
    body = {"system": "toy", "scenario": "meadow", "listed": True, "name": "Aki", "watch": {"who": who}, "sides": [
        {"seat": "red", "roster": BAND, "player": "me"}, {"seat": "blue", "roster": BAND},
    ]}  # fmt: skip
    game = table.red.post("/api/v1/games", body).json()
    seat = str(game["links"]["seats"]["blue"]).removeprefix("http://testserver")
    assert table.blue.form(seat, {"name": "Mika"}).status_code == 303
    stranger = Person(client)
    for given in (
        stranger.page(f"/lobby/{game['id']}/blue"),
        stranger.form(f"/lobby/{game['id']}/blue", {"name": "X"}),
    ):
        assert (f"/watch/{game['id']}/" in given.text) is open_to_all
    assert (f"/watch/{game['id']}/" in stranger.page(seat).text) is (who != "none")


@pytest.mark.parametrize("query", ["?system=chess", "?pace=fast", "?points=many", "?show=live&system=go"])
def test_a_filter_that_means_nothing_is_named(person: Person, query: str) -> None:
    assert person.page(f"/lobby{query}").status_code == 422


def test_lists_have_pages(client: TestClient, person: Person) -> None:
    for _ in range(21):
        body = {"system": "toy", "scenario": "meadow", "visibility": "listed", "name": "Aki", "sides": [
            {"seat": "red", "roster": BAND, "player": "me"}, {"seat": "blue", "roster": BAND},
        ]}  # fmt: skip
        assert person.post("/api/v1/games", body).status_code == 201
    first = is_page(person.page("/lobby?system=toy"))
    assert 'href="?system=toy&amp;page=2"' in first
    assert first.count('class="act"') == 20
    assert is_page(person.page("/lobby?system=toy&page=2")).count('class="act"') >= 1
    assert is_page(person.page("/lobby?system=toy&page=999")).count('class="act"') == 0


WRONG = [
    ({"visibility": "secret"}, "A table is private or listed, not secret."),
    ({"watch": {"view": "all", "delay": 2}}, "at least 5 minutes late; 2 is too soon"),
    ({"watch": {"delay": 99999}}, "0 to 1440 whole minutes behind, not 99999"),
    ({"watch": "all"}, "not all"),
    ({"umpire": "x" * 41}, "An umpire is named"),
    ({"options": {"points": 10**30}}, "A size is 0 to 100000 whole points, not 1"),
    ({"options": {"points": "many"}}, "whole points, not many"),
    ({"options": {"points": True}}, "whole points, not True"),
]


@pytest.mark.parametrize(("options", "says"), WRONG)
def test_what_a_table_cannot_agree_is_said_over_rest(person: Person, options: dict[str, Any], says: str) -> None:
    sides = [{"seat": "red", "roster": BAND}, {"seat": "blue", "roster": BAND}]
    no = person.post("/api/v1/games", {"system": "toy", "scenario": "meadow", "sides": sides, **options})
    assert no.status_code == 422
    assert says in no.json()["detail"]


def test_a_set_up_form_keeps_what_was_given_when_the_clock_cannot_be(person: Person) -> None:
    clock = {"pace": "custom", "clock_kind": "live", "clock_minutes": "999", "clock_increment": "5"}
    page = is_page(person.form("/new", {**TABLE, **ROSTERS, **clock}), 422)
    assert 'class="refusal"' in page
    assert 'value="999"' in page
    assert re.search(r'name="pace" value="custom" checked', page)
    assert person.form("/new", {**TABLE, **ROSTERS, "pace": "soon"}).status_code == 422


def test_a_ready_scenario_begins_with_a_link_to_send(person: Person) -> None:
    page = is_page(person.page("/"))
    assert 'value="daimyo:rearguard"' in page
    where = person.form("/games", {"ready": "daimyo:rearguard", "way": "link"}).headers["location"]
    assert where.startswith("/wait/")
    assert person.get(f"/api/v1/games/{where[6:]}").json()["scenario"] == "rearguard"
    assert person.form("/games", {"ready": "daimyo:no-such", "way": "link"}).status_code == 422


def test_the_front_page_tells_whose_go_it_is(client: TestClient) -> None:
    table = Table(client, turns=1).sit()
    red = is_page(table.red.page("/"))
    assert f'href="/play/{table.id}"' in red
    assert "your go" in red
    assert table.say("red", "1").status_code == 200
    waits = is_page(table.red.page("/"))
    assert f'href="/play/{table.id}"' not in waits
    assert "Waiting for others in 1 game." in waits
    assert "Waiting for others" not in is_page(table.watcher.page("/"))


def test_a_challenge_is_accepted_with_one_click(hana: Person, mika: Person) -> None:
    game = laid(hana, way_b="friend", to_b="MIKA", note="Again?")
    assert game not in listed(mika)
    assert "kept for Mika" in is_page(hana.page(f"/wait/{game}"))
    assert "/join/" not in is_page(hana.page(f"/wait/{game}"))
    assert "“Again?”" in is_page(mika.page("/"))
    assert [c["game"]["id"] for c in mika.get("/api/v1/lobby").json()["challenges"]] == [game]
    assert hana.form(f"/challenge/{game}/blue/accept", {}).status_code == 422
    assert mika.form(f"/challenge/{game}/blue/accept", {}).headers["location"] == f"/play/{game}"
    assert mika.page(f"/play/{game}").status_code == 200
    again = mika.form(f"/challenge/{game}/blue/accept", {})
    assert mika.form(again.headers["location"], {"name": "Mika"}).headers["location"] == f"/play/{game}"


def test_whoever_is_challenged_brings_their_own_roster(hana: Person, mika: Person) -> None:
    game = laid(hana, way_b="friend", to_b="mika", band_b="theirs")
    where = mika.form(f"/challenge/{game}/blue/accept", {}).headers["location"]
    assert 'name="band"' in is_page(mika.page(where))
    assert mika.form(where, {"name": "Mika"}).status_code == 422
    assert mika.form(where, {"name": "Mika", "band": "sample:river-league"}).headers["location"] == f"/play/{game}"


def test_a_challenge_is_declined_or_withdrawn(hana: Person, mika: Person) -> None:
    first, second = (laid(hana, way_b="friend", to_b="mika") for _ in range(2))
    assert mika.form(f"/challenge/{first}/blue/decline", {}).status_code == 303
    assert "Your challenge was declined" in is_page(hana.page("/"))
    assert "/join/" in is_page(hana.page(f"/wait/{first}"))
    assert mika.form(f"/challenge/{second}/blue/withdraw", {}).status_code == 404
    assert hana.form(f"/challenge/{second}/blue/withdraw", {}).status_code == 303
    assert mika.form(f"/challenge/{second}/blue/accept", {}).status_code == 422
    assert mika.form(f"/challenge/{second}/blue/shout", {}).status_code == 404
    third = laid(hana, way_b="friend", to_b="mika")
    assert mika.post(f"/api/v1/games/{third}/challenge/shout").status_code == 404
    assert mika.post(f"/api/v1/games/{third}/challenge/accept", {"name": "M"}).json()["seats"] == ["blue"]


def test_who_is_blocked_challenges_nobody_and_is_not_told_why(client: TestClient, hana: Person, person: Person) -> None:
    rin = account(client, "Rin")
    assert rin.form("/people/hana/block", {}).status_code == 303
    for other in ("rin", "hana"):
        no = hana.form("/new", {**TABLE, **ROSTERS, "way_b": "friend", "to_b": other})
        assert "does not take challenges." in is_page(no, 422), other
    open_table = laid(rin, way_b="open")
    assert "This seat is not open to you." in hana.form(f"/lobby/{open_table}/blue", {"name": "Hana"}).text
    assert "Unblock" in is_page(rin.page("/people/hana"))
    assert rin.form("/people/hana/block", {"off": "1"}).status_code == 303
    assert hana.form(f"/lobby/{open_table}/blue", {"name": "Hana"}).status_code == 303
    no = person.form("/new", {**TABLE, **ROSTERS, "way_b": "friend", "to_b": "hana"})
    assert "you need an account" in is_page(no, 422)


def test_who_is_blocked_no_longer_sees_what_was_open(client: TestClient) -> None:
    rin, nao = account(client, "Rin Two"), account(client, "Nao")
    game = laid(rin, way_b="bot", visibility="listed", watch_who="anyone")
    client.cookies.clear()
    with client.websocket_connect(f"/ws/games/{game}", headers=nao.cookie) as socket:
        assert rin.form("/people/nao/block", {}).status_code == 303
        assert cut_with(socket) == 4404


def test_a_rematch_is_offered_by_one_and_found_by_the_other(client: TestClient) -> None:
    table = Table(client, turns=1).sit()
    assert table.red.form(f"/rematch/{table.id}", {}).status_code == 422
    assert table.red.post(f"{table.path}/resign").status_code == 200
    assert table.watcher.form(f"/rematch/{table.id}", {}).status_code == 403
    where = table.blue.form(f"/rematch/{table.id}", {"swap": "1"}).headers["location"]
    again = where.rsplit("/", 1)[1]
    front = is_page(table.red.page("/"))
    assert f'action="/challenge/{again}/blue/accept"' in front
    given = table.red.post(f"/api/v1/games/{table.id}/rematch")
    assert given.json() == {"id": again}
    seats = {s["seat"]: s["name"] for s in table.red.get(f"/api/v1/games/{again}").json()["seats"]}
    assert seats == {"red": "Mika", "blue": "Aki"}


def test_people_are_found_befriended_and_reported(hana: Person, mika: Person, person: Person) -> None:
    assert mika.page("/people?find=hana").headers["location"] == "/people/hana"
    assert "There is no account named Nobody." in is_page(mika.page("/people?find=Nobody"), 404)
    assert mika.form("/people/hana/friend", {}).status_code == 303
    assert 'href="/people/hana"' in is_page(mika.page("/people"))
    assert 'value="Hana"' in is_page(mika.page("/new?way_b=friend"))
    assert mika.form("/people/mika/friend", {}).status_code == 422
    assert mika.form("/people/hana/enemy", {}).status_code == 404
    assert mika.form("/people/nobody/friend", {}).status_code == 404
    assert person.form("/people/hana/friend", {}).status_code == 403
    assert mika.form("/people/hana/report", {"text": ""}).status_code == 422
    assert "with the host" in is_page(mika.form("/people/hana/report", {"text": "Rude."}))
    assert hana.page("/people/hana").text.count('action="/people/hana/') == 0


@pytest.mark.parametrize(("delay", "known"), [(0, True), (5, False)])
def test_the_page_of_an_account_counts_what_it_has_won_once_watchers_know(
    client: TestClient, delay: int, known: bool
) -> None:
    winner, body = account(client, f"Noor{delay}"), {
        "system": "toy", "scenario": "meadow", "name": "Noor", "watch": {"delay": delay}, "sides": [
            {"seat": "red", "roster": BAND, "player": "me"}, {"seat": "blue", "roster": BAND},
        ],
    }  # fmt: skip
    made = winner.post("/api/v1/games", body).json()
    loser, key = Person(client), made["links"]["seats"]["blue"].rsplit("/", 1)[1]
    path = f"/api/v1/games/{made['id']}"
    assert loser.post(f"{path}/join", {"seat": "blue", "key": key, "name": "Luis"}).status_code == 200
    assert loser.post(f"{path}/resign").status_code == 200
    page = is_page(loser.page(f"/people/noor{delay}"))
    assert bool(re.search(r'<td>Toy</td><td class="num">1</td><td class="num">1</td>', page)) is known
    assert "won" in is_page(winner.page("/games/mine?show=over"))


@pytest.mark.parametrize("path", ["/lobby", "/lobby?show=live", "/games/mine", "/people", "/new?way_b=open"])
def test_pages_of_the_lobby_answer_everybody(person: Person, path: str) -> None:
    assert is_page(person.page(path))


def test_a_guest_who_says_no_name_has_one_and_may_begin_at_once(client: TestClient) -> None:
    person = Person(client)
    shown = person.page("/").text
    assert 'name="name"' in shown
    where = person.form("/games", {"way": "bot", "setup": "offered"}).headers["location"]
    game = person.get(f"/api/v1/games/{where.rsplit('/', 1)[1]}").json()
    assert game["view"]["turn"] == 1
    assert game["options"]["offered"] is True
    # By chance he has a name for people; who meets a bot is told as his side is called.
    assert next(seat["name"] for seat in game["seats"] if seat["kind"] == "person") == "Red Devils"
    again = person.form("/games", {"way": "bot", "setup": "offered", "name": "Ana"}).headers["location"]
    game = person.get(f"/api/v1/games/{again.rsplit('/', 1)[1]}").json()
    assert next(seat["name"] for seat in game["seats"] if seat["kind"] == "person") == "Ana"
    shared = person.form("/games", {"way": "same", "setup": "offered"}).headers["location"]
    game = person.get(f"/api/v1/games/{shared.rsplit('/', 1)[1]}").json()
    assert {seat["name"] for seat in game["seats"]} <= {*NAMES}
    assert 'name="name"' not in person.page("/").text.split('class="ready"')[0]


def test_who_sets_up_himself_is_asked_where_everybody_stands(client: TestClient) -> None:
    person = Person(client)
    where = person.form("/games", {"way": "same", "setup": "own", "name": "Aki"}).headers["location"]
    game = person.get(f"/api/v1/games/{where.rsplit('/', 1)[1]}").json()
    assert game["view"]["turn"] == 0
    assert len({seat["name"] for seat in game["seats"]}) == 2


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.key)
def test_every_size_that_is_offered_has_rosters_or_says_why_not(person: Person, system: RuleSystem[Any]) -> None:
    book = system.catalogue()
    row = book["scenarios"][0]
    for limit in offers.limits(book, row):
        shown = person.page(f"/new?system={system.key}&scenario={row['id']}&points={limit}").text
        chosen = re.findall(r'<select name="band_\w" required>\s*(.*?)</select>', shown, re.DOTALL)
        assert len(chosen) == offers.players(row)[0]
        ready = ['value="sample:' in select for select in chosen]
        assert ready.count(True) == sum(bool(offers.lawful(system, row, limit, n)) for n in range(len(ready)))
        assert [f"None is ready for {limit}" not in select for select in chosen] == ready
        assert shown.count(f"There is no ready roster for {limit}") == ready.count(False)


def test_what_stands_against_a_roster_stands_at_its_field(person: Person) -> None:
    shown = person.form("/new", {**TABLE, "points": "100", "way_b": "bot", "band_a": "", "band_b": "theirs"})
    assert shown.status_code == 422
    field = re.search(r'<select name="band_a"[^>]*>', shown.text)
    assert field is not None
    assert "autofocus" in field[0]
    assert 'aria-describedby="wrong-a"' in field[0]
    told = shown.text.index('id="wrong-a"')
    assert shown.text.index('name="band_a"') < told < shown.text.index('name="way_b"')


def test_the_other_side_is_offered_a_band_unlike_the_one_that_was_chosen(person: Person) -> None:
    for chosen in ("black-pine-gang", "two-cranes-school"):
        shown = person.page(f"/new?system=ronin&scenario=skirmish&points=150&band_a=sample:{chosen}").text
        bands = re.findall(r'value="sample:([\w-]+)" selected', shown)
        assert bands[0] == chosen
        assert bands[1] != chosen
