"""Every way into the server and out of it, read off the application itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIWebSocketRoute
from starlette.routing import BaseRoute, Mount

MANY = 4
"""More methods than these are all there are."""


def routes(app: FastAPI) -> list[str]:
    """Method and path of every route, also of routers that are kept whole; ``WS``: a socket, ``ANY``: all methods."""
    return [f"{method} {path}" for route in walk(app.routes) for method, path in named(route)]


def walk(given: Iterable[BaseRoute]) -> Iterator[BaseRoute]:
    """The routes themselves."""
    for route in given:
        inner = getattr(route, "original_router", None)
        yield from walk(inner.routes) if inner is not None else (route,)


def named(route: Any) -> list[tuple[str, str]]:
    """What a route answers to."""
    if isinstance(route, Mount):
        return [("GET", route.path + "/{file}")]
    if isinstance(route, APIWebSocketRoute):
        return [("WS", route.path)]
    methods = sorted(route.methods - {"HEAD"})
    return [("ANY" if len(methods) > MANY else method, route.path) for method in methods]


LISTS = (
    "/", "/lobby", "/lobby?show=live", "/api/v1/lobby", "/api/v1/games", "/games/mine", "/people", "/people/{player}",
    "/account/notices", "/api/v1/people/{handle}",
)  # fmt: skip
"""Where games are told of that are not asked for by name; every route with a ``{game}`` tells of that game."""
OF_NO_GAME = (
    "/api/v1/openapi.json", "/api/v1/systems", "/api/v1/grounds", "/api/v1/rosters", "/api/v1/me", "/new", "/rosters",
    "/api/v1/scenarios", "/api/v1/likenesses", "/likenesses", "/likeness/",
    "/roster", "/terrain", "/rules", "/signup", "/setup", "/signin", "/forgot", "/reset", "/confirm", "/account",
    "/admin", "/api/v1/admin", "/sw.js", "/healthz", "/readyz", "/metrics", "/static", "/campaign", "/api/v1/campaigns",
    "/dice", "/learn", "/scenarios", "/manifest.webmanifest", "/offline",
)  # fmt: skip
"""Beginnings of what tells of no game, or to its host alone; a campaign tells of a battle only that it is over."""


BY_ADDRESS = ("/oembed", "/embed/campaign/")
"""What tells of the games whose address it is given, as ``/embed/{game}`` does: to nobody in particular.  How late a
round shows its tables is asked in ``test_campaign_event.py``."""


def unsorted(there: Iterable[str]) -> list[str]:
    """The routes of which nobody has said whether they tell of a game."""
    lists = [re.sub(r"{\w+}", "{}", path.partition("?")[0]) for path in LISTS]
    paths = [route.split()[1] for route in there if route.startswith("GET")]
    told = [path for path in paths if "{game}" in path or re.sub(r"{\w+}", "{}", path) in lists]
    return [path for path in paths if path not in told and not path.startswith((*OF_NO_GAME, *BY_ADDRESS))]
