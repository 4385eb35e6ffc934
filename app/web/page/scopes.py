"""What a program may do with an API token: every route of the API and the scope it needs.

What is not listed is not allowed, and matters of the account never are.
"""

from __future__ import annotations

import re
from functools import cache

from app.games.seats import Guest

ROOT = "/api/v1"
NEVER = ""
"""Only for a browser in which its owner is signed in."""
NEEDS: dict[tuple[str, str], str] = {
    ("GET", "/me"): "read",
    ("PATCH", "/me"): NEVER,
    ("GET", "/me/tokens"): NEVER,
    ("POST", "/me/tokens"): NEVER,
    ("DELETE", "/me/tokens/{token}"): NEVER,
    ("GET", "/me/export"): NEVER,
    ("GET", "/me/inbox"): NEVER,
    ("POST", "/me/inbox"): NEVER,
    ("GET", "/admin/health"): "read",
    ("GET", "/admin/metrics"): "read",
    ("GET", "/admin/cases"): "read",
    ("GET", "/admin/cases/{number}"): "read",
    ("GET", "/admin/reports"): NEVER,
    ("POST", "/admin/reports/{number}"): NEVER,
    ("GET", "/admin/accounts"): NEVER,
    ("PATCH", "/admin/accounts/{id}"): NEVER,
    ("POST", "/admin/lists"): NEVER,
    ("DELETE", "/admin/lists/{id}"): NEVER,
    ("POST", "/admin/profiles"): NEVER,
    ("DELETE", "/admin/profiles/{id}"): NEVER,
    ("GET", "/games/{game}/orders"): "read",
    ("GET", "/games/{game}/side"): "read",
    ("POST", "/games/{game}/orders"): "play",
    ("GET", "/systems"): "read",
    ("GET", "/games"): "read",
    ("POST", "/games"): "make",
    ("GET", "/games/{game}"): "read",
    ("GET", "/games/{game}/events"): "read",
    ("GET", "/games/{game}/live"): "read",
    ("GET", "/games/{game}/inspect/{piece}"): "read",
    ("GET", "/games/{game}/record"): "read",
    ("GET", "/games/{game}/odds"): "read",
    ("POST", "/games/{game}/join"): "play",
    ("POST", "/games/{game}/answers"): "play",
    ("POST", "/games/{game}/preview"): "play",
    ("GET", "/games/{game}/umpire"): "read",
    ("POST", "/games/{game}/umpire/{deed}"): "play",
    ("GET", "/games/{game}/talk"): "read",
    ("POST", "/games/{game}/talk"): "play",
    ("POST", "/games/{game}/talk/{line}/{deed}"): "play",
    ("GET", "/games/{game}/timeline"): "read",
    ("GET", "/games/{game}/film"): "read",
    ("GET", "/games/{game}/frames/{v}"): "read",
    ("GET", "/games/{game}/frames/{v}/ground"): "read",
    ("GET", "/games/{game}/frames/{v}/inspect/{piece}"): "read",
    ("GET", "/lobby"): "read",
    ("POST", "/games/{game}/rematch"): "make",
    ("POST", "/games/{game}/challenge/{deed}"): "play",
    ("POST", "/games/{game}/{deed}"): "play",
    ("GET", "/scenarios"): "read",
    ("POST", "/scenarios"): "rosters",
    ("POST", "/scenarios/check"): "read",
    ("GET", "/scenarios/printed/{system}/{base}"): "read",
    ("GET", "/scenarios/{id}"): "read",
    ("PUT", "/scenarios/{id}"): "rosters",
    ("DELETE", "/scenarios/{id}"): "rosters",
    ("GET", "/grounds"): "read",
    ("POST", "/grounds"): "rosters",
    ("POST", "/grounds/check"): "read",
    ("POST", "/grounds/random"): "read",
    ("GET", "/grounds/{id}"): "read",
    ("PUT", "/grounds/{id}"): "rosters",
    ("DELETE", "/grounds/{id}"): "rosters",
    ("GET", "/people/{handle}"): "read",
    ("GET", "/campaigns"): "read",
    ("POST", "/campaigns"): "make",
    ("POST", "/campaigns/import"): "make",
    ("GET", "/campaigns/{id}"): "read",
    ("GET", "/campaigns/{id}/entries"): "read",
    ("GET", "/campaigns/{id}/standings"): "read",
    ("GET", "/campaigns/{id}/export"): "read",
    ("POST", "/campaigns/{id}/commands"): "play",
    ("GET", "/likenesses"): "read",
    ("POST", "/likenesses"): "rosters",
    ("DELETE", "/likenesses/{key}"): "rosters",
    ("POST", "/likenesses/{key}/report"): "play",
    ("GET", "/rosters/house"): "read",
    ("GET", "/rosters/profiles"): "read",
    ("GET", "/rosters"): "read",
    ("POST", "/rosters"): "rosters",
    ("POST", "/rosters/check"): "read",
    ("GET", "/rosters/{id}"): "read",
    ("PUT", "/rosters/{id}"): "rosters",
    ("DELETE", "/rosters/{id}"): "rosters",
    ("GET", "/rosters/{id}/text"): "read",
}


@cache
def patterns() -> tuple[tuple[str, re.Pattern[str], str], ...]:
    """Method, path and scope of every need, in order."""
    rows = ((method, re.sub(r"\{\w+(:\w+)?\}", "[^/]+", path), scope) for (method, path), scope in NEEDS.items())
    return tuple((method, re.compile(ROOT + path), scope) for method, path, scope in rows)


def need(method: str, path: str) -> str:
    """The scope this request needs; empty if no token allows it."""
    asked = "GET" if method == "HEAD" else method
    return next((scope for known, shape, scope in patterns() if known == asked and shape.fullmatch(path)), NEVER)


def may(who: Guest, method: str, path: str) -> bool:
    """Whether the caller's scopes allow this request; a browser's cookie allows all."""
    return who.scopes is None or need(method, path) in who.scopes
