"""Leagues: fixtures with swapped sides, and the grip that bots keep on chance."""

from __future__ import annotations

import json
from random import Random

import pytest

from app import cli
from app.bootstrap.words import Stop
from app.bots.league import Played, policy_of
from app.engine.asks import AnyAsk, Json
from app.engine.views import View
from app.league import by_scenario, fixture, summary, table
from app.systems import SYSTEMS, system_of

VIEWS = list[View]()


def first_listed(question: AnyAsk, view: View, _: Random) -> Json:
    """A stranger's bot: the first answer that is listed."""
    VIEWS.append(view)
    return question.domain.write(next(iter(question.domain.some(1))))


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_tables_of_a_league_are_lawful_and_the_scenarios_take_turns(system: object) -> None:
    found = system_of(system.key)  # type: ignore[attr-defined]
    tables = [table(found, n, Random(n)) for n in range(6)]
    assert not any(found.refuse_setup(one) for one in tables)
    assert len({one.scenario for one in tables}) > 1
    only = tables[0].scenario
    assert table(found, 3, Random(1), only).scenario == only


def test_sides_are_swapped_on_the_same_table_and_a_seed_says_all() -> None:
    rows = [fixture("celtos", ("uniform", "uniform"), 4, "", n) for n in (0, 1, 0)]
    assert [row.result for row in rows] == [rows[0].result, -rows[0].result, rows[0].result]
    assert rows[0].scenario == rows[1].scenario


def test_a_policy_from_outside_plays_with_the_view_of_its_seat() -> None:
    VIEWS.clear()
    fixture("celtos", (f"{__name__}:first_listed", "uniform"), 4, "", 0)
    assert VIEWS
    assert all(isinstance(view, View) for view in VIEWS)
    with pytest.raises(LookupError):
        policy_of("grandmaster")


def test_wins_draws_and_losses_are_counted_with_their_error() -> None:
    rows = [Played(result, "ford", 6, home_ms=[1.0, 3.0]) for result in (1, 1, 0, -1)]
    told = summary(rows)
    assert (told["wins"], told["draws"], told["losses"], told["score"], told["ms_median"]) == (2, 1, 1, 62.5, 3.0)
    assert told["error"] == pytest.approx(23.9)
    assert by_scenario(rows) == {"ford": {"wins": 2, "draws": 1, "losses": 1}}


def test_a_league_is_told_in_words_and_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Stop):
        cli.main(["league", "celtos", "--home", "nobody", "--away", "uniform"])
    for more in ([], ["--json"]):
        assert cli.main(["league", "celtos", "--home", "uniform", "--away", "uniform", "--games", "2", *more]) == 0
    words, row = capsys.readouterr().out.rsplit("\n", 2)[:2]
    assert "of 100" in words
    assert json.loads(row)["games"] == 2


SMALL = {
    "ronin": ("seize-the-shrine", 7, (0, 1, 4, 5)), "celtos": ("", 11, (4, 5, 12, 13)),
    "daimyo": ("meeting", 10, (0, 1)), "kensei": ("head_hunt", 51, (2, 3, 4, 5)),
}  # fmt: skip
"""Games of small armies: a scenario (or all by turns), a seed, and numbers of games: of each table both, with the sides
swapped.  Those of Kensei are the two tables of the first four whose games are shortest."""


@pytest.mark.timeout(600)  # bots stand back behind whatever else the machine does
@pytest.mark.parametrize("key", SMALL)
def test_a_novice_keeps_its_grip_on_chance(key: str) -> None:
    scenario, seed, numbers = SMALL[key]

    def score(home: str) -> float:
        rows = [fixture(key, (home, "uniform"), seed, scenario, n) for n in numbers]
        return float(summary(rows)["score"])

    assert score("uniform") == 50
    assert score("novice") >= 75
