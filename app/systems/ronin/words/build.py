"""Words of the builder of Buntai."""

from __future__ import annotations

from app.systems.ronin.words import N_

SENTENCES: dict[str, str] = {
    "build.faction": N_("Faction"),
    "build.school": N_("Weapon of the school"),
    "build.armour": N_("Armour"),
    "build.weapon": N_("Weapon"),
    "build.attribute": N_("Attribute"),
    "build.leader": N_("Leads the Buntai"),
    "build.commander": N_("Commander"),
    "build.banner": N_("Carries the banner"),
    "build.warhorse": N_("Warhorse"),
    "build.yes": N_("yes"),
    "build.no": N_("no"),
    "build.rank": N_("Rank"),
    "build.pool": N_("Pool"),
    "build.initiative": N_("Initiative"),
    "build.fight": N_("Fight"),
    "build.shoot": N_("Shoot"),
}
