"""Everything that can happen to a campaign: the entries of its ledger, past tense, never changed once written."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from app.campaigns.model import Chapter, Feat, Fixture, Round, Settings, Trade
from app.engine.campaigns import Band, Delta, Step
from app.engine.refusals import Clause


class Entry(Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    """One thing that happened.  ``clause``: what it rests on; ``seen_by``: guests who alone may read it, if not all.

    ``salt``: of a sealed one, or one with a word to few, so that the chain, which all may see, does not tell what it
    says to who guesses.
    """

    clause: Clause = Clause("")
    seen_by: tuple[str, ...] | None = None
    salt: str = ""


# -- people ---------------------------------------------------------------------


class Founded(Entry, frozen=True, tag="founded"):
    system: str
    name: str
    settings: Settings
    guest: str
    host: str
    """The name of the host."""


class Changed(Entry, frozen=True, tag="changed"):
    name: str
    settings: Settings
    reason: str = ""


class Invited(Entry, frozen=True, tag="invited"):
    guest: str
    name: str
    by: str


class KeyRenewed(Entry, frozen=True, tag="key-renewed"):
    pass


class Joined(Entry, frozen=True, tag="joined"):
    guest: str
    name: str
    roles: tuple[str, ...] = ("player",)
    entropy: str = ""


class RolesSet(Entry, frozen=True, tag="roles-set"):
    guest: str
    roles: tuple[str, ...]


class Left(Entry, frozen=True, tag="left"):
    guest: str
    reason: str = ""


class Announced(Entry, frozen=True, tag="announced"):
    title: str
    text: str
    by: str


# -- warbands -------------------------------------------------------------------


class Raised(Entry, frozen=True, tag="raised"):
    """A warband has come into the campaign.

    Of one from another campaign ``was`` is the name it had there, and ``origin`` that campaign's, if all may read it.
    """

    warband: str
    guest: str
    name: str
    emblem: int
    hue: int
    band: Band
    round: int = 0
    was: str = ""
    origin: str = ""


class Posted(Entry, frozen=True, tag="posted"):
    """A line of the ledger: ``step.kind`` says of which sort, ``step.deltas`` all that changed.

    ``by``: who chose, where somebody did; ``reason``: of a ruling, which corrects without touching what was written.
    ``throw``: the number of its throw in its round, where dice fell; ``again``: it had fallen before.
    """

    warband: str
    step: Step
    fixture: str = ""
    by: str = ""
    reason: str = ""
    round: int = 0
    throw: int = -1
    again: bool = False


class Offered(Entry, frozen=True, tag="offered"):
    trade: Trade


class Withdrawn(Entry, frozen=True, tag="withdrawn"):
    trade: str


class Traded(Entry, frozen=True, tag="traded"):
    """Both sides of a trade or a transfer, in one line, so that nothing is lost or made between them."""

    one: str
    other: str
    deltas: tuple[Delta, ...]
    others: tuple[Delta, ...]
    trade: str = ""
    sort: str = "trade"
    """trade or transfer"""
    reason: str = ""


class Status(Entry, frozen=True, tag="status"):
    """A warband is active, in reserve (a stand-in leads it) or retired."""

    warband: str
    status: str
    reason: str = ""


class HandedOver(Entry, frozen=True, tag="handed-over"):
    warband: str
    guest: str


class Written(Entry, frozen=True, tag="written"):
    """A page of a warband's story."""

    warband: str
    chapter: Chapter


class Commented(Entry, frozen=True, tag="commented"):
    fixture: str
    guest: str
    at: int
    text: str


class Unsaid(Entry, frozen=True, tag="unsaid"):
    fixture: str
    number: int


# -- rounds ---------------------------------------------------------------------


class RoundOpened(Entry, frozen=True, tag="round-opened"):
    round: Round
    fixtures: tuple[Fixture, ...] = ()


class FixtureAdded(Entry, frozen=True, tag="fixture-added"):
    fixture: Fixture


class Proposed(Entry, frozen=True, tag="proposed"):
    fixture: str
    warband: str
    times: tuple[int, ...]
    word: str = ""


class Agreed(Entry, frozen=True, tag="agreed"):
    fixture: str
    when: int


class Hastened(Entry, frozen=True, tag="hastened"):
    fixture: str
    warband: str
    early: bool = True


class Extended(Entry, frozen=True, tag="extended"):
    """A round (no ``fixture``) or one battle has until later."""

    due: int
    fixture: str = ""
    reason: str = ""


class ScenarioSet(Entry, frozen=True, tag="scenario-set"):
    fixture: str
    scenario: str
    by: str = ""


class Mustered(Entry, frozen=True, tag="mustered"):
    """Who is sent is settled and the warband's roster locked; secret until the battle is laid."""

    fixture: str
    warband: str
    members: tuple[str, ...]
    version: int


class Unmustered(Entry, frozen=True, tag="unmustered"):
    """Who is sent is open again, the roster unlocked."""

    fixture: str
    warband: str


class SplitSet(Entry, frozen=True, tag="split-set"):
    """How a warband is divided among the battles of a story; secret until all have divided theirs."""

    warband: str
    groups: dict[str, tuple[str, ...]]


class StoodIn(Entry, frozen=True, tag="stood-in"):
    """A bot leads this warband in a battle."""

    fixture: str
    warband: str


class Reminded(Entry, frozen=True, tag="reminded"):
    """Who is awaited was reminded of a battle, or of the march of all (no ``fixture``)."""

    warband: str
    at: int
    by: str
    fixture: str = ""


class Laid(Entry, frozen=True, tag="laid"):
    fixture: str
    game: str


class Chaired(Entry, frozen=True, tag="chaired"):
    """An umpire of the campaign umpires the table of a battle."""

    fixture: str
    guest: str


class Ended(Entry, frozen=True, tag="ended"):
    """A battle is decided.  ``result``: won, draw, bye, forfeit, standoff; ``chain``: the last link of its record."""

    fixture: str
    result: str
    winner: str = ""
    points: dict[str, int] = {}
    chain: str = ""
    reason: str = ""
    by: str = ""
    """Who ruled so, where somebody did."""
    feats: tuple[Feat, ...] = ()


class Overturned(Entry, frozen=True, tag="overturned"):
    """A battle that was over ends otherwise by a ruling.  ``was`` and ``won_by``: how it stood before."""

    fixture: str
    result: str
    """won, draw, forfeit, standoff or void"""
    by: str
    reason: str
    winner: str = ""
    was: str = ""
    won_by: str = ""


class Disputed(Entry, frozen=True, tag="disputed"):
    fixture: str
    warband: str
    reason: str


class Upheld(Entry, frozen=True, tag="upheld"):
    """A disputed result stands."""

    fixture: str
    by: str
    reason: str


class Voided(Entry, frozen=True, tag="voided"):
    fixture: str
    reason: str
    by: str = ""


class Settled(Entry, frozen=True, tag="settled"):
    """The aftermath of a battle is done for a warband, its roster unlocked."""

    fixture: str
    warband: str


class RoundClosed(Entry, frozen=True, tag="round-closed"):
    number: int
    seed: str
    closed: int = 0


class Closed(Entry, frozen=True, tag="closed"):
    """The campaign is over."""

    winner: str = ""
    reason: str = ""


# -- the map and the story ------------------------------------------------------


class Mapped(Entry, frozen=True, tag="mapped"):
    map: Any
    owners: dict[str, str] = {}
    capitals: dict[str, str] = {}


class Taken(Entry, frozen=True, tag="taken"):
    """A province has another owner (empty: nobody)."""

    province: str
    warband: str


class Placed(Entry, frozen=True, tag="placed"):
    """An army stands in a province (empty: nowhere)."""

    warband: str
    province: str


class Ordered(Entry, frozen=True, tag="ordered"):
    """A march, sealed until all are shown: ``way`` begins where the army stands."""

    warband: str
    way: tuple[str, ...]


class Shown(Entry, frozen=True, tag="shown"):
    """All orders of the season at once."""

    orders: dict[str, tuple[str, ...]]


class Stepped(Entry, frozen=True, tag="stepped"):
    """The season goes on to another of its steps: income, orders, battles or recovered."""

    step: str
    due: int = 0
    """When orders are shown at the latest."""


class Besieged(Entry, frozen=True, tag="besieged"):
    """Seasons a castle has held; ``seasons`` -1: the siege is over."""

    province: str
    seasons: int


class Reached(Entry, frozen=True, tag="reached"):
    """A chapter of the story."""

    chapter: str


class Held(Entry, frozen=True, tag="held"):
    """Seasons running that houses have held the capital province."""

    held: dict[str, int]


Happened = (
    Founded | Changed | Invited | KeyRenewed | Joined | RolesSet | Left | Announced
    | Commented | Unsaid | Raised | Posted | Offered | Withdrawn | Traded | Status | HandedOver | Written
    | RoundOpened | FixtureAdded | Proposed | Agreed | Hastened | Extended | ScenarioSet | Mustered | Unmustered
    | SplitSet | StoodIn | Reminded | Laid | Chaired | Ended | Overturned | Disputed | Upheld | Voided | Settled
    | RoundClosed | Closed | Mapped | Taken | Placed | Ordered | Shown | Stepped | Besieged | Reached | Held
)  # fmt: skip
