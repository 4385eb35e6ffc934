"""What a row of the lists says, the whole of it: troops, weapons, abilities, spells, armies, pieces, for case files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from app.systems.kensei.armies.lists import ABILITIES, BATTLES, CASTES, CHARACTERS, GENERALS, SPELLS, TROOPS
from app.systems.kensei.armies.roster import READY
from app.systems.kensei.book import table
from app.systems.kensei.combat.armoury import WEAPONS
from app.systems.kensei.ground.terrain import KINDS
from app.systems.kensei.scenarios.figures import scenario_of

WORDS = ("name", "name_es", "text", "text_es", "drawn", "clause", "clauses")
"""What of a row is text, or says where it is from."""
LAYOUTS: Mapping[str, Any] = table("scenarios")["layouts"]
LISTS: dict[str, Callable[[str], Any]] = {
    "unit": TROOPS.__getitem__, "character": CHARACTERS.__getitem__, "weapon": WEAPONS.__getitem__,
    "ability": ABILITIES.__getitem__, "spell": SPELLS.__getitem__, "caste": CASTES.__getitem__,
    "general": GENERALS.__getitem__, "army": READY.__getitem__, "piece": KINDS.__getitem__,
    "layout": LAYOUTS.__getitem__, "scenario": scenario_of,
    "level": lambda key: next(row for row in BATTLES if str(row.level) == key),
}  # fmt: skip


def row(facts: Mapping[str, str]) -> str:
    """Every figure and mark of a row: ``unit=heishi``, ``army=buke_500`` and so on; what is as usual is left out."""
    ((which, key),) = facts.items()
    return said(LISTS[which](key), " ")


def said(value: Any, apart: str = ",") -> str:  # noqa: ANN401 - anything a table holds
    """A value of a row in words without blanks."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Struct | Mapping):
        return apart.join(f"{key}={inner(one)}" for key, one in parts(value))
    if isinstance(value, list | tuple):
        return "+".join(inner(one) for one in value)
    return str(value).replace(" ", "_")


def inner(value: Any) -> str:  # noqa: ANN401 - anything a table holds
    """The same within another: what has parts stands in brackets."""
    return f"({said(value)})" if isinstance(value, Struct | Mapping) or holds_rows(value) else said(value)


def holds_rows(value: object) -> bool:
    """Whether it is a list of lists."""
    return isinstance(value, list | tuple) and any(isinstance(one, list | tuple) for one in value)


def parts(value: Struct | Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The parts of a row that are not its words and not as usual, in their order."""
    if isinstance(value, Mapping):
        yield from ((key, one) for key, one in value.items() if key not in WORDS)
        return
    for field in fields(value):
        one = getattr(value, field.name)
        if field.name not in WORDS and one != field.default and one not in ((), {}, ""):
            yield field.name, one


RECKONS: dict[str, Callable[[Mapping[str, str]], Any]] = {"row": row}
