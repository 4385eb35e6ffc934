"""Points, and what decides between those level on them."""

from __future__ import annotations

from msgspec.structs import replace

from app.campaigns.model import DONE, Campaign, CampaignId, Fixture, Warband
from app.campaigns.rounds.standings import TIE_BREAKS, Line, standings
from app.engine.campaigns import Band


def campaign(*fixtures: Fixture, count: int = 4, honour: dict[str, int] | None = None) -> Campaign:
    """Warbands a, b, c … and these battles."""
    bands = {id: Band(head={}, honour=(honour or {}).get(id, 0)) for id in "abcdefgh"[:count]}
    warbands = {id: Warband(id=id, guest=id, name=id, emblem=1, hue=1, band=band) for id, band in bands.items()}
    return Campaign(id=CampaignId("c"), warbands=warbands, fixtures={one.id: one for one in fixtures})


def battle(sides: str, result: str = "won", winner: str = "", points: tuple[int, int] = (0, 0)) -> Fixture:
    """A battle of two, the first of whom has won unless said otherwise."""
    home, away = sides[0], sides[1:]
    named = winner or (home if result in ("won", "forfeit") else "")
    return Fixture(
        id=f"{sides}{result}{winner}", round=1, sides=(home, away), state=DONE, result=result, winner=named,
        points=dict(zip((home, away), points, strict=True)) if away else {},
    )  # fmt: skip


def line(now: Campaign, id: str) -> Line:
    """The line of a warband."""
    return next(one for one in standings(now) if one.warband == id)


def order(now: Campaign) -> str:
    """The warbands, best first."""
    return "".join(one.warband for one in standings(now))


def test_what_a_battle_is_worth() -> None:
    assert [line(campaign(battle("ab")), id).points for id in "ab"] == [3, 0]
    assert [line(campaign(battle("ab", "draw")), id).points for id in "ab"] == [1, 1]
    assert [line(campaign(battle("ab", "forfeit")), id).points for id in "ab"] == [2, 0]
    assert [line(campaign(battle("ab", "standoff")), id).points for id in "ab"] == [0, 0]
    assert line(campaign(battle("a", "bye")), "a").points == 1


def test_a_story_may_say_that_a_win_is_worth_more() -> None:
    last = replace(battle("ab"), options={"worth": 5})
    assert [line(campaign(last), id).points for id in "ab"] == [5, 0]
    given = replace(battle("ab", "forfeit"), options={"worth": 5})
    assert line(campaign(given), "a").points == 2


def test_a_line_counts_everything() -> None:
    now = campaign(battle("ab", points=(7, 2)), battle("ca", points=(4, 1)), battle("ad", "draw", points=(3, 3)),
                   battle("ba", "forfeit"), battle("ac", "standoff"), battle("a", "bye"))  # fmt: skip
    one = line(now, "a")
    assert (one.played, one.won, one.drawn, one.lost) == (4, 1, 1, 2)
    assert (one.forfeits, one.standoffs, one.byes) == (1, 1, 1)
    assert (one.made, one.suffered, one.difference) == (11, 9, 2)
    assert one.points == 3 + 1 + 1


def test_a_garrison_that_wins_is_a_loss() -> None:
    held = replace(battle("a"), result="won", winner="", garrison={})
    one = line(campaign(held), "a")
    assert (one.lost, one.won, one.points) == (1, 0, 0)


def test_void_and_open_battles_count_for_nothing() -> None:
    off = (replace(battle("ab"), state="void"), replace(battle("ba"), state="playing"))
    assert [one.played for one in standings(campaign(*off))] == [0, 0, 0, 0]


def test_level_on_points_the_battles_among_them_come_first() -> None:
    now = campaign(battle("ba", points=(1, 0)), battle("ac", points=(9, 0)), count=3)
    assert order(now) == "bac"
    assert standings(now)[0].decided == "among"


def test_then_the_points_of_opponents() -> None:
    now = campaign(battle("bc"), battle("ad"), battle("ce", "draw"), count=5)
    assert order(now)[:2] == "ba"
    assert [line(now, id).opponents for id in "ab"] == [0, 1]
    assert standings(now)[0].decided == "opponents"


def test_then_battle_points_made_less_suffered() -> None:
    now = campaign(battle("ac", points=(5, 4)), battle("bd", points=(5, 1)))
    assert order(now)[:2] == "ba"
    assert standings(now)[0].decided == "difference"


def test_then_honour() -> None:
    now = campaign(battle("ac", points=(5, 1)), battle("bd", points=(5, 1)), honour={"b": 2})
    assert order(now)[:2] == "ba"
    assert standings(now)[0].decided == "honour"


def test_last_who_came_first() -> None:
    now = campaign()
    assert order(now) == "abcd"
    assert [one.decided for one in standings(now)] == ["joined", "joined", "joined", ""]
    assert [one.rank for one in standings(now)] == [1, 2, 3, 4]


def test_every_tie_break_has_a_clause_of_its_own() -> None:
    assert len({clause for _, clause in TIE_BREAKS}) == len(TIE_BREAKS) == 5


def test_what_is_won_and_lost_without_a_fight_is_played_too() -> None:
    now = campaign(battle("ab"), battle("ac", "forfeit"))
    one, other = line(now, "a"), line(now, "c")
    assert (one.played, one.won, one.drawn, one.lost) == (2, 2, 0, 0)
    assert (other.played, other.won, other.drawn, other.lost, other.forfeits) == (1, 0, 0, 1, 1)
