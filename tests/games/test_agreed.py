"""What a table agrees: read and kept as it was said, and changed later only as one table of words has it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest
from msgspec import ValidationError

from app.engine.events import Seat
from app.games.agreed import (
    CHANGES,
    DISMISSED,
    GOES_ON,
    NAMED,
    OPENED,
    PAUSED,
    RESUMED,
    WISHED,
    Clock,
    Part,
    Watching,
    read,
)  # fmt: skip
from app.games.results import Accepted, GameId, Result
from app.games.seats import Guest
from tests.games.table import PEOPLE, plain_setup
from tests.games.test_umpire import Bench, judged
from tests.toy import BLUE, RED

SAID: dict[str, Any] = {
    "house": "of our own", "watch": {"delay": 5}, "clock": {"kind": "live", "minutes": 20}, "listed": True,
    "commentators": ["Bo"], "zero": "", "stopped": [], "umpires": ["Uma"],
}  # fmt: skip


def test_options_are_read_as_a_value_and_kept_as_they_were_said() -> None:
    agreed = read(SAID)
    assert list(agreed.stored.items()) == list(SAID.items())
    assert (agreed.watch, agreed.clock, agreed.zero) == (Watching(delay=5), Clock("live", 20), "default")
    assert (agreed.listed, agreed.stopped, agreed.commentators, agreed.points) == (True, (), ("Bo",), None)
    assert set(SAID) - set(agreed.again) == {"commentators", "stopped", "umpires"}
    assert read(None) == read({})


def test_a_game_is_read_whatever_was_once_written_there_but_not_who_may_watch_it() -> None:
    agreed = read({"points": "many", "listed": "yes", "clock": {"kind": "sand"}, "answer_seconds": 30})
    assert (agreed.points, agreed.listed, agreed.clock, agreed.answer_seconds) == (None, False, Clock(), 30)
    assert agreed.stored["points"] == "many"
    with pytest.raises(ValidationError):
        read({"points": "many", "watch": {"delay": "late"}})


class Around:
    """A table and one of each kind about it."""

    def __init__(self, bench: Bench) -> None:
        self.bench, self.games, self.umpire = bench, bench.host.games, bench.umpire

    async def laid(self, state: str) -> GameId:
        """A game that stands so, stopped where it is paused, with its owner, an umpire and a player known by guest."""
        names = ("owner", "umpire", "host", "player", "other")
        self.who = {name: (await self.games.guests.welcome(name))[0] for name in names}
        self.who["host"] = Guest(self.who["host"].id, "host", role="host")
        game = await self.games.create("toy", plain_setup(), PEOPLE, owner=self.who["owner"].id)
        assert isinstance(game, str)
        uma = self.who["umpire"]
        assert isinstance(await self.umpire.name(game, self.who["owner"], uma.id, uma.name), Accepted)
        if state != "open":
            for seat, name in ((RED, "player"), (BLUE, "other")):
                assert isinstance(await self.games.join(game, seat, self.who[name].id, name), Accepted)
        if state == "paused":
            assert isinstance(await self.umpire.pause(game, uma, "a look"), Accepted)
        return game

    async def stored(self, game: GameId) -> dict[str, Any]:
        """The options of the game."""
        info = await self.games.info(game)
        assert info is not None
        return info.options.stored

    async def named(self, game: GameId, by: Guest) -> Result:
        """Another umpire, to whom all that are asked agree."""
        said = await self.umpire.name(game, by, (await self.games.guests.welcome("Ura"))[0].id, "Ura")
        for seat in (RED, BLUE):
            await self.games.consent(game, seat, True, "umpire")
        return said

    async def goes_on(self, game: GameId, by: Guest) -> Result:
        """The last who has to wish that a stopped game goes on."""
        await self.games.resume(game, BLUE)
        return await self.wished(game, by)

    async def wished(self, game: GameId, by: Guest) -> Result:
        """A seat wishes it."""
        return await self.games.resume(game, Seat(RED), by.id)

    async def opened(self, game: GameId, by: Guest) -> Result:
        """Counsel is asked for, and all that are asked agree."""
        said = await self.games.counsel_ask(game, RED, by.id)
        await self.games.consent(game, BLUE, True, "counsel")
        return said

    @property
    def deeds(self) -> Mapping[str, Callable[[GameId, Guest], Awaitable[Result]]]:
        """What leads to each word."""
        return {
            NAMED: self.named, WISHED: self.wished, GOES_ON: self.goes_on, OPENED: self.opened,
            DISMISSED: lambda game, by: self.umpire.dismiss(game, by, self.who["umpire"].id),
            PAUSED: lambda game, by: self.umpire.pause(game, by, "again"), RESUMED: self.umpire.resume,
        }  # fmt: skip


PARTS: tuple[Part, ...] = ("owner", "host", "umpire", "player")


@pytest.mark.parametrize("word", CHANGES)
@pytest.mark.parametrize("state", ["open", "playing", "paused"])
def test_an_option_changes_by_whom_and_when_the_table_says_and_no_other_with_it(
    word: str, state: str, tmp_path: Any
) -> None:
    @judged
    async def tried(bench: Bench) -> None:
        around, change = Around(bench), CHANGES[word]
        for part in PARTS:
            game = await around.laid(state)
            before = await around.stored(game)
            said = await around.deeds[word](game, around.who[part])
            after = await around.stored(game)
            allowed = part in change.by and state in change.when
            assert isinstance(said, Accepted) == allowed, (part, said)
            moved = {key for key in {*before, *after} if before.get(key) != after.get(key)}
            assert moved <= {change.option}
            if allowed:
                told = [event.kind for event in await around.games.events(game, None)]
                assert f"engine.{word}" in told

    tried(tmp_path)
