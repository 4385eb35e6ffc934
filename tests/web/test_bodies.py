"""Tables of single models do without the scripts for units and formations; all others have them."""

from __future__ import annotations

import re
import sys
from typing import Any

import pytest

from app.engine.allots import Allot
from app.engine.forms import Form
from app.engine.groups import Layout, Moves
from app.engine.manoeuvre import Manoeuvre
from app.engine.system import RuleSystem
from app.systems import SYSTEMS
from app.web.page.joining import STATIC
from app.web.page.systems import bodies

BODIES = {"allot": Allot, "form": Form, "layout": Layout, "moves": Moves, "manoeuvre": Manoeuvre}
"""Questions that a table can only be asked with the hands of ``table/bodies.js``."""


def test_the_hands_of_bodies_are_those_that_other_tables_lack() -> None:
    script = (STATIC / "js/table/bodies.js").read_text()
    (added,) = re.findall(r"Object\.assign\(TOOLS, \{(.*?)\}\)", script, re.DOTALL)
    assert {*re.findall(r"(\w+):", added)} == {*BODIES}


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: str(one.key))
def test_a_system_asks_for_bodies_or_says_that_it_does_not(system: RuleSystem[Any]) -> None:
    rooms = [room for name, room in sys.modules.items() if name.startswith(f"app.systems.{system.key}.")]
    asked = {name for name, kind in BODIES.items() if any(kind in vars(room).values() for room in rooms)}
    assert bodies(system) == bool(asked), asked
