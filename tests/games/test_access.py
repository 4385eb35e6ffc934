"""Through which eyes somebody may look: one table of who, at which game, and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.events import Seat
from app.games.access import Standing, eyes_for, may_stay
from app.games.agreed import read
from app.games.eyes import MINUTE, Eyes
from app.games.results import GameId, GameInfo, SeatInfo

RED, BLUE = Seat("red"), Seat("blue")
LISTED: dict[str, Any] = {"listed": True}
LATE: dict[str, Any] = {"watch": {"view": "all", "delay": 10}}
CLOSED: dict[str, Any] = {"listed": True, "watch": {"who": "none"}}
BY_LINK: dict[str, Any] = {"listed": True, "watch": {"who": "link"}}
ALL_LATE = Eyes(whole=True, delay=10 * MINUTE)
PLAYER, STRANGER, INVITED = Standing(seats=(RED,)), Standing(), Standing(invited=True)
UMPIRE, CASTER, HOST = Standing(roles=("umpire",)), Standing(roles=("commentator",)), Standing(host=True)
LOOKER = Standing(host=True, roles=("looks",))
BLOCKED, OUT = Standing(invited=True, blocked=True), Standing(invited=True, roles=("out",))


def info(**options: Any) -> GameInfo:
    """A game of red and blue at a table with these options."""
    seats = tuple(SeatInfo(seat=s, kind="person", guest=s, name=s, bot=False) for s in (RED, BLUE))
    return GameInfo(
        id=GameId("g"), system="toy", scenario="meadow", status="playing", version=9, seats=seats,
        options=read(options),        owner=None, outcome=None, created="",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("options", "who", "asked", "eyes"),
    [
        ({}, PLAYER, {}, Eyes(RED)),
        (LATE, PLAYER, {}, Eyes(RED)),
        (LATE, Standing(seats=(RED,), invited=True), {}, Eyes()),
        (LATE, Standing(seats=(RED,), roles=("umpire",), host=True), {"view_as": "blue"}, Eyes(RED)),
        ({}, Standing(seats=(RED, BLUE)), {"seat": "blue"}, Eyes(BLUE)),
        ({}, PLAYER, {"seat": "blue"}, Eyes(RED)),
        ({}, STRANGER, {}, None),
        ({}, STRANGER, {"seat": "red"}, None),
        ({}, STRANGER, {"view_as": "red"}, None),
        ({}, INVITED, {}, Eyes()),
        (LATE, INVITED, {}, ALL_LATE),
        (LATE, INVITED, {"view_as": "all"}, ALL_LATE),
        (LATE, STRANGER, {}, None),
        (LISTED, STRANGER, {}, Eyes()),
        (LISTED | LATE, STRANGER, {}, ALL_LATE),
        (BY_LINK, STRANGER, {}, None),
        (BY_LINK, INVITED, {}, Eyes()),
        (CLOSED, STRANGER, {}, None),
        (CLOSED, INVITED, {}, None),
        (CLOSED, CASTER, {}, Eyes()),
        (LATE, CASTER, {}, ALL_LATE),
        (LATE, CASTER, {"view_as": "red"}, ALL_LATE),
        (LISTED, BLOCKED, {}, None),
        (LISTED, OUT, {}, None),
        (LATE, UMPIRE, {}, Eyes(whole=True)),
        (LATE, UMPIRE, {"view_as": "red"}, Eyes(RED, borrowed=True)),
        (LATE, UMPIRE, {"view_as": "watch"}, ALL_LATE),
        (LATE, UMPIRE, {"view_as": "gold"}, Eyes(whole=True)),
        (LATE, HOST, {}, ALL_LATE),
        (LATE, HOST, {"view_as": "all"}, ALL_LATE),
        (LATE, LOOKER, {}, ALL_LATE),
        (LATE, LOOKER, {"view_as": "all"}, Eyes(whole=True)),
        (LATE, LOOKER, {"view_as": "blue"}, Eyes(BLUE, borrowed=True)),
    ],
)
def test_each_looks_through_the_eyes_he_may(
    options: dict[str, Any], who: Standing, asked: dict[str, str], eyes: Eyes | None
) -> None:
    assert eyes_for(info(**options), who, **asked) == eyes


@pytest.mark.parametrize(
    ("who", "eyes", "stays", "stays_where_closed"),
    [
        (PLAYER, Eyes(RED), True, True), (PLAYER, Eyes(BLUE), False, False), (PLAYER, Eyes(), True, True),
        (PLAYER, ALL_LATE, False, False), (PLAYER, Eyes(RED, borrowed=True), False, False),
        (STRANGER, Eyes(), True, False), (STRANGER, Eyes(RED), False, False), (STRANGER, ALL_LATE, False, False),
        (OUT, Eyes(), False, False), (CASTER, Eyes(), True, True), (CASTER, ALL_LATE, False, False),
        (UMPIRE, Eyes(whole=True), True, True), (UMPIRE, Eyes(RED, borrowed=True), True, True),
        (HOST, Eyes(RED, borrowed=True), True, True), (HOST, Eyes(RED), False, False),
    ],
)  # fmt: skip
def test_each_looks_on_while_he_may(who: Standing, eyes: Eyes, stays: bool, stays_where_closed: bool) -> None:
    assert may_stay(who, eyes, shown=False, closed=False) is stays
    assert may_stay(who, eyes, shown=False, closed=True) is stays_where_closed


@pytest.mark.parametrize(("who", "stays"), [(STRANGER, True), (CASTER, True), (PLAYER, False), (UMPIRE, True)])
def test_where_watchers_see_all_whoever_holds_no_seat_looks_on(who: Standing, stays: bool) -> None:
    assert may_stay(who, ALL_LATE, shown=True, closed=False) is stays
