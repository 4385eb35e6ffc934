"""The Crane and the Boar in three browsers: cards, orders, an ambush, magic, a charge, a duel and a rout, by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.hosts import (
    ARCHERS,
    NAMES,
    RIDERS,
    SAGE,
    SPEARS,
    Plain,
    asked_alone,
    charging,
    chosen,
    clicked,
    closing,
    dice_told,
    dropping,
    facing,
    field,
    fighting,
    front,
    given,
    given_up,
    group,
    laid_out,
    mine,
    next_asked,
    place,
    quiet_until,
    same_table,
    step,
    tables,
    theirs,
    told,
    within,
)
from tests.browser.player import Player, until
from tests.browser.server import Server
from tests.browser.units import CM, ask_of, open_keys, pick, quietly

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

NEAR = 45
"""The bows are to shoot at whatever comes so near, in centimetres: they stand 70 from the enemy's riders."""
FEW = 300
BATTLES = 6
"""How many battles are begun until a spell is Blocked, and until those who flee are chased."""


@pytest.fixture
def plain(browser: Browser, server: Server) -> Iterator[Plain]:
    """A new battle."""
    yield from tables(browser, server, 1)


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
    """In the next turn archers are told to shoot at the riders before them, to load first if they have to, and do."""
    quiet_until(plain, "orders.declare", wish=charging)
    while plain.red.look()["view"]["turn"] < 2:
        step(plain, charging)
        quiet_until(plain, "orders.declare", wish=charging)
    player, _ = plain.asked()
    archers, riders = mine(player, ARCHERS), theirs(player, RIDERS)
    load = "unloaded" in group(player, archers)["badges"]
    if load:
        next_asked(player, chosen(player, archers, "load"))
    ask = chosen(player, archers, "shoot")
    clicked(player, riders)
    next_asked(player, ask)
    pick(player, "done")
    before = plain.count("volley-fired")
    for _ in range(1 + load):
        quiet_until(plain, "act.shooting")
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


# -- magic ----------------------------------------------------------------------------------


def points(player: Player, id: str) -> int:
    """AP of a unit; of a sage who kept a spell up into this turn there are two left."""
    badges = group(player, id)["badges"]
    return next(int(badge.removeprefix("ap-")) for badge in badges if badge.startswith("ap-"))


def cast(plain: Plain) -> Player:
    """A sage is told to speak a word of power over his archers, with all his thought."""
    player, _ = quiet_until(plain, "orders.declare", wish=dropping)
    sage = mine(player, SAGE)
    ask = chosen(player, sage, "cast")
    for key in ("power_word", f"concentrate-{points(player, sage) - 1}"):
        player.choose(key)
    clicked(player, mine(player, ARCHERS))
    next_asked(player, ask)
    pick(player, "done")
    return player


def blocked(plain: Plain) -> bool:
    """The enemy, unless his sage keeps up a spell, is asked whether he will try to Block, and will; whether he did."""
    caster = cast(plain)
    player, question = plain.asked()
    if question["about"] != "orders.block":
        assert plain.events("kensei.spell-upheld")
        return False
    assert player is plain.other(caster)
    player.ready()
    expect(player.page.locator("#prompt h2")).to_contain_text("Power Word")
    asked_alone(plain, player)
    pick(player, "yes")
    told(plain, plain.last("block-announced"), "will try to Block Power Word")
    before = plain.count("block-tried")
    quiet_until(plain, "act.spirits")
    pick(caster, mine(caster, SAGE))
    rolled = plain.last("spell-rolled")
    told(plain, rolled, "Power Word")
    assert plain.count("block-tried") == before + rolled["body"]["passed"]
    return bool(rolled["body"]["passed"] and plain.last("block-tried")["body"]["blocked"])


def blocked_once(plain: Plain) -> bool:
    """In some turn of the battle a spell is Blocked; all three read by how much, and that nothing came of it."""
    quiet_until(plain, "special.warning", wish=laid_out)
    for turn in range(1, 7):
        while plain.red.look()["view"]["turn"] < turn:
            step(plain, dropping)
        if blocked(plain):
            tried = plain.last("block-tried")
            told(plain, tried, str(tried["body"]["needed"]))
            return True
    return False


def test_a_spell_is_cast_and_another_sage_blocks_it(browser: Browser, server: Server) -> None:
    for plain in tables(browser, server, BATTLES):
        if blocked_once(plain):
            given_up(plain)
            return
    raise AssertionError("no spell is ever Blocked")


# -- a charge, a duel, a rout ----------------------------------------------------------------


def charge(plain: Plain) -> Player:
    """Riders are told to march and charge at the spears before them, by three clicks, and begin."""
    player, _ = quiet_until(plain, "orders.declare")
    riders, spears = mine(player, RIDERS), theirs(player, SPEARS)
    ask = chosen(player, riders, "march_charge")
    clicked(player, spears)
    next_asked(player, ask)
    pick(player, "done")
    quiet_until(plain, "act.charges")
    pick(player, riders)
    told(plain, plain.last("charge-declared"), NAMES[player.seat][RIDERS - 1])
    return player


def answered_by_charge(plain: Plain, charger: Player) -> None:
    """The spears counter-charge: the question tells by whom they are charged, and why what is closed is closed."""
    player, question = plain.asked()
    assert (player, question["about"]) == (plain.other(charger), "charge.reaction")
    player.ready()
    panel = player.page.locator("#prompt")
    expect(panel.locator("h2")).to_contain_text(NAMES[charger.seat][RIDERS - 1])
    expect(panel.locator("[data-shut=shoot]")).to_have_count(1)
    expect(player.page.locator(".eye-asked .eye-line.charge")).to_have_count(1)
    expect(player.page.locator(".eye-asked .note")).to_have_count(0)
    asked_alone(plain, player)
    pick(player, "counter")
    told(plain, plain.last("reaction-chosen"), "counter-charge")
    told(plain, plain.last("charge-rolled"), "cm")
    told(plain, plain.last("contact-made"), "in contact")
    same_table(plain)


def duel(plain: Plain) -> None:
    """Whoever may challenge does; a challenge that is answered is accepted; the two fight until it is decided."""
    player, question = quiet_until(plain, "challenge.make")
    player.ready()
    champion = next(key for key in open_keys(question) if key != "none")
    player.choose(champion)
    target = player.page.locator("#prompt button[data-key]:not([data-at])").first.get_attribute("data-key")
    assert target
    player.choose(target)
    player.confirm()
    until(lambda: ask_of(player) != question["id"])
    told(plain, plain.last("challenge-made"), "challenges")
    player, question = plain.asked()
    if question["about"] == "challenge.answer":
        asked_alone(plain, player)
        pick(player, "accept")
    told(plain, plain.last("confrontation-began"), "KEN-CNF")
    rounds(plain)
    told(plain, plain.last("confrontation-ended"), "KEN-CNF")


def rounds(plain: Plain) -> None:
    """In each round both say on their pages that they fight on, if they are asked."""
    while plain.count("confrontation-ended") < plain.count("confrontation-began"):
        player, question = plain.asked()
        if question["about"] == "duel.round":
            pick(player, "none")
        else:
            quietly(player, question)
    told(plain, plain.events("kensei.duel-round")[0], "1")


def chased(plain: Plain) -> bool:
    """Units charge on until somebody flees from a Combat and the enemy may go after him; then he does, on his page."""
    for _ in range(FEW):
        if plain.over:
            return False
        player, question = plain.asked()
        if question["about"] == "chase.unit":
            flight(plain, player)
            return True
        step(plain, fighting)
    raise AssertionError("no end of questions")


def flight(plain: Plain, player: Player) -> None:
    """The question tells how far they fled; all three see the flight and the chase, and everybody's place after."""
    fled = plain.last("unit-fled")
    told(plain, fled, "cm")
    player.ready()
    asked_alone(plain, player)
    pick(player, "yes")
    told(plain, plain.last("chased"), "cm")
    same_table(plain)


def met(plain: Plain) -> Plain:
    """The hosts have come near."""
    quiet_until(plain, "special.warning", wish=laid_out)
    while plain.red.look()["view"]["turn"] < 2:
        step(plain, closing)
    return plain


def test_a_charge_is_answered_a_duel_is_fought_and_the_beaten_are_chased(browser: Browser, server: Server) -> None:
    for number, plain in enumerate(map(met, tables(browser, server, BATTLES))):
        if not number:
            answered_by_charge(plain, charge(plain))
            duel(plain)
        if chased(plain):
            given_up(plain)
            return
    raise AssertionError("nobody ever chases those who flee")
