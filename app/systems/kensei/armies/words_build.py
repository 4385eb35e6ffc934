"""Words of the builder of armies."""

from __future__ import annotations

from app.engine.words import N_

MOST = 24
"""The most models, files, levels or Units a choice counts."""
SENTENCES: dict[str, str] = {
    "build.caste": N_("Caste"),
    "build.ability": N_("Ability of the Taisho"),
    "build.models": N_("Number of models"),
    "build.files": N_("Models abreast"),
    "build.usual": N_("as usual"),
    "build.standard": N_("Hata-Jirushi"),
    "build.level": N_("Level"),
    "build.mounted": N_("Mounted"),
    "build.ranged": N_("Ranged weapon"),
    "build.melee": N_("Weapon"),
    "build.in-unit": N_("In Unit"),
    "build.alone": N_("alone"),
    "build.taisho": N_("Taisho"),
    "build.none": N_("none"),
    "build.yes": N_("yes"),
    "build.no": N_("no"),
    "build.attack": N_("AT"),
    "build.defence": N_("DF"),
    "build.wounds": N_("W"),
    "build.ki": N_("KI"),
    "build.honour": N_("HR"),
    "build.initiative": N_("IN"),
    "build.armour": N_("Armour"),
    **{f"number.{n}": str(n) for n in range(MOST + 1)},
}
