"""What the campaign rules make of a warband, asked by name: market, aftermath, advances, musters, for case files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.campaigns import Band, Deed, Delta, Member, Step
from app.engine.dice import Dice, Faces
from app.engine.refusals import Refusal
from app.systems.celtos.bands.roster import Enlisted, read_roster
from app.systems.celtos.campaign.warbands import WARBANDS
from app.systems.celtos.page.catalogue import catalogue

Facts = Mapping[str, str]
LISTS = ("gained", "injuries", "honours")
LINES = ("command", "options")
OF_A_DEED = ("start", "left", "kills")
COUNTED = ("units", "dearest", "leader", "standard", "musician")


def words(text: str) -> tuple[str, ...]:
    """The words of a list."""
    return tuple(word for word in text.split(",") if word)


def of_member(facts: Facts, id: str) -> dict[str, str]:
    """What is said of one member: ``m3.models=5`` and the like."""
    return {key.partition(".")[2]: value for key, value in facts.items() if key.startswith(f"{id}.")}


# -- the warband ------------------------------------------------------------------


def band(facts: Facts) -> Band:
    """A warband that begins as the ready band ``sample``, with ``purse`` points, its members as they are said to be."""
    limit = int(facts.get("limit") or next(r["limit"] for r in catalogue()["samples"] if r["id"] == facts["sample"]))
    found = WARBANDS.enlist({"sample": facts["sample"]}, limit)
    if not isinstance(found, Band):
        raise ValueError(facts["sample"])
    members = {id: member(m, of_member(facts, id)) for id, m in found.members.items()}
    return replace(found, members=members, purse=int(facts.get("purse", found.purse)))


def member(one: Member, said: Facts) -> Member:
    """A member with what is said of it; what a battle did to it is left out."""
    line = {**one.line, **{key: list(words(said[key])) for key in LINES if key in said}}
    changes: dict[str, Any] = {key: words(said[key]) for key in LISTS if key in said}
    changes |= {key: int(said[key]) for key in ("models", "full", "cost", "experience", "due") if key in said}
    return replace(one, line=line, state=said.get("state", one.state), **changes)


def battle_of(facts: Facts, id: str) -> Deed:
    """What a member did in the battle: ``fate``, ``start``, ``left``, ``kills``, and whatever counts besides."""
    said = of_member(facts, id)
    more: dict[str, int] = {key: int(said[key]) for key in COUNTED if key in said}
    return Deed(id=id, fate=said.get("fate", ""), facts=more, **{k: int(said[k]) for k in OF_A_DEED if k in said})


# -- answers in words ---------------------------------------------------------------


def told(answer: Step | Refusal) -> str:
    """A step by its sentence, its dice and its changes, or a refusal."""
    if isinstance(answer, Refusal):
        return f"{answer.code} {answer.clause}"
    dice = [f"{answer.dice.count}d{answer.dice.sides}={','.join(map(str, answer.faces))}"] if answer.dice else []
    return " ".join((answer.about.removeprefix("campaign."), *dice, *map(change, answer.deltas)))


def tale(answer: Step | Refusal) -> str:
    """A step as the chronicle shows it, its kind, its sentence and what that names; of a refusal what it names."""
    facts = " ".join(f"{key}={value}" for key, value in answer.facts.items())
    if isinstance(answer, Refusal):
        return f"{answer.code} {facts}"
    return f"{answer.kind} {answer.about.removeprefix('campaign.')} {facts}"


def change(delta: Delta) -> str:
    """One change: ``m3.models-2``, ``m3.gained+in``, ``m3.state=dead``, ``purse+30``."""
    name = f"{delta.who}.{delta.field}" if delta.who else delta.field
    if delta.more:
        return f"{name}+{delta.more}"
    return f"{name}{delta.add:+d}" if delta.put is None else f"{name}={put(delta.put)}"


def put(value: Json) -> str:
    """A value that is put: a word, the command models of a line, or a new member."""
    if not isinstance(value, dict):
        return str(value)
    if "line" in value:
        line, models = value["line"], value.get("models", 1)
        return "/".join((line["code"], str(models), str(value["cost"]), *line["command"]))
    return "/".join(value["command"]) or "none"


def scripted(facts: Facts) -> Callable[[Dice], Faces]:
    """Dice that fall as they are written: ``dice=4,5,10``."""
    left = [int(word) for word in words(facts.get("dice", ""))]
    return lambda dice: tuple(left.pop(0) for _ in range(dice.count))


# -- the questions ------------------------------------------------------------------


def offers(facts: Facts) -> str:
    """What the market has whose key begins with ``of``, each with its cost."""
    return " ".join(f"{o.key}={o.cost}" for o in WARBANDS.market(band(facts)) if o.key.startswith(facts["of"]))


def buys(facts: Facts) -> str:
    """What comes of buying ``key`` for the member ``id``, new unless said."""
    return told(WARBANDS.purchase(band(facts), facts["key"], facts.get("id", "m99"), facts.get("name", "")))


def after(facts: Facts) -> str:
    """What follows from a battle with this ``result`` for those of whom it says how many are ``left``, then for all."""
    return "; ".join(map(told, steps(facts)))


def steps(facts: Facts) -> tuple[Step, ...]:
    """What follows from a battle; ``also`` names who is no member and was there."""
    one = band(facts)
    there = (*one.members, *words(facts.get("also", "")))
    deeds = [battle_of(facts, id) for id in there if "left" in of_member(facts, id)]
    return WARBANDS.aftermath(one, deeds, facts["result"], scripted(facts), {})


def tells(facts: Facts) -> str:
    """What the chronicle shows of a battle, of a purchase (``key``) or of an advance (``skill``)."""
    if "key" in facts:
        return tale(WARBANDS.purchase(band(facts), facts["key"], facts.get("id", "m99"), facts.get("name", "")))
    if "skill" in facts:
        return tale(WARBANDS.choose(band(facts), facts["member"], facts["skill"]))
    return "; ".join(map(tale, steps(facts)))


def choices(facts: Facts) -> str:
    """The advances there are to choose, by default the word behind the slash."""
    return " ".join(f"{c.member}:{','.join(c.options)}/{c.default}" for c in WARBANDS.choices(band(facts))) or "none"


def chooses(facts: Facts) -> str:
    """What comes of an advance: ``member``, ``skill``."""
    return told(WARBANDS.choose(band(facts), facts["member"], facts["skill"]))


def musters(facts: Facts) -> str:
    """The units of a roster of these ``members`` with mercenaries for ``extra`` points, or what stands against it."""
    one, ids = band(facts), words(facts.get("members", ""))
    if no := WARBANDS.refuse_muster(one, ids):
        return told(no[0])
    read = read_roster(WARBANDS.muster(one, ids, int(facts.get("extra", "0"))))
    assert not isinstance(read, Refusal)
    return " ".join(" ".join(unit(u)) for u in read.units)


def unit(one: Enlisted) -> Iterator[str]:
    """A unit by the member it is and its code, what it was bought as, how many and who of them, how it has changed."""
    yield "/".join((f"{one.past.who}:{one.code}", one.entry, str(one.models), *one.command))
    yield from (f"{key}{adds:+d}" for key, adds in one.past.changes.items())


QUESTIONS: dict[str, Callable[[Facts], str]] = {
    "offers": offers, "buys": buys, "after": after, "choices": choices, "chooses": chooses, "musters": musters,
    "tells": tells,
}  # fmt: skip
