"""Warbands of Ronin, battles laid for them, and steps through what follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from app.engine.campaigns import Band, Deed, Step, apply_all
from app.engine.dice import Dice, Faces
from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.engine.system import Setup, SideSetup
from app.systems.ronin.book import table
from app.systems.ronin.campaign.warbands import WARBANDS
from app.systems.ronin.state import Model
from app.systems.ronin.system import SYSTEM

RED, BLUE = Seat("red"), Seat("blue")
SAMPLES = tuple(table("samples"))


def band_of(sample: str = "red-devils") -> Band:
    found = WARBANDS.enlist({"sample": sample}, table("samples")[sample]["limit"])
    assert isinstance(found, Band)
    return found


def with_member(band: Band, id: str, **changes: Any) -> Band:
    return replace(band, members={**band.members, id: replace(band.members[id], **changes)})


def laid(red: Any, blue: Any, scenario: str = "skirmish") -> Setup:
    bare = Setup(scenario, (SideSetup(RED, red), SideSetup(BLUE, blue)))
    return replace(bare, options=dict(WARBANDS.setup_options(bare)))


def against(red: Any, blue: Any = None, scenario: str = "skirmish") -> list[tuple[str, str]]:
    setup = laid(red, blue or red, scenario)
    return [(no.code, no.clause) for no in SYSTEM.refuse_setup(setup) if no.facts.get("seat") == RED]


def scripted(*faces: int) -> Any:
    left = list(faces)

    def throw(dice: Dice) -> Faces:
        assert dice == Dice(1, 6)
        return (left.pop(0),)

    return throw


def after(band: Band, *deeds: Deed, result: str = "drew", dice: Sequence[int] = ()) -> tuple[Band, tuple[Step, ...]]:
    steps = WARBANDS.aftermath(band, deeds, result, scripted(*dice), {})
    return apply_all(band, [d for step in steps for d in step.deltas]), steps


def did(id: str = "m1", fate: str = "", kills: int = 0, **facts: int) -> Deed:
    return Deed(id=id, fate=fate, kills=kills, facts=facts)


def taken(band: Band, id: str, option: str) -> Band:
    step = WARBANDS.choose(band, id, option)
    assert isinstance(step, Step), step
    return apply_all(band, step.deltas)


def refused(found: Step | Refusal) -> tuple[str, str]:
    assert isinstance(found, Refusal)
    return found.code, found.clause


def sent(band: Band, id: str) -> Model:
    """The model that begins a battle for a member."""
    roster = WARBANDS.muster(band, [id])
    state = SYSTEM.begin(laid(roster, roster))
    return state.models[f"{RED}-1"]
