"""A side that several lead, at its pages: invited by a link, a part dealt and agreed to, and who answers is named."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.house import READY
from tests.browser.server import Server

pytestmark = pytest.mark.browser
PHONE = 390


def laid(server: Server, general: BrowserContext, foe: BrowserContext) -> str:
    """A battle of Ronin that has begun: the general has one seat of it, somebody else the other."""
    scenario, red, blue, options = READY["ronin"]
    sides = [{"seat": "red", "roster": red, "player": "me"}, {"seat": "blue", "roster": blue, "player": "person"}]
    body = {"system": "ronin", "scenario": scenario, "options": options, "sides": sides, "name": "Aki",
            "offered": True}  # fmt: skip
    made = general.request.post(f"{server.url}/api/v1/games", data=body).json()
    key = made["links"]["seats"]["blue"].rsplit("/", 1)[1]
    joined = {"seat": "blue", "key": key, "name": "Bo"}
    assert foe.request.post(f"{server.url}/api/v1/games/{made['id']}/join", data=joined).ok
    return str(made["id"])


def panel(page: Page) -> Locator:
    """Who leads the side, opened in the menu of the table."""
    page.locator("summary[aria-label='Menu']").click()
    page.locator("summary", has_text="Who leads this side").click()
    found = page.locator("#side")
    expect(found.locator("dl")).to_be_visible()
    return found


def close(page: Page) -> None:
    """The menu is shut again, with what was open in it."""
    page.locator("summary", has_text="Who leads this side").click()
    page.locator("summary[aria-label='Menu']").click()


def invites(general: Page, table: str) -> tuple[Locator, str]:
    """The general has made his link at the table: where it stands, and what it is."""
    general.goto(table)
    side = panel(general)
    side.get_by_role("button", name="Invite others to lead with you").click()
    return side, side.get_by_label("Link for those who lead with you").input_value()


@pytest.mark.parametrize("width", [1440, PHONE])
def test_a_comrade_comes_by_the_link_and_leads_what_he_agrees_to(browser: Browser, server: Server, width: int) -> None:
    size = {"width": width, "height": 900}
    general, comrade, foe = (browser.new_context(viewport=size) for _ in range(3))  # type: ignore[arg-type]
    game = laid(server, general, foe)
    aki, mika = general.new_page(), comrade.new_page()
    side, link = invites(aki, f"{server.url}/play/{game}")
    close(aki)

    mika.goto(link)
    mika.get_by_label("Your name at the table").fill("Mika")
    mika.get_by_role("button", name="Lead with them").click()
    mika.wait_for_url(f"**/play/{game}")

    side = panel(aki)
    side.locator("summary", has_text="What Mika leads").click()
    box = side.locator("fieldset input").first
    name = side.locator("fieldset label").first.inner_text().strip()
    box.check()
    side.get_by_role("button", name="Offer that").click()
    expect(side.locator("dl")).to_contain_text("is asked to lead")
    close(aki)

    side = panel(mika)
    side.get_by_role("button", name="Lead that").click()
    expect(side.locator("dl")).to_contain_text(name.split(" ", 1)[1] if name.startswith(("●", "■")) else name)
    expect(side.get_by_role("button", name="Lead that")).to_have_count(0)
    expect(side.get_by_role("button", name="Invite others to lead with you")).to_have_count(0)

    aki.reload()
    expect(aki.locator("#bands")).to_contain_text("Aki with Mika")
    asked = comrade.request.get(f"{server.url}/api/v1/games/{game}").json()["questions"]
    mine = [one for one in asked if one["seat"] == "red"]
    for page in (aki, mika) if mine else ():
        page.reload()
        expect(page.locator("#prompt")).to_contain_text("Mika")
    for one in (general, comrade, foe):
        one.close()


def test_a_closed_link_says_so(browser: Browser, server: Server) -> None:
    general, comrade, foe = (browser.new_context() for _ in range(3))
    game = laid(server, general, foe)
    aki, mika = general.new_page(), comrade.new_page()
    side, link = invites(aki, f"{server.url}/play/{game}")
    side.get_by_role("button", name="Close this link").click()
    expect(side.get_by_label("Link for those who lead with you")).to_have_count(0)
    mika.goto(link)
    expect(mika.locator("main")).to_contain_text("This link no longer leads to a side.")
    for one in (general, comrade, foe):
        one.close()
