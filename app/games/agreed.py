"""What is agreed when a table is laid, as a value; and what of it may change later: by whom, under which word."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from app.store.db import Row

Zero = Literal["default", "bot", "forfeit"]
Part = Literal["owner", "host", "umpire", "player"]
"""What somebody is to a game: laid its table, keeps the server, umpires it, holds a seat."""
CAMPAIGN, LESSON = "campaign", "lesson"
"""What a battle of a campaign, or a lesson, has among its options; no other table may have it."""
UMPIRES, STOPPED = "umpires", "stopped"
COUNSEL = "counsel"
"""All may see what a veteran would order."""
OWN = (STOPPED, CAMPAIGN, LESSON, UMPIRES, COUNSEL, "umpire", "commentators")
"""Options that are one game's own: who ruled on it or commented it is not asked again by itself."""


class Watching(Struct, frozen=True):
    """How a table may be watched: by whom, what of it, how many minutes late."""

    who: str = "anyone"
    view: str = "public"
    delay: int = 0


class Clock(Struct, frozen=True):
    """The time to think: minutes for the game and seconds for each answer (live), or hours for each wait (letter)."""

    kind: Literal["none", "live", "letter"] = "none"
    minutes: int = 0
    increment: int = 0
    hours: int = 0


class Lesson(Struct, frozen=True):
    """The lesson that a table is, and the beat it has come to (``coaching.py``)."""

    key: str
    at: int = 0


class Flag(Struct, frozen=True):
    """A warband as lists show it."""

    name: str
    emblem: int
    hue: int


class Battle(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The battle of a campaign that a table is.

    ``sat``: the seats whose players have sat down; ``None``: clocks run from the beginning.  ``starts``: when they run
    whoever is there, in milliseconds since 1970; 0 for when all have sat down.  ``led``: how often a bot was called for
    a seat.  ``bands``: the warbands by seat;
    ``name``: of the campaign; ``place``: what is fought for, where it has a name; ``worth``: points for a victory.
    """

    id: str = ""
    fixture: str = ""
    sat: tuple[str, ...] | None = None
    starts: int = 0
    led: dict[str, int] = field(default_factory=dict)
    name: str = ""
    round: int = 0
    place: str = ""
    place_es: str = ""
    worth: int = 0
    bands: dict[str, Flag] = field(default_factory=dict)


class Agreed(Struct, frozen=True, kw_only=True):
    """What a table agrees; what its options leave out is as it is everywhere.

    ``points``: the limit that lists show.  ``odds``: what may come of an answer is shown before it is given.
    ``bots``: their level, the usual one where nothing is said.
    ``counsel``: all may see what a veteran would order.  ``offered``: both armies are set up as offered.
    ``stand_in_seconds``: how long one of those who lead a side is away before a comrade may answer for him.
    ``umpire``, ``commentators``: who was named when it was laid.
    ``umpires``: who umpires it now.  ``stopped``: the seats that want a game to go on which an umpire stopped.
    """

    listed: bool = False
    watch: Watching = Watching()
    answer_seconds: int = 0
    stand_in_seconds: int = 0
    clock: Clock = Clock()
    zero: Zero = "default"
    points: int | None = None
    odds: bool = True
    bots: str = ""
    offered: bool = False
    counsel: bool = False
    umpire: str = ""
    commentators: tuple[str, ...] = ()
    umpires: tuple[str, ...] = ()
    stopped: tuple[str, ...] | None = None
    campaign: Battle | None = None
    lesson: Lesson | None = None
    stored: dict[str, Any] = field(default_factory=dict)
    """All of it as it is kept, and what else was said there."""

    @property
    def again(self) -> dict[str, Any]:
        """What the table of a rematch agrees."""
        return {key: said for key, said in self.stored.items() if key not in OWN}


def read(options: Mapping[str, Any] | None) -> Agreed:
    """The options of a game as they are stored; what says nothing, or fits no type here, is as if it were left out.

    ``ValidationError`` if it is who may watch that fits none: nobody looks on by mistake.
    """
    said = {key: value for key, value in (options or {}).items() if value not in ("", None, {})}
    kept = {"stored": dict(options or {})}
    try:
        return msgspec.convert({**said, **kept}, Agreed)
    except msgspec.ValidationError:  # a game must be read whatever was once written there
        fit = {key: value for key, value in said.items() if key == "watch" or _fits(key, value)}
        return msgspec.convert({**fit, **kept}, Agreed)


def _fits(key: str, value: Any) -> bool:
    try:
        msgspec.convert({key: value}, Agreed)
    except msgspec.ValidationError:
        return False
    return True


def is_of_campaign(row: Row) -> bool:
    """Whether a game is the battle of a campaign, which says who umpires it and who stands in there."""
    return (row.get("options") or {}).get(CAMPAIGN) is not None


def is_lesson(row: Row) -> bool:
    """Whether a game is a lesson."""
    return LESSON in (row.get("options") or {})


# -- what may change -------------------------------------------------------------


class Change(Struct, frozen=True, kw_only=True):
    """An option changes: by whom (any of these), and how the game may stand.

    ``asked``: all other people at the table must agree, where there are some.
    """

    option: str
    by: tuple[Part, ...]
    when: tuple[str, ...]
    asked: bool = False


NAMERS: tuple[Part, ...] = ("owner", "host")
JUDGES: tuple[Part, ...] = ("umpire", "host")
NOT_OVER = ("open", "playing", "paused", "held")
OPENED = "counsel-opened"
NAMED, DISMISSED = "umpire-named", "umpire-dismissed"
PAUSED, RESUMED, WISHED, GOES_ON = "umpire-paused", "umpire-resumed", "resume-wished", "resumed"
CHANGES = {
    OPENED: Change(option=COUNSEL, by=("player",), when=("playing",), asked=True),
    NAMED: Change(option=UMPIRES, by=NAMERS, when=NOT_OVER, asked=True),
    DISMISSED: Change(option=UMPIRES, by=NAMERS, when=NOT_OVER),
    PAUSED: Change(option=STOPPED, by=JUDGES, when=("playing", "paused")),
    RESUMED: Change(option=STOPPED, by=JUDGES, when=("paused",)),
    WISHED: Change(option=STOPPED, by=("player",), when=("paused",)),
    GOES_ON: Change(option=STOPPED, by=("player",), when=("paused",)),
}
"""What may change once a table is laid, by the word of the event that tells it; nothing else ever does."""


def may(word: str, parts: Collection[Part]) -> bool:
    """Whether somebody who is all this to a game may change what this word changes."""
    return any(part in CHANGES[word].by for part in parts)


def fits(word: str, status: str) -> bool:
    """Whether it may be changed while the game stands so."""
    return status in CHANGES[word].when


def note(row: Row, word: str, said: Any) -> None:
    """The option that this word changes says this from now on; ``None``: nothing any more."""
    option = CHANGES[word].option
    kept = {key: value for key, value in (row.get("options") or {}).items() if key != option}
    row["options"] = kept if said is None else {**kept, option: said}
