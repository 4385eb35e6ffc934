"""Thousands of bodies that are almost right: none breaks the server, and what is refused has changed nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from starlette.testclient import TestClient

from app.systems import SYSTEMS
from tests.attacks.battles import Battle
from tests.attacks.knocking import Answer, Books, Door, Knock
from tests.attacks.mutating import WORDS, mutant
from tests.attacks.test_bombs import SIZES
from tests.record import GAMES, load
from tests.web.permission_table import BODIES
from tests.web.scene import ROWS, Row, Scene

BOUND = 2_000_000
"""No answer to a wrong body is longer, in bytes."""
KNOWN = "guest"
"""Who comes without a cookie is known from the first form on, even if that was refused."""
JSON, FORM = {"content-type": "application/json"}, {"content-type": "application/x-www-form-urlencoded"}
COSTLY = ("/signin", "/signup", "/account/password", "/account/mail", "/account/delete", "/setup/{key}", "/reset/{key}")
"""Each asks argon2: they are tried less often."""
ENDS = (
    "/signout",
    "/account/sessions",
    "/account/sessions/{id}/end",
    "/admin/accounts/{id}/{deed}",
    "/account/delete",
    "/api/v1/games/{game}/umpire/{deed}",
    "/api/v1/admin/accounts/{id}",
    "/admin/backup",
)
"""With no more than a right path these end what the others attack, or cost a copy of the database."""
FIELDS = (
    "seat",
    "ask",
    "raw",
    "pick",
    "at",
    "path",
    "points",
    "name",
    "roster",
    "system",
    "scenario",
    "text",
    "body",
    "seed",
    "from",
    "do",
    "id",
    "to_b",
    "band_a",
    "way_b",
    "emblem",
    "hue",
    "x",
    "y",
    "json",
    "file",
    "format",
    "reason",
)


pytestmark = pytest.mark.timeout(300)
"""Whatever is accepted makes the books longer that are read after each."""


class Tally:
    """What was answered, and that nothing else was changed."""

    def __init__(self, client: TestClient, door: Door) -> None:
        self.books, self.door, self.statuses = Books(client), door, Counter[int]()

    def tries(self, knocks: list[Knock], writes: bool) -> list[Answer]:
        """The answers, each judged: no fault, no flood, and no change but by what was accepted."""
        found = []
        for knock in knocks:
            (answer,) = self.door.knock(knock)
            self.statuses[answer.status] += 1
            about = f"{knock.method} {knock.path} {knock.body[:300]!r} {answer.status} {answer.body[:300]!r}"
            assert answer.status < 500, about
            assert len(answer.body) < BOUND, about
            if not writes or answer.status >= 400:
                assert [name for name in self.books.changed() if name != KNOWN] == [], about
            self.books.changed()
            found.append(answer)
        return found

    def told(self) -> str:
        """How many, by what was answered."""
        rows = ", ".join(f"{count} x {status}" for status, count in sorted(self.statuses.items()))
        return f"{sum(self.statuses.values())} requests: {rows}; no fault, nothing refused was kept"


# -- bodies -----------------------------------------------------------


def examples(client: TestClient) -> dict[str, Any]:
    """A good body for every route that takes JSON, as the API describes itself."""
    described = client.get("/api/v1/openapi.json").json()["paths"]
    return {
        f"{method.upper()} {path}": next(iter(about["requestBody"]["content"].values())).get("example", {})
        for path, methods in described.items()
        for method, about in methods.items()
        if "requestBody" in about
    }


def rows(is_api: bool) -> Iterator[Row]:
    """The routes that change, once each."""
    for row in ROWS:
        if row.method not in ("GET", "WS", "ANY") and row.is_api == is_api and row.template not in ENDS:
            yield row


def test_mutated_bodies_of_the_api(scene: Scene, client: TestClient, door: Door, tried: Callable[[str], None]) -> None:
    rng, good, tally = Random("api"), examples(client), Tally(client, door)
    for row in rows(is_api=True):
        role = next(iter(row.let_in.replace("S", "") or "R"))
        path, who = scene.path(role, row), {**scene.who[role].cookie, **JSON}
        value = BODIES.get(row.template) or good.get(f"{row.method} {row.template}") or {}
        bodies = [
            mutant(rng.choice([value, good.get(f"{row.method} {row.template}") or value]), rng) for _ in range(15)
        ]
        tally.books.changed()
        tally.tries([Knock(row.method, path, body, who) for body in bodies], writes=True)
    tried(tally.told())


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_mutated_rosters_tables_and_set_ups(
    scene: Scene, client: TestClient, door: Door, system: Any, tried: Callable[[str], None]
) -> None:
    rng, tally, who = Random(f"rosters {system.key}"), Tally(client, door), {**scene.who["R"].cookie, **JSON}
    book, setup = system.catalogue(), Battle(client, system, Random(1))
    sheets = [rosters_of(client, scene, system.key, sample["id"]) for sample in rng.sample(book["samples"], 3)]
    ground = client.post(
        "/api/v1/grounds/random", json={"system": system.key, "table": list(SIZES[system.key]), "seed": 1}
    ).json()
    lay = {
        "system": system.key,
        "scenario": book["scenarios"][0]["id"],
        "options": {"points": 200},
        "sides": [{"seat": seat, "roster": sheets[0]["roster"], "player": "me"} for seat in setup.seats],
    }
    drawn = {"system": system.key, "name": "Fen", "body": ground}
    for path, values, writes, times in (
        ("/api/v1/rosters/check", sheets, False, 260),
        ("/api/v1/rosters", sheets, True, 40),
        ("/api/v1/grounds/check", [drawn], False, 100),
        ("/api/v1/grounds", [drawn], True, 30),
        ("/api/v1/games", [lay], True, 40),
    ):
        tally.books.changed()
        bodies = [mutant(rng.choice(values), rng) for _ in range(times)]
        tally.tries([Knock("POST", path, body, who) for body in bodies], writes)
    tried(tally.told())


def rosters_of(client: TestClient, scene: Scene, key: str, sample: str) -> dict[str, Any]:
    """A ready roster, written out."""
    body = {"system": key, "name": sample[:20], "roster": {"sample": sample}}
    found: dict[str, Any] = scene.who["R"].post("/api/v1/rosters/check", body).json()
    return {"system": key, "name": "Herons", "points": found.get("points", 0), "roster": found["roster"]}


def test_mutated_forms(scene: Scene, client: TestClient, door: Door, tried: Callable[[str], None]) -> None:
    rng, tally = Random("forms"), Tally(client, door)
    for row in rows(is_api=False):
        role = next(iter(row.let_in.replace("S", "") or "R"))
        path, who = scene.path(role, row), {**scene.who[role].cookie, **FORM}
        good = dict(BODIES.get(row.template) or {})
        tally.books.changed()
        times = 6 if row.template in COSTLY else 8
        tally.tries([Knock("POST", path, form(good, rng), who) for _ in range(times)], writes=True)
    tried(tally.told())


def form(good: dict[str, Any], rng: Random) -> bytes:
    """A form that is almost the right one."""
    fields = {name: rng.choice(WORDS) if rng.random() < 0.5 else str(value) for name, value in good.items()}
    fields |= {rng.choice(FIELDS): rng.choice(WORDS) for _ in range(rng.randrange(4))}
    body = urlencode(fields, errors="replace").encode()
    return (
        body if rng.random() < 0.8 else body + rng.choice((b"&%", b"&=", b"%ff=%fe", b"&x=%ZZ", b"\xff\x00", b";;&&"))
    )


def test_mutated_addresses(scene: Scene, client: TestClient, door: Door, tried: Callable[[str], None]) -> None:
    """What stands in a path or behind a question mark is a body, too."""
    rng, tally = Random("addresses"), Tally(client, door)
    asked = (
        "since",
        "limit",
        "seat",
        "as",
        "v",
        "at",
        "page",
        "show",
        "system",
        "q",
        "key",
        "watch",
        "next",
        "code",
        "done",
    )
    for row in ROWS:
        if row.method != "GET" or row.template.startswith(("/static", "/api/v1/openapi")):
            continue
        who = scene.who["H" if "H" in row.let_in else "R"].cookie
        good = scene.path("R", row).partition("?")[0]
        said = list(scene.facts("R", row).values())
        knocks = []
        for n in range(4):
            part = rng.choice([value for value in said if value and value in good] or [""])
            path = (
                good.replace(part, quote(rng.choice(WORDS)[:2000], safe="").replace("%00", "\x00"), 1)
                if n % 2 and part
                else good
            )
            query = urlencode({rng.choice(asked): rng.choice(WORDS) for _ in range(3)}, errors="replace")
            knocks.append(Knock("GET", f"{path.replace('?', '%3F')}?{query}", headers=who))
        tally.books.changed()
        tally.tries(knocks, writes=False)
    tried(tally.told())


# -- answers -------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_mutated_answers_and_previews(
    client: TestClient, door: Door, system: Any, tried: Callable[[str], None]
) -> None:
    rng = Random(f"answers {system.key}")
    recorded = [raw for path in sorted(GAMES.glob(f"{system.key}/*.game")) for _, raw in load(path).inputs]
    battle = Battle(client, system, rng)
    tally = Tally(client, door)
    for n, question in enumerate(battle.plays(60)):
        if n % 6:
            continue
        who, ask = battle.people[question.seat].cookie, battle.ask_of(question)
        good = [battle.raw(question) for _ in range(4)] + rng.sample(recorded, 8)
        values = [{"ask": ask, "answer": raw, "seat": question.seat} for raw in good]
        path = f"/api/v1/games/{battle.id}"
        looks = [Knock("POST", f"{path}/preview", mutant(value, rng), who) for value in values * 3]
        tally.books.changed()
        tally.tries(looks, writes=False)
        for value in values * 3:
            (given,) = tally.tries([Knock("POST", f"{path}/answers", mutant(value, rng), who)], writes=True)
            if given.status == 200:
                break
    tried(tally.told())
