"""Acting out of turn: the responses to shooting and to assaults, and combats inside another unit's activation."""

from __future__ import annotations

import pytest

from app.systems.celtos.reactions.flow import COUNTER, refuse_response, still_legal_assault
from app.systems.celtos.state import UnitId
from tests.systems.celtos.turns import DUEL, RUSH, Play, aimed, rushed
from tests.systems.celtos.volleys import position

# -- return fire ---------------------------------------------------------------------------


def shot_at(rows: str, *hits: int) -> Play:
    """The bows have shot at the guns, nobody used a marker; these were the dice to hit."""
    play = aimed(rows)
    if play.about == "reaction.use":
        play.say("reaction.use", "none")
    return play.roll("hit", *hits)


def test_return_fire_comes_after_the_casualties_and_before_morale() -> None:
    rows = DUEL.replace("unit Guns blue models=2", "unit Guns blue models=2 dead=1")
    play = shot_at(rows, 10, 1).say("hits.share", {"hit-1": "Guns-1"}).roll("damage", 10)
    assert (play.about, play.seat) == ("response.return-fire", "blue")
    play.say("response.return-fire", "yes").roll("check-reaction", 6)
    # One survivor shoots back; its volley is not answered.
    play.roll("hit", 1)
    play.roll("check-morale", 7)
    assert play.about == "over"
    assert play.state.unit("Guns").responded
    assert play.kinds().index("responded") < play.kinds().index("volley-aimed", play.kinds().index("responded"))


def test_morale_of_the_target_comes_before_that_of_the_shooter() -> None:
    rows = DUEL.replace("unit Guns blue models=2", "unit Guns blue models=3 dead=3")
    rows = rows.replace("unit Bows red models=2", "unit Bows red models=2 dead=1")
    play = shot_at(rows, 10, 1).say("hits.share", {"hit-1": "Guns-3"}).roll("damage", 10)
    play.say("response.return-fire", "yes").roll("check-reaction", 6).roll("hit", 10, 1)
    play.say("hits.share", {"hit-1": "Bows-1"}).roll("damage", 10)
    play.roll("check-morale", 7).roll("check-morale", 1)
    assert [event.unit for event in play.events("check-rolled")] == ["Guns", "Guns", "Bows"]
    assert play.state.unit("Bows").fate == "defeated"
    assert play.about == "over"


def test_a_target_that_is_gone_returns_no_fire() -> None:
    play = shot_at(DUEL.replace("unit Guns blue models=2", "unit Guns blue models=1"), 10, 1).roll("damage", 10)
    assert play.about == "over"
    assert play.state.unit("Guns").fate == "destroyed"


def test_a_failed_check_counts_as_the_response_of_the_turn() -> None:
    play = shot_at(DUEL, 1, 1).say("response.return-fire", "yes").roll("check-reaction", 5)
    assert play.state.unit("Guns").responded
    assert play.about == "over"


def test_silence_does_not_return_fire() -> None:
    play = shot_at(DUEL, 1, 1)
    assert play.session.questions()[0].default == "no"
    assert play.say("response.return-fire", "no").about == "over"
    assert not play.state.unit("Guns").responded


@pytest.mark.parametrize("why", ["responded", "panic"])
def test_who_may_not_return_fire_is_not_asked(why: str) -> None:
    rows = DUEL.replace("hankyu,tanto", f"hankyu,tanto {why}")
    assert shot_at(rows, 1, 1).about == "over"


def test_who_has_no_shot_is_not_asked() -> None:
    assert shot_at(DUEL.replace("hankyu,tanto", "teppo,tanto"), 1, 1).about == "over"
    assert shot_at(DUEL.replace("hankyu,tanto", "yari"), 1, 1).about == "over"


def test_marker_or_response_on_one_trigger_not_both() -> None:
    rows = DUEL.replace("hankyu,tanto", "hankyu,tanto reaction").replace("weapons=yumi reaction", "weapons=yumi")
    play = aimed(rows).say("reaction.use", "Guns").roll("check-reaction", 1).roll("hit", 1, 1)
    assert play.about == "over"
    assert not play.state.unit("Guns").responded


def test_an_unused_marker_leaves_the_response_and_stays() -> None:
    rows = DUEL.replace("hankyu,tanto", "hankyu,tanto reaction").replace("weapons=yumi reaction", "weapons=yumi")
    play = shot_at(rows, 1, 1).say("response.return-fire", "yes").roll("check-reaction", 1)
    assert play.state.unit("Guns").reaction


def test_a_spent_response_leaves_the_marker() -> None:
    rows = DUEL.replace("hankyu,tanto", "hankyu,tanto reaction responded")
    assert "Guns" in aimed(rows).open()


# -- before an assault ---------------------------------------------------------------------------


def test_the_named_unit_may_shoot_or_move_with_its_marker_and_not_assault() -> None:
    rows = RUSH.replace("yumi,tanto", "yumi,tanto reaction")
    play = rushed(rows).say("reaction.use", "Pikes").roll("check-reaction", 9)
    assert play.open() == ("shoot", "move", "none")
    no = play.refused("assault")
    assert (no.code, no.clause) == ("reaction.named", "CEL-REA-21")


def test_a_unit_that_used_its_marker_is_not_asked_to_respond() -> None:
    rows = RUSH.replace("yumi,tanto", "yumi,tanto reaction")
    play = rushed(rows).say("reaction.use", "Pikes").roll("check-reaction", 1)
    assert play.about == "assault.moves"
    no = refuse_response(play.state, play.state.unit("Pikes"), (UnitId("Pikes"),), COUNTER)
    assert no is not None
    assert (no.code, no.clause) == ("response.marker-used", "CEL-REA-17")


def test_an_assault_is_lost_when_its_unit_is_shot_away() -> None:
    rows = RUSH.replace("weapons=yumi\n", "weapons=yumi reaction\n").replace("models=2 at=20,60", "models=1 at=20,60")
    play = rushed(rows).say("reaction.use", "Watch").roll("check-reaction", 10)
    play.say("reaction.act", "shoot").roll("hit", 10).roll("damage", 10)
    (lost,) = play.events("order-lost")
    assert (lost.order, lost.target, lost.why) == ("assault", "Pikes", "lost.gone")
    assert play.about == "over"


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ("", ""), ("unit Dogs blue models=1 at=20,62.5\n", "lost.contact"),
        ("model Pikes-1 fate=dead\nmodel Pikes-2 fate=dead\n", "lost.target-gone"),
        ("model Pikes-1 at=20,5\nmodel Pikes-2 at=23,5\n", ""),
        ("unit Hounds red models=1 at=20,47.5\n", ""),
    ],
)  # fmt: skip
def test_when_an_assault_is_lost(rows: str, code: str) -> None:
    no = still_legal_assault(position(RUSH + rows), UnitId("Wolves"), UnitId("Pikes"))
    assert (no.code if no else "") == code


# -- counter-charge and evasion ------------------------------------------------------------------------


def test_the_named_unit_may_counter_charge_evade_or_stand() -> None:
    play = rushed()
    assert (play.about, play.seat) == ("response.assault", "blue")
    assert play.open() == ("counter-charge", "evade", "none")
    assert play.session.questions()[0].default == "none"
    assert play.say("response.assault", "none").about == "assault.moves"


@pytest.mark.parametrize("how", ["counter-charge", "evade"])
def test_a_failed_response_counts_and_the_assault_goes_on(how: str) -> None:
    play = rushed().say("response.assault", how).roll("check-reaction", 5)
    assert play.state.unit("Pikes").responded
    assert play.about == "assault.moves"


def test_a_counter_charge_goes_towards_the_enemy_and_counts_as_charging() -> None:
    play = rushed().say("response.assault", "counter-charge").roll("check-reaction", 6)
    assert play.about == "counter.moves"
    no = play.refused({"Pikes-1": [[20000, 45000]]})
    assert no.clause == "CEL-REA-12"
    play.say("counter.moves", {"Pikes-1": [[20000, 53000]], "Pikes-2": [[23000, 53000]]})
    unit = play.state.unit("Pikes")
    assert (unit.responded, unit.charged, unit.moved) == (True, True, True)
    assert play.about == "assault.moves"


def test_a_counter_charge_in_which_nobody_moves_is_none() -> None:
    play = rushed().say("response.assault", "counter-charge").roll("check-reaction", 6).say("counter.moves", {})
    unit = play.state.unit("Pikes")
    assert (unit.responded, unit.charged, unit.moved) == (True, False, False)


def test_an_evasion_leads_away_and_the_assault_may_fall_short() -> None:
    play = rushed().say("response.assault", "evade").roll("check-reaction", 6)
    assert play.about == "evade.moves"
    assert play.refused({"Pikes-1": [[20000, 53000]]}).clause == "CEL-REA-14"
    play.say("evade.moves", {"Pikes-1": [[20000, 41000]], "Pikes-2": [[23000, 41000]]})
    assert play.about == "approach.moves"
    assert play.state.unit("Pikes").moved
    play.say("approach.moves", {})
    assert play.about == "over"
    assert not play.state.unit("Wolves").charged


def test_heavy_units_cannot_evade() -> None:
    play = rushed(RUSH.replace("yumi,tanto", "yumi,tanto abilities=heavy"))
    assert play.open() == ("counter-charge", "none")
    no = play.refused("evade")
    assert (no.code, no.clause) == ("response.heavy", "CEL-REA-15")


@pytest.mark.parametrize(("why", "clause"), [("panic", "CEL-REA-10"), ("responded", "CEL-REA-16")])
def test_who_may_not_respond_to_an_assault_is_not_asked(why: str, clause: str) -> None:
    play = rushed(RUSH.replace("yumi,tanto", f"yumi,tanto {why}"))
    assert play.about == "assault.moves"
    no = refuse_response(play.state, play.state.unit("Pikes"), (), COUNTER)
    assert no is not None
    assert no.clause == clause


def test_a_named_unit_in_contact_does_not_respond() -> None:
    play = rushed(RUSH + "unit Hounds red models=1 at=20,47.5\n")
    assert play.about == "assault.moves"


def test_in_contact_an_assault_is_neither_reacted_nor_responded_to() -> None:
    rows = RUSH.replace("models=2 at=20,60", "at=20,52.5+23,52.5").replace("weapons=yumi\n", "weapons=yumi reaction\n")
    play = Play(rows).order("Wolves", "assault").fight(1, 1, 1, 1)
    assert play.about == "over"
    assert play.session.events[-1].clause == "CEL-ACT-08"
    assert "combat-began" in play.kinds()
    assert play.state.unit("Watch").reaction


# -- combats inside another unit's activation --------------------------------------------------------------

AMBUSH = """
unit Bows red models=3 at=20,60 weapons=yumi,tanto
unit Mates red models=1 at=150,110
unit Wolves blue models=3 at=20,50 weapons=katana reaction as=6 fu=6
unit Foxes blue models=1 at=150,10
"""


def test_a_unit_assaulted_in_reaction_to_its_move_may_only_assault_and_fights_on_in_panic() -> None:
    play = Play(AMBUSH).order("Bows", "move", {"Bows-1": [[20000, 59000]]})
    play.say("reaction.use", "Wolves").roll("check-reaction", 6).say("reaction.act", "assault")
    assert (play.about, play.seat) == ("assault.moves", "blue")
    play.say("assault.moves", play.offered())
    assert play.state.unit("Wolves").charged
    # Blue hits once and kills: two of three are left, strike in vain and lose; MN 3 fails with 6.
    play.fight(10, 1, 1, 10, 1, 1, 6)
    unit = play.state.unit("Bows")
    assert unit.panic
    assert play.about == "activation.order"
    assert play.open() == ("assault", "end")
    assert not play.state.unit("Wolves").activated


def test_a_shooter_assaulted_before_its_volley_has_lost_it_and_may_assault() -> None:
    play = Play(AMBUSH).order("Bows", "shoot", "Wolves")
    play.say("reaction.use", "Wolves").roll("check-reaction", 6).say("reaction.act", "assault")
    play.say("assault.moves", play.offered())
    play.fight(1, 1, 1, 1, 1, 1)
    (lost,) = play.events("order-lost")
    assert (lost.order, lost.why) == ("shoot", "lost.contact")
    assert (play.about, play.open()) == ("activation.order", ("assault", "end"))


def test_a_unit_caught_by_another_on_its_way_has_lost_its_assault() -> None:
    rows = AMBUSH + "unit Prey blue models=1 at=29,60\n"
    play = Play(rows).order("Bows", "assault", "Prey")
    assert play.open() == ("none", "Wolves")
    play.say("reaction.use", "Wolves").roll("check-reaction", 6).say("reaction.act", "assault")
    play.say("assault.moves", play.offered())
    play.fight(1, 1, 1, 1, 1, 1)
    (lost,) = play.events("order-lost")
    assert (lost.order, lost.target, lost.why) == ("assault", "Prey", "lost.contact")
    assert play.about == "over"
    assert "response.assault" not in play.kinds()


def test_a_counter_charge_into_contact_is_fought_and_both_have_charged() -> None:
    play = rushed().say("response.assault", "counter-charge").roll("check-reaction", 6)
    play.say("counter.moves", {"Pikes-1": [[20000, 57500]], "Pikes-2": [[23000, 57500]]})
    assert play.state.unit("Pikes").charged
    assert "combat-began" in play.kinds()
    play.fight(1, 1, 1, 1)
    assert play.state.unit("Wolves").charged
    struck = {event.model[:-2]: [line.id for line in event.lines] for event in play.events("blow-rolled")}
    assert struck["Wolves"] == ["charged"]
    assert "charged" in struck["Pikes"]


def test_the_battle_ends_at_once_when_a_reaction_takes_the_last_models() -> None:
    rows = """
    unit Wolves red models=1 at=20,60 weapons=yumi
    unit Pikes blue models=1 at=20,52 weapons=yumi reaction
    """
    for order in ("shoot", "assault"):
        play = Play(rows).order("Wolves", order, "Pikes").say("reaction.use", "Pikes").roll("check-reaction", 10)
        play.say("reaction.act", "shoot").roll("hit", 10).roll("damage", 10)
        assert play.about == "over"
        assert play.state.outcome is not None
        assert "order-lost" not in play.kinds()


def test_silence_moves_a_unit_that_passed_its_response() -> None:
    for how, about in (("counter-charge", "counter.moves"), ("evade", "evade.moves")):
        play = rushed().say("response.assault", how).roll("check-reaction", 6)
        question = play.session.questions()[0]
        assert question.about == about
        play.say(about, question.domain.write(question.default))
        assert play.state.unit("Pikes").moved


def test_what_a_response_needs_is_said_with_the_question() -> None:
    play = rushed(RUSH.replace("yumi,tanto", "yumi,tanto leader=1 musician=2"))
    facts = play.session.questions()[0].facts
    assert facts == {"unit": "Pikes", "enemy": "Wolves", "needed": 5, "adds": 1}


def test_a_watcher_may_assault_the_one_that_comes_and_takes_the_named_unit_out_of_the_charge() -> None:
    rows = RUSH.replace("weapons=yumi\n", "weapons=katana reaction\n").replace("at=30,50", "at=28,58")
    play = rushed(rows).say("reaction.use", "Watch").roll("check-reaction", 6)
    assert play.open() == ("assault", "move", "none")
    play.say("reaction.act", "assault").fight(1, 1)
    (lost,) = play.events("order-lost")
    assert lost.why == "lost.contact"
    assert not play.state.unit("Pikes").responded
