"""A program follows a game by server-sent events and plays it over REST, on a real server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest

from app.web.table.line.merging import merged
from bench.latency import nest
from tests.browser.server import Server

ANSWERS = 40


class Program:
    """One that plays both seats of a game of its own over REST, and follows it by a stream."""

    def __init__(self, http: httpx2.AsyncClient, game: str) -> None:
        self.http, self.path = http, f"/api/v1/games/{game}"
        self.told: list[dict[str, Any]] = []
        self.ids: list[int] = []
        self.document: dict[str, Any] = {}

    async def follow(self, headers: dict[str, str], until: int) -> None:
        """All that is told up to a version."""
        headers = {"accept": "text/event-stream", **headers}
        async with self.http.stream("GET", f"{self.path}/live?seat=red", headers=headers) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            async for name, message in events(stream):
                self.told.append(message)
                if "v" in message:
                    self.ids.append(int(name))
                    assert int(name) == message["v"]
                self.document = message.get("document") or merged(self.document, message.get("changes", {}))
                if message.get("v", -1) >= until:
                    return

    async def play(self, count: int, rng: Random) -> int:
        """So many answers: the first open option, at random, of each question.  The version they led to."""
        version = 0
        for _ in range(count):
            shown = (await self.http.get(self.path)).json()
            version, mine = shown["version"], [q for q in shown["questions"] if q["mine"]]
            if not mine:
                break
            options = [row["key"] for row in mine[0]["domain"].get("options", []) if row["no"] is None]
            tries = [nest([rng.choice(options)]), mine[0]["default"]] if options else [mine[0]["default"]]
            for raw in tries:
                body = {"ask": mine[0]["id"], "answer": raw, "seat": mine[0]["seat"]}
                given = await self.http.post(f"{self.path}/answers", json=body)
                if given.status_code == 200:
                    version = given.json()["version"]
                    break
        return version


async def events(stream: httpx2.Response) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    """The id of each event of a stream, and its data."""
    name = ""
    async for line in stream.aiter_lines():
        field, _, value = line.partition(": ")
        if field == "id":
            name = value
        elif field == "data":
            yield name, json.loads(value)


async def evening(url: str) -> Program:
    """A game is followed while it is played; the stream is cut and taken up again."""
    async with httpx2.AsyncClient(base_url=url, timeout=20) as http:
        book = (await http.get("/api/v1/systems")).json()["ronin"]
        scenario, samples = book["scenarios"][0], book["samples"]
        made = await http.post("/api/v1/games", json={
            "system": "ronin", "scenario": scenario["id"], "name": "Aki",
            "options": {"points": 200, "terrain": scenario["layouts"][0]["id"]},
            "sides": [{"seat": seat, "roster": {"sample": samples[n]["id"]}, "player": "me"}
                      for n, seat in ((0, "red"), (-1, "blue"))],
        })  # fmt: skip
        assert made.status_code == 201, made.text
        one = Program(http, made.json()["id"])
        first = await one.play(ANSWERS // 2, Random(1))
        following = asyncio.create_task(one.follow({}, first + 6))
        last = await one.play(ANSWERS, Random(2))
        await asyncio.wait_for(following, 30)
        await asyncio.wait_for(one.follow({"last-event-id": str(one.ids[-1])}, last), 30)
        fresh = (await http.get(f"{one.path}/live?seat=red")).json()
        assert one.document == fresh["document"]
        shown = (await http.get(f"{one.path}/events?since={one.ids[0]}&seat=red")).json()["events"]
        told = [event for message in one.told for event in message.get("events", [])]
        assert [event["version"] for event in told] == [event["version"] for event in shown]
        assert len(told) > ANSWERS // 2
        return one


@pytest.mark.slow
def test_a_game_is_followed_by_events_of_the_server(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        one = asyncio.run(evening(server.url))
    finally:
        server.stop()
    assert one.ids == sorted(one.ids)
    assert "Traceback" not in server.log()
