"""The kinds of questions as programs are told them: what ``describe`` of each domain of the engine says, as types."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from app.engine.asks import Json
from app.engine.forms import Field
from app.engine.geometry import Point
from app.engine.options import Gesture
from app.engine.refusals import Fact, Refusal
from app.engine.views import Note

Length = Annotated[int, Meta(description="1/100 mm")]
Outline = tuple[Point, ...]
Edge = tuple[Point, Point]


class Kind(Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True):
    """A kind of question."""


class PickOption(Struct, frozen=True, forbid_unknown_fields=True):
    """An option; ``no``: why it is closed, ``piece``: the counter it stands for."""

    key: str
    no: Refusal | None
    piece: str | None


class Pick(Kind, frozen=True, tag="pick"):
    """One of a short list.  The answer is the ``key`` of an option whose ``no`` is null."""

    options: list[PickOption]


class MenuOption(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An option; ``no``: why it is closed, ``more``: a further question lies below it.

    ``about`` with ``facts`` words it, ``told`` is said beside it; ``undo``: the key below it that takes that back.
    """

    key: str
    no: Refusal | None
    about: str
    facts: dict[str, Fact]
    piece: str | None
    clause: str | None
    more: bool
    told: tuple[Note, ...] | UnsetType = UNSET
    undo: str | UnsetType = UNSET
    gesture: Gesture | UnsetType = UNSET


class Menu(Kind, frozen=True, tag="menu"):
    """A tree of choices, answered at once: the key of an option without ``more``, else ``{"pick": key, "then": …}``.

    What is asked below an option the preview of ``{"pick": key}`` says, as its ``domain``.
    """

    options: list[MenuOption]
    usual: str | UnsetType = UNSET


class Walk(Kind, frozen=True, tag="walk"):
    """A path drawn by hand.  The answer is ``[[x, y], …]``, without the start unless it begins on one of ``starts``."""

    start: Point
    radius: Length
    allowance: Length
    piece: str | None
    starts: tuple[Edge, ...]


class Place(Kind, frozen=True, tag="place"):
    """A spot in one of ``zones``.  The answer is ``[x, y]``, where it ``turns`` ``[x, y, facing]``.

    ``offered``: a legal answer; ``aim``: only the direction from there counts; ``shape``: an outline about (0, 0).
    """

    radius: Length
    zones: tuple[Outline, ...]
    turns: bool
    shape: Outline
    piece: str | None
    offered: tuple[int, ...] | None
    aim: Point | UnsetType = UNSET


class Split(Kind, frozen=True, tag="split"):
    """So much is shared out.  The answer gives each part a number: all together ``total``, none above its limit, or
    below what it must have (``least``)."""

    total: int
    limits: dict[str, int]
    least: dict[str, int] | UnsetType = UNSET


class Stance(Struct, frozen=True, forbid_unknown_fields=True):
    """A formation as it stands: the middle of its front, its facing, how many stand in how many files, each so wide and
    deep."""

    at: Point
    facing: int
    files: int
    number: int
    across: Length
    deep: Length


class Manoeuvre(Kind, frozen=True, tag="manoeuvre"):
    """The steps of a formation, one after the other.  The answer is a list of ``[name, number]``; a slide has its
    bearing as a third.  ``steps``: those that are open, with their most; ``offered``: steps that are proposed."""

    piece: str
    allowance: Length
    steps: dict[str, int]
    rates: dict[str, tuple[int, int]]
    offered: list[list[str | int]]
    start: Stance
    way: int | UnsetType = UNSET


class Mover(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may move, from where, how far."""

    piece: str
    start: Point
    radius: Length
    allowance: Length


class Moves(Kind, frozen=True, tag="moves"):
    """A path for each body of a group.  The answer gives those that move ``[[x, y], …]`` by their ids.

    ``link``, ``spread``: how near each must end to the next, and all together; ``offered``: paths that are proposed.
    """

    movers: list[Mover]
    group: str | None
    link: Length
    spread: Length
    starts: tuple[Edge, ...]
    offered: dict[str, list[list[int]]]


class Placed(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is placed."""

    piece: str
    radius: Length


class Layout(Kind, frozen=True, tag="layout"):
    """A spot for every body of a group.  The answer gives each ``[x, y]`` by its id; ``offered`` is a legal one."""

    movers: list[Placed]
    group: str | None
    zones: tuple[Outline, ...]
    link: Length
    spread: Length
    offered: dict[str, list[int]]


class Ordering(Kind, frozen=True, tag="order"):
    """An order of things.  The answer is a list of all ``items``."""

    items: list[str]


class Assign(Kind, frozen=True, tag="assign"):
    """One of ``values`` for each of ``items``.  The answer gives them by item; one left out takes the first value."""

    items: list[str]
    values: list[str]


class AllotItem(Struct, frozen=True, forbid_unknown_fields=True):
    """A thing, and to whom it may go; ``about`` with ``facts`` words it."""

    key: str
    values: list[str]
    about: str
    facts: dict[str, Fact]
    piece: str | None


class Allot(Kind, frozen=True, tag="allot"):
    """Each thing goes to one of its own values, such as hits to models.  The answer gives them by ``key``; what is
    left out goes as ``offered``."""

    items: list[AllotItem]
    offered: dict[str, str]


class Form(Kind, frozen=True, tag="form"):
    """A record.  The answer is an object with all ``fields``, each at its path; ``offered`` is a legal one."""

    fields: list[Field]
    offered: dict[str, Json]


KINDS = (Pick, Menu, Walk, Place, Split, Manoeuvre, Moves, Layout, Ordering, Assign, Allot, Form)
Question = Pick | Menu | Walk | Place | Split | Manoeuvre | Moves | Layout | Ordering | Assign | Allot | Form
