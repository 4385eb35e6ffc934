"""Volleys: those of the charged first, the dice, what is shown before them."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.domains import Choice, Menu
from app.engine.refusals import Refusal
from app.engine.session import Checkpoint, Session
from app.engine.system import PhaseId
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.fire.events import FireHeld, StandFired, VolleyFired
from app.systems.daimyo.fire.phase import fire, unit_ask
from app.systems.daimyo.fire.rules import refuse_fire, shots
from app.systems.daimyo.fire.volley import volley_of
from app.systems.daimyo.page.inspect import inspect
from app.systems.daimyo.page.looks.volley import percent
from app.systems.daimyo.sentences import SENTENCES
from app.systems.daimyo.state import State
from app.systems.daimyo.system import SYSTEM
from tests.systems.daimyo.volleys import (
    HIT,
    MISS,
    RED,
    ROWS,
    SECOND,
    Game,
    field,
    foe,
    lines,
    no,
    position,
    said,
    unworded,
)

# -- the charged (DAI-FIR-04, DAI-FIR-07, DAI-FIR-14, DAI-FIR-26) -------------------------------


def charged(more: str = "", charge: str = "", unit: str = "", profile: str = "AG") -> State:
    """A blue unit charged red's from in front and is in contact; blue's clan is active."""
    rows = f"active blue-clan\n{foe('60', ' charged=yes' + more)}charge R by=B{charge}\n"
    number = 1 if profile == "LA" else 2
    return field(rows, profile, number, number, unit)


@pytest.mark.parametrize(("charge", "unit", "band"), [
    (" distance=8", "", "effective"), (" distance=8.1", "", "long"), (" distance=20", "", "long"),
    (" distance=20", " quality=veteran", "effective"), (" distance=20", " quality=elite", "effective"),
    (" distance=20", " quality=raw", "long"),
])  # fmt: skip
def test_the_band_at_a_charger_is_where_his_charge_began(charge: str, unit: str, band: str) -> None:
    state = charged(charge=charge, unit=unit)
    assert {shot.band for shot in shots(state, state.units["R"], "defensive")} == {band}


def test_cover_steadies_the_charged() -> None:
    state = charged(charge=" distance=20")
    rows = "active blue-clan\nterrain palisade P 30,60 70,60\ncharge R by=B distance=20\n"
    behind = field(foe("60", " charged=yes charged_into=R") + rows)
    assert [shots(s, s.units["R"], "defensive")[0].band for s in (state, behind)] == ["long", "effective"]
    assert "F12" not in lines(behind, "defensive")


def test_firing_while_being_charged_is_worse_for_all_but_guns() -> None:
    assert lines(charged(), "defensive") == {"F4": 1, "F10": -1}
    assert lines(charged(profile="LA"), "defensive") == {}
    assert lines(charged(charge=" distance=21", profile="LA"), "defensive") == {"A2": -1}


@pytest.mark.parametrize(("charge", "code", "clause"), [
    (" answer=retire", "fire.not-charged", "DAI-FIR-03"), (" answer=rout", "fire.not-charged", "DAI-FIR-03"),
    (" in_sight=no", "fire.unseen-charge", "DAI-FIR-07"),
])  # fmt: skip
def test_who_gave_way_or_did_not_see_it_come_does_not_fire(charge: str, code: str, clause: str) -> None:
    assert no(charged(charge=charge), "defensive") == (code, clause)


def test_a_charger_at_the_flank_is_out_of_arc_unless_it_was_faced() -> None:
    # the charger stands against the right edge of red's unit
    rows = "active blue-clan\ncharge R by=B zone=right answer={answer}\n"
    blue = "unit B blue profile=SY stands=4 files=2 at={at} facing=270 charged=yes\n"
    flank = field(blue.format(at="54,60.75") + rows.format(answer="stand"))
    assert no(flank, "defensive") == ("fire.out-of-arc", "DAI-FIR-06")
    faced = position(ROWS.format(profile="AG", stands=2, files=2, more=" facing=90")
                     + blue.format(at="50,60") + rows.format(answer="face"))  # fmt: skip
    assert no(faced, "defensive") is None


def test_the_charged_fire_only_at_their_chargers() -> None:
    other = SECOND.format(at="60,50", more="")
    state = field(foe("60", " charged=yes") + other + "active blue-clan\ncharge R by=B\n")
    domain = volley_of(state, state.units["R"], "defensive")
    assert {item.values for item in domain.items.values()} == {("B",)}
    refusal = domain.read({"R-1": "C"})
    assert isinstance(refusal, Refusal)
    assert said(refusal) == ("fire.not-charger", "DAI-FIR-07")


# -- the phase --------------------------------------------------------------------------------


def play(state: State, dice: list[list[int]], answers: list[Any]) -> Game:
    """The whole phase."""
    game = Game(state)
    game.run(fire(game), dice, answers)
    game.worded()
    return game


def test_defensive_fire_comes_first_and_may_be_held() -> None:
    blue = "unit C blue clan=blue-clan profile=AB stands=2 files=2 at=80,50 first_volley_spent=yes\n"
    red = "unit S red profile=SY stands=4 files=2 at=80,60\n"
    rows = foe("60", " charged=yes") + blue + red + "active blue-clan\ncharge R by=B\n"
    game = play(field(rows), [[*HIT, *MISS], [*MISS, *MISS]], ["fire", "C"])
    assert [q.about for q in game.asked] == ["fire.defend", "fire.unit"]
    assert [(e.unit, e.how) for e in game.told(VolleyFired)] == [("R", "defensive"), ("C", "own")]
    assert game.state.units["B"].hits == 1
    held = play(field(rows), [], ["hold", "done"])
    assert [e.unit for e in held.told(FireHeld)] == ["R"]
    assert held.asked[0].default == Choice("fire", {"R-1": "B", "R-2": "B"})
    assert held.asked[1].default == Choice("done")


def test_the_dice_of_a_volley_fall_at_once_front_rank_first_from_the_left() -> None:
    state = field(foe("52", x="44", profile="AS") + SECOND.format(at="56,52", more=""), stands=4, files=2)
    game = play(state, [[3, 3, 4, 4, 1, 2, 6, 1]], ["R"])
    assert game.throws == [("fire", 8, "red")]
    assert [(e.stand, e.target, e.faces, e.total, e.hit) for e in game.told(StandFired)] == [
        (0, "B", (3, 3), 8, True), (1, "C", (4, 4), 9, True), (2, "B", (1, 2), 5, False), (3, "C", (6, 1), 8, True),
    ]  # fmt: skip
    units = game.state.units
    assert (units["B"].hits, units["C"].hits, units["R"].fired) == (1, 2, (0, 1, 2, 3))
    assert units["B"].shot_at
    assert units["B"].hit_by_fire
    assert units["C"].shot_at


def test_a_miss_is_shot_at_but_not_hit_by_fire() -> None:
    game = play(field(foe("50")), [[*MISS, *MISS]], ["R"])
    assert (game.state.units["B"].shot_at, game.state.units["B"].hit_by_fire) == (True, False)


def test_the_first_volley_is_spent_even_in_disorder() -> None:
    game = play(field(foe("50"), more=" first_volley_spent=no disordered=yes"), [[*MISS, *MISS]], ["R"])
    assert game.state.units["R"].first_volley_spent
    assert game.told(VolleyFired)[0].first


def test_fire_of_its_own_ends_a_pursuit() -> None:
    game = play(field(foe("50"), more=" pursuing_until=2"), [[*MISS, *MISS]], ["R"])
    assert game.state.units["R"].pursuing_until == 0


def test_units_fire_one_after_the_other_and_hits_count_at_once() -> None:
    rows = ("unit S red profile=AG stands=2 files=2 at=60,60 first_volley_spent=yes\n"
            "unit B blue profile=SY stands=1 files=1 at=55,50 hits=2\n")  # fmt: skip
    game = play(field(rows), [[*HIT, *MISS]], ["S"])
    assert game.state.units["B"].fate == "destroyed"
    assert len(game.asked) == 1
    assert said(refuse_fire(game.state, game.state.units["R"])) == ("fire.nobody", "DAI-FIR-07")


def test_nobody_is_asked_where_nobody_can_fire() -> None:
    assert play(field(foe("20")), [], []).asked == []
    assert play(charged(charge=" answer=retire"), [], []).asked == []
    assert play(field(foe("50")).with_(active=""), [], []).asked == []


def test_the_charged_do_not_fire_at_whom_others_have_destroyed() -> None:
    rows = ("unit B blue profile=SY stands=1 files=1 at=50,60 hits=2 facing=180 charged=yes\n"
            "unit S red profile=AG stands=1 files=1 at=54,60 first_volley_spent=yes\n"
            "charge R by=B\ncharge S by=B\nactive blue-clan\n")  # fmt: skip
    game = play(field(rows), [[*HIT, *HIT]], ["fire"])
    assert (game.state.units["B"].fate, [q.about for q in game.asked]) == ("destroyed", ["fire.defend"])


def test_every_unit_of_the_side_is_listed_with_its_reason() -> None:
    state = field(
        "clan other red\nunit S red clan=other profile=AG at=80,60\nunit T red profile=AS at=20,60\n" + foe("50")
    )
    menu = unit_ask(state, state.units["R"].seat).domain
    assert isinstance(menu, Menu)
    found = {key: option.no.code if option.no else "" for key, option in menu.options.items()}
    assert found == {"R": "", "S": "fire.inactive", "T": "fire.no-missile", "done": ""}
    assert all(unworded(o.about, o.facts) == [] for o in menu.options.values())


def test_the_phase_goes_over_the_wire() -> None:
    state = field(foe("52") + SECOND.format(at="62,50", more=""))
    session = Session(SYSTEM, Checkpoint(PhaseId("fire"), state))
    refused = session.answer(RED, {"pick": "R", "then": {"R-2": "C"}})
    assert said(refused) == ("fire.not-nearest", "DAI-FIR-07")
    assert session.answer(RED, "R") is None
    session.throw((6, 6, 1, 1))
    assert session.over
    assert session.state.units["B"].hits == 1
    assert all(event.tell().about in SENTENCES for event in session.events if isinstance(event, DaimyoEvent))


# -- what is shown before ---------------------------------------------------------------------


def test_the_preview_shows_lanes_ranges_factors_and_stands() -> None:
    # the screen bars the left file only
    rows = foe("50") + "unit S red profile=SF stands=1 files=1 at=47,57\n"
    state = field(rows, more=" moved=yes")
    shown = unit_ask(state, state.units["R"].seat).domain.preview(Choice("R", {}))
    assert [m.kind for m in shown.marks] == ["arc", "lane", "label", "lane-no"]
    assert {line.id for line in shown.lines} == {"F11"}
    assert shown.notes[0].about == "volley.stands"
    for note in (*shown.notes, *(m.note for m in shown.marks if m.note)):
        assert unworded(note.about, note.facts) == []


def test_cavalry_is_shown_no_arc() -> None:
    state = field(foe("50"), "SB")
    shown = unit_ask(state, state.units["R"].seat).domain.preview(Choice("R", {}))
    assert {m.kind for m in shown.marks} == {"lane", "label"}


@pytest.mark.parametrize(("adds", "of_hundred"), [(0, 42), (6, 100), (-4, 3), (-5, 0), (2, 72)])
def test_the_chance_of_a_stand(adds: int, of_hundred: int) -> None:
    assert percent(adds) == of_hundred


def test_the_card_says_why_a_unit_can_fire_at_nobody_from_here() -> None:
    near, far = (field(f"active red-clan\n{foe(y)}", "AG", 2, 2) for y in ("50", "10"))
    about = [[note.about for note in inspect(state, "R").notes] for state in (near, far)]
    assert "card.no-fire" not in about[0]
    at = about[1].index("card.no-fire")
    assert about[1][at + 1] == "fire.out-of-range"
