"""Every question of every system is explained, in both languages and in plain words, to whoever meets it first."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from app.engine.system import RuleSystem
from app.lessons import questions
from app.lessons.questions import BEGINNINGS, QUESTIONS, explained, key_for, written
from app.systems import OURS
from app.systems.ronin import SYSTEM as RONIN
from tests.systems.asking import BEGINS, BUILT, SYSTEMS, asked

LONGEST = 240
SENTENCES = range(2, 6)
"""Two or three, a word on either answer, and what is usual."""
INCHES, CENTIMETRES = re.compile(r"\binch|\bpulgada|\d\s*in\b|[\d\s]\"", re.I), re.compile(r"\bcm\b|\bcent[ií]m", re.I)
each = pytest.mark.parametrize("system", OURS, ids=lambda system: system.key)


def abouts(system: RuleSystem[Any]) -> set[str]:
    """All that questions of a system are about; what is put together is named whole in the lists."""
    literal = {about for about in asked(SYSTEMS / system.key) if not about.endswith(BEGINNINGS)}
    return literal | set(getattr(system, "midway", ())) | BEGINS[system.key] | BUILT[system.key]


@each
def test_every_question_is_explained_in_both_languages(system: RuleSystem[Any]) -> None:
    missing = [
        (about, language) for about in sorted(abouts(system)) for language in ("en", "es")
        if not explained(system.key, about, language).strip()
    ]  # fmt: skip
    assert missing == []


@each
def test_no_explanation_is_left_over(system: RuleSystem[Any]) -> None:
    said = written(system)
    assert sorted(set(said) - {key_for(about, said) for about in abouts(system)}) == []


@each
def test_explanations_are_short(system: RuleSystem[Any]) -> None:
    texts = {(key, lang): getattr(one, lang) for key, one in written(system).items() for lang in ("en", "es")}
    assert {place: len(text) for place, text in texts.items() if len(text) > LONGEST} == {}
    assert [place for place, text in texts.items() if len(re.findall(r"[.?!](?:\s|$)", text)) not in SENTENCES] == []
    assert [place for place, text in texts.items() if re.search(r"[{}<>]|\s\s|^\s|\s$", text)] == []


@each
def test_explanations_measure_in_the_unit_of_their_system(system: RuleSystem[Any]) -> None:
    foreign = CENTIMETRES if system.key == "ronin" else INCHES
    said = written(system)
    assert [key for key, one in said.items() if foreign.search(f"{one.en} {one.es}")] == []


@each
def test_spanish_is_spanish(system: RuleSystem[Any]) -> None:
    """Nothing is left in English, and numbers are the same in both."""
    said = written(system)
    assert [key for key, one in said.items() if re.search(r"\b(the|you|and|with|your)\b", one.es, re.I)] == []
    figures = {key: [sorted(re.findall(r"\d+", text)) for text in (one.en, one.es)] for key, one in said.items()}
    assert {key: both for key, both in figures.items() if both[0] != both[1]} == {}


def test_the_longest_beginning_serves_a_name_that_is_put_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {"combat.go": "go", "combat.": "of combat", "combat.enhance-": "of enhancing"}
    rows = (f'["{key}"]\nen = "{text}"\nes = "{text} es"\n' for key, text in texts.items())
    serve(tmp_path, monkeypatch, "".join(rows))
    wanted = {"combat.go": "go", "combat.goal": "of combat", "combat.enhance-attack": "of enhancing", "setup.edge": ""}
    assert {about: explained("toy", about, "en") for about in wanted} == wanted
    assert explained("toy", "combat.go", "es") == "go es"


@pytest.mark.parametrize("text", ["[", '["a.b"]\nen = "one language"', '["a.b"]\nen = 1\nes = "x"', ""])
def test_of_what_cannot_be_read_nothing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    serve(tmp_path, monkeypatch, text)
    assert explained("toy", "a.b", "en") == ""


def test_of_a_system_that_is_not_known_nothing_is_said() -> None:
    assert explained("chess", "combat.go", "en") == ""
    assert explained(RONIN.key, "no.question", "es") == ""


def serve(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """A system beside which this is written."""
    (folder / QUESTIONS).write_text(text, encoding="utf-8")
    monkeypatch.setattr(questions, "SYSTEMS", (SimpleNamespace(key="toy"),))
    monkeypatch.setattr(questions, "folder_of", lambda system: folder)
    monkeypatch.setattr(questions, "explanations", questions.explanations.__wrapped__)
