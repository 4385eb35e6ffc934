"""The table that ``bench board`` looks at: four hundred loose models of three bands, and how they are moved."""

from __future__ import annotations

from random import Random
from typing import Any

from bench.latency import SERVE, Http, Table, nest

Json = Any
SEATS = ("red", "blue", "green")
SERVED = f"import os; os.environ.update(GUNBAI_WORK='0/0/0', GUNBAI_RATE='100000/second'); {SERVE}"
"""A server that lets one who plays without a pause."""
BOWS = {"red": 7, "blue": 6, "green": 6}
UNMOVED = 0.15
"""The share of choices that are not a move where one could be made."""
TRIES = 6
"""How many ways a unit is sent before it is told to do something else."""


def crowd(bows: int) -> Json:
    """A leader and ten units of up to sixteen: with six bows a hundred and thirty-three models."""
    mob = [{"code": f"M{n}", "entry": "mob", "models": 16} for n in range(1, 7)]
    slings = [{"code": f"S{n}", "entry": "slingers", "models": 10} for n in range(1, 4)]
    others = [{"code": "L", "entry": "ronin-leader"}, {"code": "B", "entry": "bowmen", "models": bows}]
    return {"name": "Crowd", "list": "kawa-ikki", "units": [*others, *mob, *slings]}


class Battle(Table):
    """A game of three seats: two are one guest's, blue the guest's whose page is looked at."""

    def __init__(self, game: str, rng: Random, of: dict[str, Http]) -> None:
        super().__init__(of["red"], game, rng)
        self.of, self.order = of, list(SEATS)

    async def asked(self) -> tuple[str, dict[str, Any]] | None:
        """A seat that is asked, and its question; who was asked last is looked at first."""
        for seat in list(self.order):
            shown = await self.of[seat].need("GET", f"{self.path}?seat={seat}")
            for question in shown["questions"]:
                if question["mine"] and not question["sealed"]:
                    self.order.sort(key=lambda one: one != seat)
                    return seat, question
        return None

    async def go_on(self) -> str:
        """One more answer is given; what was asked, nothing once the game is over."""
        found = await self.asked()
        if found is None:
            return ""
        seat, question = found
        for _ in range(TRIES):
            if await self.give(seat, question, await self.draw(seat, question)):
                return str(question["about"])
        await self.give(seat, question, question["default"])
        return str(question["about"])

    async def give(self, seat: str, question: dict[str, Any], raw: Any) -> bool:
        """Whether this answer was taken; ``RuntimeError`` where it is the default and was not."""
        body = {"ask": question["id"], "answer": raw, "seat": seat}
        status, said = await self.of[seat].call("POST", f"{self.path}/answers", body)
        if status != 200 and raw == question["default"]:
            raise RuntimeError(f"{question['about']}: {status} {said}")
        return status == 200

    async def below(self, seat: str, question: dict[str, Any], domain: Any, picks: list[str]) -> Any:
        """An answer at the level these picks led to: a unit that may move mostly does, all of it the same way."""
        if (domain or {}).get("kind") == "moves":
            return nest(picks, self.shifted(domain))
        for row in (domain or {}).get("options", ()):
            if row["key"] == "move" and row["no"] is None and self.rng.random() > UNMOVED:
                picks = [*picks, "move"]
                body = {"ask": question["id"], "answer": nest(picks), "seat": seat}
                look = await self.of[seat].need("POST", f"{self.path}/preview", body)
                return await self.below(seat, question, look["domain"], picks)
        return await super().below(seat, question, domain, picks)

    def shifted(self, moves: dict[str, Any]) -> dict[str, Any]:
        """Each model goes as far in the same direction."""
        far = min(mover["allowance"] for mover in moves["movers"]) // 2
        dx, dy = self.rng.randint(-far, far), self.rng.randint(-far, far)
        return {m["piece"]: [[m["start"][0] + dx, m["start"][1] + dy]] for m in moves["movers"]}

    def close(self) -> None:
        """No connection is left."""
        for http in self.of.values():
            http.close()


async def begun(port: int, rng: Random) -> Battle:
    """All models stand, and blue is asked which of his units acts."""
    red, blue = Http(port), Http(port)
    sides = [{"seat": seat, "roster": crowd(BOWS[seat]), "player": "person" if seat == "blue" else "me"}
             for seat in SEATS]  # fmt: skip
    body = {"system": "celtos", "scenario": "open-field", "name": "Bench", "sides": sides,
            "options": {"points": 600, "terrain": "random"}}  # fmt: skip
    made = await red.need("POST", "/api/v1/games", body)
    key = made["links"]["seats"]["blue"].rsplit("/", 1)[1]
    await blue.need("POST", f"/api/v1/games/{made['id']}/join", {"seat": "blue", "key": key, "name": "Floor"})
    battle = Battle(made["id"], rng, {seat: blue if seat == "blue" else red for seat in SEATS})
    while (found := await battle.asked()) and (found[0], found[1]["about"]) != ("blue", "activation.unit"):
        await battle.give(*found, found[1]["default"])
    return battle
