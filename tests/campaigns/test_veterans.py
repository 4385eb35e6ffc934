"""A warband lives on after its campaign, and joins another that welcomes veterans."""

from __future__ import annotations

from msgspec.structs import replace

from app.campaigns.ledger.rulings import Correct
from app.campaigns.rounds.course import EndCampaign
from app.campaigns.warbands.deeds import RetireWarband
from app.campaigns.warbands.entering import Bring
from app.engine.campaigns import DEAD, OUT, Delta
from tests.campaigns.campaigning import Begun, House, in_house


async def scarred(house: House) -> tuple[Begun, str]:
    """A campaign in which a warband has somebody who has learnt, one who is hurt, and one who has died."""
    made = await house.begun()
    warband = made.warbands[0]
    hero, hurt, dead = list((await house.now(made.id)).warbands[warband].band.members)[:3]
    deltas = (Delta("experience", hero, add=4), Delta("state", hurt, put=OUT), Delta("state", dead, put=DEAD),
              Delta("honour", add=3))  # fmt: skip
    await house.does(made.id, made.host, Correct(warband=warband, deltas=deltas, reason="A hard year."))
    return made, warband


def bring(made: Begun, warband: str) -> Bring:
    return Bring(campaign=made.id, warband=warband, emblem=4, hue=4)


@in_house
async def test_a_warband_comes_as_it_stands_once_its_campaign_is_over(house: House) -> None:
    made, warband = await scarred(house)
    leader = made.leaders[0]
    next_ = await house.found(made.host, open=True, veterans=True)
    no = await house.refused(next_, leader, bring(made, warband))
    assert no.refusal.code == "warband.no-veteran"
    await house.does(made.id, made.host, EndCampaign(reason="Enough."))
    before = (await house.now(made.id)).warbands[warband]
    await house.does(next_, leader, bring(made, warband))
    one = (await house.now(next_)).of_guest(leader.id)[0]
    assert one.name == before.name
    assert list(one.band.members) == [m.id for m in before.band.living()]
    assert all(m.state == "fit" for m in one.band.members.values())
    assert sum(m.experience for m in one.band.members.values()) == 4
    assert (one.band.honour, one.band.purse) == (0, 200 - before.band.worth())
    assert (await house.now(made.id)).warbands[warband] == before
    line = (await house.campaigns.books(await house.now(next_), lambda band: band.worth())).lines[one.id][0]
    assert (line.about, line.facts) == (
        "campaign.news.brought-from",
        {"warband": one.id, "who": leader.id, "was": before.name, "origin": "Trial"},
    )


@in_house
async def test_nobody_brings_what_is_not_his_too_dear_or_not_welcome(house: House) -> None:
    made, warband = await scarred(house)
    leader, other = made.leaders
    await house.does(made.id, leader, RetireWarband(warband=warband))
    closed = await house.found(made.host, open=True)
    assert (await house.refused(closed, leader, bring(made, warband))).refusal.code == "warband.no-veterans"
    small = await house.found(made.host, open=True, veterans=True, points=100)
    assert (await house.refused(small, leader, bring(made, warband))).refusal.code == "warband.dear"
    next_ = await house.found(made.host, open=True, veterans=True)
    assert (await house.refused(next_, other, bring(made, warband))).refusal.code == "warband.no-veteran"
    kensei = await house.found(made.host, "kensei", open=True, veterans=True)
    assert (await house.refused(kensei, leader, bring(made, warband))).refusal.code == "warband.no-veteran"
    for name, code in (("H" * 200, "people.name"), ("House\nof two", "people.lines")):
        no = await house.refused(next_, leader, replace(bring(made, warband), name=name))
        assert no.refusal.code == code
    await house.does(next_, leader, bring(made, warband))


@in_house
async def test_what_a_warband_may_have_is_measured_by_the_points_of_where_it_comes_to(house: House) -> None:
    made = await house.begun("daimyo", points=1200, public=False)
    leader, warband = made.leaders[0], made.warbands[0]
    await house.does(made.id, leader, RetireWarband(warband=warband))
    next_ = await house.found(made.host, "daimyo", open=True, veterans=True, points=600)
    await house.does(next_, leader, bring(made, warband))
    one = (await house.now(next_)).of_guest(leader.id)[0]
    assert one.band.head["limit"] == 600
    line = (await house.campaigns.books(await house.now(next_), lambda band: band.worth())).lines[one.id][0]
    assert (line.about, line.facts.get("origin")) == ("campaign.news.brought", None)
