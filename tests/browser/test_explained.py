"""The questions of one's first battle are explained as they come, until one has enough."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import Player
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(180)]
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "es-ES"}


MOVED = """async () => {
  document.body.innerHTML = `<section id="first" hidden><p></p><button data-understood>Understood</button></section>
    <section id="prompt"><h2 id="asked" tabindex="-1">Who acts?</h2><button id="option">Option</button></section>`;
  document.body.style.cssText = 'display: block; margin: 0';
  Object.assign(document.body.dataset, { rules: '/rules/toy', explain: 'on' });
  const [slot, prompt] = document.querySelectorAll('section');
  for (const part of [slot, prompt]) part.style.cssText = 'height: 120px; margin: 0; padding: 0';
  for (const button of document.querySelectorAll('button'))
    button.style.cssText = 'position: absolute; height: 60px; width: 200px; margin-top: 0';
  document.querySelector('#first p').style.cssText = document.querySelector('#asked').style.cssText =
    'height: 40px; margin: 0; overflow: hidden';
  window.fetch = async () => new Response('Choose who acts.');
  const { Guard } = await import('/static/js/table/hand/guard.js');
  const { First } = await import('/static/js/table/question/first.js');
  const guard = new Guard(document.createElement('div'));
  guard.watch(prompt);
  const first = new First();
  first.above({ guard, commit: { anew: () => {} } });
  await first.heard({ dataset: { asks: 'orders.choose', state: 'mine' } });
  const option = document.querySelector('#option');
  window.barred = new Promise((done) => {
    const looked = () => option.classList.contains('is-new') && done(true);
    new MutationObserver(looked).observe(option, { attributeFilter: ['class'] });
  });
}"""


def test_an_option_that_comes_under_the_pointer_as_an_explanation_goes_is_not_pressed(
    browser: Browser, server: Server
) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{server.url}/rules/ronin")
    page.evaluate(MOVED)
    expect(page.locator("#first")).to_be_visible()
    button = page.locator("[data-understood]")
    expect(button).not_to_have_class(re.compile("is-new"))
    button.click()
    expect(page.locator("#first")).to_be_hidden()
    assert page.evaluate("Promise.race([window.barred, new Promise((no) => setTimeout(no, 20000, false))])")
    page.context.close()


def goes_with_the_question(page: Page) -> None:
    """On a phone it shows with the question only, and not where the sheet is low."""
    said = page.locator("#first")
    for tab in ("log", "talk", "who"):
        page.locator(f"label:has(#tab-{tab})").click()
        expect(said).to_be_hidden()
        page.locator("label:has(#tab-ask)").click()
        expect(said).to_be_visible()
    sheet = page.locator(".now")
    for level in (r"is-high", r"is-low", r"now$"):
        page.locator("#grip").click()
        expect(sheet).to_have_class(re.compile(level))
        expect(said).to_be_visible(visible=level != "is-low")


def is_folded_once_read(page: Page) -> None:
    """The question and its first answer are in sight from the beginning; what was read is one line till opened."""
    said, fold = page.locator("#first"), page.locator("#first [data-fold]")
    for part in ("#prompt .ask h2", "#prompt .ask button[data-key]"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=0.9)
    expect(said).to_have_class("first is-folded", timeout=60_000)
    assert page.evaluate("document.querySelector('#first').clientHeight") < 60
    fold.click()
    expect(said).not_to_have_class(re.compile("is-folded"))
    expect(fold).to_have_attribute("aria-expanded", "true")


@pytest.mark.parametrize(("screen", "battle", "understood", "enough"), [
    (DESK, "Your first battle", "Understood", "Explain no more"),
    (PHONE, "Tu primera batalla", "Entendido", "No explicar más"),
])  # fmt: skip
def test_a_first_battle_explains_its_questions_until_one_has_enough(
    browser: Browser, server: Server, screen: dict[str, Any], battle: str, understood: str, enough: str
) -> None:
    page = Player(browser, server.url, "Yuki", **screen).page
    page.goto(f"{server.url}/learn/ronin")
    page.get_by_role("button", name=re.compile(battle)).click()
    said, asked = page.locator("#first"), page.locator("#prompt .ask h2")
    expect(said).to_be_visible()
    assert len(said.locator("p").inner_text()) > len(asked.inner_text())
    expect(asked).to_be_in_viewport()
    if screen is PHONE:
        goes_with_the_question(page)
        is_folded_once_read(page)
    said.get_by_role("button", name=understood).click()
    expect(said).to_be_hidden()
    expect(asked).to_be_focused()
    page.reload()
    expect(asked).to_be_visible()
    expect(page.locator("#table[tabindex]")).to_have_count(1)
    expect(said).to_be_hidden()

    page.locator("details.menu:has(#explains) > summary").click()
    page.locator("#explains").uncheck()
    page.locator("#explains").check()
    expect(said).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#explains")).to_be_hidden()
    expect(page.locator("details.menu:has(#explains) > summary")).to_be_focused()
    if screen is PHONE:
        said.locator("[data-fold]").click()
    said.get_by_role("button", name=enough).click()
    expect(said).to_be_hidden()
    expect(page.locator("#explains")).not_to_be_checked()
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-explain", "off")
    expect(said).to_be_hidden()
