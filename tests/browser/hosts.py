"""Two hosts on a bare plain, cavalry before spears and spears before cavalry; three people, answers past the page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from playwright.sync_api import Browser, Locator, expect

from app.games.verify import verify
from app.systems import SYSTEMS
from tests.browser.player import STANDING, Player, until
from tests.browser.server import Server
from tests.browser.units import CM, Table, answered, ask_of, open_keys, quietly, tries

Json = Any
SPEARS, RIDERS, ARCHERS, GENERAL, CAPTAIN, SAGE = range(1, 7)
"""The units and characters of either host by their numbers: the General is with the riders, the captain with the
spears, the sage by himself."""
NAMES = {
    "red": ("Crane Spears", "Crane Riders", "Crane Bows", "Lord Tsuru", "Captain Sagi", "Old Washi"),
    "blue": ("Boar Spears", "Boar Riders", "Boar Bows", "Lord Inoshishi", "Captain Kuma", "Old Tanuki"),
}
COLUMNS = {
    "red": {SPEARS: 40, RIDERS: 80, ARCHERS: 60, SAGE: 70}, "blue": {SPEARS: 80, RIDERS: 40, ARCHERS: 60, SAGE: 70},
}  # fmt: skip
"""The middle of each unit, in centimetres from the west."""
RUN, CLOSE = 33 * CM, 17 * CM
"""How far riders of the Buke run, and how far the spears come to meet them."""
NORTH, SOUTH = 0, 18_000
DEPTH = 120 * CM
FEW_QUESTIONS = 200
OVER = "over"
Wish = Callable[[Player, Json], Iterable[Json]]


def host(seat: str) -> Json:
    """A host of the Buke with the names of its own."""
    names = NAMES[seat]
    units = [("yari_ashigaru", 9, True), ("kiba_musha", 4, False), ("yumi_ashigaru", 5, False)]
    characters: list[Json] = [
        {"entry": "busho", "taisho": True, "unit": "u2", "mounted": True},
        {"entry": "samurai_daisho", "unit": "u1"},
        {"entry": "onmyouiji", "school": "celestial", "level": 1},
    ]
    return {
        "name": names[0].split(maxsplit=1)[0], "caste": "buke", "abilities": [],
        "units": [{"id": f"u{n}", "entry": entry, "models": models, "standard": standard, "name": names[n - 1]}
                  for n, (entry, models, standard) in enumerate(units, 1)],
        "characters": [{**line, "name": names[3 + n]} for n, line in enumerate(characters)],
    }  # fmt: skip


class Plain(Table):
    """Hana leads the Crane from the south, Mika the Boar from the north, Ori watches."""

    def laid(self) -> Json:
        """A game made by Hana, Mika's seat left for a person."""
        sides = [{"seat": seat, "roster": host(seat), "player": player}
                 for seat, player in (("red", "me"), ("blue", "person"))]  # fmt: skip
        body = {"system": "kensei", "scenario": "pitched_battle", "name": "Hana", "sides": sides,
                "options": {"points": 1000, "terrain": []}}  # fmt: skip
        made = self.red.page.request.post(f"{self.red.url}/api/v1/games", data=json.dumps(body),
                                          headers={"content-type": "application/json"})  # fmt: skip
        assert made.status == 201, made.text()
        return made.json()

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return bool(self.red.look()["status"] != "playing")

    def last(self, kind: str) -> Json:
        """The latest event of a kind."""
        return self.events(f"kensei.{kind}")[-1]

    def count(self, kind: str) -> int:
        """How often this has happened."""
        return len(self.events(f"kensei.{kind}"))

    def other(self, player: Player) -> Player:
        """The enemy of a player."""
        return self.blue if player is self.red else self.red

    def closed(self) -> None:
        """Everybody has left."""
        for player in self.everybody():
            player.close()


def tables(browser: Browser, server: Server, most: int) -> Iterable[Plain]:
    """New battles, so many at most, each left before the next begins."""
    for _ in range(most):
        plain = Plain(browser, server)
        try:
            yield plain
        finally:
            plain.closed()


# -- whose is what -----------------------------------------------------------------------


def mine(player: Player, number: int) -> str:
    """A unit of a player's."""
    return f"{player.seat}-{number}"


def theirs(player: Player, number: int) -> str:
    """A unit of the enemy's."""
    return f"{'blue' if player.seat == 'red' else 'red'}-{number}"


def group(player: Player, id: str) -> Json:
    """A unit as this person sees it."""
    return next(g for side in player.look()["view"]["sides"] for g in side["groups"] if g["id"] == id)


def front(player: Player, id: str) -> int:
    """How far from the north the front edge of a unit lies."""
    outline = group(player, id)["outline"]
    ys: list[int] = [y for _, y in outline]
    return min(ys) if id.startswith("red") else max(ys)


def within(player: Player, id: str, right: float = 0.5, back: float = 0.5) -> tuple[int, int]:
    """A place in a unit: so much of its front from its left, so much of its depth from its front; of one without
    ranks its first model."""
    if not (outline := group(player, id)["outline"]):
        piece = player.piece(f"{id}-1")
        return piece["x"], piece["y"]
    a, b, _, d = outline
    x, y = (round(a[i] + (b[i] - a[i]) * right + (d[i] - a[i]) * back) for i in (0, 1))
    return x, y


def gap(player: Player, id: str, foe: str) -> int:
    """How far the fronts of two units are from each other that face each other."""
    return abs(front(player, id) - front(player, foe))


# -- past the page -----------------------------------------------------------------------


def nothing(_: Player, __: Json) -> Iterable[Json]:
    """No wish but what silence means."""
    return ()


def step(plain: Plain, wish: Wish = nothing) -> None:
    """One question is answered past the page: by the first wish that is legal, or by what silence means."""
    player, question = plain.asked()
    if not tries(player, question, wish(player, question)):
        quietly(player, question, "rest" if "rest" in open_keys(question) else None)


def quiet_until(plain: Plain, *abouts: str, wish: Wish = nothing) -> tuple[Player, Json]:
    """Who is asked one of these, and what; all before it was answered past the page."""
    for _ in range(FEW_QUESTIONS):
        player, question = plain.asked()
        if question["about"] in abouts:
            return player, question
        step(plain, wish)
    raise AssertionError(f"never asked: {abouts}")


def laid_out(player: Player, question: Json) -> Iterable[Json]:
    """How the hosts are set up: the Crane in the south, each unit at the front of its zone in its column."""
    if question["about"] == "deploy.side":
        return ["south" if player.seat == "red" else "north"]
    if question["about"] != "deploy.card":
        return ()
    return [{"pick": key, "then": {"pick": f"files-{files}", "then": [*place(player, int(key[-1])), facing(player)]}}
            for key in open_keys(question) if key != "rest" for files in (5, 1)]  # fmt: skip


def place(player: Player, number: int) -> tuple[int, int]:
    """Where the front edge of a unit's card is to lie."""
    depth = next(e["body"]["depth"] for e in events(player, "kensei.zone-settled") if e["body"]["seat"] == player.seat)
    return COLUMNS[player.seat][number] * CM, DEPTH - depth if player.seat == "red" else depth


def events(player: Player, kind: str) -> list[Json]:
    """What this seat knows to have happened of a kind."""
    query = f"since=0&limit=1000&seat={player.seat}"
    answer = player.page.request.get(f"{player.url}/api/v1/games/{player.game}/events?{query}")
    assert answer.ok, answer.text()
    return [event for event in answer.json()["events"] if event.get("kind") == kind]


def facing(player: Player) -> int:
    """Towards the enemy."""
    return NORTH if player.seat == "red" else SOUTH


def order(id: str, key: str, then: Json = None) -> Json:
    """An order to a unit."""
    return {"pick": id, "then": key if then is None else {"pick": key, "then": then}}


def ahead(player: Player, id: str, key: str) -> Json:
    """To move straight ahead."""
    x, y = within(player, id, back=0)
    return order(id, key, {"pick": "none", "then": [x, y + (-20 if player.seat == "red" else 20) * CM]})


def slide(player: Player, id: str, by: int) -> Json:
    """So far straight ahead."""
    return {"pick": id, "then": [["slide", by, facing(player)]]}


def charging(player: Player, question: Any) -> Iterable[Any]:
    """What the enemy does in his turn: riders run, as far as they can."""
    riders = mine(player, RIDERS)
    if question["about"] == "orders.declare" and riders in open_keys(question):
        return [] if waits(player, riders) else [ahead(player, riders, "run")]
    return [slide(player, riders, RUN)] if question["about"] == "act.movement" else []


def waits(player: Player, id: str) -> bool:
    """Whether a unit has an order still to be carried out."""
    return any(b.startswith("orders-") for side in player.look()["view"]["sides"] for g in side["groups"]
               if g["id"] == id for b in g["badges"])  # fmt: skip


def dropping(_: Player, question: Any) -> Iterable[Any]:
    """Spells are not kept up, so that the sages may cast and Block afresh."""
    return ["drop"] if question["about"] == "magic.keep" else []


def closing(player: Player, question: Any) -> Iterable[Any]:
    """How the hosts come near in the first turn: the riders run, the spears before them come to meet them."""
    keys = open_keys(question)
    if question["about"] == "orders.declare":
        return [ahead(player, mine(player, n), "run") for n in (RIDERS, SPEARS)
                if mine(player, n) in keys and not waits(player, mine(player, n))]  # fmt: skip
    lengths = {mine(player, RIDERS): RUN, mine(player, SPEARS): CLOSE}
    return [slide(player, key, lengths[key]) for key in keys if question["about"] == "act.movement" and key in lengths]


def fighting(player: Player, question: Any) -> Iterable[Any]:
    """Every unit charges what it sees, from as far as it can."""
    if question["about"] == "orders.declare":
        return [order(mine(player, n), key, theirs(player, foe)) for n in (RIDERS, SPEARS)
                for key in ("march_charge", "charge") for foe in (SPEARS, ARCHERS, RIDERS)
                if mine(player, n) in open_keys(question)]  # fmt: skip
    begun = question["about"] == "act.charges"
    return [key for key in open_keys(question) if begun and key != "done"]


# -- on the page -------------------------------------------------------------------------


def given(player: Player) -> None:
    """What is drawn or filled in is given; the page asks something else or nothing."""
    ask = ask_of(player)
    player.confirm()
    answered(player, ask)


def clicked(player: Player, id: str) -> None:
    """A unit is clicked on the table, beside any sign in its middle."""
    player.click(*within(player, id, 0.7, 0.3))


def chosen(player: Player, id: str, key: str) -> str:
    """The way to an order: its unit clicked on the table, then itself in the panel; which question that answers."""
    ask = str(player.ready()["id"])
    clicked(player, id)
    expect(player.page.locator(f"#prompt button[data-key='{key}']").first).to_be_visible()
    player.choose(key)
    return ask


def next_asked(player: Player, ask: str) -> None:
    """The answer to this question was taken; the next is on the page."""
    until(lambda: ask_of(player) != ask)
    player.ready()


def field(player: Player, path: str) -> Locator:
    """A field of the form in the panel."""
    return player.page.locator(f"#prompt [data-field='{path}']:not([hidden])")


# -- what everybody sees ------------------------------------------------------------------


def told(plain: Plain, event: Any, words: str | re.Pattern[str]) -> None:
    """All three have a line about it in the log."""
    for player in plain.everybody():
        expect(player.page.locator(f"#e-{event['version']}")).to_contain_text(words)


def asked_alone(plain: Plain, player: Player) -> None:
    """The other two are told who is asked, and have nothing to click."""
    for other in plain.everybody():
        if other is not player:
            panel = other.page.locator("#prompt")
            expect(panel).to_contain_text(player.name)
            expect(panel.locator("button[data-key], [data-act]")).to_have_count(0)


def same_table(plain: Plain) -> None:
    """Every unit is where it is on all three pages."""
    version = plain.red.look()["version"]
    for player in plain.everybody():
        player.settle(version - 1)
    red, blue, watcher = (player.page.evaluate(STANDING) for player in plain.everybody())
    assert red == blue == watcher


def dice_told(plain: Plain, kind: str) -> None:
    """All three have every die of this roll in the log."""
    rolled = plain.last(kind)
    for player in plain.everybody():
        faces = player.page.locator(f"#e-{rolled['version']} .die")
        expect(faces).to_have_count(len(rolled["body"]["faces"]))


def given_up(plain: Plain) -> None:
    """Mika leaves the field from the menu, if it is not over; all three see the end, and the record holds."""
    page = plain.blue.page
    if not plain.over:
        page.locator("details.menu:not(.seers) > summary").click()
        page.locator("details.menu details:has(button.danger) > summary").click()
        page.locator("details.menu button.danger").click()
    for player in plain.everybody():
        expect(player.page.locator("#victory .victory")).to_be_visible()
        assert not [said for said in player.trouble if "409" not in said], "only a preview may come too late"
    record = plain.red.page.request.get(f"{plain.red.url}/api/v1/games/{plain.red.game}/record", max_retries=3)
    assert record.ok
    assert verify(record.json(), SYSTEMS) == []
