"""Shooting weapons as the rulebook has them: what each does in which range band (2.11, CEL-WPN-03)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from app.systems.celtos.book import cm, table
from app.systems.celtos.state import Model

BANDS: dict[str, int] = {row["id"]: cm(row["to"]) for row in table("shots")["band"]}
"""How far each band goes in 1/100 mm, the nearest first; its limit belongs to it (CEL-RNG-01, CEL-RNG-03)."""
FARTHEST = max(BANDS.values())
"""Beyond this nobody can shoot (CEL-RNG-04)."""


class Missile(Struct, frozen=True, kw_only=True):
    """A shooting weapon: for each band it reaches hit modifier and damage strength (CEL-WPN-03, CEL-RNG-05).

    ``limits``: how far each of those bands goes for it, in 1/100 mm.  ``crewed``: one shot for all who serve it.
    """

    id: str
    bands: dict[str, tuple[int, int]]
    limits: dict[str, int]
    slow: bool = False
    crewed: bool = False
    penetrating: int = 0

    @property
    def reach(self) -> int:
        """How far it shoots."""
        return max(self.limits.values())


def missile(id: str, row: dict[str, Any]) -> Missile:
    """The weapon of a row of the data."""
    shortened = {band: cm(figure) for band, figure in row.get("max", {}).items()}
    return Missile(
        id=id, bands={band: (hit, strength) for band, (hit, strength) in row["bands"].items()},
        limits={band: shortened.get(band, BANDS[band]) for band in row["bands"]},
        slow=row.get("slow", False), crewed=row.get("crewed", False), penetrating=row.get("penetrating", 0),
    )  # fmt: skip


MISSILES = {key: missile(key, row) for key, row in table("weapons").items() if row["kind"] == "missile"}


@lru_cache(maxsize=64)
def _of(weapons: tuple[str, ...]) -> tuple[Missile, ...]:
    return tuple(MISSILES[key] for key in weapons if key in MISSILES)


def missiles_of(model: Model) -> tuple[Missile, ...]:
    """The shooting weapons a model carries, in the order of its list."""
    return _of(model.weapons)


def band_at(distance: int) -> str:
    """The band of a distance in 1/100 mm, empty beyond the last (CEL-RNG-01, CEL-RNG-03, CEL-RNG-04).

    >>> band_at(30_000), band_at(30_100), band_at(120_100)
    ('short', 'medium', '')
    """
    return next((band for band, to in BANDS.items() if distance <= to), "")


def band_of(weapon: Missile, distance: int) -> str:
    """The band in which a weapon shoots at this distance, empty if it does not reach (CEL-WPN-03)."""
    band = band_at(distance)
    return band if distance <= weapon.limits.get(band, -1) else ""
