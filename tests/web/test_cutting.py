"""Ready rosters cut to any number of points, for whoever joins a campaign that begins small."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from app.campaigns.systems import rules_of
from app.engine.campaigns import Band
from app.systems import SYSTEMS
from app.web.rosters.cutting import cut
from app.web.rosters.drafts import building


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.key)
def test_at_the_least_points_somebody_can_be_had_in_every_system(client: TestClient, system: Any) -> None:
    by = building(client.app.state.site, system.key)  # type: ignore[attr-defined]
    fit = [row for row in by.book["samples"] if row["points"] <= by.fewest]
    assert fit or any(cut(by, row, by.fewest) for row in by.book["samples"])


@pytest.mark.parametrize("points", [75, 110, 140])
def test_what_is_cut_is_lawful_and_within_the_points(client: TestClient, points: int) -> None:
    system = next(one for one in SYSTEMS if one.key == "ronin")
    by = building(client.app.state.site, system.key)  # type: ignore[attr-defined]
    made = [found for row in by.book["samples"] if (found := cut(by, row, points))]
    assert made
    for roster in made:
        band = rules_of(system).enlist(roster, points)
        assert isinstance(band, Band), band
        assert points - 30 < band.worth() <= points


def test_a_number_of_points_that_no_roster_is_built_for_gives_none(client: TestClient) -> None:
    by = building(client.app.state.site, "kensei")  # type: ignore[attr-defined]
    assert cut(by, by.book["samples"][0], by.fewest - 1) is None
