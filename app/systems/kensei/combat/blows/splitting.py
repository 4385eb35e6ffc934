"""How Combat Dice may be divided among the enemies a unit or character fights (KEN-CBT-21 to KEN-CBT-26)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from msgspec import structs

from app.engine.asks import Json, Random
from app.engine.domains import Split, nothing
from app.engine.refusals import Refusal, refuse
from app.engine.views import Preview
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c
from app.systems.kensei.combat.blows.dice import is_lone

DIVIDES, VICTIM, LONE = c("KEN-CBT-21"), c("KEN-CBT-22"), c("KEN-CBT-25")


@dataclass(frozen=True, slots=True)
class Shares(Split):
    """Dice shared out among enemies, to each at least and at most so many."""

    least: Mapping[str, int] = field(default_factory=dict)
    lone: tuple[str, ...] = ()
    look: Callable[[dict[str, int]], Preview] = nothing

    def refuse(self, answer: dict[str, int]) -> Refusal | None:
        """Another total, too few for the victim of the Charge, too many for a lone character."""
        if (given := sum(answer.values())) != self.total:
            return refuse("split.total", self.clause, given=given, total=self.total)
        for part, number in answer.items():
            if number < (least := self.least.get(part, 0)):
                return refuse("strike.victim", VICTIM, target=part, least=least, given=number)
            if number > self.limits[part]:
                clause = LONE if part in self.lone else self.clause
                return refuse("strike.lone", clause, target=part, most=self.limits[part], given=number)
        return None

    def fair(self) -> dict[str, int]:
        """Everybody has the least; the rest goes to the first that may have more, one after another."""
        found = {part: self.least.get(part, 0) for part in self.limits}
        for part, most in self.limits.items():
            found[part] += min(most - found[part], self.total - sum(found.values()))
        return found

    def sample(self, rng: Random) -> dict[str, int]:
        """Die by die to one that may still have more."""
        return die_by_die(self, rng)

    def some(self, limit: int) -> Sequence[dict[str, int]]:
        """The fair split, and others that favour another enemy."""
        return favours(self, limit)

    def only(self) -> dict[str, int] | None:
        """The one split, where there is no choice."""
        free = [part for part, most in self.limits.items() if most > self.least.get(part, 0)]
        spare = self.total - sum(self.least.values())
        room = sum(self.limits[part] - self.least.get(part, 0) for part in free)
        return self.fair() if len(free) < 2 or spare == 0 or room == spare else None

    def preview(self, answer: dict[str, int]) -> Preview:
        """What a die against each of them needs."""
        return structs.replace(self.look(answer), no=self.refuse(answer))

    def describe(self) -> Json:
        """The total, what each can take, and what each must have."""
        return {"kind": "split", "total": self.total, "limits": dict(self.limits), "least": dict(self.least)}


def shares(unit: Unit, targets: Sequence[Unit], dice: int, look: Callable[[dict[str, int]], Preview]) -> Shares:
    """How a unit may divide so many dice: half of them, rounded up, to whom it charged, at most half, rounded down, to
    a lone character beside others (KEN-CBT-24, KEN-CBT-26, KEN-CBT-39).  A character does as he likes (KEN-CNF-03)."""
    victim = {} if unit.is_character else dict(victims(unit, targets, dice))
    alone = () if unit.is_character or all(is_lone(foe) for foe in targets) else lone_ones(targets)
    limits = {str(foe.id): dice for foe in targets}
    for foe in alone:
        limits[foe] = victim.get(foe, dice // 2)
    return Shares(dice, limits, DIVIDES, victim, alone, look)


def victims(unit: Unit, targets: Sequence[Unit], dice: int) -> Iterator[tuple[str, int]]:
    """The enemy it charged this turn, and how many dice he must have."""
    return ((str(foe.id), (dice + 1) // 2) for foe in targets if foe.id == unit.charged)


def lone_ones(targets: Sequence[Unit]) -> tuple[str, ...]:
    """The lone characters among some enemies."""
    return tuple(str(foe.id) for foe in targets if is_lone(foe))


def die_by_die(asked: Shares, rng: Random) -> dict[str, int]:
    """Die by die to one that may still have more."""
    found = {part: asked.least.get(part, 0) for part in asked.limits}
    while sum(found.values()) < asked.total:
        found[rng.choice([part for part, most in asked.limits.items() if found[part] < most])] += 1
    return found


def favours(asked: Shares, limit: int) -> list[dict[str, int]]:
    """The fair split, and others that favour another enemy."""
    rows = [asked.fair()]
    for part in list(asked.limits)[1:]:
        order = {part: asked.limits[part], **asked.limits}
        turned = replace(asked, limits=order).fair()
        rows += [row for row in ({key: turned[key] for key in asked.limits},) if row not in rows]
    return list(islice(rows, limit))
