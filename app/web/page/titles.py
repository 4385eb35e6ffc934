"""What the options of a question are called, and what silence means."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.asks import Json
from app.games.results import OpenQuestion
from app.web.page.words import Words, gettext


def label(words: Words, row: Json, question: str = "") -> str:
    """What a button says: the sentence of its option or of this answer, a model's name, or its key as a word."""
    if about := row.get("about"):
        return words.says(about, row.get("facts", {}))
    if (answer := f"{question}.{row['key']}") in words.sentences:
        return words.says(answer, row.get("facts", {}))
    if (piece := row.get("piece")) and piece in words.models:
        return words.models[piece]
    option = f"option.{row['key']}"
    if option in words.sentences:
        return words.says(option, row.get("facts", {}))
    return words.models.get(row["key"]) or words.word(row["key"])


def chosen(words: Words, row: Json, question: str = "") -> str:
    """What an option is called once it is chosen: how far it may lead is shown on the table then."""
    said = label(words, row, question)
    return said.partition(" (")[0] if "reach" in row.get("facts", {}) else said


def named(words: Words, keys: Sequence[str], about: str = "") -> list[tuple[str, str]]:
    """Keys with what they are called: by the sentence of this answer to the question, as a model, or as a word."""
    return [(key, answer(words, key, about) or words.models.get(key) or words.word(key)) for key in keys]


def answer(words: Words, key: str, about: str) -> str:
    """The sentence of an answer to a question, if there is one that tells it without facts."""
    return words.says(said, {}) if (said := f"{about}.{key}") in words.sentences else ""


def silent(raw: Json) -> str:
    """The key of the option that is chosen by silence; empty where it is another kind of answer."""
    key = raw.get("pick") if isinstance(raw, dict) else raw
    return key if isinstance(key, str) else ""


def default(words: Words, q: OpenQuestion) -> str:
    """What silence means, in words."""
    value = q.default
    names: list[str] = []
    while isinstance(value, dict) and "pick" in value:
        names.append(str(value["pick"]))
        value = value.get("then")
    names += [value] if isinstance(value, str) else []
    if not names:
        return unsaid(value, q.domain)
    rows = {row["key"]: row for row in q.domain.get("options", [])}
    return " · ".join(label(words, rows.get(n) or {"key": n, "facts": q.facts}, q.about) for n in names)


def unsaid(value: Json, domain: Json) -> str:
    """What silence means where the default is no choice but a whole answer."""
    if domain["kind"] == "moves":
        return gettext("the places offered") if value else gettext("nobody moves")
    return gettext("as offered") if domain["kind"] in ("layout", "allot") else ""
