"""What a model bears, as its counter shows it."""

from __future__ import annotations

from app.engine.views import foremost
from app.systems.celtos.state import Model

KINDS = {
    "tools": "tool", "tanto": "blade", "katana": "blade", "nodachi": "blade", "yari": "spear", "nagae": "spear",
    "naginata": "spear", "kanabo": "tool", "bo": "tool", "claws": "beast", "yumi": "bow", "daikyu": "bow",
    "hankyu": "bow", "teppo": "gun", "tanzutsu": "gun", "ozutsu": "gun", "shuriken": "blade", "javelin": "spear",
    "sling": "sling",
}  # fmt: skip
"""The silhouette of each weapon; who is unarmed has none."""


def arm_of(m: Model) -> str:
    """Who leads by that, else by the weapon that reaches farthest out; a rider who does not shoot by his horse."""
    arms = [KINDS[weapon] for weapon in m.weapons if weapon in KINDS]
    leads = m.role == "leader" or m.has("commander")
    return foremost((*arms, *(("leader",) if leads else ()), *(("horse",) if m.has("mounted") else ())))
