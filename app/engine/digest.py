"""Canonical JSON and the hash chain of a game."""

from __future__ import annotations

from hashlib import sha256

import msgspec

START = "0" * 64
_ENCODER = msgspec.json.Encoder(order="sorted")


def canonical(value: object) -> bytes:
    """The one JSON text of a value: keys sorted, no spaces, UTF-8."""
    return _ENCODER.encode(value)


def digest(value: object) -> str:
    """SHA-256 of the canonical JSON, in hexadecimal."""
    return sha256(canonical(value)).hexdigest()


def link(previous: str, value: object) -> str:
    """The next link of a chain: a hash over the link before and this value."""
    return sha256(previous.encode() + canonical(value)).hexdigest()
