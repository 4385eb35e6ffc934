"""The battle that the front page plays: ``python -m tests.film SYSTEM SEED [LEVEL] [SCENARIO]`` fights and records it.

``tests/films/SYSTEM.game`` keeps set-up, answers and dice; what the page plays follows from them (``film_of``), and a
test says that it does.  Without a seed a kept battle is played again, and its film written anew.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from app.bots.league import policy_of
from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.session import Checkpoint, Session
from app.engine.system import RuleSystem, Setup, Telling
from app.engine.views import View
from app.league import table
from app.lessons.library import folder_of
from app.systems import system_of
from app.web.table.board.acted import FILE, Beat, Film, Place, moved, places

GAMES = Path(__file__).parent / "films"
QUIET = (
    "rested", "weapon-named", "counters-shown", "initiative-enhanced", "roll-enhanced", "fighter-passed", "rolled-off",
)  # fmt: skip
"""What has a picture and would be told too often, without its system and what follows it."""
Input = tuple[Seat, Any] | Faces


class Kept(msgspec.Struct, frozen=True):
    """A battle: its set-up, and every answer and every throw in order."""

    system: str
    setup: Setup
    answers: tuple[tuple[Seat, Any], ...]
    throws: tuple[Faces, ...]


Answer = Callable[[Session[Any], Seat], Any]
Throw = Callable[[Roll], Faces]


def sessions(system: RuleSystem[Any], setup: Setup, answer: Answer, throw: Throw) -> Iterator[tuple[Session[Any], int]]:
    """The battle, seen after each answer and each throw, with how many events of its phase were there before."""
    state = system.begin(setup)
    while (phase := system.next_phase(state)) is not None:
        session = Session(system, Checkpoint(phase, state))
        yield session, 0
        while not session.over:
            before = len(session.events)
            if isinstance(session.waiting, Roll):
                session.throw(throw(session.waiting))
            else:
                asked = session.questions()[0]
                if no := session.answer(asked.seat, answer(session, asked.seat)):
                    raise ValueError(f"{asked.about}: {no.code}")
            yield session, before
        state = session.state


def film_of(system: RuleSystem[Any], setup: Setup, answer: Answer, throw: Throw) -> Film:
    """What the front page plays of a battle."""
    first: View | None = None
    beats, stood = list[Beat](), dict[str, Place]()
    for session, before in sessions(system, setup, answer, throw):
        view = system.view(session.state, None)
        if first is None:
            if view.turn:
                first, stood = view, places(view)
            continue
        now = places(view)
        went = moved(stood, now)
        gone = tuple(id for id in stood if id not in now)
        tellings = [system.tell(event) for event in session.events[before:] if event.seen_by is None]
        shown = [told for told in tellings if told.picture and told.weight in ("deed", "roll")
                 and told.about.split(".")[1] not in QUIET]  # fmt: skip
        if went or gone or shown:
            told = shown[-1] if shown else Telling(about="")
            facts = {"total": told.total, "needed": told.needed, **told.facts}
            said = {key: fact for key, fact in facts.items() if fact is not None}
            beats.append(Beat(view.turn, went, gone, told.about, said if told.about else {}))
        stood = now
    assert first is not None
    return Film(setup.scenario, first, tuple(beats))


def again(kept: Kept) -> Film:
    """The film of a kept battle."""
    answers, throws = iter(kept.answers), iter(kept.throws)

    def answer(session: Session[Any], seat: Seat) -> Any:
        who, raw = next(answers)
        assert who == seat
        return raw

    return film_of(system_of(kept.system), kept.setup, answer, lambda _: next(throws))


def fought(system: RuleSystem[Any], seed: int, level: str, scenario: str) -> Kept:
    """A battle of two bots of this level."""
    policy, dice = policy_of(level), Random(f"film/{seed}/dice")
    setup = table(system, seed, Random(f"film/{seed}"), scenario)
    answers, throws = list[tuple[Seat, Any]](), list[Faces]()

    def answer(session: Session[Any], seat: Seat) -> Any:
        answers.append((seat, policy(session, seat, f"film/{seed}/{seat}")))
        return answers[-1][1]

    def throw(roll: Roll) -> Faces:
        throws.append(tuple(dice.randint(1, roll.dice.sides) for _ in range(roll.dice.count)))
        return throws[-1]

    for session, _ in sessions(system, setup, answer, throw):
        sys.stderr.write(f"\rturn {getattr(session.state, 'turn', 0)}, {len(answers)} answers ")
    return Kept(system.key, setup, tuple(answers), tuple(throws))


def kept_of(key: str) -> Kept:
    """The kept battle of a system."""
    return msgspec.json.decode((GAMES / f"{key}.game").read_bytes(), type=Kept)


def main(argv: Sequence[str]) -> int:
    """The battle is fought if a seed is given; its film is written."""
    key, seed, level, scenario = (*argv, *("", "", "veteran", "")[len(argv) :])
    system = system_of(key)
    if seed:
        GAMES.mkdir(exist_ok=True)
        (GAMES / f"{key}.game").write_bytes(msgspec.json.encode(fought(system, int(seed), level, scenario)) + b"\n")
    film = again(kept_of(key))
    (folder_of(system) / FILE).write_bytes(msgspec.json.encode(film) + b"\n")
    told = sum(bool(beat.about) for beat in film.beats)
    sys.stdout.write(f"{key}, {film.scenario}: {len(film.beats)} beats, {told} told, to turn {film.beats[-1].turn}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
