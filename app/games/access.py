"""What somebody is to a game, and what follows from it: whether they may look, through which eyes, and for how long;
where they may speak and what they read; and which games and lines a list may have, as conditions of the database."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, get_args

import sqlalchemy as sa
from msgspec import Struct

from app.engine.events import Seat
from app.games.eyes import Eyes, watching
from app.games.losing import CALLED_OFF
from app.games.results import GameInfo
from app.store.house_tables import moment, talk
from app.store.tables import game
from app.store.tables import seat as held

Scope = Literal["table", "side", "watch", "comment"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
"""Where something is said: see ``app.talk.service``."""

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
    def has_looked(self) -> bool:
        """Whether they have seen, or may see, what is hidden, and so play no seat of the game."""
        return "umpire" in self.roles or LOOKS in self.roles

    @property
    def comments(self) -> bool:
        """Whether theirs is a commentator's seat."""
        return not self.seats and "commentator" in self.roles


def may_watch(info: GameInfo, who: Standing) -> bool:
    """Whether somebody without a seat may look at the game at all.

    Commentators whom the players agreed on may; those whom a campaign named, wherever anybody may.
    """
    if who.judges or (who.comments and info.options.campaign is None):
        return True
    if who.blocked or "out" in who.roles:
        return False
    allowed = info.watching.who
    return allowed != "none" and (who.invited or who.comments or (allowed == "anyone" and info.is_listed))


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


# -- talk ------------------------------------------------------------------------


def writes(who: Standing, over: bool) -> tuple[Scope, ...]:
    """The scopes somebody may speak in."""
    if who.seats:
        return ("table", "side", "watch") if over else ("table", "side")
    mine: tuple[Scope, ...] = ("watch",)
    if who.comments:
        mine += ("comment",)
    return ("table", *mine) if who.judges else mine


def reads(who: Standing, over: bool) -> tuple[Scope, ...]:
    """The scopes somebody may read."""
    own: tuple[Scope, ...] = ("side",) if who.seats else ()
    return ("table", *own) if who.seats and not over else ("table", *own, "watch", "comment")


def hears(eyes: Eyes, scope: str, seat: str | None, *, shared: bool, over: bool) -> bool:
    """Whether those who look through these eyes have a line at once; who is behind the game asks for it later.

    ``seat``: the speaker's.  ``shared``: several seats of the game sit at one screen.
    """
    if scope == "side":
        return eyes.seat == seat and not eyes.borrowed and not shared
    who = Standing(seats=(eyes.seat,)) if eyes.seat is not None and not eyes.borrowed else Standing()
    return scope in reads(who, over) and not (scope == "table" and eyes.delay)


def is_readable(
    id: str, who: Standing, until_ms: int, *, over: bool, unread: Collection[str] = ()
) -> sa.ColumnElement[bool]:
    """The lines of a game that somebody may read; hidden ones are not among them.

    ``until_ms``: players' lines that are later are not read yet.  ``unread``: whose lines this reader does not want.
    """
    return sa.and_(
        talk.c.game_id == id, talk.c.hidden.is_(False), talk.c.scope.in_(reads(who, over)),
        talk.c.guest_id.not_in(sorted(unread)),
        (talk.c.scope != "table") | (talk.c.at_ms <= until_ms),
        (talk.c.scope != "side") | talk.c.seat.in_(who.seats),
    )  # fmt: skip


def is_apart(reader: str) -> sa.ColumnElement[bool]:
    """The lines that were not said as well to those who watch a table at which this reader fights."""
    twin = talk.alias()
    fights = sa.select(held.c.game_id).join(game, game.c.id == held.c.game_id)
    fights = fights.where(held.c.guest_id == reader, game.c.status != "over")
    same = (twin.c.guest_id == talk.c.guest_id) & (twin.c.at_ms == talk.c.at_ms) & (twin.c.text == talk.c.text)
    there = sa.select(twin.c.id).where(twin.c.game_id.in_(fights), twin.c.scope == "comment", same)
    return (talk.c.scope != "comment") | ~there.correlate(talk).exists()


def is_remark(ids: Collection[str], unread: Collection[str] = ()) -> sa.ColumnElement[bool]:
    """What commentators said of these games to those who watch them; ``unread``: whose lines are not wanted."""
    return sa.and_(
        talk.c.game_id.in_(sorted(ids)), talk.c.hidden.is_(False), talk.c.scope == "comment", talk.c.text != "",
        talk.c.guest_id.not_in(sorted(unread)),
    )  # fmt: skip


# -- lists of games --------------------------------------------------------------


def is_listed() -> sa.ColumnElement[bool]:
    """Anybody may find the game."""
    listed: sa.ColumnElement[bool] = game.c.options["listed"].as_boolean().is_(True)
    return listed


def is_public() -> sa.ColumnElement[bool]:
    """Anybody may find the game and watch it."""
    who = sa.func.coalesce(game.c.options[("watch", "who")].as_string(), "anyone")
    return is_listed() & (who == "anyone")


def is_closed() -> sa.ColumnElement[bool]:
    """Nobody without a seat or a role may look at the game."""
    said: sa.ColumnElement[bool] = game.c.options[("watch", "who")].as_string() == "none"
    return said


def is_shown() -> sa.ColumnElement[bool]:
    """Whoever watches the game may see what its seats together see."""
    said: sa.ColumnElement[bool] = game.c.options[("watch", "view")].as_string() == "all"
    return said


def is_told(now_ms: int) -> sa.ColumnElement[bool]:
    """Whether watchers, late as they may be, know by now how the game stands."""
    late = sa.func.coalesce(game.c.options[("watch", "delay")].as_integer(), 0) * 60_000
    last = sa.select(sa.func.max(moment.c.at_ms)).where(moment.c.game_id == game.c.id).scalar_subquery()
    return sa.func.coalesce(last, 0) <= sa.literal(now_ms, sa.BigInteger) - late


def is_fought() -> sa.ColumnElement[bool]:
    """The game has not been closed by its campaign, which decided the battle without it."""
    return sa.func.coalesce(game.c.outcome["reason"].as_string(), "") != CALLED_OFF


def is_in_play(now_ms: int, statuses: Sequence[str]) -> sa.ColumnElement[bool]:
    """The game stands so, as far as those who watch may know."""
    return game.c.status.in_(statuses) | ((game.c.status == "over") & ~is_told(now_ms))
