"""News in words, and the ledger of a warband with running totals."""

from __future__ import annotations

from string import Formatter
from typing import Any, get_args

import pytest

from app.campaigns.ledger import events as e
from app.campaigns.ledger.books import ledger
from app.campaigns.ledger.chronicle import news, told
from app.campaigns.ledger.rulings import Correct
from app.campaigns.ledger.words import NEWS
from app.campaigns.model import Chapter, Fixture, Round, Settings, Trade
from app.campaigns.rounds.course import Start
from app.campaigns.warbands.deeds import Buy
from app.campaigns.warbands.telling import NameMember
from app.campaigns.warbands.trades import Transfer
from app.engine.campaigns import Band, Delta, Step
from app.engine.refusals import Clause
from tests.campaigns.people_table import rows, shop
from tests.campaigns.rounds_table import HOST

BATTLE = Fixture(id="f", round=1, sides=("w0", "w1"))
ALONE = Fixture(id="g", round=1, sides=("w0", ""))
STEP = Step("ruling", Clause("CPN-RUL-02"), "warband.corrected", {"changes": 1})
SAMPLES: list[e.Entry] = [
    e.Founded(system="ronin", name="War", settings=Settings(), guest="p0", host="P0"),
    e.Changed(name="War", settings=Settings()),
    e.Invited(guest="p9", name="P9", by="p0"),
    e.KeyRenewed(),
    e.Joined(guest="p0", name="P0"),
    e.Joined(guest="p0", name="P0", roles=("watcher",)),
    e.RolesSet(guest="p0", roles=("host",)),
    e.RolesSet(guest="p0", roles=()),
    e.FixtureAdded(fixture=ALONE),
    e.Laid(fixture="g", game="x"),
    e.Left(guest="p0", reason="gone"),
    e.Announced(title="Hear", text="all", by="p0"),
    e.Raised(warband="w0", guest="p0", name="W", emblem=1, hue=1, band=Band(head={})),
    e.Posted(warband="w0", step=STEP, reason="counted"),
    e.Offered(trade=Trade(id="t", by="w0", to="w1")),
    e.Withdrawn(trade="t"),
    e.Traded(one="w0", other="w1", deltas=(), others=()),
    e.Traded(one="w0", other="w1", deltas=(), others=(), sort="transfer", reason="ransom"),
    *(e.Status(warband="w0", status=status) for status in ("active", "reserve", "retired")),
    e.HandedOver(warband="w0", guest="p1"),
    e.Written(warband="w0", chapter=Chapter(title="T", text="x", by="p0", at=1)),
    e.RoundOpened(round=Round(number=1, commit=""), fixtures=(BATTLE, ALONE)),
    e.RoundOpened(round=Round(number=1, commit="", year=1, season="spring")),
    e.FixtureAdded(fixture=BATTLE),
    e.Proposed(fixture="f", warband="w0", times=(1, 2)),
    e.Agreed(fixture="f", when=5),
    e.Commented(fixture="f", guest="p0", at=5, text="Rain."),
    e.Unsaid(fixture="f", number=0),
    e.Hastened(fixture="f", warband="w0"),
    e.Hastened(fixture="f", warband="w0", early=False),
    e.Extended(due=5),
    e.Extended(due=5, fixture="f", reason="rain"),
    e.Extended(due=5, reason="enough", clause=Clause("CPN-RND-05")),
    e.ScenarioSet(fixture="f", scenario="ford"),
    e.Mustered(fixture="f", warband="w0", members=(), version=0),
    e.Unmustered(fixture="f", warband="w0"),
    e.SplitSet(warband="w0", groups={}),
    e.StoodIn(fixture="f", warband="w0"),
    e.Reminded(warband="w0", fixture="f", at=1, by="p0"),
    e.Laid(fixture="f", game="x"),
    e.Chaired(fixture="f", guest="p0"),
    *(e.Ended(fixture="f", result=result, winner="w1") for result in ("won", "forfeit")),
    *(e.Ended(fixture="f", result=result) for result in ("draw", "standoff")),
    e.Ended(fixture="g", result="bye", winner="w0"),
    e.Ended(fixture="g", result="won", winner="w0"),
    e.Ended(fixture="g", result="won"),
    e.Voided(fixture="f", reason="rain"),
    e.Voided(fixture="f", reason="rain", by="p0"),
    e.Disputed(fixture="f", warband="w0", reason="no"),
    e.Upheld(fixture="f", by="p0", reason="yes"),
    *(e.Ended(fixture="f", result=result, winner="w1", by="p0", reason="seen") for result in ("won", "forfeit")),
    *(e.Ended(fixture="f", result=result, by="p0", reason="seen") for result in ("draw", "standoff")),
    *(e.Overturned(fixture="f", result=one, winner="w1", by="p0", reason="seen") for one in ("won", "forfeit")),
    *(e.Overturned(fixture="f", result=one, by="p0", reason="seen") for one in ("draw", "standoff", "void")),
    e.Overturned(fixture="g", result="won", by="p0", reason="seen"),
    e.Settled(fixture="f", warband="w0"),
    e.RoundClosed(number=1, seed="00"),
    e.Closed(winner="w0"),
    e.Closed(),
    e.Mapped(map={}),
    e.Taken(province="kai", warband="w0"),
    e.Taken(province="kai", warband=""),
    e.Placed(warband="w0", province="kai"),
    e.Placed(warband="w0", province=""),
    e.Ordered(warband="w0", way=("kai",)),
    e.Shown(orders={"w0": ("kai",)}),
    e.Stepped(step="orders"),
    e.Besieged(province="kai", seasons=1),
    e.Besieged(province="kai", seasons=-1),
    e.Reached(chapter="bridge"),
    e.Held(held={"w0": 1}),
]


def test_every_kind_of_entry_is_among_the_samples() -> None:
    assert {type(one) for one in SAMPLES} == {*get_args(e.Happened)}


@pytest.mark.parametrize("entry", SAMPLES, ids=lambda one: one.__struct_config__.tag)
def test_every_entry_has_a_sentence_and_all_its_facts(entry: e.Entry) -> None:
    table = shop(2)
    table.put(e.FixtureAdded(fixture=BATTLE), e.FixtureAdded(fixture=ALONE))
    key, facts = told(entry, table.now)
    text: str = "Changes: {changes}" if key == STEP.about else NEWS[key]
    wanted = {name for _, name, _, _ in Formatter().parse(text) if name}
    assert wanted <= {*facts}
    assert all(isinstance(one, int | str) for one in facts.values())


def test_news_are_newest_first_and_leave_small_things_out() -> None:
    table = shop(2)
    assert table.give("p0", NameMember(warband="w0", member="m0", name="Saru")) is None
    assert table.give(HOST, Start()) is None
    found = news(rows(table), table.now)
    assert [one.seq for one in found] == sorted((one.seq for one in found), reverse=True)
    abouts = [one.about for one in found]
    assert "campaign.news.round-opened" in abouts
    assert "warband.named" not in abouts
    assert "warband.named" in [one.about for one in news(rows(table), table.now, all_=True)]


def test_the_winner_of_a_battle_is_named_first() -> None:
    table = shop(2)
    table.put(e.FixtureAdded(fixture=BATTLE), e.Ended(fixture="f", result="won", winner="w1"))
    (first, *_) = news(rows(table), table.now)
    assert (first.facts["warband"], first.facts["other"], first.warband, first.fixture) == ("w1", "w0", "w1", "f")


def test_the_ledger_of_a_warband_runs_with_what_it_had() -> None:
    table = shop(2)
    orders: tuple[tuple[str, Any], ...] = (
        ("p0", Buy(warband="w0", key="man")),
        (HOST, Correct(warband="w0", deltas=(Delta("honour", add=3), Delta("experience", "m0", add=4)), reason="said")),
        ("p1", Buy(warband="w1", key="man")),
        (HOST, Transfer(warband="w1", to="w0", points=7, reason="ransom")),
    )
    for guest, command in orders:
        assert table.give(guest, command) is None
    lines = ledger(rows(table), table.now, "w0")
    assert [(one.kind, one.purse, one.honour, one.experience, one.members) for one in lines] == [
        ("recruit", 50, 0, 0, 5), ("purchase", 40, 0, 0, 6), ("ruling", 40, 3, 4, 6), ("transfer", 47, 3, 4, 6),
    ]  # fmt: skip
    assert lines[-1].purse == table.now.warbands["w0"].band.purse
    assert lines[2].reason == "said"
