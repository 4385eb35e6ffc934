"""Weapons: what each does, in whose hand and against whom (sections 4.1 to 4.3)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, convert, field

from app.systems.kensei.book import table

ARMOUR: dict[str, int] = {key: int(row["value"]) for key, row in table("armour").items()}


class Blow(Struct, frozen=True, kw_only=True):
    """What a weapon adds: to its wielder's Initiative, Attack and Ki, and to figures of whom he strikes."""

    initiative: int = 0
    attack: int = 0
    ki: int = 0
    target_armour: int = 0
    target_defence: int = 0
    target_initiative: int = 0

    def __add__(self, other: Blow) -> Blow:
        """Both together."""
        keys = self.__struct_fields__
        return Blow(**{key: getattr(self, key) + getattr(other, key) for key in keys})


NOTHING = Blow()


class Mounted(Struct, frozen=True, kw_only=True):
    """What a weapon does in a rider's hand instead."""

    versus_infantry: Blow = NOTHING
    charging: Blow = NOTHING


class Weapon(Struct, frozen=True, kw_only=True):
    """A weapon (sections 4.2, 4.3).  Bands in cm; ``critical``: the lowest Damage face of two Wounds in melee.

    ``against``: the stat of the target that a shot must beat.  ``attacks``: false for what strikes no blow.
    """

    name: str
    kind: str
    clause: str
    name_es: str = ""
    clauses: dict[str, str] = field(default_factory=dict)
    initiative: int = 0
    attack: int = 0
    target_armour: int = 0
    target_defence: int = 0
    target_initiative: int = 0
    critical: int = 10
    charged: Blow = NOTHING
    charging: Blow = NOTHING
    versus_infantry: Blow = NOTHING
    versus_cavalry: Blow = NOTHING
    in_building: Blow = NOTHING
    duel: Blow = NOTHING
    cavalry: Mounted | None = None
    plain_in_building: bool = False
    cancels_mounted: bool = False
    siege: bool = False
    attacks: bool = True
    short: int = 0
    medium: int = 0
    long: int = 0
    wets: bool = False
    moves_free: bool = False
    ignores_walls: bool = False
    against: str = ""
    hit_infantry: dict[str, int] = field(default_factory=dict)
    hit_cavalry: dict[str, Any] = field(default_factory=dict)

    @property
    def plain(self) -> Blow:
        """What it does whatever the circumstances, in the hand of one on foot."""
        return Blow(
            initiative=self.initiative, attack=self.attack, target_armour=self.target_armour,
            target_defence=self.target_defence, target_initiative=self.target_initiative,
        )  # fmt: skip


class Bout(Struct, frozen=True, kw_only=True):
    """How two meet: what the wielder does, whom he strikes (infantry, cavalry or creature), and where."""

    mounted: bool = False
    charging: bool = False
    charged: bool = False
    target: str = "infantry"
    inside: bool = False
    target_inside: bool = False
    duel: bool = False


WEAPONS: dict[str, Weapon] = convert(table("weapons"), dict[str, Weapon])


def blow_of(key: str, bout: Bout) -> Blow:
    """What a melee weapon adds in these circumstances (section 4.2)."""
    weapon = WEAPONS[key]
    if weapon.plain_in_building and bout.target_inside:
        return NOTHING
    rider = weapon.cavalry if bout.mounted else None
    said = [
        (rider is None, weapon.plain), (rider is None and bout.charged, weapon.charged),
        (bout.charging, rider.charging if rider else weapon.charging),
        (bout.target == "infantry", rider.versus_infantry if rider else weapon.versus_infantry),
        (bout.target == "cavalry", weapon.versus_cavalry), (bout.inside, weapon.in_building), (bout.duel, weapon.duel),
    ]  # fmt: skip
    found = NOTHING
    for holds, part in said:
        found = found + part if holds else found
    return found
