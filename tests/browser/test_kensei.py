"""The Crane and the Boar in three browsers: cards, orders, an ambush, magic, a charge, a duel and a rout, by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from app.games.verify import verify
from app.systems import SYSTEMS
from tests.browser.hosts import (
    ARCHERS,
    NAMES,
    RIDERS,
    SAGE,
    SPEARS,
    Plain,
    ahead,
    chosen,
    clicked,
    facing,
    field,
    front,
    given,
    laid_out,
    mine,
    next_asked,
    order,
    place,
    quiet_until,
    slide,
    step,
    tables,
    theirs,
    within,
)
from tests.browser.player import Player
from tests.browser.server import Server
from tests.browser.units import CM, open_keys, pick, quietly, tries

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

RUN, CLOSE = 33 * CM, 17 * CM
"""How far riders of the Buke run, and how far the spears come to meet them."""
NEAR = 45
"""The bows are to shoot at whatever comes so near, in centimetres: they stand 70 from the enemy's riders."""
BATTLES = 4
"""How many battles are begun until a spell is Blocked, and until those who flee are chased."""


@pytest.fixture
def plain(browser: Browser, server: Server) -> Iterator[Plain]:
    """A new battle."""
    yield from tables(browser, server, 1)


# -- what everybody sees --------------------------------------------------------------------


def told(plain: Plain, event: Any, words: str | re.Pattern[str]) -> None:
    """All three have a line about it in the log."""
    for player in plain.everybody():
        expect(player.page.locator(f"#e-{event['version']}")).to_contain_text(words)


def asked_alone(plain: Plain, player: Player) -> None:
    """The other two are told who is asked, and have nothing to click."""
    for other in plain.everybody():
        if other is not player:
            panel = other.page.locator("#prompt")
            expect(panel).to_contain_text(player.name)
            expect(panel.locator("button[data-key], [data-act]")).to_have_count(0)


def same_table(plain: Plain) -> None:
    """Every unit is where it is on all three pages."""
    places = "() => [...document.querySelectorAll('.counter')].map(n => n.id + n.getAttribute('transform')).sort()"
    version = plain.red.look()["version"]
    for player in plain.everybody():
        player.settle(version - 1)
    red, blue, watcher = (player.page.evaluate(places) for player in plain.everybody())
    assert red == blue == watcher


def dice_told(plain: Plain, kind: str) -> None:
    """All three have every die of this roll in the log."""
    rolled = plain.last(kind)
    for player in plain.everybody():
        faces = player.page.locator(f"#e-{rolled['version']} details.throw > summary .die")
        expect(faces).to_have_count(len(rolled["body"]["faces"]))


def given_up(plain: Plain) -> None:
    """Mika leaves the field from the menu, if it is not over; all three see the end, and the record holds."""
    page = plain.blue.page
    if not plain.over:
        page.locator("details.menu > summary").click()
        page.locator("details.menu details > summary").click()
        page.locator("details.menu button.danger").click()
    for player in plain.everybody():
        expect(player.page.locator("#victory .victory")).to_be_visible(timeout=15_000)
        assert not [said for said in player.trouble if "409" not in said], "only a preview may come too late"
    record = plain.red.page.request.get(f"{plain.red.url}/api/v1/games/{plain.red.game}/record")
    assert record.ok
    assert verify(record.json(), SYSTEMS) == []


# -- cards ----------------------------------------------------------------------------------


def card(plain: Plain, player: Player) -> None:
    """The archers' card is laid by hand, a little behind the front of the zone."""
    player.ready()
    player.choose(mine(player, ARCHERS))
    x, y = place(player, ARCHERS)
    player.click(x, y + (CM if player.seat == "red" else -CM))
    given(player)
    laid = plain.last("card-placed")["body"]
    assert abs(laid["at"][0] - x) < CM
    assert laid["facing"] == facing(player)
    counter = f"#p-{laid['card']}"
    expect(player.page.locator(counter)).to_have_attribute("aria-label", re.compile(NAMES[player.seat][ARCHERS - 1]))
    for other in plain.everybody():
        expect(other.page.locator(counter)).to_be_visible()


def sealed(plain: Plain, owner: Player) -> None:
    """Nothing on the others' pages, nor in what they are sent, names a unit of the owner's."""
    version = owner.look()["version"]
    for player in plain.everybody():
        player.settle(version - 1)
        if player is not owner:
            known = player.page.content() + str(player.look())
            assert not [name for name in NAMES[owner.seat] if name in known]
            assert not re.search(rf"\b{owner.seat}-\d", known)


def deployment(plain: Plain) -> None:
    """Each lays a card by hand and more are laid; face down until the last lies, then all three read all names."""
    for cards in range(1, 6):
        player, _ = quiet_until(plain, "deploy.card", wish=laid_out)
        if cards <= len(NAMES):
            card(plain, player)
        else:
            step(plain, laid_out)
        for owner in (plain.red, plain.blue):
            sealed(plain, owner)
    quiet_until(plain, "special.warning", wish=laid_out)
    for player in plain.everybody():
        for name in (*NAMES["red"], *NAMES["blue"]):
            expect(player.page.locator("#bands")).to_contain_text(name)
    same_table(plain)


# -- orders ---------------------------------------------------------------------------------


def warned(plain: Plain, player: Player) -> None:
    """The archers are to shoot at whom comes near; the others read that they wait, and not what for."""
    player.ready()
    player.choose(mine(player, ARCHERS))
    field(player, "response.kind").locator("select").select_option("shoot")
    field(player, "trigger.type").locator("select").select_option("enemy_within")
    field(player, "trigger.cm").locator("input").fill(str(NEAR))
    given(player)
    if player.question()["about"] == "special.warning":
        pick(player, "done")
    told(plain, plain.last("warning-told"), "Warning Order: it will shoot")
    for reader in plain.everybody():
        card_of(reader, mine(player, ARCHERS), sealed=reader is not player)


def card_of(reader: Player, id: str, sealed: bool) -> None:
    """Whoever points at the unit that waits reads what it is to do; for what it waits its owner alone."""
    reader.page.mouse.move(*reader.screen(*within(reader, id, 0.7, 0.3)), steps=3)
    shown = reader.page.locator("#card")
    expect(shown.locator("h3")).to_contain_text("Bows")
    words = expect(shown)
    (words.not_to_contain_text if sealed else words.to_contain_text)(f"within {NEAR} cm")
    reader.page.keyboard.press("Escape")


def waiting(player: Player, id: str) -> Any:
    """The row of a unit that has an order."""
    return player.page.locator(f"#bands [data-piece='{id}'][data-badges~='orders']")


def declared(plain: Plain, player: Player) -> None:
    """The riders are to run straight ahead: nobody else sees it until the declaration is closed."""
    riders = mine(player, RIDERS)
    ask = chosen(player, riders, "run")
    x, y = within(player, riders, back=0)
    player.click(x, y + (-25 if player.seat == "red" else 25) * CM)
    next_asked(player, ask)
    expect(waiting(player, riders)).to_have_count(1)
    others = [other for other in plain.everybody() if other is not player]
    for other in others:
        expect(waiting(other, riders)).to_have_count(0)
    pick(player, "done")
    for other in others:
        expect(waiting(other, riders)).to_have_count(1)
    told(plain, plain.last("orders-closed"), "closes the declaration")


def run(plain: Plain, player: Player) -> None:
    """The riders are dragged along their bearing as far as they were told; all three see where they are."""
    riders = mine(player, RIDERS)
    ahead_by = -30 * CM if player.seat == "red" else 30 * CM
    before = front(player, riders)
    player.ready()
    clicked(player, riders)
    expect(player.page.locator("#prompt [data-steps]")).to_have_count(1)
    x, y = within(player, riders)
    player.drag((x, y), (x, y + ahead_by))
    given(player)
    assert abs(front(player, riders) - before - ahead_by) < CM
    told(plain, plain.last("unit-moved"), "KEN-MOV-02")
    same_table(plain)


def charging(player: Player, question: Any) -> Iterable[Any]:
    """What the enemy does in his turn: riders run, as far as they can."""
    riders = mine(player, RIDERS)
    if question["about"] == "orders.declare" and riders in open_keys(question):
        return [] if waits(player, riders) else [ahead(player, riders, "run")]
    return [slide(player, riders, RUN)] if question["about"] == "act.movement" else []


def waits(player: Player, id: str) -> bool:
    """Whether a unit has an order still to be carried out."""
    return any(b.startswith("orders-") for side in player.look()["view"]["sides"] for g in side["groups"]
               if g["id"] == id for b in g["badges"])  # fmt: skip


def ambush(plain: Plain, player: Player) -> None:
    """As the enemy's riders come near, the archers are asked in the middle of their run, and shoot."""
    asked, question = quiet_until(plain, "opportunity.use", wish=charging)
    archers = mine(player, ARCHERS)
    assert asked is player
    assert archers in open_keys(question)
    player.ready()
    expect(player.page.locator("#prompt h2")).to_contain_text("A condition of yours has come true")
    asked_alone(plain, player)
    moved = plain.last("unit-moved")["body"]
    assert moved["unit"] == theirs(player, RIDERS)
    pick(player, archers)
    taken = plain.last("opportunity-taken")
    told(plain, taken, "Attack of Opportunity!")
    told(plain, plain.last("volley-fired"), NAMES[player.seat][ARCHERS - 1])
    dice_told(plain, "shots-rolled")


def shot(plain: Plain) -> None:
    """In the next turn archers are told to shoot at the riders before them, by three clicks, and do."""
    quiet_until(plain, "orders.declare", wish=charging)
    while plain.red.look()["view"]["turn"] < 2:
        step(plain, charging)
        quiet_until(plain, "orders.declare", wish=charging)
    player, _ = plain.asked()
    archers, riders = mine(player, ARCHERS), theirs(player, RIDERS)
    ask = chosen(player, archers, "shoot")
    clicked(player, riders)
    next_asked(player, ask)
    pick(player, "done")
    quiet_until(plain, "act.shooting")
    before = plain.count("volley-fired")
    pick(player, archers)
    assert plain.count("volley-fired") == before + 1
    told(plain, plain.last("volley-fired"), NAMES[player.seat][ARCHERS - 1])
    dice_told(plain, "shots-rolled")
    same_table(plain)


def test_cards_orders_an_attack_of_opportunity_and_a_shot(plain: Plain) -> None:
    deployment(plain)
    player, _ = plain.asked()
    warned(plain, player)
    declared(plain, player)
    run(plain, player)
    ambush(plain, player)
    shot(plain)
    given_up(plain)
