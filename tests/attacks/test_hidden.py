"""Two games that differ only in what X may not see: to X every byte that leaves the server is the same.

A battle is played up to a secret, its server copied, and the secret settled one way here, another way there.  Pages,
API, pictures, files, previews, refusals and every message of an open socket (their number and order too, which is all
that tells when somebody is asked) are then compared for everybody but the seat whose secret it is.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from app.conformance import draw_setup
from app.engine.asks import AnyAsk, Json
from app.engine.dice import Dice, Faces
from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.session import Session
from app.engine.system import Setup, SideSetup
from app.games import opening
from app.games.drive import Drive
from app.games.hours import wall_ms
from app.games.vault import Vault
from app.settings import Settings
from app.systems import system_of
from app.web import app as web
from app.web.app import create_app
from app.web.table.line import socket as ws
from tests.attacks.battles import FEWEST, Battle
from tests.attacks.conftest import NEVER
from tests.systems.kensei.test_sealed import ABOUT, pairs
from tests.web.people import Person

PING = '{"ping":true}'
DRAWN = ("date", "x-request-id")
"""Headers that differ between any two answers: the hour, and a number drawn for each request."""
HOUR = wall_ms()
"""The hour at which all these servers stand still."""
Secret = Callable[[Battle, AnyAsk, Session[Any]], tuple[Json, Json] | None]
SALT = [0]
"""Which dice fall: others for each battle of a test, the same whenever it is run."""
STEPS = 2
"""Further answers, the same in both, while the secret is kept."""


def fair(vault: Vault, index: int, dice: Dice) -> Faces:
    """The same dice in every run of these tests, whatever the seed of a game."""
    rng = Random(f"{SALT} {index}")
    return tuple(rng.randint(1, dice.sides) for _ in range(dice.count))


@contextmanager
def server(folder: Path) -> Iterator[TestClient]:
    """A server on these tables; nothing moves in it by itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Vault, "throw", fair)
        patch.setattr(ws, "OF_A_PAGE", ws.Bounds(1_000_000, 4096))  # we ask after every answer whether all has come
        patch.setattr(web, "open_games", partial(opening.open_games, bot_delay=NEVER))
        settings = Settings(data=str(folder), rate="1000000/second", work="0/0/0", tables="0/0/0", sent=0)
        with TestClient(create_app(settings), raise_server_exceptions=False) as client:
            site = client.app.state.site  # type: ignore[attr-defined]
            games = site.games
            games.mailbox.time = games.past._time = games.mailbox.time._replace(wall=lambda: HOUR)
            site.talk.wall, site.notices.grace = (lambda: HOUR), NEVER
            yield client


def session_of(battle: Battle) -> Session[Any]:
    """What the rules have before them."""

    async def look() -> Session[Any]:
        async with battle.site.games._rooms.enter(battle.id) as drive:
            assert drive is not None
            assert drive.session is not None
            return drive.session

    found: Session[Any] = battle.run(look)
    return found


# -- what X gets ---------------------------------------------------------------


class Eyes:
    """Somebody who looks at a battle in every way there is: a seat, who watches with the link, or anybody."""

    def __init__(self, battle: Battle, name: str, cookies: Mapping[str, str], key: str = "") -> None:
        self.battle, self.name, self.key = battle, name, f"?watch={key}" if key else ""
        self.who = Person(battle.client)
        self.who.cookies = dict(cookies)

    def socket(self, since: int, form: str = "page") -> WebSocketTestSession:
        """The open page of the battle, or a program that follows it."""
        self.battle.client.cookies.clear()
        key, game = self.key.replace("?", "&"), self.battle.id
        path = (f"/ws/games/{game}" if form == "page" else f"/api/v1/games/{game}/live") + f"?since={since}{key}"
        found: WebSocketTestSession = self.battle.client.websocket_connect(path, headers=self.who.cookie)
        return found

    def paths(self) -> Iterator[str]:
        """Every address that tells of the battle, or lists it."""
        game, key = self.battle.id, self.key
        api = f"/api/v1/games/{game}"
        pages = (
            f"/play/{game}",
            f"/play/{game}/prompt",
            f"/play/{game}/log",
            f"/replay/{game}",
            f"/replay/{game}/moment.svg",
            f"/report/{game}",
            f"/play/{game}/orders",
            f"/umpire/{game}",
        )
        yield from (f"{page}{key}" for page in pages)
        yield from (
            f"{api}{part}{key}"
            for part in ("", "/live", "/events", "/timeline", "/film", "/record", "/talk", "/orders", "/umpire")
        )
        yield from ("/", "/lobby", "/games/mine", "/api/v1/games", "/api/v1/lobby")
        shown = self.who.get(f"{api}{key}")
        if shown.status_code != 200:
            return
        told = shown.json()
        yield from (f"{api}/inspect/{piece['id']}{key}" for piece in told["view"]["pieces"][::7])
        versions = {told["version"], told["version"] - 1, told["version"] // 2}
        yield from (f"{api}/frames/{v}{key}" for v in sorted(versions))
        yield f"/replay/{game}{key or '?'}&v={told['version']}"

    def picture(self) -> dict[str, str]:
        """Every answer there is to them."""
        found = {}
        for path in self.paths():
            accept = {} if path.startswith("/api/") else {"accept": "text/html"}
            given = self.who.call("GET", path, headers=accept)
            assert given.status_code < 500, path
            headers = {k: v for k, v in given.headers.items() if k not in DRAWN}
            found[f"{self.name} {path}"] = f"{given.status_code} {sorted(headers.items())} {given.text}"
        return found | self.tried()

    def tried(self) -> dict[str, str]:
        """What is said to an answer that is none, and to a look at the one of silence."""
        api = f"/api/v1/games/{self.battle.id}"
        shown = self.who.get(f"{api}{self.key}").json()
        found = {}
        for question in [q for q in shown.get("questions", ()) if q["mine"] and not q["sealed"]]:
            for what, raw in (("preview", question["default"]), ("preview", "nonsense"), ("answers", "nonsense")):
                given = self.who.post(f"{api}/{what}", {"ask": question["id"], "answer": raw})
                found[f"{self.name} {what} {raw}"] = f"{given.status_code} {given.text}"
        return found


def eyes_of(battle: Battle, but: str) -> list[Eyes]:
    """Everybody but the one whose secret it is."""
    seats = [Eyes(battle, seat, person.cookies) for seat, person in battle.people.items() if seat != but]
    return [*seats, Eyes(battle, "watcher", {}, battle.site.watch_key(battle.id)), Eyes(battle, "stranger", {})]


def heard(battle: Battle, socket: WebSocketTestSession) -> list[str]:
    """Every message of all that has been done, in order."""
    found = until_pong(socket)
    battle.run(all_told, battle)
    return found + until_pong(socket)


def opened(
    stack: ExitStack, everybody: list[Eyes], since: int
) -> tuple[dict[str, WebSocketTestSession], dict[str, Any]]:
    """Everybody's page is open, and a program of each, one after the other, and what each was greeted with."""
    sockets, greeted = dict[str, WebSocketTestSession](), dict[str, Any]()
    for eyes, form in product((eyes for eyes in everybody if eyes.name != "stranger"), ("page", "data")):
        name = f"{eyes.name} {form}"
        sockets[name] = stack.enter_context(eyes.socket(since, form))
        greeted[f"{name} greeting"] = until_pong(sockets[name])
    return sockets, greeted


def until_pong(socket: WebSocketTestSession) -> list[str]:
    """The messages that came before the server heard us."""
    socket.send_text(PING)
    found: list[str] = []
    while True:
        text = socket.receive_text()
        if json.loads(text) == {"pong": True}:
            return found
        found.append(text)


async def all_told(battle: Battle) -> None:
    """All who look on have been told what was done, and nothing waits to be sent to them."""
    rooms = battle.site.rooms
    while tasks := rooms.tasks:
        await asyncio.gather(*tasks)
    while any(not c.outbox.empty() for room in rooms.rooms.values() for c in room.connections):
        await asyncio.sleep(0)
    await asyncio.sleep(0)


# -- two worlds ----------------------------------------------------------------


class World:
    """A server whose battle has come to a secret, and what everybody else gets from there on."""

    def __init__(self, battle: Battle, seat: Seat, about: str) -> None:
        self.battle, self.seat, self.about = battle, seat, about
        self.told: list[dict[str, Any]] = []

    def go(self, settle: Callable[[Battle], None], steps: int) -> list[dict[str, Any]]:
        """What the others get: after the secret was settled, and after each of some more answers."""
        shown = next(iter(self.battle.people.values())).get(f"/api/v1/games/{self.battle.id}").json()
        version = shown["version"]
        with ExitStack() as stack:
            if has_not_begun := not self.battle.asked():
                settle(self.battle)
            everybody = eyes_of(self.battle, self.seat)
            sockets, greeted = opened(stack, everybody, version)
            self.told.append(greeted)
            if not has_not_begun:
                for socket in sockets.values():
                    heard(self.battle, socket)
                settle(self.battle)
            self.told.append(self.all(everybody, sockets))
            for _ in range(steps):
                if not self.step():
                    break
                self.told.append(self.all(everybody, sockets))
        return self.told

    def all(self, everybody: list[Eyes], sockets: Mapping[str, WebSocketTestSession]) -> dict[str, Any]:
        """Every answer and every message."""
        messages = {f"{name} socket": heard(self.battle, socket) for name, socket in sockets.items()}
        return messages | {name: text for eyes in everybody for name, text in eyes.picture().items()}

    def step(self) -> bool:
        """Whether somebody else was asked, whose silence was taken for an answer; the secret's owner is not asked."""
        asked = [q for q in self.battle.asked() if q.seat != self.seat]
        if not asked:
            return False
        self.battle.say(asked[0], asked[0].domain.write(asked[0].default))
        return not any(q.seat == self.seat for q in self.battle.asked()) or len(self.battle.asked()) > 1


def elsewhere(battle: Battle, client: TestClient) -> Battle:
    """The same battle on another server."""
    found = object.__new__(Battle)
    found.__dict__.update(battle.__dict__, client=client, rng=Random(1))
    found.people = {}
    for seat, person in battle.people.items():
        found.people[seat] = Person(client)
        found.people[seat].cookies = dict(person.cookies)
    return found


def alike(
    folder: Path, battle: Battle, seat: Seat, about: str, ways: list[Callable[[Battle], None]], steps: int
) -> int:
    """How many answers and messages were compared between the servers where it went one way and the other."""
    told = []
    for n, way in enumerate(ways):
        copy = folder.with_name(f"{folder.name}-{about}-{n}")
        shutil.copytree(folder, copy)
        with server(copy) as client:
            here = elsewhere(battle, client)
            told.append(World(here, seat, about).go(way, steps))
    compared = 0
    for one, other in zip(*told, strict=True):
        assert one.keys() == other.keys()
        assert [name for name in one if one[name] != other[name]] == [], f"{about}: a secret of {seat} is told"
        compared += len(one)
    return compared


def settled(raw: Json) -> Callable[[Battle], None]:
    """The secret question is answered so."""

    def settle(battle: Battle) -> None:
        question = next(q for q in battle.asked() if q.secret)
        battle.say(question, raw)

    return settle


# -- the secrets ---------------------------------------------------------------


def sealed(_: Battle, question: AnyAsk, session: Session[Any]) -> tuple[Json, Json] | None:
    """Any two answers, while another's is awaited: then nothing of it is shown."""
    others = [q for q in session.questions() if q.seat != question.seat and q.secret]
    raws = [question.domain.write(answer) for answer in question.domain.some(50)]
    if (not others and question.about != "combat.split") or len(raws) < 2:
        return None
    return raws[0], raws[-1]


def hidden_at_once(_: Battle, question: AnyAsk, __: Session[Any]) -> tuple[Json, Json] | None:
    """Any two answers, though no other is awaited: what was chosen is not shown."""
    raws = [question.domain.write(answer) for answer in question.domain.some(50)]
    return (raws[0], raws[-1]) if len(raws) > 1 else None


def kept_close(_: Battle, question: AnyAsk, session: Session[Any]) -> tuple[Json, Json] | None:
    """Two answers of Kensei of which the enemy may know the same."""
    if question.about not in ABOUT:
        return sealed(_, question, session)
    found = pairs(session)
    return found[0] if found else None


SECRETS: dict[str, tuple[Secret, str, tuple[str, ...]]] = {
    "ronin": (sealed, "skirmish", ("setup.goal", "combat.split", "combat.commit")),
    "celtos": (hidden_at_once, "ambush", ("setup.assign",)),
    "kensei": (kept_close, "", ("orders.declare", "special.warning")),
}


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_answer_is_in_no_byte_for_others(tmp_path: Path, name: str, tried: Callable[[str], None]) -> None:
    pair, scenario, wanted = SECRETS[name]
    key = name.split()[0]
    rng, met, compared = Random(f"hidden {key} 1"), dict[str, int](), 0
    system = system_of(key)
    folder = tmp_path / "here"
    for n in range(9):
        SALT[0] = n
        setup = draw_setup(system, rng, FEWEST[key])
        while scenario and setup.scenario != scenario:
            setup = draw_setup(system, rng, FEWEST[key])
        with server(folder / str(n)) as client:
            battle = Battle(client, system, rng, setup)
            battle.eager = 20 if key == "ronin" else 1
            found = next(secrets(battle, pair, set(wanted) - set(met)), None)
        if found:
            question, raws = found
            met[question.about] = n
            ways = [settled(raw) for raw in raws]
            compared += alike(folder / str(n), battle, question.seat, question.about, ways, STEPS)
        if set(met) >= set(wanted):
            break
    assert set(met) == set(wanted)
    tried(f"{compared} answers and messages compared, byte for byte, at {', '.join(met)}")


def secrets(battle: Battle, pair: Secret, wanted: set[str]) -> Iterator[tuple[AnyAsk, tuple[Json, Json]]]:
    """The first secret of a kind that is wanted, and two ways to settle it."""
    for question in battle.plays(260):
        if question.secret and question.about in wanted and (raws := pair(battle, question, session_of(battle))):
            yield question, raws
            return


@pytest.mark.parametrize(
    ("key", "scenario", "why"), [("daimyo", "sekigahara", "loyalty"), ("ronin", "skirmish", "minor-goal")]
)
def test_a_secret_die_is_in_no_byte_for_others(
    tmp_path: Path, key: str, scenario: str, why: str, tried: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Daimyo draws before the first turn to whom a clan leans, which nobody sees; Ronin a minor goal for each side."""
    system, real = system_of(key), Drive._fall
    samples = {"daimyo": ("sekigahara-west", "sekigahara-east"), "ronin": ("red-devils", "river-league")}[key]
    sides = tuple(SideSetup(Seat(s), {"sample": army}) for s, army in zip(("red", "blue"), samples, strict=True))
    folder = tmp_path / "here"
    with server(folder) as client:
        battle = Battle(
            client, system, Random(1), Setup(scenario, sides, {"points": 200} if key == "ronin" else {}), late=True
        )

    def begins(face: int) -> Callable[[Battle], None]:
        def settle(battle: Battle) -> None:
            fallen: list[Faces] = []

            def fall(drive: Drive, roll: Roll, way: str) -> tuple[int, Faces]:
                number, faces = real(drive, roll, way)
                faces = (face,) if roll.why == why and not fallen else faces
                fallen.extend([faces] if roll.why == why else [])
                return number, faces

            monkeypatch.setattr(Drive, "_fall", fall)
            battle.sit()
            for _ in range(12):
                if fallen or not battle.asked():
                    break
                question = battle.asked()[0]
                battle.say(question, question.domain.write(question.default))
            assert fallen

        return settle

    seat = Seat("nobody") if why == "loyalty" else Seat("red")
    compared = alike(folder, battle, seat, why, [begins(1), begins(6)], 1)
    tried(f"{compared} answers and messages compared, byte for byte, after a hidden {why}")
