"""Tables and paths that are more than anybody plays on are refused in words, wherever they come from."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.engine.geometry import Point
from app.engine.groups import Mover, Moves
from app.engine.paths import MAX_POINTS, MAX_TOGETHER
from app.engine.refusals import Clause, Refusal
from app.engine.setups import CORNERS, GROUND, PIECES, crowded
from app.engine.system import RuleSystem
from app.systems import SYSTEMS
from tests.web.people import Person, problem

ROOT = Path(__file__).resolve().parent.parent.parent


def piece(n: int, corners: int) -> dict[str, Any]:
    """A piece with so many corners."""
    return {"id": f"p{n}", "kind": "wood", "outline": [[n, 2 * k] for k in range(corners)]}


@pytest.mark.parametrize(
    ("pieces", "code", "facts"),
    [
        ([piece(n, 3) for n in range(PIECES + 1)], "setup.many-pieces", {"pieces": PIECES + 1, "most": PIECES}),
        ([piece(1, 4), piece(2, CORNERS + 1)], "setup.many-corners",
         {"piece": "p2", "corners": CORNERS + 1, "most": CORNERS}),
        ([piece(n, 9) for n in range(36)], "setup.much-ground", {"corners": 324, "most": GROUND}),
        ([{**piece(1, 30), "doors": [[1, 1]] * 3}], "setup.many-corners",
         {"piece": "p1", "corners": 33, "most": CORNERS}),
    ],
)  # fmt: skip
def test_a_table_of_too_much_is_refused_with_the_numbers(pieces: Any, code: str, facts: Any) -> None:
    no = crowded(pieces, Clause("X"))
    assert no is not None
    assert (no.code, dict(no.facts)) == (code, facts)


def test_the_most_that_a_table_may_have_is_allowed() -> None:
    assert crowded([piece(n, GROUND // PIECES) for n in range(PIECES)], Clause("X")) is None
    assert crowded([piece(n, CORNERS) for n in range(GROUND // CORNERS)], Clause("X")) is None
    assert crowded([None, 3, {"outline": "no"}], Clause("X")) is None


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_it_is_refused_wherever_it_comes_from(client: TestClient, system: RuleSystem[Any]) -> None:
    who, row = Person(client), system.catalogue()["terrain"][0]
    pieces = [{"id": f"p{n}", "kind": row["id"], "outline": [[1, 1], [2, 1], [2, 2]]} for n in range(PIECES + 1)]
    scenario, sample = system.catalogue()["scenarios"][0]["id"], system.catalogue()["samples"][0]["id"]
    sides = [{"seat": seat, "roster": {"sample": sample}, "player": "me"} for seat in ("red", "blue")]
    lay = {"system": system.key, "scenario": scenario, "sides": sides, "options": {"terrain": pieces}}
    codes = [no["code"] for no in problem(who.post("/api/v1/games", lay), 422)["refusals"]]
    assert "setup.many-pieces" in codes
    drawn = {"system": system.key, "body": {"table": [120, 120], "pieces": pieces}}
    said = problem(who.post("/api/v1/grounds", {**drawn, "name": "Fen"}), 422)["detail"]
    assert f"at most {PIECES}" in said
    assert str(PIECES + 1) in said


def moves(count: int) -> Moves:
    """A question for the paths of a unit."""
    movers = tuple(Mover(f"m{n}", Point(n, 0), 100) for n in range(count))
    return Moves(movers, lambda _: None, lambda _: {}, ({},))


def test_paths_of_a_group_are_bounded_one_by_one_and_together() -> None:
    long = moves(2).read({"m0": [[1, 1]] * (MAX_POINTS + 1)})
    assert isinstance(long, Refusal)
    assert (long.code, dict(long.facts)) == ("path.too-many-points", {"points": MAX_POINTS + 1, "most": MAX_POINTS})
    together = moves(20).read({f"m{n}": [[1, 1]] * 21 for n in range(20)})
    assert isinstance(together, Refusal)
    assert (together.code, dict(together.facts)) == ("paths.too-many-points", {"points": 420, "most": MAX_TOGETHER})
    assert not isinstance(moves(20).read({f"m{n}": [[1, 1]] * 20 for n in range(20)}), Refusal)


def test_pages_thin_what_is_drawn_to_what_the_server_takes() -> None:
    text = (ROOT / "static/js/table/space/geom.js").read_text()
    said = {name: int(n) for name, n in re.findall(r"^export const (MOST|TOGETHER) = (\d+);", text, re.M)}
    assert said == {"MOST": MAX_POINTS, "TOGETHER": MAX_TOGETHER}
