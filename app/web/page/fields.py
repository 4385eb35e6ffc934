"""The fields of a form, worded and in groups, as the question panel shows them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct

from app.engine.asks import Json
from app.web.page.words import OF_A_LIST, Words

NUMBER = re.compile(r"\.(\d+)$")


class Choice(Struct, frozen=True):
    """A value a field may have: its key, what it is called, and whether it lies or stands on the table."""

    key: str
    label: str
    piece: bool


class Row(Struct, frozen=True, kw_only=True):
    """A field: its words and all that the hand needs of it.  ``value``: what the record begins with."""

    path: str
    type: str
    label: str
    options: list[Choice]
    low: int
    high: int
    only: Mapping[str, Sequence[str]]
    value: Json
    blank: bool
    """Whether it may be left open: then a list of options begins with nothing."""


class Part(Struct, frozen=True, kw_only=True):
    """Fields that belong together.  ``spare``: nobody needs to look at them."""

    label: str
    rows: list[Row]
    spare: bool


def parts(words: Words, domain: Json) -> list[Part]:
    """The groups of a form's fields; none of any other question."""
    if domain["kind"] != "form":
        return []
    fields = [plain(field) for field in domain["fields"]]
    rows = [row(words, field, domain["offered"]) for field in fields]
    found = [(at, list(group)) for at, group in groupby(rows, key=lambda one: one.path.rpartition(".")[0])]
    return [Part(label=legend(words, at), rows=group, spare=spare(at, group)) for at, group in found]


def plain(field: Mapping[str, Any]) -> dict[str, Any]:
    """A field with all that the wire left out of it."""
    return {"options": (), "low": 0, "high": 0, "only": {}, **field}


def row(words: Words, field: Mapping[str, Any], offered: Json) -> Row:
    """A field in words."""
    path, value = field["path"], found_at(offered, field["path"])
    options = [choice(words, path, key) for key in field["options"]]
    return Row(
        path=path, type=field["type"], label=words.field(path), options=options, low=field["low"], high=field["high"],
        only=field["only"], value=value, blank=bool(options) and options[0].piece,
    )  # fmt: skip


def choice(words: Words, path: str, key: str) -> Choice:
    """A value in words: as this field calls it, as the table does, as the rules do."""
    for name in (f"form.{path}.{key}", f"form.{OF_A_LIST.sub('', path)}.{key}"):
        if name in words.sentences:
            return Choice(key, words.says(name), False)
    known = words.models.get(key)
    return Choice(key, known or words.spoken(key), known is not None)


def legend(words: Words, at: str) -> str:
    """What a group of fields is called; nothing where it has no words."""
    number = NUMBER.search(at)
    key = f"form.{NUMBER.sub('', at)}"
    if key not in words.sentences:
        return ""
    return words.says(key, {"n": int(number[1]) + 1 if number else 1})


def spare(at: str, rows: Sequence[Row]) -> bool:
    """Whether all of a group may be left open: nothing of it is offered and nothing depends on another field."""
    return bool(at) and all(one.value is None and not one.only for one in rows)


def found_at(record: Json, path: str) -> Json:
    """What stands at a path of a record, or nothing."""
    for name in path.split("."):
        if isinstance(record, list):
            record = record[int(name)] if name.isdecimal() and int(name) < len(record) else None
        else:
            record = record.get(name) if isinstance(record, dict) else None
    return record
