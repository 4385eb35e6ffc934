"""A page's scripts as one file: each module in a function of its own, those it imports before it.

Over a slow line a request a module costs more than all their bytes.  It reads what ``static/js`` is written in: imports
of names, exports where a thing is declared.
"""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from pathlib import Path

STATIC = Path(__file__).resolve().parents[3] / "static"
ENTRIES = re.compile(r"joined/((?:[a-z]+/(?:[a-z]+/)?[a-z]+\+){0,4}[a-z]+/(?:[a-z]+/)?[a-z]+)\.js")
"""What a page asks for: the modules it begins with, five at the most."""
IMPORT = re.compile(r"^import (?:\{([^}]*)\} from )?'(\.[^']+)';\n", re.MULTILINE)
PASSED_ON = re.compile(r"^export \{([^}]*)\} from '(\.[^']+)';\n", re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?function\*?|class|const) ([\w$]+)", re.MULTILINE)
OPENED = re.compile(r"^export const \{([^}]*)\}", re.MULTILINE)
"""Several constants that are exported as they are taken out of a thing."""
WAITS = re.compile(r"^(?! |//|/\*)[^\n]*\bawait ", re.MULTILINE)
REMARK = re.compile(r"^ *(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)
"""What says nothing to a browser: lines that are a remark and nothing else."""
MOST = 64
"""Pages whose scripts are kept as they are sent."""


class Circular(Exception):
    """Modules import each other: neither could be first."""


@lru_cache(MOST)
def joined(path: str) -> bytes:
    """The scripts of a page by this path; empty where it names any that there are not."""
    found = ENTRIES.fullmatch(path)
    entries = [f"js/{name}.js" for name in found[1].split("+")] if found else []
    if not all((STATIC / entry).is_file() for entry in entries):
        return b""
    order: list[str] = []
    for entry in entries:
        _gather(entry, order, ())
    return "".join(wrapped(part, order) for part in order).encode()


def _gather(path: str, order: list[str], above: tuple[str, ...]) -> None:
    """The module and all that it imports are in the order, itself last."""
    if path in above:
        raise Circular(" imports ".join((*above, path)))
    if path not in order:
        text = (STATIC / path).read_text(encoding="utf-8")
        for _, name in [*IMPORT.findall(text), *PASSED_ON.findall(text)]:
            _gather(beside(path, name), order, (*above, path))
        order.append(path)


def beside(path: str, name: str) -> str:
    """The module that another calls by this name."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))


def wrapped(path: str, order: list[str]) -> str:
    """A module as a constant that holds what it exports."""
    text = REMARK.sub("", (STATIC / path).read_text(encoding="utf-8"))
    offered = [name for _, name in EXPORT.findall(text)]
    offered += [ours for names in OPENED.findall(text) for _, ours in named(names)]
    for names, source in PASSED_ON.findall(text):
        offered += [f"{theirs}: {constant(beside(path, source), order)}.{ours}" for ours, theirs in named(names)]

    def taken(found: re.Match[str]) -> str:
        pairs = ", ".join(ours if ours == theirs else f"{ours}: {theirs}" for ours, theirs in named(found[1] or ""))
        return f"const {{ {pairs} }} = {constant(beside(path, found[2]), order)};\n" if pairs else ""

    body = EXPORT.sub(r"\1 \2", PASSED_ON.sub("", IMPORT.sub(taken, text)))
    body = OPENED.sub(r"const {\1}", body)
    begin, end = ("await (async () => {", "})()") if WAITS.search(body) else ("(() => {", "})()")
    return f"const {constant(path, order)} = {begin}\n{unindented(body)}return {{ {', '.join(offered)} }};\n{end};\n"


def unindented(body: str) -> str:
    """A module with indents of one space and no empty lines; as it is where a template may go over lines."""
    lines = body.splitlines()
    if any(line.count("`") % 2 for line in lines):
        return body
    return "".join(f"{' ' * line.startswith(' ')}{line.strip()}\n" for line in lines if line.strip())


def constant(path: str, order: list[str]) -> str:
    """The constant that holds what a module exports."""
    return f"m{order.index(path)}"


def named(names: str) -> list[tuple[str, str]]:
    """The names in braces, each as it is called there and here."""
    parts = [part.split(" as ") for part in names.replace("\n", " ").split(",") if part.strip()]
    return [(part[0].strip(), part[-1].strip()) for part in parts]
