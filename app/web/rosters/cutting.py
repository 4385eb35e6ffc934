"""Ready rosters cut to any number of points: who is too dear goes, then it is filled with what there is room for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from app.engine.asks import Json
from app.engine.drafts import BuildsRosters, Draft
from app.web.rosters.drafts import Building, against

STEPS = 60
"""The most that is taken out, and the most that is put in."""


def cut(by: Building, sample: Json, points: int) -> Json | None:
    """The roster that a ready one comes to at so many points; ``None`` if no lawful one is found so."""
    if by.limit(points) != points:
        return None
    found = made(by.builder, msgspec.json.encode(sample), points)  # type: ignore[arg-type]  # one object a system
    return msgspec.json.decode(found) if found else None


@lru_cache(maxsize=512)
def made(builder: BuildsRosters, sample: bytes, points: int) -> bytes:
    """The same as JSON, found once; empty for none."""
    draft = filled(builder, lighter(builder, builder.draft(msgspec.json.decode(sample), points, {}), points), points)
    good = draft.units and draft.spent <= points and not against(draft)
    return msgspec.json.encode(draft.roster) if good else b""


def lighter(builder: BuildsRosters, draft: Draft, points: int) -> Draft:
    """The draft without as many as it must do without: each time who leaves least to be too dear, the leader last."""
    for _ in range(STEPS):
        over, units = draft.spent - points, [unit for unit in draft.units if not unit.leader] or draft.units
        if over <= 0 or not units:
            return draft
        enough = [unit for unit in units if unit.cost >= over]
        gone = min(enough, key=lambda unit: unit.cost) if enough else max(units, key=lambda unit: unit.cost)
        after = builder.draft(draft.roster, points, {"remove": gone.id})
        if len(after.units) >= len(draft.units):
            return draft
        draft = after
    return draft


def filled(builder: BuildsRosters, draft: Draft, points: int) -> Draft:
    """The draft with the dearest that it has room for, as long as nothing more stands against it."""
    for _ in range(STEPS):
        better = next((one for one in fuller(builder, draft, points) if weighs(one) <= weighs(draft)), None)
        if better is None:
            return draft
        draft = better
    return draft


def fuller(builder: BuildsRosters, draft: Draft, points: int) -> Iterator[Draft]:
    """The draft with each that it can have besides, the dearest first; the cheapest where something is missing."""
    room = points - draft.spent
    fit = [one for one in draft.offers if one.no is None and one.cost <= room]
    for offer in sorted(fit, key=lambda one: one.cost if against(draft) else -one.cost):
        after = builder.draft(draft.roster, points, {"add": offer.id})
        if draft.spent < after.spent <= points:
            yield after


def weighs(draft: Draft) -> int:
    """How much stands against a draft."""
    return len(draft.refusals) + sum(len(unit.refusals) for unit in draft.units)
