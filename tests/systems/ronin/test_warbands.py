"""Warbands of a campaign: enlisted, mustered, fought with, and carried through many battles."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.conformance import by_chance, phases
from app.engine.campaigns import Band, Choice, Deed, Delta, Member, Step, apply_all
from app.engine.system import Setup, SideSetup
from app.systems.ronin.book import table
from app.systems.ronin.campaign.warbands import WARBANDS
from app.systems.ronin.scenarios.figures import is_hurt
from app.systems.ronin.state import State
from app.systems.ronin.system import SYSTEM
from app.systems.ronin.warband.muster import refuse_roster
from app.systems.ronin.warband.roster import profile
from tests.systems.ronin.banding import BLUE, RED, SAMPLES, against, band_of, laid, sent, taken, with_member
from tests.systems.test_ronin_data import SAMPLES as COSTS

# -- enlisting and mustering ------------------------------------------------------


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_ready_buntai_is_enlisted_and_sent(sample: str) -> None:
    band, row, points = band_of(sample), table("samples")[sample], COSTS[sample][0]
    assert (WARBANDS.value(band), band.purse) == (points, row["limit"] - points)
    assert [m.name for m in band.living()] == [model["name"] for model in row["models"]]
    assert all(m.kind in SYSTEM.sentences for m in band.living())
    assert WARBANDS.refuse_muster(band, list(band.members)) == ()
    for scenario in WARBANDS.scenarios:
        assert against(WARBANDS.muster(band, list(band.members)), scenario=scenario) == []
    assert msgspec.json.decode(msgspec.json.encode(band), type=Band) == band


def test_a_buntai_that_is_not_legal_is_not_enlisted() -> None:
    found = WARBANDS.enlist({"sample": "red-devils"}, 150)
    assert isinstance(found, tuple)
    assert [(no.code, no.facts["over"]) for no in found] == [("roster.points", 47)]


@pytest.mark.parametrize("sample", SAMPLES)
def test_any_member_alone_and_any_two_may_be_sent(sample: str) -> None:
    band = band_of(sample)
    ids = list(band.members)
    for few in [[id] for id in ids] + [ids[n : n + 2] for n in range(len(ids) - 1)]:
        roster = WARBANDS.muster(band, few)
        assert against(roster, scenario="duel") == []
        assert sum(m["leader"] for m in roster["models"]) == 1


def test_outside_a_campaign_too_few_models_and_a_past_are_refused() -> None:
    roster = WARBANDS.muster(band_of(), ["m1", "m2"])
    codes = [(no.code, no.clause) for no in refuse_roster(roster, 200)]
    assert codes[:2] == [("recruit.past", "RON-CAM-06")] * 2
    assert ("roster.size", "RON-ARM-13") in codes
    plain = Setup("skirmish", (SideSetup(RED, roster), SideSetup(BLUE, roster)))
    assert {no.code for no in SYSTEM.refuse_setup(plain)} >= {"recruit.past", "roster.size"}
    odd = replace(plain, options={"campaign": "yes"})
    assert "setup.flag" in [no.code for no in SYSTEM.refuse_setup(odd)]


@pytest.mark.parametrize(
    ("past", "code"),
    [
        ({"raised": ["pool"]}, "campaign.no-skill"), ({"raised": ["fight", "fight"]}, "campaign.raised"),
        ({"learned": ["no-such"]}, "recruit.no-attribute"), ({"learned": ["stealth"]}, "recruit.attribute-listed"),
        ({"learned": ["fast", "fast"]}, "recruit.attribute-twice"), ({"light": 2}, "recruit.light"),
        ({"learned": ["hojutsu"]}, "recruit.attribute-weapon"), ({"risen": 9}, "recruit.risen"),
        ({"risen": -1}, "recruit.risen"), ({"light": -1}, "recruit.light"),
    ],
)  # fmt: skip
def test_a_past_that_no_campaign_gives_is_refused(past: dict[str, Any], code: str) -> None:
    roster = WARBANDS.muster(band_of(), ["m4"])
    roster["models"][0]["past"] = past
    assert [found for found, _ in against(roster)] == [code]


def test_the_highest_in_rank_leads_and_no_hireling_does() -> None:
    band = band_of()
    assert [m["code"] for m in WARBANDS.muster(band, ["m4", "m2", "m3"])["models"] if m["leader"]] == ["S1"]
    assert [m["code"] for m in WARBANDS.muster(band, ["m4", "m1"])["models"] if m["leader"]] == ["L"]
    hired = replace(
        band, members={"h": Member(id="h", kind="hire.ninja", line={"code": "N1", "hire": "ninja"}, cost=36)}
    )
    roster = WARBANDS.muster(hired, ["h"])
    assert [m["leader"] for m in roster["models"]] == [False]
    assert against(roster, scenario="duel") == []


def test_help_pays_for_swords_for_hire_who_belong_to_nobody() -> None:
    band = band_of("two-cranes-school")
    hires = [[m["hire"] for m in WARBANDS.muster(band, ["m1"], extra=n)["models"][1:]] for n in (25, 26, 62, 100)]
    assert hires == [[], ["ronin"], ["ninja", "ronin"], ["ninja", "ninja"]]
    roster = WARBANDS.muster(band, ["m1"], extra=62)
    assert against(roster) == []
    state = SYSTEM.begin(laid(roster, roster))
    assert [d.id for d in WARBANDS.deeds(state, RED)] == ["m1"]


def test_who_may_not_be_sent_is_refused_with_his_clause() -> None:
    band = with_member(with_member(band_of(), "m1", state="out"), "m2", state="dead")
    found = [(no.code, no.clause) for no in WARBANDS.refuse_muster(band, ["m1", "m2", "m3", "m3", "m99"])]
    assert found == [
        ("campaign.not-fit", "RON-CAM-08"), ("campaign.not-fit", "RON-CAM-07"), ("campaign.twice", "RON-CAM-01"),
        ("campaign.no-member", "RON-CAM-01"),
    ]  # fmt: skip
    assert [no.code for no in WARBANDS.refuse_muster(band, [])] == ["campaign.nobody"]


def test_a_member_of_another_faction_is_refused_not_fielded() -> None:
    stranger = replace(band_of("mountain-temple").members["m1"], id="x")
    band = replace(band_of(), members={**band_of().members, "x": stranger})
    assert [no.code for no in WARBANDS.refuse_muster(band, ["m1", "x"])] == ["recruit.no-title"]
    assert WARBANDS.market(band)


def test_two_with_one_code_get_a_counter_each() -> None:
    band = band_of()
    twin = replace(band.members["m4"], id="x")
    band = replace(band, members={**band.members, "x": twin})
    codes = [m["code"] for m in WARBANDS.muster(band, ["m1", "m4", "x"])["models"]]
    assert len(set(codes)) == 3
    assert WARBANDS.refuse_muster(band, ["m1", "m4", "x"]) == ()


def test_in_defence_the_dearer_side_attacks() -> None:
    band = band_of()
    few, many = WARBANDS.muster(band, ["m1"]), WARBANDS.muster(band, list(band.members))
    assert laid(few, many, "defence").options == {"campaign": True, "attacker": BLUE}
    assert laid(many, few, "defence").options == {"campaign": True, "attacker": RED}
    assert laid(few, few, "defence").options == {"campaign": True}
    assert laid(few, many).options == {"campaign": True}


# -- what was gained is in the battle ---------------------------------------------


def test_gains_and_wounds_stand_in_the_battle() -> None:
    before = sent(band_of(), "m4")
    band = with_member(band_of(), "m4", gained=("fight", "fast", "shoot"), injuries=("light-wound",))
    model = sent(band, "m4")
    assert (model.fight, model.shoot, model.initiative) == (before.fight + 1, before.shoot + 1, before.initiative)
    assert model.attributes == (*before.attributes, "fast")
    assert (model.light, before.light) == (1, 0)
    assert against(WARBANDS.muster(band, list(band.members))) == []


def test_a_wound_that_a_leader_brought_does_not_unbind_a_duel() -> None:
    band = with_member(band_of(), "m1", injuries=("light-wound",))
    roster = WARBANDS.muster(band, ["m1", "m4"])
    state = SYSTEM.begin(laid(roster, WARBANDS.muster(band_of(), ["m1"]), "duel"))
    assert not is_hurt(state, state.models["red-1"])
    assert is_hurt(state, replace(state.models["red-1"], light=2))
    assert is_hurt(state, replace(state.models["red-1"], grievous=1))
    assert is_hurt(state, replace(state.models["blue-1"], light=1))


def test_who_has_risen_has_the_figures_of_the_next_rank_and_keeps_what_he_learnt() -> None:
    band = with_member(band_of(), "m4", gained=("fight", "fast", "risen"))
    model, above = sent(band, "m4"), profile(2)
    figures = (model.rank, model.pool, model.initiative, model.fight, model.shoot, model.attributes)
    assert figures == (2, above["pool"], above["initiative"], above["fight"] + 1, above["shoot"], ("fast",))
    assert against(WARBANDS.muster(band, list(band.members))) == []


def test_a_hireling_learns_too() -> None:
    line = {"code": "N1", "hire": "ninja"}
    ninja = Member(id="h", kind="hire.ninja", line=line, cost=36, gained=("initiative", "kenjutsu"))
    band = replace(band_of(), members={"h": ninja})
    model = sent(band, "h")
    assert (model.initiative, model.attributes[-1]) == (table("hires")["ninja"]["initiative"] + 1, "kenjutsu")
    assert WARBANDS.refuse_muster(band, ["h"]) == ()


# -- whole campaigns --------------------------------------------------------------


def play(setup: Setup, seed: int) -> State:
    """The last state of a battle of uniform bots."""
    rng = Random(seed)
    for session in phases(SYSTEM, SYSTEM.begin(setup)):
        for _ in by_chance(session, rng):
            pass
    last: State = session.state
    return last


def chance(rng: Random) -> Any:
    return lambda dice: tuple(rng.randint(1, dice.sides) for _ in range(dice.count))


def settled(band: Band, deeds: Sequence[Deed], result: str, rng: Random) -> Band:
    """The warband after a battle, everything chosen and something bought."""
    for entry in WARBANDS.aftermath(band, deeds, result, chance(rng), {}):
        band = apply_all(band, entry.deltas)
        assert entry.about in SYSTEM.sentences
        assert entry.clause in SYSTEM.clauses
    while found := WARBANDS.choices(band):
        band = taken(band, found[0].member, picked(found[0], rng))
    offers = [o for o in WARBANDS.market(band) if o.cost <= band.purse]
    if offers:
        made = WARBANDS.purchase(band, rng.choice(offers).key, f"n{len(band.members)}", "")
        assert isinstance(made, Step)
        band = apply_all(band, made.deltas)
    return band


def picked(choice: Choice, rng: Random) -> str:
    return choice.default if rng.random() < 0.3 else rng.choice(choice.options)


@pytest.mark.parametrize("scenario", WARBANDS.scenarios)
def test_a_battle_is_fought_and_the_warbands_live_on(scenario: str) -> None:
    rng = Random(scenario)
    bands = {RED: band_of(), BLUE: band_of("two-cranes-school")}
    few = {seat: [m.id for m in band.fit()][:3] for seat, band in bands.items()}
    red, blue = (WARBANDS.muster(bands[seat], few[seat]) for seat in bands)
    state = play(laid(red, blue, scenario), 3)
    assert state.outcome is not None
    for seat, band in bands.items():
        deeds = WARBANDS.deeds(state, seat)
        assert {d.id for d in deeds} == set(few[seat])
        assert WARBANDS.points(state, seat) == state.side(seat).score
        result = "drew" if state.outcome.winner is None else "won" if state.outcome.winner == seat else "lost"
        later = settled(band, deeds, result, rng)
        assert sum(m.battles for m in later.members.values()) > 0
        assert WARBANDS.refuse_muster(later, [m.id for m in later.fit()]) == ()


@pytest.mark.parametrize("sample", SAMPLES)
def test_twenty_battles_never_break_a_warband(sample: str) -> None:
    rng, band = Random(sample), band_of(sample)
    for _ in range(20):
        deeds = [random_deed(m.id, rng) for m in band.fit() if rng.random() < 0.8]
        band = settled(band, deeds, rng.choice(("won", "lost", "drew")), rng)
        numbers = [n for m in band.members.values() for n in (m.experience, m.kills, m.due, m.cost, *m.notes.values())]
        assert min(*numbers, band.purse) >= 0
        assert all(m.due == 0 for m in band.living())
        if fit := [m.id for m in band.fit()]:
            assert WARBANDS.refuse_muster(band, fit) == ()
            assert against(WARBANDS.muster(band, fit)) == []
    assert any(m.gained for m in band.members.values())


def random_deed(id: str, rng: Random) -> Deed:
    facts = {key: rng.randrange(3) for key in ("heads", "loot", "light", "grievous")}
    fate = rng.choice(("", "", "", "", "", "dead", "captured", "fled", "exited", "reserve"))
    return Deed(id=id, fate=fate, kills=rng.randrange(4), facts=facts)


def test_deeds_are_those_of_the_last_state() -> None:
    band = band_of()
    roster = WARBANDS.muster(band, ["m1", "m2"])
    state = SYSTEM.begin(laid(roster, roster, "escort"))
    state = state.with_model("red-1", fate="", kills=2, captures=1, heads=(3, 2, 5), loot=1, light=1)
    state = state.with_model("red-2", fate="dead", grievous=1)
    assert WARBANDS.deeds(state, RED) == (
        Deed(id="m1", kills=3, facts={"kills": 2, "captures": 1, "heads": 2, "loot": 1, "light": 1}),
        Deed(id="m2", fate="dead", left=0, facts={"grievous": 1}),
    )


def test_changes_are_plain_json() -> None:
    band = replace(band_of(), purse=60)
    made = WARBANDS.purchase(band, "hire.ronin", "new", "Hayate")
    assert isinstance(made, Step)
    again = msgspec.json.decode(msgspec.json.encode(made.deltas), type=tuple[Delta, ...])
    assert apply_all(band, again) == apply_all(band, made.deltas)
