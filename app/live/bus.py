"""The line between the processes of one server: one channel of a Valkey.

What is published while Valkey does not answer is lost, and nobody waits for it: those who have something to lose look
for it themselves (see ``app.live.sweep``).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from app import metrics
from app.live.telling import Envelope, Message

WAITING, BATCH = 1000, 100
"""Messages that wait to be published at most; those that go out together."""
CONNECT, ANSWER, AGAIN, LOOK = 0.2, 1.0, 0.5, 1.0
"""Seconds until a connection, or an answer, is given up; between two tries; between two looks at the line's state."""
DEAF = 25.0
"""Seconds without any message, one's own among them, after which a line counts as broken."""
DOWN = (RedisError, OSError, TimeoutError)
log = logging.getLogger(__name__)


class Bus:
    """The line, which comes back by itself after any break.

    ``heard`` is called with what other processes publish, ``joined`` whenever this one can be heard and hears again.
    """

    def __init__(
        self, url: str, channel: str, heard: Callable[[str, Message], None], joined: Callable[[], None]
    ) -> None:
        self.channel, self.me = channel, secrets.token_hex(6)
        self._heard, self._joined = heard, joined
        self._client = Redis.from_url(
            url, socket_connect_timeout=CONNECT, socket_timeout=ANSWER, retry=Retry(NoBackoff(), 0), protocol=2
        )
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(WAITING)
        self._tasks: list[asyncio.Task[None]] = []
        self._decoder = msgspec.msgpack.Decoder(Envelope)
        self._last, self._is_named = 0.0, False
        self.is_up = False
        """Whether messages go out and come in, as far as is known."""
        self.lost = 0
        """Messages that could not be published, or not be read."""

    async def start(self) -> None:
        """The line is being opened; nobody waits for it."""
        self._tasks = [asyncio.create_task(self._listening()), asyncio.create_task(self._publishing())]

    async def close(self, last: Message | None = None) -> None:
        """The line is closed, after a last message if it is open."""
        try:
            await self._end()
            if last and self.is_up:
                with suppress(*DOWN):
                    await asyncio.wait_for(self._client.publish(self.channel, self._sealed(last)), CONNECT)
        finally:
            self.is_up = False
            with suppress(*DOWN):
                await self._client.aclose()

    async def _end(self) -> None:
        """Nothing is sent or heard any more; whoever misses that it was cancelled is cancelled again."""
        while tasks := [task for task in self._tasks if not task.done()]:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=ANSWER)

    def publish(self, message: Message) -> None:
        """The message is on its way, or lost if the line is broken or choked.  Never blocks, never fails."""
        if not self.is_up or self._waiting.full():
            self.lost += 1
            metrics.bus_message("lost")
        else:
            metrics.bus_message("out")
            self._waiting.put_nowait(self._sealed(message))

    def _sealed(self, message: Message) -> bytes:
        return msgspec.msgpack.encode(Envelope(self.me, message))

    # -- out -------------------------------------------------------------------

    async def _publishing(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            while len(batch) < BATCH and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            try:
                async with self._client.pipeline(transaction=False) as pipe:
                    for text in batch:
                        _ = pipe.publish(self.channel, text)
                    await pipe.execute()
            except Exception as error:
                self.lost += len(batch)
                metrics.bus_message("lost", len(batch))
                self._break(error)

    def _break(self, error: Exception) -> None:
        """The line is broken; what waited to be published is lost."""
        if not isinstance(error, DOWN):
            log.error("the line to the other processes broke by a fault of this program", exc_info=error)
        elif not self._is_named:
            log.warning("the other processes cannot be reached: %s", error)
        self.is_up, self._is_named = False, True
        metrics.bus(up=False)
        while not self._waiting.empty():
            self._waiting.get_nowait()
            self.lost += 1

    # -- in --------------------------------------------------------------------

    async def _listening(self) -> None:
        while True:
            try:
                async with self._client.pubsub() as ears:
                    await ears.subscribe(self.channel)
                    await self._listen(ears)
            except Exception as error:
                self._break(error)
            await asyncio.sleep(AGAIN)

    async def _listen(self, ears: PubSub) -> None:
        """Hear what is published until the line is broken."""
        loop = asyncio.get_running_loop()
        opening, self._last = True, loop.time()
        while opening or self.is_up:
            message = await ears.get_message(timeout=LOOK)
            if message is None and loop.time() - self._last > DEAF:
                raise TimeoutError("nothing was heard for long")
            if message is None:
                continue
            self._last = loop.time()
            if message["type"] == "subscribe":
                opening = False
                self._open()
            elif message["type"] == "message":
                self._take(message["data"])

    def _open(self) -> None:
        """This process hears and is heard."""
        self.is_up, self._is_named = True, False
        metrics.bus(up=True)
        log.info("the other processes can be reached")
        self._joined()

    def _take(self, data: bytes) -> None:
        try:
            letter = self._decoder.decode(data)
            if letter.by != self.me:
                metrics.bus_message("in")
                self._heard(letter.by, letter.message)
        except msgspec.MsgspecError:
            self.lost += 1
        except Exception:
            log.exception("what another process told could not be passed on")
