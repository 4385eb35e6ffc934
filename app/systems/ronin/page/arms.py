"""What a model bears, as its counter shows it."""

from __future__ import annotations

from app.engine.views import foremost
from app.systems.ronin.state import Model

KINDS = {
    "katana": "blade", "wakizashi": "blade", "nodachi": "blade", "tanto": "blade", "naginata": "spear", "yari": "spear",
    "nagae-yari": "spear", "jo": "tool", "bo": "tool", "tetsubo": "tool", "kusarigama": "tool", "improvised": "tool",
    "shuriken": "blade", "teppo": "gun", "yumi": "bow",
}  # fmt: skip
"""The silhouette of each weapon; who is weaponless has none."""


def arm_of(m: Model) -> str:
    """Who leads by that, else by the weapon that reaches farthest out; a rider who does not shoot by his horse."""
    arms = [KINDS[weapon] for weapon in m.weapons if weapon in KINDS]
    return foremost((*arms, *(("leader",) if m.leader else ()), *(("horse",) if m.mounted else ())))
