"""What an umpire changes in a random position of each system leaves one that can be played on."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from app.conformance import by_chance, draw_setup, fold_equal, round_trip
from app.engine.amend import Amendable, Amends, Change
from app.engine.digest import canonical
from app.engine.geometry import Point
from app.engine.refusals import Refusal
from app.engine.session import Checkpoint, Session
from app.engine.system import RuleSystem
from app.systems import SYSTEMS
from tests.teller import Teller

GAMES, EDITS, AFTER = 1, 4, 30
every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)


class Play:
    """A game of random answers that may be cut short."""

    def __init__(self, system: RuleSystem[Any], rng: Random) -> None:
        self.system, self.rng, self.over = system, rng, False
        self.state = system.begin(draw_setup(system, rng))

    def phase(self) -> int:
        """A phase has been played to its end; how many answers it took."""
        phase = self.system.next_phase(self.state)
        self.over = phase is None
        if phase is None:
            return 0
        session = Session(self.system, Checkpoint(phase, self.state))
        answers = sum(1 for _ in by_chance(session, self.rng))
        fold_equal(session)
        self.state = round_trip(self.system, session.state)
        return answers

    def on(self) -> None:
        """Phases with some thirty answers more have been given, or the game has ended."""
        given = 0
        while given < AFTER and not self.over:
            given += self.phase()


def drawn(rng: Random, known: tuple[Amendable, ...], width: int, depth: int) -> Change:
    """A change of any kind, half of the places close to somebody else; now and then one that cannot be."""
    one, other = rng.choice(known), rng.choice(known)
    deed = rng.choice(one.deeds)
    if deed == "set":
        score = rng.choice(one.scores)
        return Change(id=one.id, deed="set", field=score.field, value=rng.randint(score.least - 1, score.most))
    if deed == "remove":
        return Change(id=one.id, deed="remove")
    near = Point(other.at.x + rng.choice((-2_600, 0, 2_600)), other.at.y + rng.choice((-2_600, 2_600, -4_000)))
    at = rng.choice((near, Point(rng.randint(-100, width), rng.randint(0, depth))))
    facing = rng.choice((one.facing, rng.randrange(36_000))) if one.facing is not None else None
    return Change(id=one.id, deed="place", at=at, facing=facing)


@every_system
@pytest.mark.parametrize("seed", range(GAMES))
def test_play_goes_on_after_random_edits(system: RuleSystem[Any], seed: int) -> None:
    rng, teller = Random(seed), Teller(system)
    assert isinstance(system, Amends)
    play, made = Play(system, rng), 0
    while not play.over and made < EDITS:
        for _ in range(rng.randrange(1, 12)):
            if not play.over:
                play.phase()
        for _ in range(4):
            known = system.amendable(play.state) if not play.over else ()
            board = play.state.table
            if known and edited(system, play, drawn(rng, known, board.width, board.depth), teller):
                made += 1
        play.on()
    assert made or play.over
    assert sorted(teller.faults) == []


def edited(system: Any, play: Play, change: Change, teller: Teller) -> bool:
    """Whether the change was made: it folds as it is stored and can be told; refused it changed nothing."""
    before = canonical(play.state)
    made = system.amend(play.state, (change,))
    assert canonical(play.state) == before
    if isinstance(made, Refusal):
        assert made.clause == "ENG-UMP-04"
        teller.refusal(made)
        return False
    assert made
    for event in made:
        telling = system.tell(event)
        teller.says(telling.about, telling.facts)
        play.state = system.evolve(play.state, event)
    play.state = round_trip(system, play.state)
    assert system.next_phase(play.state) is not None
    return True
