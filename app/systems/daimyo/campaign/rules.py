"""The campaign between battles: the year, the march, the battle to be fought, what comes back from it (section CAM)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from app.engine.campaign_maps import reigning, shut_in
from app.engine.refusals import Refusal, refuse
from app.systems.daimyo.armies.lists import PROFILES, QUALITIES
from app.systems.daimyo.book import c, table

RULES = table("campaign")
MAP, MARCH, SETUP = c("DAI-CAM-03"), c("DAI-CAM-05"), c("DAI-CAM-11")
SEASONS: dict[str, dict[str, Any]] = {row["id"]: row for row in RULES["season"]}
SCATTERED = ("left", "dispersed")
"""Fates from which a winner's unit comes back at half strength (DAI-CAM-07)."""


def minutes(turns: int) -> int:
    """How long so many turns of a battle last, in minutes (DAI-CAM-01)."""
    return int(table("organisation")["scale"]["minutes"]) * turns


def weather_of(season: str) -> str:
    """The column of the weather chart that is read in a season; nothing is rolled for it (DAI-CAM-02)."""
    return str(SEASONS[season]["weather"])


def refuse_map(provinces: int) -> Refusal | None:
    """Why a map of so many provinces is not played on (DAI-CAM-03)."""
    row = RULES["map"]["provinces"]
    fits = row["least"] <= provinces <= row["most"]
    return None if fits else refuse("campaign.provinces", MAP, provinces=provinces, **row)


def refuse_province(koku: int, castle: int) -> Refusal | None:
    """Why there is no such province: its income in koku or its castle is off the scale (DAI-CAM-03)."""
    rich, strong = RULES["map"]["koku"], RULES["map"]["castle"]
    if not rich["least"] <= koku <= rich["most"]:
        return refuse("campaign.koku", MAP, koku=koku, **rich)
    fits = strong["least"] <= castle <= strong["most"]
    return None if fits else refuse("campaign.castle", MAP, level=castle, **strong)


def steps() -> tuple[str, ...]:
    """What happens in a season, in its order (DAI-CAM-04)."""
    return tuple(RULES["steps"]["order"])


def income(season: str, koku: int) -> int:
    """Points that provinces of so many koku bring this season (DAI-CAM-04)."""
    return int(SEASONS[season].get("income", 0)) * koku


# -- the march --------------------------------------------------------------------------


def reach(season: str, road: bool, rating: int) -> int:
    """How many provinces an army marches: more along roads in summer; in winter only a good General's (DAI-CAM-05)."""
    row = SEASONS[season]
    if "rating" in row and rating >= row["rating"]:
        return int(row["rated"])
    return int(row["road"]) if road and "road" in row else int(row["provinces"])


def refuse_march(season: str, road: bool, rating: int, provinces: int) -> Refusal | None:
    """Why an army cannot march so many provinces (DAI-CAM-05)."""
    most = reach(season, road, rating)
    if provinces <= most:
        return None
    if not most:
        return refuse("campaign.winter", MARCH, rating=SEASONS[season]["rating"], provinces=provinces)
    return refuse("campaign.march", MARCH, provinces=provinces, most=most)


def meets(one: tuple[str, str], other: tuple[str, str]) -> str:
    """Where two marches end in a battle: a province, ``border``, or empty for nowhere (DAI-CAM-05)."""
    if one[1] == other[1]:
        return one[1]
    return "border" if one == (other[1], other[0]) else ""


def defender(place: str, owner: str, totals: Mapping[str, int]) -> str:
    """Who defends: the owner of the province; on a border the higher total of die and General (DAI-CAM-05).

    Empty where the province is nobody's of the two, or where totals are equal: then both roll (again).
    """
    if place != "border" and owner in totals:
        return owner
    best = max(totals.values())
    first = [house for house, total in totals.items() if total == best]
    return first[0] if len(first) == 1 else ""


def battle(face: int) -> str:
    """The scenario of a battle by one die (DAI-CAM-06)."""
    return next(str(row["id"]) for row in RULES["battle"] if face in row["faces"])


def daylight(season: str) -> int:
    """How many turns a battle of this season may last (DAI-CAM-06)."""
    return int(SEASONS[season]["turns"])


# -- after the battle --------------------------------------------------------------------------


def recovered(start: int, left: int, fate: str, won: bool) -> int:
    """How many stands a unit has after the battle (DAI-CAM-07).

    ``fate`` is empty for a unit that survived: half of what it lost comes back, rounded down.  The winner's units that
    left the table or were dispersed come back at half strength; all others are gone.
    """
    row = RULES["recovery"]
    if not fate:
        return left + int(Fraction(row["survivor"]) * (start - left))
    return int(Fraction(row["scattered"]) * start) if won and fate in SCATTERED else 0


def rating(face: int) -> int:
    """The Command Rating that a die gives a leader who has none (DAI-ORG-14)."""
    return int(table("organisation")["rating"]["by_die"][face - 1])


def replaced(season: str) -> bool:
    """Whether leaders killed before are replaced now (DAI-CAM-07)."""
    return season == next(iter(SEASONS))


def retreat(neighbours: Sequence[str], own: Sequence[str]) -> tuple[str, ...]:
    """The provinces to which a beaten army may retreat; with none it is disbanded (DAI-CAM-07)."""
    return tuple(province for province in neighbours if province in own)


def deserves(won: bool, start: int, left: int) -> bool:
    """Whether a battle counts towards a rise: won, with less than half of the unit's stands lost (DAI-CAM-08)."""
    return won and start - left < Fraction(RULES["rise"]["share"]) * start


def risen(profile: str, quality: str, battles: int) -> str:
    """The quality of a unit that deserved so many battles: a step up after two, within its profile (DAI-CAM-08)."""
    row = RULES["rise"]
    better = QUALITIES[max(0, QUALITIES.index(quality) - int(row["steps"]))]
    return better if battles >= row["battles"] and better in PROFILES[profile].qualities else quality


# -- castles, the end and the beginning ----------------------------------------------------------


def besieged(level: int, seasons: int, relieved: bool) -> str:
    """What has become of a clan shut in a castle: it holds a season a level, then surrenders (DAI-CAM-09)."""
    return shut_in(seasons, level * int(RULES["siege"]["seasons_per_level"]), relieved)


def winner(koku: Mapping[str, int], years: int, capital: Mapping[str, int], agreed: int = 0) -> str:
    """Who has won: the holder of the capital province for four seasons running, or most koku in the end (DAI-CAM-10).

    ``years`` that have passed, of those ``agreed`` (four where nothing was); ``capital``: seasons running that each
    house has held it.  Empty while nobody has, ``draw`` where the most koku are shared.
    """
    row = RULES["victory"]
    return reigning(koku, capital, row["capital"], years >= (agreed or row["years"]))


def refuse_start(houses: int, provinces: Sequence[int]) -> Refusal | None:
    """Why a campaign cannot begin: its number of houses, or unequal neighbouring provinces (DAI-CAM-11)."""
    row = RULES["setup"]["houses"]
    if not row["least"] <= houses <= row["most"]:
        return refuse("campaign.houses", SETUP, houses=houses, **row)
    return refuse("campaign.uneven", SETUP) if len({*provinces}) > 1 else None


def list_limit(owned: bool) -> int:
    """Points of the list a house begins with, or that holds a province of nobody's (DAI-CAM-11)."""
    return int(RULES["setup"]["points" if owned else "nobody"])


def purse(kept: int, earned: int, spent: int) -> int | Refusal:
    """What is left after buying units: unspent points are kept (DAI-CAM-11)."""
    have = kept + earned
    return have - spent if spent <= have else refuse("campaign.purse", SETUP, spent=spent, points=have)
