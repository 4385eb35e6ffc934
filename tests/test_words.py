"""Everything a player reads: an English sentence for every key, a Spanish entry for every sentence."""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from app.engine.system import RuleSystem
from app.games import offers
from app.systems import SYSTEMS
from app.web.page.words import LOCALE, catalogue
from app.wording import APP, names
from app.wording import texts as all_texts
from tests.teller import FACT, HOUSE, Teller, sentences_of, told

every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
HOLE = re.compile(r"\{[^}]*\}|%\(\w+\)s")
FIRST = {
    **dict.fromkeys(("refuse", "Refusal", "Note", "Telling"), ("", 0)), "Ask": ("", 1), "Line": ("word.", 0),
}  # fmt: skip
"""Calls whose argument at this place is the key of a sentence, with what comes before it."""


texts = cache(all_texts)


@cache
def trees() -> list[tuple[str, list[ast.Call]]]:
    """Every file of the program and the calls in it."""
    files = sorted(APP.rglob("*.py"))
    return [(str(path.relative_to(APP)), list(calls(path))) for path in files]


def calls(path: Path) -> Iterator[ast.Call]:
    """The calls in a file."""
    return (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))


def spanish() -> Catalog:
    """The Spanish catalogue."""
    with (LOCALE / "es" / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale="es")


@cache
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
    assert {n: known[n].string for n, es in names().items() if n not in titles and known[n].string not in es} == {}


def test_a_page_in_spanish_says_it_in_spanish() -> None:
    assert catalogue("es").gettext("Your go") == "Te toca"
    assert catalogue("es").ngettext("%(num)s account", "%(num)s accounts", 1) == "%(num)s cuenta"
    assert catalogue("es").ngettext("%(num)s account", "%(num)s accounts", 3) == "%(num)s cuentas"
    assert catalogue("en").gettext("Your go") == "Your go"


# -- an English sentence for every key ----------------------------------------


def test_every_key_written_in_the_source_has_a_sentence() -> None:
    keys = sorted(set(source_keys()))
    assert len(keys) > 250
    assert [(key, place) for key, place in keys if not any(known_key(key, s) for s in readers(place))] == []


def source_keys() -> Iterator[tuple[str, str]]:
    """Every key of a sentence given as a literal, with its file; ``*`` stands for what is worked out."""
    for place, nodes in trees():
        for node in nodes:
            for key in call_keys(node):
                yield key, place


def readers(place: str) -> list[Mapping[str, str]]:
    """Where the keys of a file are worded: in its own system, or in that of any for what all share."""
    own = [sentences_of(system) for system in SYSTEMS if place.startswith(f"systems/{system.key}/")]
    elsewhere = [sentences_of(system) for system in SYSTEMS]
    return [*own] if place.startswith("systems/") else [HOUSE, *elsewhere]


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


def known_key(key: str, sentences: Mapping[str, str]) -> bool:
    """Whether the key has a sentence; with stars, whether one of that form does."""
    if "*" not in key:
        return key in sentences
    form = re.compile(re.escape(key).replace(r"\*", ".+"))
    return key.strip("*.") == "" or any(form.fullmatch(known) for known in sentences)


def test_every_refusal_gives_what_its_sentence_tells() -> None:
    given = sorted(set(source_refusals()))
    assert len(given) > 100
    assert [(key, lost) for key, said, facts in given if (lost := set(FACT.findall(said)) - set(facts))] == []


def source_refusals() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Every refusal whose key and facts are all written out, with its sentence and the names of its facts."""
    for place, nodes in trees():
        sentences = {k: v for known in readers(place) for k, v in known.items()}
        for node in nodes:
            if isinstance(node.func, ast.Name) and node.func.id == "refuse":
                names = tuple(k.arg for k in node.keywords if k.arg)
                key = literal(node.args[0])
                if key in sentences and len(names) == len(node.keywords):
                    yield key, sentences[key], names


@every_system
def test_every_event_can_be_told(system: RuleSystem[Any]) -> None:
    kinds = [str(kind.__struct_config__.tag) for kind in system.event_types]
    assert len(kinds) > 20
    assert [kind for kind in kinds if not tellable(kind, system.sentences)] == []


def tellable(kind: str, sentences: Mapping[str, str]) -> bool:
    """Whether the kind has a sentence, or one for each of its cases."""
    return kind in sentences or any(key.startswith(f"{kind}.") for key in sentences)


@every_system
def test_every_line_of_a_breakdown_has_a_word(system: RuleSystem[Any]) -> None:
    lines = [f"word.{line}" for line in (*lines_of_data(system), *lines_of_code(system))]
    assert len(lines) > 15
    assert [line for line in lines if not known_key(line, system.sentences)] == []


def lines_of_data(system: RuleSystem[Any]) -> list[str]:
    """The ids of a system's modifiers; none where its lines have theirs in the code."""
    tables = sorted((APP / "systems" / system.key).glob("*/*.toml"))
    return [row["id"] for table in tables for row in rows(tomllib.loads(table.read_text(encoding="utf-8")))]


def lines_of_code(system: RuleSystem[Any]) -> list[str]:
    """The ids that the code of a system gives its lines; a star stands for what is worked out."""
    here = f"systems/{system.key}/"
    return [key.removeprefix("word.") for key, place in source_keys()
            if place.startswith(here) and key.startswith("word.")]  # fmt: skip


def rows(tree: Any) -> Iterator[dict[str, Any]]:
    """Every row of a table that adds to a roll, however deep."""
    if isinstance(tree, Mapping):
        if {"id", "adds", "when"} <= set(tree):
            yield dict(tree)
        for part in tree.values():
            yield from rows(part)
    elif isinstance(tree, list | tuple):
        for part in tree:
            yield from rows(part)


@every_system
def test_every_scenario_phase_topic_and_table_rule_has_a_name(system: RuleSystem[Any]) -> None:
    book = system.catalogue()
    scenarios = [f"scenario.{row['id']}" for row in book["scenarios"]]
    phases = [f"phase.{key}" for key in system.phases]
    topics = [f"topic.{entry.id.split('-')[1]}" for entry in system.rulebook("en")]
    lines = [f"{key}.line" for key in scenarios]
    options = {key for row in book["scenarios"] for key in offers.switches(book, row)}
    switches = [f"rule.{key}{more}" for key in sorted(options) for more in ("", ".line")]
    roles = [f"rule.{row['role']}" for row in book["scenarios"] if row.get("role")]
    about = [f"system.{key}" for key in ("name", "tagline", "compatible")]
    wanted = (*scenarios, *lines, *phases, *topics, *switches, *roles, *about)
    assert [key for key in wanted if key not in system.sentences] == []


# -- a whole game told --------------------------------------------------------


GAMES = [(system, row["id"]) for system in SYSTEMS for row in system.catalogue()["scenarios"]]


@pytest.mark.parametrize(("system", "scenario"), GAMES, ids=lambda value: getattr(value, "key", value))
def test_a_whole_game_is_told_in_both_languages(system: RuleSystem[Any], scenario: str) -> None:
    teller = told(system, 7, scenario)
    assert len(teller.said) > 60
    assert sorted(teller.faults) == []


def test_a_fact_that_is_not_given_is_noticed() -> None:
    teller = Teller(SYSTEMS[0])
    teller.says("ask.not-offered", {})
    assert teller.faults == {
        "not filled: ask.not-offered: That is not among the answers to this question: (got).",
        "not filled: ask.not-offered: Esa no es una de las respuestas a esta pregunta: (got).",
    }


# -- where texts are found ----------------------------------------------------


def test_texts_are_found_in_source_templates_and_data(tmp_path: Path) -> None:
    found = texts()
    assert found["Skip to the content"] == "templates/page/base.html"
    assert found["The game is over."] == "app/games/sentences.py"
    assert found["Tetsubo"] == "app/systems"
    data = tomllib.loads((APP / "systems/ronin/combat/weapons.toml").read_text(encoding="utf-8"))
    assert {row["name"] for row in data.values()} <= set(found)
