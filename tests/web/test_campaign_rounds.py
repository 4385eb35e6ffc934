"""All rounds of a campaign: who met whom and how it went, what is to come."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from app.campaigns.rounds.course import Start
from app.web.campaigns.rounds import cross, to_come
from tests.campaigns.rounds_table import HOST, Table


def league(count: int, **settings: Any) -> Table:
    """A round robin of so many warbands, in its first round."""
    table = Table(count, pairing="round-robin", **settings)
    assert table.give(HOST, Start()) is None
    return table


def test_a_cross_table_has_each_battle_from_both_sides() -> None:
    table = league(4)
    one, other = table.now.fixtures.values()
    table.won(one.id, one.sides[0])
    at: Any = SimpleNamespace(now=table.now, id="")
    rows = cross(at)
    order = [row["house"]["id"] for row in rows]
    signs = {
        (mine, against): "".join(cell["sign"] for cell in cells or ())
        for mine, row in zip(order, rows, strict=True) for against, cells in zip(order, row["cells"], strict=True)
    }  # fmt: skip
    winner, loser = one.sides
    assert (signs[winner, loser], signs[loser, winner]) == ("+", "−")
    assert signs[other.sides] == signs[other.sides[::-1]] == "·"
    assert sum(map(len, signs.values())) == 4, "nobody else has met"
    assert order[0] == winner


def test_what_a_round_robin_has_still_to_bring_becomes_less_and_in_the_end_nothing() -> None:
    table = league(4)
    left = [len(to_come(table.now))]
    while table.now.state != "ended":
        for one in [one for one in table.now.fixtures.values() if not one.is_over]:
            table.won(one.id, one.sides[0])
        left.append(len(to_come(table.now)))
    assert left == [4, 2, 0, 0]
