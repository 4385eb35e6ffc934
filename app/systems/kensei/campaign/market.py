"""What a warband of Kensei may buy between two battles, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from app.engine.campaigns import Band, Delta, Member, Offer, Step
from app.engine.refusals import Fact, Refusal
from app.systems.kensei.armies.builder import CLOSING, appointed
from app.systems.kensei.armies.lists import CASTES, CHARACTERS, TROOPS, Character, Entry
from app.systems.kensei.armies.muster import refuse_roster
from app.systems.kensei.armies.roster import (
    LISTED,
    STANDARD,
    CharacterLine,
    Roster,
    UnitLine,
    cost_of,
    make_unit,
    name_of,
)

REFILL = "refill."
NEW = "new"
CAPS = tuple(code for code in CLOSING if code != "roster.points")
"""What a level does not allow, whatever is added later; Koku apart, which the purse limits."""


def refill(band: Band) -> Iterator[Offer]:
    """One model more for a Unit that has lost some: of each entry the one that lacks most, the first of equals."""
    short: dict[str, Member] = {}
    for m in band.living():
        entry = m.line["entry"]
        if m.models < m.full and (entry not in short or lacks(m) > lacks(short[entry])):
            short[entry] = m
    for entry, m in short.items():
        line = {"entry": entry, "member": m.id, "models": 1}
        yield Offer(key=f"{REFILL}{entry}", kind=f"campaign.refill.{entry}", line=line, cost=TROOPS[entry].cost)


def lacks(member: Member) -> int:
    """How many models a Unit is short of."""
    return member.full - member.models


def refilled(band: Band, offer: Offer) -> Step:
    """A depleted Unit has one model more."""
    m = band.members[offer.line["member"]]
    facts: dict[str, Fact] = {"who": m.id, "cost": offer.cost, "models": m.models + 1, "full": m.full}
    deltas = (Delta("purse", add=-offer.cost), Delta("models", m.id, add=1))
    return Step("purchase", LISTED, "campaign.refilled", facts, deltas)


def offers(band: Band, now: Roster) -> Iterator[Offer]:
    """What is open to its caste and, beside all it has, to the level of the game it was raised for (KEN-ARM-01)."""
    limit = band.notes["limit"]
    before = closed(now, limit)
    lines: tuple[tuple[str, UnitLine | CharacterLine], ...] = (*unit_lines(now.caste), *character_lines(now.caste))
    for key, line in lines:
        if all(no in before for no in closed(with_line(now, line), limit)):
            yield offer_of(key, line, now.caste)


def closed(roster: Roster, limit: int) -> list[Refusal]:
    """What the level of this limit has against a roster for good."""
    bare = replace(
        roster, units=tuple(replace(u, member="", raised=(), hurt=()) for u in roster.units),
        characters=tuple(replace(p, member="", raised=(), hurt=()) for p in roster.characters),
    )  # fmt: skip
    return [no for no in refuse_roster(to_builtins(bare), limit) if no.code in CAPS]


def with_line(roster: Roster, line: UnitLine | CharacterLine) -> Roster:
    """The roster with one more, at the end."""
    if isinstance(line, UnitLine):
        return replace(roster, units=(*roster.units, line))
    return replace(roster, characters=appointed((*roster.characters, line)))


def unit_lines(caste: str) -> Iterator[tuple[str, UnitLine]]:
    """Every Unit open to a caste at its least, with its standard where it has one (KEN-ARM-09)."""
    for key, entry in TROOPS.items():
        if entry.open_to(caste):
            yield key, UnitLine(NEW, key, entry.least, standard=flies(entry))


def flies(entry: Entry) -> bool:
    """Whether its least number of models may have a standard."""
    return entry.standard and entry.least >= STANDARD["models"]


def character_lines(caste: str) -> Iterator[tuple[str, CharacterLine]]:
    """Every character as he is, mounted, or with one of his weapons; an Onmyouiji of each school and level."""
    for key, row in CHARACTERS.items():
        if row.schools:
            yield from taught(key, row)
            continue
        yield key, CharacterLine(key)
        for option in row.options:
            if option == "mounted":
                yield f"{key}.mounted", CharacterLine(key, mounted=True)
            elif option not in CASTES[caste].without:
                yield f"{key}.{option}", CharacterLine(key, ranged=option)


def taught(key: str, row: Character) -> Iterator[tuple[str, CharacterLine]]:
    """An Onmyouiji of each school and level."""
    for name, school in row.schools.items():
        for level in range(1, len(school.levels) + 1):
            yield f"{key}.{name}.{level}", CharacterLine(key, school=name, level=level)


def plain(line: UnitLine | CharacterLine) -> dict[str, Any]:
    """A line as JSON, without what is as usual; what a campaign adds is never in it."""
    return {key: value for key, value in to_builtins(replace(line, member="", raised=(), hurt=())).items() if value}


def offer_of(key: str, line: UnitLine | CharacterLine, caste: str) -> Offer:
    """A line with its price in Koku (KEN-ARM-07)."""
    if isinstance(line, UnitLine):
        cost, kind = make_unit(line, "", caste).points, f"entry.{line.entry}"
    else:
        cost, kind = cost_of(line), name_of(line)
    return Offer(key=key, kind=kind, line=plain(line), cost=cost)


def fresh(offer: Offer, id: str, name: str) -> Member:
    """The member that is bought, under its name."""
    models = int(offer.line.get("models", 1))
    line = {**offer.line, "id": id} if "id" in offer.line else offer.line
    return Member(id=id, kind=offer.kind, name=name, line=line, cost=offer.cost, models=models, full=models)
