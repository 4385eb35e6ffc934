"""Positions of rulings: what a case sets, before anything in it is answered or thrown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product, takewhile
from pathlib import Path
from random import Random
from typing import Any

from app.engine.staging import BadRow, Row
from app.engine.system import RuleSystem
from app.judge.blocks import Block, blocks, files
from tests.riddles.excerpts import NAMES, UNITS, rows_of
from tests.riddles.positions import Spot, asked

RULINGS = Path(__file__).resolve().parents[1] / "rulings"
CROWD = 12
"""In a position with more units than these nobody finds one answer, nor is it reckoned soon."""
NEXT = 4
"""So many questions from a ruling's position on: it is set for what it is asked first."""
NAMERS = ("clan", "leader", "unit", "character", "model")
"""Verbs whose first word names what is of the side of their second."""
CLAN = "clan="
SIDES = {"red": "blue", "blue": "red"}


def ruled(system: RuleSystem[Any], seed: int) -> Iterator[tuple[str, Spot]]:
    """Questions to red in the positions of all rulings of a system, in an order drawn; each with its file."""
    luck = Random(f"riddles/rulings/{system.key}/{seed}")
    found = [block for file in files([str(RULINGS / system.key)]) for block in blocks(file)]
    for block in luck.sample(found, len(found)):
        name = f"{block.file.parent.name}/{block.file.stem}"
        for stage in filter(lambda rows: is_small(system, rows), stages(system, block)):
            for spot in islice(asked(system, stage, luck, f"ruling {name} seed={seed}"), NEXT):
                yield name, spot


def stages(system: RuleSystem[Any], block: Block) -> list[tuple[str, ...]]:
    """The position of a ruling as rows, and with its sides changed; nothing where it sets none with two sides."""
    verbs = system.staging.verbs()
    rows = list(takewhile(lambda row: row.verb == "system" or row.verb in verbs, block.rows))
    words = {word for row in rows for word in row.words}
    if len(rows) == len(block.rows) or not words.issuperset(SIDES):
        return []
    return [*named(rows), *named([turned(row) for row in rows])]


def named(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """Rows as they are written, with names that are names in every language; nothing where these do not suffice."""
    names = dict[str, str]()
    for verb, seat in product((*NAMERS, CLAN), NAMES):
        rows_of_it = [row for row in rows if seat in row.words[1:2] and verb in (row.verb, CLAN)]
        own = dict.fromkeys(name for row in rows_of_it for name in of_row(row, verb))
        left = [name for name in NAMES[seat] if name not in names.values()]
        if len(own.keys() - names) > len(left):
            return []
        names |= dict(zip([name for name in own if name not in names], left, strict=False))
    old = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b")
    return [tuple(old.sub(lambda found: names[found[0]], line(row)) for row in rows)] if names else []


def of_row(row: Row, verb: str) -> list[str]:
    """The names that a row gives: its own, or of its clan."""
    if verb == CLAN:
        return [word.removeprefix(CLAN) for word in row.words if word.startswith(CLAN)]
    return [row.words[0]]


def is_small(system: RuleSystem[Any], stage: tuple[str, ...]) -> bool:
    """Whether rows set a position at all, and one that can be looked over."""
    try:
        _, state = system.staging.position(rows_of(stage[1:]))
    except BadRow:
        return False
    return sum(1 for _ in UNITS[system.key](state)) <= CROWD


def turned(row: Row) -> Row:
    """The same for the other side."""
    return Row(row.line, row.verb, tuple(SIDES.get(word, word) for word in row.words))


def line(row: Row) -> str:
    """A row as it is written."""
    return " ".join((row.verb, *row.words))
