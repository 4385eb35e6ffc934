"""Two at the same instant: the same command twice, two tabs, two players, an answer and its undo; and late answers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from app.engine.asks import AnyAsk, AskAll
from app.engine.events import Seat
from app.systems import SYSTEMS
from tests.faults.boards import board
from tests.faults.house import House, run
from tests.faults.settling import recorded, settled
from tests.faults.tables import Caller, Sent, Table, plain, table

EACH, TRIES, SECRET = 25, 8, 6


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_of_two_at_one_instant_one_stands_and_all_see_it(house: House, tried: Callable[[str], None]) -> None:
    async def test() -> str:
        await house.start()
        games = [await table(house, system.key, 11) for system in SYSTEMS]
        boards = [(one, name, board(one, name).go()) for one in games for name in ("blue", "")]
        secret = [await table(house, "kensei", number) for number in range(60, 60 + SECRET)]
        counts = await asyncio.gather(*(Race(one).run() for one in games), *(Race(one).begun() for one in secret))
        await settled([*games, *secret], boards)
        events = [await recorded(one) for one in games]
        total = sum(counts, Counter[str]())
        assert min(total[name] for name in ("twice at once", "two tabs", "answer and undo", "late"))
        assert total["in secret at once"] >= SECRET // 2
        words = ", ".join(f"{n} {name}" for name, n in sorted(total.items()))
        return f"{words}; {sum(events)} events of {len(events)} records verified"

    tried(run(house, test()))


class Race:
    """What is tried at one table, again and again."""

    def __init__(self, table: Table) -> None:
        self.table, self.count, self.rng = table, Counter[str](), Random(table.system)
        self.tabs = {seat: second(who) for seat, who in table.people.items()}

    async def run(self) -> Counter[str]:
        """How often each was tried."""
        deeds = (self.twice, self.two_tabs, self.answer_and_undo, self.late, self.foreign)
        for n in range(EACH):
            if self.table.is_over:
                break
            if isinstance(self.table.twin.live.waiting, AskAll) and len(self.table.twin.live.questions()) > 1:
                await self.sealed()
            else:
                await deeds[n % len(deeds)]()
        return self.count

    async def begun(self) -> Counter[str]:
        """What is chosen in secret before the first move was chosen by both at once."""
        for _ in range(12):
            if isinstance(self.table.twin.live.waiting, AskAll):
                await self.sealed()
                break
            await self.table.give()
        return self.count

    async def twice(self) -> None:
        """The same command three times at once: one answer, three times told."""
        self.count["twice at once"] += 1
        sent = self.table.drawn()
        tabs = (None, self.tabs[sent.seat], second(self.table.people[sent.seat]))
        came = await asyncio.gather(*(self.table.send(sent, tab) for tab in tabs))
        assert {status for status, _ in came} == {200}, came
        assert all(said == came[0][1] for _, said in came)
        self.table.stands(sent, came[0][1]["version"])

    async def two_tabs(self) -> None:
        """Two answers to one question at once: one stands, the other is told that the game has moved on."""
        one = self.table.drawn()
        other = self.other(one)
        self.count["two tabs" if one.raw != other.raw else "two tabs alike"] += 1
        pair = [(one, None), (other, self.tabs[one.seat])]
        self.rng.shuffle(pair)
        came = await asyncio.gather(*(self.table.send(sent, tab) for sent, tab in pair))
        assert sorted(status for status, _ in came) == [200, 409], came
        taken = next(sent for sent, _ in pair if sent.came and sent.came[0] == 200)
        assert taken.came
        self.table.stands(taken, taken.came[1]["version"])

    def other(self, one: Sent) -> Sent:
        """Another answer to the same question, where one is soon found."""
        asked = self.table.twin.question(one.seat)
        assert asked is not None
        made = self.table.drawn(asked)
        for _ in range(TRIES):
            if made.raw != one.raw:
                break
            made.raw = plain(asked.domain.write(asked.domain.sample(self.table.rng)))
        return made

    async def answer_and_undo(self) -> None:
        """An answer and an undo of its seat at once: whichever comes first, what is told is what is."""
        self.count["answer and undo"] += 1
        sent = self.table.drawn()
        came = await asyncio.gather(self.table.send(sent), self.undo(sent.seat, self.tabs[sent.seat]))
        await self.in_order(sent, came[0], came[1])

    async def undo(self, seat: Seat, by: Caller) -> tuple[int, Any]:
        """What came of it."""
        return await by.call("POST", f"{self.table.path}/undo", {"seat": seat})

    async def in_order(self, sent: Sent, answered: tuple[int, Any], undone: tuple[int, Any]) -> None:
        """The twin has done the same, in the order in which they were told."""
        twin, took_back = self.table.twin, undone[0] == 200
        assert answered[0] in (200, 409), answered
        assert undone[0] in (200, 422), undone
        first = took_back and undone[1]["version"] < answered[1].get("version", 1 << 60)
        if answered[0] == 200 and not first:
            self.table.stands(sent, answered[1]["version"])
        if took_back:
            assert twin.undo(sent.seat) is None
            twin.take()
            assert twin.version == undone[1]["version"]
        if answered[0] == 200 and first:
            self.table.stands(sent, answered[1]["version"])
        self.count["undone"] += took_back

    async def late(self) -> None:
        """An answer of before comes once more, and one to a question that is not yet asked."""
        await self.table.give()
        old = self.rng.choice([one for one in self.table.journal if one.came and one.came[0] == 200])
        told, known = old.came, len(self.table.tape)
        assert await self.table.send(old) == told
        early = Sent(f"early-{known}", old.seat, f"{self.table.twin.tape_len + 5}-{old.seat}", old.raw)
        assert (await self.table.send(early))[0] == 409
        self.count["late"] += 1
        self.count["early"] += 1

    async def foreign(self) -> None:
        """Both players answer an open question at once: the one who is asked is heard."""
        self.count["two players, one asked"] += 1
        sent = self.table.drawn()
        foe = next(seat for seat in self.table.people if seat != sent.seat)
        theft = Sent("theft", foe, sent.ask, sent.raw)
        other, mine = await asyncio.gather(self.table.send(theft), self.table.send(sent))
        assert other[0] == 403, other
        assert mine[0] == 200, mine
        self.table.stands(sent, mine[1]["version"])

    async def sealed(self) -> None:
        """All who choose in secret do so at once; whatever order they are taken in, the game is the same."""
        self.count["in secret at once"] += 1
        asked: list[AnyAsk] = [*self.table.twin.live.questions()]
        self.rng.shuffle(asked)
        sent = [self.table.drawn(one) for one in asked]
        came = await asyncio.gather(*(self.table.send(one) for one in sent))
        assert {status for status, _ in came} == {200}, came
        tape = [row["seat"] for row in self.table.stored()[1] if row["kind"] == "answer"][-len(sent) :]
        for one in sorted(sent, key=lambda one: tape.index(one.seat)):
            assert one.came
            self.table.stands(one, one.came[1]["version"])


def second(who: Caller) -> Caller:
    """Another tab of the same browser."""
    made = Caller(who.house)
    made.cookie = who.cookie
    return made
