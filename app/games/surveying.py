"""What a rule system says about drawn tables: learnt by asking it, so that none needs to be known by name.

A system is shown set-ups whose terrain is a list of pieces.  Those it takes say on which tables its scenarios are
played; the view of a game begun on one says in which unit a list is written, from which edge it is measured, and how
each kind is drawn.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.geometry import Point
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.system import RuleSystem, Setup
from app.engine.views import Ground, View
from app.games import offers
from app.games.grounds import Body, Length, Piece, plain

Size = tuple[int, int]
DECIMALS = ("", ".5", ".55", ".555")
PROBE, BARE = "probe", "open"
NO_TABLE = "ground.no-table"
WIDEST = 4
"""Pieces may cover the table so many times over and still be drawn in full."""


class Kind(Struct, frozen=True):
    """A kind of terrain: its names and clause, whether it is a line, has doors, and the drawing that shows it."""

    id: str
    name: str
    name_es: str
    clause: str
    line: bool
    drawn: str
    doors: bool


class Frame(Struct, frozen=True):
    """A scenario that takes a drawn table of this size, in a set-up that lacks only its terrain."""

    scenario: str
    size: Size
    setup: Setup


class Ready(Struct, frozen=True):
    """A table that comes with a scenario."""

    id: str
    name: str
    name_es: str
    body: Body


class Survey(Struct, frozen=True):
    """What a system says about drawn tables; without ``frames`` it takes none."""

    unit: str = ""
    unit_length: int = 1
    decimals: int = 0
    from_south: bool = False
    """Whether lists measure from the south edge; views always do from the north."""
    kinds: tuple[Kind, ...] = ()
    frames: tuple[Frame, ...] = ()
    ready: tuple[Ready, ...] = ()

    @property
    def sizes(self) -> tuple[Size, ...]:
        """The tables that may be drawn, the usual one first."""
        return tuple(dict.fromkeys(frame.size for frame in self.frames))

    def kind(self, id: str) -> Kind | None:
        """The kind of this id."""
        return next((kind for kind in self.kinds if kind.id == id), None)


def survey(system: RuleSystem[Any]) -> Survey:
    """Everything a system says about drawn tables; asked once."""
    return surveyed(cast("Hashable", system))


@lru_cache(maxsize=32)
def surveyed(system: Any) -> Survey:
    """Everything a system says about drawn tables."""
    frames = tuple(found_frames(system))
    rows = system.catalogue().get("terrain", ()) if frames else ()
    if not rows:
        return Survey()
    frame = frames[0]
    view = system.view(system.begin(frame.setup), None)
    found = Survey(view.unit, view.unit_length, frames=frames, decimals=decimals(system, frame, rows[0]))
    seen = {row["id"]: ground for row in rows if (ground := probed(system, frame, row)) is not None}
    turned = any(min(p.y for p in g.outline) != frame.size[1] // 4 * view.unit_length for g in seen.values())
    kinds = tuple(kind_of(row, seen[row["id"]]) for row in rows if row["id"] in seen)
    found = replace(found, from_south=turned, kinds=kinds)
    return replace(found, ready=tuple(ready(system, found)))


# -- asking ------------------------------------------------------------------------


def found_frames(system: RuleSystem[Any]) -> Iterator[Frame]:
    """Every scenario with every size of table on which it takes a list of pieces, each once."""
    seen = set[tuple[str, Size]]()
    for row, setup in trials(system):
        if not (size := size_of(system, setup)) or (row["id"], size) in seen:
            continue
        seen.add((row["id"], size))
        yield Frame(row["id"], size, setup)


def trials(system: RuleSystem[Any]) -> Iterator[tuple[Json, Setup]]:
    """Set-ups with an empty list of pieces: every scenario at every limit of points, on every table."""
    book = system.catalogue()
    for row in book.get("scenarios", ()):
        seats = offers.players(row)[0]
        for limit in dict.fromkeys((offers.usual(book, row), *offers.limits(book, row))):
            rosters = [{"sample": s[0]["id"]} for n in range(seats) if (s := offers.fitting(book, row, limit, n))]
            for table in tables(book) if len(rosters) == seats else ():
                given = {**({"points": limit} if limit else {}), **table, "terrain": []}
                yield row, Setup(row["id"], offers.laid(seats, rosters), given)


def tables(book: Json) -> list[dict[str, Any]]:
    """The tables to try: as the scenario says, and where a table may be agreed some of those between its limits."""
    rule = book.get("options", {}).get("table")
    if not rule:
        return [{}]
    least, usual, most = rule["min"], list(rule["default"]), rule["max"]
    return [{}, *({"table": size} for size in (usual, [least, least], [most, usual[1]], [most, most]))]


def size_of(system: RuleSystem[Any], setup: Setup) -> Size | None:
    """The table of a set-up in whole units; ``None`` if the set-up is refused."""
    if system.refuse_setup(setup):
        return None
    view = system.view(system.begin(setup), None)
    return view.width // view.unit_length, view.depth // view.unit_length


def on(frame: Frame, terrain: Json) -> Setup:
    """The set-up of a frame with this terrain."""
    return replace(frame.setup, options={**frame.setup.options, "terrain": terrain})


def trial_piece(frame: Frame, row: Json, more: str = "") -> Json:
    """A large piece of a kind, off the middle of the table; ``more``: the decimals of its first corner."""
    (w, d), line = frame.size, row["shape"] == "line"
    near, far = [f"{w // 4}{more}" if more else w // 4, d // 4], [3 * w // 4, d // 2]
    corners = [near, far] if line else [near, [far[0], near[1]], far, [w // 4, far[1]]]
    return {"id": PROBE, "kind": row["id"], "line" if line else "outline": corners}


def decimals(system: RuleSystem[Any], frame: Frame, row: Json) -> int:
    """With how many decimals a list may write a length."""
    given = [on(frame, [trial_piece(frame, row, more)]) for more in DECIMALS]
    return max(n for n, setup in enumerate(given) if n == 0 or not system.refuse_setup(setup))


def probed(system: RuleSystem[Any], frame: Frame, row: Json) -> Ground | None:
    """A piece of a kind as the table shows it; ``None`` if no list may hold this kind."""
    piece = trial_piece(frame, row)
    setup = on(frame, [{**piece, "doors": [[frame.size[0] // 4, frame.size[1] // 4]]}])
    if system.refuse_setup(setup):
        return None
    return next((g for g in system.view(system.begin(setup), None).terrain if g.id == PROBE), None)


def kind_of(row: Json, shown: Ground) -> Kind:
    """A row of the catalogue with the drawing that shows it."""
    name, line = row.get("name", row["id"]), row["shape"] == "line"
    es, clause = row.get("name_es", name), row.get("clause", "")
    return Kind(row["id"], name, es, clause, line, shown.kind, bool(shown.doors))


# -- ready tables ------------------------------------------------------------------


def ready(system: RuleSystem[Any], found: Survey) -> Iterator[Ready]:
    """The tables that come with scenarios, each once, as lists of pieces; none where nothing can lie as drawn."""
    seen = set[str]()
    scenarios = {row["id"]: row for row in system.catalogue()["scenarios"]}
    for frame in found.frames:
        for row in scenarios[frame.scenario].get("layouts", ()):
            setup = on(frame, row["id"])
            if row["id"] in seen or system.refuse_setup(setup):
                continue
            body = written(found, system.view(system.begin(setup), None))
            if body.pieces and not faults(system, found, body):
                seen.add(row["id"])
                yield Ready(row["id"], row.get("name", row["id"]), row.get("name_es", row.get("name", "")), body)


def written(found: Survey, view: View) -> Body:
    """The terrain of a view as a drawn table."""
    size = view.width // view.unit_length, view.depth // view.unit_length
    return Body(size, [piece_of(found, view, g) for g in view.terrain if found.kind(g.label)])


def piece_of(found: Survey, view: View, shown: Ground) -> Piece:
    """A piece of a view as lists write it."""
    spots = [spot(found, view, p) for p in shown.outline]
    doors = [spot(found, view, p) for p in shown.doors]
    name = shown.id.lower().replace(":", "-")
    if shown.closed:
        return Piece(name, shown.label, outline=spots, doors=doors)
    return Piece(name, shown.label, line=spots, doors=doors)


def spot(found: Survey, view: View, at: Point) -> tuple[Length, Length]:
    """A place of a view as lists write it."""
    return length(found, at.x), length(found, view.depth - at.y if found.from_south else at.y)


def length(found: Survey, hundredths: int) -> Length:
    """A length in the unit of the system, to as many decimals as it takes."""
    grain = 10**found.decimals
    n = round(Fraction(hundredths * grain, found.unit_length))
    sign, (whole, part) = "-" if n < 0 else "", divmod(abs(n), grain)
    return f"{sign}{whole}.{part:0{found.decimals}d}".rstrip("0") if part else whole * (-1 if n < 0 else 1)


# -- what stands against a table, and how it looks ---------------------------------


def faults(system: RuleSystem[Any], found: Survey, body: Body) -> tuple[Refusal, ...]:
    """What stands against a drawn table in the first scenario that is played on one of its size."""
    frame = next((frame for frame in found.frames if frame.size == body.table), None)
    if frame is None:
        sizes = ", ".join(f"{w} x {d}" for w, d in found.sizes)
        return (refuse(NO_TABLE, Clause(""), table=f"{body.table[0]} x {body.table[1]}", known=sizes),)
    return system.refuse_setup(on(frame, plain(body)["pieces"]))


def playable(system: RuleSystem[Any], found: Survey, body: Body) -> tuple[Frame, ...]:
    """The scenarios that take this drawn table."""
    pieces = plain(body)["pieces"]
    fits = (frame for frame in found.frames if frame.size == body.table)
    return tuple(frame for frame in fits if not system.refuse_setup(on(frame, pieces)))


def rules(found: Survey, scenario: str, body: Body) -> dict[str, Any]:
    """The options of a set-up that is to be played on this drawn table: its terrain, and its size where that is one."""
    fits = (frame for frame in found.frames if (frame.scenario, frame.size) == (scenario, body.table))
    frame = next(fits, None)
    size = {key: frame.setup.options[key] for key in ("table",) if key in frame.setup.options} if frame else {}
    return {**size, "terrain": plain(body)["pieces"]}


def shown(found: Survey, body: Body) -> tuple[Ground, ...]:
    """The pieces of a drawn table as views show them; bare outlines where one or all are too large to draw."""
    depth, area = body.table[1] * found.unit_length, body.table[0] * body.table[1] * found.unit_length**2
    pieces = [seen_piece(found, depth, piece) for piece in body.pieces]
    most = area if sum(min(extent(p), area) for p in pieces) <= WIDEST * area else 0
    return tuple(p if extent(p) <= most else replace(p, kind=BARE) for p in pieces)


def seen_piece(found: Survey, depth: int, piece: Piece) -> Ground:
    """One of them; what cannot be read is left out of it."""
    kind, spots = found.kind(piece.kind), piece.outline if piece.line is None else piece.line
    outline, doors = (
        tuple(Point(hundredths(found, x), flipped(found, depth, hundredths(found, y))) for x, y in row or ())
        for row in (spots, piece.doors)
    )
    closed = piece.line is None
    drawn = kind.drawn if kind and kind.line is not closed and len(outline) > 1 else BARE
    return Ground(id=piece.id, kind=drawn, outline=outline, closed=closed, doors=doors, label=piece.kind)


def hundredths(found: Survey, given: Length) -> int:
    """A length of a list in 1/100 mm."""
    return round(Fraction(given) * found.unit_length)


def flipped(found: Survey, depth: int, y: int) -> int:
    """A length from the edge lists measure from, from the north."""
    return depth - y if found.from_south else y


def extent(piece: Ground) -> int:
    """The upright box about an area; nothing for a line."""
    xs, ys = [p.x for p in piece.outline] or [0], [p.y for p in piece.outline] or [0]
    return (max(xs) - min(xs)) * (max(ys) - min(ys)) if piece.closed else 0
