"""Riders charge gunners in three browsers: every order by hand, and a Reaction in the middle of the charge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from app.games.verify import verify
from app.systems import SYSTEMS
from tests.browser.answers import Answers
from tests.browser.player import STANDING, Player
from tests.browser.server import Server
from tests.browser.units import (
    ARCHERS,
    BOWS,
    CAPTAIN,
    CM,
    GUNNERS,
    PLACES,
    RED,
    RIDERS,
    SPEARS,
    UNFOLD,
    Table,
    confirmed,
    crew,
    drag_one,
    drag_unit,
    open_keys,
    pick,
    quietly,
    tries,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

BY_HAND = {SPEARS: (60, 97), BOWS: (116, 24)}
"""Units that are set up on the page, and about which point (in centimetres)."""
CHARGE = tuple(f"celtos.{kind}" for kind in (
    "order-given", "order-lost", "reaction-used", "check-rolled", "charged", "assault-fell-short",
))  # fmt: skip
SEEN = {"reaction.use move", "reaction.use assault", "reaction.act", "response.assault", "response.return-fire",
        "hits.share", "assault.moves"}  # fmt: skip
"""What must have been asked on a page, whichever way the dice fall."""


@pytest.fixture
def table(browser: Browser, server: Server) -> Iterator[Table]:
    """Red and blue at the table, and a watcher."""
    found = Table(browser, server)
    yield found
    for player in found.everybody():
        player.close()


# -- setting up -------------------------------------------------------------------------


def set_up(table: Table) -> None:
    """Both bands stand face to face, a unit of each set up by hand, and red goes first."""
    while True:
        player, question = table.asked()
        match question["about"]:
            case "activation.unit":
                return
            case "setup.edge":
                quietly(player, question, "south" if player is table.red else "north")
            case "deploy.unit":
                deploy(player, question)
            case "initiative.first":
                quietly(player, question, "red")
            case _:
                quietly(player, question)


def deploy(player: Player, question: Any) -> None:
    """The next unit goes to its place."""
    unit = open_keys(question)[0]
    if unit not in BY_HAND:
        quietly(player, question, {"pick": unit, "then": PLACES[unit]})
        return
    player.ready()
    player.choose(unit)
    x, y = BY_HAND[unit]
    player.click(x * CM, y * CM)
    confirmed(player)
    assert all(abs(p["y"] - y * CM) < 3 * CM for p in crew(player, unit))


# -- orders ----------------------------------------------------------------------------------


def mended(player: Player, clause: str) -> None:
    """The panel and the table say why not, by its clause, and the nearest that is allowed can be given."""
    expect(player.page.locator("#prompt .refusal .clause")).to_have_text(clause)
    expect(player.page.locator("#hand-marks")).to_contain_text(clause)
    expect(player.page.locator("#prompt [data-act=confirm]")).to_be_enabled()


def order(player: Player, unit: str, key: str) -> None:
    """The way to an order that is drawn: its unit, then itself."""
    player.ready()
    player.choose(unit)
    player.choose(key)
    expect(player.page.locator("#prompt .ask[data-kind=moves]")).to_be_visible()


def march(table: Table, answers: Answers) -> None:
    """The spears go forward as one, their last model stepping aside: first too far, then as far as it may."""
    player = table.red
    order(player, SPEARS, "move")
    before = {p["id"]: p for p in crew(player, SPEARS)}
    drag_unit(player, SPEARS, 0, -6)
    expect(player.page.locator("#prompt [data-act=confirm]")).to_be_enabled()
    links = player.page.locator(".troop .link")
    assert links.get_attribute("d")
    last = max(before.values(), key=lambda p: p["x"])
    tip = (last["x"], last["y"] - 6 * CM)
    drag_one(player, tip, (tip[0] + 7 * CM, tip[1]))
    mended(player, "CEL-MOV-10")
    assert player.page.locator(".troop .link-no").get_attribute("d")
    drag_one(player, (tip[0] + 7 * CM, tip[1]), (tip[0] + 3 * CM, tip[1]))
    expect(player.page.locator("#prompt .refusal")).to_have_count(0)
    confirmed(player)
    after = {p["id"]: p for p in crew(player, SPEARS)}
    for id, p in after.items():
        aside = 3 * CM if id == last["id"] else 0
        assert (p["x"] - before[id]["x"], p["y"] - before[id]["y"]) == pytest.approx((aside, -6 * CM), abs=150)
    player, question = answers.settle()
    assert (player, question["about"]) == (table.red, "activation.order")
    assert "move" not in open_keys(question)
    pick(player, "end")


def run(table: Table, answers: Answers) -> None:
    """The riders are dragged so far that they run, up to the gunners, which is not allowed; then they stop short."""
    player = table.red
    player.ready()
    start = crew(player, RIDERS)[0]
    drag_unit(player, RIDERS, 0, -58)
    expect(player.page.locator("#prompt .ask")).to_have_attribute("data-at", f'["{RIDERS}", "run"]')
    expect(player.page.locator(".at-why")).to_contain_text("CEL-MOV-09")
    player.page.keyboard.press("Backspace")
    expect(player.page.locator("#prompt .refusal")).to_have_count(0)
    drag_unit(player, RIDERS, 0, -44)
    expect(player.page.locator("#prompt [data-act=confirm]")).to_contain_text("44 cm")
    confirmed(player)
    assert crew(player, RIDERS)[0]["y"] == pytest.approx(start["y"] - 44 * CM, abs=150)
    answers.settle()


def put_in_reaction(table: Table, unit: str) -> None:
    """A unit of blue's waits for what the enemy does; all three see its marker."""
    pick(table.blue, unit, "reaction")
    for player in table.everybody():
        expect(player.page.locator(f"#bands [data-piece='{unit}'][data-badges*=reaction]")).to_have_count(1)


def shoot(table: Table, answers: Answers) -> None:
    """The gunners shoot at the riders, clicked on the table; the lines of sight and the score stand there before."""
    player = table.blue
    player.ready()
    player.choose(GUNNERS)
    player.choose("shoot")
    target = crew(player, RIDERS)[0]
    player.click(target["x"], target["y"])
    panel = player.page.locator("#prompt")
    for clause in ("CEL-SHT-07", "CEL-HIT-01", "CEL-HIT-07"):
        expect(panel.locator(".then")).to_contain_text(clause)
    assert player.page.locator("#hand-marks path").count() >= len(crew(player, GUNNERS))
    confirmed(player)
    answers.settle()
    dice_told(table)


def dice_told(table: Table) -> None:
    """All three read the volley in the log: a die for each gunner, and how each came about."""
    volley = table.events("celtos.hit-rolled")[:6]
    assert [e["body"]["model"] for e in volley] == [f"{GUNNERS}-{n}" for n in range(1, 7)]
    for player in table.everybody():
        roll = player.page.locator(f"#t-{volley[0]['version']}")
        expect(roll.locator("summary .die")).to_have_count(6)
        roll.evaluate(UNFOLD)
        roll.locator("summary").click()
        expect(roll).to_contain_text("CEL-HIT-07")
        for n, event in enumerate(volley):
            expect(roll.locator("tr").nth(n)).to_contain_text(str(event["body"]["natural"]))


def charge(table: Table, answers: Answers) -> None:
    """The riders charge; in the middle of it the archers that wait are asked, and then the gunners."""
    player = table.red
    player.ready()
    player.choose(RIDERS)
    player.choose("assault")
    target = crew(player, GUNNERS)[0]
    player.click(target["x"], target["y"])
    expect(player.page.locator("#prompt .then")).to_contain_text("CEL-ASL-12")
    confirmed(player)
    asked, question = table.asked()
    assert (asked, question["about"]) == (table.blue, "reaction.use")
    assert {ARCHERS, BOWS} <= set(open_keys(question))
    expect(player.page.locator("#prompt .eyebrow")).to_have_text("Their question")
    answers.uses_marker = True
    answers.settle()
    kinds = [e["kind"] for e in table.events(*CHARGE)]
    begun = len(kinds) - kinds[::-1].index("celtos.order-given")
    assert kinds[begun:][:2] == ["celtos.reaction-used", "celtos.check-rolled"]
    assert {"celtos.order-lost", "celtos.charged", "celtos.assault-fell-short"} & set(kinds[begun:])


# -- on and on -------------------------------------------------------------------------------


def next_turn(table: Table, turn: int) -> None:
    """All units left are let go by, until this turn, in which blue goes first."""
    for _ in range(40):
        player, question = table.asked()
        if question["about"] == "activation.unit" and question["facts"]["turn"] == turn:
            return
        quietly(player, question, "blue" if question["about"] == "initiative.first" else None)
    raise AssertionError(f"no turn {turn}")


def fight_on(table: Table, answers: Answers) -> None:
    """Whoever can assault does, the archers wait again, until somebody has taken a Morale check."""
    for _ in range(80):
        player, question = answers.settle()
        if "reaction.act" in answers.seen and morale_checks(table):
            return
        if question["about"] != "activation.unit" or not tries(player, question, fights(table, player, question)):
            quietly(player, question)
    raise AssertionError("no Morale check")


def fights(table: Table, player: Player, question: Any) -> list[Any]:
    """The assaults this player might give; else blue's archers wait, and red's captain gives them something to see."""
    units = open_keys(question)
    if player is table.blue:
        waits = [{"pick": unit, "then": "reaction"} for unit in units if unit in (ARCHERS, BOWS)]
        return [*({"pick": unit, "then": "assault"} for unit in units), *waits]
    named = [{"pick": "assault", "then": f"blue-{n}"} for n in range(1, 5)]
    fights = [{"pick": unit, "then": order} for order in ("assault", *named) for unit in units]
    return [*fights, {"pick": CAPTAIN, "then": {"pick": "move", "then": {}}}]


def morale_checks(table: Table) -> list[Any]:
    """The Morale checks that were taken."""
    return [e for e in table.events("celtos.check-rolled") if e["body"]["check"] == "morale"]


def told_to_all(table: Table, event: Any, words: str) -> None:
    """All three have a line about it in the log."""
    for player in table.everybody():
        expect(player.page.locator(f"#e-{event['version']}")).to_contain_text(words)


def same_table(table: Table) -> None:
    """Every counter stands where it stands on all three pages."""
    version = table.red.look()["version"]
    for player in table.everybody():
        player.settle(version - 1)
    red, blue, watcher = (player.page.evaluate(STANDING) for player in table.everybody())
    assert red == blue == watcher
    assert len(red) == sum(1 for p in table.red.look()["view"]["pieces"] if p["kind"] == "model")


def give_up(table: Table) -> None:
    """Blue leaves the field from the menu, and all three see how the battle ended."""
    page = table.blue.page
    page.locator("details.menu:not(.seers) > summary").click()
    page.locator("details.menu details:has(button.danger) > summary").click()
    page.locator("details.menu button.danger").click()
    for player in table.everybody():
        expect(player.page.locator("#victory .victory")).to_contain_text(str(RED["name"]))


# -- the story ----------------------------------------------------------------------------


def test_every_order_in_the_browser_and_a_reaction_in_the_middle_of_a_charge(table: Table) -> None:
    set_up(table)
    answers = Answers(table)
    first_turn(table, answers)
    second_turn(table, answers)
    fight_on(table, answers)
    told_to_all(table, table.events("celtos.combat-ended")[0], "CEL-RES-02")
    told_to_all(table, morale_checks(table)[0], "Morale check")
    same_table(table)
    give_up(table)
    assert answers.seen >= SEEN
    for player in table.everybody():
        assert not [said for said in player.trouble if "409" not in said], "only a preview may come too late"
    record = table.red.page.request.get(f"{table.red.url}/api/v1/games/{table.red.game}/record", max_retries=3)
    assert record.ok
    assert verify(record.json(), SYSTEMS) == []


def first_turn(table: Table, answers: Answers) -> None:
    """Movement, Reaction, a run, Shooting: red, blue, red, blue."""
    march(table, answers)
    put_in_reaction(table, ARCHERS)
    run(table, answers)
    assert crew(table.blue, ARCHERS)[0]["badges"].count("reaction") == 1, "a marker that is not used stays"
    shoot(table, answers)
    same_table(table)


def second_turn(table: Table, answers: Answers) -> None:
    """Two units of archers wait; the riders charge."""
    next_turn(table, 2)
    for unit in (ARCHERS, BOWS):
        to_go(table, table.blue)
        put_in_reaction(table, unit)
    to_go(table, table.red)
    charge(table, answers)


def to_go(table: Table, whose: Player) -> None:
    """It is somebody's go, however the dice of initiative fell: till then the other lets units go by."""
    for _ in range(9):
        player, question = table.asked()
        if player is whose:
            return
        unit = next(key for key in open_keys(question) if key not in (RIDERS, ARCHERS, BOWS))
        quietly(player, question, {"pick": unit, "then": "end"})
    raise AssertionError(f"{whose.name} is never asked")
