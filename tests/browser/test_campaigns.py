"""Campaigns at real browsers: a round of Ronin and a season of Daimyo from the first invitation to the chronicle."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree as Xml
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar
from playwright.sync_api import Browser, Page, Request, expect

from app.campaigns.ledger.verifying import verify
from app.systems import SYSTEMS
from tests.browser.axe import findings
from tests.browser.campaigning import (
    FOUGHT,
    NAMES,
    Camps,
    Member,
    begins,
    faces,
    fixtures,
    fought,
    founded,
    founds,
    furnished,
    join,
    swift,
    thrown,
)  # fmt: skip
from tests.browser.player import until
from tests.browser.server import Server
from tests.browser.test_access import tab_to

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Json = Any
ATOM = "{http://www.w3.org/2005/Atom}"
HERE, THERE = "Europe/Madrid", "Asia/Tokyo"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK: Any = {"width": 1440, "height": 900}
POLL = 16_000
"""Milliseconds after which a page has looked again."""


@pytest.fixture(scope="module")
def camp_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for campaigns only."""
    with swift(tmp_path_factory.mktemp("campaigns")) as running:
        yield running


@pytest.fixture(scope="module")
def camps(camp_server: Server) -> Iterator[Camps]:
    """Campaigns that are under way."""
    made = furnished(camp_server)
    yield made
    for caller in made.people.values():
        caller.http.close()


def three(browser: Browser, camps: Camps) -> tuple[Member, Member, Member]:
    """The host, who has just made an account, Hana and Mika, each at a browser in a zone of their own."""
    url, people = camps.server.url, camps.people
    host = Member(browser, url, f"Ori{secrets.token_hex(4)}", timezone_id="UTC")
    host.signs_up()
    hana = Member(browser, url, "Hana", people["hana"], timezone_id=HERE)
    return host, hana, Member(browser, url, "Mika", people["mika"], timezone_id=THERE)


# -- Ronin ----------------------------------------------------------------------------


def test_a_round_of_ronin_from_the_first_invitation_to_the_second_round(browser: Browser, camps: Camps) -> None:
    """Founded, joined by name and by link, agreed, mustered, fought, settled, told, and all of it adds up."""
    host, hana, mika = three(browser, camps)
    camp = founds(host, "Lantern Isle", "ronin", "round-robin", points="200", days="7", rounds="2")
    bands = join(host, hana, mika, camp, ("red-devils", "river-league"))
    begins(host, camp)
    fixture = fixtures(host, camp)[0]["id"]
    agreed = dates(hana, mika, camp, fixture)
    muster(hana, mika, camp, fixture)
    battle(host, hana, mika, camp, fixture)
    over = fought(host, camp, fixture)
    aftermath(hana, camp, fixture)
    standings(mika, camp, over)
    choice(host, hana, camp, bands[0])
    chapter(mika, camp, bands[0])
    feeds(mika, camp, agreed)
    exported(mika, camp)
    for one in (host, hana, mika):
        one.leaves()


def dates(hana: Member, mika: Member, camp: str, fixture: str) -> int:
    """Hana offers three dates by her clock; Mika reads them by hers and takes the second."""
    days = [datetime.now(ZoneInfo(HERE)).replace(hour=19, minute=30, second=0, microsecond=0) + timedelta(days=n)
            for n in (1, 2, 3)]  # fmt: skip
    hana.at(f"/campaign/{camp}").page.locator(f"a.btn[href$='/battle/{fixture}']").click()
    hana.sends("propose", **{f"time_{n}": f"{day:%Y-%m-%dT%H:%M}" for n, day in enumerate(days, 1)})
    mika.at(f"/campaign/{camp}").page.locator(".due-box a").click()
    offered = mika.form("accept").locator("button[name=time]")
    wanted = [int(day.timestamp() * 1000) for day in days]
    assert [int(one.get_attribute("value") or 0) for one in offered.all()] == wanted
    expect(offered.nth(1)).to_contain_text(f"{days[1].astimezone(ZoneInfo(THERE)):%H:%M}")
    mika.presses(offered.nth(1))
    for one in (hana.at(f"/campaign/{camp}/battle/{fixture}"), mika):
        expect(one.page.locator("#dates")).to_contain_text("Agreed")
    return wanted[1]


def muster(hana: Member, mika: Member, camp: str, fixture: str) -> None:
    """Hana leaves one at home, secretly; when Mika has sent hers too the table is laid."""
    form = hana.form("muster")
    total = hana.page.locator("[data-total]")
    before = total.inner_text()
    form.locator("[name=members]").last.uncheck()
    assert total.inner_text() != before
    sent = form.locator("[name=members]:checked").count()
    hana.presses(form.get_by_role("button"))
    expect(hana.page.locator("#muster")).to_contain_text("sent and locked")
    assert "musters" not in fixtures(mika, camp)[0]
    mika.at(f"/campaign/{camp}/battle/{fixture}").presses(mika.form("muster").get_by_role("button"))
    for one in (hana, mika):
        one.at(f"/campaign/{camp}/battle/{fixture}").presses(one.form("hasten").get_by_role("button"))
    laid = fixtures(mika, camp)[0]
    assert laid["state"] == "playing"
    assert len(next(m for m in laid["musters"].values() if len(m["members"]) == sent)["members"]) == sent


def battle(host: Member, hana: Member, mika: Member, camp: str, fixture: str) -> None:
    """Both sit down and let a bot play on; the host's page hears of the end without being loaded anew."""
    host.page.clock.install()
    host.at(f"/campaign/{camp}")
    row = host.page.locator(".pair").first
    expect(row).to_contain_text("Live")
    for one in (hana, mika):
        one.at(f"/campaign/{camp}/battle/{fixture}").page.get_by_role("link", name="To the table").click()
        one.page.wait_for_url("**/play/**")
        expect(one.page.locator("#status")).to_have_class(re.compile(r"\bok\b"))
    for one in (hana, mika):
        one.page.locator("header .menu > summary").last.click()
        with one.page.expect_response(lambda given: given.url.endswith("/stand-in")):
            one.page.get_by_role("button", name=f"A bot plays for {one.name}").click()
        one.leave()
    fought(host, camp, fixture)
    step = host.page.locator(".seasons [aria-current=step]")
    under_way: set[Request] = set()
    host.page.on("request", lambda asked: under_way.add(asked))
    host.page.on("requestfinished", lambda asked: under_way.discard(asked))
    host.page.on("requestfailed", lambda asked: under_way.discard(asked))

    def hears() -> bool:
        if under_way:
            host.page.wait_for_timeout(100)  # the page's clock gives an answer up that is later than it
        else:
            host.page.clock.run_for(POLL)
        return "Round 2" in step.inner_text()

    until(hears, saw=lambda: (step.inner_text(), [asked.url for asked in under_way], host.reads(f"/campaigns/{camp}")))


def aftermath(one: Member, camp: str, fixture: str) -> None:
    """Every step of the aftermath names its clause, which is there to be read, and shows the faces that were thrown."""
    page = one.at(f"/campaign/{camp}/battle/{fixture}").page
    lines = page.locator("#aftermath ol.ledger > li")
    expect(lines.first).to_be_visible()
    hrefs = [href for it in page.locator("#aftermath a.clause").all() if (href := it.get_attribute("href"))]
    assert len(hrefs) == lines.count()
    for path, _, clause in {href.partition("#") for href in hrefs}:
        assert f'id="{clause}"' in one.page.request.get(one.url + path).text(), (path, clause)
    assert thrown(page.locator("#aftermath")) == sorted(faces(one, camp, fixture))


def standings(one: Member, camp: str, over: Json) -> None:
    """The standings say what the battle came to, and the second round is open."""
    table = one.at(f"/campaign/{camp}/standings").page.locator("table.stand.ample tbody tr")
    lines = one.reads(f"/campaigns/{camp}/standings")
    expect(table).to_have_count(len(lines))
    for row, line in zip(table.all(), lines, strict=True):
        cells = [cell.inner_text().strip() for cell in row.locator("td").all()]
        assert [int(n) for n in cells[:5]] == [line[key] for key in ("rank", "played", "won", "drawn", "lost")]
        assert int(cells[-1]) == line["points"]
        assert line["won"] == (over.get("winner") == line["warband"])
    if over["result"] == "won":
        assert lines[0]["warband"] == over["winner"]
    assert [f["round"] for f in fixtures(one, camp)] == [1, 2]


def choice(host: Member, hana: Member, camp: str, band: str) -> None:
    """The host rules that somebody has earned an advance; Hana chooses it; the chronicle tells why."""
    before = host.reads(f"/campaigns/{camp}")["warbands"][band]["band"]["members"]
    hero = next(id for id, one in before.items() if one.get("state", "fit") == "fit")
    host.at(f"/campaign/{camp}/host").page.locator(f"details:has(#f-correct-{band}) > summary").first.click()
    reason = "A deed nobody wrote down."
    host.sends(f"correct-{band}", field="due", member=hero, number="1", sign="add", reason=reason)
    hana.at(f"/campaign/{camp}")
    expect(hana.page.locator(".due-box")).to_contain_text("Choose what was learnt")
    hana.page.locator(".due-box a").click()
    form = hana.page.locator("#choices form").first
    form.locator("[name=option]").last.check()
    hana.presses(form.get_by_role("button"))
    after = hana.reads(f"/campaigns/{camp}")["warbands"][band]["band"]["members"]
    assert after[hero] != before[hero]
    expect(hana.at(f"/campaign/{camp}/ledger?warband={band}").page.locator("main")).to_contain_text(reason)


def chapter(reader: Member, camp: str, band: str) -> None:
    """The page of a warband tells every member's experience as it is, of how much the next advance wants."""
    page = reader.at(f"/campaign/{camp}/warband/{band}").page
    members = reader.reads(f"/campaigns/{camp}")["warbands"][band]["band"]["members"].values()
    told = [int(cell.inner_text().partition(" / ")[0]) for cell in page.locator(".members .xpl .num").all()]
    gone = ("dead", "captive", "retired")
    assert sorted(told) == sorted(one.get("experience", 0) for one in members if one.get("state", "fit") not in gone)
    assert max(told) > 0
    expect(page.locator("#ledger ol.ledger > li").first).to_be_visible()


def feeds(one: Member, camp: str, agreed: int) -> None:
    """The news can be subscribed to, and the battle stands in the calendar."""
    page = one.at(f"/campaign/{camp}").page
    atom, calendar = (page.locator(f"footer a[href$='{name}']").get_attribute("href") for name in ("atom", "ics"))
    feed = Xml.fromstring(page.request.get(f"{one.url}{atom}").body())
    titles = [entry.findtext(f"{ATOM}title") or "" for entry in feed.findall(f"{ATOM}entry")]
    assert any(all(name in title for name in NAMES.values()) for title in titles), titles
    book = Calendar.from_ical(page.request.get(f"{one.url}{calendar}").body())
    battles = [one for one in book.walk("VEVENT") if all(name in str(one["summary"]) for name in NAMES.values())]
    assert [one.decoded("dtstart") for one in battles] == [datetime.fromtimestamp(agreed / 1000, UTC)]


def exported(one: Member, camp: str) -> None:
    """The page says that it is sound, and so says who takes it away; who alters a word is found out."""
    page = one.at(f"/campaign/{camp}").page
    page.get_by_role("link", name="Verify").click()
    expect(page.locator("main")).to_contain_text("All is sound")
    with page.expect_download() as file:
        page.locator("main").get_by_role("link", name="Export").click()
    raw = file.value.path().read_bytes()
    assert verify(raw, SYSTEMS) == []
    assert verify(raw.replace(b"A deed nobody wrote down.", b"A deed somebody wrote up."), SYSTEMS)


# -- Daimyo ---------------------------------------------------------------------------


def test_two_seasons_of_war_on_a_map(browser: Browser, camps: Camps) -> None:
    """Armies march in spring; in summer a sealed order leads one to the other, and a battle decides whose it is."""
    host, hana, mika = three(browser, camps)
    camp = founds(host, "War of Heron Bay", "daimyo", "map", map="heron-bay", points="300", days="8", years="1")
    one, other = join(host, hana, mika, camp, ("asai", "mori"))
    begins(host, camp)
    land = host.reads(f"/campaigns/{camp}")["land"]
    assert land["armies"] == {one: "mizuhara", other: "sagimori"}
    orders(hana, camp, one, "kazahaya", pointed=True)
    sealed(mika, camp, one)
    orders(mika, camp, other, "tokonami")
    shows_land(hana, camp, "Summer", land["owners"], {one: "kazahaya", other: "tokonami"})
    orders(hana, camp, one, "tokonami", pointed=True)
    sealed(mika, camp, one)
    orders(mika, camp, other)
    clash = met(host, camp, "tokonami", "Tokonami")
    for player in (hana, mika):
        leave_to_a_bot(player, camp, clash["id"])
    over = fought(host, camp, clash["id"])
    until(lambda: host.reads(f"/campaigns/{camp}")["rounds"][-1]["season"] == "autumn", FOUGHT)
    told = thrown(host.at(f"/campaign/{camp}/ledger").page.locator("main"))
    assert told == sorted(faces(host, camp)) != []
    taken = {"tokonami": one} if over.get("winner") == one else {}
    shows_land(mika, camp, "Autumn", land["owners"] | taken)
    for player in (host, hana, mika):
        player.leaves()


def orders(one: Member, camp: str, band: str, goal: str = "", *, pointed: bool = False) -> None:
    """An army's march is sealed on the page of the map: a province is chosen, or pointed to on the map; or it stays."""
    page = one.at(f"/campaign/{camp}").page
    page.locator(".due-box a").click()
    first = page.locator(f"#f-march-{band} select").first
    if pointed:
        page.locator(f"svg.map [data-province={goal}] .pname").click()
        expect(first).to_have_value(goal)
    else:
        first.select_option(goal)
    one.presses(one.form(f"march-{band}").get_by_role("button"))


def sealed(other: Member, camp: str, band: str) -> None:
    """The other side sees no order, neither on the map nor in what the server sends."""
    page = other.at(f"/campaign/{camp}").page
    expect(page.locator("svg.map")).to_be_visible()
    expect(page.locator("svg.map g.order")).to_have_count(0)
    assert "orders" not in other.reads(f"/campaigns/{camp}")["land"]
    rows = other.reads(f"/campaigns/{camp}/entries")
    assert not [row for row in rows if row["kind"] == "ordered" and row["warband"] == band]


def met(host: Member, camp: str, place: str, name: str) -> Json:
    """Orders are shown, and a battle stands where they led both armies."""
    (clash,) = fixtures(host, camp)
    assert (clash["place"], clash["kind"], clash.get("state", "open")) == (place, "province", "open")
    page = host.at(f"/campaign/{camp}").page
    expect(page.locator("svg.map g.order")).to_have_count(1)
    expect(page.locator(f"svg.map a.clash[href$='/battle/{clash['id']}']")).to_have_count(1)
    expect(page.locator(".pair")).to_contain_text(name)
    return clash


def leave_to_a_bot(player: Member, camp: str, fixture: str) -> None:
    """Somebody cannot play, and a stand-in leads."""
    page = player.at(f"/campaign/{camp}/battle/{fixture}").page
    page.locator("summary", has_text="You cannot play it").click()
    player.presses(page.get_by_role("button", name="Let a stand-in lead"))


def shows_land(
    one: Member, camp: str, season: str, owners: dict[str, str], armies: dict[str, str] | None = None
) -> None:
    """A season has come; the map and its words show who holds what and which army stands where."""
    now = one.reads(f"/campaigns/{camp}")
    assert now["land"]["owners"] == owners
    assert armies is None or now["land"]["armies"] == armies
    page = one.at(f"/campaign/{camp}").page
    expect(page.locator(".seasons [aria-current=step]")).to_contain_text(season)
    for province, owner in owners.items():
        house = now["warbands"][owner]
        expect(page.locator(f"[data-row={province}]")).to_contain_text(house["name"])
        ground = page.locator(f"svg.map path[data-ground={province}]")
        expect(ground).to_have_class(re.compile(rf"\bo{house['hue']}\b"))
    for army, province in now["land"]["armies"].items():
        expect(page.locator(f"[data-row={province}] td").last).to_contain_text(now["warbands"][army]["name"])
    expect(page.locator("svg.map g.army[transform]")).to_have_count(2)


# -- every page ------------------------------------------------------------------------


PAGES: list[tuple[str, str, str]] = [
    ("list", "/campaigns", "hana"),
    ("new", "/campaigns/new?system=ronin", "hana"),
    ("all-rules", "/campaigns/rules", ""),
    ("main", "/campaign/{ronin}", "hana"),
    ("gathers", "/campaign/{gathers}", "mika"),
    ("map", "/campaign/{map}", "hana"),
    ("battle-open", "/campaign/{ronin}/battle/{open}", "hana"),
    ("battle-over", "/campaign/{ronin}/battle/{over}", "mika"),
    ("warband", "/campaign/{ronin}/warband/{band}", "hana"),
    ("host", "/campaign/{ronin}/host", "yuki"),
    ("standings", "/campaign/{ronin}/standings", ""),
    ("event", "/campaign/{ronin}/round/1", "hana"),
    ("ledger", "/campaign/{ronin}/ledger", ""),
    ("rules", "/campaign/{ronin}/rules", ""),
    ("verify", "/campaign/{ronin}/verify", ""),
    ("map-edit", "/campaign/{gathers}/map", "yuki"),
]
"""Every page of campaigns: its name, its path, who looks at it."""


def path(camps: Camps, where: str) -> str:
    """The path of a page among the furnished campaigns."""
    over, open_ = (camps.battle("ronin", over=way) for way in (True, False))
    return where.format(**camps.ids, over=over, open=open_, band=camps.warband("ronin", "hana"))


@pytest.mark.parametrize(("where", "who"), [row[1:] for row in PAGES], ids=[name for name, *_ in PAGES])
def test_by_night_in_spanish_on_a_phone_and_by_day(browser: Browser, camps: Camps, where: str, who: str) -> None:
    """No page is wider than the phone, says anything to the console, or keeps anybody out."""
    account = camps.people.get(who)
    one = Member(browser, camps.server.url, who, account, locale="es-ES", color_scheme="dark", **PHONE)
    page = one.at(path(camps, where)).page
    assert page.locator("html").get_attribute("lang") == "es"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert findings(page) == []
    page.set_viewport_size(DESK)
    page.emulate_media(color_scheme="light")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert findings(page) == []
    one.leaves()


def test_joined_and_mustered_by_keyboard_alone(browser: Browser, camps: Camps) -> None:
    """Tab, arrows, letters and Enter are enough to join a campaign and to send a roster to its battle."""
    camp = founded(camps, "keys", "ronin", ())
    camps.joins("mika", "keys", "red-devils", 1)
    one = Member(browser, camps.server.url, "Hana", camps.people["hana"])
    page = one.at(f"/campaign/{camp}").page
    joins_by_keys(page)
    page.wait_for_url("**/warband/**")
    assert camps.now("keys")["warbands"][camps.warband("keys", "hana")]["hue"] == 3
    camps.give("yuki", "keys", "start")
    one.at(f"/campaign/{camp}")
    tab_to(page, ".due-box a")
    page.keyboard.press("Enter")
    page.wait_for_url("**/battle/**")
    tab_to(page, "#f-muster button")
    page.keyboard.press("Enter")
    expect(page.locator("#muster")).to_contain_text("sent and locked")
    one.leaves()


def joins_by_keys(page: Page) -> None:
    """The form to join is filled and sent without a mouse; the colour is two farther than the first."""
    tab_to(page, "#f-raise [name=name]")
    page.keyboard.type(NAMES["hana"])
    tab_to(page, "#f-raise [name=band]")
    page.keyboard.press("ArrowDown")
    tab_to(page, "#f-raise [name=hue]")
    while page.evaluate("document.activeElement.value") != "3":
        page.keyboard.press("ArrowRight")
    tab_to(page, "#f-raise > button")
    page.keyboard.press("Enter")
