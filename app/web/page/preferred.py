"""What whoever looks prefers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request


def preferred(request: Request, key: str) -> Mapping[str, Any]:
    """The preferences of the account that looks; without one what this browser keeps of ``key``."""
    who = request.state.who
    return who.prefs if who and who.account else {key: request.cookies.get(f"gunbai-{key}", "")}
