"""A campaign as it stands: values only, changed by folding its ledger (``evolve``).

Times are milliseconds since 1970.  A fixture's sides are warbands; an empty second side is a bye.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, NewType

from msgspec import Meta, Struct, field

from app.engine.campaigns import Band, Choice
from app.engine.refusals import Fact
from app.games.grounds import Body
from app.games.worlds import World

CampaignId = NewType("CampaignId", str)
DAY_MS = 86_400_000
WorldKey = Annotated[str, Meta(pattern="^[a-z0-9_-]{1,40}~[A-Za-z0-9_-]{1,32}$")]
CoverKey = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{0,32}$")]
GroundKey = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,32}$")]

PAIRINGS = ("round-robin", "swiss", "territory", "challenge", "story", "map")
"""How a round's battles come about; ``map``: by marches, ``story``: by the story's own tree."""
EARLY = ("forfeit", "won", "fought")
"""What a battle may be that is resigned early (CPN-RES-16)."""
OPEN, PLAYING, DONE, VOID = "open", "playing", "done", "void"


class Ground(Struct, frozen=True, forbid_unknown_fields=True):
    """A drawn table of a campaign: what it is called, and what lies on it."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    body: Body


class Settings(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the host has set.  ``days``: of a round, 0 for no deadline; ``points``: a warband begins with so many.

    ``rounds``: 0 for as many as the pairing needs.  ``table``: the options of its games (clock, who may watch).
    ``years``: of a map campaign.  ``public``: strangers may read it; ``open``: anybody with an account may join.
    """

    pairing: str = "round-robin"
    points: int = 0
    growth: int = 0
    """So many points more may be sent to a battle with each round after the first."""
    rounds: int = 0
    days: int = 7
    hours: int = 0
    """Hours of a round besides its days."""
    pause: int = 0
    """Hours from the end of a round until the next one may open."""
    weekday: int = 0
    """The day on which rounds open, 1 to 7 from Monday, 8 for any; 0 for as soon as the one before is closed."""
    hour: int = 0
    zone: str = "UTC"
    years: int = 4
    map: str = ""
    story: str = ""
    scenarios: tuple[str, ...] = ()
    worlds: dict[WorldKey, World] = field(default_factory=dict)
    """Its own scenarios, by the keys under which ``scenarios`` names them: ``printed~id``."""
    grounds: dict[GroundKey, Ground] = field(default_factory=dict)
    """Drawn tables that its battles take in turn."""
    underdog: bool = True
    public: bool = True
    open: bool = False
    late: bool = True
    settlers: bool = False
    """Whether a house may come late to a map."""
    veterans: bool = False
    """Whether warbands may come from other campaigns as they stand."""
    disputes: int = 3
    """Days in which a result may be disputed."""
    grace: int = 30
    """Minutes after the date that was agreed at which clocks run although somebody has not come."""
    absence: int = 24
    """Hours somebody is awaited before an umpire may let a bot lead his warband; 0 for none."""
    resign: int = 1
    """Until the end of which turn a resignation counts as ``early``."""
    early: str = "forfeit"
    """What a battle is that was resigned early: forfeit, won (nothing follows from either) or fought."""
    house: str = ""
    """House rules, in words: what is agreed beyond the rulebooks."""
    cover: CoverKey = ""
    """The address of its picture."""
    scoring: dict[str, int] = field(default_factory=dict)
    """What a battle is worth that ended so, where it is not the usual: won, draw, lost, forfeit, bye, standoff."""
    counsel: bool = False
    """Whether all at its tables may see what a veteran would order."""
    table: dict[str, Any] = field(default_factory=dict)


class Player(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody in a campaign.  ``state``: invited, in, left; ``roles``: host, umpire, player, watcher.

    ``left``: he has left and was not invited since; he may watch, not play.  ``removed``: by a host; nor watch.
    """

    guest: str
    name: str
    roles: tuple[str, ...] = ()
    state: str = "in"
    entropy: str = ""
    left: bool = False
    removed: bool = False


class Chapter(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A page of a warband's story: by whom, after which fixture, at which version of its game, with which picture."""

    title: str
    text: str
    by: str
    at: int
    fixture: str = ""
    version: int = 0


class Warband(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A warband of a campaign.  ``status``: active, reserve (a stand-in leads it), retired.

    ``version`` grows with every change of its band; ``locked``: the fixtures for which its roster is locked.
    """

    id: str
    guest: str
    name: str
    emblem: int
    hue: int
    band: Band
    version: int = 0
    status: str = "active"
    locked: tuple[str, ...] = ()
    joined: int = 0
    """The round in which it came."""
    chapters: tuple[Chapter, ...] = ()


class Proposal(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Up to three dates one side offers, with a word to the other."""

    by: str
    times: tuple[int, ...]
    word: str = ""


class Feat(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody brought down in a battle.  ``who`` did it to ``whom``: a member of ``side`` and one of ``foe``.

    Where there is no warband they are the names of those who stood there; ``who`` is empty where nobody did it.
    ``times``: how many of a unit; ``version``: the last moment of its game at which it happened.
    """

    side: str = ""
    who: str = ""
    foe: str = ""
    whom: str = ""
    times: int = 1
    turn: int = 0
    version: int = 0


class Comment(Struct, frozen=True):
    """What somebody said beside a battle, and when; without text where it was taken back."""

    guest: str
    at: int
    text: str


class Fixture(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A battle to be fought.  ``sides``: warbands, the first at home; ``place``: a province.

    ``state``: open, playing, done, void.  ``musters``: who is sent, by warband: members and the version of the band.
    ``result``: won, draw, bye, forfeit, standoff; ``winner`` of won and forfeit.  ``settled``: sides whose
    aftermath is done.
    """

    id: str
    round: int
    sides: tuple[str, str]
    scenario: str = ""
    state: str = OPEN
    options: dict[str, Any] = field(default_factory=dict)
    place: str = ""
    due: int = 0
    proposals: dict[str, Proposal] = field(default_factory=dict)
    when: int = 0
    early: tuple[str, ...] = ()
    """Warbands whose leaders would begin before the date that was agreed."""
    musters: dict[str, Muster] = field(default_factory=dict)
    game: str = ""
    result: str = ""
    winner: str = ""
    points: dict[str, int] = field(default_factory=dict)
    extra: dict[str, int] = field(default_factory=dict)
    """Points of help for the weaker, by warband."""
    settled: tuple[str, ...] = ()
    ruled: bool = False
    """Whether its result is an umpire's."""
    stand_ins: tuple[str, ...] = ()
    """Warbands for which a bot was called in this battle, as often as it was."""
    disputed: tuple[str, ...] = ()
    """Warbands whose leaders dispute its result, until an umpire has answered."""
    chairs: tuple[str, ...] = ()
    """Umpires of the campaign who umpire its table."""
    garrison: Any = None
    """The roster of those who hold a province of nobody, where the second side is empty and a battle is fought."""
    story: str = ""
    """The chapter of a story this battle is."""
    kind: str = ""
    """On a map: province, border, garrison or relief."""
    goals: dict[str, str] = field(default_factory=dict)
    """On a border: where each was marching to."""
    defender: str = ""
    feats: tuple[Feat, ...] = ()
    """Who brought whom down at its table."""
    comments: tuple[Comment, ...] = ()

    def others(self, warband: str) -> tuple[str, ...]:
        """The sides but this one, byes left out."""
        return tuple(one for one in self.sides if one and one != warband)

    @property
    def is_over(self) -> bool:
        """Whether nothing is to be fought any more."""
        return self.state in (DONE, VOID)


class Muster(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who is sent to a battle, and the version of the warband that was locked."""

    members: tuple[str, ...]
    version: int


class Round(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A round, or a season on a map.  ``commit``: the hash of its seed, published first; ``seed`` once it is closed.

    ``throws``: how many throws were made with it.  ``step``: on a map orders, battles or closed.
    """

    number: int
    commit: str
    state: str = OPEN
    begun: int = 0
    due: int = 0
    fixtures: tuple[str, ...] = ()
    throws: int = 0
    seed: str = ""
    closed: int = 0
    """When it was closed, in milliseconds since 1970."""
    year: int = 0
    season: str = ""
    step: str = ""
    orders_due: int = 0
    entropy: dict[str, str] = field(default_factory=dict)


class Land(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The map and what stands on it.  ``owners`` and ``armies`` by province and by warband.

    ``orders``: sealed marches by warband, ``None`` once shown; ``sieges``: seasons held, by province.
    """

    map: Any
    owners: dict[str, str] = field(default_factory=dict)
    armies: dict[str, str] = field(default_factory=dict)
    orders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    shown: dict[str, tuple[str, ...]] = field(default_factory=dict)
    sieges: dict[str, int] = field(default_factory=dict)
    capitals: dict[str, str] = field(default_factory=dict)
    held: dict[str, int] = field(default_factory=dict)
    """Seasons running that each house has held the capital province."""


class News(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What happened, to be worded: sentence key and facts, the entry it comes from."""

    seq: int
    at: int
    about: str
    facts: dict[str, Fact] = field(default_factory=dict)
    fixture: str = ""
    warband: str = ""


class Campaign(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that is true of a campaign.  ``state``: recruiting, running, ended; ``seq``: entries folded so far."""

    id: CampaignId
    system: str = ""
    name: str = ""
    settings: Settings = Settings()
    state: str = "recruiting"
    seq: int = 0
    key: int = 1
    """The number of the link that invites; a new one makes the old one worthless."""
    players: dict[str, Player] = field(default_factory=dict)
    warbands: dict[str, Warband] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    fixtures: dict[str, Fixture] = field(default_factory=dict)
    land: Land | None = None
    story: tuple[str, ...] = ()
    """The chapters of the story that were reached."""
    splits: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    """How warbands were divided among the battles of the story: members by group."""
    trades: dict[str, Trade] = field(default_factory=dict)
    reminded: dict[str, int] = field(default_factory=dict)
    """When the leader of a warband was reminded last, by warband and battle (``reminders.py``)."""
    winner: str = ""
    archive: bool = False
    """Whether it was read from a file, to be looked at; its ledger does not say so."""
    news: tuple[News, ...] = ()

    @property
    def round(self) -> Round | None:
        """The last round that was opened."""
        return self.rounds[-1] if self.rounds else None

    def active(self) -> tuple[Warband, ...]:
        """Warbands that still fight, in the order in which they came."""
        return tuple(w for w in self.warbands.values() if w.status != "retired")

    def of_guest(self, guest: str) -> tuple[Warband, ...]:
        """The warbands somebody leads."""
        return tuple(w for w in self.warbands.values() if w.guest == guest and w.status != "retired")

    def fights(self, number: int) -> Iterator[Fixture]:
        """The fixtures of a round, in their order."""
        return (f for f in self.fixtures.values() if f.round == number)

    def has(self, guest: str, *roles: str) -> bool:
        """Whether somebody in it has one of these roles."""
        player = self.players.get(guest)
        return player is not None and player.state == "in" and any(role in player.roles for role in roles)


class Trade(Struct, frozen=True, kw_only=True):
    """An offer of one warband to another: points and members given for points and members taken."""

    id: str
    by: str
    to: str
    gives: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    pays: int = 0
    gets: int = 0


Choices = dict[str, tuple[Choice, ...]]
