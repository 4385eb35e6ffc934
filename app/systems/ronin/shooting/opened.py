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
    refuse_shooter,
    refuse_target,
    shot_of,
)
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
    best: dict[str, Opened] = {}
    for foe in after.foes_of(it) if ready else ():
        for weapon in ready:
            if refuse_target(after, it, foe, weapon) is None:
                shot = shot_of(after, it, foe, weapon)
                one = Opened(shot, int(odds(shot)["wound_percent"]))
                best[foe.id] = max(best.get(foe.id, one), one, key=lambda found: found.percent)
    return sorted(best.values(), key=lambda one: (-one.percent, one.shot.gap))


def planned(state: State, me: Model, path: Path, how: str) -> Preview:
    """What a move would do, and if it is lawful the shots it would open: the sum of the best, what each needs."""
    looked = look(state, me, path, how)
    found = opened(state, me, path, how)[:SHOWN] if looked.no is None else []
    if not found:
        return looked
    first, *rest = looked.notes
    marks = (*looked.marks, *(chance(one) for one in found))
    notes = (first, *(note(one) for one in found), *rest)
    return replace(looked, notes=notes, lines=attack_lines(found[0].shot), marks=marks)


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
