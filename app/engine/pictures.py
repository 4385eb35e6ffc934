"""What of an event is shown on the table: its picture, made from the event alone but for a way it does not tell.

A system names in ``pictures`` how events of each kind are shown, and in ``unpictured`` why the others are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from app.engine.geometry import Point

KINDS = ("walk", "rout", "charge", "shot", "blow", "test", "cast", "card", "word", "fall", "place", "banner")
"""Going and fleeing; going at somebody; a missile; a strike; a roll for oneself; what is sent to somebody; something
that turns over; a word; falling; appearing; a word over the whole table."""
GRAVES = ("death", "rout", "loss", "nerve", "state")
"""What an event tells of, the gravest first: somebody dies or is taken; flees; is hurt, or loses some of his own or a
fight; fails in his nerve; is in another state than before."""
WHO = "model unit leader"
NOBODY = ""


class Picture(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is shown of one event.

    ``by``: the pieces that do it, ``at``: those it is done to, by their ids; ``way``: along which they go, ``place``:
    where it is if no piece says so, in 1/100 mm; ``used`` and ``allowed``: how far, in 1/100 mm, where that is told;
    ``good``: whether it came out as who did it wished; ``hurt``: how many wounds it was to those it was done to, where
    it may be one; ``word``: a key of the system's words that says how, left out where the system has no such word;
    ``order``: of which kind an order is that is given, carried out or, where it does not come to be, ended; ``why``:
    whether it only says why that does not come to be, for that it ends is told next.
    """

    kind: str
    by: tuple[str, ...] = ()
    at: tuple[str, ...] = ()
    way: tuple[Point, ...] = ()
    place: Point | None = None
    used: int = 0
    allowed: int = 0
    good: bool | None = None
    hurt: int | None = None
    word: str = ""
    order: str = ""
    why: bool = False


def never(_: object) -> bool:
    """The event says all of it, or there is nothing to say."""
    return False


def always(_: object) -> bool:
    """Whatever the event says."""
    return True


def unhurt(_: object) -> int | None:
    """It wounds nobody, and could not."""
    return None


@dataclass(frozen=True, slots=True)
class Sketch:
    """How events of one kind are shown: the names of their fields, the first that there is where there are several."""

    kind: str
    by: str = WHO
    at: str = "target"
    way: str | Callable[[Any], tuple[Point, ...]] = ""
    place: str = ""
    far: str = ""
    good: str | Callable[[Any], bool | None] = ""
    hurt: Callable[[Any], int | None] = unhurt
    word: str | Callable[[Any], str] = ""
    order: str | Callable[[Any], str] = ""
    why: bool = False
    whence: Callable[[Any], bool] = never
    """Whether the way is that from where he stood before the event, which the event does not say."""

    @property
    def asks(self) -> bool:
        """Whether any event of the kind may ask where somebody stood."""
        return self.whence is not never

    def of(self, event: object) -> Picture:
        """The picture of an event."""
        used, allowed = (*(int(getattr(event, name)) for name in self.far.split()), 0, 0)[:2]
        return Picture(
            kind=self.kind, by=ids(event, self.by), at=ids(event, self.at), way=way(event, self.way),
            place=getattr(event, self.place) if self.place else None, used=used, allowed=allowed,
            good=self.good(event) if callable(self.good) else getattr(event, self.good) if self.good else None,
            hurt=self.hurt(event), word=said(event, self.word), order=said(event, self.order),
            why=self.why,
        )  # fmt: skip


def said(event: object, of: str | Callable[[Any], str]) -> str:
    """What the field of this name says, or what is told from the event."""
    return of(event) if callable(of) else str(getattr(event, of)) if of else ""


def ids(event: object, names: str) -> tuple[str, ...]:
    """The ids in the first of these fields that an event has and that is not empty."""
    found = (tuple(named(getattr(event, name, None))) for name in names.split())
    return next((one for one in found if one), ())


def named(value: Any) -> Iterator[str]:  # noqa: ANN401 - a field of any event
    """The ids that a field holds: one, several, the keys of a mapping, or the ids of things."""
    if isinstance(value, str):
        yield from (value,) if value else ()
    elif isinstance(value, Mapping | tuple | list | frozenset):
        for one in value:
            yield from named(one)
    elif (id := getattr(value, "id", None)) is not None:
        yield str(id)


def way(event: object, of: str | Callable[[Any], tuple[Point, ...]]) -> tuple[Point, ...]:
    """The points of the field of this name, or those told from the event."""
    if callable(of):
        return of(event)
    return tuple(one for one in getattr(event, of) if isinstance(one, Point)) if of else ()
