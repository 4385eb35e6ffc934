"""A furnished house: people, rosters, a drawn table, games of every kind; and all its pages, to be looked at."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

import httpx2
from playwright.sync_api import Browser, BrowserContext

from tests.browser import house_campaigns as camps
from tests.browser.player import INCH
from tests.browser.server import Server
from tests.browser.test_first_light import BLUE, RED

Json = Any
Ready = tuple[str, Json, Json, Json]
Who = Literal["host", "hana", "mika", "guest", "stranger"]
PASSWORD = "quiet river at dawn"
MANY, TURNS = 300, 3


def sample(name: str) -> Json:
    """A ready roster."""
    return {"sample": name}


READY: dict[str, Ready] = {
    "ronin": ("skirmish", sample("red-devils"), sample("river-league"), {"points": 200, "terrain": "rice-valley"}),
    "celtos": ("open-field", sample("black-pass"), sample("autumn-gale"), {"points": 400}),
    "daimyo": ("meeting", sample("takeda"), sample("oda"), {"points": 600}),
    "kensei": ("pitched_battle", sample("buke_500"), sample("otokodate_500"), {"points": 500, "terrain": "two_woods"}),
}
"""Of each system a scenario, a roster for red and for blue, and the options of its table."""
YARD: Json = [
    {"id": "wood", "kind": "wood", "outline": [[3, 8], [8, 7], [9, 12], [4, 13]]},
    {"id": "house", "kind": "building", "outline": [[15, 10], [20, 10], [20, 14], [15, 14]], "doors": [[17, 14]]},
]
SMALL: Ready = ("skirmish", RED, BLUE, {"points": 100, "table": [24, 24], "terrain": YARD})
"""Four against four on a small table: they soon meet."""
SCENARIO: Json = {
    "system": "ronin", "base": "skirmish", "name": "The ford at dusk", "about": "Both clans want the crossing.",
    "changes": {"length": "fixed", "turns": 6, "time_of_day": "dusk", "late": "half", "late_turn": 3}, "points": 150,
}  # fmt: skip
GROUND: Json = {
    "table": [36, 36],
    "pieces": [
        {"id": "wood-1", "kind": "wood", "outline": [[4, 10], [11, 9], [12, 15], [6, 17]]},
        {"id": "wood-2", "kind": "wood", "outline": [[32, 26], [25, 27], [24, 21], [30, 19]]},
        {"id": "wall-1", "kind": "wall", "line": [[20, 12], [27, 12]]},
        {"id": "house", "kind": "building", "outline": [[15, 16], [21, 16], [21, 20], [15, 20]], "doors": [[18, 20]]},
    ],
}  # fmt: skip
LIVE: Json = {"kind": "live", "minutes": 45, "increment": 60}
NOTICES, HOOK = "/account/notices", "https://93.184.215.14/hana"
AGREED: dict[str, Json] = {"ronin": {"clock": LIVE, "umpire": "Yuki", "visibility": "listed"}, "daimyo": {}}
"""What tables agree that are not simply listed."""
SAID = (("hana", "Good luck! I like your gate guards."), ("mika", "And you. Mind the rice field."))


class Caller:
    """Somebody who talks to the server without a browser; the cookie is kept."""

    def __init__(self, url: str) -> None:
        self.http = httpx2.Client(base_url=url, timeout=100)

    def get(self, path: str) -> Json:
        """What a program reads there."""
        given = self.http.get(f"/api/v1{path}")
        assert given.is_success, f"{path}: {given.text[:300]}"
        return given.json()

    def post(self, path: str, body: Json) -> Json:
        """What a program is answered."""
        given = self.http.post(f"/api/v1{path}", json=body)
        assert given.is_success, f"{path}: {given.text[:300]}"
        return given.json()

    def form(self, path: str, **fields: str) -> str:
        """Where a form leads that is taken, or the page it shows."""
        given = self.http.post(path, data=fields, headers={"accept": "text/html"})
        assert given.status_code in (200, 303), f"{path}: {given.status_code} {reason(given.text)}"
        return given.headers.get("location") or given.text

    def asked(self, game: str, seat: str) -> Json:
        """What this seat is asked and has not answered, or nothing."""
        return open_question(self.get(f"/games/{game}?seat={seat}"))

    def tries(self, game: str, seat: str, ask: str, answer: Json) -> bool:
        """Whether this answer was legal; if so it is given."""
        body = {"seat": seat, "ask": ask, "answer": answer}
        return self.http.post(f"/api/v1/games/{game}/answers", json=body).is_success

    def deal(self, game: str, seat: str) -> bool:
        """Whether this seat was asked; it lets the question pass, or keeps its units where they are."""
        asked = self.asked(game, seat)
        if asked:
            keys = [o["key"] for o in asked["domain"].get("options", []) if o["no"] is None]
            answer = "rest" if "rest" in keys else asked["default"]
            self.post(f"/games/{game}/answers", {"seat": seat, "ask": asked["id"], "answer": answer})
        return bool(asked)


def open_question(shown: Json) -> Json:
    """What is asked and not answered, or nothing."""
    return next((q for q in shown["questions"] if q["mine"] and not q["sealed"]), None)


def reason(page: str) -> str:
    """Why a form was shown again."""
    found = re.search(r'class="refusal".*?</\w+>', page, re.DOTALL)
    return found[0] if found else page[:300]


@dataclass
class House:
    """What stands in the house: ``people`` by who they are, ids of ``games``, ``rosters``, ``camps``, ``links``."""

    url: str
    people: dict[Who, Caller] = field(default_factory=dict)
    games: dict[str, str] = field(default_factory=dict)
    rosters: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    camps: dict[str, str] = field(default_factory=dict)
    """Campaigns, and what is of note in the one of Ronin: a warband, a battle that is over, one that is open."""
    ground: str = ""
    world: str = ""

    def context(self, browser: Browser, who: Who, **more: Any) -> BrowserContext:
        """A browser context of somebody of the house; the caller closes it."""
        context = browser.new_context(base_url=self.url, locale="en-GB", **more)
        if who in self.people:
            context.add_cookies(self.cookies(who))
        return context

    def cookies(self, who: Who) -> list[Any]:
        """By which a browser is taken for somebody of the house."""
        return [{"name": k, "value": v, "url": self.url} for k, v in self.people[who].http.cookies.items()]


# -- furnishing ------------------------------------------------------------------------


@cache
def furnish(server: Server) -> House:
    """The house of this server, furnished once."""
    house = House(server.url)
    welcome(house, server)
    for system, (_, roster, _, options) in READY.items():
        house.rosters[system] = keep(house.people["hana"], system, roster["sample"], options["points"])
    for system in READY:
        game = laid(house, system, **AGREED.get(system, {"visibility": "listed"}))
        house.games[system], house.links[f"watch {system}"] = game["id"], path(game["links"]["watch"])
    house.ground = house.people["hana"].post("/grounds", {"system": "ronin", "name": "Two woods", "body": GROUND})["id"]
    house.world = house.people["hana"].post("/scenarios", SCENARIO)["id"]
    talk(house)
    lobby(house)
    finish(house)
    camps.gather(house)
    fought(house, house.games["campaign"], camps.home(house))
    camps.settle(house)
    odds_and_ends(house)
    return house


def welcome(house: House, server: Server) -> None:
    """A host, two friends, a guest, and a browser nobody has seen."""
    for who, path in (("host", server.setup()), ("hana", "/signup"), ("mika", "/signup")):
        name = {"host": "Yuki"}.get(who, who.title())
        house.people[who] = caller = Caller(house.url)  # type: ignore[index]
        caller.form(path, name=name, password=PASSWORD)
    house.people["hana"].form("/people/mika/friend")
    house.people["mika"].form("/people/hana/friend")
    house.people["guest"] = Caller(house.url)
    keep(house.people["guest"], "celtos", "cedar-bell", 400)
    for about, sign, ground in (("", "em-6", "pine"), ("L", "arm-horse", "vermilion")):
        fields = {"system": "ronin", "band": "Herons", "about": about, "sign": sign, "field": ground, "tint": "paper"}
        house.people["hana"].form("/likenesses", **fields)


def keep(caller: Caller, system: str, ready: str, points: int) -> str:
    """The id of a copy of a ready roster."""
    name = re.sub("[-_]", " ", ready).title()
    body = {"system": system, "name": name, "points": points, "roster": sample(ready)}
    return str(caller.post("/rosters", body)["id"])


def made(house: House, system: str, blue: str, ready: Ready | None = None, **agreed: Json) -> Json:
    """A table of Hana's, she at red; ``blue``: how the other seat is filled."""
    scenario, one, other, options = ready or READY[system]
    sides = [{"seat": "red", "roster": one, "player": "me"}, {"seat": "blue", "roster": other, "player": blue}]
    return house.people["hana"].post("/games", {
        "system": system, "scenario": scenario, "name": "Hana", "sides": sides, "options": options, **agreed,
    })  # fmt: skip


def seated(house: House, system: str, ready: Ready | None = None, **agreed: Json) -> Json:
    """A game at which Hana and Mika have sat down."""
    game = made(house, system, "person", ready, **agreed)
    key = game["links"]["seats"]["blue"].rsplit("/", 1)[1]
    house.people["mika"].post(f"/games/{game['id']}/join", {"seat": "blue", "key": key, "name": "Mika"})
    return game


def laid(house: House, system: str, ready: Ready | None = None, **agreed: Json) -> Json:
    """A game of Hana against Mika in play: its set-up is over."""
    game = seated(house, system, ready, **agreed)
    dealt(house, game["id"], lambda view: bool(view and view["turn"] >= 1))
    return game


def path(link: str) -> str:
    """A link without its host."""
    return re.sub(r"^https?://[^/]+", "", link)


def dealt(house: House, game: str, done: Callable[[Json], bool]) -> None:
    """Both seats let pass what they are asked, until this holds of the table."""
    hana, mika = house.people["hana"], house.people["mika"]
    for _ in range(MANY):
        if done(hana.get(f"/games/{game}?seat=red")["view"]):
            return
        assert hana.deal(game, "red") or mika.deal(game, "blue"), "nobody is asked"
    raise AssertionError("the game never came so far")


def talk(house: House) -> None:
    """Something was said at the table of Ronin, and asked of its umpire."""
    game = house.games["ronin"]
    for who, text in SAID:
        house.people[who].post(f"/games/{game}/talk", {"text": text})  # type: ignore[index]
    house.people["mika"].post(f"/games/{game}/umpire/dispute", {"seat": "blue", "text": "Is the hedge cover?"})
    house.people["host"].post(f"/games/{game}/umpire/look", {})


def lobby(house: House) -> None:
    """A table for anybody, one by link, a challenge that waits, one whose watchers see all, but late."""
    open_table = made(house, "celtos", "open", visibility="listed", umpire="Yuki",
                      clock={"kind": "letter", "hours": 24})  # fmt: skip
    linked = made(house, "kensei", "person")
    house.games |= {"open": open_table["id"], "linked": linked["id"]}
    house.links["join"] = path(linked["links"]["seats"]["blue"])
    ronin = {"system": "ronin", "scenario": "skirmish", "points": "200", "players": "2", "name": "Mika"}
    rosters = {"band_a": "sample:river-league", "band_b": "theirs"}
    where = house.people["mika"].form("/new", **ronin, **rosters, way_b="friend", to_b="hana", note="Your move again?")
    house.games["challenge"] = where.rsplit("/", 1)[1]
    late = laid(house, "daimyo", visibility="listed", watch={"view": "all", "delay": 10, "who": "anyone"})
    house.games["delayed"], house.links["watch delayed"] = late["id"], path(late["links"]["watch"])
    house.games["consent"] = laid(house, "ronin", SMALL)["id"]
    house.people["hana"].post(f"/games/{house.games['consent']}/umpire/name", {"account": "Yuki"})
    house.people["hana"].post(f"/games/{house.games['consent']}/invite", {"seat": "red"})
    house.links["lead"] = path(house.people["hana"].get(f"/games/{house.games['consent']}/side")["link"])


def finish(house: House) -> None:
    """A battle of Ronin is over."""
    house.games["over"] = laid(house, "ronin", SMALL)["id"]
    fought(house, house.games["over"])


def fought(house: House, game: str, red: Who = "hana") -> None:
    """The bands have met, then Mika has resigned."""
    blue: Who = "mika" if red == "hana" else "hana"
    one, other = house.people[red], house.people[blue]
    for _ in range(MANY):
        shown = one.get(f"/games/{game}?seat=red")
        if shown["status"] == "over" or (shown["view"] and shown["view"]["turn"] > TURNS):
            break
        fight(one, game, "red", shown) or fight(other, game, "blue", other.get(f"/games/{game}?seat=blue"))
    if shown["status"] != "over":
        house.people["mika"].post(f"/games/{game}/resign", {"seat": "blue" if blue == "mika" else "red"})


def fight(who: Caller, game: str, seat: str, shown: Json) -> bool:
    """Whether this seat was asked; it goes for the enemy where it can, and lets everything else pass."""
    asked = open_question(shown)
    return bool(asked) and (
        any(who.tries(game, seat, asked["id"], answer) for answer in eager(shown, asked)) or who.deal(game, seat)
    )


def eager(shown: Json, asked: Json) -> list[Json]:
    """What goes for the enemy: up to the nearest, and an attack on whoever is touched."""
    models = {p["id"]: p for p in shown["view"]["pieces"] if p["kind"] == "model"}
    if asked["about"] == "combat.go":
        return [{"pick": "attack", "then": id} for id in models if not id.startswith(asked["seat"])]
    if asked["about"] != "activate.move":
        return []
    me = next((models[o["key"]] for o in asked["domain"]["options"] if o["no"] is None and o["key"] in models), None)
    if me is None:
        return []
    foe = min((p for p in models.values() if p["side"] != me["side"]), key=lambda p: apart(me, p))
    return [walk(me, foe, "run", 9), walk(me, foe, "move", 6)]


def apart(one: Json, other: Json) -> float:
    """How far two counters are apart, from middle to middle."""
    return math.hypot(one["x"] - other["x"], one["y"] - other["y"])


def walk(me: Json, foe: Json, way: str, far: int) -> Json:
    """So many inches straight towards the enemy, or until they touch."""
    whole = apart(me, foe)
    part = min(far * INCH - 20, whole - me["radius"] - foe["radius"] - 30) / whole
    spot = [int(me[axis] + (foe[axis] - me[axis]) * part) for axis in "xy"]
    return {"pick": me["id"], "then": {"pick": way, "then": [spot]}}


def odds_and_ends(house: House) -> None:
    """Webhooks that are switched off, a report to the host, a roster shared, a seat offered to somebody else."""
    hana = house.people["hana"]
    hook = hana.form("/account/notices/webhook", address=HOOK, format="json") and hana.http.get(NOTICES).text
    hana.form(re.findall(rf"{NOTICES}/[^/\"]+/switch", hook)[0], on="0")
    host = house.people["host"]
    hook = host.form("/admin/webhooks", address=HOOK, format="discord", language="en", kind="battle.over")
    host.form(re.findall(r"/admin/webhooks/[^/\"]+/off", hook)[0])
    hana.form("/people/mika/report", text="Moved a counter twice; it was settled.")
    house.links["shared"] = hana.get(f"/rosters/{house.rosters['ronin']}")["link"]
    offer = host.form(f"/umpire/{house.games['celtos']}/link", seat="blue", reason="Mika is away.")
    found = re.search(r'data-copy="([^"]*)"', offer)
    assert found, "no link is shown"
    house.links["replace"] = path(html.unescape(found[1]))


# -- its pages -------------------------------------------------------------------------

Where = Callable[[House], str]
"""The path of a page in a house."""


def at(text: str) -> Where:
    """A path, with games, rosters and links of the house in braces."""
    return lambda house: text.format(
        ground=house.ground, world=house.world, **{f"game_{k}": v for k, v in house.games.items()},
        **{f"roster_{k}": v for k, v in house.rosters.items()},
        **{f"camp_{k}": v for k, v in house.camps.items()},
        **{f"link_{k.replace(' ', '_')}": v for k, v in house.links.items()},
    )  # fmt: skip


ADMIN = ("errors", "reports", "accounts", "games", "settings", "webhooks")
PAGES: list[tuple[str, Where, Who]] = [
    ("front", at("/"), "stranger"),
    ("home", at("/"), "hana"),
    ("lobby", at("/lobby"), "stranger"),
    ("lobby-live", at("/lobby?show=live"), "stranger"),
    ("my-games", at("/games/mine?show=play"), "hana"),
    *((f"new-{system}", at(f"/new?system={system}"), "hana") for system in READY),
    ("open-seat", at("/lobby/{game_open}"), "mika"),
    ("join", at("{link_join}"), "stranger"),
    ("lead", at("{link_lead}"), "stranger"),
    ("challenge", at("/lobby/{game_challenge}/blue"), "hana"),
    ("wait", at("/wait/{game_linked}"), "hana"),
    *((f"play-{system}", at(f"/play/{{game_{system}}}"), "hana") for system in READY),
    ("play-other-side", at("/play/{game_ronin}"), "mika"),
    ("play-plain", at("/play/{game_ronin}/plain"), "hana"),
    ("consent", at("/play/{game_consent}"), "mika"),
    ("consent-asked", at("/play/{game_consent}"), "hana"),
    ("watch", at("{link_watch_celtos}"), "stranger"),
    ("watch-delayed", at("{link_watch_delayed}"), "stranger"),
    ("over", at("/play/{game_over}"), "hana"),
    ("replay", at("/replay/{game_over}"), "hana"),
    ("report", at("/report/{game_over}"), "hana"),
    ("analysis", at("/replay/{game_over}/analysis"), "hana"),
    ("umpire", at("/umpire/{game_ronin}"), "host"),
    ("umpire-asked", at("/umpire/{game_ronin}"), "mika"),
    ("replace", at("{link_replace}"), "stranger"),
    ("rosters", at("/rosters"), "hana"),
    *((f"roster-{system}", at(f"/roster/{{roster_{system}}}"), "hana") for system in READY),
    ("roster-print", at("/roster/{roster_kensei}/print"), "hana"),
    ("roster-shared", at("{link_shared}"), "stranger"),
    ("roster-import", at("/roster/import?system=ronin"), "hana"),
    ("terrain", at("/terrain?system=ronin"), "guest"),
    ("terrain-kept", at("/terrain/{ground}"), "hana"),
    ("scenarios", at("/scenarios?system=ronin"), "guest"),
    ("scenario-kept", at("/scenarios/{world}"), "hana"),
    ("learn", at("/learn"), "hana"),
    ("rules", at("/rules"), "stranger"),
    ("rules-ronin", at("/rules/ronin"), "stranger"),
    ("dice", at("/dice"), "stranger"),
    *((name, at(where), who) for name, where, who in camps.PAGES),
    ("people", at("/people"), "hana"),
    ("person", at("/people/mika"), "hana"),
    ("signup", at("/signup"), "stranger"),
    ("signup-guest", at("/signup"), "guest"),
    ("signin", at("/signin"), "stranger"),
    ("forgot", at("/forgot"), "stranger"),
    ("account", at("/account"), "hana"),
    ("account-guest", at("/account"), "guest"),
    ("notices", at("/account/notices"), "hana"),
    ("admin", at("/admin"), "host"),
    *((f"admin-{part}", at(f"/admin/{part}"), "host") for part in ADMIN),
    ("not-found", at("/nothing-here"), "stranger"),
]
"""Every page: its name, its path, who looks at it."""
