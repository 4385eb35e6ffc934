"""A stolen cookie is dead at once; forged and planted ones never lived; what a cookie is, over HTTP and over TLS."""

from __future__ import annotations

import secrets
from base64 import b64encode
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.store.people import change
from tests.attacks.knocking import Books, Door, Knock
from tests.web.people import Person
from tests.web.scene import COUNT, PASSWORD, House, Scene, is_open

NEW = "loud river at noon"
FORM = {"content-type": "application/x-www-form-urlencoded"}


class Victim:
    """Somebody with an account, signed in in two browsers, at a table; and a thief with a copy of the first cookie."""

    def __init__(self, scene: Scene) -> None:
        self.house, self.scene = scene.house, scene
        self.guest = scene.house.member(f"Vic {next(COUNT)}")
        self.own, self.other = scene.house.browser(self.guest), scene.house.browser(self.guest)
        _, secret = scene.house.run(scene.site.people.tokens.make, self.guest.id, "bot", ["read"])
        self.bearer = {"authorization": f"Bearer {secret}"}
        scene.who["V"] = self.own
        self.game = scene.lay("V")
        self.thief = Person(scene.house.client)
        self.thief.cookies = dict(self.own.cookies)

    def lives(self) -> list[bool]:
        """Whether the stolen cookie opens anything: who one is, a seat, a page, a change, a socket."""
        thief, client = self.thief, self.house.client
        found = [
            bool(thief.call("GET", "/api/v1/me").json().get("name")),
            thief.call("GET", f"/api/v1/games/{self.game}").status_code == 200,
            thief.call("GET", f"/wait/{self.game}", headers={"accept": "text/html"}).status_code == 200,
            thief.call("PATCH", "/api/v1/me", json={"prefs": {"theme": "dark"}}).status_code == 200,
        ]
        return [*found, is_open(client, thief, f"/ws/games/{self.game}")]


def sign_out(v: Victim) -> None:
    v.own.form("/signout", {})


def end_one(v: Victim) -> None:
    found = v.house.run(v.scene.site.people.sessions.of, v.guest.id, v.own.cookies["gunbai"])
    (mine,) = (session.id for session in found if session.here)
    assert v.other.form(f"/account/sessions/{mine}/end", {}).status_code == 303


def end_all(v: Victim) -> None:
    assert v.other.form("/account/sessions", {}).status_code == 303


def new_password(v: Victim) -> None:
    assert v.other.form("/account/password", {"old": PASSWORD, "password": NEW}).status_code == 303


def reset(v: Victim) -> None:
    mail = f"{v.guest.id}@example.org".lower()
    v.scene.site.games.store.run_now(change, v.guest.id, {"mail": mail, "mail_ok": True})
    key = v.house.run(v.scene.site.people.letters.key, v.guest.id, "reset", mail)
    assert v.house.run(v.scene.site.people.reset_password, key, NEW) is None


def ban(v: Victim) -> None:
    assert v.house.browser(v.house.host).form(f"/admin/accounts/{v.guest.id}/ban", {"reason": "rude"}).is_redirect


def sign_out_by_host(v: Victim) -> None:
    assert v.house.browser(v.house.host).form(f"/admin/accounts/{v.guest.id}/end", {}).is_redirect


def leave(v: Victim) -> None:
    assert v.other.form("/account/delete", {"password": PASSWORD}).status_code == 200


@pytest.mark.parametrize("end", [sign_out, end_one, end_all, new_password, reset, ban, sign_out_by_host, leave])
def test_a_stolen_cookie_is_dead_at_once(scene: Scene, end: Callable[[Victim], None]) -> None:
    victim = Victim(scene)
    assert victim.lives() == [True] * 5
    end(victim)
    assert victim.lives() == [False] * 5


@pytest.mark.parametrize("end", [ban, leave])
def test_tokens_go_with_their_owner(scene: Scene, end: Callable[[Victim], None]) -> None:
    victim = Victim(scene)
    assert victim.thief.call("GET", "/api/v1/me", headers=victim.bearer).status_code == 200
    end(victim)
    assert victim.thief.call("GET", "/api/v1/me", headers=victim.bearer).status_code == 401


def test_a_planted_cookie_is_not_the_one_that_is_signed_in(client: TestClient, scene: Scene) -> None:
    """Fixation: a thief's guest cookie, or a made-up one, is put into the victim's browser before it signs in."""
    name = f"Fix {next(COUNT)}"
    scene.house.member(name)
    thief = Person(client)
    thief.form("/games", {"way": "same", "name": "Thief"})
    for planted in (thief.cookies["gunbai"], "x" * 43):
        victim = Person(client)
        victim.cookies = {"gunbai": planted}
        assert victim.form("/signin", {"name": name, "password": PASSWORD}).status_code == 303
        assert victim.cookies["gunbai"] != planted
        thief.cookies = {"gunbai": planted}
        assert thief.get("/api/v1/me").json().get("name") != name
    signing_up = Person(client)
    signing_up.cookies = {"gunbai": thief.cookies["gunbai"]}
    assert signing_up.form("/signup", {"name": f"New {next(COUNT)}", "password": PASSWORD}).status_code == 303
    assert not thief.get("/api/v1/me").json().get("account")


def test_forged_cookies_are_nobodys(scene: Scene, client: TestClient, door: Door, tried: Callable[[str], None]) -> None:
    good = scene.who["R"].cookies["gunbai"]
    stored = scene.site.people._hash(good)
    forged = [
        "",
        "x",
        good[:-1],
        good + "=",
        good.upper(),
        good[::-1],
        f" {good[1:]}",
        good + "\x00",
        stored,
        b64encode(good.encode()).decode(),
        "' OR '1'='1",
        "%00",
        "null",
        "true",
        "[]",
        "\xe9" * 43,
        "x" * 60_000,
        *(good[:n] + chr(ord(good[n]) ^ 1) + good[n + 1 :] for n in range(len(good))),
        *(secrets.token_urlsafe(32) for _ in range(200)),
    ]
    names, game = ("gunbai", "__Host-gunbai", "__host-gunbai", "Gunbai", "session"), scene.table("own")
    books = Books(client)
    knocks = [Knock("GET", f"/api/v1/games/{game}", headers={"cookie": f"gunbai={cookie}"}) for cookie in forged]
    knocks += [Knock("GET", f"/api/v1/games/{game}", headers={"cookie": f"{name}={good}"}) for name in names[1:]]
    knocks += [
        Knock("POST", f"/api/v1/games/{game}/undo", headers={"authorization": f"Bearer {cookie}"})
        for cookie in (good, stored, f"gunbai_{good}", f"gunbai_{stored}", "gunbai_" + "x" * 60_000, "")
    ]
    statuses = {answer.status for answer in door.knock(*knocks)}
    assert statuses <= {401, 403}, statuses
    assert door.knock(Knock("GET", f"/api/v1/games/{game}", headers={"cookie": f"gunbai={good}"}))[0].status == 200
    assert books.changed() == []
    tried(f"{len(knocks)} forged cookies and tokens, none let in")


def cookies_of(given: Any) -> dict[str, str]:
    """Every cookie that was set, with its marks."""
    return {line.partition("=")[0]: line.lower() for line in given.headers.get_list("set-cookie")}


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_cookie_is_for_this_host_alone_and_for_tls_where_tls_is(client: TestClient, scheme: str) -> None:
    name = {"http": "gunbai", "https": "__Host-gunbai"}[scheme]
    base = f"{scheme}://testserver"
    set_by = {
        "/games": {"way": "same", "name": "Aki"},
        "/lang": {"lang": "es", "next": "/"},
        "/signup": {"name": f"Tls {next(COUNT)}", "password": PASSWORD},
    }
    for path, form in set_by.items():
        given = client.post(base + path, data=form, headers={"origin": base}, follow_redirects=False)
        client.cookies.clear()
        for cookie, marks in cookies_of(given).items():
            assert "samesite=lax" in marks, cookie
            assert "path=/" in marks, cookie
            assert "domain" not in marks, cookie
            assert "httponly" in marks, cookie
            assert ("secure" in marks) == (scheme == "https"), cookie
        assert path == "/lang" or name in cookies_of(given)


def test_over_tls_the_cookie_of_the_plain_host_is_nobodys(client: TestClient, scene: Scene) -> None:
    """A neighbour on the same domain, or somebody on the wire, can plant ``gunbai``, but not ``__Host-gunbai``."""
    good, game = scene.who["R"].cookies["gunbai"], scene.table("own")
    for cookie, status in (("gunbai", 403), ("__Host-gunbai", 200)):
        path = f"https://testserver/api/v1/games/{game}"
        assert client.get(path, headers={"cookie": f"{cookie}={good}"}).status_code == status


def test_the_link_of_a_seat_is_dead_once_it_was_used(scene: Scene, house: House) -> None:
    client, game = house.client, scene.lay("R")
    key = scene.site.seat_key(game, "blue")
    sit = {"seat": "blue", "key": key, "name": "Mika"}
    first, second = Person(client), Person(client)
    assert first.post(f"/api/v1/games/{game}/join", sit).status_code == 200
    books = Books(client)
    assert second.post(f"/api/v1/games/{game}/join", sit).status_code == 422
    assert second.form(f"/join/{game}/blue/{key}", {"name": "Mika"}).status_code in (303, 422)
    assert second.get(f"/api/v1/games/{game}").status_code == 403
    assert second.get(f"/api/v1/games/{game}?watch={key}").status_code == 403
    assert not [name for name in books.changed() if name != "guest"]  # a visitor is known from the first form on
    assert first.get(f"/api/v1/games/{game}").json()["seat"] == "blue"
