"""What the rulebook reckons outside a battle, asked by name: the campaign, for case files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.systems.ronin.campaign import figures as campaign
from app.systems.ronin.state import Model, ModelId

Facts = Mapping[str, str]


def number(facts: Facts, key: str) -> int:
    """A whole number among the facts, 0 where it is left out."""
    return int(facts.get(key, "0"))


def words(facts: Facts, key: str) -> list[str]:
    """A list among the facts, empty where it is left out."""
    return [word for word in facts.get(key, "").split(",") if word]


def veteran(facts: Facts) -> Model:
    """A model as it left the table."""
    return Model(
        id=ModelId("m"), seat=Seat("red"), code="m", title="model", rank=1, pool=2, initiative=1, fight=1, shoot=1,
        fate=facts.get("fate", ""), kills=number(facts, "kills"), captures=number(facts, "captures"),
        loot=number(facts, "loot"),
        heads=tuple(int(rank) for rank in words(facts, "heads")), grievous=number(facts, "grievous"),
    )  # fmt: skip


def shown(no: Refusal | None) -> str:
    """A refusal in words."""
    return f"{no.code} {no.clause}" if no else "legal"


def groups(facts: Facts) -> str:
    """Whether a muster may be split so; ``spare`` counts models left in no group."""
    split = {name: [f"{name}-{n}" for n in range(number(facts, name))] for name in campaign.RULES["muster"]["groups"]}
    codes = [code for group in split.values() for code in group] + ["spare"] * number(facts, "spare")
    return " ".join(map(shown, campaign.refuse_groups(number(facts, "points"), split, codes) or (None,)))


def games(facts: Facts) -> tuple[list[Seat | None], Seat | None]:
    """Who won the three games, and the last battle; ``draw`` is nobody."""
    won = [Seat(word) if word != "draw" else None for word in words(facts, "won")]
    return won, Seat(facts["last"]) if facts.get("last", "draw") != "draw" else None


def seats(facts: Facts) -> dict[Seat, int]:
    """A number for each seat."""
    return {Seat(key): int(value) for key, value in facts.items()}


RECKONS: dict[str, Callable[[Facts], Any]] = {
    "groups": groups,
    "attacker": lambda facts: campaign.attacker(seats(facts)) or "level",
    "experience": lambda facts: campaign.experience(veteran(facts), won="won" in facts),
    "advances": lambda facts: campaign.advances(number(facts, "before"), number(facts, "after")),
    "may-rise": lambda facts: "yes" if campaign.may_rise(number(facts, "experience")) else "no",
    "raise": lambda facts: shown(campaign.refuse_advance(words(facts, "raised"), facts["skill"])),
    "killed": lambda facts: campaign.killed(number(facts, "die")),
    "captured": lambda facts: "returns" if campaign.captured_returns(lost="lost" in facts) else "dead",
    "misses-next": lambda facts: "yes" if campaign.misses_next(veteran(facts), number(facts, "die")) else "no",
    "loot": lambda facts: campaign.loot_points([veteran(facts)]),
    "points": lambda facts: campaign.points(*games(facts), Seat(facts["seat"])),
    "winner": lambda facts: campaign.winner(*games(facts), (Seat("red"), Seat("blue"))) or "draw",
}
