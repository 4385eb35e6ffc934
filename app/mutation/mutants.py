"""What a mutant is, and which are drawn."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from random import Random

from app.bootstrap.places import ROOT
from app.mutation.branches import Site, sites
from app.mutation.figures import Figure, figures

UNPLAYED = (
    "*staging.py", "ideas/*", "*imagine.py", "*proposals*", "*catalogue.py", "*builder.py", "sentences.py", "*words.py",
)  # fmt: skip
"""Of a system: how cases are written, what bots suppose and propose, the pages that build armies, and words."""
SHOWN = ("page/*",)
"""Of a system: what only decorates what a player sees before he answers."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One thing broken: where, what stood there and what stands there instead.

    ``site`` is the number of a branch in its file; ``at_import``: it is read with its module, by no function.
    """

    file: str
    line: int
    scope: str
    before: str
    after: str
    site: int = -1
    at_import: bool = False
    figure: Figure | None = None

    @property
    def name(self) -> str:
        """What it is called whatever line it stands on."""
        return f"{self.file} {self.scope}: {self.before} -> {self.after}"

    def __str__(self) -> str:
        return f"{self.file}:{self.line} ({self.scope}) {self.before} -> {self.after}"


def folder(key: str) -> Path:
    """Where the rules of a system are written."""
    return ROOT / "app" / "systems" / key


def sources(key: str, *, shown: bool = False) -> list[Path]:
    """The Python files of a system whose branches are broken: its rules, or what only shows them."""
    home = folder(key)
    found = sorted(home.rglob("*.py"))
    names = {path: path.relative_to(home).as_posix() for path in found}
    played = [path for path in found if not is_one_of(names[path], UNPLAYED)]
    return [path for path in played if is_one_of(names[path], SHOWN) == shown]


def is_one_of(name: str, patterns: Sequence[str]) -> bool:
    """Whether a file's place in its system fits a pattern."""
    return any(fnmatch(name, pattern) for pattern in patterns)


def branch_mutants(path: Path) -> list[Mutant]:
    """Every branch mutant of a file, in the order of its text."""
    where = path.relative_to(ROOT).as_posix()
    found = sites(ast.parse(path.read_text(encoding="utf-8")))
    return [branch_mutant(where, number, site) for number, site in enumerate(found)]


def branch_mutant(where: str, number: int, site: Site) -> Mutant:
    """The mutant of one site."""
    return Mutant(where, site.line, site.scope, site.before, site.after, number, site.body is None)


def tables(key: str) -> list[Path]:
    """The data files of a system that hold figures of its rules: no clauses, nor what bots like, nor how far a
    host may change a profile."""
    found = folder(key).glob("*/*.toml")
    return sorted(
        path for path in found if not path.name.startswith(("clauses", "bounds")) and path.parent.name != "ideas"
    )


def figure_mutants(path: Path, luck: Random) -> list[Mutant]:
    """Every figure of a file, changed in a way that luck chooses."""
    return [mutant_of(path, figure, luck.choice(figure.others())) for figure in figures(path)]


def mutant_of(path: Path, figure: Figure, after: str) -> Mutant:
    """The figure with another value in its place."""
    changed = figure.changed(after)
    where = path.relative_to(ROOT).as_posix()
    return Mutant(where, figure.line, figure.under, figure.shown, changed.shown, at_import=True, figure=changed)


def drawn(key: str, count: int, seed: int, *, shown: bool = False) -> list[Mutant]:
    """So many mutants, half of figures and half of branches as far as there are enough; the seed alone decides."""
    luck = Random(seed)
    branches = [m for path in sources(key, shown=shown) for m in branch_mutants(path)]
    numbers = [] if shown else [m for path in tables(key) for m in figure_mutants(path, luck)]
    some = luck.sample(numbers, min(len(numbers), count // 2))
    rest = luck.sample(branches, min(len(branches), count - len(some)))
    return in_order([*some, *rest])


def standing(key: str, place: str, seed: int) -> list[Mutant]:
    """All mutants of the files whose names end so, or of one line of them: ``flows/shoot.py:40``."""
    name, _, line = place.partition(":")
    luck = Random(seed)
    files = [*sources(key), *sources(key, shown=True), *tables(key)]
    at = [path for path in files if path.as_posix().endswith(f"/{name}")]
    found = [m for p in at for m in (figure_mutants(p, luck) if p.suffix == ".toml" else branch_mutants(p))]
    return in_order([m for m in found if not line or m.line == int(line)])


def in_order(mutants: Sequence[Mutant]) -> list[Mutant]:
    """By file and line."""
    return sorted(mutants, key=lambda m: (m.file, m.line, m.site, m.name))


def possible(key: str) -> set[str]:
    """The names of all mutants of a system there could be."""
    branches = [m for shown in (False, True) for path in sources(key, shown=shown) for m in branch_mutants(path)]
    numbers = [mutant_of(path, one, to) for path in tables(key) for one in figures(path) for to in one.others()]
    return {mutant.name for mutant in (*branches, *numbers)}
