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
from app.accounts.guessing import EVERYWHERE, FIRST, FIRSTS, HERE, PLACE, Guesses
from app.accounts.passwords import HASHER, Passwords
from app.engine.refusals import Refusal
from app.settings import Settings
from app.store.people import by_id, change
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
    settings = Settings(
        data=str(tmp_path_factory.mktemp("data")),
        rate="1000000/second",
        work="0/0/0",
        tables="0/0/0",
        sent=0,
        smtp_url="smtp://127.0.0.1:1",
    )
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
    for path in ("", "/events", "/record", "/timeline", "/film", "/talk", "/frames/1", "/inspect/red-1", "/orders",
                 "/umpire"):  # fmt: skip
        given = thief.get(f"/api/v1/games/{game}{path}")
        assert given.status_code in (403, 404), path
        assert not re.search("ronin|skirmish|Owner|red-devils", given.text), path
    assert all(
        game not in thief.get(path).text for path in ("/api/v1/games", "/api/v1/lobby", "/lobby", "/", "/people")
    )


# -- passwords -----------------------------------------------------------------


class Standing:
    """A clock of the server's that stands until it is moved, and passwords of which none is right but Hana's own."""

    def __init__(self, client: TestClient, patch: pytest.MonkeyPatch) -> None:
        self.client, self.at, self.tries = client, 1_000_000.0, Counter[str]()
        self.people = site_of(client).people
        self.people.guesses = Guesses(clock=lambda: self.at)
        standing = self

        async def fits(_: Passwords, stored: str | None, password: str) -> bool:
            standing.tries["hana" if stored else "nobody"] += 1
            await asyncio.sleep(0)
            return stored is not None and password == PASSWORD

        patch.setattr(Passwords, "fits", fits)

    def sign_in(self, address: str, password: str = PASSWORD, name: str = "hana", device: str = "") -> str:
        """What somebody is told who tries from there; empty: he is in."""
        found = run(self.client, lambda: self.people.sign_in(name, password, address=address, device=device))
        return str(found.code) if isinstance(found, Refusal) else ""

    def all_at_once(self, tries: Sequence[tuple[str, str]]) -> Counter[str]:
        """What those are told who try all at the same moment, each a name and an address."""

        async def storm() -> list[Any]:
            return await asyncio.gather(
                *(self.people.sign_in(name, "wrong wrong wrong", address=place) for name, place in tries)
            )

        return Counter(no.code for no in run(self.client, storm))


@pytest.fixture
def standing(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> Standing:
    """Hana's account, a clock that stands, passwords that cost nothing."""
    return Standing(client, monkeypatch)


def test_a_password_is_tried_ten_times_however_the_name_is_written(
    client: TestClient, standing: Standing, tried: Callable[[str], None]
) -> None:
    door = Door(client)
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
    count = 0
    standing.people.guesses._near.incr = unplaced(standing.people.guesses._near.incr)  # type: ignore[method-assign]
    for _ in range(15):
        count += len(door.knock(*(sign_in(name, "wrong wrong wrong") for name in forms)))
    assert standing.tries["hana"] == LIMIT
    (given,) = door.knock(sign_in("Hana", PASSWORD))
    assert given.status == 429
    tried(f"{count} tries under {len(forms)} spellings, {standing.tries['hana']} of them against the account")


def unplaced(real: Any) -> Any:
    """The same, but for what counts for the network alone: of spellings that are nobody's there are many."""

    async def incr(key: str, expiry: int, amount: int = 1) -> int:
        return 1 if key.startswith("tried from ") else int(await real(key, expiry, amount))

    return incr


def test_a_network_tries_thirty_times_even_all_at_once(standing: Standing, tried: Callable[[str], None]) -> None:
    codes = standing.all_at_once([(f"somebody {n}", f"2001:db8:0:7::{n:x}") for n in range(200)])
    assert codes == {"signin.wrong": PLACE.free, "wait": 200 - PLACE.free}
    assert standing.sign_in("2001:db8:0:7:ffff::1") == "wait"
    assert standing.sign_in("2001:db8:0:8::1") == ""
    tried(f"200 at once from one network: {PLACE.free} were checked")


def test_strangers_who_guess_do_not_shut_out_the_right_one(standing: Standing) -> None:
    for _ in range(40):
        standing.sign_in("10.0.0.66", "wrong wrong wrong")
    assert standing.sign_in("10.0.0.66") == "wait"
    assert standing.sign_in("10.0.0.2") == ""


def test_guesses_from_everywhere_are_slow_and_a_known_browser_never_waits_for_them(
    standing: Standing, tried: Callable[[str], None]
) -> None:
    hana = run(standing.client, standing.people.by_handle, "hana")
    device = run(standing.client, standing.people.device, hana.id, "")
    many, most = [("hana", f"10.1.{n // 250}.{n % 250}") for n in range(500)], FIRSTS.free + EVERYWHERE.free
    codes = standing.all_at_once(many) + standing.all_at_once(many)
    assert codes == {"signin.wrong": most, "wait": 1000 - most}
    assert standing.sign_in("10.2.0.1") == "wait"
    assert standing.sign_in("10.2.0.1", device=device) == ""
    assert standing.sign_in("10.1.0.1", device=device) == ""
    before = standing.tries["hana"]
    for minute in range(59):
        standing.at += 60
        standing.all_at_once([("hana", f"10.3.{minute}.{n}") for n in range(20)])
    assert standing.tries["hana"] - before <= 59
    assert standing.sign_in("10.9.0.1", device=device) == ""
    tried(f"2,180 guesses from 1,680 addresses in an hour: {standing.tries['hana'] - before + most} checked")


def test_two_networks_that_never_rest_do_not_shut_out_who_comes_from_a_third(standing: Standing) -> None:
    for _ in range(2 * 3600 // 15):
        for place in ("10.4.0.1", "10.4.0.2", "2001:db8:4:7::1", "2001:db8:4:8::1"):
            standing.sign_in(place, "wrong wrong wrong")
        standing.at += 15
    assert standing.sign_in("10.4.0.3", "wrong wrong wrong") == "signin.wrong"
    assert standing.sign_in("10.4.0.3") == ""
    assert [standing.sign_in("10.4.0.3") for _ in range(8)] == [""] * 8, "what was right is not counted"


def test_the_first_tries_of_a_network_are_three_even_all_at_once_and_those_of_a_block_are_one_network_s(
    standing: Standing,
) -> None:
    block = [("hana", f"2001:db8:6:{n:x}::1") for n in range(80)]
    codes = standing.all_at_once(block) + standing.all_at_once(block)
    assert codes["signin.wrong"] == FIRST.free + EVERYWHERE.free
    assert standing.sign_in("2001:db8:7:1::1") == ""


def test_waiting_grows_has_an_end_and_is_told_in_seconds(standing: Standing) -> None:
    waits = []
    for _ in range(14):
        while wait := run(standing.client, lambda: standing.people.guesses.take(("in hana from here", HERE))):
            waits.append(wait)
            standing.at += wait
    assert waits == [15, 30, 60, 60]
    for _ in range(20):
        standing.sign_in("10.0.0.5", "wrong wrong wrong")
    (given,) = Door(standing.client).knock(*[sign_in("hana", "wrong wrong wrong")] * 11)[-1:]
    assert "Wait 15 seconds" in given.text
    standing.at += HERE.most + 1
    assert standing.sign_in("10.0.0.5") == ""


def test_a_stolen_browser_guesses_slowly_too_and_harms_nobody_else(standing: Standing) -> None:
    hana = run(standing.client, standing.people.by_handle, "hana")
    stolen, own = (run(standing.client, standing.people.device, hana.id, "") for _ in range(2))
    for _ in range(30):
        standing.sign_in("10.0.0.1", "wrong wrong wrong", device=stolen)
    assert standing.tries["hana"] == LIMIT
    assert standing.sign_in("10.0.0.1", device=own) == ""
    assert standing.sign_in("10.0.0.1") == ""


def test_a_club_that_signs_in_from_one_address_waits_for_nothing(standing: Standing) -> None:
    assert {standing.sign_in("10.0.0.1") for _ in range(PLACE.free * 3)} == {""}


def test_a_browser_is_known_after_signing_out_and_until_the_password_or_the_account_says_otherwise(
    client: TestClient,
) -> None:
    people, sign = site_of(client).people, {"name": "Hana", "password": PASSWORD}
    hana = run(client, people.by_handle, "hana")

    def is_known(browser: Person) -> bool:
        row = site_of(client).games.store.look_now(by_id, hana.id)
        assert row
        return bool(people.devices.known(browser.cookies.get("gunbai-device", ""), row))

    browser, other = Person(client), Person(client)
    given = browser.form("/signin", sign)
    (line,) = (line for line in given.headers.get_list("set-cookie") if line.startswith("gunbai-device="))
    assert "httponly" in line.lower()
    assert "max-age=31536000" in line.lower()
    browser.form("/signout", {})
    other.form("/signin", sign)
    assert is_known(browser)
    assert is_known(other)
    yui = {"name": "Yui", "password": PASSWORD}
    browser.form("/signin", yui)
    assert is_known(browser)
    assert other.form("/account/password", {"old": PASSWORD, "password": f"{PASSWORD}!"}).status_code == 303
    assert not is_known(browser)
    assert is_known(other)
    assert other.form("/account/sessions", {}).status_code == 303
    assert not is_known(other)


def test_nobody_makes_a_browser_known(client: TestClient, tried: Callable[[str], None]) -> None:
    people = site_of(client).people
    hana, yui = (run(client, people.by_handle, name) for name in ("hana", "yui"))
    row = site_of(client).games.store.look_now(by_id, hana.id)
    assert row
    right, others = (run(client, people.device, one.id, "") for one in (hana, yui))
    id, nonce, sign = right.split(".")
    wrong = [
        *("", "~", "..", "a.b.c.d", "\u0418.b.c", right[:-1], right + "x", right.swapcase(), f"{id}.{nonce}."),
        *(f"{id}..{sign}", f"{id}.other.{sign}", f"{yui.id}.{nonce}.{sign}", "~".join([right] * 30)),
        *(others, others.replace(yui.id, hana.id)),
        *(f"{id}.{nonce}.{sign[:n]}{'-' if sign[n] != '-' else 'x'}{sign[n + 1 :]}" for n in range(len(sign))),
    ]  # fmt: skip
    assert people.devices.known(right, row)
    assert [one for one in wrong if people.devices.known(one, row)] == []
    tried(f"{len(wrong)} signs that are nearly right")


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


def test_strangers_who_ask_for_letters_spoil_neither_the_last_one_nor_the_next(client: TestClient) -> None:
    owner = Person(client)
    owner.form("/signin", {"name": "Hana", "password": PASSWORD})
    owner.form("/signout", {})
    assert owner.form("/forgot", {"mail": MAIL}).status_code == 200
    first = re.findall(r"/reset/\S+", bag(client).bag[-1][2])
    for _ in range(LIMIT + 5):
        last = Person(client).form("/forgot", {"mail": MAIL}).status_code
    assert last == 429
    assert owner.page(first[0]).status_code == 200
    sent = len(bag(client).bag)
    assert owner.form("/forgot", {"mail": MAIL}).status_code == 200
    assert len(bag(client).bag) == sent + 1
    assert owner.form(first[0], {"password": f"{PASSWORD}!"}).status_code == 303
    assert owner.page(re.findall(r"/reset/\S+", bag(client).bag[-1][2])[0]).status_code == 404


def test_a_right_token_and_a_right_code_are_taken_whatever_strangers_try(client: TestClient) -> None:
    """Neither can be guessed, so wrong ones from the same network cost their senders nothing but an answer."""
    people = site_of(client).people
    yui = run(client, people.by_handle, "yui")
    _, secret = run(client, people.tokens.make, yui.id, "bot", ["read"])
    program = Person(client)
    assert {me_of(program, f"gunbai_{n}{'x' * 40}") for n in range(100)} == {401}
    assert me_of(program, secret) == 200
    run(client, people.set_registration, "invited")
    code = run(client, people.invite, yui.id)
    form = {"name": "Late", "password": PASSWORD}
    assert {Person(client).form("/signup", {**form, "code": f"x{n}"}).status_code for n in range(70)} == {422}
    assert Person(client).form("/signup", {**form, "code": code}).status_code == 303


def me_of(program: Person, secret: str) -> int:
    """What a program is answered that asks who it is."""
    return int(program.call("GET", "/api/v1/me", headers={"authorization": f"Bearer {secret}"}).status_code)


def test_newcomers_are_counted_by_their_network(client: TestClient) -> None:
    people = site_of(client).people
    people.newcomers = Attempts("5 per hour")
    made = [
        run(client, lambda n=n: people.sign_up(f"New {n}", PASSWORD, address=f"2001:db8:0:1::{n}")) for n in range(7)
    ]
    assert [isinstance(one, Refusal) for one in made] == [False] * 5 + [True] * 2
    assert not isinstance(run(client, lambda: people.sign_up("Other", PASSWORD, address="2001:db8:0:2::1")), Refusal)


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
