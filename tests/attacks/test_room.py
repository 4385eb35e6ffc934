"""Nobody fills the server: tables at once, bytes of one, what a network sends in a day; and what nobody uses goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.games import opening
from app.games.room import Sweep
from app.settings import Settings
from app.store.tables import game, guest
from app.systems import SYSTEMS
from app.web.app import create_app
from app.web.server import security
from tests.toy import TOY
from tests.web.people import Person, Table, problem
from tests.web.scene import PASSWORD
from tests.web.test_account import site_of

SIDES = [
    {"seat": seat, "roster": {"sample": "red-devils"}, "player": who}
    for seat, who in (("red", "me"), ("blue", "person"))
]
TABLE = {"system": "ronin", "scenario": "skirmish", "options": {"points": 200}, "sides": SIDES}


@contextmanager
def server(folder: Path, **settings: Any) -> Iterator[TestClient]:
    """A server with these limits and no others."""
    free: dict[str, Any] = {"rate": "100000/second", "work": "0/0/0", "tables": "0/0/0", "sent": 0}
    made = Settings(data=str(folder), **(free | settings))
    with TestClient(create_app(made), raise_server_exceptions=False) as client:
        yield client


def count(client: TestClient, table: sa.Table) -> int:
    """How many rows there are."""
    query = sa.select(sa.func.count()).select_from(table)
    return int(site_of(client).games.store.look_now(lambda db: db.execute(query).scalar_one()))


def test_a_guest_an_account_and_a_network_have_so_many_tables(tmp_path: Path, tried: Callable[[str], None]) -> None:
    with server(tmp_path, tables="3/5/9") as client:
        one, two = Person(client), Person(client)
        given = Counter(one.post("/api/v1/games", TABLE).status_code for _ in range(10))
        assert given == {201: 3, 422: 7}
        said = problem(one.post("/api/v1/games", TABLE), 422)
        assert "3 tables" in said["detail"]
        assert said["refusals"][0]["facts"] == {"have": 3, "most": 3}
        page = one.form("/games", {"way": "link", "system": "ronin"})
        assert page.status_code == 422
        assert "3 tables that are not over" in page.text
        two.form("/signup", {"name": "Hana", "password": PASSWORD})
        assert Counter(two.post("/api/v1/games", TABLE).status_code for _ in range(10)) == {201: 5, 422: 5}
        many = Counter(Person(client).post("/api/v1/games", TABLE).status_code for _ in range(20))
        assert many == {201: 1, 422: 19}
        assert "9 tables" in problem(Person(client).post("/api/v1/games", TABLE), 422)["detail"]
        assert count(client, game) == 9
    tried("53 tables asked for from one network, 9 laid")


def test_a_table_that_is_over_makes_room_for_its_owner_but_not_for_its_network_on_the_same_day(tmp_path: Path) -> None:
    with server(tmp_path, tables="2/2/4") as client:
        one, bot = Person(client), [SIDES[0], {**SIDES[1], "player": "bot"}]
        for _ in range(4):
            made = one.post("/api/v1/games", {**TABLE, "sides": bot})
            assert made.status_code == 201
            assert one.post(f"/api/v1/games/{made.json()['id']}/resign", {"seat": "red"}).status_code == 200
        assert "4 tables" in problem(one.post("/api/v1/games", TABLE), 422)["detail"]
        assert one.post(f"/api/v1/games/{made.json()['id']}/rematch", {}).status_code == 422


def test_a_table_is_laid_with_so_many_bytes(tmp_path: Path) -> None:
    outline = [[n % 40, n // 2] for n in range(48)]
    pieces = [{"id": f"p{n}", "kind": "wood", "outline": outline} for n in range(60)]
    with server(tmp_path, table_bytes=8000) as client:
        person = Person(client)
        assert person.post("/api/v1/games", TABLE).status_code == 201
        said = problem(person.post("/api/v1/games", {**TABLE, "options": {"points": 200, "terrain": pieces}}), 422)
        assert "bytes to keep, and 8000 are the most" in said["detail"]
        assert count(client, game) == 1


def test_a_network_sends_so_much_in_a_day_whoever_it_says_it_is(tmp_path: Path, tried: Callable[[str], None]) -> None:
    with server(tmp_path, sent=1) as client:
        body = {"system": "ronin", "name": "x" * 60_000, "body": {}}
        given = [Person(client).post("/api/v1/rosters", body).status_code for _ in range(30)]
        assert given.index(429) == 17
        assert set(given[17:]) == {429}
        person = Person(client)
        assert "1 megabytes" in problem(person.post("/api/v1/games", TABLE), 429)["detail"]
        assert person.page("/").status_code == 200
    tried("30 bodies of 60 kB by 30 guests of one network, 17 read")


def test_what_is_written_at_tables_for_a_network_counts_with_what_it_sends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tried: Callable[[str], None]
) -> None:
    monkeypatch.setattr(security, "MEGABYTE", 20_000)
    monkeypatch.setattr(opening, "OURS", (*SYSTEMS, TOY))
    with server(tmp_path, sent=1) as client:
        table = Table(client, turns=1).sit()
        said, sent = table.say("red", "1"), 1
        while said.status_code == 200 and sent < 200:
            do = table.red.post(f"{table.path}/undo", {"seat": "red"}) if sent % 2 else table.say("red", "1")
            said, sent = do, sent + 1
        assert "in a day" in problem(said, 429)["detail"]
        assert table.red.get(table.path).status_code == 200
    tried(f"{sent} answers and take-backs of 60 bytes until 20 kB were written")


def test_what_nobody_came_to_goes_and_all_else_stays(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        site = site_of(client)
        owner, friend, nobody = Person(client), Person(client), Person(client)
        made = [owner.post("/api/v1/games", TABLE).json() for _ in range(3)]
        key = made[0]["links"]["seats"]["blue"].rsplit("/", 1)[1]
        joined = friend.post(f"/api/v1/games/{made[0]['id']}/join", {"seat": "blue", "key": key, "name": "Mika"})
        assert joined.status_code == 200
        nobody.form("/terrain", {})

        def older(db: sa.Connection) -> None:
            db.execute(game.update().where(game.c.id != made[2]["id"]).values(created="2020-01-01T00:00:00Z"))
            db.execute(guest.update().values(created="2020-01-01T00:00:00Z"))

        assert client.portal is not None
        client.portal.call(site.games.guests.welcome, "Passer-by")
        site.games.store.run_now(older)
        before = count(client, guest)
        forgotten: list[str] = []
        sweep = Sweep(site.games.store, 30, forgotten.append)
        games, guests = client.portal.call(sweep.once)
        assert forgotten == [made[1]["id"]]
        assert (games, count(client, game)) == (1, 2)
        assert guests == before - count(client, guest) >= 1
        assert owner.get(f"/api/v1/games/{made[0]['id']}").status_code == 200
        assert owner.get(f"/api/v1/games/{made[1]['id']}").status_code in (200, 404)
        assert owner.get("/api/v1/me").json()["name"]
        assert client.portal.call(sweep.once) == (0, 0)


def test_the_host_reads_how_much_room_is_taken_and_by_whom(tmp_path: Path) -> None:
    with server(tmp_path, tables="3/5/9") as client:
        site, host, one = site_of(client), Person(client), Person(client)
        host.form(f"/setup/{site.people.setup_key()}", {"name": "Yui", "password": PASSWORD})
        for _ in range(3):
            one.post("/api/v1/games", {**TABLE, "name": "Rin <b>"})
        page = host.page("/admin").text
        assert "Rin &lt;b&gt;" in page
        assert "3 of 9" in page
        assert "3 tables" in page
