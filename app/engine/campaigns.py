"""What a rule system gives a campaign: warbands that outlive a battle, and what becomes of them after it.

All of it is pure.  A warband is a ``Band``: what its rules need to know of it.  It changes by ``Delta`` alone, which
says what is added to or put into which field; whoever keeps the deltas in order keeps the warband.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from msgspec import Struct, convert, field
from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.dice import Dice, Faces
from app.engine.events import Seat
from app.engine.refusals import Clause, Fact, Refusal
from app.engine.system import Setup

S_contra = TypeVar("S_contra", contravariant=True)
Throw = Callable[[Dice], Faces]
"""Throws dice of the campaign; they are as verifiable as those of a game."""

FIT, OUT, DEAD, CAPTIVE, RETIRED = "fit", "out", "dead", "captive", "retired"
GONE = (DEAD, CAPTIVE, RETIRED)
"""States of a member that does not come back to a battle by itself."""


class Member(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A model, unit or leader of a warband as it stands between two battles.

    ``id`` is unique in its warband for ever; ``kind`` the sentence key of what it is; ``line`` what the roster of its
    system says of it.  ``models``: how many it has now (stands, in Daimyo), of ``full``.  ``cost`` in points.
    ``gained`` and ``injuries`` are words of the system; ``due``: advances its player has still to choose.
    ``state``: fit, out (misses the next battle), dead, captive or retired.
    """

    id: str
    kind: str
    line: Any
    cost: int
    name: str = ""
    models: int = 1
    full: int = 1
    experience: int = 0
    kills: int = 0
    battles: int = 0
    due: int = 0
    gained: tuple[str, ...] = ()
    injuries: tuple[str, ...] = ()
    honours: tuple[str, ...] = ()
    state: str = FIT
    notes: dict[str, int] = field(default_factory=dict)
    """What its system counts besides, by name."""
    word: str = ""
    """A line about it, as its player wrote it."""


class Band(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A warband as its rules see it.  ``head``: its roster without the lines of its members.

    ``purse``: points to spend; ``honour``: the second currency, that nothing is bought with.
    """

    head: Any
    members: dict[str, Member] = field(default_factory=dict)
    purse: int = 0
    honour: int = 0
    notes: dict[str, int] = field(default_factory=dict)

    def living(self) -> tuple[Member, ...]:
        """Members that still belong to it, in the order in which they came."""
        return tuple(m for m in self.members.values() if m.state not in GONE)

    def worth(self) -> int:
        """What its living members cost, in points."""
        return sum(m.cost for m in self.living())

    def fit(self) -> tuple[Member, ...]:
        """Members that can be sent to the next battle."""
        return tuple(m for m in self.members.values() if m.state == FIT)


class Delta(Struct, frozen=True, omit_defaults=True):
    """One change of one field.  ``who``: a member's id, empty for the band itself.

    ``add`` to a number (``notes.x`` names a note), ``put`` a value, ``more`` a word in a list, ``less`` a word out
    of it.  ``field`` ``member`` with ``put`` a whole ``Member`` as JSON is a new one.
    """

    field: str
    who: str = ""
    add: int = 0
    put: Any = None
    more: str = ""
    less: str = ""


class Step(Struct, frozen=True, omit_defaults=True):
    """One line of the ledger as rules write it.

    ``kind``: recruit, battle, wound, death, experience, honour, income, purchase, advance or recovery.  ``about`` and
    ``facts`` word it, ``faces`` are the dice it rests on; with no ``deltas`` it only tells.
    """

    kind: str
    clause: Clause
    about: str
    facts: dict[str, Fact] = field(default_factory=dict)
    deltas: tuple[Delta, ...] = ()
    dice: Dice | None = None
    faces: Faces = ()


class Deed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a member did in a battle.  ``fate``: empty if it stood at the end, else the word of its system.

    ``left`` of ``start`` models or stands; ``kills``: enemies it brought down.  ``facts``: what its system needs
    besides.
    """

    id: str
    fate: str = ""
    start: int = 1
    left: int = 1
    kills: int = 0
    facts: dict[str, int] = field(default_factory=dict)


class Choice(Struct, frozen=True, kw_only=True):
    """What a player is to choose after a battle: for which member, of what, and what is taken if he stays away.

    ``options`` are words; ``say`` the sentence key of each, in the same order.
    """

    member: str
    clause: Clause
    about: str
    options: tuple[str, ...]
    say: tuple[str, ...]
    default: str
    facts: dict[str, Fact] = field(default_factory=dict)


class Offer(Struct, frozen=True, kw_only=True):
    """Something that can be bought: ``line`` as the roster writes it, what it is called, what it costs."""

    key: str
    kind: str
    line: Any
    cost: int


class Bands(Protocol[S_contra]):
    """What every system tells a campaign: how rosters and warbands become each other, and what was done in a battle."""

    scenarios: tuple[str, ...]
    """Those that campaign battles are drawn from."""

    def enlist(self, roster: Json, limit: int) -> Band | tuple[Refusal, ...]:
        """The warband that begins with this roster of at most so many points; what is not spent is in its purse."""
        ...

    def value(self, band: Band) -> int:
        """What its living members are worth, in points."""
        ...

    def refuse_muster(self, band: Band, members: Sequence[str]) -> tuple[Refusal, ...]:
        """All that stands against sending these members to a battle."""
        ...

    def muster(self, band: Band, members: Sequence[str], extra: int = 0) -> Json:
        """The roster of a battle: these members with all they have gained and suffered.

        ``extra``: points of mercenaries for this battle only, if the system knows any.  It is legal in a set-up
        whose options say ``campaign``.
        """
        ...

    def deeds(self, state: S_contra, seat: Seat) -> tuple[Deed, ...]:
        """What each member of this seat's roster did, from the last state of the battle."""
        ...

    def points(self, state: S_contra, seat: Seat) -> int:
        """The battle points of a seat, for tie-breaks."""
        ...

    def market(self, band: Band) -> tuple[Offer, ...]:
        """What it may buy, dear or cheap; ``purchase`` says no to what it cannot pay."""
        ...

    def purchase(self, band: Band, key: str, id: str, name: str) -> Step | Refusal:
        """A new member of this id from the market, or why not."""
        ...

    def setup_options(self, setup: Setup) -> Mapping[str, Any]:
        """What a battle of a campaign needs in the options of its set-up besides."""
        ...


class CampaignRules(Bands[S_contra], Protocol[S_contra]):
    """A system with campaign rules of its own; the others get the general ones."""

    def aftermath(
        self, band: Band, deeds: Sequence[Deed], result: str, throw: Throw, facts: Mapping[str, int]
    ) -> tuple[Step, ...]:
        """All that follows for a warband from a battle ``won``, ``lost`` or ``drew``, in the order of the rules.

        A member that is not among the deeds did not fight.  ``facts``: what the campaign knows of the battle.
        """
        ...

    def choices(self, band: Band) -> tuple[Choice, ...]:
        """What its player has still to choose."""
        ...

    def choose(self, band: Band, member: str, option: str) -> Step | Refusal:
        """What follows from a choice, or why it is not open."""
        ...


@runtime_checkable
class Teaches(Protocol):
    """Campaign rules in which experience brings advances."""

    advances: tuple[int, ...]
    """The experience with which a member has its first advance, its second and so on."""


@runtime_checkable
class Embodies(Protocol[S_contra]):
    """What a system has besides that says which counter, unit or leader of a battle is which member."""

    def pieces(self, state: S_contra, seat: Seat) -> Mapping[str, str]:
        """The members of this seat's roster, each with its id at the table."""
        ...


@runtime_checkable
class Helps(Protocol):
    """What a system has besides whose rulebook says how much help the weaker of two bands gets."""

    def help(self, mine: int, theirs: int) -> int:
        """Points of help in a battle for a band of this value against one of that."""
        ...


# -- changes that many rules make -----------------------------------------------


def paid(points: int) -> tuple[Delta, ...]:
    """Points into the purse, or out of it."""
    return (Delta("purse", add=points),) if points else ()


def recorded(deeds: Sequence[Deed]) -> tuple[Delta, ...]:
    """One battle more for all who were in it, and what they brought down."""
    kills = (Delta("kills", deed.id, add=deed.kills) for deed in deeds if deed.kills)
    return (*(Delta("battles", deed.id, add=1) for deed in deeds), *kills)


# -- help for one battle ----------------------------------------------------------


def lent(bands: Bands[Any], band: Band, points: int) -> tuple[Band, tuple[str, ...]]:
    """A warband with the dearest members besides that its market sells for so many points, and who they are.

    They are for one battle: nobody of its own is changed and its purse pays nothing.
    """
    if points <= 0:
        return band, ()
    now, found = replace(band, purse=points), list[str]()
    while step := dearest(bands, now, f"lent-{len(found) + 1}"):
        now = apply_all(now, step.deltas)
        found.append(f"lent-{len(found) + 1}")
    return replace(now, purse=band.purse), tuple(found)


def dearest(bands: Bands[Any], band: Band, id: str) -> Step | None:
    """The purchase of the dearest new member that the purse pays for, the first of the market among equals."""
    for offer in sorted(bands.market(band), key=lambda one: -one.cost):
        step = bands.purchase(band, offer.key, id, "") if offer.cost <= band.purse else None
        if isinstance(step, Step) and any(delta.field == "member" for delta in step.deltas):
            return step
    return None


# -- folding --------------------------------------------------------------------


def apply(band: Band, delta: Delta) -> Band:
    """The warband after a change.  What does not fit it is a ``ValueError``: no member, no field, a number below 0."""
    if delta.field == "member":
        member = read_member(delta.put)
        if member.id in band.members:
            raise ValueError(f"there is a member {member.id} already")
        return replace(band, members={**band.members, member.id: member})
    if not delta.who:
        return changed(band, delta)
    if delta.who not in band.members:
        raise ValueError(f"no member {delta.who}")
    return replace(band, members={**band.members, delta.who: changed(band.members[delta.who], delta)})


def apply_all(band: Band, deltas: Sequence[Delta]) -> Band:
    """The warband after all these changes."""
    for delta in deltas:
        band = apply(band, delta)
    return band


Changed = TypeVar("Changed", Band, Member)


def changed(one: Changed, delta: Delta) -> Changed:
    """A band or member with one field changed."""
    name, _, note = delta.field.partition(".")
    if name not in one.__struct_fields__ or name in ("id", "members"):
        raise ValueError(f"no field {delta.field}")
    value = getattr(one, name)
    if note:
        return replace(one, **{name: {**value, note: value.get(note, 0) + delta.add}})
    return replace(one, **{name: new_value(delta, value)})


def new_value(delta: Delta, value: Json) -> Json:
    """The value of a field after a change of it."""
    if delta.more:
        return (*value, delta.more)
    if delta.less:
        if delta.less not in value:
            raise ValueError(f"{delta.field} has no {delta.less}")
        at = value.index(delta.less)
        return value[:at] + value[at + 1 :]
    if delta.add or (delta.put is None and isinstance(value, int)):
        if value + delta.add < 0 and delta.field != "honour":
            raise ValueError(f"{delta.field} would fall below 0")
        return value + delta.add
    return tuple(delta.put) if isinstance(value, tuple) else delta.put


def read_member(raw: Json) -> Member:
    """A member from JSON."""
    return convert(raw, Member)
