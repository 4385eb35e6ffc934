"""Frames written straight to the transport of a real server: the same bytes, in order, and bounded."""

from __future__ import annotations

import asyncio
import json
import pickle
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from app.live import connections
from app.live.connections import MOST, RESYNC, Audience, Connection, framed
from app.serving import config_of, listen
from app.settings import Settings
from app.web.server import patience
from app.web.server.patience import Patient
from app.web.server.wire import FRAMES, Framed, line_of

Story = Callable[[WebSocket, Connection], Awaitable[None]]
HERE = "127.0.0.1"


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_frame_is_that_of_the_protocol(size: int) -> None:
    text = "ü" * (size // 2) + "x" * (size % 2)
    assert framed(text) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


async def slow(request: Request) -> Response:
    """An answer that takes longer than a request may, in the tests of that."""
    body = await request.body()
    await asyncio.sleep(0.4)
    return PlainTextResponse(body)


@asynccontextmanager
async def served(story: Story, **options: Any) -> AsyncIterator[str]:
    """The address of a server that tells this story to each socket."""

    async def tell(socket: WebSocket) -> None:
        await socket.accept()
        connection = Connection(socket, Audience(None, "en"), line=line_of(socket))
        try:
            await story(socket, connection)
        finally:
            connection.gone()

    with listen(HERE, 0) as sock:
        app = Starlette(routes=[WebSocketRoute("/", tell), Route("/slow", slow, methods=["POST"])])
        options = {"log_level": "critical", "timeout_graceful_shutdown": 1, **options}
        config = uvicorn.Config(app, http=Patient, ws=Framed, **options)
        server = uvicorn.Server(config)
        serving = asyncio.ensure_future(server.serve(sockets=[sock]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield f"ws://{HERE}:{sock.getsockname()[1]}/"
        finally:
            server.should_exit = True
            await serving


def told(story: Story, listen: Callable[[ClientConnection], Awaitable[None]]) -> None:
    """Both sides of a story were gone through, in a bounded time."""

    async def whole() -> None:
        async with (
            asyncio.timeout(20),
            served(story, ws_per_message_deflate=False) as url,
            connect(url, compression=None, max_queue=1) as socket,
        ):
            await listen(socket)

    asyncio.run(whole())


async def texts(socket: ClientConnection, got: list[str] | None = None) -> None:
    """All that comes is read, until the socket is closed."""
    while True:
        text = str(await socket.recv())
        if got is not None:
            got.append(text)


def test_frames_and_messages_come_in_the_order_in_which_they_were_sent(tried: Callable[[str], None]) -> None:
    count, got = 1000, list[int]()

    async def tell(socket: WebSocket, connection: Connection) -> None:
        for n in range(count):
            if n % 3:
                connection.put(json.dumps(n))
            else:
                await socket.send_text(json.dumps(n))
        await socket.receive()

    async def hear(socket: ClientConnection) -> None:
        while len(got) < count:
            got.append(json.loads(await socket.recv()))

    told(tell, hear)
    assert got == list(range(count))
    tried(f"{count} frames and messages of one socket, in order")


def test_who_does_not_keep_up_is_told_to_load_afresh_once_it_reads_again(tried: Callable[[str], None]) -> None:
    waits: list[int] = []
    got: list[str] = []
    again, text = asyncio.Event(), json.dumps({"v": 1, "x": "x" * 50_000})

    async def tell(_socket: WebSocket, connection: Connection) -> None:
        assert connection.line is not None
        for _ in range(1000):
            connection.put(text)
            waits.append(connection.line.waiting())
            await asyncio.sleep(0)
        assert connection.behind is not None
        again.set()
        while connection.behind:
            await asyncio.sleep(0.01)
        connection.put("{}")
        await asyncio.sleep(5)

    async def hear(socket: ClientConnection) -> None:
        await again.wait()
        while "{}" not in got:
            got.append(str(await socket.recv()))

    told(tell, hear)
    assert max(waits) <= MOST + len(framed(text))
    assert got == [text] * (len(got) - 2) + [RESYNC, "{}"]
    assert len(got) < 900
    tried(
        f"1,000 messages to a socket that reads nothing: at most {max(waits)} bytes waited, {1002 - len(got)} left out"
    )


def test_who_stays_silent_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SILENT", 0.2)
    ended: list[str] = []
    full = asyncio.Event()

    async def tell(socket: WebSocket, connection: Connection) -> None:
        while not connection.behind:
            connection.put("x" * 100_000)
        full.set()
        ended.append((await socket.receive())["type"])

    async def hear(socket: ClientConnection) -> None:
        await full.wait()
        while not ended:
            await asyncio.sleep(0.02)
        with pytest.raises(ConnectionClosed):
            await texts(socket)

    told(tell, hear)
    assert ended == ["websocket.disconnect"]


def test_nothing_is_written_once_a_socket_is_closed() -> None:
    got: list[str] = []

    async def tell(socket: WebSocket, connection: Connection) -> None:
        connection.put("before")
        await socket.close(4404)
        connection.put("after")

    async def hear(socket: ClientConnection) -> None:
        with pytest.raises(ConnectionClosed) as closed:
            await texts(socket, got)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404

    told(tell, hear)
    assert got == ["before"]


def test_there_is_no_line_where_messages_are_compressed() -> None:
    found: list[bool] = []

    async def tell(socket: WebSocket, connection: Connection) -> None:
        found.append(connection.line is None)
        await socket.send_text("{}")

    async def whole() -> None:
        async with asyncio.timeout(20), served(tell, ws_per_message_deflate=True) as url, connect(url) as socket:
            assert await socket.recv() == "{}"

    asyncio.run(whole())
    assert found == [True]


async def silent(socket: WebSocket, _: Connection) -> None:
    """Nothing is told, and nothing minded, until the other end goes."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


MASK = b"\0\0\0\0"
BAD_TEXT, EMPTY, BEGUN, PINGED = b"\x81\x81" + MASK + b"\xff", b"\0\x80" + MASK, b"\1\x80" + MASK, b"\x89\x80" + MASK


@pytest.mark.parametrize(
    ("sent", "code"),
    [(BAD_TEXT * 3, 1007), (BEGUN + EMPTY * 400_000, 1008), (PINGED * 400_000, 1008), (EMPTY, 1002)],
    ids=["no UTF-8", "fragments", "pings", "no message begun"],
)
def test_frames_that_make_no_message_end_a_socket(
    sent: bytes, code: int, caplog: pytest.LogCaptureFixture, tried: Callable[[str], None]
) -> None:
    async def whole() -> int:
        async with asyncio.timeout(20), served(silent, log_level="info", log_config=None) as url:
            socket = await connect(url, compression=None)
            socket.transport.write(sent)
            await socket.wait_closed()
            return socket.protocol.close_code or 0

    closed = asyncio.run(whole())
    # Who still sends when it is ended may lose the last word to that.
    assert closed in ((code,) if len(sent) < 100 else (code, 1006))
    assert [record for record in caplog.records if record.exc_info] == []
    tried(f"{len(sent)} bytes of frames without a message: closed with {closed}, no traceback")


def test_many_messages_of_many_frames_are_heard() -> None:
    got: list[str] = []

    async def hear(socket: WebSocket, _: Connection) -> None:
        while len(got) < 30:
            got.append(await socket.receive_text())
        await socket.send_text("{}")

    async def say(socket: ClientConnection) -> None:
        for _ in range(30):
            await socket.send(["x"] * 50)
        await socket.recv()

    told(hear, say)
    assert got == ["x" * 50] * 30
    assert FRAMES > 30 * 51


@pytest.mark.parametrize("workers", [1, 2])
def test_each_process_of_the_server_is_served_so(workers: int) -> None:
    config: uvicorn.Config = pickle.loads(pickle.dumps(config_of("app", Settings(), workers=workers)))
    assert (config.http, config.ws, config.workers) == (Patient, Framed, workers)


HEAD = b"POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n"
HANDSHAKE = b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
Ends = tuple[StreamReader, StreamWriter]


async def reach(url: str, sent: bytes) -> Ends:
    """A connection on which this was sent."""
    reader, writer = await asyncio.open_connection(HERE, int(url.rsplit(":", 1)[1].rstrip("/")))
    writer.write(sent)
    return reader, writer


async def ended(ends: Ends) -> bytes:
    """All that came until the server ended the connection."""
    got = b""
    try:
        while more := await ends[0].read(65536):
            got += more
    except ConnectionResetError:
        pass
    ends[1].close()
    return got


@pytest.mark.parametrize("sent", [b"", b"\r\n", b"POST /sl", HEAD, HEAD + b"\r\nab", HANDSHAKE], ids=repr)
@pytest.mark.parametrize("before", [b"", HEAD + b"\r\nabcd"], ids=["first", "second"])
def test_a_request_that_is_never_whole_is_ended(before: bytes, sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0.2)

    async def whole() -> None:
        async with asyncio.timeout(20), served(silent, timeout_keep_alive=1 if not sent else 60) as url:
            ends = await reach(url, before)
            if before:
                assert (await ends[0].readuntil(b"abcd")).startswith(b"HTTP/1.1 200")
            ends[1].write(sent)
            assert await ended(ends) == b""

    asyncio.run(whole())
    assert not Patient.owing


@pytest.mark.parametrize("sent", [b"", HEAD[:9], HEAD], ids=repr)
def test_who_had_connected_before_the_server_stopped_is_answered(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "FAREWELL", 10)

    async def whole() -> bytes:
        async with asyncio.timeout(20):
            server = served(silent, timeout_graceful_shutdown=15)
            ends = await reach(await server.__aenter__(), sent)
            while not Patient.owing:
                await asyncio.sleep(0.01)
            stopping = asyncio.ensure_future(server.__aexit__(None, None, None))
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(stopping), 0.5)
            ends[1].write((HEAD + b"\r\nabcd").removeprefix(sent))
            answer = await ends[0].read()
            ends[1].close()
            await stopping
            return answer

    answer = asyncio.run(whole())
    assert answer.startswith(b"HTTP/1.1 200")
    assert b"connection: close" in answer
    assert not Patient.owing


def test_who_says_nothing_holds_up_no_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "FAREWELL", 0.2)

    async def whole() -> bytes:
        async with asyncio.timeout(20):
            async with served(silent, timeout_graceful_shutdown=60) as url:
                ends = await reach(url, b"")
                while not Patient.owing:
                    await asyncio.sleep(0.01)
            return await ended(ends)

    assert asyncio.run(whole()) == b""


def test_a_slow_answer_and_a_silent_socket_outlast_the_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0.2)

    async def whole() -> None:
        async with asyncio.timeout(20), served(silent) as url, connect(url, compression=None) as socket:
            ends = await reach(url, HEAD + b"\r\nabcd")
            assert (await ends[0].readuntil(b"abcd")).startswith(b"HTTP/1.1 200")
            ends[1].close()
            await asyncio.wait_for(await socket.ping(), 5)
            assert not Patient.owing

    asyncio.run(whole())


@pytest.mark.parametrize(("proxies", "kept"), [("10.0.0.1", 5), (HERE, 8), ("*", 8)])
def test_an_address_that_is_no_proxy_has_so_many_unfinished_requests(
    proxies: str, kept: int, monkeypatch: pytest.MonkeyPatch, tried: Callable[[str], None]
) -> None:
    monkeypatch.setattr(patience, "MOST", 5)

    async def whole() -> int:
        async with asyncio.timeout(20), served(silent, forwarded_allow_ips=proxies) as url:
            held = [await reach(url, HEAD) for _ in range(8)]
            seen = [asyncio.ensure_future(ended(ends)) for ends in held]
            while sum(one.done() for one in seen) < len(seen) - kept:
                await asyncio.sleep(0.01)
            gone, _ = await asyncio.wait(seen, timeout=0.2)
            for _, writer in held:
                writer.close()
            await asyncio.wait(seen)
            return len(seen) - len(gone)

    assert asyncio.run(whole()) == kept
    assert not Patient.owing
    tried(f"8 unfinished requests of one address, {proxies} being a proxy: {kept} kept where 5 are allowed")


@pytest.mark.parametrize(("target", "more", "status"), [
    ("/?drawn=" + "x" * 9000, "", 414), ("/", f"x-long: {'x' * 9000}\r\n", 431),
    ("/", "".join(f"x-{n}: y\r\n" for n in range(200)), 431), ("/", "content-length: 5\r\n", 0),
])  # fmt: skip
def test_a_knock_that_cannot_be_read_is_answered_and_closed(target: str, more: str, status: int) -> None:
    async def whole() -> bytes:
        async with asyncio.timeout(20), served(nobody) as url:
            reader, writer = await asyncio.open_connection(HERE, int(url.rsplit(":", 1)[1].strip("/")))
            knock = "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
            key = "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            writer.write(f"GET {target} HTTP/1.1\r\nhost: {HERE}\r\n{knock}{key}{more}\r\n".encode())
            said = await reader.read()
            writer.close()
            await writer.wait_closed()
        return said

    said = asyncio.run(whole())
    assert (int(said.split()[1]) if said else 0) == status  # 0: closed without a word


async def nobody(socket: WebSocket, connection: Connection) -> None:
    """No socket is ever opened."""
    raise AssertionError
