"""What a program may do: every route of the API needs a scope that somebody has thought of."""

from __future__ import annotations

import pytest
from fastapi.routing import APIRoute
from starlette.testclient import TestClient

from app.accounts.tokens import SCOPES
from app.games.seats import Guest
from app.web.app import API
from app.web.page.scopes import NEEDS, NEVER, ROOT, may, need

ROUTES = [
    (method, route.path.removeprefix(ROOT))
    for part in API
    for route in part.router.routes
    if isinstance(route, APIRoute) and route.path.startswith(ROOT)
    for method in sorted(route.methods or ())
]


@pytest.mark.parametrize(("method", "path"), ROUTES, ids=lambda text: text)
def test_every_route_has_its_need(method: str, path: str) -> None:
    assert (method, path) in NEEDS, "say in app/web/page/scopes.py which scope this route needs"


def test_the_needs_are_of_known_scopes() -> None:
    assert set(NEEDS.values()) == {*SCOPES, NEVER}
    assert len(ROUTES) > 15


def test_no_program_changes_what_a_host_decides_for_all() -> None:
    needs = {need for (method, path), need in NEEDS.items() if path.startswith("/admin/") and method != "GET"}
    assert needs == {NEVER}


def test_a_path_needs_what_its_route_needs() -> None:
    for method, path in NEEDS:
        filled = ROOT + "/".join("x1" if part.startswith("{") else part for part in path.split("/"))
        assert need(method, filled) == NEEDS[(method, path)], (method, path)


@pytest.mark.parametrize(
    ("method", "path", "scope"),
    [
        ("GET", "/api/v1/games", "read"), ("HEAD", "/api/v1/games", "read"), ("POST", "/api/v1/games", "make"),
        ("POST", "/api/v1/games/x/answers", "play"), ("POST", "/api/v1/games/x/resign", "play"),
        ("GET", "/api/v1/me", "read"), ("PUT", "/api/v1/rosters/x", "rosters"), ("GET", "/api/v1/rosters/x", "read"),
    ],
)  # fmt: skip
def test_a_token_may_what_one_of_its_scopes_allows(method: str, path: str, scope: str) -> None:
    for only in SCOPES:
        assert may(Guest("x", "x", scopes=(only,)), method, path) == (only == scope)
    assert not may(Guest("x", "x", scopes=()), method, path)
    assert may(Guest("x", "x"), method, path)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("PATCH", "/api/v1/me"), ("GET", "/api/v1/me/tokens"), ("POST", "/api/v1/me/tokens"),
        ("GET", "/api/v1/me/export"), ("DELETE", "/api/v1/me/tokens/x"), ("GET", "/account"),
        ("POST", "/account/delete"), ("GET", "/api/v1/else"), ("BREW", "/api/v1/games"),
        ("GET", "/api/v1/games/x/y/z/w"), ("GET", "/ws/games/x"), ("GET", "/api/v1/games/"),
    ],
)  # fmt: skip
def test_no_token_may_touch_the_account_or_what_nobody_listed(method: str, path: str) -> None:
    assert not may(Guest("x", "x", scopes=SCOPES), method, path)


def test_a_token_that_is_none_is_401(client: TestClient) -> None:
    given = client.get("/api/v1/games", headers={"authorization": "Bearer gunbai_not-a-token-at-all-not-at-all"})
    assert given.status_code == 401
