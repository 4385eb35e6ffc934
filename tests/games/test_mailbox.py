"""The mailbox of a game: what goes wrong around an input, and what others may learn from it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec import structs

from app.bots.play import play
from app.engine.asks import AnyAsk, Json
from app.engine.dice import Dice
from app.engine.digest import canonical
from app.engine.events import Event, Seat
from app.engine.session import Checkpoint, Session
from app.engine.system import PhaseId
from app.games.results import Accepted, Broken, GameId, Refused
from app.games.vault import Vault
from app.store import StorageBusy, StorageFull
from tests.games.table import Host, step
from tests.games.test_service import playing
from tests.toy import BLUE, RED, TOY, State, Toy, setup


@playing
async def test_an_answer_goes_through_though_its_caller_has_gone(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    asked = await host.asked(game, RED)
    assert asked
    caller = asyncio.ensure_future(host.games.answer(game, RED, asked.id, step(1)))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    info = await host.games.info(game)
    assert info
    assert host.told[-1] == (game, info.version, "events")
    assert (await host.games.events(game, RED))[-1].kind == "toy.stepped"


@pytest.mark.parametrize(("error", "code"), [(StorageFull, "table.disk-full"), (StorageBusy, "table.busy")])
def test_a_store_that_cannot_write_refuses_in_words(
    host: Host, error: type[Exception], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        game = await host.table()
        before = await host.seen(game)

        async def full(*_: object) -> None:
            raise error

        with monkeypatch.context() as patch:
            patch.setattr(host.store, "run", full)
            refused = await host.say(game, RED, "1")
        assert isinstance(refused, Refused)
        assert refused.refusal.code == code
        assert await host.seen(game) == before

    asyncio.run(test())


class Miscounting(Toy):
    """Folds an event otherwise than it was when it happened."""

    seen = 0

    def evolve(self, state: State, event: Event) -> State:
        if event.kind == "toy.stepped":
            type(self).seen += 1
            return structs.replace(state, scores={**state.scores, "red": self.seen})
        return super().evolve(state, event)


def test_a_state_that_its_events_do_not_lead_to_is_never_stored(host: Host) -> None:
    async def test() -> None:
        games = type(host.games)(host.store, [Miscounting()], b"k" * 32, lambda *_: None)
        host.games = games
        game = await host.table()
        await host.bids(game)
        assert isinstance(await host.say(game, RED, step(1)), Accepted)
        assert isinstance(await host.say(game, RED, "done"), Accepted)
        assert isinstance(await host.say(game, BLUE, "done"), Broken)

    asyncio.run(test())


@playing
async def test_the_least_used_rooms_are_forgotten_and_come_back(host: Host) -> None:
    host.games._rooms._most = 2
    tables = [await host.table() for _ in range(4)]
    assert len(host.games._rooms._rooms) == 2
    for game in tables:
        info = await host.games.info(game)
        assert info
        assert info.status == "playing"
    assert await host.games.info(GameId("none")) is None
    assert len(host.games._rooms._rooms) == 2


@playing
async def test_one_guest_on_both_seats_takes_back_alone(host: Host) -> None:
    made = await host.games.create("toy", setup(), {RED: "open", BLUE: "open"})
    assert isinstance(made, str)
    guest, _ = await host.games.guests.welcome("Ana")
    for seat in (RED, BLUE):
        assert isinstance(await host.games.join(made, seat, guest.id, "Ana"), Accepted)
    assert await host.games.seats_of(made, guest.id) == (RED, BLUE)
    await host.bids(made)
    assert isinstance(await host.say(made, RED, "gamble", guest=guest.id), Accepted)
    assert isinstance(await host.games.takeback_ask(made, RED, guest.id), Accepted)
    events = await host.games.events(made, RED)
    assert [e.struck for e in events if e.kind == "toy.gambled"] == [True]


class Fixed(Vault):
    """Dice that fall as a test says: red's card, then threes."""

    card = 1

    def throw(self, index: int, dice: Dice) -> tuple[int, ...]:
        return (self.card,) if index == 0 else (3,) * dice.count


def test_what_a_seat_may_not_see_makes_no_difference_to_its_bytes(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.games.drive.Vault", Fixed)
    monkeypatch.setattr("app.games.setting_up.new_id", lambda: f"game-{Fixed.card}")

    async def test() -> None:
        seen: dict[Seat | None, list[bytes]] = {RED: [], BLUE: [], None: []}
        for card, bid in ((1, "1"), (4, "3")):
            Fixed.card = card
            game = await host.table()
            assert isinstance(await host.say(game, RED, bid), Accepted)
            for viewer in (BLUE, None):
                seen[viewer].append(await all_of(host, game, viewer))
            assert isinstance(await host.games.undo(game, RED), Accepted)
            await host.bids(game)
            assert isinstance(await host.say(game, RED, "gamble"), Accepted)
            for viewer in (RED, BLUE, None):
                seen[viewer].append(await all_of(host, game, viewer))
        assert seen[BLUE][:2] == seen[BLUE][2:]
        assert seen[None][:2] == seen[None][2:]
        assert seen[RED][0] != seen[RED][1]

    asyncio.run(test())


async def all_of(host: Host, game: GameId, viewer: Seat | None) -> bytes:
    """All that a viewer is sent, less what names the game and its seed."""
    events = await host.games.events(game, viewer)
    return canonical([await host.games.view(game, viewer), await host.games.open_questions(game, viewer), events[1:]])


class Door:
    """A table at which a bot is asked some questions, and refused as often as the test says."""

    def __init__(self, question: AnyAsk, refusals: int, times: int = 1) -> None:
        self.question, self.refusals, self.times = question, refusals, times
        self.given: list[Json] = []

    async def owed(self) -> Any:
        return (RED, "0-red", self.question) if self.times else None

    async def thought(self, seat: Seat, ask_id: str) -> Json | None:
        return None

    async def drawn(self, draw: Callable[[], Json]) -> Json:
        return draw()

    async def answer(self, seat: Seat, ask_id: str, raw: Json) -> bool:
        self.given.append(raw)
        if len(self.given) <= self.refusals:
            return False
        self.times -= 1
        return True


def test_a_bot_tries_again_then_keeps_silent_then_gives_up() -> None:
    question = Session(TOY, Checkpoint(PhaseId("bid"), State())).questions()[0]

    async def rest() -> None:
        return

    for refusals, done in ((0, True), (3, True), (5, True), (6, False)):
        door = Door(question, refusals)
        assert asyncio.run(play(door, Random(1), rest)) is done
        assert len(door.given) == min(refusals + 1, 6)
    assert door.given[-1] == "0"
