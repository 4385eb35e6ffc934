"""The first hour: the door for newcomers, a clause seen played, a sheet on paper, and the page when there is no net."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from app.lessons.library import library
from app.systems import SYSTEMS
from tests.browser.axe import findings
from tests.browser.server import Server
from tests.browser.test_cold import Counted

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BYTES, REQUESTS = 80_000, 6
"""The most that a first look at the front page may bring."""
NARROW: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "locale": "en-GB"}
PLACES = "() => [...document.querySelectorAll('[data-mover]')].map((it) => it.getAttribute('transform')).join()"
TICKS = 6000
PAPER: Any = {"width": 726, "height": 1055}
"""What is left of a page of A4, in pixels."""
CUT = """() => [...document.querySelectorAll('.tables table')]
  .filter((it) => it.getBoundingClientRect().width > it.parentElement.getBoundingClientRect().width + 1)
  .map((it) => it.parentElement.innerText.slice(0, 60))"""
"""Tables that are wider than their column."""


def places(page: Page) -> str:
    """Where everybody of the picture stands."""
    return str(page.evaluate(PLACES))


def plays(page: Page) -> bool:
    """Whether somebody moves once time has passed."""
    before = places(page)
    page.clock.run_for(TICKS)
    return places(page) != before


def test_the_front_page_is_light_and_its_battle_moves_until_it_is_stopped(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url, **NARROW)
    page = context.new_page()
    counted = Counted(page)
    page.clock.install()
    page.goto("/", wait_until="load")
    assert 0 < counted.bytes <= BYTES
    assert len(counted.came) <= REQUESTS, counted.came
    for way in ("Learn in five minutes", "Fight now", "Watch"):
        expect(page.get_by_role("link", name=re.compile(f"^{way}"))).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator(".acted").scroll_into_view_if_needed()
    expect(page.locator(".acted[data-plays=yes]")).to_be_visible()
    assert plays(page)
    page.get_by_role("button", name="Stop it").click()
    assert not plays(page)
    context.close()


def test_who_wants_nothing_to_move_is_shown_a_still_picture(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url, reduced_motion="reduce", **NARROW)
    page = context.new_page()
    page.clock.install()
    page.goto("/", wait_until="load")
    page.locator(".acted").scroll_into_view_if_needed()
    assert not plays(page)
    page.get_by_role("button", name="Play it", exact=True).click()
    assert plays(page)
    assert page.evaluate("document.getAnimations().length") == 0
    context.close()


def test_from_a_clause_of_the_book_one_comes_to_the_table_at_which_it_is_played(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context(base_url=server.url, **NARROW)
    page = context.new_page()
    page.goto("/rules/ronin#RON-SHO-05")
    rule = page.locator("#RON-SHO-05")
    seen, lost = "**/RON-SHO-05/played", "<!doctype html><p class='played'>An error</p>"
    page.route(seen, lambda one: one.fulfill(status=500, content_type="text/html", body=lost))
    with page.expect_response(seen):
        rule.locator("summary").first.click()
    expect(rule.get_by_role("link", name="On a page of its own")).to_be_visible()
    page.unroute(seen)
    rule.locator("summary").first.click()
    expect(rule.locator(".played-says")).to_contain_text("Let Jun shoot at Goro")
    expect(rule.locator(".played")).to_have_count(1)
    rule.locator("summary").first.click()
    page.locator("#find").fill("shoot")
    expect(page.locator(".rule mark").first).to_be_attached()
    expect(page.locator(".see mark")).to_have_count(0)
    page.locator("#find").fill("")
    expect(rule.locator(".played-lines .die").first).to_be_visible()
    expect(rule.get_by_role("button", name="Play it")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    rule.get_by_role("button", name="Try it yourself").click()
    page.wait_for_url("**/learn/ronin/shooting")
    expect(page.locator("#coach-says")).to_contain_text("Let Jun shoot at Goro")
    page.keyboard.press("?")
    sheet = page.locator("dialog").get_by_role("link", name="Quick sheet")
    expect(sheet).to_have_attribute("href", "/rules/ronin/sheet")
    context.close()


def tried_at(key: str, clause: str) -> int:
    """Where the first case of the second fifty stands that somebody may try himself."""
    books = library(SYSTEMS)
    scripts = (books.case(key, one.name)[1] for one in books.cases(key, clause)[50:100])
    return next(at for at, script in enumerate(scripts, start=50) if script and script.lesson.steps[0].wants)


@pytest.mark.parametrize("keys", [False, True])
def test_the_other_cases_of_a_clause_are_opened_below_it(browser: Browser, server: Server, keys: bool) -> None:
    wide: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "locale": "es-ES", "color_scheme": "dark"}
    context = browser.new_context(base_url=server.url, **(wide if keys else NARROW))
    page = context.new_page()
    page.goto("/rules/celtos#CEL-HIT-01")
    rule = page.locator("#CEL-HIT-01")

    def press(what: Locator) -> None:
        if keys:
            what.focus()
            page.keyboard.press("Enter")
        else:
            what.click()

    press(rule.locator("summary").first)
    more = rule.locator(".more > summary")
    expect(more).to_contain_text("Más casos" if keys else "More cases")
    press(more)
    cases = rule.locator(".case")
    expect(cases).to_have_count(50)
    expect(rule.locator(".cases-note")).to_have_count(int(keys))
    press(rule.locator(".cases-on a"))
    expect(cases).to_have_count(100)
    one = cases.nth(tried_at("celtos", "CEL-HIT-01"))
    press(one.locator("summary"))
    expect(one.locator(".played")).to_have_count(1)
    expect(one.locator(".played-lines li, .tried").first).to_be_visible()
    press(one.locator(".acted-go"))
    expect(one.locator(".acted[data-plays=yes]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= (1440 if keys else 390)
    name = one.locator("form").get_attribute("action")
    press(one.locator("form button"))
    page.wait_for_url(f"**{name}")
    expect(page.locator("#coach-says")).to_be_visible()
    page.goto("/rules/celtos")
    for what in (rule.locator("summary").first, more, cases.first.locator("summary")):
        press(what)
    expect(cases.first.locator(".played")).to_be_visible()
    assert findings(page) == []
    context.close()


def test_without_a_script_cases_are_pages(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url, java_script_enabled=False, **NARROW)
    page = context.new_page()
    page.goto("/rules/ronin/RON-SHO-16/played")
    page.locator(".more > summary").click()
    page.locator(".more a").click()
    page.locator(".case > summary").first.click()
    page.locator(".case a").first.click()
    expect(page.locator("h1")).to_contain_text("A shot is 2d6")
    expect(page.locator(".played-lines .die").first).to_be_visible()
    context.close()


@pytest.mark.parametrize("lang", ["en-GB", "es-ES"])
def test_a_quick_sheet_is_one_page_on_paper(browser: Browser, server: Server, lang: str) -> None:
    context = browser.new_context(base_url=server.url, locale=lang, color_scheme="dark", viewport=PAPER)
    page = context.new_page()
    page.emulate_media(media="print")
    for system in ("ronin", "celtos", "daimyo", "kensei"):
        page.goto(f"/rules/{system}/sheet")
        assert page.evaluate(CUT) == [], system
        paper = page.pdf(prefer_css_page_size=True)
        assert re.findall(rb"/Type /Pages\s*/Count (\d+)|/Count (\d+)", paper)[0] in {(b"1", b""), (b"", b"1")}, system
    context.close()


def test_without_a_net_a_page_says_so_and_no_old_table_is_shown(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url, locale="en-GB")
    page = context.new_page()
    page.goto("/rules")
    page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    context.set_offline(True)
    page.goto("/rules")
    expect(page.get_by_role("heading", name="The table cannot be reached.")).to_be_visible()
    kept = page.evaluate(
        "caches.open('away').then((it) => it.keys()).then((all) => all.map((one) => new URL(one.url).pathname))"
    )
    assert [path for path in kept if not path.endswith(".css")] == ["/offline"]
    context.set_offline(False)
    page.get_by_role("link", name="Look again").click()
    expect(page.get_by_role("heading", name="Rules", exact=True)).to_be_visible()
    context.close()
