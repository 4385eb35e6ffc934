"""How likely each answer to a question brings what it is for; of a puzzle, whether its best is best by as much."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from app.engine.asks import AnyAsk, Domain, Json
from app.engine.domains import Split
from app.engine.flow import Roll
from app.engine.prospects import Asked, Chance, Deed, Prospect, chance, lately, prospects_of
from app.engine.session import Checkpoint, Session
from app.engine.staging import read_number
from app.engine.system import RuleSystem
from app.games.odds import level
from app.lessons.coach import Script, faces
from app.web.table.odds import beyond, telling

CLEAR, ROUGH = 1000, 2500
"""By how many parts of 10,000 the best is better: where all ways were counted, and where some were played out."""
SPLITS, MOST = 8, 24
"""How many ways to share out are weighed, and how many answers at most."""
WAYS, PLAYS, AGAIN = 80, 80, 16
"""So many steps are counted out; else so often an option is played, and so often when a puzzle is reckoned again."""


class Ticks:
    """There is time for so many more."""

    def __init__(self, left: int) -> None:
        self.left = left

    def __call__(self) -> bool:
        self.left -= 1
        return self.left >= 0


def hangs(system: RuleSystem[Any], state: Any, deed: Deed[Any], plays: int, ways: int = WAYS) -> Chance | None:
    """What may come of a deed, counted where that is short, else played so often; the same whenever it is asked."""
    return chance(system, state, deed, Ticks(ways + plays), Ticks(ways))


@dataclass(frozen=True)
class Option:
    """An answer down to the level that is weighed, and what may come of it."""

    way: tuple[str, ...]
    raw: Json
    chance: Chance

    @property
    def words(self) -> tuple[str, ...]:
        """The answer as ``wants`` writes it."""
        return (*self.way, *said(self.raw))


@dataclass(frozen=True)
class Choice:
    """The answers to a question, the best first, each with its parts of 10,000 for the endings from ``least`` on."""

    about: str
    at: tuple[str, ...]
    least: int
    options: tuple[Option, ...]
    parts: tuple[int, ...]

    @property
    def margin(self) -> int:
        """By how much the best is better than the next."""
        return self.parts[0] - self.parts[1]

    @property
    def kind(self) -> str:
        """Which level of which question it is."""
        return "/".join((self.about, *self.at))

    @property
    def is_clear(self) -> bool:
        """Whether the best is better by far."""
        return self.margin >= (CLEAR if all(option.chance.exact for option in self.options) else ROUGH)


def said(raw: Json) -> tuple[str, ...]:
    """An option in the words of an answer."""
    return tuple(f"{key}={value}" for key, value in raw.items()) if isinstance(raw, dict) else (str(raw),)


def levels(question: AnyAsk, prospect: Prospect[Any]) -> Iterator[tuple[tuple[str, ...], Domain[Any]]]:
    """Every level of a question that a prospect is of, with its domain."""
    ways: list[tuple[str, ...]] = [()]
    for key in prospect.at:
        ways = [(*way, one) for way in ways for one in open_at(level(question, way)) if key in ("*", one)]
    yield from ((way, domain) for way in ways if (domain := level(question, way)) is not None)


def open_at(domain: Domain[Any] | None) -> list[str]:
    """The open options of a level."""
    rows = domain.describe().get("options", ()) if domain else ()
    return [row["key"] for row in rows if row["no"] is None]


def raws(domain: Domain[Any]) -> list[Json]:
    """What may be answered at a level."""
    return [domain.write(one) for one in domain.some(SPLITS)] if isinstance(domain, Split) else [*open_at(domain)]


def options_at(
    system: RuleSystem[Any], session: Session[Any], question: AnyAsk, at: tuple[str, ...],
    only: Container[tuple[str, ...]] = (), plays: int = PLAYS, ways: int = WAYS,
) -> list[Option]:  # fmt: skip
    """The options of these levels of a question that hang on dice, each once; ``only``: these, and in short."""
    state = system.imagine(session.state, question.seat, Random(0))
    before = lately(session.events, question.seat)
    found: dict[tuple[str, ...], Option] = {}
    for prospect in prospects_of(system, question.about):
        for way, domain in levels(question, prospect) if prospect.at == at else ():
            asked = Asked(question.seat, question.about, dict(question.facts), way, before)
            for raw in raws(domain):
                words = (*way, *said(raw))
                if (only and words not in only) or words in found:
                    continue
                deed = prospect.deed(state, asked, raw)
                if deed and (comes := hangs(system, state, deed, AGAIN if only else plays, ways)):
                    found[words] = Option(way, raw, comes)
    return list(found.values())


def ranked(about: str, at: tuple[str, ...], options: Sequence[Option]) -> Choice | None:
    """The options, the best first; ``None`` where there is no choice, or too much of it."""
    if not 1 < len(options) <= MOST:
        return None
    least = telling([option.chance for option in options])
    parts = [beyond(option.chance, least) for option in options]
    order = sorted(range(len(options)), key=lambda n: (-parts[n], n))
    return Choice(about, at, least, tuple(options[n] for n in order), tuple(parts[n] for n in order))


# -- puzzles that stand ----------------------------------------------------------------


def asked_in(script: Script) -> Session[Any]:
    """The game of a puzzle, brought to its question."""
    start = script.begin()
    session, dice = Session(script.rules, start), [faces(row) for row in script.lesson.opening if row.verb == "dice"]
    given = [row for row in script.lesson.opening if row.verb == "answer"]
    while True:
        if isinstance(session.waiting, Roll) and dice:
            session.throw(dice.pop(0))
        elif session.over and (phase := script.rules.next_phase(session.state)) is not None:
            session = Session(script.rules, Checkpoint(phase, session.state))
        elif given and (written := script.written(session, given.pop(0))):
            session.answer(*written)
        else:
            return session


def misweighed(script: Script) -> str:
    """What does not hold of the chances that a puzzle names, reckoned again; empty if all does."""
    lesson, session = script.lesson, asked_in(script)
    question = session.question(script.seats[0])
    about, *at = lesson.of.split("/")
    if question is None or question.about != about:
        return f"line 1: its question is not asked: {lesson.of}"
    told = lesson.chances[:2]
    pair = [row.words[1:] for row in told]
    choice = ranked(about, tuple(at), options_at(script.rules, session, question, tuple(at), pair))
    if choice is None or sorted(option.words for option in choice.options) != sorted(pair):
        return f"line {told[0].line}: its two best answers are not to be had"
    first, second = (read_number(row, row.words[0]) for row in told)
    if choice.options[0].words != pair[0] or not choice.margin:
        return f"line {told[0].line}: {' '.join(pair[0])} is better no more"
    is_exact = all(option.chance.exact for option in choice.options)
    if first - second < (CLEAR if is_exact else ROUGH) or (is_exact and choice.parts != (first, second)):
        return f"line {told[0].line}: these chances are {choice.parts} now"
    return ""
