"""Looking back: a game as it was at every version, and the steps it is told in."""

from __future__ import annotations

from app.engine.system import Telling
from app.games.eyes import Eyes
from app.games.replay import begins, eyes_after, steps, timeline
from app.games.results import Accepted, GameId, Shown
from tests.games.frames import ended
from tests.games.table import Host, step
from tests.games.test_service import playing
from tests.toy import BLUE, RED, setup


def event(version: int, kind: str = "x.moved", weight: str = "deed", *, struck: bool = False, turn: int = 0) -> Shown:
    """An event that is told so."""
    told = Telling(about=kind, weight=weight, facts={"turn": turn} if turn else {})
    return Shown(version=version, kind=kind, struck=struck, telling=told)


def told(events: list[Shown], heads: list[int]) -> list[tuple[int, int, str]]:
    """Version, turn and kind of each step."""
    return [(s.v, s.turn, s.kind) for s in steps(events, heads)]


def test_an_input_is_a_step_and_so_is_each_kind_of_thing_in_it() -> None:
    events = [
        event(1, "x.turn", "turn", turn=2), event(2, "x.phase", "phase"), event(3), event(4), event(5, "x.hit", "die"),
        event(6, "x.used", "quiet"), event(7, "x.fell"), event(8), event(9, "x.used", "quiet"),
    ]  # fmt: skip
    assert told(events, [7, 8, 9]) == [
        (1, 2, "turn"), (2, 2, "phase"), (6, 2, "roll"), (7, 2, "deed"), (8, 2, "deed"), (9, 2, "quiet"),
    ]  # fmt: skip


def test_a_step_reaches_over_what_is_not_told_to_the_end_of_its_input() -> None:
    assert told([event(1), event(3)], [2, 3, 4]) == [(2, 0, "deed"), (3, 0, "deed")]
    assert told([], []) == []


def test_what_is_not_told_parts_nothing() -> None:
    apart, whole = [event(1), event(3)], [event(1), event(2, "x.y", "quiet"), event(3)]
    assert told(apart, [3]) == told(whole, [3]) == [(3, 0, "deed")]


def test_what_was_taken_back_is_no_step() -> None:
    assert told([event(1), event(2, struck=True), event(3, "engine.undone")], [1, 2, 3]) == [
        (1, 0, "deed"), (3, 0, "deed")
    ]  # fmt: skip


@playing
async def test_every_version_is_shown_as_it_was_through_undo_and_take_back(host: Host) -> None:
    game = await host.table()
    first = await begins(host.games, game)
    then: dict[int, object] = {}

    async def note() -> None:
        found = await host.games.view(game, RED)
        assert found
        then[found[0]] = found[1]

    await note()
    await host.bids(game)
    await note()
    assert isinstance(await host.say(game, RED, step(1)), Accepted)
    await note()
    assert isinstance(await host.games.undo(game, RED), Accepted)
    await note()
    assert isinstance(await host.say(game, RED, "gamble"), Accepted)
    await note()
    assert isinstance(await host.games.takeback_ask(game, RED), Accepted)
    assert isinstance(await host.games.takeback_answer(game, BLUE, True), Accepted)
    await note()
    assert isinstance(await host.say(game, RED, "done"), Accepted)
    await note()
    assert min(then) >= first
    assert len(then) == 7
    for version, view in then.items():
        assert await host.games.view(game, Eyes(RED, at=version)) == (version, view)
    struck = {e.version for e in await host.games.events(game, RED) if e.struck}
    shown = await timeline(host.games, game, Eyes(RED))
    assert struck
    assert not struck & {s.told.version for s in shown}
    assert shown[0].v >= first
    assert shown[-1].v == max(then)


@playing
async def test_only_those_who_were_told_have_a_step_for_it(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    kinds = {
        name: [s.told.kind for s in await timeline(host.games, game, eyes)]
        for name, eyes in (("red", Eyes(RED)), ("blue", Eyes(BLUE)), ("watcher", Eyes()), ("all", Eyes(whole=True)))
    }
    assert "toy.drew" in kinds["red"]
    assert "toy.drew" in kinds["all"]
    assert "toy.drew" not in kinds["blue"] + kinds["watcher"]
    assert kinds["blue"] == kinds["watcher"]


@playing
async def test_after_the_end_all_is_shown_or_what_one_side_saw(host: Host) -> None:
    game = await host.games.create(
        "toy", setup(), {RED: "bot", BLUE: "bot"}, options={"watch": {"view": "public", "delay": 5}}
    )
    assert isinstance(game, str)
    info = await host.games.info(GameId(game))
    assert info
    assert eyes_after(info) == Eyes(whole=True)
    assert eyes_after(info, "red") == Eyes(RED)
    assert eyes_after(info, "watch") == Eyes()
    assert eyes_after(info, "nobody") == Eyes(whole=True)


@playing
async def test_a_game_that_has_not_begun_has_no_moments(host: Host) -> None:
    game = await host.games.create("toy", setup(), {RED: "open", BLUE: "open"})
    assert isinstance(game, str)
    assert await timeline(host.games, GameId(game), Eyes()) == ()
    assert await timeline(host.games, GameId("none"), Eyes()) == ()


@playing
async def test_a_finished_game_tells_the_hidden_cards_of_all(host: Host) -> None:
    game = await host.table()
    await ended(host, game)
    shown = [s.told for s in await timeline(host.games, game, Eyes(whole=True)) if s.told.kind == "toy.drew"]
    assert {e.body["seat"] for e in shown} == {RED, BLUE}
