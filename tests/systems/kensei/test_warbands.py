"""Warbands: rosters become members and members rosters, what they carry is in the battle, what they did comes back."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from app.conformance import by_chance, phases
from app.engine.campaigns import CAPTIVE, DEAD, FIT, OUT, Band, Deed, Delta, Member, Step, apply_all
from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.engine.system import Setup, SideSetup
from app.systems.kensei.armies.lists import TROOPS
from app.systems.kensei.armies.muster import refuse_roster
from app.systems.kensei.armies.roster import BETTER, READY
from app.systems.kensei.army import Unit
from app.systems.kensei.campaign.warbands import WARBANDS
from app.systems.kensei.state import State
from app.systems.kensei.system import SYSTEM

ONE, TWO = Seat("one"), Seat("two")


def raised(sample: str = "sohei_500") -> Band:
    """The warband of a ready army: three Units (m1 to m3), a Busho (m4) and a Samurai Daisho (m5)."""
    found = WARBANDS.enlist({"sample": sample}, READY[sample]["limit"])
    assert isinstance(found, Band)
    return found


def changed(band: Band, id: str, **changes: Any) -> Band:
    """The band with one member changed."""
    return replace(band, members={**band.members, id: replace(band.members[id], **changes)})


def fit(band: Band) -> list[str]:
    """All who can go."""
    return [m.id for m in band.fit()]


def battle(one: Any, two: Any, scenario: str = "pitched_battle", **options: Any) -> Setup:
    """A battle of a campaign between two rosters."""
    setup = Setup(scenario, (SideSetup(ONE, one), SideSetup(TWO, two)), {"points": 500, **options})
    return replace(setup, options={**setup.options, **WARBANDS.setup_options(setup)})


def begun(band: Band, *members: str) -> State:
    """The state at the beginning of a battle of these members, all who can if none are named, against themselves."""
    roster = WARBANDS.muster(band, members or fit(band))
    setup = battle(roster, roster)
    assert SYSTEM.refuse_setup(setup) == ()
    return SYSTEM.begin(setup)


def unit_of(state: State, number: int) -> Unit:
    """A unit of the first side by its place in the roster."""
    return state.units[f"one-{number}"]


def codes(found: tuple[Refusal, ...]) -> list[tuple[str, str]]:
    """Code and clause of each."""
    return [(no.code, no.clause) for no in found]


# -- there and back -----------------------------------------------------------------


@pytest.mark.parametrize("sample", READY)
def test_every_ready_army_becomes_a_warband_and_takes_the_field(sample: str) -> None:
    row, band = READY[sample], raised(sample)
    assert len(band.members) == len(row["units"]) + len(row["characters"])
    assert (WARBANDS.value(band), band.purse) == (row["points"], row["limit"] - row["points"])
    state = begun(band)
    plain = SYSTEM.begin(Setup("pitched_battle", tuple(SideSetup(seat, {"sample": sample}) for seat in (ONE, TWO)),
                               {"points": row["limit"]}))  # fmt: skip
    assert {id: replace(unit, name="") for id, unit in state.units.items()} == {
        id: replace(unit, name="") for id, unit in plain.units.items()
    }  # fmt: skip
    assert WARBANDS.refuse_muster(band, fit(band)) == ()


def test_a_roster_is_plain_json() -> None:
    roster = WARBANDS.muster(raised(), ["m1", "m4"])
    assert json.loads(json.dumps(roster)) == roster
    assert json.loads(json.dumps(raised().members["m4"].line)) == raised().members["m4"].line


@pytest.mark.parametrize(
    ("roster", "limit", "code"),
    [({"sample": "sohei_1000"}, 500, "roster.points"), ({"sample": "nobody"}, 500, "roster.no-sample"),
     (None, 500, "roster.unreadable"), ({"caste": "buke"}, 500, "roster.few-basic"),
     ({"sample": "sohei_500"}, 700, "roster.limit")],
)  # fmt: skip
def test_what_is_no_army_is_no_warband(roster: Any, limit: int, code: str) -> None:
    found = WARBANDS.enlist(roster, limit)
    assert not isinstance(found, Band)
    assert code in [no.code for no in found]


def test_only_those_sent_are_there_and_a_character_without_his_unit_is_alone() -> None:
    band = raised()
    assert [(m.kind, m.line.get("unit", "")) for m in band.members.values()][2:] == [
        ("entry.naginata_sohei", ""), ("entry.busho", "m3"), ("entry.samurai_daisho", "m1"),
    ]  # fmt: skip
    state = begun(band, "m2", "m3", "m4", "m5")
    assert [(u.entry, u.host) for u in state.units.values() if u.seat == ONE] == [
        ("yumi_ashigaru", ""), ("naginata_sohei", ""), ("busho", "one-2"), ("samurai_daisho", ""),
    ]  # fmt: skip


# -- what members carry ----------------------------------------------------------------


@pytest.mark.parametrize("stat", WARBANDS.raises)
@pytest.mark.parametrize(("id", "place"), [("m1", 1), ("m4", 4)])
def test_what_is_raised_is_better_in_the_battle_and_what_is_hurt_worse(id: str, place: int, stat: str) -> None:
    band = raised()
    usual = getattr(unit_of(begun(band), place), stat)
    better = -1 if stat == "attack" else 1
    for word, lines in ((better, {"gained": (stat,)}), (-better, {"injuries": (stat,)}),
                        (0, {"gained": (stat,), "injuries": (stat,)})):  # fmt: skip
        state = begun(changed(band, id, **lines))
        assert getattr(unit_of(state, place), stat) == usual + word
        others = [key for key in BETTER if key != stat]
        assert [getattr(unit_of(state, place), key) for key in others] == [
            getattr(unit_of(begun(band), place), key) for key in others
        ]  # fmt: skip


def test_words_of_other_rules_are_left_out() -> None:
    state = begun(changed(raised(), "m1", gained=("flying", "ki", "ki"), injuries=("one-eyed",)))
    assert unit_of(state, 1).ki == unit_of(begun(raised()), 1).ki + 1


@pytest.mark.parametrize("models", [1, 2, 3, 4, 7, 9])
def test_a_depleted_unit_has_the_models_it_has(models: int) -> None:
    state = begun(changed(raised(), "m1", models=models))
    unit = unit_of(state, 1)
    assert (len(unit.models), unit.start_models, unit.standard, unit.loose) == (models, models, True, models == 1)
    assert (unit_of(state, 5).host == "one-1") == (models > 1)


def test_names_given_in_the_campaign_are_on_the_table() -> None:
    assert unit_of(begun(changed(raised(), "m4", name="Benkei")), 4).name == "Benkei"


def test_the_best_bushi_left_is_the_taisho_with_the_abilities_of_his_rank() -> None:
    band = changed(raised(), "m4", state=OUT)
    roster = WARBANDS.muster(band, fit(band))
    assert [(p["entry"], p["taisho"]) for p in roster["characters"]] == [("samurai_daisho", True)]
    assert (roster["abilities"], WARBANDS.muster(raised(), ["m4"])["abilities"]) == ([], ["hold_the_line"])
    assert begun(band).side(ONE).taisho == "one-4"


@pytest.mark.parametrize("sample", READY)
def test_any_single_member_is_a_legal_army(sample: str) -> None:
    band = raised(sample)
    for m in band.members.values():
        left = replace(band, members={m.id: replace(m, models=1)})
        assert WARBANDS.refuse_muster(left, [m.id]) == ()
        roster = WARBANDS.muster(left, [m.id])
        assert SYSTEM.refuse_setup(battle(roster, roster)) == ()


# -- what is refused ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("members", "code", "clause"),
    [([], "campaign.nobody", "KEN-ARM-07"), (["m1", "m9"], "campaign.no-member", "KEN-ARM-07"),
     (["m4", "m1", "m1"], "campaign.twice", "KEN-ARM-07"), (["m4", "m2"], "campaign.not-fit", "KEN-ARM-07"),
     (["m4", "m3"], "campaign.no-member", "KEN-ARM-07"), (["m1"], "campaign.no-taisho", "KEN-ARM-06")],
)  # fmt: skip
def test_who_cannot_be_sent(members: list[str], code: str, clause: str) -> None:
    band = changed(changed(raised(), "m2", state=OUT), "m3", state=CAPTIVE)
    assert codes(WARBANDS.refuse_muster(band, members)) == [(code, clause)]


def test_units_go_without_a_taisho_when_none_is_left() -> None:
    band = changed(changed(raised(), "m4", state=DEAD), "m5", state=OUT)
    assert WARBANDS.refuse_muster(band, ["m1", "m3"]) == ()
    assert begun(band, "m1", "m3").side(ONE).taisho == ""


@pytest.mark.parametrize("extra", [{"member": "m1"}, {"raised": ["ki"]}, {"hurt": ["ki"]}])
def test_what_campaigns_add_is_refused_at_every_other_table(extra: dict[str, Any]) -> None:
    roster = WARBANDS.muster(raised(), fit(raised()))
    for part in ("units", "characters"):
        lines = [{**line, "member": "", "raised": [], "hurt": []} for line in roster[part]]
        plain = {**roster, "units": [{**u, "member": ""} for u in roster["units"]],
                 "characters": [{**p, "member": ""} for p in roster["characters"]]}  # fmt: skip
        assert refuse_roster(plain, 500) == ()
        with_it = {**plain, part: [{**lines[0], **extra}, *lines[1:]]}
        assert codes(refuse_roster(with_it, 500)) == [("roster.campaign-only", "KEN-ARM-07")]
        assert refuse_roster(with_it, 500, campaign=True) == ()


@pytest.mark.parametrize("words", [["wounds"], ["ki", "ki"], [""]])
@pytest.mark.parametrize("key", ["raised", "hurt"])
def test_no_other_stat_changes_and_none_twice(key: str, words: list[str]) -> None:
    roster = WARBANDS.muster(raised(), ["m1", "m4"])
    roster["units"][0][key] = words
    assert codes(refuse_roster(roster, 500, campaign=True)) == [("roster.no-change", "KEN-ARM-07")]


def test_a_depleted_army_is_refused_at_every_other_table() -> None:
    found = SYSTEM.refuse_setup(
        replace(battle({"sample": "buke_500"}, {"sample": "sohei_500"}), options={"points": 500})
    )
    assert found == ()
    roster = WARBANDS.muster(changed(raised(), "m1", models=2), ["m1"])
    plain = {**roster, "units": [{**roster["units"][0], "member": ""}]}
    setup = replace(battle(plain, plain), options={"points": 500})
    against = [no.code for no in SYSTEM.refuse_setup(setup)]
    assert against[:5] == [
        "roster.unit-size",
        "roster.standard",
        "roster.taisho",
        "roster.few-basic",
        "roster.few-daisho",
    ]


@pytest.mark.parametrize("value", [1, "yes", None])
def test_the_option_is_on_or_off(value: Any) -> None:
    setup = replace(battle({"sample": "buke_500"}, {"sample": "buke_500"}), options={"campaign": value})
    assert [no.code for no in SYSTEM.refuse_setup(setup)] == ["setup.on-or-off"]


# -- the market --------------------------------------------------------------------------


def priced(band: Band) -> dict[str, int]:
    """What the market offers for how much."""
    return {offer.key: offer.cost for offer in WARBANDS.market(band)}


def test_the_market_sells_what_caste_and_level_allow_beside_what_there_is() -> None:
    offers = priced(raised())
    assert offers["yari_ashigaru"] == 5 * 14 + 1
    assert (offers["busho"], offers["busho.mounted"], offers["busho.yumi"]) == (70, 95, 80)
    assert sorted({"shirei_kan", "heishi", "basan"} - set(offers)) == []
    for key, why in (("daimyo", "level 4"), ("naginata_sohei", "one Special Unit"), ("oni", "level 1 of Creatures"),
                     ("katana_ashigaru", "other caste")):  # fmt: skip
        assert key not in offers, why
    assert "naginata_sohei" in priced(changed(raised(), "m3", state=DEAD))


@pytest.mark.parametrize("sample", ["sohei_500", "kuge_1000", "buke_2000"])
def test_everything_offered_can_be_bought_and_sent(sample: str) -> None:
    rich = replace(raised(sample), purse=10_000)
    offers = WARBANDS.market(rich)
    assert len(dict.fromkeys(offer.key for offer in offers)) == len(offers) > 20
    for offer in offers:
        step = WARBANDS.purchase(rich, offer.key, "new", "Tomoe")
        assert isinstance(step, Step)
        after = apply_all(rich, step.deltas)
        assert (after.purse, WARBANDS.value(after)) == (10_000 - offer.cost, WARBANDS.value(rich) + offer.cost)
        assert WARBANDS.refuse_muster(after, fit(after)) == ()
        assert (after.members["new"].name, after.members["new"].kind) == ("Tomoe", offer.kind)


def test_a_purchase_is_refused_that_cannot_be_paid_is_not_there_or_has_a_name_that_is_taken() -> None:
    band = replace(raised(), purse=70)
    for key, id, code in (("yari_ashigaru", "n", "campaign.purse"), ("oni", "n", "campaign.not-offered"),
                          ("x" * 99, "n", "campaign.not-offered"), ("busho", "m1", "campaign.member-taken"),
                          ("refill.yari_ashigaru", "n", "campaign.not-offered")):  # fmt: skip
        no = WARBANDS.purchase(band, key, id, "")
        assert isinstance(no, Refusal)
        assert (no.code, no.clause) == (code, "KEN-ARM-07")
        assert code in SYSTEM.sentences
    no = WARBANDS.purchase(band, "yari_ashigaru", "n", "")
    assert isinstance(no, Refusal)
    assert no.facts == {"cost": 71, "purse": 70}


def test_a_depleted_unit_takes_in_one_model_at_a_time_the_one_that_lacks_most_first() -> None:
    band = replace(raised("buke_500"), purse=60)
    step = WARBANDS.purchase(band, "yari_samurai", "twin", "")
    assert isinstance(step, Refusal)
    twin = replace(band.members["m3"], id="twin", models=2)
    band = replace(changed(band, "m3", models=4), purse=60)
    band = replace(band, members={**band.members, "twin": twin})
    assert [o.key for o in WARBANDS.market(band)][:2] == ["refill.yari_samurai", "yari_ashigaru"]
    bought = WARBANDS.purchase(band, "refill.yari_samurai", "n", "")
    assert isinstance(bought, Step)
    assert bought.deltas == (Delta("purse", add=-29), Delta("models", "twin", add=1))
    assert bought.facts == {"who": "twin", "cost": 29, "models": 3, "full": 5}
    after = apply_all(band, bought.deltas)
    assert (after.purse, after.members["twin"].models, len(after.members)) == (31, 3, len(band.members))


# -- a battle ------------------------------------------------------------------------------


def test_the_limit_of_a_battle_holds_both_armies() -> None:
    big, small = ({"sample": key} for key in ("buke_1000", "buke_500"))
    assert WARBANDS.setup_options(Setup("pitched_battle", (SideSetup(ONE, small), SideSetup(TWO, big)))) == {
        "campaign": True, "points": 1000,
    }  # fmt: skip
    agreed = Setup("pitched_battle", (SideSetup(ONE, small), SideSetup(TWO, small)), {"points": 1500})
    assert WARBANDS.setup_options(agreed) == {"campaign": True, "points": 1500}


def test_deeds_tell_who_fell_who_ran_what_is_left_and_who_struck_the_last_blow() -> None:
    state = begun(raised())
    one = state.units["one-1"]
    state = state.with_units({
        "one-1": replace(one, models=one.models[:6], fate=""),
        "one-2": replace(state.units["one-2"], models=(), fate="destroyed", lost_by="two-1"),
        "one-3": replace(state.units["one-3"], models=(), fate="left", lost_by="two-5"),
        "two-4": replace(state.units["two-4"], models=(), fate="destroyed", lost_by="one-1"),
        "two-5": replace(state.units["two-5"], models=(), fate="left", lost_by="one-1"),
    })  # fmt: skip
    assert WARBANDS.deeds(state, ONE) == (
        Deed(id="m1", start=10, left=6, kills=2), Deed(id="m2", start=5, left=0, fate="fallen"),
        Deed(id="m3", start=5, left=0, fate="fled"), Deed(id="m4"), Deed(id="m5"),
    )  # fmt: skip
    assert [deed.kills for deed in WARBANDS.deeds(state, TWO)] == [1, 0, 0, 0, 1]
    assert WARBANDS.points(state, ONE) == 70 + 42


def test_a_roster_that_is_no_warband_has_no_deeds() -> None:
    sides = (SideSetup(ONE, {"sample": "buke_500"}), SideSetup(TWO, {"sample": "buke_500"}))
    assert WARBANDS.deeds(SYSTEM.begin(Setup("pitched_battle", sides)), ONE) == ()


def played(setup: Setup, rng: Random) -> State:
    """The last state of a battle in which all is left to chance."""
    for session in phases(SYSTEM, SYSTEM.begin(setup)):
        for _ in by_chance(session, rng, anybody=True):
            pass
    last: State = session.state
    return last


@pytest.mark.parametrize(("scenario", "seed"), [("pitched_battle", 3), ("head_hunt", 4), ("command_post", 5)])
def test_a_depleted_warband_without_a_taisho_fights_to_the_end(scenario: str, seed: int) -> None:
    band = raised()
    for id, changes in (("m1", {"models": 1}), ("m2", {"models": 2}), ("m3", {"models": 4, "gained": ("attack",)})):
        band = changed(band, id, **changes)
    band = changed(changed(band, "m4", state=DEAD), "m5", state=OUT)
    other = raised("kuge_500")
    setup = battle(WARBANDS.muster(band, fit(band)), WARBANDS.muster(other, fit(other)), scenario)
    assert SYSTEM.refuse_setup(setup) == ()
    state = played(setup, Random(seed))
    assert state.outcome is not None
    deeds = WARBANDS.deeds(state, ONE)
    assert [(deed.id, deed.start) for deed in deeds] == [("m1", 1), ("m2", 2), ("m3", 4)]
    assert all(0 <= deed.left <= deed.start and (deed.left > 0) == (deed.fate == "") for deed in deeds)
    assert WARBANDS.points(state, ONE) >= 0


def test_members_that_come_from_another_warband_can_be_sent() -> None:
    band, other = raised(), raised("otokodate_500")
    foreign = [replace(m, id=f"x-{m.id}") for m in other.members.values()]
    mixed = replace(band, members={**band.members, **{m.id: m for m in foreign}})
    assert WARBANDS.refuse_muster(mixed, fit(mixed)) == ()
    begun(mixed)


def test_a_gain_of_each_kind_has_words() -> None:
    assert [key for key in WARBANDS.say if key not in SYSTEM.sentences] == []
    many = [key for key, row in TROOPS.items() if row.most > 1]
    depleted = [Member(id=key, kind=f"entry.{key}", line={"id": key, "entry": key}, cost=1, full=2) for key in many]
    band = replace(raised(), members={m.id: m for m in depleted})
    kinds = [o.kind for o in WARBANDS.market(replace(raised(), members=band.members)) if o.key.startswith("refill.")]
    assert len(kinds) == len(depleted) > 30
    assert [kind for kind in kinds if kind not in SYSTEM.sentences] == []
    assert all(m.state == FIT for m in depleted)
