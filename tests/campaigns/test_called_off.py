"""A battle that its campaign decides without its table: the table is closed, and nothing that happens there counts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from unittest.mock import AsyncMock, patch

import msgspec
import pytest

from app.accounts.bonds import Bonds
from app.campaigns.battles import tables
from app.campaigns.battles.results import Decide, Void
from app.campaigns.desk import Command
from app.campaigns.rounds.course import EndCampaign
from app.campaigns.service import Campaigns
from app.engine.refusals import refuse
from app.games.drive import Drive
from app.games.losing import CALLED_OFF
from app.games.rerun import Diverged
from app.games.results import Accepted, GameId, Refused, Result, Stale
from app.games.sentences import HELD
from app.games.verify import verify
from app.notices.news import ended, holds
from app.systems import SYSTEMS
from app.web.table.seen import first, seen
from tests.campaigns.dropping import Camp, play
from tests.campaigns.test_absence import two_at_a_table

WHY = "as I saw it"
RULED: dict[str, Callable[[str, str], Command]] = {
    "decided": lambda one, side: Decide(fixture=one, result="won", winner=side, reason=WHY),
    "void": lambda one, _: Void(fixture=one, reason=WHY),
    "the campaign ends": lambda *_: EndCampaign(reason=WHY),
}


@pytest.mark.parametrize("ruled", RULED)
def test_a_table_whose_battle_was_decided_without_it_is_closed(tmp_path: Path, ruled: str) -> None:
    async def story(camp: Camp) -> None:
        one = await two_at_a_table(camp, public=True)
        side = await camp.band("A")
        await camp.do("H", RULED[ruled](one.id, side))
        info = await camp.table(one)
        assert info.status == "over"
        assert info.outcome is not None
        assert (info.outcome.winner, info.outcome.reason) == (None, CALLED_OFF)
        assert await camp.games.open_questions(info.id, None) == ()
        seat = info.seats[0]
        assert isinstance(await camp.games.resign(info.id, seat.seat, seat.guest), Refused)
        fixture = (await camp.now()).fixtures[one.id]
        assert (fixture.result, fixture.winner) == (("won", side) if ruled == "decided" else ("", ""))
        record = await camp.games.record(info.id)
        assert verify(msgspec.to_builtins(record), SYSTEMS) == []
        assert await Bonds(camp.store).scores(seat.guest or "") == (), "no battle played"
        table = await seen(camp.games, info.id, None)
        assert table is not None
        assert await camp.store.look(ended, 0) == [], "no draw for a hook to tell"
        assert not await camp.store.look(holds, f"battle.over:{info.id}", camp.camp.clock())
        assert first(table).title == "The campaign has decided this battle: its table is closed."

    play(tmp_path, story)


def test_a_held_table_is_closed_too(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        one = await two_at_a_table(camp)
        game = (await camp.table(one)).id

        async def held(drive: Drive) -> None:
            drive.hold("its rules have changed")

        assert isinstance(await camp.games.mailbox.act(game, "events", held), Accepted)
        camp.games.forget(game)
        await camp.do("H", Void(fixture=one.id, reason=WHY))
        info = await camp.table(one)
        assert info.outcome is not None
        assert (info.status, info.outcome.reason) == ("over", CALLED_OFF)
        assert isinstance(await camp.games.return_to_checkpoint(game, info.seats[0].seat), Refused)
        camp.games.forget(game)
        assert (await camp.table(one)).status == "over"

    play(tmp_path, story)


def test_a_table_that_was_closed_stays_so_where_its_rules_have_changed(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        one = await two_at_a_table(camp)
        game = (await camp.table(one)).id
        camp.games.forget(game)
        with patch.object(Drive, "rebuild", side_effect=Diverged("its rules have changed")):
            assert (await camp.table(one)).status == "held"
            await camp.do("H", Void(fixture=one.id, reason=WHY))
            camp.games.forget(game)
            info = await camp.table(one)
            assert info.outcome is not None
            assert (info.status, info.outcome.reason) == ("over", CALLED_OFF)
            table = await seen(camp.games, game, None)
            assert table is not None
            assert first(table).title == "The campaign has decided this battle: its table is closed."
            told = [event.kind for event in await camp.games.events(game, None)]
            assert told.count("engine.held") == told.count("engine.ended") == 1
        seat = info.seats[0]
        assert isinstance(await camp.games.return_to_checkpoint(game, seat.seat, seat.guest), Refused)

    play(tmp_path, story)


@pytest.mark.parametrize("failed", [Refused(refuse("table.busy", HELD)), Stale(0)])
def test_a_table_that_could_not_be_closed_is_closed_soon(tmp_path: Path, failed: Result) -> None:
    async def story(camp: Camp) -> None:
        one = await two_at_a_table(camp)
        with patch.object(tables, "call_off", AsyncMock(return_value=failed)):
            await camp.do("H", EndCampaign(reason=WHY))
        for _ in range(20):
            if (await camp.table(one)).status == "over":
                return
            await camp.pass_(0.1)
        raise AssertionError("it stays open")

    play(tmp_path, story)


def test_it_stays_closed_and_is_read_after_a_restart(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        one = await two_at_a_table(camp)
        await camp.do("H", Void(fixture=one.id, reason=WHY))
        game = GameId((await camp.now()).fixtures[one.id].game)
        camp.games.forget(game)
        await Campaigns(camp.games, lambda *_: None).nudge(camp.id)
        info = await camp.table(one)
        assert (info.status, await camp.games.open_questions(game, None)) == ("over", ())
        assert (await camp.games.last(game))[0] is not None

    play(tmp_path, story)
