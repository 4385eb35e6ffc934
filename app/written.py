"""What a request causes to be written, also long after it was answered, is counted for whoever sent it."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar


def nobody(size: int) -> None:
    """Nobody's request caused it."""


WRITTEN: ContextVar[Callable[[int], None]] = ContextVar("written", default=nobody)
"""What is told how many bytes are written now."""
