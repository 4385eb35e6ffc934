"""What becomes of a warband of Kensei between battles, asked by name: its members, its market, its musters, for case
files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.campaigns import Band, Delta, Member, Step
from app.engine.refusals import Refusal
from app.systems.kensei.armies.roster import CharacterLine, Roster, UnitLine, read_roster
from app.systems.kensei.campaign.warbands import WARBANDS

Facts = Mapping[str, str]
COUNTED = ("models", "full", "cost")
LISTS = ("gained", "injuries")


def words(text: str) -> tuple[str, ...]:
    """The words of a list."""
    return tuple(word for word in text.split(",") if word)


# -- the warband ------------------------------------------------------------------


def enlisted(facts: Facts) -> Band | tuple[Refusal, ...]:
    """The warband that the ready army ``sample`` becomes in a campaign of ``limit`` Koku."""
    return WARBANDS.enlist({"sample": facts["sample"]}, int(facts["limit"]))


def band(facts: Facts) -> Band:
    """The same with ``purse`` Koku, and its members as they are said to be: ``m3.models=5 m3.state=dead``."""
    found = enlisted(facts)
    if not isinstance(found, Band):
        raise ValueError(facts["sample"])
    members = {id: member(m, facts) for id, m in found.members.items()}
    return replace(found, members=members, purse=int(facts.get("purse", found.purse)))


def member(one: Member, facts: Facts) -> Member:
    """A member with what is said of it."""
    said = {key.partition(".")[2]: value for key, value in facts.items() if key.startswith(f"{one.id}.")}
    changes: dict[str, Any] = {key: int(said[key]) for key in COUNTED if key in said}
    changes |= {key: words(said[key]) for key in LISTS if key in said}
    line = {**one.line, **({"files": int(said["files"])} if "files" in said else {})}
    return replace(one, line=line, state=said.get("state", one.state), **changes)


# -- answers in words ---------------------------------------------------------------


def told(answer: Step | Refusal) -> str:
    """A step by its sentence and its changes, or a refusal with its facts."""
    if isinstance(answer, Refusal):
        facts = [f"{key}={value}" for key, value in answer.facts.items()]
        return " ".join((answer.code, *facts, answer.clause))
    return " ".join((answer.about.removeprefix("campaign."), *map(change, answer.deltas)))


def change(delta: Delta) -> str:
    """One change: ``m3.models+1``, ``purse-30``, or the member that is put."""
    if isinstance(delta.put, dict):
        return row(delta.put)
    return f"{delta.who}.{delta.field}{delta.add:+d}" if delta.who else f"{delta.field}{delta.add:+d}"


def row(one: Mapping[str, Json]) -> str:
    """A member: its id, kind, models of how many, its cost."""
    return f"{one['id']}/{one['kind']}/{one.get('models', 1)}-{one.get('full', 1)}/{one['cost']}"


def known(answer: tuple[Refusal, ...]) -> str:
    """All that stands against something, or ``yes``."""
    return "; ".join(map(told, answer)) or "yes"


# -- the questions ------------------------------------------------------------------


def enlists(facts: Facts) -> str:
    """The members of a new warband and its purse, or what stands against it."""
    found = enlisted(facts)
    if not isinstance(found, Band):
        return known(found)
    lines = (f"{m.id}/{m.kind}/{m.models}-{m.full}/{m.cost}{inside(m)}" for m in found.members.values())
    return " ".join((*lines, f"purse={found.purse}"))


def inside(one: Member) -> str:
    """The member a character is in."""
    host = str(one.line.get("unit", ""))
    return f"@{host}" if host else ""


def sells(facts: Facts) -> str:
    """What the market has whose key begins with ``of``, each with its cost."""
    found = (f"{o.key}={o.cost}" for o in WARBANDS.market(band(facts)) if o.key.startswith(facts.get("of", "")))
    return " ".join(found) or "none"


def buys(facts: Facts) -> str:
    """What comes of buying ``key`` for the member ``id``, new unless said."""
    return told(WARBANDS.purchase(band(facts), facts["key"], facts.get("id", "m99"), facts.get("name", "")))


def goes(facts: Facts) -> str:
    """Whether these ``members`` may be sent, or what stands against it."""
    return known(WARBANDS.refuse_muster(band(facts), words(facts.get("members", ""))))


def musters(facts: Facts) -> str:
    """The roster of these ``members``: who, how many, how many abreast, how changed; who leads with which abilities."""
    read = read_roster(WARBANDS.muster(band(facts), words(facts["members"])))
    assert isinstance(read, Roster)
    people = (person(one) for one in read.characters)
    return " ".join((*map(unit, read.units), *people, f"abilities={','.join(read.abilities) or 'none'}"))


def unit(one: UnitLine) -> str:
    """A Unit: its member, entry, models and files, what is better and worse."""
    return f"{one.member}:{one.entry}/{one.models}x{one.files}{changed(one)}"


def person(one: CharacterLine) -> str:
    """A character: his member, entry, the member he is in, whether he leads."""
    return f"{one.member}:{one.entry}{f'@{one.unit}' if one.unit else ''}{'*' if one.taisho else ''}{changed(one)}"


def changed(one: UnitLine | CharacterLine) -> str:
    """What is better and worse for good."""
    return "".join((*(f"+{stat}" for stat in one.raised), *(f"-{stat}" for stat in one.hurt)))


WARBAND_RECKONS: dict[str, Callable[[Facts], str]] = {
    "enlists": enlists, "worth": lambda facts: str(WARBANDS.value(band(facts))), "sells": sells, "buys": buys,
    "goes": goes, "musters": musters,
}  # fmt: skip
