"""General rules of campaigns: every clause with its numbers, on a system made up for it (CPN-AFT)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from app.campaigns.book import BOOK
from app.campaigns.warbands.general import DIE, FLED, RULES, General
from app.campaigns.warbands.words import SENTENCES
from app.engine.asks import Json
from app.engine.campaigns import (
    CAPTIVE,
    DEAD,
    FIT,
    OUT,
    RETIRED,
    Band,
    CampaignRules,
    Deed,
    Delta,
    Member,
    Offer,
    Step,
    apply_all,
)
from app.engine.dice import Dice, Faces
from app.engine.events import Seat
from app.engine.refusals import Clause, Refusal
from app.engine.system import Setup


class Skirmish:
    """A system of one kind of unit; it notes what it was asked."""

    scenarios: tuple[str, ...] = ("open",)
    raises: tuple[str, ...] = ("aim", "nerve")
    say: tuple[str, ...] = ("say.aim", "say.nerve")

    def enlist(self, roster: Json, limit: int) -> Band | tuple[Refusal, ...]:
        return Band(head=roster, purse=limit)

    def value(self, band: Band) -> int:
        return sum(m.cost for m in band.living())

    def refuse_muster(self, band: Band, members: Sequence[str]) -> tuple[Refusal, ...]:
        return () if members else (Refusal("nobody", Clause("X")),)

    def muster(self, band: Band, members: Sequence[str], extra: int = 0) -> Json:
        return {"members": list(members), "extra": extra}

    def deeds(self, state: str, seat: Seat) -> tuple[Deed, ...]:
        return (Deed(id=state + seat),)

    def points(self, state: str, seat: Seat) -> int:
        return len(state + seat)

    def market(self, band: Band) -> tuple[Offer, ...]:
        return (Offer(key="one", kind="one", line={}, cost=5),)

    def purchase(self, band: Band, key: str, id: str, name: str) -> Step | Refusal:
        return Step("purchase", Clause("X"), key, {"who": id, "name": name})

    def setup_options(self, setup: Setup) -> Mapping[str, Any]:
        return {"campaign": True}


RULES_OF: CampaignRules[str] = General(Skirmish())
GENERAL = General(Skirmish())


def member(id: str = "a", **more: Any) -> Member:
    """A member worth 20."""
    return Member(**{"id": id, "kind": "man", "line": {}, "cost": 20, **more})


def unit(id: str = "a", models: int = 10, full: int = 10, **more: Any) -> Member:
    """A unit of ten."""
    return member(id, models=models, full=full, **more)


def band(*members: Member, **more: Any) -> Band:
    """A band of these and of one that stays at home, so that somebody is always left."""
    home = member("home", cost=1)
    return Band(head={}, members={m.id: m for m in (*members, home)}, **more)


class Table:
    """What follows from a battle, and the dice that were asked for."""

    def __init__(
        self, before: Band, *deeds: Deed, dice: Sequence[int] = (), result: str = "lost", **facts: int
    ) -> None:
        self.left = list(dice)
        self.steps = GENERAL.aftermath(before, deeds, result, self.throw, facts)
        self.after = apply_all(before, [delta for step in self.steps for delta in step.deltas])

    def throw(self, dice: Dice) -> Faces:
        assert dice == Dice(1, 6)
        return (self.left.pop(0),)

    def told(self, clause: int) -> list[tuple[str, dict[str, Any]]]:
        """The steps that rest on a clause: what they say, of whom."""
        return [(s.about.removeprefix("campaign.general."), s.facts) for s in self.steps if s.clause == cpn(clause)]


def cpn(number: int) -> Clause:
    """A clause of the aftermath."""
    return Clause(f"CPN-AFT-{number:02}")


# -- who comes back ---------------------------------------------------------------


def test_who_missed_a_battle_is_back_and_who_fought_is_not_asked() -> None:
    found = Table(band(member("a", state=OUT), member("b", state=DEAD), member("c")), Deed(id="c"))
    assert found.told(2) == [("back", {"who": "a"})]
    assert [m.state for m in found.after.members.values()] == [FIT, DEAD, FIT, FIT]


def test_battles_and_kills_are_counted() -> None:
    found = Table(band(member("a", kills=2, battles=4), member("b")), Deed(id="a", kills=3), Deed(id="b"))
    a, b, home = found.after.members.values()
    assert (a.battles, a.kills, b.battles, b.kills, home.battles) == (5, 5, 1, 0, 0)
    assert found.told(3) == [("fought", {"who": "a", "kills": 3}), ("fought", {"who": "b", "kills": 0})]


@pytest.mark.parametrize(("left", "after"), [(10, 10), (9, 9), (8, 9), (5, 7), (2, 6), (1, 5)])
def test_half_of_the_lost_come_back_rounded_down(left: int, after: int) -> None:
    found = Table(band(unit()), Deed(id="a", start=10, left=left))
    assert found.after.members["a"].models == after
    assert [facts["lost"] for _, facts in found.told(4)] == ([10 - left] if left < 10 else [])


def test_a_unit_never_has_more_than_it_had() -> None:
    found = Table(band(unit(models=4)), Deed(id="a", start=4, left=7))
    assert found.after.members["a"].models == 4


@pytest.mark.parametrize(
    ("face", "models", "full", "after"),
    [(3, 10, 10, 3), (6, 8, 8, 2), (4, 1, 10, 1), (5, 2, 20, 2), (3, 5, 5, 2)],
)
def test_a_unit_wiped_out_forms_again_with_a_quarter(face: int, models: int, full: int, after: int) -> None:
    found = Table(band(unit(models=models, full=full)), Deed(id="a", start=models, left=0, fate="fallen"), dice=[face])
    assert (found.after.members["a"].models, found.after.members["a"].state) == (after, FIT)
    step = next(s for s in found.steps if s.clause == cpn(5))
    assert (step.kind, step.dice, step.faces) == ("recovery", DIE, (face,))


@pytest.mark.parametrize("face", [1, 2])
def test_a_unit_wiped_out_is_lost_with_1_and_2(face: int) -> None:
    found = Table(band(unit()), Deed(id="a", start=10, left=0), dice=[face])
    assert (found.after.members["a"].models, found.after.members["a"].state) == (0, DEAD)
    assert found.told(10) == []


@pytest.mark.parametrize(("models", "full", "after"), [(10, 10, 5), (7, 10, 4), (1, 10, 1), (1, 1, 1)])
def test_half_of_those_who_left_the_table_come_back_without_a_die(models: int, full: int, after: int) -> None:
    found = Table(band(unit(models=models, full=full)), Deed(id="a", start=models, left=0, fate=FLED))
    assert (found.after.members["a"].models, found.after.members["a"].state) == (after, FIT)
    assert [about for about, _ in found.told(6)] == ["ran.one" if full == 1 else "ran"]


@pytest.mark.parametrize(
    ("dice", "state", "injuries"),
    [((1,), DEAD, ()), ((3,), OUT, ()), ((4,), FIT, ()), ((5,), FIT, ()), ((6,), FIT, ()),
     ((2, 1), FIT, ("aim",)), ((2, 2), FIT, ("nerve",)), ((2, 3), OUT, ()), ((2, 6), OUT, ())],
)  # fmt: skip
def test_what_becomes_of_the_fallen(dice: tuple[int, ...], state: str, injuries: tuple[str, ...]) -> None:
    found = Table(band(member()), Deed(id="a", left=0, fate="fallen"), dice=dice)
    a = found.after.members["a"]
    assert (a.state, a.injuries, found.left) == (state, injuries, [])
    assert tuple(s.faces[0] for s in found.steps if s.faces) == dice


def test_the_same_injury_twice_is_a_battle_missed() -> None:
    found = Table(band(member(injuries=("aim",))), Deed(id="a", left=0), dice=(2, 1))
    assert (found.after.members["a"].injuries, found.after.members["a"].state) == (("aim",), OUT)
    assert found.told(8) == [("injury.out", {"who": "a"})]


def alone(*members: Member) -> Band:
    """A band with nobody at home."""
    return Band(head={}, members={m.id: m for m in members})


def test_the_dearest_that_would_miss_the_battle_does_not_where_nobody_else_is_left() -> None:
    before = alone(member("a"), member("b", cost=30), member("c", cost=30), member("d", cost=90))
    found = Table(before, *(Deed(id=id, left=0) for id in "abcd"), dice=(3, 3, 3, 1))
    assert [m.state for m in found.after.members.values()] == [OUT, FIT, OUT, DEAD]
    assert found.told(9) == [("spared", {"who": "b", "left": 1})]


def test_the_dearest_of_the_dead_is_found_where_all_are_dead() -> None:
    before = alone(unit("a", models=6, full=9, cost=50), member("b", cost=30), member("c", state=CAPTIVE, cost=99))
    found = Table(before, Deed(id="a", start=6, left=0), Deed(id="b", left=0), dice=(1, 1))
    assert [(m.state, m.models) for m in found.after.members.values()] == [(FIT, 3), (DEAD, 1), (CAPTIVE, 1)]
    assert found.told(9) == [("found", {"who": "a", "left": 3})]


def test_a_band_without_anybody_gets_through() -> None:
    found = Table(alone(member(state=RETIRED)))
    assert [s.clause for s in found.steps] == [cpn(12)]


# -- what they gain ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "kills", "gap", "gain"),
    [("lost", 0, 0, 1), ("drew", 0, 0, 1), ("won", 0, 0, 2), ("lost", 1, 0, 2), ("lost", 2, 0, 3), ("lost", 9, 0, 3),
     ("lost", 0, 9, 1), ("lost", 0, 10, 2), ("won", 5, 30, 5), ("lost", 0, -30, 1), ("lost", -4, 0, 1)],
)  # fmt: skip
def test_experience(result: str, kills: int, gap: int, gain: int) -> None:
    found = Table(band(member()), Deed(id="a", kills=kills), result=result, gap=gap)
    assert found.told(10) == [("experience", {"who": "a", "gain": gain, "total": gain})]
    assert found.after.members["a"].experience == gain
    assert found.after.members["home"].experience == 0


def test_the_dead_learn_nothing_and_the_hurt_do() -> None:
    found = Table(band(member("a"), member("b")), Deed(id="a", left=0), Deed(id="b", left=0), dice=(1, 3))
    assert [facts["who"] for _, facts in found.told(10)] == ["b"]


@pytest.mark.parametrize(
    ("before", "kills", "gap", "due"),
    [(2, 0, 0, 0), (3, 0, 0, 1), (4, 2, 0, 0), (6, 1, 0, 1), (13, 0, 0, 1), (14, 2, 0, 0), (3, 2, 10, 2)],
)
def test_advances_are_due_at_4_8_and_14(before: int, kills: int, gap: int, due: int) -> None:
    found = Table(band(member(experience=before)), Deed(id="a", kills=kills), result="won" if gap else "lost", gap=gap)
    assert found.after.members["a"].due == due


def test_no_more_advances_than_characteristics_left() -> None:
    one, two = member("a", experience=3, gained=("aim", "nerve")), member("b", experience=7, gained=("aim",), due=1)
    found = Table(band(one, two), Deed(id="a"), Deed(id="b"))
    assert [m.due for m in found.after.members.values()] == [0, 1, 0]
    assert found.told(11) == []


@pytest.mark.parametrize(
    ("limit", "result", "points"),
    [(500, "lost", 40), (500, "drew", 35), (500, "won", 30), (0, "lost", 40), (2000, "lost", 160), (130, "won", 7)],
)
def test_income_is_more_for_the_loser(limit: int, result: str, points: int) -> None:
    found = Table(band(purse=5, notes={"limit": limit} if limit else {}), result=result)
    assert found.after.purse == 5 + points
    assert found.told(12) == [(f"income.{result}", {"points": points, "purse": 5 + points})]


@pytest.mark.parametrize(
    ("result", "gap", "number"), [("won", 0, 2), ("drew", 9, 1), ("lost", 9, 0), ("lost", 10, 1), ("won", 50, 3)]
)
def test_honour(result: str, gap: int, number: int) -> None:
    found = Table(band(honour=4), result=result, gap=gap)
    assert found.after.honour == 4 + number
    assert len(found.told(13)) == (number > 0)


# -- choices ----------------------------------------------------------------------


def test_a_choice_offers_what_is_not_raised_and_says_each() -> None:
    before = band(member("a", due=1, gained=("aim",)), member("b", due=2), member("c", due=1, state=DEAD))
    one, two = GENERAL.choices(before)
    assert (one.member, one.options, one.say, one.default) == ("a", ("nerve",), ("say.nerve",), "nerve")
    assert (two.member, two.options, two.default, two.clause) == ("b", ("aim", "nerve"), "aim", cpn(11))


def test_a_choice_is_made_once_for_each_advance_and_characteristic() -> None:
    before = band(member(due=2))
    first = GENERAL.choose(before, "a", "nerve")
    assert isinstance(first, Step)
    assert first.deltas == (Delta("due", "a", add=-1), Delta("gained", "a", more="nerve"))
    after = apply_all(before, first.deltas)
    again = GENERAL.choose(after, "a", "nerve")
    assert isinstance(again, Refusal)
    assert (again.code, again.clause) == ("campaign.general.not-open", cpn(11))
    second = GENERAL.choose(after, "a", "aim")
    assert isinstance(second, Step)
    done = apply_all(after, second.deltas)
    assert (done.members["a"].gained, GENERAL.choices(done)) == (("nerve", "aim"), ())


@pytest.mark.parametrize(("who", "what"), [("a", "aim"), ("nobody", "aim"), ("", ""), ("home", "x" * 500)])
def test_a_choice_that_is_not_due_is_refused(who: str, what: str) -> None:
    no = GENERAL.choose(band(member()), who, what)
    assert isinstance(no, Refusal)
    assert (no.code, no.clause) == ("campaign.general.no-advance", cpn(11))


# -- the whole --------------------------------------------------------------------


def test_the_steps_come_in_the_order_of_the_clauses() -> None:
    before = band(member("a", experience=3), unit("b"), member("c", state=OUT))
    found = Table(before, Deed(id="a", left=0), Deed(id="b", start=10, left=3), dice=(4,), result="drew", gap=20)
    numbers = [int(s.clause[-2:]) for s in found.steps]
    assert numbers == [2, 3, 3, 7, 4, 10, 11, 10, 12, 13]


def test_deeds_of_nobody_and_of_the_gone_are_left_out() -> None:
    found = Table(band(member("a", state=DEAD)), Deed(id="a", left=0), Deed(id="ghost", left=0), result="won")
    assert [s.clause for s in found.steps] == [cpn(12), cpn(13)]


def test_twenty_battles_in_a_row_leave_every_band_able_to_fight() -> None:
    for seed in range(20):
        rng = Random(seed)
        now = alone(*(unit(f"u{n}", cost=100 + n) for n in range(4)), *(member(f"c{n}") for n in range(3)))
        for _ in range(20):
            now = battle(now, rng)
            assert now.fit()
            assert min(m.models for m in now.fit()) > 0
            assert all(m.models <= m.full and m.due >= 0 and m.experience >= 0 for m in now.members.values())
            assert all(len(dict.fromkeys(m.gained)) == len(m.gained) for m in now.members.values())
        assert now.purse >= 20 * 30


def battle(now: Band, rng: Random) -> Band:
    """The band after a bad day, all advances chosen."""
    deeds = [
        Deed(id=m.id, start=m.models, left=rng.choice((0, rng.randint(0, m.models))), kills=rng.randint(0, 3),
             fate=rng.choice(("", "fallen", FLED, "odd")))
        for m in now.fit()
    ]  # fmt: skip
    steps = GENERAL.aftermath(now, deeds, rng.choice(("won", "lost", "drew")), lambda _: (rng.randint(1, 6),),
                              {"gap": rng.randint(-99, 99)})  # fmt: skip
    now = apply_all(now, [delta for step in steps for delta in step.deltas])
    while asked := GENERAL.choices(now):
        step = GENERAL.choose(now, asked[0].member, rng.choice(asked[0].options))
        assert isinstance(step, Step)
        now = apply_all(now, step.deltas)
    return now


def test_who_loses_every_battle_to_a_stronger_one_is_not_left_behind() -> None:
    """Over ten battles that one side wins unhurt the loser earns more and learns as much."""
    winner, loser = band(unit()), band(unit())
    for _ in range(10):
        winner = Table(winner, Deed(id="a", start=10, left=10, kills=0), result="won", gap=-20).after
        loser = Table(loser, Deed(id="a", start=10, left=10), result="lost", gap=20).after
    assert (winner.purse, loser.purse) == (300, 400)
    assert (winner.members["a"].experience, loser.members["a"].experience) == (20, 20)
    assert (winner.honour, loser.honour) == (20, 10)


def test_what_the_system_says_goes_through() -> None:
    system, now, setup = Skirmish(), band(member()), Setup("open", ())
    assert RULES_OF.scenarios == system.scenarios
    assert RULES_OF.enlist({"x": 1}, 300) == system.enlist({"x": 1}, 300)
    assert (RULES_OF.value(now), RULES_OF.refuse_muster(now, ())) == (21, system.refuse_muster(now, ()))
    assert RULES_OF.muster(now, ["a"], 7) == {"members": ["a"], "extra": 7}
    assert RULES_OF.deeds("s", Seat("one")) == (Deed(id="sone"),)
    assert (RULES_OF.points("s", Seat("one")), RULES_OF.market(now)) == (4, system.market(now))
    assert RULES_OF.purchase(now, "one", "z", "Zed") == system.purchase(now, "one", "z", "Zed")
    assert RULES_OF.setup_options(setup) == {"campaign": True}


def test_every_step_and_refusal_has_words_and_every_row_a_clause() -> None:
    rng, said = Random(1), set[str]()
    for seed in range(60):
        now = band(unit("a"), member("b", experience=3), member("c", state=OUT, injuries=("aim",)))
        now = now if seed % 3 else alone(*(replace(m, state=FIT) for m in now.members.values()))
        deeds = [Deed(id=id, start=now.members[id].models, left=rng.choice((0, 0, 1)), fate=rng.choice(("", FLED)))
                 for id in now.members]  # fmt: skip
        dice = (lambda _: (rng.choice((1, 2, 3)),)) if seed % 2 else (lambda _: (rng.randint(1, 6),))
        steps = GENERAL.aftermath(now, deeds, ("won", "lost", "drew")[seed % 3], dice, {"gap": 10})
        said |= {step.about for step in steps}
    said |= {
        "campaign.general.choose",
        "campaign.general.advanced",
        "campaign.general.no-advance",
        "campaign.general.not-open",
    }
    assert said - set(SENTENCES) == set()
    assert len(said) > 15
    assert all(row["clause"] in BOOK.clauses for row in RULES.values())
    assert [e.id for e in BOOK.rulebook("es") if e.topic == "AFT"] == [e.id for e in BOOK.clauses if e.topic == "AFT"]
