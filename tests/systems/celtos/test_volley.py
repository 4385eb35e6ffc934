"""A volley from its dice to what follows it: hits, their sharing, saves, damage, return fire, Morale."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from app.engine.asks import Ask
from app.engine.refusals import Refusal
from app.systems.celtos.abilities.events import HitPassedThrough
from app.systems.celtos.checks.events import CheckRolled
from app.systems.celtos.damage.events import Casualties, DamageRolled
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.shooting.events import HitRolled, HitsShared, NoHits, SaveRolled, VolleyAimed
from app.systems.celtos.shooting.flow import shoot, volley
from app.systems.celtos.shooting.sharing import Shares
from app.systems.celtos.state import UnitId
from tests.systems.celtos.volleys import Table, position, unworded

R, B = UnitId("R"), UnitId("B")
SEVEN = "unit R red ds=4 weapons=yumi at=" + "+".join(f"{40 + 2.6 * n:.1f},100" for n in range(7))
THREE = "unit R red ds=4 weapons=yumi at=47,100+50,100+53,100\n"


def test_the_worked_check_of_the_rulebook() -> None:
    table = Table(position(SEVEN + "\nunit B blue at=48,60+51,60+45,60+54,60"))
    table.run(volley(table, R, B, "order"), [[2, 7, 3, 9, 9, 4, 5], [1, 1, 1]])
    hits = table.told(HitRolled)
    assert [(h.natural, h.total, h.needed, h.lines) for h in hits] == [
        (n, n, 6, ()) for n in (2, 7, 3, 9, 9, 4, 5)]  # fmt: skip
    assert [h.natural for h in hits if h.passed] == [7, 9, 9]
    assert [str(h.model) for h in hits] == [f"R-{n}" for n in range(1, 8)]
    (aimed,) = table.told(VolleyAimed)
    assert (aimed.shooters, aimed.how, aimed.distance) == (7, "order", hits[3].distance)


def test_one_misses_and_ten_hits_whatever_the_sum() -> None:
    table = Table(position("unit R red ds=10 weapons=yumi at=47,100+50,100\nunit B blue at=50,80"))
    table.run(volley(table, R, B, "order"), [[1, 2], [1]])
    assert [(h.total, h.needed, h.passed) for h in table.told(HitRolled)] == [(2, 0, False), (3, 0, True)]
    assert [h.clause for h in table.told(HitRolled)] == ["CEL-HIT-02", "CEL-HIT-01"]
    poor = Table(position("unit R red ds=1 weapons=yumi moved=yes at=47,100+50,100\nunit B blue at=50,20 tm=1"))
    poor.run(volley(poor, R, B, "order"), [[10, 9], [1]])
    assert [(h.total, h.needed, h.passed) for h in poor.told(HitRolled)] == [(7, 9, True), (6, 9, False)]
    assert [h.clause for h in poor.told(HitRolled)] == ["CEL-HIT-03", "CEL-HIT-01"]


def test_a_volley_that_misses_asks_and_rolls_no_more() -> None:
    table = Table(position(THREE + "unit B blue at=50,60+53,60"))
    table.run(volley(table, R, B, "order"), [[1, 2, 3]])
    assert len(table.told(NoHits)) == 1
    assert table.asked == []


# -- giving out hits (2.13) -----------------------------------------------------------------------


def hits_on(models: str, more: str = "") -> Table:
    """Three hits on a unit of blue, given out by default; their damage dice show 1."""
    table = Table(position(THREE + f"unit B blue at={models} {more}"))
    table.run(volley(table, R, B, "order"), [[9, 9, 9], [1, 1, 1]])
    return table


def shares(question: Ask[Any]) -> Shares:
    """How the hits may be given out."""
    assert isinstance(question.domain, Shares)
    return question.domain


def test_its_player_gives_them_out_ordinary_models_nearest_first_by_default() -> None:
    (question,) = hits_on("50,60+53,59+47,58+50,57", "leader=1").asked
    assert (question.seat, question.about, question.clause) == ("blue", "hits.share", "CEL-ALC-01")
    assert question.default == {"hit-1": "B-2", "hit-2": "B-3", "hit-3": "B-4"}
    items = shares(question).items
    assert [(i.facts["model"], i.facts["strength"], i.piece) for i in items.values()] == [
        (f"R-{n}", 4, f"R-{n}") for n in (1, 2, 3)]  # fmt: skip
    assert items["hit-1"].values == ("B-2", "B-3", "B-4", "B-1")


def test_more_hits_than_models_go_round() -> None:
    (question,) = hits_on("50,60+53,59").asked
    assert question.default == {"hit-1": "B-1", "hit-2": "B-2", "hit-3": "B-1"}
    assert question.domain.refuse({"hit-1": "B-2", "hit-2": "B-2", "hit-3": "B-1"}) is None
    uneven = question.domain.refuse({"hit-1": "B-2", "hit-2": "B-2", "hit-3": "B-2"})
    assert uneven is not None
    assert (uneven.code, uneven.clause) == ("hits.uneven", "CEL-ALC-03")
    assert uneven.facts == {"model": "B-2", "hits": 3, "other": "B-1", "least": 0}


def test_only_one_that_can_be_hit_takes_all_without_a_question() -> None:
    table = hits_on("50,60")
    assert table.asked == []
    assert table.told(HitsShared)[0].models == ("B-1", "B-1", "B-1")


def test_a_hit_on_one_nobody_sees_is_refused_and_all_samples_are_even() -> None:
    rows = "unit B blue at=50,60+53,60+90,60\nterrain building h 60,70 100,70 100,90 60,90"
    table = Table(position(THREE + rows))
    table.run(volley(table, R, B, "order"), [[9, 9, 9], [1, 1, 1]])
    domain = table.asked[0].domain
    hidden = domain.read({"hit-1": "B-3"})
    assert isinstance(hidden, Refusal)
    assert (hidden.code, hidden.clause, hidden.facts) == ("hits.unseen", "CEL-ALC-02", {"model": "B-3"})
    assert isinstance(domain.read({"hit-1": "R-1"}), Refusal)
    rng = Random(1)
    answers = [domain.sample(rng) for _ in range(20)] + list(domain.some(5))
    assert all(domain.refuse(answer) is None for answer in answers)
    assert len({tuple(answer.values()) for answer in answers}) > 2


# -- saves and damage ----------------------------------------------------------------------------


def test_saves_come_after_the_sharing_and_before_the_damage() -> None:
    table = Table(position(THREE + "unit B blue at=46,60+50,60 rs=4\nterrain barricade f 48.5,62 60,62"))
    table.run(
        volley(table, R, B, "order"), [[9, 9, 9], [8], [6, 6]], [{"hit-1": "B-1", "hit-2": "B-2", "hit-3": "B-1"}]
    )
    (save,) = table.told(SaveRolled)
    assert (save.model, save.target, save.needed, save.passed, save.cover) == ("B-2", "R-2", 8, True, "hard")
    assert [(str(d.model), str(d.target), d.passed) for d in table.told(DamageRolled)] == [
        ("R-1", "B-1", True), ("R-3", "B-1", True)]  # fmt: skip
    assert [r.why for r in table.rolled] == ["hit", "save", "damage"]
    assert [r.by for r in table.rolled] == ["red", "blue", "red"]
    assert table.told(Casualties)[0].models == ("B-1",)


@pytest.mark.parametrize(("kind", "needed"), [("hedge", 9), ("low-wall", 8), ("palisade", 7)])
def test_each_cover_saves_on_its_score(kind: str, needed: int) -> None:
    table = Table(position(THREE + f"unit B blue at=50,60\nterrain {kind} f 40,62 60,62"))
    table.run(volley(table, R, B, "order"), [[9, 9, 9], [1, needed - 1, needed], [1, 1]])
    assert [(s.needed, s.passed) for s in table.told(SaveRolled)] == [(needed, n) for n in (False, False, True)]


def test_all_saved_leaves_no_damage_dice() -> None:
    table = Table(position(THREE + "unit B blue at=50,60\nterrain hedge f 40,62 60,62"))
    table.run(volley(table, R, B, "order"), [[9, 2, 2], [10]])
    assert table.told(DamageRolled) == []


def test_casualties_are_removed_together_after_all_damage() -> None:
    table = Table(position(THREE + "unit B blue at=47,60+50,60+53,60"))
    table.run(volley(table, R, B, "order"), [[9, 9, 9], [9, 1, 9]])
    (fallen,) = table.told(Casualties)
    assert table.events[-1] == fallen
    assert (fallen.models, fallen.by, fallen.where, fallen.clause) == (("B-1", "B-3"), "red", "shooting", "CEL-SHT-12")


def test_ordinary_missiles_pass_through_the_ethereal() -> None:
    table = Table(position(THREE + "unit B blue at=50,60 abilities=ethereal\nterrain hedge f 40,62 60,62"))
    table.run(volley(table, R, B, "order"), [[9, 9, 1]])
    assert [(e.model, e.by, e.clause) for e in table.told(HitPassedThrough)] == [
        ("B-1", "R-1", "CEL-ABL-24"), ("B-1", "R-2", "CEL-ABL-24")]  # fmt: skip
    assert table.state.model("B-1").wounds == 1


# -- what follows (section 3, CEL-REA-11, CEL-REA-23) ----------------------------------------------


FIRE = [[9, 9, 9], [9, 9, 9]]
EXCHANGE = """
    unit R red ds=4 weapons=yumi at=47,100+50,100+53,100 dead=3
    unit B blue ds=4 in=4 weapons=yumi at=47,60+50,60+53,60+50,63 dead=1
"""


def fought(dice: list[list[int]], answers: list[str | None], how: str = "order", rows: str = EXCHANGE) -> Table:
    """Red has shot at blue, with all that follows."""
    table = Table(position(rows))
    table.run(shoot(table, R, B, how), dice, answers)
    return table


def whys(table: Table) -> list[tuple[str, str | None]]:
    """What was rolled for, and by whom."""
    return [(roll.why, roll.by) for roll in table.rolled]


def test_return_fire_is_settled_before_the_morale_of_the_target_and_then_of_the_shooter() -> None:
    table = fought([*FIRE, [6], [9], [9], [7], [7]], [None, "yes"])
    assert whys(table) == [
        ("hit", "red"), ("damage", "red"), ("check-reaction", "blue"), ("hit", "blue"), ("damage", "blue"),
        ("check-morale", "blue"), ("check-morale", "red")]  # fmt: skip
    assert [e.how for e in table.told(VolleyAimed)] == ["order", "return"]
    assert [(c.unit, c.check) for c in table.told(CheckRolled)] == [("B", "reaction"), ("B", "morale"), ("R", "morale")]
    assert table.state.unit("B").responded


def test_without_return_fire_only_the_target_is_shaken() -> None:
    assert whys(fought([*FIRE, [7]], [None, "no"])) == [
        ("hit", "red"), ("damage", "red"), ("check-morale", "blue")]  # fmt: skip


def test_half_or_more_left_is_not_shaken() -> None:
    table = fought([[9, 9, 1], [9, 1]], [None, "no"])
    assert whys(table) == [("hit", "red"), ("damage", "red")]


def test_a_volley_in_reaction_is_not_answered_but_shakes() -> None:
    table = fought([*FIRE, [7]], [None], how="reaction")
    assert [q.about for q in table.asked] == ["hits.share"]
    assert whys(table)[-1] == ("check-morale", "blue")


def test_who_used_his_marker_may_not_return_fire() -> None:
    table = Table(position(EXCHANGE))
    table.run(shoot(table, R, B, "order", (B,)), [*FIRE, [7]])
    assert [q.about for q in table.asked] == ["hits.share"]


def test_a_unit_shot_to_the_last_neither_answers_nor_checks_and_ends_the_battle() -> None:
    table = fought([[9, 1, 1], [9]], [], rows=THREE + "unit B blue weapons=yumi at=50,60")
    assert whys(table) == [("hit", "red"), ("damage", "red")]
    assert (table.state.unit("B").fate, table.state.unit("B").felled_by) == ("destroyed", "red")
    assert table.state.outcome is not None


def test_nobody_left_who_could_roll_nothing_happens() -> None:
    table = Table(position(THREE + "unit B blue at=50,60\nterrain palisade f 20,80 80,80"))
    table.run(volley(table, R, B, "order"))
    assert table.events == []


def test_every_die_of_a_volley_is_told_with_its_lines() -> None:
    table = fought([*FIRE, [7]], [None, "no"])
    for event in [*table.told(HitRolled), *table.told(DamageRolled)]:
        telling = event.tell()
        assert telling.weight == "die"
        assert (telling.faces, telling.total, telling.needed) == (((event.natural,),), event.total, event.needed)
        assert telling.about.endswith(".passed" if event.passed else ".failed")


def test_every_event_and_question_of_a_volley_has_its_sentence_and_facts() -> None:
    hedged = EXCHANGE + "terrain hedge f 20,62 80,62"
    ghosts = THREE + "unit B blue at=47,60+50,60+53,60 abilities=ethereal"
    tables = [
        fought([*FIRE, [6], [9], [9], [7], [7]], [None, "yes"]),
        fought([[9, 9, 9], [9, 2], [9, 2], [1]], [None, "yes"], rows=hedged),
        fought([[9, 2, 2]], [None], rows=ghosts),
        fought([[2, 2, 2], [6], [2, 2, 2, 2]], ["yes"]),
        fought([[9, 2, 2], [9]], [], "reaction", THREE + "unit B blue at=50,60+53,60"),
    ]
    for table in tables:
        for event in table.events:
            assert isinstance(event, CeltosEvent)
            telling = event.tell()
            assert unworded(telling.about, telling.facts) == []
        for question in table.asked:
            assert unworded(question.about, question.facts) == []
        for item in (i for q in table.asked if isinstance(q.domain, Shares) for i in q.domain.items.values()):
            assert unworded(item.about, item.facts) == []
