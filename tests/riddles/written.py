"""A puzzle as its file: the position, what leads to its question, the answers with their chances, and what is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from app.engine.asks import Json
from app.engine.flow import Roll
from app.engine.prospects import Asked, Deed, lately, prospects_of
from app.engine.session import Checkpoint, Session
from app.games.odds import level
from app.lessons.weighing import Choice, Option
from app.web.page import prompts
from app.web.page.words import Words, language, signed
from app.web.table.odds import aim, percent
from app.web.table.seen import words_of
from tests.riddles.positions import Spot, again
from tests.riddles.tasks import task_of
from tests.riddles.weighed import answers

LUCK = 80
"""So many falls of the dice are tried until one brings what the best answer is for."""
TOLD = 4
"""So many answers are told with their chances."""
WRONG = ("There is a better one: look again.", "Hay una mejor: mira otra vez.")
"""What is said to another answer."""


def both(say: Callable[[], str]) -> tuple[str, str]:
    """A text in English and in Spanish."""
    found = []
    for lang in ("en", "es"):
        token = language.set(lang)
        try:
            found.append(" ".join(say().split()))
        finally:
            language.reset(token)
    return found[0], found[1]


def lines(spot: Spot, choice: Choice, name: str, luck: Random) -> list[str] | None:
    """The file of a puzzle; ``None`` where the best answer is not taken."""
    task, number = task_of(choice.kind), int(name.rpartition("-")[2])
    assert task is not None
    answer = answers(spot.question, choice.options[0])[0]
    dice = fallen(spot, choice, answer, luck)
    if dice is None:
        return None
    view = spot.system.view(spot.session.state, spot.question.seat)

    def words() -> Words:
        return words_of(spot.system, None, view)

    shares = [share for option in choice.options for share in option.chance.shares]
    wished, why = both(lambda: aim(words(), shares, choice.least)), both(lambda: reasons(words(), spot, choice))
    says = [f"{text} {FOR[n].format(wished=wished[n])}" for n, text in enumerate(task.says)]
    rows = [spot.stage[0], f"title {task.title[0]} {number}", f"es {task.title[1]} {number}"]
    rows += [f"goal {task.says[0]}", f"es {task.says[1]}", "minutes 2"]
    rows += [f"kind {task.kind}", f"of {choice.kind}", f"from {spot.source}"]
    pairs = zip(choice.options, choice.parts, strict=True)
    rows += [f"chance {parts} {' '.join(option.words)}" for option, parts in pairs]
    rows += [*spot.stage[1:], *spot.opening, "", f"says {says[0]}", f"es {says[1]}", f"clause {spot.question.clause}"]
    rows += [f"hint {task.hint[0]}", f"es {task.hint[1]}"]
    rows += [f"wants red {' '.join(choice.options[0].words)}", f"if-wrong {WRONG[0]}", f"es {WRONG[1]}"]
    rows += [f"answer red {msgspec.json.encode(answer).decode()}", *dice, "", f"says {why[0]}", f"es {why[1]}"]
    return rows


FOR = ("What counts: {wished}.", "Lo que cuenta: {wished}.")


def reasons(words: Words, spot: Spot, choice: Choice) -> str:
    """Each answer with its chance, and of the two best what their throws are made of."""
    told = []
    for n, (option, parts) in enumerate(zip(choice.options[:TOLD], choice.parts, strict=False)):
        sums = [f"{words.word(line.id)} {signed(line.adds)}" for line in option.chance.lines] if n < 2 else []
        needs = option.chance.needs
        said = [words.says(needs.about, needs.facts)] if needs and n < 2 else []
        more = f" ({', '.join([*said, *sums])})" if said or sums else ""
        about = "" if option.chance.exact else "≈ "
        told.append(f"{label(words, spot, option)}: {about}{percent(parts)}{more}")
    return "; ".join(told) + "."


def label(words: Words, spot: Spot, option: Option) -> str:
    """An answer in words: its picks one after the other."""
    found, above = [], tuple[str, ...]()
    picks = (*option.way, option.raw) if isinstance(option.raw, str) else option.way
    for key in picks:
        domain = level(spot.question, above)
        rows = prompts.choices(words, domain.describe(), spot.question.about) if domain else []
        found.append(next((row.label.partition(" (")[0] for row in rows if row.key == key), words.word(key)))
        above = (*above, key)
    if isinstance(option.raw, dict):
        found.append(", ".join(f"{n} {words.word(part)}" for part, n in option.raw.items()))
    return " – ".join(found)


def fallen(spot: Spot, choice: Choice, answer: Json, luck: Random) -> list[str] | None:
    """Dice that bring what the best answer is for if any were found, as rows; ``None`` where it is not taken."""
    wished = {share.key for share in choice.options[0].chance.shares if share.wanted and share.rank >= choice.least}
    tell = teller(spot, choice)
    rows: list[str] = []
    for _ in range(LUCK):
        session = again(spot)
        before = len(session.events)
        if session.answer(spot.question.seat, answer):
            return None
        rows, events = follow(session, luck)
        try:
            if not rows or tell is None or tell([*session.events[before:], *events]) in wished:
                return rows
        except Exception:
            return rows
    return rows


def follow(session: Session[Any], luck: Random) -> tuple[list[str], list[Any]]:
    """What falls until somebody is asked, and what happened in later phases."""
    rows, events, first = list[str](), list[Any](), session
    while True:
        if isinstance(session.waiting, Roll):
            dice, why = session.waiting.dice, session.waiting.why
            faces = tuple(luck.randint(1, dice.sides) for _ in range(dice.count))
            rows.append(f"dice {why} {' '.join(map(str, faces))}")
            session.throw(faces)
        elif session.over and (phase := session.system.next_phase(session.state)) is not None:
            events += session.events if session is not first else []
            session = Session(session.system, Checkpoint(phase, session.state))
        else:
            return rows, events


def teller(spot: Spot, choice: Choice) -> Callable[[Sequence[Any]], str] | None:
    """What says how the best answer ended."""
    option = choice.options[0]
    state = spot.system.imagine(spot.session.state, spot.question.seat, Random(0))
    before = lately(spot.session.events, spot.question.seat)
    asked = Asked(spot.question.seat, choice.about, dict(spot.question.facts), option.way, before)
    deeds: Iterator[Deed[Any] | None] = (
        prospect.deed(state, asked, option.raw)
        for prospect in prospects_of(spot.system, choice.about)
        if prospect.at == choice.at
    )
    deed = next((one for one in deeds if one), None)
    return None if deed is None or deed.later or deed.thrown else deed.tell
