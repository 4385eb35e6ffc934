"""What somebody is to a game, and what follows from it: whether they may look, through which eyes, and for how long."""

from __future__ import annotations

from msgspec import Struct

from app.engine.events import Seat
from app.games.eyes import Eyes, watching
from app.games.results import GameInfo

LOOKS = "looks"
"""What the host is to a game whose players were told that he looks at what is hidden."""


class Standing(Struct, frozen=True, kw_only=True):
    """What a caller is to one game.

    ``invited``: has the watchers' link.  ``host``: of this server.  ``blocked``: by one who sits there.
    """

    seats: tuple[Seat, ...] = ()
    roles: tuple[str, ...] = ()
    host: bool = False
    invited: bool = False
    blocked: bool = False

    @property
    def judges(self) -> bool:
        """Whether they may act as umpire: of the game, or as the server's host, never in a game of their own."""
        return not self.seats and (self.host or "umpire" in self.roles)

    def looks(self, *, over: bool) -> bool:
        """Whether they may see what is hidden: an umpire may; the host once all have been told, or the game is over."""
        return self.judges and ("umpire" in self.roles or LOOKS in self.roles or over)

    @property
    def comments(self) -> bool:
        """Whether theirs is a commentator's seat."""
        return not self.seats and "commentator" in self.roles


def may_watch(info: GameInfo, who: Standing) -> bool:
    """Whether somebody without a seat may look at the game at all."""
    if who.judges or who.comments:
        return True
    if who.blocked or "out" in who.roles:
        return False
    allowed = info.watching.who
    return allowed != "none" and (who.invited or (allowed == "anyone" and info.is_listed))


def may_stay(who: Standing, eyes: Eyes, *, shown: bool, closed: bool) -> bool:
    """Whether nothing that is known speaks against somebody's looking on through the eyes he came with.

    ``shown``: watchers see what the seats together see.  ``closed``: only who has a seat or a role may look.
    Not asked: whether a table that was listed is so no longer, and whether a link was replaced.  Who came by either
    stays until the table is closed to watchers, or they leave.
    """
    if closed and not (who.seats or who.judges or who.comments):
        return False
    if eyes.borrowed:
        return who.judges
    if eyes.seat:
        return eyes.seat in who.seats
    if eyes.whole:
        return who.judges or (shown and not who.seats)
    return "out" not in who.roles


def eyes_for(info: GameInfo, who: Standing, seat: str = "", view_as: str = "") -> Eyes | None:
    """The eyes of a caller, or ``None`` if the game is not open to them.

    ``seat``: the one asked for of several.  ``view_as``: whose eyes an umpire borrows: a seat's, ``all`` or ``watch``.
    Who sits at the table never sees through a watcher's eyes more than all may see.
    """
    if who.seats:
        own = Seat(seat) if seat in who.seats else None
        return Eyes(own or who.seats[0]) if own or not who.invited else Eyes()
    if who.looks(over=info.status == "over") and (view_as or "umpire" in who.roles):
        return borrowed(info, view_as)
    return watching(info) if may_watch(info, who) else None


def borrowed(info: GameInfo, view_as: str) -> Eyes:
    """The eyes an umpire asks for; all-seeing where none are named."""
    if view_as == "watch":
        return watching(info)
    named = next((s.seat for s in info.seats if s.seat == view_as), None)
    return Eyes(named, borrowed=True) if named else Eyes(whole=True)
