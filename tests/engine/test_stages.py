"""Rows that all systems read alike, books of data files, and what stands against any set-up."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from msgspec import Struct

from app.engine.books import Book, length
from app.engine.geometry import Point
from app.engine.refusals import Clause, Refusal
from app.engine.rosters import roster_of
from app.engine.same import Same
from app.engine.setups import ground, options, scenarios, seats
from app.engine.stages import Stage, Staged
from app.engine.staging import BadRow, Row
from app.engine.system import Setup, SideSetup
from app.engine.table import Table, Terrain
from app.systems.ronin import SYSTEM as RONIN

UNIT = 1000
HERE = Clause("TST-ONE-01")
KINDS = {"wood": {"shape": "area"}, "wall": {"shape": "line"}}


class Flank(Struct, frozen=True):
    """A side of the stage below."""

    edge: str = ""
    score: int = 0


class Told(NamedTuple):
    """What the stage below comes to."""

    phase: str
    size: Point | None
    facts: dict[str, object]
    sides: dict[str, dict[str, object]]
    terrain: list[Terrain]


class Meadow(Stage[Told]):
    """A stage with nothing of its own but names."""

    unit = UNIT
    phases = ("setup", "move")
    phase = "move"
    scenarios = ("open", "ford")
    scenario = "open"
    side_type = Flank
    terrain_kinds = KINDS
    known = {"time-of-day": ("dusk", "night")}  # noqa: RUF012 - as systems write it

    def state(self) -> Told:
        """All that was read."""
        return Told(self.phase, self.size, self.facts, self.sides, self.terrain)


class Doorless(Meadow):
    """One whose terrain has no doors."""

    doors = False


class Staging(Staged[Told]):
    """Rows of the meadow."""

    stage = Meadow
    forms = {"turn": "turn N"}  # noqa: RUF012
    reckons = {"double": lambda facts: 2 * int(facts["n"])}  # noqa: RUF012


def rows(*lines: str) -> list[Row]:
    """One row a line."""
    return [Row(n, words[0], tuple(words[1:])) for n, words in enumerate((line.split() for line in lines), 1)]


def told(*lines: str) -> Told:
    """What these rows come to."""
    return Staging().position(rows(*lines))[1]


def setup(*lines: str) -> Setup:
    """The set-up of these rows."""
    return Staging().draft(rows(*lines))


def test_plain_facts_are_numbers_known_words_or_any_word() -> None:
    assert told("turns 6", "go blue", "time-of-day dusk").facts == {
        "turn": 1, "turns": 6, "go": "blue", "time_of_day": "dusk",
    }  # fmt: skip
    with pytest.raises(BadRow, match="line 1: 'noon' is not known here; known are: dusk, night"):
        told("time-of-day noon")
    with pytest.raises(BadRow, match="'six' is no whole number"):
        told("turn six")


def test_phase_scenario_table_and_sides() -> None:
    found = told("phase setup", "table 60x40.5", "side red edge=south", "side red score=3")
    assert (found.phase, found.size) == ("setup", Point(60_000, 40_500))
    assert found.sides == {"red": {"edge": "south", "score": 3}}
    assert told().phase == "move"
    for wrong in ("phase dance", "scenario moon"):
        with pytest.raises(BadRow, match="is not known here"):
            told(wrong)


def test_terrain_is_an_outline_or_a_line_and_may_have_doors() -> None:
    wood, wall = told("terrain wood w 0,0 1,0 1,1", "terrain wall x 0,0 2,0 doors=1,0+2,0").terrain
    assert (wood.closed, wall.closed) == (True, False)
    assert (wall.doors, len(wall.outline)) == ((Point(1000, 0), Point(2000, 0)), 2)
    with pytest.raises(BadRow, match="at least two points"):
        told("terrain wood w 0,0")
    doorless = Doorless()
    with pytest.raises(BadRow, match=r"'doors=1' is no length"):
        doorless.read(rows("terrain wall x 0,0 2,0 doors=1,0")[0])


def test_seats_are_two_at_least_and_red_goes_before_blue() -> None:
    def named(*lines: str) -> list[str]:
        return [str(side.seat) for side in setup(*lines).sides]

    assert named() == ["red", "blue"]
    assert named("side blue edge=north") == ["red", "blue"]
    assert named("side green edge=north") == ["green", "red"]
    assert named("band gold sample=a", "band blue sample=b", "band red sample=c") == ["gold", "blue", "red"]


def test_the_last_band_is_that_of_a_side_without_one() -> None:
    made = setup("scenario ford", "option points=150 weather=yes", "band red name=Two_Words list=x")
    assert (made.scenario, made.options) == ("ford", {"points": 150, "weather": True})
    assert [side.roster for side in made.sides] == [{"name": "Two Words", "units": [], "list": "x"}] * 2


def test_those_in_a_band_stand_after_it() -> None:
    stage, (row,) = Meadow(), rows("entry red x")
    with pytest.raises(BadRow, match="a row 'band red …' without a sample must stand before 'entry'"):
        stage.enlist(row, "red", {})
    stage.read(rows("band red sample=a")[0])
    with pytest.raises(BadRow, match="without a sample"):
        stage.enlist(row, "red", {})


def test_what_is_reckoned_is_found_by_name() -> None:
    row = rows("reckon double n=4")[0]
    assert Staging().reckon(row, ("double", "n=4")) == "8"
    assert Staging().verbs() == {"turn": "turn N"}
    for words in ((), ("triple",), ("double",), ("double", "n=x")):
        with pytest.raises(BadRow, match=r"known are: double|lacks or cannot read"):
            Staging().reckon(row, words)


def test_a_book_reads_each_file_once_and_knows_its_languages() -> None:
    book = Book("app.systems.ronin", RONIN.book.chapters)
    assert book.table("weapons") is book.table("weapons")
    assert book.rulebook("en") is book.rulebook("fr") is book.clauses
    assert book.rulebook("es") is book.rulebook("es") is not book.clauses
    assert book.clause("RON-MOV-14") == "RON-MOV-14"
    with pytest.raises(KeyError):
        book.clause("RON-MOV-99")


def test_lengths_of_a_book_are_exact() -> None:
    assert (length("2.5", 1000), length(3, 2540)) == (2500, 7620)
    with pytest.raises(ValueError, match="no whole 1/100 mm"):
        length("0.0005", 1000)


def test_what_is_the_same_is_the_very_thing() -> None:
    one, other = [1], [1]
    assert Same(one) == Same(one) != Same(other)
    assert hash(Same(one)) == hash(Same(one))


class Band(Struct, frozen=True):
    """A roster."""

    name: str = ""
    sample: str = ""
    size: int = 0


def test_a_roster_is_written_out_or_a_ready_one_under_any_name() -> None:
    ready = {"wolves": {"name": "The Wolves", "size": 7}}
    assert roster_of({"size": 3}, Band, ready, HERE) == Band(size=3)
    assert roster_of({"sample": "wolves"}, Band, ready, HERE) == Band(name="The Wolves", size=7)
    assert roster_of({"sample": "wolves", "name": "Mine"}, Band, ready, HERE) == Band(name="Mine", size=7)
    for raw, code in (({"sample": "cats"}, "roster.no-sample"), ({"size": "x"}, "roster.unreadable")):
        no = roster_of(raw, Band, ready, HERE)
        assert isinstance(no, Refusal)
        assert no.code == code


def made(*names: str, scenario: str = "open", **agreed: object) -> Setup:
    """A set-up."""
    return Setup(scenario, tuple(SideSetup(name, {}) for name in names), dict(agreed))  # type: ignore[arg-type]


def test_a_setup_with_an_unknown_scenario_or_option_or_the_same_seat_twice() -> None:
    assert [no.code for no in scenarios(made(scenario="moon"), ("open",), HERE)] == ["setup.no-scenario"]
    assert [no.facts["option"] for no in options(made(points=1, moon=2), ("points",), HERE)] == ["moon"]
    assert list(scenarios(made(), ("open",), HERE)) == list(options(made(points=1), ("points",), HERE)) == []
    assert [bool(list(seats(made(*pair), HERE))) for pair in (("a", "b"), ("a", "a"), ("a", ""))] == [False, True, True]


def laid(*points: tuple[int, int]) -> Table:
    """A table with one area on it."""
    return Table(UNIT, UNIT, (Terrain("w", "wood", tuple(Point(*p) for p in points), True),))


@pytest.mark.parametrize("row", [
    7, {"id": "w"}, {"id": 1, "kind": "wood"}, {"id": "w", "kind": ["wood"]}, {"id": "w", "kind": "moor"},
    {"id": "w", "kind": "wood", "line": [[0, 0], [1, 0]]}, {"id": "w", "kind": "wood", "outline": [[0]]},
    {"id": "w", "kind": "wood", "outline": [[0, "1.25"]]}, {"id": "w", "kind": "wood", "outline": [[0, "²"]]},
    {"id": "w", "kind": "wood", "outline": [[0, 1.5]]}, {"id": "w", "kind": "wood", "outline": [[0, 10_000]]},
    {"id": "w", "kind": "wall", "line": [[0, 0], [1, 0]], "doors": "x"},
])  # fmt: skip
def test_terrain_that_cannot_be_read_is_refused_once(row: object) -> None:
    found = list(ground([row, row], KINDS, ("cm", 1), laid, HERE))
    assert [(no.code, no.clause) for no in found] == [("setup.terrain-list", HERE)]


def test_terrain_that_can_be_read_is_looked_at_on_the_table() -> None:
    row = {"id": "w", "kind": "wood", "outline": [[0, 0], [1, 0], ["0.5", 1]]}
    assert list(ground([row], KINDS, ("cm", 1), lambda: laid((0, 0), (1000, 0), (500, 1000)), HERE)) == []
    crossed = list(ground([row], KINDS, ("cm", 1), lambda: laid((0, 0), (900, 900), (900, 0), (0, 900)), HERE))
    assert [no.code for no in crossed] == ["setup.terrain-list"]
