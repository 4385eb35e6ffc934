"""What may come of each option, on its page and for programs."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.engine.odds import WHOLE
from app.engine.prospects import Chance, Share
from app.engine.views import Note
from app.games import odds
from app.games.odds import Foretold
from app.games.odds_worker import Weighed
from app.systems import system_of
from app.web.page.marked import Marked, Side
from app.web.page.templates import render
from app.web.page.words import Words
from app.web.table.odds import key_of, worded
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


def test_a_percentage_says_of_what_and_on_how_many_plays_it_rests() -> None:
    words = Words(system_of("ronin").sentences, 1000, "cm")
    deed = [
        Share("odds.worse", 1, False, 2500),
        Share("odds.better", 2, True, 5000),
        Share("odds.foe-dead", 3, True, 2500),
    ]
    some = Weighed("a", Chance(exact=False, wanted=7500, shares=tuple(deed), played=8))
    none = Weighed("b", Chance(exact=False, wanted=0, shares=(deed[0],), played=300))
    one = Weighed("c", Chance(exact=True, wanted=2500, shares=(deed[0], deed[2])))
    rows = worded(words, Foretold(ready=True, rows=(some, none, one)), "combat.split")
    assert [row.headline for row in rows] == [
        "≈ 46–91 % they are worse off", "≈ 0 % they are worse off", "25 % they lose more models"
    ]  # fmt: skip
    shown = render("table/_odds.html", rows=rows, key=key_of(Marked(words, {}), rows), rules="", later="")
    assert "Played out 8 times: the figures are rough." in shown
    assert "Played out 300 times: the figures are near, not exact." in shown


def test_what_all_options_bring_alike_is_no_headline_and_the_key_says_whose_ending_it_is() -> None:
    words = Words(system_of("ronin").sentences, 1000, "cm", {"blue-1": "S1 Goro", "red-1": "A1 Aki"})
    of = Note("odds.of-attack", {"by": "red-1", "model": "blue-1"})
    yes = [Share("odds.stunned", 1, True, 6000), Share("odds.dead", 4, True, 4000)]
    no = [Share("odds.stunned", 1, True, 9000), Share("odds.dead", 4, True, 1000)]
    both = [Weighed(raw, Chance(exact=True, wanted=10000, of=of, shares=tuple(shares)))
            for raw, shares in (("yes", yes), ("no", no))]  # fmt: skip
    rows = worded(words, Foretold(ready=True, rows=tuple(both)), "combat.enhance-attack")
    assert [row.headline for row in rows] == ["40 % dead", "10 % dead"]
    key = key_of(Marked(words, {"blue-1": Side("b", 2)}), rows)
    assert 'one attack by A1 Aki does to <b class="one b">' in key.said
    assert [part.label for part in key.parts] == ["stunned", "dead"]
