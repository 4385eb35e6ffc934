"""Chances against dice: positions of random games are played out and counted.

``python -m bench.odds ronin --positions 20 --times 2000``: for every kind of option as many positions, each played
out so often with real dice; every play must end as the deed says that judges it, and the counts lie within the error of
what is shown.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any

from app.conformance import by_chance, draw_setup, phases
from app.engine.asks import AnyAsk, Json
from app.engine.domains import Split
from app.engine.events import Event
from app.engine.flow import Roll
from app.engine.odds import WHOLE
from app.engine.prospects import DRAWS, Asked, Chance, Deed, Playing, Prospect, chance, lately, prospects_of
from app.engine.session import Checkpoint, Session
from app.engine.system import RuleSystem
from app.games.odds import level
from app.systems import system_of

SIGMAS = 4.5
"""How many standard errors a count may be off; of the shares of a whole run one in some 100 000 would be by luck."""


@dataclass
class Position:
    """An option of a random game: the session at its question, the picks above it, and what it leads to."""

    session: Session[Any]
    question: AnyAsk
    at: tuple[str, ...]
    raw: Json
    deed: Deed[Any]
    state: Any
    kind: str

    @property
    def answer(self) -> Json:
        """The option as an answer."""
        below = level(self.question, (*self.at, self.raw)) if isinstance(self.raw, str) else None
        if below is None:
            return nested(self.at, self.raw)
        return nested((*self.at, self.raw), below.write(next(iter(below.some(1)))))


@dataclass
class Found:
    """What came of the positions of a kind: how many, and what was wrong with any."""

    positions: int = 0
    plays: int = 0
    exact: int = 0
    faults: list[str] = field(default_factory=list)
    worst: float = 0.0


def nested(at: tuple[str, ...], raw: Json) -> Json:
    """Picks and what lies below them as the wire has it."""
    for key in reversed(at):
        raw = {"pick": key, "then": raw}
    return raw


def levels(question: AnyAsk, prospect: Prospect[Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every level of a question that a prospect is of, with its domain."""
    ways: list[tuple[str, ...]] = [()]
    for key in prospect.at:
        ways = [(*way, one) for way in ways for one in keys_of(question, way) if key in ("*", one)]
    for way in ways:
        if (domain := level(question, way)) is not None:
            yield way, domain


def keys_of(question: AnyAsk, way: tuple[str, ...]) -> list[str]:
    """The open options at a level."""
    domain = level(question, way)
    return [row["key"] for row in domain.describe().get("options", ()) if row["no"] is None] if domain else []


def options(question: AnyAsk, way: tuple[str, ...], domain: Any) -> list[Json]:
    """What may be answered at a level."""
    return list(domain.some(6)) if isinstance(domain, Split) else keys_of(question, way)


def positions(
    system: RuleSystem[Any], seeds: Iterator[int], most: int, every: int = 1, *, later: bool = False
) -> Iterator[Position]:
    """Options of random games whose outcome hangs on dice, at most so many of a kind.

    ``later``: those too whose dice fall only later.
    """
    had: Counter[str] = Counter()
    for seed in seeds:
        rng = Random(seed)
        for session in phases(system, system.begin(draw_setup(system, rng))):
            for question in by_chance(session, rng, anybody=True):
                for found in of_question(system, session, question, rng, later=later):
                    if had[found.kind] < most and rng.randrange(every) == 0:
                        had[found.kind] += 1
                        yield found


def of_question(
    system: RuleSystem[Any], session: Session[Any], question: AnyAsk, rng: Random, *, later: bool = False
) -> Iterator[Position]:
    """One option of each level of the question that hangs on dice."""
    for prospect in prospects_of(system, question.about):
        for way, domain in levels(question, prospect):
            raws = options(question, way, domain)
            rng.shuffle(raws)
            state = system.imagine(session.state, question.seat, Random(0))
            before = lately(session.events, question.seat)
            asked = Asked(question.seat, question.about, dict(question.facts), way, before)
            for raw in raws:
                if (deed := prospect.deed(state, asked, raw)) and (later or not deed.later):
                    kind = "/".join((question.about, *prospect.at))
                    yield Position(session, question, way, raw, deed, state, kind)
                    break


# -- playing out ---------------------------------------------------------------------


def played(system: RuleSystem[Any], here: Position, rng: Random) -> tuple[str, str]:
    """What came of the option in the true game, and of the deed with the same dice."""
    deed = here.deed
    state = deed.worlds[0][1] if deed.worlds else here.state
    game = Playing(system, state, deed)
    for faces in deed.thrown:
        game.throw(faces)
    session = Session(system, here.session.start, here.session.tape)
    before = len(session.events)
    if no := session.answer(here.question.seat, here.answer):
        raise ValueError(f"{here.kind}: {no}")
    earlier: list[Event] = []
    while game.waiting is not None:
        if session.over:
            earlier += session.events[before:]
            phase = system.next_phase(session.state)
            if phase is None:
                break
            session, before = Session(system, Checkpoint(phase, session.state)), 0
        elif isinstance(session.waiting, Roll):
            if (session.waiting.why, session.waiting.dice) != (game.waiting.why, game.waiting.dice):
                return f"{session.waiting.why} {session.waiting.dice}", f"{game.waiting.why} {game.waiting.dice}"
            dice = session.waiting.dice
            faces = tuple(rng.randint(1, dice.sides) for _ in range(dice.count))
            session.throw(faces)
            game.throw(faces)
        else:
            question = session.questions()[0]
            said = deed.answers(question, session.state) if deed.answers else question.default
            if no := session.answer(question.seat, question.domain.write(said)):
                raise ValueError(f"{here.kind}: {question.about}: {no}")
    while question_left(session, game):
        question = session.questions()[0]
        said = deed.answers(question, session.state) if deed.answers else question.default
        session.answer(question.seat, question.domain.write(said))
    return deed.tell([*earlier, *session.events[before:]]), deed.tell(game.events)


def question_left(session: Session[Any], game: Playing[Any]) -> bool:
    """Whether the true game has yet to be asked what the deed was asked after its last dice."""
    asked = [q.about for q in session.questions()]
    return bool(asked) and asked[0] in game.asked_last


def weighed(system: RuleSystem[Any], here: Position, times: int, rng: Random) -> tuple[Chance | None, list[str], float]:
    """What is shown of a position, what is wrong with it, and by how many standard errors it is off at most."""
    shown = chance(system, here.state, here.deed)
    if shown is None:
        return None, [], 0.0
    counts, faults = Counter[str](), set[str]()
    for _ in range(times):
        true, told = played(system, here, rng)
        counts[true] += 1
        if true != told and len(here.deed.worlds) < 2:
            faults.add(f"{here.kind} {here.answer}: the game says {true}, the deed {told}")
    parts = {share.key: share.parts / WHOLE for share in shown.shares}
    worst = 0.0
    for key in {*parts, *counts}:
        share = parts.get(key, 0.0)
        middle = max(share * (1 - share), 1 / times)
        error = sqrt(middle / times + (0 if shown.exact else max(share * (1 - share), 1 / DRAWS) / DRAWS))
        off = abs(counts[key] / times - share) / error
        worst = max(worst, off)
        if off > SIGMAS:
            faults.add(f"{here.kind} {here.answer}: {key} shown {share:.4f}, played {counts[key] / times:.4f}")
    return shown, sorted(faults), worst


def proved(key: str, most: int, times: int, seeds: Iterator[int], every: int = 1) -> dict[str, Found]:
    """Every kind of option of a system, in so many positions each played out so often."""
    system, found, rng = system_of(key), dict[str, Found](), Random(7)
    for here in positions(system, seeds, most, every):
        row = found.setdefault(here.kind, Found())
        shown, faults, worst = weighed(system, here, times, rng)
        if shown is not None:
            row.positions, row.plays, row.exact = row.positions + 1, row.plays + times, row.exact + shown.exact
            row.faults += faults
            row.worst = max(row.worst, worst)
    return found


def main() -> int:
    """0 if every chance that was shown came true."""
    parser = argparse.ArgumentParser(prog="python -m bench.odds")
    parser.add_argument("system")
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--times", type=int, default=2000)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--every", type=int, default=3, help="one in so many options that are met is played out")
    given = parser.parse_args()
    seeds = iter(range(given.seed, given.seed + given.games))
    found = proved(given.system, given.positions, given.times, seeds, given.every)
    for kind, row in sorted(found.items()):
        counted = f"{row.positions} positions ({row.exact} exact), {row.plays} plays"
        sys.stdout.write(f"{kind}: {counted}, worst {row.worst:.1f} sigma, {len(row.faults)} faults\n")
        for fault in row.faults[:5]:
            sys.stdout.write(f"  {fault}\n")
    return int(any(row.faults for row in found.values()))


if __name__ == "__main__":
    raise SystemExit(main())
