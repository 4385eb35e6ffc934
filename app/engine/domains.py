"""The kinds of answers: a short list, a tree of choices, a path, a spot, a split."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

import msgspec

from app.engine.asks import Domain, Json
from app.engine.contacts import elsewhere
from app.engine.drawn import READABLE as READABLE
from app.engine.drawn import TRIES as TRIES
from app.engine.drawn import Drawn as Drawn
from app.engine.drawn import Simple as Simple
from app.engine.drawn import not_offered as not_offered
from app.engine.drawn import nothing as nothing
from app.engine.drawn import unreadable as unreadable
from app.engine.geometry import Point, distance
from app.engine.options import Option as Option
from app.engine.options import opened
from app.engine.paths import FAR as FAR
from app.engine.paths import MAX_POINTS, Path
from app.engine.paths import read_point as read_point
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.remedies import (
    MAGNET,
    NO_HINTS,
    Hints,
    Trial,
    aimed,
    begun,
    extent,
    lengths,
    mend_spot,
    mend_way,
    squared,
    turned,
)
from app.engine.views import Preview


@dataclass(frozen=True, slots=True)
class Pick(Simple):
    """One of a short list of keys.  A closed option carries the reason it is closed."""

    options: Mapping[str, Refusal | None]
    pieces: Mapping[str, str] = field(default_factory=dict)
    """For an option that stands for a counter on the table, its piece id."""

    def read(self, raw: Json) -> str | Refusal:
        """A key of the list."""
        return raw if isinstance(raw, str) and raw in self.options else not_offered(raw)

    def write(self, answer: str) -> Json:
        """The key itself."""
        return answer

    def refuse(self, answer: str) -> Refusal | None:
        """The reason an option is closed."""
        return self.options[answer] if answer in self.options else not_offered(answer)

    def open(self) -> tuple[str, ...]:
        """The options that may be taken."""
        return tuple(key for key, no in self.options.items() if no is None)

    def any_open(self) -> bool:
        """Whether there is an option that may be taken."""
        return any(no is None for no in self.options.values())

    def sample(self, rng: Random) -> str:
        """Any open option, each as likely."""
        return rng.choice(self.open())

    def some(self, limit: int) -> Sequence[str]:
        """The open options, in order."""
        return self.open()[:limit]

    def only(self) -> str | None:
        """The one open option, if there is just one."""
        first = tuple(islice((key for key, no in self.options.items() if no is None), 2))
        return first[0] if len(first) == 1 else None

    def describe(self) -> Json:
        """The options with their reasons."""
        rows = [{"key": k, "no": no, "piece": self.pieces.get(k)} for k, no in self.options.items()]
        return {"kind": "pick", "options": rows}


def yes_no(no: Refusal | None = None) -> Pick:
    """Yes or no; ``no`` is the reason why yes is closed."""
    return Pick({"yes": no, "no": None})


class Choice(msgspec.Struct, frozen=True):
    """An answer to a menu: the option taken, and the answer to what lies below it."""

    key: str
    then: Any = None


@dataclass(frozen=True, slots=True)
class Menu:
    """A tree of choices answered at once: ``{"pick": key, "then": …}``, or the key alone for a leaf.

    ``usual``: the option a page goes on with at once, the others at hand.
    """

    options: Mapping[str, Option]
    usual: str = field(default="", kw_only=True)

    def read(self, raw: Json) -> Choice | Refusal:
        """The option and, below it, the answer its own domain reads."""
        key, rest = (raw.get("pick"), raw.get("then")) if isinstance(raw, dict) else (raw, None)
        option = self.options.get(key) if isinstance(key, str) else None
        if option is None:
            return not_offered(raw)
        shut = option.is_shut(rest is not None)
        if shut or option.then is None:
            return Choice(str(key)) if shut or rest is None else not_offered(raw)
        then = option.then().read(rest)
        return then if isinstance(then, Refusal) else Choice(str(key), then)

    def write(self, answer: Choice) -> Json:
        """The tree as JSON; a leaf is its key, and so is an option that is shut, below which nothing was read."""
        then = self.options[answer.key].then
        if then is None or answer.then is None:
            return answer.key
        return {"pick": answer.key, "then": then().write(answer.then)}

    def refuse(self, answer: Choice) -> Refusal | None:
        """The reason the option is closed, or what its own domain refuses."""
        option = self.options.get(answer.key)
        if option is None:
            return not_offered(answer.key)
        if option.is_shut(answer.then is not None):
            return option.no
        return option.then().refuse(answer.then) if option.then else None

    def open(self) -> tuple[str, ...]:
        """The options that may be taken."""
        return tuple(key for key, option in self.options.items() if option.no is None)

    def sample(self, rng: Random) -> Choice:
        """Any open option, as often as it weighs, and a sample of what lies below."""
        key = rng.choice([key for key in self.open() for _ in range(self.options[key].weight)])
        then = self.options[key].then
        return Choice(key, then().sample(rng) if then else None)

    def some(self, limit: int) -> Sequence[Choice]:
        """For each open option the first few answers below it."""
        found: list[Choice] = []
        for key in self.open():
            then = self.options[key].then
            found += [Choice(key, below) for below in then().some(limit)] if then else [Choice(key)]
        return found[:limit]

    def only(self) -> Choice | None:
        """The one legal answer, if just one option is open and what lies below it, if anything, has only one."""
        first = tuple(islice(opened(self.options), 2))
        if len(first) != 1:
            return None
        key = first[0]
        then = self.options[key].then
        below = then().only() if then else None
        return Choice(key, below) if then is None or below is not None else None

    def describe(self) -> Json:
        """The options with their reasons; ``more`` says that a further question lies below."""
        rows = [
            {"key": key, "no": o.no, "about": o.about, "facts": dict(o.facts), "piece": o.piece or None,
             "clause": o.clause, "more": o.then is not None, **o.beside()}
            for key, o in self.options.items()
        ]  # fmt: skip
        return {"kind": "menu", "options": rows, **({"usual": self.usual} if self.usual else {})}

    def preview(self, answer: Choice) -> Preview:
        """What the answer below would do."""
        option = self.options.get(answer.key)
        if option is None or option.no or option.then is None:
            return Preview(no=self.refuse(answer))
        below = option.then().preview(answer.then)
        instead = {"pick": answer.key, "then": below.instead}
        return below if below.instead is None else msgspec.structs.replace(below, instead=instead)

    def mend(self, answer: Choice) -> Choice | None:
        """The same option, with what lies below it mended."""
        option = self.options.get(answer.key)
        if option is None or option.no or option.then is None:
            return None
        below = option.then()
        better = below.mend(answer.then) if isinstance(below, Simple) else None
        return None if better is None else Choice(answer.key, better)

    def at(self, raw: Json) -> Domain[Any] | Refusal:
        """The domain below the options picked so far; also below one that is closed as nothing open was found there."""
        if raw is None:
            return self
        key, rest = (raw.get("pick"), raw.get("then")) if isinstance(raw, dict) else (raw, None)
        option = self.options.get(key) if isinstance(key, str) else None
        if option is None:
            return not_offered(raw)
        return option.barred or (option.then().at(rest) if option.then else option.no or self)


@dataclass(frozen=True, slots=True)
class Walk(Drawn[Path]):
    """A path from ``start``, drawn by hand: ``[[x, y], …]`` in 1/100 mm, the start left out or given.

    ``hints``: what is tried first where a refused path is mended.
    """

    start: Point
    radius: int
    allowance: int
    test: Callable[[Path], Refusal | None]
    propose: Callable[[Random], Path]
    sure: tuple[Path, ...] | Callable[[], tuple[Path, ...]]
    look: Callable[[Path], Preview] = nothing
    piece: str = ""
    starts: tuple[tuple[Point, Point], ...] = ()
    """Segments on which the path may begin instead of at ``start`` (entry from an edge); then the start is given."""
    hints: Hints = NO_HINTS

    def read(self, raw: Json) -> Path | Refusal:
        """A path of at most ``MAX_POINTS`` points."""
        if not isinstance(raw, list | tuple) or not raw:
            return unreadable("a path [[x, y], …] in 1/100 mm", raw)
        if len(raw) > MAX_POINTS:
            return refuse("path.too-many-points", READABLE, points=len(raw), most=MAX_POINTS)
        points = [read_point(p) for p in raw]
        known = [p for p in points if p is not None]
        if len(known) != len(points):
            return unreadable("a path [[x, y], …] in 1/100 mm", raw)
        return tuple(known) if self.starts or known[0] == self.start else (self.start, *known)

    def write(self, answer: Path) -> Json:
        """The points, start included."""
        return [[p.x, p.y] for p in answer]

    def describe(self) -> Json:
        """Where it starts, how wide the base is, how far it may go."""
        return {
            "kind": "walk", "start": self.start, "radius": self.radius, "allowance": self.allowance,
            "piece": self.piece or None, "starts": self.starts,
        }  # fmt: skip

    def mend(self, answer: Path) -> Path | None:
        """The nearest legal path: ended at a base, cut short, its end put aside, or led round."""
        trial, path = Trial(self.test), begun(answer, self.starts)
        no = trial.no(path)
        if no is None:
            return path
        most = lengths(no, self.allowance)
        touching = (way for way in elsewhere(path, self.radius, self.hints.bases(), most) if trial(way))
        return next(touching, None) or mend_way(path, self.radius, trial, self.hints, most)


class Spot(msgspec.Struct, frozen=True):
    """A place on the table and a facing in 1/100 degree."""

    at: Point
    facing: int = 0


@dataclass(frozen=True, slots=True)
class Place(Drawn[Spot]):
    """A spot for a base or a shape: ``[x, y]``, or ``[x, y, facing]`` where things turn.

    ``shape`` is an outline about (0, 0) for terrain; empty for a round base.  ``aim``: only the direction from there
    to the spot counts.
    """

    radius: int
    zones: tuple[tuple[Point, ...], ...]
    test: Callable[[Spot], Refusal | None]
    propose: Callable[[Random], Spot]
    sure: Sequence[Spot]
    turns: bool = False
    shape: tuple[Point, ...] = ()
    look: Callable[[Spot], Preview] = nothing
    piece: str = ""
    aim: Point | None = None
    hints: Hints = NO_HINTS

    def read(self, raw: Json) -> Spot | Refusal:
        """A spot in whole 1/100 mm; the facing in whole 1/100 degree, 0 to 35999."""
        flat = isinstance(raw, list | tuple) and 2 <= len(raw) <= 2 + self.turns
        at = read_point(raw[:2]) if flat else None
        facing = raw[2] if flat and len(raw) == 3 else 0
        if at is None or type(facing) is not int or not 0 <= facing < 36000:
            return unreadable("a spot [x, y, facing]" if self.turns else "a spot [x, y] in 1/100 mm", raw)
        return Spot(at, facing)

    def write(self, answer: Spot) -> Json:
        """The coordinates, with the facing where things turn."""
        return [*answer.at, answer.facing] if self.turns else [*answer.at]

    def describe(self) -> Json:
        """The zones, and what is being placed."""
        return {
            "kind": "place", "radius": self.radius, "zones": self.zones, "turns": self.turns,
            "shape": self.shape, "piece": self.piece or None, "offered": [*map(self.write, self.sure[:1]), None][0],
            **({"aim": self.aim} if self.aim else {}),
        }  # fmt: skip

    def mend(self, answer: Spot) -> Spot | None:
        """The nearest legal spot: squared up, brought into a zone, put aside or turned a little."""
        trial = Trial(self.test)
        for facing in squared(answer.facing) if self.turns else ():
            if trial(better := Spot(answer.at, facing)):
                return better

        def legal(at: Point) -> bool:
            return trial(Spot(at, answer.facing))

        if self.aim:
            at = aimed(answer.at, self.aim, legal)
        else:
            reach = extent(self.radius, self.shape, answer.facing)
            at = mend_spot(answer.at, reach, self.zones, legal, self.hints)
        if self.turns and (at is None or distance(at, answer.at) > MAGNET):
            little = turned(answer.facing, lambda facing: trial(Spot(answer.at, facing)))
            if little is not None:
                return Spot(answer.at, little)
        return None if at is None else Spot(at, answer.facing)


@dataclass(frozen=True, slots=True)
class Split(Simple):
    """Share out ``total`` among parts, each at most its limit: ``{"attack": 2, "defence": 1}``."""

    total: int
    limits: Mapping[str, int]
    clause: Clause

    def read(self, raw: Json) -> dict[str, int] | Refusal:
        """Whole numbers, none below zero; a part left out is zero."""
        fits = isinstance(raw, dict) and all(k in self.limits and type(v) is int and v >= 0 for k, v in raw.items())
        if not fits:
            return unreadable("a number for each of " + ", ".join(self.limits), raw)
        return {part: raw.get(part, 0) for part in self.limits}

    def write(self, answer: dict[str, int]) -> Json:
        """The numbers by part."""
        return dict(answer)

    def refuse(self, answer: dict[str, int]) -> Refusal | None:
        """Another total, or more of a part than there is."""
        if (given := sum(answer.values())) != self.total:
            return refuse("split.total", self.clause, given=given, total=self.total)
        over = [part for part, n in answer.items() if n > self.limits[part]]
        return refuse("split.limit", self.clause, part=over[0], most=self.limits[over[0]]) if over else None

    def every(self) -> list[dict[str, int]]:
        """Every legal split, most of the first part first."""
        rows: list[tuple[int, ...]] = [()]
        for part in self.limits:
            rows = [(*r, n) for r in rows for n in range(min(self.limits[part], self.total - sum(r)), -1, -1)]
        return [dict(zip(self.limits, r, strict=True)) for r in rows if sum(r) == self.total]

    def sample(self, rng: Random) -> dict[str, int]:
        """Any legal split, each as likely."""
        return rng.choice(self.every())

    def some(self, limit: int) -> Sequence[dict[str, int]]:
        """The first legal splits."""
        return self.every()[:limit]

    def only(self) -> dict[str, int] | None:
        """The one legal split, if there is just one."""
        every = self.every()
        return every[0] if len(every) == 1 else None

    def describe(self) -> Json:
        """The total and what each part can hold."""
        return {"kind": "split", "total": self.total, "limits": dict(self.limits)}
