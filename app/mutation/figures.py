"""Figures in the text of a TOML file: numbers, numbers written as words, truths; each with its line and its change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

PIECES = re.compile(r'#[^\n]*|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|[A-Za-z0-9_.+-]+|\n|.')
NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
SHARE = re.compile(r"[+-]?\d+/\d+")
HEADER = re.compile(r"\s*(\[+)([^\[\]#]+)\]")
KEY = re.compile(r'\s*([A-Za-z0-9_-]+|"[^"]*")\s*=')


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: ``token`` at a place of a text; ``under`` names its row and key as far as its line says."""

    text: str
    at: int
    token: str
    line: int
    under: str
    is_key: bool
    was: str = ""

    @property
    def value(self) -> str:
        """The figure without quotation marks."""
        return self.token.strip('"')

    @property
    def shown(self) -> str:
        """Key and value as a report names them."""
        return f"key {self.value}" if self.is_key else self.value

    def changed(self, to: str) -> Figure:
        """The same figure with another value."""
        return replace(self, token=self.token.replace(self.value, to), was=self.token)

    def original(self) -> Figure:
        """The figure as it stands in the file."""
        return replace(self, token=self.was or self.token, was="")

    def written(self) -> str:
        """The text of the file with this figure in its place."""
        return self.text[: self.at] + self.token + self.text[self.at + len(self.was or self.token) :]

    def others(self) -> tuple[str, ...]:
        """What may stand there instead: a little more, a little less, the other truth."""
        if self.value in ("true", "false"):
            return ("false" if self.value == "true" else "true",)
        if self.is_key:
            return (str(int(self.value) + 100),)
        if "/" in self.value:
            return tuple(f"{share.numerator}/{share.denominator}" for share in other_shares(Fraction(self.value)))
        whole, dot, digits = self.value.partition(".")
        more, less = int(whole) + 1, int(whole) - 1
        return (f"{more}{dot}{digits}", *([f"{less}{dot}{digits}"] if less >= 0 or whole.startswith("-") else []))

    def far(self) -> str:
        """A value far from what stands there."""
        if self.is_key or self.value in ("true", "false"):
            return self.others()[0]
        if "/" in self.value:
            return "1/97" if Fraction(self.value) > Fraction(1, 2) else "96/97"
        whole, dot, digits = self.value.partition(".")
        return f"{abs(int(whole)) * 3 + 7}{dot}{digits}"


def other_shares(share: Fraction) -> tuple[Fraction, ...]:
    """A larger and a smaller share."""
    over = Fraction(share.numerator + 1, share.denominator + 1)
    return (over, Fraction(share.numerator, share.denominator + 1))


def figures(path: Path) -> list[Figure]:
    """Every figure of a TOML file, in the order of its text."""
    return list(read(path.read_text(encoding="utf-8")))


def read(text: str) -> Iterator[Figure]:
    """The figures of a text: what stands for a value, and keys that are numbers; not headers, not comments."""
    lines = text.split("\n")
    line, row, last = 1, "", ""
    headers = {
        n: found[2].strip() for n, t in enumerate(lines, 1) if (found := HEADER.fullmatch(t.split("#")[0].rstrip()))
    }
    for piece in PIECES.finditer(text):
        token = piece[0]
        row = headers.get(line, row)
        if token == "\n":
            line += 1
        elif line not in headers:
            value = token.strip('"')
            is_key = bool(value.strip(" =")) and text[piece.end() :].lstrip(" ")[:1] == "="
            if is_figure(token, value, is_key):
                yield Figure(text, piece.start(), token, line, f"{row}.{last}".strip("."), is_key)
            last = value if is_key else last


def is_figure(token: str, value: str, is_key: bool) -> bool:
    """Whether a piece of the text is a number, a share or a truth."""
    if is_key:
        return value.isdecimal()
    if token in ("true", "false"):
        return True
    return bool(NUMBER.fullmatch(value) or (token.startswith('"') and SHARE.fullmatch(value)))
