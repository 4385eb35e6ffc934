"""What a campaign tells of its tables: no sooner than they are watched (CPN-RES-13), no more than may be watched."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.campaigns.battles import tables
from app.campaigns.model import Feat
from app.engine.events import Seat
from app.games.results import Accepted, GameId
from tests.campaigns.dropping import Camp, play


def test_a_result_flows_in_when_late_watchers_see_it(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        late = {"watch": {"view": "public", "delay": 90, "who": "anyone"}}
        await camp.open("ronin", "red-devils", "AB", points=200, pairing="swiss", rounds=3, table=late, public=False)
        await camp.start()
        await camp.rest()
        one = await camp.battle("A")
        await camp.muster("A")
        await camp.muster("B")
        game = GameId((await camp.now()).fixtures[one.id].game)
        info = await camp.table(one)
        assert info.options.listed is False  # the campaign is not public
        assert isinstance(await camp.games.resign(game, Seat(info.seats[0].seat), info.seats[0].guest), Accepted)
        await camp.quiet()
        await camp.pass_(1.4)
        before = await camp.now()
        assert before.fixtures[one.id].state == "playing"
        assert all(not one.band.honour and one.version == 0 for one in before.warbands.values())
        await camp.pass_(0.2)
        after = await camp.until(lambda now: now.fixtures[one.id].result == "won", days=1)
        assert after.fixtures[one.id].state == "done"

    play(tmp_path, story)


@pytest.mark.parametrize(("who", "told"), [("anyone", 1), ("none", 0)])
def test_who_brought_whom_down_is_told_only_where_the_table_may_be_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, who: str, told: int
) -> None:
    monkeypatch.setattr(tables, "GONE", {})  # as if it had been fought to its end
    monkeypatch.setattr(tables, "feats", lambda *_: (Feat(turn=1, version=1),))

    async def story(camp: Camp) -> None:
        shut = {"watch": {"view": "public", "delay": 0, "who": who}}
        await camp.open("ronin", "red-devils", "AB", points=200, pairing="swiss", rounds=3, table=shut)
        await camp.start()
        one = await camp.laid()
        await camp.give_up("A", one)
        after = await camp.now()
        assert (after.fixtures[one.id].state, len(after.fixtures[one.id].feats)) == ("done", told)

    play(tmp_path, story)
