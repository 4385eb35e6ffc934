"""Evenings at one table: who leaves and comes back, who rules on it, who talks over it, on what ground it stands."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.house import House, Who, furnish, laid, seated
from tests.browser.player import INCH, counted, until
from tests.browser.server import Server
from tests.browser.test_terrain import drag as drawn
from tests.browser.test_terrain import pieces
from tests.browser.units import ARCHERS, BLUE, CAPTAIN, PLACES, RED
from tests.browser.visitor import Visitor, quiet_until, shows

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]
Json = Any
MIDDLE = 18 * INCH
MINUTES: Json = {"kind": "live", "minutes": 2}
"""Over at once when the clocks leap; enough to leave in, however busy the machine is."""


@pytest.fixture(scope="module")
def house(server: Server) -> House:
    """The house of the server that the tests share."""
    return furnish(server)


def visit(browser: Browser, house: House, game: str, *who: Who) -> tuple[Visitor, ...]:
    """These at the table of a game, each in a browser."""
    seats = {"hana": "red", "mika": "blue"}
    return tuple(Visitor(browser, house, one, game, seats.get(one, "")).room() for one in who)


# -- leaving and coming back -----------------------------------------------------------


@pytest.fixture
def left_alone(browser: Browser, server: Server, house: House) -> str:
    """A game whose player closed the browser when asked, and whose clock is over."""
    game = str(seated(house, "ronin", clock=MINUTES, zero="bot")["id"])
    (mika,) = visit(browser, house, game, "mika")
    (hana,) = visit(browser, house, game, "hana")
    while quiet_until("", hana, mika)[0] is hana:
        house.people["hana"].deal(game, "red")
    mika.leaves()
    hana.leaves()
    server.leap()
    return game


@pytest.fixture
def left_waiting(browser: Browser, server: Server, house: House) -> str:
    """A game in which Mika's archers were asked while Hana has the go; Mika has left, and the time is over."""
    ready = ("open-field", RED, BLUE, {"points": 300, "terrain": "none"})
    game = str(seated(house, "celtos", ready, answer_seconds=120)["id"])
    for _ in range(60):
        for who, seat in (("hana", "red"), ("mika", "blue")):
            caller = house.people[who]  # type: ignore[index]
            question = caller.asked(game, seat)
            if question and question["about"] == "reaction.use":
                (mika,) = visit(browser, house, game, "mika")
                mika.ready()
                mika.leaves()
                server.leap()
                return game
            if question and not caller.tries(game, seat, question["id"], plan(seat, question)):
                caller.deal(game, seat)
    raise AssertionError("the archers are never asked")


def plan(seat: str, question: Json) -> Json:
    """Both bands face each other; Mika's archers wait for what Hana does, and her captain moves."""
    first = next((o["key"] for o in question["domain"].get("options", []) if o["no"] is None), "")
    plans: dict[str, Json] = {
        "setup.edge": "south" if seat == "red" else "north",
        "deploy.unit": {"pick": first, "then": PLACES.get(first)},
        "initiative.first": "blue",
        "activation.unit": {"pick": ARCHERS, "then": "reaction"}
        if seat == "blue"
        else {"pick": CAPTAIN, "then": {"pick": "move", "then": {}}},
    }
    return plans.get(question["about"], question["default"])


def test_who_is_away_is_named_and_what_happens_then(browser: Browser, house: House) -> None:
    game = str(seated(house, "ronin", clock=MINUTES)["id"])
    hana, mika = visit(browser, house, game, "hana", "mika")
    away = hana.page.locator("#away")
    expect(away).to_be_empty()
    mika.leaves()
    expect(away).to_have_text("Mika is away")
    expect(away).to_have_attribute("title", "Their clock runs on.")
    expect(hana.page.locator("#live")).to_contain_text("Mika is away. Their clock runs on.")
    (mika,) = visit(browser, house, game, "mika")
    expect(away).to_be_empty()
    mika.leaves()
    hana.leaves()


# -- an umpire -------------------------------------------------------------------------


def test_an_umpire_stops_edits_and_sees_as_others_do(browser: Browser, house: House) -> None:
    """The players see at once that the game is stopped, that it goes on, what was edited and why."""
    game = laid(house, "ronin", umpire="Yuki")["id"]
    hana, mika, judge = visit(browser, house, game, "hana", "mika", "host")
    page = judge.page
    page.goto(f"{house.url}/umpire/{game}")
    page.locator("form[action$='/pause'] [name=reason]").fill("The lamp went out.")
    page.get_by_role("button", name="Stop the game").click()
    for player in (hana, mika):
        shows(player, "#log", "The lamp went out.")
        assert player.look()["status"] == "paused"
    page.get_by_role("button", name="Let it go on").click()
    shows(judge, "[aria-labelledby=h-log]", "lets the game go on")
    assert hana.look()["status"] == "playing"
    edit(judge, hana, mika)
    page.goto(f"{house.url}/play/{game}?as=red")
    shows(judge, ".seen-note", "You look through the eyes of")
    expect(page.locator("#prompt [data-act=confirm]")).to_have_count(0)
    for one in (hana, mika, judge):
        one.leaves()


def edit(judge: Visitor, *players: Visitor) -> None:
    """A counter is put two inches towards the middle; nobody has to load the page again to see it there."""
    page, before = judge.page, players[0].piece("red-1")
    x = before["x"] + (2 if before["x"] < MIDDLE else -2) * INCH
    page.locator("#amend [name=piece]").select_option("red-1")
    for name, length in (("x", x), ("y", before["y"])):
        page.locator(f"#amend [name={name}]").fill(f"{length / INCH:.2f}")
    page.get_by_role("button", name="Try this change").click()
    shows(judge, "#amend .asked")
    page.locator("#amend [name=reason]").fill("It was bumped.")
    page.get_by_role("button", name="Make the edit").click()
    shows(judge, "#h-log + .asked, [aria-labelledby=h-log] .asked", "It was bumped.")
    for player in players:
        shows(player, "#log", "It was bumped.")
        assert player.piece("red-1")["x"] == pytest.approx(x, abs=INCH // 100)
        wanted = int(player.piece("red-1")["x"] * 22.5 / INCH)
        expect(player.page.locator("#p-red-1")).to_have_attribute("transform", re.compile(rf"^translate\({wanted}"))


# -- talk ------------------------------------------------------------------------------


def say(who: Visitor, text: str) -> None:
    """A line to the table."""
    who.page.locator("label:has(#sub-talk)").click()
    who.page.locator(".say [name=text]").fill(text)
    who.page.locator(".say [name=text]").press("Enter")
    shows(who, f".talk .said:has-text('{text}')")


def hears(who: Visitor, text: str, count: int = 1) -> None:
    """A line is in the talk of this page, or is not."""
    expect(who.page.locator(f".talk .said:has-text('{text}')")).to_have_count(count)


POINTS = """() => {
  window.points = 0;
  const count = (rows) => (window.points += rows.flatMap((row) => [...row.addedNodes]).length);
  new MutationObserver(count).observe(document.querySelector('#pings'), { childList: true });
}"""
"""Counts the points that are shown: each stands there for a moment only."""


def test_players_talk_point_and_mute_while_a_commentator_draws(browser: Browser, house: House) -> None:
    """Lines and points reach all at once; who is muted is not heard; a commentator's arrow is for watchers only."""
    made = laid(house, "ronin", commentators=["Yuki"])
    game, key = made["id"], made["links"]["watch"].rsplit("/", 1)[1]
    hana, mika = visit(browser, house, game, "hana", "mika")
    watcher, pen = (Visitor(browser, house, who, game, "", key).room() for who in ("stranger", "host"))
    say(hana, "Well met")
    for other in (mika, watcher):
        hears(other, "Well met")
    mika.page.locator("label:has(#sub-talk)").click()
    mika.page.locator(".talk .said:has-text('Well met')").click()
    mika.page.locator("[data-about=mute]").click()
    hears(mika, "Well met", 0)
    say(hana, "Anybody there?")
    hears(watcher, "Anybody there?")
    hears(mika, "Anybody there?", 0)
    for other in (hana, watcher):
        other.page.evaluate(POINTS)
    mika.rest()
    mika.page.mouse.move(*mika.screen(10 * INCH, 10 * INCH))
    mika.page.keyboard.press("p")
    for other in (hana, watcher):
        counted(other.page, "points", 1)
    pen.page.locator("label:has(#sub-talk)").click()
    pen.page.locator("[data-draw=arrow]").click()
    expect(pen.page.locator("[data-draw=arrow]")).to_have_attribute("aria-pressed", "true")
    pen.rest()
    pen.drag((8 * INCH, 8 * INCH), (12 * INCH, 12 * INCH))
    expect(watcher.page.locator("#drawings .pen")).to_have_count(1)
    for player in (hana, mika):
        expect(player.page.locator("#drawings .pen")).to_have_count(0)
    house.people["mika"].form("/people/hana/mute", off="1")
    for one in (hana, mika, watcher, pen):
        one.leaves()


# -- ground ----------------------------------------------------------------------------


def test_a_table_is_drawn_and_played_on(browser: Browser, house: House) -> None:
    """Two pieces are drawn by mouse and mirrored, the table is kept, and a game begins on its four pieces."""
    hana = Visitor(browser, house, "hana")
    page = hana.page
    page.goto(f"{house.url}/terrain?system=ronin")
    page.locator("[data-tool=rect]").click()
    for kind, start, end in (("wood", (6, 8), (10, 12)), ("rocks", (22, 6), (25, 9))):
        page.locator("[data-kind]").select_option(kind)
        drawn(page, start, end)
    page.locator("[data-mirror=turn]").click()
    assert len(pieces(page)) == 4
    page.locator("#keep [name=name]").fill("Four corners")
    page.locator("#keep .btn.ink").click()
    page.wait_for_url("**/terrain/*")
    page.get_by_role("link", name="Play on it").click()
    page.get_by_role("button", name="Lay the table").click()
    page.wait_for_url("**/play/**")
    hana.game, hana.seat = page.url.rsplit("/", 1)[1], "red"
    assert [p["kind"] for p in hana.look()["view"]["terrain"]] == ["wood", "rocks", "wood", "rocks"]
    expect(page.locator("#ground > g, #ground [data-kind]").first).to_be_visible()
    hana.leaves()


# -- another tongue, by night, on a phone ----------------------------------------------


PHONE: Json = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_a_stranger_plays_in_spanish_by_night_on_a_phone(browser: Browser, house: House) -> None:
    """From the front page to the first answer; no page is wider than the phone."""
    one = Visitor(browser, house, seat="red", locale="es-ES", color_scheme="dark", **PHONE)
    for where in ("/", "/new?system=ronin&layout=rice-valley&way=bot&setup=own"):
        one.page.goto(house.url + where)
        fits(one.page)
    one.page.locator(".submit .btn.ink").click()
    one.page.wait_for_url("**/play/**")
    fits(one.page)
    one.game = one.page.url.rsplit("/", 1)[1]
    while tapped(one) != "setup.deploy":
        pass
    one.leaves()


def tapped(one: Visitor) -> str:
    """The first that is offered is chosen by a tap, and a model put down by another; what was asked."""
    until(lambda: one.question() is not None)
    question, page = one.ready(), one.page
    page.locator("#prompt button[data-key]").first.tap()
    if question["about"] == "setup.deploy":
        page.locator("#prompt [data-act=confirm]").wait_for()
        one.rest()
        page.touchscreen.tap(*one.screen(*middle(one)))
    page.locator("#prompt [data-act=confirm]:enabled").tap()
    expect(page.locator(f"#prompt [data-ask='{question['id']}']")).to_have_count(0)
    return str(question["about"])


def middle(player: Visitor) -> tuple[int, int]:
    """The middle of one's own zone."""
    zone = next(z for z in player.look()["view"]["zones"] if z["side"] == "a")
    xs, ys = zip(*zone["outline"], strict=True)
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def fits(page: Page) -> None:
    """The page is in Spanish, dark, and no wider than the screen."""
    assert page.locator("html").get_attribute("lang") == "es"
    wide, dark = page.evaluate("""() => [document.documentElement.scrollWidth,
      getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).slice(0, 3).every((n) => Number(n) < 90)]""")
    assert (wide <= 390, dark) == (True, True)


# -- after the time is over -------------------------------------------------------------


def test_the_other_side_gets_on_when_somebody_has_left(browser: Browser, house: House, left_alone: str) -> None:
    """A bot answers once the clock is at zero; who comes back is where the game is, and takes over."""
    (hana,) = visit(browser, house, left_alone, "hana")
    until(lambda: any(s["bot"] for s in hana.look()["seats"]) or hana.question() is not None)
    until(lambda: hana.question() is not None)
    hana.ready()
    version = hana.look()["version"]
    (mika,) = visit(browser, house, left_alone, "mika")
    assert int(mika.page.locator("body").get_attribute("data-version") or 0) >= version
    mika.menu("[data-stand-in=blue]")
    until(lambda: not any(s["bot"] for s in mika.look()["seats"]))
    while quiet_until("", hana, mika)[0] is hana:
        house.people["hana"].deal(left_alone, "red")
    mika.ready()
    hana.leaves()
    mika.leaves()


def test_a_question_out_of_turn_does_not_wait_for_who_has_left(
    browser: Browser, house: House, left_waiting: str
) -> None:
    """The default was given when the time was over; Hana reads so, and has the go again."""
    (hana,) = visit(browser, house, left_waiting, "hana")
    until(lambda: hana.question() is not None)
    hana.ready()
    assert hana.question()["about"].startswith("activation.")
    (mika,) = visit(browser, house, left_waiting, "mika")
    assert not any(seat["bot"] for seat in mika.look()["seats"])
    shows(mika, "#prompt", "Waiting for Hana")
    hana.leaves()
    mika.leaves()
