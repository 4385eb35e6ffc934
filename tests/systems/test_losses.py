"""What a side has lost is told to everybody alike, and is what the battle has come to."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from app.conformance import by_chance, draw_setup, phases
from app.engine.views import Band
from app.systems import system_of
from tests.systems.test_pictures import SYSTEMS

SEED, SEEN = 2, 10
"""A battle in which somebody falls; after every so many phases all views of it are compared."""


def losses(system: Any, band: Band) -> int:
    """What a side has lost, of which all that is said can be said."""
    whole, *forces = band.losses
    assert whole.force == ""
    assert 0 <= whole.lost <= whole.whole
    assert whole.bears is None or 0 < whole.bears < whole.whole
    assert {one.force for one in forces} <= {force.id for force in band.forces}
    assert {one.note.about for one in band.losses} <= set(system.sentences)
    assert band.score is None or band.score.about in system.sentences
    return whole.lost


@pytest.mark.parametrize("key", SYSTEMS)
def test_what_is_lost_is_told_to_all_alike(key: str) -> None:
    system: Any = system_of(key)
    for n, session in enumerate(phases(system, system.begin(draw_setup(system, Random(SEED))))):
        for _ in by_chance(session, Random(SEED + n)):
            pass
        public = system.view(session.state, None).sides
        lost = [losses(system, band) for band in public]
        if n % SEEN == 0 or any(lost):
            for viewer in (band.seat for band in public):
                own = system.view(session.state, viewer).sides
                assert [(b.losses, b.score) for b in own] == [(b.losses, b.score) for b in public], viewer
        if any(lost):
            return
    pytest.fail("nobody fell")
