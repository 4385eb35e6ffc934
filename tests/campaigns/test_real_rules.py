"""Whole campaigns with the rules of each system: battles that can be laid, losses that are drawn, and an end."""

from __future__ import annotations

from random import Random

import pytest

from app.campaigns.battles.results import Over
from app.campaigns.battles.tables import Lay, setup_of
from app.campaigns.ledger.events import Joined, Posted, Raised
from app.campaigns.model import Fixture
from app.campaigns.rounds.course import Start
from app.campaigns.systems import rules_of
from app.engine.campaigns import Band, Deed
from app.systems import system_of
from tests.campaigns.rounds_table import HOST, Table

ARMIES = [
    ("ronin", "red-devils", 200, "dead"), ("celtos", "black-pass-vanguard", 150, "dead"),
    ("daimyo", "takeda", 600, "destroyed"), ("kensei", "buke_500", 500, "fallen"),
]  # fmt: skip


def begun(system: str, sample: str, points: int) -> Table:
    """A campaign of four that has begun."""
    table = Table(0, rules_of(system_of(system)), points=points, pairing="swiss")
    for n in range(4):
        band = table.rules.enlist({"sample": sample}, points)
        assert isinstance(band, Band)
        table.put(Joined(guest=f"p{n}", name=f"P{n}"))
        table.put(Raised(warband=f"w{n}", guest=f"p{n}", name=f"W{n}", emblem=1, hue=1, band=band))
    assert table.give(HOST, Start()) is None
    return table


def deeds(table: Table, one: Fixture, fate: str, rng: Random) -> dict[str, tuple[Deed, ...]]:
    """What members did: one in three lost."""
    found: dict[str, tuple[Deed, ...]] = {}
    for side, sent in one.musters.items():
        members = table.now.warbands[side].band.members
        lost = {id: rng.randrange(3) == 0 for id in sent.members}
        found[side] = tuple(
            Deed(id=id, fate=fate if lost[id] else "", start=members[id].models, kills=rng.randrange(3),
                 left=0 if lost[id] else members[id].models)
            for id in sent.members
        )  # fmt: skip
    return found


@pytest.mark.parametrize(("system", "sample", "points", "fate"), ARMIES)
def test_a_campaign_is_fought_to_its_end(system: str, sample: str, points: int, fate: str) -> None:
    table, rng = begun(system, sample, points), Random(7)
    laid = 0
    while table.now.state == "running":
        for one in table.battles():
            for side in one.sides:
                table.send_all(one.id, side)
            one = table.now.fixtures[one.id]
            setup = setup_of(table.now, one, table.rules, system_of(system))
            assert system_of(system).refuse_setup(setup) == ()
            assert table.give("", Lay(fixture=one.id, game=f"g-{one.id}")) is None
            done = Over(fixture=one.id, winner=rng.choice(one.sides), deeds=deeds(table, one, fate, rng))
            assert table.give("", done) is None
            laid += 1
        if not table.battles() and table.now.state == "running":
            table.wait(days=7)
    assert laid == 6
    assert len(table.now.rounds) == 3
    lines = [one for one in table.entries if isinstance(one, Posted)]
    assert {one.warband for one in lines} == {*table.now.warbands}
    for number in (1, 2, 3):
        thrown = [one.throw for one in lines if one.throw >= 0 and one.round == number]
        assert thrown == list(range(table.now.rounds[number - 1].throws))
