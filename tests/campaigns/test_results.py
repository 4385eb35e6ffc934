"""Who is sent, how battles end, and what follows from them."""

from __future__ import annotations

import pytest

from app.campaigns.battles.musters import Muster, Unmuster
from app.campaigns.battles.results import Decide, Forfeit, Over, Void
from app.campaigns.battles.tables import Lay
from app.campaigns.desk import vault_of
from app.campaigns.ledger.events import Mustered, Posted, Settled, Unmustered
from app.campaigns.rounds.challenges import AcceptChallenge, Challenge
from app.campaigns.rounds.course import Start
from app.campaigns.warbands.aftermath import Choose
from app.engine.campaigns import OUT, Band, Deed, Delta, Step, Throw
from app.engine.dice import Dice
from tests.campaigns.rounds_table import HOST, RULE, SmallRules, Table

ONE = "r001b001"


def code(no: object) -> str:
    """The code of a refusal; empty for none."""
    return getattr(no, "code", "")


def begun(count: int = 2, rules: object = None, **settings: object) -> Table:
    """A campaign whose first round is open."""
    table = Table(count, rules, **settings)
    assert table.give(HOST, Start()) is None
    return table


def laid(table: Table) -> Table:
    """The first battle is being fought."""
    for side in table.now.fixtures[ONE].sides:
        sent = Muster(warband=side, fixture=ONE, members=table.fit(side))
        assert table.give(table.guest(side), sent) is None
    assert table.give("", Lay(fixture=ONE, game="g")) is None
    return table


# -- musters ------------------------------------------------------------------------


def test_a_muster_is_secret_and_locks_the_roster() -> None:
    table = begun()
    assert table.give("p0", Muster(warband="w0", fixture=ONE, members=("m2", "m0"))) is None
    (entry,) = (one for one in table.entries if isinstance(one, Mustered))
    assert entry.seen_by == ("p0",)
    assert entry.members == ("m0", "m2")
    assert table.now.warbands["w0"].locked == (ONE,)


def test_a_muster_can_be_changed_and_taken_back() -> None:
    table = begun()
    assert table.give("p0", Muster(warband="w0", fixture=ONE, members=("m0",))) is None
    assert table.give("p0", Muster(warband="w0", fixture=ONE, members=("m1",))) is None
    assert table.now.fixtures[ONE].musters["w0"].members == ("m1",)
    assert table.give("p0", Unmuster(warband="w0", fixture=ONE)) is None
    assert table.give("p0", Unmuster(warband="w0", fixture=ONE)) is None
    assert table.now.fixtures[ONE].musters == {}
    assert table.now.warbands["w0"].locked == ()
    assert [one.seen_by for one in table.entries if isinstance(one, Unmustered)] == [("p0",)]


def test_once_the_battle_is_laid_nobody_is_taken_back() -> None:
    table = laid(begun())
    assert code(table.give("p0", Unmuster(warband="w0", fixture=ONE))) == "campaign.round.laid"
    assert code(table.give("p0", Muster(warband="w0", fixture=ONE, members=("m0",)))) == "campaign.round.laid"


@pytest.mark.parametrize("members", [(), ("m0", "m0"), tuple(f"x{n}" for n in range(201))])
def test_members_are_named_once(members: tuple[str, ...]) -> None:
    assert code(begun().give("p0", Muster(warband="w0", fixture=ONE, members=members))) == "campaign.muster.count"


def test_only_the_fit_go() -> None:
    table = begun()
    table.put(Posted(warband="w0", step=Step("wound", RULE, "x", deltas=(Delta("state", "m1", put=OUT),))))
    assert code(table.give("p0", Muster(warband="w0", fixture=ONE, members=("m1",)))) == "campaign.muster.away"
    assert code(table.give("p0", Muster(warband="w0", fixture=ONE, members=("m9",)))) == "campaign.muster.away"


def test_nobody_fights_two_battles_at_once() -> None:
    table = begun(3, pairing="challenge")
    for other in ("w1", "w2"):
        assert table.give("p0", Challenge(warband="w0", other=other)) is None
    for one in table.battles():
        other = one.others("w0")[0]
        assert table.give(table.guest(other), AcceptChallenge(warband=other, fixture=one.id)) is None
    first, second = (one.id for one in table.battles())
    assert table.give("p0", Muster(warband="w0", fixture=first, members=("m0", "m1"))) is None
    assert code(table.give("p0", Muster(warband="w0", fixture=second, members=("m1",)))) == "campaign.muster.away"
    assert table.give("p0", Muster(warband="w0", fixture=second, members=("m2",))) is None


def test_no_more_is_sent_than_warbands_began_with() -> None:
    table = begun(points=30)
    assert code(table.give("p0", Muster(warband="w0", fixture=ONE, members=table.fit("w0")))) == "campaign.muster.worth"
    assert table.give("p0", Muster(warband="w0", fixture=ONE, members=("m0", "m1", "m2"))) is None
    small = begun(points=5)
    assert small.give("p0", Muster(warband="w0", fixture=ONE, members=("m0",))) is None


# -- results ------------------------------------------------------------------------


def test_a_result_is_written_once() -> None:
    table = laid(begun(rounds=2))
    done = Over(fixture=ONE, winner="w0", points={"w0": 5, "w1": 2})
    assert table.give("", done) is None
    one = table.now.fixtures[ONE]
    assert (one.state, one.result, one.winner, one.points) == ("done", "won", "w0", {"w0": 5, "w1": 2})
    assert one.settled == one.sides
    assert code(table.give("", done)) == "campaign.round.over"
    assert code(table.give(HOST, Decide(fixture=ONE, result="won", winner="w1", reason="no"))) == "campaign.round.over"
    assert code(table.give(HOST, Void(fixture=ONE, reason="no no"))) == "campaign.round.over"


def test_only_the_server_says_how_a_table_ended() -> None:
    assert code(laid(begun()).give(HOST, Over(fixture=ONE, winner="w0"))) == "campaign.not-yours"


def test_nobody_won_is_a_draw() -> None:
    table = laid(begun(rounds=2))
    assert table.give("", Over(fixture=ONE)) is None
    assert table.now.fixtures[ONE].result == "draw"


def test_a_garrison_may_win() -> None:
    table = laid(begun(rounds=2))
    assert table.give("", Over(fixture=ONE, facts={"garrison_won": 1})) is None
    assert (table.now.fixtures[ONE].result, table.now.fixtures[ONE].winner) == ("won", "")


def test_what_is_not_fought_has_no_result() -> None:
    assert code(begun().give("", Over(fixture=ONE, winner="w0"))) == "campaign.round.not-fought"
    assert code(laid(begun()).give("", Over(fixture=ONE, winner="w7"))) == "campaign.round.not-fought"


@pytest.mark.parametrize(
    ("result", "winner"), [("won", ""), ("won", "w9"), ("draw", "w0"), ("bye", ""), ("forfeit", ""), ("", "")]
)
def test_an_umpire_names_a_winner_where_there_is_one(result: str, winner: str) -> None:
    said = Decide(fixture=ONE, result=result, winner=winner, reason="as I saw it")
    assert code(begun().give(HOST, said)) == "campaign.round.result"


def test_an_umpire_has_a_reason() -> None:
    assert code(begun().give(HOST, Decide(fixture=ONE, result="draw"))) == "people.reason"
    assert code(begun().give(HOST, Void(fixture=ONE, reason=" "))) == "people.reason"
    assert code(begun().give("p0", Decide(fixture=ONE, result="draw", reason="mine"))) == "campaign.not-yours"


def test_a_battle_decided_by_an_umpire_changes_no_warband() -> None:
    table = laid(begun(rounds=2))
    before = table.now.warbands["w0"].band
    table.won(ONE, "w0")
    assert table.now.warbands["w0"].band == before
    assert table.now.warbands["w0"].locked == ()


def test_a_void_battle_unlocks_everybody() -> None:
    table = laid(begun(4))
    assert table.give(HOST, Void(fixture=ONE, reason="wrong table")) is None
    assert all(not one.locked for one in table.now.warbands.values())


def test_a_leader_gives_a_battle_up() -> None:
    table = begun(rounds=2)
    assert table.give("p1", Forfeit(warband="w1", fixture=ONE)) is None
    one = table.now.fixtures[ONE]
    assert (one.result, one.winner) == ("forfeit", "w0")
    assert code(laid(begun()).give("p1", Forfeit(warband="w1", fixture=ONE))) == "campaign.round.laid"


# -- what follows -------------------------------------------------------------------


class Throwing(SmallRules):
    """Throws three dice, of which one is named by a step, the second."""

    def aftermath(self, band: Band, deeds: object, result: str, throw: Throw, facts: object) -> tuple[Step, ...]:
        """A step for the second throw."""
        throw(Dice(1, 6))
        faces = throw(Dice(2, 10))
        throw(Dice(1, 6))
        return (Step("honour", RULE, "small.second", {}, (Delta("honour", add=sum(faces)),), Dice(2, 10), faces),)


def test_every_throw_is_in_the_ledger_in_its_order_and_can_be_thrown_again() -> None:
    table = laid(begun(rules=Throwing(), rounds=2))
    assert table.give("", Over(fixture=ONE, winner="w0")) is None
    lines = [one for one in table.entries if isinstance(one, Posted)]
    assert [one.throw for one in lines] == [0, 1, 2, 3, 4, 5]
    assert [one.step.about for one in lines[:3]] == ["campaign.thrown", "small.second", "campaign.thrown"]
    first = table.now.rounds[0]
    vault = vault_of(table.now.id, first, table.seeds["1"])
    assert all(one.step.dice and vault.throw(one.throw, one.step.dice) == one.step.faces for one in lines)
    assert first.throws == 6


def test_both_sides_have_their_aftermath_at_once() -> None:
    table = laid(begun(rounds=2))
    deeds: dict[str, tuple[Deed, ...]] = {
        side: (Deed(id="m0", kills=2), Deed(id="m1", fate="fallen")) for side in ("w0", "w1")
    }
    assert table.give("", Over(fixture=ONE, winner="w1", deeds=deeds)) is None
    for side in ("w0", "w1"):
        assert table.now.warbands[side].band.members["m0"].experience == 1
        assert table.now.warbands[side].locked == ()
    assert [one.warband for one in table.entries if isinstance(one, Settled)] == [*table.now.fixtures[ONE].sides]


def test_a_choice_is_made_once_and_by_its_player() -> None:
    table = laid(begun(rounds=2))
    assert table.give("", Over(fixture=ONE, winner="w0", deeds={"w0": (Deed(id="m0"), Deed(id="m1"))})) is None
    said = Choose(warband="w0", member="m0", option="quick")
    assert code(table.give("p1", said)) == "campaign.not-yours"
    assert code(table.give("p0", Choose(warband="w0", member="m0", option="tall"))) == "campaign.round.no-choice"
    assert table.give("p0", said) is None
    assert code(table.give("p0", said)) == "campaign.round.no-choice"
    assert table.now.warbands["w0"].band.members["m0"].gained == ("quick",)
    assert len(table.now.rounds) == 1
    assert table.give("p0", Choose(warband="w0", member="m1", option="strong")) is None
    assert len(table.now.rounds) == 2


def test_who_has_to_choose_cannot_muster() -> None:
    table = begun(3, pairing="challenge")
    assert table.give("p1", Challenge(warband="w1", other="w0")) is None
    assert table.give("p0", AcceptChallenge(warband="w0", fixture=ONE)) is None
    table.put(Posted(warband="w0", step=Step("advance", RULE, "x", deltas=(Delta("due", "m0", add=1),))))
    assert code(table.give("p0", Muster(warband="w0", fixture=ONE, members=("m0",)))) == "campaign.muster.choices"
