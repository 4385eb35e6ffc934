"""Websockets of which a room writes ready frames straight to the transport.

The same bytes go to each socket of an audience: nothing is queued, framed or copied for one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from app.live.connections import Line

LINE = "gunbai.line"
"""The extension of the scope under which an application finds the line of a socket."""
FRAMES = 2000
"""Frames of any kind that one end may send in a second, and in one message."""
BAD_TEXT, TOO_MANY = 1007, 1008


def nothing() -> None:
    """Nobody waits for the other end."""


class Framed(WebSocketsSansIOProtocol):
    """A websocket of uvicorn that is a ``Line``.  Frames stand between messages, never in one: those are sent whole."""

    drained: Callable[[], None] = staticmethod(nothing)
    second, heard = 0, 0

    def data_received(self, data: bytes) -> None:
        """What has come is read; a request that cannot be read as that of a websocket is refused."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.close_sent:
            self.handshake_complete = self.close_sent = True
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def handle_events(self) -> None:
        """What has come is dealt with; who sends more frames than anybody needs is ended."""
        now = int(self.loop.time())
        self.second, self.heard = now, (self.heard if now == self.second else 0) + len(self.conn.events)
        if self.heard <= FRAMES:
            super().handle_events()
        if self.heard > FRAMES or len(self.frames) > FRAMES:
            self.conn.events_received()
            self.end(TOO_MANY)

    def send_receive_event_to_app(self) -> None:
        """The message waits for the application; one that is no text ends the socket, and nothing is logged."""
        if not self.close_sent and self.curr_msg_data_type == "text" and not is_text(b"".join(self.frames)):
            self.end(BAD_TEXT)
        else:
            super().send_receive_event_to_app()

    def end(self, code: int) -> None:
        """The socket is closed with this code and the application told; what more has come counts for nothing."""
        self.frames = []
        if self.conn.state is State.OPEN and not self.close_sent:
            self.conn.send_close(code)
            self.handle_parser_exception()
        else:
            self.transport.abort()

    def handle_connect(self, event: Request) -> None:
        """The application is called; its scope tells of the line."""
        super().handle_connect(event)
        if not self.close_sent and not self.config.ws_per_message_deflate:
            cast(dict[str, Any], self.scope["extensions"])[LINE] = self

    def resume_writing(self) -> None:
        """The other end has taken most of what waited for it."""
        super().resume_writing()
        self.drained()

    def connection_lost(self, exc: Exception | None) -> None:
        """The other end is gone, and with it whoever waited for it."""
        self.drained = nothing
        super().connection_lost(exc)

    def write(self, frame: bytes) -> None:
        """The frame follows all that was sent before; nothing happens on a socket that is not open."""
        if self.handshake_complete and not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(frame)

    def waiting(self) -> int:
        """How many bytes the other end has not taken yet."""
        return self.transport.get_write_buffer_size()

    def abort(self) -> None:
        """The connection is ended at once; what waits is lost."""
        self.transport.abort()


def is_text(data: bytes) -> bool:
    """Whether it is well-formed UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def line_of(socket: WebSocket) -> Line | None:
    """The line of a socket; ``None`` where the server gives none: then each text is sent as a message."""
    found: Line | None = (socket.scope.get("extensions") or {}).get(LINE)
    return found
