"""What an army on campaign buys, which clan it joins, and who holds a province of nobody's (DAI-CAM-11)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from app.engine.campaigns import Band, Step, read_member
from app.engine.refusals import Refusal
from app.systems.daimyo.armies.lists import PROFILES
from app.systems.daimyo.armies.muster import refuse_roster
from app.systems.daimyo.campaign.warbands import WARBANDS
from app.systems.daimyo.system import SYSTEM
from tests.systems.daimyo.test_warbands import HOLE, LIMIT, army, met, plain, sent, taken


def test_units_are_sold_at_the_prices_of_lists() -> None:
    market = {offer.key: offer for offer in WARBANDS.market(army("asai"))}
    assert {offer.kind for offer in market.values()} == {f"profile.{key}" for key in PROFILES}
    assert (market["AS:seasoned:6"].cost, market["AS:raw:4"].cost, market["HQ:veteran:1"].cost) == (36, 16, 20)
    assert [key for key in market if key.startswith("HC:")] == ["HC:veteran:3", "HC:elite:3", "HC:elite:4"]


def test_a_new_unit_joins_the_clan_its_player_names() -> None:
    band = army("asai")
    step = WARBANDS.purchase(band, "SF:veteran:4", "new", "Wanderers")
    assert isinstance(step, Step)
    assert (step.kind, step.clause, step.facts["points"]) == ("purchase", "DAI-CAM-11", 48)
    band = taken(band, (step,))
    assert band.purse == LIMIT - 296 - 48
    (row,) = WARBANDS.choices(band)
    assert (row.member, row.clause, len(row.options)) == ("new", "DAI-ORG-16", len(band.head["clans"]))
    assert row.default == band.members["new"].line["clan"]
    other = next(clan for clan in row.options if clan != row.default)
    joined = WARBANDS.choose(band, "new", other)
    assert isinstance(joined, Step)
    band = taken(band, (joined,))
    assert (band.members["new"].line["clan"], WARBANDS.choices(band)) == (other, ())
    no = WARBANDS.choose(band, "new", other)
    assert isinstance(no, Refusal)
    assert (no.code, no.clause) == ("campaign.no-choice", "DAI-ORG-16")
    state = SYSTEM.begin(met(sent(band), {"sample": "mori"}))
    (unit,) = [u for u in state.units.values() if u.name == "Wanderers"]
    assert (unit.quality, unit.stands, state.clans[unit.clan].key) == ("veteran", 4, other)


@pytest.mark.parametrize(
    ("sample", "limit", "key", "said"),
    [
        ("takeda", 590, "AB:raw:2", ("campaign.purse", "DAI-CAM-11")),
        ("takeda", 1300, "no-such", ("campaign.no-offer", "DAI-CAM-11")),
        ("takeda", 1300, "HQ:veteran:1", ("roster.headquarters", "DAI-ORG-17")),
        ("tokugawa", 900, "HF:elite:4", ("roster.hatamoto", "DAI-ARM-05")),
        ("oda", 600, "AS:seasoned:12", ("campaign.no-offer", "DAI-CAM-11")),
    ],
)
def test_what_cannot_be_bought(sample: str, limit: int, key: str, said: tuple[str, str]) -> None:
    band = army(sample, limit)
    no = WARBANDS.purchase(band, key, "new", "")
    assert isinstance(no, Refusal)
    assert (no.code, no.clause) == said
    assert set(HOLE.findall(SYSTEM.sentences[no.code])) <= set(no.facts)


def test_no_more_than_a_third_of_one_kind() -> None:
    band = army("asai", 900)
    spent = sum(member.cost for member in band.members.values() if member.kind == "profile.AS")
    for n in range((300 - spent) // 48):
        step = WARBANDS.purchase(band, "AS:seasoned:8", f"new-{n}", "")
        assert isinstance(step, Step)
        band, spent = taken(band, (step,)), spent + 48
    no = WARBANDS.purchase(band, "AS:seasoned:8", "more", "")
    assert isinstance(no, Refusal)
    assert (no.code, no.clause, no.facts["points"], no.facts["most"]) == ("roster.share", "DAI-ARM-05", spent + 48, 300)
    assert "AS:seasoned:8" not in [offer.key for offer in WARBANDS.market(band)]


def test_two_guns_for_six_hundred_points_and_eight_units_in_a_clan() -> None:
    band = army("asai", 600)
    for n in range(2):
        step = WARBANDS.purchase(band, "LA:seasoned:1", f"gun-{n}", "")
        assert isinstance(step, Step)
        band = taken(band, (step,))
    no = WARBANDS.purchase(band, "LA:seasoned:1", "gun-3", "")
    assert isinstance(no, Refusal)
    assert (no.code, no.facts) == ("roster.guns", {"pieces": 3, "most": 2, "limit": 600})
    assert SYSTEM.refuse_setup(met(sent(band), {"sample": "mori"})) == ()
    extra = read_member(plain(band.members["AB"]))
    full = replace(band, members={
        str(n): replace(extra, id=str(n), line={**extra.line, "clan": row["id"]})
        for n, row in enumerate(row for row in band.head["clans"] for _ in range(8))
    })  # fmt: skip
    no = WARBANDS.purchase(full, "SF:veteran:4", "new", "")
    assert isinstance(no, Refusal)
    assert (no.code, no.facts) == ("campaign.no-room", {"most": 8})


def test_provinces_of_nobody_are_held_by_lawful_lists_of_three_hundred_points() -> None:
    lists = [WARBANDS.garrison(number) for number in range(8)]
    assert len({encode(roster) for roster in lists}) == 8
    assert [refuse_roster(plain(roster), 300) for roster in lists] == [()] * 8
    assert WARBANDS.garrison(8) == lists[0]
    assert all(250 < WARBANDS.value(army_of(roster)) <= 300 for roster in lists)


def army_of(roster: Any) -> Band:
    """The army of a roster."""
    band = WARBANDS.enlist(plain(roster), 300)
    assert isinstance(band, Band)
    return band
