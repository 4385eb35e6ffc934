"""Everything a player reads: an English sentence for every key, a Spanish entry for every sentence."""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from msgspec import to_builtins

from app.conformance import draw_setup
from app.engine.asks import AnyAsk
from app.engine.flow import Roll
from app.engine.modifiers import Line
from app.engine.refusals import Refusal
from app.engine.session import Checkpoint, Session
from app.engine.system import RuleSystem, Setup
from app.engine.views import Note, Preview, View
from app.engine.words import SENTENCES as ENGINE
from app.games.sentences import SENTENCES as TABLE
from app.systems import SYSTEMS, system_of
from app.systems.ronin.book import table
from app.web.prompts import choices
from app.web.words import LANGUAGES, LOCALE, Words, catalogue, language
from app.wording import APP, names, texts

RONIN = system_of("ronin")
SENTENCES: Mapping[str, str] = {**ENGINE, **TABLE, **RONIN.sentences}
HOLE = re.compile(r"\{[^}]*\}|%\(\w+\)s")
FACT = re.compile(r"\{(\w+)")
FIRST = {
    **dict.fromkeys(("refuse", "Refusal", "Note", "Telling"), ("", 0)), "Ask": ("", 1), "Line": ("word.", 0),
}  # fmt: skip
"""Calls whose argument at this place is the key of a sentence, with what comes before it."""


def spanish() -> Catalog:
    """The Spanish catalogue."""
    with (LOCALE / "es" / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale="es")


def entries() -> dict[str, Any]:
    """The Spanish entries by English text; a plural is found under both its forms."""
    found: dict[str, Any] = {}
    for message in spanish():
        forms = message.id if isinstance(message.id, tuple) else (message.id,)
        found.update({str(form): message for form in forms if form})
    return found


# -- the Spanish catalogue ----------------------------------------------------


def test_every_text_has_a_spanish_one() -> None:
    known = entries()
    assert len(known) > 800
    assert {text: place for text, place in texts().items() if text not in known} == {}
    assert [text for text, message in known.items() if not all(forms(message))] == []


def forms(message: Any) -> tuple[str, ...]:
    """All Spanish forms of an entry."""
    return tuple(message.string) if isinstance(message.string, tuple | list) else (message.string,)


def test_no_spanish_entry_is_fuzzy_or_left_over() -> None:
    wanted = texts()
    assert [text for text, message in entries().items() if message.fuzzy or text not in wanted] == []


def test_spanish_keeps_every_placeholder() -> None:
    changed = [
        text
        for text, message in entries().items()
        for said in forms(message)
        if sorted(set(HOLE.findall(said))) != sorted(set(HOLE.findall(text)))
    ]
    assert changed == []


def test_names_of_the_data_are_those_of_the_data() -> None:
    known = entries()
    titles = {"Leader"}
    assert {n: known[n].string for n, es in names().items() if n not in titles and known[n].string != es} == {}


def test_a_page_in_spanish_says_it_in_spanish() -> None:
    assert catalogue("es").gettext("Your go") == "Te toca"
    assert catalogue("es").ngettext("%(num)s figure", "%(num)s figures", 1) == "%(num)s figura"
    assert catalogue("es").ngettext("%(num)s figure", "%(num)s figures", 3) == "%(num)s figuras"
    assert catalogue("en").gettext("Your go") == "Your go"


# -- an English sentence for every key ----------------------------------------


def test_every_key_written_in_the_source_has_a_sentence() -> None:
    keys = sorted(set(source_keys()))
    assert len(keys) > 250
    assert [(key, place) for key, place in keys if not known_key(key)] == []


def source_keys() -> Iterator[tuple[str, str]]:
    """Every key of a sentence given as a literal, with its file; ``*`` stands for what is worked out."""
    for path in sorted(APP.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                for key in call_keys(node):
                    yield key, str(path.relative_to(APP))


def call_keys(node: ast.Call) -> Iterator[str]:
    """The keys a call gives."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    prefix, place = FIRST.get(name, ("", len(node.args)))
    given = [(prefix, argument) for argument in node.args[place : place + 1]]
    given += [("", k.value) for k in node.keywords if k.arg == "about"]
    for before, argument in given:
        if key := literal(argument):
            yield before + key


def literal(node: ast.expr) -> str:
    """A literal text; each worked-out part of an f-string is a star; nothing for other expressions."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(literal(part) or "*" for part in node.values)
    return ""


def known_key(key: str) -> bool:
    """Whether the key has a sentence; with stars, whether one of that form does."""
    if "*" not in key:
        return key in SENTENCES
    form = re.compile(re.escape(key).replace(r"\*", ".+"))
    return key.strip("*.") == "" or any(form.fullmatch(known) for known in SENTENCES)


def test_every_refusal_gives_what_its_sentence_tells() -> None:
    given = sorted(set(source_refusals()))
    assert len(given) > 100
    assert [(key, lost) for key, facts in given if (lost := set(FACT.findall(SENTENCES[key])) - set(facts))] == []


def source_refusals() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every refusal whose key and facts are all written out, with the names of its facts."""
    for path in sorted(APP.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refuse":
                names = tuple(k.arg for k in node.keywords if k.arg)
                key = literal(node.args[0])
                if key in SENTENCES and len(names) == len(node.keywords):
                    yield key, names


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_every_event_can_be_told(system: RuleSystem[Any]) -> None:
    kinds = [str(kind.__struct_config__.tag) for kind in system.event_types]
    assert len(kinds) > 50
    assert [kind for kind in kinds if not tellable(kind)] == []


def tellable(kind: str) -> bool:
    """Whether the kind has a sentence, or one for each of its cases."""
    return kind in SENTENCES or any(key.startswith(f"{kind}.") for key in SENTENCES)


def test_every_line_of_the_modifier_tables_has_a_word() -> None:
    lines = [row["id"] for row in rows(table("modifiers"))]
    assert len(lines) > 20
    assert [line for line in lines if f"word.{line}" not in SENTENCES] == []


def rows(tree: Any) -> Iterator[dict[str, Any]]:
    """Every row of a modifier table, however deep."""
    if isinstance(tree, Mapping):
        if "id" in tree and "adds" in tree:
            yield dict(tree)
        for part in tree.values():
            yield from rows(part)
    elif isinstance(tree, list | tuple):
        for part in tree:
            yield from rows(part)


def test_every_scenario_phase_and_topic_has_a_name() -> None:
    scenarios = [f"scenario.{row['id']}" for row in RONIN.catalogue()["scenarios"]]
    phases = [f"phase.{key}" for key in ("setup", "priority", "move", "combat", "action", "end")]
    topics = [f"topic.{entry.id.split('-')[1]}" for entry in RONIN.rulebook("en")]
    lines = [f"{key}.line" for key in scenarios]
    assert [key for key in (*scenarios, *lines, *phases, *topics) if key not in SENTENCES] == []


# -- a whole game told --------------------------------------------------------


class Teller:
    """Words everything a game shows, in every language, and notes what was left unsaid."""

    def __init__(self, system: RuleSystem[Any]) -> None:
        self.system = system
        self.faults: set[str] = set()
        self.said: set[str] = set()
        self.words = Words(SENTENCES, 2540, "in")

    def says(self, key: str, facts: Mapping[str, Any]) -> None:
        """A sentence was worded in every language."""
        self.said.add(key)
        if key not in SENTENCES:
            self.faults.add(f"no sentence: {key}")
            return
        for lang in LANGUAGES:
            text = self.inside(lang, lambda: self.words.says(key, facts))
            holes = FACT.findall(SENTENCES[key])
            missed = [n for n in holes if f"{{{n}" in text or (n not in facts and f"({n})" in text)]
            if missed or not text:
                self.faults.add(f"not filled: {key}: {text}")
        self.parts(key, facts)

    def parts(self, key: str, facts: Mapping[str, Any]) -> None:
        """Every fact that is to be a word has one."""
        for name in re.findall(r"\{(\w+):word\}", SENTENCES[key]):
            self.word(str(facts.get(name, "")), key)

    def word(self, key: str, where: str) -> None:
        """A word of the rules was worded in every language."""
        if key and f"word.{key}" not in SENTENCES:
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
                self.offer(below, f"{question.about}/{'/'.join(keys[:depth])}")

    def offer(self, domain: Any, where: str) -> None:
        """The options of a domain were worded, and why some are closed."""
        shown = to_builtins(domain.describe())
        for choice, row in zip(choices(self.words, shown), shown.get("options", []), strict=False):
            self.option(row, choice.label, where)
        for name in (*shown.get("limits", {}), *shown.get("values", [])):
            self.word(str(name), where)

    def option(self, row: Mapping[str, Any], label: str, where: str) -> None:
        """An option was worded."""
        key = str(row["key"])
        if row.get("about"):
            self.says(row["about"], row.get("facts") or {})
        elif not row.get("piece") and label == key and key not in self.words.models:
            self.faults.add(f"no option: {key} in {where}")
        if no := row.get("no"):
            self.says(no["code"], no.get("facts", {}))

    def view(self, view: View) -> None:
        """All that the board shows was worded."""
        models = [*view.pieces, *(m for band in view.sides for m in band.models)]
        self.words.models = {piece.id: piece.code for piece in models}
        for note in (*view.notes, *(fact for band in view.sides for fact in band.facts)):
            self.note(note)
        for piece in models:
            for badge in piece.badges:
                self.says(f"badge.{badge}", {})
            self.word(piece.gone, "gone")
        for zone in view.zones:
            self.says(zone.label, {}) if zone.label else None
        for ground in view.terrain:
            self.word(ground.label, "terrain")

    def events(self, session: Session[Any]) -> None:
        """Every event of a phase was told."""
        for event in session.events:
            telling = self.system.tell(event)
            if telling.weight != "quiet":
                self.says(telling.about, telling.facts)
                self.lines(telling.lines)


def told(system: RuleSystem[Any], seed: int, scenario: str = "") -> Teller:
    """A random game, played to its end with everything worded on the way."""
    rng, teller = Random(seed), Teller(system)
    setup = draw_setup(system, rng)
    while scenario and setup.scenario != scenario:
        setup = draw_setup(system, rng)
    state = system.begin(Setup(setup.scenario, setup.sides, setup.options))
    while (phase := system.next_phase(state)) is not None:
        session = Session(system, Checkpoint(phase, state))
        while not session.over:
            step(teller, session, rng)
        teller.events(session)
        state = session.state
    outcome = system.outcome(state)
    assert outcome is not None
    teller.says(outcome.reason, outcome.facts)
    return teller


def step(teller: Teller, session: Session[Any], rng: Random) -> None:
    """One input was given: dice, or an answer whose question was worded."""
    if isinstance(session.waiting, Roll):
        dice = session.waiting.dice
        session.throw(tuple(rng.randint(1, dice.sides) for _ in range(dice.count)))
        return
    question = rng.choice(session.questions())
    if question.about not in teller.said or rng.random() < 0.2:
        teller.view(teller.system.view(session.state, question.seat))
        teller.question(question, rng)
    assert session.answer(question.seat, question.domain.write(question.domain.sample(rng))) is None


@pytest.mark.parametrize("scenario", [row["id"] for row in RONIN.catalogue()["scenarios"]])
def test_a_whole_game_is_told_in_both_languages(scenario: str) -> None:
    teller = told(RONIN, 7, scenario)
    assert len(teller.said) > 60
    assert sorted(teller.faults) == []


def test_a_fact_that_is_not_given_is_noticed() -> None:
    teller = Teller(RONIN)
    teller.says("ask.not-offered", {})
    assert teller.faults == {
        "not filled: ask.not-offered: That is not among the answers to this question: (got).",
        "not filled: ask.not-offered: Esa no es una de las respuestas a esta pregunta: (got).",
    }


# -- where texts are found ----------------------------------------------------


def test_texts_are_found_in_source_templates_and_data(tmp_path: Path) -> None:
    found = texts()
    assert found["Your go"].endswith("_go.html")
    assert found["The game is over."] == "app/games/sentences.py"
    assert found["Tetsubo"] == "app/systems/*/data"
    data = tomllib.loads((APP / "systems/ronin/data/weapons.toml").read_text(encoding="utf-8"))
    assert {row["name"] for row in data.values()} <= set(found)
