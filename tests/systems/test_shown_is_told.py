"""What is shown before a deed is what the log says of it: lengths of a preview and of what is told are one number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.conformance import by_chance, draw_setup, fall, phases
from app.engine.asks import AnyAsk
from app.engine.domains import Choice
from app.engine.flow import Roll
from app.engine.session import Session
from app.engine.system import RuleSystem, Telling
from app.engine.views import Note
from app.judge.blocks import blocks
from app.systems import system_of
from bench.odds import Reader

USED = {"used": "used", "allowed": "allowed"}
PAIRS: dict[str, dict[str, tuple[str, dict[str, str]]]] = {
    "ronin": {
        "shot.range": ("ronin.aimed", {"gap": "gap"}),
        "walk.used": ("ronin.moved ronin.entered ronin.followed", USED),
    },
    "celtos": {
        "volley.distance": ("celtos.volley-aimed", {"distance": "distance"}),
        "moves.used": ("celtos.model-moved", USED),
    },
    "daimyo": {
        "volley.range": ("daimyo.stand-fired", {"distance": "distance"}), "leaders.used": ("daimyo.leader-moved", USED),
        "moves.used": ("daimyo.unit-moved.move", USED), "charge.look.way": ("daimyo.unit-moved.charge", USED),
    },
    "kensei": {"moves.used": ("kensei.unit-moved", {"used": "cost"})},
}  # fmt: skip
"""Which sentence of a preview is which of the log, and what each length is called there.

Kensei shows no other before it is measured.
"""
CASES = {
    "ronin": "shooting/shooting shooting/mixed", "celtos": "shooting/shooting shooting/hits shooting/ranges",
    "daimyo": "fire/mixed fire/woods charging/mixed", "kensei": "moving/buildings",
}  # fmt: skip
RULINGS = Path("tests/rulings")
Lengths = Mapping[str, int | str]


def met(system: RuleSystem[Any], rng: Random) -> Iterator[tuple[Session[Any], AnyAsk]]:
    """Questions of a few rulings and of a random game."""
    for name in CASES[system.key].split():
        for block in blocks(RULINGS / system.key / f"{name}.case"):
            reader = Reader()
            reader.follow(block)
            yield from reader.questions
    for session in phases(system, system.begin(draw_setup(system, rng))):
        for question in by_chance(session, rng):
            if not session.sealed() and rng.random() < 0.3:
                yield Session(system, session.start, session.tape), question


def followed(session: Session[Any], before: int, rng: Random) -> list[Telling]:
    """What is told of a deed from here until somebody is asked again."""
    while isinstance(session.waiting, Roll):
        fall(session, rng)
    return [told for event in session.events[before:] if (told := session.system.tell(event)) is not None]


def path(answer: object) -> set[str]:
    """The options that an answer takes."""
    if not isinstance(answer, Choice):
        return {answer} if isinstance(answer, str) else set()
    return {answer.key, *path(answer.then)}


def others_move(told: list[Telling], who: set[str]) -> bool:
    """Whether somebody else moves in the course of it, so that what was shown is no longer so."""
    return any(".unit-moved" in one.about and str(one.facts.get("unit")) not in who for one in told)


def compared(system: RuleSystem[Any], note: Note, told: list[Telling], who: set[str]) -> Iterator[tuple[bool, str]]:
    """Of every length that was shown and is told of the same: whether it is the same, and which it was."""
    kinds, names = PAIRS[system.key].get(note.about, ("", {}))
    for mine, theirs in names.items():
        given = [
            one.facts[theirs] for one in told
            if one.about.startswith(tuple(kinds.split())) and theirs in one.facts
            and who & {str(fact) for fact in one.facts.values()}
        ]  # fmt: skip
        if given:
            yield note.facts[mine] in given, f"{note.about} {mine}: shown {note.facts[mine]}, told {given}"


@pytest.mark.parametrize("key", PAIRS)
def test_what_was_shown_is_what_the_log_says_afterwards(key: str) -> None:
    system, rng, seen = system_of(key), Random(3), Counter[str]()
    for session, question in met(system, rng):
        asked = session.question(question.seat)
        assert asked is not None
        answer = asked.domain.sample(rng)
        look = asked.domain.preview(answer)
        who = path(answer) | {str(fact) for fact in asked.facts.values()}
        before = len(session.events)
        assert session.answer(asked.seat, asked.domain.write(answer)) is None
        told = followed(session, before, rng)
        for note in () if others_move(told, who) else look.notes:
            for same, what in compared(system, note, told, who):
                assert same, f"{asked.about} {answer}: {what}"
                seen[note.about] += 1
    assert set(PAIRS[key]) == set(seen)
