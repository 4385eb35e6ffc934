"""How quickly bots answer: so that who looks on can follow, and who waits for his go does not wait for that.

A bot pauses before an answer where what has happened since its last pause is shown on the table, and no longer than it
has not thought about it by then.  While people play, all its pauses between an answer of theirs and their next question
have an end together, and so has its full time to think: what follows is answered as it comes, and thought of briefly.
"""

from __future__ import annotations

from collections.abc import Collection

from app.engine.system import RuleSystem
from app.games.drive import Drive
from app.games.rows import decode, is_for_all, is_played
from app.store.db import Row

GO = 5
"""So many pauses long is all that a bot pauses in a go for which people wait."""
LONG, BRIEF = 8.0, 0.25
"""After so many seconds of thinking in such a go, by the clock, a bot has but this part of its time for an answer."""
SAID = ("word", "banner")
"""Kinds of picture in which nothing moves and nothing is done to anybody."""


class Pace:
    """That of the bots of one table.  ``pause``: seconds before an answer."""

    def __init__(self, pause: float) -> None:
        self._pause, self._due, self._began = pause, 0.0, 0.0
        self._version = self._answered = 0
        self._paused = self._thought = 0.0
        self._is_waited_for = False

    def asked(self, drive: Drive, people: Collection[str], now: float) -> None:
        """A bot is asked something; ``people``: the seats that are no bots'."""
        answered = max((drive.own.last(seat)[1] for seat in people), default=0)
        if answered != self._answered:
            self._answered, self._paused, self._thought = answered, 0.0, 0.0
        self._is_waited_for, self._began = bool(people), now
        left = GO * self._pause - self._paused if people else self._pause
        self._due = min(self._pause, left) if is_shown(drive, self._version) else 0.0
        self._version = drive.version

    def left(self, now: float) -> float:
        """Seconds that are left of the pause; they are counted as waited."""
        left = max(0.0, self._due - (now - self._began))
        self._due -= left
        self._paused += left
        return left

    @property
    def share(self) -> float:
        """Which part of its time a bot has to think."""
        return BRIEF if self._is_waited_for and self._thought >= LONG else 1.0

    def thought(self, now: float) -> None:
        """It has thought until now about what it was asked last."""
        self._thought += now - self._began


def is_shown(drive: Drive, version: int) -> bool:
    """Whether something has happened after a version that all see on the table; it is taken for granted where that is
    not known any more, or the system says of nothing how it is shown."""
    rows = drive.since(version)
    if rows is None or not getattr(drive.system, "pictures", None):
        return True
    return any(shows(drive.system, row) for row in rows if is_played(row) and is_for_all(row["body"]))


def shows(system: RuleSystem[object], row: Row) -> bool:
    """Whether an event is shown, and not only said."""
    picture = system.tell(decode(system, row["body"])).picture
    return picture is not None and picture.kind not in SAID
