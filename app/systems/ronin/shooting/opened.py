"""What a move would open: whom the model could shoot at in the Action Phase from its end, if nobody else moves."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from app.engine.modifiers import total
from app.engine.paths import Path
from app.engine.refusals import Fact
from app.engine.views import Mark, Note, Preview
from app.systems.ronin.moving.look import look
from app.systems.ronin.shooting.rules import (
    NEEDS,
    Shot,
    attack_lines,
    missiles_of,
    needed,
    odds,
    refuse_reach,
    refuse_seen,
    refuse_shooter,
    shot_of,
)
from app.systems.ronin.shooting.sight import sight
from app.systems.ronin.state import Model, State

SHOWN = 3
"""So many shots are told of, the likeliest to wound."""


class Opened(NamedTuple):
    """A shot that would be open, and its chance of a wound in whole percent."""

    shot: Shot
    percent: int


def opened(state: State, me: Model, path: Path, how: str) -> list[Opened]:
    """The shots it would have then, of each enemy the best, the likeliest first (RON-SHO-22, RON-SHO-35)."""
    weapons = missiles_of(me)
    if not path or not weapons:
        return []
    after = replace(state.with_model(me.id, at=path[-1], moved=how), phase="action")
    it = after.model(me.id)
    ready = [weapon for weapon in weapons if refuse_shooter(after, it, weapon) is None]
    found = (best(after, it, foe, ready) for foe in after.foes_of(it)) if ready else ()
    return sorted((one for one in found if one and one.percent), key=lambda one: (-one.percent, one.shot.gap))


def best(state: State, me: Model, foe: Model, weapons: list[str]) -> Opened | None:
    """Of these weapons' shots at an enemy the likeliest to wound."""
    near = [weapon for weapon in weapons if refuse_reach(state, me, foe, weapon) is None]
    seen = sight(state, me, foe) if near else None
    if seen is None or refuse_seen(me, foe, seen):
        return None
    shots = (shot_of(state, me, foe, weapon, seen) for weapon in near)
    return max((Opened(shot, int(odds(shot)["wound_percent"])) for shot in shots), key=lambda one: one.percent)


def planned(state: State, me: Model, path: Path, how: str) -> Preview:
    """What a move would do, and if it is lawful the shots it would open: what each needs."""
    looked = look(state, me, path, how)
    found = opened(state, me, path, how)[:SHOWN] if looked.no is None else []
    if not found:
        return looked
    first, *rest = looked.notes
    marks = (*looked.marks, *(chance(one) for one in found))
    notes = (first, *(note(one) for one in found), *rest)
    return replace(looked, notes=notes, marks=marks)


def chance(one: Opened) -> Mark:
    """At the enemy how likely it would wound."""
    foe = one.shot.target
    said = Note("walk.opens.chance", {"target": foe.id, "percent": one.percent}, NEEDS)
    return Mark(kind="label", points=(foe.at,), note=said)


def note(one: Opened) -> Note:
    """A shot in a line: at whom, with what, how far, what it needs on the dice, how likely it wounds."""
    shot = one.shot
    facts: dict[str, Fact] = {
        "target": shot.target.id, "weapon": shot.weapon, "gap": shot.gap,
        "dice": max(2, needed(shot) - total(attack_lines(shot))), "percent": one.percent,
    }  # fmt: skip
    return Note("walk.opens", facts, NEEDS)
