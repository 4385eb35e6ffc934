"""The card of a model: its profile in the order of the rulebook, how it stands, what it has done and may still do."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.digest import canonical
from app.engine.events import Seat
from app.engine.geometry import INCH, Point
from app.engine.system import Outcome
from app.engine.views import Inspection
from app.systems.ronin.state import Body, Combat, Counters, ModelId, State
from app.systems.ronin.system import SYSTEM
from app.web.page.words import Words, language
from app.web.table.board import inspecting
from tests.systems.cards import clauses, lines
from tests.systems.ronin.battles import BLUE, RED, battle

FIGHTER: dict[str, Any] = {
    "rank": 3, "pool": 3, "initiative": 3, "fight": 3, "shoot": 2, "armour": "medium", "points": 31, "leader": True,
    "weapons": ("nodachi", "nagae-yari", "teppo"), "attributes": ("commander", "kenjutsu"),
    "at": Point(4 * INCH, 29 * INCH),
}  # fmt: skip


def card(state: State, id: str = "red-1", viewer: Seat | None = RED) -> Inspection:
    """What the system says of a model."""
    return SYSTEM.inspect(state, viewer, id)


def said(found: Inspection) -> list[str]:
    """The lines of a card in the language of the reader."""
    return lines(SYSTEM, found, INCH, "in")


def fighter(**more: Any) -> State:
    return battle(phase="move").with_model("red-1", **{**FIGHTER, **more})


def test_a_card_follows_the_rulebook() -> None:
    found = card(fighter())
    assert said(found) == [
        "Leader", "Cost: 31", "Rank 3, Pool 3, Initiative +3, Fight +3, Shoot +2, Armour +2",
        "medium armour: +2 in defence",
        "Nodachi: Initiative −1, Attack +1", "Nagae-yari: Initiative +3, later −2, Attack 0",
        "Teppo: shoots up to 48 in, Wound Score 0", "Commander", "Kenjutsu",
        "In combat with blue-2", "Teppo loaded", "May still act in this Move Phase",
    ]  # fmt: skip
    assert [note.clause for note in found.abilities] == ["RON-ATT-01", "RON-ATT-02"]
    assert all(clauses(found))
    assert found.tables == {}
    worn = {kind: said(card(fighter(armour=kind)))[3] for kind in ("none", "light", "heavy")}
    assert worn == {"none": "no armour", "light": "light armour: +1 in defence", "heavy": "heavy armour: +3 in defence"}


def rungs(found: Inspection) -> list[tuple[str, int]]:
    """The states of its ladder and how often it bears each."""
    return [(rung.said.about.removeprefix("word."), rung.number) for rung in found.ladder]


def test_the_ladder_of_wounds_goes_from_unhurt_to_killed_as_the_wound_table_does() -> None:
    names = ["unhurt", "stunned", "light-wound", "grievous-wound", "dead"]
    stood: list[tuple[dict[str, Any], list[int]]] = [
        ({}, [1, 0, 0, 0, 0]), ({"light": 2}, [0, 0, 2, 0, 0]), ({"stunned": 1, "grievous": 1}, [0, 1, 0, 1, 0]),
        ({"fate": "dead", "grievous": 1}, [0, 0, 0, 1, 1]),
    ]  # fmt: skip
    for borne, numbers in stood:
        assert rungs(card(fighter(**borne))) == list(zip(names, numbers, strict=True))
    found = card(fighter(stunned=1, light=1))
    assert {rung.said.clause for rung in found.ladder} == {"RON-WND-01"}
    words = Words(SYSTEM.sentences, INCH, "in", {})
    assert [one["text"] for one in inspecting.rungs(words, found.ladder) if one["here"]] == ["Light wound"]


@pytest.mark.parametrize("fate", ["captured", "fled"])
def test_who_is_lost_otherwise_stands_on_his_own_fate(fate: str) -> None:
    found = rungs(card(fighter(fate=fate)))
    assert found == [("unhurt", 0), ("stunned", 0), ("light-wound", 0), ("grievous-wound", 0), (fate, 1)]


@pytest.mark.parametrize("fate", ["reserve", "exited"])
def test_who_is_off_the_table_and_not_lost_stands_on_no_ladder(fate: str) -> None:
    found = card(fighter(fate=fate))
    assert found.profile
    assert found.ladder == ()


def test_a_card_is_read_in_spanish() -> None:
    token = language.set("es")
    try:
        told = said(card(fighter(loaded=False)))
    finally:
        language.reset(token)
    assert "Rango 3, Reserva 3, Iniciativa +3, Lucha +3, Disparo +2, Armadura +2" in told
    assert "Teppo sin cargar" in told


def test_wounds_and_what_was_done_are_told_with_what_they_take_away() -> None:
    hurt = fighter(stunned=2, light=1, grievous=1, loaded=False, moved="run", activated=True, shots=1)
    found = card(hurt)
    assert said(found)[2] == "Rank 3, Pool 2 (3), Initiative −2 (+3), Fight +1 (+3), Shoot +2, Armour +2"
    assert said(found)[9:] == [
        "Stunned: 2", "Light wounds: 1", "Grievous wounds: 1", "Pool left: 2 of 3", "In combat with blue-2",
        "Teppo not loaded", "Has run this turn", "Shots this turn: 1", "Has had its go in this Move Phase",
    ]  # fmt: skip
    sums = {key: sum(line.adds for line in lines) for key, lines in found.tables.items()}
    assert sums == {"inspect.initiative": 3 - 2 - 1 - 2, "inspect.fight": 3 - 1 - 1}


def test_nerve_loads_and_the_phase_are_told() -> None:
    state = fighter(heads=(1, 2), loot=1, rested=True, acted=True, mounted=True)
    shaken = state.with_(phase="action", sides=tuple(replace(side, morale="wavering") for side in state.sides))
    told = said(card(shaken))
    assert {"Mounted", "Wavering", "Carries heads: 2, loot: 1", "Encumbered", "Has rested this turn",
            "Has had its go in this Action Phase"} <= set(told)  # fmt: skip
    over = said(card(shaken.with_(outcome=Outcome(RED, "test"))))
    assert told[:-1] == over
    fled = said(card(fighter(fate="fled", stunned=1)))
    assert fled[-1] == "Fled"
    assert "Stunned: 1" not in fled


def test_a_body_tells_what_is_left_of_it() -> None:
    fallen = Body("body-1", ModelId("blue-1"), Point(0, 0), 50, loot=False)
    state = battle().with_(bodies=(fallen, replace(fallen, id="body-2", head=False)))
    assert said(card(state, "body-1")) == ["Head"]
    assert said(card(state, "body-2")) == ["Nothing is left to take from it"]
    assert card(state, "nobody") == Inspection()


def test_a_card_tells_nothing_that_is_hidden() -> None:
    """Minor goals and counters differ: no card of any model does, whoever looks."""

    def hiding(goal: str, attack: int) -> State:
        fight = Combat(id="c1", members=(ModelId("red-1"), ModelId("blue-2")), begun=True,
                       counters={"red": Counters(attack, 4 - attack)})  # fmt: skip
        sides = tuple(replace(side, goal=goal) if side.seat == RED else side for side in fighter().sides)
        return fighter().with_(phase="combat", combats=(fight,), sides=sides)

    one, other = hiding("kill-most", 1), hiding("quarters", 3)
    assert canonical(one) != canonical(other)
    for viewer in (RED, BLUE, None):
        for id in one.models:
            assert canonical(card(one, id, viewer)) == canonical(card(other, id, viewer)) != canonical(Inspection())
