"""Counters: the secret split, what limits it, Intuition, and the counters of the dead."""

from app.systems.ronin.attributes.events import CounterTurned
from app.systems.ronin.combat.events import CountersLost, CountersSealed, CountersShown, InitiativeEnhanced
from app.systems.ronin.state import Counters
from tests.systems.ronin.fights import Bout, arm, duel


def at_split(text: str) -> Bout:
    """A combat whose weapons are named."""
    bout = Bout(f"phase combat\n{text}")
    arm(bout, "katana")
    return bout


def test_a_split_must_add_up_and_is_secret() -> None:
    bout = at_split("model a red at=10,10 pool=3\nmodel x blue at=11,10 pool=2")
    assert bout.asked() == [("red", "combat.split"), ("blue", "combat.split")]
    assert bout.no("red", {"attack": 2, "defence": 2}) == "RON-CBT-22"
    bout.say("blue", {"attack": 2}).say("red", {"attack": 1, "defence": 2})
    assert [(e.seat, e.seen_by) for e in bout.all(CountersSealed)] == [("red", ("red",)), ("blue", ("blue",))]
    assert bout.all(CountersShown) == []


def test_grievous_wounds_shrink_the_pool_but_not_below_nothing() -> None:
    bout = at_split("model a red at=10,10 pool=3 grievous=1\nmodel x blue at=11,10 pool=1 grievous=2")
    assert bout.asked() == [("red", "combat.split")]
    assert bout.no("red", {"attack": 3}) == "RON-CBT-22"


def test_the_routing_have_defence_counters_only() -> None:
    bout = at_split("side red morale=routing\nmodel a red at=10,10 pool=3\nmodel x blue at=11,10 pool=2")
    assert bout.asked() == [("blue", "combat.split")]
    bout.say("blue", {"attack": 2})
    assert bout.all(CountersSealed)[0].counters == Counters(0, 3)


def test_of_the_routing_the_fearless_bring_attack_counters() -> None:
    rows = "side red morale=routing\nmodel a red at=10,10 pool=3\nmodel f red at=12,10 pool=2 attributes=fearless"
    bout = at_split(f"{rows}\nmodel x blue at=11,10 pool=2")
    assert bout.no("red", {"attack": 3, "defence": 2}) == "RON-MOR-28"
    bout.say("red", {"attack": 2, "defence": 3})


def test_commitments_come_out_of_the_split() -> None:
    bout = at_split("model a red at=10,10 pool=3\nmodel x blue at=11,10 pool=2")
    bout.say("red", {"attack": 3}).say("blue", {"attack": 1, "defence": 1})
    assert bout.no("red", {"a": "defence"}) == "RON-CBT-23"
    bout.say("red", {"a": "attack"}).say("blue", {})
    assert [(e.model, e.counter) for e in bout.all(InitiativeEnhanced)] == [("a", "attack")]
    bout.dice("initiative:25", "initiative:3")
    assert bout.last(CountersShown).counters == {"red": Counters(2, 0), "blue": Counters(1, 1)}


def test_priority_turns_over_last() -> None:
    bout = duel("pool=2 attributes=intuition", "pool=2 attributes=intuition", rows="priority red", split=(2, 0))
    bout.dice("initiative:6", "initiative:1")
    assert bout.asked() == [("blue", "combat.turn")]
    assert bout.no("blue", "to-defence") == "RON-ATT-09"
    bout.say("blue", "to-attack").say("red", "keep", "combat.turn")
    assert [(e.model, e.counters) for e in bout.all(CounterTurned)] == [("x", Counters(1, 1))]


def test_the_dead_take_their_counters_with_them() -> None:
    rows = "model a red at=10,10 fight=0 pool=1\nmodel x blue at=11,10 pool=1\nmodel y blue at=9,10 pool=2"
    bout = at_split(rows).say("red", {"attack": 1}).say("blue", {"attack": 2, "defence": 1})
    bout.say("red", {}).say("blue", {})
    bout.dice("initiative:6", "initiative:1", "initiative:2").say("red", {"pick": "attack", "then": "y"})
    bout.say("blue", "no").dice("attack:66", "defence:1")
    assert bout.asked() == [("blue", "combat.lose")]
    assert bout.no("blue", {"attack": 1}) == "RON-CBT-30"
    bout.say("blue", {"attack": 1, "defence": 1})
    assert bout.last(CountersLost).counters == Counters(1, 0)
    assert bout.asked() == [("blue", "combat.go")]
