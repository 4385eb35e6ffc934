"""Dice that nobody can bend: the server commits to a seed before the seats add theirs.

A throw depends on the seed, the game, the bytes of every seat and its number,
and on nothing else.  Once the seed is shown, anybody can throw again.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import count

import msgspec

from app.engine.dice import Dice, Faces

MAX_ENTROPY = 64


def commitment(seed: bytes) -> str:
    """What is published before the first throw."""
    return sha256(seed).hexdigest()


class Vault:
    """Throws the dice of one game."""

    def __init__(self, seed: bytes, game: str, entropy: Mapping[str, str]) -> None:
        self._seed = seed
        self._context: list[object] = [game, sorted(entropy.items())]

    def throw(self, index: int, dice: Dice) -> Faces:
        """The faces of throw number ``index``; every face is equally likely."""
        stream = self._stream(index)
        return tuple(one(stream, dice.sides) for _ in range(dice.count))

    def _stream(self, index: int) -> Iterator[int]:
        """Bytes without end for one throw."""
        for block in count():
            message = msgspec.json.encode([*self._context, index, block])
            yield from hmac.new(self._seed, message, sha256).digest()


def one(stream: Iterator[int], sides: int) -> int:
    """A face from 1 to ``sides``: numbers that would favour some faces are thrown away."""
    width = max(1, ((sides - 1).bit_length() + 7) // 8)
    fair = 256**width // sides * sides
    while True:
        drawn = int.from_bytes(bytes(next(stream) for _ in range(width)), "big")
        if drawn < fair:
            return drawn % sides + 1
