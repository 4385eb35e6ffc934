"""Accounts as people meet them: forms, cookies, mail, and the same over REST."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from app.accounts.attempts import Attempts
from app.accounts.guessing import Guesses
from app.notices.mail import Mailer
from app.settings import Settings
from app.web.app import create_app
from app.web.page.deps import Site
from tests.accounts.town import PASSWORD
from tests.web.people import Person, problem
from tests.web.test_socket import cut_with

NEW = "loud river at noon"


class Post(Mailer):
    """A relay that takes every mail and keeps it."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.bag: list[tuple[str, str, str]] = []

    async def send(self, to: str, subject: str, text: str) -> str:
        self.bag.append((to, subject, text))
        return ""

    def link(self, to: str) -> str:
        """The path of the link in the last mail to an address."""
        text = next(text for other, _, text in reversed(self.bag) if other == to)
        found = re.search(r"https://gunbai\.example(/\S+)", text)
        assert found is not None, text
        return found[1]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server that sends mail, patient with many tries."""
    folder = str(tmp_path_factory.mktemp("data"))
    settings = Settings(
        data=folder,
        rate="100000/second",
        work="0/0/0",
        tables="0/0/0",
        sent=0,
        smtp_url="smtp://127.0.0.1:1",
        base_url="https://gunbai.example",
    )
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        site = site_of(client)
        site.mailer, site.people.attempts = Post(settings), Attempts("1000 per minute")
        yield client


def site_of(client: TestClient) -> Site:
    """The site of the server."""
    site: Site = client.app.state.site  # type: ignore[attr-defined]
    return site


def bag(client: TestClient) -> Post:
    """The mail that was sent."""
    mailer = site_of(client).mailer
    assert isinstance(mailer, Post)
    return mailer


def member(client: TestClient, name: str, **more: str) -> Person:
    """Somebody who has signed up in a new browser."""
    person = Person(client)
    given = person.form("/signup", {"name": name, "password": PASSWORD, **more})
    assert given.status_code == 303, given.text
    return person


def me(person: Person) -> str:
    """The name under which a browser is signed in; empty if it is not."""
    given = person.get("/api/v1/me").json()
    return str(given["name"]) if given.get("account") else ""


def known(client: TestClient, name: str) -> None:
    """There is an account of this name, whichever test of this file came first."""
    portal = client.portal
    assert portal is not None
    if portal.call(site_of(client).people.by_handle, name) is None:
        member(client, name)


def signed_in(client: TestClient, name: str, password: str = PASSWORD, **more: str) -> Person:
    """The same from another browser."""
    person = Person(client)
    assert person.form("/signin", {"name": name, "password": password, **more}).status_code == 303
    return person


def is_refused(given: Response, sentence: str, status: int = 422) -> str:
    """The page, which says so and shows no password."""
    text = unescape(given.text)
    assert given.status_code == status, given.text
    assert sentence in text
    assert PASSWORD not in text
    return text


def play(person: Person) -> str:
    """A game this browser has laid and sits in."""
    sides = [{"seat": s, "roster": {"sample": r}, "player": p} for s, r, p in (
        ("red", "red-devils", "me"), ("blue", "river-league", "open"),
    )]  # fmt: skip
    body = {"system": "ronin", "scenario": "skirmish", "options": {"points": 200}, "name": "Aki", "sides": sides}
    made = person.post("/api/v1/games", body)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


# -- up and in --------------------------------------------------------------------


def test_the_first_run_makes_the_host_and_the_link_dies(client: TestClient) -> None:
    key, person = site_of(client).people.setup_key(), Person(client)
    assert person.page("/setup/" + "x" * 24).status_code == 404
    assert "host’s account" in person.page(f"/setup/{key}").text
    is_refused(person.form(f"/setup/{key}", {"name": "Host", "password": "short"}), "at least 10 characters")
    assert person.form(f"/setup/{key}", {"name": "Host", "password": PASSWORD}).status_code == 303
    assert person.get("/api/v1/me").json()["role"] == "host"
    assert person.page(f"/setup/{key}").status_code == 404
    assert Person(client).form(f"/setup/{key}", {"name": "Eve", "password": PASSWORD}).status_code == 404


def test_a_guest_signs_up_and_sits_where_it_sat(client: TestClient) -> None:
    person = Person(client)
    game = play(person)
    old = dict(person.cookies)
    assert "become your account" in unescape(person.page("/signup").text)
    given = person.form("/signup", {"name": "Hana", "password": PASSWORD, "next": f"/wait/{game}"})
    assert (given.status_code, given.headers["location"]) == (303, f"/wait/{game}")
    assert "httponly" in given.headers["set-cookie"].lower()
    assert me(person) == "Hana"
    assert person.get(f"/api/v1/games/{game}").json()["seat"] == "red"
    ghost = Person(client)
    ghost.cookies = old
    assert ghost.get("/api/v1/me").status_code == 401
    assert person.page("/signup").headers["location"] == "/account"


def test_a_refused_sign_up_keeps_what_was_typed_but_for_the_password(client: TestClient) -> None:
    member(client, "Taken")
    text = is_refused(
        Person(client).form("/signup", {"name": "TAKEN", "password": PASSWORD, "mail": "t@example.org"}), "already"
    )
    assert 'value="TAKEN"' in text
    assert 'value="t@example.org"' in text
    is_refused(
        Person(client).form("/signup", {"name": "Other", "password": PASSWORD, "mail": "no mail"}), "no mail address"
    )
    assert Person(client).form("/signup", {}).status_code == 422


def test_a_guest_signs_in_and_takes_its_games_along(client: TestClient) -> None:
    known(client, "Sanae")
    person = Person(client)
    game = play(person)
    assert "Take the games of this browser" in person.page("/signin").text
    is_refused(person.form("/signin", {"name": "Sanae", "password": NEW, "claim": "yes"}), "password is not right")
    given = person.form("/signin", {"name": "sanae", "password": PASSWORD, "claim": "yes"})
    assert (given.status_code, given.headers["location"]) == (303, "/")
    assert me(person) == "Sanae"
    assert person.get(f"/api/v1/games/{game}").json()["seat"] == "red"
    assert signed_in(client, "Sanae").get(f"/api/v1/games/{game}").json()["seat"] == "red"


@pytest.mark.parametrize("next", ["https://evil.example/", "//evil.example", "/\\evil.example", "play", ""])
def test_signing_in_leads_to_this_site_only(client: TestClient, next: str) -> None:
    known(client, "Sanae")
    given = Person(client).form("/signin", {"name": "Sanae", "password": PASSWORD, "next": next})
    assert (given.status_code, given.headers["location"]) == (303, "/")


def test_too_many_tries_are_refused_in_words(client: TestClient) -> None:
    people = site_of(client).people
    people.attempts, patient = Attempts("1 per minute"), people.attempts
    people.guesses = Guesses(clock=lambda: 0.0)
    try:
        person, form = Person(client), {"name": "Sanae", "password": NEW}
        assert {person.form("/signin", form).status_code for _ in range(10)} == {422}
        is_refused(person.form("/signin", form), "Wait 15 seconds", 429)
        assert person.form("/forgot", {"mail": "sanae@example.org"}).status_code == 200
        is_refused(person.form("/forgot", {"mail": "sanae@example.org"}), "Wait ten minutes", 429)
    finally:
        people.attempts, people.guesses = patient, Guesses()


def test_signing_out_ends_the_session_itself(client: TestClient) -> None:
    person = member(client, "Leaver")
    kept = dict(person.cookies)
    assert person.form("/signout", {}).status_code == 303
    assert me(person) == ""
    person.cookies = kept
    assert me(person) == ""


def test_sessions_are_listed_and_ended_one_by_one_and_all(client: TestClient) -> None:
    first, second = member(client, "Many"), signed_in(client, "Many")
    page = first.page("/account").text
    (other,) = re.findall(r"/account/sessions/([\w-]+)/end", page)
    assert first.form(f"/account/sessions/{other}/end", {}).status_code == 303
    assert (me(first), me(second)) == ("Many", "")
    third = signed_in(client, "Many")
    assert first.form("/account/sessions", {}).headers["location"] == "/signin"
    assert (me(first), me(third)) == ("", "")


# -- mail and passwords -----------------------------------------------------------


def test_an_address_is_confirmed_by_a_button_not_by_opening_the_link(client: TestClient) -> None:
    person = member(client, "Mailer", mail="Mailer@Example.org")
    link = bag(client).link("mailer@example.org")
    assert person.page(link).status_code == 200
    assert person.get("/api/v1/me").json()["mail"] == ""
    assert "mailer@example.org" in person.page("/account").text
    assert Person(client).form(link, {}).status_code == 200
    assert person.get("/api/v1/me").json()["mail"] == "mailer@example.org"
    assert person.page(link).status_code == 404
    is_refused(person.form("/account/mail", {"mail": "new@example.org", "password": NEW}), "password is not right")
    assert person.form("/account/mail", {"mail": "new@example.org", "password": PASSWORD}).status_code == 303
    assert bag(client).link("new@example.org").startswith("/confirm/")


def test_a_forgotten_password_is_set_anew_by_mail(client: TestClient) -> None:
    person = member(client, "Forgetful", mail="f@example.org")
    Person(client).form(bag(client).link("f@example.org"), {})
    known = Person(client).form("/forgot", {"mail": "F@example.org"})
    unknown = Person(client).form("/forgot", {"mail": "g@example.org"})
    assert known.status_code == unknown.status_code == 200
    assert known.text.replace("f@example", "g@example") == unknown.text
    assert [to for to, _, _ in bag(client).bag if to == "g@example.org"] == []
    link = bag(client).link("f@example.org")
    assert link.startswith("/reset/")
    assert Person(client).page(link).status_code == 200
    is_refused(Person(client).form(link, {"password": "short"}), "at least 10 characters")
    assert Person(client).form(link, {"password": NEW}).status_code == 303
    assert me(person) == ""
    assert me(signed_in(client, "Forgetful", NEW)) == "Forgetful"
    assert Person(client).form(link, {"password": PASSWORD}).status_code == 404


def test_a_letter_is_in_its_readers_language(client: TestClient) -> None:
    person = Person(client)
    person.cookies["gunbai-lang"] = "es"
    assert person.form("/signup", {"name": "Lola", "password": PASSWORD, "mail": "lola@example.org"}).status_code == 303
    subject = next(subject for to, subject, _ in bag(client).bag if to == "lola@example.org")
    assert subject == "Tu dirección en Gunbai"


def test_a_changed_password_signs_out_the_others(client: TestClient) -> None:
    first, second = member(client, "Careful"), signed_in(client, "Careful")
    is_refused(first.form("/account/password", {"old": NEW, "password": "anything long"}), "not right")
    assert first.form("/account/password", {"old": PASSWORD, "password": NEW}).status_code == 303
    assert (me(first), me(second)) == ("Careful", "")
    assert me(signed_in(client, "Careful", NEW)) == "Careful"


# -- one's own page ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "fields"),
    [("/account/password", {"old": PASSWORD, "password": "louder river at noon"}), ("/account/sessions", {})],
)
def test_a_table_that_is_open_elsewhere_closes_with_its_session(
    client: TestClient, path: str, fields: dict[str, str]
) -> None:
    name = f"Open {path[9:]}"
    aki = member(client, name)
    elsewhere, game = signed_in(client, name), play(aki)
    client.cookies.clear()
    with client.websocket_connect(f"/ws/games/{game}", headers=elsewhere.cookie) as socket:
        assert aki.form(path, fields).status_code == 303
        assert cut_with(socket) == 4404


def test_my_page_is_for_guests_too_and_its_changes_are_for_accounts(client: TestClient) -> None:
    stranger = Person(client)
    assert "/signup" in stranger.page("/account").text
    for path in ("name", "mail", "password", "sessions", "tokens", "vacation", "delete"):
        assert stranger.form(f"/account/{path}", {}).status_code == 403
    person = member(client, "Namer")
    is_refused(person.form("/account/name", {"name": "a/b"}), "letter or a digit")
    assert person.form("/account/name", {"name": "Renamed"}).headers["location"] == "/account?done=name#name"
    assert me(person) == "Renamed"
    assert "Saved." in person.page("/account?done=name").text


def test_looks_are_cookies_here_and_come_along_where_one_signs_in(client: TestClient) -> None:
    looks = {
        "language": "es",
        "theme": "dark",
        "palette": "deuter",
        "motion": "less",
        "confirm": "never",
        "pictures": "slow",
        "log": "dice",
        "follow": "on",
    }
    cookies = {f"gunbai-{key}": value for key, value in looks.items() if key != "language"} | {"gunbai-lang": "es"}
    stranger = Person(client)
    assert stranger.form("/account/looks", looks).status_code == 303
    assert stranger.cookies == cookies
    assert stranger.form("/account/looks", {**looks, "palette": "pink"}).status_code == 422
    person = member(client, "Looker")
    given = person.form("/account/looks", looks)
    assert all("httponly" not in c.lower() for c in given.headers.get_list("set-cookie") if "palette" in c)
    elsewhere = signed_in(client, "Looker")
    assert {key: value for key, value in elsewhere.cookies.items() if key in cookies} == cookies
    assert 'lang="es"' in elsewhere.page("/account").text


def test_a_token_is_shown_once_and_may_what_it_was_given(client: TestClient) -> None:
    person = member(client, "Coder")
    is_refused(
        person.call("POST", "/account/tokens", headers={"accept": "text/html"}, data={"name": "bot"}), "Choose what"
    )
    data = {"name": "bot", "scope": ["read", "play"]}
    shown = person.call("POST", "/account/tokens", headers={"accept": "text/html"}, data=data)
    secret = re.findall(r"gunbai_[\w-]{40,}", shown.text)[0]
    assert secret not in person.page("/account").text
    program = Person(client)
    bearer = {"authorization": f"Bearer {secret}"}
    told = program.get("/api/v1/me", headers=bearer).json()
    assert (told["name"], told["scopes"]) == ("Coder", ["read", "play"])
    assert "mail" not in told
    for method, path in (("POST", "/api/v1/games"), ("PATCH", "/api/v1/me"), ("GET", "/api/v1/me/export")):
        problem(program.call(method, path, headers=bearer, json={}), 403)
    (id,) = re.findall(r"/account/tokens/([\w-]+)/end", person.page("/account").text)
    assert person.form(f"/account/tokens/{id}/end", {}).status_code == 303
    problem(program.get("/api/v1/me", headers=bearer), 401)


def test_vacation_begins_and_ends(client: TestClient) -> None:
    person = member(client, "Traveller")
    is_refused(person.form("/account/vacation", {}), "Choose the day")
    page = person.page("/account").text
    latest = re.findall(r'name="until"[^>]*max="([\d-]+)"', page)[0]
    assert person.form("/account/vacation", {"until": latest}).status_code == 303
    assert person.get("/api/v1/me").json()["vacation"]["until"] == latest
    assert "You are away until" in person.page("/account").text
    assert person.form("/account/vacation", {"back": "yes"}).status_code == 303
    assert "until" not in person.get("/api/v1/me").json()["vacation"]


def test_an_account_is_deleted_with_the_password(client: TestClient) -> None:
    person = member(client, "Goer")
    is_refused(person.form("/account/delete", {"password": NEW}), "password is not right")
    assert me(person) == "Goer"
    assert "The account is gone" in person.form("/account/delete", {"password": PASSWORD}).text
    assert person.get("/api/v1/me").status_code == 401
    assert Person(client).form("/signin", {"name": "Goer", "password": PASSWORD}).status_code == 422


def test_an_invitation_in_the_link_is_in_the_form(client: TestClient) -> None:
    portal = client.portal
    assert portal is not None
    people = site_of(client).people
    known(client, "Hana")
    portal.call(people.set_registration, "invited")
    try:
        is_refused(Person(client).form("/signup", {"name": "Eve", "password": PASSWORD}), "by invitation")
        hana = portal.call(people.by_handle, "Hana")
        assert hana is not None
        code = portal.call(people.invite, hana.id)
        assert f'value="{code}"' in Person(client).page(f"/signup?code={code}").text
        assert me(member(client, "Invited", code=code)) == "Invited"
        portal.call(people.set_registration, "closed")
        assert "takes no new accounts" in Person(client).page("/signup").text
    finally:
        portal.call(people.set_registration, "open")


# -- over REST --------------------------------------------------------------------


def test_me_over_rest(client: TestClient) -> None:
    stranger, person = Person(client), member(client, "Rester")
    problem(stranger.get("/api/v1/me"), 401)
    problem(stranger.get("/api/v1/me/export"), 401)
    changed = person.call("PATCH", "/api/v1/me", json={"name": "Rested", "prefs": {"theme": "dark"}})
    assert (changed.json()["name"], changed.json()["prefs"]) == ("Rested", {"theme": "dark"})
    for body in ({"prefs": {"theme": "pink"}, "name": "Other"}, {"name": "?", "prefs": {"theme": ""}}, {"nam": "x"}):
        problem(person.call("PATCH", "/api/v1/me", json=body), 422)
    assert person.get("/api/v1/me").json()["name"] == "Rested"
    assert person.get("/api/v1/me").json()["prefs"] == {"theme": "dark"}
    guest = Person(client)
    play(guest)
    assert guest.call("PATCH", "/api/v1/me", json={"name": "Nobody in particular"}).json()["account"] is False
    problem(guest.call("PATCH", "/api/v1/me", json={"prefs": {"theme": "dark"}}), 403)
    problem(guest.get("/api/v1/me/tokens"), 403)


def test_tokens_over_rest(client: TestClient) -> None:
    person = member(client, "Toker")
    problem(person.post("/api/v1/me/tokens", {"name": "bot", "scopes": ["rule"]}), 422)
    problem(person.post("/api/v1/me/tokens", {"name": "bot", "scopes": ["read"], "ends": "2001-01-01"}), 422)
    made = person.post("/api/v1/me/tokens", {"name": "bot", "scopes": ["read"], "ends": "2099-12-31"})
    assert made.status_code == 201
    (kept,) = person.get("/api/v1/me/tokens").json()["tokens"]
    assert "secret" not in kept
    assert (kept["ends"], kept["scopes"]) == ("2099-12-31T23:59:59Z", ["read"])
    assert person.call("DELETE", f"/api/v1/me/tokens/{kept['id']}").status_code == 204
    problem(person.call("DELETE", f"/api/v1/me/tokens/{kept['id']}"), 404)


def test_the_export_is_a_file(client: TestClient) -> None:
    person = member(client, "Keeper")
    given = person.get("/api/v1/me/export")
    assert "attachment" in given.headers["content-disposition"]
    assert [row["name"] for row in given.json()["guest"]] == ["Keeper"]
    assert "argon2" not in given.text
