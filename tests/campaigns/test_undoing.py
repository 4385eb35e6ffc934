"""Taking back: another line of the ledger, the last first, until the round moves on."""

from __future__ import annotations

from app.campaigns.ledger.rulings import Correct
from app.campaigns.rounds.challenges import Challenge
from app.campaigns.rounds.course import CloseRound
from app.campaigns.warbands.aftermath import Choose
from app.campaigns.warbands.deeds import Buy, RetireMember
from app.campaigns.warbands.telling import DescribeMember, NameMember
from app.campaigns.warbands.undoing import Undo
from app.engine.campaigns import RETIRED, Band, Delta
from tests.campaigns.campaigning import Begun, House, in_house, more


async def begun(house: House) -> tuple[Begun, str, Band]:
    """A campaign in which a warband can pay and somebody in it has an advance to choose."""
    made = await house.begun()
    warband = made.warbands[0]
    hero = next(iter((await house.now(made.id)).warbands[warband].band.members))
    gift = (more(200), Delta("due", hero, add=1))
    await house.does(made.id, made.host, Correct(warband=warband, deltas=gift, reason="A gift."))
    return made, warband, await band_of(house, made, warband)


async def band_of(house: House, made: Begun, warband: str) -> Band:
    return (await house.now(made.id)).warbands[warband].band


async def bought(house: House, made: Begun, warband: str) -> int:
    """The number of the line by which the cheapest on the market was bought."""
    rules = house.campaigns.rules("ronin")
    key = min(rules.market(await band_of(house, made, warband)), key=lambda offer: offer.cost).key
    return (await house.does(made.id, made.leaders[0], Buy(warband=warband, key=key))).entries[0]


@in_house
async def test_what_was_bought_and_chosen_is_taken_back_the_last_first(house: House) -> None:
    made, warband, before = await begun(house)
    leader, rules = made.leaders[0], house.campaigns.rules("ronin")
    choice = rules.choices(before)[0]
    chose = await house.does(made.id, leader, Choose(warband=warband, member=choice.member, option=choice.options[-1]))
    line = await bought(house, made, warband)
    no = await house.refused(made.id, leader, Undo(warband=warband, line=chose.entries[0]))
    assert no.refusal.code == "warband.no-undo"
    length = (await house.now(made.id)).seq
    await house.does(made.id, leader, Undo(warband=warband, line=line))
    await house.does(made.id, leader, Undo(warband=warband, line=chose.entries[0]))
    after = await band_of(house, made, warband)
    assert (await house.now(made.id)).seq == length + 2
    assert rules.choices(after) == rules.choices(before)
    assert (after.purse, after.living()) == (before.purse, before.living())
    assert [one.state for id, one in after.members.items() if id not in before.members] == [RETIRED]


@in_house
async def test_a_name_given_since_stays_and_is_itself_not_taken_back(house: House) -> None:
    made, warband, before = await begun(house)
    leader, member = made.leaders[0], list(before.members)[1]
    gone = await house.does(made.id, leader, RetireMember(warband=warband, member=member))
    await house.does(made.id, leader, NameMember(warband=warband, member=member, name="Heita"))
    told = await house.does(made.id, leader, DescribeMember(warband=warband, member=member, text="Came back."))
    await house.refused(made.id, leader, Undo(warband=warband, line=told.entries[0]))
    await house.does(made.id, leader, Undo(warband=warband, line=gone.entries[0]))
    one = (await band_of(house, made, warband)).members[member]
    assert (one.state, one.name, one.word) == ("fit", "Heita", "Came back.")


@in_house
async def test_nothing_is_taken_back_after_a_ruling_or_once_the_round_has_moved_on(house: House) -> None:
    made, warband, _ = await begun(house)
    leader = made.leaders[0]
    line = await bought(house, made, warband)
    await house.does(made.id, made.host, Correct(warband=warband, deltas=(more(1),), reason="Forgotten."))
    await house.refused(made.id, leader, Undo(warband=warband, line=line))
    again = await bought(house, made, warband)
    await house.does(made.id, made.host, CloseRound(reason="Enough."))
    await house.refused(made.id, leader, Undo(warband=warband, line=again))


@in_house
async def test_a_server_that_starts_again_knows_what_may_be_taken_back(house: House) -> None:
    made, warband, before = await begun(house)
    line = await bought(house, made, warband)
    house.campaigns._books.clear()
    await house.does(made.id, made.leaders[0], Undo(warband=warband, line=line))
    assert (await band_of(house, made, warband)).purse == before.purse


@in_house
async def test_nobody_takes_back_what_made_him_the_weaker_once_a_battle_of_his_is_made(house: House) -> None:
    made = await house.begun(players=3, pairing="challenge", underdog=True)
    gone = dict[str, int]()
    for leader, warband in zip(made.leaders, made.warbands, strict=True):
        member = list((await band_of(house, made, warband)).members)[1]
        gone[warband] = (await house.does(made.id, leader, RetireMember(warband=warband, member=member))).entries[0]
    one, other, third = made.warbands
    await house.does(made.id, made.leaders[0], Challenge(warband=one, other=other))
    for leader, warband in zip(made.leaders[:2], (one, other), strict=True):
        no = await house.refused(made.id, leader, Undo(warband=warband, line=gone[warband]))
        assert (no.refusal.code, str(no.refusal.clause)) == ("warband.no-undo", "CPN-WAR-13")
    await house.does(made.id, made.leaders[2], Undo(warband=third, line=gone[third]))
