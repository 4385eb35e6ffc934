"""Words everything a game shows, in every language, and notes what was left unsaid."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any

from msgspec import to_builtins

from app.campaigns.sentences import SENTENCES as CAMPAIGN
from app.conformance import by_chance, draw_setup, phases
from app.engine.asks import AnyAsk
from app.engine.modifiers import Line
from app.engine.refusals import Refusal
from app.engine.session import Session
from app.engine.system import RuleSystem
from app.engine.views import Group, Note, Piece, Preview, View
from app.engine.words import SENTENCES as ENGINE
from app.games.sentences import SENTENCES as TABLE
from app.web.page.fields import parts
from app.web.page.prompts import choices
from app.web.page.words import LANGUAGES, OF_A_LIST, Words, language
from app.web.table.board.badges import figures
from app.web.table.seen import lands

HOUSE: Mapping[str, str] = {**ENGINE, **TABLE, **CAMPAIGN}
FACT = re.compile(r"\{(\w+)")


def sentences_of(system: RuleSystem[Any]) -> dict[str, str]:
    """Every sentence a game of this system can say."""
    return {**HOUSE, **system.sentences}


class Teller:
    """Words everything a game shows, in every language, and notes what was left unsaid."""

    def __init__(self, system: RuleSystem[Any]) -> None:
        self.system = system
        self.faults: set[str] = set()
        self.said: set[str] = set()
        self.sentences = sentences_of(system)
        self.words = Words(self.sentences, 2540, "in")

    def says(self, key: str, facts: Mapping[str, Any]) -> None:
        """A sentence was worded in every language."""
        self.said.add(key)
        if key not in self.sentences:
            self.faults.add(f"no sentence: {key}")
            return
        for lang in LANGUAGES:
            text = self.inside(lang, lambda: self.words.says(key, facts))
            holes = FACT.findall(self.sentences[key])
            missed = [n for n in holes if f"{{{n}" in text or (n not in facts and f"({n})" in text)]
            if missed or not text:
                self.faults.add(f"not filled: {key}: {text}")
        self.parts(key, facts)

    def parts(self, key: str, facts: Mapping[str, Any]) -> None:
        """Every fact that is to be a word has one."""
        for name in re.findall(r"\{(\w+):word\}", self.sentences[key]):
            self.word(str(facts.get(name, "")), key)

    def word(self, key: str, where: str) -> None:
        """A word of the rules was worded in every language."""
        if key and f"word.{key}" not in self.sentences:
            self.faults.add(f"no word: {key} in {where}")

    def inside(self, lang: str, say: Any) -> str:
        """What is said in a language."""
        token = language.set(lang)
        try:
            return str(say())
        finally:
            language.reset(token)

    def note(self, note: Note) -> None:
        """A note was worded."""
        self.says(note.about, note.facts)

    def refusal(self, no: Refusal | None) -> None:
        """A refusal was worded."""
        if no is not None:
            self.says(no.code, no.facts)

    def lines(self, lines: tuple[Line, ...]) -> None:
        """The lines of a breakdown were worded."""
        for line in lines:
            self.word(line.id, "a breakdown")

    def preview(self, shown: Preview) -> None:
        """All that a preview says was worded."""
        self.refusal(shown.no)
        self.lines(shown.lines)
        for note in (*shown.notes, *(mark.note for mark in shown.marks if mark.note)):
            self.note(note)

    def question(self, question: AnyAsk, rng: Random) -> None:
        """A question, its options and what some answers would do were worded."""
        self.says(question.about, question.facts)
        self.offer(question.domain, question.about)
        answer = question.domain.sample(rng)
        raw = question.domain.write(answer)
        self.preview(question.domain.preview(answer))
        if isinstance(raw, dict) and "pick" in raw:
            self.deeper(question, raw)
        for wrong in ("no-such", [[0, 0], [50_000, 50_000]], {"attack": 99, "defence": -1}):
            read = question.domain.read(wrong)
            self.refusal(read if isinstance(read, Refusal) else question.domain.refuse(read))

    def deeper(self, question: AnyAsk, raw: Any) -> None:
        """The levels below an answer to a menu were worded."""
        picks: Any = None
        keys = []
        while isinstance(raw, dict) and "pick" in raw:
            keys.append(raw["pick"])
            raw = raw.get("then")
        for depth in range(1, len(keys) + 1):
            picks = None
            for key in reversed(keys[:depth]):
                picks = {"pick": key, "then": picks}
            below = question.domain.at(picks)
            if not isinstance(below, Refusal) and below is not None:
                self.offer(below, question.about, f"/{'/'.join(keys[:depth])}")

    def offer(self, domain: Any, about: str, path: str = "") -> None:
        """The options of a domain were worded, and why some are closed."""
        shown = domain.describe()
        plain = to_builtins(shown)
        for choice, row in zip(choices(self.words, shown, about), plain.get("options", []), strict=False):
            self.option(row, choice.label, about, f"{about}{path}")
        for name in (*shown.get("limits", {}), *shown.get("values", [])):
            if name not in self.words.models and f"{about}.{name}" not in self.sentences:
                self.word(str(name), f"{about}{path}")

        for part in parts(self.words, plain):
            for field in part.rows:
                self.field(field.path, [one.key for one in field.options], about)

    def field(self, path: str, values: list[str], about: str) -> None:
        """A field of a form and the values it may have were worded."""
        names = {path, OF_A_LIST.sub("", path), path.rpartition(".")[2]}
        if not any(f"form.{name}" in self.sentences for name in names):
            self.faults.add(f"no field: {path} in {about}")
        for key in values:
            if key not in self.words.models and not any(f"form.{name}.{key}" in self.sentences for name in names):
                self.word(key, f"{path} of {about}")

    def option(self, row: Mapping[str, Any], label: str, about: str, where: str) -> None:
        """An option was worded, and what is told beside it."""
        key = str(row["key"])
        if said := row.get("about") or (f"{about}.{key}" if f"{about}.{key}" in self.sentences else ""):
            self.says(said, row.get("facts") or {})
        elif not row.get("piece") and label == key and key not in self.words.models:
            self.faults.add(f"no option: {key} in {where}")
        for note in row.get("told", ()):
            self.says(note["about"], note["facts"])
        if no := row.get("no"):
            self.says(no["code"], no.get("facts", {}))

    def view(self, view: View) -> None:
        """All that the board shows was worded."""
        groups = [group for band in view.sides for group in band.groups]
        models: list[Piece | Group] = [*view.pieces, *(m for band in view.sides for m in band.models), *groups]
        self.words.models = {**lands(self.sentences, view), **{piece.id: piece.code for piece in models}}
        for note in (*view.notes, *(fact for band in view.sides for fact in band.facts)):
            self.note(note)
        for piece in models:
            for badge in piece.badges:
                self.figured("badge", badge)
            self.word(piece.gone, "gone")
        for group in groups:
            for key in group.traits:
                self.figured("word", key)
        for zone in view.zones:
            self.says(zone.label, {}) if "." in zone.label else None  # else it is a name
        for ground in view.terrain:
            self.word(ground.label, "terrain")

    def figured(self, kind: str, key: str) -> None:
        """A key that may end with figures (``left-7-10``) was worded."""
        name, numbers = (key, []) if f"{kind}.{key}" in self.sentences else figures(key)
        self.says(f"{kind}.{name}", dict(zip(("n", "of"), numbers, strict=False)))

    def events(self, session: Session[Any]) -> None:
        """Every event of a phase was told."""
        for event in session.events:
            telling = self.system.tell(event)
            if telling.weight != "quiet":
                totals = {"total": telling.total, "needed": telling.needed}
                self.says(telling.about, {k: v for k, v in totals.items() if v is not None} | telling.facts)
                self.lines(telling.lines)


def told(system: RuleSystem[Any], seed: int, scenario: str = "") -> Teller:
    """A random game, played to its end with everything worded on the way."""
    rng, teller = Random(seed), Teller(system)
    setup = draw_setup(system, rng)
    while scenario and setup.scenario != scenario:
        setup = draw_setup(system, rng)
    for session in phases(system, system.begin(setup)):
        for question in by_chance(session, rng, anybody=True):
            if question.about not in teller.said or rng.random() < 0.2:
                teller.view(system.view(session.state, question.seat))
                teller.question(question, rng)
        teller.events(session)
    outcome = system.outcome(session.state)
    assert outcome is not None
    teller.says(outcome.reason, outcome.facts)
    return teller
