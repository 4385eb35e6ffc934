"""Words of the builder of armies."""

from __future__ import annotations

from app.systems.daimyo.words import N_

MOST = 12
"""The most stands, files, clans or rating a choice counts."""
SENTENCES: dict[str, str] = {
    "build.general": N_("General"),
    "build.daimyo": N_("Daimyo"),
    "build.battery": N_("Guns of their own"),
    "build.new-clan": N_("A clan under a Daimyo"),
    "build.new-battery": N_("A clan of guns alone"),
    "build.rating": N_("Command Rating"),
    "build.moves": N_("Moves"),
    "build.mounted": N_("mounted"),
    "build.on-foot": N_("on foot"),
    "build.stands": N_("Stands"),
    "build.files": N_("Stands abreast"),
    "build.quality": N_("Quality"),
    "build.clan": N_("Clan"),
    "build.heavy": N_("heavy armour"),
    "build.medium": N_("medium armour"),
    "build.light": N_("light armour"),
    "quality.elite": N_("elite"),
    "quality.veteran": N_("veteran"),
    "quality.seasoned": N_("seasoned"),
    "quality.raw": N_("raw"),
    "arm.spear": N_("long-shafted spear"),
    "arm.pole-arm": N_("pole arm"),
    "arm.lance": N_("lance"),
    "arm.swords": N_("swords"),
    "arm.improvised": N_("improvised weapons"),
    "missile.bow": N_("bow"),
    "missile.arquebus": N_("arquebus"),
    "missile.light-gun": N_("light gun"),
    "missile.heavy-gun": N_("heavy gun"),
    **{f"number.{n}": str(n) for n in range(MOST + 1)},
}
