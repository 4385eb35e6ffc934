"""Whether a unit ends together, or what stands against the way its models end apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.engine.geometry import Base, Point
from app.engine.refusals import Refusal, refuse
from app.systems.celtos.book import c
from app.systems.celtos.measure import SPREAD, apart, is_coherent, link_of, linked_groups, within
from app.systems.celtos.state import Model

TOGETHER, LINKED = c("CEL-MOV-10"), c("CEL-MOV-11")


def refuse_ends(models: Sequence[Model], places: Mapping[str, Point], entering: bool = False) -> Refusal | None:
    """What stands against these models ending at these places, as far as they must keep together.

    Who has no place ends where it stands.  A unit that began apart may stay so, but nobody outside its largest
    group may end further from that group than it began (CEL-MOV-11).
    """
    link, ends = link_of(models), ends_of(models, places)
    if len(models) < 2 or is_coherent(ends, link):
        return None
    starts = [m.base for m in models]
    if entering or is_coherent(starts, link):
        return broken(models, ends, link)
    return strays(models, starts, ends, link)


def ends_of(models: Sequence[Model], places: Mapping[str, Point]) -> list[Base]:
    """Where the models end."""
    return [Base(places.get(m.id, m.at), m.radius) for m in models]


def broken(models: Sequence[Model], ends: Sequence[Base], link: int) -> Refusal:
    """Why these ends are no group: a model without a link to the largest, or two too far apart (CEL-MOV-10)."""
    groups = linked_groups(ends, link)
    if len(groups) > 1:
        lost = groups[-1][0]
        gap = min(apart(ends[lost], ends[i]) for i in range(len(ends)) if i not in groups[-1])
        clause = LINKED if len(groups[-1]) > 1 else TOGETHER
        return refuse("coherency.link", clause, model=models[lost].id, gap=gap, link=link)
    pairs = [(a, b) for a in range(len(ends)) for b in range(a + 1, len(ends))]
    a, b = next((a, b) for a, b in pairs if not within(ends[a], ends[b], SPREAD))
    return refuse("coherency.spread", TOGETHER, model=models[a].id, other=models[b].id, gap=apart(ends[a], ends[b]),
                  spread=SPREAD)  # fmt: skip


def strays(models: Sequence[Model], starts: Sequence[Base], ends: Sequence[Base], link: int) -> Refusal | None:
    """The first model outside the largest group that would end further from it than it began (CEL-MOV-11)."""
    main = linked_groups(starts, link)[0]
    for i, model in enumerate(models):
        if i not in main:
            began = min(apart(starts[i], starts[j]) for j in main)
            ended = min(apart(ends[i], ends[j]) for j in main)
            if ended > began:
                return refuse("coherency.stray", LINKED, model=model.id, began=began, ends=ended)
    return None
