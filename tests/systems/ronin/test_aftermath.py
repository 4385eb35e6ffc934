"""What becomes of a warband after a battle, and what its player may choose (RON-CAM-05 to RON-CAM-09)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.campaigns import Band, Deed, Step, apply_all
from app.engine.dice import Dice
from app.systems.ronin.campaign.warbands import WARBANDS
from app.systems.ronin.system import SYSTEM
from app.systems.ronin.warband.roster import profile
from tests.systems.ronin.banding import after, band_of, did, refused, sent, taken, with_member

# -- the aftermath ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("deed", "result", "gained"),
    [
        (did(), "drew", 1), (did(), "won", 2), (did(), "lost", 1), (did(kills=3), "won", 5),
        (did(fate="exited", kills=1), "lost", 2), (did(kills=1, heads=2), "drew", 4), (did(fate="reserve"), "won", 0),
        (did(fate="fled", kills=2), "won", 0), (did(fate="captured", kills=2), "won", 0),
    ],
)  # fmt: skip
def test_experience_is_earned_by_coming_through(deed: Deed, result: str, gained: int) -> None:
    band, steps = after(band_of(), deed, result=result)
    assert band.members["m1"].experience == gained
    told = [step for step in steps if step.kind == "experience"]
    assert [step.clause for step in told] == ["RON-CAM-05"] * bool(gained)
    assert band.members["m1"].honours == ("head",) * (deed.facts.get("heads", 0))


def test_battles_and_kills_are_counted_of_those_who_took_the_field() -> None:
    band, _ = after(band_of(), did("m1", kills=2), did("m2", "fled", kills=1), did("m3", "reserve"), result="won")
    assert [(m.battles, m.kills) for m in band.living()][:4] == [(1, 2), (1, 1), (0, 0), (0, 0)]


@pytest.mark.parametrize("face", range(1, 7))
def test_the_die_of_a_killed_model(face: int) -> None:
    band, steps = after(band_of(), did(fate="dead", kills=2, grievous=1), result="won", dice=[face])
    one = band.members["m1"]
    assert (one.state, one.injuries) == ("dead" if face <= 4 else "fit", ("light-wound",) if face == 5 else ())
    assert one.experience == 0
    (thrown,) = [step for step in steps if step.dice]
    assert (thrown.clause, thrown.dice, thrown.faces) == ("RON-CAM-07", Dice(1, 6), (face,))


@pytest.mark.parametrize(("result", "state"), [("won", "fit"), ("drew", "fit"), ("lost", "dead")])
def test_captives_are_dead_if_the_battle_is_lost(result: str, state: str) -> None:
    band, steps = after(band_of(), did(fate="captured"), result=result)
    assert band.members["m1"].state == state
    assert [step.clause for step in steps if step.about.startswith("campaign.captured")] == ["RON-CAM-07"]


def test_a_captive_who_is_dead_throws_for_no_wound() -> None:
    band, steps = after(band_of(), did(fate="captured", grievous=1), result="lost", dice=[])
    assert band.members["m1"].state == "dead"
    assert [step for step in steps if step.dice] == []


def test_advances_beyond_what_can_be_gained_are_asked_no_more() -> None:
    band = with_member(band_of(), "m1", due=200)
    for _ in range(200):
        asked = [one for one in WARBANDS.choices(band) if one.member == "m1"]
        if not asked:
            break
        step = WARBANDS.choose(band, "m1", asked[0].default)
        assert isinstance(step, Step)
        band = apply_all(band, step.deltas)
    assert [one for one in WARBANDS.choices(band) if one.member == "m1"] == []


@pytest.mark.parametrize("face", range(1, 7))
def test_a_grievous_wound_may_cost_the_next_battle_and_no_more(face: int) -> None:
    band, steps = after(band_of(), did(grievous=2, light=1), dice=[face])
    assert band.members["m1"].state == ("out" if face <= 2 else "fit")
    assert [s.clause for s in steps if s.dice] == ["RON-CAM-08"]
    again, _ = after(band, did("m2"))
    assert again.members["m1"].state == "fit"
    assert WARBANDS.refuse_muster(again, ["m1"]) == ()


def test_a_lasting_light_wound_lasts_one_game() -> None:
    band, _ = after(band_of(), did(fate="dead"), dice=[5])
    assert sent(band, "m1").light == 1
    again, _ = after(band, did(fate="dead"), dice=[5])
    assert again.members["m1"].injuries == ("light-wound",)
    assert sent(after(again, did())[0], "m1").light == 0


def test_loot_of_the_living_and_free_fills_the_purse() -> None:
    deeds = (did("m1", loot=2), did("m2", "exited", loot=1), did("m3", "fled", loot=4), did("m4", "dead", loot=4))
    band, steps = after(band_of(), *deeds, dice=[6])
    assert band.purse == band_of().purse + 3 * 2
    assert [(s.kind, s.clause, s.facts["points"]) for s in steps if s.kind == "income"] == [("income", "RON-CAM-09", 6)]


def test_the_ledger_follows_the_order_of_the_rules() -> None:
    band = with_member(with_member(band_of(), "m2", experience=4), "m9", state="out")
    deeds = (did("m1", "dead"), did("m2", kills=1, grievous=1, loot=1), did("m3", "captured"))
    _, steps = after(band, *deeds, result="lost", dice=[1, 3])
    assert [(s.kind, s.clause[-2:]) for s in steps] == [
        ("recovery", "08"), ("battle", "05"), ("experience", "05"), ("advance", "06"), ("death", "07"),
        ("recovery", "08"), ("death", "07"), ("income", "09"),
    ]  # fmt: skip
    assert {s.about for s in steps} <= set(SYSTEM.sentences)


def test_a_band_of_the_dead_gets_through() -> None:
    band = band_of("two-cranes-school")
    dead = [did(id, "dead") for id in band.members]
    band, _ = after(band, *dead, result="lost", dice=[1] * len(dead))
    assert band.living() == ()
    assert after(band)[1] == ()
    assert WARBANDS.choices(band) == ()
    assert WARBANDS.value(band) == 0
    band = replace(band, purse=40)
    step = WARBANDS.purchase(band, WARBANDS.market(band)[0].key, "new", "")
    assert isinstance(step, Step)
    assert WARBANDS.refuse_muster(apply_all(band, step.deltas), ["new"]) == ()


# -- advances ---------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after_", "due"), [(3, 4, 0), (4, 5, 1), (9, 10, 1), (14, 15, 1), (19, 20, 0)])
def test_advances_fall_due_at_five_ten_and_fifteen(before: int, after_: int, due: int) -> None:
    band, _ = after(with_member(replace(band_of(), purse=0), "m1", experience=before), did())
    assert (band.members["m1"].experience, band.members["m1"].due) == (after_, due)


def ripe(id: str = "m4", due: int = 3, sample: str = "red-devils") -> Band:
    return with_member(band_of(sample), id, due=due, experience=15)


def test_an_advance_is_one_attribute_or_a_skill_once() -> None:
    band = ripe()
    (choice,) = WARBANDS.choices(band)
    assert (choice.member, choice.clause, choice.default) == ("m4", "RON-CAM-06", "fight")
    assert choice.options[:3] == ("initiative", "fight", "shoot")
    assert {"sojutsu", "kenjutsu", "fast", "taijutsu"} <= set(choice.options)
    assert not {"commander", "fearless", "stealth", "kyujutsu"} & set(choice.options)
    assert len(choice.say) == len(choice.options)
    assert set(choice.say) | {choice.about} <= set(SYSTEM.sentences)
    band = taken(taken(band, "m4", "fight"), "m4", "fast")
    (choice,) = WARBANDS.choices(band)
    assert not {"fight", "fast"} & set(choice.options)
    assert refused(WARBANDS.choose(band, "m4", "fight")) == ("campaign.raised", "RON-CAM-06")
    assert refused(WARBANDS.choose(band, "m4", "fast")) == ("recruit.attribute-twice", "RON-CAM-06")
    assert refused(WARBANDS.choose(band, "m4", "pool")) == ("campaign.no-skill", "RON-CAM-06")
    assert refused(WARBANDS.choose(band, "m4", "stealth")) == ("recruit.attribute-listed", "RON-ARM-18")
    assert refused(WARBANDS.choose(band, "m4", "kyujutsu")) == ("recruit.attribute-weapon", "RON-ARM-18")
    band = taken(band, "m4", choice.default)
    assert (band.members["m4"].due, WARBANDS.choices(band)) == (0, ())
    assert refused(WARBANDS.choose(band, "m4", "shoot")) == ("campaign.no-choice", "RON-CAM-06")
    assert refused(WARBANDS.choose(band, "m77", "shoot")) == ("campaign.no-member", "RON-CAM-06")


def test_a_gift_of_the_faction_is_not_gained_again() -> None:
    (choice,) = WARBANDS.choices(ripe("m8", sample="mountain-temple"))
    assert "fearless" not in choice.options
    assert all(isinstance(WARBANDS.choose(ripe("m4"), "m4", o), Step) for o in WARBANDS.choices(ripe("m4"))[0].options)


def veteran(purse: int, id: str = "m4", sample: str = "red-devils") -> Band:
    """The warband after a battle that brought a member to 20."""
    return after(with_member(replace(band_of(sample), purse=purse), id, experience=19), did(id))[0]


def test_at_twenty_the_next_rank_is_paid_from_the_purse() -> None:
    difference = profile(2)["cost"] - profile(1)["cost"]
    band = veteran(difference)
    (choice,) = WARBANDS.choices(band)
    assert (choice.options, choice.default, choice.facts["cost"]) == (("rise", "stay"), "stay", difference)
    risen = taken(band, "m4", "rise")
    one = risen.members["m4"]
    assert (risen.purse, one.due, one.cost, one.gained) == (0, 0, band.members["m4"].cost + difference, ("risen",))
    assert WARBANDS.value(risen) == WARBANDS.value(band) + difference
    assert WARBANDS.choices(after(replace(risen, purse=99), did("m4"))[0]) == ()
    assert WARBANDS.choices(veteran(difference - 1)) == ()


def test_who_stays_is_asked_again_after_the_next_battle() -> None:
    band = taken(veteran(50), "m4", "stay")
    assert (WARBANDS.choices(band), band.purse, band.members["m4"].due) == ((), 50, 0)
    assert refused(WARBANDS.choose(band, "m4", "rise")) == ("campaign.no-choice", "RON-CAM-06")
    assert [c.member for c in WARBANDS.choices(after(band, did("m4"))[0])] == ["m4"]


def test_the_next_rank_needs_points_and_room() -> None:
    spent = replace(veteran(50), purse=1)
    assert refused(WARBANDS.choose(spent, "m4", "rise")) == ("campaign.purse", "RON-CAM-06")
    assert [c.options for c in WARBANDS.choices(spent)] == [("stay",)]
    assert WARBANDS.choices(taken(spent, "m4", "stay")) == ()
    assert WARBANDS.choices(veteran(50, "m1", "two-cranes-school")) == ()
    gang = veteran(50, "m2", "black-pine-gang")
    assert gang.members["m2"].kind == "title.bandits.gashira"
    assert WARBANDS.choices(gang) == ()


def test_an_advance_and_the_next_rank_are_two_questions() -> None:
    band = with_member(veteran(50), "m4", due=2)
    assert [c.options[-1] == "stay" for c in WARBANDS.choices(band)] == [False, True]
    assert [c.options[-1] == "stay" for c in WARBANDS.choices(taken(band, "m4", "shoot"))] == [True]
