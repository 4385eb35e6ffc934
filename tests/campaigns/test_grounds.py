"""The drawn tables of a campaign and how much more may be sent with each round (CPN-PAI-12, CPN-RES-10)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.campaigns.battles.fixtures import cap
from app.campaigns.battles.musters import Muster
from app.campaigns.battles.tables import setup_of
from app.campaigns.ledger.events import Joined, Raised
from app.campaigns.model import Ground, Settings
from app.campaigns.people.settings import ChangeSettings, change_settings, refuse_settings
from app.campaigns.rounds.course import Start
from app.campaigns.rounds.grounds import bodies, fits
from app.campaigns.systems import rules_of
from app.engine.campaigns import Band
from app.engine.refusals import Refusal
from app.games import surveying
from app.games.grounds import Body, Piece, plain
from app.systems import SYSTEMS, system_of
from tests.campaigns.rounds_table import HOST, Table
from tests.campaigns.test_own_scenarios import naming, sent, two, world

EVERY = [system.key for system in SYSTEMS]
RONIN = system_of("ronin")


def wood(n: int) -> Body:
    """A table of Ronin with one wood, each another."""
    return Body((36, 36), [Piece(id="wood", kind="wood", outline=[(6 + n, 14), (12 + n, 14), (12 + n, 20)])])


def pool(*given: Body) -> dict[str, Ground]:
    """Drawn tables as settings hold them."""
    return {f"g{n}": Ground(name=f"Table {n}", body=body) for n, body in enumerate(given)}


def refused(**given: Any) -> Any:
    """Why a campaign of Ronin cannot have these settings."""
    return refuse_settings(Settings(**{"points": 200, **given}), "ronin", rules_of(RONIN), RONIN)


def four(**settings: Any) -> Table:
    """A campaign of four that has begun: two battles a round."""
    table = Table(0, rules_of(RONIN), points=200, **settings)
    for n in range(4):
        band = table.rules.enlist({"sample": "river-league"}, 200)
        assert isinstance(band, Band), band
        table.put(Joined(guest=f"p{n}", name=f"P{n}"))
        table.put(Raised(warband=f"w{n}", guest=f"p{n}", name=f"W{n}", emblem=1, hue=1, band=band))
    assert table.give(HOST, Start()) is None
    return table


@pytest.mark.parametrize("system", EVERY)
def test_a_battle_is_fought_on_a_drawn_table_on_which_it_is_lawful(system: str) -> None:
    one = system_of(system)
    every = [body for size in surveying.survey(one).sizes if fits(one, body := Body(size, []), ())]
    table = two(system, pairing="round-robin", grounds=pool(*every))
    (battle,) = sent(table)
    setup = setup_of(table.now, battle, table.rules, one)
    assert one.refuse_setup(setup) == ()
    bare = setup_of(replace(table.now, settings=replace(table.now.settings, grounds={})), battle, table.rules, one)
    size = surveying.size_of(one, bare)
    assert surveying.size_of(one, setup) == size
    frames = {(frame.scenario, frame.size) for frame in surveying.survey(one).frames}
    assert setup.options.get("terrain") == ([] if (battle.scenario, size) in frames else None)


def test_battles_take_them_in_turn() -> None:
    tables = [wood(n) for n in range(3)]
    table = four(scenarios=("skirmish",), grounds=pool(*tables))
    laid = [setup_of(table.now, one, table.rules, RONIN).options["terrain"] for one in sent(table)]
    for one in table.battles():
        table.won(one.id, one.sides[0])
    laid += [setup_of(table.now, one, table.rules, RONIN).options["terrain"] for one in sent(table)]
    assert laid == [plain(tables[n % 3])["pieces"] for n in range(4)]


def test_one_that_does_not_fit_is_passed_over_and_without_any_the_scenario_has_its_own() -> None:
    narrow, right = Body((30, 30), []), wood(0)
    table = four(scenarios=("skirmish",), grounds=pool(narrow, right))
    assert [setup_of(table.now, one, table.rules, RONIN).options["terrain"] for one in sent(table)] == [
        plain(right)["pieces"]
    ] * 2
    table.now = replace(table.now, settings=replace(table.now.settings, grounds=pool(narrow)))
    assert all("terrain" not in setup_of(table.now, one, table.rules, RONIN).options for one in table.battles())


def test_a_scenario_with_a_ground_of_its_own_keeps_it() -> None:
    mine = naming(world("ronin", ground=wood(5)))
    table = four(scenarios=mine.scenarios, worlds=mine.worlds, grounds=pool(wood(0)))
    for one in sent(table):
        assert setup_of(table.now, one, table.rules, RONIN).options["terrain"] == plain(wood(5))["pieces"]


def test_a_ground_for_larger_armies_is_not_laid_under_smaller_ones() -> None:
    """The table of Daimyo grows with the points; the battle is fought on what its scenario has."""
    daimyo = system_of("daimyo")
    wide = Body((180, 120), [Piece(id="w", kind="wood", outline=[(150, 60), (170, 60), (170, 80)])])
    mine = naming(world("daimyo", "meeting", ground=wide))
    table = two("daimyo", pairing="round-robin", scenarios=mine.scenarios, worlds=mine.worlds)
    (battle,) = sent(table)
    setup = setup_of(table.now, battle, table.rules, daimyo)
    assert daimyo.refuse_setup(setup) == ()
    assert "terrain" not in setup.options
    assert surveying.size_of(daimyo, setup) == (120, 120)


def test_what_is_no_drawn_table_of_this_campaign_is_refused() -> None:
    good = pool(wood(0))
    assert refused(grounds=good) is None
    no = refused(grounds={"g": Ground(name="", body=wood(0))})
    assert (no.code, no.clause) == ("rounds.ground-form", "CPN-PAI-12")
    many = refused(grounds=pool(*(wood(n % 9) for n in range(13))))
    assert (many.code, many.facts) == ("rounds.grounds-many", {"most": 12, "got": 13})
    large = [Piece(id=f"w{n}", kind="wood", outline=[(n % 30, 9), (n % 30 + 2, 9), (n % 30, 12)]) for n in range(60)]
    long = refused(grounds=pool(*(Body((36, 36), large) for _ in range(6))))
    assert (long.code, long.facts["most"]) == ("rounds.grounds-long", 20_000)
    narrow = refused(grounds=pool(Body((11, 13), [])))
    assert (narrow.code, narrow.facts) == ("rounds.ground-fits", {"name": "Table 0", "width": 11, "depth": 13})


def test_more_may_be_sent_with_each_round() -> None:
    table = four(growth=25)
    assert [cap(table.now, number) for number in (1, 2, 4)] == [200, 225, 275]
    assert [cap(replace(table.now, settings=Settings(points=200)), number) for number in (1, 4)] == [200, 200]
    assert cap(replace(table.now, settings=Settings(points=200, growth=25, pairing="story")), 3) == 0
    assert cap(replace(table.now, settings=Settings(growth=25)), 3) == 0
    assert refused(growth=1001).clause == "CPN-PEO-03"
    assert refused(growth=-1).facts["least"] == 0


def test_what_is_sent_is_judged_by_the_round_it_is_sent_in() -> None:
    table = Table(2, points=20, growth=20)
    assert table.give(HOST, Start()) is None
    one = table.battles()[0]
    members = table.fit("w0")
    cost = sum(table.now.warbands["w0"].band.members[id].cost for id in members)
    assert cost > 40
    no = table.give("p0", Muster(warband="w0", fixture=one.id, members=members))
    assert no is not None
    assert (no.code, no.facts["most"]) == ("campaign.muster.worth", 20)
    table.now = replace(table.now, fixtures={one.id: replace(one, round=9)})
    assert table.give("p0", Muster(warband="w0", fixture=one.id, members=members)) is None


def test_three_houses_take_the_tables_in_turn_although_one_of_them_rests() -> None:
    table = two("ronin", pairing="round-robin", scenarios=("skirmish",), grounds=pool(wood(0), wood(1)))
    one = table.battles()[0]
    rest = replace(one, id="bye", sides=("w0", ""), scenario="", state="done")
    off, own = replace(one, id="off", state="void"), replace(one, id="own", scenario="skirmish~w0")
    settings = replace(table.now.settings, worlds=naming(world("ronin", ground=wood(3))).worlds)
    later = replace(one, id="later")
    fixtures = {f.id: f for f in (one, rest, off, own, later)}
    now = replace(table.now, settings=settings, fixtures=fixtures)
    assert [bodies(now, f)[0] for f in (one, later)] == [wood(0), wood(1)]
    assert bodies(now, own) == [wood(3)]


def test_a_host_does_not_turn_the_order_of_the_tables_while_it_runs() -> None:
    table = four(scenarios=("skirmish",), grounds=pool(wood(0), wood(1)))
    desk = table.desk(HOST)
    desk.system = RONIN
    turned = dict(reversed([*table.now.settings.grounds.items()]))
    given = ChangeSettings(name="War", settings=replace(table.now.settings, days=9, grounds=turned))
    no = change_settings(desk, given)
    assert isinstance(no, Refusal)
    assert (no.clause, no.facts["field"]) == ("CPN-PEO-02", "setting.grounds")


def test_in_a_story_a_table_fits_any_scenario_there_is() -> None:
    printed = {"scenarios": ("escort",), "grounds": pool(wood(0))}
    assert refused(**printed).code == "rounds.ground-fits"
    assert refused(**printed, pairing="story", story="three-groups") is None
