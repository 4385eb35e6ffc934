"""Positions as case files set them: the rows that every rule system reads in the same way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic

from app.engine import own
from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.staging import Row, among, plain, read_fields, read_length, read_number, read_spot, reckoned, single
from app.engine.system import PhaseId, S, Setup, SideSetup
from app.engine.table import Terrain

Reader = Callable[[Row], None]


def changed(value: str) -> Any:  # noqa: ANN401 - as a part is written
    """What a part of a scenario of one's own is changed to."""
    if ":" in value:
        return {who: [[int(n) for n in box.split(",")] for box in boxes.split("/") if box]
                for who, _, boxes in (one.partition(":") for one in value.split("|"))}  # fmt: skip
    return [*filter(None, value.split("+"))] if "+" in value else plain(value)


class Stage(ABC, Generic[S]):
    """A position as it is being read; a system adds rows of its own and says what they come to."""

    unit: ClassVar[int]
    """One unit of length in 1/100 mm."""
    phases: ClassVar[Sequence[str]]
    phase: str
    """The phase to begin; here, the one that begins if no row names one."""
    scenarios: ClassVar[Sequence[str]]
    scenario: str
    """The scenario; here, the one that is played if no row names one."""
    side_type: ClassVar[type]
    terrain_kinds: ClassVar[Mapping[str, Mapping[str, Any]]]
    doors: ClassVar[bool] = True
    """Whether terrain may have doors."""
    counts: ClassVar[Sequence[str]] = ("turn", "turns")
    """Plain facts that are numbers; the others are words."""
    known: ClassVar[Mapping[str, Sequence[str]]] = {}
    """The words that some plain facts may be; the others may be any word, such as a seat."""
    parts: ClassVar[str] = "units"
    """What a roster calls the list of those in it."""

    def __init__(self) -> None:
        self.size: Point | None = None
        self.facts: dict[str, Any] = {"turn": 1}
        self.options: dict[str, Any] = {}
        self.sides: dict[str, dict[str, Any]] = {}
        self.terrain: list[Terrain] = []
        self.bands: dict[str, dict[str, Any]] = {}

    @abstractmethod
    def state(self) -> S:
        """The position."""

    def readers(self) -> dict[str, Reader]:
        """What reads each verb; a verb without a reader is a plain fact."""
        return {
            "phase": self.read_phase, "scenario": self.read_scenario, "table": self.read_table,
            "option": self.read_options, "own": self.read_own, "side": self.read_side,
            "terrain": self.read_terrain, "band": self.read_band,
        }  # fmt: skip

    def read(self, row: Row) -> None:
        """Take one row in."""
        self.readers().get(row.verb, self.read_fact)(row)

    def read_fact(self, row: Row) -> None:
        """A plain fact of the game: a number, a seat or another word."""
        word, known = single(row), self.known.get(row.verb)
        fact = read_number(row, word) if row.verb in self.counts else among(row, word, known) if known else word
        self.facts[row.verb.replace("-", "_")] = fact

    def read_phase(self, row: Row) -> None:
        """``phase NAME``."""
        self.phase = among(row, single(row), self.phases)

    def read_scenario(self, row: Row) -> None:
        """``scenario KEY``."""
        self.scenario = among(row, single(row), self.scenarios)

    def read_table(self, row: Row) -> None:
        """``table WIDTHxDEPTH``."""
        width, _, depth = single(row).partition("x")
        self.size = Point(read_length(row, width, self.unit), read_length(row, depth, self.unit))

    def read_options(self, row: Row) -> None:
        """``option KEY=VALUE …``."""
        self.options |= {key: plain(value) for key, value in row.split(0)[1].items()}

    def read_own(self, row: Row) -> None:
        """``own KEY=VALUE …``: what a scenario of one's own changes; ``a+b+`` is a list, ``a:0,0,9,6/…|b:…`` zones."""
        changes = {key: changed(value) for key, value in row.split(0)[1].items()}
        self.options[own.OPTION] = own.written(own.Own("own", changes))

    def read_side(self, row: Row) -> None:
        """``side SEAT KEY=VALUE …``."""
        (seat,), traits = row.split(1)
        self.sides.setdefault(seat, {}).update(read_fields(row, traits, self.side_type, self.unit))

    def read_terrain(self, row: Row) -> None:
        """``terrain KIND ID x,y … [doors=x,y+x,y]``."""
        if len(row.words) < 4:
            raise row.fail("terrain KIND ID and at least two points x,y")
        kind, id, *words = row.words
        shape = self.terrain_kinds[among(row, kind, tuple(self.terrain_kinds))]["shape"]
        doors = [word for word in words if self.doors and word.startswith("doors=")]
        points = self.spots(row, [word for word in words if word not in doors])
        ways_in = self.spots(row, doors[0].removeprefix("doors=").split("+") if doors else ())
        self.terrain.append(Terrain(id, kind, points, self.is_closed(shape, points), ways_in))

    def spots(self, row: Row, words: Sequence[str]) -> tuple[Point, ...]:
        """Points ``x,y``."""
        return tuple(read_spot(row, word, self.unit) for word in words)

    def is_closed(self, shape: str, points: Sequence[Point]) -> bool:
        """Whether a piece of a kind of this shape is an area: all are but lines."""
        return shape != "line"

    def read_band(self, row: Row) -> None:
        """``band SEAT sample=KEY``, or ``band SEAT KEY=VALUE …`` before those in it."""
        (seat,), traits = row.split(1)
        band = {key: value.replace("_", " ") if key == "name" else value for key, value in traits.items()}
        self.bands[seat] = dict(band) if "sample" in band else {"name": seat, self.parts: [], **band}

    def enlist(self, row: Row, seat: str, made: Mapping[str, Any]) -> None:
        """Put one more into the roster of a seat."""
        if self.parts not in self.bands.get(seat, {}):
            raise row.fail(f"a row 'band {seat} …' without a sample must stand before '{row.verb}'")
        self.bands[seat][self.parts].append(made)

    def seats(self) -> tuple[str, ...]:
        """``red`` before ``blue`` where both play; other names in the order they were given; two at least."""
        named = tuple(dict.fromkeys((*self.sides, *self.bands)))
        whole = named if len(named) > 1 else tuple(dict.fromkeys((*named, "red", "blue")))[:2]
        return ("red", "blue") if sorted(whole) == ["blue", "red"] else whole

    def setup(self) -> Setup:
        """The set-up: of the bands if there are any, else of the sides in the position."""
        last = next(reversed(self.bands.values()), {})
        sides = tuple(SideSetup(Seat(seat), {**self.bands.get(seat, last)}) for seat in self.seats())
        return Setup(self.scenario, sides, self.options)


class Staged(Generic[S]):
    """How the cases of a system are staged whose rows a ``Stage`` takes in."""

    stage: type[Stage[S]]

    unit: int
    unit_name: str
    forms: ClassVar[Mapping[str, str]]
    """The verbs of its rows, each with its form."""
    reckons: ClassVar[Mapping[str, Callable[[dict[str, str]], Any]]]
    """What its rulebook reckons outside a battle, by name."""

    def verbs(self) -> Mapping[str, str]:
        """The verbs of a position, each with its form."""
        return self.forms

    def reckon(self, row: Row, words: Sequence[str]) -> str:
        """What the rulebook reckons outside a battle: a question by name, and its facts."""
        return reckoned(row, words, self.reckons)

    def whole(self, rows: Sequence[Row]) -> Stage[S]:
        """All that the rows say."""
        stage = self.stage()
        for row in rows:
            stage.read(row)
        return stage

    def position(self, rows: Sequence[Row]) -> tuple[PhaseId, S]:
        """The phase and the state the rows describe."""
        stage = self.whole(rows)
        return PhaseId(stage.phase), stage.state()

    def draft(self, rows: Sequence[Row]) -> Setup:
        """The set-up the rows describe."""
        return self.whole(rows).setup()
