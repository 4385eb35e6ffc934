"""A system that wrote nothing for campaigns: the example package, played in a league as it stands."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.bootstrap.places import ROOT
from app.campaigns.ledger import events as e
from app.campaigns.ledger.rows import entry_of
from app.campaigns.map.rules import map_rules
from app.campaigns.people.members import Join
from app.campaigns.rounds.absence import StandIn
from app.campaigns.rounds.course import Start
from app.campaigns.rounds.standings import standings
from app.campaigns.systems import rules_of
from app.campaigns.warbands.deeds import Raise
from app.campaigns.warbands.general import General
from app.campaigns.warbands.plain import Plain
from app.engine.campaigns import Band
from app.engine.events import Seat
from app.engine.system import Setup
from app.games import offers, opening
from app.settings import Settings
from app.store import campaigns as rows
from app.systems import SYSTEMS
from app.systems.installed import Found
from app.web.app import create_app
from tests.campaigns.campaigning import House, fresh
from tests.packages import EXAMPLE, install
from tests.web.test_campaign_pages import founded, joined, sent
from tests.web.test_lobby import account as signed_up

SCHOOLS = ("stone", "water", "stone", "water")
POINTS = 100


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder in which the package is installed."""
    return install(EXAMPLE, tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def iai(site: str) -> Iterator[Any]:
    """The system, imported as a server would."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        from iai_duel.system import SYSTEM  # type: ignore[import-not-found]

        yield SYSTEM


def test_a_roster_goes_to_battle_as_it_was_brought(iai: Any) -> None:
    assert not hasattr(iai, "campaign")
    rules = rules_of(iai)
    assert rules is rules_of(iai)
    assert rules.scenarios == ("yard",)
    assert map_rules(rules) is None
    band = rules.enlist({"sample": "stone"}, POINTS)
    assert isinstance(band, Band)
    (one,) = band.fit()
    assert (one.name, one.kind, rules.value(band), band.purse) == ("Stone", "system.name", POINTS, 0)
    assert rules.muster(band, (one.id,)) == {"sample": "stone"}
    assert rules.refuse_muster(band, (one.id,)) == ()
    assert (rules.market(band), rules.choices(band)) == ((), ())


def test_a_roster_that_its_system_refuses_becomes_no_warband(iai: Any) -> None:
    no = rules_of(iai).enlist({"sample": "clouds"}, POINTS)
    assert isinstance(no, tuple)
    assert {one.code for one in no} == {"setup.school"}


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_by_the_contract_alone_any_system_has_lawful_battles(system: Any) -> None:
    laid = offers.quick(system)
    assert laid is not None
    rules = General(Plain(system))
    bands = [rules.enlist(side.roster, 10_000) for side in laid.sides]
    assert all(isinstance(one, Band) for one in bands)
    bare = Setup(laid.scenario, laid.sides)
    assert system.refuse_setup(Setup(laid.scenario, laid.sides, dict(rules.setup_options(bare)))) == ()


def test_nobody_counts_points_of_a_battle_that_has_no_end_yet(iai: Any) -> None:
    sides = offers.laid(2, ({"sample": "stone"}, {"sample": "water"}))
    assert rules_of(iai).points(iai.begin(Setup("yard", sides)), Seat("red")) == 0


async def league(house: House) -> tuple[Any, list[e.Entry], bytes]:
    """A league of four in two rounds, every battle fought by stand-ins: how it stands, its ledger, its file."""
    host = await house.guest("Ieyasu")
    id = await house.found(host, "iai", pairing="swiss", rounds=2, points=POINTS)
    actors = [await house.guest(name, invited=True) for name in ("Hana", "Mika", "Ori", "Taro")]
    for n, (actor, school) in enumerate(zip(actors, SCHOOLS, strict=True), 1):
        await house.does(id, actor, Join(name=actor.name, entropy=f"{n:02x}" * 8))
        await house.does(id, actor, Raise(name=f"School {n}", emblem=n, hue=n, roster={"sample": school}))
    await house.does(id, host, Start())
    async with asyncio.timeout(120):
        while (now := await house.now(id)).state != "ended":
            for one in [f for f in now.fixtures.values() if f.state == "open"]:
                for side in (now.warbands[s] for s in one.sides if s not in one.stand_ins):
                    leader = next(actor for actor in actors if actor.id == side.guest)
                    await house.campaigns.act(id, leader, StandIn(warband=side.id, fixture=one.id))
            await asyncio.sleep(0.05)
    ledger = [entry_of(row) for row in await house.store.look(rows.entries, id)]
    return now, ledger, await house.campaigns.export(id)


def test_a_league_of_two_rounds_is_played_and_its_file_is_sound(iai: Any, site: str, tmp_path: Path) -> None:
    async def whole() -> tuple[Any, list[e.Entry], bytes]:
        house = House(fresh(tmp_path), systems=(*SYSTEMS, iai))
        await house.start()
        try:
            return await league(house)
        finally:
            await house.close()

    now, ledger, file = asyncio.run(whole())
    battles = list(now.fixtures.values())
    assert [one.state for one in now.rounds] == ["done", "done"]
    assert [len([f for f in battles if f.round == n]) for n in (1, 2)] == [2, 2]
    assert all(one.result in ("won", "draw") and sorted(one.settled) == sorted(one.sides) for one in battles)
    assert [one.played for one in standings(now)] == [2] * 4
    ends = [one for one in ledger if isinstance(one, e.Ended)]
    assert {one.fixture for one in ends} == {one.id for one in battles}
    assert all(one.chain for one in ends)
    assert all(w.band.members["m1"].battles == 2 and w.band.members["m1"].state == "fit" for w in now.warbands.values())
    assert isinstance(ledger[-1], e.Closed)
    path = tmp_path / "league.json"
    path.write_bytes(file)
    ran = subprocess.run(
        [sys.executable, "-m", "app", "verify", str(path)], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([site, str(ROOT)])}, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout + ran.stderr


def test_its_campaign_has_pages_like_any_other(iai: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "FOUND", Found((iai,), ()))
    settings = Settings(data=str(tmp_path), rate="100000/second", work="0/0/0", tables="0/0/0", sent=0)
    with TestClient(create_app(settings)) as client:
        hana, mika = signed_up(client, "Hana"), signed_up(client, "Mika")
        form = hana.page("/campaigns/new?system=iai").text
        assert "The yard" in form
        assert 'value="swiss"' in form
        assert 'value="map"' not in form
        path = founded(hana, "Ten Exchanges", system="iai", open="true")
        one, _ = joined(hana, path, "Stone House", 1), joined(mika, path, "Water House", 2)
        assert sent(hana, f"{path}/host", "start", {}).status_code == 303
        battle = re.search(rf'href="({path}/battle/\w+)"', hana.page(path).text)
        assert battle
        for page in (path, one, battle[1], f"{path}/ledger", f"{path}/export"):
            assert hana.page(page).status_code == 200, page
        assert "Stone" in hana.page(one).text
