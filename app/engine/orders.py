"""Two more kinds of answers: an order of things, and a value for each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations, product

from app.engine.asks import Json, Random
from app.engine.domains import TRIES, Simple, unreadable
from app.engine.refusals import Refusal


@dataclass(frozen=True, slots=True)
class Order(Simple):
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
