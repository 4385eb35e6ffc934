"""Which lines and branches the tests run, told to coverage.py without the time its tracing takes before Python 3.12.

Every module of the program has marks woven into it as it is loaded: a statement first puts down that it is reached,
and so does each way out of a branch.  What was reached is handed to coverage.py as the arcs that it would have traced;
it keeps them, adds what other processes were traced to do, and reports.  This begins when it is loaded, before anything
of the program is, if the run counts at all.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib.machinery import SourceFileLoader
from itertools import takewhile
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, cast

from coverage import Coverage
from coverage.parser import PythonParser

PROGRAM = Path(__file__).resolve().parent.parent / "app"
NAME = "__reached__"
"""What a module calls its list of what was reached; no class makes another name of it."""

Mark = tuple[int, ...]
"""The line of a statement; or of a branch, with 1 if its body was entered or 0 if not, and where it may begin."""
Reached = dict[str, list[Mark]]


@dataclass
class Counted:
    """A file of the program: its code with the marks, what each says, and which were reached."""

    code: CodeType
    marks: list[list[Mark]]
    reached: list[int]


@dataclass
class Weaver:
    """Puts marks into the statements of a file."""

    marks: list[list[Mark]] = field(default_factory=list)

    def mark(self, where: ast.AST, marks: list[Mark]) -> ast.stmt:
        """A statement that puts down that it was reached."""
        self.marks.append(marks)
        at = position(where)
        number = ast.Constant(len(self.marks) - 1, **at)
        place = ast.Subscript(ast.Name(NAME, ast.Load(), **at), number, ast.Store(), **at)
        return ast.Assign([place], ast.Constant(1, **at), **at)

    def marked(self, value: ast.expr, marks: list[Mark]) -> ast.expr:
        """The same value, which puts down that it was asked for."""
        self.marks.append(marks)
        at = position(value)
        put = ast.Attribute(ast.Name(NAME, ast.Load(), **at), "__setitem__", ast.Load(), **at)
        numbers: list[ast.expr] = [ast.Constant(len(self.marks) - 1, **at), ast.Constant(1, **at)]
        both = ast.Tuple([ast.Call(put, numbers, [], **at), value], ast.Load(), **at)
        return ast.Subscript(both, ast.Constant(1, **at), ast.Load(), **at)

    def whole(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The statements of a module, a class or a function: what it says of itself stays first, and what Python must
        know before all else."""
        ahead = [*takewhile(is_ahead, body)]
        known = [mark for statement in ahead if isinstance(statement, ast.ImportFrom) for mark in lines(statement)]
        return [*ahead, *self.body(body[len(ahead) :], known)]

    def body(self, body: list[ast.stmt], entered: Sequence[Mark] = ()) -> list[ast.stmt]:
        """The statements, each behind its mark; the first says also that the body was entered."""
        woven, begun = list[ast.stmt](), list(entered)
        for statement in body:
            woven += [self.mark(statement, [*begun, *lines(statement)]), statement]
            begun = []
            self.inside(statement)
        return woven

    def inside(self, statement: ast.stmt) -> None:
        """What a statement holds has its marks."""
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                statement.body = self.whole(statement.body)
            case ast.With() | ast.AsyncWith():
                statement.body = self.body(statement.body)
            case ast.If() | ast.For() | ast.AsyncFor() | ast.While():
                self.branch(statement)
            case ast.Try() | ast.TryStar():
                self.attempt(statement)
            case ast.Match():
                self.choice(statement)

    def branch(self, node: ast.If | ast.For | ast.AsyncFor | ast.While) -> None:
        """One way is into the body, the other past it."""
        first = [*map(start, node.body)]
        node.body = self.body(node.body, [(node.lineno, 1, *first)])
        past = self.mark(node, [(node.lineno, 0, *first)])
        node.orelse = [past, *self.body(node.orelse)]

    def attempt(self, node: ast.Try | ast.TryStar) -> None:
        """A handler is reached when it is asked what it handles, whether or not it does."""
        node.body, node.orelse, node.finalbody = map(self.body, (node.body, node.orelse, node.finalbody))
        for handler in node.handlers:
            if handler.type is not None:
                handler.type = self.marked(handler.type, [(handler.lineno,)])
            handler.body = self.body(handler.body, [(handler.lineno,)])

    def choice(self, node: ast.Match) -> None:
        """Whoever came into a case came by those above it; past the last there may be nothing."""
        passed = list[Mark]()
        for case in node.cases:
            line, first = case.pattern.lineno, [*map(start, case.body)]
            case.body = self.body(case.body, [*passed, (line,), (line, 1, *first)])
            passed += [(line,), (line, 0, *first)]
        if case.guard or not is_anything(case.pattern):
            node.cases.append(ast.match_case(ast.MatchAs(**position(node)), None, [self.mark(node, passed)]))


def position(node: ast.AST) -> dict[str, Any]:
    """Where a node stands."""
    return {key: getattr(node, key) for key in ("lineno", "col_offset", "end_lineno", "end_col_offset")}


def lines(statement: ast.stmt) -> list[Mark]:
    """The lines that are reached with a statement: its decorators' too."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return [*((decorator.lineno,) for decorator in decorators), (statement.lineno,)]


def start(statement: ast.stmt) -> int:
    """The line on which a statement begins."""
    return lines(statement)[0][0]


def is_ahead(statement: ast.stmt) -> bool:
    """Whether nothing else may stand before it."""
    match statement:
        case ast.ImportFrom(module="__future__") | ast.Global() | ast.Nonlocal() | ast.Expr(ast.Constant(str())):
            return True
    return False


def is_anything(pattern: ast.pattern) -> bool:
    """Whether a pattern is met by whatever comes."""
    if isinstance(pattern, ast.MatchOr):
        return any(map(is_anything, pattern.patterns))
    return isinstance(pattern, ast.MatchAs) and (pattern.pattern is None or is_anything(pattern.pattern))


def woven(source: bytes, path: str) -> Counted:
    """A file with its marks."""
    tree, weaver = ast.parse(source), Weaver()
    tree.body = weaver.whole(tree.body)
    return Counted(compile(tree, path, "exec", dont_inherit=True), weaver.marks, [0] * len(weaver.marks))


# -- the files of this process ----------------------------------------------------------

COUNTED: dict[str, Counted] = {}
UNDER: list[Coverage] = []
"""What was tracing when this began, the last first."""


def hush() -> None:
    """Nothing traces this process."""
    while (tracing := Coverage.current()) is not None:
        tracing.stop()
        UNDER.append(tracing)


def begin() -> None:
    """Whatever is loaded of the program from now on is counted."""
    plain = SourceFileLoader.exec_module

    def exec_module(loader: SourceFileLoader, module: ModuleType) -> None:
        path = Path(loader.path).resolve()
        if type(loader) is not SourceFileLoader or not path.is_relative_to(PROGRAM) or path.name == "__main__.py":
            return plain(loader, module)
        if (counted := COUNTED.get(str(path))) is None:
            counted = COUNTED[str(path)] = woven(path.read_bytes(), loader.path)
        setattr(module, NAME, counted.reached)
        exec(counted.code, module.__dict__)
        return None

    cast("Any", SourceFileLoader).exec_module = exec_module
    hush()


def kept() -> dict[str, list[int]]:
    """What has been reached until now."""
    return {path: counted.reached[:] for path, counted in COUNTED.items()}


def restore(before: dict[str, list[int]]) -> None:
    """Nothing has been reached since."""
    for path, counted in COUNTED.items():
        counted.reached[:] = before.get(path) or [0] * len(counted.reached)


def reached() -> Reached:
    """What was reached in this process."""
    found = {
        path: [mark for marks, was in zip(counted.marks, counted.reached, strict=True) if was for mark in marks]
        for path, counted in COUNTED.items()
    }
    return {path: marks for path, marks in found.items() if marks}


# -- what coverage.py is told --------------------------------------------------------------


def arcs(path: str, marks: Iterable[Mark]) -> set[tuple[int, int]]:
    """What coverage.py would have traced: it knows to where a branch goes that does not go into its body."""
    parser = PythonParser(filename=path)
    parser.parse_source()
    ways: dict[int, set[int]] = {}
    for origin, target in parser.arcs():
        ways.setdefault(origin, set()).add(target)
    found = set[tuple[int, int]]()
    for line, *way in set(marks):
        origin = parser.first_line(line)
        if not way:
            found.add((-1, origin))
            continue
        taken, *first = way
        there = ways.get(origin, set())
        body = next((at for at in map(parser.first_line, first) if at in there), None)
        found |= {(origin, target) for target in there if (target == body) == bool(taken)}
    return found


def tell(everything: Iterable[Reached]) -> None:
    """Coverage.py has it, with what it traced itself."""
    together: dict[str, set[Mark]] = {}
    for some in everything:
        for path, marks in some.items():
            together.setdefault(path, set()).update(map(tuple, marks))
    UNDER[0].get_data().add_arcs({path: arcs(path, marks) for path, marks in together.items()})


def untold() -> None:
    """It is no news that nothing was traced here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for tracing in UNDER:
            tracing.get_data()


if Coverage.current() is not None:
    begin()
