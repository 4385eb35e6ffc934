"""When bots give up and offer draws, against what came of those battles: two bots of a level play to the end.

``python -m bench.ending ronin --games 20 --seed 1``: at the beginning of each turn both sides are asked how they would
end the battle.  Told are, of the seats that would give up at some time, how many had not lost when it was played to its
end all the same, and how many of the battles that go on from there by answers of chance they would not have lost; and
of the draws that one side would offer and the other take, how many battles were drawn.  They think in the time that
bots have for it at a table, and the most that it took is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from time import process_time
from typing import Any

from msgspec import Struct

from app.bots.ending import SECONDS, Ends, ends_of
from app.bots.league import play, policy_of, step
from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.session import Checkpoint, Session
from app.engine.system import RuleSystem
from app.engine.turns import turn_of
from app.games.thinking_times import until
from app.league import table
from bench.battles import counted

CHANCES, MOST = 20, 3000
AT_ONCE = 0.01
"""Seconds in which no battle is played on."""


class Asked(Struct, frozen=True):
    """How many seconds of a processor it took a seat to think of ending a battle."""

    took: float


class Ended(Struct, frozen=True):
    """How a seat would have ended a battle, and in which turn; what came of it for this seat (1, 0 or -1), and of how
    many battles of chance from there it lost none."""

    game: int
    how: str
    turn: int
    result: int
    saved: int = 0


def played(system: RuleSystem[Any], level: str, seed: int, n: int) -> Iterator[Ended | Asked]:
    """How each side of a battle would have ended it first, in each way."""
    setup = table(system, n, Random(f"{seed}/{n}"))
    seats, states = [Seat(side.seat) for side in setup.sides], dict[int, Any]()

    def watch(session: Session[Any]) -> None:
        states.setdefault(turn_of(session.start.state), session.start.state)

    result = play(system, setup, 0, (level, level), f"{seed}/{n}", process_time, watch).result
    yield from of_states(system, seats, states, result, n)


def of_states(
    system: RuleSystem[Any], seats: Sequence[Seat], states: dict[int, Any], result: int, n: int
) -> Iterator[Ended | Asked]:  # fmt: skip
    """The same of positions at the beginning of turns; ``result``: of the first seat."""
    told = set[tuple[str, Seat]]()
    for turn, state in sorted(states.items()):
        if not turn or (session := begun(system, state, f"{n}/{turn}")) is None:
            continue
        ends = dict[Seat, Ends]()
        for seat in seats:
            since = process_time()
            ends[seat] = ends_of(session, seat, f"{n}/{turn}", until(SECONDS))
            yield Asked(process_time() - since)
        for seat, mine in ends.items():
            came = result if seat == seats[0] else -result
            drawn = mine.offers and all(ends[other].takes for other in seats)
            for how in [*["gives up"] * mine.gives_up, *["draw"] * drawn]:
                if (how, seat) not in told:
                    told.add((how, seat))
                    yield Ended(n, how, turn, came, saved(system, state, seat, n) if how == "gives up" else 0)


def begun(system: RuleSystem[Any], state: Any, seed: str) -> Session[Any] | None:
    """The phase that begins in a state, at its first question; ``None`` if it asks nothing."""
    phase, rng = system.next_phase(state), Random(seed)
    if phase is None:
        return None
    session = Session(system, Checkpoint(phase, state))
    while isinstance(session.waiting, Roll):
        dice = session.waiting.dice
        session.throw(tuple(rng.randint(1, dice.sides) for _ in range(dice.count)))
    return None if session.over else session


def saved(system: RuleSystem[Any], state: Any, seat: Seat, n: int) -> int:
    """How many of some battles that go on by answers of chance this seat does not lose."""
    ends = (by_chance(system, state, f"{n}/{k}") for k in range(CHANCES))
    return sum(end is not None and end.winner in (None, seat) for end in ends)


def by_chance(system: RuleSystem[Any], state: Any, seed: str) -> Any:
    """What comes of a battle that goes on by answers of chance; ``None`` if it does not end."""
    rng, left = Random(seed), MOST
    while left and (phase := system.next_phase(state)) is not None:
        session = Session(system, Checkpoint(phase, state))
        while left and not session.over:
            left -= 1
            seats = [question.seat for question in session.questions()]
            step(session, dict.fromkeys(seats, policy_of("uniform")), {s: [] for s in seats}, rng, seed, process_time)
        state = session.state
    return system.outcome(state)


def told(found: Sequence[Ended | Asked], games: int) -> Iterator[str]:
    """What came of it, line by line."""
    took = [one.took for one in found if isinstance(one, Asked)]
    rows = [one for one in found if isinstance(one, Ended)]
    yield (
        f"asked {len(took)} times, {sum(one > AT_ONCE for one in took)} of them played the battle on: at most "
        f"{max(took, default=0.0):.2f} of {SECONDS:.0f} s of a processor"
    )
    up, drawn = ([row for row in rows if row.how == how] for how in ("gives up", "draw"))
    kept = sum(row.saved for row in up)
    yield (
        f"{len(up)} seats of {games} battles would give up: {sum(row.result > 0 for row in up)} of them won, "
        f"{sum(row.result == 0 for row in up)} drew; {kept} of {CHANCES * len(up)} battles of chance not lost"
    )
    yield f"{len(drawn)} draws would be agreed: {sum(row.result == 0 for row in drawn)} of those battles were drawn"


if __name__ == "__main__":
    raise SystemExit(counted("ending", 20, played, told))
