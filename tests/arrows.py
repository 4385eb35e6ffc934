"""Who imports whom inside a package."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from app.bootstrap.places import ROOT


def files_of(package: str) -> dict[str, Path]:
    """The modules of a package by their dotted name."""
    found = (ROOT / package.replace(".", "/")).rglob("*.py")
    names = {str(path.relative_to(ROOT).with_suffix("")).replace("/", "."): path for path in found}
    return {name.removesuffix(".__init__"): path for name, path in names.items()}


def tree_of(path: Path) -> ast.Module:
    """What a file says."""
    return ast.parse(path.read_text("utf-8"))


def in_circles(package: str) -> list[str]:
    """The modules of a package that import each other in a circle, or rest on those that do."""
    files = files_of(package)
    arrows = {name: set(imports(tree_of(path), package, files)) for name, path in files.items()}
    while ends := [name for name, to in arrows.items() if not to & set(arrows)]:
        for name in ends:
            del arrows[name]
    return sorted(arrows)


def inside_functions(package: str) -> list[str]:
    """The functions of a package that import a module of it."""
    files, found = files_of(package), list[str]()
    for path in files.values():
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and any(imports(node, package, files)):
                found.append(f"{path.relative_to(ROOT)}: {node.name}")
    return found


def imports(tree: ast.AST, package: str, files: dict[str, Path]) -> Iterator[str]:
    """The package's own modules that are imported in a tree."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(package):
            for one in node.names:
                full = f"{node.module}.{one.name}"
                yield full if full in files else str(node.module)
