"""Whom an address counts for, and counting in one process and in several."""

from __future__ import annotations

import pytest

from app.accounts.attempts import Shared
from app.accounts.guessing import MANY, REMEMBERED, Guesses, Pace, network_of

pytestmark = pytest.mark.anyio
THREE = Pace(3)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_an_address_counts_for_its_network(address: str, network: str) -> None:
    assert network_of(address) == network


async def test_counts_are_forgotten_and_do_not_pile_up() -> None:
    at = 0.0
    guesses = Guesses(clock=lambda: at)
    assert [await guesses.take(("a", THREE)) for _ in range(5)] == [0, 0, 0, 15, 15]
    await guesses.give_back(("a", THREE))
    assert [await guesses.take(("a", THREE)) for _ in range(2)] == [0, 15]
    at = REMEMBERED + 1.0
    assert [await guesses.take(("a", THREE)) for _ in range(4)] == [0, 0, 0, 15]
    await guesses.forgive(("a", THREE))
    assert await guesses.take(("a", THREE)) == 0
    for n in range(MANY + 10):
        guesses._near._kept[f"old {n}"] = (1, at)
    await guesses.take(("b", THREE))
    assert len(guesses._near._kept) < 10


@pytest.mark.servers
async def test_processes_count_together(empty_valkey: str) -> None:
    both = [Shared(empty_valkey, patience=2.0), Shared(empty_valkey, patience=2.0)]
    one, two = map(Guesses, both)
    assert [await one.take(("x", THREE)), await two.take(("x", THREE)), await one.take(("x", THREE))] == [0, 0, 0]
    assert 0 < await two.take(("x", THREE)) <= 15
    await two.give_back(("x", THREE))
    assert await one.take(("x", THREE)) == 0
    assert await two.take(("x", THREE)) > 0
    await one.forgive(("x", THREE))
    assert [await two.take(("x", THREE)) for _ in range(3)] == [0, 0, 0]
    for shared in both:
        await shared.close()
