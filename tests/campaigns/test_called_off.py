"""A battle that its campaign decides without its table: the table is closed, and nothing that happens there counts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from app.campaigns.battles.results import Decide, Void
from app.campaigns.desk import Command
from app.campaigns.rounds.course import EndCampaign
from app.campaigns.service import Campaigns
from app.games.losing import CALLED_OFF
from app.games.results import GameId, Refused
from app.games.verify import verify
from app.systems import SYSTEMS
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
        one = await two_at_a_table(camp)
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
