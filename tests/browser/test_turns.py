"""The list of deeds says in which turn each was done: the turn under which the log has it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.house import READY
from tests.browser.player import Player, until
from tests.browser.server import FATED, Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]
TURNS, ENOUGH = 3, 300
"""Of so many turns lines are fetched, of a battle that is so many versions on, or over."""
WRONG = """async () => {
  const of = (one) => import(`/static/js/table/eye/${one}.js`);
  const names = ['deeds', 'told', 'rows', 'turns'];
  const [{ deeds }, { gathered }, { rowed }, { marked }] = await Promise.all(names.map(of));
  const under = new Map();
  let turn = null;
  for (const one of document.querySelector('#log ol').children) {
    if (one.matches('.mark')) turn = one.textContent;
    else for (const row of [one, ...one.querySelectorAll('[data-seq]')]) under.set(row, turn);
  }
  const place = ({ id }) => id.slice(2).split('-').map(Number);
  const before = ([a, b = Infinity], [c, d = Infinity]) => a - c || (b === d ? 0 : b - d);
  const rows = [...document.querySelectorAll('#log li[data-seq]')].sort((a, b) => before(place(a), place(b)));
  const told = rowed(gathered(deeds(rows)));
  const items = told.map(({ deeds: all }) => ({ item: all, lead: all[0].lead }));
  const [wrong, turns] = [[], new Set()];
  let heading = under.get(items[0].lead);
  for (const one of marked(items)) {
    if (!Array.isArray(one)) heading = one.textContent;
    else
      for (const { lead, too } of one)
        for (const row of [lead, ...too]) {
          turns.add(under.get(row));
          if (under.get(row) !== heading) wrong.push([heading, under.get(row), row.textContent.trim().slice(0, 80)]);
        }
  }
  return { wrong, turns: turns.size };
}"""
"""What of all deeds that the log of this page tells stands below the heading of another turn than it has there, and how
many turns are told of."""


@pytest.fixture(scope="module")
def swift(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots do not linger, and on which each battle goes as it went before."""
    running = Server(tmp_path_factory.mktemp("turns"), FATED.format(fate=2))
    running.start()
    yield running
    running.stop()


def battle(watcher: Player, system: str) -> str:
    """A battle between two bots that anybody may watch, some turns on; its id."""
    scenario, red, blue, options = READY[system]
    sides = [{"seat": seat, "roster": roster, "player": "bot"} for seat, roster in (("red", red), ("blue", blue))]
    body = {"system": system, "scenario": scenario, "sides": sides, "listed": True, "name": "Ori", "options": options}
    made = watcher.page.request.post(
        f"{watcher.url}/api/v1/games", data=json.dumps(body), headers={"content-type": "application/json"}
    )
    assert made.status == 201, made.text()
    watcher.game = str(made.json()["id"])
    until(lambda: bool(watcher.look()["version"] >= ENOUGH), 90)
    return watcher.game


@pytest.mark.parametrize("system", list(READY))
def test_each_deed_stands_below_the_heading_of_its_turn(browser: Browser, swift: Server, system: str) -> None:
    ori = Player(browser, swift.url, "Ori")
    page = ori.page
    page.goto(f"{ori.url}/play/{battle(ori, system)}")
    expect(page.locator("body[data-ready], #table[tabindex]").first).to_be_attached()
    for _ in range(8):
        older = page.locator("#log .older button")
        if page.locator("#log .mark").count() >= TURNS or not older.count():
            break
        lines = page.locator("#log li[data-seq]").count()
        older.click()
        until(lambda before=lines: page.locator("#log li[data-seq]").count() > before)  # type: ignore[misc]
    found = page.evaluate(WRONG)
    assert found["wrong"] == []
    assert found["turns"] > 1
    ori.close()
