"""What the rulebook says of terrain, ground and set-ups, asked by name, for case files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from app.engine.events import Seat
from app.engine.geometry import Point, box
from app.engine.staging import plain
from app.engine.system import Setup, SideSetup
from app.engine.table import Table
from app.systems.kensei.book import cm
from app.systems.kensei.deployment.layout import first_table, free_spots, must_place, offered, proposed, refuse_piece
from app.systems.kensei.ground.terrain import KINDS, ground_of, kinds, piece
from app.systems.kensei.scenarios.figures import keys, proposable, ranged_damage, scenario_of, table_of, with_magic
from app.systems.kensei.scenarios.refusals import refuse_setup

Facts = Mapping[str, str]
SHOWN = ("wounds", "armour", "units", "models", "doors", "spiritual", "calms", "slows", "meditates", "ki", "honour",
         "edge", "points")  # fmt: skip
MARKS = ("held", "walked", "trees", "water", "mystical", "steadfast", "very_high")
SIDES = (("red", "buke_500"), ("blue", "kuge_500"))
MIDDLE = Point(60_000, 60_000)
MM = 100
"""Units of length in a millimetre."""


def options(facts: Facts) -> dict[str, Any]:
    """The options among the facts: yes and no, whole numbers, words, lists as JSON; ``scenario`` and ``armies`` are
    none."""
    given = {key: value for key, value in facts.items() if key not in ("scenario", "armies", "kind", "at", "laid")}
    return {key: json.loads(value) if value.startswith("[") else plain(value) for key, value in given.items()}


def setup_of(facts: Facts) -> Setup:
    """The set-up of the facts: ``scenario``, ``armies`` (ready ones), options."""
    armies = facts.get("armies", ",".join(sample for _, sample in SIDES)).split(",")
    sides = (SideSetup(Seat(seat), {"sample": army}) for (seat, _), army in zip(SIDES, armies, strict=False))
    return Setup(facts.get("scenario", keys()[0]), tuple(sides), options(facts))


# -- terrain ---------------------------------------------------------------------------------


def terrain(facts: Facts) -> str:
    """What the table says of a ``kind``: its ground, its sight, its Cover, then its figures and marks."""
    kind = KINDS[facts["kind"]]
    how = "shut" if kind.shut else "slow" if kind.slow else kind.ground
    cover = [f"{kind.cover}-{kind.cover_by}"] if kind.cover else []
    figures = [f"{key}={getattr(kind, key)}" for key in SHOWN if getattr(kind, key)]
    return " ".join([how, kind.sight, *cover, *figures, *(mark for mark in MARKS if getattr(kind, mark))])


def size(facts: Facts) -> str:
    """Width and depth of a ``kind`` of piece in cm."""
    west, north, east, south = box(piece("one", facts["kind"], MIDDLE).outline)
    return f"{(east - west) // cm(1)}x{(south - north) // cm(1)}"


def mystical(facts: Facts) -> str:
    """Which pieces are Mystical: ``laid`` as kind:x:y in cm, called by their kind; ``marked`` by agreement."""
    board = Table(180_000, 120_000)
    for word in facts["laid"].split(","):
        kind, x, y = word.split(":")
        board = Table(board.width, board.depth, (*board.pieces, piece(kind, kind, Point(cm(x), cm(y)))))
    marked = tuple(facts["marked"].split(",")) if "marked" in facts else ()
    return ",".join(found.id for found in ground_of(board, (), marked).mystical) or "none"


# -- ground and set-up -------------------------------------------------------------------------


def laid_on(facts: Facts) -> Table:
    """The table on which players have placed ``laid``, as kind:x:y in cm from the north-west corner."""
    board = first_table(setup_of(facts))
    for word in facts["laid"].split(",") if "laid" in facts else ():
        kind, x, y = word.split(":")
        board = Table(board.width, board.depth, (*board.pieces, proposed(board, kind, Point(cm(x), cm(y)), 0)))
    return board


def place(facts: Facts) -> str:
    """What stands against placing ``kind`` ``at`` x:y in cm where others lie."""
    x, y = facts["at"].split(":")
    board = laid_on(facts)
    no = refuse_piece(setup_of(facts), board, proposed(board, facts["kind"], Point(cm(x), cm(y)), 0))
    return f"{no.code} {no.clause}" if no else "legal"


def demanded(facts: Facts) -> str:
    """What the scenario has the players place now."""
    return must_place(setup_of(facts), laid_on(facts)) or "nothing"


def kinds_now(facts: Facts) -> str:
    """The kinds that may be placed now."""
    return ",".join(offered(setup_of(facts), laid_on(facts)))


def room(facts: Facts) -> str:
    """Whether there is room for a ``kind`` where others lie."""
    return "yes" if next(free_spots(setup_of(facts), laid_on(facts), facts["kind"]), None) else "no"


def judged(facts: Facts) -> str:
    """What stands against a set-up, every reason."""
    return "; ".join(f"{no.code} {no.clause}" for no in refuse_setup(setup_of(facts))) or "legal"


def table_size(facts: Facts) -> str:
    """Width and depth of the table in cm."""
    width, depth = table_of(setup_of(facts))
    return f"{width}x{depth}"


def lies(facts: Facts) -> str:
    """The middles of the pieces of a ready table: kind:x:y in mm from the south-west corner, in their order."""
    board, found = first_table(setup_of(facts)), list[str]()
    for laid in board.pieces:
        west, north, east, south = box(laid.outline)
        found.append(f"{laid.kind}:{(west + east) // (2 * MM)}:{board.depth // MM - (north + south) // (2 * MM)}")
    return " ".join(found)


def kills(facts: Facts) -> int:
    """Points of a head hunt for a kill of ``kind``."""
    return scenario_of("head_hunt").kills[facts["kind"]]


RECKONS: dict[str, Callable[[Facts], Any]] = {
    "terrain": terrain,
    "size": size,
    "kinds": lambda _: ",".join(kinds()),
    "mystical": mystical,
    "place": place,
    "demanded": demanded,
    "may-place": kinds_now,
    "room": room,
    "setup": judged,
    "table": table_size,
    "lies": lies,
    "kills": kills,
    "turns": lambda facts: scenario_of(facts["scenario"]).turns,
    "goals": lambda facts: ",".join(proposable(setup_of(facts))),
    "magic": lambda facts: "yes" if with_magic(setup_of(facts)) else "no",
    "ranged-damage": lambda facts: ranged_damage(setup_of(facts)),
}
