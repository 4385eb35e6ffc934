"""What requests take of the processor is measured, and paid by guest, address and table: who has spent theirs waits.

A table's purse is paid, and waited for, by those who have no seat there: who plays is not kept from his own game by
strangers who look on.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Coroutine, Generator, Sequence
from hashlib import blake2b
from math import ceil
from time import monotonic, thread_time
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from app.aside import SPENT, Spent
from app.engine.words import N_
from app.purses import KEPT, Purses
from app.web.page.deps import choose_language, cookie_name
from app.web.page.errors import shown
from app.web.page.words import gettext
from app.web.server.security import address
from app.web.server.watching import game_in

FREE = "/static/"
HUNDREDTHS = 100
SPENT_OUT = N_("The server has worked long for you, your network or this table. Try again in {n} s.")
CLOSED = 1013
"""To a socket: try again later."""
Payer = tuple[Purses, str]
Place = tuple[str, str]


class Paid(Spent):
    """What a request takes, paid at once by all who answer for it."""

    __slots__ = ("_clock", "_payers")

    def __init__(self, payers: Sequence[Payer], clock: Callable[[], float]) -> None:
        super().__init__()
        self._payers, self._clock = payers, clock

    def add(self, seconds: float) -> None:
        """So many seconds more."""
        super().add(seconds)
        for purses, whose in self._payers:
            purses.take(whose, seconds, self._clock())


class Measured:
    """Something awaited, each step of which is counted: what others do in between is not."""

    def __init__(self, work: Coroutine[Any, Any, None], spent: Spent) -> None:
        self.work, self.spent = work, spent

    def __await__(self) -> Generator[Any, Any, None]:
        """Step by step."""
        step: Callable[[], Any] = lambda: self.work.send(None)  # noqa: E731
        while True:
            begun = thread_time()
            try:
                waits_for = step()
            except StopIteration:
                return
            finally:
                self.spent.add(thread_time() - begun)
            step = yield from self._resumed(waits_for)

    def _resumed(self, waits_for: Any) -> Generator[Any, Any, Callable[[], Any]]:
        """The next step: with what came, or with what went wrong."""
        try:
            came = yield waits_for
        except BaseException as error:
            wrong = error
            return lambda: self.work.throw(wrong)
        return lambda: self.work.send(came)


class Thrift:
    """Pure ASGI: each request and each socket pays; who has nothing left is told when to come again.

    ``work``: hundredths of a processor that flow to each guest, each address and each table; 0 has no end.
    ``seated``: at which table which browser or program was found to hold a seat.
    """

    def __init__(self, app: ASGIApp, work: str, clock: Callable[[], float] = monotonic) -> None:
        self.app, self.clock, self.seated = app, clock, OrderedDict[Place, None]()
        self.guests, self.addresses, self.tables = (Purses(int(n) / HUNDREDTHS) for n in work.split("/"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on, or say when there is something left again."""
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith(FREE):
            await self.app(scope, receive, send)
            return
        payers, now = self.payers(scope), self.clock()
        if wait := max(purses.wait(whose, now) for purses, whose in payers):
            await self.turned_away(scope, receive, send, ceil(wait))
            return
        spent = Paid(payers, self.clock)
        token = SPENT.set(spent)
        try:
            await Measured(self.app(scope, receive, send), spent)  # type: ignore[arg-type]
        finally:
            SPENT.reset(token)
            self.know(scope)

    def payers(self, scope: Scope) -> list[Payer]:
        """Who pays for a request: its browser or program, its address, the table it is about if it is not theirs."""
        who, table = caller(scope), game_in(scope["path"])
        theirs = (table, who) in self.seated
        return [(self.guests, who), (self.addresses, address(scope)), (self.tables, "" if theirs else table)]

    def know(self, scope: Scope) -> None:
        """Whoever was found to hold a seat at a table is known there from now on."""
        if scope.get("state", {}).get("sits"):
            self.seated[game_in(scope["path"]), caller(scope)] = None
            while len(self.seated) > KEPT:
                self.seated.popitem(last=False)

    async def turned_away(self, scope: Scope, receive: Receive, send: Send, seconds: int) -> None:
        """It is told when to come again."""
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": CLOSED})
            return
        request = Request(scope)
        choose_language(request)
        response = shown(request, 429, gettext(SPENT_OUT).format(n=seconds))
        response.headers["retry-after"] = str(seconds)
        await response(scope, receive, send)


def caller(scope: Scope) -> str:
    """The browser or program that asks, without what it proves itself by; empty for one that has nothing yet."""
    request = HTTPConnection(scope)
    proof = request.headers.get("authorization", "") or request.cookies.get(cookie_name(request), "")
    return blake2b(proof.encode(errors="replace"), digest_size=16).hexdigest() if proof else ""
