"""Through whose eyes a game is seen: whose, how far behind, up to which version."""

from __future__ import annotations

from typing import Any, NamedTuple

from app.engine.events import Seat
from app.engine.system import RuleSystem
from app.engine.views import View, together
from app.games.results import GameInfo

MINUTE = 60_000
"""In milliseconds."""


class Eyes(NamedTuple):
    """A seat's own eyes, or a watcher's without one.

    ``whole``: all that the seats together may see.  ``delay``: how many milliseconds behind the game.
    ``at``: nothing after this version; ``None``: up to now.
    ``borrowed``: an umpire looks, who is asked nothing.
    """

    seat: Seat | None = None
    whole: bool = False
    delay: int = 0
    at: int | None = None
    borrowed: bool = False

    @property
    def is_live(self) -> bool:
        """Whether they see the game as it is now."""
        return not self.delay and self.at is None


Viewer = Seat | Eyes | None
"""A seat, ``None`` for a watcher of what all may see, or eyes in full."""


def eyes_of(viewer: Viewer) -> Eyes:
    """The viewer's eyes in full."""
    return viewer if isinstance(viewer, Eyes) else Eyes(viewer)


def seen(system: RuleSystem[Any], state: Any, eyes: Eyes) -> View:
    """A state of the rules as these eyes see it."""
    public = system.view(state, eyes.seat)
    if not eyes.whole:
        return public
    return together(public, {band.seat: system.view(state, Seat(band.seat)) for band in public.sides})


def watching(info: GameInfo) -> Eyes:
    """The eyes that the table lets its watchers have."""
    said = info.watching
    return Eyes(whole=said.view == "all", delay=said.delay * MINUTE)
