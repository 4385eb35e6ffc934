"""What a player sees: of every case row by row, and of games that chance draws.

Of a mutant that no case notices it tells whether anybody would see anything else.
"""

from __future__ import annotations

import builtins
import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

import msgspec

from app.conformance import draw_setup
from app.engine.asks import AnyAsk, Json
from app.engine.digest import digest
from app.engine.events import Event, Seat
from app.engine.flow import Roll
from app.engine.session import Checkpoint, Session
from app.engine.staging import BadRow
from app.engine.system import RuleSystem, Setup
from app.judge.blocks import Block
from app.judge.play import Differs
from app.judge.referee import Referee
from app.mutation.loading import Shelf
from app.mutation.mutants import Mutant
from app.mutation.playing import LEAST, TIMES, Known, TooLong, breaks, marks, within

GAMES, INPUTS = 24, 250
"""So many games are drawn, each of so many answers and throws at most."""
BLOCKS = 80
"""Of so many cases that reach a mutant all that is seen is compared, at most."""
Input = tuple[Seat, Json] | tuple[int, ...]


@dataclass(slots=True)
class Game:
    """A game that was drawn and played unbroken: what was given, and what was seen after each."""

    setup: Setup
    inputs: list[Input] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)
    reached: set[tuple[str, int]] = field(default_factory=set)


def sight(system: RuleSystem[Any], session: Session[Any], events: Sequence[Event]) -> str:
    """All that anybody sees now, and what has just happened, as a digest."""
    seats = [*sorted({q.seat for q in session.questions()}), None]
    views = [msgspec.to_builtins(system.view(session.state, seat)) for seat in (Seat("red"), Seat("blue"), *seats)]
    waiting = session.waiting
    roll = [waiting.why, waiting.clause, str(waiting.dice)] if isinstance(waiting, Roll) else []
    return digest([views, roll, [asked(q) for q in session.questions()], [msgspec.to_builtins(e) for e in events]])


def asked(question: AnyAsk) -> list[Any]:
    """A question as the page is told of it."""
    told = msgspec.to_builtins(dict(question.facts))
    return [question.seat, question.about, question.clause, told, msgspec.to_builtins(question.domain.describe())]


# -- of a case ----------------------------------------------------------------------


def rows_seen(block: Block, system: RuleSystem[Any]) -> Iterator[str]:
    """What is seen after each row of a case."""
    referee, told = Referee((system,)), 0
    try:
        for row in block.rows:
            referee.step(row)
            if referee.session is not None:
                events = referee.events()
                yield sight(system, referee.session, events[told:])
                told = len(events)
        if referee.faults is not None:
            yield digest(msgspec.to_builtins(referee.faults))
    except (BadRow, Differs) as error:
        yield str(error)


# -- of a game ----------------------------------------------------------------------


def drawn(system: RuleSystem[Any], seed: int) -> Game:
    """A game that chance plays, and what was seen of it."""
    rng = Random(seed)
    game = Game(draw_setup(system, rng))
    for session in sessions(system, game):
        if isinstance(session.waiting, Roll):
            dice = session.waiting.dice
            game.inputs.append(tuple(rng.randint(1, dice.sides) for _ in range(dice.count)))
        else:
            question = rng.choice(session.questions())
            raw = question.domain.write(question.domain.sample(rng))
            game.inputs.append((question.seat, msgspec.json.decode(msgspec.json.encode(raw))))
    return game


def sessions(system: RuleSystem[Any], game: Game) -> Iterator[Session[Any]]:
    """Wherever an input is wanted, before it is taken from the game's; what is seen after each is kept."""
    state, number = system.begin(game.setup), 0
    while (phase := system.next_phase(state)) is not None:
        session = Session(system, Checkpoint(phase, state))
        told = 0
        game.seen.append(sight(system, session, session.events))
        while not session.over:
            if number >= INPUTS:
                return
            yield session
            given = game.inputs[number]
            give(session, given)
            game.seen.append(sight(system, session, session.events[told:]))
            number, told = number + 1, len(session.events)
        state = session.state


def give(session: Session[Any], given: Input) -> None:
    """The input is given; ``ValueError`` if it is not what is asked for, or refused."""
    if isinstance(session.waiting, Roll):
        if not session.waiting.dice.fits(given):  # type: ignore[arg-type]
            raise ValueError("other dice are called for")
        session.throw(given)  # type: ignore[arg-type]
    elif len(given) != 2 or not isinstance(given[0], str) or session.answer(given[0], given[1]) is not None:
        raise ValueError("it is not taken")


def seen_again(system: RuleSystem[Any], game: Game) -> Iterator[str]:
    """What is seen of the same game, played on another system."""
    again = Game(game.setup, game.inputs)
    told = 0
    for _ in sessions(system, again):
        yield from again.seen[told:]
        told = len(again.seen)
        if told > len(game.inputs) + len(game.seen):
            return
    yield from again.seen[told:]


# -- together -----------------------------------------------------------------------


def games(shelf: Shelf, mutants: Sequence[Mutant]) -> list[Game]:
    """The games that are drawn, each with the marks of these mutants that it reaches."""
    for file in sorted({m.file for m in mutants if m.figure is None}):
        shelf.put(file, marks(file, [m.site for m in mutants if m.file == file]))
    reached: set[tuple[str, int]] = set()
    setattr(builtins, "__reached__", lambda file, number: reached.add((file, number)))  # noqa: B010
    system, made = shelf.system(), list[Game]()
    for seed in range(GAMES):
        reached.clear()
        made.append(game := drawn(system, seed))
        game.reached = set(reached)
    return made


def where_seen(shelf: Shelf, mutant: Mutant, known: Known, played: Sequence[Game], order: Sequence[int]) -> str:
    """Where somebody would see something else: a case, a game; nothing if nowhere.  A figure is always seen."""
    if mutant.figure is not None:
        return "a figure"
    gc.enable()  # what is looked at is large, and a child that has no memory left would seem to see something
    plain, some = shelf.system(), order[:: len(order) // BLOCKS + 1]
    before = {number: list(rows_seen(known.blocks[number], plain)) for number in some}
    breaks(shelf, mutant)
    system = shelf.system()
    for number, game in enumerate(played):
        if reaches(game, mutant) and is_seen(game.seen, partial(seen_again, system, game)):
            return f"drawn game {number}"
    for number, seen in before.items():
        if is_seen(seen, partial(rows_seen, known.blocks[number], system)):
            return str(number)
    return "" if some or any(reaches(game, mutant) for game in played) else "no case and no game comes to it"


def reaches(game: Game, mutant: Mutant) -> bool:
    """Whether what is broken was reached in a game."""
    return mutant.at_import or (mutant.file, mutant.site) in game.reached


def is_seen(before: list[str], after: Callable[[], Iterator[str]]) -> bool:
    """Whether anything is not the same; an error and what takes too long are seen."""
    try:
        with within(LEAST * TIMES):
            return before != list(after())
    except (Exception, TooLong):
        return True
