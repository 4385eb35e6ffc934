"""What may come of a shot, for those who are about to make it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from app.engine.asks import Json
from app.engine.modifiers import total
from app.engine.prospects import Asked, Deed, Outcome, Prospect, saying
from app.engine.views import Note
from app.systems.ronin.odds.hurts import HURTS, hurt
from app.systems.ronin.shooting.flow import REROLL, shoot
from app.systems.ronin.shooting.rules import NEEDS, attack_lines, look_shot, missiles_of, needed, shot_of
from app.systems.ronin.state import ModelId, State

OTHER = Outcome("odds.other", 1)
"""A shot into a fight that strikes another there."""
ENDINGS = (*HURTS[:1], OTHER, *HURTS[1:])


def of_target(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A shot at one of those who may be shot at."""
    me = state.model(ModelId(asked.at[0]))
    weapons = missiles_of(me)
    weapon = asked.at[2] if len(asked.at) > 2 else weapons[0] if len(weapons) == 1 else ""
    return deed(state, me.id, ModelId(raw), weapon) if weapon in weapons else None


def deed(state: State, id: ModelId, target: ModelId, weapon: str) -> Deed[State]:
    """The shot, and what it needs."""
    me, shot = state.model(id), shot_of(state, state.model(id), state.model(target), weapon)
    dice = needed(shot) - total(attack_lines(shot))
    notes = tuple(note for note in look_shot(state, me, target, weapon).notes if note.about != "shot.odds")
    return Deed(
        play=lambda game: shoot(game, id, target, weapon), tell=partial(hurt, target), outcomes=ENDINGS,
        of=Note("odds.of-shot", {"model": target}, NEEDS),
        needs=Note("odds.on-two", {"dice": max(2, dice)}, NEEDS), notes=notes, lines=attack_lines(shot),
        sums=frozenset({"shot"}),
    )  # fmt: skip


def of_die(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """One of the dice of a shot thrown again (RON-ATT-05)."""
    aimed = asked.last("ronin.aimed")
    if raw == "none" or aimed is None:
        return None
    faces = (int(asked.facts["first"]), int(asked.facts["second"]))
    shot = deed(state, ModelId(aimed["model"]), ModelId(aimed["target"]), aimed["weapon"])
    dice = int(shot.needs.facts["dice"]) - faces[2 - int(raw.removeprefix("die-"))] if shot.needs else 0
    needs = Note("odds.on-one", {"dice": max(1, dice)}, REROLL)
    return replace(shot, answers=saying({asked.about: raw}), thrown=(faces,), sums=frozenset(), needs=needs)


PROSPECTS: tuple[Prospect[State], ...] = (
    *(
        Prospect(about, at, of_target)
        for about in ("activate.move", "activate.action")
        for at in (("*", "shoot"), ("*", "shoot", "*"))
    ),
    Prospect("shot.reroll", (), of_die),
)
