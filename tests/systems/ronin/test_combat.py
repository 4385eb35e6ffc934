"""Whole combats: who may fight whom, what a blow adds up to, when it is over."""

from typing import Any

from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.refusals import Clause
from app.systems.ronin.attributes.events import DieRerolled
from app.systems.ronin.combat.blows import AttackRolled, Captured, DefenceRolled, Subdued
from app.systems.ronin.combat.counters import counters_of
from app.systems.ronin.combat.events import CombatBegan, CombatEnded, CombatsFormed, CountersShown, FighterPassed
from app.systems.ronin.combat.fighting import refuse_blow
from app.systems.ronin.state import Counters
from app.systems.ronin.wounds.events import BlowScored, Wounded
from tests.systems.ronin.fights import Bout, arm, duel

X = {"pick": "attack", "then": "x"}
TWO = "phase combat\nmodel a red at=5,5\nmodel b red at=20,5\nmodel x blue at=6,5\nmodel y blue at=21,5"


def test_combats_are_connected_groups_and_players_alternate() -> None:
    bout = Bout(f"{TWO}\nmodel c red at=22,5\nmodel far red at=30,30\npriority blue")
    assert [set(fight.members) for fight in bout.last(CombatsFormed).combats] == [{"x", "a"}, {"y", "b", "c"}]
    assert bout.model("y").touched == ("b", "c")
    bout.say("blue", "combat-2", "combat.choose")
    assert bout.last(CombatBegan).go == "red"
    assert bout.asked() == [("blue", "combat.weapon")]


def test_a_blow_is_told_line_by_line() -> None:
    bout = duel("fight=3 pool=2 weapons=nodachi attributes=powerful light=1", "pool=1 armour=medium", split=(2, 0))
    bout.dice("initiative:5", "initiative:2").say("red", X).say("blue", "no").say("red", "no")
    bout.dice("attack:43", "defence:4")
    rolled = bout.last(AttackRolled)
    lines = [(line.id, line.adds) for line in rolled.lines]
    assert lines == [("fight", 3), ("light-wound", -1), ("nodachi", 1), ("powerful", 1)]
    assert rolled.total == 11
    assert bout.last(DefenceRolled).lines == (Line("medium-armour", 2, Clause("RON-CBT-09")),)
    assert bout.last(BlowScored).score == 5


def test_the_lowest_of_three_dice_goes() -> None:
    bout = duel("fight=0 pool=2", "pool=1", split=(2, 0)).dice("initiative:5", "initiative:2")
    bout.say("red", X).say("blue", "yes").say("red", "yes").dice("attack:162", "defence:55")
    assert (bout.last(AttackRolled).kept, bout.last(AttackRolled).total) == ((6, 2), 8)
    assert bout.last(DefenceRolled).total == 10
    assert bout.last(CombatEnded).reason == "spent"


def test_three_enemies_make_it_harder_to_defend() -> None:
    ring = "model b red at=11,11 pool=0\nmodel c red at=11,9 pool=0"
    bout = duel("pool=1", "pool=0", rows=ring, split=(1, 0))
    bout.dice("initiative:1", "initiative:2", "initiative:6", "initiative:3")
    bout.say("red", X).dice("attack:11", "defence:6")
    assert bout.last(DefenceRolled).lines == (Line("crowded", -1, Clause("RON-CBT-09")),)


def test_the_defenders_fight_counts_only_if_agreed() -> None:
    bout = duel("pool=1", "pool=0 fight=2", rows="option defence_adds_fight=yes", split=(1, 0))
    bout.dice("initiative:5", "initiative:2").say("red", X).dice("attack:11", "defence:3")
    assert bout.last(DefenceRolled).total == 5


def test_passing_in_a_row_ends_it_and_a_fighter_without_counters_passes_by_itself() -> None:
    bout = duel("pool=2", "pool=1", split=(2, 0)).dice("initiative:5", "initiative:2").say("red", "pass", "combat.go")
    assert [(e.model, e.forced) for e in bout.all(FighterPassed)] == [("a", False), ("x", True)]
    assert bout.last(CombatEnded).reason == "passed"
    assert bout.session.over


def test_the_counters_of_both_stand_at_each_choice_once_they_are_shown() -> None:
    bout = duel("pool=2", "pool=2", split=(1, 1)).dice("initiative:5", "initiative:2")

    def told(seat: str) -> dict[str, Any]:
        question = bout.session.question(Seat(seat))
        assert question is not None
        return {key: question.facts[key] for key in ("their_attack", "their_defence")}

    assert told("red") == {"their_attack": 1, "their_defence": 1}
    bout.say("red", X)
    assert (bout.asked(), told("blue")) == (
        [("blue", "combat.enhance-defence")], {"their_attack": 0, "their_defence": 1},
    )  # fmt: skip


def test_subdue_costs_two_counters_stuns_and_captures() -> None:
    bout = duel("fight=0 pool=3 weapons=kusarigama", "pool=0", split=(3, 0)).dice("initiative:5", "initiative:2")
    bout.say("red", {"pick": "subdue", "then": "x"})
    assert counters_of(bout.session.state, "combat-1", bout.model("a").seat) == Counters(1, 0)
    bout.say("red", "no").dice("attack:22", "defence:3")
    assert (bout.last(Subdued).score, bout.model("x").stunned, bout.model("x").light) == (2, 1, 0)
    assert bout.no("red", {"pick": "subdue", "then": "x"}) == "RON-CBT-36"
    bout = duel("fight=0 pool=2", "pool=0", split=(2, 0)).dice("initiative:5", "initiative:2")
    bout.say("red", {"pick": "subdue", "then": "x"}).dice("attack:44", "defence:4")
    assert (bout.model("x").fate, bout.session.state.bodies) == ("captured", ())
    assert bout.last(Captured).by == "a"


def test_a_civilian_defends_and_is_taken_by_any_success() -> None:
    bout = duel("fight=0 pool=2", "civilian=yes rank=0 pool=1 weapons=none", split=(2, 0))
    bout.dice("initiative:5", "initiative:2").say("red", {"pick": "subdue", "then": "x"}).say("blue", "no")
    bout.dice("attack:22", "defence:3")
    assert (bout.model("x").fate, bout.last(Captured).clause) == ("captured", "RON-SCN-45")


def test_a_rider_riding_by_strikes_in_the_first_cycle_only() -> None:
    bout = duel("pool=3 weapons=yari mounted=yes moved=ride-by", "pool=0", split=(3, 0))
    bout.dice("initiative:5", "initiative:2").say("red", X).say("red", "no").dice("attack:11", "defence:6")
    assert ("ride-by-yari", 1) in [(line.id, line.adds) for line in bout.last(AttackRolled).lines]
    assert bout.last(CombatEnded).reason == "passed"


def test_a_rider_may_not_name_a_weapon_for_foot() -> None:
    bout = Bout("phase combat\nmodel a red at=10,10 weapons=nodachi mounted=yes\nmodel x blue at=11,10 weapons=yumi")
    assert bout.last(CombatBegan).fighters == ("a", "x")
    assert bout.model("a").weapon == "weaponless"
    assert bout.asked() == [("blue", "combat.weapon")]
    bout.say("blue", "improvised")


def test_the_held_back_of_a_duel_strike_nobody() -> None:
    rows = "scenario duel\nbound"
    bout = duel("leader=yes pool=2", "pool=2", rows=rows, split=(2, 0)).dice("initiative:1", "initiative:6")
    assert [(e.model, e.forced) for e in bout.all(FighterPassed)] == [("x", True)]
    assert bout.last(CountersShown).counters["blue"] == Counters(0, 2)
    assert bout.asked() == [("red", "combat.go")]
    state = bout.session.state
    no = refuse_blow(state, "combat-1", bout.model("x"), "attack", 1)
    assert no is not None
    assert no.clause == "RON-SCN-80"


def test_wounds_lower_fight_at_once() -> None:
    bout = duel("fight=2 pool=1", "fight=2 pool=1", split=(1, 1)).dice("initiative:5", "initiative:2")
    bout.say("red", X).dice("attack:21", "defence:3")
    assert bout.last(Wounded).result == "light"
    bout.say("blue", {"pick": "attack", "then": "a"}).dice("attack:11", "defence:6")
    assert bout.last(AttackRolled).total == 2 + 2 - 1


def test_one_reroll_a_phase_attacker_first_before_the_discard() -> None:
    bout = duel("fight=0 pool=2 attributes=kenjutsu", "fight=0 pool=1 attributes=kenjutsu", split=(2, 0))
    bout.dice("initiative:5").dice("initiative:2")
    bout.say("red", "none", "combat.reroll").say("blue", "none", "combat.reroll")
    bout.say("red", X).say("blue", "no").say("red", "yes").dice("attack:416", "defence:1")
    bout.say("red", "die-2", "combat.reroll").dice("attack-reroll:5").say("blue", "die-1").dice("defence-reroll:6")
    assert bout.last(AttackRolled).faces == (4, 5, 6)
    assert (bout.last(AttackRolled).total, bout.last(DefenceRolled).total) == (11, 6)
    assert [e.model for e in bout.all(DieRerolled)] == ["a", "x"]
    assert bout.model("a").bujutsu_used


def test_the_page_can_show_a_blow_beforehand() -> None:
    bout = duel("fight=3 pool=1 weapons=katana", "pool=0 armour=heavy", split=(1, 0))
    bout.dice("initiative:5", "initiative:2")
    domain = bout.session.questions()[0].domain
    answer = domain.read(X)
    shown = domain.preview(answer)
    assert [(line.id, line.adds) for line in shown.lines] == [("fight", 3)]
    assert [note.about for note in shown.notes] == ["look.attack", "look.defence", "look.defence-line"]


def test_the_second_combat_is_another_call_of_the_phase() -> None:
    bout = Bout(TWO)
    bout.say("red", "combat-1")
    arm(bout, "katana")
    for seat in ("red", "blue"):
        bout.say(seat, {"attack": 0, "defence": bout.model("a").pool}, "combat.split")
    for seat in ("red", "blue"):
        bout.say(seat, {}, "combat.commit")
    bout.dice("initiative:5", "initiative:2")
    assert bout.session.over
    assert [fight.fought for fight in bout.session.state.combats] == [True, False]


def test_a_free_attack_has_plus_one_and_no_counters() -> None:
    bout = Bout("phase move\nmodel a red at=10,10\nmodel x blue at=11,10 fight=2 weapons=yari attributes=sojutsu")
    bout.say("red", {"pick": "a", "then": {"pick": "withdraw", "then": [[22860, 25400]]}})
    bout.say("blue", "free-attack").say("blue", "yari", "combat.weapon").dice("attack:32", "defence:4")
    assert [(line.id, line.adds) for line in bout.last(AttackRolled).lines] == [("fight", 2), ("free-attack", 1)]
    assert (bout.last(BlowScored).score, bout.model("a").grievous, bout.model("x").free_attack) == (4, 1, True)
    assert not bout.model("x").weapon
