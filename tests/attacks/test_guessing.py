"""What is guessed: names, addresses, games, passwords, keys.  Each guess is answered alike, and soon no more."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.accounts.attempts import Attempts
from app.accounts.passwords import HASHER, Passwords
from app.settings import Settings
from app.store.people import change
from app.web.app import create_app
from tests.attacks.knocking import Answer, Books, Door, Knock
from tests.web.people import Person
from tests.web.scene import PASSWORD
from tests.web.test_account import Post, bag, site_of

FORM = {"content-type": "application/x-www-form-urlencoded"}
MAIL = "hana@example.org"
LIMIT = 10
"""Wrong passwords for a name and from an address, in ten minutes."""


@pytest.fixture
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server that sends mail but does not know how it is reached; Hana and Yui, its host, have accounts."""
    settings = Settings(data=str(tmp_path_factory.mktemp("data")), rate="1000000/second", smtp_url="smtp://127.0.0.1:1")
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        site = site_of(client)
        site.mailer = site.people._mailer = Post(settings)
        run(client, lambda: site.people.sign_up("Yui", PASSWORD, setup=site.people.setup_key()))
        hana, _ = run(client, lambda: site.people.sign_up("Hana", PASSWORD))
        site.games.store.run_now(change, hana.id, {"mail": MAIL, "mail_ok": True})
        yield client


def run(client: TestClient, work: Callable[..., Any], *given: Any) -> Any:
    """What a service answers."""
    assert client.portal is not None
    return client.portal.call(work, *given)


def sign_in(name: str, password: str, address: str = "") -> Knock:
    """Somebody at the door."""
    return Knock("POST", "/signin", f"name={name}&password={password}".replace(" ", "+").encode(), FORM)


def alike(given: Sequence[Answer], *differs: str) -> None:
    """Two answers that nobody can tell apart, but for what was asked for itself."""

    def plain(answer: Answer) -> tuple[int, bytes, list[str]]:
        body = answer.body
        for word in differs:
            body = body.replace(word.encode(), b"?")
        return answer.status, body, sorted(set(answer.headers) - {"content-length"})

    one, other = map(plain, given)
    assert one == other


# -- who there is --------------------------------------------------------------


def test_a_name_or_an_address_that_is_known_is_answered_as_one_that_is_not(client: TestClient) -> None:
    door, books = Door(client), Books(client)
    for known, unknown in (("hana", "hano"), (MAIL, "hano@example.org")):
        alike(door.knock(*(sign_in(name, "wrong wrong wrong") for name in (known, unknown))), known, unknown)
    forgot = [Knock("POST", "/forgot", f"mail={mail}".encode(), FORM) for mail in (MAIL, "hano@example.org")]
    alike(door.knock(*forgot), MAIL, "hano@example.org")
    assert [to for to, _, _ in bag(client).bag] == [MAIL]
    assert books.changed() == ["mail_key"]


def test_as_much_work_is_done_for_nobody_as_for_somebody(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    done = Counter[str]()
    real = Passwords.fits

    async def fits(self: Passwords, stored: str | None, password: str) -> bool:
        done["asked"] += 1
        return await real(self, stored, password)

    monkeypatch.setattr(Passwords, "fits", fits)
    monkeypatch.setattr(type(HASHER), "verify", counted(done, type(HASHER).verify))
    for name in ("hana", "hano", MAIL, "hano@example.org", "", "x" * 200, "Former player"):
        done.clear()
        Door(client).knock(sign_in(name, "wrong wrong wrong"))
        assert done == {"asked": 1, "verified": 1}, name


def counted(done: Counter[str], real: Any) -> Any:
    """The same, counted."""

    def verify(*given: Any) -> Any:
        done["verified"] += 1
        return real(*given)

    return verify


def test_games_and_campaigns_that_are_not_open_do_not_say_more_than_that(client: TestClient) -> None:
    """Ids are 128 bits; a game one was told of says no more than that it is closed, a campaign not even that."""
    owner, thief = Person(client), Person(client)
    owner.form("/signup", {"name": "Owner", "password": PASSWORD})
    sides = [{"seat": seat, "roster": {"sample": "red-devils"}, "player": "me"} for seat in ("red", "blue")]
    options = {"points": 200}
    made = owner.post("/api/v1/games", {"system": "ronin", "scenario": "skirmish", "options": options, "sides": sides})
    game = made.json()["id"]
    assert len(game) >= 22
    campaign = owner.post(
        "/api/v1/campaigns", {"name": "Autumn", "system": "ronin", "settings": {"points": 200, "public": False}}
    ).json()["id"]
    for path in ("", "/entries", "/standings", "/export"):
        closed, none = (thief.get(f"/api/v1/campaigns/{id}{path}") for id in (campaign, campaign[::-1]))
        assert (closed.status_code, closed.text) == (none.status_code, none.text) == (404, none.text)
    for path in ("", "/events", "/record", "/timeline", "/talk", "/frames/1", "/inspect/red-1", "/orders", "/umpire"):
        given = thief.get(f"/api/v1/games/{game}{path}")
        assert given.status_code in (403, 404), path
        assert not re.search("ronin|skirmish|Owner|red-devils", given.text), path
    assert all(
        game not in thief.get(path).text for path in ("/api/v1/games", "/api/v1/lobby", "/lobby", "/", "/people")
    )


# -- passwords -----------------------------------------------------------------


def test_a_password_is_tried_ten_times_however_the_name_is_written(
    client: TestClient, tried: Callable[[str], None]
) -> None:
    door, site = Door(client), site_of(client)
    forms = (
        "hana",
        "Hana",
        "HANA",
        "hana+",
        "+hana",
        "%E2%84%8Cana",
        "hana%00",
        "hana%E2%80%8B",
        MAIL,
        MAIL.upper(),
        f"+{MAIL}",
        f"{MAIL}%1c",
        f"%1c{MAIL}",
        "%EF%BC%A8ana",
    )
    tries = Counter[str]()

    async def fits(self: Passwords, stored: str | None, password: str) -> bool:
        tries["hana" if stored else "nobody"] += 1
        return False

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Passwords, "fits", fits)
        site.people.attempts.is_open = always  # type: ignore[method-assign,assignment]  # from as many addresses as there are tries
        count = 0
        for _ in range(15):
            count += len(door.knock(*(sign_in(name, "wrong wrong wrong") for name in forms)))
    assert tries["hana"] == LIMIT
    (given,) = door.knock(sign_in("Hana", PASSWORD))
    assert given.status == 429
    tried(f"{count} tries under {len(forms)} spellings, {tries['hana']} of them against the account")


async def always(_: str) -> bool:
    """Yes."""
    return True


def test_an_address_tries_ten_times_even_all_at_once(client: TestClient, tried: Callable[[str], None]) -> None:
    site, checked = site_of(client), Counter[str]()

    async def fits(self: Passwords, stored: str | None, password: str) -> bool:
        checked["tries"] += 1
        await asyncio.sleep(0.01)
        return False

    async def storm() -> list[Any]:
        each = (site.people.sign_in(f"somebody {n}", "wrong wrong wrong", address="10.0.0.1") for n in range(200))
        return await asyncio.gather(*each)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Passwords, "fits", fits)
        codes = Counter(no.code for no in run(client, storm))
    assert checked["tries"] == LIMIT
    assert codes == {"signin.wrong": LIMIT, "attempts": 200 - LIMIT}
    found = run(client, lambda: site.people.sign_in("Hana", PASSWORD, address="10.0.0.2"))
    assert found[0].name == "Hana"
    assert not list(site.people.attempts._turns)
    tried(f"200 at once from one address: {checked['tries']} were checked")


@pytest.mark.parametrize("path", ["/account/password", "/account/delete", "/account/mail"])
def test_who_has_stolen_a_cookie_cannot_try_for_the_password(client: TestClient, path: str) -> None:
    thief = Person(client)
    thief.form("/signin", {"name": "Hana", "password": PASSWORD})
    form = {"old": "wrong wrong wrong", "password": "wrong wrong wrong", "mail": "thief@example.org"}
    statuses = Counter(thief.form(path, form).status_code for _ in range(LIMIT + 5))
    assert statuses == {422: LIMIT, 429: 5}


# -- letters -------------------------------------------------------------------


def test_nobodys_letter_box_is_filled(client: TestClient, tried: Callable[[str], None]) -> None:
    """Not by who forgets a password for another, not by who signs up with another's address, not by an account."""
    victim, own = "victim@example.org", Person(client)
    site_of(client).people.newcomers = Attempts("1000 per minute")
    own.form("/signin", {"name": "Hana", "password": PASSWORD})
    for _ in range(15):
        assert own.form("/account/mail", {"mail": victim, "password": PASSWORD}).status_code in (303, 429)
        Person(client).form("/forgot", {"mail": MAIL})
    for n in range(5):
        given = Person(client).form("/signup", {"name": f"Ghost {n}", "password": PASSWORD, "mail": victim})
        assert given.status_code == 303
    written = Counter(to for to, _, _ in bag(client).bag)
    assert written[victim] <= LIMIT
    assert written[MAIL] <= LIMIT
    tried(f"35 letters asked for, to two addresses; {sum(written.values())} were sent")


def test_a_link_in_a_letter_never_leads_where_the_asker_says(client: TestClient) -> None:
    """Whoever asks for another's link could name a host of his own, and would be brought the key by its reader."""
    evil = {**FORM, "host": "evil.example", "x-forwarded-host": "evil.example", "forwarded": "host=evil.example"}
    door = Door(client)
    (given,) = door.knock(Knock("POST", "/forgot", f"mail={MAIL}".encode(), evil))
    assert given.status == 200
    (to, _, text) = bag(client).bag[-1]
    assert to == MAIL
    assert "/reset/" in text
    assert "evil" not in text
    body = f"name=Newly&password={PASSWORD}&mail=new@example.org".replace(" ", "+").encode()
    door.knock(Knock("POST", "/signup", body, evil))
    assert bag(client).bag[-1][0] == "new@example.org"
    assert "evil" not in bag(client).bag[-1][2]


# -- keys ----------------------------------------------------------------------


def test_keys_are_not_guessed(client: TestClient, tried: Callable[[str], None]) -> None:
    door, site = Door(client), site_of(client)
    owner = Person(client)
    sides = [
        {"seat": seat, "roster": {"sample": "red-devils"}, "player": who}
        for seat, who in (("red", "me"), ("blue", "open"))
    ]
    body = {"system": "ronin", "scenario": "skirmish", "options": {"points": 200}, "sides": sides}
    game = owner.post("/api/v1/games", body).json()["id"]
    books, knocks = Books(client), list[Knock]()
    for right in (site.seat_key(game, "blue"), site.watch_key(game), site.people.setup_key()):
        wrong = [
            right[:-1],
            right + "=",
            right.swapcase(),
            right[::-1],
            "",
            "x",
            *(right[:n] + "-" + right[n + 1 :] for n in range(24)),
        ]
        for key in set(wrong) - {right}:
            knocks += [
                Knock("GET", f"/join/{game}/blue/{key}"),
                Knock("GET", f"/watch/{game}/{key}"),
                Knock("GET", f"/setup/{key}"),
                Knock("GET", f"/reset/{key}"),
                Knock("GET", f"/confirm/{key}"),
                Knock("GET", f"/replace/{game}/red/{key}"),
                Knock("GET", f"/roster/shared/x/{key}"),
                Knock("GET", f"/api/v1/games/{game}?watch={key}"),
                Knock("POST", f"/join/{game}/blue/{key}", b"name=Thief", FORM),
                Knock("POST", f"/confirm/{key}", b"", FORM),
                Knock("POST", f"/reset/{key}", b"password=wrong+wrong+wrong", FORM),
            ]
    knocks = [knock for knock in knocks if "//" not in knock.path and not knock.path.endswith("/")]
    given = door.knock(*knocks)
    opened = [
        knock.path
        for knock, answer in zip(knocks, given, strict=True)
        if answer.status in (200, 303) and not (knock.path.startswith("/confirm") and knock.method == "POST")
    ]
    assert opened == []
    assert books.changed() == []
    assert {answer.status for answer in given} <= {200, 403, 404, 422}
    tried(f"{len(knocks)} keys that are nearly right, none opened anything")


def test_the_invited_alone_come_in_and_each_code_once(client: TestClient) -> None:
    site = site_of(client)
    assert run(client, site.people.set_registration, "invited") is None
    code = run(client, site.people.invite, run(client, site.people.by_handle, "Yui").id)

    async def both() -> list[Any]:
        return await asyncio.gather(*(site.people.sign_up(f"Guest {n}", PASSWORD, code=code) for n in range(4)))

    came = [made for made in run(client, both) if isinstance(made, tuple)]
    assert len(came) == 1
    for wrong in ("", "x", code, code[:-1], code.swapcase(), "0" * 22):
        given = Person(client).form("/signup", {"name": "Late", "password": PASSWORD, "code": wrong})
        assert given.status_code == 422, wrong
