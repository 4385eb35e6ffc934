"""Tables of every kind and everybody who has to do with them or not, for the table of permissions and for the delay."""

from __future__ import annotations

import html
import re
from itertools import count
from pathlib import Path
from typing import Any

from httpx2 import Response
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from app.campaigns.ledger.words import SENTENCES as CAMPAIGN_REFUSALS
from app.campaigns.people.words import SENTENCES as PEOPLE_REFUSALS
from app.engine.events import Seat
from app.engine.profiles import Profile
from app.engine.refusals import Refusal
from app.games import challenges
from app.games.hours import wall_ms
from app.games.results import GameId
from app.games.seats import Guest
from app.games.table_rules import REFUSALS
from app.store import hooks
from app.store.talk import name_role
from app.web.page.deps import Site
from app.web.rosters import houses, profiles
from app.web.rosters.drafts import building
from app.web.rosters.likeness_api import DOT
from tests.web.people import BAND, Person, Table
from tests.web.permission_table import BODIES, DRAWN, MADE, ROUTES, SHEET
from tests.web.scene_campaigns import campaign

PASSWORD = "quiet river at dawn"
TOKENS = {"r": ["read"], "p": ["play"], "m": ["make"], "k": ["rosters"], "a": ["read", "play", "make", "rosters"]}
LINKS = {"watch": "WD", "join": "G", "games": "G", "replace": "G", "roster": "G"}
"""Who was sent the links of each kind."""
EVERYBODY, SOME = "HURBWDCGS", "HRGS"
"""Whoever stands for all where all are let in."""
COUNT = count()
"""Scenes so far: no two accounts have one name."""
USUAL = {
    "seat": "red", "v": "4", "piece": "red", "handle": "hosta", "kind": "friend", "file": "css/page/tokens.css",
    "form": "json", "key": "none", "id": "none", "token": "none", "deed": "none", "number": "1", "rest": "/none",
}  # fmt: skip
FAULTS, AWAY = (405, 415, 429, 500, 501, 503), ("/", "/signin")
"""Statuses that say neither yes nor no, and where pages send those who have no business there."""
NOT_YOURS = [REFUSALS[code] for code in ("lobby.not-open", "challenge.gone", "rematch.not-yours")] + [
    {**CAMPAIGN_REFUSALS, **PEOPLE_REFUSALS}[code]
    for code in ("campaign.not-yours", "campaign.no-account", "campaign.comment.not-yours")
]
"""What a 422 says that is meant for who asks, not for what is asked."""


class Row:
    """A line of the table."""

    def __init__(self, line: str) -> None:
        self.method, self.path, *marks = line.split()
        self.template = re.sub(r"=[\w-]+", "", self.path)
        self.is_api = self.path.startswith("/api/")
        self.let_in = "".join(mark for mark in marks if mark not in "~!").replace("*", SOME)
        self.lenient, self.anew = "~" in marks, "!" in marks
        self.tried = (SOME if "*" in marks else EVERYBODY) + ("rpmk" if self.is_api else "a")


ROWS = [Row(line) for line in ROUTES.splitlines() if line]


class Program(Person):
    """A program with a token."""

    def __init__(self, client: TestClient, secret: str) -> None:
        super().__init__(client)
        self.secret = secret

    @property
    def cookie(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.secret}"}


class House:
    """A server with its host."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.site: Site = client.app.state.site  # type: ignore[attr-defined]
        self.host = self.member("Hosta", setup=self.site.people.setup_key())
        self.invitation, self.hook, self.listed = self.invited(), self.hooked(), ""
        self.changed = ""
        self.breaks()

    def invited(self) -> str:
        """The id of an invitation."""
        self.run(self.site.people.invite, self.host.id, "")
        return str(self.run(self.site.people.invitations)[0].id)

    def hooked(self) -> str:
        """The id of a webhook of the house, which is off."""
        row = {
            "id": "hook", "address": "https://hook.invalid/", "data": {"format": "json"}, "secret": "whsec_",
            "on": False, "failures": 0, "since_ms": 0, "created": "",
        }  # fmt: skip
        assert self.run(self.site.games.store.run, hooks.add_hook, row, 1)
        return "hook"

    def breaks(self) -> None:
        """A rule has broken, and somebody was reported: for the host to read."""
        table = Table(self.client, crash=True).sit().bids()
        assert table.say("red", {"pick": "step", "then": {"run": 2, "walk": 0}}).status_code == 500
        self.run(self.site.bonds.report, self.host.id, self.host.id, "rude")

    def run(self, work: Any, *given: Any, **more: Any) -> Any:
        """What a service answers."""
        assert self.client.portal is not None
        return self.client.portal.call(lambda: work(*given, **more))

    def member(self, name: str, **more: Any) -> Guest:
        """Somebody with an account."""
        made = self.run(self.site.people.sign_up, name, PASSWORD, **more)
        assert not isinstance(made, Refusal), made
        found: Guest = made[0]
        return found

    def browser(self, guest: Guest) -> Person:
        """A browser in which somebody is signed in."""
        person = Person(self.client)
        person.cookies["gunbai"] = self.run(self.site.people.sessions.open, guest.id, "")
        return person


def laid_in(house: House, name: str) -> Path:
    """The folder of the data in which files of the host lie."""
    found = house.site.settings.folder / name
    found.mkdir(exist_ok=True)
    return found


class Scene:
    """Tables of every kind, and everybody who has to do with them or not."""

    def __init__(self, house: House) -> None:
        self.house, self.site, self.red = house, house.site, house.member(f"Aki {next(COUNT)}")
        self.who = {role: Person(house.client) for role in "UBWDCG"}
        self.ids = {role: self.welcome(role) for role in self.who}
        self.who |= {"H": house.browser(house.host), "R": house.browser(self.red)}
        for role, scopes in TOKENS.items():
            _, secret = house.run(self.site.people.tokens.make, self.red.id, role, scopes)
            self.who[role] = Program(house.client, secret)
        self.tables, self.lines = dict[str, str](), dict[str, str]()
        self.campaigns = dict[str, dict[str, str]]()
        self.things = self.belongings()

    def welcome(self, role: str) -> str:
        """The id of somebody who is now known by a cookie."""
        guest, self.who[role].cookies["gunbai"] = self.house.run(self.site.games.guests.welcome, role * 3)
        return str(guest.id)

    def belongings(self) -> dict[str, str]:
        """What red keeps, by where it is asked for."""
        roster = self.done("R", "/rosters", {"system": "ronin", **SHEET})["id"]
        ground = self.done("R", "/grounds", {"system": "ronin", "name": "Woods", "body": DRAWN})["id"]
        world = self.done("R", "/scenarios", MADE)["id"]
        likeness = self.done("R", "/likenesses", {"system": "ronin", "picture": DOT})["key"]
        (session, *_) = self.house.run(self.site.people.sessions.of, self.red.id)
        token, _ = self.house.run(self.site.people.tokens.make, self.red.id, "spare", ["read"])
        by = building(self.site, "ronin")
        listed = self.house.run(houses.add, self.site, by, by.draft({"sample": "red-devils"}, 200, "Herons")).id
        self.house.listed = listed
        self.house.run(self.site.house.set, profiles.SETTING, [])
        changed = Profile(f"Hero {next(COUNT)}", "bushi.samurai", {"fight": 3})
        self.house.changed = self.house.run(profiles.add, self.site, "ronin", changed).id
        return {
            "rosters.id": roster, "roster.id": roster, "grounds.id": ground, "terrain.id": ground,
            "scenarios.id": world,
            "likenesses.key": likeness, "likeness.key": likeness,
            "admin.key": likeness, "account.id": session.id, "me.token": token.id, "admin.id": self.red.id,
        }  # fmt: skip

    # -- tables --------------------------------------------------------------

    def done(self, role: str, path: str, body: Any) -> Any:
        """What the API answers to something that is allowed."""
        given = self.who[role].post(f"/api/v1{path}", body)
        assert given.status_code < 300, given.text
        return given.json()

    def table(self, name: str) -> str:
        """The id of a table: red's ``own``, one that is seen ``late``, one ``open``, ``kept`` for red, ``over``."""
        if name not in self.tables:
            self.tables[name] = getattr(self, f"lay_{name}")()
        return self.tables[name]

    def lay(self, by: str, **more: Any) -> str:
        """A toy at which somebody has the seat red."""
        sides = [{"seat": "red", "roster": BAND, "player": "me"}, {"seat": "blue", "roster": BAND}]
        body = {"system": "toy", "scenario": "meadow", "name": "Aki", "sides": sides, **more}
        return str(self.done(by, "/games", body)["id"])

    def begun(self, **more: Any) -> str:
        """The same of red's, with blue at its seat, who has said something."""
        game = self.lay("R", **more)
        self.done("B", f"/games/{game}/join", {"seat": "blue", "key": self.site.seat_key(game, "blue"), "name": "Mika"})
        self.lines[game] = self.house.run(
            self.site.talk.say, GameId(game), Guest(self.ids["B"], "Mika"), "table", "hello", 1, "blue"
        ).id
        return game

    def lay_own(self) -> str:
        game = self.begun()
        for role, name in (("U", "umpire"), ("C", "commentator")):
            row = {"game_id": game, "guest_id": self.ids[role], "role": name, "created": "now"}
            self.site.games.store.run_now(name_role, row, on=True)
        return game

    def lay_late(self) -> str:
        """It was begun a while ago, so that those who are behind see something."""
        mailbox, talk = self.site.games.mailbox, self.site.talk
        now, mailbox.time = mailbox.time, mailbox.time._replace(wall=lambda: wall_ms() - 11 * 60_000)
        talk.wall = mailbox.time.wall
        try:
            return self.begun(watch={"view": "all", "delay": 10})
        finally:
            mailbox.time, talk.wall = now, wall_ms

    def lay_open(self) -> str:
        return self.lay("B", visibility="listed")

    def lay_kept(self) -> str:
        game = self.lay("B")
        self.house.run(self.site.games.store.run, challenges.keeping(self.ids["B"], {Seat("blue"): self.red.id}), game)
        return game

    def lay_over(self) -> str:
        game = self.begun()
        self.done("R", f"/games/{game}/resign", {})
        return game

    def campaign(self, name: str) -> dict[str, str]:
        """A campaign of red's as paths name it."""
        if name not in self.campaigns:
            self.campaigns[name] = campaign(self, name)
        return self.campaigns[name]

    # -- requests ------------------------------------------------------------

    def facts(self, role: str, row: Row) -> dict[str, str]:
        """What the parameters of a row are for a role."""
        area = row.path.removeprefix("/api/v1").split("/")[1]
        own = {key.partition(".")[2]: value for key, value in self.things.items() if key.startswith(f"{area}.")}
        said = USUAL | own | dict(re.findall(r"{(\w+)=([\w-]+)}", row.path))
        house = {"invited": self.house.invitation, "hooked": self.house.hook, "listed": self.house.listed,
                 "changed": self.house.changed}  # fmt: skip
        said["id"] = house.get(said["id"], said["id"])
        if "{game" in row.path:
            game = self.table(said.get("game", "late" if role == "D" else "own"))
            said |= {"game": game, "line": str(self.lines.get(game, ""))}
        if (area == "campaigns" or "/campaign/{id" in row.path) and "{id" in row.path:
            said |= self.campaign(said["id"])
        if role in LINKS.get(area, "") and ("game" in said or area == "roster"):
            said["key"] = self.key(area, said)
        return said

    def key(self, area: str, said: dict[str, str]) -> str:
        """The key of a link."""
        if area == "roster":
            return self.site.sign("roster", said["id"])
        if area == "replace":
            return self.site.sign("replace", said["game"], said["seat"], f"{self.red.id} 0", "")
        return self.site.watch_key(said["game"]) if area == "watch" else self.site.seat_key(said["game"], said["seat"])

    def path(self, role: str, row: Row, **more: str) -> str:
        """Where a role asks for what a row says."""
        said = self.facts(role, row) | more
        path = re.sub(r"{(\w+)[^}]*}", lambda found: said[found[1]], row.path)
        if role == "G" and said.get("invitation"):
            return f"{path}?key={said['invitation']}"
        return f"{path}?watch={self.site.watch_key(said['game'])}" if role in "WD" and "game" in said else path

    def ask(self, role: str, row: Row, **more: str) -> Response:
        """What is answered to it."""
        who = self.who[role] if role != "S" else Person(self.house.client)
        return sent(who, row, self.path(role, row, **more), self.facts(role, row))

    def lets_in(self, role: str, row: Row) -> bool:
        """Whether a role may do what a row says."""
        if row.method == "WS":
            return is_open(self.house.client, self.who.get(role, Person(self.house.client)), self.path(role, row))
        return is_let_in(self.ask(role, row), row.lenient)


def sent(who: Person, row: Row, path: str, said: dict[str, str]) -> Response:
    """The answer to a request of a row."""
    if row.method in ("GET", "ANY"):
        return who.page(path)
    body = BODIES.get(row.template, {})
    body = {k: v.format(**said) if isinstance(v, str) else v for k, v in body.items()} if body else body
    return who.call(row.method, path, json=body) if row.is_api else who.form(path, body)


def is_let_in(given: Response, lenient: bool) -> bool:
    """Whether the answer is one to somebody who may; what is neither yes nor no is a fault."""
    status, text = given.status_code, html.unescape(given.text)
    assert status not in FAULTS, f"{status}: {text[:300]}"
    if status in (401, 403) or (status == 422 and any(words in text for words in NOT_YOURS)):
        return False
    return lenient or not (status == 404 or (status == 303 and given.headers["location"] in AWAY))


def is_open(client: TestClient, who: Person, path: str) -> bool:
    """Whether a socket may be opened."""
    client.cookies.clear()
    try:
        with client.websocket_connect(path, headers=who.cookie) as socket:
            socket.receive_text()
    except WebSocketDisconnect:
        return False
    return True
