"""How the hits of a volley may be given out among those who can be hit (2.13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.engine.allots import Allot, Item
from app.engine.asks import Ask, Json, Random
from app.engine.refusals import Refusal, refuse
from app.systems.celtos.book import c
from app.systems.celtos.measure import apart
from app.systems.celtos.shooting.rules import Aim
from app.systems.celtos.state import Model, Unit

OWNER = c("CEL-ALC-01")
SEEN = c("CEL-ALC-02")
EVENLY = c("CEL-ALC-03")


@dataclass(frozen=True, slots=True)
class Shares(Allot):
    """Hits given to models, spread evenly (CEL-ALC-03).  ``out`` are models of the unit nobody sees and reaches."""

    models: tuple[str, ...] = ()
    out: tuple[str, ...] = ()

    def read(self, raw: Json) -> dict[str, str] | Refusal:
        """A model for each hit; one that may not be hit is refused by its clause (CEL-ALC-02)."""
        unhit = [value for value in raw.values() if value in self.out] if isinstance(raw, dict) else []
        return refuse("hits.unseen", SEEN, model=unhit[0]) if unhit else Allot.read(self, raw)

    def refuse(self, answer: Mapping[str, str]) -> Refusal | None:
        """A model has two hits more than another (CEL-ALC-03)."""
        given = list(answer.values())
        counts = {id: given.count(id) for id in self.models}
        least = min(self.models, key=lambda id: counts[id])
        most = max(self.models, key=lambda id: counts[id])
        if counts[most] - counts[least] < 2:
            return None
        return refuse("hits.uneven", EVENLY, model=most, hits=counts[most], other=least, least=counts[least])

    def sample(self, rng: Random) -> dict[str, str]:
        """An even spread in an order drawn at random."""
        keys = rng.sample(tuple(self.items), len(self.items))
        models = rng.sample(self.models, len(self.models))
        given = {key: models[n % len(models)] for n, key in enumerate(keys)}
        return {key: given[key] for key in self.items}

    def some(self, limit: int) -> Sequence[Mapping[str, str]]:
        """The sure answer, and the spreads that begin with another model."""
        orders = [self.models[n:] + self.models[:n] for n in range(len(self.models))]
        found = [{key: order[n % len(order)] for n, key in enumerate(self.items)} for order in orders]
        return [self.sure, *(answer for answer in found if answer != self.sure)][:limit]


def nearest_first(models: Sequence[Model], dice: Sequence[Aim]) -> tuple[Model, ...]:
    """Models that may be hit as the table gives out hits: ordinary ones before command models, nearest first."""
    gaps = {m.id: min(apart(aim.shooter.base, m.base) for aim in dice) for m in models}
    return tuple(sorted(models, key=lambda m: (m.role != "", gaps[m.id])))


def ask_share(unit: Unit, target: Unit, models: Sequence[Model], dice: Sequence[Aim], hits: Sequence[Aim],
              out: Sequence[str]) -> Ask[Mapping[str, str]]:  # fmt: skip
    """Who of the target takes which hit: its player sees the strength of each (CEL-ALC-01, CEL-ALC-04)."""
    ordered = tuple(str(m.id) for m in nearest_first(models, dice))
    items = {f"hit-{n}": item(aim, ordered) for n, aim in enumerate(hits, 1)}
    sure = {key: ordered[n % len(ordered)] for n, key in enumerate(items)}
    domain = Shares(items=items, sure=sure, models=ordered, out=tuple(out))
    return Ask(target.seat, "hits.share", domain, OWNER, default=sure,
               facts={"unit": unit.id, "target": target.id, "hits": len(hits)})  # fmt: skip


def item(aim: Aim, values: tuple[str, ...]) -> Item:
    """One hit: who hit with what, and how hard (CEL-ALC-04)."""
    facts: dict[str, int | str] = {"model": aim.shooter.id, "weapon": aim.weapon.id, "strength": aim.strength,
                                   "penetrating": aim.weapon.penetrating}  # fmt: skip
    return Item(values, "hits.share.hit", facts, aim.shooter.id)
