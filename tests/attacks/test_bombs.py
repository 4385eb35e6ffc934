"""Small requests that ask for much work: each is refused or done within bounds of processor time and memory.

The bounds are wide, for slow machines: what they tell apart is a moment and minutes, some megabytes and all there is.
"""

from __future__ import annotations

import gzip
import io
import json
import resource
import time
import zipfile
from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from app.engine.profiles import TOLD, bounds_of
from app.systems import SYSTEMS
from app.web.server.security import BODY, FILES
from tests.attacks.battles import Battle
from tests.attacks.knocking import Answer, Books, Door, Knock
from tests.web.scene import Scene

MOST_SECONDS, MOST_BYTES = 2.0, 300_000_000
"""Of this process's processor time, and of its memory, for one request."""
FILE_SECONDS = 8.0
"""The same where sixteen megabytes may be sent by who has an account."""
FORM = {"content-type": "application/x-www-form-urlencoded"}
JSON = {"content-type": "application/json"}


def memory() -> int:
    """The most memory this process ever held, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


class Fuse:
    """Sends bombs and holds each against the bounds."""

    def __init__(self, client: TestClient, door: Door) -> None:
        self.door, self.books, self.count, self.worst = door, Books(client), 0, 0.0

    def lit(self, knock: Knock, seconds: float = MOST_SECONDS, *, refused: bool = True) -> Answer:
        """The answer, in time; refused, and nothing was kept."""
        before, held = time.process_time(), memory()
        (answer,) = self.door.knock(knock)
        spent, grown = time.process_time() - before, memory() - held
        about = f"{knock.method} {knock.path} {knock.body[:200]!r}: {answer.status} {answer.body[:200]!r}"
        assert answer.status < 500, about
        assert spent < seconds, f"{spent:.1f} s: {about}"
        assert grown < MOST_BYTES, f"{grown} bytes: {about}"
        assert len(answer.body) < 8 * BODY, about
        if refused:
            assert 400 <= answer.status < 500, about
            assert self.books.changed() == [], about
        self.count, self.worst = self.count + 1, max(self.worst, spent)
        return answer

    def told(self) -> str:
        """How many, and the longest."""
        return f"{self.count} bombs; none broke or changed anything, each within {MOST_SECONDS:.0f} s of processor time"


@pytest.fixture
def fuse(client: TestClient, door: Door, scene: Scene) -> Fuse:
    """A server to throw at."""
    scene.campaign("public")
    return Fuse(client, door)


# -- paths ---------------------------------------------------------------------

LONG = 3000


def ways() -> Iterator[list[list[int]]]:
    """Paths and outlines of thousands of corners: a comb, a knot, one place, off the table, a star."""
    yield [[n * 10, 20_000 * (n % 2)] for n in range(LONG)]
    yield [[(n * 7919) % 90_000, (n * 104_729) % 90_000] for n in range(LONG)]
    yield [[30_000, 30_000]] * LONG
    yield [[10**9 * (-1) ** n, 10**9] for n in range(LONG // 2)]
    yield [[45_000 + (40_000 if n % 2 else 100) * (n % 7 - 3), 45_000 + n * 5] for n in range(LONG)]


def bombed(raw: Any, way: list[list[int]]) -> Any:
    """The answer with every path in it as long as can be, or the path itself where there is none."""
    if isinstance(raw, dict):
        return {key: bombed(below, way) if isinstance(below, dict | list) else below for key, below in raw.items()}
    return way


def longest(ask: str, raw: Any, way: list[list[int]]) -> bytes:
    """The answer with its paths as long as a body may hold them all."""
    bare = len(json.dumps({"ask": ask, "answer": bombed(raw, [])}))
    each = len(json.dumps(bombed(raw, way))) - len(json.dumps(bombed(raw, [])))
    part = min(len(way), len(way) * (BODY - bare) // (each * 11 // 10))
    return json.dumps({"ask": ask, "answer": bombed(raw, way[:part])}).encode()


def has_path(raw: Any) -> bool:
    """Whether there is a list in an answer."""
    return isinstance(raw, list) or (isinstance(raw, dict) and any(map(has_path, raw.values())))


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_paths_of_thousands_of_corners(
    client: TestClient, fuse: Fuse, system: Any, tried: Callable[[str], None]
) -> None:
    battle, met = Battle(client, system, Random(f"bombs {system.key}")), set[str]()
    for question in battle.plays(60):
        raw = next((r for r in (battle.raw(question) for _ in range(8)) if has_path(r)), None)
        if raw is None or question.about in met:
            continue
        met.add(question.about)
        who, ask = battle.people[question.seat].cookie, battle.ask_of(question)
        fuse.books.changed()
        for way in ways():
            body = longest(ask, raw, way)
            assert BODY // 2 < len(body) < BODY
            fuse.lit(Knock("POST", f"/api/v1/games/{battle.id}/preview", body, who), refused=False)
            fuse.lit(Knock("POST", f"/api/v1/games/{battle.id}/answers", body, who))
    assert len(met) > 1
    tried(f"{fuse.told()}; questions: {', '.join(sorted(met))}")


# -- rosters and tables --------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_rosters_and_tables_of_thousands(fuse: Fuse, scene: Scene, system: Any, tried: Callable[[str], None]) -> None:
    who = {**scene.who["R"].cookie, **JSON}
    sample = system.catalogue()["samples"][0]["id"]
    found = scene.who["R"].post(
        "/api/v1/rosters/check", {"system": system.key, "name": "A", "roster": {"sample": sample}}
    )
    roster = found.json()["roster"]
    for key, rows in roster.items():
        if isinstance(rows, list) and rows:
            size = max(1, len(json.dumps(rows[0])))
            many = {**roster, key: [rows[0]] * ((BODY - 20_000) // size)}
            sheet = {"system": system.key, "name": "A", "roster": many}
            fuse.lit(Knock("POST", "/api/v1/rosters/check", json.dumps(sheet).encode(), who), refused=False)
            lay = {
                "system": system.key,
                "scenario": system.catalogue()["scenarios"][0]["id"],
                "sides": [{"seat": seat, "roster": many, "player": "me"} for seat in ("red", "blue")],
            }
            fuse.lit(Knock("POST", "/api/v1/games", json.dumps(lay).encode()[:BODY], who))
    kind = next(iter(kinds(scene, system.key)))
    for pieces in tables(kind):
        body = {"system": system.key, "name": "Fen", "body": {"table": [48, 48], "pieces": pieces}}
        fuse.lit(Knock("POST", "/api/v1/grounds/check", json.dumps(body | {}).encode(), who), refused=False)
        text = json.dumps({k: v for k, v in body.items() if k != "name"}).encode()
        fuse.lit(Knock("POST", "/api/v1/grounds/check", text, who), refused=False)
        lay = {
            "system": system.key,
            "scenario": system.catalogue()["scenarios"][0]["id"],
            "options": {"terrain": pieces},
            "sides": [{"seat": seat, "roster": {"sample": sample}, "player": "me"} for seat in ("red", "blue")],
        }
        fuse.lit(Knock("POST", "/api/v1/games", json.dumps(lay).encode(), who), refused=False)
        fuse.books.changed()
    for chance in (
        {"table": [500, 500], "seed": 1, "pieces": 20},
        {"table": [1, 1], "seed": 1, "pieces": 20},
        {"table": [12, 12], "seed": 2**53 - 1, "pieces": 20, "symmetric": True},
        {"table": [10**30, 1], "seed": 1},
        {"table": [36, 36], "seed": 3, "kinds": [kind] * 5000},
    ):
        fuse.lit(
            Knock("POST", "/api/v1/grounds/random", json.dumps({"system": system.key, **chance}).encode(), who),
            refused=False,
        )
    tried(fuse.told())


SIZES = {"ronin": (48, 48), "celtos": (120, 120), "daimyo": (180, 120), "kensei": (180, 120)}
"""A usual table of each system, in its units."""


def kinds(scene: Scene, key: str) -> list[str]:
    """The kinds of terrain that are laid by chance."""
    made = scene.who["R"].post("/api/v1/grounds/random", {"system": key, "table": list(SIZES[key]), "seed": 1}).json()
    return [piece["kind"] for piece in made["pieces"]]


def tables(kind: str) -> Iterator[list[Any]]:
    """Drawn tables: all that may be kept and more, pieces that cross themselves and each other."""
    star = [[(n * 17) % 48, (n * 29) % 48] for n in range(48)]
    comb = [[n, 47 * (n % 2)] for n in range(48)]
    for outline in (star, comb, [[1, 1]] * 48, [[n, n] for n in range(48)]):
        yield [{"id": f"p{n}", "kind": kind, "outline": outline} for n in range(60)]
    yield [{"id": f"p{n}", "kind": kind, "outline": [[1, 1], [2, 1], [2, 2]]} for n in range(700)]
    yield [{"id": "p", "kind": kind, "outline": [[n % 48, n * 7 % 48] for n in range(6000)]}]
    yield [{"id": "same", "kind": kind, "outline": comb}] * 60


# -- forms of any body ---------------------------------------------------------

DEEP = 100_000


def shapes() -> Iterator[bytes]:
    """JSON that is more than it seems."""
    yield b"[" * DEEP + b"]" * DEEP
    yield b'{"a":' * (BODY // 5)
    yield b'{"give":' + b"[" * 30_000 + b"]" * 30_000 + b"}"
    yield b'{"settings":' + b'{"a":' * 9_000 + b"1" + b"}" * 9_000 + b"}"
    yield b"9" * 60_000
    yield b'{"points":' + b"9" * 4_300 + b',"system":"ronin","name":"A","roster":{"sample":"red-devils"}}'
    yield b'{"points":1e400,"system":"ronin","name":"A","roster":{}}'
    yield b"NaN"
    yield b'{"a":-Infinity}'
    yield b"{" + b",".join(b'"a":1' for _ in range(9_000)) + b"}"
    yield b'"' + b"\\u0000" * 10_000 + b'"'
    yield b'{"text":"' + b"a" * 60_000 + b'"}'
    yield b"[" + b"0," * 30_000 + b"0]"
    yield gzip.compress(b"0" * 50_000_000)


def test_bodies_that_are_more_than_they_seem(fuse: Fuse, scene: Scene, tried: Callable[[str], None]) -> None:
    who, campaign = {**scene.who["R"].cookie, **JSON}, scene.campaign("public")["id"]
    packed = {"content-encoding": "gzip"}
    for path in (
        f"/api/v1/games/{scene.table('own')}/answers",
        f"/api/v1/games/{scene.table('own')}/preview",
        "/api/v1/rosters",
        f"/api/v1/campaigns/{campaign}/commands",
        "/api/v1/campaigns",
        "/api/v1/games",
        "/api/v1/grounds/check",
        "/api/v1/me/tokens",
        f"/api/v1/games/{scene.table('own')}/talk",
    ):
        fuse.books.changed()
        for body in shapes():
            fuse.lit(Knock("POST", path, body, {**who, **(packed if body[:1] == b"\x1f" else {})}))
    tried(fuse.told())


def test_forms_that_are_more_than_they_seem(fuse: Fuse, scene: Scene, tried: Callable[[str], None]) -> None:
    who = scene.who["R"].cookie
    parts = (
        b"".join(b'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n' for _ in range(1_000)) + b"--x--\r\n"
    )
    multipart = {"content-type": "multipart/form-data; boundary=x"}
    game, campaign = scene.table("own"), scene.campaign("public")["id"]
    long = "9" * 40_000
    forms: list[tuple[bytes, dict[str, str]]] = [
        (b"a=1&" * 15_000, FORM),
        (b"&" * 60_000, FORM),
        (b"%" * 60_000, FORM),
        (b"=" * 60_000, FORM),
        (urlencode({"name": "a@" + "a." * 20_000, "mail": "a@" + "a." * 20_000, "password": long}).encode(), FORM),
        (urlencode({"raw": "[" * 50_000, "ask": long, "seat": "red", "body": "{" * 9_000}).encode(), FORM),
        (
            urlencode({"text": "- \n" * 18_000, "points": long, "emblem": long, "v": long, "system": "ronin"}).encode(),
            FORM,
        ),
        (parts, multipart),
        (b"--x\r\n" * 12_000, multipart),
        (b"-" * 60_000, multipart),
        (parts[:-9], multipart),
        (
            b'--x\r\ncontent-disposition: form-data; name="a"; filename="f"\r\n\r\n' + b"0" * 50_000 + b"\r\n--x--\r\n",
            multipart,
        ),
        (b"--x\r\n" + b"h: v\r\n" * 9_000 + b"\r\n", multipart),
    ]
    for path in (
        f"/play/{game}/answers",
        "/roster/import",
        "/roster",
        "/terrain",
        "/account/name",
        "/forgot",
        "/people/hosta/report",
        f"/umpire/{game}/edit",
        f"/campaign/{campaign}/host",
        f"/campaign/{campaign}",
        "/campaigns/new",
        "/new",
    ):
        for body, kind in forms:
            fuse.lit(Knock("POST", path, body, {**who, **kind}), refused=False)
    tried(fuse.told())


# -- files ---------------------------------------------------------------------


def zipped() -> bytes:
    """A zip of nothing but zeros, a thousand times smaller than what is in it."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bag:
        bag.writestr("campaign.json", b"0" * 20_000_000)
    return file.getvalue()


def test_imports_that_are_bombs(fuse: Fuse, scene: Scene, tried: Callable[[str], None]) -> None:
    who, path = {**scene.who["R"].cookie, **JSON}, "/api/v1/campaigns/import"
    most = FILES[path]
    head = b'{"format":1,"campaign":"a","system":"ronin","chain":"c","entries":'
    bombs = [
        zipped(),
        gzip.compress(head + b"[]}"),
        b"[" * most,
        b"{" * 1_000_000,
        head + b"[" * 4_000_000,
        head + b"[" + b"0," * 4_000_000 + b"0]}",
        head + b"[" + b"{}," * 2_000_000 + b"{}]}",
        head + b"9" * 8_000_000 + b"}",
        head + b'"' + b"\xff" * 1_000_000 + b'"}',
        b'"' + b"a" * (most - 2) + b'"',
        head + b"[" + b'{"kind":"founded","body":{}},' * 200_000 + b"{}]}",
    ]
    for bomb in bombs:
        fuse.lit(Knock("POST", path, bomb, who), FILE_SECONDS)
    assert fuse.lit(Knock("POST", path, b" " * (most + 1), who), FILE_SECONDS).status == 413
    assert fuse.lit(Knock("POST", "/api/v1/campaigns", b" " * (BODY + 1), who)).status == 413
    for stranger in ({}, scene.who["W"].cookie):
        answer = fuse.lit(Knock("POST", path, bombs[5], {**stranger, **JSON}), FILE_SECONDS)
        assert answer.status in (401, 403, 413, 422)
    tried(fuse.told())


# -- rosters as text -----------------------------------------------------------


def profiled(base: str, **more: Any) -> Iterator[str]:
    """Texts of thousands of profiles of a host's own, none of which this house has."""
    words = [f"w{n}" for n in range(12)]
    sound = (f'⌂{{"name":"{a}{b}{c}","based_on":"{base}","points":9}}' for a in "abcdefghij" for b in "abcdefghijkl"
             for c in "abcdefghijkl")  # fmt: skip
    unsound = json.dumps({"name": "Aa", "based_on": base, "add": {f"l{n}": words for n in range(8)}, **more})
    for line, end in (("\n".join(sound), "1 x Zzz"), ("\n".join([f"⌂{unsound}"] * 60), "1 x Zzz\n2 x Yyy")):
        yield f"Mine\n{line}"[:59_000].rpartition("\n")[0] + f"\n{end}"
    yield "Mine\n" + "⌂{\n" * 12_000
    yield "Mine\n" + '⌂{"own":' * 6000


@pytest.mark.parametrize("system", [one for one in SYSTEMS if bounds_of(one)], ids=lambda system: system.key)
def test_texts_of_thousands_of_profiles(fuse: Fuse, scene: Scene, system: Any, tried: Callable[[str], None]) -> None:
    bounds = bounds_of(system)
    assert bounds is not None
    base = next(iter(bounds.bases))
    lists = {key: [f"{row.known[0]}{n}" for n in range(12)] for key, row in bounds.lists.items() if row.known}
    for text in profiled(base, add=lists):
        body = urlencode({"system": system.key, "text": text}).encode()
        answer = fuse.lit(Knock("POST", "/roster/import", body, {**scene.who["R"].cookie, **FORM}))
        assert answer.status == 422, answer.body[:300]
        assert answer.body.count(b"Line ") <= TOLD
    tried(fuse.told())


def test_a_roster_of_thousands_of_profiles(fuse: Fuse, scene: Scene, tried: Callable[[str], None]) -> None:
    who, many = {**scene.who["R"].cookie, **JSON}, [{"own": n} for n in range(4000)]
    deep: Any = 1
    for _ in range(900):
        deep = {"own": deep}
    for roster in ({"models": many}, {"models": [{"own": deep}]}):
        lay = {"system": "ronin", "scenario": "skirmish", "sides": [
            {"seat": seat, "roster": roster, "player": "me"} for seat in ("red", "blue")]}  # fmt: skip
        answer = fuse.lit(Knock("POST", "/api/v1/games", json.dumps(lay).encode(), who))
        assert len(answer.body) < 10_000, len(answer.body)
    tried(fuse.told())
