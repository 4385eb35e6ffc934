"""What a band may buy between two battles (CEL-CAM-05)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.campaigns import Band, Delta, Step, apply_all
from app.systems.celtos.bands.lists import entries
from app.systems.celtos.book import table
from app.systems.celtos.campaign.warbands import WARBANDS
from app.systems.celtos.sentences import SENTENCES
from tests.systems.celtos.bands import READY, band, changed, lone

# -- the market (CEL-CAM-05) ------------------------------------------------------------


def bought(one: Band, key: str, id: str = "m9") -> Band | tuple[str, str]:
    """The band after a purchase, or code and clause of why not."""
    step = WARBANDS.purchase(one, key, id, "Kage")
    return changed(one, (step,)) if isinstance(step, Step) else (step.code, step.clause)


@pytest.mark.parametrize("key", list(READY))
def test_everything_offered_can_be_bought_at_its_price(key: str) -> None:
    begun = band(key, READY[key])
    one = replace(begun, purse=600, members={"m1": begun.members["m1"]})
    offers = WARBANDS.market(one)
    army = table("samples")[key]["list"]
    assert {o.line["entry"] for o in offers if o.key.startswith("unit.")} == set(entries(army))
    assert len({o.key for o in offers}) == len(offers)
    for offer in offers:
        assert offer.kind in SENTENCES
        found = bought(one, offer.key)
        assert isinstance(found, Band)
        assert found.purse == 600 - offer.cost
        assert WARBANDS.value(found) == WARBANDS.value(one) + offer.cost
        assert WARBANDS.refuse_muster(found, list(found.members)) == ()


def test_a_new_unit() -> None:
    one = bought(lone(100), "unit.shinobi.3..")
    assert isinstance(one, Band)
    new = one.members["m9"]
    assert (new.kind, new.name, new.models, new.cost, one.purse) == ("entry.hayate.shinobi", "Kage", 3, 57, 43)
    assert new.line["code"] not in [m.line["code"] for m in one.living() if m.id != "m9"]


def test_one_more_model_and_a_command_model() -> None:
    begun = lone(100)
    worn = replace(begun.members["m2"], models=3, cost=28 * 3 + 5)
    one = bought(replace(begun, members={**begun.members, "m2": worn}), "model.m2")
    assert isinstance(one, Band)
    riders = one.members["m2"]
    assert (riders.models, riders.full, riders.cost, one.purse) == (4, 4, 28 * 4 + 5, 72)
    one = bought(one, "role.m2.standard")
    assert isinstance(one, Band)
    assert (one.members["m2"].line["command"], one.members["m2"].cost, one.purse) == (
        ["leader", "standard"], 28 * 4 + 13, 64,
    )  # fmt: skip
    more = bought(one, "model.m2")
    assert isinstance(more, Band)
    assert (more.members["m2"].models, more.members["m2"].full) == (5, 5)


@pytest.mark.parametrize(("key", "id", "points", "said"), [
    ("unit.shinobi.3..", "m9", 56, ("campaign.purse", "CEL-CAM-05")),
    ("unit.taisho.1..", "m9", 500, ("campaign.no-offer", "CEL-CAM-05")),
    ("", "m9", 500, ("campaign.no-offer", "CEL-CAM-05")),
    ("model.m1", "m9", 500, ("campaign.no-offer", "CEL-CAM-05")),
    ("role.m2.leader", "m9", 500, ("campaign.no-offer", "CEL-CAM-05")),
    ("unit.shinobi.3..", "m2", 500, ("campaign.member-twice", "CEL-CAM-05")),
])  # fmt: skip
def test_what_cannot_be_bought(key: str, id: str, points: int, said: tuple[str, str]) -> None:
    assert bought(lone(points), key, id) == said


def test_no_band_outgrows_the_largest_battle() -> None:
    one = replace(band("sidhe", 600), purse=500)
    assert bought(one, "unit.sidhe-archers.7..leader") == ("roster.points", "CEL-ARM-02")
    rich = replace(lone(500), members={f"m{n}": replace(lone().members["m1"], id=f"m{n}") for n in range(1, 7)})
    several = apply_all(rich, [Delta("line", id, put={**m.line, "code": id}) for id, m in rich.members.items()])
    assert bought(several, "unit.captain.1..") == ("roster.many-individuals", "CEL-ARM-03")
    giants = bought(lone(500), "unit.gashadokuro.1..")
    assert isinstance(giants, Band)
    assert bought(giants, "unit.gashadokuro.1..", "m10") == ("roster.mercenaries", "CEL-ARM-03")
