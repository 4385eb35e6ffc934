"""Sentences in the reader's language: keys and facts become text only when they are shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from fractions import Fraction
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from app.engine.system import RuleSystem

LOCALE = Path(__file__).resolve().parents[2] / "locale"
LANGUAGES = ("en", "es")
POINT = {"en": ".", "es": ","}
"""What stands before the decimals."""
OF_A_LIST = re.compile(r"\.\w+\.\d+(?=\.|$)")
"""The part of a path through a record that says which of a list is meant."""
LEARNED: dict[tuple[str, str], str] = {}
"""What systems translate themselves: by language and English text."""
REPEATED = 128
"""Sentences of one game that are kept as they were said."""
language: ContextVar[str] = ContextVar("language", default="en")


@cache
def catalogue(lang: str) -> NullTranslations:
    """The translations of a language, read once from its ``.po`` file; English is the source."""
    from io import BytesIO

    path = LOCALE / lang / "LC_MESSAGES" / "messages.po"
    if not path.exists():
        return NullTranslations()
    with path.open("rb") as file:
        po = read_po(file, locale=lang)
    mo = BytesIO()
    write_mo(mo, po)
    mo.seek(0)
    return Translations(mo)


def gettext(text: str) -> str:
    """The text in the reader's language; in English where it has no translation."""
    if not text:
        return ""
    said = catalogue(language.get()).gettext(text)
    return LEARNED.get((language.get(), text), said) if said == text else said


def learn(systems: Iterable[RuleSystem[Any]]) -> None:
    """From now on the translations that systems bring are known too."""
    for system in systems:
        for lang, texts in getattr(system, "translations", {}).items():
            taught(lang, texts)


def taught(lang: str, texts: Mapping[str, str]) -> None:
    """These texts are known in this language too, by the English ones."""
    LEARNED.update({(lang, english): text for english, text in texts.items()})


def ngettext(one: str, many: str, n: int) -> str:
    """The text for this number in the reader's language."""
    return catalogue(language.get()).ngettext(one, many, n)


def length(hundredths: int, unit: int, name: str) -> str:
    """A length with one decimal, as players say it: ``6.3 in``, ``6,3 pulg.``."""
    tenths = round(Fraction(hundredths * 10, unit))
    sign = "−" if tenths < 0 else ""
    whole, rest = divmod(abs(tenths), 10)
    point = POINT[language.get()]
    return f"{sign}{whole}{point}{rest} {name}" if rest else f"{sign}{whole} {name}"


def signed(number: int) -> str:
    """A number with its sign, a true minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


FAR = ("used", "length", "needed")
"""Lengths that may be more than is ``allowed``."""


class Words(Formatter):
    """Words the sentences of one game: knows its names and its unit of length."""

    def __init__(
        self, sentences: Mapping[str, str], unit: int, unit_name: str,
        models: Mapping[str, str] | None = None, seats: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.sentences, self.unit, self.unit_name = sentences, unit, unit_name
        self.models, self.seats = models or {}, seats or {}
        self._said: dict[tuple[object, ...], str] = {}

    def says(self, key: str, facts: Mapping[str, Any] | None = None) -> str:
        """The sentence of a key with its facts; the key itself if it has none, so that nothing is lost."""
        asked = (language.get(), key, *((name, type(fact), fact) for name, fact in (facts or {}).items()))
        try:
            found = self._said.get(asked)
        except TypeError:  # a fact that is a list
            return self._saying(key, facts)
        if found is None:
            if len(self._said) >= REPEATED:
                self._said.clear()
            found = self._said[asked] = self._saying(key, facts)
        return found

    def sentence(self, key: str) -> str:
        """The sentence of a key in the reader's language, its facts not yet in it; the key itself if it has none."""
        text = self.sentences.get(key)
        return key if text is None else gettext(text)

    def _saying(self, key: str, facts: Mapping[str, Any] | None) -> str:
        text = self.sentence(key)
        if key not in self.sentences:
            return text
        try:
            return self.vformat(text, (), Missing(self.told_apart(facts or {})))
        except (ValueError, IndexError):
            return text

    def told_apart(self, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """Facts in which a length that is more than what is allowed is also read as more."""
        allowed = facts.get("allowed")
        for key in FAR:
            used = facts.get(key)
            if not isinstance(used, int) or not isinstance(allowed, int) or used <= allowed:
                continue
            if self.length(used) == self.length(allowed):
                return {**facts, key: allowed + self.unit // 10}
        return facts

    def word(self, key: object) -> str:
        """A key of the rules as a word: weapons, phases, wounds."""
        text = self.sentences.get(f"word.{key}")
        return gettext(text) if text else str(key)

    def field(self, path: str) -> str:
        """What a field of a form is called; one in a list as that which stands alone."""
        last = path.rpartition(".")[2]
        keys = [f"form.{name}" for name in (path, OF_A_LIST.sub("", path), last)]
        known = [key for key in keys if key in self.sentences]
        return self.says(known[0]) if known else self.spoken(last)

    def spoken(self, key: str) -> str:
        """A key as a word; its underscores are blanks where the rules have no word for it."""
        word = self.word(key)
        return word if word != key else key.replace("_", " ")

    def length(self, hundredths: int) -> str:
        """A length in the game's unit, as the reader's language writes it."""
        return length(hundredths, self.unit, self.word(self.unit_name))

    def format_field(self, value: Any, format_spec: str) -> str:
        """A fact as its kind wants it."""
        match format_spec:
            case "len":
                return self.length(int(value)) if str(value).lstrip("-").isdecimal() else str(value)
            case "model":
                return self.models.get(str(value), str(value))
            case "seat":
                return self.seats.get(str(value), str(value))
            case "sign":
                return signed(int(value)) if str(value).lstrip("-").isdecimal() else str(value)
            case "word":
                return self.word(value)
            case "said":
                return gettext(str(value))
            case "field":
                return self.field(str(value))
        return f"−{-value}" if type(value) is int and value < 0 else str(value)


class Missing(dict[str, Any]):
    """Facts; one that was not given shows its name."""

    def __missing__(self, key: str) -> str:
        return f"({key})"


def tail(label: str) -> str:
    """How what is said of a counter ends that may act; ``static/js/table/panels/able.js`` says it the same way."""
    return f"{', ' if ': ' in label else ': '}{gettext('may act')}"
