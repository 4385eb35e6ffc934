"""What every request passes: security headers, same-origin rule for changes, limits to pace and bodies."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import partial
from time import time

from limits.aio.strategies import FixedWindowRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.accounts.attempts import Shared, Tally
from app.accounts.guessing import Near, network_of
from app.web.page.deps import choose_language
from app.web.page.forms import LONG
from app.web.page.problems import problem
from app.web.page.words import gettext
from app.web.server.crossing import Crossing, foreign, is_question, opened, yes
from app.written import WRITTEN

BODY = 65536
"""The largest body that is read, in bytes."""
FILES = {"/api/v1/campaigns/import": 16_000_000, "/campaigns/import": 16_100_000,
         "/roster/import": LONG, "/admin/lists": LONG, "/admin/lists/profiles": LONG,
         "/scenarios": 2 * LONG, "/scenarios/look": 2 * LONG, "/scenarios/bring": LONG,
         "/likenesses": 1_600_000, "/api/v1/likenesses": 2_100_000, "/likenesses/import": 6_000_000}  # fmt: skip
"""The same where files are read."""
COVER = re.compile(r"/campaign/[\w-]{1,32}/cover")
"""Where a campaign is brought a picture as large as a likeness."""
DAY = 24 * 3600
MEGABYTE = 1_000_000
UNKEPT = ("/preview", "/check", "/random")
"""How paths end where nothing is written."""
SAFE = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; manifest-src 'self'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
PARTS = {name: HEADERS[name] for name in ("x-content-type-options", "cross-origin-resource-policy")}
ONLY_PARTS = ("text/css", "text/javascript")
"""What is said of scripts and style sheets, which are no pages of their own: sixty of them come with a table."""


DEFAULT_PORTS = {"http": ":80", "https": ":443", "ws": ":80", "wss": ":443"}
SECURE = {"ws": "http", "wss": "https"}


def same_origin(scope: Scope, base: str = "") -> bool:
    """Whether a change may come from here: our own pages, or a client that is no browser."""
    site = Headers(scope=scope).get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    return socket_origin(scope, base)


def socket_origin(scope: Scope, base: str = "") -> bool:
    """Whether a socket may be opened: a browser's origin must be this scheme, host and port."""
    origin = Headers(scope=scope).get("origin")
    return origin is None or plain(origin) == ours(scope, base)


def ours(scope: Scope, base: str) -> str:
    """The origin this request was sent to.

    Its scheme is that of ``base``, how people reach us, where that names this host: a proxy may keep silent about TLS.
    """
    scheme = SECURE.get(scope["scheme"], scope["scheme"])
    host = Headers(scope=scope).get("host", "")
    known = plain(base)
    return known if known in (plain(f"{one}://{host}") for one in ("http", "https")) else plain(f"{scheme}://{host}")


def plain(origin: str) -> str:
    """An origin in small letters, without the port that goes without saying."""
    scheme, _, host = origin.lower().partition("://")
    return f"{scheme}://{host.removesuffix(DEFAULT_PORTS.get(scheme, '/'))}"


class Pace:
    """How many changes one address may ask for in a second, or a minute, of all processes that share the counts."""

    def __init__(self, rate: str, shared: Shared | None = None) -> None:
        self.counts = Tally(FixedWindowRateLimiter, rate, shared)

    @property
    def seconds(self) -> int:
        """After so long all is forgotten."""
        return self.counts.rate.get_expiry()

    async def allows(self, address: str) -> bool:
        """Whether one more is allowed now; it is counted."""
        return await self.counts.hit("pace", address)


class Sent:
    """How much each network sends in a day of what may be kept, and has written at tables by it; ``most`` in
    megabytes, 0 has no end.  It is counted by network, so that more guests are of no use."""

    def __init__(self, most: int, shared: Shared | None = None) -> None:
        self.most, self._shared, self._near = most, shared, Near(time)
        self._owed = Counter[str]()

    def owe(self, network: str, size: int) -> None:
        """So many bytes more were written, which are counted with the next that is sent."""
        if self.most:
            self._owed[network] += size

    async def is_spent(self, network: str) -> bool:
        """Whether the network has sent all that is taken."""
        if not self.most:
            return False
        shared, key = self._shared, f"sent {network}"
        far = await shared.ask(lambda: shared.storage.get(key)) if shared else None
        return (await self._near.get(key) if far is None else far) >= self.most * MEGABYTE

    async def add(self, network: str, size: int) -> None:
        """So many bytes more were sent."""
        shared, key = self._shared, f"sent {network}"
        size += self._owed.pop(network, 0)
        if not self.most or not size:
            return
        if shared is None or await shared.ask(lambda: shared.storage.incr(key, DAY, size)) is None:
            await self._near.incr(key, DAY, size)


def later(words: str, seconds: int) -> Response:
    """Too much was asked for; after so many seconds it may be asked again."""
    response = problem(429, words)
    response.headers["retry-after"] = str(seconds)
    return response


class TooLarge(Exception):
    """More was sent than is read."""


class Security:
    """Pure ASGI: headers on every response, a refusal for foreign changes and large bodies."""

    def __init__(
        self, app: ASGIApp, rate: str, shared: Shared | None = None, base: str = "", sent: int = 0, cors: str = ""
    ) -> None:
        self.app, self.pace, self.base, self.sent = app, Pace(rate, shared), base, Sent(sent, shared)
        self.crossing = Crossing(cors)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        own = same_origin(scope, self.base)
        if origin := "" if own else self.crossing.origin(scope):
            scope, send = foreign(scope), opened(send, origin)
        headers, most = Headers(scope=scope), largest(scope)
        if origin and is_question(scope):
            await yes()(scope, receive, headed(scope, send))
        elif scope["method"] not in SAFE and not origin and not own:
            await problem(403, "This request comes from another site.")(scope, receive, headed(scope, send))
        elif scope["method"] not in SAFE and not await self.pace.allows(address(scope)):
            choose_language(HTTPConnection(scope))
            words = gettext("Too many requests. Wait a moment and try again.")
            await later(words, self.pace.seconds)(scope, receive, headed(scope, send))
        elif scope["method"] not in SAFE and await self.sent.is_spent(address(scope)):
            choose_language(HTTPConnection(scope))
            words = gettext(
                "Your network has sent or had written {most} megabytes in a day, the most that is kept. "
                "Try again tomorrow."
            )
            await later(words.format(most=self.sent.most), DAY)(scope, receive, headed(scope, send))
        elif int(length if (length := headers.get("content-length", "0")).isdecimal() else "0") > most:
            await problem(413, f"The body is larger than {most} bytes.")(scope, receive, headed(scope, send))
        else:
            await self.limited(scope, receive, headed(scope, send))

    async def limited(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, counting what is read of its body."""
        read, begun, most = 0, False, largest(scope)

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > most:
                raise TooLarge
            return message

        async def watched(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        token = WRITTEN.set(partial(self.sent.owe, address(scope)))
        try:
            await self.app(scope, counted, watched)
        except TooLarge:
            if not begun:
                await problem(413, f"The body is larger than {most} bytes.")(scope, receive, send)
        except ClientDisconnect:
            return  # nobody is there any more to be told anything
        finally:
            WRITTEN.reset(token)
            await self.sent.add(address(scope), 0 if scope["path"].endswith(UNKEPT) else read)


def address(scope: Scope) -> str:
    """Whom a request counts for: the network it comes from, as the server that took it in says."""
    client = scope.get("client")
    return network_of(str(client[0])) if client else ""


def headed(scope: Scope, send: Send) -> Send:
    """The same, with the security headers on the response."""

    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            part = scope["path"].startswith("/static/") and headers.get("content-type", "").startswith(ONLY_PARTS)
            add(headers, (PARTS if part else HEADERS).items())
        await send(message)

    return wrapped


def add(headers: MutableHeaders, rows: Iterable[tuple[str, str]]) -> None:
    """Set the headers that are not set yet."""
    for name, value in rows:
        headers.setdefault(name, value)


def largest(scope: Scope) -> int:
    """The largest body that this request may have."""
    path: str = scope["path"]
    usual = FILES["/likenesses"] if COVER.fullmatch(path) else BODY
    return FILES.get(path, usual)
