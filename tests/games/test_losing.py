"""Who loses on time has given up nothing, and no line of a log says so."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.system import RuleSystem
from app.games.losing import LOST
from app.games.sentences import SENTENCES
from app.systems import SYSTEMS


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_the_systems_own_line_of_a_battle_conceded_is_true_of_a_loss_on_time(system: RuleSystem[Any]) -> None:
    own = system.sentences[f"{system.key}.conceded"]
    for line in (own, *(SENTENCES[key] for key in LOST.values())):
        assert "lost" in line
        assert not {"gives", "given", "up"} & {*line.rstrip(".").split()}, line
