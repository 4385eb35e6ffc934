"""An evening from the first page to the last: two people, each in a browser of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.house import PASSWORD, House
from tests.browser.player import INCH, Player, until
from tests.browser.server import SERVE, Server
from tests.browser.test_first_light import nearest, toward
from tests.browser.units import quietly
from tests.browser.visitor import Visitor, asked, quiet_until, shows
from tests.notices.servers import Relay, relay

Json = Any
pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]


HASTY = f"""
from app.notices import service
service.GRACE = 2.0
{SERVE}"""
"""Who is asked and does not look is soon told by mail."""


@pytest.fixture
def post() -> Iterator[Relay]:
    """A mail relay."""
    with relay() as found:
        yield found


@pytest.fixture
def fresh(tmp_path: Path, post: Relay) -> Iterator[Server]:
    """A server nobody has an account on, which sends mail."""
    running = Server(tmp_path, HASTY, GUNBAI_SMTP_URL=f"smtp://127.0.0.1:{post.port}")
    running.start()
    yield running
    running.stop()


def letter(post: Relay, about: str, since: int = 0) -> str:
    """The mail that says this, once it has come after so many others."""

    def said() -> list[str]:
        texts = [mail.get_payload(decode=True) for _, mail in post.got[since:]]
        return [text.decode() for text in texts if isinstance(text, bytes) and about.encode() in text]

    until(lambda: bool(said()))
    return said()[-1]


def test_an_evening_from_signing_up_to_the_rematch(browser: Browser, fresh: Server, post: Relay) -> None:
    """Two people meet, build, challenge, play by the clock, part, look back, and begin again."""
    here = House(fresh.url)
    hana, mika = Visitor(browser, here, seat="red"), Visitor(browser, here, seat="blue")
    hana.name, mika.name = "Hana", "Mika"
    sign_up(hana)
    sign_up(mika, "mika@example.org")
    confirm(mika, letter(post, "/confirm/"))
    challenge(hana, "mika", build(hana))
    accept(mika, build(mika))
    hana.game = mika.game = mika.page.url.rsplit("/", 1)[1]
    hana.page.wait_for_url("**/play/**")
    by_the_clock(hana, mika)
    away(hana, mika, post)
    give_up(hana, mika)
    look_back(hana)
    again(hana, mika)
    hana.leaves()
    mika.leaves()


def sign_up(who: Visitor, mail: str = "") -> None:
    """An account of this name."""
    page = who.page
    page.goto(f"{who.url}/signup")
    page.locator("[name=name]").fill(who.name)
    page.locator("[name=password]").fill(PASSWORD)
    if mail:
        page.locator("[name=mail]").fill(mail)
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/account?done=welcome")


def confirm(who: Visitor, text: str) -> None:
    """The address is confirmed by the link in the mail, and notices go there."""
    page, found = who.page, re.search(r"https?://\S+/confirm/\S+", text)
    assert found, text
    page.goto(found[0])
    page.get_by_role("button", name="Yes, the address is mine").click()
    page.goto(f"{who.url}/account/notices")
    page.get_by_role("button", name="Tell me by mail").click()
    shows(who, ".ways", "mika@example.org")


def build(who: Visitor) -> str:
    """A roster is built, told why it is not lawful yet, made lawful, and kept."""
    page = who.page
    page.goto(f"{who.url}/roster?system=ronin")
    page.locator("[name=name]").fill(f"Band of {who.name}")
    for n, title in enumerate(("samurai", "ashigaru", "ashigaru", "ashigaru"), start=1):
        shows(who, ".budget .tag.no", "Not lawful yet")
        shows(who, ".against .refusal", "RON-ARM")
        page.locator(f"button[name=add][value={title}]").click()
        expect(page.locator("article.unit")).to_have_count(n)
    shows(who, ".budget .tag.ok", "A lawful roster")
    page.locator("button[name=save]").click()
    page.wait_for_url(re.compile(r"/roster/[\w-]+$"))
    return page.url.rsplit("/", 1)[1]


def challenge(who: Visitor, handle: str, roster: str) -> None:
    """A table of one's own roster, by a live clock; its other seat is kept for a friend, who brings a roster."""
    page = who.page
    page.goto(f"{who.url}/people")
    page.locator("[name=find]").fill(handle)
    page.locator("[name=find]").press("Enter")
    page.locator(f"form[action='/people/{handle}/friend'] button").click()
    page.goto(f"{who.url}/new?system=ronin&points=100")
    page.locator("[name=band_a]").select_option(f"roster:{roster}")
    page.get_by_text("a challenge", exact=True).click()
    page.locator("[name=to_b]").fill(handle)
    page.locator("[name=band_b]").select_option("theirs")
    page.locator("[name=note]").fill("By the river?")
    page.locator("label:has([name=pace][value=live-20])").click()
    page.get_by_role("button", name="Lay the table").click()
    page.wait_for_url("**/wait/**")
    shows(who, ".seats", f"kept for {handle.title()}")


def accept(who: Visitor, roster: str) -> None:
    """The friend finds the challenge on the front page, brings another roster, and sits down."""
    page = who.page
    page.goto(who.url)
    shows(who, ".call", "By the river?")
    page.locator(".call").get_by_role("button", name="Accept").click()
    page.locator("[name=band]").select_option(f"roster:{roster}")
    page.get_by_role("button", name="Take the seat").click()
    page.wait_for_url("**/play/**")


def by_the_clock(hana: Visitor, mika: Visitor) -> None:
    """The clock of whoever is asked runs and the other stands; each walks a model of theirs by hand."""
    quiet_until("activate.", hana, mika)
    walked = set[str]()
    while walked != {"red", "blue"}:
        player, question = asked(hana, mika)
        player.ready()
        for other in (hana, mika):
            expect(other.page.locator(f"#clocks [data-seat={player.seat}].is-running b")).to_be_visible()
            expect(other.page.locator("#clocks .is-running")).to_have_count(1)
        if question["about"] != "activate.move" or player.seat in walked:
            quiet_until("activate.move", hana, mika)
            continue
        walked.add(player.seat)
        walk(player, question)


def walk(player: Player, question: Json) -> None:
    """A model that may walks some inches, rather towards the nearest enemy, dragged there."""
    id, end = next(ways(player, question))
    me, version = player.piece(id), player.look()["version"]
    player.choose(id)
    player.choose("move")
    player.rest()
    player.drag((me["x"], me["y"]), end)
    player.confirm()
    player.settle(version)
    assert (player.piece(id)["x"], player.piece(id)["y"]) != (me["x"], me["y"])


def ways(player: Player, question: Json) -> Iterator[tuple[str, tuple[int, int]]]:
    """Who may walk straight where, as the server says: what lies on the table is another each evening."""
    pieces = player.look()["view"]["pieces"]
    for id in (o["key"] for o in question["domain"]["options"] if o["no"] is None and o["piece"]):
        me = player.piece(id)
        foes = [p for p in pieces if p["kind"] == "model" and p["side"] != me["side"]]
        ahead = toward(me, nearest(me, foes), 4 * INCH)
        for end in (ahead, *turned(me, ahead)):
            answer = {"pick": id, "then": {"pick": "move", "then": [[me["x"], me["y"]], list(end)]}}
            if looked(player, question, answer)["legal"]:
                yield id, end


def turned(me: Json, ahead: tuple[int, int]) -> list[tuple[int, int]]:
    """The same way to either side, and half of it."""
    way = complex(ahead[0] - me["x"], ahead[1] - me["y"])
    ways = [way * by * part for part in (1, 0.5) for by in (1j**0.5, 1j**-0.5, 1j, -1j)]
    return [(round(me["x"] + one.real), round(me["y"] + one.imag)) for one in [*ways, way / 2]]


def looked(player: Player, question: Json, answer: Json) -> Json:
    """What the server says of an answer before it is given."""
    body = {"seat": player.seat, "ask": question["id"], "answer": answer}
    given = player.page.request.post(f"{player.url}/api/v1/games/{player.game}/preview", data=body)
    assert given.ok, given.text()
    return given.json()


def away(hana: Visitor, mika: Visitor, post: Relay) -> None:
    """Mika has gone and is asked: a mail says so.  Meanwhile Hana looks back, and returns to the game."""
    while asked(hana, mika)[0] is mika:
        quietly(mika, mika.question())
    mika.page.goto("about:blank")
    before = len(post.got)
    while asked(hana, mika)[0] is hana:
        quietly(hana, hana.question())
    page = hana.page
    hana.menu("a[href^='/replay/']")
    page.wait_for_url("**/replay/**")
    expect(page.locator("body")).to_have_attribute("data-ready", "1")
    at = str(page.locator("body").get_attribute("data-version"))
    page.locator("#r-back").click()
    expect(page.locator("body")).not_to_have_attribute("data-version", at)
    page.locator("#r-at").fill("3")
    page.wait_for_url(re.compile(r"at=\d+$"))
    moment = page.locator("#r-link").get_attribute("data-copy")
    page.locator("#r-last").click()
    page.goto(str(moment))
    assert page.url == moment
    page.locator("a.live").click()
    page.wait_for_url("**/play/**")
    hana.connected()
    assert "It is your turn" in letter(post, "It is your turn", before)


def give_up(hana: Visitor, mika: Visitor) -> None:
    """Hana gives up the battle; both read who has won."""
    mika.room()
    page = hana.page
    page.locator("header .menu > summary").last.click()
    page.get_by_text("Give up the battle").click()
    with page.expect_navigation():  # it comes anew, after it has been told
        page.get_by_role("button", name="Yes, the field is theirs").click()
    for player in (hana, mika):
        shows(player, "#victory .victory", "The battle is over")


def look_back(who: Visitor) -> None:
    """The whole battle is played again, and its report printed."""
    page = who.page
    page.goto(f"{who.url}/replay/{who.game}?at=1")
    expect(page.locator("body")).to_have_attribute("data-ready", "1")
    page.locator("#r-last").click()
    expect(page.locator("body")).to_have_attribute("data-version", str(who.look()["version"]))
    page.get_by_role("link", name="Battle report").click()
    shows(who, "h1")
    assert page.pdf().startswith(b"%PDF")


def again(hana: Visitor, mika: Visitor) -> None:
    """Hana asks for a rematch from the end of the battle, Mika finds it on the front page."""
    hana.page.goto(f"{hana.url}/play/{hana.game}")
    hana.page.locator("form[action^='/rematch/'] button").first.click()
    hana.page.wait_for_url("**/wait/**")
    mika.page.goto(mika.url)
    mika.page.locator(".call").get_by_role("button", name="Accept").click()
    mika.page.wait_for_url("**/play/**")
    hana.page.wait_for_url("**/play/**")
    assert hana.page.url == mika.page.url != f"{hana.url}/play/{hana.game}"
