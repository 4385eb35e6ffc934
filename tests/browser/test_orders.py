"""Orders by hand: cards laid, a sealed form filled in on the table, directions declared, bodies moved along them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from app.web.page.templates import render
from tests.browser.general import SEEN
from tests.browser.player import Player, alone, asked, until
from tests.browser.server import Server
from tests.browser.units import CM, open_keys, quietly

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

SCENARIO, BANDS = "pitched_battle", ("buke_500", "kuge_500")
MOST = 60


@pytest.fixture
def hana(browser: Browser, server: Server) -> Iterator[Player]:
    """Somebody with both sides of a battle before her."""
    one = alone(browser, server.url, "kensei", SCENARIO, BANDS, terrain=[])
    yield one
    one.leave()  # a browser that is closed while its page is on the way to the other seat waits for ever
    one.close()


def reach(player: Player, about: str) -> Any:
    """The first question of this kind, shown on the page; all before it are answered with what silence means."""
    for _ in range(MOST):
        question = asked(player)
        if question["about"] == about:
            player.page.goto(f"{player.url}/play/{player.game}?seat={player.seat}")
            if (veil := player.page.locator("#veil[open] button")).count():
                veil.click()
            player.ready()
            return question
        quietly(player, question)
    raise AssertionError(f"{about} is never asked")


def panel(player: Player) -> Locator:
    """The question as it is shown."""
    return player.page.locator("#prompt section.ask")


def domain(player: Player) -> Any:
    """What the question says of itself."""
    return json.loads(panel(player).get_attribute("data-domain") or "null")


def level(player: Player, key: str) -> None:
    """Click an option; the page goes on to what lies below it."""
    before = panel(player).get_attribute("data-at")
    player.page.locator(f"#prompt button[data-key='{key}']").first.click()
    until(lambda: panel(player).get_attribute("data-at") != before)


def unit(player: Player, id: str) -> Any:
    """A unit as its owner sees it."""
    found = player.look()["view"]["sides"]
    return next(group for side in found for group in side["groups"] if group["id"] == id)


def middle(outline: Any) -> tuple[int, int]:
    """The middle of a frame."""
    return sum(x for x, _ in outline) // len(outline), sum(y for _, y in outline) // len(outline)


def events(player: Player, kind: str) -> list[Any]:
    """What this seat knows to have happened of a kind."""
    query = f"since=0&limit=1000&seat={player.seat}"
    answer = player.page.request.get(f"{player.url}/api/v1/games/{player.game}/events?{query}")
    return [event for event in answer.json()["events"] if event.get("kind") == kind]


def field(player: Player, path: str) -> Locator:
    """A field of the form that is asked now."""
    return player.page.locator(f"#prompt [data-field='{path}']:not([hidden])")


def confirmed(player: Player, kind: str) -> Any:
    """The answer is given; what came of it."""
    before = len(events(player, kind))
    player.confirm()
    until(lambda: len(events(player, kind)) > before)
    return events(player, kind)[-1]["body"]


# -- cards --------------------------------------------------------------------------------


def test_a_card_is_laid_in_one_formation_or_another(hana: Player) -> None:
    question = reach(hana, "deploy.card")
    level(hana, open_keys(question)[0])
    ways = hana.page.locator("#prompt .opts button")
    expect(ways.first).to_have_attribute("aria-pressed", "true")
    shape = domain(hana)["shape"]
    ways.nth(1).click()
    until(lambda: domain(hana) is not None and domain(hana)["shape"] != shape)
    zone = domain(hana)["zones"][0]
    hana.click(*middle(zone))
    card = confirmed(hana, "kensei.card-placed")
    assert all(abs(a - b) < CM for a, b in zip(card["at"], middle(zone), strict=True))
    expect(hana.page.locator("#veil[open]")).to_be_visible()
    assert not hana.trouble


# -- the form -----------------------------------------------------------------------------


def test_a_sealed_condition_is_filled_in_on_the_table(hana: Player) -> None:
    question = reach(hana, "special.warning")
    level(hana, open_keys(question)[0])
    field(hana, "response.kind").locator("select").select_option("move_then_charge")
    expect(field(hana, "response.mode")).to_be_visible()
    field(hana, "response.bearing").locator("[data-act=aim]").click()
    hana.click(*[n // 2 for n in (120 * CM, 120 * CM)])
    expect(field(hana, "response.bearing").locator("input")).not_to_have_value("")
    field(hana, "trigger.type").locator("select").select_option("enemy_enters_area")
    expect(hana.page.locator("#prompt .refusal")).to_contain_text("KEN-WRN-09")
    expect(hana.page.locator("#prompt [data-act=confirm]")).to_be_disabled()
    corners(hana)
    warning = confirmed_warning(hana)
    assert warning["trigger"]["type"] == "enemy_enters_area"
    assert len(warning["trigger"]["polygon"]) == 4
    assert (warning["response"], warning["mode"]) == ("move_then_charge", "march")
    assert not hana.trouble


def corners(hana: Player) -> None:
    """Three corners by the mouse, one by the keys, and the last but one taken back and set anew."""
    area = field(hana, "trigger.polygon")
    area.locator("[data-act=aim]").click()
    for x, y in ((50, 50), (70, 50), (90, 90)):
        hana.click(x * CM, y * CM)
    area.locator("[data-act=unaim]").click()
    hana.click(70 * CM, 60 * CM)
    hana.page.locator("#table").focus()
    hana.page.keyboard.press("ArrowRight")
    hana.page.keyboard.press("Enter")
    expect(area.locator("output")).to_contain_text("4 / 12")
    hana.page.keyboard.press("Escape")


def confirmed_warning(hana: Player) -> Any:
    """The form is given, the step closed; what is sealed."""
    ask = hana.ready()["id"]
    hana.confirm()
    until(lambda: asked(hana)["id"] != ask)
    if asked(hana)["about"] == "special.warning":
        quietly(hana, asked(hana))
    return events(hana, "kensei.warning-given")[-1]["body"]["warning"]


COUNSEL = """async (text) => {
  const slot = document.createElement('div');
  document.querySelector('#prompt .foot-slot').before(slot);
  await window.htmx.swap({ sourceElement: slot, target: slot, text, swap: 'counsel' });
}"""


def filled(hana: Player, id: str) -> None:
    """What a veteran would fill in stands in the form once it is pressed."""
    record = {"trigger": {"type": "enemy_within", "cm": 31}, "response": {"kind": "shoot"}}
    take = {"at": [id], "pick": None, "drawn": record}
    row: dict[str, Any] = {"label": "Wait", "take": take, "marks": [], "wins": None, "chance": "", "why": "As good."}
    text, way = (
        render("table/question/_counsel.html", ways=[row], plan="", looked=1),
        hana.page.locator("[data-counsel]"),
    )

    def has_come() -> bool:
        if not way.count():  # a panel that came meanwhile has taken it away
            hana.page.evaluate(COUNSEL, text)
        hana.page.wait_for_timeout(SEEN)
        return way.count() == 1

    until(has_come)
    way.click()
    expect(field(hana, "trigger.cm").locator("input")).to_have_value("31")
    expect(field(hana, "trigger.type").locator("select")).to_have_value("enemy_within")
    expect(field(hana, "response.kind").locator("select")).to_have_value("shoot")
    hana.page.locator("#prompt .crumb").first.click()
    expect(hana.page.locator("#prompt [data-form]")).to_have_count(0)


def test_conditions_are_joined_and_counters_named_by_a_click(hana: Player) -> None:
    question = reach(hana, "special.warning")
    filled(hana, open_keys(question)[0])
    level(hana, open_keys(question)[0])
    field(hana, "trigger.type").locator("select").select_option("any_of")
    field(hana, "trigger.list.0.type").locator("select").select_option("enemy_within")
    field(hana, "trigger.list.0.cm").locator("input").fill("12")
    field(hana, "trigger.list.1.type").locator("select").select_option("enemy_casts")
    hana.page.locator("#prompt details.form-part summary").click()
    box = field(hana, "filter.unit_ids").locator("input").first
    hana.click(*middle(unit(hana, box.get_attribute("value") or "")["outline"]))
    expect(box).to_be_checked()
    name = box.get_attribute("value")
    warning = confirmed_warning(hana)
    assert warning["trigger"] == {
        "type": "any_of", "list": [{"type": "enemy_within", "of": "self", "cm": 12}, {"type": "enemy_casts"}],
    }  # fmt: skip
    assert warning["filter"] == {"unit_ids": [name]}
    assert not hana.trouble


# -- declared, taken back, carried out --------------------------------------------------------


def ranked(player: Player, question: Any) -> str:
    """A unit in ranks that may be given orders, with nobody of its own before it."""
    framed = [key for key in open_keys(question) if key != "done" and unit(player, key)["outline"]]
    return str(framed[0])


def towards(player: Player, id: str) -> tuple[int, int]:
    """A place before a unit, a little to its right."""
    a, b, _, d = unit(player, id)["outline"]
    ahead = (a[0] - d[0], a[1] - d[1])
    return (a[0] + b[0]) // 2 + 3 * ahead[0] + (b[0] - a[0]) // 4, (a[1] + b[1]) // 2 + 3 * ahead[1]


def declared(player: Player, id: str) -> None:
    """A march: the unit, the kind, the direction."""
    ask = player.ready()["id"]
    player.click(*middle(unit(player, id)["outline"]))
    expect(player.page.locator("#prompt button[data-key=move]")).to_be_visible()
    level(player, "move")
    player.page.mouse.move(*player.screen(*towards(player, id)), steps=3)
    expect(player.page.locator("#hand-marks .aim")).to_be_visible()
    player.click(*towards(player, id))
    until(lambda: asked(player)["id"] != ask)
    player.ready()


def test_orders_are_declared_in_three_clicks_and_taken_back_in_one(hana: Player) -> None:
    question = reach(hana, "orders.declare")
    id = ranked(hana, question)
    declared(hana, id)
    row = hana.page.locator(f"#prompt .choice:has([data-piece='{id}'])")
    expect(row.locator("small")).to_contain_text("march, bearing")
    ask = hana.ready()["id"]
    row.locator(".choice-undo").click()
    until(lambda: asked(hana)["id"] != ask)
    expect(row.locator("small")).to_have_count(0)
    unmeasured(hana, id)
    assert not hana.trouble


def unmeasured(hana: Player, id: str) -> None:
    """A unit that is picked with others and dragged is told no distance: there is none before an order."""
    hana.ready()
    hana.page.keyboard.down("Shift")
    hana.click(*middle(unit(hana, id)["outline"]))
    hana.page.keyboard.up("Shift")
    expect(hana.page.locator(".counter.is-picked")).not_to_have_count(0)
    hana.page.mouse.move(*hana.screen(*middle(unit(hana, id)["outline"])))
    hana.page.mouse.down()
    hana.page.mouse.move(*hana.screen(*towards(hana, id)), steps=4)
    expect(hana.page.locator(".several-shape[transform] > *")).not_to_have_count(0)
    expect(hana.page.locator(".several .note")).to_have_count(0)
    hana.page.mouse.up()
    hana.page.keyboard.press("Escape")


def test_a_body_is_dragged_along_its_bearing_and_turned(hana: Player) -> None:
    question = reach(hana, "orders.declare")
    id = ranked(hana, question)
    hana.click(*middle(unit(hana, id)["outline"]))
    level(hana, "move")
    level(hana, "facing")
    until(lambda: aside(hana))
    ask = hana.ready()["id"]
    hana.page.keyboard.press("Enter")
    until(lambda: asked(hana)["id"] != ask)
    quietly(hana, asked(hana))
    reach(hana, "act.movement")
    level(hana, id)
    moved(hana, id)
    assert not hana.trouble


def test_what_may_be_confirmed_as_it_stands_takes_the_first_enter(hana: Player) -> None:
    question = reach(hana, "orders.declare")
    id = ranked(hana, question)
    hana.click(*middle(unit(hana, id)["outline"]))
    level(hana, "move")
    ask = hana.ready()["id"]
    until(lambda: aside(hana))
    hana.page.keyboard.press("Enter")
    until(lambda: asked(hana)["id"] != ask)
    quietly(hana, asked(hana))
    ask = reach(hana, "act.movement")["id"]
    level(hana, id)
    expect(hana.page.locator("#prompt [data-act=confirm]")).to_be_enabled()
    hana.page.wait_for_timeout(SEEN)
    hana.page.keyboard.press("Enter")
    until(lambda: asked(hana)["id"] != ask)
    assert not hana.trouble


def aside(hana: Player) -> bool:
    """Whether a key has turned the arrow away from straight ahead; a key pressed before the hand is there is lost."""
    hana.page.keyboard.press("ArrowRight")
    note = hana.page.locator("#hand-marks .note")
    return note.count() > 0 and re.match(r"(?!0°|180°)\d+°", note.first.text_content() or "") is not None


def moved(hana: Player, id: str) -> None:
    """It goes forward by a drag, back by a key, forward by the keys, and turns by a button."""
    start, way = domain(hana)["start"], domain(hana)["way"]
    steps = hana.page.locator("#prompt [data-steps] li")
    hana.drag(middle(unit(hana, id)["outline"]), towards(hana, id))
    expect(steps).to_have_count(1)
    expect(steps).to_contain_text("bearing")
    hana.page.keyboard.press("Backspace")
    expect(steps).to_have_count(0)
    for _ in range(3):
        hana.page.keyboard.press("ArrowUp")
    expect(steps).to_contain_text("Go 3 cm")
    hana.page.locator("#prompt [data-act=face-right]").click()
    expect(steps).to_have_count(2)
    body = confirmed(hana, "kensei.unit-moved")
    assert body["facing"] == (start["facing"] + 9000) % 36_000
    assert unit(hana, id)["facing"] == body["facing"]
    assert way != start["facing"]
