"""Where tables are watched late, a campaign tells of their results no sooner (CPN-RES-13)."""

from __future__ import annotations

from pathlib import Path

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
