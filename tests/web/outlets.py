"""Every way into the server and out of it, read off the application itself."""

from __future__ import annotations

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
