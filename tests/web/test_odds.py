"""What may come of each option, on its page and for programs."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.engine.odds import WHOLE
from app.games import odds
from tests.web.oracle import Oracle
from tests.web.people import Person, problem


@pytest.fixture(scope="module")
def oracle(client: TestClient) -> Oracle:
    """A game of Ronin."""
    return Oracle(client, "ronin", 3)


def test_a_program_is_told_the_endings_of_every_option(oracle: Oracle) -> None:
    seat, ask, at = oracle.seek()
    told = oracle.told(seat, ask, at)
    assert told["at"] == list(at)
    chances = [row["chance"] for row in told["options"] if row["chance"]]
    assert chances
    for chance in chances:
        assert abs(sum(share["parts"] for share in chance["shares"]) - WHOLE) <= len(chance["shares"])
        assert abs(chance["wanted"] - sum(s["parts"] for s in chance["shares"] if s["wanted"])) <= len(chance["shares"])


def test_the_page_has_a_bar_for_each_option_and_asks_for_it_by_itself(oracle: Oracle) -> None:
    seat, ask, at = oracle.seek()
    oracle.told(seat, ask, at)
    level = oracle.me.page(f"/play/{oracle.id}/prompt?seat={seat}&at={list(at)}".replace("'", '"'))
    (where,) = re.findall(r'class="odds-slot" hx-get="([^"]*)" hx-trigger="load"', level.text)
    bars = oracle.me.page(where.replace("&amp;", "&"))
    assert bars.status_code == 200
    assert bars.headers["cache-control"] == "no-store"
    for key in re.findall(r'data-for="([^"]*)"', bars.text):
        assert f'data-key="{key}"' in level.text
    assert "<details" in bars.text


def test_a_question_that_has_gone_by_has_no_bars(oracle: Oracle) -> None:
    seat, _, at = oracle.seek()
    assert oracle.me.page(oracle.asked(f"/play/{oracle.id}", seat, f"0-{seat}", at)).status_code == 204
    problem(oracle.me.get(oracle.asked(oracle.path, seat, f"0-{seat}", at)), 409)
    assert oracle.me.page(oracle.asked(f"/play/{oracle.id}", seat, oracle.seek()[1], ("no", "such"))).status_code == 204


def test_nobody_else_is_told(oracle: Oracle, client: TestClient) -> None:
    seat, ask, at = oracle.seek()
    other = Person(client)
    assert other.get(oracle.asked(oracle.path, seat, ask, at)).status_code == 403
    assert other.page(oracle.asked(f"/play/{oracle.id}", seat, ask, at)).status_code == 403


def test_a_table_without_odds_shows_none(client: TestClient) -> None:
    bare = Oracle(client, "ronin", 3, odds=False)
    seat, ask, at = bare.seek()
    assert "odds" in problem(bare.me.get(bare.asked(bare.path, seat, ask, at)), 403)["detail"]
    assert bare.me.page(bare.asked(f"/play/{bare.id}", seat, ask, at)).status_code == 403
    level = bare.me.page(f"/play/{bare.id}/prompt?seat={seat}&at={list(at)}".replace("'", '"'))
    assert "odds-slot" not in level.text


def test_where_a_rule_breaks_it_is_kept_as_a_case(oracle: Oracle, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise LookupError("a rule")

    seat, ask, at = oracle.seek()
    monkeypatch.setattr(odds, "position_of", broken)
    assert "kept as case" in problem(oracle.me.get(oracle.asked(oracle.path, seat, ask, at)), 500)["detail"]
    monkeypatch.undo()
    assert oracle.told(seat, ask, at)["options"]


def test_a_split_of_counters_has_a_bar_for_each_way_to_share_them_out(client: TestClient) -> None:
    fight = Oracle(client, "ronin", 3)
    seat, ask, at = fight.seek("combat.split")
    options = fight.told(seat, ask, at)["options"]
    assert all(row["chance"] for row in options)
    bars = fight.me.page(fight.asked(f"/play/{fight.id}", seat, ask, at)).text
    for row in options:
        assert f"<b>{row['option']['attack']} Attack, {row['option']['defence']} Defence</b>" in bars
    assert "they split evenly" in bars
