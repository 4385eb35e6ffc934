"""Hosted battles of every system, played at random up to where an attack begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
from starlette.testclient import TestClient

from app.conformance import draw_setup
from app.engine.asks import AnyAsk, Json
from app.engine.system import RuleSystem, Setup
from app.games.results import Accepted, GameId
from app.web.page.deps import Site
from tests.web.people import Person

FEWEST = {"ronin": 50, "celtos": 150, "daimyo": 300, "kensei": 500}
"""Points of the smallest armies: what is attacked is the server, not the rules."""

CLOCKS: dict[str, dict[str, Any]] = {"": {}, "letter": {"clock": {"kind": "letter", "hours": 24}}}
"""What a body says of a table's clock."""
FIERCE = ("charge", "fight", "attack", "shoot")


class Battle:
    """A hosted game with a person at every seat, and one who watches with the link."""

    def __init__(
        self,
        client: TestClient,
        system: RuleSystem[Any],
        rng: Random,
        setup: Setup | None = None,
        *,
        late: bool = False,
        clock: str = "",
    ) -> None:
        self.client, self.rng, self.system, self.eager = client, rng, system, 1
        setup = setup or draw_setup(system, rng, FEWEST.get(system.key, 0))
        self.seats = [side.seat for side in setup.sides]
        self.people = {seat: Person(client) for seat in self.seats}
        first, *self.others = self.seats
        made = self.people[first].post("/api/v1/games", body_of(system.key, setup) | CLOCKS[clock])
        assert made.status_code == 201, made.text
        self.id = GameId(made.json()["id"])
        if not late:
            self.sit()

    def sit(self) -> None:
        """All others sit down, and it begins."""
        for seat in self.others:
            key = self.site.seat_key(self.id, seat)
            sit = {"seat": seat, "key": key, "name": seat.title(), "entropy": "00ff"}
            assert self.people[seat].post(f"/api/v1/games/{self.id}/join", sit).status_code == 200

    @property
    def site(self) -> Site:
        """Where it is hosted."""
        found: Site = self.client.app.state.site  # type: ignore[attr-defined]
        return found

    def run(self, work: Callable[..., Any], *given: Any) -> Any:
        """What a service of the server answers."""
        assert self.client.portal is not None
        return self.client.portal.call(work, *given)

    def asked(self) -> list[AnyAsk]:
        """The open questions, as the rules ask them."""

        async def look() -> list[AnyAsk]:
            async with self.site.games._rooms.enter(self.id) as drive:
                return list(drive.session.questions()) if drive and drive.session else []

        found: list[AnyAsk] = self.run(look)
        return found

    def raw(self, question: AnyAsk) -> Json:
        """An answer drawn at random; of several the one that seeks the enemy."""
        drawn = [question.domain.write(question.domain.sample(self.rng)) for _ in range(self.eager)]
        return next((raw for raw in drawn if any(word in str(raw) for word in FIERCE)), drawn[0])

    def ask_of(self, question: AnyAsk) -> str:
        """The name under which the server has asked it."""
        asked = self.run(self.site.games.open_questions, self.id, question.seat)
        return str(next(q.id for q in asked if q.mine))

    def say(self, question: AnyAsk, raw: Json) -> None:
        """The answer was accepted."""
        given = self.run(self.site.games.answer, self.id, question.seat, self.ask_of(question), raw)
        assert isinstance(given, Accepted), given

    def plays(self, most: int) -> Iterator[AnyAsk]:
        """Every question that is met in so many answers, before it is answered at random."""
        for _ in range(most):
            if not (asked := self.asked()):
                return
            yield asked[0]
            if (now := self.asked()) and now[0] == asked[0]:
                self.say(now[0], self.raw(now[0]))

    def until(self, wanted: Callable[[AnyAsk], bool], most: int = 60) -> AnyAsk | None:
        """The first question of that kind, or ``None`` if none was met."""
        return next((question for question in self.plays(most) if wanted(question)), None)


def body_of(key: str, setup: Setup) -> dict[str, Any]:
    """What is posted to lay this game, oneself at its first seat."""
    sides = [
        {"seat": side.seat, "roster": msgspec.to_builtins(side.roster), "player": "person"} for side in setup.sides
    ]
    sides[0]["player"] = "me"
    options = msgspec.to_builtins(setup.options)
    return {"system": key, "scenario": setup.scenario, "options": options, "sides": sides, "name": "Aki"}
