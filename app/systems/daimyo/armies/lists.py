"""The troop profiles and ready armies: what stands, guns and leaders cost, what units weigh, how all are called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from msgspec import Struct, convert, field
from msgspec.structs import replace

from app.systems.daimyo.book import c, cm, table

COST = table("costs")
QUALITIES: tuple[str, ...] = tuple(row["id"] for row in table("organisation")["quality"])
"""Best first (DAI-ORG-09)."""
LIMITS: tuple[int, ...] = tuple(COST["army"]["sizes"])
SHARE = Fraction(COST["army"]["share"])
ENTRY = c("DAI-ARM-06")


class Profile(Struct, frozen=True, kw_only=True, rename={"troop_class": "class"}):
    """A line of the troop table (section 4.1).

    ``kind``: troops, gun or hq.  ``quality`` is the usual one, ``qualities`` all it may have; ``stands`` the usual
    number, ``least`` and ``most`` its limits.  ``points``: a stand at the usual quality, or the whole gun or HQ.
    """

    kind: str
    name: str
    name_es: str
    troop_class: str
    armour: str
    mount: str
    arm: str
    missile: str
    quality: str
    qualities: tuple[str, ...]
    stands: int
    least: int
    most: int
    clause: str
    points: int = 0
    clauses: dict[str, str] = field(default_factory=dict)
    priced: int | None = None
    """Points of a stand at the usual quality by a profile of a host's own."""

    @property
    def mounted(self) -> bool:
        """Whether it is cavalry (DAI-ORG-26)."""
        return self.mount == "cavalry"

    @property
    def fights(self) -> bool:
        """Whether a clan may rest on it: neither missile troops, guns nor peasants (DAI-ARM-05)."""
        return self.kind == "troops" and not self.missile and self.troop_class != "peasants"


HQ = "HQ"


@cache
def ready() -> Mapping[str, Any]:
    """Every ready army by its key: those of the lists, then the historical ones."""
    return {key: {**row, "sample": key} for key, row in {**table("armies"), **table("history")}.items()}


def is_historical(key: str) -> bool:
    """Whether an army is one of the historical lists, free of the limits (DAI-ARM-05)."""
    return key in table("history")


# -- points and weight ------------------------------------------------------------


def stand_cost(profile: Profile, quality: str) -> int:
    """What a stand of this profile costs at a quality (DAI-ARM-01).

    >>> stand_cost(PROFILES["SB"], "veteran")
    15
    """
    row = COST["stand"]
    if profile.priced is not None:
        return max(1, int(profile.priced + row["quality"][quality] - row["quality"][profile.quality]))
    kept = row["quality"][quality] + row["armour"][profile.armour] + row["mount"][profile.mount]
    arms = row["arm"][profile.arm] + row["missile"].get(profile.missile, 0)
    return int(kept + arms + row["class"].get(profile.troop_class, 0))


def profiles() -> dict[str, Profile]:
    """Every profile; what a stand of troops costs at the usual quality is reckoned (DAI-ARM-01)."""
    found = convert(table("profiles"), dict[str, Profile])
    return {key: replace(p, points=stand_cost(p, p.quality)) if p.kind == "troops" else p for key, p in found.items()}


PROFILES = profiles()


def unit_cost(profile: Profile, quality: str, stands: int) -> int:
    """What so many stands cost at a quality; a gun and an HQ cost what they cost (DAI-ARM-01, DAI-ARM-02)."""
    return stand_cost(profile, quality) * stands if profile.kind == "troops" else profile.points


def leader_cost(rank: str, rating: int) -> int:
    """What a General or a Daimyo of this rating costs; one off the scale costs as the nearest on it (DAI-ARM-03)."""
    prices = COST["leaders"][rank]
    return int(prices[min(max(rating, 0), len(prices) - 1)])


def raised(wins: int, games: int) -> int:
    """By how much a stand of a profile goes up that won so many games of play by machine (DAI-ARM-08).

    >>> raised(121, 200), raised(120, 200), raised(60, 60)
    (1, 0, 0)
    """
    row = COST["calibration"]
    return int(row["adds"]) if games >= row["games"] and wins > Fraction(row["share"]) * games else 0


def weight_of(troop_class: str, peasants: int = 0) -> int:
    """What a unit counts among the lost: 1, hatamoto 2, an HQ 3, peasants nought or what a scenario says (DAI-SCN-01).

    >>> [weight_of(key) for key in ("samurai", "hatamoto", "hq", "peasants")]
    [1, 2, 3, 0]
    """
    row = table("victory")["victory"]
    return peasants if troop_class == "peasants" else int(row.get(troop_class, row["other"]))


def stand_size(profile: Profile) -> tuple[int, int]:
    """Width and depth of a stand in 1/100 mm, of the whole HQ (DAI-ORG-03, DAI-ORG-05, DAI-ORG-06)."""
    if profile.kind == "troops":
        row = table("organisation")["stand"]
        return cm(row["width"]), cm(row[profile.mount])
    row = table("organisation")["hq"] if profile.kind == "hq" else table("organisation")["stand"]["artillery"]
    return cm(row["width"]), cm(row["depth"])


# -- names ------------------------------------------------------------------------


def slug(name: str) -> str:
    """A name as a key.

    >>> slug("Katsuyori's guard")
    'katsuyoris-guard'
    """
    kept = "".join(ch if ch.isalnum() else " " for ch in name.lower().replace("'", ""))
    return "-".join(kept.split())


def ready_units(army: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The lines of the units of a ready army, the household's first."""
    yield from army.get("household", ())
    for clan in army["clans"]:
        yield from clan["units"]


@cache
def ready_names() -> Mapping[str, str]:
    """The sentence keys of the names that ready armies give units and clans, by the English name."""
    found: dict[str, str] = {}
    for army in ready().values():
        found |= {unit["name"]: f"unit.{slug(unit['name'])}" for unit in ready_units(army)}
        found |= {clan["name"]: f"clan.{slug(clan['name'])}" for clan in army["clans"] if "name_es" in clan}
    return found


def said(name: str) -> str:
    """The sentence key of a name from a ready army; any other name as it is."""
    return ready_names().get(name, name)


WORDED = (
    ("morale", "adds"), ("fire", "adds"), ("guns", "adds"), ("melee", "adds"), ("melee", "weapon"),
    ("weather", "season"), ("weather", "kind"), ("events", "event"),
)  # fmt: skip
"""Tables whose rows are worded by their id, or the weapon they are about."""


def names() -> Iterator[tuple[str, str]]:
    """Every name in the data by its sentence key."""
    for key, profile in PROFILES.items():
        yield f"profile.{key}", profile.name
        yield f"word.profile-{key}", profile.name
    for key, army in ready().items():
        yield f"army.{key}", army["name"]
    for name, key in ready_names().items():
        yield key, name
    for key, row in table("terrain").items():
        yield f"word.{key}", row["name"]
    yield from row_names()
    yield from scenario_names()


def row_names() -> Iterator[tuple[str, str]]:
    """The names of modifiers, weapons, weathers, seasons and events."""
    for file, key in WORDED:
        for row in table(file)[key]:
            yield f"word.{row.get('id') or row['weapon']}", row["name"]


def scenario_names() -> Iterator[tuple[str, str]]:
    """The names of scenarios and layouts."""
    for key, row in table("scenarios").items():
        if "name" in row:
            yield f"scenario.{key}", row["name"]
    for layout in table("scenarios")["rules"]["layouts"]:
        yield f"layout.{layout['id']}", layout["name"]
