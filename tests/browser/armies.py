"""Two armies at one table: Oda's raiders before the camp of the Imagawa, three people, and answers past the page."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Locator, expect

from tests.browser.player import Player, until
from tests.browser.server import Server
from tests.browser.units import CM, Table, answered, ask_of, open_keys, quietly, tries

Json = Any
ODA, IMAGAWA = "red", "blue"
MORI, HATTORI = "red-c1", "red-c2"
SAMURAI, SPEARS, ARCHERS, DAIMYO = "red-2", "red-3", "red-4", "red-L1"
"""Mori's clan as it stands: in the middle, to its right, to its left, and with the samurai."""
MATSUI, BOWMEN = "blue-3", "blue-5"
"""Of the enemy, what stands before the samurai and what stands before the spears."""
NEARER = 3 * CM
FEW_QUESTIONS = 200


class Raid(Table):
    """Hana leads the raiders, Mika the camp, Ori watches."""

    def laid(self) -> Json:
        """A game made by Hana; the camp is side One, and Mika's."""
        sides = [{"seat": IMAGAWA, "roster": {"sample": "okehazama-imagawa"}, "player": "person"},
                 {"seat": ODA, "roster": {"sample": "okehazama-oda"}, "player": "me"}]  # fmt: skip
        body = {"system": "daimyo", "scenario": "okehazama", "name": "Hana", "sides": sides}
        made = self.red.page.request.post(f"{self.red.url}/api/v1/games", data=json.dumps(body),
                                          headers={"content-type": "application/json"})  # fmt: skip
        assert made.status == 201, made.text()
        return made.json()

    def __init__(self, browser: Browser, server: Server) -> None:
        super().__init__(browser, server)
        self.choices: list[str] = []

    @property
    def over(self) -> bool:
        """Whether somebody has won, or nobody can any more."""
        return bool(self.red.look()["status"] != "playing")

    def last(self, kind: str) -> Json:
        """The latest event of a kind."""
        return self.events(kind)[-1]

    def count(self, kind: str) -> int:
        """How often this has happened."""
        return len(self.events(kind))


ByHand = Callable[[Raid, Player, Json], bool]

# -- past the page ---------------------------------------------------------------------


def quiet_until(raid: Raid, *abouts: str) -> tuple[Player, Json]:
    """All is answered by what silence means, set-up by what is proposed, until one of these is asked."""
    for _ in range(FEW_QUESTIONS):
        player, question = raid.asked()
        if question["about"] in abouts:
            return player, question
        quietly(player, question, "rest" if "rest" in open_keys(question) else None)
    raise AssertionError(f"never asked: {abouts}")


def orders_in(raid: Raid, seat: str) -> Player:
    """Somebody is to name a clan whose own clan by Mori has not been tried this turn; the others do nothing."""
    for _ in range(FEW_QUESTIONS):
        player, question = quiet_until(raid, "clan.choose")
        if player.seat == seat and MORI in open_keys(question):
            return player
        quietly(player, question, {"pick": "decline", "then": declined(question)} if declined(question) else None)
    raise AssertionError(f"{seat} is never asked")


def declined(question: Json) -> str:
    """A clan whose roll may be given up."""
    return next((key for key in open_keys(question) if "-c" in key), "")


def ahead(unit: str, by: int) -> Json:
    """The order to go so far straight ahead."""
    return {"pick": unit, "then": {"pick": "move", "then": [["forward", by]]}}


def fight_on(raid: Raid, seen: Callable[[], bool], by_hand: ByHand) -> None:
    """The raiders go on charging and the camp goes on answering until it has been seen, or the battle is over."""
    for _ in range(FEW_QUESTIONS):
        if raid.over or seen():
            return
        player, question = raid.asked()
        if by_hand(raid, player, question):
            continue
        if not tries(player, question, bold(question)):
            quietly(player, question)
    raise AssertionError("nothing of the kind")


def bold(question: Json) -> list[Json]:
    """A charge at anything, if orders are given; a clan rather than the General; else nothing."""
    keys = open_keys(question)
    if question["about"] == "clan.choose":
        return [key for key in keys if "-c" in key][:1]
    if question["about"] != "move.unit":
        return []
    foe = IMAGAWA if question["seat"] == ODA else ODA
    targets = [f"{foe}-{n}" for n in range(1, 11)]
    units = [key for key in keys if key != "done" and "-L" not in key]
    return [{"pick": unit, "then": {"pick": "charge", "then": {"pick": target, "then": []}}}
            for unit in units for target in targets]  # fmt: skip


# -- formations --------------------------------------------------------------------------


def group(player: Player, id: str) -> Json:
    """A formation as this person sees it."""
    return next(g for side in player.look()["view"]["sides"] for g in side["groups"] if g["id"] == id)


def within(player: Player, id: str, right: float, back: float) -> tuple[int, int]:
    """A place within a formation: so much of its width from the left, so much of its depth from the front."""
    a, b, _, d = group(player, id)["outline"]
    x, y = (round(a[i] + (b[i] - a[i]) * right + (d[i] - a[i]) * back) for i in (0, 1))
    return x, y


def pull(player: Player, name: str, ahead: float, aside: float = 0) -> None:
    """Drag a handle of the formation in hand so many centimetres to the north, and to the east."""
    player.rest()
    box = player.page.locator(f".drill-handle.is-{name} circle").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    one, other = player.screen(0, 0), player.screen(CM, CM)
    mouse = player.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + aside * (other[0] - one[0]), y - ahead * (other[1] - one[1]), steps=8)
    mouse.up()


def clicked(player: Player, unit: str) -> None:
    """A formation is clicked on the table, beside any leader in its middle, once the page asks and shows it there."""
    player.ready()
    player.rest()
    player.page.keyboard.press(".")
    player.click(*within(player, unit, 0.9, 0.5))


def order(player: Player, unit: str, key: str) -> None:
    """The way to an order: its unit clicked on the table, then itself in the panel, unless it is opened at once."""
    clicked(player, unit)
    button = player.page.locator(f"#prompt button[data-key='{key}']")
    until(lambda: level(player) == [unit, key] or button.count() > 0)
    if level(player) != [unit, key]:
        player.choose(key)


def level(player: Player) -> list[str]:
    """The level that the panel shows."""
    found: list[str] = json.loads(player.page.locator("#prompt .ask").get_attribute("data-at") or "[]")
    return found


def steps(player: Player) -> Locator:
    """The steps in the panel."""
    return player.page.locator("#prompt [data-steps] li")


def mended(player: Player, clause: str) -> None:
    """The panel and the table say why not, by its clause, and the nearest that is allowed can be given."""
    expect(player.page.locator("#prompt .refusal .clause")).to_have_text(clause)
    expect(player.page.locator("#hand-marks, .at-piece").filter(has_text=clause)).not_to_have_count(0)
    expect(player.page.locator("#prompt [data-act=confirm]")).to_be_enabled()


def given(player: Player) -> None:
    """What is drawn is given; the page asks something else or nothing."""
    ask = ask_of(player)
    expect(player.page.locator("#prompt .refusal")).to_have_count(0)
    player.confirm()
    answered(player, ask)
