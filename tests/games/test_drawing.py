"""Draws at a hosted table: offered, taken or not, by people and by bots, and what ends an offer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.bots.ending import DRAW as SAID
from app.bots.ending import Ends
from app.engine.events import Seat
from app.games import consent, drawing, offers
from app.games.losing import DRAWN
from app.games.minds import Minds
from app.games.minds_worker import Found, Position, taken_up
from app.games.results import DRAW, Accepted, GameId, GameInfo, OpenQuestion, Refused, Result, SeatKind
from app.games.service import Games
from app.games.verify import verify
from app.systems import system_of
from tests.games.table import Host, at
from tests.toy import BLUE, RED, TOY

RONIN = system_of("ronin")
PATIENCE = 3000


def code(said: Result) -> str:
    """Why it was refused."""
    assert isinstance(said, Refused), said
    return said.refusal.code


async def told(games: Games, game: GameId) -> list[str]:
    """What all have read of draws, and of the end."""
    return [one.kind for one in await games.events(game, None) if "draw" in one.kind or one.kind == "engine.ended"]


async def info(games: Games, game: GameId) -> GameInfo:
    """How it stands."""
    found = await games.info(game)
    assert found is not None
    return found


def test_people_agree_on_a_draw_and_the_record_of_it_is_sound(tmp_path: Path) -> None:
    async def act(host: Host) -> None:
        game = await host.table()
        await host.bids(game)
        assert isinstance(await host.games.draw_ask(game, RED), Accepted)
        assert code(await host.games.draw_ask(game, BLUE)) == "draw.pending"
        assert (await info(host.games, game)).awaited == {DRAW: (BLUE,)}
        assert isinstance(await host.games.consent(game, BLUE, True, DRAW), Accepted)
        stands = await info(host.games, game)
        assert stands.outcome is not None
        assert (stands.status, stands.outcome.winner, stands.outcome.reason) == ("over", None, DRAWN)
        assert await told(host.games, game) == ["engine.draw-asked", "engine.draw-agreed", "engine.ended"]
        record = await host.games.record(game)
        assert verify(msgspec.to_builtins(record), [TOY]) == []

    at(Host, tmp_path, act)


def test_an_offer_is_refused_withdrawn_and_not_made_twice_a_turn(tmp_path: Path) -> None:
    async def act(host: Host) -> None:
        game = await host.table()
        await host.bids(game)
        await host.games.draw_ask(game, RED)
        assert isinstance(await host.games.consent(game, BLUE, False, DRAW), Accepted)
        assert (await info(host.games, game)).motions == ()
        again = await host.games.draw_ask(game, RED)
        assert code(again) == "draw.often"
        assert isinstance(again, Refused)
        assert again.refusal.facts["next"] == int(str(again.refusal.facts["now"])) + SAID["person"]
        assert isinstance(await host.games.draw_ask(game, BLUE), Accepted)
        assert isinstance(await host.games.consent(game, BLUE, False, DRAW), Accepted)
        assert await told(host.games, game) == [
            "engine.draw-asked", "engine.draw-refused", "engine.draw-asked", "engine.draw-withdrawn",
        ]  # fmt: skip

    at(Host, tmp_path, act)


def test_where_no_turns_are_counted_it_may_be_offered_again_when_more_has_been_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (consent, drawing):
        monkeypatch.setattr(module, "counts_turns", lambda _: False)
    monkeypatch.setitem(SAID, "told", 3)

    async def act(host: Host) -> None:
        game = await host.table()
        await host.bids(game)
        while (await info(host.games, game)).version % 3:
            assert isinstance(await host.games.pause(game, RED), Accepted)
            assert isinstance(await host.games.resume(game, RED), Accepted)
        assert isinstance(await host.games.draw_ask(game, RED), Accepted)
        assert isinstance(await host.games.consent(game, RED, False, DRAW), Accepted)
        assert code(await host.games.draw_ask(game, RED)) == "draw.soon"
        seat = RED if await host.asked(game, RED) else BLUE
        assert isinstance(await host.say(game, seat, "gamble"), Accepted)
        assert isinstance(await host.games.draw_ask(game, RED), Accepted)

    at(Host, tmp_path, act)


def test_who_plays_on_declines_and_a_paused_battle_is_not_ended(tmp_path: Path) -> None:
    async def act(host: Host) -> None:
        game = await host.table()
        await host.bids(game)
        await host.games.draw_ask(game, BLUE)
        assert isinstance(await host.games.pause(game, RED), Accepted)
        assert code(await host.games.consent(game, RED, True, DRAW)) == "table.paused"
        await host.games.resume(game, RED)
        seat = RED if await host.asked(game, RED) else BLUE
        assert isinstance(await host.say(game, seat, "gamble"), Accepted)
        assert (await info(host.games, game)).motions == ()
        assert code(await host.games.consent(game, RED, True, DRAW)) == "takeback.not-asked"

    at(Host, tmp_path, act)


@pytest.mark.parametrize("option", [{"campaign": {"id": "c", "fixture": "f"}}, {"lesson": {"key": "x"}}])
def test_in_a_battle_of_a_campaign_and_in_a_lesson_there_is_none(tmp_path: Path, option: dict[str, Any]) -> None:
    async def act(host: Host) -> None:
        game = await host.table()
        await host.bids(game)
        async with host.games.mailbox.enter(game) as drive:
            assert drive is not None
            drive.row["options"] = option
        assert code(await host.games.draw_ask(game, RED)) == "draw.never"

    at(Host, tmp_path, act)


class Thinks:
    """A table of Ronin against a bot that thinks at once, and would end the battle as is said."""

    def __init__(self, folder: Path) -> None:
        self.host = Host(folder, RONIN, bot_delay=0.001)
        self.games = self.host.games
        self.ends, self.asked = Ends(), list[bool]()
        self.games.minds.think = self.think  # type: ignore[method-assign]
        self.games.minds.end = self.end  # type: ignore[method-assign]

    async def think(self, position: Position) -> Found | None:
        """The answer of silence, with how it would end the battle if that is asked."""
        session = taken_up(position)
        question = session.question(position.seat)
        assert question is not None
        self.asked.append(position.ending)
        return Found(question.domain.write(question.default), self.ends if position.ending else Ends())

    async def end(self, position: Position) -> Ends:
        """As is said, whatever the position."""
        return self.ends

    async def laid(self, seats: Mapping[Seat, SeatKind]) -> GameId:
        """Such a table."""
        setup = offers.quick(RONIN, "duel")
        assert setup is not None
        game = await self.games.create("ronin", setup, seats)
        assert isinstance(game, str)
        for seat, kind in seats.items():
            if kind != "bot":
                guest = (await self.games.guests.welcome(seat))[0].id
                assert isinstance(await self.games.join(game, seat, guest, seat), Accepted)
        return game

    async def played(self, game: GameId, seat: Seat, *, until: Any) -> None:
        """The person answers by default until something is so."""
        for _ in range(PATIENCE):
            if await until():
                return
            asked: OpenQuestion | None = await self.host.asked(game, seat)
            if asked is not None:
                await self.games.answer(game, seat, asked.id, asked.default)
            await asyncio.sleep(0.005)
        raise AssertionError


@pytest.mark.parametrize(("takes", "status"), [(True, "over"), (False, "playing")])
def test_a_bot_takes_an_offer_or_not_by_how_it_stands(tmp_path: Path, takes: bool, status: str) -> None:
    async def act(bench: Thinks) -> None:
        game = await bench.laid({RED: "open", BLUE: "bot"})
        bench.ends = Ends(takes=takes)
        assert isinstance(await bench.games.draw_ask(game, RED), Accepted)
        for _ in range(PATIENCE):
            if len(await told(bench.games, game)) > 1:
                break
            await asyncio.sleep(0.01)
        said = await told(bench.games, game)
        assert said[:2] == ["engine.draw-asked", "engine.draw-agreed" if takes else "engine.draw-refused"]
        assert (await info(bench.games, game)).status == status

    at(Thinks, tmp_path, act)


def test_a_bot_offers_a_draw_at_most_every_few_turns_and_a_person_takes_it(tmp_path: Path) -> None:
    async def act(bench: Thinks) -> None:
        game = await bench.laid({RED: "open", BLUE: "bot"})
        bench.ends = Ends(offers=True)

        async def offered(n: int) -> bool:
            return (await told(bench.games, game)).count("engine.draw-asked") == n

        await bench.played(game, RED, until=lambda: offered(2))
        turns = [one.body["turn"] for one in await bench.games.events(game, None) if one.kind == "engine.draw-asked"]
        assert turns[1] - turns[0] == SAID["every"]
        assert 0 < sum(bench.asked) < len(bench.asked)
        assert isinstance(await bench.games.consent(game, RED, True, DRAW), Accepted)
        stands = await info(bench.games, game)
        assert stands.outcome is not None
        assert (stands.status, stands.outcome.reason) == ("over", DRAWN)

    at(Thinks, tmp_path, act)


def test_a_bot_that_does_not_think_takes_no_draw(tmp_path: Path) -> None:
    async def act(bench: Thinks) -> None:
        game = await bench.laid({RED: "open", BLUE: "bot"})
        bench.games.minds.end = Minds(0).end  # type: ignore[method-assign]
        await bench.games.draw_ask(game, RED)
        for _ in range(PATIENCE):
            if "engine.draw-refused" in await told(bench.games, game):
                return
            await asyncio.sleep(0.01)
        raise AssertionError

    at(Thinks, tmp_path, act)
