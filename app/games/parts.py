"""What of a side its leaders may be dealt, and which of it a question is about: the one place that says so.

A system may say both itself: ``dealt`` (of a side's row in a view, the part that each of its ids belongs to) and
``asked_of`` (of a state and a question, the ids it is about).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from app.engine.asks import AnyAsk, Json
from app.engine.events import Seat
from app.engine.pictures import Picture
from app.engine.system import RuleSystem
from app.engine.views import Band
from app.games.leaders import About


def parts_of(system: RuleSystem[Any], state: Any, seat: Seat) -> dict[str, str]:
    """The part that each counter, unit and force of a side belongs to; parts in the order of the side's list."""
    band = next((one for one in system.view(state, seat).sides if one.seat == seat), None)
    if band is None:
        return {}
    found: Mapping[str, str] = getattr(system, "dealt", by_list)(band)
    return dict(found)


def by_list(band: Band) -> dict[str, str]:
    """As the side stands in its list: its forces, else its units, else its models."""
    of: dict[str, str] = {}
    for force in band.forces:
        of |= dict.fromkeys((force.id, *filter(None, (force.leader,)), *force.groups), force.id)
    for group in band.groups:
        part = of.setdefault(group.id, group.id)
        for member in group.members:
            of.setdefault(member, part)
    for model in band.models:
        of.setdefault(model.id, model.id)
    return of


def about(system: RuleSystem[Any], state: Any, asked: AnyAsk, of: Mapping[str, str]) -> About:
    """The parts a question is about: those it names, else those on whom its answers fall."""
    own = getattr(system, "asked_of", None)
    told, domain = pictured(system, asked), None
    for named in (own(state, asked) if own else (), asked.facts.values(), (*told.by, *told.at) if told else ()):
        if fixed := within(named, of):
            return About(fixed)
    domain = asked.domain.describe()
    if fixed := within((domain.get("piece"),), of):
        return About(fixed)
    rows = [row for row in domain.get("options", ()) if row["no"] is None and row.get("piece") in of]
    return About(picks={row["key"]: of[row["piece"]] for row in rows})


def within(ids: Iterable[object], of: Mapping[str, str]) -> frozenset[str]:
    """The parts of those of these ids that are of the side."""
    return frozenset(of[one] for one in ids if isinstance(one, str) and one in of)


def key_of(raw: Json) -> str:
    """The key with which an answer begins; empty where it begins with none."""
    picked = raw.get("pick") if isinstance(raw, dict) else raw
    return picked if isinstance(picked, str) else ""


def pictured(system: RuleSystem[Any], question: AnyAsk) -> Picture | None:
    """What a question is about as it is shown on the table, if its system says so."""
    sketch = getattr(system, "asked", {}).get(question.about)
    return sketch.of(SimpleNamespace(**question.facts)) if sketch else None
