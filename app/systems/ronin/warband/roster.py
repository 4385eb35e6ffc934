"""Rosters: what a Buntai is made of, what it costs, and everything that can be wrong with it."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import UNSET, Struct, field

from app.engine.asks import Json
from app.engine.profiles import Own, Profile, called, is_sound, of
from app.engine.refusals import Refusal
from app.engine.rosters import roster_of
from app.systems.ronin.book import WEAPONS, c, table
from app.systems.ronin.warband.own import BOUNDS, HIRE, SKILLS, changed, dearer, skills_of
from app.systems.ronin.warband.own import profile as profile

ILLEGAL = c("RON-ARM-16")
MOST_RANK: int = max(row["rank"] for row in table("profiles")["rank"])
RAISE: int = table("campaign")["advances"]["adds"]
"""How much an advance adds to a skill (RON-CAM-06)."""


class Past(Struct, frozen=True, omit_defaults=True):
    """What a campaign has made of a model (RON-CAM-06, RON-CAM-07).

    ``member``: its id in its warband.  ``raised``: skills that are one better; ``learned``: attributes gained;
    ``risen``: Ranks it was bought anew for; ``light``: Light wounds it comes with.
    """

    member: str = ""
    raised: tuple[str, ...] = ()
    learned: tuple[str, ...] = ()
    risen: int = 0
    light: int = 0


NO_PAST = Past()


class Recruit(Struct, frozen=True):
    """A model as its roster writes it.  ``extra``: it comes only if its side is the attacker (RON-SCN-51).

    ``past``: of a member of a campaign's warband; no other roster has it.  ``own``: a profile of a host that it has.
    """

    code: str
    title: str = ""
    name: str = ""
    armour: str = "none"
    weapons: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    leader: bool = False
    banner: bool = False
    warhorse: bool = False
    mounted: bool | None = None
    hire: bool | str = False
    extra: bool = False
    rank: int | None = None
    past: Past | None = None
    own: Own = UNSET

    @property
    def changed(self) -> Profile | None:
        """The profile of a host's own that it has."""
        return of(self.own)

    @property
    def history(self) -> Past:
        """What a campaign has made of it; an empty one of a model without a past."""
        return self.past or NO_PAST

    @property
    def hired(self) -> str:
        """The kind of sword-for-hire, or empty."""
        return self.hire if isinstance(self.hire, str) else self.title if self.hire else ""


class Roster(Struct, frozen=True):
    """A Buntai as a player writes it; ``sample`` names a ready one instead."""

    name: str = ""
    faction: str = ""
    school: str = ""
    models: tuple[Recruit, ...] = ()
    sample: str = ""


class Made(Struct, frozen=True):
    """A recruit with all that the lists say about it."""

    recruit: Recruit
    shown: str
    rank: int
    pool: int
    initiative: int
    fight: int
    shoot: int
    armour: str
    weapons: tuple[str, ...]
    attributes: tuple[str, ...]
    points: int
    hired: bool = False
    row: dict[str, Any] = field(default_factory=dict)

    @property
    def missile(self) -> tuple[str, ...]:
        """The missile weapons it carries."""
        return tuple(w for w in self.weapons if WEAPONS[w].is_missile)


def read_roster(raw: Json) -> Roster | Refusal:
    """The roster this JSON stands for, a sample filled in, or why it cannot be read."""
    return roster_of(raw, Roster, table("samples"), ILLEGAL)


@cache
def titles(faction: str) -> dict[str, dict[str, Any]]:
    """The titles of a faction by id."""
    return {row["id"]: row for row in table("factions")[faction]["titles"]}


def base_of(roster: Roster, recruit: Recruit) -> str:
    """The printed profile of a model, by its key."""
    return f"{HIRE}.{recruit.hired}" if recruit.hired else f"{roster.faction}.{recruit.title}"


def row_of(roster: Roster, recruit: Recruit) -> dict[str, Any]:
    """What the lists say of a model they know, as its own profile changes it."""
    row = table("hires")[recruit.hired] if recruit.hired else titles(roster.faction)[recruit.title]
    return changed(row, recruit.changed, hire=bool(recruit.hired))


def cost(rank: int, armour: str, weapons: tuple[str, ...], warhorse: bool, banner: bool) -> int:
    """The points of a model: Rank, armour, weapons, warhorse and banner (RON-ARM-06)."""
    gear = sum(WEAPONS[w].cost for w in weapons if w in WEAPONS)
    mount = table("costs")["warhorse"]["cost"] if warhorse else 0
    flag = table("costs")["banner"]["cost"] if banner else 0
    return int(profile(rank)["cost"] + table("armour")[armour]["cost"] + gear + mount + flag)


def is_known(roster: Roster, recruit: Recruit) -> bool:
    """Whether the lists know this model and all it carries."""
    listed = recruit.hired in table("hires") if recruit.hired else recruit.title in titles(roster.faction)
    armed = recruit.armour in table("armour") and all(w in WEAPONS for w in recruit.weapons)
    sound = is_sound(recruit.own, BOUNDS, base_of(roster, recruit))
    return listed and armed and sound and can_rise(roster, recruit)


def can_rise(roster: Roster, recruit: Recruit) -> bool:
    """Whether there is a Rank so far above its own; a sword-for-hire has no other (RON-CAM-06, RON-ARM-14)."""
    risen = recruit.history.risen
    return 0 <= risen <= (0 if recruit.hired else MOST_RANK - row_of(roster, recruit)["rank"])


def make(roster: Roster, recruit: Recruit) -> Made:
    """The recruit with the figures of its list; its faction's gift is added (RON-ARM-18)."""
    if recruit.hired:
        return make_hire(roster, recruit)
    row, own, risen = row_of(roster, recruit), recruit.changed, recruit.history.risen
    rank = row["rank"] + risen
    gives = table("factions")[roster.faction].get("gives")
    given = own.add.get("attributes", ()) if own else ()
    given += (gives["attribute"],) if gives and rank >= gives["min_rank"] else ()
    points = cost(rank, recruit.armour, recruit.weapons, recruit.warhorse, recruit.banner) + dearer(row["rank"], own)
    return Made(
        recruit=recruit, shown=called(recruit.name, recruit.own, f"title.{roster.faction}.{recruit.title}"), rank=rank,
        armour=recruit.armour, weapons=recruit.weapons, points=points, row=row,
        attributes=tuple(dict.fromkeys((*recruit.attributes, *given, *recruit.history.learned))), hired=False,
        **skills(recruit, skills_of(rank, own, risen)),
    )  # fmt: skip


def make_hire(roster: Roster, recruit: Recruit) -> Made:
    """A sword-for-hire: everything is fixed but what a campaign has taught it (RON-ARM-14, RON-CAM-06)."""
    row = row_of(roster, recruit)
    return Made(
        recruit=recruit, shown=called(recruit.name, recruit.own, f"hire.{recruit.hired}"), rank=row["rank"],
        armour=row["armour"], weapons=tuple(row["weapons"]), hired=True, row=row, points=row["cost"],
        attributes=tuple(dict.fromkeys((*row["attributes"], *recruit.history.learned))),
        **skills(recruit, row),
    )  # fmt: skip


def skills(recruit: Recruit, row: dict[str, Any]) -> dict[str, int]:
    """Combat Pool, Initiative, Fight and Shoot of a profile, one better where a campaign raised them (RON-CAM-06)."""
    return {skill: row[skill] + RAISE * (skill in recruit.history.raised) for skill in SKILLS}


def made(roster: Roster) -> tuple[Made, ...]:
    """Every model that the lists know, in roster order."""
    return tuple(make(roster, r) for r in roster.models if is_known(roster, r))
