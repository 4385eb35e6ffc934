"""Ratings: the paper's own example, which games count, and that their order is the order in which they were made."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa
from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating
from hypothesis import given, settings
from hypothesis import strategies as st

from app.accounts.ratings import FIRST, Ratings, folded
from app.games.losing import ABSENT, CALLED_OFF
from app.store import Store, games
from app.store.db import Row
from app.store.games import Change
from tests.accounts.test_bonds import known

PEOPLE = ("Aki", "Mika", "Bo")
WATCHED = {"listed": True, "watch": {"who": "anyone"}}


def test_the_example_of_the_paper_comes_out_as_there() -> None:
    others = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)]
    opponents = [(rating_to_mu(rating), rd_to_phi(rd), score) for rating, rd, score in others]
    made = update_rating(rating_to_mu(1500), rd_to_phi(200), 0.06, opponents)
    assert (round(mu_to_rating(made.mu), 2), round(phi_to_rd(made.phi), 2)) == (1464.05, 151.52)
    assert round(made.sigma, 5) == 0.05999 or round(made.sigma, 4) == 0.06


def laid(db: sa.Connection, id: str, seats: dict[str, Any], winner: str | None = "red", **more: Any) -> None:
    """A game that is over.  ``seats``: who sat there, or fields of the seat."""
    outcome = {"winner": winner, "reason": more.pop("reason", "r")}
    row = {
        "id": id, "system": "toy", "rules_version": 1, "setup": {}, "options": WATCHED | more.pop("options", {}),
        "owner": None, "status": "over", "reason": "", "head": 0, "tape_len": 0, "chain": "", "seed": "", "draws": 0,
        "tray": None, "motions": None, "outcome": outcome, "next_id": None, "created": "2026-08-01T00:00:00Z", **more,
    }  # fmt: skip
    empty = {
        "game_id": id,
        "entropy": "",
        "stand_in": False,
        "gone": False,
        "kind": "person",
        "name": "",
        "orders": None,
    }
    rows = [
        {**empty, "seat": seat, "position": n, **(one if isinstance(one, dict) else {"guest_id": one})}
        for n, (seat, one) in enumerate(seats.items())
    ]
    games.create(db, row, rows, Change(id, 0, moment={"game_id": id, "head": 1, "at_ms": 1000}))


async def rated(store: Store, *rows: Any, at: int = 1000) -> dict[str, tuple[int, int, int]]:
    """The ratings of all after these games, as (rating, deviation, games); who has none is left out."""
    ids = await known(store, *PEOPLE)
    names = dict(zip(PEOPLE, ids, strict=True))

    def named(seats: dict[str, Any]) -> dict[str, Any]:
        return {
            seat: names.get(one, one) if isinstance(one, str) else {**one, "guest_id": names.get(one["guest_id"])}
            for seat, one in seats.items()
        }

    for n, (seats, more) in enumerate(rows):
        await store.run(lambda db, seats, more, n: laid(db, f"g{n}", seats, **more), named(seats), more, n)
    ratings = Ratings(store, lambda: at)
    found = {name: await ratings.of(id) for name, id in names.items()}
    return {name: (one.rating, one.deviation, one.games) for name, all_ in found.items() for one in all_}


def test_who_wins_rises_as_the_other_falls_and_both_are_surer(store: Store) -> None:
    found = asyncio.run(rated(store, ({"red": "Aki", "blue": "Mika"}, {})))
    assert found["Aki"][0] > 1500 > found["Mika"][0]
    assert found["Aki"][0] - 1500 == 1500 - found["Mika"][0]
    assert found["Aki"][1] == found["Mika"][1] < 350
    assert "Bo" not in found


def test_a_draw_of_equals_moves_nobody(store: Store) -> None:
    found = asyncio.run(rated(store, ({"red": "Aki", "blue": "Mika"}, {"winner": None})))
    assert {one[0] for one in found.values()} == {1500}


def test_who_gave_up_has_lost(store: Store) -> None:
    gave = {"red": "Aki", "blue": {"guest_id": "Mika", "gone": True}}
    assert asyncio.run(rated(store, (gave, {})))["Mika"][0] < 1500


@pytest.mark.parametrize(("seats", "more"), [
    ({"red": "Aki", "blue": {"guest_id": None, "kind": "bot"}}, {}),
    ({"red": "Aki", "blue": {"guest_id": "Mika", "stand_in": True}}, {}),
    ({"red": "Aki", "blue": {"guest_id": "Mika", "stand_in": True, "gone": True}}, {}),
    ({"red": "Aki", "blue": "Aki"}, {}),
    ({"red": "Aki", "blue": "Mika", "green": "Bo"}, {}),
    ({"red": "Aki", "blue": "Mika"}, {"options": {"counsel": True}}),
    ({"red": "Aki", "blue": "Mika"}, {"options": {"lesson": {"key": "first"}}}),
    ({"red": "Aki", "blue": "Mika"}, {"status": "playing"}),
    ({"red": "Aki", "blue": "Mika"}, {"reason": ABSENT}),
    ({"red": "Aki", "blue": "Mika"}, {"winner": None, "reason": CALLED_OFF}),
    ({"red": "Aki", "blue": "Mika"}, {"options": {"watch": {"delay": 1}}}),
], ids=[
    "bot", "stand-in", "left", "alone", "three", "counsel", "lesson", "not-over", "absent", "called-off", "not-told",
])  # fmt: skip
def test_games_that_do_not_count(store: Store, seats: dict[str, Any], more: dict[str, Any]) -> None:
    assert asyncio.run(rated(store, (seats, more))) == {}


def test_a_game_with_a_browser_that_has_no_account_does_not_count(store: Store) -> None:
    async def play() -> None:
        (aki,) = await known(store, "Aki")
        await store.run(lambda db: db.execute(sa.text(
            "INSERT INTO guest (id, token_hash, name, created) VALUES ('x', 'x', 'X', '')")))  # fmt: skip
        await store.run(lambda db: laid(db, "g", {"red": aki, "blue": "x"}))
        assert await Ratings(store, lambda: 1000).of(aki) == ()

    asyncio.run(play())


def test_a_game_told_late_counts_once_it_is_told(store: Store) -> None:
    late = ({"red": "Aki", "blue": "Mika"}, {"options": {"watch": {"delay": 1}}})
    assert asyncio.run(rated(store, late, at=61_000))["Aki"][2] == 1


def test_a_system_has_ratings_of_its_own(store: Store) -> None:
    both = {"red": "Aki", "blue": "Mika"}

    async def play() -> None:
        await rated(store, (both, {}), (both, {"system": "other", "winner": "blue"}))
        ids = {
            row[1]: row[0]
            for row in await store.look(lambda db: db.execute(sa.text("SELECT id, name FROM guest")).all())
        }
        found = await Ratings(store, lambda: 1000).of(ids["Aki"])
        assert [(one.system, one.rating > 1500, one.games) for one in found] == [("other", False, 1), ("toy", True, 1)]

    asyncio.run(play())


def row(id: int, red: str, blue: str, winner: str | None) -> list[Row]:
    """The two seats of a game."""
    whole = {"id": id, "system": "toy", "winner": winner, "reason": "r"}
    return [{**whole, "seat": "red", "guest_id": red}, {**whole, "seat": "blue", "guest_id": blue}]


def test_games_count_in_the_order_in_which_they_were_made(store: Store) -> None:
    both = {"red": "Aki", "blue": "Mika"}
    one = asyncio.run(rated(
        store, (both, {"winner": "red", "created": "2026-08-03T00:00:00Z"}),
        (both, {"winner": "blue", "created": "2026-08-02T00:00:00Z"}),
    ))  # fmt: skip
    made = folded([*row(1, "a", "b", "blue"), *row(2, "a", "b", "red")])
    assert one["Aki"][0] == round(mu_to_rating(made["toy", "a"].at.mu))
    assert one["Aki"][0] > 1500, "who won last has come further"


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from("abc"), st.sampled_from("abc"), st.sampled_from(["red", "blue", None])), max_size=60
    )
)
def test_whatever_is_played_ratings_are_numbers_and_deviations_no_more_than_at_first(
    played: list[tuple[str, str, str | None]],
) -> None:
    rows = [one for n, (red, blue, winner) in enumerate(played) for one in row(n, red, blue, winner)]
    counted = sum(red != blue for red, blue, _ in played)
    made = folded(rows)
    assert sum(one.games for one in made.values()) == 2 * counted
    for one in made.values():
        assert abs(mu_to_rating(one.at.mu) - 1500) < 3000
        assert 0 < one.at.phi <= FIRST.phi


def counting(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many seats are folded each time."""
    from app.accounts import ratings

    folds: list[int] = []

    def counted(rows: list[Row], *before: Any) -> ratings.Table:
        folds.extend([len(rows)] if rows else [])
        return folded(rows, *before)

    monkeypatch.setattr(ratings, "folded", counted)
    return folds


def test_only_games_that_have_come_are_read_and_folded(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    folds = counting(monkeypatch)

    async def play() -> None:
        aki, mika = await known(store, "Aki", "Mika")
        both, bot = {"red": aki, "blue": mika}, {"red": aki, "blue": {"guest_id": None, "kind": "bot"}}
        await store.run(lambda db: laid(db, "g", both))
        one = Ratings(store, lambda: 1000)
        for _ in range(3):
            await one.of(aki)
        await store.run(lambda db: laid(db, "b", bot))
        await one.of(aki)
        await store.run(lambda db: laid(db, "h", both))
        await one.of(mika)
        assert folds == [2, 2]
        assert [found.games for found in await one.of(mika)] == [2]

    asyncio.run(play())


def test_two_who_ask_at_once_have_them_folded_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    folds = counting(monkeypatch)

    async def play() -> None:
        aki, mika = await known(store, "Aki", "Mika")
        await store.run(lambda db: laid(db, "g", {"red": aki, "blue": mika}))
        one = Ratings(store, lambda: 1000)
        await asyncio.gather(*(one.of(who) for who in (aki, mika, aki)))
        assert folds == [2]

    asyncio.run(play())


@pytest.mark.parametrize(("late", "folds"), [
    ({"created": "2026-07-01T00:00:00Z"}, [4, 6]),  # made before the others, it ends after them: all again
    ({"options": {"watch": {"delay": 1}}}, [4, 2]),  # told later than they are
])  # fmt: skip
def test_whatever_comes_late_the_ratings_are_those_of_the_whole_fold(
    store: Store, monkeypatch: pytest.MonkeyPatch, late: dict[str, Any], folds: list[int]
) -> None:
    seen = counting(monkeypatch)

    async def play() -> None:
        clock = {"at": 1000}
        aki, mika = await known(store, "Aki", "Mika")
        both = {"red": aki, "blue": mika}
        one = Ratings(store, lambda: clock["at"])
        for id in "gh":
            await store.run(lambda db, id: laid(db, id, both), id)
        await one.of(aki)
        await store.run(lambda db: laid(db, "x", both, winner="blue", **late))
        await one.of(aki)
        clock["at"] = 61_000
        found, asked = await one.of(aki), [*seen]
        assert found == await Ratings(store, lambda: 61_000).of(aki)
        assert found[0].games == 3
        assert asked == folds

    asyncio.run(play())


def test_a_game_that_is_not_over_any_more_counts_no_longer(store: Store) -> None:
    async def play() -> None:
        aki, mika = await known(store, "Aki", "Mika")
        for id in "gh":
            await store.run(lambda db, id: laid(db, id, {"red": aki, "blue": mika}), id)
        one = Ratings(store, lambda: 1000)
        assert (await one.of(aki))[0].games == 2
        await store.run(lambda db: db.execute(sa.text("UPDATE game SET status = 'playing' WHERE id = 'g'")))
        assert (await one.of(aki))[0].games == 1

    asyncio.run(play())
