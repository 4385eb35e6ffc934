"""How large a picture will be once it is decoded, read from its file: what is not plain in it is no picture here.

A decoder goes by what it meets last or finds inside, this by every head there is: so all of them must say one thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from struct import Struct

PNG, JPEG, WEBP = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"WEBP"
TWO, SIX = Struct(">HH"), Struct(">II")
FRAMES, OTHER = frozenset((0xC0, 0xC1, 0xC2)), frozenset((0xC4, 0xDB, 0xDD, 0xFE, *range(0xE0, 0xF0)))
"""The marks of a JPEG after which its size stands, and of other parts that say how long they are."""
SCAN, END = 0xDA, 0xD9
NEXT = re.compile(rb"\xff+[^\x00\xff\xd0-\xd7]")
"""A mark after the bytes of a scan."""
STILL = b"\x9d\x01\x2a"
"""How a picture of its own begins in a lossy WebP."""
Sized = tuple[str, int, int]


def sized(raw: bytes) -> Sized | None:
    """Of which kind a picture is, and how wide and high; ``None``: it is none that is read."""
    if raw.startswith(PNG) and raw[12:16] == b"IHDR" and len(raw) > SIX.size + 16:
        return ("png", *SIX.unpack_from(raw, 16))
    if raw.startswith(JPEG):
        return framed(raw)
    return webp(raw) if raw[:4] == b"RIFF" and raw[8:12] == WEBP and len(raw) >= 30 else None


def framed(raw: bytes) -> Sized | None:
    """The same of a JPEG: each part says how long it is, and one of them the size."""
    found: Sized | None = None
    scanned = False
    for mark, at in parts(raw):
        if mark in FRAMES and found is None and at + 7 <= len(raw):
            high, wide = TWO.unpack_from(raw, at + 3)
            found = "jpeg", wide, high
        elif mark == SCAN and found:
            scanned = True
        elif mark not in OTHER and not (mark == END and scanned):
            return None  # a second size, none before the scan, or what is not read here
    return found


def parts(raw: bytes) -> Iterator[tuple[int, int]]:
    """Each part of a JPEG by its mark, and where its length stands; 0 for what is no mark, at which it ends."""
    at = 2
    while at + 4 <= len(raw):
        many = int.from_bytes(raw[at + 2 : at + 4], "big")
        mark = raw[at + 1] if raw[at] == 0xFF and (many >= 2 or raw[at + 1] == END) else 0
        yield mark, at + 2
        if mark in (0, 0xFF, END):
            return
        at += 2 + many
        if mark == SCAN:
            found = NEXT.search(raw, at)
            at = found.end() - 2 if found else len(raw)


def webp(raw: bytes) -> Sized | None:
    """The same of a WebP, whichever of its three forms it has."""
    found = {wide_high for kind, at in chunks(raw) if (wide_high := told(raw, kind, at))}
    if len(found) != 1:
        return None
    return ("webp", *found.pop())


def chunks(raw: bytes) -> Iterator[tuple[bytes, int]]:
    """The parts of a WebP, and where what is in each begins."""
    at = 12
    while at + 8 <= len(raw):
        yield raw[at : at + 4], at + 8
        many = int.from_bytes(raw[at + 4 : at + 8], "little")
        at += 8 + many + many % 2


def told(raw: bytes, kind: bytes, at: int) -> tuple[int, int] | None:
    """The size that a part tells; nought by nought where it moves or is no picture of its own."""

    def little(more: int, many: int = 2) -> int:
        return int.from_bytes(raw[at + more : at + more + many], "little")

    match kind:
        case b"VP8X":
            return little(4, 3) + 1, little(7, 3) + 1
        case b"VP8L":
            bits = little(1, 4)
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 " if raw[at + 3 : at + 6] == STILL:
            return little(6) & 0x3FFF, little(8) & 0x3FFF
        case b"VP8 " | b"ANMF":
            return 0, 0
    return None
