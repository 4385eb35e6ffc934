"""General rules of campaigns, for systems whose rulebooks have none (CPN-AFT-01)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from app.campaigns.book import c, table
from app.engine.campaigns import (
    DEAD,
    FIT,
    GONE,
    OUT,
    Band,
    Bands,
    Choice,
    Deed,
    Delta,
    Embodies,
    Helps,
    Member,
    Step,
    Throw,
    apply_all,
    paid,
)
from app.engine.dice import Dice, Faces
from app.engine.refusals import Clause, Fact, Refusal, refuse

S_contra = TypeVar("S_contra", contravariant=True)
BACK, RECORD, LOSSES, WIPED, LEFT, FALLEN, INJURY, SOMEBODY, EXPERIENCE, ADVANCES, INCOME, HONOUR = (
    c(f"CPN-AFT-{n:02}") for n in range(2, 14)
)
RULES = table("general")
DIE = Dice(1, RULES["die"]["sides"])
WON = "won"
FLED = "fled"
"""The fate of a member that left the table; any other of whom nothing is left has fallen."""


class RaisingBands(Bands[S_contra], Protocol[S_contra]):
    """What a system without campaign rules of its own tells besides.

    ``raises``: words of the characteristics that may become better by one (``Member.gained``) or worse
    (``Member.injuries``), ``say`` the sentence key of each.  Where ``Band.notes`` has ``limit``, income goes by it.
    """

    raises: tuple[str, ...]
    say: tuple[str, ...]


class General:
    """The campaign rules of a system that has none of its own: its warbands as it says, the rest by our clauses."""

    def __init__(self, bands: RaisingBands[Any]) -> None:
        self.bands, self.scenarios = bands, bands.scenarios
        self.map: Any = getattr(bands, "map", None)
        self.enlist, self.value, self.market, self.purchase = bands.enlist, bands.value, bands.market, bands.purchase
        self.refuse_muster, self.muster, self.setup_options = bands.refuse_muster, bands.muster, bands.setup_options
        self.deeds, self.points = bands.deeds, bands.points
        self.advances: tuple[int, ...] = tuple(RULES["advances"]["at"]) if bands.raises else ()
        if isinstance(bands, Helps):
            self.help = bands.help
        if isinstance(bands, Embodies):
            self.pieces = bands.pieces

    # -- what follows from a battle -----------------------------------------------

    def aftermath(
        self, band: Band, deeds: Sequence[Deed], result: str, throw: Throw, facts: Mapping[str, int]
    ) -> tuple[Step, ...]:
        """All that follows for a warband, clause by clause (CPN-AFT-02 to CPN-AFT-13).

        ``facts`` may have ``gap``: by how many per cent of the enemy's value it was the weaker, below 0 the stronger.
        """
        said = {deed.id: deed for deed in reversed(deeds)}
        fought = {m.id: said[m.id] for m in band.living() if m.id in said}
        book = Ledger(band, throw, self.bands.raises)
        weaker = facts.get("gap", 0) >= RULES["experience"]["gap"]
        ours = tuple(fought.items())
        come_back(book, fought)
        for id, deed in ours:
            record(book, id, deed)
        for id, deed in ours:
            reckon(book, id, deed)
        leave_somebody(book)
        for id, deed in ours:
            learn(book, id, deed, result, weaker=weaker)
        earn(book, result)
        honour(book, result, weaker=weaker)
        return tuple(book.steps)

    def choices(self, band: Band) -> tuple[Choice, ...]:
        """The advances that are still to be chosen, one at a time for each member (CPN-AFT-11)."""
        asked = ((m, self.open_to(m)) for m in band.living() if m.due)
        return tuple(self.choice(m, open_) for m, open_ in asked if open_)

    def choice(self, member: Member, open_: tuple[str, ...]) -> Choice:
        """What a member may raise; the first stands."""
        say = dict(zip(self.bands.raises, self.bands.say, strict=True))
        facts: dict[str, Fact] = {"who": member.id, "total": member.experience}
        return Choice(member=member.id, clause=ADVANCES, about="campaign.general.choose", options=open_,
                      say=tuple(say[word] for word in open_), default=open_[0], facts=facts)  # fmt: skip

    def choose(self, band: Band, member: str, option: str) -> Step | Refusal:
        """The characteristic is better by one for good; why not, where no advance is due or it is not open."""
        asked = next((one for one in self.choices(band) if one.member == member), None)
        if asked is None:
            return refuse("campaign.general.no-advance", ADVANCES, who=member[:40])
        if option not in asked.options:
            return refuse("campaign.general.not-open", ADVANCES, who=member, what=option[:40])
        deltas = (Delta("due", member, add=-1), Delta("gained", member, more=option))
        return Step("advance", ADVANCES, "campaign.general.advanced", {"who": member, "what": option}, deltas)

    def open_to(self, member: Member) -> tuple[str, ...]:
        """The characteristics a member has not raised."""
        return unraised(member, self.bands.raises)


def unraised(member: Member, raises: tuple[str, ...]) -> tuple[str, ...]:
    """The characteristics that a member has not raised."""
    return tuple(word for word in raises if word not in member.gained)


@dataclass
class Ledger:
    """A warband while its aftermath is written: as it stands after the steps so far."""

    band: Band
    throw: Throw
    raises: tuple[str, ...]
    steps: list[Step] = field(default_factory=list)

    def post(
        self, kind: str, clause: Clause, about: str, facts: dict[str, Fact], *deltas: Delta, faces: Faces = ()
    ) -> None:
        """One step more, its changes made."""
        self.band = apply_all(self.band, deltas)
        dice = DIE if faces else None
        self.steps.append(Step(kind, clause, f"campaign.general.{about}", facts, deltas, dice, faces))

    def roll(self) -> Faces:
        """One die."""
        return self.throw(DIE)

    def member(self, id: str) -> Member:
        """A member as it is now."""
        return self.band.members[id]


def to(field: str, member: Member, number: int) -> tuple[Delta, ...]:
    """What makes a number of a member this one; nothing if it is."""
    more = number - getattr(member, field)
    return (Delta(field, member.id, add=more),) if more else ()


def part(number: int, share: int) -> int:
    """One in so many, rounded up.

    >>> part(10, 4)
    3
    """
    return -(-number // share)


# -- who comes back ---------------------------------------------------------------


def come_back(book: Ledger, fought: Mapping[str, Deed]) -> None:
    """Those that missed this battle are fit again (CPN-AFT-02)."""
    for m in book.band.living():
        if m.state == OUT and m.id not in fought:
            book.post("recovery", BACK, "back", {"who": m.id}, Delta("state", m.id, put=FIT))


def record(book: Ledger, id: str, deed: Deed) -> None:
    """One battle more, and whom it brought down (CPN-AFT-03)."""
    kills = max(0, deed.kills)
    deltas = (Delta("battles", id, add=1), *to("kills", book.member(id), book.member(id).kills + kills))
    book.post("battle", RECORD, "fought", {"who": id, "kills": kills}, *deltas)


def reckon(book: Ledger, id: str, deed: Deed) -> None:
    """What its losses come to (CPN-AFT-04 to CPN-AFT-08)."""
    single = book.member(id).full == 1
    if deed.left > 0:
        thinned(book, id, deed)
    elif deed.fate == FLED:
        ran(book, id)
    elif single:
        fell(book, id)
    else:
        wiped(book, id)


def thinned(book: Ledger, id: str, deed: Deed) -> None:
    """Half of those a unit lost come back (CPN-AFT-04)."""
    m = book.member(id)
    lost = min(max(0, deed.start - deed.left), m.models - 1)
    if lost:
        returned = lost // RULES["losses"]["share"]
        facts: dict[str, Fact] = {"who": id, "lost": lost, "returned": returned, "left": m.models - lost + returned}
        book.post("wound", LOSSES, "losses", facts, *to("models", m, m.models - lost + returned))


def ran(book: Ledger, id: str) -> None:
    """Half of a unit that left the table come back, a single model unharmed (CPN-AFT-06)."""
    m = book.member(id)
    left = part(m.models, RULES["fled"]["share"])
    about = "ran.one" if m.full == 1 else "ran"
    book.post("recovery", LEFT, about, {"who": id, "left": left}, *to("models", m, left))


def wiped(book: Ledger, id: str) -> None:
    """A unit of which nobody is left forms again or is lost (CPN-AFT-05)."""
    m, faces = book.member(id), book.roll()
    if faces[0] >= RULES["wiped"]["forms"]:
        left = min(m.models, part(m.full, RULES["wiped"]["share"]))
        book.post("recovery", WIPED, "forms", {"who": id, "left": left}, *to("models", m, left), faces=faces)
    else:
        gone = Delta("state", id, put=DEAD)
        book.post("death", WIPED, "lost", {"who": id}, *to("models", m, 0), gone, faces=faces)


def fell(book: Ledger, id: str) -> None:
    """A single model is dead, injured for good, out of the next battle, or unharmed (CPN-AFT-07)."""
    faces = book.roll()
    match RULES["fallen"]["faces"][faces[0] - 1]:
        case "dead":
            book.post("death", FALLEN, "dead", {"who": id}, Delta("state", id, put=DEAD), faces=faces)
        case "injured":
            book.post("wound", FALLEN, "injured", {"who": id}, faces=faces)
            injure(book, id)
        case "out":
            book.post("wound", FALLEN, "out", {"who": id}, Delta("state", id, put=OUT), faces=faces)
        case _:
            book.post("recovery", FALLEN, "unharmed", {"who": id}, faces=faces)


def injure(book: Ledger, id: str) -> None:
    """A characteristic is worse by one for good, or the next battle is missed (CPN-AFT-08)."""
    faces = book.roll()
    word = book.raises[faces[0] - 1] if faces[0] <= len(book.raises) else ""
    if word and word not in book.member(id).injuries:
        facts: dict[str, Fact] = {"who": id, "what": word}
        book.post("wound", INJURY, "injury", facts, Delta("injuries", id, more=word), faces=faces)
    else:
        book.post("wound", INJURY, "injury.out", {"who": id}, Delta("state", id, put=OUT), faces=faces)


def leave_somebody(book: Ledger) -> None:
    """Where nobody could fight the next battle, one can after all (CPN-AFT-09)."""
    if book.band.fit():
        return
    for state, about in ((OUT, "spared"), (DEAD, "found")):
        members = [m for m in book.band.members.values() if m.state == state]
        if members:
            m = max(members, key=lambda one: one.cost)
            left = m.models or part(m.full, RULES["wiped"]["share"])
            deltas = (*to("models", m, left), Delta("state", m.id, put=FIT))
            book.post("recovery", SOMEBODY, about, {"who": m.id, "left": left}, *deltas)
            return


# -- what they gain ---------------------------------------------------------------


def learn(book: Ledger, id: str, deed: Deed, result: str, *, weaker: bool) -> None:
    """Experience of one that lives, and the advances due with it (CPN-AFT-10, CPN-AFT-11)."""
    m, row = book.member(id), RULES["experience"]
    if m.state in GONE:
        return
    kills = min(max(0, deed.kills) * row["kill"], row["kills"])
    gain = row["survived"] + row["won"] * (result == WON) + kills + row["underdog"] * weaker
    facts: dict[str, Fact] = {"who": id, "gain": gain, "total": m.experience + gain}
    book.post("experience", EXPERIENCE, "experience", facts, *to("experience", m, m.experience + gain))
    passed = sum(m.experience < at <= m.experience + gain for at in RULES["advances"]["at"])
    due = min(passed, len(unraised(m, book.raises)) - m.due)
    if due > 0:
        book.post("advance", ADVANCES, "due", {"who": id, "due": due}, Delta("due", id, add=due))


def earn(book: Ledger, result: str) -> None:
    """More for the loser than for the winner (CPN-AFT-12)."""
    row = RULES["income"]
    points = book.band.notes.get("limit", row["usual"]) * row[result] // 100
    facts: dict[str, Fact] = {"points": points, "purse": book.band.purse + points}
    book.post("income", INCOME, f"income.{result}", facts, *paid(points))


def honour(book: Ledger, result: str, *, weaker: bool) -> None:
    """For a victory, for a draw, for having fought a stronger one (CPN-AFT-13)."""
    row = RULES["honour"]
    number = row[result] + row["underdog"] * weaker
    if number:
        facts: dict[str, Fact] = {"honour": number, "total": book.band.honour + number}
        book.post("honour", HONOUR, "honour", facts, Delta("honour", add=number))
