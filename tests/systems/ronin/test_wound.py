"""What a Wound Score does, to whom, and what the dead leave."""

import pytest

from app.systems.ronin.attributes.events import WoundPassed
from app.systems.ronin.wounds.events import Killed
from app.systems.ronin.wounds.flow import row_of
from tests.systems.ronin.fights import Bout, duel

X = {"pick": "attack", "then": "x"}


def blow(bout: Bout, score: int) -> Bout:
    """A blow by ``a`` (Fight 0) on ``x`` (no armour) of this Wound Score, none Enhanced."""
    bout.dice("initiative:6", "initiative:1")
    bout.say("red", X)
    dice = score + 2
    first = min(6, dice - 1)
    return bout.dice(f"attack:{first}{dice - first}", "defence:2")


@pytest.mark.parametrize(
    ("score", "id"), [(1, "stunned"), (2, "light"), (3, "light"), (4, "grievous"), (5, "grievous"), (6, "critical"),
                      (19, "critical")]
)  # fmt: skip
def test_the_table(score: int, id: str) -> None:
    assert row_of(score)["id"] == id


@pytest.mark.parametrize(
    ("score", "marks"), [(0, (1, 1, 1)), (1, (2, 1, 1)), (3, (1, 2, 1)), (5, (1, 1, 2))]
)  # fmt: skip
def test_wounds_add_up(score: int, marks: tuple[int, int, int]) -> None:
    x = blow(duel("fight=0 pool=1", "pool=1 stunned=1 light=1 grievous=1", split=(1, 0)), score).model("x")
    assert (x.stunned, x.light, x.grievous) == marks


def test_the_dead_leave_a_body_and_their_horse_goes() -> None:
    bout = blow(duel("fight=0 pool=1", "pool=0 leader=yes warhorse=yes", rows="horse x at=20,20", split=(1, 0)), 6)
    state = bout.session.state
    assert [(body.model, body.at, body.radius) for body in state.bodies] == [("x", bout.model("x").at, 1270)]
    assert (state.horses, bout.model("x").fate, bout.model("a").kills) == ((), "dead", 1)
    side = state.side(bout.model("x").seat)
    assert (side.killed_now, side.leader_killed_now) == (1, True)
    assert bout.last(Killed).clause == "RON-WND-03"


def test_a_carried_object_falls() -> None:
    bout = blow(duel("fight=0 pool=1", "pool=0 objects=chest", rows="item chest at=1,1 carrier=x", split=(1, 0)), 6)
    (chest,) = bout.session.state.items
    assert (chest.carrier, chest.at) == ("", bout.model("x").at)


def test_a_bodyguard_takes_it_once_a_turn() -> None:
    rows = "model g blue at=11,11.9 rank=1 attributes=bodyguard pool=0"
    bout = duel("fight=0 pool=1", "rank=2 pool=0", rows=rows, split=(1, 0))
    blow(bout, 6)
    bout.say("blue", "yes", "bodyguard")
    assert bout.last(WoundPassed).score == 6
    assert (bout.model("g").fate, bout.model("x").fate, bout.model("g").guarded) == ("dead", "", True)


@pytest.mark.parametrize("guard", ["rank=2", "rank=1 guarded=yes", "rank=1 at=11,13.1"])
def test_a_bodyguard_of_equal_rank_or_used_or_too_far_is_not_asked(guard: str) -> None:
    at = "" if "at=" in guard else "at=11,11.9"
    rows = f"model g blue {at} {guard} attributes=bodyguard pool=0"
    bout = blow(duel("fight=0 pool=1", "rank=2 pool=0", rows=rows, split=(1, 0)), 2)
    assert (bout.model("x").light, bout.session.over) == (1, True)
