"""All that a board page can draw.  Built by a system, drawn by the web.

A view is built up from what its viewer may see, never cut down from the whole.
Every length is in 1/100 mm, y grows southward (down the screen).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import UNSET, Struct, UnsetType, field, structs

from app.engine.geometry import Point
from app.engine.modifiers import Line
from app.engine.refusals import Fact, Refusal

ARMS = ("caster", "leader", "cannon", "gun", "bow", "sling", "horse", "spear", "blade", "tool", "beast")
"""What a counter may be by its arm, in the order in which one is told: what commands first, then what reaches out."""


def foremost(arms: Iterable[str]) -> str:
    """Of several arms the one a counter shows; none of none."""
    return min(arms, key=ARMS.index, default="")


class Piece(Struct, frozen=True, kw_only=True):
    """A counter on the table, or in a roster when ``gone`` says why it is off it.

    ``kind``: model, body, object, horse, stand, leader, card.  ``side``: ``a`` to ``d`` or empty.
    ``badges``, ``weapons`` and ``gone`` are keys worded elsewhere.
    ``outline``: where it is drawn as that shape instead of a disc.
    ``arm``: one of ``ARMS``, drawn as a silhouette.
    """

    id: str
    side: str
    code: str
    name: str
    x: int
    y: int
    radius: int
    kind: str = "model"
    badges: tuple[str, ...] = ()
    used: bool = False
    may: bool = False
    gone: str = ""
    traits: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    outline: tuple[Point, ...] = ()
    arm: str = ""


class Group(Struct, frozen=True, kw_only=True):
    """A unit: several counters that are ordered and moved as one.  ``members`` are their ids, those gone included.

    ``badges``, ``traits``, ``weapons`` and ``gone`` are keys worded elsewhere.  An option's ``piece`` may name a group:
    then any of its counters stands for it.  A formation has an ``outline`` (front left, front right, rear right, rear
    left) and a ``facing`` in 1/100 degree; ``force`` names the larger body it belongs to.
    """

    id: str
    side: str
    code: str
    name: str
    members: tuple[str, ...]
    force: str = ""
    outline: tuple[Point, ...] = ()
    facing: int = 0
    badges: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    used: bool = False
    may: bool = False
    gone: str = ""


class Force(Struct, frozen=True, kw_only=True):
    """A body of several groups under a leader: a clan.  ``leader`` is a counter, empty without one.

    An option's ``piece`` may name a force: then any counter of its groups, and its leader, stands for it.
    """

    id: str
    side: str
    code: str
    name: str
    groups: tuple[str, ...]
    leader: str = ""
    badges: tuple[str, ...] = ()
    used: bool = False
    may: bool = False


class Ground(Struct, frozen=True, kw_only=True):
    """A piece of terrain: a closed outline, or a line.  ``look``: the kind it is drawn as, where that is another."""

    id: str
    kind: str
    outline: tuple[Point, ...]
    closed: bool
    doors: tuple[Point, ...] = ()
    label: str = ""
    look: str | UnsetType = UNSET


class Zone(Struct, frozen=True, kw_only=True):
    """A zone drawn under the counters: where a side deploys, what an objective covers."""

    id: str
    kind: str
    outline: tuple[Point, ...]
    side: str = ""
    label: str = ""


class Loss(Struct, frozen=True, kw_only=True):
    """What a side, or a force of it, has lost of what it began with, as whoever looks may know it.

    ``bears``: so much it may lose; with more it breaks, or is worse off, as ``note`` says in full.  ``None``: no rule
    asks.  ``force``: the id of a force; empty for the whole side.
    """

    lost: int
    whole: int
    note: Note
    bears: int | None = None
    force: str = ""


class Band(Struct, frozen=True, kw_only=True):
    """A side at the table, its models and, where they are led in units, its groups.

    ``facts`` are sentence keys with their numbers, such as its morale.  ``losses``: its own first, then those of its
    forces.  ``score``: what it has towards winning, where anything is counted.
    """

    seat: str
    side: str
    name: str
    emblem: int
    models: tuple[Piece, ...]
    facts: tuple[Note, ...] = ()
    groups: tuple[Group, ...] = ()
    forces: tuple[Force, ...] = ()
    losses: tuple[Loss, ...] = ()
    score: Note | None = None


class Note(Struct, frozen=True):
    """A sentence to be worded by the page: its key, its facts, the clause it rests on."""

    about: str
    facts: dict[str, Fact] = field(default_factory=dict)
    clause: str = ""


class Step(Struct, frozen=True):
    """A phase of the turn: ``done``, ``now`` or ``next``."""

    key: str
    state: str


def steps(phases: tuple[str, ...], now: str) -> tuple[Step, ...]:
    """The phases of a turn as they stand at one of them; before the first, the set-up and what will follow it."""
    if now not in phases:
        return (Step("setup", "now"), *(Step(key, "next") for key in phases))
    at = phases.index(now)
    return tuple(Step(key, "done" if i < at else "now" if i == at else "next") for i, key in enumerate(phases))


class Clash(Struct, frozen=True, kw_only=True):
    """Two enemies in contact, and where they meet."""

    at: Point
    ids: tuple[str, str]


class View(Struct, frozen=True, kw_only=True):
    """Everything one viewer may see of a table.

    ``unit`` names the unit players measure in, ``unit_length`` is its length.
    ``ticks``: every how many units the table's edge bears a mark, a longer one,
    and the longest with its number.  ``rings``: distances players like to see about a counter.
    """

    width: int
    depth: int
    unit: str
    unit_length: int
    turn: int
    turns: int | None
    phases: tuple[Step, ...]
    go: str | None
    terrain: tuple[Ground, ...]
    zones: tuple[Zone, ...]
    pieces: tuple[Piece, ...]
    sides: tuple[Band, ...]
    notes: tuple[Note, ...] = ()
    ticks: tuple[int, int, int] = (1, 3, 6)
    rings: tuple[int, ...] = ()
    measures: bool = True
    """Whether players may measure on the board whenever they like; if not, the page offers no ruler and no rings."""
    clashes: tuple[Clash, ...] = ()
    """Who stands at whom, drawn for everybody without being asked."""


def together(public: View, own: Mapping[str, View]) -> View:
    """All that the sides together may see: of each seat's side what its own view shows, the rest as everybody sees it.

    A counter that stands for something hidden gives way to what its owner sees.
    """
    bands = {band.seat: band for seat, view in own.items() for band in view.sides if band.seat == seat}
    views = {band.side: own[seat] for seat, band in bands.items()}
    pieces = [p for p in public.pieces if p.side not in views]
    pieces += [p for side, view in views.items() for p in view.pieces if p.side == side]
    zones = {zone.id: zone for view in (public, *own.values()) for zone in view.zones}
    sides = tuple(bands.get(band.seat, band) for band in public.sides)
    return structs.replace(public, sides=sides, pieces=tuple(pieces), zones=tuple(zones.values()))


class Mark(Struct, frozen=True, kw_only=True):
    """Something computed and drawn: the very contours the adjudication used.

    ``kind``: path, path-no, swept, ghost, ghost-no, ring, ring-no, ray, ray-blocked,
    touch, cover, label, label-no, zone, spot, link, link-no, block, block-no (a formation: front left, front right,
    rear right, rear left), arc, front, flank, rear, lane, lane-no, halo (an outline widened by ``radius``).
    """

    kind: str
    points: tuple[Point, ...]
    radius: int = 0
    note: Note | None = None


class Preview(Struct, frozen=True, kw_only=True):
    """What an answer would do, worked out without giving it.

    ``instead``: the nearest legal answer to a refused one that was drawn, as it is given; ``None`` where there is none.
    """

    no: Refusal | None = None
    notes: tuple[Note, ...] = ()
    lines: tuple[Line, ...] = ()
    marks: tuple[Mark, ...] = ()
    instead: Any = None


class Grid(Struct, frozen=True, kw_only=True):
    """A result table as a log shows it: keys of columns, rows and cells, and the column and row that decided."""

    about: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    column: str
    row: str
    clause: str = ""


class Figure(Struct, frozen=True):
    """A figure of a profile, worded as ``stat.KEY``: what is printed, what it has come to, the clause that explains it.

    ``form``: how both are written: ``len``, ``sign``, ``word``, ``score`` (so much or more on the dice), or plainly.
    """

    key: str
    value: Fact
    clause: str = ""
    form: str = ""
    now: Fact | None = None


class Rung(Struct, frozen=True):
    """A state of a ladder from unhurt to gone: its words, its badge if it has one, and how often it is borne now."""

    said: Note
    badge: str = ""
    number: int = 0


class Inspection(Struct, frozen=True, kw_only=True):
    """What a player sees who asks about a counter: its card, what would be added to its rolls, what is drawn.

    ``what`` it is, in one line; ``profile``: its figures in the order of the rulebook; ``arms``: what it bears, each
    with its figures; ``abilities``: each is shown with the text of its clause; ``notes``: how it stands, what it has
    done and may still do.  ``tables``: named rows of modifiers, such as those of a morale test taken now.
    ``ladder``: through which states it goes down, best first; it stands on the last that it bears.
    """

    what: tuple[Note, ...] = ()
    profile: tuple[Figure, ...] = ()
    ladder: tuple[Rung, ...] = ()
    arms: tuple[Note, ...] = ()
    abilities: tuple[Note, ...] = ()
    notes: tuple[Note, ...] = ()
    tables: dict[str, tuple[Line, ...]] = field(default_factory=dict)
    marks: tuple[Mark, ...] = ()
