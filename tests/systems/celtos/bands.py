"""Bands of a campaign for tests: enlisted, sent, and changed by the steps of a ledger."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from app.engine.campaigns import Band, Step, Throw, apply_all
from app.engine.dice import Dice, Faces
from app.engine.events import Seat
from app.engine.system import Setup, SideSetup
from app.systems.celtos.campaign.warbands import WARBANDS
from app.systems.celtos.page.catalogue import catalogue
from app.systems.celtos.sentences import SENTENCES
from app.systems.celtos.setup.refusals import refuse_setup

RED, BLUE = Seat("red"), Seat("blue")
FOES = "black-pass-vanguard"
READY = {row["id"]: int(row["limit"]) for row in catalogue()["samples"]}


def band(sample: str = "black-pass", limit: int = 400) -> Band:
    """A band that begins as a ready one."""
    found = WARBANDS.enlist({"sample": sample}, limit)
    assert isinstance(found, Band)
    return found


def lone(points: int = 0, **changes: Any) -> Band:
    """A band of its general and its riders, with so many points to spend."""
    begun = band("autumn-gale")
    kept = {"m1": replace(begun.members["m1"], **changes), "m2": begun.members["m2"]}
    return replace(begun, members=kept, purse=points)


def scripted(*faces: int) -> Throw:
    """Dice that fall as written."""
    left = list(faces)

    def throw(dice: Dice) -> Faces:
        assert dice.sides == 10
        return tuple(left.pop(0) for _ in range(dice.count))

    return throw


def by_chance(rng: Random) -> Throw:
    """Dice that fall as they like."""
    return lambda dice: tuple(rng.randint(1, dice.sides) for _ in range(dice.count))


def fielded(one: Band, *ids: str, extra: int = 0) -> SideSetup:
    """A side of these members, or of all that are fit."""
    return SideSetup(RED, WARBANDS.muster(one, ids or [m.id for m in one.fit()], extra))


def agreed(side: SideSetup, scenario: str = "open-field", **options: Any) -> Setup:
    """A battle of a campaign against a ready band."""
    setup = Setup(scenario, (side, SideSetup(BLUE, {"sample": FOES})), options)
    return Setup(scenario, setup.sides, {**options, **WARBANDS.setup_options(setup)})


def against(setup: Setup) -> list[tuple[str, str]]:
    """What stands against a set-up."""
    return [(no.code, no.clause) for no in refuse_setup(setup)]


def changed(one: Band, steps: tuple[Step, ...]) -> Band:
    """The band after these steps, whole again after it was stored; each step can be told."""
    for step in steps:
        assert step.about in SENTENCES
        assert set(re.findall(r"\{(\w+)", SENTENCES[step.about])) <= set(step.facts)
    after = apply_all(one, [delta for step in steps for delta in step.deltas])
    return msgspec.json.decode(msgspec.json.encode(after), type=Band)
