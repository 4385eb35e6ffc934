"""What a player took back since a battle, and who came since, where the battle ends otherwise."""

from __future__ import annotations

from app.campaigns.ledger.books import UNDO
from app.campaigns.ledger.events import Posted, Traded
from app.campaigns.ledger.evolve import fold
from app.campaigns.model import Campaign
from app.campaigns.rounds.course import Start
from app.campaigns.warbands.aftermath import Choose
from app.campaigns.warbands.redoing import between
from app.engine.campaigns import DEAD, FIT, RETIRED, Deed, Delta, Step, apply_all
from tests.campaigns.rounds_table import HOST, RULE, SmallRules, Table
from tests.campaigns.test_overturning import ONE, Harsh, band, over, played


def recruit(table: Table, id: str, cost: int) -> int:
    """Somebody is bought by a line that names him, as systems write it; the number of the line."""
    bought = {"id": id, "kind": "man", "line": {}, "cost": cost}
    deltas = (Delta("member", id, put=bought), Delta("purse", add=-cost))
    table.put(Posted(warband="w0", step=Step("purchase", RULE, "x", {}, deltas), by="p0"))
    return len(table.entries)


def take_back(table: Table, line: int) -> None:
    """The player of w0 takes back a line, which is his last but for names."""
    done = table.entries[line - 1]
    assert isinstance(done, Posted)
    old = fold(Campaign(id=table.now.id), table.entries[: line - 1]).warbands["w0"].band
    deltas = between(apply_all(old, done.step.deltas), old)
    table.put(Posted(warband="w0", step=Step(UNDO, RULE, "warband.undone", {"line": line}, deltas), by="p0"))


def test_who_was_bought_since_is_still_there_where_he_can_be_paid_for() -> None:
    table = played()
    recruit(table, "n1", 5)
    assert over(table) is None
    assert band(table, "w0").members["n1"].state == FIT


def test_who_came_by_a_trade_since_is_still_there() -> None:
    table = played()
    new = {"id": "t1", "kind": "man", "line": {}, "cost": 10}
    here, there = (Delta("member", "t1", put=new),), (Delta("state", "m4", put=RETIRED),)
    table.put(Traded(one="w0", other="w1", deltas=here, others=there))
    assert over(table) is None
    assert band(table, "w0").members["t1"].state == FIT
    assert band(table, "w1").members["m4"].state == RETIRED


def test_what_was_bought_and_taken_back_since_pays_nothing() -> None:
    table = played()
    start = band(table, "w0").purse
    line = recruit(table, "n1", start)
    table.put(Posted(warband="w0", step=Step("naming", RULE, "y", {}, (Delta("name", "n1", put="Aki"),)), by="p0"))
    take_back(table, line)
    assert over(table) is None
    assert (band(table, "w0").purse, band(table, "w0").members["n1"].state) == (start - 10, RETIRED)
    assert not [one for one in table.entries if isinstance(one, Posted) and "given-back" in one.step.about]


def test_a_choice_taken_back_since_is_not_due_from_a_battle_that_never_was() -> None:
    table = played(SmallRules())
    assert table.give("p0", Choose(warband="w0", member="m0", option="quick")) is None
    take_back(table, len(table.entries))
    assert band(table, "w0").members["m0"].due == 1
    assert over(table, winner="", result="void") is None
    assert (band(table, "w0").members["m0"].due, band(table, "w0").members["m0"].gained) == (0, ())


def test_nobody_comes_back_to_life_because_he_was_sent_away_and_called_back_since() -> None:
    table = played()
    table.put(Posted(warband="w0", step=Step("retire", RULE, "x", {}, (Delta("state", "m0", put=RETIRED),)), by="p0"))
    take_back(table, len(table.entries))
    assert over(table) is None
    assert band(table, "w0").members["m0"].state == DEAD


def test_what_was_bought_before_the_battle_and_taken_back_after_it_is_given_back() -> None:
    table = Table(2, Harsh(), pairing="swiss", rounds=4)
    assert table.give(HOST, Start()) is None
    start, line = band(table, "w0").purse, recruit(table, "n1", 5)
    table.deeds = {side: (Deed(id="m0"),) for side in ("w0", "w1")}
    table.battle(ONE, "w1", table.deeds)
    take_back(table, line)
    assert over(table, winner="w0") is None
    assert (band(table, "w0").purse, band(table, "w0").members["n1"].state) == (start + 10, RETIRED)


def test_who_was_bought_before_the_battle_and_given_back_is_not_paid_for_where_he_has_died() -> None:
    table = Table(2, Harsh(), pairing="swiss", rounds=4)
    assert table.give(HOST, Start()) is None
    start, line = band(table, "w0").purse, recruit(table, "n1", 5)
    table.deeds = {side: (Deed(id="n1" if side == "w0" else "m0"),) for side in ("w0", "w1")}
    table.battle(ONE, "w0", table.deeds)
    take_back(table, line)
    assert over(table) is None
    assert (band(table, "w0").purse, band(table, "w0").members["n1"].state) == (start - 5, DEAD)
