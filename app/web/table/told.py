"""What programs are told of a table, as types: the values themselves are made where they are worded."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.own import Own
from app.engine.prospects import Chance
from app.engine.refusals import Fact
from app.engine.system import Outcome
from app.engine.views import View
from app.games.results import OpenQuestion, SeatKind, Shown, Status


class SeatTold(TypedDict):
    """Who sits where.  ``bot``: a bot answers now, be it the seat's own kind or standing in."""

    seat: Seat
    name: str
    kind: SeatKind
    bot: bool
    taken: bool
    leaders: NotRequired[list[str]]
    """Who leads the side with the seat's holder, by name."""


class LeaderTold(TypedDict):
    """One who leads a part of a side.  ``offered``: what the general would have him lead, until he agrees."""

    number: int
    name: str
    part: list[str]
    offered: list[str] | None


class SideTold(TypedDict):
    """A side as those see it who lead it: its general, the number of the caller (0: the general), what may be dealt.

    ``link``: by which others come to lead, as long as the general invites them; told to him alone.
    """

    seat: Seat
    general: str
    me: int
    leaders: list[LeaderTold]
    parts: list[str]
    link: str


class GameTold(TypedDict):
    """A game as anybody who may see it reads it.  ``version`` counts the events that everybody may see."""

    id: str
    system: str
    scenario: str
    status: Status
    version: int
    seats: list[SeatTold]
    options: dict[str, Any]
    outcome: Outcome | None
    created: str
    terms: str
    own: NotRequired[Own]
    """What is not as printed, where a scenario of somebody's own is played."""


class Links(TypedDict):
    """The links of a game: of each seat that is no bot's, and for watchers."""

    seats: dict[str, str]
    watch: str


class NewGameTold(GameTold):
    """A game that was made, with its links."""

    links: Links


class GameSeen(GameTold):
    """A game as the caller sees it: through the eyes of which seat, what lies there, what is asked of whom."""

    seat: Seat | None
    view: View | None
    questions: tuple[OpenQuestion, ...]


class GamesTold(TypedDict):
    """The caller's own games, and those that anybody may watch or join.  ``next``: what follows of one's own."""

    mine: list[GameTold]
    live: list[GameTold]
    next: str | None


class EventsTold(TypedDict):
    """Events as the caller may see them, and the version of the game."""

    version: int
    events: tuple[Shown, ...]


class NoteTold(TypedDict):
    """A sentence, and the clause it rests on (or none)."""

    text: str
    clause: str


class Ability(NoteTold):
    """An ability with the text of its clause."""

    says: str


class LineTold(TypedDict):
    """A line of a breakdown: what it adds, with its sign, and what for."""

    adds: str
    what: str
    clause: str


class MarkTold(TypedDict):
    """Something to be drawn: points and radius in 1/100 mm."""

    kind: str
    points: tuple[Point, ...]
    radius: int
    note: NotRequired[NoteTold]


class WhyNot(TypedDict):
    """Why an answer would be refused."""

    code: str
    clause: str
    facts: dict[str, Fact]
    text: str


class Looked(TypedDict):
    """What an answer would do.  ``domain``: what is asked below it; ``instead``: the nearest legal answer."""

    legal: bool
    no: WhyNot | None
    notes: list[NoteTold]
    lines: list[LineTold]
    marks: list[MarkTold]
    domain: Json
    instead: Json


class FigureTold(TypedDict):
    """A figure of a profile: as it is, and as printed where that is another."""

    name: str
    clause: str
    value: str
    printed: str


class RungTold(TypedDict):
    """A state of a ladder from unhurt to gone: how often it is borne, and whether the piece stands there."""

    text: str
    clause: str
    badge: str
    number: int
    here: bool


class ModifiersTold(TypedDict):
    """A named table of modifiers as they stand, and their sum."""

    name: str
    sum: str
    lines: list[LineTold]


class Card(TypedDict):
    """What the caller sees who asks about a counter, a group or a force."""

    id: str
    name: str
    side: str
    version: int
    code: str
    emblem: int
    what: list[NoteTold]
    profile: list[FigureTold]
    ladder: list[RungTold]
    arms: list[NoteTold]
    abilities: list[Ability]
    notes: list[NoteTold]
    tables: list[ModifiersTold]
    marks: list[MarkTold]


class OptionOdds(TypedDict):
    """What may come of an option; ``null``: it hangs on no dice."""

    option: Json
    chance: Chance | None


class Odds(TypedDict):
    """What may come of the options of a level.  ``ready``: they have been weighed; ``final``: for good."""

    ready: bool
    final: bool
    about: str
    at: tuple[str, ...]
    options: list[OptionOdds]


OrderTold = TypedDict("OrderTold", {"about": str, "label": str, "pass": bool})
"""A kind of question the seat was asked out of turn, and whether it lets it pass by itself."""


class OrdersTold(TypedDict):
    """The standing orders of a seat."""

    seat: Seat
    orders: list[OrderTold]
