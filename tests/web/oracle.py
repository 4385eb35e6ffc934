"""A game of one person against himself, played by luck until a question's options hang on dice."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from starlette.testclient import TestClient

from app.bots.uniform import pick
from app.conformance import draw_setup
from app.engine.asks import AnyAsk
from app.engine.events import Seat
from app.games.odds import position_of
from app.games.results import GameId
from app.games.service import Games
from app.systems import system_of
from tests.web.people import Person


class Over(Exception):
    """The game ended before anything hung on dice."""


class Oracle:
    """A game of a system over REST, both seats held by one person."""

    def __init__(self, client: TestClient, system: str, seed: int, **options: Any) -> None:
        self.client, self.rng, self.me = client, Random(seed), Person(client)
        self.games: Games = client.app.state.site.games  # type: ignore[attr-defined]
        self.system, self.options = system, options
        self.begin()

    def begin(self) -> None:
        """Another game is laid."""
        rules = system_of(self.system)
        while len((setup := draw_setup(rules, self.rng)).sides) != 2:
            pass
        made = self.me.post("/api/v1/games", {
            "system": self.system, "scenario": setup.scenario, "options": setup.options, "name": "Aki", **self.options,
            "sides": [{"seat": side.seat, "roster": side.roster, "player": "me"} for side in setup.sides],
        })  # fmt: skip
        assert made.status_code == 201, made.text
        self.id = made.json()["id"]
        self.path = f"/api/v1/games/{self.id}"

    def run(self, work: Any, *given: Any) -> Any:
        """What a coroutine of the service comes to."""
        assert self.client.portal is not None
        return self.client.portal.call(work, *given)

    async def _input(self, about: str) -> tuple[Seat, str, tuple[str, ...]] | None:
        """A level that hangs on dice, if the open question has one and is of this; else an answer by luck was given."""
        async with self.games._rooms.enter(GameId(self.id)) as drive:
            assert drive is not None
            if drive.status == "over":
                raise Over
            question: AnyAsk = self.rng.choice(drive.live.questions())
            for prospect in getattr(drive.system, "prospects", ()) if about in ("", question.about) else ():
                for way in ways(question, prospect):
                    if position_of(drive.live, question.seat, question, way):
                        return question.seat, drive.ask_id(question.seat), way
            raw, ask = pick(question, self.rng), drive.ask_id(question.seat)
        await self.games.answer(GameId(self.id), question.seat, ask, raw)
        return None

    def seek(self, about: str = "", most: int = 2000) -> tuple[str, str, tuple[str, ...]]:
        """Seat, name of the question and picks of the first level that hangs on dice, of any question or of one.

        Where a game ends before, another is begun.
        """
        for _ in range(most):
            try:
                found: tuple[str, str, tuple[str, ...]] | None = self.run(self._input, about)
            except Over:
                self.begin()
                continue
            if found:
                return found
        raise AssertionError("nothing hung on dice")

    def told(self, seat: str, ask: str, at: tuple[str, ...]) -> Any:
        """What a program is told of a level once it has been weighed."""
        for _ in range(60):
            given = self.me.get(self.asked(self.path, seat, ask, at)).json()
            if given["ready"]:
                return given
        raise AssertionError("the odds are never ready")

    def asked(self, base: str, seat: str, ask: str, at: tuple[str, ...]) -> str:
        """The address of the odds of a level."""
        return f"{base}/odds?seat={seat}&ask={ask}&at={json.dumps(at)}"


def ways(question: AnyAsk, prospect: Any) -> list[tuple[str, ...]]:
    """The open levels a prospect is of."""
    if prospect.about != question.about:
        return []
    found: list[tuple[str, ...]] = [()]
    for want in prospect.at:
        found = [(*way, key) for way in found for key in keys(question, way) if want in ("*", key)]
    return found


def keys(question: AnyAsk, way: tuple[str, ...]) -> list[str]:
    """The open options at a level."""
    raw: Any = None
    for key in reversed(way):
        raw = key if raw is None else {"pick": key, "then": raw}
    domain = question.domain.at(raw)
    rows = domain.describe().get("options", ()) if hasattr(domain, "describe") else ()
    return [row["key"] for row in rows if row["no"] is None]
