"""What is of the last turn and refills at the start of the next one (KEN-TRN-04)."""

from __future__ import annotations

from app.systems.kensei.army import Unit, UnitId

FRESH: dict[str, object] = {
    "orders": (), "leaves": (), "moved": "", "occupied": False, "passed": False, "shots": 0, "charged": UnitId(""),
    "charge_bonus": False, "acted_last": False, "charge_dice": 0, "stood_and_shot": False, "fled_now": False,
    "shot_start": 0, "shot_lost": 0, "shot_tested": False, "defensive": False, "weapon": "", "used": (), "magic": "",
    "meditated": False,
}  # fmt: skip
"""What holds of a unit for one turn only."""


def has_more(unit: Unit) -> bool:
    """Whether it has the AP of Harassers, lone models, characters and Large Creatures (KEN-ORD-10)."""
    return unit.loose or unit.is_character or unit.large
