"""The zones of a scenario on its board: drawn by the mouse, by keys, by a finger, and typed; fought from."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, ViewportSize, expect

from tests.browser.axe import findings
from tests.browser.player import PATIENCE
from tests.browser.server import Server
from tests.browser.test_scenarios import fought

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

FIELD = "[name=part_zones_{}]"


@pytest.fixture
def page(browser: Browser, mortal: Server) -> Iterator[Page]:
    """Somebody who makes a scenario of Ronin whose sides have the north and the south."""
    context = browser.new_context(base_url=mortal.url, locale="en-GB", viewport={"width": 1280, "height": 900})
    found = context.new_page()
    trouble: list[str] = []
    found.on("pageerror", lambda error: trouble.append(str(error)))
    found.set_default_timeout(PATIENCE * 1000)
    begun(found)
    yield found
    assert trouble == []
    context.close()


def begun(page: Page) -> None:
    """A skirmish between north and south."""
    page.goto("/scenarios?system=ronin")
    page.locator("[name=part_edges]").select_option("north-south")
    expect(page.locator(".plot")).to_have_count(2)


def plot(page: Page, who: str, n: int = 0) -> Locator:
    """A zone as it takes the pointer and the keys."""
    return page.locator(f"#plot-{who}-{n}")


def grip(page: Page, who: str, corner: str, n: int = 0) -> Locator:
    """A corner of a zone."""
    return page.locator(f"#grip-{who}-{n}-{corner}")


def inches(page: Page) -> float:
    """Pixels of the screen in an inch of the table."""
    box = page.locator("#zones .t-edge").bounding_box()
    assert box is not None
    return box["width"] / 36


def amid(what: Locator) -> FloatRect:
    """Where something is once it stands in the middle of the screen, with nothing over it."""
    what.evaluate("it => it.scrollIntoView({ block: 'center', behavior: 'instant' })")
    box = what.bounding_box()
    assert box is not None
    return box


def dragged(page: Page, what: Locator, right: float, down: float) -> None:
    """Something is taken by its middle and dragged by so many inches."""
    box = amid(what)
    x, y, inch = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, inches(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right * inch / 2, y + down * inch / 2)
    page.mouse.move(x + right * inch, y + down * inch)
    page.mouse.up()


def drawn(page: Page, one: tuple[float, float], other: tuple[float, float]) -> None:
    """A new zone is drawn over open ground, from one place of the table to another, in inches."""
    amid(page.locator("#zones"))
    box, inch = page.locator("#zones .t-edge").bounding_box(), inches(page)
    assert box is not None
    for n, (x, y) in enumerate((one, other)):
        page.mouse.move(box["x"] + x * inch, box["y"] + y * inch)
        if n == 0:
            page.mouse.down()
    page.mouse.up()


def has(page: Page, who: str, text: str) -> None:
    """The field and the board say the same, and the server has judged it."""
    expect(page.locator(FIELD.format(who))).to_have_value(text)
    for n, zone in enumerate(text.split("; ") if text else ()):
        expect(plot(page, who, n)).to_have_attribute("aria-label", f"{who}: zone {zone}, {size(zone)}")


def size(zone: str) -> str:
    """How large a zone is, as it is told."""
    (x, y), (u, v) = (map(int, corner.split(",")) for corner in zone.split())
    return f"{u - x} in × {v - y} in"


def test_zones_are_drawn_by_the_mouse_judged_and_played(page: Page) -> None:
    """Moved, stretched by a corner, drawn anew over open ground; refused in words; then fought against the bot."""
    dragged(page, grip(page, "north", "sw"), 6, 3)
    has(page, "north", "6,0 36,9")
    dragged(page, plot(page, "north"), -6, 1)
    has(page, "north", "0,1 30,10")
    dragged(page, grip(page, "south", "nw"), 0, -12)
    has(page, "south", "0,18 36,36")
    expect(page.locator("#verdict")).to_contain_text("8 in lie between their zones; it must be 12 in or more.")
    dragged(page, grip(page, "south", "ne"), -16, 8)
    has(page, "south", "0,26 20,36")
    drawn(page, (24, 28), (32, 35))
    has(page, "south", "0,26 20,36; 24,28 32,35")
    expect(plot(page, "south", 1)).to_be_focused()
    expect(page.locator("#verdict")).to_contain_text("It can be played.")
    page.locator("[name=part_length]").select_option("fixed")
    page.locator("[name=part_turns]").fill("2")
    page.locator("[name=part_turns]").press("Tab")
    expect(page.locator("#verdict")).to_contain_text("It can be played.")
    page.get_by_role("button", name="Keep it", exact=True).click()
    page.wait_for_url("**/scenarios/*")
    has(page, "south", "0,26 20,36; 24,28 32,35")
    page.get_by_role("button", name="Try it against the bot").click()
    page.wait_for_url("**/play/*")
    over = fought(page, page.url.rsplit("/", 1)[1])
    assert over["status"] == "over"


def test_zones_are_drawn_by_keys_alone_and_their_measures_are_told(page: Page) -> None:
    plot(page, "north").focus()
    page.keyboard.press("ArrowDown")
    has(page, "north", "0,1 36,7")
    expect(page.locator("#zone-said")).to_have_text("north: zone 0,1 36,7, 36 in × 6 in")
    page.keyboard.press("Shift+ArrowDown")
    has(page, "north", "0,6 36,12")
    page.keyboard.press("Enter")
    expect(grip(page, "north", "nw")).to_be_focused()
    for key in ("Shift+ArrowRight", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    has(page, "north", "6,5 36,12")
    expect(grip(page, "north", "nw")).to_have_attribute("aria-label", "north: corner at 6, 5")
    page.keyboard.press("Escape")
    expect(plot(page, "north")).to_be_focused()
    page.get_by_role("button", name="A zone: north").focus()
    page.keyboard.press("Enter")
    has(page, "north", "6,5 36,12; 0,0 3,3")
    expect(plot(page, "north", 1)).to_be_focused()
    expect(page.locator("#verdict")).to_contain_text("It can be played.")
    page.keyboard.press("Delete")
    has(page, "north", "6,5 36,12")
    expect(plot(page, "north")).to_be_focused()
    page.keyboard.press("Delete")
    expect(page.locator(FIELD.format("north"))).to_have_value("")
    expect(plot(page, "north")).to_have_attribute("aria-label", "north: zone 0,0 36,6, 36 in × 6 in")


def test_a_drag_that_is_given_up_changes_nothing(page: Page) -> None:
    before = page.locator(FIELD.format("north")).input_value()
    box, inch = amid(plot(page, "north")), inches(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 3 * inch, steps=4)
    expect(page.locator(FIELD.format("north"))).to_have_value("0,3 36,9")
    page.keyboard.press("Escape")
    expect(page.locator(FIELD.format("north"))).to_have_value(before)
    page.mouse.move(x, y + 5 * inch)
    page.mouse.up()
    expect(page.locator(FIELD.format("north"))).to_have_value(before)
    expect(plot(page, "north")).to_have_attribute("aria-label", "north: zone 0,0 36,6, 36 in × 6 in")


def test_what_is_typed_is_drawn(page: Page) -> None:
    page.locator(FIELD.format("south")).fill("36,36 20,28; 0,30 9,36")
    page.locator(FIELD.format("south")).press("Tab")
    has(page, "south", "20,28 36,36; 0,30 9,36")
    page.locator(FIELD.format("south")).fill("half of it")
    page.locator(FIELD.format("south")).press("Tab")
    expect(page.locator("#verdict")).to_contain_text("A zone is written as two of its corners")
    expect(page.locator(FIELD.format("south"))).to_have_value("half of it")
    expect(plot(page, "south")).to_have_attribute("aria-label", "south: zone 0,30 36,36, 36 in × 6 in")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_board_is_open_to_everybody(browser: Browser, server: Server, dark: bool) -> None:
    context = browser.new_context(base_url=server.url, locale="en-GB", color_scheme="dark" if dark else "light")
    page = context.new_page()
    begun(page)
    plot(page, "north").focus()
    page.keyboard.press("ArrowDown")
    has(page, "north", "0,1 36,7")
    assert findings(page) == []
    context.close()


def test_a_finger_moves_and_stretches_a_zone_on_a_phone(browser: Browser, server: Server) -> None:
    phone: ViewportSize = {"width": 390, "height": 844}
    context = browser.new_context(base_url=server.url, locale="en-GB", viewport=phone, has_touch=True, is_mobile=True)
    page = context.new_page()
    begun(page)
    touch = context.new_cdp_session(page)
    stroked(page, touch, plot(page, "north"), 0, 3)
    has(page, "north", "0,3 36,9")
    stroked(page, touch, grip(page, "north", "se"), -10, 2)
    has(page, "north", "0,3 26,11")
    stroked(page, touch, page.locator("#zones"), 6, 3)
    has(page, "north", "0,3 26,11")
    page.get_by_role("button", name="Take one away: north").tap()
    expect(page.locator(FIELD.format("north"))).to_have_value("")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


def stroked(page: Page, touch: object, what: Locator, right: float, down: float) -> None:
    """A finger takes something by its middle and goes so many inches."""
    box, inch = amid(what), inches(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for kind, share in (("touchStart", 0.0), ("touchMove", 0.5), ("touchMove", 1.0), ("touchEnd", None)):
        points = [] if share is None else [{"x": x + right * inch * share, "y": y + down * inch * share}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})  # type: ignore[attr-defined]
