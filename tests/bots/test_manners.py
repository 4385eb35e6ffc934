"""Manners: what is counted of a battle, and how it is told."""

from __future__ import annotations

import json

import pytest

from app import cli
from app.bootstrap.words import Stop
from app.engine.events import Seat
from app.engine.manners import BARS, FREE, IDLE, NOWHERE, SHORT, UNDONE, WEAPON, Deed, is_nowhere
from app.manners import battle, summary
from app.systems import SYSTEMS

EXPECTED = {"ronin": {NOWHERE, WEAPON, FREE}, "celtos": {NOWHERE}, "daimyo": {NOWHERE}, "kensei": {NOWHERE, UNDONE}}
"""What players of chance do without sense in one battle of each system."""


@pytest.mark.parametrize("key", [system.key for system in SYSTEMS])
def test_what_has_no_sense_is_counted_for_both_sides(key: str) -> None:
    played, deeds = battle(key, "uniform", 4, "", 0)
    assert played.turns
    assert {deed.seat for deed in deeds} == {"red", "blue"}
    assert {deed.manner for deed in deeds} <= set(BARS)
    assert {deed.manner for deed in deeds if deed.bad} >= EXPECTED[key]
    assert not all(deed.bad for deed in deeds)


def test_shares_are_told_beside_their_bars() -> None:
    red, blue = Seat("red"), Seat("blue")
    told = summary([Deed(IDLE, red, bad) for bad in (True, False, False)] + [Deed(SHORT, blue, bad=False)])
    assert told == {
        SHORT: {"of": 1, "bad": 0, "share": 0.0, "bar": 2}, IDLE: {"of": 3, "bad": 1, "share": 33.3, "bar": 5},
    }  # fmt: skip
    assert [is_nowhere(24, 100), is_nowhere(25, 100), is_nowhere(0, 0)] == [True, False, False]


def test_manners_are_told_in_words_and_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in (["nobody"], ["celtos", "--scenario", "nowhere"], ["celtos", "--level", "grandmaster"]):
        with pytest.raises(Stop):
            cli.main(["manners", *wrong])
    for more in ([], ["--json"]):
        assert cli.main(["manners", "celtos", "--level", "uniform", "--games", "1", *more]) == 0
    words, row = capsys.readouterr().out.rsplit("\n", 2)[:2]
    assert "of 100" in words
    assert json.loads(row)["manners"][NOWHERE]["of"] > 0
