"""The mini-campaign: groups, experience, advances, what becomes of the fallen, points (section CAM)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.systems.ronin.book import c, row_at, table
from app.systems.ronin.state import Model

MUSTER, GROUPS, ADVANCES = c("RON-CAM-01"), c("RON-CAM-04"), c("RON-CAM-06")
SURVIVED = ("", "exited")
"""The fates of those who have come through a game on the table, alive and free."""
RULES: dict[str, Any] = table("campaign")


def refuse_groups(points: int, groups: Mapping[str, Sequence[str]], codes: Sequence[str]) -> tuple[Refusal, ...]:
    """All that stands against a muster and its split into three groups (RON-CAM-01, RON-CAM-04).

    ``groups`` holds the codes of the models in each group; every model of ``codes`` belongs to one.
    """
    rule = RULES["muster"]
    found = [refuse("campaign.points", MUSTER, points=points, limit=rule["points"])] if points > rule["points"] else []
    for name in rule["groups"]:
        count = len(groups.get(name, ()))
        if count < rule["group_min"]:
            found.append(refuse("campaign.group", GROUPS, group=name, models=count, least=rule["group_min"]))
    placed = [code for name in rule["groups"] for code in groups.get(name, ())]
    if sorted(placed) != sorted(codes):
        found.append(refuse("campaign.split", MUSTER, placed=len(placed), models=len(codes)))
    return tuple(found)


def attacker(points: Mapping[Seat, int]) -> Seat | None:
    """Who attacks in Defence: the side whose group is worth more; ``None`` when level (RON-CAM-02)."""
    (first, one), (second, other) = points.items()
    return None if one == other else first if one > other else second


def experience(model: Model, *, won: bool) -> int:
    """What a model earns by one game: nothing unless it survived it (RON-CAM-05, RON-CAM-09)."""
    if model.fate not in SURVIVED:
        return 0
    return earned(model.kills + model.captures, heads(model), won=won)


def earned(taken: int, heads: int, *, won: bool) -> int:
    """The experience of a survivor: enemies killed or captured, heads that count, the win (RON-CAM-05, RON-CAM-09)."""
    rule = RULES["experience"]
    return int(rule["survived"] + taken * rule["each_kill"] + heads * rule["head"] + (rule["won"] if won else 0))


def heads(model: Model) -> int:
    """The heads it carries that are of Rank 3 or more (RON-CAM-09)."""
    return sum(rank >= RULES["experience"]["head_rank"] for rank in model.heads)


def advances(before: int, after: int) -> int:
    """How many advances fall due when experience grows from one number to another (RON-CAM-06)."""
    return sum(before < at <= after for at in RULES["advances"]["at"])


def may_rise(experience: int) -> bool:
    """Whether a model may be bought anew at the next Rank (RON-CAM-06)."""
    return experience >= int(RULES["advances"]["new_rank_at"])


def refuse_advance(raised: Sequence[str], choice: str) -> Refusal | None:
    """Why a skill may not be raised: not one of the three, or raised before (RON-CAM-06)."""
    if choice not in RULES["advances"]["raises"]:
        return refuse("campaign.no-skill", ADVANCES, skill=choice)
    return refuse("campaign.raised", ADVANCES, skill=choice) if choice in raised else None


def killed(face: int) -> str:
    """What becomes of a killed model by its die: dead, returns, or returns-lightly-wounded (RON-CAM-07)."""
    return str(row_at(RULES["killed"], face)["id"])


def captured_returns(*, lost: bool) -> bool:
    """Whether a captured model returns: it is dead if its side lost (RON-CAM-07)."""
    return not lost


def misses_next(model: Model, face: int) -> bool:
    """Whether a Grievously wounded model misses the next game by its die (RON-CAM-08)."""
    return model.grievous > 0 and misses(face)


def misses(face: int) -> bool:
    """Whether the die of a Grievously wounded model keeps it from the next game (RON-CAM-08)."""
    return face <= int(RULES["grievous"]["misses_to"])


def loot_points(models: Sequence[Model]) -> int:
    """Points for the last battle from the loot brought off by the living and free (RON-CAM-09)."""
    return loot_worth(sum(m.loot for m in models if m.fate in SURVIVED))


def loot_worth(tokens: int) -> int:
    """What loot tokens are worth in points (RON-CAM-09)."""
    return tokens * int(RULES["loot"]["points"])


def points(winners: Sequence[Seat | None], last: Seat | None, seat: Seat) -> int:
    """Campaign points of a seat from the three games and the last battle; ``None`` is a draw (RON-CAM-10)."""
    rule = RULES["points"]
    games = sum(rule["win"] if w == seat else rule["draw"] if w is None else 0 for w in winners)
    return int(games + (rule["last_win"] if last == seat else 0))


def winner(winners: Sequence[Seat | None], last: Seat | None, seats: tuple[Seat, Seat]) -> Seat | None:
    """Who has won the campaign: most points; level, the winner of the last battle (RON-CAM-10)."""
    one, other = (points(winners, last, seat) for seat in seats)
    return last if one == other else seats[0] if one > other else seats[1]
