"""Nobody tries how far something is, or what an enemy waits for, and goes back (KEN-STA-37, KEN-WRN-19)."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.session import Checkpoint, Session
from app.engine.staging import Row
from app.systems import system_of
from app.systems.kensei.state import State

KENSEI = system_of("kensei")
RED, BLUE = Seat("red"), Seat("blue")
BOWS = "unit Bows red entry=yumi_ashigaru models=5 files=5 at=60,100"
FAR = "unit Far blue entry=heishi models=10 files=5 at=60,15 facing=180"


def session(phase: str, *lines: str) -> Session[Any]:
    """A phase of orders carried out, red to act."""
    words = [line.split() for line in lines]
    _, state = KENSEI.staging.position([Row(n, row[0], tuple(row[1:])) for n, row in enumerate(words, 1)])
    assert isinstance(state, State)
    return Session(KENSEI, Checkpoint(phase, state))  # type: ignore[arg-type]


def kinds(session: Session[Any]) -> list[str]:
    """The events so far."""
    return [event.kind for event in session.events]


def test_a_shot_out_of_range_is_not_taken_back() -> None:
    here = session("shooting", BOWS, FAR, "order Bows shoot target=Far")
    assert here.answer(RED, "Bows") is None
    assert "kensei.volley-fired" in kinds(here)
    assert "kensei.shots-rolled" not in kinds(here), "out of range: no die has fallen"
    assert here.refuse_undo(RED) is not None


def test_a_spell_out_of_range_is_not_taken_back() -> None:
    here = session("spirits", "character Onm red entry=onmyouiji school=celestial level=1 at=60,105", FAR,
                   "order Onm cast key=spheres_of_light_1 target=Far")  # fmt: skip
    assert here.answer(RED, "Onm") is None
    assert "kensei.spell-failed" in kinds(here)
    assert here.refuse_undo(RED) is not None


def test_a_charge_that_reached_without_dice_is_not_taken_back() -> None:
    here = session("charges", BOWS, "unit Ash blue models=10 files=5 at=60,88 facing=180",
                   "order Bows charge mode=run target=Ash")  # fmt: skip
    assert here.answer(RED, "Bows") is None
    assert here.answer(BLUE, "withstand") is None
    assert "kensei.contact-made" in kinds(here)
    assert not any(isinstance(entry, Roll) for entry in here.tape)
    assert here.refuse_undo(RED) is not None


@pytest.mark.parametrize(("cm", "springs"), [(25, True), (5, False)])
def test_a_march_that_sprang_a_warning_order_is_not_taken_back(cm: int, springs: bool) -> None:
    here = session("movement", "unit Ash red models=5 files=5 at=60,80", "order Ash move mode=march bearing=0",
                   "unit Bows blue entry=yumi_ashigaru models=5 files=5 at=60,50 facing=180",
                   f"warning Bows trigger=enemy_within cm={cm} response=shoot",
                   "unit Rest red models=5 files=5 at=20,100", "order Rest move mode=march bearing=0")  # fmt: skip
    assert here.answer(RED, {"pick": "Ash", "then": [["slide", 8000, 0]]}) is None
    assert ("kensei.opportunity-offered" in kinds(here)) == springs
    assert (here.questions()[0].seat == BLUE) == springs
    assert (here.refuse_undo(RED) is not None) == springs
