"""What the rulebook reckons outside a battle, asked by name: armies, profiles, weapons, spells, for case files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.engine.asks import Json
from app.engine.refusals import Refusal
from app.systems.kensei.armies.lists import CASTES, CHARACTERS, SPELLS, STATS, TROOPS, level_of, spells_of
from app.systems.kensei.armies.muster import refuse_limit, refuse_roster
from app.systems.kensei.armies.roster import Army, Made, MadeCharacter, MadeUnit, made
from app.systems.kensei.cases.ground import RECKONS as GROUND
from app.systems.kensei.cases.rows import RECKONS as ROWS
from app.systems.kensei.cases.warbands import WARBAND_RECKONS
from app.systems.kensei.combat.armoury import WEAPONS, Bout, blow_of

Facts = Mapping[str, str]
MM = 100
"""Units of length in a millimetre."""


def number(facts: Facts, key: str, usual: int = 0) -> int:
    """A whole number among the facts."""
    return int(facts.get(key, str(usual)))


def words(facts: Facts, key: str) -> list[str]:
    """A list among the facts, empty where it is left out."""
    return [word for word in facts.get(key, "").split(",") if word]


def shown(no: Refusal | None) -> str:
    """A refusal in words."""
    return f"{no.code} {no.clause}" if no else "legal"


# -- armies ------------------------------------------------------------------------------


def unit_line(id: str, word: str) -> Json:
    """A Unit, written ``heishi:10:5:standard``: entry, models, files; what is left out is as usual."""
    entry, *rest = word.split(":")
    counts = [int(part) for part in rest if part.isdecimal()]
    models, files = (*counts, 0, 0)[:2]
    return {"id": id, "entry": entry, "models": models, "files": files, "standard": "standard" in rest}


def character_line(word: str, ids: list[str]) -> Json:
    """A character, written ``busho:u1:taisho:mounted:yumi:naginata`` or ``onmyouiji:death:2``, in any order."""
    entry, *rest = word.split(":")
    found: dict[str, Any] = {"entry": entry, "taisho": "taisho" in rest, "mounted": "mounted" in rest}
    for part in rest:
        if part in ids or (part.startswith("u") and part[1:].isdecimal()):
            found["unit"] = part
        elif part in WEAPONS:
            found[WEAPONS[part].kind] = part
        elif part in CHARACTERS["onmyouiji"].schools:
            found["school"] = part
        elif part.isdecimal():
            found["level"] = int(part)
        elif part not in ("taisho", "mounted"):
            raise ValueError(part)
    return found


def written(facts: Facts) -> Json:
    """A roster: ``sample``, or ``caste``, ``abilities``, ``units`` (called u1, u2 …) and ``characters``."""
    if "sample" in facts:
        return {"sample": facts["sample"]}
    units = [unit_line(f"u{n}", word) for n, word in enumerate(words(facts, "units"), 1)]
    people = [character_line(word, [unit["id"] for unit in units]) for word in words(facts, "characters")]
    return {"caste": facts.get("caste", "buke"), "abilities": words(facts, "abilities"), "units": units,
            "characters": people}  # fmt: skip


def judged(facts: Facts) -> str:
    """What stands against an army of at most ``koku``, every reason; ``magic=no`` for a game without."""
    found = refuse_roster(written(facts), number(facts, "koku", 500), facts.get("magic") != "no")
    return "; ".join(shown(no) for no in found) or "legal"


def fits(facts: Facts) -> str:
    """What stands against single Units and characters, the army as a whole left aside; else as ``army``."""
    found = refuse_roster(written(facts), number(facts, "koku", 500), facts.get("magic") != "no")
    return "; ".join(f"{no.facts['who']} {shown(no)}" for no in found if "who" in no.facts) or "legal"


def army_of(facts: Facts) -> Army:
    """The army of the facts; ``ValueError`` if it cannot be read."""
    army = made(written(facts), number(facts, "koku", 500))
    if isinstance(army, Refusal):
        raise ValueError(shown(army))
    return army


def unit_of(facts: Facts) -> MadeUnit:
    """The one Unit of the facts: ``unit``, ``caste``."""
    return army_of({**facts, "units": facts["unit"]}).units[0]


def character_of(facts: Facts) -> MadeCharacter:
    """The one character of the facts: ``character``, ``caste``."""
    return army_of({**facts, "characters": facts["character"]}).characters[0]


def one_of(facts: Facts) -> Made:
    """The one Unit or character of the facts."""
    return unit_of(facts) if "unit" in facts else character_of(facts)


def profile(facts: Facts) -> str:
    """AT/DF/W/KI/HR/IN and Armour of a Unit or a character."""
    one = one_of(facts)
    return "/".join(str(getattr(one, key)) for key in STATS) + f" armour={one.armour}"


def gear(facts: Facts) -> str:
    """What a Unit or a character bears: weapons, then traits, then abilities."""
    one = one_of(facts)
    parts = ((*one.melee, one.ranged) if one.ranged else one.melee, one.traits, one.abilities)
    return " | ".join(",".join(part) or "-" for part in parts)


def base(facts: Facts) -> str:
    """Base and Movement of a Unit or a character, in mm and cm."""
    one = one_of(facts)
    return f"{one.base_width // MM}x{one.base_depth // MM} {one.movement // (10 * MM)}"


def points(facts: Facts) -> int:
    """What a Unit, a character, or a whole army costs."""
    if "unit" in facts:
        return unit_of(facts).points
    return character_of(facts).cost if "character" in facts else army_of(facts).points


def level(facts: Facts) -> str:
    """The level of a battle of so many ``koku``, and what it asks for and allows."""
    row = level_of(number(facts, "koku"))
    if row is None:
        return shown(refuse_limit(number(facts, "koku")))
    return (f"{row.level} basic={row.basic} daisho={row.samurai_daisho} special={row.special} elite={row.elite} "
            f"creatures={row.creatures} spiritual={row.spiritual}")  # fmt: skip


# -- weapons, abilities, magic ---------------------------------------------------------------


def blow(facts: Facts) -> str:
    """What a melee ``weapon`` adds: ``as`` mounted, charging, charged, inside, duel; ``at`` a kind, ``inside``."""
    how, whom = words(facts, "as"), words(facts, "at")
    bout = Bout(
        mounted="mounted" in how, charging="charging" in how, charged="charged" in how, inside="inside" in how,
        duel="duel" in how, target=next((word for word in whom if word != "inside"), "infantry"),
        target_inside="inside" in whom,
    )  # fmt: skip
    found, weapon = blow_of(facts["weapon"], bout), WEAPONS[facts["weapon"]]
    adds = [f"{key}={getattr(found, key):+d}" for key in found.__struct_fields__ if getattr(found, key)]
    return " ".join([*adds, f"critical={weapon.critical}"])


def bands(facts: Facts) -> str:
    """How far the bands of a ranged ``weapon`` go, in cm, and its other marks."""
    weapon = WEAPONS[facts["weapon"]]
    marks = [key for key in ("wets", "moves_free", "ignores_walls") if getattr(weapon, key)]
    marks += [f"against={weapon.against}"] if weapon.against else []
    marks += [f"armour={weapon.target_armour}"] if weapon.target_armour else []
    return " ".join([f"{weapon.short}/{weapon.medium}/{weapon.long}", *marks])


def spell(facts: Facts) -> str:
    """A ``spell``: level, difficulty, range in cm, whether it may be kept up."""
    row = SPELLS[facts["spell"]]
    dice = [f"dice={row.magic_dice}"] if row.magic_dice else []
    rolls = [f"resist={row.resist}"] if row.resist else []
    kind = "variable" if row.variable else "instant"
    return " ".join([f"level={row.level}", f"difficulty={row.difficulty}", f"range={row.range}", kind, *dice, *rolls])


RECKONS: dict[str, Callable[[Facts], Any]] = {
    "army": judged,
    "fits": fits,
    "points": points,
    "level": level,
    "limit": lambda facts: shown(refuse_limit(number(facts, "koku"))),
    "profile": profile,
    "gear": gear,
    "base": base,
    "files": lambda facts: unit_of(facts).files,
    "standards": lambda facts: army_of(facts).standards,
    "command-points": lambda facts: character_of(facts).command_points,
    "benefit": lambda facts: " ".join(f"{key}={value}" for key, value in CASTES[facts["caste"]].benefit.items()),
    "castes": lambda facts: ",".join(TROOPS[facts["entry"]].castes) or "all",
    "caste-abilities": lambda facts: ",".join(CASTES[facts["caste"]].abilities),
    "blow": blow,
    "bands": bands,
    "spell": spell,
    "spells": lambda facts: len(spells_of(facts["school"], number(facts, "level"))),
    **GROUND,
    **ROWS,
    **WARBAND_RECKONS,
}
