"""No request costs more than 50 ms of the event loop: a search that tries to be expensive, and every address.

What counts is processor time of the loop's own thread, the least of several tries, held against a fixed loop of the
same run; and the number of calls, which is the same on every machine.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from app.systems import SYSTEMS
from app.web.server.warming import warm
from tests.attacks.costly import BAR_CALLS, JSON, PAGE, Meter, bar, climb, floor
from tests.attacks.knocking import Door, Knock
from tests.web.permission_table import BODIES
from tests.web.scene import ROWS, Row, Scene

SECONDS = 3.0
"""Of search, for each system; ``python -m tests.attacks.costly`` goes on for longer."""
ENDS = ("/signout", "/account/delete", "/api/v1/admin/accounts/{id}", "/admin/backup", "/admin/accounts/{id}/{deed}")
"""What ends the accounts the others are tried with, or copies the whole database at its host's word."""

pytestmark = pytest.mark.timeout(400)


@pytest.fixture
def meter(client: TestClient, door: Door) -> Meter:
    """The server, warm as it is when strangers come."""
    app: Any = client.app
    warm(app, app.state.site.games.systems.values())
    return Meter(door)


def judged(meter: Meter, floors: list[float], tried: Callable[[str], None], what: str) -> None:
    """Nothing cost more than it may."""
    most = bar(floors)
    dear = {label: round(cost.loop, 1) for label, cost in meter.dearest() if cost.loop > most}
    assert dear == {}, f"more than {most:.0f} ms of the loop"
    calls = {label: meter.calls(meter.dear[label]) for label, _ in meter.dearest(3)}
    assert {label: n for label, n in calls.items() if n > BAR_CALLS} == {}
    tried(f"{what}{meter.told()}; bar {most:.0f} ms")


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_no_question_of_a_battle_holds_the_loop(
    client: TestClient, meter: Meter, system: Any, tried: Callable[[str], None]
) -> None:
    floors = [floor()]
    battles = climb(meter, client, system, SECONDS, "in every run", 40)
    judged(meter, [*floors, floor()], tried, f"{battles} battles on crowded tables, ")


def test_no_address_holds_the_loop(meter: Meter, scene: Scene, tried: Callable[[str], None]) -> None:
    floors, examples, meter.drains = [floor()], described(scene), False
    for row in ROWS:
        if row.method == "WS" or row.template in ENDS:
            continue
        for role in [role for role in row.let_in if role in scene.who][:2]:
            meter.knock(knock_of(scene, role, row, examples), f"{row.method} {row.path}", changes=row.method != "GET")
    judged(meter, [*floors, floor()], tried, f"{len(ROWS)} addresses, ")


def described(scene: Scene) -> dict[str, Any]:
    """A good body for every route that takes JSON, as the API describes itself."""
    paths = scene.house.client.get("/api/v1/openapi.json").json()["paths"]
    asked = [(f"{method.upper()} {path}", about["requestBody"]["content"]) for path, methods in paths.items()
             for method, about in methods.items() if "requestBody" in about]  # fmt: skip
    return {key: next(iter(content.values())).get("example", {}) for key, content in asked}


def knock_of(scene: Scene, role: str, row: Row, examples: dict[str, Any]) -> Knock:
    """A request of a row that is let in and asks for something."""
    path, who = scene.path(role, row), scene.who[role].cookie
    if row.method in ("GET", "ANY"):
        return Knock("GET", path, b"", {**who, **PAGE})
    said = scene.facts(role, row)
    body = BODIES.get(row.template) or examples.get(f"{row.method} {row.template}") or {}
    body = {k: v.format(**said) if isinstance(v, str) and "{" in v else v for k, v in body.items()}
    if row.is_api:
        return Knock(row.method, path, json.dumps(body).encode(), {**who, **JSON})
    form = {"content-type": "application/x-www-form-urlencoded"}
    return Knock(row.method, path, urlencode(body).encode(), {**who, **form})
