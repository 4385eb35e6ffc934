"""What the rulebook reckons outside a battle, asked by name: points of a band and the campaign, for case files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

import msgspec
from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.geometry import distance, nearest_on_segment
from app.engine.refusals import Refusal
from app.engine.table import Terrain
from app.systems.celtos.bands.lists import ability_cost, base_cost, command_cost, entries, unit_cost
from app.systems.celtos.bands.muster import Terms, refuse_band, two_handed
from app.systems.celtos.bands.roster import Roster, read_roster
from app.systems.celtos.book import cm
from app.systems.celtos.campaign import figures as campaign
from app.systems.celtos.cases.bands import QUESTIONS
from app.systems.celtos.ground.random import lay_out, lies_in, sides
from app.systems.celtos.measure import MM
from app.systems.celtos.scenarios.figures import RULES, rectangle
from app.systems.celtos.setup.terrain import seed_of

Facts = Mapping[str, str]


def number(facts: Facts, key: str) -> int:
    """A whole number among the facts, 0 where it is left out."""
    return int(facts.get(key, "0"))


def words(facts: Facts, key: str) -> tuple[str, ...]:
    """A list among the facts, empty where it is left out."""
    return tuple(word for word in facts.get(key, "").split(",") if word)


def shown(no: Refusal | None) -> str:
    """A refusal in words."""
    return f"{no.code} {no.clause}" if no else "legal"


def won(facts: Facts) -> list[Seat | None]:
    """Who won each battle; ``draw`` is nobody."""
    return [Seat(word) if word != "draw" else None for word in words(facts, "won")]


def points(facts: Facts) -> dict[Seat, int]:
    """The battle points of each seat: whatever fact is not one of the question's own."""
    return {Seat(key): int(value) for key, value in facts.items() if key not in ("won", "seat")}


def profile(facts: Facts) -> dict[str, int]:
    """A profile of short names; one wound where none is given."""
    keys = ("mv", "in", "ds", "as", "fu", "rs", "mn")
    return {**{key: number(facts, key) for key in keys}, "hr": int(facts.get("hr", "1"))}


def cost(facts: Facts) -> int:
    """The points of a unit: ``list``, ``entry``, ``models``, ``options``, ``command``."""
    entry = entries(facts["list"])[facts["entry"]]
    models = int(facts.get("models", str(entry.min)))
    return unit_cost(entry, models, words(facts, "options"), words(facts, "command"))


def total(facts: Facts) -> int:
    """What a ready band is worth with so many models left in units by code: ``sample``, then ``CODE=left``."""
    return campaign.total(sample(facts), {key: int(value) for key, value in facts.items() if key != "sample"})


def sample(facts: Facts) -> Roster:
    """The ready band of the name; ``ValueError`` if there is none."""
    roster = read_roster({"sample": facts["sample"]})
    if not isinstance(roster, Roster):
        raise ValueError(facts["sample"])
    return roster


def band(facts: Facts) -> str:
    """What stands against a ready band worn down: as ``total``, with ``limit``, ``filled``, ``veterans``."""
    roster = sample(facts)
    left = [replace(u, models=int(facts.get(u.code, u.models))) for u in roster.units]
    worn = replace(roster, sample="", units=tuple(u for u in left if u.models))
    terms = Terms(number(facts, "limit"), veterans="veterans" in facts, filled=number(facts, "filled"))
    return "; ".join(shown(no) for no in refuse_band(msgspec.to_builtins(worn), terms)) or "legal"


def layout(facts: Facts) -> str:
    """What these dice lay on the ordinary table: pieces, how far apart in whole mm, the most in a zone (CEL-SET-08)."""
    deep, (wide, far) = cm(RULES["deep"]), map(cm, RULES["table"])
    zones = (rectangle(0, 0, wide, deep), rectangle(0, far - deep, wide, far))
    dice, places = (tuple(map(int, words(facts, key))) for key in ("dice", "places"))
    laid = lay_out(wide, far, dice, seed_of(places), zones)
    least = min(clear(a, b) for a, b in combinations(laid, 2)) // MM
    most = max(sum(lies_in(piece, zone) for piece in laid) for zone in zones)
    return f"pieces={len(laid)} apart={least}mm zone={most}"


def clear(a: Terrain, b: Terrain) -> int:
    """How far two pieces are apart that do not lie on each other, in 1/100 mm, by their corners."""
    ways = [(p, side) for one, other in ((a, b), (b, a)) for p in one.outline for side in sides(other)]
    return min(distance(p, nearest_on_segment(p, *side)) for p, side in ways)


def chooser(facts: Facts) -> str:
    """Who chooses the next scenario: ``won`` of red and blue."""
    return campaign.chooser(won(facts)[0], (Seat("red"), Seat("blue"))) or "nobody"


RECKONS: dict[str, Callable[[Facts], Any]] = {
    "profile-cost": lambda facts: base_cost(profile(facts)),
    "ability-cost": lambda facts: ability_cost(facts["ability"], int(facts.get("n", "1")), "individual" in facts),
    "command-cost": lambda facts: command_cost(words(facts, "command")),
    "cost": cost,
    "length": lambda facts: shown(campaign.refuse_length(number(facts, "battles"))),
    "honour": lambda facts: campaign.honour(won(facts), Seat(facts["seat"])),
    "winner": lambda facts: campaign.winner(won(facts), points(facts)) or "draw",
    "returns": lambda facts: "returns" if campaign.returns(number(facts, "die")) else "dead",
    "fallen": lambda facts: campaign.fallen(number(facts, "die")),
    "injured": lambda facts: campaign.injured(number(facts, "die")),
    "after-injury": lambda facts: campaign.after_injury(number(facts, "figure")),
    "experience": lambda facts: campaign.experience(facts.get("fate", ""), number(facts, "destroyed")),
    "advances": lambda facts: campaign.advances(number(facts, "before"), number(facts, "after")),
    "raise": lambda facts: shown(campaign.refuse_advance(words(facts, "raised"), facts["skill"], number(facts, "now"))),
    "income": lambda facts: campaign.income(facts["result"]),
    "chooser": chooser,
    "draws": lambda facts: shown(campaign.refuse_scenario(facts["scenario"])),
    "mercenaries": lambda facts: campaign.filled(number(facts, "mine"), number(facts, "theirs")),
    "shield": lambda facts: two_handed(words(facts, "weapons")) or "free",
    "total": total,
    "band": band,
    "layout": layout,
    **QUESTIONS,
}
