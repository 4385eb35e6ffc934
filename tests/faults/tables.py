"""Tables at a real server, and beside each its twin: the same rules and dice, driven here by what was acknowledged."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import sqlalchemy as sa

from app.conformance import draw_setup
from app.engine.asks import AnyAsk, Json
from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.games.drive import Drive
from app.store import games as rows
from app.store.db import Row, sqlite_engine
from app.systems import SYSTEMS, system_of
from tests.faults.house import LAST_WORDS, PATIENCE, House

BROKEN = (OSError, EOFError)


@dataclass
class Sent:
    """An answer as it stands in the journal before it goes out; ``came`` is what the server said at last."""

    command: str
    seat: Seat
    ask: str
    raw: Json
    tries: int = 0
    came: tuple[int, Any] | None = None

    def body(self, **more: Json) -> dict[str, Json]:
        """What is sent, every time."""
        return {"ask": self.ask, "answer": self.raw, "seat": self.seat, "command_id": self.command, **more}


class Caller:
    """Somebody's browser: one connection that is opened again after a cut, and a cookie."""

    def __init__(self, house: House) -> None:
        self.house, self.cookie, self.port = house, "", 0
        self.line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.alone = asyncio.Lock()
        house.closes.append(self.close)

    async def call(self, method: str, path: str, body: Json = None) -> tuple[int, Any]:
        """The status and the JSON of an answer; ``ConnectionError`` if the line was cut before it came."""
        try:
            async with self.alone:
                return await asyncio.wait_for(self._called(method, path, body), PATIENCE)
        except BROKEN as error:
            self.close()
            raise ConnectionError(str(error)) from error
        except BaseException:
            self.close()
            raise

    async def _called(self, method: str, path: str, body: Json) -> tuple[int, Any]:
        if self.line is None or self.line[0].at_eof() or self.port != self.house.port:
            self.close()
            self.port = self.house.port
            self.line = await asyncio.open_connection("127.0.0.1", self.port, limit=2**24)
        reader, writer = self.line
        writer.write(asked(method, path, self.port, self.cookie, body))
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        heads = [(name.lower(), value) for name, _, value in (line.partition(": ") for line in lines)]
        for name, value in heads:
            if name == "set-cookie":
                self.cookie = value.split(";")[0]
        said = await reader.readexactly(int(dict(heads)["content-length"]))
        return int(first.split()[1]), json.loads(said or b"null")

    async def sure(self, method: str, path: str, body: Json = None) -> tuple[int, int, Any]:
        """How often it was tried until the server answered, and what it said."""
        for tries in range(1, 3000):
            try:
                return tries, *await self.call(method, path, body)
            except ConnectionError:
                await asyncio.sleep(0.03)
        raise AssertionError(f"{method} {path} is never answered; the server said: {self.house.words()[-LAST_WORDS:]}")

    async def need(self, method: str, path: str, body: Json = None) -> Any:
        """What must be answered well."""
        _, status, said = await self.sure(method, path, body)
        assert status < 400, f"{method} {path}: {status} {said}"
        return said

    def close(self) -> None:
        """The line is closed."""
        if self.line:
            self.line[1].close()
        self.line = None


def asked(method: str, path: str, port: int, cookie: str, body: Json) -> bytes:
    """A request as it goes over the line."""
    data = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Content-Length: {len(data)}"]
    lines += ["Content-Type: application/json", *([f"Cookie: {cookie}"] if cookie else []), "", ""]
    return "\r\n".join(lines).encode() + data


def read(file: Path, game: str) -> rows.Saved:
    """What is stored of a game, from its last checkpoint."""
    saved = looked(file, lambda db: rows.load(db, game))
    assert saved is not None
    found: rows.Saved = saved
    return found


def looked(file: Path, fn: Any) -> Any:
    """What a function read in the server's database, beside the server."""
    engine = sqlite_engine(f"sqlite:///{file}", writes=False)
    try:
        with engine.begin() as connection:
            return fn(connection)
    finally:
        engine.dispose()


def twin_of(file: Path, system: str, game: str) -> Drive:
    """The game as it is stored now, driven here."""
    saved = read(file, game)
    made = Drive(system_of(system), saved.game, saved.seats)
    made.restore(saved)
    return made


@dataclass
class Table:
    """A game with a person at each seat.  ``journal`` holds all that was sent, ``tape`` what was acknowledged."""

    house: House
    system: str
    id: str
    people: dict[Seat, Caller]
    watch: str
    rng: Random
    twin: Drive
    journal: list[Sent] = field(default_factory=list)
    tape: list[tuple[Seat, str, Json]] = field(default_factory=list)

    @property
    def path(self) -> str:
        """Where it lies."""
        return f"/api/v1/games/{self.id}"

    @property
    def is_over(self) -> bool:
        """Whether nobody is asked any more."""
        return self.twin.status == "over"

    def asked(self) -> AnyAsk:
        """One of the questions that are open."""
        return self.rng.choice(self.twin.live.questions())

    def drawn(self, question: AnyAsk | None = None) -> Sent:
        """A legal answer, in the journal and not yet sent."""
        asked = question or self.asked()
        raw = asked.domain.write(asked.domain.sample(self.rng))
        made = Sent(f"{self.id[:6]}-{len(self.journal)}", asked.seat, self.twin.ask_id(asked.seat), plain(raw))
        self.journal.append(made)
        return made

    async def send(self, sent: Sent, by: Caller | None = None, **more: Json) -> tuple[int, Any]:
        """What the server said of it at last, however often the line was cut."""
        who = by or self.people[sent.seat]
        tries, *said = await who.sure("POST", f"{self.path}/answers", sent.body(**more))
        sent.tries += tries
        sent.came = (said[0], said[1])
        return sent.came

    def stands(self, sent: Sent, version: int) -> None:
        """The answer was acknowledged: the twin has it too, and is at the same version."""
        assert self.twin.ask_id(sent.seat) == sent.ask
        no = self.twin.answer(sent.seat, sent.raw, "person")
        assert not isinstance(no, Refusal), no
        self.twin.take()
        self.tape.append((sent.seat, sent.ask, sent.raw))
        assert version == self.twin.version, f"{sent}: {version} and not {self.twin.version}"

    async def give(self) -> Sent:
        """One legal answer has been given and acknowledged."""
        sent = self.drawn()
        status, said = await self.send(sent)
        assert status == 200, f"{sent}: {said}"
        self.stands(sent, said["version"])
        return sent

    def stored(self) -> tuple[Row, list[Row], list[Row]]:
        """The row, the tape and the events as they lie in the database."""
        saved, (tape, events) = looked(self.house.file, lambda db: (rows.load(db, self.id), rows.whole(db, self.id)))
        return saved.game, tape, events


def plain(raw: Json) -> Json:
    """A value as it comes back from JSON."""
    return msgspec.json.decode(msgspec.json.encode(raw))


def cases(file: Path) -> int:
    """How many crashes of rules were kept."""
    return int(looked(file, lambda db: db.execute(sa.text('SELECT count(*) FROM "case"')).scalar_one()))


async def table(house: House, system: str, seed: int) -> Table:
    """A game that has begun, drawn at random from what the system offers."""
    rng = Random(f"{system} {seed}")
    setup = draw_setup(system_of(system), rng)
    people = {side.seat: Caller(house) for side in setup.sides}
    first = setup.sides[0].seat
    sides = [
        {"seat": side.seat, "roster": side.roster, "player": "me" if side.seat == first else "open"}
        for side in setup.sides
    ]
    body = {
        "system": system, "scenario": setup.scenario, "options": setup.options, "sides": sides, "name": first,
        "watch": {"view": "public", "who": "link"},
    }  # fmt: skip
    made = await people[first].need("POST", "/api/v1/games", plain(body))
    links = {seat: link.rsplit("/", 1)[1] for seat, link in made["links"]["seats"].items()}
    for seat in [*people][1:]:
        key = {"seat": seat, "key": links[seat], "name": seat, "entropy": "ab"}
        await people[seat].need("POST", f"/api/v1/games/{made['id']}/join", key)
    twin = twin_of(house.file, system, made["id"])
    return Table(house, system, made["id"], people, made["links"]["watch"].rsplit("/", 1)[1], rng, twin)


async def tables(house: House, each: int = 1, seed: int = 1) -> list[Table]:
    """So many games of every system."""
    return [await table(house, system.key, seed + n) for n in range(each) for system in SYSTEMS]


async def played(table: Table, count: int) -> None:
    """So many answers more were given at a table, or all until its end."""
    for _ in range(count):
        if table.is_over:
            return
        await table.give()
