"""Weights tried against each other: what is gone on from, what a search keeps, and that weights tell."""

from __future__ import annotations

from datetime import date
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app import cli, tune
from app.bootstrap.words import Stop
from app.bots.league import Played
from app.bots.tuning import anew, climb, is_better
from app.tune import Search, fixture, hundredths, judged, lines

DUELS = Search("ronin", "novice", 4, 3, "duel")


def test_only_what_plays_better_by_more_than_its_error_is_gone_on_from() -> None:
    said = [(60.0, 12.0), (70.0, 9.0), (50.0, 0.0)]
    seen = list[tuple[dict[str, float], dict[str, float], int]]()

    def scored(tried: object, best: object, number: int) -> tuple[float, float]:
        seen.append((dict(tried), dict(best), number))  # type: ignore[call-overload]
        return said[number]

    begun = {"strength": 1.0, "threat": 0.4}
    rows = list(climb(begun, 3, Random(1), scored))
    assert [row.kept for row in rows] == [False, True, False]
    assert [best for _, best, _ in seen] == [begun, begun, rows[1].weights]
    assert all(one.weights != two.weights for one, two in pairwise(rows))
    assert not is_better(55.0, 5.0)


def test_some_weight_is_always_drawn_anew_and_none_changes_its_sign() -> None:
    begun = {"strength": 1.0, "loss": -2.0}
    for seed in range(20):
        tried = anew(begun, Random(seed))
        assert tried != begun
        assert tried["strength"] > 0 > tried["loss"]
        assert tried == anew(begun, Random(seed))


def test_both_judge_by_their_own_weights_and_change_sides_on_the_same_table(monkeypatch: pytest.MonkeyPatch) -> None:
    games = list[Any]()

    def played(*given: Any) -> Played:
        games.append(given)
        return Played(1, "duel", 8)

    monkeypatch.setattr(tune, "play", played)
    ours, theirs = {"strength": 2.0}, {"strength": 1.0}
    for n in range(4):
        fixture(DUELS, (ours, theirs), 7, n)
    tables = [(setup, home, seed) for _, setup, home, _, seed, _ in games]
    assert [home for _, home, _ in tables] == [0, 1, 0, 1]
    assert tables[0][::2] == tables[1][::2]
    assert tables[1][2] != tables[2][2]
    assert all([policy.args[1].weights for policy in given[3]] == [ours, theirs] for given in games)


def test_a_search_is_kept_with_its_seed_and_date(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    scores = ((70.0, 8.0), (40.0, 8.0), (61.0, 9.0))
    monkeypatch.setattr(tune, "match", lambda _search, _tried, _best, number: scores[number])
    out = tmp_path / "tuned.jsonl"
    asked = ["tune", "ronin", "--scenario", "duel", "--games", "6", "--rounds", "2", "--seed", "5", "--out", str(out)]
    assert [cli.main(asked), cli.main(asked)] == [0, 0]
    first, again = lines(out)
    assert first == again
    said = ("system", "scenario", "level", "seed", "games", "rounds", "kept", "score", "error", "better")
    assert [first[name] for name in said] == ["ronin", "duel", "novice", 5, 6, 2, 1, 61.0, 9.0, True]
    assert first["date"] == date.today().isoformat()
    assert first["tried"] == [[70.0, 8.0], [40.0, 8.0]]
    begun = hundredths(judged("ronin").weights)
    assert set(first["weights"]) == set(begun)
    assert first["weights"] != begun
    assert "better" in capsys.readouterr().out
    with pytest.raises(Stop):
        cli.main(["tune", "ronin", "--level", "uniform"])
