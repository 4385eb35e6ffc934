"""What the store knows of the house, on PostgreSQL: JSON, booleans, big numbers and a column called ``on``."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from app.engine.events import Seat
from app.games import access
from app.store import (
    belongings,
    bonds,
    campaigns,
    clocks,
    games,
    guests,
    health,
    lobby,
    notices,
    past,
    people,
    ratings,
    talk,
    umpires,
)
from app.store.campaign_tables import campaign, campaign_person
from app.store.db import Conflict, Store
from app.store.games import Change
from app.store.handiwork import grounds
from app.store.house_tables import account, clock, notice
from app.store.tables import game, seat

STAMP, MS = "2026-07-01T10:00:00Z", 1_790_000_000_000
LATER = MS + 5 * 60_000
OPTIONS = {"listed": True, "clock": {"kind": "live", "minutes": 5}, "watch": {"delay": 5}, "points": 30}
SETUP = {"scenario": "yard", "sides": [], "options": {"points": 30}}


@pytest.fixture
def db(empty_postgres: str) -> Any:
    """A connection to a fresh house with two accounts."""
    store = Store(empty_postgres)
    store.migrate()
    with store.writing.begin() as connection:
        for name in ("aki", "bo"):
            assert people.sign_up(connection, new(name), opened(name), name, known=False, spoilt=name, code="") == ""
        yield connection
    store.close()


def new(name: str) -> dict[str, Any]:
    return {
        "guest_id": name, "handle": name, "mail": f"{name}@example.org", "mail_ok": True, "password": "x",
        "role": "player", "banned": None, "prefs": {"theme": "dark"}, "vacation": {"until": "2026-07-02"},
        "created": STAMP,
    }  # fmt: skip


def opened(name: str) -> dict[str, Any]:
    return {"id": name, "guest_id": name, "token_hash": name, "agent": "", "created": STAMP, "seen": STAMP}


def laid(db: sa.Connection, id: str, status: str = "playing", outcome: Any = None) -> None:
    """A game of both."""
    row = {
        "id": id, "system": "toy", "rules_version": 1, "setup": SETUP, "options": OPTIONS, "owner": "aki",
        "status": status, "reason": "", "head": 0, "tape_len": 0, "chain": "", "seed": "", "draws": 0, "tray": None,
        "motions": None, "outcome": outcome, "next_id": None, "created": STAMP,
    }  # fmt: skip
    empty = {"game_id": id, "entropy": "", "stand_in": False, "orders": {"x": "pass"}}
    seats = [
        {**empty, "seat": "red", "position": 0, "kind": "person", "guest_id": "aki", "name": "aki"},
        {**empty, "seat": "blue", "position": 1, "kind": "open", "guest_id": None, "name": "", "orders": None},
    ]
    change = Change(id, 0, moment={"game_id": id, "head": 1, "at_ms": MS})
    change.clocks["red"] = {"left_ms": 1 << 40, "since_ms": MS}
    games.create(db, row, seats, change)


@pytest.mark.servers
def test_games_are_listed_found_and_timed(db: sa.Connection) -> None:
    laid(db, "live")
    laid(db, "open", "open")
    laid(db, "over", "over", {"winner": "red", "reason": "r"})
    watched = access.is_public() & access.is_in_play(LATER, ("playing", "paused"))
    chosen = {"system": "toy", "pace": "live", "points": 30}
    assert [row["id"] for row in lobby.open_games(db, access.is_listed(), STAMP, chosen, 9, 0)[0][0]] == ["open"]
    assert lobby.live(db, watched, chosen, 9, 0)[1] == 1
    ids = ("live", "open")
    assert games.those(db, ids, access.is_closed()) == games.those(db, ids, access.is_shown()) == frozenset()
    for said, where in (({"who": "none"}, access.is_closed()), ({"view": "all"}, access.is_shown())):
        db.execute(game.update().where(game.c.id == "open").values(options={**OPTIONS, "watch": said}))
        assert games.those(db, ids, where) == {"open"}
    db.execute(game.update().where(game.c.id == "open").values(options=OPTIONS))
    assert lobby.sizes(db, access.is_listed(), STAMP) == [30]
    assert lobby.mine(db, "aki", ("over",), 9, 0)[1] == 1
    assert [row["id"] for row in lobby.live_of(db, watched, ["aki"], 9)[0]] == ["live"]
    assert (clocks.timed(db), clocks.ordered(db)) == (["live"], ["live"])
    assert {row["id"] for row in games.going_on(db)[0]} == {"live", "open", "over"}
    assert bonds.played(db, "aki", access.is_told(MS)) == []
    assert bonds.played(db, "aki", access.is_told(LATER)) == [{"system": "toy", "played": 1, "won": 1}]
    assert health.games(db, "YARD", "over", 9, 0)[1] == 1
    counted = health.counts(db, MS)
    assert counted["games"] == {"playing": 1, "open": 1, "over": 1}
    assert (counted["clocks"], counted["accounts"]) == (3, 2)
    assert health.engine_of(db)[0].startswith("PostgreSQL")


@pytest.mark.servers
def test_clocks_stand_while_the_server_is_away(db: sa.Connection) -> None:
    laid(db, "live")
    clocks.beat(db, MS + 1000)
    clocks.revive(db, MS + 61_000)
    assert db.execute(sa.select(clock.c.left_ms, clock.c.since_ms)).one() == (1 << 40, MS + 60_000)
    assert past.reached(db, "live", MS) == 1
    assert past.last_kind(db, "live", 1, ("engine.begun",)) == ""
    assert past.way_to(db, "live", 1) is None
    assert past.moments(db, "live") == [{"head": 1, "at_ms": MS}]


@pytest.mark.servers
def test_challenges_are_kept_settled_and_followed(db: sa.Connection) -> None:
    laid(db, "open", "open")
    row = {"game_id": "open", "seat": "blue", "by_id": "aki", "to_id": "bo", "state": "sent", "note": "",
           "created": STAMP}  # fmt: skip
    lobby.send(db, [row])
    assert lobby.open_games(db, access.is_listed(), STAMP, {}, 9, 0)[1] == 0
    assert [one["id"] for one in lobby.waiting(db, "bo")[1][0]] == ["open"]
    assert lobby.settle(db, "open", "blue", "declined")
    assert [one["id"] for one in lobby.refused(db, "aki")[1][0]] == ["open"]
    lobby.send(db, [row])
    assert lobby.withdraw(db, "open", "blue", "aki")
    assert lobby.follow(db, "open", "next") == lobby.follow(db, "open", "other") == "next"


@pytest.mark.servers
def test_talk_rulings_and_reports_are_read_by_whom_they_are_for(db: sa.Connection) -> None:
    laid(db, "live")
    said = {"game_id": "live", "guest_id": "aki", "seat": "red", "name": "aki", "text": "x", "version": 1,
            "at_ms": MS, "drawing": None, "hidden": False}  # fmt: skip
    ids = [talk.add(db, {**said, "scope": scope}) for scope in ("table", "side", "watch")]
    red, watcher = access.Standing(seats=(Seat("red"),)), access.Standing()
    everything = access.is_readable("live", red, MS, over=True)
    assert [row["id"] for row in talk.lines(db, everything, 0, 9)] == ids
    late = access.is_readable("live", watcher, 0, over=True)
    assert [row["id"] for row in talk.lines(db, late, 0, 9)] == ids[2:]
    assert talk.lines(db, access.is_readable("live", red, MS, over=True, unread=("aki",)), 0, 9) == []
    assert talk.hide(db, ids[0])
    assert talk.line(db, everything, ids[0]) is None
    role = {"game_id": "live", "guest_id": "bo", "role": "out", "created": STAMP}
    talk.name_role(db, role, on=True)
    umpires.name(db, "live", "bo", STAMP)
    assert (past.roles_of(db, "live", "bo"), umpires.of_game(db, "live")) == (
        ["out", "umpire"], [{"id": "bo", "name": "bo"}],
    )  # fmt: skip
    asked = umpires.ask(db, {"game_id": "live", "by_id": "aki", "about_id": None, "text": "x", "created": STAMP})
    assert umpires.open_of(db, "live", "aki") == 1
    assert umpires.is_open(db, "live", asked)
    umpires.answer(db, "live", asked, "so")
    assert not umpires.is_open(db, "live", asked)
    with pytest.raises(Conflict):
        umpires.answer(db, "live", asked, "no")
    assert umpires.asked(db, "live")[0]["done"] == "so"
    assert (umpires.last_edit(db, "live"), umpires.deeds(db, "live", ("engine.ruled",), 9)) == (None, [])
    bonds.add_report(db, {"game_id": "live", "by_id": "bo", "about_id": "aki", "kind": "talk", "ref": ids[2],
                          "text": "x", "created": STAMP})  # fmt: skip
    rows, total = health.reports(db, all=False, limit=9, offset=0)
    assert (rows[0]["said"], rows[0]["hidden"], total) == ("x", False, 1)
    assert health.settle(db, rows[0]["id"], "done")


@pytest.mark.servers
def test_notices_go_by_channels_that_are_on(db: sa.Connection) -> None:
    laid(db, "live")
    way = {"id": "w", "guest_id": "aki", "kind": "webhook", "address": "https://example.org",
           "data": {"format": "json"}, "on": True, "failures": 0, "created": STAMP}  # fmt: skip
    assert notices.add_channel(db, way, 1)
    assert (notices.reachable(db, ["aki", "bo"]), notices.played_by_reachable(db)) == ({"aki", "bo"}, ["live"])
    draft = {"guest_id": "aki", "game_id": "live", "channel_id": "w", "kind": "turn", "wait": "red@0", "text": "x",
             "at_ms": MS, "result": ""}  # fmt: skip
    (kept,) = notices.add(db, [draft])
    assert notices.add(db, [draft]) == []
    notices.settle(db, kept["id"], "sent", MS)
    assert notices.last_told(db, "aki", "live", "turn") == MS
    for _ in range(notices.MOST_FAILURES + 1):
        notices.count(db, "w", failed=True)
    assert notices.reachable(db, ["aki"]) == {"aki"}, "an inbox needs no channel"
    assert notices.reachable(db, ["nobody"]) == set()
    assert notices.switch(db, "w", "aki", on=True)
    assert notices.log_of(db, "aki", 9)[0]["by"] == "webhook"
    assert notices.person(db, "aki")["mail"] == "aki@example.org"
    assert notices.last_inputs(db, "live") == {}
    notices.prune(db, MS + 1)
    assert db.execute(sa.select(sa.func.count()).select_from(notice)).scalar() == 0


@pytest.mark.servers
def test_people_are_bound_found_and_let_go(db: sa.Connection) -> None:
    bonds.tie(db, {"guest_id": "aki", "other_id": "bo", "kind": "block", "created": STAMP})
    assert bonds.blocked(db, "bo", ["aki"])
    assert not bonds.blocked(db, "bo", [])
    guests.add(db, {"id": "cy", "name": "cy", "token_hash": "cy", "created": STAMP})
    for one, other in (("aki", "cy"), ("cy", "bo")):
        bonds.tie(db, {"guest_id": one, "other_id": other, "kind": "mute", "created": STAMP})
    assert belongings.claim(db, "cy", "bo", "spoilt") == []
    assert (bonds.between(db, "aki", "bo"), bonds.of(db, "bo")) == (["block", "mute"], [])
    assert [bond["handle"] for bond in bonds.of(db, "aki")] == ["bo", "bo"]
    assert people.merge(db, "aki", "prefs", {"theme": None, "sound": True}) == {"sound": True}
    people.set_setting(db, "registration", "invited")
    people.set_setting(db, "registration", "closed")
    assert people.setting(db, "registration") == "closed"
    assert notices.secret(db, "vapid", {"key": 1}) == notices.secret(db, "vapid", {"key": 2}) == {"key": 1}
    ground = {"id": "g", "guest_id": "aki", "system": "toy", "name": "n", "body": {"table": [1, 1]}, "changed": STAMP}
    assert grounds.add(db, ground, 1)
    assert not grounds.add(db, {**ground, "id": "h"}, 1)
    assert grounds.of_guest(db, "aki")[0]["body"] == {"table": [1, 1]}
    assert [one["handle"] for one in people.listed(db, "aki@", 9)] == ["aki"]
    assert db.execute(sa.select(account.c.mail_ok).where(account.c.handle == "bo")).scalar() is True


@pytest.mark.servers
def test_campaigns_of_somebody_are_those_that_the_reader_may_read(db: sa.Connection) -> None:
    for id, public, there in (
        ("open", True, {"bo": "in"}), ("asked", True, {"bo": "invited"}), ("shut", False, {"bo": "in"}),
        ("both", False, {"bo": "in", "aki": "invited"}), ("was", False, {"bo": "in", "aki": "left"}),
    ):  # fmt: skip
        db.execute(campaign.insert().values(
            id=id, system="toy", name=id, state="running", public=public, seq=0, chain="", seeds={}, created=STAMP,
            changed=STAMP, open=False, bands=0,
        ))  # fmt: skip
        for guest, state in there.items():
            db.execute(campaign_person.insert().values(campaign_id=id, guest_id=guest, state=state, roles=[]))
    found = {reader: [row["id"] for row in campaigns.read_with(db, "bo", reader, 9)] for reader in ("", "aki", "bo")}
    assert found == {"": ["open"], "aki": ["both", "open"], "bo": ["both", "open", "shut", "was"]}


@pytest.mark.servers
def test_games_that_are_rated_are_found(db: sa.Connection) -> None:
    laid(db, "over", "over", {"winner": "red", "reason": "r"})
    told = access.is_fought()
    assert ratings.rated(db, told) == [], "nobody sat on the other seat"
    db.execute(seat.update().where(seat.c.seat == "blue").values(kind="person", guest_id="bo"))
    found = ratings.rated(db, told)
    assert [(row["seat"], row["guest_id"], row["winner"]) for row in found] == [
        ("red", "aki", "red"), ("blue", "bo", "red"),
    ]  # fmt: skip
    new = ratings.news(db, told, ratings.Known(), LATER, False)
    assert new is not None
    assert ([row["seat"] for row in new.told], new.rest, new.known.mark) == (["red", "blue"], [], (STAMP, "over"))
    assert ratings.news(db, told, new.known, LATER, False) is None
    again = ratings.news(db, told, new.known, LATER, True)
    assert again is not None
    assert (again.told, again.known) == ([], new.known)
    early = ratings.news(db, told, ratings.Known(), MS, False)
    assert early is not None
    assert (early.told, [row["seat"] for row in early.rest]) == ([], ["red", "blue"])
    db.execute(game.update().values(options={**OPTIONS, "counsel": True}))
    assert ratings.rated(db, told) == []
