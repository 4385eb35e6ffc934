"""What the campaign rules make of an army, asked by name: market, aftermath, season, musters, for case files.

An army is a ready list with what its members are by now: ``sample=asai purse=60 A1.models=5 D1.state=dead``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.campaigns import Band, Deed, Delta, Member, Step
from app.engine.dice import Dice, Faces
from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.engine.system import Setup, SideSetup
from app.systems.daimyo.armies.lists import LIMITS
from app.systems.daimyo.armies.roster import ClanLine, Roster, UnitLine, read_roster
from app.systems.daimyo.campaign.warbands import WARBANDS
from app.systems.daimyo.cases.reckoning import written

Facts = Mapping[str, str]
NUMBERS = ("models", "full", "cost", "due", "battles", "kills")
OF_A_DEED = ("start", "left", "kills")
WRITTEN = ("profile", "quality", "clan")


def words(facts: Facts, key: str) -> tuple[str, ...]:
    """A list among the facts, empty where it is left out."""
    return tuple(word for word in facts.get(key, "").split(",") if word)


def of_member(facts: Facts, id: str) -> dict[str, str]:
    """What is said of one member: ``A1.models=5`` and the like."""
    return {key.partition(".")[2]: value for key, value in facts.items() if key.startswith(f"{id}.")}


# -- the army ---------------------------------------------------------------------------


def band(facts: Facts) -> Band:
    """The army that begins with a list (as of ``army``), with ``purse`` points, its members as they are said to be."""
    found = WARBANDS.enlist(written(facts), int(facts.get("limit", LIMITS[-1])))
    if not isinstance(found, Band):
        raise ValueError(said(found))
    members = {id: changed(one, of_member(facts, id)) for id, one in found.members.items()}
    return replace(found, members=members, purse=int(facts.get("purse", found.purse)))


def changed(one: Member, told: Facts) -> Member:
    """A member with what is said of it; ``deserved``: battles that count towards a rise; ``foot``: a leader on foot."""
    line = {**one.line, **{key: told[key] for key in WRITTEN if key in told}}
    line |= {"mounted": False} if "foot" in told else {}
    fields: dict[str, Any] = {key: int(told[key]) for key in NUMBERS if key in told}
    notes = {"deserved": int(told["deserved"])} if "deserved" in told else one.notes
    return replace(one, line=line, notes=notes, state=told.get("state", one.state), **fields)


# -- answers in words -------------------------------------------------------------------


def said(found: Iterable[Refusal]) -> str:
    """Refusals in words."""
    return "; ".join(f"{no.code}({listed(no.facts)}) {no.clause}" for no in found) or "legal"


def listed(facts: Mapping[str, Any]) -> str:
    """Facts in words."""
    return ",".join(f"{key}={value}" for key, value in facts.items())


def told(step: Step | Refusal) -> str:
    """A step by its sentence, its facts, its dice and its changes, or a refusal."""
    if isinstance(step, Refusal):
        return said((step,))
    dice = [f"{step.dice.count}d{step.dice.sides}={','.join(map(str, step.faces))}"] if step.dice else []
    about = step.about.removeprefix("campaign.")
    return " ".join((f"{step.kind}:{about}({listed(step.facts)})", *dice, *map(change, step.deltas)))


def change(delta: Delta) -> str:
    """One change: ``A1.models=5``, ``A1.honours+fell-in-battle``, ``purse-30``."""
    name = f"{delta.who}.{delta.field}" if delta.who else delta.field
    if delta.more:
        return f"{name}+{delta.more}"
    return f"{name}{delta.add:+d}" if delta.put is None else f"{name}={put(delta.put)}"


def put(value: Json) -> str:
    """A value that is put: a word or a number, a line, or a new member."""
    if not isinstance(value, dict):
        return str(value)
    if "line" in value:
        return "/".join(
            (value["id"], put(value["line"]), f"{value.get('models', 1)}:{value['cost']}:{value.get('due', 0)}")
        )
    return "/".join(str(part) for part in value.values())


def scripted(facts: Facts) -> Callable[[Dice], Faces]:
    """Dice that fall as they are written: ``dice=4,5``."""
    left = [int(word) for word in words(facts, "dice")]
    return lambda dice: tuple(left.pop(0) for _ in range(dice.count))


# -- the questions ----------------------------------------------------------------------


def enlists(facts: Facts) -> str:
    """The members of an army that begins, each with its worth, what is in its purse; or what stands against it."""
    found = WARBANDS.enlist(written(facts), int(facts["limit"]))
    if not isinstance(found, Band):
        return said(found)
    every = " ".join(f"{id}:{one.kind.partition('.')[2]}:{one.models}:{one.cost}" for id, one in found.members.items())
    return f"{every} worth={WARBANDS.value(found)} purse={found.purse}"


def value(facts: Facts) -> str:
    """What an army is worth, and the rating that counts on the march."""
    one = band(facts)
    return f"{WARBANDS.value(one)} {WARBANDS.general_rating(one)}"


def offers(facts: Facts) -> str:
    """What its market has whose key begins with ``of``, each with its cost."""
    return (
        " ".join(f"{o.key}={o.cost}" for o in WARBANDS.market(band(facts)) if o.key.startswith(facts["of"]))
        or "nothing"
    )


def buys(facts: Facts) -> str:
    """What comes of buying ``key`` for the member ``id``, new unless said."""
    return told(WARBANDS.purchase(band(facts), facts["key"], facts.get("id", "m99"), facts.get("name", "")))


def after(facts: Facts) -> str:
    """What follows from a battle with this ``result`` for those of whom it says how many are ``left``."""
    one = band(facts)
    deeds = [deed_of(id, of_member(facts, id)) for id in one.members if "left" in of_member(facts, id)]
    return "; ".join(map(told, WARBANDS.aftermath(one, deeds, facts["result"], scripted(facts), {}))) or "nothing"


def deed_of(id: str, given: Facts) -> Deed:
    """What a member did in the battle: ``fate``, ``start``, ``left``, ``kills``."""
    counts: dict[str, Any] = {key: int(given[key]) for key in OF_A_DEED if key in given}
    return Deed(id=id, fate=given.get("fate", ""), **counts)


def seasons(facts: Facts) -> str:
    """What a season brings: ``name``, ``dice``."""
    return "; ".join(map(told, WARBANDS.season(band(facts), facts["name"], scripted(facts)))) or "nothing"


def choices(facts: Facts) -> str:
    """What is still to be chosen: the member, the clans, which unless somebody chooses, how they are called."""
    found = WARBANDS.choices(band(facts))
    rows = (f"{c.member}:{'+'.join(c.options)}/{c.default}/{'+'.join(c.say)}" for c in found)
    return " ".join(rows) or "nothing"


def chooses(facts: Facts) -> str:
    """What comes of a choice: ``member``, ``option``."""
    return told(WARBANDS.choose(band(facts), facts["member"], facts["option"]))


def musters(facts: Facts) -> str:
    """The roster of these ``members``, by clan, or all that stands against sending them."""
    one, ids = band(facts), words(facts, "members")
    if no := WARBANDS.refuse_muster(one, ids):
        return said(no)
    read = read_roster(WARBANDS.muster(one, ids))
    assert isinstance(read, Roster)
    general = read.general.cr if read.general else "none"
    house = "+".join(map(unit, read.household)) or "none"
    who = ",".join(f"{code}:{id}" for code, id in read.members.items())
    return " ".join((f"G{general}", f"hq={int(read.hq)}", f"house={house}", *map(clan, read.clans), f"who={who}"))


def clan(one: ClanLine) -> str:
    """A clan: its id, the rating of its Daimyo or guns, its units."""
    return f"{one.id}:{'guns' if one.guns else one.cr}:{'+'.join(map(unit, one.units))}"


def unit(one: UnitLine) -> str:
    """A unit: profile, quality, stands and files."""
    return f"{one.profile}/{one.quality}/{one.stands}/{one.files}"


def fields(facts: Facts) -> str:
    """What a battle of two ready lists, ``red`` and ``blue``, is agreed upon; ``season``, ``points``, ``weather``."""
    given: dict[str, Any] = {key: facts[key] for key in ("season",) if key in facts}
    given |= {"points": int(facts["points"])} if "points" in facts else {}
    given |= {"weather": False} if facts.get("weather") == "no" else {}
    sides = tuple(SideSetup(Seat(seat), {"sample": facts[seat]}) for seat in ("red", "blue"))
    found = WARBANDS.setup_options(Setup("meeting", sides, given))
    return " ".join(f"{key}={value}" for key, value in found.items())


def defends(facts: Facts) -> str:
    """Which side defends in a scenario: the first, the second, or that he chooses."""
    return {0: "first", 1: "second", None: "chooses"}[WARBANDS.defends(facts["scenario"])]


def garrisons(facts: Facts) -> str:
    """The list that holds a province of nobody's, by ``number``: a ready one, or one that is cut down."""
    raw = WARBANDS.garrison(int(facts["number"]))
    if raw.get("sample"):
        return str(raw["sample"])
    read = read_roster(raw)
    assert isinstance(read, Roster)
    assert read.general is not None
    return " ".join((read.name or "unnamed", f"G{read.general.cr}", *map(clan, read.clans)))


QUESTIONS: dict[str, Callable[[Facts], str]] = {
    "enlists": enlists, "worth": value, "offers": offers, "buys": buys, "after": after, "brings": seasons,
    "choices": choices, "chooses": chooses, "musters": musters, "fields": fields, "defends": defends,
    "garrison": garrisons,
}  # fmt: skip
