"""Rosters as text that people write and send: one line a unit, in the words of the builder.

Name, rules and points stand first, then a line for each choice of the whole, then the units; a row that begins with
``#``, ``++`` or ``==`` is a remark.  What may be on or off is off where a unit's line tells its choices without it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

import msgspec
from msgspec import Struct

from app.engine.asks import Json
from app.engine.drafts import Choice, Draft, Option, Unit
from app.engine.profiles import MARK, carried
from app.engine.system import RuleSystem
from app.web.page.words import LANGUAGES, Words, catalogue, gettext

YES = ("no", "yes")
TIMES = "×"
REMARK = re.compile(r"#|\+\+|==")
TOTAL = re.compile(r"(total|suma|sum)\b.*\d")
POINTS = re.compile(r"(\d{1,6})\s*[^\W\d]{0,12}\.?")
INSIDE = re.compile(r"[ \t.·]{2,}(?=\S)|\t")
"""Before a row that goes on with the unit above."""
PROFILE = re.compile(rf"\s*{MARK}\s*{{")
"""Before the profile of a host's own that a text carries, as JSON."""
UNIT = re.compile(
    r"""(?:[-*•·–+]\s*)?                       # a bullet
    (?:(?P<count>\d{1,3})(?:\s*[x×]\s*|\s+))?  # how many
    (?P<title>[^":\[\d][^":\[]*?)\s*
    (?:"(?P<name>(?:[^"\\]|\\.)*)"\s*)?
    (?:[\[(]\s*\d[^\])]*[\])]\s*)?             # what it costs
    (?::(?P<rest>.*))?""",
    re.VERBOSE | re.DOTALL,
)


class Row(Struct, frozen=True):
    """A row of a text, by the number its reader would count to."""

    number: int
    text: str


class Head(Struct, frozen=True):
    """What stands first, each empty if left out: name, key of the rules, points; then all other rows."""

    name: str
    system: str
    points: int
    rows: tuple[Row, ...]


class Line(Struct):
    """A unit as it is written: how many, of which title, called what, with which choices (``None``: as it comes)."""

    row: Row
    count: int
    title: str
    name: str
    parts: list[Row] | None


# -- writing ---------------------------------------------------------------------------


def written(words: Words, system: str, draft: Draft) -> str:
    """The whole roster as text in the reader's language."""
    points = gettext("pts")
    whole = [told(words, c, full=True) for c in draft.choices if not is_off(c, on(c))]
    units = [unit(words, u) for u in draft.units]
    lines = [counted(row, len(list(same))) for row, same in groupby(units)]
    total = gettext("Total: {n} pts").format(n=draft.spent)
    own = profiles(draft.roster)
    rest = ["", *(f"{MARK} {one}" for one in own), ""] if own else [""]
    return "\n".join([draft.name or "—", system, f"{draft.limit} {points}", *whole, "", *lines, "", total, *rest])


def profiles(roster: Json) -> list[str]:
    """The profiles of a host's own that a roster carries, each once, as a line of its text has them."""
    found = (one for one in carried(roster) if isinstance(one, dict))
    every = [msgspec.json.encode(one, order="deterministic").decode() for one in found]
    return sorted(dict.fromkeys(every))


def parted(text: str) -> tuple[str, list[Row]]:
    """A text with its lines of profiles left empty, and what those lines say."""
    lines = text.splitlines()
    rows = [Row(n, line.strip()[1:].strip()) for n, line in enumerate(lines, 1) if PROFILE.match(line)]
    return "\n".join("" if PROFILE.match(line) else line for line in lines), rows


def counted(line: str, number: int) -> str:
    """A unit's line with how many there are."""
    return f"{number} {TIMES} {line}"


def unit(words: Words, given: Unit) -> str:
    """Title, own name, cost and choices."""
    name = ' "' + re.sub(r'(["\\])', r"\\\1", given.name) + '"' if given.name else ""
    parts = "; ".join(chosen(words, given.choices))
    return f"{words.says(given.about)}{name} [{given.cost}]" + (f": {parts}" if parts else "")


def chosen(words: Words, choices: Sequence[Choice]) -> list[str]:
    """What a unit has; where it has nothing that it might have, the first of that."""
    found = [told(words, c) for c in choices if not is_off(c, on(c))]
    return found or [told(words, c, full=True) for c in choices if can_be_off(c)][:1]


def told(words: Words, choice: Choice, full: bool = False) -> str:
    """A choice with what is chosen; by its name alone where it is a yes."""
    label = words.says(choice.about)
    return label if is_switch(choice) and not full else f"{label} = {option(words, on(choice))}"


def option(words: Words, given: Option) -> str:
    """What an option is called."""
    return words.says(given.about) if given.about else gettext("none")


def on(choice: Choice) -> Option:
    """What is chosen; nothing if nothing is."""
    return next((o for o in choice.options if o.on), Option(""))


def is_switch(choice: Choice) -> bool:
    """Whether it is a plain yes or no."""
    return tuple(o.value for o in choice.options) == YES


def can_be_off(choice: Choice) -> bool:
    """Whether one may do without."""
    return any(is_off(choice, o) for o in choice.options)


def is_off(choice: Choice, option: Option) -> bool:
    """Whether an option means doing without."""
    return option.value == "" or (option.value == "no" and is_switch(choice))


# -- what is written -------------------------------------------------------------------


def head(text: str, systems: Mapping[str, str]) -> Head:
    """A text taken apart, remarks and sums left out; ``systems``: the keys of rules by what they are called, folded."""
    rows = [Row(n, row) for n, row in enumerate(text.splitlines(), 1) if row.strip() and not is_aside(row)]
    system = systems.get(fold(rows[1].text), "") if len(rows) > 1 else ""
    name = rows[0].text.strip() if system else ""
    rest = rows[2:] if system else rows
    points = POINTS.fullmatch(rest[0].text.strip()) if rest else None
    return Head(name if name != "—" else "", system, int(points[1]) if points else 0,
                tuple(rest[1:] if points else rest))  # fmt: skip


def is_aside(row: str) -> bool:
    """Whether a row is a remark or a sum."""
    return bool(REMARK.match(row.strip()) or TOTAL.match(fold(row)))


def line(row: Row) -> Line | None:
    """A row as that of a unit, if it can be one."""
    text = row.text.strip()
    if '"' not in text:
        text = re.sub("[“”„«»]", '"', text)
    found = UNIT.fullmatch(text)
    if found is None:
        return None
    name = re.sub(r"\\(.)", r"\1", found["name"] or "")
    parts = None if found["rest"] is None else split(row.number, found["rest"])
    return Line(row, int(found["count"] or 1), found["title"].strip(), name, parts)


def split(number: int, text: str) -> list[Row]:
    """The parts of a unit's choices."""
    return [Row(number, part.strip()) for part in text.split(";") if part.strip()]


def is_inside(row: Row) -> bool:
    """Whether a row goes on with the unit above."""
    return bool(INSIDE.match(row.text))


def pair(text: str) -> tuple[str, str]:
    """What is chosen about what, folded; the second is empty where only one is named."""
    label, _, value = text.partition("=") if "=" in text else text.partition(":")
    return fold(label), fold(value)


# -- words in every language ----------------------------------------------------------------


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """A text as it is compared: small letters without accents, single blanks."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).split())


def called(words: Words, about: str) -> tuple[str, ...]:
    """What a key is called in every language, folded; nothing chosen is *none*."""
    return in_every_language(words.sentences.get(about, about) or "none")


@lru_cache(maxsize=4096)
def in_every_language(text: str) -> tuple[str, ...]:
    """A sentence in each language, folded."""
    return tuple(fold(catalogue(lang).gettext(text)) for lang in LANGUAGES)


def is_called(words: Words, about: str, folded: str) -> bool:
    """Whether a key is called so in any language."""
    return folded in called(words, about)


def systems_by_name(systems: Iterable[RuleSystem[Any]]) -> dict[str, str]:
    """The keys of rules by their keys and their names in every language, folded."""
    named = {name: s.key for s in systems for name in in_every_language(s.sentences.get("system.name", s.key))}
    return named | {fold(s.key): s.key for s in systems}
