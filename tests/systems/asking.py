"""What the questions of each system are about, as its code and these lists say."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

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
        "reform.unit", "setup.late", "terrain.piece", "terrain.shift",
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


def asked(folder: Path) -> Iterator[str]:
    """What questions in this folder are about, where that is written out."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Ask":
                for about in ast.walk(node.args[1]):
                    if isinstance(about, ast.Constant) and isinstance(about.value, str) and "." in about.value:
                        yield about.value
