"""A campaign from its start to its end, round by round."""

from __future__ import annotations

from app.campaigns.battles import Lay
from app.campaigns.musters import Muster
from app.campaigns.results import Over
from app.campaigns.rounds import Start
from app.engine.campaigns import Deed
from tests.campaigns.rounds_table import HOST, Table


def fight(table: Table, id: str, winner: str) -> None:
    """Both sides muster, the table is laid, and one has won."""
    for side in table.now.fixtures[id].sides:
        assert table.give(table.guest(side), Muster(warband=side, fixture=id, members=table.fit(side))) is None
    assert table.give("", Lay(fixture=id, game=f"game-{id}")) is None
    deeds = {side: (Deed(id="m0", fate="fallen"), Deed(id="m1", kills=1)) for side in table.now.fixtures[id].sides}
    points = {side: 3 if side == winner else 1 for side in table.now.fixtures[id].sides}
    assert table.give("", Over(fixture=id, winner=winner, points=points, deeds=deeds)) is None


def test_a_round_robin_from_start_to_end() -> None:
    table = Table(4)
    assert table.give(HOST, Start()) is None
    while table.battles():
        fight(table, table.battles()[0].id, min(table.battles()[0].sides))
        table.wait(0)
        if not table.battles():
            table.wait(days=8)
    assert table.now.state == "ended"
    assert len(table.now.rounds) == 3
    assert table.now.winner == "w0"
    assert all(one.state == "done" and one.seed for one in table.now.rounds)
