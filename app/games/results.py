"""What the service of hosted games takes and gives: plain values, one class an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NewType

from msgspec import UNSET, Struct, UnsetType, field

from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.own import Own
from app.engine.pictures import Picture
from app.engine.refusals import Fact, Refusal
from app.engine.system import Outcome, Telling
from app.engine.views import Preview, View
from app.games.agreed import Agreed, Watching
from app.games.coach import Taught
from app.games.leaders import Leader
from app.store import Conflict as Conflict
from app.store import StorageAway as StorageAway
from app.store import StorageBusy as StorageBusy
from app.store import StorageFull as StorageFull
from app.store import Unstorable as Unstorable

GameId = NewType("GameId", str)
"""A game's name in links: 22 characters that cannot be guessed."""

SeatKind = Literal["person", "bot", "open"]
By = Literal["person", "bot", "clock", "order", "offer", "rest", "table", "absence"]
"""Who answered: ``order``, ``offer``, ``rest``: what its seat or table wished; ``table``: nothing else was possible;
``absence``: the clock of somebody who never came gave the game up."""
Rest = Literal["", "hold", "offer"]
"""What the deed ``rest`` would do: let the others hold, or set up the rest as offered; or nothing."""
Status = Literal["open", "playing", "paused", "held", "over"]
"""``open``: seats are free.  ``held``: the stored game no longer fits the rules; ``hold_reason`` says how."""

What = Literal["events", "sealed", "resync", "seats"]
"""Why the hub is told: new events; a secret answer came in (the version stands);
an undo or another worker's write (load afresh); somebody joined, paused or stood in."""

Hub = Callable[[GameId, int, What], None]
"""Told after the commit, never before.  Must not block and must not raise."""


class Accepted(Struct, frozen=True, tag="accepted"):
    """The input is durable.  ``events`` are the versions it led through (none if only who gave it may know)."""

    version: int
    events: tuple[int, ...] = ()


class Refused(Struct, frozen=True, tag="refused"):
    """The rules (or the table) say no; nothing has changed."""

    refusal: Refusal
    version: int = 0


class Stale(Struct, frozen=True, tag="stale"):
    """The game has moved on: look again at ``version``.  For the wire: 409."""

    version: int


class Unknown(Struct, frozen=True, tag="unknown"):
    """No such game, seat or question.  For the wire: 404."""

    what: str = "game"


class NotYours(Struct, frozen=True, tag="not-yours"):
    """The seat belongs to somebody else, or the question is another seat's.  For the wire: 403."""

    seat: str


class Broken(Struct, frozen=True, tag="broken"):
    """A rule crashed on this input.  Nothing has changed, the game goes on; ``case`` is kept.  For the wire: 500."""

    case: int


Result = Accepted | Refused | Stale | Unknown | NotYours | Broken


class SeatInfo(Struct, frozen=True, kw_only=True):
    """Who sits where.  ``bot`` says that a bot answers now, be it the seat's own kind or standing in."""

    seat: Seat
    kind: SeatKind
    guest: str | None
    name: str
    bot: bool
    stand_in: bool = False
    leaders: tuple[Leader, ...] = ()
    """Who leads the side with its holder, its general."""

    def is_of(self, guest: str) -> bool:
        """Whether somebody leads this side: as its general, or with him."""
        return bool(guest) and (self.guest == guest or any(one.guest == guest for one in self.leaders))

    @property
    def people(self) -> tuple[str, ...]:
        """All who lead the side."""
        return (*((self.guest,) if self.guest else ()), *(one.guest for one in self.leaders))

    @property
    def taken(self) -> bool:
        """Whether nobody need join it any more."""
        return self.kind == "bot" or self.guest is not None


TAKE_BACK, UMPIRE, COUNSEL, DRAW = "take-back", "umpire", "counsel", "draw"
PLAYED_ON = (TAKE_BACK, DRAW)
"""What nobody is asked any more when a person answers."""


class Motion(Struct, frozen=True, kw_only=True):
    """What takes the consent of every other person at the table, and who has agreed so far.

    ``kind``: ``take-back`` of everything from tape entry ``tape_seq`` on; ``umpire``: ``who`` (``guest``) is to rule;
    ``counsel``: all may see what a veteran would order; ``draw``: the battle is to end drawn.
    ``seat`` is its mover's, empty for one without a seat, who is called ``by``.  Moved at this ``version``.
    """

    kind: Literal["take-back", "umpire", "counsel", "draw"] = "take-back"
    seat: Seat
    by: str = ""
    mover: str | None = None
    """The guest who moved it."""
    version: int = 0
    tape_seq: int = 0
    who: str = ""
    guest: str = ""
    agreed: tuple[Seat, ...] = ()
    throws: int = 0
    """Throws of dice that would be undone, as it stood when it was moved."""
    secrets: int = 0
    """Secret choices that were shown since."""


class GameInfo(Struct, frozen=True, kw_only=True):
    """A game as lists and page heads show it.  ``version`` counts the events that everybody may see.

    ``bare``: the seats that bring their roster when they join.
    """

    id: GameId
    system: str
    scenario: str
    status: Status
    version: int
    seats: tuple[SeatInfo, ...]
    options: Agreed = Agreed()
    owner: str | None = None
    outcome: Outcome | None = None
    hold_reason: str = ""
    pause_reason: str = ""
    motions: tuple[Motion, ...] = ()
    awaited: dict[str, tuple[Seat, ...]] = field(default_factory=dict)
    """By the kind of a motion: the seats that have yet to agree to it."""
    created: str = ""
    bare: tuple[str, ...] = ()
    counsel: Literal["", "ask", "free"] = ""
    """Whether it may be seen what a veteran would order: once all have agreed, or at once."""
    own: Own | None = None
    """What is not as printed, where a scenario of somebody's own is played; its forces left out."""

    @property
    def takeback(self) -> Motion | None:
        """The take-back that is being asked for."""
        return next((motion for motion in self.motions if motion.kind == TAKE_BACK), None)

    @property
    def is_listed(self) -> bool:
        """Whether anybody finds it in the lobby."""
        return self.options.listed

    @property
    def watching(self) -> Watching:
        """How it may be watched."""
        return self.options.watch


class OpenQuestion(Struct, frozen=True, kw_only=True):
    """A question that waits.  To others than its seat only ``seat`` is told, never what is asked.

    ``sealed``: the seat's secret answer is in, others are awaited (``id`` is
    then empty).  ``domain`` is ``domain.describe()``; ``default`` the answer of silence as JSON, which the
    server gives when ``seconds_left`` are over; ``None``: it never does.  ``odds``: the levels at which odds may be
    asked for, by the picks above each, ``*`` for any.  ``rest`` and ``bulks``: what the deed ``rest`` would do, as it
    is or ``about`` one of these; ``again``: whom those of these that repeat order as in the turn before.
    ``passes``: whoever may act and has not is passed over where it is ended.
    """

    seat: Seat
    mine: bool
    sealed: bool = False
    id: str = ""
    about: str = ""
    clause: str = ""
    facts: dict[str, Fact] = field(default_factory=dict)
    secret: bool = False
    domain: Json = None
    default: Json = None
    seconds_left: float | None = None
    odds: tuple[tuple[str, ...], ...] = ()
    rest: Rest = ""
    bulks: tuple[str, ...] = ()
    again: dict[str, tuple[str, ...]] = field(default_factory=dict)
    passes: bool = False
    counsel: bool = False
    """Whether a veteran may be asked what he would answer; ``unmeasured``: not, and only since nobody may measure."""
    unmeasured: bool = False
    returning: tuple[tuple[str, ...], ...] = ()
    """The picks of those answers that the seat may take back alone, ``*`` for any; every other is final."""
    picture: Picture | None = None
    """From whom to whom goes what it is about, where it is shown on the table."""
    led: tuple[str, ...] | UnsetType = UNSET
    """Who of the side is asked, by name, where several lead it."""


class ClockShown(Struct, frozen=True):
    """A seat's clock at this moment: what is left, and whether it runs."""

    seat: Seat
    left_ms: int
    running: bool
    kind: Literal["live", "letter"]


class Shown(Struct, frozen=True, kw_only=True):
    """An event that a viewer may see.

    ``version``: that of the game once it has happened; it counts the events that everybody may see.  An event that
    only some may see has that of the next such event, and a ``part`` of 1 and more.  ``struck``: undone since.
    ``telling`` words it; ``body`` is the stored JSON; ``within``: the names of the lines with which the stories began
    that it stands in, the outermost first, its own among them if it begins one.  ``upshot``: it says what came of a
    deed; 1: what matters most, 0: it says nothing of it.  ``grave``: how grave it is by itself, as ``GRAVES`` has it,
    1: somebody dies; 0: not at all.
    """

    version: int
    part: int = 0
    kind: str = ""
    clause: str = ""
    struck: bool = False
    telling: Telling | None = None
    body: Json = None
    within: tuple[str, ...] = ()
    upshot: int = 0
    grave: int = 0

    @property
    def key(self) -> str:
        """The name of its line: no other line of the log has it."""
        return f"{self.version}-{self.part}" if self.part else str(self.version)


class Glimpse(Struct, frozen=True, kw_only=True):
    """A table as some eyes see it, all of it at one moment.

    ``view``: the table (``None`` before it begins or when held); ``own``: what these eyes alone see of it, where others
    sit at the same screen.  ``undo``: why the seat may not take its last answer back.  ``came``: what came of the
    last deed since the seat's last answer; ``answered``: the version at which it began its last go, and the one at
    which it gave that, 0 where it has not yet.
    ``lesson``: what is taught there, to its learner.
    """

    info: GameInfo
    view: View | None = None
    own: View | None = None
    questions: tuple[OpenQuestion, ...] = ()
    events: tuple[Shown, ...] = ()
    clocks: tuple[ClockShown, ...] = ()
    undo: Refusal | None = None
    came: tuple[Telling, ...] = ()
    answered: tuple[int, int] | None = None
    lesson: Taught | None = None


class Look(Struct, frozen=True, kw_only=True):
    """What a half-given or whole answer would do.  Nothing is consumed.

    ``whole``: it can be read as an answer; then ``preview`` is set and ``no``
    is the rules' refusal if any.  Else ``no`` may say why it leads nowhere.
    ``domain`` describes the domain below what is given so far.
    """

    whole: bool
    no: Refusal | None = None
    preview: Preview | None = None
    domain: Json = None
