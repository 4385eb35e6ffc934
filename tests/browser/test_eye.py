"""What happens is played on the table, line by line; the board is the same, seen, skipped or not shown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.glance import LYING
from tests.browser.house import READY
from tests.browser.listed import (
    COVERS,
    CUT,
    DEEDS,
    are_no_pieces,
    leaves_the_focus_to_what_is_asked,
    numbers_mean_the_same,
    opens_at_its_beginning,
    settled,
    stays_until_something_new,
    tells_what_came,
)
from tests.browser.player import Player, twice, until
from tests.browser.seen import APART, FRESH, TOLD, UNTOLD, WATCH, WRITTEN
from tests.browser.server import FATED, Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ENOUGH, SEEN, SKIPPED = 200, 12, 40
"""Versions after which there is something to see; beats of it that are seen to their end, steps that are skipped."""
SHOWS = "[data-picture*='\"by\"']"
"""A line whose picture is of somebody on the table."""


@pytest.fixture(scope="module")
def swift(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots do not linger, and on which each battle goes as it went before."""
    running = Server(tmp_path_factory.mktemp("eye"), FATED.format(fate=2))
    running.start()
    yield running
    running.stop()


def battle(watcher: Player, system: str, enough: int) -> str:
    """A battle between two bots that anybody may watch, so many versions on."""
    scenario, red, blue, options = READY[system]
    sides = [{"seat": seat, "roster": roster, "player": "bot"} for seat, roster in (("red", red), ("blue", blue))]
    body = {"system": system, "scenario": scenario, "sides": sides, "listed": True, "name": "Ori", "options": options}
    made = watcher.page.request.post(
        f"{watcher.url}/api/v1/games", data=json.dumps(body), headers={"content-type": "application/json"}
    )
    assert made.status == 201, made.text()
    watcher.game = str(made.json()["id"])
    until(lambda: bool(watcher.look()["version"] >= enough), 60)
    return watcher.game


def replay(watcher: Player, system: str, at: int = 1) -> Page:
    """Looking back at a battle, from a version on; beats are counted."""
    page = watcher.page
    page.add_init_script(TOLD)
    page.goto(f"{watcher.url}/replay/{battle(watcher, system, ENOUGH)}?at={at}")
    expect(page.locator("body[data-ready]")).to_be_attached()
    page.evaluate(WATCH)
    return page


def step(page: Page) -> None:
    """One moment on."""
    before = page.evaluate("document.body.dataset.version")
    page.keyboard.press("ArrowRight")
    until(lambda: bool(page.evaluate("document.body.dataset.version") != before))


def played(page: Page) -> None:
    """On, until so many beats were seen."""
    while page.evaluate("window.beats") < SEEN:
        step(page)
        assert page.evaluate(APART) == []
        ended(page)


def ended(page: Page) -> None:
    """Nothing is played any more, and nothing is left of it."""
    expect(page.locator("#layer-eye.is-playing")).to_have_count(0)
    expect(page.locator("#layer-eye :is(.eye-beat, .eye-clones) > *")).to_have_count(0)
    expect(page.locator(".eye-banner")).to_be_hidden()
    until(lambda: bool(page.evaluate(
        "[...document.querySelectorAll('#layer-counters .counter, #unit-names > *')]"
        ".every((one) => !one.style.length && !one.matches('.is-moving'))")))  # fmt: skip


def fresh(watcher: Player) -> dict[str, object]:
    """How the board differs from its moment drawn fresh."""
    v = watcher.page.evaluate("document.body.dataset.version")
    found: dict[str, object] = watcher.page.evaluate(FRESH, f"/api/v1/games/{watcher.game}/frames/{v}")
    return found


SAME = {"wrong": [], "more": 0}


@pytest.mark.parametrize("system", list(READY))
def test_a_battle_is_the_same_seen_or_skipped(browser: Browser, swift: Server, system: str) -> None:
    ori = Player(browser, swift.url, "Ori")
    page = replay(ori, system)
    page.evaluate("document.body.dataset.pictures = 'quick'")
    played(page)
    assert fresh(ori) == SAME
    assert page.evaluate("window.captions.length") > 0
    assert page.evaluate(UNTOLD) == []
    page.evaluate("document.body.dataset.pictures = 'slow'")
    for _ in range(SKIPPED):
        step(page)
    page.keyboard.press(".")
    ended(page)
    assert fresh(ori) == SAME
    assert ori.trouble == []
    ori.close()


def test_what_stands_still_shows_its_marks_and_moves_nothing(browser: Browser, swift: Server) -> None:
    ori = Player(browser, swift.url, "Ori", reduced_motion="reduce")
    page = replay(ori, "ronin", ENOUGH // 2)
    page.evaluate("""() => {
      window.moving = 0;
      new MutationObserver((all) => all.forEach(({ target }) => (window.moving += target.style.length > 0)))
        .observe(document.querySelector('#layer-counters'), { attributeFilter: ['style'], subtree: true });
    }""")
    played(page)
    assert page.evaluate("window.moving") == 0
    assert fresh(ori) == SAME
    ori.close()


def test_who_wants_no_pictures_has_none(browser: Browser, swift: Server) -> None:
    ori = Player(browser, swift.url, "Ori")
    ori.context.add_cookies([{"name": "gunbai-pictures", "value": "off", "url": swift.url}])
    page = replay(ori, "ronin", ENOUGH // 2)
    for _ in range(SEEN):
        step(page)
    ended(page)
    assert page.evaluate("window.beats") == 0
    assert fresh(ori) == SAME
    ori.close()


def test_a_line_of_the_log_shows_its_picture_and_plays_it_again(browser: Browser, swift: Server) -> None:
    ori = Player(browser, swift.url, "Ori")
    page = replay(ori, "ronin", ENOUGH)
    line = page.locator(f"#log ol > {SHOWS}").first
    line.hover()
    expect(page.locator(".eye-still > *")).not_to_have_count(0)
    page.mouse.move(400, 5)
    expect(page.locator(".eye-still > *")).to_have_count(0)
    page.locator("#log ol.scroll").focus()
    page.keyboard.press("ArrowDown")
    while not page.evaluate(f"document.activeElement.matches(`{SHOWS}`)"):
        at = page.evaluate("document.activeElement.outerHTML")
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.outerHTML") != at, "the arrows lead to no line with a picture"
    expect(page.locator(".eye-still > *")).not_to_have_count(0)
    page.keyboard.press("Enter")
    until(lambda: bool(page.evaluate("window.beats") == 1))
    ended(page)
    assert fresh(ori) == SAME
    sifted(page)
    ori.close()


def sifted(page: Page) -> None:
    """Only dice are shown, by keys, and so again after a reload; a deed of several lines is played again."""
    shown = page.locator("#log li[data-seq]:visible")
    page.locator("#sub-log").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#log .story")).to_have_count(0)
    expect(shown.filter(has=page.locator(".die"))).not_to_have_count(0)
    expect(shown.filter(has_not=page.locator(".die"))).to_have_count(0)
    page.reload()
    expect(page.locator("body[data-ready]")).to_be_attached()
    expect(page.locator("#sub-dice")).to_be_checked()
    expect(shown.filter(has_not=page.locator(".die"))).to_have_count(0)
    page.locator("label:has(#sub-log)").click()
    page.evaluate(WATCH)
    page.locator("#log .story .again").first.click()
    until(lambda: bool(page.evaluate("window.beats") >= 1))
    page.keyboard.press(".")
    ended(page)


def test_a_watcher_sees_what_happens_and_is_offered_what_he_missed(browser: Browser, server: Server) -> None:
    """The bots of this server leave everybody time to see."""
    ori = Player(browser, server.url, "Ori")
    page = ori.page
    battle(ori, "ronin", 2)
    page.goto(f"{server.url}/play/{ori.game}")
    expect(page.locator("#table[tabindex]")).to_have_count(1)
    expect(page.locator("#over #layer-eye")).to_have_count(1)
    page.evaluate(WATCH)
    until(lambda: bool(page.evaluate("window.beats") >= 1))
    page.evaluate(WRITTEN)
    until(lambda: bool(page.evaluate("window.beats") >= 3))
    assert page.evaluate("window.untouched()") == [], "what has not moved is not drawn anew"
    page.goto("about:blank")
    seen = ori.look()["version"]
    until(lambda: bool(ori.look()["version"] >= seen + 4))
    page.goto(f"{server.url}/play/{ori.game}")
    expect(page.locator(".since li")).not_to_have_count(0)
    assert page.locator(".since li").count() <= 5
    missed = things(page)
    seen = ori.look()["version"]
    until(lambda: bool(ori.look()["version"] >= seen + 6))
    page.keyboard.press(".")  # bots go on: without that there may be no moment at which nothing is shown
    ended(page)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert things(page) <= missed, "what was seen as it happened is none of it"
    page.evaluate(WATCH)
    page.locator(".since .btn").click()
    until(lambda: bool(page.evaluate("window.beats") >= 1))
    page.locator(".since .iconbtn").click()
    expect(page.locator(".since")).to_have_count(0)
    page.locator(".menu > summary").last.click()
    page.select_option("#pictures", "off")
    ended(page)
    page.reload()
    expect(page.locator("body[data-pictures=off]")).to_be_attached()
    assert ori.trouble == []
    ori.close()


def is_chosen_anew(page: Page) -> None:
    """In a window that grew lower only what has room stands there, the rest behind a button; in one as before the same
    as before, however long ago that was told."""
    size = page.viewport_size
    assert size is not None
    assert size["height"] >= 760
    stood = settled(page)["list"]
    for _ in range(2):
        assert lower(page, size, len(stood)) == stood


def lower(page: Page, size: ViewportSize, stood: int) -> list[str]:
    """What stands in a window of this size, once it was lower, where so many had no room."""
    page.set_viewport_size({"width": size["width"], "height": 740})
    until(lambda: bool(len(page.evaluate(DEEDS)["list"]) < stood))
    until(lambda: bool(page.evaluate(CUT) == 0))
    expect(page.locator(".deeds-more")).to_be_visible()
    few = len(page.evaluate(DEEDS)["list"])
    page.set_viewport_size(size)
    until(lambda: bool(len(page.evaluate(DEEDS)["list"]) > few))
    return list(settled(page)["list"])


ANSWERED = "document.querySelector('#prompt > .ask')?.dataset.answered"
"""At which version the last go of who looks began."""


def things(page: Page) -> int:
    """How many things the page says to have happened since one looked."""
    found = re.search(r"\d+", page.locator(".since header b").inner_text())
    return int(found[0]) if found else 1


def test_what_was_done_since_ones_last_answer_stands_above_the_question_and_on_the_table(
    browser: Browser, swift: Server
) -> None:
    scenario, red, blue, options = READY["ronin"]
    mika = Player(browser, swift.url, "Mika", "red")
    page = mika.page
    sides = [{"seat": "red", "roster": red, "player": "me"}, {"seat": "blue", "roster": blue, "player": "bot"}]
    body = {"system": "ronin", "scenario": scenario, "sides": sides, "name": "Mika", "options": options}
    mika.game = str(page.request.post(f"{swift.url}/api/v1/games", data=body).json()["id"])
    while (question := mika.question() or {}).get("about") != "activate.move":
        answer = {"seat": "red", "ask": question.get("id", ""), "answer": question.get("default")}
        assert not question or page.request.post(f"{swift.url}/api/v1/games/{mika.game}/answers", data=answer).ok
    page.goto(f"{swift.url}/play/{mika.game}")
    mika.ready()
    rests = page.locator("#prompt [data-deed=rest]")
    twice(rests)
    until(lambda: (mika.question() or {}).get("about") == "activate.action", 60)
    mika.ready()
    page.keyboard.press(".")
    ended(page)
    more = page.locator(".deeds-more")
    expect(more).to_be_visible()
    expect(page.locator("#deeds.is-filming")).to_have_count(0)
    folded = settled(page)
    assert 1 < len(folded["list"]) <= 7
    # What stands there is whole, or an ellipsis says that it is not.
    until(lambda: bool(page.evaluate(CUT) == 0))
    is_chosen_anew(page)
    folded = settled(page)
    numbers = numbers_mean_the_same(page, None)
    more.click()
    opened = page.evaluate(DEEDS)
    numbers_mean_the_same(page, numbers)
    short, long = folded["list"], opened["list"]
    alone = [one for one in short if one in long]
    assert [one for one in long if one in alone] == alone, "what is no row of several is told alike"
    assert alone or all("Likewise" in one or "→" in one for one in short)
    assert len(opened["list"]) > 2
    assert (len(numbers[0]) > 2, page.evaluate(COVERS), page.evaluate(LYING)["found"]) == (True, 0, [])
    are_no_pieces(page)
    goes = page.locator(".deed", has_text=re.compile(r"(moves|runs) [\d.]+ in of")).first
    goes.hover()
    expect(page.locator(".eye-still > *")).not_to_have_count(0)
    page.evaluate(WATCH)
    goes.click()
    until(lambda: bool(page.evaluate("window.beats") >= 1))
    page.keyboard.press("Escape")
    expect(more).to_have_attribute("aria-expanded", "false")
    more.press("Enter")
    expect(more).to_have_attribute("aria-expanded", "true")
    page.locator("#prompt button:visible").first.focus()
    expect(more).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(more).to_have_attribute("aria-expanded", "false")
    opens_at_its_beginning(page)
    leaves_the_focus_to_what_is_asked(page)
    stays_until_something_new(page)
    begun = page.evaluate(ANSWERED)
    twice(rests)
    until(lambda: bool(page.evaluate(ANSWERED) != begun))
    until(lambda: bool(mika.question()), 60)
    mika.ready()
    ended(page)
    tells_what_came(page, folded["asked"])
    assert mika.trouble == []
    mika.close()


SEEN_OF = "document.querySelector('#table').getAttribute('viewBox')"
"""What one sees of the table."""
LAID = """() => ['.tabs', '#table'].map((name) => Math.round(document.querySelector(name).getBoundingClientRect().top))
  .concat(document.querySelector('#table').getAttribute('viewBox'))"""


def test_the_camera_follows_others_if_one_likes_and_one_s_own_view_comes_back(browser: Browser, server: Server) -> None:
    """On a phone; two taps go to a fight and back, and the sheet moves nothing."""
    ori = Player(browser, server.url, "Ori", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = ori.page
    battle(ori, "daimyo", 2)
    page.goto(f"{server.url}/play/{ori.game}")
    expect(page.locator("#table[tabindex]")).to_have_count(1)
    whole, laid = page.evaluate(SEEN_OF), page.evaluate(LAID)

    def is_whole(home: bool) -> bool:
        return bool((page.evaluate(SEEN_OF) == whole) is home)

    for name in ("#tab-log", "#tab-who", "#tab-talk", "#tab-ask"):
        page.locator(f"label:has({name})").tap()
        expect(page.locator(name)).to_be_checked()
        assert page.evaluate(LAID) == laid, name
    box = page.locator("#table").bounding_box()
    assert box is not None
    spot = (box["x"] + box["width"] / 2, box["y"] + 200)
    for home in (False, True):
        for _ in range(2):
            page.touchscreen.tap(*spot)
        until(partial(is_whole, home))
    for home in (False, True):
        page.keyboard.press("f")
        until(partial(is_whole, home))
    page.locator(".menu > summary").last.tap()
    page.locator("#follow").check()
    until(lambda: bool(page.evaluate(SEEN_OF) != whole))
    page.locator("#follow").uncheck()
    until(lambda: bool(page.evaluate(SEEN_OF) == whole))
    page.locator("#follow").check()
    page.reload()
    expect(page.locator("body[data-follow=on]")).to_be_attached()
    assert ori.trouble == []
    ori.close()
