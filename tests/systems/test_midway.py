"""Each question of a system either begins a go of whoever answers it or is put in the middle of a deed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.engine.system import RuleSystem
from app.systems import OURS
from tests.record import GAMES, load, play

SYSTEMS = Path(__file__).resolve().parents[2] / "app" / "systems"
BEGINS = {
    "ronin": {
        "combat.choose", "setup.deploy", "setup.edge", "setup.enemy-edge", "setup.goal", "setup.role", "setup.terrain",
    },
    "celtos": {
        "activation.order", "activation.unit", "deploy.unit", "setup.assign", "setup.edge", "setup.granary",
        "setup.layout", "setup.role", "victory.dearest",
    },
    "daimyo": {
        "clan.choose", "deploy.unit", "end.leader", "enter.unit", "fire.unit", "melee.group", "move.unit", "rally.unit",
        "reform.unit", "terrain.piece", "terrain.shift",
    },
    "kensei": {
        "act.abilities", "act.charges", "act.movement", "act.shooting", "act.spirits", "combat.next", "deploy.camp",
        "deploy.card", "deploy.loose", "deploy.side", "deploy.swap", "deploy.thoughts", "orders.declare",
        "special.strategic", "special.warning", "terrain.piece", "victory.pick", "victory.propose",
    },
}  # fmt: skip
"""What one does of one's own will."""
BUILT = {
    "ronin": {"activate.action", "activate.move"}, "celtos": set[str](), "daimyo": set[str](),
    "kensei": {"special.regroup", "special.taisho"},
}  # fmt: skip
"""The same of those whose name is put together."""
FEW = 10
"""More questions than so many different ones are put in the games that are kept of a system."""


def asked(folder: Path) -> Iterator[str]:
    """What questions in this folder are about, where that is written out."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Ask":
                for about in ast.walk(node.args[1]):
                    if isinstance(about, ast.Constant) and isinstance(about.value, str) and "." in about.value:
                        yield about.value


@pytest.mark.parametrize("system", OURS, ids=lambda system: system.key)
def test_of_each_question_it_is_said_whether_a_go_begins_with_it(system: object) -> None:
    key, midway = str(getattr(system, "key", "")), frozenset[str](getattr(system, "midway", ()))
    found = {about for about in asked(SYSTEMS / key) if not about.endswith((".", "-"))}
    assert found - midway == BEGINS[key]


@pytest.mark.parametrize("system", OURS, ids=lambda system: system.key)
def test_of_each_question_of_whole_games_it_is_said_too(system: RuleSystem[Any]) -> None:
    """Also of those whose name is put together."""
    found: set[str] = set()
    for path in sorted((GAMES / system.key).glob("*.game")):
        play(system, load(path), lambda drive: found.update(q.about for q in drive.live.questions()))
    assert len(found) > FEW
    assert found - frozenset(getattr(system, "midway", ())) - BEGINS[system.key] == BUILT[system.key]


@pytest.mark.parametrize("system", OURS, ids=lambda system: system.key)
def test_what_is_named_there_is_asked(system: object) -> None:
    sentences = getattr(system, "sentences", {})
    unknown = [about for about in getattr(system, "midway", ()) if not any(k.startswith(about) for k in sentences)]
    assert unknown == []
