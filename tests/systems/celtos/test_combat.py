"""One close combat: who strikes when, at whom, with what modifiers, and who falls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from app.engine.asks import Ask
from app.systems.celtos.abilities import words as abilities
from app.systems.celtos.abilities.events import Swapped
from app.systems.celtos.checks.score import needed_to_strike
from app.systems.celtos.combat import words as melee
from app.systems.celtos.combat.events import BlowRolled, CombatBegan, StepBegan, WeaponTaken
from app.systems.celtos.combat.flow import combat
from app.systems.celtos.combat.striking import ARMS, Fight, arm_of, hand_of, steps, weapons_of
from app.systems.celtos.damage.events import Casualties, DamageRolled
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.state import Model, UnitId
from tests.systems.celtos.volleys import Table, position

A, B, C = UnitId("A"), UnitId("B"), UnitId("C")
MISS, HIT = (1,), (10,)


def fought(
    rows: str, dice: Sequence[Sequence[int]] = (MISS, MISS), answers: Sequence[Any] = (), **how: Any
) -> Table:  # fmt: skip
    """A has fought all that touch it."""
    table = Table(position(rows))
    table.run(combat(table, Fight(unit=A, **how)), dice, answers)
    return table


def duel(a: str = "", b: str = "", more: str = "") -> str:
    """Two Individuals in contact, A south of B."""
    sound = "individual hr=9 mn=10"
    return f"unit A red {sound} at=50,50 {a}\nunit B blue {sound} at=50,47.5 {b}\n{more}"


def lines(table: Table, model: str) -> dict[str, int]:
    """The modifiers of the first blow of a model."""
    blow: BlowRolled = next(b for b in table.told(BlowRolled) if b.model == model)
    return {line.id: line.adds for line in blow.lines}


CHARGE: dict[str, Any] = {"charged": (A,)}
COUNTER: dict[str, Any] = {"charged": (A,), "countered": (B,)}


# -- the roll to hit ---------------------------------------------------------------------


def test_the_table_is_the_formula() -> None:
    """CEL-CBT-15 as a test of the table."""
    for attacker in range(1, 11):
        for defender in range(1, 11):
            assert needed_to_strike(attacker, defender) == min(10, max(2, 6 + defender - attacker))


@pytest.mark.parametrize(("face", "passed"), [(1, False), (7, False), (8, True), (10, True)])
def test_a_blow_against_its_score(face: int, passed: bool) -> None:
    dice = [(face,), MISS, *([MISS] if passed else [])]
    blow = fought(duel("as=4", "as=6"), dice).told(BlowRolled)[0]
    assert (blow.needed, blow.total, blow.passed, blow.clause) == (8, face, passed, "CEL-CBT-06")
    assert (blow.attacker, blow.defender, blow.weapon) == (4, 6, "tanto")


def test_a_natural_one_misses_and_a_ten_hits() -> None:
    table = fought(duel("as=10", "as=1 panic"), [(1,), MISS], **CHARGE)
    assert (table.told(BlowRolled)[0].total, table.told(BlowRolled)[0].passed) == (4, False)
    table = fought(duel("as=1 panic weapons=tools", "as=10"), [MISS, HIT, MISS])
    hit = next(b for b in table.told(BlowRolled) if b.model == "A")
    assert (hit.total, hit.needed, hit.passed) == (7, 10, True)


@pytest.mark.parametrize(("a", "b", "how", "mine", "theirs"), [
    ("", "", {}, {}, {}),
    ("panic", "", {}, {"panic": -2}, {"opponent-panic": 2}),
    ("panic", "panic", {}, {"panic": -2, "opponent-panic": 2}, {"panic": -2, "opponent-panic": 2}),
    ("charged", "charged", {}, {}, {}),
    ("", "", CHARGE, {"charged": 1}, {}),
    ("", "", COUNTER, {"charged": 1}, {"charged": 1}),
    ("abilities=fury", "abilities=fury", COUNTER, {"charged": 1, "fury": 1}, {"charged": 1}),
    ("abilities=fury", "", {}, {}, {}),
    ("weapons=tools", "", {}, {"tools": -1}, {}),
    ("", "abilities=parry:2", {}, {"parry": -2}, {}),
    ("", "weapons=bo", {}, {"parry": -1}, {}),
    ("", "weapons=bo abilities=parry:1", {}, {"parry": -2}, {}),
])  # fmt: skip
def test_modifiers(a: str, b: str, how: Any, mine: dict[str, int], theirs: dict[str, int]) -> None:
    table = fought(duel(a, b), **how)
    assert (lines(table, "A"), lines(table, "B")) == (mine, theirs)


def test_fury_makes_two_of_one() -> None:
    table = fought(duel("abilities=fury"), **CHARGE)
    assert table.told(BlowRolled)[0].total == 1 + 2


# -- defending in cover (CEL-CBT-09, -11, -12) -----------------------------------------------

WOODS = "terrain woods w 45,45 55,45 55,48.5 45,48.5"
WALL = "terrain low-wall w 40,48.75 60,48.75"


@pytest.mark.parametrize("cover", [WOODS, WALL])
@pytest.mark.parametrize(("b", "how", "adds"), [
    ("", {}, {"cover": 1}), ("", CHARGE, {"cover": 1}), ("", COUNTER, {"charged": 1}), ("charged", {}, {}),
    ("charged_into=A", {}, {}), ("charged charged_into=C", {}, {"cover": 1}),
])  # fmt: skip
def test_who_did_not_charge_defends_in_cover(cover: str, b: str, how: Any, adds: dict[str, int]) -> None:
    table = fought(duel("", b, cover), **how)
    assert lines(table, "B") == adds


def test_a_charger_never_defends() -> None:
    table = fought(duel("", "", WALL), **CHARGE)
    assert lines(table, "A") == {"charged": 1}
    assert lines(fought(duel("", "", WALL)), "A") == {"cover": 1}


def test_giants_have_no_cover_from_a_low_wall() -> None:
    rows = "unit A red individual hr=9 mn=10 at=50,50\nunit B blue individual hr=9 mn=10 tm=6 at=50,46.25\n" + WALL
    assert lines(fought(rows), "B") == {}


# -- speed (CEL-CBT-05) ------------------------------------------------------------------


def order(table: Table) -> list[tuple[int, str]]:
    """Every blow as its step and who struck."""
    return [(b.speed, b.model) for b in table.told(BlowRolled)]


@pytest.mark.parametrize(("a", "b", "how", "found"), [
    ("weapons=katana", "weapons=yari", CHARGE, [(5, "A"), (5, "B")]),
    ("weapons=katana", "weapons=yari", {}, [(5, "A"), (3, "B")]),
    ("weapons=nodachi", "weapons=katana", CHARGE, [(5, "B"), (3, "A")]),
    ("weapons=none", "weapons=none", {}, [(2, "A"), (2, "B")]),
    ("weapons=yumi", "weapons=claws", {}, [(4, "A"), (4, "B")]),
    ("weapons=katana", "weapons=kanabo abilities=first-strike", CHARGE, [(0, "B"), (5, "A")]),
    ("weapons=katana", "weapons=kanabo abilities=first-strike", {}, [(5, "A"), (2, "B")]),
    ("weapons=katana", "weapons=nagae", {**CHARGE, "caught": (B,)}, [(0, "B"), (5, "A")]),
    ("weapons=katana", "weapons=nagae", CHARGE, [(5, "A"), (3, "B")]),
    ("weapons=nagae", "weapons=katana", {**CHARGE, "caught": (B,)}, [(5, "B"), (3, "A")]),
])  # fmt: skip
def test_steps(a: str, b: str, how: Any, found: list[tuple[int, str]]) -> None:
    assert order(fought(duel(a, b), **how)) == found


def test_who_falls_first_does_not_strike() -> None:
    rows = "unit A red models=2 weapons=katana at=50,50\nunit B blue models=2 weapons=kanabo at=50,47.5"
    table = fought(rows, [(10, 1), HIT, MISS, MISS])
    assert order(table) == [(5, "A-1"), (5, "A-2"), (2, "B-2")]
    assert [s.attacks for s in table.told(StepBegan)] == [2, 1]
    assert table.told(Casualties)[0].clause == "CEL-CBT-16"


def test_equal_speeds_are_simultaneous() -> None:
    """Both fall in the same step; the second blow is struck all the same."""
    rows = "unit A red models=2 at=50,50+60,60\nunit B blue models=2 at=50,47.5+60,40"
    table = fought(rows, [HIT, HIT, HIT, HIT])
    assert [(c.models, c.by) for c in table.told(Casualties)] == [(("A-1",), "blue"), (("B-1",), "red")]


def test_the_end_is_looked_for_after_the_whole_step() -> None:
    rows = "unit A red individual at=50,50\nunit B blue individual at=50,47.5"
    table = fought(rows, [HIT, HIT, HIT, HIT])
    assert table.state.outcome is not None
    assert table.state.outcome.winner is None


# -- who strikes whom ----------------------------------------------------------------------

BESIDE = "unit A red models=2 mn=10 at=50,50+60,60\nunit B blue individual hr=9 mn=10 at=50,47.5\n"


def test_only_the_active_unit_and_those_that_touch_it_fight() -> None:
    rows = BESIDE + "unit C red individual at=50,45\nunit D blue individual at=50,42.5"
    table = fought(rows, [MISS, MISS])
    assert order(table) == [(4, "A-1"), (4, "B")]
    assert table.told(CombatBegan)[0].foes == ("B",)


def test_reach_strikes_past_a_friend() -> None:
    rows = "unit A red weapons=naginata mn=10 at=50,50+50,{}\nunit B blue individual hr=9 mn=10 at=50,47.5"
    assert order(fought(rows.format("55"), [(1, 1), MISS])) == [(4, "A-1"), (4, "A-2"), (4, "B")]
    assert order(fought(rows.format("55.1"), [MISS, MISS])) == [(4, "A-1"), (4, "B")]
    assert order(fought(rows.format("52.5").replace("naginata", "tanto"))) == [(4, "A-1"), (4, "B")]


def test_extra_attacks() -> None:
    table = fought(duel("abilities=extra-attacks:3"), [(1, 1, 1), MISS])
    assert [b.target for b in table.told(BlowRolled)] == ["B", "B", "B", "A"]


THREE = "unit A red individual hr=9 mn=10 at=50,50 abilities=extra-attacks:2\nunit B blue mn=10 hr=9 at=50,47.5+52.5,50"


def test_each_attack_is_aimed() -> None:
    table = fought(THREE, [(1, 1), (1, 1)], [{"A": "B-2", "A/2": "B-2"}])
    assert [b.target for b in table.told(BlowRolled)][:2] == ["B-2", "B-2"]
    (question,) = table.asked
    assert (question.about, question.clause, question.seat) == ("blows.aim", "CEL-CBT-03", "red")
    assert question.default == {"A": "B-1", "A/2": "B-2"}
    assert question.domain.read({"A": "A"}).code == "ask.unreadable"


def test_dice_of_three_players_fall_in_seat_order() -> None:
    """The active unit, then its enemies in seat order from the next player on (CEL-CBT-18)."""
    rows = ("unit A red individual hr=9 mn=10 at=50,50\nunit B blue individual hr=9 mn=10 at=50,47.5\n"
            "unit C green individual hr=9 mn=10 at=50,52.5")  # fmt: skip
    table = Table(position(rows))
    table.run(combat(table, Fight(unit=B)), [HIT, MISS, MISS])
    assert [b.model for b in table.told(BlowRolled)] == ["B", "A"]
    table = Table(position(rows))
    table.run(combat(table, Fight(unit=A)), [HIT, HIT, HIT, MISS, MISS, MISS], [{"A": "C"}])
    assert [(b.model, b.target) for b in table.told(BlowRolled)] == [("A", "C"), ("B", "A"), ("C", "A")]
    assert [r.by for r in table.rolled] == ["red", "blue", "green"] * 2


# -- weapons -------------------------------------------------------------------------------


def test_weapons_in_hand() -> None:
    known: dict[str, Model] = {m.id: m for m in position(
        "unit A red individual weapons=teppo,tanto\nunit B red individual weapons=none\n"
        "unit C red individual weapons=javelin\nunit D red individual weapons=tanzutsu,katana\nunit E blue"
    ).models.values()}  # fmt: skip
    assert [hand_of(known[id]) for id in "ABCD"] == ["tanto", "fists", "tanto", "katana"]
    later, first = Fight(unit=A), Fight(unit=A, charged=(A,))
    assert weapons_of(later, known["A"]) == ("tanto", "teppo")
    assert weapons_of(later, known["C"]) == ("tanto", "javelin")
    assert weapons_of(later, known["D"]) == ("katana",)
    assert weapons_of(first, known["D"]) == ("katana", "tanzutsu")
    assert (ARMS["teppo"].hit, ARMS["javelin"].first, ARMS["javelin"].big) == (-1, 5, 4)
    assert "yumi" not in ARMS
    assert arm_of(Fight(unit=A, weapons={"D": "tanzutsu"}), known["D"]).strength == 5


def test_a_pistol_shoots_first_in_a_first_round() -> None:
    rows = duel("weapons=tanzutsu,kanabo", "weapons=katana rs=5")
    table = fought(rows, [HIT, MISS, MISS], [{"A": "tanzutsu"}], **CHARGE)
    assert [q.about for q in table.asked] == ["blows.weapon"]
    assert order(table) == [(6, "A"), (5, "B")]
    assert table.told(WeaponTaken)[0].clause == "CEL-CBT-17"
    assert (table.told(DamageRolled)[0].active, table.told(DamageRolled)[0].dif) == (5, 5)
    assert fought(rows).asked == []
    table = fought(rows, **CHARGE)
    assert order(table) == [(5, "B"), (2, "A")]
    assert table.told(WeaponTaken) == []


# -- damage ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("a", "b", "active", "dif"), [
    ("weapons=katana", "", 5, 4), ("weapons=nodachi fu=9", "", 10, 4), ("weapons=none fu=2", "", 1, 4),
    ("weapons=yari", "", 4, 4), ("weapons=nagae", "", 5, 3), ("weapons=kanabo", "rs=1", 6, 1),
    ("mn=7", "abilities=ethereal mn=6", 7, 6),
])  # fmt: skip
def test_what_damage_is_read_with(a: str, b: str, active: int, dif: int) -> None:
    table = fought(duel(a, f"weapons=none {b}").replace("mn=10", ""), [HIT, MISS, MISS], charged=(A,))
    (die,) = table.told(DamageRolled)
    assert (die.active, die.dif, die.model) == (active, dif, "A")


def test_a_spear_hurts_big_models_more() -> None:
    rows = "unit A red individual weapons=yari hr=9 mn=10 at=50,50\nunit B blue individual hr=9 tm={} at=50,{} mn=10"
    for size, y, active in ((3, "47.5", 4), (4, "46.75", 5)):
        (die,) = fought(rows.format(size, y), [HIT, MISS, MISS], **CHARGE).told(DamageRolled)
        assert die.active == active


# -- command models (CEL-ABL-07) ---------------------------------------------------------------

LED = ("unit A red individual hr=9 mn=10 at=50,50 weapons=katana\n"
       "unit B blue mn=10 leader=1 at=50,47.5+50,44+54,47.5")  # fmt: skip


def test_an_ordinary_model_may_fall_for_the_leader() -> None:
    table = Table(position(LED))
    table.run(combat(table, Fight(unit=A)), [HIT, HIT, (10,)], ["B-2"])
    (question,) = [q for q in table.asked if q.about == "casualty.swap"]
    assert (question.seat, question.default, question.clause) == ("blue", "none", "CEL-ABL-07")
    rows = question.domain.describe()["options"]
    assert [(row["key"], row["no"] is None) for row in rows] == [("B-2", True), ("B-3", False), ("none", True)]
    assert table.told(Swapped)[0].at == (50_000, 44_000)
    leader, plain = table.state.model("B-1"), table.state.model("B-2")
    assert (leader.at, leader.wounds, leader.fate, plain.fate) == ((50_000, 44_000), 1, "", "dead")
    assert table.told(Casualties)[0].models == ("B-2",)


def test_the_leader_falls_if_nothing_is_said() -> None:
    table = Table(position(LED))
    table.run(combat(table, Fight(unit=A)), [HIT, HIT, (10,)])
    assert table.state.model("B-1").fate == "dead"


def test_an_ordinary_casualty_is_no_question() -> None:
    table = Table(position(LED.replace("leader=1", "leader=3")))
    table.run(combat(table, Fight(unit=A)), [HIT, HIT, (10,)])
    assert all(isinstance(q, Ask) and q.about != "casualty.swap" for q in table.asked)


def test_steps_are_known_beforehand() -> None:
    state = position(duel("weapons=katana", "weapons=kanabo abilities=first-strike"))
    assert steps(state, Fight(unit=A, foes=(B,), charged=(A,))) == (0, 5)
    assert steps(state, Fight(unit=A, foes=(B,))) == (5, 2)


# -- as the log tells it -----------------------------------------------------------------------


def test_every_event_has_its_words() -> None:
    sentences = {**melee.SENTENCES, **abilities.SENTENCES}
    rows = duel("weapons=tanzutsu,kanabo abilities=first-strike", "weapons=katana")
    tables = [
        fought(rows, [HIT, MISS, MISS], [{"A": "tanzutsu"}], **CHARGE), fought(duel()),
        fought(LED, [HIT, HIT, HIT], ["B-2"]),
    ]  # fmt: skip
    told = dict.fromkeys(event.tell().about for table in tables for event in table.told(CeltosEvent))
    mine = [about for about in told if about in sentences]
    assert mine == [
        "celtos.combat-began.first", "celtos.weapon-taken", "celtos.step-began.first-strike",
        "celtos.blow-rolled.passed", "celtos.step-began.speed", "celtos.blow-rolled.failed",
        "celtos.combat-ended.none", "celtos.combat-began.later", "celtos.swapped", "celtos.combat-ended.enemies",
    ]  # fmt: skip
    assert all(question.about in sentences for table in tables for question in table.asked)
