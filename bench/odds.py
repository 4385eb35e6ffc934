"""Chances against dice: positions of case files and random games are played out and counted.

``python -m bench.odds ronin --positions 20 --times 2000``: for every kind of option as many positions, each played
out so often with real dice; every play must end as the deed says that judges it, and the counts lie within the error of
what is shown.  What is weighed on a table where nothing else stands, or comes to it only later, is played out as it is
weighed.  ``--write`` keeps the results in docs/odds.md.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from itertools import chain
from math import inf, sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from app.conformance import by_chance, draw_setup, phases
from app.engine.asks import AnyAsk, Json
from app.engine.domains import Split
from app.engine.events import Event
from app.engine.flow import Roll
from app.engine.odds import WHOLE
from app.engine.prospects import DRAWS, Asked, Chance, Deed, Playing, Prospect, chance, lately, prospects_of
from app.engine.session import Checkpoint, Session
from app.engine.staging import BadRow
from app.engine.system import RuleSystem
from app.games.odds import level
from app.judge.blocks import Block, blocks, files
from app.judge.play import Differs
from app.judge.referee import Referee
from app.systems import system_of

CASES, PAGE = Path("tests/rulings"), Path("docs/odds.md")
HEAD = "| system | option | date | positions | times | worst |\n|---|---|---|---:|---:|---:|\n"
"""Of the table in which results are kept, the last thing on its page."""
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
        found = below.some(4)  # to do nothing is no deed, where a way is asked for
        return nested((*self.at, self.raw), below.write(next((one for one in found if one), found[0])))


@dataclass
class Found:
    """What came of the positions of a kind: how many, and what was wrong with any."""

    later: bool = False
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
    yield from in_games(system, seeds, Wanted(most), every, later=later)


class Wanted:
    """Positions are taken of each kind until there are so many, or it has had its seconds."""

    def __init__(self, most: int, seconds: float = inf) -> None:
        self.most, self.seconds = most, seconds
        self.had: Counter[str] = Counter()
        self.spent = dict[str, float]()

    def __call__(self, found: Position) -> bool:
        """Whether this one is taken."""
        kind = found.kind
        taken = self.had[kind] < self.most and self.spent.get(kind, 0) < self.seconds
        self.had[kind] += taken
        return taken


def in_games(
    system: RuleSystem[Any], seeds: Iterator[int], wanted: Wanted, every: int = 1, *, later: bool = False
) -> Iterator[Position]:
    """Options of random games, one in so many that are met."""
    for seed in seeds:
        rng = Random(seed)
        for session in phases(system, system.begin(draw_setup(system, rng))):
            for question in by_chance(session, rng, anybody=True):
                known = not session.sealed()  # what another has said in secret is not what his silence means
                for found in of_question(system, session, question, rng, later=later) if known else ():
                    if rng.randrange(every) == 0 and wanted(found):
                        yield found


class Reader(Referee):
    """A case that is played, and the questions it comes to."""

    def __init__(self) -> None:
        super().__init__()
        self.questions: list[tuple[Session[Any], AnyAsk]] = []

    def follow(self, block: Block) -> None:
        """The case has been played, or as much of it as can be."""
        with suppress(Differs, BadRow):
            for row in block.rows:
                self.step(row)

    def run(self) -> None:
        """As far as it goes by itself; what is asked there is kept, each with a game of its own."""
        super().run()
        session = self.session
        assert session is not None
        if not session.over and not isinstance(session.waiting, Roll) and not session.sealed():
            here = Session(session.system, session.start, session.tape)
            self.questions += [(here, question) for question in here.questions()]


def in_cases(
    system: RuleSystem[Any], cases: Iterable[Path], wanted: Wanted, *, later: bool = False
) -> Iterator[Position]:
    """Options that case files of a system come to."""
    rng = Random(0)
    found = [block for file in cases for block in blocks(file)]
    rng.shuffle(found)
    for case in found:
        reader = Reader()
        reader.follow(case)
        for session, question in reader.questions:
            yield from filter(wanted, of_question(system, session, question, rng, later=later))


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


def alone(system: RuleSystem[Any], here: Position, rng: Random) -> str:
    """What came of the deed by itself, in any of the worlds it may be done in."""
    worlds = here.deed.worlds or ((1, here.state),)
    (state,) = rng.choices([state for _, state in worlds], [float(share) for share, _ in worlds])
    game = Playing(system, state, here.deed)
    for faces in here.deed.thrown:
        game.throw(faces)
    while game.waiting is not None:
        dice = game.waiting.dice
        game.throw(tuple(rng.randint(1, dice.sides) for _ in range(dice.count)))
    return here.deed.tell(game.events)


def counted(system: RuleSystem[Any], here: Position, times: int, rng: Random) -> tuple[Counter[str], set[str]]:
    """How often each ending came, and where the game says another than the deed."""
    counts, faults = Counter[str](), set[str]()
    for _ in range(times):
        if here.deed.later or len(here.deed.worlds) > 1:
            counts[alone(system, here, rng)] += 1
            continue
        true, told = played(system, here, rng)
        counts[true] += 1
        if true != told:
            faults.add(f"{here.kind} {here.answer}: the game says {true}, the deed {told}")
    return counts, faults


def weighed(system: RuleSystem[Any], here: Position, times: int, rng: Random) -> tuple[Chance | None, list[str], float]:
    """What is shown of a position, what is wrong with it, and by how many standard errors it is off at most."""
    shown = chance(system, here.state, here.deed)
    if shown is None:
        return None, [], 0.0
    counts, faults = counted(system, here, times, rng)
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


def proved(system: RuleSystem[Any], found: Iterable[Position], times: int, wanted: Wanted) -> dict[str, Found]:
    """These positions, each played out so often."""
    rows, rng = dict[str, Found](), Random(7)
    for here in found:
        begun = process_time()
        shown, faults, worst = weighed(system, here, times, rng)
        wanted.spent[here.kind] = wanted.spent.get(here.kind, 0) + process_time() - begun
        if shown is None:
            continue
        row = rows.setdefault(here.kind, Found(later=here.deed.later))
        row.positions, row.plays, row.exact = row.positions + 1, row.plays + times, row.exact + shown.exact
        row.faults += faults
        row.worst = max(row.worst, worst)
    return rows


def written(key: str, times: int, rows: dict[str, Found], today: date) -> None:
    """The table in docs/odds.md has these rows for a system, and no others."""
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(HEAD)
    old = [line for line in rest.strip().splitlines() if line.startswith("|") and f"| {key} |" not in line]
    new = [
        f"| {key} | `{kind}` | {today} | {row.positions}{' *' if row.later else ''} | {times} | {row.worst:.1f} |"
        for kind, row in rows.items()
    ]
    PAGE.write_text(head + HEAD + "\n".join(sorted([*old, *new])) + "\n", encoding="utf-8")


def main() -> int:
    """0 if every chance that was shown came true."""
    parser = argparse.ArgumentParser(prog="python -m bench.odds")
    parser.add_argument("system")
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--times", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=20, help="of a kind; what is begun is played to its end")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--every", type=int, default=3, help="one in so many options that are met is played out")
    parser.add_argument("--write", action="store_true", help="keep the results in docs/odds.md")
    given = parser.parse_args()
    system, wanted = system_of(given.system), Wanted(given.positions, given.seconds)
    games = in_games(system, iter(range(given.seed, given.seed + given.games)), wanted, given.every, later=True)
    cases = in_cases(system, files([str(CASES / system.key)]), wanted, later=True)
    rows = proved(system, chain(cases, games), given.times, wanted)
    for kind, row in sorted(rows.items()):
        counted = f"{row.positions} positions ({row.exact} exact), {row.plays} plays"
        sys.stdout.write(f"{kind}: {counted}, worst {row.worst:.1f} sigma, {len(row.faults)} faults\n")
        for fault in row.faults[:5]:
            sys.stdout.write(f"  {fault}\n")
    if given.write:
        written(given.system, given.times, rows, date.today())
    return int(any(row.faults for row in rows.values()))


if __name__ == "__main__":
    raise SystemExit(main())
