"""A search for requests that hold up the event loop: it tries to be expensive, and remembers what was.

For longer than in a test run: ``python -m tests.attacks.costly SECONDS [SYSTEM …]``.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import ceil, cos, pi, sin, sqrt
from random import Random
from typing import Any, NamedTuple

from starlette.testclient import TestClient

from app.engine.asks import AnyAsk, Json
from app.engine.paths import MAX_POINTS, MAX_TOGETHER
from app.engine.setups import CORNERS, GROUND, PIECES
from app.engine.system import RuleSystem, Setup
from app.games import offers
from app.games.surveying import Frame, survey
from tests.attacks.battles import Battle
from tests.attacks.knocking import Answer, Door, Knock, scope_of

JSON, PAGE = {"content-type": "application/json"}, {"accept": "text/html"}
FLOOR_MS = 22.0
"""What ``floor`` takes on the machine on which the bars were set."""
BAR_MS, BAR_CALLS = 50.0, 100_000
"""Of the event loop, for one request: processor time where ``floor`` takes ``FLOOR_MS``, and calls of functions."""
AGAIN = 4
"""So often what seems dear is tried again: the least counts, for the machine is shared."""
LANGUAGES = ("en", "es")


def floor() -> float:
    """Milliseconds of the processor that a fixed loop takes now: what all others are held against."""
    begun, total = time.thread_time(), 0
    for n in range(300_000):
        total += n * n % 7
    return (time.thread_time() - begun) * 1000


def bar(floors: list[float]) -> float:
    """Milliseconds one request may take of the loop on this machine as it was during these floors."""
    return BAR_MS * max(1.0, max(floors) / FLOOR_MS)


class Cost(NamedTuple):
    """What a request took: milliseconds of the loop's thread, and of those beside it."""

    loop: float
    beside: float


@dataclass
class Meter:
    """Sends requests one at a time and measures each until nothing that it began is under way."""

    door: Door
    worst: dict[str, Cost] = field(default_factory=dict)
    dear: dict[str, Knock] = field(default_factory=dict)
    count: int = 0
    drains: bool = True
    """Whether all that a request began is waited for: the pages that are told, not the mail that is sent one day."""

    def knock(self, knock: Knock, label: str, *, changes: bool = False) -> Answer:
        """The answer; what it cost is on record under its label.  ``changes``: it cannot be tried again."""
        answer, cost = self._measured(knock)
        for _ in range(AGAIN if cost.loop > BAR_MS / 4 and not changes else 0):
            cost = min(cost, self._measured(knock)[1])
        self.count += 1
        assert answer.status < 500, f"{label}: {answer.status} {answer.body[:300]!r}"
        if cost.loop > self.worst.get(label, Cost(-1, 0)).loop:
            self.worst[label] = Cost(cost.loop, max(cost.beside, self.worst.get(label, cost).beside))
            self.dear[label] = knock
        elif cost.beside > self.worst[label].beside:
            self.worst[label] = Cost(self.worst[label].loop, cost.beside)
        return answer

    def _measured(self, knock: Knock) -> tuple[Answer, Cost]:
        portal = self.door.client.portal
        assert portal is not None
        found: tuple[Answer, Cost] = portal.call(self._timed, knock)
        return found

    async def _timed(self, knock: Knock) -> tuple[Answer, Cost]:
        gc.disable()  # what is searched for garbage now was made by others
        before, begun, all_begun = asyncio.all_tasks(), time.thread_time(), time.process_time()
        answer = await self.door._one(knock)
        while rest := [task for task in asyncio.all_tasks() - before if not task.done() and self.drains]:
            await asyncio.wait(rest)
        loop = time.thread_time() - begun
        gc.enable()
        return answer, Cost(loop * 1000, (time.process_time() - all_begun - loop) * 1000)

    def calls(self, knock: Knock) -> int:
        """How many functions the loop's thread calls for a request: the same on every machine."""
        portal, n = self.door.client.portal, 0

        def counted(_frame: Any, event: str, _what: Any) -> None:
            nonlocal n
            n += event == "call"

        async def traced() -> None:
            sys.setprofile(counted)
            try:
                await self.door._one(knock)
            finally:
                sys.setprofile(None)

        assert portal is not None
        portal.call(traced)
        return n

    def dearest(self, most: int = 8) -> list[tuple[str, Cost]]:
        """What cost most of the loop, the dearest first."""
        return sorted(self.worst.items(), key=lambda row: -row[1].loop)[:most]

    def told(self) -> str:
        """How many, and the dearest."""
        rows = ", ".join(f"{label} {cost.loop:.0f} ms" for label, cost in self.dearest(3))
        beside, what = max((cost.beside, label) for label, cost in self.worst.items())
        return f"{self.count} requests; dearest of the loop: {rows}; beside it {what} {beside:.0f} ms"


# -- tables ----------------------------------------------------------------------


class Wish(NamedTuple):
    """What is climbed over: how a table is crowded, and how paths run."""

    pieces: int
    corners: int
    dent: float
    step: int
    comb: bool
    seed: int


def first_wish(rng: Random) -> Wish:
    """Something to begin with."""
    corners = rng.choice((4, 8, 16, CORNERS))
    return Wish(min(PIECES, GROUND // corners), corners, rng.uniform(0.2, 1), rng.choice((5, 300, 4000)),
                rng.random() < 0.5, rng.randrange(1000))  # fmt: skip


def near(wish: Wish, rng: Random) -> Wish:
    """Something like it."""
    corners = min(CORNERS, max(3, wish.corners + rng.choice((-4, -1, 0, 1, 4))))
    return Wish(min(PIECES, GROUND // corners), corners, min(1.0, max(0.05, wish.dent + rng.uniform(-0.2, 0.2))),
                max(1, int(wish.step * rng.choice((0.3, 1, 3)))), wish.comb ^ (rng.random() < 0.2),
                wish.seed + rng.randrange(2))  # fmt: skip


def crowd(frame: Frame, kinds: Any, wish: Wish, rng: Random) -> list[Json]:
    """As many pieces as a table may have, star by star."""
    (wide, deep), found = frame.size, list[Json]()
    columns = ceil(sqrt(wish.pieces * wide / deep))
    rows = ceil(wish.pieces / columns)
    reach = min(wide / columns, deep / rows) * 0.45
    for n in range(wish.pieces):
        kind = rng.choice(kinds)
        x, y = (n % columns + 0.5) * wide / columns, (n // columns + 0.5) * deep / rows
        shape = zigzag(x, y, reach, wish.corners) if kind.line else star(x, y, reach, wish)
        found.append({"id": f"p{n}", "kind": kind.id, "line" if kind.line else "outline": shape})
    return found


def star(x: float, y: float, reach: float, wish: Wish) -> Json:
    """An outline with dents."""
    ends = [(2 * pi * n / wish.corners, reach * (1 if n % 2 else wish.dent)) for n in range(wish.corners)]
    return [[f"{x + far * cos(turn):.1f}", f"{y + far * sin(turn):.1f}"] for turn, far in ends]


def zigzag(x: float, y: float, reach: float, corners: int) -> Json:
    """A line that turns at every corner."""
    return [[f"{x - reach + 2 * reach * n / (corners - 1):.1f}", f"{y + reach * (0.5 - n % 2):.1f}"]
            for n in range(corners)]  # fmt: skip


def setup_of(system: RuleSystem[Any], wish: Wish, rng: Random, tries: int = 60) -> Setup | None:
    """The largest armies on a table as crowded as may be, if the rules take it."""
    found, book = survey(system), system.catalogue()
    for _ in range(tries):
        frame = rng.choice(found.frames)
        row = offers.scenario(book, frame.scenario)
        limits, seats = offers.limits(book, row) or (0,), rng.choice(offers.players(row))
        limit = rng.choice(limits[-2:] if rng.random() < 0.7 else limits)
        fitting = [offers.fitting(book, row, limit, seat)[:3] for seat in range(seats)]
        if not all(fitting):
            continue
        size = {key: frame.setup.options[key] for key in ("table",) if key in frame.setup.options}
        terrain = crowd(frame, found.kinds, wish, rng)
        options = {**({"points": limit} if limit else {}), **size, "terrain": terrain}
        rosters = [{"sample": rng.choice(samples)["id"]} for samples in fitting]
        setup = Setup(frame.scenario, offers.laid(seats, rosters), options)
        if not system.refuse_setup(setup):
            return setup
    return None


# -- answers ---------------------------------------------------------------------


def is_path(raw: Json) -> bool:
    """Whether this is a list of places."""
    return isinstance(raw, list) and bool(raw) and isinstance(raw[0], list) and type(raw[0][0]) is int


def paths_in(raw: Json) -> int:
    """How many paths an answer has."""
    if isinstance(raw, dict):
        return sum(paths_in(below) for below in raw.values())
    return int(is_path(raw))


def drawn(raw: Json, draw: Callable[[list[int]], Json]) -> Json:
    """The answer with each of its paths drawn afresh from where it begins."""
    if isinstance(raw, dict):
        return {key: drawn(below, draw) for key, below in raw.items()}
    return draw(raw[0]) if is_path(raw) else raw


def wild(start: list[int], points: int, wish: Wish, rng: Random) -> Json:
    """A path of so many points: a comb, or wherever chance leads."""
    (x, y), found = start, [list(start)]
    for n in range(points - 1):
        if wish.comb:
            x, y = x + wish.step // 8 + 1, y + (wish.step if n % 2 else -wish.step)
        else:
            x, y = x + rng.randint(-wish.step, wish.step), y + rng.randint(-wish.step, wish.step)
        x, y = max(0, min(x, 400_000)), max(0, min(y, 400_000))
        found.append([x, y])
    return found


def dear_answers(raw: Json, wish: Wish, rng: Random) -> Iterator[Json]:
    """The answer itself, and the same with paths as long as may be."""
    yield raw
    if many := paths_in(raw):
        points = min(MAX_POINTS, MAX_TOGETHER // many)
        for step in (wish.step, 30, 3000):
            yield drawn(raw, lambda start, step=step: wild(start, points, wish._replace(step=step), rng))  # type: ignore[misc]


# -- sockets ---------------------------------------------------------------------


class Sockets:
    """Open pages of a battle: a seat each and a watcher, in both languages."""

    def __init__(self, battle: Battle, door: Door) -> None:
        self.battle, self.door, self.ends = battle, door, list[asyncio.Event]()

    async def open(self) -> None:
        """All are there and have been told all."""
        who = [(seat, person.cookie) for seat, person in self.battle.people.items()]
        watch = f"?watch={self.battle.site.watch_key(self.battle.id)}"
        for lang in LANGUAGES:
            for query, cookie in [(f"?seat={seat}", cookie) for seat, cookie in who] + [(watch, {})]:
                await self._one(f"/ws/games/{self.battle.id}{query}&lang={lang}", cookie)

    async def _one(self, path: str, cookie: dict[str, str]) -> None:
        told, end = asyncio.Event(), asyncio.Event()
        inbox = [{"type": "websocket.connect"}]

        async def receive() -> Any:
            if inbox:
                return inbox.pop()
            await end.wait()
            return {"type": "websocket.disconnect", "code": 1000}

        async def send(message: Any) -> None:
            if message["type"] in ("websocket.send", "websocket.close"):
                told.set()

        scope = {**scope_of(Knock("GET", path, b"", cookie)), "type": "websocket", "scheme": "ws", "subprotocols": []}
        self.task = asyncio.ensure_future(self.door.app(scope, receive, send))
        self.ends.append(end)
        await told.wait()

    async def close(self) -> None:
        """All have gone."""
        for end in self.ends:
            end.set()


# -- a battle --------------------------------------------------------------------


class Siege:
    """One battle, asked for everything that is dear, at every question it comes to."""

    def __init__(self, meter: Meter, client: TestClient, system: RuleSystem[Any], wish: Wish, rng: Random) -> None:
        setup = setup_of(system, wish, rng)
        self.meter, self.client, self.wish, self.rng, self.key = meter, client, wish, rng, system.key
        self.battle = Battle(client, system, rng, setup)
        self.pages = 0
        assert client.portal is not None
        self.sockets = Sockets(self.battle, meter.door)
        client.portal.call(self.sockets.open)

    def run(self, until: float, questions: int) -> float:
        """The dearest preview beside the loop in so many questions, or until that moment."""
        dearest = 0.0
        for question in self.battle.plays(questions):
            if time.monotonic() > until:
                break
            dearest = max(dearest, self.ask(question))
        self.look_back()
        assert self.client.portal is not None
        self.client.portal.call(self.sockets.close)
        return dearest

    def ask(self, question: AnyAsk) -> float:
        """Everything that is dear is asked for at this question, and it is answered."""
        who = self.battle.people[question.seat].cookie
        ask, raw = self.battle.ask_of(question), self.battle.raw(question)
        path, dearest = f"/api/v1/games/{self.battle.id}", 0.0
        label = f"{self.key} {question.about} preview"
        for answer in dear_answers(raw, self.wish, self.rng):
            body = json.dumps({"ask": ask, "answer": answer}).encode()
            self.meter.knock(Knock("POST", f"{path}/preview", body, {**who, **JSON}), label)
            dearest = max(dearest, self.meter.worst[label].beside)
        if self.pages % 12 == 0:
            self.look(who)
        self.pages += 1
        body = json.dumps({"ask": ask, "answer": raw}).encode()
        self.meter.knock(
            Knock("POST", f"{path}/answers", body, {**who, **JSON}), f"{self.key} {question.about}", changes=True
        )
        return dearest

    def look(self, who: dict[str, str]) -> None:
        """The page, the table as JSON, the question, and what some counters and units are."""
        id = self.battle.id
        for path in (
            f"/play/{id}",
            f"/api/v1/games/{id}",
            f"/play/{id}/prompt",
            f"/api/v1/games/{id}/events?limit=1000",
        ):
            shown = self.meter.knock(Knock("GET", path, b"", {**who, **PAGE}), f"{self.key} {path.replace(id, '…')}")
        view = json.loads(self.meter.knock(Knock("GET", f"/api/v1/games/{id}", b"", who), f"{self.key} game").body)[
            "view"
        ]
        assert shown.status == 200
        units = [group["id"] for side in view["sides"] for group in side["groups"]]
        for piece in [row["id"] for row in view["pieces"][:2]] + self.rng.sample(units, min(2, len(units))):
            self.meter.knock(Knock("GET", f"/api/v1/games/{id}/inspect/{piece}", b"", who), f"{self.key} inspect")

    def look_back(self) -> None:
        """The past of the battle, moment by moment, and its picture."""
        id, who = self.battle.id, next(iter(self.battle.people.values())).cookie
        head = json.loads(self.meter.knock(Knock("GET", f"/api/v1/games/{id}", b"", who), f"{self.key} game").body)
        at = max(1, head["version"] - 3)
        for path in (f"/replay/{id}", f"/replay/{id}?at={at}", f"/replay/{id}/moment.svg?at={at}",
                     f"/api/v1/games/{id}/timeline", f"/api/v1/games/{id}/film", f"/api/v1/games/{id}/frames/{at}",
                     f"/api/v1/games/{id}/frames/{at}/ground", f"/report/{id}"):  # fmt: skip
            label = path.replace(id, "…").replace(str(at), "N")
            self.meter.knock(Knock("GET", path, b"", {**who, **PAGE}), f"{self.key} {label}")


def climb(
    meter: Meter, client: TestClient, system: RuleSystem[Any], seconds: float, seed: object, questions: int = 60
) -> int:
    """So many battles were fought in so many seconds, each on a table like the one that was dearest so far."""
    rng, until, best, found = (
        Random(f"{system.key} {seed}"),
        time.monotonic() + seconds,
        first_wish(Random(str(seed))),
        -1.0,
    )
    wish, battles = best, 0
    while battles == 0 or time.monotonic() < until:
        enough = until if battles else until + seconds
        cost = Siege(meter, client, system, wish, rng).run(enough, questions)
        battles += 1
        if cost > found:
            best, found = wish, cost
        wish = near(best, rng) if rng.random() < 0.7 else first_wish(rng)
    return battles


def main(given: list[str]) -> None:
    """The search, for so many seconds a system; what was dearest, and what was tried."""
    import tempfile

    from app.serving import settle
    from app.settings import Settings
    from app.systems import SYSTEMS
    from app.web.app import create_app

    seconds, keys = float(given[0]), given[1:]
    settings = Settings(data=tempfile.mkdtemp(), rate="1000000/second", work="0/0/0", tables="0/0/0", sent=0)
    with TestClient(create_app(settings, serves=True), raise_server_exceptions=False) as client:
        settle()
        for system in SYSTEMS:
            if keys and system.key not in keys:
                continue
            meter, floors = Meter(Door(client)), [floor()]
            battles = climb(meter, client, system, seconds, time.time_ns())
            floors.append(floor())
            print(f"{system.key}: {battles} battles, {meter.told()}; bar {bar(floors):.0f} ms")
            for label, cost in sorted(meter.worst.items(), key=lambda row: -row[1].beside)[:6]:
                print(f"  beside {cost.beside:6.0f} ms, loop {cost.loop:5.1f} ms: {label}")
            for label, cost in meter.dearest():
                print(f"  loop {cost.loop:5.1f} ms, beside {cost.beside:6.0f} ms: {label}")


if __name__ == "__main__":
    main(sys.argv[1:])
