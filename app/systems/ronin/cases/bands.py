"""What a campaign makes of a warband, asked by name: what it may buy, what a battle leaves, for case files.

A band is a ready Buntai with what its members are by now: ``sample=red-devils purse=20 m2=experience:20/due:1``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from app.engine.campaigns import Band, Deed, Delta, Member, Step
from app.engine.dice import Dice, Faces
from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.engine.system import Setup, SideSetup
from app.systems.ronin.book import table
from app.systems.ronin.campaign.market import refuse_more, stock
from app.systems.ronin.campaign.members import roster_of
from app.systems.ronin.campaign.warbands import WARBANDS
from app.systems.ronin.cases.reckoning import RECKONS
from app.systems.ronin.setup.begin import begin
from app.systems.ronin.warband.muster import refuse_roster
from app.systems.ronin.warband.roster import Roster, made, read_roster

Facts = Mapping[str, str]
LISTS, WORDS = ("gained", "injuries", "honours"), ("state", "name")


def band_of(facts: Facts) -> Band:
    """The warband of these facts."""
    sample = facts["sample"]
    begun = WARBANDS.enlist({"sample": sample}, table("samples")[sample]["limit"])
    assert isinstance(begun, Band)
    members = {id: changed(one, facts[id]) if id in facts else one for id, one in begun.members.items()}
    return replace(begun, members=members, purse=int(facts.get("purse", begun.purse)))


def changed(one: Member, said: str) -> Member:
    """The member as ``experience:20/due:1/gained:fast+fight/rank:1`` says; ``rank``: its next Rank is asked about."""
    given = dict(pair.partition(":")[::2] for pair in said.split("/"))
    notes = {"rank": int(given.pop("rank"))} if "rank" in given else {}
    fields = {
        key: tuple(value.split("+")) if key in LISTS else value if key in WORDS else int(value)
        for key, value in given.items()
    }
    return replace(one, notes=notes, **fields)


def members(facts: Facts, key: str) -> list[str]:
    """The ids named; all where none are."""
    return [word for word in facts.get(key, "").split(",") if word]


def refused(found: Sequence[Refusal] | Refusal) -> str:
    """Refusals in words."""
    every = (found,) if isinstance(found, Refusal) else found
    return " ".join(f"{no.code} {no.clause}" for no in every) or "legal"


def delta(one: Delta) -> str:
    """A change in words: ``m2.due-1``, ``purse+4``, ``m1.state=dead``, ``m3.gained+fight``."""
    at = f"{one.who}.{one.field}" if one.who else one.field
    if one.more or one.less:
        return f"{at}+{one.more}" if one.more else f"{at}-{one.less}"
    if one.put is not None:
        return f"{at}={one.put if isinstance(one.put, str) else one.put['line']['title'] or one.put['line']['hire']}"
    return f"{at}{one.add:+}"


def told(step: Step) -> str:
    """A line of the ledger in words: what it says, and what changes."""
    return "/".join((step.about.removeprefix("campaign."), *map(delta, step.deltas)))


def aftermath(facts: Facts) -> str:
    """What follows from a battle: ``result=won``, ``did-m1=fate:dead,kills:2``, ``dice=3,4`` thrown in that order."""
    dice = [int(face) for face in members(facts, "dice")]
    deeds = [done(key.removeprefix("did-"), said) for key, said in facts.items() if key.startswith("did-")]

    def throw(_: Dice) -> Faces:
        return (dice.pop(0),)

    steps = WARBANDS.aftermath(band_of(facts), deeds, facts["result"], throw, {})
    left = [f"unthrown={len(dice)}"] if dice else []
    return " ".join([*map(told, steps), *left]) or "nothing"


def done(id: str, said: str) -> Deed:
    """What a member did: ``fate:dead,kills:2,heads:1``."""
    given = dict(pair.partition(":")[::2] for pair in said.split(",") if pair)
    fate = given.pop("fate", "")
    figures = {key: int(n) for key, n in given.items()}
    return Deed(id=id, fate=fate, kills=figures.pop("kills", 0), facts=figures)


def deeds(facts: Facts) -> str:
    """What a battle's end tells of those who were sent; ``blue-2=fate:dead/heads:3+0`` is what became of a model.

    The warband is blue, and sends whom ``send`` names; against it stands a ready Buntai that no campaign knows.
    """
    sent = WARBANDS.muster(band_of(facts), members(facts, "send"), int(facts.get("help", "0")))
    setup = Setup("skirmish", (SideSetup(Seat("red"), {"sample": "red-devils"}), SideSetup(Seat("blue"), sent)))
    state = begin(setup)
    for id in state.models:
        state = state.with_model(id, **ended(facts.get(id, "")))
    return " ".join(map(shown_deed, WARBANDS.deeds(state, Seat(facts.get("seat", "blue"))))) or "nobody"


def ended(said: str) -> dict[str, Any]:
    """What became of a model: its fate, the Ranks of the heads it took, and numbers."""
    given = dict(pair.partition(":")[::2] for pair in said.split("/") if pair)
    heads = tuple(int(rank) for rank in given.pop("heads", "").split("+") if rank)
    return {"fate": given.pop("fate", ""), "heads": heads, **{key: int(n) for key, n in given.items()}}


def shown_deed(one: Deed) -> str:
    """A deed in words: ``m2/exited/left=1/taken=2/kills=2/loot=1``."""
    facts = [f"{key}={n}" for key, n in one.facts.items()]
    return "/".join((one.id, one.fate or "stands", f"left={one.left}", f"taken={one.kills}", *facts))


def choices(facts: Facts) -> str:
    """What is still to be chosen: ``m2/choose-rank/rise+stay/stay``, the last of them if nobody chooses."""
    found = WARBANDS.choices(band_of(facts))
    rows = ("/".join((x.member, x.about.removeprefix("campaign."), "+".join(x.options), x.default)) for x in found)
    return " ".join(rows) or "nothing"


def choose(facts: Facts) -> str:
    """What follows from a choice."""
    found = WARBANDS.choose(band_of(facts), facts["who"], facts["option"])
    return refused(found) if isinstance(found, Refusal) else told(found)


def purchase(facts: Facts) -> str:
    """What follows from a purchase, with the name and code it is given."""
    found = WARBANDS.purchase(band_of(facts), facts["key"], facts.get("id", "m99"), facts.get("name", ""))
    if isinstance(found, Refusal):
        return refused(found)
    new = found.deltas[0].put
    return f"{told(found)} code={new['line']['code']} name={new.get('name', '')}"


def offers(facts: Facts) -> str:
    """All its lists offer, with the price; of one title where one is named."""
    found = WARBANDS.market(band_of(facts))
    return " ".join(f"{x.key}={x.cost}" for x in found if x.kind.endswith(facts.get("title", ""))) or "nothing"


def barred(facts: Facts) -> str:
    """Of the titles in stock those of which it may not have one more, and why."""
    band = band_of(facts)
    roster = roster_of(band, band.living())
    found = {one.hired or one.title: no for _, one in stock(band) if (no := refuse_more(roster, one))}
    return " ".join(f"{title}:{no.code}" for title, no in found.items()) or "none"


def muster(facts: Facts) -> str:
    """The roster of a battle: code and title of each, its Leader marked; ``help``: points for swords-for-hire."""
    band, sent = band_of(facts), members(facts, "send")
    if no := WARBANDS.refuse_muster(band, sent):
        return refused(no)
    roster = read_roster(WARBANDS.muster(band, sent, int(facts.get("help", "0"))))
    assert isinstance(roster, Roster)
    return " ".join(f"{m.code}:{m.hired or m.title}" + ":leader" * m.leader for m in roster.models)


def figures(facts: Facts) -> str:
    """A member as it takes the field: Rank, Combat Pool, Initiative, Fight, Shoot, attributes, Light wounds."""
    band = band_of(facts)
    roster = read_roster(WARBANDS.muster(band, [facts["who"]]))
    assert isinstance(roster, Roster)
    (one,) = made(roster)
    skills = (one.rank, one.pool, one.initiative, one.fight, one.shoot)
    return f"{'/'.join(map(str, skills))} {'+'.join(one.attributes) or 'none'} {one.recruit.history.light} {one.shown}"


def enlist(facts: Facts) -> str:
    """How a warband begins: its worth, and what is left in its purse."""
    found = WARBANDS.enlist({"sample": facts["sample"]}, int(facts["limit"]))
    if not isinstance(found, Band):
        return refused(found)
    ids = list(found.members)
    return f"{ids[0]}-{ids[-1]} worth={WARBANDS.value(found)} purse={found.purse} {found.head['faction']}"


def attacks(facts: Facts) -> str:
    """Who attacks in a battle of a campaign between two ready Buntai."""
    seats = tuple(SideSetup(Seat(seat), {"sample": facts[seat]}) for seat in ("red", "blue"))
    return str(WARBANDS.setup_options(Setup(facts["scenario"], seats)).get("attacker", "nobody"))


def fields(facts: Facts) -> str:
    """What stands against this warband taking the field with these members, limits of points left aside."""
    band = band_of(facts)
    return refused(refuse_roster(WARBANDS.muster(band, members(facts, "send")), 0, campaign=True))


BANDS: dict[str, Callable[[Facts], Any]] = {
    **RECKONS,
    "aftermath": aftermath, "deeds": deeds, "choices": choices, "choose": choose, "purchase": purchase,
    "offers": offers, "barred": barred, "muster": muster, "figures": figures, "enlist": enlist, "attacks": attacks,
    "fields": fields,
}  # fmt: skip
