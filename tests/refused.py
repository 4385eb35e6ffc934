"""Which clauses refuse most: ``python -m tests.refused --games 6 --seed 1 --answers 250 --write`` plays and counts.

Half of the games are drawn by chance, half are played by what bots answer at once.  At each question the way is gone
down that chance draws: of each option that is shut there the clause counts, and the clause that refuses what a legal
answer becomes where each of its places lies elsewhere; each once a question.  ``--write`` keeps the table in
docs/lessons.md, the ten of each system that refuse most.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from app.conformance import by_chance, draw_setup, phases
from app.engine.asks import AnyAsk
from app.engine.flow import Roll
from app.engine.refusals import Refusal
from app.engine.session import Checkpoint, Session
from app.engine.system import RuleSystem
from app.games.odds import level
from app.lessons.weighing import open_at
from app.systems import SYSTEMS
from tests.riddles.positions import quick, thrown

PAGE, HEAD = Path("docs/lessons.md"), "| clause | refused at questions |\n|---|---:|\n"
MOST, DEEP, ASTRAY = 10, 4, 15_000
"""Clauses of a system that are kept; levels of a question; how far off a place is drawn (1/100 mm)."""


def shut(question: AnyAsk, luck: Random) -> set[str]:
    """The clauses that shut an option on a way down a question, and those that refuse what is drawn astray."""
    found, way = set[str](), tuple[str, ...]()
    for _ in range(DEEP):
        domain = level(question, way)
        rows = domain.describe().get("options", ()) if domain else ()
        found |= {row["no"].clause for row in rows if row["no"]}
        if not (keys := open_at(domain)):
            break
        way = (*way, luck.choice(keys))
    raw = question.domain.write(question.domain.sample(luck))
    answer = question.domain.read(astray(raw, luck))
    no = answer if isinstance(answer, Refusal) else question.domain.refuse(answer)
    return {clause for clause in (*found, no.clause if no else "") if clause and not clause.startswith("ENG-")}


def astray(raw: Any, luck: Random) -> Any:
    """An answer with each of its places elsewhere."""
    if isinstance(raw, dict):
        return {key: astray(value, luck) for key, value in raw.items()}
    if not isinstance(raw, list):
        return raw
    if len(raw) == 2 and all(type(n) is int for n in raw):
        return [n + luck.randint(-ASTRAY, ASTRAY) for n in raw]
    return [astray(value, luck) for value in raw]


def by_bots(session: Session[Any], luck: Random) -> Iterator[AnyAsk]:
    """The questions of a phase, until it is over: each is answered as bots answer at once."""
    while not session.over:
        if isinstance(session.waiting, Roll):
            thrown(session, luck)
            continue
        question = session.questions()[0]
        yield question
        if session.answer(question.seat, quick(session, question, luck)):
            return


def questions(system: RuleSystem[Any], seed: int, *, bots: bool) -> Iterator[AnyAsk]:
    """The questions of a game."""
    luck = Random(f"refused/{system.key}/{seed}")
    state = system.begin(draw_setup(system, luck))
    if not bots:
        for session in phases(system, state):
            yield from by_chance(session, luck, anybody=True)
        return
    while (phase := system.next_phase(state)) is not None:
        session = Session(system, Checkpoint(phase, state))
        yield from by_bots(session, luck)
        if not session.over:
            return
        state = session.state


def counted(system: RuleSystem[Any], games: int, seed: int, most: int) -> Counter[str]:
    """At how many questions each clause refused something, of so many questions a game at most."""
    found, luck = Counter[str](), Random(seed)
    for n in range(games):
        for question in islice(questions(system, seed + n, bots=n % 2 == 1), most):
            found.update(shut(question, luck))
    return found


def most(found: Counter[str]) -> list[tuple[str, int]]:
    """The clauses that refuse at most questions, those first; of equals by name."""
    return sorted(found.items(), key=lambda row: (-row[1], row[0]))[:MOST]


def kept() -> list[str]:
    """The clauses that are kept as those that refuse most."""
    rows = PAGE.read_text(encoding="utf-8").partition(HEAD)[2].partition("\n\n")[0].splitlines()
    return [row.split("|")[1].strip() for row in rows]


def write(found: list[tuple[str, int]], counted_so: str) -> None:
    """The table has these rows, and it is said below how they were counted."""
    before, _, after = PAGE.read_text(encoding="utf-8").partition(HEAD)
    rows = "".join(f"| {clause} | {n} |\n" for clause, n in found)
    rest = after.split("\n\n", 2)[2]
    PAGE.write_text(f"{before}{HEAD}{rows}\n{counted_so}\n\n{rest}", encoding="utf-8")


def main() -> None:
    """Games are played and what refuses in them is counted."""
    parser = argparse.ArgumentParser(prog="python -m tests.refused")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--answers", type=int, default=250)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    found = [row for system in SYSTEMS for row in most(counted(system, given.games, given.seed, given.answers))]
    for clause, n in found:
        sys.stdout.write(f"{clause} {n}\n")
    way = f"--games {given.games} --seed {given.seed} --answers {given.answers} --write"
    counted_so = f"Counted on {date.today()}: `python -m tests.refused {way}`."
    sys.stdout.write(f"{counted_so}\n")
    if given.write:
        write(found, counted_so)


if __name__ == "__main__":
    main()
