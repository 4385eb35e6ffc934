"""An umpire at a hosted table: what he may do, what it leads to, and that it can be checked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec import structs

from app.engine.amend import EDIT, Amendable, Change, refuse_change
from app.engine.events import Event, Seat
from app.engine.geometry import Point
from app.engine.refusals import Refusal
from app.games.replacing import Replacing
from app.games.results import Accepted, GameId, NotYours, Refused, Result
from app.games.seats import Guest
from app.games.umpire import Desk, Umpire
from app.games.verify import verify
from app.store import Conflict
from app.store import games as rows
from tests.games.table import Host, step
from tests.toy import BLUE, RED, State, Toy
from tests.toy import add as more_points

UMA = "Uma"
Play = Callable[["Bench"], Awaitable[None]]


def judged(test: Play) -> Callable[[Path], None]:
    """A test written as a coroutine, with a bench of its own."""

    def run(tmp_path: Path) -> None:
        asyncio.run(on_bench(test, tmp_path))

    return run


async def on_bench(test: Play, folder: Path) -> None:
    """The test is run and its bench is closed."""
    bench = Bench(folder)
    try:
        await test(bench)
    finally:
        await bench.host.games.close()


class Amended(Event, frozen=True, tag="toy.amended"):
    """An umpire gave a seat points."""

    seat: Seat
    points: int


class Judged(Toy):
    """The toy, whose points an umpire may change."""

    event_types = (*Toy.event_types, Amended)

    def evolve(self, state: State, event: Event) -> State:
        if isinstance(event, Amended):
            return more_points(state, event.seat, event.points)
        return super().evolve(state, event)

    def amendable(self, state: State) -> tuple[Amendable, ...]:
        return tuple(Amendable(id=seat, kind="piece", seat=Seat(seat), at=Point(0, 0)) for seat in state.scores)

    def amend(self, state: State, changes: Sequence[Change]) -> tuple[Event, ...] | Refusal:
        known = {one.id: one for one in self.amendable(state)}
        for change in changes:
            if no := refuse_change(known.get(change.id), structs.replace(change, deed="remove")):
                return no
        return tuple(Amended(clause=EDIT, seat=Seat(c.id), points=c.value or 0) for c in changes)


class Bench:
    """A host with an umpire beside its table."""

    def __init__(self, folder: Path) -> None:
        self.host = Host(folder, Judged())
        self.given: list[tuple[Seat, int]] = []
        games = self.host.games
        self.umpire = Umpire(games.mailbox, games.store, lambda _, seat, n: self.given.append((seat, n)))
        self.replacing = Replacing(games.mailbox, games.store, self.umpire)
        self.owner = Guest("", "Owner", role="host")
        self.uma = Guest("", UMA)

    async def table(self) -> GameId:
        """A game in play with its umpire."""
        game = await self.host.table()
        guest, _ = await self.host.games.guests.welcome(UMA)
        self.uma = guest
        assert isinstance(await self.umpire.name(game, self.owner, guest.id, guest.name), Accepted)
        for seat in (RED, BLUE):
            assert isinstance(await self.host.games.consent(game, seat, True, "umpire"), Accepted)
        return game

    async def kinds(self, game: GameId) -> list[str]:
        """The kinds of all events, in order."""
        return [e.kind for e in await self.host.games.events(game, None)]

    async def scores(self, game: GameId) -> dict[str, int]:
        """The points of the toy."""
        shown = await self.host.games.view(game, None)
        assert shown is not None
        facts: Any = shown[1].notes[0].facts
        return dict(facts)

    async def guest_of(self, game: GameId, seat: Seat) -> str:
        """Who holds a seat."""
        info = await self.host.games.info(game)
        assert info is not None
        return next(s.guest or "" for s in info.seats if s.seat == seat)

    async def finish(self, game: GameId, seats: Sequence[Seat] = (RED, BLUE)) -> None:
        """Played by these seats for as long as they are asked, all as short as can be."""
        for _ in range(60):
            for seat in seats:
                asked = await self.host.asked(game, seat)
                if asked:
                    await self.host.say(game, seat, "1" if asked.secret else "done")


def code(result: Result) -> str:
    """Why a deed was refused."""
    assert isinstance(result, Refused), result
    return result.refusal.code


def points(seat: Seat, n: int) -> Change:
    """So many points more."""
    return Change(id=seat, deed="set", value=n)


# -- who may -------------------------------------------------------------------


@judged
async def test_only_umpire_and_host_do_what_an_umpire_does_and_nobody_at_his_own_table(bench: Bench) -> None:
    game = await bench.table()
    before = await bench.kinds(game)
    stranger, _ = await bench.host.games.guests.welcome("Sato")
    red = Guest(await bench.guest_of(game, RED), "Red")
    for who, no in ((stranger, "umpire.not-yours"), (red, "umpire.own-game"),
                    (Guest(red.id, "Red", role="host"), "umpire.own-game")):  # fmt: skip
        assert not await bench.umpire.may(game, who)
        for result in (
            await bench.umpire.pause(game, who, "why"), await bench.umpire.resume(game, who),
            await bench.umpire.add_time(game, who, RED, 60, "why"), await bench.umpire.rule(game, who, 1, "so"),
            await bench.umpire.amend(game, who, [points(RED, 1)], "why"), await bench.umpire.back(game, who, "why"),
            await bench.replacing.by_bot(game, who, RED, "why"),
        ):  # fmt: skip
            assert code(result) == no
    assert await bench.kinds(game) == before
    assert await bench.umpire.may(game, bench.uma)
    assert await bench.umpire.may(game, bench.owner)
    assert not await bench.umpire.may(game, None)


@judged
async def test_umpires_are_named_by_owner_or_host_and_all_are_told(bench: Bench) -> None:
    game = await bench.table()
    red = await bench.guest_of(game, RED)
    assert code(await bench.umpire.name(game, bench.uma, bench.uma.id, UMA)) == "umpire.not-owner"
    assert code(await bench.umpire.name(game, bench.owner, red, "Red")) == "umpire.own-game"
    assert code(await bench.umpire.name(game, bench.owner, bench.uma.id, UMA)) == "umpire.known"
    assert [one.name for one in await bench.umpire.of_game(game)] == [UMA]
    assert isinstance(await bench.umpire.dismiss(game, bench.owner, bench.uma.id), Accepted)
    assert code(await bench.umpire.dismiss(game, bench.owner, bench.uma.id)) == "umpire.unknown"
    assert (await bench.kinds(game))[-1] == "engine.umpire-dismissed"
    assert "engine.umpire-named" in await bench.kinds(game)
    assert not await bench.umpire.may(game, bench.uma)


# -- stopping, time, rulings ---------------------------------------------------


@judged
async def test_a_stopped_game_goes_on_by_its_umpire_or_by_all_players(bench: Bench) -> None:
    game, games = await bench.table(), bench.host.games
    assert code(await bench.umpire.pause(game, bench.uma, " ")) == "umpire.reason"
    assert isinstance(await bench.umpire.pause(game, bench.uma, "fire alarm"), Accepted)
    assert isinstance(await games.resume(game, RED), Accepted)
    games.forget(game)
    info = await games.info(game)
    assert info is not None
    assert (info.status, info.pause_reason) == ("paused", "fire alarm")
    assert isinstance(await games.resume(game, BLUE), Accepted)
    info = await games.info(game)
    assert info is not None
    assert (info.status, info.pause_reason) == ("playing", "")
    assert isinstance(await bench.umpire.pause(game, bench.uma, "again"), Accepted)
    assert isinstance(await bench.umpire.resume(game, bench.uma), Accepted)
    assert isinstance(await games.pause(game, RED), Accepted)
    assert isinstance(await games.resume(game, RED), Accepted)
    assert (await bench.kinds(game))[-2:] == ["engine.paused", "engine.resumed"]


@judged
async def test_time_is_given_where_a_clock_can_take_it(bench: Bench) -> None:
    game = await bench.table()
    assert code(await bench.umpire.add_time(game, bench.uma, RED, 5, "slow line")) == "umpire.seconds"
    assert isinstance(await bench.umpire.add_time(game, bench.uma, RED, 60, "slow line"), Accepted)
    assert bench.given == [(RED, 60)]
    plain = Umpire(bench.host.games.mailbox, bench.host.store)
    assert code(await plain.add_time(game, bench.uma, RED, 60, "slow line")) == "umpire.no-clock"


@judged
async def test_a_dispute_is_asked_by_a_seat_and_answered_once(bench: Bench) -> None:
    game = await bench.table()
    red = await bench.guest_of(game, RED)
    assert isinstance(await bench.umpire.dispute(game, RED, bench.uma.id, "?"), NotYours)
    for n in range(5):
        assert isinstance(await bench.umpire.dispute(game, RED, red, f"Does it see {n}?"), Accepted)
    assert code(await bench.umpire.dispute(game, RED, red, "And now?")) == "umpire.disputes"
    asked = (await bench.umpire.disputes(game))[0]
    assert (asked.text, asked.ruling) == ("Does it see 4?", None)
    assert isinstance(await bench.umpire.rule(game, bench.uma, asked.id, "Yes."), Accepted)
    assert code(await bench.umpire.rule(game, bench.uma, asked.id, "No.")) == "umpire.not-disputed"
    assert (await bench.umpire.disputes(game))[0].ruling == "Yes."
    assert [kind for kind, _ in await bench.umpire.deeds(game)][:2] == ["engine.ruled", "engine.disputed"]


@judged
async def test_a_deed_that_is_done_again_after_a_conflict_is_done_and_told_once(bench: Bench) -> None:
    game = await bench.table()
    red, run, conflicts = await bench.guest_of(game, RED), bench.host.store.run, [0]

    async def late(fn: Any, *args: Any, **kw: Any) -> Any:
        if fn is rows.commit and conflicts[0]:
            conflicts[0] -= 1
            raise Conflict(game)
        return await run(fn, *args, **kw)

    bench.host.store.run = late  # type: ignore[method-assign]
    before, umpire = await bench.kinds(game), bench.umpire
    deeds: list[Callable[[], Awaitable[Result]]] = [
        lambda: umpire.dispute(game, RED, red, "Does it see?"),
        lambda: umpire.rule(game, bench.uma, 1, "Yes."),
        lambda: umpire.dismiss(game, bench.owner, bench.uma.id),
        lambda: umpire.name(game, bench.owner, bench.uma.id, UMA),
        lambda: bench.host.games.consent(game, RED, True, "umpire"),
        lambda: bench.host.games.consent(game, BLUE, True, "umpire"),
    ]
    for deed in deeds:
        conflicts[0] = 2
        assert isinstance(await deed(), Accepted)
    assert [(one.text, one.ruling) for one in await umpire.disputes(game)] == [("Does it see?", "Yes.")]
    assert [one.name for one in await umpire.of_game(game)] == [UMA]
    told = ["disputed", "ruled", "umpire-dismissed", "umpire-asked", "umpire-agreed", "umpire-agreed", "umpire-named"]
    assert (await bench.kinds(game))[len(before) :] == [f"engine.{one}" for one in told]
    conflicts[0] = 9
    await umpire.dismiss(game, bench.owner, bench.uma.id)
    conflicts[0] = 0
    assert await umpire.may(game, bench.uma)


# -- the position --------------------------------------------------------------


@judged
async def test_an_edit_strikes_what_was_begun_keeps_its_dice_and_can_be_checked(bench: Bench) -> None:
    game, host = await bench.table(), bench.host
    await host.bids(game)
    assert isinstance(await host.say(game, RED, step(1)), Accepted)
    assert isinstance(await host.say(game, RED, "gamble"), Accepted)
    before, cards = await bench.scores(game), await told(bench, game, "toy.drew")
    gambled = (await told(bench, game, "toy.gambled"))[0].body["faces"]
    assert isinstance(await bench.umpire.desk(game, [points(Seat("gold"), 1)]), Refusal)
    desk = await bench.umpire.desk(game, [points(RED, 50)])
    assert isinstance(desk, Desk)
    assert (desk.struck, desk.view.notes[0].facts[RED]) == (4, 51)
    assert code(await bench.umpire.amend(game, bench.uma, [points(Seat("gold"), 1)], "why")) == "amend.unknown"
    assert code(await bench.umpire.amend(game, bench.uma, [points(RED, 50)], "")) == "umpire.reason"
    assert await bench.scores(game) == before
    assert isinstance(await bench.umpire.amend(game, bench.uma, [points(RED, 50)], "lost a card"), Accepted)
    assert await bench.scores(game) == {RED: 51, BLUE: 2}
    assert [e.struck for e in await told(bench, game, "toy.stepped")] == [True]
    again = await told(bench, game, "toy.drew")
    assert (again[0].struck, again[-1].body) == (True, cards[0].body)
    assert isinstance(await host.say(game, RED, step(1)), Accepted)
    assert isinstance(await host.say(game, RED, "gamble"), Accepted)
    assert (await told(bench, game, "toy.gambled"))[-1].body["faces"] == gambled
    seen = await host.seen(game)
    host.games.forget(game)
    assert await host.seen(game) == seen
    await bench.finish(game)
    await checked(bench, game)


@judged
async def test_an_edit_is_taken_back_to_its_snapshot_though_play_went_on(bench: Bench) -> None:
    game, host = await bench.table(), bench.host
    assert code(await bench.umpire.back(game, bench.uma, "why")) == "umpire.no-edit"
    await host.bids(game)
    before = await bench.scores(game)
    for n in (20, 30):
        assert isinstance(await bench.umpire.amend(game, bench.uma, [points(BLUE, n)], "a try"), Accepted)
    assert isinstance(await host.say(game, RED, "done"), Accepted)
    assert isinstance(await host.say(game, BLUE, "done"), Accepted)
    assert isinstance(await host.say(game, BLUE, "3"), Accepted)
    assert isinstance(await bench.umpire.back(game, bench.uma, "too much"), Accepted)
    assert (await bench.scores(game))[BLUE] == before[BLUE] + 20
    host.games.forget(game)
    assert isinstance(await bench.umpire.back(game, bench.uma, "not at all"), Accepted)
    assert await bench.scores(game) == before
    assert code(await bench.umpire.back(game, bench.uma, "why")) == "umpire.no-edit"
    seen = await host.seen(game)
    host.games.forget(game)
    assert await host.seen(game) == seen
    assert isinstance(await bench.umpire.amend(game, bench.uma, [points(RED, 5)], "that is it"), Accepted)
    await bench.finish(game)
    await checked(bench, game)


@judged
async def test_a_change_to_an_edit_in_a_record_is_found_out(bench: Bench) -> None:
    game = await bench.table()
    await bench.host.bids(game)
    assert isinstance(await bench.umpire.amend(game, bench.uma, [points(RED, 5)], "why"), Accepted)
    await bench.finish(game)
    record: Any = await bench.host.games.record(game)
    line = next(one for one in record["tape"] if one["kind"] == "amend")
    line["body"] = {**line["body"], "changes": [{"id": RED, "deed": "set", "value": 6}]}
    assert any("rules event" in fault or "otherwise" in fault for fault in verify(record, [Judged()]))


@judged
async def test_an_edit_stands_while_the_game_is_stopped_and_never_once_it_is_over(bench: Bench) -> None:
    game = await bench.table()
    assert isinstance(await bench.umpire.pause(game, bench.uma, "wait"), Accepted)
    assert isinstance(await bench.umpire.amend(game, bench.uma, [points(RED, 5)], "why"), Accepted)
    assert isinstance(await bench.host.say(game, RED, "1"), Refused)
    assert isinstance(await bench.umpire.resume(game, bench.uma), Accepted)
    await bench.finish(game)
    for result in (await bench.umpire.amend(game, bench.uma, [points(RED, 5)], "why"),
                   await bench.umpire.name(game, bench.owner, bench.uma.id, UMA),
                   await bench.umpire.rule(game, bench.uma, 1, "so"),
                   await bench.replacing.by_bot(game, bench.uma, RED, "why")):  # fmt: skip
        assert code(result) == "table.over"
    await checked(bench, game)


# -- replacing -----------------------------------------------------------------


@judged
async def test_a_player_is_replaced_and_the_dice_stay_what_they_were(bench: Bench) -> None:
    game, host = await bench.table(), bench.host
    red, blue = await bench.guest_of(game, RED), await bench.guest_of(game, BLUE)
    new, _ = await host.games.guests.welcome("Nomi")
    assert code(await bench.replacing.by_guest(game, bench.uma, RED, bench.uma.id, UMA, "why")) == "umpire.own-game"
    assert code(await bench.replacing.by_guest(game, bench.uma, RED, blue, "Blue", "why")) == "umpire.seated"
    turn = await bench.replacing.turn(game, RED)
    assert isinstance(await bench.replacing.by_link(game, RED, new.id, "Nomi", "left", turn), Accepted)
    assert await bench.guest_of(game, RED) == new.id
    assert isinstance(await host.say(game, RED, "1", guest=red), NotYours)
    host.games.forget(game)
    assert isinstance(await host.say(game, RED, "1", guest=new.id), Accepted)
    assert isinstance(await bench.replacing.by_bot(game, bench.uma, BLUE, "left too"), Accepted)
    assert code(await bench.replacing.by_bot(game, bench.uma, BLUE, "again")) == "umpire.is-bot"
    assert [e.body["who"] for e in await told(bench, game, "engine.replaced")] == ["Nomi", "Bot"]
    while (info := await host.games.info(game)) and info.status != "over":
        await bench.finish(game, (RED,))  # blue is a bot's, which answers when it likes
        await asyncio.sleep(0)
    await checked(bench, game)


async def told(bench: Bench, game: GameId, kind: str) -> list[Any]:
    """The events of a kind as red sees them."""
    return [e for e in await bench.host.games.events(game, RED) if e.kind == kind]


async def checked(bench: Bench, game: GameId) -> None:
    """The record of the finished game is sound."""
    record = await bench.host.games.record(game)
    assert not isinstance(record, Refusal), record
    assert verify(record, [Judged()]) == []
