"""In which stories lines of the log stand: from the events alone, the same whether told whole or as they come."""

from __future__ import annotations

from functools import cache

import pytest

from app.engine.refusals import Clause, Fact
from app.engine.system import Telling
from app.games.drive import Drive
from app.games.eyes import Eyes
from app.games.look import is_known, told
from app.games.looking import BACK
from app.games.results import Shown
from app.games.stories import filed
from app.store.db import Row
from app.systems import system_of
from tests.record import GAMES, TOLD_IN_FULL, load, play

CLAUSE = Clause("TEST-01")
WHOLE, FEW = Eyes(whole=True), 40


def paths(*lines: str, struck: str = "") -> list[str]:
    """The stories of lines ``story:piece:weight``, numbered from 1; ``struck``: those that were taken back."""
    events = []
    for n, line in enumerate(lines, 1):
        story, piece, weight = [*line.split(":"), "", "deed"][:3]
        weight = weight or "deed"
        facts: dict[str, Fact] = {"turn": 2} if weight == "turn" else {}
        pieces = (piece,) if piece else ()
        telling = Telling(about="x", story=story, weight=weight, pieces=pieces, facts=facts)
        events.append(Shown(version=n, clause=CLAUSE, telling=telling, struck=bool(struck) and str(n) in struck))
    return [" ".join(one.within) for one in filed(events)]


def test_a_charge_is_one_story_with_the_shots_at_it_in_it() -> None:
    assert paths("", "charge+:x", "volley+:y", "volley:y", "charge:x") == ["", "2", "2 3", "2 3", "2"]


def test_an_interruption_goes_back_to_what_it_interrupted() -> None:
    told_ = paths("charge+:a", "interruption+::phase", "charge+:b", "charge:b", "charge:a")
    assert told_ == ["1", "1 2", "1 2 3", "1 2 3", "1"]


def test_a_story_ends_where_it_says_and_with_what_comes_anew() -> None:
    told_ = paths("combat+:a", "duel+:b", "duel-:b", "", "combat-:a", "", "charge+:c", "charge:c", "-::quiet", "")
    assert told_ == ["1", "1 2", "1 2", "1", "1", "", "7", "7", "", ""]
    assert paths("volley+:a", "volley+:b", "::phase", "") == ["1", "2", "", ""]
    assert paths("volley+:a", "::turn", "") == ["1", "", ""]


def test_what_is_quiet_ends_a_story_too() -> None:
    assert paths("combat+:a", "combat-:a:quiet", "") == ["1", "1", ""]


def test_what_was_taken_back_leaves_the_stories_as_they_were() -> None:
    assert paths("charge+:a", "volley+:b", "-::quiet", "charge:a", struck="23") == ["1", "1 2", "", "1"]


@cache
def rows_of(key: str) -> list[Row]:
    """All events of a kept game."""
    rows: dict[int, Row] = {}

    def look(drive: Drive) -> None:
        rows.update({row["seq"]: row for row in drive.recent})

    play(system_of(key), load(GAMES / key / f"{TOLD_IN_FULL[key]}.game"), look)
    return list(rows.values())


@pytest.mark.parametrize("key", sorted(TOLD_IN_FULL))
def test_lines_stand_in_the_same_stories_loaded_whole_or_as_they_come(key: str) -> None:
    system, rows = system_of(key), rows_of(key)
    for eyes in (WHOLE, Eyes()):
        whole = told(system, rows, eyes)
        assert any(one.within for one in whole)
        for since in range(1, rows[-1]["version"], 7):
            at_hand = [row for row in rows if since - FEW < row["version"] <= since + 7]
            if not is_known(system, at_hand, eyes, since, None):
                at_hand = [row for row in rows if since - BACK < row["version"] <= since + 7]
            part = told(system, at_hand, eyes, None, since)
            assert part == tuple(one for one in whole if since < one.version <= since + 7), since


def test_in_celtos_an_activation_ends_though_its_end_has_no_line() -> None:
    told_ = told(system_of("celtos"), rows_of("celtos"), WHOLE)
    began = [one.within for one in told_ if one.kind == "celtos.unit-activated"]
    assert len(began) > 3
    assert all(len(within) == 1 for within in began), "none stands in that of another"
