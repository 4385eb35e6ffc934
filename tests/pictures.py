"""Pictures of battles in the documents: ``python -m tests.pictures``, on a server of its own with a browser.

Nagashino is played quietly until horse of the Takeda are in front of the guns, then a gun unit is clicked on the page.
Two hosts of Kensei are played until they fight and one more unit is charged; its owner is shown what he is asked.
``pages`` takes every page of a furnished house, wide and narrow (``tests/shots.py``).  The dice fall as they fall, so
no two pictures are alike; the program says how far the battles had come.  Names of battles make their pictures alone.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.player import Player, alone
from tests.browser.player import asked as anybody
from tests.browser.server import ROOT, SWIFT, Server
from tests.browser.units import CM, open_keys
from tests.shots import pages

Json = Any
ALLIES, TAKEDA = "blue", "red"
PICTURE = ROOT / "docs" / "nagashino.png"
CHROMIUM = "/usr/bin/chromium"
MEETING = ROOT / "docs" / "kensei.png"
HOSTS = ("buke_1000", "kuge_1000")
FIGHTS = 2
"""So many units fight before the picture of Kensei is taken."""
WIDE, FAR = 14 * CM, 30 * CM
"""How far aside and ahead a unit may be that is charged."""
PACES = (33, 30, 20, 15, 10, 5)
STREAM_BANK = 66 * CM
"""How far west the Takeda go of their own will before they charge."""
CHARGES_FROM = 4
SHOWN_FROM = 5
MOST = 2000
TOO_MANY = 429
OUT_OF_THE_WAY = (640, 30)


def main(names: list[str]) -> int:
    """The pictures are made anew."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = Server(Path(folder), SWIFT)
        server.start()
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            for name in names or PICTURES:
                PICTURES[name](browser, server)
        finally:
            browser.close()
            server.stop()
    return 0


def nagashino(browser: Browser, server: Server) -> None:
    """The guns at the palisade, about to fire."""
    player = seated(browser, server)
    show(player, until_fire(player))


def seated(browser: Browser, server: Server) -> Player:
    """Somebody who plays both sides at one screen."""
    player = Player(browser, server.url, "Hana", ALLIES)
    sides = [{"seat": ALLIES, "roster": {"sample": "nagashino-allies"}, "player": "me"},
             {"seat": TAKEDA, "roster": {"sample": "nagashino-takeda"}, "player": "me"}]  # fmt: skip
    body = {"system": "daimyo", "scenario": "nagashino", "name": "Hana", "sides": sides}
    made = player.page.request.post(f"{server.url}/api/v1/games", data=json.dumps(body),
                                    headers={"content-type": "application/json"})  # fmt: skip
    assert made.status == 201, made.text()
    player.game = made.json()["id"]
    return player


def until_fire(player: Player) -> str:
    """The battle goes on until, some turns into it, a gun unit may fire; which."""
    for _ in range(MOST):
        question = asked(player)
        if player.seat == ALLIES and question["about"] == "fire.unit" and player.look()["view"]["turn"] >= SHOWN_FROM:
            guns = [key for key in open_keys(question) if key != "done" and group(player, key)["code"].startswith("AG")]
            if guns:
                return min(guns, key=lambda key: nearest(player, key))
        if any(taken(player, question, answer) for answer in bold(player, question)):
            continue
        if not taken(player, question, "rest" if "rest" in open_keys(question) else question["default"]):
            raise SystemExit(f"silence is no answer to {question['about']}")
    raise SystemExit("the battle never came to the guns")


def taken(player: Player, question: Json, answer: Json) -> bool:
    """Whether this answer was legal and is given; the server is let take breath when it asks for it."""
    body = {"seat": player.seat, "ask": question["id"], "answer": answer}
    while True:
        reply = player.page.request.post(f"{player.url}/api/v1/games/{player.game}/answers", data=body)
        if reply.status != TOO_MANY:
            return reply.ok
        time.sleep(1)


def asked(player: Player) -> Json:
    """What is asked now; the player sits where it is asked."""
    for seat in (ALLIES, TAKEDA):
        player.seat = seat
        if question := player.question():
            return question
    raise SystemExit("the battle was over too soon")


def bold(player: Player, question: Json) -> list[Json]:
    """What the Takeda would rather do than nothing: go forward to the stream, then charge; guns fire where they can."""
    keys = [key for key in open_keys(question) if key != "done"]
    if question["about"] == "fire.unit":
        return fire(question, keys)
    if question["about"] != "move.unit" or player.seat != TAKEDA:
        return []
    units = [key for key in keys if "-L" not in key]
    targets = [f"{ALLIES}-{n}" for n in range(1, 17)] if question["facts"]["turn"] >= CHARGES_FROM else []
    charges = [order(unit, "charge", {"pick": target, "then": []}) for unit in units for target in targets]
    return [*charges, *(step for unit in units for step in advance(player, unit))]


def fire(question: Json, keys: list[str]) -> list[Json]:
    """The first volley there is, at what is nearest."""
    return [{"pick": key, "then": {}} for key in keys]


def order(unit: str, key: str, then: Json) -> Json:
    """An order to a unit."""
    return {"pick": unit, "then": {"pick": key, "then": then}}


def advance(player: Player, unit: str) -> list[Json]:
    """Straight ahead as far as it goes, but not over the stream."""
    left = group(player, unit)["outline"][0][0] - STREAM_BANK
    return [order(unit, "move", [["forward", by]]) for by in range(min(18 * CM, left), CM, -3 * CM)]


def group(player: Player, id: str) -> Json:
    """A formation."""
    return next(g for side in player.look()["view"]["sides"] for g in side["groups"] if g["id"] == id)


def nearest(player: Player, guns: str) -> int:
    """How far the nearest of the Takeda stands from a gun unit, corner from corner."""
    foes = next(side["groups"] for side in player.look()["view"]["sides"] if side["seat"] == TAKEDA)
    mine = group(player, guns)["outline"]
    return int(min(abs(x - u) + abs(y - v) for foe in foes for x, y in foe["outline"] for u, v in mine))


def show(player: Player, guns: str) -> None:
    """The unit is clicked on the page and its volley shown; what is seen then is the picture."""
    page = player.page
    page.goto(f"{player.url}/play/{player.game}?seat={ALLIES}")
    player.ready()
    a, b, _, d = group(player, guns)["outline"]
    player.click(*(round(a[i] + (b[i] - a[i]) * 0.8 + (d[i] - a[i]) * 0.7) for i in (0, 1)))
    page.locator("#hand-marks .area.lane").first.wait_for(state="attached")
    page.locator("#card h3").wait_for()
    page.mouse.move(*OUT_OF_THE_WAY)
    page.screenshot(path=str(PICTURE))
    print(f"{PICTURE}: turn {player.look()['view']['turn']}")


# -- Kensei ----------------------------------------------------------------------------


def kensei(browser: Browser, server: Server) -> None:
    """Two hosts have met; one more unit is charged."""
    player = alone(browser, server.url, "kensei", "pitched_battle", HOSTS, points=1000, terrain="two_woods")
    for _ in range(MOST):
        question = anybody(player)
        if question["about"] == "charge.reaction" and fighting(player) >= FIGHTS:
            charged(player, question["facts"])
            return
        if any(taken(player, question, answer) for answer in eager(player, question)):
            continue
        if not taken(player, question, "rest" if "rest" in open_keys(question) else question["default"]):
            raise SystemExit(f"silence is no answer to {question['about']}")
    raise SystemExit("the hosts never met")


def fighting(player: Player) -> int:
    """How many units are in Combat."""
    return sum("fighting" in g["badges"] for side in player.look()["view"]["sides"] for g in side["groups"])


def eager(player: Player, question: Json) -> list[Json]:
    """What both hosts would rather do than nothing: charge what is near enough, else run straight ahead."""
    keys = [key for key in open_keys(question) if key != "done"]
    if question["about"] == "act.charges":
        return list(keys)
    if question["about"] == "act.movement":
        return [{"pick": key, "then": [["slide", by * CM, group(player, key)["facing"]]]}
                for key in keys for by in PACES]  # fmt: skip
    if question["about"] != "orders.declare":
        return []
    idle = [key for key in keys if group(player, key)["outline"] and not ordered(group(player, key))]
    return [answer for key in idle for answer in (*charges(player, key), *runs(player, key))]


def ordered(unit: Json) -> bool:
    """Whether something is declared for a unit already."""
    return any(badge.startswith("orders-") for badge in unit["badges"])


def charges(player: Player, id: str) -> list[Json]:
    """Charges at what stands no farther off than riders come."""
    others = next(side["groups"] for side in player.look()["view"]["sides"] if side["seat"] != player.seat)
    x, y = middle(group(player, id))
    near = [foe["id"] for foe in others if foe["outline"] and abs(middle(foe)[0] - x) < WIDE
            and abs(middle(foe)[1] - y) < FAR]  # fmt: skip
    return [order(id, key, target) for key in ("march_charge", "charge") for target in near]


def runs(player: Player, id: str) -> list[Json]:
    """A run straight ahead."""
    x, y = middle(unit := group(player, id))
    return [order(id, "run", {"pick": "none", "then": [x, y + (30 if unit["facing"] else -30) * CM]})]


def middle(unit: Json) -> tuple[int, int]:
    """The middle of a unit in ranks."""
    xs, ys = zip(*unit["outline"], strict=True)
    return sum(xs) // 4, sum(ys) // 4


def charged(player: Player, facts: Json) -> None:
    """The question and the card of the unit that is charged are shown, the table nearer: that is the picture."""
    page = player.page
    page.goto(f"{player.url}/play/{player.game}?seat={player.seat}")
    if (veil := page.locator("#veil[open] button")).count():
        veil.click()
    player.ready()
    page.locator("#t-in").click()
    page.mouse.move(*player.screen(*middle(group(player, facts["unit"]))))
    page.locator("#card h3").wait_for()
    page.screenshot(path=str(MEETING))
    print(f"{MEETING}: turn {player.look()['view']['turn']}, {fighting(player)} units in Combat")


PICTURES: dict[str, Callable[[Browser, Server], None]] = {"nagashino": nagashino, "kensei": kensei, "pages": pages}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
