"""All rounds of a campaign: who met whom and how it went, what is to come."""

from __future__ import annotations

from html import unescape
from types import SimpleNamespace
from typing import Any, cast

from msgspec.structs import replace
from starlette.testclient import TestClient

from app.campaigns.battles.tables import table_words
from app.campaigns.desk import Actor
from app.campaigns.ledger.events import Founded
from app.campaigns.people.founding import Found, found
from app.campaigns.people.settings import ChangeSettings
from app.campaigns.rounds.course import Start
from app.campaigns.rounds.standings import POINTS, standings
from app.engine.campaigns import CampaignRules
from app.web.campaigns.rounds import cross, earlier, rounds, to_come
from app.web.page.words import Words
from tests.campaigns.rounds_table import HOST, Table
from tests.web.test_campaign_pages import BASE, founded
from tests.web.test_lobby import account as signed_up


def league(count: int, **settings: Any) -> Table:
    """A round robin of so many warbands, in its first round."""
    table = Table(count, pairing="round-robin", **settings)
    assert table.give(HOST, Start()) is None
    return table


def in_order(table: Table) -> list[str]:
    """The warbands, best first."""
    return [line.warband for line in standings(table.now)]


def swiss(count: int) -> Table:
    """A campaign of two warbands and so many rounds, in its first."""
    table = Table(2, pairing="swiss", rounds=count)
    assert table.give(HOST, Start()) is None
    return table


def test_a_cross_table_has_each_battle_from_both_sides() -> None:
    table = league(4)
    one, other = table.now.fixtures.values()
    table.won(one.id, one.sides[0])
    at: Any = SimpleNamespace(now=table.now, id="")
    rows = cross(at, in_order(table))
    order = [row["house"]["id"] for row in rows]
    signs = {
        (mine, against): "".join(cell["sign"] for cell in cells or ())
        for mine, row in zip(order, rows, strict=True) for against, cells in zip(order, row["cells"], strict=True)
    }  # fmt: skip
    winner, loser = one.sides
    assert (signs[winner, loser], signs[loser, winner]) == ("+", "−")
    assert signs[other.sides] == signs[other.sides[::-1]] == "·"
    assert sum(map(len, signs.values())) == 4, "nobody else has met"
    assert order[0] == winner


def test_what_a_round_robin_has_still_to_bring_becomes_less_and_in_the_end_nothing() -> None:
    table = league(4)
    left = [len(to_come(table.now))]
    while table.now.state != "ended":
        for one in [one for one in table.now.fixtures.values() if not one.is_over]:
            table.won(one.id, one.sides[0])
        left.append(len(to_come(table.now)))
    assert left == [4, 2, 0, 0]


def test_where_the_host_has_said_how_many_rounds_there_are_nothing_is_said_of_what_is_to_come() -> None:
    assert [to_come(league(4, rounds=rounds).now) for rounds in (2, 6)] == [[], []]


def test_a_campaign_says_itself_what_a_battle_is_worth() -> None:
    table = league(4, scoring={"won": 5, "lost": 1})
    one, other = table.now.fixtures.values()
    table.won(one.id, one.sides[0])
    points = {line.warband: line.points for line in standings(table.now)}
    assert [points[side] for side in (*one.sides, *other.sides)] == [5, 1, 0, 0]
    assert table_words(table.now, other)["worth"] == 5
    changed = replace(table.now.settings, scoring={"won": 9})
    no = table.give(HOST, ChangeSettings(name="Other", settings=changed))
    assert (no and no.code, no and no.facts["field"]) == ("people.fixed", "setting.scoring")


def test_what_a_battle_is_worth_and_whether_odds_are_shown_is_set_in_the_form_and_told(client: TestClient) -> None:
    host = signed_up(client, "ScoreHost")
    path = founded(host, "Five for a win", open="true", score_won="5", score_lost="1", odds="no")
    assert "Here a victory is worth 5, a draw 1, a defeat 1" in unescape(host.page(f"{path}/standings").text)
    settings = host.get(f"/api/v1/campaigns/{path.rpartition('/')[2]}").json()["settings"]
    assert settings["scoring"] == {"won": 5, "lost": 1}
    assert settings["table"]["odds"] is False
    assert (
        host.form("/campaigns/new", {**BASE, "name": "Too much", "score_won": "101", "command": "x"}).status_code == 422
    )


def test_house_rules_are_read_with_the_rules_and_may_change_under_way(client: TestClient) -> None:
    host = signed_up(client, "HouseHost")
    path = founded(host, "By our own lights", open="true", house="No *fog*.\r\n\r\n<b>Tea</b> at four.")
    rules = host.page(f"{path}/rules").text
    assert rules.index("No <em>fog</em>.") < rules.index("&lt;b&gt;Tea&lt;/b&gt; at four.") < rules.index("CPN-")
    assert f'href="{path}/rules#house"' in host.page(path).text
    table = league(2)
    changed = replace(table.now.settings, house="Tea at five.")
    assert table.give(HOST, ChangeSettings(name=table.now.name or "War", settings=changed)) is None
    assert table.now.settings.house == "Tea at five."
    too_long = replace(changed, house="x" * 4001)
    no = table.give(HOST, ChangeSettings(name="War", settings=too_long))
    assert no is not None
    assert no.code == "people.text"


def test_long_house_rules_are_kept_to_their_last_line_or_refused(client: TestClient) -> None:
    host = signed_up(client, "LongHouse")
    lines = ["x" * 25] * 153 + ["last"]  # 3982 letters, 4135 as a browser sends them
    path = founded(host, "By many lights", open="true", house="\r\n".join(lines))
    settings = host.get(f"/api/v1/campaigns/{path.rpartition('/')[2]}").json()["settings"]
    assert settings["house"].split("\n") == lines
    longer = {**BASE, "name": "Longer", "house": "\r\n".join([*lines, "x" * 25]), "command": "y"}
    assert host.form("/campaigns/new", longer).status_code == 422


def test_what_cannot_be_seen_is_not_kept_in_house_rules() -> None:
    table, dirty = league(2), "\u202eNo fog.\u200b" + "\u200b" * 5000
    changed = replace(table.now.settings, house=dirty)
    assert table.give(HOST, ChangeSettings(name="War", settings=changed)) is None
    assert table.now.settings.house == "No fog."
    given = Found(name="War", system="small", settings=changed)
    first = found(Actor(id="a", name="A", account=True), given, cast("CampaignRules[Any]", table.rules))
    assert isinstance(first, list)
    assert isinstance(first[0], Founded)
    assert first[0].settings.house == "No fog."


def test_a_figure_of_worth_that_is_the_usual_one_stands_in_nobodys_way() -> None:
    table = league(4, scoring={"won": POINTS["won"]})
    changed = replace(table.now.settings, days=9, scoring={})
    assert table.give(HOST, ChangeSettings(name="War", settings=changed)) is None
    assert (table.now.settings.days, table.now.settings.scoring) == (9, {})


def test_two_who_met_often_have_one_sum_in_the_cross_table() -> None:
    table = swiss(6)
    while table.now.state != "ended":
        for one in [one for one in table.now.fixtures.values() if not one.is_over]:
            table.won(one.id, "w0")
    at: Any = SimpleNamespace(now=table.now, id="")
    rows = {row["house"]["id"]: [cells for cells in row["cells"] if cells] for row in cross(at, in_order(table))}
    [[mine]], [[other]] = rows["w0"], rows["w1"]
    assert (mine["sign"], other["sign"]) == ("+6", "−6")
    assert mine["said"] == "6 battles: 6 won, 0 level, 0 lost"
    assert mine["href"].endswith(list(table.now.fixtures)[-1])


def test_the_last_rounds_are_told_and_an_earlier_one_where_it_is_asked_for() -> None:
    table = swiss(9)
    while table.now.state != "ended":
        for one in [one for one in table.now.fixtures.values() if not one.is_over]:
            table.won(one.id, "w0")
    at: Any = SimpleNamespace(now=table.now, id="", words=Words({}, 1, ""))
    assert [of["number"] for of in rounds(at)] == [9, 8]
    assert earlier(at) == [1, 2, 3, 4, 5, 6, 7]
    assert [(of["number"], of["asked"]) for of in rounds(at, 2)][-1] == (2, True)
    assert earlier(at, 2) == [1, 3, 4, 5, 6, 7]
