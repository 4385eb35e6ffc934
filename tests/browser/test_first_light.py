"""Two people fight a battle in their browsers while a third watches: the whole way through pages and drags."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, expect

from app.games.verify import verify
from app.systems import SYSTEMS
from tests.browser.player import INCH, Player, twice, until
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]

RED = {
    "name": "Kurokawa Watch", "faction": "bushi",
    "models": [
        {"code": "L", "title": "samurai", "armour": "heavy", "weapons": ["katana"], "attributes": ["kenjutsu"],
         "leader": True},
        {"code": "B1", "title": "ashigaru", "armour": "none", "weapons": ["katana", "yumi"], "attributes": []},
        {"code": "Y1", "title": "ashigaru", "armour": "none", "weapons": ["katana", "yari"], "attributes": []},
        {"code": "Y2", "title": "ashigaru", "armour": "none", "weapons": ["katana", "yari"], "attributes": []},
    ],
}  # fmt: skip
BLUE = {
    "name": "Black Pines", "faction": "bandits",
    "models": [
        {"code": "L", "title": "leader", "armour": "none", "weapons": ["katana"], "attributes": ["powerful"],
         "leader": True},
        {"code": "B1", "title": "bandit", "armour": "none", "weapons": ["katana"], "attributes": []},
        {"code": "B2", "title": "bandit", "armour": "none", "weapons": ["katana"], "attributes": []},
        {"code": "B3", "title": "bandit", "armour": "none", "weapons": ["katana", "yumi"], "attributes": []},
    ],
}  # fmt: skip


class Battle:
    """The three of them, and what has been seen so far."""

    def __init__(self, red: Player, blue: Player, watcher: Player) -> None:
        self.red, self.blue, self.watcher = red, blue, watcher
        self.seen: set[str] = set()

    def everybody(self) -> tuple[Player, Player, Player]:
        """All three."""
        return self.red, self.blue, self.watcher

    def asked(self) -> tuple[Player, Any] | None:
        """Who is asked now, and what."""
        for player in (self.red, self.blue):
            if question := player.question():
                return player, question
        return None


@pytest.fixture
def battle(browser: Browser, mortal: Server) -> Iterator[Battle]:
    """A table laid by red; blue comes by the seat's link, the watcher by theirs."""
    still = {"reduced_motion": "reduce"}
    red = Player(browser, mortal.url, "Hana", "red", **still)
    made = red.page.request.post(f"{mortal.url}/api/v1/games", data=json.dumps({
        "system": "ronin", "scenario": "skirmish", "name": "Hana",
        "options": {"points": 100, "table": [24, 24], "terrain": []},
        "sides": [{"seat": "red", "roster": RED, "player": "me"}, {"seat": "blue", "roster": BLUE, "player": "person"}],
    }), headers={"content-type": "application/json"})  # fmt: skip
    assert made.status == 201, made.text()
    game = made.json()
    blue, watcher = Player(browser, mortal.url, "Mika", "blue", **still), Player(browser, mortal.url, "Ori", **still)
    red.game = blue.game = watcher.game = game["id"]
    red.page.goto(f"{mortal.url}/play/{game['id']}")
    blue.page.goto(game["links"]["seats"]["blue"])
    blue.page.get_by_role("textbox").first.fill("Mika")
    blue.page.get_by_role("button", name=re.compile("seat", re.I)).last.click()
    blue.page.wait_for_url("**/play/**")
    red.page.goto(f"{mortal.url}/play/{game['id']}")
    watcher.key = game["links"]["watch"].rsplit("/", 1)[1]
    watcher.page.goto(game["links"]["watch"])
    found = Battle(red, blue, watcher)
    yield found
    for player in found.everybody():
        player.close()


# -- answers by hand ------------------------------------------------------------------


def own_edge(player: Player) -> str:
    """The edge this player deploys along, read from its zone."""
    zone = next(z for z in player.look()["view"]["zones"] if z["side"] == ("a" if player.seat == "red" else "b"))
    xs, ys = [p[0] for p in zone["outline"]], [p[1] for p in zone["outline"]]
    if max(xs) - min(xs) > max(ys) - min(ys):
        return "north" if min(ys) == 0 else "south"
    return "west" if min(xs) == 0 else "east"


def deploy_spot(player: Player, n: int) -> tuple[int, int]:
    """The front of the zone, three inches apart about the middle."""
    along, front = (6 + 4 * n) * INCH, 5 * INCH + INCH // 4
    size = 24 * INCH
    return {
        "north": (along, front), "south": (along, size - front), "west": (front, along), "east": (size - front, along),
    }[own_edge(player)]  # fmt: skip


def deploy(player: Player, question: Any) -> None:
    """Put the next model into the zone by hand."""
    key = next(o["key"] for o in question["domain"]["options"] if o["no"] is None)
    player.choose(key)
    player.click(*deploy_spot(player, int(key.rsplit("-", 1)[1]) - 1))
    player.confirm()


def options(question: Any) -> dict[str, Any]:
    """The open options of a menu by key."""
    return {o["key"]: o for o in question["domain"].get("options", []) if o["no"] is None}


def foes(player: Player) -> list[Any]:
    """The other side's models on the table."""
    mine = "a" if player.seat == "red" else "b"
    return [p for p in player.look()["view"]["pieces"] if p["kind"] == "model" and p["side"] != mine]


def toward(start: Any, end: Any, length: int, short: int = 0) -> tuple[int, int]:
    """The point this far on the way from one counter to another, or ``short`` before its middle."""
    dx, dy = end["x"] - start["x"], end["y"] - start["y"]
    whole = (dx * dx + dy * dy) ** 0.5
    way = min(length, whole - short)
    return int(start["x"] + dx * way / whole), int(start["y"] + dy * way / whole)


def nearest(me: Any, others: list[Any]) -> Any:
    """The counter nearest to another."""
    return min(others, key=lambda o: (o["x"] - me["x"]) ** 2 + (o["y"] - me["y"]) ** 2)


def refused_run(battle: Battle, player: Player, id: str) -> None:
    """Draw a Run right through an enemy and read why not; then leave it."""
    me = player.piece(id)
    foe = nearest(me, foes(player))
    player.choose("run")
    player.drag((me["x"], me["y"]), (foe["x"], foe["y"]))
    panel = player.page.locator("#prompt")
    expect(panel.locator(".refusal")).to_contain_text("RON-MOV-04")
    battle.seen.add("refused run")
    version = player.look()["version"]
    player.page.keyboard.press("Escape")
    assert player.look()["version"] == version, "a refused drawing must change nothing"


def shoot(battle: Battle, player: Player) -> None:
    """Shoot at the first that can be shot at; the breakdown stands there before it is confirmed."""
    player.choose("shoot")
    ids = [foe["id"] for foe in foes(player)]
    targets = [player.page.locator(f"#prompt button[data-key='{id}']") for id in ids]
    next(t for t in targets if t.count()).first.click()
    expect(player.page.locator("#prompt")).to_contain_text("RON-SHO-35")
    player.confirm()
    battle.seen.add("shot")


def move_to_contact(battle: Battle, player: Player, id: str) -> None:
    """Walk up to the nearest enemy by dragging the counter, into contact if it can be reached."""
    me = player.piece(id)
    foe = nearest(me, foes(player))
    reach = me["radius"] + foe["radius"] + 30
    player.choose("move")
    player.drag((me["x"], me["y"]), toward(me, foe, 6 * INCH - 20, reach))
    player.confirm()
    battle.seen.add("move")


def activate(battle: Battle, player: Player, question: Any) -> None:
    """One model's go in the Move or the Action Phase."""
    phase = next(s["key"] for s in player.look()["view"]["phases"] if s["state"] == "now")
    keys = list(options(question))
    leaders = [k for k in keys if k.endswith("-1")]
    key = leaders[0] if leaders else keys[0]
    player.choose(key)
    offered = {b.get_attribute("data-key") for b in player.page.locator("#prompt button[data-key]").all()}
    late = player.look()["view"]["turn"] > 1
    if phase == "move" and "run" in offered and late and not key.endswith("-1") and "refused run" not in battle.seen:
        refused_run(battle, player, key)
    if phase == "move" and "move" in offered and key.endswith("-1"):
        move_to_contact(battle, player, key)
    elif "shoot" in offered and "shot" not in battle.seen:
        shoot(battle, player)
    else:
        holds(battle, player, phase, late)


def holds(battle: Battle, player: Player, phase: str, late: bool) -> None:
    """It holds, and the rest with it where none of them has anything left to show."""
    shown = "shot" in battle.seen and ("refused run" in battle.seen or not late or phase != "move")
    rest = player.page.locator("#prompt [data-deed=rest]:not([data-about])")
    one = player.page.locator("#prompt button[data-key='hold']")
    twice((rest if shown and rest.count() else one).first)


def split(battle: Battle, player: Player, question: Any) -> None:
    """Share out the counters in secret: all but one to attack.  A reload in the middle loses nothing."""
    attack = max(0, question["domain"]["total"] - 1)
    attack = min(attack, question["domain"]["limits"]["attack"])
    for part, number in (("attack", attack), ("defence", question["domain"]["total"] - attack)):
        for _ in range(number):
            player.page.locator(f"#prompt [data-part='{part}'] [data-step='1']").click()
    player.confirm()
    until(lambda: player.question() != question)
    battle.seen.add("secret counters")
    if "reload" not in battle.seen and player.question() is None:
        other = battle.blue if player is battle.red else battle.red
        if other.question() and other.question()["about"] == question["about"]:
            sealed = other.look()
            player.page.reload()
            other.page.reload()
            assert other.look()["questions"] == sealed["questions"]
            battle.seen.add("reload")


def answer(battle: Battle, player: Player) -> None:
    """Answer whatever this player is asked, on the page."""
    question = player.ready()
    version = player.look()["version"]
    domain, about = question["domain"], question["about"]
    if domain["kind"] == "split":
        split(battle, player, question)
    elif domain["kind"] in ("assign", "order"):
        player.confirm()
    elif domain["kind"] == "menu" and "deploy" in about:
        deploy(player, question)
    elif domain["kind"] == "menu" and any(o["more"] and o["piece"] for o in domain["options"]):
        activate(battle, player, question)
    else:
        simple(player, question)
    until(lambda: taken(player, version, question))


def taken(player: Player, version: int, question: Any) -> bool:
    """Whether the answer has been taken; one that shows what it would do first is confirmed."""
    if player.look()["version"] > version or player.question() != question:
        return True
    button = player.page.locator("#prompt [data-act=confirm]:visible:enabled")
    if button.count():
        with suppress(Error):  # it may go while it is clicked, since its answer is on its way
            button.click(timeout=2_000)
    return False


def simple(player: Player, question: Any) -> None:
    """A short list: attack if one can, else the first open option."""
    keys = list(options(question))
    key = next(k for k in ("attack", "yes", *keys) if k in keys)
    player.choose(key)
    panel = player.page.locator("#prompt section.ask")
    if json.loads(panel.get_attribute("data-at") or "[]"):
        buttons = player.page.locator("#prompt button[data-key]").all()
        next(b for b in buttons if b.get_attribute("data-key") not in keys).click()


EXPECTED = ("WebSocket", "htmx:ws:error", "ERR_", "409")
"""What a browser notes when a server is killed, and when a preview comes a moment after its answer."""
WANTED = {"move", "refused run", "shot", "secret counters", "reload", "killed -9"}
"""What is done by hand before bots end the battle."""

# -- the story ------------------------------------------------------------------------


def test_the_first_light(battle: Battle, mortal: Server) -> None:
    """From the link to the victory screen, which all three see; then the record is checked."""
    by_hand(battle, mortal)
    assert battle.seen >= WANTED
    bots_finish(battle)
    for player in battle.everybody():
        expect(player.page.locator("#victory .victory")).to_be_visible()
        marks = player.page.locator("#log li.mark").all_text_contents()
        assert len(marks) == len(set(marks)) > 1, "a turn begins once, however many stories stand open"
        trouble = [t for t in player.trouble if not any(word in t for word in EXPECTED)]
        assert not trouble, trouble
    record = battle.red.page.request.get(f"{mortal.url}/api/v1/games/{battle.red.game}/record", max_retries=3)
    assert record.ok
    assert verify(record.json(), SYSTEMS) == []
    kinds = {row["body"]["kind"] for row in record.json()["events"]}
    assert {"ronin.moved", "ronin.shot", "ronin.counters-shown", "ronin.game-over"} <= kinds


def by_hand(battle: Battle, mortal: Server) -> None:
    """Set-up and turns answered on the pages, until everything has been seen."""
    killed = False
    for _ in range(400):
        view = battle.watcher.look()["view"]
        if battle.seen >= WANTED or (view and view["turn"] > 5):
            return
        asked = battle.asked()
        if asked is None:
            until(lambda: battle.asked() is not None)
            continue
        answer(battle, asked[0])
        if not killed and view["turn"] >= 1:
            killed = True
            kill_and_recover(battle, mortal)


def kill_and_recover(battle: Battle, mortal: Server) -> None:
    """The server dies between two answers; all three pages come back by themselves, at the same version."""
    version = battle.watcher.look()["version"]
    until(lambda: all(shown(player) == version for player in battle.everybody()))
    mortal.kill()
    for player in battle.everybody():
        expect(player.page.locator("#status")).not_to_have_class(re.compile(r"\bok\b"))
    mortal.start()
    for player in battle.everybody():
        expect(player.page.locator("#status")).to_have_class(re.compile(r"\bok\b"))
    assert battle.watcher.look()["version"] == version
    assert [shown(player) for player in battle.everybody()] == [version] * 3
    battle.seen.add("killed -9")


def shown(player: Player) -> int:
    """The version this page shows."""
    return int(player.page.evaluate("() => document.body.dataset.version"))


def bots_finish(battle: Battle) -> None:
    """Both players leave the rest to bots, from the menu."""
    for player in (battle.red, battle.blue):
        player.page.locator("details.menu:not(.seers) > summary").click()
        player.page.locator(f"[data-stand-in='{player.seat}']").click()
        player.page.wait_for_load_state()
    until(lambda: battle.watcher.look()["status"] == "over", 240)
