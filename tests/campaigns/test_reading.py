"""What is kept of ledgers between two pages: the heads of entries, of which only what is new is read."""

from __future__ import annotations

from collections import OrderedDict

from app.campaigns.ledger.reading import KEPT, recent
from app.campaigns.people.members import Announce
from app.store import campaigns
from tests.campaigns.campaigning import House, in_house


@in_house
async def test_only_new_heads_are_read_and_none_twice(house: House) -> None:
    made = await house.begun()
    asked = list[int]()
    look = house.store.look

    async def counted(query: object, *given: object) -> object:
        if query is campaigns.heads:
            asked.append(int(str(given[1])))
        return await look(query, *given)  # type: ignore[arg-type]

    house.campaigns.store.look = counted  # type: ignore[assignment, method-assign]
    before = await house.now(made.id)
    first = await house.campaigns.heads(before, made.host.id)
    assert await house.campaigns.heads(before, made.host.id) == first
    await house.does(made.id, made.host, Announce(title="Soon", text="We meet."))
    now = await house.now(made.id)
    later = await house.campaigns.heads(now, made.host.id)
    assert asked == [0, before.seq]
    assert [row["seq"] for row in later] == sorted({row["seq"] for row in later})
    assert later[: len(first)] == first
    assert later[-1]["kind"] == "announced"


@in_house
async def test_entries_of_some_kinds_are_all_there_are_of_them(house: House) -> None:
    made = await house.begun()
    every = await house.campaigns.entries(made.id, made.host.id)
    kinds = ("round-opened", "raised")
    found = await house.campaigns.of_kinds(made.id, made.host.id, 0, kinds)
    assert found == [row for row in every if row["kind"] in kinds]
    assert found
    assert await house.campaigns.of_kinds(made.id, made.host.id, found[-1]["seq"], kinds) == []


def test_who_was_asked_for_longest_ago_is_forgotten_first() -> None:
    kept = OrderedDict[str, list[int]]()
    for n in range(KEPT):
        recent(kept, str(n), list[int]).append(n)
    assert recent(kept, "0", list[int]) == [0]
    recent(kept, "new", list[int])
    assert len(kept) == KEPT
    assert "1" not in kept
    assert "0" in kept
