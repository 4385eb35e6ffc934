"""Every address of the API called once, and a question of every kind asked: the examples of its description.

``python3 -m tests.web.recording`` writes them anew, in the root of the project.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from app.conformance import by_chance, draw_setup, phases
from app.engine.domains import Menu
from app.engine.events import Seat
from app.games import challenges, opening
from app.settings import Settings
from app.systems import SYSTEMS, system_of
from app.web.app import create_app
from app.web.page.kinds import KINDS
from app.web.server.description import RECORDED
from tests.duel import DUEL
from tests.toy import TOY
from tests.web.people import Person, Table
from tests.web.scene import House
from tests.web.scene_campaigns import BANDS
from tests.web.test_answer_time import Duellists

SKIRMISH = {
    "system": "ronin", "scenario": "skirmish", "options": {"points": 200}, "name": "Aki", "offered": True,
    "sides": [
        {"seat": "red", "roster": {"sample": "red-devils"}, "player": "me"},
        {"seat": "blue", "roster": {"sample": "river-league"}},
    ],
}  # fmt: skip
ROOT = Path(__file__).resolve().parents[2]
WHOLE = 4
"""Lists of numbers up to this long are kept; of others the first one or two."""
LONG = 400
"""Signs of a text that are kept."""


def cut(told: Any) -> Any:
    """An answer as an example shows it: of long lists the beginning, of long drawings and tracebacks too."""
    if isinstance(told, dict):
        return {key: cut(value) for key, value in told.items()}
    if isinstance(told, list):
        few = 1 if told and isinstance(told[0], dict) else 2
        return [cut(one) for one in (told if is_plain(told) else told[:few])]
    if isinstance(told, str):
        told = told.replace(f"{ROOT}/", "")
    return told[:LONG] + "…" if isinstance(told, str) and len(told) > LONG else told


def is_plain(told: list[Any]) -> bool:
    """Whether it is a place, a span or another few numbers."""
    return len(told) <= WHOLE and all(isinstance(one, int) for one in told)


class Recorder:
    """Calls the operations of a server by their names and keeps what it answers."""

    def __init__(self, client: TestClient) -> None:
        self.house = House(client)
        self.book = client.get("/api/v1/openapi.json").json()
        self.at = {
            one["operationId"]: (method, path)
            for path, methods in self.book["paths"].items() for method, one in methods.items()
        }  # fmt: skip
        self.answers, self.media = dict[str, Any](), dict[str, str]()
        self.host = self.house.browser(self.house.host)
        member = self.house.member("Aki")
        self.red, self.blue, self.id = self.house.browser(member), Person(client), member.id

    def call(self, name: str, who: Person, body: Any = None, query: str = "", **at: Any) -> Any:
        """What an operation answers, which is kept."""
        method, path = self.at[name]
        given = who.call(method.upper(), path.format(**at) + query, **({} if body is None else {"json": body}))
        assert given.status_code < 300, f"{name}: {given.status_code} {given.text}"
        self.media[name] = given.headers.get("content-type", "").partition(";")[0]
        told = given.json() if self.media[name] == "application/json" else given.text
        if given.content:
            self.answers.setdefault(name, told)
        return told

    def play(self) -> dict[str, Any]:
        """All that was answered, by operation."""
        self.tables()
        self.battle()
        self.orders()
        self.side()
        self.belongings()
        self.account()
        self.campaign()
        self.hosting()
        assert not {*self.at} - {*self.media}, "each was called"
        self.answers["list_systems"] = {"ronin": self.answers["list_systems"]["ronin"]}
        return {name: cut(self.answers[name]) for name in sorted(self.answers)}

    def tables(self) -> None:
        """Tables are laid, found, joined and talked at."""
        self.call("list_systems", self.red)
        made = self.call("make_game", self.red, {**SKIRMISH, "visibility": "listed"})
        self.game = made["id"]
        self.call("get_lobby", self.blue)
        self.call("list_games", self.red)
        key = made["links"]["seats"]["blue"].rsplit("/", 1)[1]
        self.call(
            "join_game", self.blue, {"seat": "blue", "key": key, "name": "Mika", "entropy": "00ff"}, game=made["id"]
        )
        line = self.call("say", self.red, {"text": "Good luck!", "scope": "table"}, game=self.game)["id"]
        self.call("list_talk", self.blue, game=self.game)
        self.call("act_on_speaker", self.blue, {"reason": "insult"}, game=self.game, line=line, deed="report")
        kept = self.call("make_game", self.blue, {**SKIRMISH, "name": "Mika"})["id"]
        self.house.run(self.keep_seat, kept)
        self.call("settle_challenge", self.red, {"name": "Aki"}, game=kept, deed="accept")

    async def keep_seat(self, game: str) -> None:
        """A seat of the game is kept for red."""
        work = challenges.keeping(self.id, {Seat("blue"): self.id})
        await self.house.site.games.store.run(work, game)

    def question(self, who: Person) -> Any:
        """What somebody is asked; ``None``: nothing."""
        asked = self.call("get_game", who, game=self.game)["questions"]
        return next((one for one in asked if one["mine"] and not one["sealed"]), None)

    def battle(self) -> None:
        """The battle is looked at, played a little, ruled on and given up."""
        game = {"game": self.game}
        who = self.red if self.question(self.red) else self.blue
        self.call("follow_game", who, **game)
        open = self.question(who)
        free = next(one for one in open["domain"]["options"] if one["no"] is None and one.get("piece"))
        self.call("inspect_piece", who, piece=free["piece"], **game)
        self.call("preview_answer", who, {"ask": open["id"], "answer": {"pick": free["key"]}}, **game)
        self.call("get_odds", who, query=f"?ask={open['id']}", **game)
        self.call("give_answer", who, {"ask": open["id"], "answer": open["default"], "command_id": "7f3a"}, **game)
        self.call("list_events", self.red, **game)
        self.call("do_deed", self.red, {"seat": "red", "reason": "tea"}, deed="pause", **game)
        self.call("do_umpire_deed", self.host, {}, deed="look", **game)
        self.call("get_umpire_desk", self.host, **game)
        self.call("do_deed", self.red, deed="resume", **game)
        self.call("do_deed", self.red, deed="resign", **game)
        self.call("get_record", self.red, **game)
        self.call("get_timeline", self.red, **game)
        self.call("get_film", self.red, **game)
        last = self.call("get_game", self.red, **game)
        for name in ("get_frame", "get_frame_ground"):
            self.call(name, self.red, v=last["version"], **game)
        piece = last["view"]["pieces"][0]["id"]
        self.call("inspect_piece_then", self.red, v=last["version"], piece=piece, **game)
        self.call("rematch", self.red, {"swap": True}, **game)

    def side(self) -> None:
        """Somebody leads with the general of a side."""
        table = Table(self.house.client, turns=1).sit()
        general, comrade = table.red, Person(self.house.client)
        general.post(f"{table.path}/invite", {"seat": "red"})
        link = general.get(f"{table.path}/side").json()["link"].removeprefix("http://testserver")
        comrade.form(link, {"name": "Zoe"})
        self.call("get_side", general, game=table.id)

    def orders(self) -> None:
        """Blue lets pass what it was asked out of turn, in a duel."""
        table = Duellists(self.house.client, 0)
        self.call("list_orders", table.blue, game=table.id)
        self.call("give_order", table.blue, {"about": "toy.deed"}, game=table.id)

    def belongings(self) -> None:
        """Rosters and drawn tables are kept, looked at, changed and forgotten, as the description says."""
        for one, many, name in (("roster", "rosters", "Herons"), ("ground", "grounds", "Two woods")):
            kept = self.call(f"keep_{one}", self.red, self.example(f"keep_{one}"))
            assert kept["name"] == name
            self.call(f"list_{many}", self.red)
            self.call(f"get_{one}", self.red, id=kept["id"])
            self.call(f"change_{one}", self.red, self.example(f"change_{one}"), id=kept["id"])
            self.call(f"check_{one}", self.red, self.example(f"check_{one}"))
            if one == "roster":
                self.call("get_roster_text", self.red, id=kept["id"])
            self.call(f"forget_{one}", self.red, id=kept["id"])
        world = self.call("keep_scenario", self.red, self.example("keep_scenario"))["id"]
        self.call("list_scenarios", self.red)
        self.call("get_scenario", self.red, id=world)
        self.call("change_scenario", self.red, self.example("change_scenario"), id=world)
        self.call("check_scenario", self.red, self.example("check_scenario"))
        self.call("printed_scenario", self.red, system="ronin", base="skirmish")
        self.call("forget_scenario", self.red, id=world)
        self.call("draw_ground", self.red, self.example("draw_ground"))
        likeness = self.call("make_likeness", self.red, self.example("make_likeness"))["key"]
        self.call("list_likenesses", self.red)
        self.call("report_likeness", self.blue, self.example("report_likeness"), key=likeness)
        self.call("forget_likeness", self.red, key=likeness)

    def example(self, name: str) -> Any:
        """The body that the description shows."""
        method, path = self.at[name]
        return self.book["paths"][path][method]["requestBody"]["content"]["application/json"]["example"]

    def account(self) -> None:
        """The account is looked at and changed."""
        for name in ("get_me", "export_me"):
            self.call(name, self.red)
        self.call("change_me", self.red, self.example("change_me"))
        token = self.call("make_token", self.red, self.example("make_token"))["id"]
        self.call("list_tokens", self.red)
        self.call("revoke_token", self.red, token=token)

    def campaign(self) -> None:
        """A campaign of two begins, and is kept a second time."""
        body = {"name": "Autumn", "system": "ronin", "settings": {"open": True, "public": True, "points": 200}}
        at = {"id": self.call("found_campaign", self.red, body)["id"]}

        def give(who: Person, **command: Any) -> None:
            self.call("give_command", who, {"give": command}, **at)

        for mark, (who, name) in enumerate(((self.red, "Aki"), (self.host, "Hosta")), 1):
            give(who, do="join", name=name)
            roster = {"sample": [*BANDS.values()][mark - 1]}
            give(who, do="raise", name=f"{name}'s", emblem=mark, hue=mark, roster=roster)
        give(self.red, do="start")
        for name in ("get_campaign", "list_entries", "get_standings"):
            self.call(name, self.red, **at)
        self.call("list_campaigns", self.red)
        self.call("get_person", self.host, handle="aki")
        self.inbox()
        self.call("import_campaign", self.host, self.call("export_campaign", self.red, **at))

    def inbox(self) -> None:
        """What red was told is looked at, once it is there, and read."""
        for _ in range(600):
            if self.red.get("/api/v1/me/inbox").json()["told"]:
                break
            sleep(0.05)
        first = self.call("get_inbox", self.red)["told"][0]
        self.call("read_inbox", self.red, {"id": first["id"]})

    def hosting(self) -> None:
        """What the host looks at and does."""
        added = self.call("add_house_list", self.host, self.example("add_house_list"))["id"]
        self.call("list_house_lists", self.red)
        self.call("remove_house_list", self.host, id=added)
        changed = self.call("add_house_profile", self.host, self.example("add_house_profile"))["id"]
        self.call("list_house_profiles", self.red)
        self.call("remove_house_profile", self.host, id=changed)
        for name in ("get_health", "get_metrics", "list_cases", "list_accounts"):
            self.call(name, self.host)
        self.call("get_case", self.host, number=self.answers["list_cases"]["cases"][0]["id"])
        reports = self.call("list_reports", self.host)["reports"]
        open = next(one for one in reports if one["done"] is None and one["kind"] != "ruling")
        self.call("settle_report", self.host, {"note": "They made up."}, number=open["id"])
        self.call("change_account", self.host, {"end_sessions": True}, id=self.id)


# -- questions -----------------------------------------------------------------------


def asked(seed: int) -> Iterator[tuple[Any, Any]]:
    """Questions and an answer to each, of all levels, from games by chance of all systems."""
    for system in SYSTEMS:
        rng = Random(seed)
        for session in islice(phases(system_of(system.key), system.begin(draw_setup(system, rng))), 150):
            for question in by_chance(session, rng, anybody=True):
                yield from levels(question.domain, rng)


def levels(domain: Any, rng: Random) -> Iterator[tuple[Any, Any]]:
    """A question with an answer to it, and those below one of its options."""
    given = domain.sample(rng)
    yield domain.describe(), domain.write(given)
    if isinstance(domain, Menu) and (then := domain.options[given.key].then) is not None:
        yield from levels(then(), rng)


def questions(seed: int = 2) -> dict[str, dict[str, Any]]:
    """By kind a question that is no longer than others, as the engine describes it, and an answer to it."""
    found = dict[str, dict[str, Any]]()
    for domain, given in asked(seed):
        plain = msgspec.json.decode(msgspec.json.encode({"question": domain, "answer": given}))
        kind = plain["question"]["kind"]
        if kind not in found or weight(plain) < weight(found[kind]):
            found[kind] = plain
    return dict(sorted(found.items()))


def weight(plain: Any) -> int:
    """How long it is; what is too short shows nothing."""
    size = len(json.dumps(plain))
    return size if size > 250 else 100_000 - size


# -- writing -------------------------------------------------------------------------


@contextmanager
def serving() -> Iterator[TestClient]:
    """A server of its own."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "OURS", (system_of("ronin"), TOY, DUEL))
        settings = Settings(data=folder, rate="100000/second", work="0/0/0", tables="0/0/0", sent=0)
        with TestClient(create_app(settings), raise_server_exceptions=False) as client:
            yield client


def main() -> None:
    """The file of the description is written."""
    with serving() as client:
        told = {"answers": Recorder(client).play(), "questions": questions()}
    assert {*told["questions"]} == {str(kind.__struct_config__.tag) for kind in KINDS}
    RECORDED.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
