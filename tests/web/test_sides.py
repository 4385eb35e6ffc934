"""Sides that several lead, over REST: each answers for his part, and for nobody else's (ENG-SEA-05)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.aside import aside
from app.conformance import draw_setup
from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.system import RuleSystem
from app.games import hands
from app.games.results import GameId
from app.games.service import Games
from app.systems import SYSTEMS, system_of
from tests.web.people import Person, problem

MOST, FOR = 4_000, "engine.lead-for"


class Side:
    """A battle by chance of a system: red led by its general and two others, blue by its holder."""

    def __init__(self, client: TestClient, system: RuleSystem[Any], seed: int = 1, **more: Json) -> None:
        self.client, self.system, self.rng = client, system, Random(seed)
        setup = smallest(system, self.rng)
        self.general, self.mika, self.jun, self.blue = (Person(client) for _ in range(4))
        sides = [
            {"seat": s.seat, "roster": s.roster, "player": "me" if n == 0 else "person"}
            for n, s in enumerate(setup.sides)
        ]
        body = {"system": system.key, "scenario": setup.scenario, "options": setup.options, "sides": sides,
                "name": "Aki", **more}  # fmt: skip
        made = self.general.post("/api/v1/games", body)
        assert made.status_code == 201, made.text
        self.id, self.path = made.json()["id"], f"/api/v1/games/{made.json()['id']}"
        self.key = made.json()["links"]["watch"].rsplit("/", 1)[1]
        for seat, link in made.json()["links"]["seats"].items():
            if seat != "red":
                join = {"seat": seat, "key": link.rsplit("/", 1)[1], "name": "Blue"}
                assert self.blue.post(f"{self.path}/join", join).status_code == 200
        self.led = [self.general, self.mika, self.jun]

    def come(self) -> None:
        """Mika and Jun have followed the general's link."""
        assert self.general.post(f"{self.path}/invite", {"seat": "red", "on": True}).status_code == 200
        link = self.side()["link"]
        for who, name in ((self.mika, "Mika"), (self.jun, "Jun")):
            who.form("/games", {"name": name}) if not who.cookies else None
            page = who.form(link.removeprefix("http://testserver"), {"name": name})
            assert page.status_code == 303, page.text[:500]

    def side(self, who: Person | None = None) -> dict[str, Any]:
        """The side as one of those sees it who lead it."""
        found: dict[str, Any] = (who or self.general).get(f"{self.path}/side").json()
        return found

    def deal(self) -> None:
        """A third of the side each is Mika's and Jun's, the rest the general's."""
        parts = self.side()["parts"]
        third = max(1, len(parts) // 3)
        for number, who, part in ((1, self.mika, parts[:third]), (2, self.jun, parts[third : 2 * third])):
            assert self.general.post(f"{self.path}/deal", {"who": number, "part": part}).status_code == 200
            assert who.post(f"{self.path}/agree", {"yes": True}).status_code == 200

    def run(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """What comes of work on the server's own loop."""
        assert self.client.portal is not None
        return self.client.portal.call(work)

    async def drive(self) -> Any:
        """The battle as the server has it."""
        games: Games = self.client.app.state.site.games  # type: ignore[attr-defined]
        async with games._rooms.enter(GameId(self.id)) as drive:
            return drive

    def next(self) -> tuple[Seat, str, Json, list[int]] | None:
        """Who is asked, an answer by chance, and which of his leaders may give it."""

        async def found() -> Any:
            drive = await self.drive()
            if drive.status != "playing":
                return None
            asked = self.rng.choice(drive.live.questions())
            raw = await aside(lambda: asked.domain.write(asked.domain.sample(self.rng)))
            rights = [
                n for n in range(3)
                if asked.seat == "red"
                and hands.refuse_hand(drive, asked.seat, raw, n, ()) == n
            ]  # fmt: skip
            return asked.seat, drive.ask_id(asked.seat), raw, rights

        answer: tuple[Seat, str, Json, list[int]] | None = self.run(found)
        return answer

    def say(self, who: Person, seat: str, ask: str, raw: Json) -> Any:
        """Somebody's answer."""
        return who.post(f"{self.path}/answers", {"seat": seat, "ask": ask, "answer": raw})


def smallest(system: RuleSystem[Any], rng: Random) -> Any:
    """A set-up by chance of two sides, with few pieces."""
    for _ in range(50):
        setup = draw_setup(system, rng)
        if len(setup.sides) == 2:
            return setup
    raise AssertionError


@pytest.mark.parametrize("key", [system.key for system in SYSTEMS])
def test_a_battle_is_led_by_three_each_for_his_part(client: TestClient, key: str) -> None:
    one = Side(client, system_of(key))
    one.come()
    one.deal()
    by = [0, 0, 0]
    for n in range(MOST):
        asked = one.next()
        if asked is None:
            break
        seat, ask, raw, rights = asked
        if seat != "red":
            assert one.say(one.blue, seat, ask, raw).status_code == 200
            continue
        assert len(rights) == 1
        wrong = (rights[0] + 1 + n % 2) % 3
        said = problem(one.say(one.led[wrong], seat, ask, raw), 422)
        assert said["refusal"]["clause"] == "ENG-SEA-05"
        assert ("Aki", "Mika", "Jun")[rights[0]] in said["detail"]
        given = one.say(one.led[rights[0]], seat, ask, raw)
        assert given.status_code == 200, given.text
        by[rights[0]] += 1
    assert one.general.get(one.path).json()["status"] == "over", n
    assert all(by)


def led_by_three(client: TestClient) -> Side:
    """Ronin, three who lead red, each with his part, set up as offered."""
    one = Side(client, system_of("ronin"), offered=True)
    one.come()
    one.deal()
    return one


@pytest.fixture
def side(client: TestClient) -> Side:
    """A side that three lead."""
    return led_by_three(client)


def until(one: Side, wanted: Callable[[list[int]], bool]) -> tuple[Seat, str, Json, list[int]]:
    """The battle is played by chance until red is asked for an answer of such hands."""
    for _ in range(MOST):
        asked = one.next()
        assert asked is not None
        seat, ask, raw, rights = asked
        if seat == "red" and wanted(rights):
            return asked
        who = one.blue if seat != "red" else one.led[rights[0]]
        assert one.say(who, seat, ask, raw).status_code == 200
    raise AssertionError


def test_the_question_says_who_of_the_side_answers(side: Side) -> None:
    until(side, lambda rights: rights == [1])
    questions = [one.get(side.path).json()["questions"] for one in side.led]
    mine = [next(q for q in told if q["seat"] == "red") for told in questions]
    assert "Mika" in mine[0]["led"]
    assert mine[0] == mine[1] == mine[2]
    assert all("led" not in q for q in side.blue.get(side.path).json()["questions"])


def test_who_is_away_is_answered_for_once_the_time_of_the_table_is_over(side: Side) -> None:
    seat, ask, raw, _ = until(side, lambda rights: rights == [1])
    assert problem(side.say(side.jun, seat, ask, raw), 422)["refusal"]["code"] == "lead.his"
    games: Games = side.client.app.state.site.games  # type: ignore[attr-defined]
    before = games.absent
    games.absent = lambda _game, _guest: 60.0
    try:
        assert side.say(side.jun, seat, ask, raw).status_code == 200
    finally:
        games.absent = before
    told = [e for e in side.blue.get(f"{side.path}/events?limit=1000").json()["events"] if e["kind"] == FOR]
    assert [(e["body"]["who"], e["body"]["whom"]) for e in told] == [("Jun", "Mika")]


@pytest.mark.parametrize("giver", ["mika", "jun"])
def test_an_answer_is_taken_back_by_whoever_gave_it(side: Side, monkeypatch: pytest.MonkeyPatch, giver: str) -> None:
    """The one whose part it is, or a comrade who answered for him while he was away."""
    games: Games = side.client.app.state.site.games  # type: ignore[attr-defined]
    gave, comrade = (side.mika, side.jun) if giver == "mika" else (side.jun, side.mika)
    for _ in range(MOST):
        seat, ask, raw, _ = until(side, lambda rights: rights == [1])
        with monkeypatch.context() as patch:
            patch.setattr(games, "absent", lambda _game, _guest: 60.0)
            assert side.say(gave, seat, ask, raw).status_code == 200
        if side.run(side.drive).refuse_undo(Seat("red")) is None:
            break
    for other in (side.general, comrade):
        assert problem(other.post(f"{side.path}/undo"), 422)["refusal"]["code"] == "lead.not-own"
    assert gave.post(f"{side.path}/undo").status_code == 200


@pytest.mark.parametrize("key", [system.key for system in SYSTEMS])
def test_a_side_gives_up_by_majority(client: TestClient, key: str) -> None:
    one = Side(client, system_of(key), offered=key != "kensei")
    one.come()
    assert one.mika.post(f"{one.path}/resign").status_code == 200
    assert one.general.get(one.path).json()["status"] == "playing"
    assert one.mika.post(f"{one.path}/resign").status_code == 200
    assert one.general.get(one.path).json()["status"] == "playing"
    assert one.jun.post(f"{one.path}/resign").status_code == 200
    over = one.general.get(one.path).json()
    assert (over["status"], over["outcome"]["winner"]) == ("over", "blue")
    said = {e["kind"] for e in one.blue.get(f"{one.path}/events?limit=1000").json()["events"]}
    assert "engine.side-resign" not in said


def test_in_a_tie_the_general_decides(client: TestClient) -> None:
    """DAI-SCN-10: a side of several concedes by majority; in a tie the General's player decides."""
    one = Side(client, system_of("daimyo"), offered=True)
    one.come()
    assert one.jun.post(f"{one.path}/depart", {"who": 2}).status_code == 200
    assert one.mika.post(f"{one.path}/resign").status_code == 200
    assert one.general.get(one.path).json()["status"] == "playing"
    assert one.general.post(f"{one.path}/resign").status_code == 200
    assert one.general.get(one.path).json()["outcome"]["facts"]["clause"] == "DAI-SCN-10"


def test_a_draw_is_offered_and_taken_by_majority(client: TestClient) -> None:
    one = Side(client, system_of("ronin"), offered=True)
    one.come()
    assert one.mika.post(f"{one.path}/draw").status_code == 200
    assert one.blue.get(one.path).json()["status"] == "playing"
    assert one.blue.post(f"{one.path}/draw").status_code == 200
    assert one.general.post(f"{one.path}/consent", {"yes": True, "about": "draw"}).status_code == 200
    assert one.blue.get(one.path).json()["status"] == "playing"
    assert one.jun.post(f"{one.path}/consent", {"yes": True, "about": "draw"}).status_code == 200
    assert one.blue.get(one.path).json()["status"] == "over"


def test_what_only_the_general_may_do_others_may_not(side: Side) -> None:
    for deed in ("invite", "deal", "stand-in", "counsel"):
        no = problem(side.mika.post(f"{side.path}/{deed}", {"seat": "red", "who": 2}), 422)
        assert no["refusal"]["code"] == "lead.only-general", deed
        assert "Aki" in no["detail"]
    assert problem(side.general.post(f"{side.path}/rest"), 422)["refusal"]["code"] == "lead.bulk"


def test_a_part_has_one_leader_who_agrees_to_it(side: Side) -> None:
    told = side.side()
    first = told["leaders"][0]["part"]
    no = problem(side.general.post(f"{side.path}/deal", {"who": 2, "part": first}), 422)
    assert (no["refusal"]["code"], no["refusal"]["facts"]["who"]) == ("lead.taken", "Mika")
    assert (
        problem(side.general.post(f"{side.path}/deal", {"who": 1, "part": ["x"]}), 422)["refusal"]["code"]
        == "lead.part"
    )
    assert problem(side.mika.post(f"{side.path}/agree", {}), 422)["refusal"]["code"] == "lead.nothing"
    assert side.general.post(f"{side.path}/deal", {"who": 1, "part": []}).status_code == 200
    assert side.side(side.jun)["leaders"][0] == {"number": 1, "name": "Mika", "part": first, "offered": []}
    assert side.mika.post(f"{side.path}/agree", {"yes": False}).status_code == 200
    assert side.side()["leaders"][0]["part"] == first
    assert side.mika.post(f"{side.path}/depart", {"who": 1}).status_code == 200
    assert [one["name"] for one in side.side()["leaders"]] == ["Jun"]
    problem(side.mika.get(f"{side.path}/side"), 403)
    problem(side.mika.get(side.path), 403)


def test_a_link_leads_nowhere_once_it_is_closed_and_nobody_leads_two_sides(side: Side) -> None:
    link = side.side()["link"].removeprefix("http://testserver")
    assert side.side(side.mika)["link"] == ""
    assert side.blue.form(link, {"name": "Spy"}).status_code == 422
    key = link.rsplit("/", 1)[1]
    no = problem(side.blue.post(f"{side.path}/lead", {"seat": "red", "key": key, "name": "Spy"}), 422)
    assert no["refusal"]["code"] == "lead.sits"
    stranger = Person(side.client)
    assert stranger.form(link[:-1] + ("A" if link[-1] != "A" else "B"), {"name": "Zoe"}).status_code == 403
    assert side.general.post(f"{side.path}/invite", {"on": False}).status_code == 200
    assert stranger.page(link).status_code == 403
    assert stranger.form(link, {"name": "Zoe"}).status_code == 403
    assert side.side()["link"] == ""


def test_who_has_led_the_longest_follows_a_general_who_leaves_for_good(side: Side) -> None:
    games: Games = side.client.app.state.site.games  # type: ignore[attr-defined]

    async def leave() -> Any:
        info = await games.info(GameId(side.id))
        assert info is not None
        return await games.leave(info.id, Seat("red"), str(info.seats[0].guest))

    before = side.side(side.jun)["leaders"]
    side.run(leave)
    problem(side.general.get(f"{side.path}/side"), 403)
    told = side.side(side.mika)
    assert (told["general"], told["me"]) == ("Mika", 0)
    assert told["leaders"] == [one for one in before if one["name"] == "Jun"]
    red = side.blue.get(side.path).json()["seats"][0]
    assert (red["bot"], red["name"], red["leaders"]) == (False, "Mika", ["Jun"])


def test_a_notice_of_a_go_is_for_those_of_the_side_who_are_asked_each_by_himself(
    side: Side, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = side.client.app.state.site  # type: ignore[attr-defined]
    told: list[str] = []

    async def tell(guest: str, kind: str, *_: Any) -> bool:
        told.append(f"{kind} {guest}")
        return True

    async def look() -> Any:
        info = await here.games.info(GameId(side.id))
        await here.notices._turns(info, here.notices._away(info))
        return info

    monkeypatch.setattr(here.notices, "_tell", tell)
    sizes = set[int]()
    for _ in range(60):
        seat, ask, raw, rights = until(side, lambda _: True)
        told.clear()
        red = side.run(look).seats[0]
        asked = side.general.get(side.path).json()["questions"]
        names = next(q["led"] for q in asked if q["seat"] == "red")
        people = {red.name: red.guest, **{one.name: one.guest for one in red.leaders}}
        mine = sorted(line for line in told if line[5:] in red.people)
        assert mine == sorted(f"turn {people[name]}" for name in names)
        sizes.add(len(names))
        assert side.say(side.led[rights[0]], seat, ask, raw).status_code == 200
        if {1, 3} <= sizes:
            return
    raise AssertionError(sizes)


def test_a_table_may_say_after_how_long_a_comrade_answers(client: TestClient) -> None:
    one = Side(client, system_of("ronin"), offered=True, stand_in_seconds=3_600)
    one.come()
    one.deal()
    seat, ask, raw, _ = until(one, lambda rights: rights == [1])
    games: Games = client.app.state.site.games  # type: ignore[attr-defined]
    before = games.absent
    games.absent = lambda _game, _guest: 3_599.0
    try:
        assert problem(one.say(one.jun, seat, ask, raw), 422)["refusal"]["code"] == "lead.his"
    finally:
        games.absent = before
    body = {"system": "ronin", "scenario": "skirmish", "stand_in_seconds": 3_601, "options": {"points": 200},
            "sides": [{"seat": seat, "roster": {"sample": "red-devils"}} for seat in ("red", "blue")]}  # fmt: skip
    no = problem(Person(client).post("/api/v1/games", body), 422)
    assert (no["refusal"]["code"], no["refusal"]["facts"]["most"]) == ("lead.seconds", 3_600)


@pytest.mark.parametrize("key", [system.key for system in SYSTEMS])
def test_all_who_lead_a_side_see_the_same_bytes_and_nobody_else_a_trace_of_what_is_dealt(
    client: TestClient, key: str
) -> None:
    one, watcher = Side(client, system_of(key)), Person(client)
    one.come()

    def seen(who: Person, watch: str = "") -> tuple[bytes, bytes]:
        return who.get(f"{one.path}{watch}").content, who.get(f"{one.path}/events{watch}").content

    before = seen(one.blue), seen(watcher, f"?watch={one.key}")
    one.deal()
    assert (seen(one.blue), seen(watcher, f"?watch={one.key}")) == before
    assert one.blue.post(f"{one.path}/pause").status_code == 200  # what is told to a side alone comes with what all see
    mine = [seen(who) for who in one.led]
    assert mine[0] == mine[1] == mine[2]
    assert b"engine.lead-dealt" in mine[0][1]
    assert b"engine.lead-dealt" not in b"".join((*seen(one.blue), *seen(watcher, f"?watch={one.key}")))
