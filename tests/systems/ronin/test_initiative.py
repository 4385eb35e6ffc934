"""Initiative: what is added, who goes first, who is level."""

import pytest

from app.systems.ronin.combat.events import InitiativeOrdered, InitiativeRolled
from tests.systems.ronin.fights import Bout, arm, duel


def weapon_line(weapon: str, more: str = "") -> int:
    """What this weapon adds for the red fighter."""
    me = f"model a red at=10,10 initiative=0 pool=0 weapons={weapon} {more}"
    bout = Bout(f"phase combat\n{me}\nmodel x blue at=11,10 pool=0")
    arm(bout, weapon)
    bout.dice("initiative:3", "initiative:3")
    return bout.all(InitiativeRolled)[0].total - 3


@pytest.mark.parametrize(
    ("weapon", "before", "adds"),
    [("nagae-yari", "", 3), ("nagae-yari", "touched_before=x", -2), ("nagae-yari", "touched_before=z", 3),
     ("kusarigama", "", 1), ("kusarigama", "touched_before=x", 0), ("yari", "touched_before=x", 2),
     ("nodachi", "", -1)],
)  # fmt: skip
def test_weapons_in_the_first_round_and_later(weapon: str, before: str, adds: int) -> None:
    assert weapon_line(weapon, before) == adds


@pytest.mark.parametrize(
    ("more", "adds"),
    [("stunned=2", -2), ("stunned=2 attributes=inexorable", 0), ("light=2", -2), ("grievous=1", -2),
     ("attributes=fast", 1)],
)  # fmt: skip
def test_wounds_and_abilities(more: str, adds: int) -> None:
    assert weapon_line("katana", more) == adds


def test_the_lower_of_two_dice_goes() -> None:
    bout = duel("initiative=1 pool=0", "initiative=1 pool=0")
    bout.dice("initiative:3", "initiative:2")
    assert [(e.kept, e.total) for e in bout.all(InitiativeRolled)] == [((3,), 4), ((2,), 3)]
    bout = Bout("phase combat\nmodel a red at=10,10 initiative=1 pool=1\nmodel x blue at=11,10 pool=0")
    arm(bout, "katana")
    bout.say("red", {"attack": 1}).say("red", {"a": "attack"}).dice("initiative:25", "initiative:3")
    assert bout.all(InitiativeRolled)[0].kept == (5,)


@pytest.mark.parametrize(("priority", "first"), [("red", "a"), ("blue", "x")])
def test_level_totals_go_by_the_bare_figure_then_by_priority(priority: str, first: str) -> None:
    bout = duel("initiative=1 pool=0", "initiative=1 pool=0", rows=f"priority {priority}")
    bout.dice("initiative:3", "initiative:3")
    assert bout.last(InitiativeOrdered).order[0] == first
    bout = duel("initiative=1 pool=0", "initiative=3 pool=0", rows=f"priority {priority}")
    bout.dice(*(["initiative:5", "initiative:3"] if priority == "red" else ["initiative:3", "initiative:5"]))
    assert bout.last(InitiativeOrdered).order == ("x", "a")


def test_the_owner_orders_his_own_level_fighters() -> None:
    bout = duel("pool=0", "pool=0", rows="model b red at=11,11 pool=0")
    bout.dice("initiative:3", "initiative:3", "initiative:1")
    bout.say("red", ["a", "b"], "combat.level")
    assert bout.last(InitiativeOrdered).order == ("a", "b", "x")


def test_standing_in_the_river_costs_one() -> None:
    rows = "terrain river r1 8,8 10.2,8 10.2,12 8,12"
    bout = duel("initiative=1 pool=0", "initiative=1 pool=0", rows=rows).dice("initiative:3", "initiative:3")
    assert [e.total for e in bout.all(InitiativeRolled)] == [3, 4]
