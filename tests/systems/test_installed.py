"""Rule systems of other packages: found, checked, listed; one that is broken harms nobody."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from app.bootstrap.places import ROOT
from app.conformance import unfit
from app.engine.contract import breach
from app.games.opening import tried
from app.systems import OURS, SYSTEMS, installed
from app.systems.installed import GROUP, Found
from tests import outsider
from tests.outsider import ENDLESS, MEADOW
from tests.toy import TOY

BROKEN = {
    "NOTHING": "it has no begin, ", "LOUD": "its key 'TOY!' is not", "NAMELESS": "its sentences is without system.name",
    "TWICE": "Drew and Drew have the same tag 'toy.drew'", "BARE": "its catalogue has no scenarios",
    "LAWLESS": "its out_of_turn names 'TOY-NOT-01'", "CRACKED": "ZeroDivisionError: no meadow",
    "USURPER": "its event_types is empty", "SCRAWLED": "its mark is no data of an SVG path",
}  # fmt: skip


@pytest.mark.parametrize("system", [*OURS, MEADOW], ids=lambda system: system.key)
def test_what_is_played_keeps_the_contract(system: object) -> None:
    assert breach(system) == ""


@pytest.mark.parametrize(("name", "why"), BROKEN.items())
def test_what_breaks_the_contract_is_told(name: str, why: str) -> None:
    assert breach(getattr(outsider, name)).startswith(why)


def found(monkeypatch: pytest.MonkeyPatch, **points: str) -> Found:
    """What is found where these entry points are."""
    given = [EntryPoint(name, value, GROUP) for name, value in points.items()]
    monkeypatch.setattr(installed, "entry_points", lambda *, group: given if group == GROUP else [])
    return installed.others(OURS)


def test_a_system_is_found_and_broken_ones_are_left_out_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    here = found(
        monkeypatch, meadow="tests.outsider:MEADOW", second="tests.outsider:MEADOW", gone="tests.nowhere:SYSTEM",
        none="tests.outsider:NO", crack="tests.outsider:CRACKED",
    )  # fmt: skip
    assert here.systems == (MEADOW,)
    why = {one.name: one.why for one in here.left_out}
    assert why == {
        "crack": "ZeroDivisionError: no meadow",
        "gone": "it cannot be loaded: ModuleNotFoundError: No module named 'tests.nowhere'",
        "none": "it cannot be loaded: AttributeError: module 'tests.outsider' has no attribute 'NO'",
        "second": "there is a system with the key 'toy' already",
    }


def test_nobody_takes_the_key_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outsider.Usurper, "event_types", (OURS[0].event_types[0],))
    here = found(monkeypatch, ronin="tests.outsider:USURPER")
    assert [one.why for one in here.left_out] == ["there is a system with the key 'ronin' already"]


def test_a_system_whose_games_break_is_left_out_when_a_server_opens() -> None:
    assert unfit(MEADOW) == ""
    here = tried(Found((MEADOW,), ()), unfit)
    assert (here.systems, here.left_out) == ((MEADOW,), ())
    worse = tried(Found((ENDLESS,), ()), unfit)
    assert (worse.systems, [one.name for one in worse.left_out]) == ((), ["endless"])
    assert "the game does not end" in worse.left_out[0].why


PACKAGE = "from tests.outsider import MEADOW, BARE\n"
POINTS = f"[{GROUP}]\nmeadow = meadows:MEADOW\nbare = meadows:BARE\n"


def test_an_installed_package_is_played_and_its_broken_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "meadows.py").write_text(PACKAGE)
    facts = tmp_path / "meadows-1.2.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: meadows\nVersion: 1.2\n")
    (facts / "entry_points.txt").write_text(POINTS)
    code = "from app.systems import FOUND, SYSTEMS; print([s.key for s in SYSTEMS], FOUND.left_out)"
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    ran = subprocess.run(
        [sys.executable, "-c", code], env=environ, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.startswith(f"{[*(system.key for system in SYSTEMS), TOY.key]} ")
    assert "name='bare', package='meadows 1.2', why='its catalogue has no scenarios, each with an id'" in ran.stdout
