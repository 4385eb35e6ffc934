"""Scenarios of its own in a campaign: named, judged, kept, drawn, and laid at its tables (CPN-PAI-11)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from app.campaigns.battles.musters import Muster, best
from app.campaigns.battles.tables import setup_of
from app.campaigns.ledger.events import Joined, Posted, Raised
from app.campaigns.model import Fixture, Ground, Settings
from app.campaigns.people.settings import ChangeSettings, change_settings, refuse_settings, tidy
from app.campaigns.rounds import scenarios
from app.campaigns.rounds.course import Start
from app.campaigns.rounds.pairings import scenario_of
from app.campaigns.stories.book import stories
from app.campaigns.stories.course import Split, dealt_out
from app.campaigns.systems import rules_of
from app.engine import own
from app.engine.campaigns import Band
from app.engine.refusals import Refusal
from app.games import worlds
from app.games.grounds import Body, Piece
from app.store.tables import game as games
from app.systems import SYSTEMS, system_of
from tests.campaigns.campaigning import SAMPLES, house
from tests.campaigns.rounds_table import HOST, Table
from tests.campaigns.test_seasons import meet
from tests.campaigns.test_service import mustered

POINTS = {"ronin": 200, "celtos": 150, "daimyo": 300, "kensei": 500}
CLAUSES = {"ronin": "RON-SCN", "celtos": "CEL-SCN", "daimyo": "DAI-SCN", "kensei": "KEN-SCN"}
TURNS = {"ronin": 5, "celtos": 4, "daimyo": 5, "kensei": 4}
EVERY = [system.key for system in SYSTEMS]


def world(system: str, base: str = "", **more: Any) -> worlds.World:
    """A scenario of one's own of fewer turns, begun from the first that campaigns of the system have."""
    first = base or rules_of(system_of(system)).scenarios[0]
    length = {"length": "fixed"} if system == "ronin" else {}
    return worlds.World(system, first, "The short evening", changes={**length, "turns": TURNS[system]}, **more)


def naming(*given: worlds.World, **more: Any) -> Settings:
    """Settings that name these scenarios and no printed ones."""
    kept = {scenarios.key_of(one.base, f"w{n}"): one for n, one in enumerate(given)}
    return Settings(scenarios=(*kept, *more.pop("printed", ())), worlds=kept, points=more.pop("points", 200), **more)


def refused(system: str, settings: Settings) -> Any:
    """Why a campaign of this system cannot have these settings."""
    return refuse_settings(settings, system, rules_of(system_of(system)), system_of(system))


@pytest.mark.parametrize("system", EVERY)
def test_a_battle_is_laid_with_what_is_changed(system: str, tmp_path: Path) -> None:
    asyncio.run(fought(system, tmp_path))


async def fought(system: str, folder: Path) -> None:
    """Two warbands meet; what their table plays is the campaign's own scenario."""
    mine = world(system, points=1, forces=[{"sample": "nobody"}, None])
    key = scenarios.key_of(mine.base, "w0")
    async with house(folder) as at:
        made = await at.begun(system, points=POINTS[system], scenarios=(key,), worlds={key: mine})
        one = await mustered(at, made)
        laid = (await at.now(made.id)).fixtures[one]
        assert (laid.state, laid.scenario) == ("playing", key)
        setup = await at.store.look(setup_kept, laid.game)
    assert setup["scenario"] == mine.base
    said = own.read(setup["options"][own.OPTION])
    assert said is not None
    assert (said.name, said.changes, said.forces) == (mine.name, mine.changes, [])
    assert setup["options"].get("campaign")


def setup_kept(db: Any, game: str) -> Any:
    """The set-up of a game as it is stored."""
    return db.execute(sa.select(games.c.setup).where(games.c.id == game)).scalar_one()


@pytest.mark.parametrize("system", EVERY)
def test_what_a_campaign_cannot_have_is_said(system: str) -> None:
    good = world(system)
    assert refused(system, naming(good)) is None
    bases = rules_of(system_of(system)).scenarios
    strange = next((row["id"] for row in worlds.bases(system_of(system)) if row["id"] not in bases), "")
    if strange:
        no = refused(system, naming(world(system, strange)))
        assert (no.code, no.clause, no.facts["got"]) == ("rounds.own-base", "CPN-PAI-11", strange)
    other = next(key for key in EVERY if key != system)
    assert refused(system, naming(world(other))).code == "rounds.own-base"
    long = replace(good, about="x" * 400)
    many = naming(*(good for _ in range(13)))
    assert (refused(system, many).facts["most"], refused(system, many).facts["got"]) == (12, 13)
    assert refused(system, naming(*(long for _ in range(12)))) is None
    wrong = replace(good, changes={**good.changes, "turns": 99})
    no = refused(system, naming(wrong))
    assert no is not None
    assert not no.code.startswith("rounds.")
    assert no.clause.startswith(CLAUSES[system])


def test_a_key_says_what_it_begins_from_and_a_name_can_be_shown() -> None:
    mine = world("ronin")
    for key, one in (("capture~w0", mine), ("skirmish~w0", replace(mine, name=""))):
        no = refused("ronin", Settings(scenarios=(key,), worlds={key: one}, points=200))
        assert (no.code, no.clause) == ("rounds.own-form", "CPN-PAI-11"), key
    wide = replace(mine, about="ñ" * 400)
    assert refused("ronin", naming(*(wide for _ in range(12)))) is None
    drawn = [Piece(id=f"w{n}", kind="wood", outline=[(n % 30, 9), (n % 30 + 2, 9), (n % 30, 12)]) for n in range(60)]
    no = refused("ronin", naming(*(replace(mine, ground=Body((36, 36), drawn)) for _ in range(9))))
    assert (no.code, no.facts["most"]) == ("rounds.own-long", 30_000)
    assert refused("ronin", Settings(scenarios=("skirmish~w1",), points=200)).code == "people.scenario"


@pytest.mark.parametrize("key", ["skirmish", "skirmish~", "~w0", "skirmish~a b", "skirmish~" + "x" * 33, 'a"~b'])
def test_keys_are_short_and_plain(key: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"worlds": {key: worlds.told(world("ronin"))}}, Settings)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"grounds": {f"{key} ": {"name": "x", "body": {"table": [36, 36], "pieces": []}}}}, Settings)


def test_what_cannot_be_shown_is_taken_out_of_names_and_texts() -> None:
    odd = replace(world("ronin"), name="\u202eevil\x00", about="a\x00b\u202e")
    kept = tidy(naming(odd, grounds={"g": Ground(name=" \u202ex ", body=Body((36, 36), []))}))
    assert [(one.name, one.about) for one in kept.worlds.values()] == [("evil", "ab")]
    assert [one.name for one in kept.grounds.values()] == ["x"]


def test_what_is_not_named_is_not_kept_and_warbands_have_forces_of_their_own() -> None:
    mine, left = world("ronin", points=50, forces=[{"sample": "nobody"}, None]), world("ronin", "capture")
    given = naming(mine, left)
    kept = tidy(replace(given, scenarios=given.scenarios[:1]))
    assert list(kept.worlds) == ["skirmish~w0"]
    assert scenarios.world_of(kept, "skirmish~w0") == replace(mine, points=0, forces=[])


def test_a_story_and_a_map_play_it_in_the_place_of_the_printed_one() -> None:
    settings = naming(world("ronin"), world("ronin", "capture"))
    assert scenarios.standing_for(settings, "skirmish") == "skirmish~w0"
    assert scenarios.standing_for(settings, "capture") == "capture~w1"
    assert scenarios.standing_for(settings, "duel") == "duel"
    both = naming(world("ronin"), printed=("skirmish",))
    assert scenarios.standing_for(both, "skirmish") == "skirmish"
    assert scenarios.standing_for(both, "skirmish~w0") == "skirmish~w0"


@pytest.mark.parametrize("system", EVERY)
def test_the_chapters_of_a_story_are_fought_so(system: str) -> None:
    every = rules_of(system_of(system)).scenarios
    mine = naming(*(world(system, base) for base in every))
    story = stories(system)[0]
    table = two(system, pairing="story", story=story.key, scenarios=mine.scenarios, worlds=mine.worlds)
    if story.groups:
        for side, band in table.now.warbands.items():
            groups = dealt_out(band, story.groups)
            assert table.give(table.guest(side), Split(warband=side, groups=groups)) is None
    fought = table.battles()
    assert fought
    assert all(one.scenario in mine.worlds for one in fought)
    assert all(setup_of(table.now, one, table.rules, system_of(system)).options[own.OPTION] for one in sent(table))


@pytest.mark.parametrize("system", ["ronin", "daimyo"])
def test_the_battles_of_a_map_are_fought_so_and_its_die_says_so(system: str) -> None:
    mine = naming(*(world(system, base) for base in rules_of(system_of(system)).scenarios))
    table = two(system, pairing="map", map="heron-bay", scenarios=mine.scenarios, worlds=mine.worlds)
    one = meet(table)
    assert one.scenario in mine.worlds
    (said,) = [e.step for e in table.entries if isinstance(e, Posted) and e.step.about == "campaign.map-own-battle"]
    assert said.facts == {"name": "The short evening"}
    assert said.faces


def two(system: str, **settings: Any) -> Table:
    """A campaign of two that has begun."""
    sample, points = SAMPLES[system], POINTS[system]
    table = Table(0, rules_of(system_of(system)), points=points, **settings)
    table.now = replace(table.now, system=system)
    for n in range(2):
        band = table.rules.enlist({"sample": sample}, points)
        assert isinstance(band, Band), band
        table.put(Joined(guest=f"p{n}", name=f"P{n}"))
        table.put(Raised(warband=f"w{n}", guest=f"p{n}", name=f"W{n}", emblem=1, hue=1, band=band))
    assert table.give(HOST, Start()) is None
    return table


def sent(table: Table) -> list[Fixture]:
    """The open battles once both sides have said whom they send."""
    for one in table.battles():
        for side in one.sides:
            members = best(table.desk(), one, table.now.warbands[side])
            no = table.give(table.guest(side), Muster(warband=side, fixture=one.id, members=members))
            assert no is None, no
    return table.battles()


def test_a_host_names_them_until_the_first_round() -> None:
    table = Table(2)
    table.now = replace(table.now, system="ronin")
    table.rules, given = rules_of(system_of("ronin")), naming(world("ronin"))
    desk = table.desk(HOST)
    desk.system = system_of("ronin")
    done = change_settings(desk, ChangeSettings(name="War", settings=replace(given, points=100), reason="more"))
    assert not isinstance(done, Refusal), done
    table.put(*done)
    assert list(table.now.settings.worlds) == ["skirmish~w0"]
    assert table.give(HOST, Start()) is None
    unlawful = replace(table.now.settings, days=9)
    assert not isinstance(change_settings(table.desk(HOST), ChangeSettings(name="War", settings=unlawful)), Refusal), (
        "what was taken is not judged anew"
    )
    none = ChangeSettings(name="War", settings=replace(table.now.settings, scenarios=(), worlds={}), reason="fewer")
    no = change_settings(table.desk(HOST), none)
    assert isinstance(no, Refusal)
    assert no.clause == "CPN-PEO-02"
    assert scenario_of(table.desk(), table.battles()[0], 1) == "skirmish~w0"
