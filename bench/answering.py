"""A client that answers without a pause: games of Ronin over REST, both seats; told what to do on standard input."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from random import Random
from time import monotonic
from typing import Any

from bench.latency import Http, Table, new_game
from bench.report import sig

WARM = 0.25
"""The share of a phase that is not counted."""


@dataclass
class Played:
    """What clients did in a phase: milliseconds of each answer, answers that were not taken, and seconds.

    ``given``: all answers, those before counting began too; ``asked``: requests they came with, themselves among them;
    ``spent``: seconds of the processor the servers took.
    """

    times: list[float] = field(default_factory=list)
    refused: int = 0
    failed: int = 0
    seconds: float = 0
    given: int = 0
    asked: int = 0
    spent: float = 0

    def add(self, other: Played) -> None:
        """The other's answers are with these; the seconds are those of one of them."""
        self.times += other.times
        self.refused += other.refused
        self.failed += other.failed
        self.given += other.given
        self.asked += other.asked
        self.spent += other.spent
        self.seconds = max(self.seconds, other.seconds)

    def later(self, other: Played) -> None:
        """The other phase comes after this one."""
        seconds = self.seconds + other.seconds
        self.add(other)
        self.seconds = seconds

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.times) / self.seconds


class Spread(Table):
    """A game whose every call goes to one of these processes, drawn at random where there are several."""

    def __init__(self, https: Sequence[Http], game: str, rng: Random) -> None:
        super().__init__(https[0], game, rng)
        self.https = https

    def elsewhere(self) -> None:
        """The next call goes to a process drawn at random."""
        self.http = self.rng.choice(self.https)


async def laid(https: Sequence[Http], rng: Random) -> Spread:
    """A new game of Ronin, both seats held by one guest whom all processes know."""
    systems = await https[0].need("GET", "/api/v1/systems")
    made = await https[0].need("POST", "/api/v1/games", new_game({"ronin": systems["ronin"]}))
    for http in https:
        http.cookie = https[0].cookie
    return Spread(https, made["id"], rng)


async def play(ports: Sequence[int], rng: Random, count_from: float, until: float) -> Played:
    """One game after the other until the time is up and one answer at least was counted."""
    https, done = [Http(port) for port in ports], Played()
    try:
        while monotonic() < until or not done.times:
            table = await laid(https, rng)
            while (monotonic() < until or not done.times) and await answered(table, done, count_from):
                pass
    finally:
        done.asked = sum(http.calls for http in https)
        for http in https:
            http.close()
    return done


async def answered(table: Spread, done: Played, count_from: float) -> bool:
    """Whether somebody was asked; an answer was given, and how long it took is noted."""
    table.elsewhere()
    found = await table.asked()
    if found is None:
        return False
    seat, question = found
    for raw in (await table.draw(seat, question), question["default"]):
        table.elsewhere()
        began = monotonic()
        body = {"ask": question["id"], "answer": raw, "seat": seat}
        status, said = await table.http.call("POST", f"{table.path}/answers", body)
        now = monotonic()
        if status == 200:
            done.given += 1
            if now >= count_from:
                done.times.append(sig((now - began) * 1000))
            return True
        done.failed += status >= 500
        done.refused += status < 500
        if status in (404, 409):
            return True
    raise RuntimeError(f"{question['about']}: {status} {said}")


async def client(job: dict[str, Any]) -> Played:
    """Some games at once; a game belongs to one process, or to all of them."""
    whole, began = Played(), monotonic()
    count_from, until = began + job["seconds"] * WARM, began + job["seconds"]
    games = [job["ports"] if job["mixed"] else [job["ports"][n % len(job["ports"])]] for n in range(job["games"])]
    runs = [play(ports, Random(f"{job['seed']} {n}"), count_from, until) for n, ports in enumerate(games)]
    for done in await asyncio.gather(*runs):
        whole.add(done)
    whole.seconds = monotonic() - count_from
    return whole


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asdict(asyncio.run(client(json.loads(sys.stdin.readline()))))) + "\n")
