"""A rule system of another package on a real server: its table is drawn, and its questions are answered by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import Player, until
from tests.browser.server import Server
from tests.packages import EXAMPLE, install

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
CM = 1000


SIDES = [
    {"seat": "red", "roster": {"sample": "stone"}, "player": "me"},
    {"seat": "blue", "roster": {"sample": "water"}, "player": "bot"},
]


@pytest.fixture
def hana(browser: Browser, tmp_path: Path) -> Iterator[Player]:
    """Somebody who fights a duel against a bot, on a server beside which the package is installed."""
    server = Server(tmp_path / "house", PYTHONPATH=install(EXAMPLE, tmp_path / "site"))
    (tmp_path / "house").mkdir()
    server.start()
    one = Player(browser, server.url, "Hana", "red")
    body = {"system": "iai", "scenario": "yard", "name": "Hana", "sides": SIDES}
    made = one.page.request.post(f"{server.url}/api/v1/games", data=body)
    assert made.status == 201, made.text()
    one.game = made.json()["id"]
    yield one
    one.close()
    server.stop()


def asked(hana: Player, about: str) -> str:
    """Hana is asked this, and the page shows it; the question's id."""
    until(lambda: (hana.question() or {}).get("about") == about)
    return str(hana.ready()["id"])


def test_an_exchange_of_the_example_is_played_on_its_board(hana: Player) -> None:
    hana.page.goto(f"{hana.url}/")
    expect(hana.page.get_by_text("A duel of two schools of the sword")).to_be_visible()
    hana.page.goto(f"{hana.url}/play/{hana.game}?seat=red")
    asked(hana, "step.choose")
    me = hana.piece("red")
    hana.choose("step")
    hana.rest()
    hana.drag((me["x"], me["y"]), (me["x"], me["y"] - 10 * CM))
    hana.confirm()
    asked(hana, "stance.choose")
    assert abs(hana.piece("red")["y"] - me["y"] + 10 * CM) < CM
    hana.choose("high")
    hana.confirm()
    second = asked(hana, "step.choose")
    assert hana.look()["view"]["turn"] == 2
    hana.choose("stand")
    hana.confirm()
    until(lambda: (hana.question() or {}).get("id") != second)
    expect(hana.page.locator("#log")).to_contain_text("Stances: ")
    assert hana.trouble == []
