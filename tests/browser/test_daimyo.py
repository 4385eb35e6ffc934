"""Oda's raiders fall on a camp in three browsers: a clan's whole activation by hand, and what it leads to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from app.games.verify import verify
from app.systems import SYSTEMS
from tests.browser.armies import (
    ARCHERS,
    BOWMEN,
    DAIMYO,
    MATSUI,
    MORI,
    NEARER,
    ODA,
    SAMURAI,
    SPEARS,
    Raid,
    ahead,
    clicked,
    fight_on,
    given,
    group,
    mended,
    order,
    orders_in,
    pull,
    quiet_until,
    steps,
    within,
)
from tests.browser.player import STANDING, Player
from tests.browser.server import Server
from tests.browser.units import CM, UNFOLD, answered, open_keys, pick, quietly, tries

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

LAST_TURN = 8
AFTER = ("melee.after", "rout.after")
TOO_FAR = 13
"""So many centimetres are more than archers ever go, by more than a drag is caught at the end."""
TRIES = 3
"""How many battles are begun until a clan acts twice in one: in eight turns it fails to do so once in 80 battles."""


@pytest.fixture
def raid(browser: Browser, server: Server) -> Iterator[Raid]:
    """A battle in which Mori's clan has come near and, clicked on the table, has become active."""
    found = begun(browser, server)
    yield found
    closed(found)


def begun(browser: Browser, server: Server) -> Raid:
    """The first battle of several in which the rolls are made."""
    for _ in range(TRIES):
        raid = Raid(browser, server)
        if approached(raid) and activated(raid):
            return raid
        closed(raid)
    raise AssertionError("the clan never acts")


def closed(raid: Raid) -> None:
    """Everybody has left."""
    for player in raid.everybody():
        player.close()


def approached(raid: Raid) -> bool:
    """In some turn Mori's clan acts for the first time and goes a little forward; nobody else does anything."""
    for _ in range(LAST_TURN):
        player = orders_in(raid, ODA)
        quietly(player, raid.asked()[1], MORI)
        if raid.last("daimyo.activation-rolled")["body"]["active"]:
            for unit in (SAMURAI, SPEARS):
                player, question = quiet_until(raid, "move.unit")
                assert tries(player, question, [ahead(unit, NEARER)])
            return True
    return False


def activated(raid: Raid) -> bool:
    """Hana clicks any unit of Mori's clan, turn by turn until its roll is made; all three read each roll."""
    while raid.red.look()["view"]["turn"] < LAST_TURN:
        player = orders_in(raid, ODA)
        clicked(player, SPEARS)
        panel = player.page.locator("#prompt")
        expect(panel.locator(".then")).to_contain_text("DAI-ACT-02")
        given(player)
        rolled = raid.last("daimyo.activation-rolled")
        assert rolled["body"]["clan"] == MORI
        told(raid, rolled, "DAI-ACT-02")
        if rolled["body"]["active"]:
            return True
    return False


# -- what everybody sees --------------------------------------------------------------------


def told(raid: Raid, event: Any, words: str | re.Pattern[str]) -> None:
    """All three have a line about it in the log."""
    for player in raid.everybody():
        expect(player.page.locator(f"#e-{event['version']}")).to_contain_text(words)


def same_table(raid: Raid) -> None:
    """Every stand and leader is where it is on all three pages."""
    version = raid.red.look()["version"]
    for player in raid.everybody():
        player.settle(version - 1)
    red, blue, watcher = (player.page.evaluate(STANDING) for player in raid.everybody())
    assert red == blue == watcher


def morale_read(raid: Raid, event: Any) -> None:
    """All three read why a unit tests, what is added by which clause, what it needs, and the place that decided."""
    body = event["body"]
    for player in raid.everybody():
        row = player.page.locator(f"#e-{event['version']}")
        expect(row.locator("table.sum .total")).to_contain_text(str(body["needed"]))
        expect(row.locator("table.sum a.clause")).to_have_count(len(body["lines"]))
        expect(row.locator("table.grid-of td.here")).to_have_count(1)
        expect(row.locator("table.grid-of th.here")).to_have_count(2)
        expect(row.locator(".decided")).not_to_be_empty()


# -- B3 -------------------------------------------------------------------------------------


def card(player: Player) -> None:
    """Whoever points at a unit reads who commands it and what it would add to a morale test."""
    player.page.mouse.move(*player.screen(*within(player, SAMURAI, 0.06, 0.8)), steps=3)
    shown = player.page.locator("#card")
    expect(shown.locator("h3")).to_contain_text("Mori samurai")
    expect(shown.locator(".facts .clause", has_text="DAI-OBE-01")).not_to_have_count(0)
    expect(shown.locator("details.card-table .clause", has_text="DAI-MOR-04")).not_to_have_count(0)
    expect(shown.locator("details.card-table .total")).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(shown.locator("h3")).to_have_count(0)


def march(raid: Raid) -> None:
    """The archers go forward by their front, first too far, then wheel by a corner."""
    player = raid.red
    before = group(player, ARCHERS)["outline"]
    order(player, ARCHERS, "move")
    for _ in range(2):
        pull(player, "line", TOO_FAR)
        mended(player, "DAI-MOV-01")
        player.page.keyboard.press("Escape")
        expect(steps(player)).to_have_count(0)
    pull(player, "line", 3)
    pull(player, "right", 1.6)
    expect(steps(player)).to_have_text([re.compile("Forward"), re.compile("Wheel left")])
    expect(player.page.locator("#prompt [data-used]")).to_contain_text("cm")
    given(player)
    moved = raid.last("daimyo.unit-moved")
    told(raid, moved, "DAI-MOV")
    after = group(raid.watcher, ARCHERS)
    assert after["facing"] > 18_000
    assert after["outline"][0][1] < before[0][1] - 2 * CM


def ride(raid: Raid) -> None:
    """Their Daimyo leaves the samurai and rides to where he sees both units."""
    player = raid.red
    leader = player.piece(DAIMYO)
    player.ready()
    player.choose(DAIMYO)
    player.choose("go")
    player.drag((leader["x"], leader["y"]), (65 * CM, 106 * CM))
    given(player)
    rode = raid.last("daimyo.leader-moved")
    told(raid, rode, "cm")
    assert abs(raid.watcher.piece(DAIMYO)["y"] - 106 * CM) < CM // 4


def charge(raid: Raid, unit: str, target: str) -> None:
    """A charge is declared: its target clicked, the place of contact drawn before, and the charge given."""
    player = raid.red
    order(player, unit, "charge")
    player.click(*within(player, target, 0.9, 0.5))
    panel = player.page.locator("#prompt")
    expect(panel.locator(".then")).to_contain_text("DAI-CHG-19")
    expect(player.page.locator("#hand-marks .told path")).not_to_have_count(0)
    given(player)
    told(raid, raid.last("daimyo.charge-declared"), "DAI-CHG-10")


def answer(raid: Raid) -> None:
    """Mika, if her unit's nerve lets her choose, is told what came from where, and has it stand."""
    player, question = raid.asked()
    if question["about"] != "charge.answer":
        assert raid.last("daimyo.charge-answered")["body"]["answer"] not in ("stand", "face", "counter")
        return
    assert player is raid.blue
    player.ready()
    panel = player.page.locator("#prompt")
    expect(panel.locator("[data-key=counter], [data-shut=counter]")).to_have_count(1)
    expect(panel.locator("[data-shut=face]")).to_contain_text("charged in front")
    expect(player.page.locator(".eye-asked .eye-line.charge")).to_have_count(1)
    expect(player.page.locator(".eye-asked .note")).to_contain_text("cm")
    watching = raid.watcher.page.locator("#prompt")
    expect(watching).to_contain_text("Mika")
    expect(watching.locator("button[data-key], [data-act]")).to_have_count(0)
    pick(player, "stand")
    expect(panel.locator(f".ask[data-ask='{question['id']}']")).to_have_count(0)
    drawn, about = player.page.locator(".eye-asked > *"), panel.locator(".ask[data-about]")
    player.until(lambda: bool(drawn.count()) == bool(about.count()))  # what is asked next may be of the same charge
    told(raid, raid.last("daimyo.charge-answered"), "stands to receive")


def end_orders(raid: Raid) -> None:
    """Hana gives no more orders, if any were left to give."""
    player, question = raid.asked()
    if question["about"] == "move.unit":
        pick(player, "done")


# -- B4 and B5 ------------------------------------------------------------------------------


def volleys(raid: Raid) -> None:
    """The charged fire first if they stood and like to; then the archers, over lanes and factors they see before."""
    for _ in range(6):
        player, question = raid.asked()
        if question["about"] == "fire.defend":
            volley(raid, player, "fire")
        elif question["about"] == "fire.unit" and ARCHERS in open_keys(question):
            volley(raid, player, ARCHERS)
        elif question["about"] == "fire.unit":
            pick(player, "done")
        else:
            break
    assert ARCHERS in [e["body"]["unit"] for e in raid.events("daimyo.volley-fired")]


def volley(raid: Raid, player: Player, key: str) -> None:
    """A unit fires: what it needs stands there before, and all three see its dice after."""
    ask = player.ready()["id"]
    player.choose(key)
    expect(player.page.locator("#prompt .then")).to_contain_text("DAI-FIR-10")
    if key == ARCHERS:
        expect(player.page.locator("#hand-marks .area.lane")).not_to_have_count(0)
    player.confirm()
    answered(player, ask)
    fired = raid.last("daimyo.volley-fired")
    dice_told(raid, [e for e in raid.events("daimyo.stand-fired") if e["version"] > fired["version"]])


def dice_told(raid: Raid, rows: list[Any]) -> None:
    """All three read of each stand what its two dice came to, and by which clauses."""
    assert rows
    for player in raid.everybody():
        roll = player.page.locator(f"#t-{rows[0]['version']}")
        roll.evaluate(UNFOLD)
        roll.locator("summary").click()
        expect(roll).to_contain_text("DAI-")
        for n, row in enumerate(rows):
            expect(roll.locator("tr").nth(n).locator(".die")).to_have_count(2)
            expect(roll.locator("tr").nth(n)).to_contain_text(f"{row['body']['total']} against")
        roll.locator("summary").click()


def melees(raid: Raid) -> None:
    """Each melee of the clan is fought and its winners choose, on the page, until the activation is over."""
    for _ in range(12):
        if raid.over:
            break
        player, question = raid.asked()
        if question["about"] == "melee.group":
            pick(player, open_keys(question)[0])
        elif not chosen(raid, player, question):
            break
    told(raid, raid.last("daimyo.melee-decided"), "DAI-MEL")
    dice_told(raid, first_blows(raid))


def first_blows(raid: Raid) -> list[Any]:
    """The dice of the stands that struck first, of one unit at another."""
    blows = raid.events("daimyo.stand-struck")
    pair = [(e["body"]["unit"], e["body"]["target"]) for e in blows]
    return list(takewhile(lambda e: (e["body"]["unit"], e["body"]["target"]) == pair[0], blows))


def chosen(raid: Raid, player: Player, question: Any) -> bool:
    """A winner goes after the beaten if he may, on his page; whether that was what was asked."""
    if question["about"] not in AFTER:
        return False
    player.ready()
    expect(player.page.locator("#prompt .ask .clause").first).to_contain_text("DAI-")
    eager = [key for key in ("follow", "pursue", "advance", "hold") if key in open_keys(question)]
    pick(player, eager[0])
    raid.choices.append(eager[0])
    return True


# -- the end --------------------------------------------------------------------------------


def nerves(raid: Raid) -> list[Any]:
    """The morale tests at the end of a turn."""
    return [e for e in raid.events("daimyo.morale-tested") if e["body"]["reason"] in (1, 5, 6, 7)]


def give_up(raid: Raid) -> None:
    """Mika leaves the field from the menu, and all three see how the battle ended."""
    page = raid.blue.page
    if not raid.over:
        page.locator("details.menu:not(.seers) > summary").click()
        page.locator("details.menu details:has(button.danger) > summary").click()
        page.locator("details.menu button.danger").click()
    for player in raid.everybody():
        expect(player.page.locator("#victory .victory")).to_be_visible()


def test_a_clan_moves_charges_fires_and_fights_in_the_browser(raid: Raid) -> None:
    card(raid.watcher)
    quiet_until(raid, "move.unit")
    march(raid)
    ride(raid)
    charge(raid, SAMURAI, MATSUI)
    answer(raid)
    charge(raid, SPEARS, BOWMEN)
    morale_read(raid, raid.last("daimyo.morale-tested"))
    answer(raid)
    same_table(raid)
    end_orders(raid)
    volleys(raid)
    melees(raid)
    fight_on(raid, lambda: bool(nerves(raid) and raid.choices), chosen)
    assert raid.choices
    morale_read(raid, nerves(raid)[0])
    same_table(raid)
    give_up(raid)
    for player in raid.everybody():
        assert not [said for said in player.trouble if "409" not in said], "only a preview may come too late"
    record = raid.red.page.request.get(f"{raid.red.url}/api/v1/games/{raid.red.game}/record", max_retries=3)
    assert record.ok
    assert verify(record.json(), SYSTEMS) == []
