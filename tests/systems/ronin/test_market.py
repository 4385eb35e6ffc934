"""What a warband may buy between two battles (RON-CAM-09)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.campaigns import Step, apply_all
from app.engine.refusals import Refusal
from app.systems.ronin.campaign.warbands import WARBANDS
from tests.systems.ronin.banding import SAMPLES, band_of, refused


@pytest.mark.parametrize("sample", SAMPLES)
def test_all_that_is_offered_can_be_bought_and_sent(sample: str) -> None:
    band = replace(band_of(sample), purse=100)
    offers = WARBANDS.market(band)
    assert len({o.key for o in offers}) == len(offers) > 5
    for offer in offers:
        step = WARBANDS.purchase(band, offer.key, "new", "Taro")
        assert isinstance(step, Step)
        more = apply_all(band, step.deltas)
        assert (more.purse, more.members["new"].cost) == (100 - offer.cost, offer.cost)
        assert (more.members["new"].kind, more.members["new"].name) == (offer.kind, "Taro")
        assert WARBANDS.refuse_muster(more, list(more.members)) == ()
        assert WARBANDS.refuse_muster(more, ["new"]) == ()


def test_a_purchase_beyond_purse_or_market_is_refused_with_its_numbers() -> None:
    band = band_of()
    no = WARBANDS.purchase(band, "hire.ninja", "new", "")
    assert isinstance(no, Refusal)
    assert (no.code, no.clause, no.facts) == ("campaign.purse", "RON-CAM-09", {"cost": 36, "purse": 3})
    assert refused(WARBANDS.purchase(band, "abbot", "new", "")) == ("campaign.not-offered", "RON-CAM-09")
    rich = replace(band, purse=100)
    assert refused(WARBANDS.purchase(rich, "hire.ninja", "m1", "")) == ("campaign.member-taken", "RON-CAM-01")


def test_the_limits_of_the_lists_hold_for_new_members() -> None:
    band = replace(band_of(), purse=500)
    samurai = "samurai.heavy.katana.commander.kenjutsu"
    assert samurai not in [o.key for o in WARBANDS.market(band)]
    assert refused(WARBANDS.purchase(band, samurai, "new", "")) == ("roster.commons", "RON-ARM-12")
    for n in range(2):
        step = WARBANDS.purchase(band, "hire.ronin", f"h{n}", "")
        assert isinstance(step, Step)
        band = apply_all(band, step.deltas)
    assert refused(WARBANDS.purchase(band, "hire.ronin", "h2", "")) == ("roster.hires", "RON-ARM-15")


def test_a_band_that_lost_its_commons_may_buy_some_but_no_more_elite_beside_them() -> None:
    elite = replace(band_of(), members={id: m for id, m in band_of().members.items() if id in ("m1", "m2")}, purse=99)
    step = WARBANDS.purchase(elite, "ashigaru.none.katana", "new", "")
    assert isinstance(step, Step)
    mixed = apply_all(elite, step.deltas)
    key = "samurai.heavy.katana.commander.kenjutsu"
    assert refused(WARBANDS.purchase(mixed, key, "more", "")) == ("roster.commons", "RON-ARM-12")
    assert isinstance(WARBANDS.purchase(mixed, "ashigaru.none.katana", "more", ""), Step)
