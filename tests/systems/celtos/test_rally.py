"""Rally checks: at the start of an activation, with enemies near or not."""

from __future__ import annotations

import pytest

from tests.systems.celtos.turns import Play

FAR = "unit Mates red models=1 at=150,110\nunit Foes blue models=1 at=150,10\n"


def rallying(rows: str) -> Play:
    """The pikes (MN 3: 7+) are activated while in Panic."""
    return Play(rows + FAR).say("activation.unit", "Pikes")


def test_passed_it_may_be_given_orders_as_usual() -> None:
    play = rallying("unit Pikes red models=3 at=20,60 panic\n").roll("check-rally", 7)
    assert play.kinds() == ["unit-activated", "check-rolled", "rallied"]
    assert not play.state.unit("Pikes").panic
    assert play.open() == ("move", "run", "reaction", "end")


def test_failed_it_stays_in_panic_and_may_only_move() -> None:
    play = rallying("unit Pikes red models=3 at=20,60 panic weapons=yumi\n").roll("check-rally", 6)
    assert play.state.unit("Pikes").panic
    assert play.open() == ("move", "run", "end")
    assert play.refused("reaction").clause == "CEL-ORD-08"
    assert play.refused({"pick": "shoot", "then": "Foes"}).clause == "CEL-ORD-08"
    assert play.refused({"pick": "assault", "then": "Foes"}).code == "order.panic"


def test_only_a_unit_in_panic_rallies() -> None:
    play = Play("unit Pikes red models=3 at=20,60\n" + FAR).order("Pikes", "end")
    assert play.kinds() == ["unit-activated", "activation-ended"]


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        # Bases are 2.5 cm across: 30 cm of gap are 32.5 between centres.
        ("unit Wolves blue models=1 at=20,27.5\n", [("pressed", -2)]),
        ("unit Wolves blue models=1 at=20,27.4\n", [("watched", -1)]),
        ("unit Wolves blue models=1 at=82.5,60\n", [("watched", -1)]),
        ("unit Wolves blue models=1 at=82.6,60\n", []),
        ("unit Wolves blue models=1 at=20,40\nunit Bears blue models=1 at=40,60\n", [("pressed", -2)]),
        ("unit Wolves blue models=1 at=20,40\nunit Bears blue models=1 at=70,60\n", [("pressed", -2)]),
        ("unit Wolves blue models=1 at=20,57.5\n", [("contact", -2)]),
        ("unit Wolves blue models=1 at=20,20\nterrain woods w 0,30 40,30 40,50 0,50\n", []),
    ],
)
def test_enemies_near_and_in_sight_weigh_once_and_the_worst_only(rows: str, lines: list[tuple[str, int]]) -> None:
    play = rallying("unit Pikes red models=1 dead=1 at=20,60 panic\n" + rows).roll("check-rally", 9)
    (check,) = play.events("check-rolled")
    assert [(line.id, line.adds) for line in check.lines] == lines
    assert check.passed == (9 + sum(adds for _, adds in lines) >= 7)


def test_courage_ignores_the_minus_and_keeps_the_plus() -> None:
    rows = "unit Pikes red models=2 at=20,60 standard=2 panic abilities=courage,heavy\n"
    rows += "unit Wolves blue models=1 at=20,40\n"
    (check,) = rallying(rows).roll("check-rally", 4).events("check-rolled")
    assert [(line.id, line.adds) for line in check.lines] == [("standard", 1), ("heavy", 2)]
    assert (check.total, check.needed, check.passed) == (7, 7, True)


def test_a_unit_in_contact_that_fails_may_still_be_given_assault() -> None:
    play = rallying("unit Pikes red models=2 at=20,60 panic\nunit Wolves blue models=1 at=20,57.5\n")
    play.roll("check-rally", 5)
    assert play.open() == ("assault", "end")


def test_a_commander_lends_his_command_to_rally() -> None:
    rows = "unit Pikes red models=2 at=20,60 panic\nunit Abbot red individual mn=9 abilities=commander at=20,70\n"
    (check,) = rallying(rows).roll("check-rally", 2).events("check-rolled")
    assert (check.active, check.commander, check.needed, check.passed) == (9, "Abbot", 2, True)
