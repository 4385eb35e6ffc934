"""Every rule system keeps every promise; and a system that breaks one is found out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from app import fuzz
from app.conformance import Fault, RandomGame
from app.engine.events import Event, Seat
from app.engine.system import Outcome, PhaseId, RuleSystem
from app.engine.views import Note, View
from app.fuzz import games_of
from app.systems import SYSTEMS
from tests.toy import TOY, State, Toy


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_random_games_keep_every_promise(system: RuleSystem[Any]) -> None:
    """One of each; more are played in ``test_many_games.py``."""
    tally = games_of(system, range(1))
    assert tally.faults == []
    assert tally.games == 1
    assert tally.inputs > 0


class Leaky(Toy):
    """Shows every hand to everybody."""

    def view(self, state: State, viewer: Seat | None) -> View:
        return structs.replace(super().view(state, viewer), notes=(Note("toy.hands", {**state.hands}),))


class Endless(Toy):
    """Never says that the game is over."""

    def next_phase(self, state: State) -> PhaseId | None:
        return PhaseId(state.stage)

    def outcome(self, state: State) -> Outcome | None:
        return None


class Forgetful(Toy):
    """Folds an event otherwise the second time."""

    calls = 0

    def evolve(self, state: State, event: Event) -> State:
        type(self).calls += 1
        state = super().evolve(state, event)
        return structs.replace(state, scores={**state.scores, "red": self.calls})


class Unended(Toy):
    """Ends without an outcome."""

    def outcome(self, state: State) -> Outcome | None:
        return None


class Crashing(Toy):
    """Raises when a card is drawn."""

    def evolve(self, state: State, event: Event) -> State:
        if event.kind == "toy.drew":
            raise KeyError("card")
        return super().evolve(state, event)


class Bare(Toy):
    """Offers nothing that it would accept."""

    def catalogue(self) -> Any:
        return {"scenarios": [{"id": "meadow"}], "samples": [{"id": "unknown"}]}


WRONG: dict[str, tuple[Callable[[], Toy], str, str]] = {
    "leaky": (Leaky, "promise", "may not know"),
    "endless": (Endless, "dead-end", "does not end"),
    "forgetful": (Forgetful, "unequal", ""),
    "unended": (Unended, "dead-end", "without an outcome"),
    "crashing": (Crashing, "exception", "KeyError"),
    "bare": (Bare, "promise", "no legal set-up"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_broken_promise_is_found_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.conformance.MOST_INPUTS", 500)
    made, kind, words = WRONG[name]
    faults = [fault for seed in range(10) for fault in faults_of(made(), seed)]
    assert kind in {fault.kind for fault in faults}
    assert any(words in str(fault) for fault in faults)


def faults_of(system: Toy, seed: int) -> list[Fault]:
    """The fault of one game, if any."""
    try:
        RandomGame(system, seed).play()
    except Fault as fault:
        return [fault]
    return []


def test_the_closing_line_counts(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(fuzz, "system_of", lambda key: {"toy": TOY}[key])
    assert fuzz.run("toy", 1, 5) == 0
    line = capsys.readouterr().out.splitlines()[-1]
    assert line.startswith("toy: 1 games, ")
    assert line.endswith(" inputs/s, exceptions 0, dead ends 0, unequal re-runs 0, broken promises 0")


def test_faults_are_counted_and_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(fuzz, "system_of", lambda key: Crashing())
    assert fuzz.run("toy", 1, 1) == 1
    out = capsys.readouterr().out
    assert "exception: seed 1, input" in out
    assert "exceptions 1," in out


def test_two_processes_share_the_games() -> None:
    key = SYSTEMS[0].key
    tallies = fuzz.played(key, [[1], [2]])
    assert [tally.games for tally in tallies] == [1, 1]
    assert [tally.inputs for tally in tallies] == [games_of(SYSTEMS[0], [seed]).inputs for seed in (1, 2)]


def test_the_same_seed_gives_the_same_game() -> None:
    games = [RandomGame(TOY, 7) for _ in range(2)]
    for game in games:
        game.play()
    assert games[0].inputs == games[1].inputs
