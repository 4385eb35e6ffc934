"""Armies on campaign: from list to army and back, battles with what is left of them, and what comes after (CAM)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.json import decode, encode
from msgspec.structs import replace

from app.engine.campaigns import Band, CampaignRules, Deed, Delta, Step, apply_all
from app.engine.dice import Dice, Faces
from app.engine.refusals import Refusal
from app.engine.system import Setup, SideSetup
from app.systems.daimyo.armies.lists import ready
from app.systems.daimyo.armies.muster import refuse_roster
from app.systems.daimyo.book import c
from app.systems.daimyo.campaign.members import rank
from app.systems.daimyo.campaign.warbands import WARBANDS
from app.systems.daimyo.organisation.events import HitsTaken
from app.systems.daimyo.state import State
from app.systems.daimyo.system import SYSTEM
from tests.systems.daimyo.openings import BLUE, RED, Opening, points_of

LIMIT = 1300
"""Above the dearest ready army."""
HITS = c("DAI-ORG-20")
HOLE = re.compile(r"\{(\w+)")


def army(sample: str = "takeda", limit: int = LIMIT) -> Band:
    """The army that begins with a ready list, as it comes out of its store."""
    band = WARBANDS.enlist({"sample": sample}, limit)
    assert isinstance(band, Band)
    return decode(encode(band), type=Band)


def plain(value: Any) -> Any:
    """A value as JSON brings it back."""
    return decode(encode(value))


def met(red: Any, blue: Any, scenario: str = "meeting", **options: Any) -> Setup:
    """The set-up of a campaign's battle between two rosters."""
    bare = Setup(scenario, (SideSetup(RED, plain(red)), SideSetup(BLUE, plain(blue))), options)
    return replace(bare, options={**options, **WARBANDS.setup_options(bare)})


def sent(band: Band) -> Any:
    """The roster of all who are fit."""
    return WARBANDS.muster(band, [member.id for member in band.fit()])


def never(dice: Dice) -> Faces:
    """No dice are thrown here."""
    raise AssertionError(dice)


def faces(*given: int) -> Any:
    """Dice that fall so, one after the other."""
    left = list(given)
    return lambda dice: tuple(left.pop(0) for _ in range(dice.count))


def after(band: Band, deeds: Sequence[Deed], result: str) -> tuple[tuple[Step, ...], Band]:
    """What follows from a battle, and the army after it."""
    steps = WARBANDS.aftermath(band, deeds, result, never, {})
    return steps, taken(band, steps)


def taken(band: Band, steps: Sequence[Step]) -> Band:
    """The army after these steps, each of which can be worded and stored."""
    for step in steps:
        assert step.clause in SYSTEM.clauses
        assert set(HOLE.findall(SYSTEM.sentences[step.about])) <= set(step.facts), step.about
        band = apply_all(band, plain_deltas(step))
    assert band.purse >= 0
    counts = [
        n for m in band.members.values() for n in (m.models, m.cost, m.kills, m.battles, m.due, *m.notes.values())
    ]
    assert min(counts, default=0) >= 0
    return band


def plain_deltas(step: Step) -> tuple[Delta, ...]:
    """The changes of a step as they come out of the ledger."""
    return decode(encode(step.deltas), type=tuple[Delta, ...])


def told(steps: Sequence[Step]) -> list[tuple[str, str]]:
    """Sentence and clause of each step."""
    return [(step.about, step.clause) for step in steps]


def as_they_are(band: Band) -> list[Deed]:
    """Everybody came through unhurt."""
    return [Deed(id=m.id, start=m.models, left=m.models) for m in band.fit()]


def test_these_are_campaign_rules_and_the_system_has_them() -> None:
    rules: CampaignRules[State] = WARBANDS
    assert SYSTEM.campaign is rules
    assert rules.scenarios == tuple(dict.fromkeys(WARBANDS.scenario(face) for face in range(1, 7)))


# -- from list to army and back ---------------------------------------------------------


@pytest.mark.parametrize("sample", ready())
def test_every_ready_army_takes_the_field_as_its_list_says(sample: str) -> None:
    band, points = army(sample), points_of(sample)
    assert (WARBANDS.value(band), band.purse) == (points, LIMIT - points)
    assert WARBANDS.refuse_muster(band, list(band.members)) == ()
    setup = met(sent(band), {"sample": "mori"})
    assert SYSTEM.refuse_setup(setup) == ()
    plainly = SYSTEM.begin(Setup("meeting", (SideSetup(RED, {"sample": sample}), setup.sides[1]), {}))
    state = SYSTEM.begin(setup)
    assert [u for u in state.units.values() if u.seat == RED] == [u for u in plainly.units.values() if u.seat == RED]
    assert list(state.leaders.values()) == list(plainly.leaders.values())
    assert [deed.id for deed in WARBANDS.deeds(state, RED)] == list(band.members)


def test_an_unlawful_list_is_no_army() -> None:
    against = WARBANDS.enlist({"sample": "takeda"}, 300)
    assert against == refuse_roster({"sample": "takeda"}, 300)
    assert [no.code for no in against if isinstance(no, Refusal)] == ["roster.points"]
    unreadable = WARBANDS.enlist({"clans": 3}, 600)
    assert isinstance(unreadable, tuple)
    assert unreadable[0].code == "roster.unreadable"


def test_what_is_of_a_campaign_stays_out_of_other_games() -> None:
    setup = met(sent(army("asai")), {"sample": "mori"}, season="winter")
    alone = replace(setup, options={"points": 300, "season": "winter"})
    assert [(no.code, no.clause) for no in SYSTEM.refuse_setup(alone)] == [
        ("setup.no-campaign", "DAI-CAM-02"), ("roster.campaign", "DAI-CAM-07"),
    ]  # fmt: skip
    for wrong in ("monsoon", 3, ["winter"], None):
        against = SYSTEM.refuse_setup(replace(setup, options={"campaign": True, "season": wrong}))
        assert [(no.code, no.clause) for no in against] == [("setup.season", "DAI-CAM-02")]
    (no,) = SYSTEM.refuse_setup(replace(setup, options={"campaign": "yes", "points": 300}))[:1]
    assert no.code == "setup.on-or-off"


@pytest.mark.parametrize(
    ("season", "column", "turns"),
    [("spring", "spring-autumn", 24), ("summer", "summer", 30), ("autumn", "spring-autumn", 24),
     ("winter", "winter", 18)],
)  # fmt: skip
def test_the_season_gives_weather_and_daylight(season: str, column: str, turns: int) -> None:
    setup = met({"sample": "asai"}, {"sample": "mori"}, season=season)
    assert SYSTEM.refuse_setup(setup) == ()
    assert (setup.options["weather"], setup.options["points"]) == (True, 300)
    state = SYSTEM.begin(setup)
    assert (state.season, state.turns) == (column, turns)
    opening = Opening(setup, seed=2)
    opening.run(until="clan")
    assert "season" not in opening.rolls
    assert "weather" in opening.rolls


@pytest.mark.parametrize("scenario", WARBANDS.scenarios)
def test_armies_of_any_size_meet_in_every_scenario_guns_and_all(scenario: str) -> None:
    setup = met(sent(army("tokugawa")), WARBANDS.garrison(0), scenario, season="summer")
    assert SYSTEM.refuse_setup(setup) == ()
    assert SYSTEM.begin(setup).turns == 30
    assert WARBANDS.defends(scenario) == {"fords": 1, "rearguard": 1, "temple": 0}.get(scenario)


def test_an_army_takes_the_field_with_what_it_has() -> None:
    band = army("asai")
    for member in band.members.values():
        setup = met(WARBANDS.muster(band, [member.id]), {"sample": "mori"})
        assert WARBANDS.refuse_muster(band, [member.id]) == ()
        assert SYSTEM.refuse_setup(setup) == ()
    worn = apply_all(band, (Delta("models", "AS", put=1), Delta("state", "G", put="dead")))
    state = SYSTEM.begin(met(sent(worn), {"sample": "mori"}))
    assert next((m.rating, m.name) for m in state.leaders.values() if m.seat == RED) == (0, "build.general")
    assert [u.stands for u in state.units.values() if u.seat == RED and u.code == "AS"] == [1]
    assert "G" not in {deed.id for deed in WARBANDS.deeds(state, RED)}


def test_who_is_not_fit_is_not_sent() -> None:
    band = apply_all(army("asai"), (Delta("state", "AS", put="dead"), Delta("state", "G", put="out")))
    said = [(no.code, no.facts.get("who")) for no in WARBANDS.refuse_muster(band, ["AS", "G", "nobody"])]
    assert said == [("campaign.unfit", "AS"), ("campaign.unfit", "G"), ("campaign.no-member", "nobody")]
    assert [no.code for no in WARBANDS.refuse_muster(band, [])] == ["campaign.nobody"]


def test_a_unit_from_another_army_finds_a_clan() -> None:
    band, stranger = army("asai"), army("tokugawa").members["AV"]
    band = apply_all(band, (Delta("member", put=plain(replace(stranger, id="AV-x"))),))
    state = SYSTEM.begin(met(WARBANDS.muster(band, ["AV-x"]), {"sample": "mori"}))
    assert [(u.code, state.clans[u.clan].key) for u in state.units.values() if u.seat == RED] == [
        ("AV", band.head["clans"][0]["id"])
    ]


# -- after the battle ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fate", "start", "left", "result", "stands", "about"),
    [
        ("", 6, 3, "lost", 4, "campaign.stands"), ("", 6, 5, "won", 5, "campaign.stands"),
        ("reserve", 6, 6, "lost", 6, ""), ("saved", 6, 4, "drew", 5, "campaign.stands"),
        ("left", 6, 5, "won", 3, "campaign.back-left"), ("dispersed", 6, 1, "won", 3, "campaign.back-dispersed"),
        ("left", 6, 5, "drew", 0, "campaign.lost-left"), ("dispersed", 6, 5, "lost", 0, "campaign.lost-dispersed"),
        ("destroyed", 6, 0, "won", 0, "campaign.lost-destroyed"),
        ("captured", 6, 2, "won", 0, "campaign.lost-captured"),
    ],
)  # fmt: skip
def test_what_comes_back(fate: str, start: int, left: int, result: str, stands: int, about: str) -> None:
    band = army()
    steps, band = after(band, [Deed(id="AS", fate=fate, start=start, left=left, kills=2)], result)
    assert told(steps)[0] == (f"campaign.{result}", "DAI-CAM-07")
    assert [pair for pair in told(steps[1:]) if pair[1] == "DAI-CAM-07"] == ([(about, "DAI-CAM-07")] if about else [])
    unit = band.members["AS"]
    assert (unit.models, unit.state, unit.battles, unit.kills) == (stands, "fit" if stands else "dead", 1, 2)
    assert unit.cost == (6 * stands or 36)


def test_two_victories_without_half_the_stands_lost_raise_a_unit() -> None:
    steps, band = after(army(), [Deed(id="AS", start=6, left=4)], "won")
    assert told(steps)[1:] == [("campaign.stands", "DAI-CAM-07"), ("campaign.deserved", "DAI-CAM-08")]
    assert steps[-1].facts == {"who": "AS", "battles": 1, "needed": 2}
    _, band = after(band, [Deed(id="AS", start=5, left=2)], "won")
    _, band = after(band, [Deed(id="AS", start=3, left=3)], "lost")
    assert band.members["AS"].notes == {"deserved": 1}
    steps, band = after(band, [Deed(id="AS", start=3, left=3)], "won")
    unit = band.members["AS"]
    assert told(steps)[-1] == ("campaign.risen", "DAI-CAM-08")
    assert (unit.line["quality"], unit.gained, unit.notes, unit.cost) == ("veteran", ("veteran",), {"deserved": 0}, 24)
    state = SYSTEM.begin(met(sent(band), {"sample": "mori"}))
    assert next((u.quality, u.stands) for u in state.units.values() if u.code == "AS") == ("veteran", 3)


def test_the_best_of_their_kind_rise_no_further() -> None:
    band = army()
    for _ in range(3):
        steps, band = after(band, [Deed(id="HC", start=4, left=4), Deed(id="PE", start=8, left=8)], "won")
        assert told(steps) == [("campaign.won", "DAI-CAM-07")]
    assert band.members["HC"].line["quality"] == "elite"


def test_a_leader_who_was_sent_home_has_no_successor() -> None:
    band = apply_all(army(), (Delta("state", "G", put="retired"),))
    assert WARBANDS.season(band, "spring", never) == ()


def test_a_leader_has_no_choices_whatever_is_due() -> None:
    band = apply_all(army(), (Delta("due", "G", add=1), Delta("due", "D1", add=2)))
    assert WARBANDS.choices(band) == ()


def test_fallen_leaders_have_successors_in_spring_alone() -> None:
    fallen = [Deed(id="G", fate="dead", left=0), Deed(id="D2", fate="dead", left=0, kills=1)]
    steps, band = after(army(), fallen, "lost")
    assert told(steps)[1:] == [
        ("campaign.leader-fell", "DAI-CAM-07"), ("campaign.slew", "DAI-LDR-15"), ("campaign.leader-fell", "DAI-CAM-07"),
    ]  # fmt: skip
    assert band.members["D2"].honours == ("slew-a-leader", "fell-in-battle")
    assert WARBANDS.general_rating(band) == 0
    for season in ("summer", "autumn", "winter"):
        assert WARBANDS.season(band, season, never) == ()
    steps = WARBANDS.season(band, "spring", faces(6, 1))
    assert [(step.about, step.facts["cr"], step.faces) for step in steps] == [
        ("campaign.new-general", 3, (6,)), ("campaign.new-daimyo", 0, (1,)),
    ]  # fmt: skip
    band = taken(band, steps)
    assert (WARBANDS.general_rating(band), band.members["G-2"].cost, band.members["D2-2"].cost) == (3, 50, 5)
    assert WARBANDS.season(band, "spring", never) == ()
    state = SYSTEM.begin(met(sent(band), {"sample": "mori"}))
    assert [m.rating for m in state.leaders.values() if m.seat == RED] == [3, 2, 0, 1]
    assert {"G-2", "D2-2"} < {deed.id for deed in WARBANDS.deeds(state, RED)}


@pytest.mark.parametrize("seed", [1, 2])
def test_a_battle_leaves_its_marks(seed: int) -> None:
    bands = {RED: army("asai"), BLUE: army("mori")}
    for battle in range(2):
        setup = met(sent(bands[RED]), sent(bands[BLUE]), season="winter")
        assert SYSTEM.refuse_setup(setup) == ()
        state = Opening(setup, seed=seed + battle, sample=True).run(until="")
        outcome = state.outcome
        assert outcome is not None
        felled = 0
        for seat, band in bands.items():
            deeds = WARBANDS.deeds(state, seat)
            assert [deed.id for deed in deeds] == [member.id for member in band.fit()]
            felled += sum(deed.kills for deed in deeds if not rank(band.members[deed.id]))
            result = "drew" if outcome.winner is None else "won" if outcome.winner == seat else "lost"
            bands[seat] = after(band, deeds, result)[1]
            assert WARBANDS.points(state, seat) == state.side(state.other(seat)).lost
        assert felled == sum(max(0, u.start_stands - u.stands) for u in state.units.values() if u.fate != "captured")


def test_hits_are_credited_in_a_campaign_only() -> None:
    setup = met(sent(army("asai")), {"sample": "mori"})
    for options, stands in ((setup.options, 2), ({}, 0)):
        state = SYSTEM.begin(replace(setup, options=options))
        target = next(u for u in state.units.values() if u.seat == BLUE)
        event = HitsTaken(clause=HITS, unit=target.id, by=f"{RED}-1", how="fire", hits=7, carried=1)
        assert [deed.kills for deed in WARBANDS.deeds(event.fold(state), RED) if deed.kills] == [stands] * bool(stands)


def test_twenty_battles_never_end_in_a_dead_end() -> None:
    rng = Random(7)
    throw = lambda dice: tuple(rng.randint(1, dice.sides) for _ in range(dice.count))  # noqa: E731
    band, seasons = army("tokugawa"), ("spring", "summer", "autumn", "winter")
    for year in range(20):
        deeds = [chance(rng, band, member.id) for member in band.fit() if rng.random() < 0.9]
        band = after(band, deeds, rng.choice(("won", "lost", "drew")))[1]
        band = taken(band, WARBANDS.season(band, seasons[year % 4], throw))
        band = apply_all(band, (Delta("purse", add=60),))
        offers = WARBANDS.market(band)
        if offers:
            step = WARBANDS.purchase(band, rng.choice(offers).key, f"new-{year}", "")
            band = taken(band, () if isinstance(step, Refusal) else (step,))
        for row in WARBANDS.choices(band):
            step = WARBANDS.choose(band, row.member, rng.choice(row.options))
            assert isinstance(step, Step)
            band = taken(band, (step,))
        if band.fit():
            assert SYSTEM.refuse_setup(met(sent(band), {"sample": "mori"})) == ()
    dead = apply_all(band, [Delta("state", member.id, put="dead") for member in band.living()])
    assert after(dead, [], "lost")[0] == ()
    assert taken(dead, WARBANDS.season(dead, "spring", throw)).fit()


def chance(rng: Random, band: Band, id: str) -> Deed:
    """What may have become of a member."""
    member = band.members[id]
    if rank(member):
        return Deed(id=id, fate=rng.choice(("", "", "dead")), kills=rng.choice((0, 0, 1)))
    fate = rng.choice(("", "", "", "reserve", "saved", "left", "dispersed", "destroyed", "captured"))
    left = 0 if fate == "destroyed" else rng.randint(1, member.models)
    return Deed(id=id, fate=fate, start=member.models, left=left, kills=rng.randint(0, 4))


def test_every_word_of_an_army_on_campaign_is_there() -> None:
    said = ("fell-in-battle", "slew-a-leader", "elite", "veteran", "seasoned", "dead", "out", "captive", "retired")
    assert [word for word in said if f"word.{word}" not in SYSTEM.sentences] == []
    kinds = {member.kind for sample in ready() for member in army(sample).members.values()}
    assert [kind for kind in sorted(kinds) if kind not in SYSTEM.sentences] == []
