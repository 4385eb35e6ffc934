"""A battle that was over ends otherwise: the new result, what follows from it anew, and what came since."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from app.campaigns.battles.musters import Muster
from app.campaigns.battles.overturning import Overturn
from app.campaigns.battles.results import Decide
from app.campaigns.desk import vault_of
from app.campaigns.ledger.events import Ended, Entry, Joined, Overturned, Placed, Posted, Raised, Taken
from app.campaigns.ledger.rulings import Correct
from app.campaigns.ledger.verifying import thrown, verify
from app.campaigns.model import Campaign
from app.campaigns.rounds.course import EndCampaign, Start
from app.campaigns.rounds.standings import standings
from app.campaigns.warbands.aftermath import Choose
from app.engine.campaigns import DEAD, OUT, RETIRED, Band, Deed, Delta, Step, Throw
from app.engine.dice import Dice
from app.systems import SYSTEMS
from tests.campaigns.dropping import Camp, play
from tests.campaigns.rounds_table import HOST, RULE, SmallRules, Table
from tests.campaigns.test_exporting import file_of, fought
from tests.campaigns.test_seasons import at, order, sheet, war

ONE = "r001b001"
WHY = "the record shows it"


class Harsh(SmallRules):
    """The first who fought for who lost dies; who won has ten points and each of his members one of experience."""

    def aftermath(
        self, band: Band, deeds: Sequence[Deed], result: str, throw: Throw, facts: object
    ) -> tuple[Step, ...]:
        """A die for all, then what the result brings."""
        faces = throw(Dice(1, 6))
        told = Step("battle", RULE, "small.thrown", {}, (), Dice(1, 6), faces)
        if result == "lost" and deeds:
            return told, Step("death", RULE, "small.died", {}, (Delta("state", deeds[0].id, put=DEAD),))
        gains = tuple(Delta("experience", deed.id, add=1) for deed in deeds)
        return told, Step("income", RULE, "small.paid", {}, (Delta("purse", add=10), *gains))


def played(rules: object = None, winner: str = "w0", **settings: object) -> Table:
    """A campaign of two whose first battle was fought and won; the next round is open."""
    table = Table(2, rules or Harsh(), **{"pairing": "swiss", "rounds": 4, **settings})
    assert table.give(HOST, Start()) is None
    table.deeds = {side: (Deed(id="m0"), Deed(id="m1")) for side in ("w0", "w1")}
    table.battle(ONE, winner, table.deeds)
    return table


def over(table: Table, winner: str = "w1", result: str = "won", who: str = HOST) -> object:
    """The first battle is overturned."""
    return table.give(who, Overturn(fixture=ONE, result=result, winner=winner, reason=WHY))


def band(table: Table, side: str) -> Band:
    """A warband as it stands."""
    return table.now.warbands[side].band


def lines(entries: Sequence[Entry], side: str) -> list[str]:
    """What the lines of a warband are about."""
    return [one.step.about for one in entries if isinstance(one, Posted) and one.warband == side]


def test_another_has_won_and_both_are_as_if_they_had_fought_so() -> None:
    table, other = played(), played(winner="w1")
    before = list(table.entries)
    assert over(table) is None
    one = table.now.fixtures[ONE]
    assert (one.result, one.winner, one.ruled) == ("won", "w1", True)
    assert table.entries[: len(before)] == before
    for side in ("w0", "w1"):
        assert band(table, side) == band(other, side)
    assert [row.warband for row in standings(table.now)] == ["w1", "w0"]
    (ruled,) = (e for e in table.entries if isinstance(e, Overturned))
    assert (ruled.by, ruled.reason, ruled.was, ruled.won_by) == (HOST, WHY, "won", "w0")


def test_it_takes_an_umpire_and_a_reason_and_a_battle_that_is_over() -> None:
    table = played()
    assert getattr(over(table, who="p0"), "code", "") == "campaign.not-yours"
    no = table.give(HOST, Overturn(fixture=ONE, result="won", winner="w1"))
    assert no is not None
    assert no.code == "people.reason"
    later = table.battles()[0].id
    no = table.give(HOST, Overturn(fixture=later, result="draw", reason=WHY))
    assert no is not None
    assert (no.code, str(no.clause)) == ("campaign.round.not-over", "CPN-RES-14")
    assert getattr(over(table, winner=""), "code", "") == "campaign.round.result"
    assert getattr(over(table, result="void"), "code", "") == "campaign.round.result"


def test_what_stands_already_stays() -> None:
    table = played()
    count = len(table.entries)
    assert over(table, winner="w0") is None
    assert len(table.entries) == count


def test_what_was_spent_since_is_kept_where_it_can_be_and_else_given_back() -> None:
    table = played()
    start = band(table, "w0").purse
    bought = {"id": "n1", "kind": "man", "line": {}, "cost": start}
    table.put(
        Posted(warband="w0", step=Step("purchase", RULE, "x", {}, (Delta("member", put=bought),
                                                                   Delta("purse", add=-start)))),
        Posted(warband="w0", step=Step("name", RULE, "y", {}, (Delta("name", "m1", put="Aki"),))),
    )  # fmt: skip
    number = len(table.entries) - 1
    assert over(table) is None
    mine = band(table, "w0")
    assert (mine.purse, mine.members["n1"].state, mine.members["m1"].name) == (start - 10, RETIRED, "Aki")
    told = [one.step.facts for one in table.entries if isinstance(one, Posted) and "given-back" in one.step.about]
    assert told == [{"line": number}]


def test_what_can_be_paid_for_still_is_kept() -> None:
    table = played()
    bought = {"id": "n1", "kind": "man", "line": {}, "cost": 5}
    table.put(
        Posted(warband="w0", step=Step("purchase", RULE, "x", {}, (Delta("member", put=bought),
                                                                   Delta("purse", add=-5)))),
    )  # fmt: skip
    purse = band(table, "w0").purse
    assert over(table) is None
    assert (band(table, "w0").purse, band(table, "w0").members["n1"].state) == (purse - 10, "fit")


def test_nobody_comes_back_to_life_by_what_was_done_for_him_since() -> None:
    table = played()
    table.put(Posted(warband="w0", step=Step("wound", RULE, "x", {}, (Delta("state", "m0", put=OUT),))))
    table.put(Posted(warband="w0", step=Step("recovery", RULE, "x", {}, (Delta("state", "m0", put="fit"),))))
    assert over(table) is None
    assert band(table, "w0").members["m0"].state == DEAD
    assert band(table, "w1").members["m0"].state == "fit"


def test_a_choice_made_since_stays_where_it_is_still_due() -> None:
    table = played(SmallRules())
    assert table.give("p0", Choose(warband="w0", member="m0", option="quick")) is None
    assert over(table) is None
    assert band(table, "w0").members["m0"].gained == ("quick",)
    assert over(table, winner="", result="standoff") is None
    assert band(table, "w0").members["m0"].gained == ()
    assert band(table, "w0").members["m0"].experience == 0


def test_a_muster_with_somebody_who_is_dead_now_is_open_again() -> None:
    table = played()
    second = table.battles()[0].id
    assert table.give("p0", Muster(warband="w0", fixture=second, members=("m0", "m2"))) is None
    assert table.give("p1", Muster(warband="w1", fixture=second, members=("m2",))) is None
    assert over(table) is None
    assert set(table.now.fixtures[second].musters) == {"w1"}
    assert (table.now.warbands["w0"].locked, table.now.warbands["w1"].locked) == ((), (second,))


def test_dice_fall_again_as_they_fell_however_often_it_is_overturned() -> None:
    table = played()
    first = [one for one in table.entries if isinstance(one, Posted) and one.throw >= 0]
    for winner in ("w1", "w0", "w1"):
        assert over(table, winner=winner) is None
    again = [one for one in table.entries if isinstance(one, Posted) and one.again]
    assert [one.step.faces for one in again] == [one.step.faces for one in first] * 3
    assert not [*thrown(table.now.id, table.entries)]


class Longer(Harsh):
    """Who has lost throws once more."""

    def aftermath(
        self, band: Band, deeds: Sequence[Deed], result: str, throw: Throw, facts: object
    ) -> tuple[Step, ...]:
        """The same and another die."""
        known = super().aftermath(band, deeds, result, throw, facts)
        if result != "lost":
            return known
        return (*known, Step("battle", RULE, "small.more", {}, (), Dice(2, 10), throw(Dice(2, 10))))


def test_a_further_throw_is_of_the_round_that_is_open() -> None:
    table = played(Longer())
    assert over(table) is None
    (more,) = (one for one in table.entries if isinstance(one, Posted) and one.round == 2)
    assert (more.warband, more.throw, more.again) == ("w0", 0, False)
    vault = vault_of(table.now.id, table.now.rounds[1], table.seeds["2"])
    assert vault.throw(0, Dice(2, 10)) == more.step.faces
    assert over(table, winner="w0") is None
    assert over(table) is None
    assert table.now.rounds[1].throws == 1


@pytest.mark.parametrize("result", ["void", "standoff"])
def test_a_battle_that_never_was_leaves_nothing(result: str) -> None:
    table, fresh = played(), Table(2, Harsh(), pairing="swiss", rounds=4)
    assert over(table, winner="", result=result) is None
    for side in ("w0", "w1"):
        assert band(table, side) == band(fresh, side)
    assert table.now.fixtures[ONE].state == ("void" if result == "void" else "done")


def test_a_victory_without_a_fight_is_drilled_for() -> None:
    table, fresh = played(), Table(2, Harsh(), pairing="swiss", rounds=4)
    assert over(table, result="forfeit") is None
    assert band(table, "w1").purse == band(fresh, "w1").purse + 2
    assert band(table, "w0") == band(fresh, "w0")


def test_what_an_umpire_decided_is_overturned_in_the_standings_alone() -> None:
    table = Table(2, Harsh(), pairing="swiss", rounds=4)
    assert table.give(HOST, Start()) is None
    before = band(table, "w0")
    assert table.give(HOST, Decide(fixture=ONE, result="won", winner="w0", reason="told")) is None
    table.deeds = {"w0": (Deed(id="m0"),), "w1": ()}
    assert over(table) is None
    assert band(table, "w0") == before
    assert standings(table.now)[0].warband == "w1"


def test_a_correction_since_stays() -> None:
    table = played()
    said = Correct(warband="w0", deltas=(Delta("honour", add=4),), reason="a gift")
    assert table.give(HOST, said) is None
    assert over(table) is None
    assert band(table, "w0").honour == 4


def test_after_the_end_another_may_have_won_the_campaign() -> None:
    table = played()
    assert table.give(HOST, EndCampaign(reason="enough")) is None
    assert table.now.winner == "w0"
    assert over(table) is None
    assert (table.now.state, table.now.winner) == ("ended", "w1")


def test_the_file_of_a_campaign_with_a_ruling_is_sound() -> None:
    table = fought(ended=False)
    one = next(e.fixture for e in table.entries if isinstance(e, Ended))
    side = table.now.fixtures[one].sides
    table.deeds = {id: tuple(Deed(id=f"m{n}", fate="fallen") for n in range(4)) for id in side}
    assert table.give(HOST, Overturn(fixture=one, result="won", winner=side[1], reason=WHY)) is None
    assert table.give(HOST, EndCampaign(reason="enough")) is None
    assert verify(file_of(table), SYSTEMS) == []


# -- provinces ----------------------------------------------------------------------


def test_a_province_goes_back_to_whom_it_belonged() -> None:
    table = Table(2, Harsh(), pairing="territory", map="heron-bay", rounds=4)
    assert table.give(HOST, Start()) is None
    one = table.battles()[0]
    home, away = one.sides
    table.battle(one.id, away, {})
    assert owner(table.now, one.place) == away
    ruled = Overturn(fixture=one.id, result="won", winner=home, reason=WHY)
    assert table.give(HOST, ruled) is None
    assert owner(table.now, one.place) == home
    assert table.give(HOST, Overturn(fixture=one.id, result="won", winner=away, reason=WHY)) is None
    assert owner(table.now, one.place) == away


def owner(now: Campaign, place: str) -> str:
    """Whose a province is."""
    return now.land.owners.get(place, "") if now.land else ""


def stormed() -> tuple[Table, str, str, str]:
    """Army 0 has beaten army 1 in its province, and the season is over: the battle, from where, and where."""
    table = war()
    goal = at(table, "w1")
    near = next(id for id in sheet(table).neighbours(goal) if id not in sheet(table).starts[1])
    table.put(Placed(warband="w0", province=near))
    assert order(table, 0, goal) is None
    assert order(table, 1) is None
    (one,) = table.battles()
    table.battle(one.id, "w0", {})
    assert len(table.now.rounds) == 2
    assert at(table, "w0") == goal
    return table, one.id, near, goal


def test_armies_and_provinces_of_a_season_past_stand_as_the_new_result_puts_them() -> None:
    table, one, _, goal = stormed()
    after = table.now.land
    assert table.give(HOST, Overturn(fixture=one, result="won", winner="w1", reason=WHY)) is None
    assert (at(table, "w1"), owner(table.now, goal)) == (goal, "w1")
    assert owner(table.now, at(table, "w0")) == "w0"
    assert table.give(HOST, Overturn(fixture=one, result="won", winner="w0", reason=WHY)) is None
    assert table.now.land == after


def test_an_army_that_has_marched_on_since_stays_where_it_is() -> None:
    table, one, near, _ = stormed()
    assert order(table, 0, near) is None
    assert order(table, 1) is None
    assert at(table, "w0") == near
    assert table.give(HOST, Overturn(fixture=one, result="won", winner="w1", reason=WHY)) is None
    assert at(table, "w0") == near


def driven_off() -> tuple[Table, str, str]:
    """Army 0 has beaten army 1 in its last province, and its house has left the map: the battle, and where."""
    table = war(3)
    open_ = {one.id for one in sheet(table).provinces if not one.castle}
    ways = ((id, near) for id in sorted(open_) for near in sheet(table).neighbours(id))
    goal, near = next((id, near) for id, near in ways if not {owner(table.now, one) for one in (id, near)} - {"", "w1"})
    mine = [id for id, whose in (table.now.land.owners if table.now.land else {}).items() if whose == "w1"]
    table.put(*(Taken(province=id, warband="w2") for id in mine), Taken(province=goal, warband="w1"))
    table.put(Placed(warband="w1", province=goal), Placed(warband="w0", province=near))
    assert order(table, 0, goal) is None
    assert order(table, 1) is None
    assert order(table, 2) is None
    (one,) = table.battles()
    table.battle(one.id, "w0", {})
    assert table.now.warbands["w1"].status == "retired"
    return table, one.id, goal


def test_a_house_that_keeps_its_last_province_after_all_is_back_on_the_map() -> None:
    table, one, goal = driven_off()
    assert owner(table.now, goal) == "w0"
    assert table.give(HOST, Overturn(fixture=one, result="won", winner="w1", reason=WHY)) is None
    assert table.now.warbands["w1"].status == "active"
    assert (at(table, "w1"), owner(table.now, goal)) == (goal, "w1")


def test_an_army_is_not_put_where_another_house_stands_by_now() -> None:
    table, one, _, goal = stormed()
    table.put(Joined(guest="p9", name="P9"))
    band = table.rules.enlist(5, 100)
    table.put(
        Raised(warband="w9", guest="p9", name="W9", emblem=5, hue=5, band=band), Placed(warband="w9", province=goal)
    )
    assert table.give(HOST, Overturn(fixture=one, result="won", winner="w1", reason=WHY)) is None
    assert at(table, "w1") != goal
    assert at(table, "w9") == goal


# -- at a real table ------------------------------------------------------------------


def test_a_battle_that_was_given_up_at_its_table_is_overturned_and_the_file_is_sound(tmp_path: Path) -> None:
    async def test(camp: Camp) -> None:
        await camp.open("ronin", "river-league", names="AB", pairing="swiss", rounds=3)
        await camp.start()
        one = await camp.laid()
        await camp.give_up("A", one)
        mine, yours = await camp.band("A"), await camp.band("B")
        before = await camp.now()
        assert before.fixtures[one.id].winner == yours
        await camp.do("H", Overturn(fixture=one.id, result="won", winner=mine, reason=WHY))
        after = await camp.now()
        assert (after.fixtures[one.id].winner, after.fixtures[one.id].ruled) == (mine, True)
        assert standings(after)[0].warband == mine
        assert before.warbands[mine].band.members.keys() == after.warbands[mine].band.members.keys()
        assert verify(await camp.camp.export(camp.id), SYSTEMS) == []

    play(tmp_path, test)
