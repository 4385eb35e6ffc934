"""What an umpire writes of a member, and what the rules of the systems say to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from app.campaigns.ledger.rulings import CORRECTS, Correct, refuse_word
from app.campaigns.service import Done
from app.engine.campaigns import DEAD, FIT, OUT, Band, CampaignRules, Delta, Member
from app.engine.refusals import Refusal, refuse
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
    assert taken.pop("ronin") == [False, True, False]
    assert set(map(tuple, taken.values())) == {(True, True, True)}  # there no word forbids the field


@in_house
async def test_nor_while_he_is_out_so_that_it_would_keep_him_home_once_he_is_well(house: House) -> None:
    made = await house.begun("ronin", points=POINTS["ronin"])
    warband = made.warbands[0]
    who = list((await house.now(made.id)).warbands[warband].band.members)[-1]
    out, word = Delta("state", who, put=OUT), Delta("gained", who, more="dragon")
    for deltas, passes in (((out, word), False), ((out,), True), ((word,), False), ((fast(who),), True)):
        given = Correct(warband=warband, deltas=deltas, reason="A test.")
        assert isinstance(await house.campaigns.act(made.id, made.host, given), Done) is passes
    one = (await house.now(made.id)).warbands[warband].band.members[who]
    assert (one.state, one.gained) == (OUT, ("fast",))


def fast(who: str) -> Delta:
    """A word that the rules know."""
    return Delta("gained", who, more="fast")


@pytest.mark.parametrize("state", [FIT, OUT, DEAD])
def test_nor_is_a_word_taken_from_him_without_which_he_goes_nowhere(state: str) -> None:
    class Sworn:
        """Rules by which nobody goes who is not sworn."""

        def refuse_muster(self, band: Band, members: Sequence[str]) -> tuple[Refusal, ...]:
            """Why they do not."""
            loose = [who for who in members if "sworn" not in band.members[who].gained]
            return tuple(refuse("toy.loose", CORRECTS, who=who) for who in loose)

    member = Member(id="m1", kind="toy", line=None, cost=1, state=state, gained=("sworn", "fast"))
    band, rules = Band(head=None, members={"m1": member}), cast(CampaignRules[Any], Sworn())
    no = refuse_word(rules, band, (Delta("gained", "m1", less="sworn"),))
    assert no is not None
    assert no.code == "toy.loose"
    assert refuse_word(rules, band, (Delta("gained", "m1", less="fast"),)) is None
