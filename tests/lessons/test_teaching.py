"""A lesson at a hosted table: what is wanted is taken, all else is refused; it is kept how far somebody has come."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.games.results import Accepted, GameId, Refused, Result
from app.games.room import Room
from app.lessons.coach import Script
from app.lessons.library import library
from app.settings import Settings
from app.store import belongings, room
from app.store.tables import guest
from app.systems.ronin import SYSTEM as RONIN
from app.web.app import create_app
from tests.games.table import Host
from tests.web.people import Person

RED = Seat("red")
TEACHER = library([RONIN])
KEY = "ronin/moving"
RIGHT = {"pick": "Aki", "then": {"pick": "move", "then": [[25400, 35560]]}}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host that knows the lessons."""
    host = Host(tmp_path, RONIN)
    host.games.set_teacher(TEACHER.coach)
    yield host
    host.store.close()


def moving() -> Script:
    """The first lesson of Ronin."""
    found = TEACHER.of(KEY)
    assert found is not None
    return found


async def learner(host: Host, at: int = 1) -> tuple[str, GameId]:
    """Somebody new at the table of this lesson, who has read what stands before."""
    guest, _ = await host.games.guests.welcome("Yuki")
    made = await host.games.teach(moving(), guest.id, guest.name, at)
    assert not isinstance(made, Refusal)
    return guest.id, made


def test_the_learner_is_called_as_his_side_is() -> None:
    assert moving().called == "Hanada"


async def at(host: Host, game: GameId) -> tuple[int, bool]:
    """The step the learner sees, and whether all is done."""
    shown = await host.games.glimpse(game, RED)
    assert shown is not None
    assert shown.lesson is not None
    return shown.lesson.step, shown.lesson.done


def code(result: Result) -> str:
    """Why it was refused."""
    assert isinstance(result, Refused), result
    return result.refusal.code


def test_what_is_wanted_is_taken_and_the_other_side_answers_as_written(host: Host) -> None:
    async def plays() -> None:
        _, game = await learner(host, 0)
        assert await at(host, game) == (1, False)
        assert code(await host.say(game, RED, RIGHT)) == "lesson.asks-nothing"
        assert code(await host.games.show_how(game, RED)) == "lesson.asks-nothing"
        assert isinstance(await host.games.read_on(game, RED), Accepted)
        assert code(await host.games.read_on(game, RED)) == "lesson.asks"
        before = await host.seen(game)
        other = await host.say(game, RED, {"pick": "Rei", "then": {"pick": "move", "then": [[35560, 45720]]}})
        assert code(other) == "lesson.otherwise"
        assert isinstance(other, Refused)
        assert str(other.refusal.facts["said"]).startswith("It is Aki's turn")
        far = await host.say(game, RED, {"pick": "Aki", "then": {"pick": "move", "then": [[25400, 5080]]}})
        assert code(far) == "move.too-far"
        assert await host.seen(game) == before
        assert isinstance(await host.say(game, RED, RIGHT), Accepted)
        assert await at(host, game) == (3, False)
        assert [e.body["how"] for e in await host.games.events(game, RED) if e.kind == "ronin.moved"] == ["normal"]
        assert [q.seat for q in await host.games.open_questions(game, RED)] == [RED]

    asyncio.run(plays())


def test_nothing_is_taken_back_and_nothing_is_let_rest(host: Host) -> None:
    async def plays() -> None:
        _, game = await learner(host)
        asked = await host.asked(game, RED)
        assert asked is not None
        assert (asked.rest, asked.bulks) == ("", ())
        assert code(await host.games.rest(game, RED)) == "rest.none"
        assert isinstance(await host.say(game, RED, RIGHT), Accepted)
        assert code(await host.games.undo(game, RED)) == "undo.lesson"
        assert code(await host.games.takeback_ask(game, RED)) == "undo.lesson"
        assert code(await host.games.resign(game, RED)) == "lesson.resign"

    asyncio.run(plays())


def test_a_lesson_is_in_no_list_goes_on_after_a_restart_and_is_put_away(host: Host) -> None:
    async def plays() -> None:
        who, game = await learner(host, 3)
        assert await host.games.list_games(who) == ()
        assert await host.games.lesson_table(who, KEY) == game
        before = await host.seen(game)
        host.games.forget(game)
        assert await host.seen(game) == before
        assert isinstance(await host.games.show_how(game, RED), Accepted)
        other = await host.games.teach(moving(), who, "Yuki")
        assert await host.games.info(game) is None
        assert await host.games.lesson_table(who, KEY) == other
        assert await host.store.run(room.sweep_games, "9999") == [other]

    asyncio.run(plays())


def test_of_several_tables_asked_for_at_once_one_is_left(host: Host) -> None:
    async def plays() -> None:
        who, game = await learner(host)
        made = await asyncio.gather(*(host.games.teach(moving(), who, "Yuki") for _ in range(4)))
        left = [one for one in made if not isinstance(one, Refusal) and await host.games.info(one)]
        assert left == [await host.games.lesson_table(who, KEY)]
        assert await host.games.info(game) is None

    asyncio.run(plays())


def test_a_network_has_no_room_without_end_for_lessons(host: Host) -> None:
    async def plays() -> None:
        host.games.room = Room(network=2)
        who = [(await host.games.guests.welcome(name))[0].id for name in ("Aki", "Mika", "Cas")]
        made = [await host.games.teach(moving(), one, "Yuki", 0, "somewhere") for one in who]
        assert [isinstance(one, Refusal) for one in made] == [False, False, True]
        assert isinstance(made[2], Refusal)
        assert (made[2].code, made[2].facts["most"]) == ("room.network", 2)
        assert not isinstance(await host.games.teach(moving(), who[2], "Yuki", 0, "elsewhere"), Refusal)
        again = await host.games.teach(moving(), who[0], "Yuki", 0, "somewhere")
        assert not isinstance(again, Refusal)
        most = Room(network=1).most("somewhere")
        assert most is not None
        assert await host.store.look(room.refused, who[2], most) is None  # for a battle there is room
        swept = await host.store.run(room.sweep_games, "9999")
        assert len(swept) == 3
        assert await host.store.run(sent_back) == 3
        assert await host.store.run(room.sweep_guests, "2020") == 0
        assert await host.store.run(room.sweep_guests, "9999") == 3

    asyncio.run(plays())


def sent_back(db: sa.Connection) -> int:
    """All guests came long ago: how many."""
    return db.execute(guest.update().values(created="2019-01-01T00:00:00Z")).rowcount


def test_a_lesson_that_is_refused_leaves_the_one_that_stood(host: Host) -> None:
    async def plays() -> None:
        host.games.room = Room(network=1)
        one, other = [(await host.games.guests.welcome(name))[0].id for name in ("Aki", "Mika")]
        stood = await host.games.teach(moving(), one, "Yuki", 0, "home")
        await host.games.teach(moving(), other, "Yuki", 0, "school")
        assert isinstance(await host.games.teach(moving(), one, "Yuki", 0, "school"), Refusal)
        assert await host.games.lesson_table(one, KEY) == stood

    asyncio.run(plays())


def test_what_was_done_is_kept_and_goes_along_into_an_account(host: Host) -> None:
    async def plays() -> None:
        who, game = await learner(host)
        for _ in range(3):
            assert isinstance(await host.games.show_how(game, RED), Accepted)
        assert await at(host, game) == (5, False)
        assert isinstance(await host.games.read_on(game, RED), Accepted)
        assert await at(host, game) == (5, True)
        assert code(await host.say(game, RED, {"pick": "Aki", "then": "hold"})) == "lesson.done"
        assert await host.games.learnt(who) == {KEY: (moving().beats, True)}
        await host.games.teach(moving(), who, "Yuki")
        assert await host.games.learnt(who) == {KEY: (0, True)}
        other, _ = await host.games.guests.welcome("Hana")
        await host.games.teach(moving(), other.id, "Hana", 2)
        await host.store.run(belongings.claim, who, other.id, "spoilt")
        assert await host.games.learnt(other.id) == {KEY: (3, True)}

    asyncio.run(plays())


# -- at the pages ------------------------------------------------------------------


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server."""
    settings = Settings(data=str(tmp_path_factory.mktemp("data")), rate="100000/second", work="0/0/0", sent=0)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


def begun(client: TestClient, **fields: Any) -> Person:
    """Somebody new who has begun the lesson."""
    person = Person(client)
    assert person.form(f"/learn/{KEY}", fields).headers["location"] == f"/learn/{KEY}"
    return person


def test_a_lesson_is_begun_left_and_resumed_in_both_languages(client: TestClient) -> None:
    assert "Move, Run, and what the ground makes of it." in Person(client).page(f"/learn/{KEY}").text
    person = begun(client)
    said = person.page(f"/learn/{KEY}").text
    assert "The three with a gold ring" in said
    game = said.partition('data-game="')[2].partition('"')[0]
    assert person.form(f"/play/{game}/lesson", {"do": "next"}).status_code == 303
    person.cookies["gunbai-lang"] = "es"
    assert "Levanta a Aki" in person.page(f"/learn/{KEY}").text
    assert "en 2 de 5" in person.page("/learn").text
    assert person.form(f"/learn/{KEY}", {}).status_code == 303
    assert game in person.page(f"/learn/{KEY}").text
    assert person.form(f"/learn/{KEY}", {"step": "1"}).status_code == 303
    assert "Los tres con un anillo" in person.page(f"/learn/{KEY}").text


def test_a_lesson_is_nobody_elses(client: TestClient) -> None:
    person, other = begun(client), Person(client)
    game = person.page(f"/learn/{KEY}").text.partition('data-game="')[2].partition('"')[0]
    assert other.form(f"/play/{game}/lesson", {"do": "next"}).status_code == 403
    assert other.page(f"/play/{game}").status_code == 303
    assert person.page("/learn/ronin/nothing").status_code == 404
    assert game not in person.page("/games/mine").text


def test_a_puzzle_is_solved_by_what_does_what_it_wants(client: TestClient) -> None:
    person = Person(client)
    assert "One arrow" in person.page("/learn/ronin").text
    assert person.form("/learn/ronin/one-arrow", {}).headers["location"] == "/learn/ronin/one-arrow"
    page = person.page("/learn/ronin/one-arrow").text
    game = page.partition('data-game="')[2].partition('"')[0]
    asked = person.get(f"/api/v1/games/{game}").json()["questions"][0]

    def answer(target: str) -> dict[str, Any]:
        value = {"pick": "Jun", "then": {"pick": "shoot", "then": target}}
        return {"ask": asked["id"], "answer": value}

    for target in ("Goro", "Kin"):
        no = person.post(f"/api/v1/games/{game}/answers", answer(target))
        assert no.status_code == 422, no.text
        assert "look again" in no.text
    assert person.post(f"/api/v1/games/{game}/answers", answer("Kai")).status_code == 200
    assert 'class="is-done"' in person.page("/learn/ronin").text.partition('id="puzzles-ronin"')[2]
