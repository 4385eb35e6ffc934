"""What the builder of every system does alike: changes and refusals sorted by unit, what a choice offers and takes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from app.engine.drafts import Choice, Option
from app.engine.refusals import Refusal


def part(changes: Mapping[str, str], id: str) -> dict[str, str]:
    """What concerns one unit."""
    return {k.partition(".")[2]: v for k, v in changes.items() if k.startswith(id + ".")}


def picks(open_: Sequence[Choice], given: Mapping[str, str]) -> dict[str, str]:
    """The values given that a choice offers."""
    return {c.name: given[c.name] for c in open_ if given.get(c.name) in [o.value for o in c.options]}


def yes_no(name: str, about: str, cost: int, on: bool) -> Choice:
    """A choice between having a thing and not having it."""
    return Choice(name, about, (Option("no", "build.no", 0, not on), Option("yes", "build.yes", cost, on)))


def told(code: str, against: Sequence[Refusal]) -> tuple[Refusal, ...]:
    """What stands against the unit of this code."""
    return tuple(no for no in against if no.facts.get("who") == code)


def of_all(codes: Collection[str], against: Sequence[Refusal]) -> tuple[Refusal, ...]:
    """What stands against the whole: it names no unit of these codes."""
    return tuple(no for no in against if no.facts.get("who") not in codes)


def newly(more: Sequence[Refusal], against: Sequence[Refusal]) -> Iterator[Refusal]:
    """What stands against a roster now and did not before, whatever its numbers."""
    before = [(no.code, no.facts.get("who")) for no in against]
    return (no for no in more if (no.code, no.facts.get("who")) not in before)
