"""What an umpire writes of a member, and what the rules of the systems say to it."""

from __future__ import annotations

from app.campaigns.ledger.rulings import Correct
from app.campaigns.service import Done
from app.engine.campaigns import Delta
from tests.campaigns.campaigning import House, in_house

POINTS = {"ronin": 200, "celtos": 400, "daimyo": 600, "kensei": 500}
WORDS = ("dragon", "fast", "fast")


@in_house
async def test_nothing_is_written_of_a_member_that_keeps_him_from_every_field(house: House) -> None:
    taken = dict[str, list[bool]]()
    for system, points in POINTS.items():
        made, rules = await house.begun(system, points=points), house.campaigns.rules(system)
        warband = made.warbands[0]
        band = (await house.now(made.id)).warbands[warband].band
        who = list(band.members)[-1]
        before = {no.code for no in rules.refuse_muster(band, [who])}
        for word in WORDS:
            given = Correct(warband=warband, deltas=(Delta("gained", who, more=word),), reason="A test.")
            done = await house.campaigns.act(made.id, made.host, given)
            taken.setdefault(system, []).append(isinstance(done, Done))
            band = (await house.now(made.id)).warbands[warband].band
            assert {no.code for no in rules.refuse_muster(band, [who])} <= before
    assert taken["ronin"] == [False, True, False]
