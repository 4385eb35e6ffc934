"""More kinds of answers: an order of things, a value for each of them, a value for each from a list of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations, product

import msgspec

from app.engine.asks import Json, Random
from app.engine.domains import TRIES, Simple, unreadable
from app.engine.refusals import Fact, Refusal


@dataclass(frozen=True, slots=True)
class Ranking(Simple):
    """All of the items in an order of the seat's choice: a list of their ids."""

    items: tuple[str, ...]

    def read(self, raw: Json) -> tuple[str, ...] | Refusal:
        """Each item once."""
        fits = isinstance(raw, list | tuple) and all(isinstance(i, str) for i in raw)
        fits = fits and sorted(raw) == sorted(self.items)
        return tuple(raw) if fits else unreadable("each once: " + ", ".join(self.items), raw)

    def write(self, answer: tuple[str, ...]) -> Json:
        """The ids in order."""
        return list(answer)

    def sample(self, rng: Random) -> tuple[str, ...]:
        """Any order, each as likely."""
        return tuple(rng.sample(self.items, len(self.items)))

    def some(self, limit: int) -> Sequence[tuple[str, ...]]:
        """The first orders, the given one first."""
        return list(islice(permutations(self.items), limit))

    def only(self) -> tuple[str, ...] | None:
        """The given order, if no other exists."""
        return self.items if len(self.items) < 2 else None

    def describe(self) -> Json:
        """The items as they stand."""
        return {"kind": "order", "items": list(self.items)}


@dataclass(frozen=True, slots=True)
class Assign(Simple):
    """A value for each item, such as a counter for each fighter; ``test`` judges the whole."""

    items: tuple[str, ...]
    values: tuple[str, ...]
    test: Callable[[Mapping[str, str]], Refusal | None]

    def read(self, raw: Json) -> dict[str, str] | Refusal:
        """A value for each item; an item left out takes the first value."""
        fits = isinstance(raw, dict) and all(k in self.items and v in self.values for k, v in raw.items())
        if not fits:
            return unreadable(f"one of {', '.join(self.values)} for each of {', '.join(self.items)}", raw)
        return {item: raw.get(item, self.values[0]) for item in self.items}

    def write(self, answer: dict[str, str]) -> Json:
        """The values by item."""
        return dict(answer)

    def refuse(self, answer: dict[str, str]) -> Refusal | None:
        """What the rules say against the whole."""
        return self.test(answer)

    def sample(self, rng: Random) -> dict[str, str]:
        """A legal assignment; the first value for all of them if luck finds none."""
        for _ in range(TRIES):
            answer = {item: rng.choice(self.values) for item in self.items}
            if self.test(answer) is None:
                return answer
        return dict.fromkeys(self.items, self.values[0])

    def some(self, limit: int) -> Sequence[dict[str, str]]:
        """The first legal assignments."""
        every = (dict(zip(self.items, row, strict=True)) for row in product(self.values, repeat=len(self.items)))
        return list(islice((row for row in every if self.test(row) is None), limit))

    def only(self) -> dict[str, str] | None:
        """The one legal assignment, if there is just one."""
        first = self.some(2)
        return first[0] if len(first) == 1 else None

    def describe(self) -> Json:
        """The items and the values each may take."""
        return {"kind": "assign", "items": list(self.items), "values": list(self.values)}


class Item(msgspec.Struct, frozen=True):
    """One thing to be given to one of ``values``; ``about`` with ``facts`` words it, ``piece`` is its counter."""

    values: tuple[str, ...]
    about: str = ""
    facts: dict[str, Fact] = {}
    piece: str = ""


def anything(_: Mapping[str, str]) -> None:
    """Nothing stands against the whole."""
    return


@dataclass(frozen=True, slots=True)
class Allot(Simple):
    """Each item goes to one of its own values, such as hits to models: ``{"hit-1": "blue-2", …}``.

    Values are counters on the table.  ``test`` judges the whole; ``sure`` is one legal answer, and what an item
    that is left out takes.
    """

    items: Mapping[str, Item]
    sure: Mapping[str, str]
    test: Callable[[Mapping[str, str]], Refusal | None] = anything

    def read(self, raw: Json) -> dict[str, str] | Refusal:
        """A value for each item from its own list."""
        if not isinstance(raw, dict) or any(key not in self.items for key in raw):
            return unreadable(f"a value for each of {', '.join(self.items)}", raw)
        if wrong := [key for key, value in raw.items() if value not in self.items[key].values]:
            return unreadable(f"{wrong[0]} given to one of {', '.join(self.items[wrong[0]].values)}", raw)
        return {key: raw.get(key, self.sure[key]) for key in self.items}

    def write(self, answer: Mapping[str, str]) -> Json:
        """The values by item."""
        return dict(answer)

    def refuse(self, answer: Mapping[str, str]) -> Refusal | None:
        """What the rules say against the whole."""
        return self.test(answer)

    def sample(self, rng: Random) -> Mapping[str, str]:
        """A legal answer; the sure one if luck finds none."""
        for _ in range(TRIES):
            answer = {key: rng.choice(item.values) for key, item in self.items.items()}
            if self.test(answer) is None:
                return answer
        return self.sure

    def some(self, limit: int) -> Sequence[Mapping[str, str]]:
        """The sure answer."""
        return [self.sure][:limit]

    def only(self) -> Mapping[str, str] | None:
        """The one answer, if no item has a choice."""
        return self.sure if all(len(item.values) == 1 for item in self.items.values()) else None

    def describe(self) -> Json:
        """The items with the values each may take, and a legal answer."""
        rows = [
            {"key": key, "values": list(i.values), "about": i.about, "facts": dict(i.facts), "piece": i.piece or None}
            for key, i in self.items.items()
        ]
        return {"kind": "allot", "items": rows, "offered": dict(self.sure)}
