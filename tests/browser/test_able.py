"""Who may act: what a page shows that was told so by messages is what one shows that is loaded afresh."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.house import READY, Caller, Json, fight, open_question, path
from tests.browser.player import until
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

LOOK = """() => {
  for (const box of document.querySelectorAll('#bands details')) box.open = true;
  const plain = (node) => [...node.classList].filter((name) => !/^(is-(told|moving|new))$/.test(name)).sort().join(' ');
  const rows = [...document.querySelectorAll('#bands button[data-piece]')];
  return {
    counters: Object.fromEntries([...document.querySelectorAll('#layer-counters .counter')].map((node) =>
      [node.id, [plain(node), node.getAttribute('aria-label'), node.getAttribute('transform')]])),
    rows: rows.map((button) => [button.dataset.piece, plain(button.parentElement), button.innerText, button.title,
      [...button.querySelectorAll('.dot-may')].filter((dot) => dot.checkVisibility()).length]),
    names: Object.fromEntries([...document.querySelectorAll('.unit-name')].map((node) =>
      [node.dataset.unit, plain(node)])),
  };
}"""
PAINTED = """() => new Promise((done) => {
  let frames = 0;
  const next = () => ((frames += 1) > 4 ? done() : requestAnimationFrame(next));
  next();
})"""
"""What has come is painted, and what waited for that is done."""
MOST, CHANGES, CM = 80, 3, 1000


def look(page: Page, version: int) -> Any:
    """The counters, rows and names of a page that has come to a version."""
    until(lambda: int(page.evaluate("document.body.dataset.version")) >= version)
    page.evaluate(PAINTED)
    return page.evaluate(LOOK)


def agree(shown: Any, may_act: str, seat: str) -> set[str]:
    """Who may act, by the words of counters and the classes of rows; class, dot and words say the same.

    At a seat the class of a counter says whether the question has it among its answers.
    """
    for classes, label, _ in shown["counters"].values():
        assert seat or label.endswith(may_act) == ("may" in classes.split()), label
    for _, classes, text, _, dots in shown["rows"]:
        assert (may_act in text) == ("may" in classes.split()), text
        assert dots == 0 or "may" in classes.split()
    able = {id.removeprefix("p-") for id, (_, label, _) in shown["counters"].items() if label.endswith(may_act)}
    return able | {id for id, classes, *_ in shown["rows"] if "may" in classes.split()}


def marching(shown: Json, asked: Json) -> list[Json]:
    """What sets Kensei's units going: an order to run straight ahead for each that has none, and a part of the way."""
    units = {unit["id"]: unit for side in shown["view"]["sides"] for unit in side["groups"]}
    keys = [
        option["key"] for option in asked["domain"].get("options", []) if units.get(option["key"], {}).get("outline")
    ]
    if asked["about"] == "act.movement":
        return [{"pick": key, "then": [["slide", 5 * CM, units[key]["facing"]]]} for key in keys]
    if asked["about"] != "orders.declare":
        return []
    idle = [key for key in keys if not any(badge.startswith("orders-") for badge in units[key]["badges"])]
    return [{"pick": key, "then": {"pick": "run", "then": {"pick": "none", "then": ahead(units[key])}}} for key in idle]


def ahead(unit: Json) -> list[int]:
    """A place straight ahead of a unit that looks north or south."""
    (x, y), *_ = unit["outline"]
    return [x, y + (20 if unit["facing"] else -20) * CM]


@dataclass
class People:
    """Who sit ``at`` a table."""

    game: str
    watch: str
    at: dict[str, Caller]

    def shown(self) -> Any:
        """What is shown at red."""
        return self.at["red"].get(f"/games/{self.game}?seat=red")

    def act(self) -> bool:
        """Whether somebody was asked, and answered."""
        for seat, who in self.at.items():
            shown = who.get(f"/games/{self.game}?seat={seat}")
            asked = open_question(shown)
            if asked and any(who.tries(self.game, seat, asked["id"], answer) for answer in marching(shown, asked)):
                return True
            if fight(who, self.game, seat, shown):
                return True
        return False

    def go(self) -> None:
        """They are gone."""
        for who in self.at.values():
            who.http.close()


def seated(url: str, system: str) -> People:
    """A table at which both have sat down."""
    red, blue, (scenario, one, other, options) = Caller(url), Caller(url), READY[system]
    sides = [{"seat": "red", "roster": one, "player": "me"}, {"seat": "blue", "roster": other, "player": "person"}]
    body = {"system": system, "scenario": scenario, "name": "Hana", "options": options, "sides": sides}
    made = red.post("/games", body)
    key = made["links"]["seats"]["blue"].rsplit("/", 1)[1]
    blue.post(f"/games/{made['id']}/join", {"seat": "blue", "key": key, "name": "Mika"})
    return People(made["id"], path(made["links"]["watch"]), {"red": red, "blue": blue})


def window(browser: Browser, server: Server, cookies: dict[str, str], lang: str = "en") -> Page:
    """A page in a window of its own: one that lies behind another is painted once a second."""
    context = browser.new_context(locale=lang, base_url=server.url, reduced_motion="reduce")
    context.add_cookies([{"name": name, "value": value, "url": server.url} for name, value in cookies.items()])
    return context.new_page()


@pytest.mark.parametrize(("system", "lang", "may_act", "seat"), [
    ("ronin", "en", "may act", ""), ("celtos", "es", "puede actuar", ""), ("daimyo", "en", "may act", "blue"),
    ("kensei", "es", "puede actuar", "red"),
])  # fmt: skip
def test_who_may_act_is_shown_as_on_a_page_loaded_afresh(
    browser: Browser, server: Server, system: str, lang: str, may_act: str, seat: str
) -> None:
    people, seen = seated(server.url, system), list[set[str]]()
    look_at = f"/play/{people.game}?seat={seat}" if seat else people.watch
    cookies = people.at[seat].http.cookies.items() if seat else ()
    told, fresh = (window(browser, server, dict(cookies), lang) for _ in range(2))
    while not people.shown()["view"]:
        assert people.act()
    told.goto(look_at)
    for _ in range(MOST):
        version = people.shown()["version"]
        shown = look(told, version)
        able = agree(shown, may_act, seat)
        if not seen or able != seen[-1]:
            fresh.goto(look_at)
            assert shown == look(fresh, version)
            seen.append(able)
        if len(seen) == CHANGES or not people.act():
            break
    told.context.close()
    fresh.context.close()
    people.go()
    assert len(seen) == CHANGES, "who may act changes too seldom"


MENU = """() => [...document.querySelectorAll('.menu-list :is(a, button, summary)')]
  .filter((node) => !node.closest('[hidden]')).map((node) => node.textContent.trim())"""


@pytest.mark.parametrize("seat", ["", "red"])
def test_when_the_battle_is_over_the_menu_is_that_of_a_page_loaded_afresh(
    browser: Browser, server: Server, seat: str
) -> None:
    people = seated(server.url, "ronin")
    address, cookies = f"/play/{people.game}?seat={seat}" if seat else people.watch, people.at["red"].http.cookies
    told, fresh = (window(browser, server, dict(cookies) if seat else {}) for _ in range(2))
    while not people.shown()["view"]:
        assert people.act()
    told.goto(address)
    assert "Battle report" not in told.evaluate(MENU)
    people.at["blue"].post(f"/games/{people.game}/resign", {"seat": "blue"})
    until(lambda: told.evaluate("document.body.dataset.status") == "over")
    fresh.goto(address)
    assert told.evaluate(MENU) == fresh.evaluate(MENU)
    assert "Battle report" in told.evaluate(MENU)
    told.context.close()
    fresh.context.close()
    people.go()
