"""What follows for a band from a battle: who returns, injuries, experience, honour, income (section CAM)."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from app.engine.campaigns import DEAD, OUT, Band, Deed, Member, Step
from app.engine.dice import Dice
from app.engine.refusals import Refusal
from app.systems.celtos.campaign.veterans import worth
from app.systems.celtos.campaign.warbands import WARBANDS
from app.systems.celtos.sentences import SENTENCES
from app.systems.celtos.system import SYSTEM
from tests.systems.celtos.bands import READY, against, agreed, band, by_chance, changed, fielded, lone, scripted


def after(one: Band, *deeds: Deed, result: str = "drew", dice: tuple[int, ...] = ()) -> tuple[Band, tuple[Step, ...]]:
    """The band and the steps after a battle with these dice, all of them thrown."""
    throw = scripted(*dice)
    steps = WARBANDS.aftermath(one, deeds, result, throw, {})
    with pytest.raises(IndexError):
        throw(Dice(1, 10))
    return changed(one, steps), steps


# -- troopers (CEL-CAM-02) ------------------------------------------------------------


@pytest.mark.parametrize(("dice", "left"), [((4, 5, 1, 10), 8), ((4, 4, 4, 4), 6), ((5, 5, 5, 5), 10)])
def test_troopers_return_on_five(dice: tuple[int, ...], left: int) -> None:
    one, steps = after(band(), Deed(id="m3", start=10, left=6), dice=dice)
    pikes = one.members["m3"]
    assert (pikes.models, pikes.full, pikes.state, pikes.cost) == (left, 10, "fit", 113 - 10 * (10 - left))
    (step,) = [s for s in steps if s.clause == "CEL-CAM-02"]
    assert (step.dice, step.faces) == (Dice(4, 10), dice)
    assert step.facts == {"who": "m3", "lost": 4, "returned": left - 6, "left": left}


def test_a_command_model_that_does_not_return_is_lost() -> None:
    lost = Deed(id="m3", start=10, left=7, facts={"leader": 1, "standard": 1})
    one, _ = after(band(), lost, dice=(4, 5, 4))
    assert (one.members["m3"].line["command"], one.members["m3"].models) == (["standard"], 8)
    assert one.members["m3"].cost == 8 * 10 + 8
    state = SYSTEM.begin(agreed(fielded(one)))
    assert [m.role for m in state.models.values() if m.unit == "red-3"] == ["standard", *[""] * 7]


def test_a_unit_of_which_nobody_returns_is_no_more() -> None:
    one, steps = after(band(), Deed(id="m5", fate="defeated", start=4, left=0), dice=(1, 2, 3, 4))
    archers = one.members["m5"]
    assert (archers.state, archers.models, archers.cost, archers.experience) == (DEAD, 0, 0, 0)
    assert WARBANDS.value(one) == 397 - 53
    assert [s.kind for s in steps] == ["battle", "death", "honour", "income"]


# -- Individuals (CEL-CAM-03) -----------------------------------------------------------


@pytest.mark.parametrize(("dice", "state", "injuries"), [
    ((1,), DEAD, ()), ((2, 1), "fit", ("in",)), ((3, 3), "fit", ("in",)), ((2, 4), "fit", ("ds",)),
    ((2, 6), "fit", ("ds",)), ((3, 7), "fit", ("as",)), ((3, 9), "fit", ("as",)),
    ((2, 10, 10, 9), "fit", ("as",)), ((4,), "fit", ()), ((10,), "fit", ()),
])  # fmt: skip
def test_what_becomes_of_a_fallen_individual(dice: tuple[int, ...], state: str, injuries: tuple[str, ...]) -> None:
    one, steps = after(band(), Deed(id="m1", fate="destroyed", left=0), dice=dice)
    taisho = one.members["m1"]
    assert (taisho.state, taisho.injuries, taisho.experience, taisho.cost) == (state, injuries, 0, 41)
    assert [s.faces for s in steps if s.clause == "CEL-CAM-03"] == [(face,) for face in dice]


def test_an_injury_takes_nothing_below_one() -> None:
    low = lone(injuries=("ds",) * 4)
    one, steps = after(low, Deed(id="m1", fate="defeated", left=0), dice=(2, 5))
    assert one.members["m1"].injuries == ("ds",) * 4
    assert [s.facts["now"] for s in steps if s.about == "campaign.spared"] == [1]
    assert SYSTEM.begin(agreed(fielded(one))).model("red-1-1").shooting == 1


# -- experience (CEL-CAM-04) ------------------------------------------------------------


@pytest.mark.parametrize(("had", "facts", "fate", "experience", "due"), [
    (0, {}, "", 1, 0), (0, {"units": 2}, "", 2, 0), (2, {}, "left", 3, 1), (4, {"units": 1}, "", 6, 1),
    (9, {}, "", 10, 1), (10, {"units": 1}, "", 12, 0), (2, {"units": 1}, "defeated", 2, 0),
])  # fmt: skip
def test_experience_and_advances(had: int, facts: dict[str, int], fate: str, experience: int, due: int) -> None:
    dice = (4,) if fate == "defeated" else ()
    one, _ = after(lone(experience=had), Deed(id="m1", fate=fate, facts=facts, kills=3), dice=dice)
    general = one.members["m1"]
    assert (general.experience, general.due, general.kills, general.battles) == (experience, due, 3, 1)


def test_an_advance_is_chosen_once_and_none_twice() -> None:
    one = lone(due=1, gained=("in",))
    (choice,) = WARBANDS.choices(one)
    assert (choice.member, choice.options, choice.default) == ("m1", ("ds", "as", "mn"), "mn")
    assert set(choice.say) <= set(SENTENCES)
    for option, code in (("in", "campaign.raised"), ("rs", "campaign.no-skill"), ("", "campaign.no-skill")):
        no = WARBANDS.choose(one, "m1", option)
        assert isinstance(no, Refusal)
        assert (no.code, no.clause) == (code, "CEL-CAM-04")
    step = WARBANDS.choose(one, "m1", "mn")
    assert isinstance(step, Step)
    after_it = changed(one, (step,))
    assert (after_it.members["m1"].gained, after_it.members["m1"].due) == (("in", "mn"), 0)
    assert SYSTEM.begin(agreed(fielded(after_it))).model("red-1-1").command == 9
    for who in ("m1", "m2", "m9"):
        no = WARBANDS.choose(after_it, who, "as")
        assert isinstance(no, Refusal)
        assert (no.code, no.clause) == ("campaign.no-advance", "CEL-CAM-04")


def test_a_characteristic_at_nine_is_not_raised() -> None:
    abbot = band("cedar-bell")
    one = replace(abbot, members={"m1": replace(abbot.members["m1"], due=1)})
    assert WARBANDS.choices(one)[0].options == ("in", "ds", "as")
    no = WARBANDS.choose(one, "m1", "mn")
    assert isinstance(no, Refusal)
    assert (no.code, no.facts) == ("campaign.highest", {"skill": "mn", "now": 9, "most": 9})


def test_great_deeds_are_remembered() -> None:
    one, _ = after(lone(), Deed(id="m1", facts={"units": 2, "dearest": 1}), Deed(id="m2", start=4, left=4))
    assert one.members["m1"].honours == ("honour-dearest", "honour-many")
    assert one.members["m2"].honours == ()


# -- honour, income, rest -------------------------------------------------------------


@pytest.mark.parametrize(("result", "honour", "income"), [("won", 3, 30), ("lost", 0, 40), ("drew", 1, 35)])
def test_honour_and_income(result: str, honour: int, income: int) -> None:
    one, steps = after(lone(5), result=result)
    assert (one.honour, one.purse) == (honour, 5 + income)
    assert [s.clause for s in steps] == [*(["CEL-CAM-01"] if honour else []), "CEL-CAM-05"]


def test_who_had_to_rest_is_back_and_the_dead_stay_dead() -> None:
    one, _ = after(lone(state=OUT))
    assert one.members["m1"].state == "fit"
    gone = lone(state=DEAD)
    one, _ = after(gone, Deed(id="m1", fate="destroyed", left=0), Deed(id="nobody"))
    assert one.members == gone.members


@pytest.mark.parametrize("seed", range(5))
def test_twenty_battles_in_a_row(seed: int) -> None:
    rng, one = Random(seed), band(list(READY)[seed], READY[list(READY)[seed]])
    for _ in range(20):
        deeds = tuple(random_deed(rng, m) for m in one.fit())
        one = changed(one, WARBANDS.aftermath(one, deeds, rng.choice(("won", "lost", "drew")), by_chance(rng), {}))
        for choice in WARBANDS.choices(one):
            step = WARBANDS.choose(one, choice.member, choice.default)
            assert isinstance(step, Step)
            one = changed(one, (step,))
        for offer in rng.sample(WARBANDS.market(one), 5):
            bought = WARBANDS.purchase(one, offer.key, f"m{len(one.members) + 1}", "")
            one = changed(one, (bought,)) if isinstance(bought, Step) else one
        assert min((one.purse, *(min(m.cost, m.models, m.due) for m in one.members.values()))) >= 0
        assert [m.cost for m in one.living()] == [worth(one, m, m.models, m.line["command"]) for m in one.living()]
        if one.fit():
            assert against(agreed(fielded(one), rng.choice(WARBANDS.scenarios))) == []
    assert any(m.gained for m in one.members.values())


def random_deed(rng: Random, member: Member) -> Deed:
    """Anything a member may have suffered and done."""
    left = rng.randint(0, member.models)
    facts = {"units": rng.randint(0, 2), "leader": rng.randint(0, 1), "dearest": rng.randint(0, 1)}
    fate = "" if left else rng.choice(("destroyed", "defeated", "left"))
    return Deed(id=member.id, fate=fate, start=member.models, left=left, kills=rng.randint(0, 4), facts=facts)
