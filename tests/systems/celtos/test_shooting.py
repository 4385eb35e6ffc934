"""Shooting before its dice: who may shoot at whom, which models roll, with what score."""

from __future__ import annotations

import pytest

from app.engine.refusals import Refusal
from app.systems.celtos.book import table
from app.systems.celtos.sentences import SENTENCES
from app.systems.celtos.shooting.rules import aims, may_be_hit, nearest_enemy, refuse_to_shoot, refuse_volley
from app.systems.celtos.shooting.targets import shooting_targets
from app.systems.celtos.state import State
from app.systems.celtos.weapons.missiles import FARTHEST, MISSILES, band_at, band_of
from tests.systems.celtos.volleys import position, unworded

ARCHERS = "unit R red profile=ashigaru-marksman weapons=yumi,tanto at=50,100{more}\n"


def field(rows: str, more: str = "") -> State:
    """Archers of red at 50,100 and these rows."""
    return position(ARCHERS.format(more=more) + rows)


def no(state: State, target: str, unit: str = "R", how: str = "order") -> Refusal | None:
    """What stands against shooting at a unit."""
    return refuse_volley(state, unit, target, how)


def refusal(state: State, target: str, unit: str = "R", how: str = "order") -> tuple[str, str] | None:
    """Its code and clause."""
    found = no(state, target, unit, how)
    assert found is None or unworded(found.code, found.facts) == []
    return None if found is None else (found.code, str(found.clause))


def lines(state: State, target: str = "B", how: str = "order") -> dict[str, int]:
    """What is added to the die of the first shooter."""
    return {line.id: line.adds for line in aims(state, state.unit("R"), state.unit(target), how)[0].lines}


# -- bands (2.11, CEL-WPN-03) ----------------------------------------------------------------


def test_a_distance_on_a_limit_belongs_to_the_nearer_band() -> None:
    limits = [0, 30_000, 30_100, 60_000, 60_100, 90_000, 90_100, 120_000, 120_100]
    assert [band_at(d) for d in limits] == [
        "short",
        "short",
        "medium",
        "medium",
        "long",
        "long",
        "extreme",
        "extreme",
        "",
    ]
    assert FARTHEST == 120_000


@pytest.mark.parametrize(("weapon", "reach"), [
    ("yumi", 90), ("daikyu", 120), ("hankyu", 60), ("teppo", 90), ("tanzutsu", 15), ("ozutsu", 120), ("shuriken", 15),
    ("javelin", 20), ("sling", 60),
])  # fmt: skip
def test_how_far_each_weapon_shoots(weapon: str, reach: int) -> None:
    assert MISSILES[weapon].reach == reach * 1_000
    assert band_of(MISSILES[weapon], reach * 1_000) != ""
    assert band_of(MISSILES[weapon], reach * 1_000 + 100) == ""


@pytest.mark.parametrize(("y", "band", "adds", "strength"), [
    ("67.5", "short", 1, 4), ("67.4", "medium", 0, 4), ("37.5", "medium", 0, 4), ("37.4", "long", -1, 3),
])  # fmt: skip
def test_the_band_gives_modifier_and_strength(y: str, band: str, adds: int, strength: int) -> None:
    state = field(f"unit B blue at=50,{y}")
    (aim,) = aims(state, state.unit("R"), state.unit("B"), "order")
    assert (aim.band, aim.strength, aim.needed) == (band, strength, 6)
    assert lines(state) == ({"weapon": adds} if adds else {})


# -- modifiers (2.12) ---------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "line"), [
    (1, {"tiny": -1}), (2, {}), (3, {}), (4, {"big": 1}), (5, {"big": 1}), (6, {"huge": 2}), (7, {"huge": 2}),
    (8, {"giant": 3}), (9, {"giant": 3}),
])  # fmt: skip
def test_the_size_of_the_target(size: int, line: dict[str, int]) -> None:
    assert lines(field(f"unit B blue at=50,50 tm={size}")) == line


def test_the_size_most_of_the_living_have_on_a_tie_the_smaller() -> None:
    rows = "unit B blue at=50,50+55,50+60,50 dead=1\nmodel B-1 tm=6\n"
    assert lines(field(rows)) == {}
    assert lines(field(rows + "model B-2 tm=6")) == {"huge": 2}
    assert lines(field("unit B blue at=50,50+55,50\nmodel B-1 tm=6")) == {}


def test_having_moved_and_marksmanship_add_up_with_the_weapon() -> None:
    state = field("unit B blue at=50,80", " moved=yes abilities=marksman:2")
    assert lines(state) == {"moved": -1, "weapon": 1, "marksman": 2}


# -- the unit that shoots ------------------------------------------------------------------------


def test_a_unit_in_contact_in_panic_out_of_coherency_or_unarmed_may_not_shoot() -> None:
    foe = "unit B blue at=50,80"
    cases = {
        "CEL-ORD-07": field(foe + "\nunit C blue at=52.5,100"),
        "CEL-ORD-08": field(foe, " panic=yes"),
        "CEL-ORD-10": field(foe, "+58,100"),
        "CEL-SHT-09": position("unit R red weapons=katana at=50,100\n" + foe),
    }
    for clause, state in cases.items():
        found = refuse_to_shoot(state, "R")
        assert found is not None
        assert found.clause == clause
        assert unworded(found.code, found.facts) == []


def test_out_of_turn_panic_bars_return_fire_and_coherency_bars_nothing() -> None:
    foe = "unit B blue at=50,80"
    assert refusal(field(foe, " panic=yes"), "B", how="return") == ("shoot.panic", "CEL-MOR-12")
    assert refusal(field(foe, "+58,100"), "B", how="reaction") is None


def test_a_slow_weapon_neither_after_a_move_nor_in_return_fire() -> None:
    foe = "unit B blue at=50,80"
    guns = "unit R red weapons=teppo,tanto at=50,100{}\n" + foe
    assert refusal(position(guns.format("")), "B") is None
    assert refusal(position(guns.format(" moved=yes")), "B") == ("shoot.slow", "CEL-WPN-04")
    assert refusal(position(guns.format(" moved=yes")), "B", how="reaction") == ("shoot.slow", "CEL-WPN-04")
    assert refusal(position(guns.format("")), "B", how="return") == ("shoot.slow-return", "CEL-WPN-04")
    assert refusal(position(guns.format("")), "B", how="reaction") is None


def test_beside_a_slow_weapon_a_quick_one_is_used() -> None:
    state = position("unit R red weapons=teppo,hankyu at=50,100 moved=yes\nunit B blue at=50,80")
    (aim,) = aims(state, state.unit("R"), state.unit("B"), "order")
    assert aim.weapon.id == "hankyu"
    still = state.with_unit("R", moved=False)
    assert aims(still, still.unit("R"), still.unit("B"), "order")[0].weapon.id == "teppo"


# -- the target (CEL-SHT-03 to -08) ------------------------------------------------------------


def test_only_the_nearest_in_sight_may_be_shot_at() -> None:
    state = field("unit B blue at=50,60\nunit C blue at=50,50")
    assert refusal(state, "B") is None
    found = no(state, "C")
    assert found is not None
    assert (found.code, found.clause) == ("shoot.not-nearest", "CEL-SHT-03")
    assert found.facts == {"target": "C", "distance": 47_500, "nearest": "B", "least": 37_500}


def test_equal_distances_leave_the_choice() -> None:
    state = field("unit B blue at=50,60\nunit C blue at=90,100")
    assert refusal(state, "B") is None
    assert refusal(state, "C") is None
    assert nearest_enemy(state, state.unit("R")).level == ("B", "C")


def test_an_enemy_in_close_combat_is_no_target_and_not_nearest() -> None:
    state = field("unit F red at=50,81\nunit B blue at=52.5,81\nunit C blue at=50,50")
    assert refusal(state, "B") == ("shoot.target-in-combat", "CEL-SHT-04")
    assert refusal(field("unit F red at=60,81\nunit B blue at=62.5,81\nunit C blue at=50,50"), "C") is None


def test_an_enemy_out_of_sight_is_no_target_and_not_nearest() -> None:
    state = field("unit B blue at=50,80\nunit C blue at=95,85\nterrain building h 40,85 60,85 60,95 40,95")
    assert refusal(state, "B") == ("shoot.no-sight", "CEL-SHT-03")
    assert refusal(state, "C") is None


def test_nearest_counts_only_models_somebody_sees() -> None:
    rows = "unit B blue at=50,80+52.6,55\nunit C blue at=85,80\nterrain building h 48,85 53,85 53,95 48,95"
    state = field(rows)
    assert nearest_enemy(state, state.unit("R")).unit == "C"


def test_out_of_range_it_is_still_the_nearest() -> None:
    state = position("unit R red weapons=hankyu at=50,100\nunit B blue at=50,30\nunit C blue at=50,20")
    assert refusal(state, "B") == ("shoot.out-of-range", "CEL-SHT-08")
    assert refusal(state, "C") == ("shoot.not-nearest", "CEL-SHT-03")


def test_beyond_the_last_band_nobody_shoots() -> None:
    row = "unit R red weapons=daikyu at=10,100\nunit B blue at={x},100"
    assert refusal(position(row.format(x="132.5")), "B") is None
    assert refusal(position(row.format(x="132.6")), "B") == ("shoot.beyond", "CEL-RNG-04")


def test_tactical_perception_lifts_nearest_and_nothing_else() -> None:
    rows = (
        "unit B blue at=50,60\nunit C blue at=50,50\nunit F red at=20,60\nunit D blue at=22.5,60\nunit E blue at=150,20"
    )
    seer = position("unit R red individual=yes weapons=yumi at=50,100 abilities=tactical-perception\n" + rows)
    assert refusal(seer, "C") is None
    assert refusal(seer, "D") == ("shoot.target-in-combat", "CEL-SHT-04")
    assert refusal(seer, "E") == ("shoot.beyond", "CEL-RNG-04")
    near = seer.with_model("E-1", at=seer.model("E-1").at._replace(x=120_000))
    assert refusal(near, "E") == ("shoot.out-of-range", "CEL-SHT-06")


def test_a_unit_has_perception_only_by_a_living_leader_who_holds_it() -> None:
    rows = "unit B blue at=50,60\nunit C blue at=50,50\n"
    gift = "model R-1 abilities=tactical-perception"
    assert refusal(field(rows + gift, "+53,100 leader=1"), "C") is None
    assert refusal(field(rows + gift, "+53,100 leader=2"), "C") is not None
    led = field(rows + gift, "+53,100 leader=1")
    assert refusal(led.with_model("R-1", fate="dead"), "C") is not None


def test_out_of_turn_the_nearest_clause_does_not_apply_but_the_others_do() -> None:
    state = field("unit B blue at=50,60\nunit C blue at=50,50\nunit E blue at=150,20")
    assert refusal(state, "C", how="reaction") is None
    assert refusal(state, "C", how="return") is None
    assert refusal(position("unit R red weapons=hankyu at=50,100\nunit B blue at=50,30"), "B", how="reaction") == (
        "shoot.out-of-range", "CEL-REA-19")  # fmt: skip


@pytest.mark.parametrize(("y", "code"), [("37.5", None), ("37.4", "shoot.camouflaged")])
def test_camouflage_in_cover_hides_beyond_sixty(y: str, code: str | None) -> None:
    rows = f"unit B blue at=50,{y} abilities=camouflage\n"
    wood = "terrain woods w 40,30 60,30 60,40 40,40"
    found = refusal(field(rows + wood), "B")
    assert found == (None if code is None else (code, "CEL-ABL-21"))
    assert refusal(field(rows), "B") is None


def test_the_camouflaged_are_not_nearest_then() -> None:
    rows = "unit B blue at=50,37 abilities=camouflage\nunit C blue at=90,30\nterrain woods w 40,30 60,30 60,40 40,40"
    state = field(rows)
    assert refusal(state, "C") is None
    assert nearest_enemy(state, state.unit("R")).unit == "C"


def test_at_dawn_what_lies_beyond_the_light_is_no_target() -> None:
    state = field("scenario ambush\nturn 2\nunit B blue at=50,67.4")
    found = no(state, "B")
    assert found is not None
    assert (found.code, found.clause, found.facts["reach"]) == ("shoot.too-dark", "CEL-SCN-06", 30_000)


# -- who rolls, who may be hit ---------------------------------------------------------------------


def test_each_with_sight_and_range_rolls_one_die_in_unit_order() -> None:
    state = position("""
        unit R red weapons=hankyu at=50,100+53,100+50,103+53,103
        unit B blue at=50,37.5
    """)
    dice = aims(state, state.unit("R"), state.unit("B"), "order")
    assert [str(a.shooter.id) for a in dice] == ["R-1"]
    assert dice[0].distance == 60_000
    wall = position("""
        unit R red weapons=hankyu at=46,100+50,100+54,100
        unit B blue at=46,60
        terrain palisade p 49,90 60,90
    """)
    assert [str(a.shooter.id) for a in aims(wall, wall.unit("R"), wall.unit("B"), "order")] == ["R-1", "R-2"]


def test_models_without_a_weapon_for_the_band_do_not_roll() -> None:
    state = field("unit B blue at=50,60\nmodel R-2 weapons=shuriken", "+53,100+56,100")
    dice = aims(state, state.unit("R"), state.unit("B"), "order")
    assert [(str(a.shooter.id), a.weapon.id) for a in dice] == [("R-1", "yumi"), ("R-3", "yumi")]


def test_one_shot_for_the_pair_while_either_lives() -> None:
    state = position("unit R red weapons=ozutsu,tanto at=50,100+53,100\nunit B blue at=50,20")
    assert [str(a.shooter.id) for a in aims(state, state.unit("R"), state.unit("B"), "order")] == ["R-1"]
    left = state.with_model("R-1", fate="dead")
    assert [str(a.shooter.id) for a in aims(left, left.unit("R"), left.unit("B"), "order")] == ["R-2"]


def test_hits_may_go_only_to_those_a_shooter_sees_and_reaches() -> None:
    state = position("""
        unit R red weapons=hankyu at=50,100
        unit B blue at=50,41+50,38+50,35+60,42
        terrain building h 53,60 70,60 70,70 53,70
    """)
    dice = aims(state, state.unit("R"), state.unit("B"), "order")
    assert [str(m.id) for m in may_be_hit(state, state.unit("R"), state.unit("B"), dice)] == ["B-1", "B-2"]


# -- what is shown (CEL-GEN-12) ----------------------------------------------------------------------


def test_targets_show_why_they_are_closed_and_what_the_volley_would_be() -> None:
    state = field(
        "unit B blue at=50,80+53,80\nunit C blue at=50,50\nterrain hedge h 40,82.5 51.5,82.5", "+53,100 moved=yes"
    )
    domain = shooting_targets(state, "R")
    assert domain.open() == ("B",)
    assert domain.pieces == {"B": "B", "C": "C"}
    look = domain.preview("B")
    notes = {note.about: note.facts for note in look.notes}
    assert look.no is None
    assert notes["volley.distance"] == {"target": "B", "distance": 17_500}
    assert notes["volley.nearest"] == {"nearest": "B", "least": 17_500}
    assert notes["volley.shooters"] == {"shooters": 2, "models": 2}
    assert notes["volley.band"] == {"band": "short", "weapon": "yumi"}
    assert notes["volley.needed"] == {"shooters": 2, "weapon": "yumi", "needed": 6, "adds": 0, "percent": 50}
    assert notes["volley.damage"] == {"weapon": "yumi", "strength": 4, "wounds_on": 6, "wounds_percent": 50}
    assert notes["volley.cover"] == {"cover": "light", "models": 1, "save": 9}
    assert [(line.id, line.adds, line.clause) for line in look.lines] == [
        ("moved", -1, "CEL-HIT-05"), ("weapon", 1, "CEL-WPN-08")]  # fmt: skip
    assert all(unworded(note.about, note.facts) == [] for note in look.notes)
    assert all(unworded(mark.note.about, mark.note.facts) == [] for mark in look.marks if mark.note)
    kinds = [mark.kind for mark in look.marks]
    assert kinds == ["ray", "ray", "touch", "touch", "label"]


def test_a_closed_target_is_shown_with_its_blocked_lines() -> None:
    state = field("unit B blue at=50,80\nterrain building h 40,85 60,85 60,95 40,95")
    look = shooting_targets(state, "R").preview("B")
    assert look.no is not None
    assert [mark.kind for mark in look.marks] == ["ray-blocked"]


def test_perception_is_shown_and_what_is_not_on_the_table_has_no_preview() -> None:
    rows = "unit B blue at=50,60"
    state = position("unit R red individual=yes weapons=yumi at=50,100 abilities=tactical-perception\n" + rows)
    domain = shooting_targets(state, "R")
    assert "volley.perception" in [note.about for note in domain.preview("B").notes]
    assert domain.preview("nobody").notes == ()


def test_every_modifier_of_a_volley_has_its_word() -> None:
    lines_known = [row["id"] for row in table("shots")["shoot"]] + ["weapon", "marksman"]
    assert [id for id in lines_known if f"word.{id}" not in SENTENCES] == []
