"""Who is at a table, and what is said there to those who are: nothing of it is part of the game.

Whoever may hear is told by name and a value, so that it can be said in words to other processes.  Those know of each
other over Valkey; where there is none, who is at a table means who is there at this process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from app.live.connections import Audience, Connection, Room
from app.live.presence import Elsewhere
from app.live.telling import Cut, Here, Publish, Said

NAMED = 50
"""Watchers who are named; the rest are counted."""
MISSED = 5_000
"""So many who are missed are remembered."""
Hears = Callable[[Audience], bool]
Hearers = tuple[str, Any]
"""Who hears something: the name of a rule, and the plain value it is given."""
RULES: dict[str, Callable[[Any], Hears]] = {}


def hearers(name: str) -> Callable[[Callable[[Any], Hears]], Callable[[Any], Hears]]:
    """The rule that says who hears what is said under this name."""

    def known(rule: Callable[[Any], Hears]) -> Callable[[Any], Hears]:
        RULES[name] = rule
        return rule

    return known


@hearers("live")
def live(_: Any) -> Hears:
    """All who see the game as it is."""
    return lambda audience: not audience.delay


@hearers("pages")
def pages(_: Any) -> Hears:
    """All pages that show the game as it is."""
    return lambda audience: not audience.delay and audience.form == "page"


@hearers("watchers")
def watchers(delay: Any) -> Hears:
    """Those without a seat who are as far behind."""
    return lambda audience: audience.seat is None and audience.delay == delay


@hearers("beside")
def beside(rights: Any) -> Hears:
    """Those who look with the same rights, in whatever language."""
    same = Audience(*rights)._replace(language="", form="")
    return lambda audience: audience._replace(language="", form="") == same


def nobody(_: object) -> None:
    """There is nobody to be told."""


class Company:
    """The people at all tables.

    ``publish`` tells other processes, where there are any; ``moved`` is called when somebody comes to a table at this
    one, or goes.
    """

    def __init__(self) -> None:
        self.rooms: dict[str, Room] = {}
        self.elsewhere = Elsewhere()
        self.publish: Publish = nobody
        self.moved: Callable[[str], None] = nobody
        self._missed: dict[tuple[str, str], float] = {}
        """Since when somebody was missed at a table: since he was first seen or asked for there in vain."""
        self.changes = 0
        """How often it has changed, as far as this process knows, who may look on and how."""

    # -- who is here -----------------------------------------------------------

    def here(self, game: str) -> Here:
        """Who has this table open at this process."""
        room = self.rooms.get(game)
        if room is None:
            return Here(game)
        seats = sorted({c.audience.seat for c in room.connections if c.audience.seat and not c.audience.borrowed})
        watching = [c for c in room.connections if c.audience.seat is None]
        names = sorted({c.name for c in watching if c.name and not c.unseen})[:NAMED]
        people = sorted({c.guest for c in room.connections if c.audience.seat and not c.audience.borrowed})
        return Here(game, seats, len(watching), names, people)

    def crowd(self, game: str) -> None:
        """Everybody at the table knows who has come to it, or gone."""
        self.show(game)
        self.moved(game)

    def show(self, game: str) -> None:
        """Tell everybody in the room who watches, which seats are here, and since when the others are away."""
        room, all_here = self.rooms[game], [self.here(game), *self.elsewhere.at(game)]
        seats = sorted({seat for here in all_here for seat in here.seats})
        names = sorted({name for here in all_here for name in here.names})[:NAMED]
        now = asyncio.get_running_loop().time()
        away = {seat: round(now - at) for seat, at in room.left.items() if seat is not None and seat not in seats}
        crowd = {"watchers": sum(here.watchers for here in all_here), "seats": seats, "names": names, "away": away}
        text = msgspec.json.encode({"crowd": crowd}).decode()
        for connection in room.connections:
            connection.put(text)

    def watchers(self, game: str) -> int:
        """How many watch without a seat."""
        room = self.rooms.get(game)
        here = sum(c.audience.seat is None for c in room.connections) if room else 0
        return here + sum(there.watchers for there in self.elsewhere.at(game))

    def is_here(self, game: str, seat: str) -> bool:
        """Whether somebody has this seat's table open."""
        return (game in self.rooms and self.rooms[game].has(seat)) or seat in self.elsewhere.seats(game)

    def missed(self, game: str, guest: str) -> None:
        """Somebody was at a table until now, by a page that has gone or by what he asked without one."""
        self._missed[game, guest] = asyncio.get_running_loop().time()
        while len(self._missed) > MISSED:
            self._missed.pop(next(iter(self._missed)))

    def absent(self, game: str, guest: str) -> float:
        """For how many seconds somebody has had no seat of a table open, as far as this process has looked."""
        if any(guest in here.people for here in (self.here(game), *self.elsewhere.at(game))):
            self._missed.pop((game, guest), None)
            return 0.0
        if (game, guest) not in self._missed:
            self.missed(game, guest)
        return asyncio.get_running_loop().time() - self._missed[game, guest]

    # -- who is elsewhere ------------------------------------------------------

    def heard(self, process: str, here: Here) -> None:
        """Another process says who has a table open there."""
        before, people = self.elsewhere.seats(here.game), self.elsewhere.people(here.game)
        self.elsewhere.heard(process, here, asyncio.get_running_loop().time())
        self._missed_elsewhere(here.game, people)
        self._moved_elsewhere(here.game, before)

    def replaced(self, process: str, tables: Iterable[Here]) -> None:
        """Another process says at which tables anybody is there."""
        before = {game: self.elsewhere.seats(game) for game in self.rooms}
        people = {game: self.elsewhere.people(game) for game in self.elsewhere.games()}
        news = self.elsewhere.replaced(process, tables, asyncio.get_running_loop().time())
        for game in news:
            self._missed_elsewhere(game, people.get(game, set()))
        for game in news & before.keys():
            self._moved_elsewhere(game, before[game])

    def drop_silent(self) -> None:
        """Nobody is believed any more to be at a process of which nothing was heard for long."""
        for process in self.elsewhere.silent(asyncio.get_running_loop().time()):
            self.replaced(process, ())
            self.elsewhere.forget(process)

    def _missed_elsewhere(self, game: str, before: set[str]) -> None:
        """Who is at a table elsewhere is not missed; who was, is from now on."""
        after = self.elsewhere.people(game)
        for guest in after:
            self._missed.pop((game, guest), None)
        for guest in before - after:
            self.missed(game, guest)

    def _moved_elsewhere(self, game: str, before: set[str]) -> None:
        room, after = self.rooms.get(game), self.elsewhere.seats(game)
        if room is None:
            return
        for seat in after:
            room.left.pop(seat, None)
        for seat in before - after:
            if not room.has(seat):
                room.left[seat] = asyncio.get_running_loop().time()
        self.show(game)

    # -- what is said ----------------------------------------------------------

    def say(
        self, game: str, text: str, to: Hearers, but: Connection | None = None, apart: tuple[str, ...] = ()
    ) -> None:
        """Send one text as it is to those who hear it, at all processes, but not to one connection, nor to the people
        who are kept ``apart``."""
        self.say_here(game, text, to, but, apart)
        self.publish(Said(game, text, *to, apart))

    def say_here(
        self, game: str, text: str, to: Hearers, but: Connection | None = None, apart: tuple[str, ...] = ()
    ) -> None:
        """The same to those at this process."""
        hears = RULES[to[0]](to[1])
        for connection in self.rooms[game].connections if game in self.rooms else ():
            if connection is not but and connection.guest not in apart and hears(connection.audience):
                connection.put(text)

    def cut(self, *, game: str = "", guest: str = "") -> None:
        """The sockets of a table, or of somebody, are told to go, at all processes: whoever may come back will."""
        self.cut_here(game=game, guest=guest)
        self.publish(Cut(game, guest))

    def cut_here(self, *, game: str = "", guest: str = "") -> None:
        """The same at this process."""
        self.changes += 1
        for id, room in self.rooms.items():
            for connection in room.connections:
                if id == game or (guest and connection.guest == guest):
                    connection.cut.set()
