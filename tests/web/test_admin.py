"""The host's pages: nothing to others; health, cases, reports, accounts, games, settings and copies to the host."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from app.games import opening
from app.settings import Settings
from app.store import games
from app.systems import OURS
from app.systems.installed import Found, LeftOut
from app.web.app import create_app
from app.web.page.deps import Site
from tests.accounts.town import PASSWORD
from tests.outsider import ENDLESS, MEADOW
from tests.web.people import Person, Table, problem
from tests.web.test_socket import cut_with

PAGES = ("", "/errors", "/reports", "/accounts", "/games", "/settings", "/webhooks")
API = ("health", "metrics", "cases", "cases/1", "reports", "accounts")


def site_of(client: TestClient) -> Site:
    """The site of the server."""
    site: Site = client.app.state.site  # type: ignore[attr-defined]
    return site


def member(client: TestClient, name: str, **more: str) -> Person:
    """Somebody who has signed up in a new browser."""
    person = Person(client)
    given = person.form("/signup", {"name": name, "password": PASSWORD, **more})
    assert given.status_code == 303, given.text
    return person


@pytest.fixture(scope="module")
def host(client: TestClient) -> Person:
    """The host of the server."""
    person = Person(client)
    key = site_of(client).people.setup_key()
    assert person.form(f"/setup/{key}", {"name": "Yui", "password": PASSWORD}).status_code == 303
    return person


@pytest.fixture(scope="module")
def jiro(client: TestClient, host: Person) -> Person:
    """A player with an account."""
    return member(client, "Jiro")


def id_of(person: Person) -> str:
    """The id of somebody's account."""
    return str(person.get("/api/v1/me").json()["id"])


def shown(person: Person, path: str) -> str:
    """The text of one of the host's pages."""
    given = person.page(f"/admin{path}")
    assert given.status_code == 200, given.text
    return unescape(given.text)


def case(client: TestClient, game: str) -> int:
    """The number of a new case of a game."""
    row = {
        "game_id": game, "seat": "red", "ask_id": "1", "raw": {"pick": "<b>step</b>"}, "tape_seq": 0,
        "why": "Traceback:\n  File x\nZeroDivisionError: on <i>red-1</i>\n", "tape": [{"seq": 1}, {"seq": 2}],
        "created": "2026-01-02T03:04:05Z",
    }  # fmt: skip
    return site_of(client).games.store.run_now(games.add_case, row)


# -- who may ------------------------------------------------------------------------


def test_to_others_nothing_is_there(client: TestClient, host: Person, jiro: Person, table: Table) -> None:
    for other in (Person(client), table.red, jiro):
        none = other.get("/nothing-of-that-name").json()
        for page in (*PAGES, "/errors/1", "/errors/x", "/errors/1.json", "/none"):
            assert problem(other.get(f"/admin{page}"), 404) == none, page
        for path in ("/backup", "/reports/1", "/reports/x", "/accounts/a/ban", "/games/g/pause", "/settings/talk",
                     "/invitations", "/invitations/a/revoke", "", "/errors"):  # fmt: skip
            assert other.form(f"/admin{path}", {"reason": "x"}).status_code == 404, path
        for path in API:
            problem(other.get(f"/api/v1/admin/{path}"), 404)
        problem(other.post("/api/v1/admin/reports/1", {"note": "x"}), 404)
        problem(other.call("PATCH", "/api/v1/admin/accounts/x", json={"ban": "x"}), 404)
    assert 'href="/admin"' in host.page("/").text
    assert 'href="/admin"' not in jiro.page("/").text
    assert host.call("DELETE", "/admin/accounts").status_code == 404


def test_every_page_is_there_for_the_host_in_both_languages(client: TestClient, host: Person, table: Table) -> None:
    number = case(client, table.id)
    for path in (*PAGES, f"/errors/{number}"):
        assert "This server" in shown(host, path), path
        given = host.call("GET", f"/admin{path}", headers={"accept": "text/html", "accept-language": "es"})
        assert given.status_code == 200, path


def test_a_token_of_the_host_reads_health_and_no_more(client: TestClient, host: Person) -> None:
    made = host.post("/api/v1/me/tokens", {"name": "watch", "scopes": ["read"]}).json()
    bearer, other = {"authorization": f"Bearer {made['secret']}"}, Person(client)
    given = other.call("GET", "/api/v1/admin/metrics", headers=bearer)
    assert given.headers["content-type"].startswith("text/plain")
    assert 'gunbai_games{status="held"} 0.0' in given.text
    assert other.call("GET", "/api/v1/admin/health", headers=bearer).json()["accounts"] >= 1
    for method, path in (("GET", "reports"), ("GET", "accounts"), ("POST", "reports/1"), ("PATCH", "accounts/x")):
        assert other.call(method, f"/api/v1/admin/{path}", headers=bearer, json={}).status_code == 403


# -- health, cases, games -------------------------------------------------------------


def test_health_counts_what_is_there(client: TestClient, host: Person, table: Table) -> None:
    before = host.get("/api/v1/admin/health").json()
    Table(client, turns=1)
    case(client, table.id)
    with client.websocket_connect(f"/ws/games/{table.id}?watch={table.key}"):
        now = host.get("/api/v1/admin/health").json()
    assert now["games"]["open"] == before["games"].get("open", 0) + 1
    assert (now["cases"], now["rooms"], now["watchers"]) == (before["cases"] + 1, 1, 1)
    assert now["inputs"] >= before["inputs"]
    assert min(now[name] for name in ("size", "free", "memory", "wal")) > 0
    assert f"SQLite {sqlite3.sqlite_version}" in shown(host, "")


def test_a_case_is_listed_shown_and_downloaded(client: TestClient, host: Person, table: Table) -> None:
    number = case(client, table.id)
    assert "ZeroDivisionError: on <i>red-1</i>" in shown(host, "/errors")
    page = host.page(f"/admin/errors/{number}").text
    assert "Traceback:" in page
    assert "<i>red-1</i>" not in page
    assert "2 inputs" in page
    file = host.get(f"/admin/errors/{number}.json")
    assert "attachment" in file.headers["content-disposition"]
    assert file.json()["raw"] == {"pick": "<b>step</b>"}
    assert host.get(f"/api/v1/admin/cases/{number}").json() == file.json()
    assert host.page("/admin/errors/999999").status_code == 404
    assert host.page(f"/admin/errors/{1 << 70}").status_code == 404


def test_a_game_is_found_paused_and_let_go_on(client: TestClient, host: Person, table: Table) -> None:
    for query in (f"q={table.id}", "q=mIKa", "q=meadow", "status=playing"):
        assert f"/umpire/{table.id}" in shown(host, f"/games?{query}")
    for query in ("q=nobody-of-this-name", "q=%25", f"q={table.id}&status=over"):
        assert f"/umpire/{table.id}" not in shown(host, f"/games?{query}")
    assert host.page("/admin/games?status=lost").status_code == 422
    path = f"/admin/games/{table.id}"
    assert host.form(f"{path}/pause", {"reason": " "}).status_code == 422
    assert host.form(f"{path}/pause", {"reason": "A quarrel"}).status_code == 303
    assert table.shown()["status"] == "paused"
    assert "A quarrel" in shown(host, f"/games?q={table.id}")
    assert host.form(f"{path}/resume", {}).status_code == 303
    assert table.shown()["status"] == "playing"
    assert host.form(f"{path}/resume", {}).status_code == 422
    assert host.form(f"{path}/delete", {}).status_code == 404


# -- reports and accounts -------------------------------------------------------------


def talked(client: TestClient, name: str) -> tuple[Table, Person, int]:
    """A table at which red, an account of this name, said something that blue has reported; and the report."""
    table = Table(client, turns=1).sit()
    assert table.red.form("/signup", {"name": name, "password": PASSWORD}).status_code == 303
    line = table.red.post(f"{table.path}/talk", {"text": f"Bad words of {name}"}).json()["id"]
    assert table.blue.post(f"{table.path}/talk/{line}/report", {"reason": "insult"}).status_code == 200
    found = site_of(client).games.store.look_now(lambda db: db.exec_driver_sql("SELECT max(id) FROM report").scalar())
    return table, table.red, int(found or 0)


def said(table: Table) -> list[str]:
    """What blue reads at a table."""
    return [line["text"] for line in table.blue.get(f"{table.path}/talk").json()["lines"]]


def test_a_report_hides_the_line_bans_its_author_and_is_closed(client: TestClient, host: Person) -> None:
    table, author, number = talked(client, "Goro")
    bearer = {"authorization": f"Bearer {author.post('/api/v1/me/tokens', TOKEN).json()['secret']}"}
    assert "Bad words of Goro" in shown(host, "/reports")
    path = f"/admin/reports/{number}"
    assert host.form(path, {"note": " ", "hide": "1", "ban": "1"}).status_code == 422
    assert said(table) == ["Bad words of Goro"]
    with client.websocket_connect(f"/ws/games/{table.id}", headers=author.cookie) as socket:
        assert host.form(path, {"note": "Insults.", "hide": "1", "ban": "1"}).status_code == 303
        with pytest.raises(WebSocketDisconnect):
            until_cut(socket)
    assert said(table) == []
    assert author.get(table.path).status_code == 403
    assert author.call("GET", "/api/v1/me", headers=bearer).status_code == 401
    given = author.form("/signin", {"name": "Goro", "password": PASSWORD})
    assert "closed by the host: Insults." in unescape(given.text)
    assert "Bad words of Goro" not in shown(host, "/reports")
    assert "What came of it: Insults." in shown(host, "/reports?show=all")
    assert host.form(path, {"note": "Again."}).status_code == 422
    problem(host.post(f"/api/v1{path}", {"note": "Again."}), 422)


TOKEN = {"name": "bot", "scopes": ["read"]}


def until_cut(socket: Any) -> None:
    """Everything is read until the server closes."""
    for _ in range(50):
        socket.receive_json()


def test_a_report_is_closed_over_rest(client: TestClient, host: Person) -> None:
    table, author, number = talked(client, "Ume")
    path = f"/api/v1/admin/reports/{number}"
    problem(host.post(path, {"note": ""}), 422)
    problem(host.post("/api/v1/admin/reports/999999", {"note": "x"}), 404)
    given = host.post(path, {"note": "Talked to her.", "hide": True}).json()
    assert (given["done"], given["hidden"], given["banned"]) == ("Talked to her.", True, False)
    assert said(table) == []
    assert author.get(table.path).status_code == 200
    assert number not in [r["id"] for r in host.get("/api/v1/admin/reports").json()["reports"]]
    assert number in [r["id"] for r in host.get("/api/v1/admin/reports?all=true").json()["reports"]]


def test_a_guest_without_an_account_cannot_be_banned(client: TestClient, host: Person, table: Table) -> None:
    line = table.red.post(f"{table.path}/talk", {"text": "Words of a guest"}).json()["id"]
    table.blue.post(f"{table.path}/talk/{line}/report", {"reason": "insult"})
    number = host.get("/api/v1/admin/reports").json()["reports"][0]["id"]
    assert "cannot be banned" in shown(host, "/reports")
    assert host.form(f"/admin/reports/{number}", {"note": "x", "ban": "1", "hide": "1"}).status_code == 422
    assert said(table) == ["Words of a guest"]


def test_accounts_are_found_and_changed(client: TestClient, host: Person) -> None:
    kenji = member(client, "Kenji")
    path = f"/admin/accounts/{id_of(kenji)}"
    assert "Kenji" in shown(host, "/accounts?q=KEN")
    assert "Kenji" not in shown(host, "/accounts?q=jir")
    assert host.form(f"{path}/host", {}).status_code == 303
    assert kenji.page("/admin").status_code == 200
    assert host.form(f"{path}/player", {}).status_code == 303
    assert kenji.page("/admin").status_code == 404
    assert host.form(f"{path}/end", {}).status_code == 303
    assert not kenji.get("/api/v1/me").json().get("account")
    assert host.form(f"{path}/ban", {"reason": ""}).status_code == 422
    assert host.form(f"{path}/ban", {"reason": "Cheats"}).status_code == 303
    assert kenji.form("/signin", {"name": "Kenji", "password": PASSWORD}).status_code == 422
    assert host.form(f"{path}/unban", {}).status_code == 303
    assert kenji.form("/signin", {"name": "Kenji", "password": PASSWORD}).status_code == 303
    assert host.form("/admin/accounts/nobody/ban", {"reason": "x"}).status_code == 404
    changed = host.call("PATCH", f"/api/v1{path}", json={"ban": "Cheats", "role": "host"}).json()
    assert (changed["banned"], changed["role"]) == ("Cheats", "host")
    assert host.call("PATCH", f"/api/v1{path}", json={"ban": "", "role": "player"}).json()["banned"] is None


def test_who_is_no_host_any_more_sees_no_more_with_other_eyes(client: TestClient, host: Person) -> None:
    table, second = Table(client, turns=1).sit(), member(client, "Saburo")
    path = f"/admin/accounts/{id_of(second)}"
    assert host.form(f"{path}/host", {}).status_code == 303
    with client.websocket_connect(f"/ws/games/{table.id}?as=red", headers=second.cookie) as socket:
        assert host.form(f"{path}/player", {}).status_code == 303
        assert cut_with(socket) == 4404


def test_the_last_host_stays(client: TestClient, host: Person) -> None:
    path = f"/admin/accounts/{id_of(host)}"
    for deed in ("player", "ban"):
        given = host.form(f"{path}/{deed}", {"reason": "x"})
        assert given.status_code == 422
        assert "only host" in given.text
    problem(host.call("PATCH", f"/api/v1{path}", json={"role": "player"}), 422)
    assert host.page("/admin").status_code == 200


# -- settings and copies --------------------------------------------------------------


def test_the_door_is_closed_or_opened_by_invitation(client: TestClient, host: Person) -> None:
    assert host.form("/admin/settings/registration", {"way": "ajar"}).status_code == 422
    assert host.form("/admin/settings/registration", {"way": "invited"}).status_code == 303
    try:
        assert Person(client).form("/signup", {"name": "Sora", "password": PASSWORD}).status_code == 422
        page = unescape(host.form("/admin/invitations", {"note": "for Sora"}).text)
        code = page.split("/signup?code=", 1)[1].split('"', 1)[0]
        member(client, "Sora", code=code)
        assert "used by Sora" in shown(host, "/settings")
        spare = unescape(host.form("/admin/invitations", {"note": "spare"}).text)
        revoke = "/admin/invitations/" + spare.split("/admin/invitations/", 1)[1].split("/", 1)[0] + "/revoke"
        assert host.form(revoke, {}).status_code == 303
        assert host.form(revoke, {}).status_code == 404
        assert code not in shown(host, "/settings")
    finally:
        assert host.form("/admin/settings/registration", {"way": "open"}).status_code == 303


def test_talk_may_be_for_accounts_alone(client: TestClient, host: Person, table: Table) -> None:
    assert host.form("/admin/settings/talk", {"who": "none"}).status_code == 422
    assert host.form("/admin/settings/talk", {"who": "accounts"}).status_code == 303
    try:
        problem(table.red.post(f"{table.path}/talk", {"text": "Hello"}), 403)
    finally:
        assert host.form("/admin/settings/talk", {"who": "all"}).status_code == 303
    assert table.red.post(f"{table.path}/talk", {"text": "Hello"}).status_code == 201


def test_the_house_has_a_name_and_a_line(client: TestClient, host: Person) -> None:
    given = host.form("/admin/settings/house", {"name": "The <b>Lantern</b>", "line": "  On \n Thursdays "})
    assert given.headers["location"] == "/admin/settings?done=house#house"
    page = host.page("/admin/settings").text
    assert 'value="The &lt;b&gt;Lantern&lt;/b&gt;"' in page
    assert 'value="On Thursdays"' in page
    assert host.form("/admin/settings/none", {}).status_code == 404


def test_a_copy_is_whole_and_remembered(client: TestClient, host: Person, table: Table, tmp_path: Path) -> None:
    folder, copy = site_of(client).settings.folder, tmp_path / "copy"
    assert "No copy" in shown(host, "")
    given = host.form("/admin/backup", {})
    assert given.headers["content-disposition"].startswith('attachment; filename="gunbai-2')
    copy.write_bytes(given.content)
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("SELECT head FROM game WHERE id = ?", (table.id,)).fetchone() == (table.version,)
    assert not list(folder.glob("backup-*"))
    assert "The last copy was made on" in shown(host, "")


def test_the_host_sees_which_systems_of_other_packages_are_played_and_which_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = "it cannot be loaded: SyntaxError: <b>bad</b>"
    monkeypatch.setattr(opening, "FOUND", Found((MEADOW, ENDLESS), (LeftOut("go", "stones 0.1", why),)))
    with TestClient(create_app(Settings(data=str(tmp_path)))) as client:
        host = Person(client)
        key = site_of(client).people.setup_key()
        assert host.form(f"/setup/{key}", {"name": "Yui", "password": PASSWORD}).status_code == 303
        text = shown(host, "")
        assert re.search(r'<a class="u" href="/rules/toy">A Meadow</a></th><td>is played here', text)
        assert why in text
        assert "the game does not end" in text
        assert "Un prado" in host.call("GET", "/", headers={"accept": "text/html", "accept-language": "es"}).text
        assert set(client.get("/api/v1/systems").json()) == {*(system.key for system in OURS), "toy"}
