"""How the Wounds of hits may be given out among the models of a unit (KEN-RNG-34, KEN-RNG-36)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from app.engine.allots import Allot, Item
from app.engine.asks import Ask, Random
from app.engine.refusals import Clause, Fact, Refusal, refuse
from app.systems.kensei.army import Model, Unit
from app.systems.kensei.book import c

ONE_MODEL = c("KEN-RNG-36")
Given = tuple[int, ...]
"""For every packet the model it falls on, numbered from 0; packets for which no model is left are left out."""


def piece_id(unit: Unit, number: int) -> str:
    """The counter of a loose model, numbered from 0."""
    return f"{unit.id}-{number + 1}"


def counters(unit: Unit, ahead: int) -> tuple[str, ...]:
    """The counters of its models; characters have the first ``ahead`` places (KEN-TYP-40)."""
    return tuple(piece_id(unit, ahead + n) for n in range(len(unit.models)))


def worth(unit: Unit, left: Sequence[int]) -> tuple[Model, ...]:
    """The models with the Wounds they have left, the fallen left out; what stands behind moves up."""
    return tuple(model if model.wounds == n else replace(model, wounds=n)
                 for model, n in zip(unit.models, left, strict=True) if n)  # fmt: skip


def struck(left: list[int], size: int, model: int, *, spill: bool) -> int:
    """The Wounds a packet removes from models with so many left: what the first cannot take is lost, or goes on to
    others, the weakest and last first."""
    taken = min(size, left[model])
    left[model] -= taken
    if spill and size > taken and any(left):
        return taken + struck(left, size - taken, weakest(left), spill=True)
    return taken


def weakest(left: Sequence[int]) -> int:
    """The living model with the fewest Wounds, of equal ones the last."""
    return min((n for n, wounds in enumerate(left) if wounds), key=lambda n: (left[n], -n))


def given_out(unit: Unit, packets: Sequence[int], *, spill: bool = False) -> Given:
    """One legal way: each packet falls on the living model with the fewest Wounds, of equal ones the last."""
    left = [model.wounds for model in unit.models]
    found: list[int] = []
    for size in packets:
        if not any(left):
            break
        found.append(weakest(left))
        struck(left, size, found[-1], spill=spill)
    return tuple(found)


def are_alike(unit: Unit, packets: Sequence[int]) -> bool:
    """Whether it makes no difference on which models packets fall: none is left, or all are the same before and after
    each of them."""
    most = max(model.wounds for model in unit.models)
    if len(packets) >= len(unit.models) and min(packets) >= most:
        return True
    if len(unit.models) == 1:
        return True
    kinds = dict.fromkeys((model.wounds, model.loaded, model.wet) for model in unit.models)
    return unit.ranked and len(kinds) == 1 and (len(packets) == 1 or min(packets) >= most)


@dataclass(frozen=True, slots=True)
class Hits(Allot):
    """Hits given to living models: no model takes one that is dead by then, while another lives (KEN-RNG-36)."""

    wounds: tuple[int, ...] = ()
    packets: tuple[int, ...] = ()
    spill: bool = False

    def refuse(self, answer: Mapping[str, str]) -> Refusal | None:
        """A hit falls on a model that the hits before have slain."""
        left = list(self.wounds)
        for number, (key, size) in enumerate(zip(self.items, self.packets, strict=True), 1):
            model = self.items[key].values.index(answer[key])
            if any(left) and not left[model]:
                return refuse("hits.dead", ONE_MODEL, hit=number, model=answer[key])
            struck(left, size, model, spill=self.spill)
        return None

    def sample(self, rng: Random) -> dict[str, str]:
        """Each hit on a model still alive, drawn at random."""
        return drawn(self, rng)


def ask_given(unit: Unit, packets: tuple[int, ...], by: str, clause: Clause, *, ahead: int = 0,
              spill: bool = False) -> Ask[Mapping[str, str]]:  # fmt: skip
    """On which model each hit falls: the owner of the unit says (KEN-RNG-34)."""
    values = counters(unit, ahead)
    first = given_out(unit, packets, spill=spill)
    taken = first + (len(values) - 1,) * (len(packets) - len(first))
    items = {f"hit-{n}": Item(values, "hits.one", {"wounds": size}) for n, size in enumerate(packets, 1)}
    sure = {key: values[model] for key, model in zip(items, taken, strict=True)}
    domain = Hits(items=items, sure=sure, wounds=tuple(m.wounds for m in unit.models), packets=packets, spill=spill)
    facts: dict[str, Fact] = {"unit": unit.id, "by": by, "hits": len(packets), "wounds": sum(packets)}
    return Ask(unit.seat, "hits.give" if by else "hits.give-none", domain, clause, default=sure, facts=facts)


def drawn(asked: Hits, rng: Random) -> dict[str, str]:
    """Each hit on a model still alive, drawn at random."""
    left, found = list(asked.wounds), dict[str, str]()
    values = next(iter(asked.items.values())).values
    for key, size in zip(asked.items, asked.packets, strict=True):
        model = rng.choice([n for n, wounds in enumerate(left) if wounds] or range(len(left)))
        struck(left, size, model, spill=asked.spill)
        found[key] = values[model]
    return found
