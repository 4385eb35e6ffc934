"""Everybody can play: every page for screen readers and the keyboard, twice as large, without anything that moves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from zlib import crc32

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.routing import compile_path

from app.lessons.library import library
from app.settings import Settings
from app.systems import SYSTEMS
from app.web.app import create_app
from tests.browser.axe import findings
from tests.browser.house import PAGES, House, Where, Who, furnish
from tests.browser.player import INCH, PATIENCE, until
from tests.browser.server import Server
from tests.web.outlets import routes

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Json = Any
DAY, NIGHT = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
DAYLIGHT: dict[str, Any] = {"viewport": DAY, "color_scheme": "light"}
TWICE = {"width": 720, "height": 450}
"""What is left of a window of 1440 by 900 to who enlarges it twice."""


def framed(watch: str) -> str:
    """Where the table of a watchers' link stands in a frame of another site."""
    _, _, game, key = watch.split("/")
    return f"/embed/{game}?watch={key}"


def case_of(system: str, clause: str) -> str:
    """The page of the first other case of a clause."""
    return f"/rules/{system}/{clause}/cases/{library(SYSTEMS).cases(system, clause)[0].name}"


MORE: list[tuple[str, Where, Who]] = [
    ("spent-reset", lambda house: "/reset/none", "stranger"),
    ("spent-confirm", lambda house: "/confirm/none", "stranger"),
    ("spent-setup", lambda house: "/setup/none", "stranger"),
    ("error", lambda house: "/admin/errors/1", "host"),
    ("learn-ronin", lambda house: "/learn/ronin", "stranger"),
    ("lesson", lambda house: "/learn/ronin/moving", "stranger"),
    ("played", lambda house: "/rules/ronin/RON-SHO-16/played", "stranger"),
    ("cases", lambda house: "/rules/ronin/RON-SHO-16/cases", "stranger"),
    ("case", lambda house: case_of("ronin", "RON-SHO-16"), "stranger"),
    ("sheet-kensei", lambda house: "/rules/kensei/sheet", "stranger"),
    ("offline", lambda house: "/offline", "stranger"),
    ("likenesses", lambda house: "/likenesses", "hana"),
    ("worn", lambda house: f"/play/{house.games['ronin']}/likenesses", "hana"),
    ("admin-lists", lambda house: "/admin/lists", "host"),
    ("embed", lambda house: framed(house.links["watch celtos"]), "stranger"),
    ("campaign-round", lambda house: f"/campaign/{house.camps['ronin']}/round/1", "hana"),
    ("campaign-round-framed", lambda house: f"/embed/campaign/{house.camps['ronin']}/round/1?still=1", "stranger"),
]
EVERY = [*PAGES, *MORE]
MAIN = ("front", "new-ronin", "play-ronin", "account", "rules", "lobby")
"""Pages looked at in Spanish as well."""
NO_PAGES = {
    "/admin/errors/{number:case}.json", "/healthz", "/readyz", "/metrics", "/play/{game}/grasp", "/play/{game}/reach",
    "/play/{game}/threat", "/play/{game}/why",
    "/play/{game}/odds", "/rules/{key}/{clause}", "/play/{game}/prompt",
    "/play/{game}/log", "/play/{game}/orders", "/play/{game}/side", "/replay/{game}/log", "/roster",
    "/replay/{game}/moment.svg", "/replay/{game}/moment.png", "/oembed",
    "/likenesses/file", "/likeness/{key}", "/admin/likeness/{key}", "/rosters/house/{id}/{form}",
    "/rosters/profile/{id}/toml",
    "/roster/{id}/{form}", "/roster/shared/{id}/{key}/{form}", "/static/{file}", "/sw.js", "/manifest.webmanifest",
    "/campaign/{id}/now", "/campaign/{id}/round/{number}/picture.png",
    "/campaign/{id}/export", "/campaign/{id}/news.atom", "/campaign/{id}/calendar.ics",
    "/campaign/{id}/warband/{warband}/text", "/scenarios/{id}/file",
    "/account/notices/bell", "/account/notices/told/{id}", "/learn/{system}/asked/{about}",
}  # fmt: skip
"""Ways that lead to a part of a page, to a file, or on to a page."""
UNREACHED = """() => {
  const unreached = [];
  for (const it of document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')) {
    if (it.matches(':disabled, .skip, .sr, [tabindex="-1"]') || it.closest('[hidden], [inert], #table')) continue;
    if (!it.checkVisibility({ visibilityProperty: true })) continue;
    it.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = it.getBoundingClientRect();
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const label = there?.closest('label');
    if (!it.contains(there) && !(label && label.contains(it))) unreached.push(it.outerHTML.slice(0, 120));
  }
  return unreached;
}"""
"""The controls that cannot be brought under a finger."""
UNSEEN = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const marked = (it) => it && getComputedStyle(it).boxShadow !== 'none';
  const ring = at.closest('.counter')?.querySelector('.ring');
  const seen = marked(at) || marked(at.closest('label')) || (ring && getComputedStyle(ring).stroke !== 'none');
  const drawn = at.matches('.skip') || at.checkVisibility({ visibilityProperty: true });
  return seen && drawn ? '' : at.outerHTML.slice(0, 120);
}"""
"""What has the focus without showing it; nothing where it shows; none if nothing has it."""
BENEATH = """() => {
  const [tool] = document.querySelectorAll('#tools button'), man = document.querySelector('#table .counter');
  const { left, bottom, width } = tool.getBoundingClientRect();
  const at = new DOMPoint(left + width / 2, bottom).matrixTransform(man.parentNode.getScreenCTM().inverse());
  man.setAttribute('transform', `translate(${at.x} ${at.y})`);
}"""
"""A man stands beneath the tools of the table."""
MOVING = """() => [...document.querySelectorAll('*')].filter((it) => {
  const style = getComputedStyle(it);
  const turns = style.animationName !== 'none' || style.scrollBehavior === 'smooth';
  return turns || style.transitionDuration.split(', ').some((time) => parseFloat(time) > 0);
}).map((it) => it.outerHTML.slice(0, 100))"""


@contextmanager
def visit(browser: Browser, house: House, name: str, **more: Any) -> Iterator[Page]:
    """A page of the house as it is for whom it is meant."""
    _, where, who = next(row for row in EVERY if row[0] == name)
    context = house.context(browser, who, **more)
    page = context.new_page()
    page.goto(where(house))
    yield page
    context.close()


# -- pages ----------------------------------------------------------------------------


def test_every_page_is_listed(server: Server) -> None:
    house = furnish(server)
    paths = [where(house).partition("?")[0] for _, where, _ in EVERY]
    ways = [way.removeprefix("GET ") for way in routes(create_app(Settings(data=str(server.folder)))) if "GET /" in way]
    pages = [way for way in ways if not way.startswith("/api/") and way not in NO_PAGES]
    first = {path: next((way for way in ways if compile_path(way)[0].fullmatch(path)), "") for path in paths}
    assert sorted(set(pages) - set(first.values())) == []


@pytest.mark.parametrize("name", [name for name, *_ in EVERY])
def test_no_page_keeps_anybody_out(browser: Browser, server: Server, name: str) -> None:
    house = furnish(server)
    at_night = crc32(name.encode()) % 2 == 1  # other pages take turns, which keeps the run short
    first: dict[str, Any] = {"viewport": NIGHT, "color_scheme": "dark"} if at_night and name not in MAIN else DAYLIGHT
    with visit(browser, house, name, **first) as page:
        assert findings(page) == []
        if name in MAIN:
            page.set_viewport_size(NIGHT)  # type: ignore[arg-type]
            page.emulate_media(color_scheme="dark")
            page.context.add_cookies([{"name": "gunbai-lang", "value": "es", "url": house.url}])
            page.reload()
            assert findings(page) == []
            assert page.locator("html").get_attribute("lang") == "es"


@pytest.mark.parametrize("name", ["play-ronin", "play-daimyo", "over"])
def test_the_table_in_its_other_lights_and_in_words(browser: Browser, server: Server, name: str) -> None:
    with visit(browser, furnish(server), name, viewport=NIGHT, color_scheme="light") as page:
        assert findings(page) == []
    with visit(browser, furnish(server), name, viewport=DAY, color_scheme="dark") as page:
        page.keyboard.press("b")
        expect(page.locator("#text-board li").first).to_be_visible()
        assert findings(page) == []


@pytest.mark.parametrize("screen", [NIGHT, DAY], ids=["phone", "desk"])
def test_a_tool_is_whole_though_a_man_stands_beneath_it(browser: Browser, server: Server, screen: Any) -> None:
    with visit(browser, furnish(server), "play-other-side", viewport=screen) as page:
        page.evaluate(BENEATH)
        assert findings(page) == []


def test_what_is_broken_is_found(browser: Browser, server: Server) -> None:
    with visit(browser, furnish(server), "rules", viewport=DAY) as page:
        page.evaluate("document.querySelector('.brand').append(document.createElement('button'))")
        assert "button-name" in " ".join(findings(page))


# -- twice as large, and without anything that moves -----------------------------------


@pytest.mark.parametrize(
    "name", ["front", "new-ronin", "account", "roster-ronin", "play-ronin", "play-celtos", "replay"]
)
def test_twice_as_large_all_is_within_reach(browser: Browser, server: Server, name: str) -> None:
    with visit(browser, furnish(server), name, viewport=TWICE) as page:
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        expect(page.locator(".btn.is-new")).to_have_count(0)  # a button that has just come takes no press for a moment
        assert page.evaluate(UNREACHED) == []


@pytest.mark.parametrize("asked", ["by the system", "by the reader"])
def test_nothing_moves_for_who_wants_it_still(browser: Browser, server: Server, asked: str) -> None:
    house = furnish(server)
    with visit(browser, house, "play-ronin", reduced_motion="reduce" if "system" in asked else None) as page:
        if "reader" in asked:
            assert page.evaluate(MOVING) != []
            page.context.add_cookies([{"name": "gunbai-motion", "value": "less", "url": house.url}])
            page.reload()
        spun = "<i class=spin></i><p class=toast></p><section class=victory></section>"
        page.evaluate(f"document.body.insertAdjacentHTML('beforeend', '{spun}')")
        page.evaluate("document.querySelector('.counter').classList.add('is-moving')")
        assert page.evaluate(MOVING) == []


# -- the keyboard ---------------------------------------------------------------------


@pytest.mark.parametrize("name", ["front", "new-ronin", "account", "roster-ronin", "play-ronin"])
def test_the_focus_is_always_seen(browser: Browser, server: Server, name: str) -> None:
    with visit(browser, furnish(server), name, viewport=DAY) as page:
        for _ in range(70):
            page.keyboard.press("Tab")
            assert page.evaluate(UNSEEN) in ("", None), page.url


def test_a_box_keeps_the_focus_and_gives_it_back(browser: Browser, server: Server) -> None:
    with visit(browser, furnish(server), "play-ronin", viewport=DAY) as page:
        page.locator("#t-ruler").focus()
        page.keyboard.press("?")
        box = page.get_by_role("dialog")
        for _ in range(4):
            expect(box.locator(":focus")).to_have_count(1)
            page.keyboard.press("Shift+Tab")
            page.keyboard.press("Tab")
        page.keyboard.press("Escape")
        expect(box).to_have_count(0)
        expect(page.locator("#t-ruler")).to_be_focused()


def test_skip_links_lead_past_the_head(browser: Browser, server: Server) -> None:
    with visit(browser, furnish(server), "front", viewport=DAY) as page:
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        expect(page.locator("#main :focus")).to_have_count(1)
    with visit(browser, furnish(server), "play-ronin", viewport=DAY) as page:
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Question")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#asked")).to_be_focused()


def tab_to(page: Page, selector: str) -> None:
    """The focus is on what the selector names, once it is there, reached by Tab alone."""
    expect(page.locator(selector).first).to_be_visible()
    for _ in range(200):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is never reached")


def shown(page: Page, game: str) -> Json:
    """The game as red sees it."""
    return page.request.get(f"/api/v1/games/{game}?seat=red").json()


def lets_pass(page: Page, game: str) -> None:
    """Red answers what it is asked, if anything, with what silence means."""
    for question in shown(page, game)["questions"]:
        if question["mine"] and not question["sealed"]:
            answer = {"seat": "red", "ask": question["id"], "answer": question["default"]}
            headers = {"content-type": "application/json"}
            page.request.post(f"/api/v1/games/{game}/answers", data=json.dumps(answer), headers=headers)


def set_up(page: Page, game: str) -> None:
    """The set-up is over, and red is asked which of its models moves in the first turn."""

    def over() -> bool:
        now = shown(page, game)
        mine = [q["domain"].get("options", []) for q in now["questions"] if q["mine"] and not q["sealed"]]
        if now["view"]["turn"] and any(o["piece"] and o["more"] for options in mine for o in options):
            return True
        lets_pass(page, game)
        return False

    until(over, 2 * PATIENCE)


def places(page: Page, game: str) -> dict[str, tuple[int, int]]:
    """Where the counters stand."""
    return {p["id"]: (p["x"], p["y"]) for p in shown(page, game)["view"]["pieces"]}


def quick_game(page: Page) -> str:
    """A game of Ronin against the bot, begun on the front page by Tab and Enter; the set-up is over."""
    page.goto("/")
    tab_to(page, "button[value=ronin]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/**")
    game = page.url.rsplit("/", 1)[1]
    set_up(page, game)
    until(lambda: int(page.evaluate("document.body.dataset.version")) >= shown(page, game)["version"])
    return game


def test_from_the_front_page_to_a_move_by_keyboard_alone(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url, viewport=DAY, locale="en-GB")  # type: ignore[arg-type]
    page = context.new_page()
    game = quick_game(page)
    tab_to(page, "a[href='#asked']")
    page.keyboard.press("Enter")
    tab_to(page, "#prompt button[data-key]")
    model, before = str(page.evaluate("document.activeElement.dataset.key")), places(page, game)
    page.keyboard.press("Enter")
    tab_to(page, "#prompt button[data-key=move]")
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_be_focused()
    for _ in range(3):
        page.keyboard.press("ArrowDown" if before[model][1] < 18 * INCH else "ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt [data-act=confirm]")).to_be_enabled()

    def is_given() -> bool:
        page.wait_for_timeout(600)  # a key that comes at once confirms nothing
        page.keyboard.press("Enter")
        return bool(places(page, game)[model] != before[model])

    until(is_given)
    way = abs(places(page, game)[model][1] - before[model][1])
    assert abs(way - 3 * INCH / 2) <= 2, "three steps of half an inch"
    told_in_words(page, game, model)
    context.close()


# -- the table in words ---------------------------------------------------------------


def told_in_words(page: Page, game: str, model: str) -> None:
    """The table in words says where the model is, is kept up to date, and gives the focus back."""
    tab_to(page, "#prompt button[data-key]")
    page.keyboard.press("b")
    words = page.get_by_role("region", name="The table in words")
    expect(words.get_by_role("heading", name="The table in words")).to_be_focused()
    view = shown(page, game)["view"]
    for band in view["sides"]:
        expect(words.get_by_role("list", name=re.compile(f"^{band['name']}, ")).get_by_role("listitem")).to_have_count(
            sum(p["side"] == band["side"] for p in view["pieces"])
        )
    x, y = (f"{n / INCH:.1f}".removesuffix(".0") for n in places(page, game)[model])
    does = page.locator(".ground-key [data-does]").first
    said = does.get_attribute("data-does")
    assert said
    place = words.get_by_role("listitem").filter(has_text=str(does.get_attribute("data-label")))
    expect(place.first).to_contain_text(f"{said}; ")
    row = words.get_by_role("listitem").filter(has=page.locator(f"[data-counter='{model}']"))
    expect(row).to_contain_text(f"{x} in from the west, {y} in from the north; nearest enemy")
    ready = words.get_by_role("button", name=re.compile("may act"))
    until(lambda: ready.count() > 1)
    others = ready.count()
    lets_pass(page, game)
    until(lambda: ready.count() < others)
    page.keyboard.press("Escape")
    expect(words).to_have_count(0)
    assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"


def test_the_table_in_words_measures_no_more_than_players_may(browser: Browser, server: Server) -> None:
    with visit(browser, furnish(server), "play-kensei", viewport=NIGHT) as page:
        page.get_by_role("button", name="The table in words").click()
        words = page.get_by_role("region", name="The table in words")
        expect(words.get_by_role("listitem").first).to_contain_text(re.compile("in the (north|south|middle|west|east)"))
        expect(words).to_contain_text("facing")
        assert not re.search(r"from the west|nearest enemy", words.inner_text())


def test_a_counter_is_chosen_in_words(browser: Browser, server: Server) -> None:
    house = furnish(server)
    asked = house.people["hana"].get(f"/games/{house.games['ronin']}?seat=red")["questions"][0]["mine"]
    with visit(browser, house, "play-ronin" if asked else "play-other-side", viewport=DAY) as page:
        page.keyboard.press("b")
        page.locator("#text-board li", has_text="may be chosen now").first.get_by_role("button").press("Enter")
        until(lambda: json.loads(page.locator("#prompt .ask").get_attribute("data-at") or "[]") != [])
        expect(page.locator("#card .profile")).to_contain_text(re.compile(r"Rank \d\s*Pool \d"))
        expect(page.locator("#card .ladder li")).to_have_count(5)
        expect(page.locator("#card .ladder [aria-current]")).to_have_count(1)


@pytest.mark.parametrize("view", ["play-ronin", "play-celtos", "play-daimyo", "play-kensei"])
def test_cards_come_and_go_and_nothing_else_moves(browser: Browser, server: Server, view: str) -> None:
    """One that is held and one that is pointed at stand side by side; what is held survives a reload."""
    with visit(browser, furnish(server), view, viewport=DAY) as page:
        rows = page.locator("#bands button[data-piece]:visible")
        first, second = rows.nth(0), rows.nth(1)
        first.wait_for()
        before = standing(page)
        cards = page.locator("#card .card")
        first.hover()
        expect(cards).to_have_count(1)
        if view != "play-daimyo":  # a leader is its first, who has no ladder
            expect(cards.locator(".ladder li")).to_have_count(5)
            expect(cards.locator(".ladder [aria-current]")).to_have_count(1)
        page.keyboard.press("i")
        expect(cards.locator("[data-card=pin]")).to_have_attribute("aria-pressed", "true")
        held = cards.get_attribute("data-of")
        second.hover()
        expect(cards).to_have_count(2)
        assert standing(page) == before
        left, right = (cards.nth(n).bounding_box() for n in (0, 1))
        assert left
        assert right
        assert left["y"] == right["y"]
        assert left["x"] + left["width"] <= right["x"] + 1
        page.mouse.move(720, 20)
        expect(cards).to_have_count(1)
        page.reload()
        expect(cards).to_have_count(1)
        assert cards.get_attribute("data-of") == held
        page.keyboard.press("Escape")
        expect(cards).to_have_count(0)
        assert standing(page) == before


def test_every_figure_is_explained_where_it_stands(browser: Browser, server: Server) -> None:
    with visit(browser, furnish(server), "play-ronin", viewport=DAY) as page:
        page.locator("#bands button[data-piece]").first.hover()
        expect(page.locator("#card .card")).to_have_count(1)
        page.keyboard.press("i")
        page.locator("#card .stat", has_text="Pool").hover()
        expect(page.locator("#explained")).to_contain_text("It grows with Rank from 1")
        page.keyboard.press("Escape")


def test_what_is_pointed_at_is_told_beside_the_pointer(browser: Browser, server: Server) -> None:
    with visit(browser, furnish(server), "play-celtos", viewport=DAY) as page:
        brief = page.locator(".glimpse")
        expect(brief).to_be_hidden()
        box = page.locator("#layer-counters .counter").first.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        expect(brief).to_contain_text(re.compile(r"MV \d+ cm"))
        page.mouse.move(720, 20)
        expect(brief).to_be_hidden()


def test_a_card_on_a_phone_moves_neither_table_nor_sheet(browser: Browser, server: Server) -> None:
    with visit(browser, furnish(server), "play-other-side", viewport=NIGHT) as page:
        page.locator("#layer-counters .counter").first.wait_for()
        before = standing(page)
        page.locator("#layer-counters .counter").first.click()
        expect(page.locator("#card .card")).to_have_count(1)
        expect(page.locator("#card .profile")).to_be_hidden()
        assert standing(page)[:1] == before[:1]
        page.locator("label:has(#tab-who)").click()
        expect(page.locator("#card .profile")).to_be_visible()
        assert standing(page)[:1] == before[:1]
        card, sheet = page.locator("#card").bounding_box(), page.locator(".now").bounding_box()
        assert card
        assert sheet
        assert card["y"] + card["height"] <= sheet["y"] + 1


def standing(page: Page) -> Json:
    """Where the table, the question, the log and each of its lines stand."""
    return page.evaluate("""() => [...document.querySelectorAll('#table, #prompt, #log, #log li')].map((node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return [x, y, width, height];
    })""")
