"""The campaign: honour, those who return, injuries, experience, income, who chooses what (section CAM)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.systems.celtos.bands.roster import Roster, make
from app.systems.celtos.book import c, table
from app.systems.celtos.scenarios.figures import keys

LENGTH, ADVANCES, DRAWN = c("CEL-CAM-01"), c("CEL-CAM-04"), c("CEL-CAM-08")
RULES: dict[str, Any] = table("campaign")
LOST = ("destroyed", "defeated")


def refuse_length(battles: int) -> Refusal | None:
    """Why a campaign cannot have so many battles (CEL-CAM-01)."""
    return None if battles in RULES["length"]["battles"] else refuse("campaign.length", LENGTH, battles=battles)


def honour(winners: Sequence[Seat | None], seat: Seat) -> int:
    """The honour of a band after these battles; ``None`` is a draw (CEL-CAM-01)."""
    rule = RULES["honour"]
    return sum(int(rule["win"]) if w == seat else int(rule["draw"]) if w is None else 0 for w in winners)


def winner(winners: Sequence[Seat | None], points: Mapping[Seat, int]) -> Seat | None:
    """Who has won: most honour, level by battle points; ``None`` where both are level (CEL-CAM-01)."""
    standing = sorted(points, key=lambda seat: (-honour(winners, seat), -points[seat]))
    best, *others = ((honour(winners, seat), points[seat]) for seat in standing)
    return None if others and others[0] == best else standing[0]


def returns(face: int) -> bool:
    """Whether a trooper who was lost returns by its die, killed or taken off alike (CEL-CAM-02)."""
    return face >= int(RULES["returns"]["from"])


def fallen(face: int) -> str:
    """What becomes of an Individual destroyed or defeated by its die: dead, hurt or unharmed (CEL-CAM-03)."""
    return next(str(row["id"]) for row in RULES["fallen"] if face <= row.get("high", face))


def injured(face: int) -> str:
    """Which characteristic the second die of a hurt Individual takes from: in, ds, as, or again (CEL-CAM-03)."""
    return next(str(row["id"]) for row in RULES["injury"]["row"] if face <= row.get("high", face))


def after_injury(figure: int) -> int:
    """The characteristic once the injury has taken from it (CEL-CAM-03)."""
    rule = RULES["injury"]
    return max(int(rule["least"]), figure - int(rule["takes"]))


def experience(fate: str, destroyed: int) -> int:
    """What a unit earns by one battle: one if it survived, one more if it brought an enemy unit down (CEL-CAM-04)."""
    rule = RULES["experience"]
    if fate in LOST:
        return 0
    return int(rule["survived"]) + (int(rule["destroyed"]) if destroyed else 0)


def advances(before: int, after: int) -> int:
    """How many advances fall due when experience grows from one number to another (CEL-CAM-04)."""
    return sum(before < at <= after for at in RULES["advances"]["at"])


def refuse_advance(raised: Sequence[str], choice: str, now: int) -> Refusal | None:
    """Why a characteristic may not be raised: not one of the four, raised before, or at its most (CEL-CAM-04)."""
    rule = RULES["advances"]
    if choice not in rule["raises"]:
        return refuse("campaign.no-skill", ADVANCES, skill=choice)
    if choice in raised:
        return refuse("campaign.raised", ADVANCES, skill=choice)
    at_most = now >= rule["most"]
    return refuse("campaign.highest", ADVANCES, skill=choice, now=now, most=rule["most"]) if at_most else None


def income(result: str) -> int:
    """Points after a battle for its winner, loser, or each side of a draw (CEL-CAM-05)."""
    return int(RULES["income"][result])


def chooser(won: Seat | None, seats: tuple[Seat, Seat]) -> Seat | None:
    """Who chooses the next scenario of two drawn: the loser; nobody where the battle was drawn (CEL-CAM-06)."""
    return None if won is None else seats[1] if won == seats[0] else seats[0]


def scenarios() -> tuple[str, ...]:
    """The scenarios that may be drawn (CEL-CAM-06, CEL-CAM-08)."""
    return tuple(key for key in keys() if key not in RULES["next"]["never"])


def refuse_scenario(key: str) -> Refusal | None:
    """Why a scenario is not drawn in a campaign (CEL-CAM-08)."""
    return None if key in scenarios() else refuse("campaign.scenario", DRAWN, scenario=key)


def filled(mine: int, theirs: int) -> int:
    """Points of mercenaries a band gets for one battle because it is the weaker (CEL-CAM-07)."""
    return max(0, theirs - mine - int(RULES["gap"]["points"]))


def total(roster: Roster, living: Mapping[str, int]) -> int:
    """What a band is worth: its living models with their gear; experience and injuries change nothing (CEL-CAM-08).

    ``living``: models left of each unit by its code; a unit not named there is whole, one with none left is gone.
    """
    left = [replace(u, models=living.get(u.code, u.models)) for u in roster.units]
    return sum(make(roster, u).cost for u in left if u.models)
