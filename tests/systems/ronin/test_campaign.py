"""The mini-campaign: muster, experience, advances, the fallen, loot, points (section CAM)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.events import Seat
from app.systems.ronin.campaign import figures as campaign
from app.systems.ronin.state import Model, ModelId
from tests.systems.ronin.playing import stage

RED, BLUE = Seat("red"), Seat("blue")
GROUPS = {"skirmish": ("a", "b", "c"), "capture": ("d", "e", "f"), "defence": ("g", "h", "i")}
CODES = tuple("abcdefghi")


def fighter(**changes: Any) -> Model:
    """A model that stands, with these changes."""
    session = stage("phase move\nmodel Aki red at=10,10\nmodel Jiro blue at=20,20")
    return replace(session.state.models[ModelId("Aki")], **changes)


def codes(points: int, groups: Mapping[str, tuple[str, ...]], models: tuple[str, ...] = CODES) -> list[str]:
    """What is refused about a muster."""
    return [no.code for no in campaign.refuse_groups(points, groups, models)]


def test_three_groups_of_three_within_the_points_are_a_muster() -> None:
    assert codes(300, GROUPS) == []
    assert codes(301, GROUPS) == ["campaign.points"]


def test_a_group_too_small_and_a_model_in_no_group_or_in_two_are_told() -> None:
    assert codes(300, {**GROUPS, "defence": ("g", "h")}) == ["campaign.group", "campaign.split"]
    assert codes(300, {**GROUPS, "defence": ("a", "g", "h", "i")}) == ["campaign.split"]
    assert codes(300, {"skirmish": CODES}) == ["campaign.group", "campaign.group"]


@pytest.mark.parametrize(("red", "blue", "who"), [(100, 90, RED), (90, 100, BLUE), (90, 90, None)])
def test_the_dearer_group_attacks(red: int, blue: int, who: Seat | None) -> None:
    assert campaign.attacker({RED: red, BLUE: blue}) == who


def test_experience_is_for_the_living() -> None:
    assert campaign.experience(fighter(), won=False) == 1
    assert campaign.experience(fighter(fate="exited"), won=True) == 2
    assert campaign.experience(fighter(fate="killed", kills=4), won=True) == 0


def test_kills_captures_and_heads_of_rank_earn_experience() -> None:
    assert campaign.experience(fighter(kills=2, captures=1), won=False) == 4
    assert campaign.experience(fighter(heads=(2, 3, 4)), won=False) == 3


def test_advances_fall_due_at_their_marks() -> None:
    assert [campaign.advances(*span) for span in ((0, 4), (4, 5), (5, 9), (4, 15), (15, 40))] == [0, 1, 0, 3, 0]
    assert not campaign.may_rise(19)
    assert campaign.may_rise(20)


def test_a_skill_is_raised_once() -> None:
    def code(raised: tuple[str, ...], choice: str) -> str:
        no = campaign.refuse_advance(raised, choice)
        return no.code if no else ""

    assert code(("fight",), "shoot") == ""
    assert code(("fight",), "fight") == "campaign.raised"
    assert code((), "combat-pool") == "campaign.no-skill"


def test_what_becomes_of_the_killed_by_every_face() -> None:
    assert [campaign.killed(face) for face in range(1, 7)] == ["dead"] * 4 + ["returns-lightly-wounded", "returns"]


def test_the_captured_return_to_winners() -> None:
    assert campaign.captured_returns(lost=False)
    assert not campaign.captured_returns(lost=True)


def test_only_the_grievously_wounded_may_miss_the_next_game() -> None:
    missed = [face for face in range(1, 7) if campaign.misses_next(fighter(grievous=1), face)]
    assert missed == list(range(1, campaign.RULES["grievous"]["misses_to"] + 1))
    assert 0 < len(missed) < 6
    assert not any(campaign.misses_next(fighter(), face) for face in range(1, 7))


def test_loot_counts_when_its_bearer_is_alive_and_free() -> None:
    each = campaign.RULES["loot"]["points"]
    models = [fighter(loot=2), fighter(loot=1, fate="exited"), fighter(loot=5, fate="captured")]
    assert campaign.loot_points(models) == 3 * each > 0


def test_the_most_points_win_the_campaign_and_the_last_battle_breaks_a_tie() -> None:
    rule = campaign.RULES["points"]
    games = (RED, None, BLUE)
    assert campaign.points(games, RED, RED) == rule["win"] + rule["draw"] + rule["last_win"]
    assert campaign.points(games, RED, BLUE) == rule["win"] + rule["draw"]
    assert campaign.winner(games, RED, (RED, BLUE)) == RED
    assert campaign.winner(games, BLUE, (RED, BLUE)) == BLUE
    assert campaign.winner(games, None, (RED, BLUE)) is None
