"""The door through which campaigns change: once each, whole or not at all, and on after any end of the server."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from app.campaigns.battles.musters import Muster, best
from app.campaigns.desk import Actor, Desk
from app.campaigns.ledger import events as e
from app.campaigns.ledger.rows import entry_of, warband_row
from app.campaigns.ledger.rulings import Correct
from app.campaigns.model import DAY_MS, DONE, OPEN, PLAYING, Campaign, Settings
from app.campaigns.people.founding import Found
from app.campaigns.people.members import Announce, InviteGuest, Join
from app.campaigns.rounds.absence import StandIn
from app.campaigns.rounds.challenges import AcceptChallenge, Challenge
from app.campaigns.rounds.course import EndCampaign
from app.campaigns.service import EVERY, Campaigns, Done, Refused, Unknown
from app.campaigns.warbands.deeds import Reserve, TakeBack
from app.engine.campaigns import Delta
from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.games.hours import Time
from app.games.results import GameId
from app.store import StorageBusy, StorageFull
from app.store import campaigns as rows
from app.store.campaign_tables import campaign_warband
from app.store.tables import game
from tests.campaigns.campaigning import Begun, House, fresh, in_house, more

SAID = Announce(title="Rain", text="The roads are mud.")


async def ledger(house: House, id: str) -> list[Any]:
    """All that happened."""
    return [entry_of(row) for row in await house.store.look(rows.entries, id)]


async def mustered(house: House, made: Begun) -> str:
    """Both sides of the first battle have said whom they send; its game is laid."""
    now = await house.now(made.id)
    one = next(iter(now.fixtures.values()))
    desk = Desk(now, house.campaigns.rules(now.system), Actor(), 0)
    for actor, side in zip(made.leaders, made.warbands, strict=True):
        members = best(desk, one, now.warbands[side])
        await house.does(made.id, actor, Muster(warband=side, fixture=one.id, members=members))
    return one.id


async def until(true: Callable[[Campaign], bool], house: House, id: str) -> Campaign:
    """The campaign once this is true of it."""
    for _ in range(400):
        now = await house.now(id)
        if true(now):
            return now
        await asyncio.sleep(0.02)
    raise AssertionError("it never comes true")


# -- once ---------------------------------------------------------------------------


@in_house
async def test_a_command_given_twice_is_done_once(house: House) -> None:
    made = await house.begun()
    first = await house.does(made.id, made.host, SAID, "one")
    size = (await house.now(made.id)).seq
    assert await house.campaigns.act(made.id, made.host, SAID, "one") == first
    assert (await house.now(made.id)).seq == size
    both = await asyncio.gather(*(house.campaigns.act(made.id, made.host, SAID, "two") for _ in range(5)))
    assert len({str(one) for one in both}) == 1
    assert (await house.now(made.id)).seq == size + 1
    other = await house.does(made.id, made.leaders[0], Join(), "one")
    assert other.entries == ()
    assert await house.campaigns.act(made.id, made.leaders[0], Join(), "one") == other


@in_house
async def test_a_founding_given_twice_at_once_founds_once(house: House) -> None:
    host = await house.guest("Ieyasu")
    given = Found(name="Once", system="ronin", settings=Settings(points=200))
    ids = await asyncio.gather(*(house.campaigns.found(host, given, "same") for _ in range(4)))
    assert len({*ids}) == 1
    assert await house.campaigns.found(host, given, "same") == ids[0]
    assert await house.campaigns.found(host, given, "other") != ids[0]
    assert len(await house.campaigns.of_guest(host.id)) == 2


@in_house
async def test_what_does_not_exist_is_unknown_and_refusals_leave_no_receipt(house: House) -> None:
    made = await house.begun()
    assert await house.campaigns.act("nowhere", made.host, SAID) == Unknown("campaign")
    assert isinstance(await house.campaigns.act(made.id, made.leaders[0], SAID, "no"), Refused)
    nobody = await house.refused(made.id, made.host, InviteGuest(guest="nobody", name="Nobody"))
    assert nobody.refusal.code == "people.guest"
    assert isinstance(await house.campaigns.act(made.id, made.host, EndCampaign(reason=""), "later"), Refused)
    done = await house.does(made.id, made.host, EndCampaign(reason="It rains."), "later")
    assert done.entries


# -- two at once ----------------------------------------------------------------------


@in_house
async def test_two_services_on_one_file_do_not_lose_each_others_entries(house: House) -> None:
    """Each has its own memory and its own locks, as two processes have."""
    made = await house.begun()
    other = Campaigns(house.games, lambda *_: None)
    await other.read(made.id)
    before = (await house.now(made.id)).seq
    acts = [(house.campaigns, other)[n % 2].act(made.id, made.host, SAID, f"{n}") for n in range(8)]
    results = await asyncio.gather(*acts)
    done = [one for one in results if isinstance(one, Done)]
    assert all(isinstance(one, Done | Refused) for one in results)
    numbers = [seq for one in done for seq in one.entries]
    assert sorted(numbers) == list(range(before + 1, before + 1 + len(done)))
    assert await other.read(made.id) == await house.now(made.id)
    for n in range(8):
        again = await other.act(made.id, made.host, SAID, f"{n}")
        assert isinstance(again, Done)
    assert (await house.now(made.id)).seq == before + 8


# -- whole or not at all ----------------------------------------------------------------


@in_house
async def test_a_warband_that_differs_from_its_ledger_stops_every_write(house: House) -> None:
    made = await house.begun()
    before = await ledger(house, made.id)
    spoil = campaign_warband.update().where(campaign_warband.c.id == made.warbands[0]).values(digest="0" * 64)
    await house.store.run(lambda db: db.execute(spoil).rowcount)
    with pytest.raises(ValueError, match=made.warbands[0]):
        await house.campaigns.act(made.id, made.host, SAID, "one")
    assert await ledger(house, made.id) == before
    assert await house.store.look(rows.receipt, made.id, made.host.id, "one") is None


@pytest.mark.parametrize(("error", "code"), [(StorageFull("x"), "table.disk-full"), (StorageBusy("x"), "table.busy")])
def test_a_store_that_cannot_write_refuses_and_changes_nothing(error: Exception, code: str, tmp_path: Path) -> None:
    @in_house
    async def trying(house: House) -> None:
        made = await house.begun()
        run = house.store.run

        async def failing(fn: Any, *args: Any, **kw: Any) -> Any:
            raise error

        setattr(house.store, "run", failing)  # noqa: B010
        refused = await house.refused(made.id, made.host, SAID, "one")
        assert refused.refusal.code == code
        no = await house.campaigns.found(made.host, Found(name="No", system="ronin", settings=Settings(points=9)), "f")
        assert isinstance(no, Refusal)
        assert no.code == code
        setattr(house.store, "run", run)  # noqa: B010
        assert (await house.does(made.id, made.host, SAID, "one")).entries

    trying(tmp_path)


@in_house
async def test_what_is_durable_is_told_so_though_its_battle_cannot_be_laid_yet(house: House) -> None:
    made = await house.begun()
    create = house.games.create
    setattr(house.games, "create", broken)  # noqa: B010
    one = await mustered(house, made)
    now = await house.now(made.id)
    assert len(now.fixtures[one].musters) == 2
    assert now.fixtures[one].state == OPEN
    setattr(house.games, "create", create)  # noqa: B010
    await house.campaigns.nudge(made.id)
    assert (await house.now(made.id)).fixtures[one].state == PLAYING


async def broken(*_: Any, **__: Any) -> Any:
    """A disk without room."""
    raise StorageFull("no room")


# -- an end of the server and a new beginning -----------------------------------------------


def test_warbands_are_the_same_in_memory_and_from_the_file(tmp_path: Path) -> None:
    """A value put back to what it is by default is written as if it had never been otherwise."""

    async def first(house: House) -> tuple[Begun, str]:
        await house.start()
        made = await house.begun()
        who = next(iter((await house.now(made.id)).warbands[made.warbands[0]].band.members))
        for state in ("out", "fit"):
            given = Correct(warband=made.warbands[0], deltas=(Delta("state", who, put=state),), reason="A test.")
            await house.does(made.id, made.host, given)
        await house.does(made.id, made.leaders[1], Reserve(warband=made.warbands[1]))
        await house.does(made.id, made.leaders[1], TakeBack(warband=made.warbands[1]))
        return made, who

    async def all_() -> None:
        file = fresh(tmp_path)
        house = House(file)
        made, _ = await first(house)
        await house.close()
        house = House(file)
        await house.start()
        await house.does(made.id, made.host, Correct(warband=made.warbands[0], deltas=(more(1),), reason="A test."))
        stored = await house.store.look(rows.warbands, made.id)
        now = await house.now(made.id)
        assert {one["id"]: one for one in stored} == {id: warband_row(made.id, w) for id, w in now.warbands.items()}
        await house.close()

    asyncio.run(all_())


def test_a_game_laid_but_not_yet_in_the_ledger_is_found_and_not_laid_twice(tmp_path: Path) -> None:
    async def all_() -> None:
        file = fresh(tmp_path)
        house = House(file)
        await house.start()
        made = await house.begun()
        run = house.store.run

        async def dying(fn: Any, *args: Any, **kw: Any) -> Any:
            if fn is rows.post and args[0].games:
                raise StorageBusy("the server dies here")
            return await run(fn, *args, **kw)

        setattr(house.store, "run", dying)  # noqa: B010
        one = await mustered(house, made)
        assert (await house.now(made.id)).fixtures[one].state == OPEN
        laid = await house.store.look(rows.laid, made.id, one)
        assert laid is not None
        await house.close()
        house = House(file)
        await house.start()
        now = await house.now(made.id)
        assert (now.fixtures[one].state, now.fixtures[one].game) == (PLAYING, laid)
        assert await house.store.look(lambda db: db.execute(sa.select(sa.func.count()).select_from(game)).scalar()) == 1
        await house.close()

    asyncio.run(all_())


def test_a_battle_that_ended_while_campaigns_were_away_flows_in_at_the_start(tmp_path: Path) -> None:
    async def all_() -> None:
        file = fresh(tmp_path)
        house = House(file)
        await house.start()
        made = await house.begun()
        one = await mustered(house, made)
        played = (await house.now(made.id)).fixtures[one].game
        await house.campaigns.close()
        await house.games.resign(GameId(played), Seat("red"))
        await house.games.close()
        assert not any(isinstance(entry, e.Ended) for entry in await from_file(file, made.id))
        house = House(file)
        await house.start()
        now = await house.now(made.id)
        assert (now.fixtures[one].state, now.fixtures[one].result) == (DONE, "won")
        assert now.fixtures[one].winner == now.fixtures[one].sides[1]
        await house.campaigns.nudge(made.id)
        ends = [entry for entry in await ledger(house, made.id) if isinstance(entry, e.Ended) and entry.fixture == one]
        assert len(ends) == 1
        await house.close()

    asyncio.run(all_())


async def from_file(file: Path, id: str) -> list[Any]:
    """What a ledger says, read by another process."""
    copy = file.with_name("copy.sqlite3")
    shutil.copy(file, copy)
    for end in ("-wal", "-shm"):
        if (more_ := file.with_name(file.name + end)).exists():
            shutil.copy(more_, copy.with_name(copy.name + end))
    house = House(copy)
    found = await ledger(house, id)
    await house.games.close()
    return found


@in_house
async def test_a_battle_given_up_at_its_table_flows_in_by_itself(house: House) -> None:
    made = await house.begun()
    one = await mustered(house, made)
    await house.games.resign(GameId((await house.now(made.id)).fixtures[one].game), Seat("blue"))
    now = await until(lambda now: now.fixtures[one].is_over, house, made.id)
    assert now.fixtures[one].winner == now.fixtures[one].sides[0]
    assert now.warbands[made.warbands[0]].locked == ()


# -- time ---------------------------------------------------------------------------------


class Hours:
    """A time that passes when it is told to."""

    def __init__(self) -> None:
        self.wall, self.steps = 1_800_000_000_000, asyncio.Semaphore(0)

    async def sleep(self, seconds: float) -> None:
        """The look of campaigns waits for us; all others for ever."""
        if seconds == EVERY:
            await self.steps.acquire()
        else:
            await asyncio.Event().wait()

    def time(self) -> Time:
        """The same as a ``Time``."""
        return Time(lambda: self.wall / 1000, self.sleep, lambda: self.wall)


def test_a_deadline_passes_by_itself_and_not_before(tmp_path: Path) -> None:
    async def all_() -> None:
        hours = Hours()
        house = House(fresh(tmp_path), time=hours.time())
        await house.start()
        made = await house.begun(days=2, rounds=1)
        one = next(iter((await house.now(made.id)).fixtures))
        before = (await house.now(made.id)).seq
        hours.wall += 2 * DAY_MS - 1
        hours.steps.release()
        await asyncio.sleep(0.1)
        assert (await house.now(made.id)).seq == before
        hours.wall += 1
        hours.steps.release()
        now = await until(lambda now: now.state == "ended", house, made.id)
        assert now.fixtures[one].result == "standoff"
        await house.close()

    asyncio.run(all_())


def test_deadlines_that_passed_while_the_server_was_away_are_kept_at_the_start(tmp_path: Path) -> None:
    async def all_() -> None:
        file, hours = fresh(tmp_path), Hours()
        house = House(file, time=hours.time())
        await house.start()
        made = await house.begun(days=2, rounds=1)
        one = next(iter((await house.now(made.id)).fixtures))
        now = await house.now(made.id)
        desk = Desk(now, house.campaigns.rules(now.system), Actor(), 0)
        members = best(desk, now.fixtures[one], now.warbands[made.warbands[1]])
        await house.does(made.id, made.leaders[1], Muster(warband=made.warbands[1], fixture=one, members=members))
        await house.close()
        hours.wall += 30 * DAY_MS
        house = House(file, time=hours.time())
        await house.start()
        now = await house.now(made.id)
        assert (now.fixtures[one].result, now.fixtures[one].winner) == ("forfeit", made.warbands[1])
        assert now.state == "ended"
        await house.close()

    asyncio.run(all_())


def test_a_look_that_fails_is_not_the_last(tmp_path: Path) -> None:
    async def all_() -> None:
        hours = Hours()
        house = House(fresh(tmp_path), time=hours.time())
        await house.start()
        made = await house.begun(days=1, rounds=1)
        look = house.store.look

        async def failing(fn: Any, *args: Any, **kw: Any) -> Any:
            if fn is rows.due:
                raise StorageBusy("x")
            return await look(fn, *args, **kw)

        hours.wall += DAY_MS
        setattr(house.store, "look", failing)  # noqa: B010
        hours.steps.release()
        await asyncio.sleep(0.1)
        assert (await house.now(made.id)).state == "running"
        setattr(house.store, "look", look)  # noqa: B010
        hours.steps.release()
        await until(lambda now: now.state == "ended", house, made.id)
        await house.close()

    asyncio.run(all_())


@in_house
async def test_a_stand_in_takes_over_at_the_table_of_a_battle_that_is_being_fought(house: House) -> None:
    made = await house.begun()
    one = await mustered(house, made)
    played = GameId((await house.now(made.id)).fixtures[one].game)
    await house.does(made.id, made.leaders[0], StandIn(warband=made.warbands[0], fixture=one))
    info = await house.games.info(played)
    assert info is not None
    side = (await house.now(made.id)).fixtures[one].sides.index(made.warbands[0])
    assert [seat.stand_in for seat in info.seats] == [n == side for n in range(2)]


@in_house
async def test_a_challenge_that_was_taken_up_is_laid_and_fought(house: House) -> None:
    made = await house.begun(pairing="challenge")
    one, other = made.warbands
    await house.does(made.id, made.leaders[0], Challenge(warband=one, other=other))
    (id,) = (await house.now(made.id)).fixtures
    await house.does(made.id, made.leaders[1], AcceptChallenge(warband=other, fixture=id))
    assert await mustered(house, made) == id
    now = await until(lambda now: now.fixtures[id].state != OPEN, house, made.id)
    assert (now.fixtures[id].state, bool(now.fixtures[id].game)) == (PLAYING, True)
