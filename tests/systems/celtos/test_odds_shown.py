"""What an Assault and the answers to it may bring: given that they stand, and whether an evasion gets away."""

from __future__ import annotations

import pytest

from app.engine.odds import WHOLE
from app.engine.prospects import Asked, Chance, foretold
from app.systems.celtos.checks.score import ways
from app.systems.celtos.system import SYSTEM
from tests.systems.celtos.turns import RUSH, Play, rushed


def shown(play: Play, *at: str, raw: str, most: int = 20) -> Chance:
    """The chance of an option of the question that is open."""
    question = play.session.questions()[0]
    asked = Asked(question.seat, question.about, dict(question.facts), at)
    left = iter(range(most))
    found = foretold(SYSTEM, play.state, asked, raw, lambda: next(left, None) is not None)
    assert found is not None
    return found


def said(chance: Chance) -> list[str]:
    """The notes of a chance, its headline first."""
    return [note.about for note in (chance.needs, *chance.notes) if note is not None]


@pytest.mark.parametrize(("traits", "notes"), [
    ("", ["odds.if-stand", "odds.may.counter-charge", "odds.may.evade"]),
    (" abilities=heavy", ["odds.if-stand", "odds.may.counter-charge"]), (" responded", []),
])  # fmt: skip
def test_an_assault_is_shown_given_that_they_stand_where_they_may_do_otherwise(traits: str, notes: list[str]) -> None:
    play = Play(RUSH.replace("yumi,tanto", f"yumi,tanto{traits}"))
    assert said(shown(play, "Wolves", "assault", raw="Pikes")) == notes


@pytest.mark.parametrize("more", ["", "leader=1"])
def test_an_evasion_shows_its_check_and_whether_the_enemy_reaches_it(more: str) -> None:
    """No combat is in it; the figures are those of the question, and of the log afterwards (CEL-REA-14)."""
    play = rushed(RUSH.replace("yumi,tanto", f"yumi,tanto {more}".strip()))
    facts = play.session.questions()[0].facts
    chance = shown(play, raw="evade")
    assert chance.exact
    assert chance.needs is not None
    assert dict(chance.needs.facts) == {"needed": facts["needed"], "adds": facts["adds"]}
    assert chance.wanted == WHOLE // 10 * ways(int(facts["adds"]), int(facts["needed"]))
    assert {share.key for share in chance.shares} == {"odds.gets-away", "odds.stays"}
    play.say("response.assault", "evade").roll("check-reaction", 9)
    (rolled,) = play.events("check-rolled")
    assert (rolled.needed, rolled.total - rolled.natural) == (facts["needed"], facts["adds"])


def test_an_evasion_that_has_no_room_is_caught_all_the_same() -> None:
    """At the edge of the table."""
    chance = shown(rushed(RUSH.replace("20,60", "20,12").replace("20,50", "20,2")), raw="evade")
    assert chance.wanted == 0
    assert {share.key for share in chance.shares} == {"odds.caught", "odds.stays"}


@pytest.mark.parametrize("raw", ["counter-charge", "none"])
def test_who_counter_charges_or_stands_is_shown_the_combat(raw: str) -> None:
    chance = shown(rushed(), raw=raw)
    assert {share.key for share in chance.shares} <= {
        f"odds.{key}" for key in ("beaten", "lost", "apart", "drawn", "won", "broken")
    }
    assert ("odds.check" in said(chance)) == (raw != "none")
