"""The card of a unit: its profile in the order of the rulebook, what is left of it, its markers and its checks."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from app.engine.digest import canonical
from app.engine.events import Seat
from app.engine.geometry import CM
from app.engine.system import Outcome
from app.engine.views import Inspection
from app.systems.celtos.state import State, UnitId
from app.systems.celtos.system import SYSTEM
from app.web.page.words import language
from tests.systems.cards import clauses, lines
from tests.systems.celtos.fields import battle, unit

RED, BLUE = Seat("red"), Seat("blue")
SPOTS = ((20, 60), (23, 60), (26, 60), (29, 60))


def field(**more: Any) -> State:
    """Four bowmen who have a trait, and a champion far off."""
    bows = unit("A", "red", *SPOTS, traits=("discipline",), weapons=("katana", "hankyu"),
                abilities={"courage": 1, "parry": 2})  # fmt: skip
    alone = unit("B", "blue", (150, 60), wounds=3, start_wounds=3)
    state = battle(bows, (replace(alone[0], individual=True), alone[1]))
    return state.with_unit("A", cost=44, **more)


def card(state: State, id: str = "A-1", viewer: Seat | None = RED) -> Inspection:
    """What the system says of a unit or a model."""
    return SYSTEM.inspect(state, viewer, id)


def said(found: Inspection) -> list[str]:
    """The lines of a card in the language of the reader."""
    return lines(SYSTEM, found, CM, "cm")


def test_a_card_follows_the_rulebook() -> None:
    found = card(field())
    assert said(found) == [
        "Unit", "Cost: 44", "MV 10 cm, IN 4, DS 3, AS 3, FU 4, RS 4, HR 1, MN 3, TM 3",
        "Katana: speed 5/5, hit 0, damage +1",
        "Short bow, Short to 30 cm: hit 0, damage strength 3", "Short bow, Medium to 60 cm: hit −1, damage strength 3",
        "Courage", "Parry 2", "Discipline", "Models: 4 of 4", "May still be activated this turn", "Morale check: 7+",
    ]  # fmt: skip
    assert all(clauses(found))
    assert found == card(field(), "A", None)
    assert found.tables == {}
    ready = card(field(reaction=True)).tables
    assert {key: [(line.id, line.adds) for line in lines] for key, lines in ready.items()} == {
        "inspect.reaction": [("discipline", 1)]
    }


def test_a_card_is_read_in_spanish() -> None:
    token = language.set("es")
    try:
        told = said(card(field(panic=True)))
    finally:
        language.reset(token)
    assert {"Miniaturas: 4 de 4", "En Pánico", "Coste: 44"} <= set(told)


def test_markers_losses_and_orders_are_told() -> None:
    state = field(panic=True, moved=True, reaction=True, responded=True, charged=True, activated=True)
    for id in ("A-2", "A-3", "A-4"):
        state = state.with_model(id, fate="dead")
    told = said(card(state))
    assert told[9] == "Models: 1 of 4"
    assert told[10:] == [
        "In Panic", "Has moved", "Put in Reaction: may respond", "Has made its response this turn", "Has charged",
        "Below half", "Has been activated this turn", "Morale check: 7+", "Rally check: 7+", "Reaction check: 6+",
    ]  # fmt: skip
    assert "Casualty" in said(card(state, "A-2"))
    assert "Has been activated this turn" not in said(card(state.with_(outcome=Outcome(RED, "test"))))
    ordered = field(orders=("move",)).with_(active=UnitId("A"))
    assert "Ordered now: Movement order" in said(card(ordered))


def test_wounds_contact_and_scattering_are_told() -> None:
    state = field().with_model("B-1", wounds=1, at=field().model("A-4").at).with_model("A-1", role="leader")
    told = said(card(state, "B-1", BLUE))
    assert told[0] == "Individual"
    assert "HR 1 (3)" in told[1]
    assert {"Wounds left: 1 of 3", "In combat with A", "Below half"} <= set(told)
    assert {"Leader", "In combat with B"} <= set(said(card(state)))
    far = field().with_model("A-4", at=field().model("B-1").at)
    assert "Out of coherency" in said(card(far))


def test_a_unit_off_the_table_says_why() -> None:
    away = field(fate="destroyed")
    for id in away.units["A"].models:
        away = away.with_model(id, fate="dead")
    assert said(card(away))[-1] == "Destroyed"
    assert card(field(), "nobody") == Inspection()


def test_a_card_is_the_same_for_all() -> None:
    state = field(reaction=True)
    for id in (*state.units, *state.models):
        looks = {canonical(card(state, id, viewer)) for viewer in (RED, BLUE, None)}
        assert len(looks) == 1
