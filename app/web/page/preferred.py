"""What whoever looks prefers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from app.accounts.prefs import chosen
from app.web.page.deps import YEAR, Site, set_cookie

EXPLAIN = "explain"
"""Whether questions are explained."""
NEW = "gunbai-new"
"""The cookie of a browser in which somebody fights his first battle."""


def preferred(request: Request, key: str) -> Mapping[str, Any]:
    """The preferences of the account that looks; without one what this browser keeps of ``key``."""
    who = request.state.who
    return who.prefs if who and who.account else cookies(request, key)


def cookies(request: Request, key: str) -> Mapping[str, str]:
    """What this browser keeps of a preference; who is new has questions explained."""
    usual = "on" if key == EXPLAIN and NEW in request.cookies else ""
    return {key: request.cookies.get(f"gunbai-{key}", "") or usual}


def kept(request: Request, keys: Iterable[str]) -> dict[str, str]:
    """What this browser keeps of these preferences, as far as they may be chosen."""
    found = {key: chosen(cookies(request, key), key) for key in keys}
    return {key: value for key, value in found.items() if value}


def prefer(response: Response, key: str, value: str) -> None:
    """This browser keeps a preference, where its scripts may read it."""
    response.set_cookie(f"gunbai-{key}", value, max_age=YEAR, path="/", samesite="lax")


async def explains(request: Request, here: Site, response: Response) -> None:
    """From now on each question is explained the first time it comes, unless somebody has said what he would have."""
    if chosen(preferred(request, EXPLAIN), EXPLAIN):
        return
    who = request.state.who
    if who and who.account:
        await here.people.set_prefs(who.id, {EXPLAIN: "on"})
    else:
        set_cookie(request, response, NEW, "1")
