"""Pictures as people bring them, and as nobody should."""

from __future__ import annotations

import struct
import zlib
from base64 import b64decode

NOTE = b"taken at 42.3601 N, 71.0589 W"
WEBP = b64decode("UklGRhwAAABXRUJQVlA4TA8AAAAvAUAAAAcQ/Y/+ByKi/wEA")
"""A picture of two by two pixels."""


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(wide: int = 8, high: int = 8, *, said: tuple[int, int] | None = None, alpha: int = 255) -> bytes:
    """A red picture with a note in it; ``said``: the size its head tells."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", *(said or (wide, high)), 8, 6, 0, 0, 0))
    rows = zlib.compress((b"\0" + bytes((200, 20, 10, alpha)) * wide) * high)
    return (
        b"\x89PNG\r\n\x1a\n" + head + chunk(b"tEXt", b"Comment\0" + NOTE) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    )


def framed(wide: int, high: int) -> bytes:
    """The head of a JPEG of this size."""
    return b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x11\x08" + struct.pack(">HH", high, wide) + bytes(10)


def part(mark: int, data: bytes) -> bytes:
    """A part of a JPEG."""
    return bytes((0xFF, mark)) + struct.pack(">H", len(data) + 2) + data


def frame(wide: int, high: int) -> bytes:
    """The part of a JPEG that says its size."""
    return part(0xC0, b"\x08" + struct.pack(">HH", high, wide) + b"\x01\x01\x11\x00")


def jpeg(wide: int, high: int, *, before: bytes = b"", after: bytes = b"", end: bytes = b"\xff\xd9") -> bytes:
    """A grey picture; ``before``, ``after``: what lies on either side of its size; ``end``: behind its scan."""
    tables = b"".join(part(0xC4, bytes((kind, 1)) + bytes(16)) for kind in (0x00, 0x10))
    blocks = -(-wide // 8) * -(-high // 8)
    scan = part(0xDA, b"\x01\x01\x00\x00\x3f\x00") + bytes(-(-blocks * 2 // 8))
    quanta = part(0xDB, bytes((0,)) + bytes((1,)) * 64)
    return b"\xff\xd8" + quanta + before + frame(wide, high) + after + tables + scan + end


def hopped(wide: int, high: int) -> bytes:
    """A JPEG with a byte before its size that fills up, and a smaller size where a reader of it as a mark hops to."""
    away = 2 + 0xC000 - 1 - len(frame(1, 1)) - 4
    return jpeg(wide, high, before=b"\xff", after=part(0xFE, b" " * away + frame(10, 10)))


def extended(wide: int, high: int, *inside: bytes) -> bytes:
    """A WebP of this size, and what is in it."""

    def little(number: int) -> bytes:
        return (number - 1).to_bytes(3, "little")

    head = b"VP8X" + struct.pack("<I", 10) + bytes(4) + little(wide) + little(high)
    whole = b"WEBP" + head + b"".join(inside)
    return b"RIFF" + struct.pack("<I", len(whole)) + whole


def lossy(wide: int, high: int) -> bytes:
    """The part of a WebP with its pixels."""
    return b"VP8 " + struct.pack("<I", 10) + bytes(3) + b"\x9d\x01\x2a" + struct.pack("<HH", wide, high)
