"""A rule system read anew, with one file of it broken: nothing is written anywhere."""

from __future__ import annotations

import ast
import functools
import gc
import importlib
import sys
import tomllib
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from app.bootstrap.places import ROOT
from app.engine.books import Book, tables_in
from app.engine.clauses import ClauseIndex
from app.engine.system import RuleSystem

Tables = dict[str, dict[str, Any]]


class Loader(SourceFileLoader):
    """Reads a module from code that is kept."""

    def __init__(self, fullname: str, path: str, shelf: Shelf) -> None:
        super().__init__(fullname, path)
        self.shelf = shelf

    def get_code(self, fullname: str) -> CodeType:
        """The code that is kept of this module."""
        return self.shelf.codes[self.path]


class Shelf(MetaPathFinder):
    """The code and the tables of one system, kept ready; ``system`` reads it anew from them."""

    def __init__(self, key: str) -> None:
        self.key, self.package = key, f"app.systems.{key}"
        self.home = ROOT / "app" / "systems" / key
        self.codes = {str(path): compiled(path) for path in sorted(self.home.rglob("*.py"))}
        self.tables: Tables = {
            name: tomllib.loads(file.read_text(encoding="utf-8")) for name, file in tables_in(self.home).items()
        }

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """How a module of the system is read; nothing of any other."""
        if fullname != self.package and not fullname.startswith(f"{self.package}."):
            return None
        base = ROOT.joinpath(*fullname.split("."))
        file = str(base / "__init__.py") if base.is_dir() else f"{base}.py"
        return spec_from_file_location(fullname, file, loader=Loader(fullname, file, self))

    def put(self, file: str, tree: ast.Module) -> None:
        """From now on the module of this file is this tree."""
        path = str(ROOT / file)
        self.codes[path] = compile(tree, path, "exec")

    def system(self) -> RuleSystem[Any]:
        """The system as its code and tables are now."""
        for name in [n for n in sys.modules if n == self.package or n.startswith(f"{self.package}.")]:
            del sys.modules[name]
        importlib.invalidate_caches()
        sys.meta_path.insert(0, self)
        try:
            return importlib.import_module(self.package).SYSTEM  # type: ignore[no-any-return]
        finally:
            sys.meta_path.remove(self)

    def keep_tables(self) -> None:
        """In this process the books of this system are made of the tables kept here."""
        plain, read = Book.table, functools.cache(ClauseIndex.read)

        def table(book: Book, name: str) -> dict[str, Any]:
            return self.tables[name] if book.package == self.package else plain(book, name)

        setattr(Book, "table", table)  # noqa: B010
        setattr(ClauseIndex, "read", read)  # noqa: B010


def compiled(path: Path) -> CodeType:
    """The code of a file."""
    return compile(path.read_text(encoding="utf-8"), str(path), "exec")


def caches() -> list[Callable[[], None]]:
    """How to empty everything this program's functions remember of earlier calls."""
    kind = type(functools.cache(len))
    found = [thing for thing in gc.get_objects() if isinstance(thing, kind)]
    return [one.cache_clear for one in found if str(getattr(one, "__module__", "")).startswith("app.")]
