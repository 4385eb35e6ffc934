"""Deeds: what an option leads to, weighed on a state alone."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from app.engine import prospects as module
from app.engine.asks import Ask
from app.engine.dice import Dice
from app.engine.domains import yes_no
from app.engine.events import Event
from app.engine.flow import Game, ask, roll
from app.engine.odds import WHOLE
from app.engine.prospects import (
    Asked,
    Deed,
    Outcome,
    Playing,
    Prospect,
    alike,
    chance,
    foretold,
    lately,
    saying,
    summed,
)
from tests.toy import BLUE, RED, TOY, WALK, Drew, Gambled, State, Toy

ENDINGS = (Outcome("low", 0), Outcome("high", 2, wanted=True))


async def throw(game: Game[State], count: int = 2) -> None:
    """Some dice have been thrown."""
    game.emit(Gambled(clause=WALK, seat=RED, faces=await roll(Dice(count), "gamble", WALK, by=RED)))


def high(events: Sequence[Event]) -> str:
    """Whether a throw made ten or more."""
    return "high" if any(sum(e.faces) >= 10 for e in events if isinstance(e, Gambled)) else "low"


def first(events: Sequence[Event]) -> str:
    """Whether the first die shows six: which die shows what counts."""
    return "high" if next(e.faces[0] for e in events if isinstance(e, Gambled)) == 6 else "low"


def test_a_deed_is_counted_out() -> None:
    found = chance(TOY, State(), Deed(play=throw, tell=high, outcomes=ENDINGS))
    assert found is not None
    assert found.exact
    assert found.wanted == round(WHOLE * 6 / 36)
    assert {share.key: share.parts for share in found.shares} == {"low": 8333, "high": 1667}


def test_it_matters_which_die_shows_what_unless_the_deed_says_otherwise() -> None:
    found = chance(TOY, State(), Deed(play=throw, tell=first, outcomes=ENDINGS))
    assert found is not None
    assert found.wanted == round(WHOLE / 6)


def test_where_only_the_total_counts_fewer_ways_are_tried() -> None:
    assert len(list(summed(Dice(2)))) == 11
    assert sum(ways for _, ways in summed(Dice(3, keep=2))) == 6**3
    plain, sums = (
        chance(TOY, State(), Deed(play=throw, tell=high, outcomes=ENDINGS, sums=frozenset(names)))
        for names in ((), ("gamble",))
    )
    assert plain == sums


def test_where_each_die_counts_by_what_it_is_worth_many_dice_are_few_ways() -> None:
    rows = list(alike(Dice(12), lambda face: face >= 5))
    assert len(rows) == 13
    assert sum(ways for _, ways in rows) == 6**12

    def none(events: Sequence[Event]) -> str:
        return "low" if any(f >= 5 for e in events if isinstance(e, Gambled) for f in e.faces) else "high"

    deed: Deed[State] = Deed(
        play=lambda game: throw(game, 12), tell=none, outcomes=ENDINGS, faces={"gamble": lambda face: face >= 5}
    )
    found = chance(TOY, State(), deed)
    assert found is not None
    assert found.exact
    assert found.wanted == round(WHOLE * Fraction(2, 3) ** 12)


def test_too_many_ways_are_played_out_always_alike_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TRIED", 10)
    deed = Deed(play=throw, tell=high, outcomes=ENDINGS)
    one, other = chance(TOY, State(), deed), chance(TOY, State(), deed)
    assert one == other
    assert one is not None
    assert not one.exact
    assert one.played == module.DRAWS
    assert abs(one.wanted - WHOLE / 6) < 800


def test_where_only_counting_takes_too_long_it_is_played_out_as_often_as_ever() -> None:
    found = chance(TOY, State(), Deed(play=throw, tell=high, outcomes=ENDINGS), counts=lambda: False)
    assert found is not None
    assert (found.exact, found.played) == (False, module.DRAWS)


def test_where_time_is_short_a_few_plays_must_do() -> None:
    found = chance(TOY, State(), Deed(play=throw, tell=high, outcomes=ENDINGS), lambda: False)
    assert found is not None
    assert (found.exact, found.played) == (False, module.LEAST)


def test_without_dice_nothing_is_told() -> None:
    assert chance(TOY, State(), Deed(play=lambda _: None, tell=high, outcomes=ENDINGS)) is None


def test_what_is_not_known_is_weighed_in_every_world() -> None:
    async def play(game: Game[State]) -> None:
        await throw(game, 1 if game.state.turn == 1 else 2)

    worlds = ((Fraction(1, 4), State(turn=1)), (Fraction(3, 4), State(turn=2)))
    found = chance(TOY, State(), Deed(play=play, tell=high, outcomes=ENDINGS, worlds=worlds))
    assert found is not None
    assert found.wanted == round(WHOLE * Fraction(3, 4) / 6)


def test_who_is_asked_meanwhile_says_nothing_or_what_the_deed_says() -> None:
    async def play(game: Game[State]) -> None:
        if await ask(Ask(RED, "again", yes_no(), WALK, default="no")) == "yes":
            await throw(game)

    assert chance(TOY, State(), Deed(play=play, tell=high, outcomes=ENDINGS)) is None
    said = Deed(play=play, tell=high, outcomes=ENDINGS, answers=saying({"again": "yes"}))
    assert chance(TOY, State(), said) is not None


def test_dice_that_lie_already_are_not_thrown_again() -> None:
    async def play(game: Game[State]) -> None:
        lie = await roll(Dice(1), "lie", WALK)
        game.emit(Gambled(clause=WALK, seat=RED, faces=(*lie, *await roll(Dice(1), "again", WALK))))

    found = chance(TOY, State(), Deed(play=play, tell=high, outcomes=ENDINGS, thrown=((5,),)))
    assert found is not None
    assert found.wanted == round(WHOLE * 2 / 6)


def test_an_ending_without_a_name_is_an_error() -> None:
    with pytest.raises(ValueError, match="without a name"):
        chance(TOY, State(), Deed(play=throw, tell=high, outcomes=ENDINGS[:1]))


class Seer(Toy):
    """The toy, which knows what a gamble may bring."""

    prospects = (Prospect("walk", ("*",), lambda _, __, raw: (
        Deed(play=throw, tell=high, outcomes=ENDINGS) if raw == "gamble" else None
    )),)  # fmt: skip


def test_a_system_says_of_which_levels_odds_are_known() -> None:
    seer, asked = Seer(), Asked(RED, "walk", {}, ("any",))
    found = foretold(seer, State(), asked, "gamble")
    assert found is not None
    assert found.wanted == 1667
    assert foretold(seer, State(), asked, "done") is None
    assert foretold(seer, State(), Asked(RED, "walk", {}), "gamble") is None
    assert foretold(TOY, State(), asked, "gamble") is None


def test_of_what_happened_lately_only_what_the_seat_saw_is_told() -> None:
    hidden = Drew(clause=WALK, seat=BLUE, card=3, seen_by=(BLUE,))
    shown = Gambled(clause=WALK, seat=RED, faces=(1, 2))
    found = lately([hidden, shown], RED)
    assert [row["kind"] for row in found] == ["toy.gambled"]
    assert found[0]["faces"] == (1, 2)
    assert Asked(RED, "walk", {}, (), found).last("toy.drew") is None
    assert [row["kind"] for row in lately([hidden, shown], BLUE)] == ["toy.drew", "toy.gambled"]


def test_a_deed_begins_at_the_state_and_leaves_it_as_it_was() -> None:
    state = State()
    game = Playing(TOY, state, Deed(play=throw, tell=high, outcomes=ENDINGS))
    game.throw((6, 6))
    assert high(game.events) == "high"
    assert state == State()
    assert game.state.scores[RED] != state.scores[RED]


def test_how_much_of_it_was_hidden_does_not_show_in_what_is_told_of_what_happened_lately() -> None:
    shown = Gambled(clause=WALK, seat=RED, faces=(1, 2))
    hidden = [Drew(clause=WALK, seat=BLUE, card=3, seen_by=(BLUE,))] * 100
    assert lately([shown, *hidden], RED) == lately([shown], RED)


def test_what_hardly_ever_happens_is_not_told_as_never_nor_the_rest_as_sure() -> None:
    def six(events: Sequence[Event]) -> str:
        return "high" if all(f == 6 for e in events if isinstance(e, Gambled) for f in e.faces) else "low"

    faces = {"gamble": lambda face: face == 6}
    deed: Deed[State] = Deed(play=lambda game: throw(game, 12), tell=six, outcomes=ENDINGS, faces=faces)
    found = chance(TOY, State(), deed)
    assert found is not None
    assert found.wanted == 1
    assert [share.parts for share in found.shares] == [WHOLE - 1, 1]


def test_ties_that_are_thrown_again_without_end_are_played_out() -> None:
    async def play(game: Game[State]) -> None:
        while True:
            faces = await roll(Dice(2), "gamble", WALK, by=RED)
            if faces[0] != faces[1]:
                game.emit(Gambled(clause=WALK, seat=RED, faces=faces))
                return

    def ahead(events: Sequence[Event]) -> str:
        return "high" if next(e.faces[0] > e.faces[1] for e in events if isinstance(e, Gambled)) else "low"

    found = chance(TOY, State(), Deed(play=play, tell=ahead, outcomes=ENDINGS))
    assert found is not None
    assert found.played == module.DRAWS
    assert abs(found.wanted - WHOLE / 2) < 800
