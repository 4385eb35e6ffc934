"""Branches in Python: comparisons, and/or, not, constants, early returns, deeds; each with how it is broken."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field

Change = Callable[[], None]
FLIPS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
}  # fmt: skip
SWAPS = {"min": "max", "max": "min", "any": "all", "all": "any"}
WIDTH = 100


@dataclass(frozen=True, slots=True)
class Site:
    """One branch that can be broken: ``change`` breaks it in the tree it was found in."""

    line: int
    scope: str
    before: str
    after: str
    change: Change
    statement: ast.stmt | None
    body: list[ast.stmt] | None


@dataclass(slots=True)
class Finder:
    """Walks a tree and keeps the sites it finds; ``body`` holds the statement of a function that is at hand."""

    scope: list[str] = field(default_factory=list)
    depth: int = 0
    statement: ast.stmt | None = None
    body: list[ast.stmt] | None = None
    found: list[Site] = field(default_factory=list)

    def keep(self, line: int, before: str, after: str, change: Change) -> None:
        """One more site where the walk stands."""
        inside = self.depth > 0
        self.found.append(Site(
            line, ".".join(self.scope) or "module", short(before), short(after), change,
            self.statement if inside else None, self.body if inside else None,
        ))  # fmt: skip

    # -- statements -------------------------------------------------------------

    def block(self, body: list[ast.stmt]) -> None:
        """The statements of a block, one after the other."""
        for number, node in enumerate(body):
            before = self.statement, self.body
            self.statement, self.body = node, body
            self.one(node, body, number)
            self.statement, self.body = before

    def one(self, node: ast.stmt, body: list[ast.stmt], number: int) -> None:
        """The sites of one statement and of what it holds."""
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self.within(node.name, node.body, deeper=1)
            case ast.ClassDef():
                self.within(node.name, node.body, deeper=0)
            case (
                ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Import() | ast.ImportFrom() | ast.Assert() | ast.Raise()
            ):
                return
            case ast.If() | ast.While():
                self.test(node, node.test)
                self.guard(node, body, number)
                self.expression(node, "test")
                self.block(node.body)
                self.block(node.orelse)
            case ast.Expr(value=ast.Constant()):
                return
            case ast.Expr():
                self.drop(node, body)
                self.expression(node, "value")
            case ast.AnnAssign():
                if self.depth or not isinstance(node.value, ast.Constant):
                    self.expression(node, "value")
            case _:
                self.parts(node)

    def within(self, name: str, body: list[ast.stmt], deeper: int) -> None:
        """The body of a function or a class."""
        self.scope.append(name)
        self.depth += deeper
        self.block(body)
        self.depth -= deeper
        self.scope.pop()

    def parts(self, node: ast.AST) -> None:
        """All that a statement holds, its blocks among it."""
        for name, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                self.block(value)
            elif isinstance(value, list):
                for place, part in enumerate(value):
                    self.part(value, place, part)
            elif isinstance(value, ast.expr):
                self.expression(node, name)

    def part(self, whole: list[ast.AST], place: int, part: object) -> None:
        """One of several parts: an expression, a handler, a case, a ``with``."""
        if isinstance(part, ast.expr):
            self.slot(part, lambda new: whole.__setitem__(place, new))
        elif isinstance(part, ast.match_case):
            if part.guard is not None:
                self.expression(part, "guard")
            self.block(part.body)
        elif isinstance(part, ast.AST) and not isinstance(part, ast.pattern):
            self.parts(part)

    def drop(self, node: ast.Expr, body: list[ast.stmt]) -> None:
        """A deed that is left out."""

        def change() -> None:
            body[body.index(node)] = ast.copy_location(ast.Pass(), node)

        self.keep(node.lineno, ast.unparse(node), "(nothing)", change)

    def guard(self, node: ast.If | ast.While, body: list[ast.stmt], number: int) -> None:
        """An early return that is left out: play goes on behind it."""
        early = isinstance(node, ast.If) and not node.orelse and isinstance(node.body[-1], ast.Return | ast.Continue)
        if early and number + 1 < len(body):

            def change() -> None:
                body[body.index(node)] = ast.copy_location(ast.Pass(), node)

            self.keep(node.lineno, f"if {ast.unparse(node.test)}: {ast.unparse(node.body[-1])}", "(nothing)", change)

    def test(self, node: ast.If | ast.While | ast.IfExp, test: ast.expr) -> None:
        """The branches of a test, changed for each other; ``not`` and single comparisons are sites of their own."""
        if isinstance(test, ast.UnaryOp) or (isinstance(test, ast.Compare) and len(test.ops) == 1):
            return

        def change() -> None:
            node.test = negated(test)

        self.keep(test.lineno, f"if {ast.unparse(test)}", f"if {ast.unparse(negated(test))}", change)

    # -- expressions ------------------------------------------------------------

    def expression(self, node: ast.AST, name: str) -> None:
        """The expression in a field of a node."""
        value = getattr(node, name)
        if value is not None:
            self.slot(value, lambda new: setattr(node, name, new))

    def slot(self, node: ast.expr, put: Callable[[ast.expr], None]) -> None:
        """An expression and all below it; ``put`` sets another in its place."""
        for new in others(node):
            fresh = ast.fix_missing_locations(ast.copy_location(new, node))
            self.keep(node.lineno, ast.unparse(node), ast.unparse(fresh), lambda fresh=fresh: put(fresh))  # type: ignore[misc]
        if isinstance(node, ast.IfExp):
            self.test(node, node.test)
        if not isinstance(node, ast.JoinedStr):
            self.below(node)

    def below(self, node: ast.AST) -> None:
        """What an expression holds."""
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                self.expression(node, name)
            elif isinstance(value, list):
                for place, part in enumerate(value):
                    if isinstance(part, ast.expr):
                        self.slot(part, lambda new, value=value, place=place: value.__setitem__(place, new))  # type: ignore[misc]
                    elif isinstance(part, ast.AST):
                        self.filters(part)
                        self.below(part)

    def filters(self, part: ast.AST) -> None:
        """What a comprehension leaves out is let in."""
        if isinstance(part, ast.comprehension):
            for place, test in enumerate(part.ifs):
                always = ast.copy_location(ast.Constant(True), test)

                def change(part: ast.comprehension = part, place: int = place, new: ast.expr = always) -> None:
                    part.ifs[place] = new

                self.keep(test.lineno, f"… if {ast.unparse(test)}", "… (all)", change)


def others(node: ast.expr) -> Iterator[ast.expr]:
    """What may stand in place of an expression."""
    match node:
        case ast.Compare():
            for place, op in enumerate(node.ops):
                for flip in FLIPS[type(op)]:
                    new = deepcopy(node)
                    new.ops[place] = flip()
                    yield new
        case ast.BoolOp():
            new_bool = deepcopy(node)
            new_bool.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield new_bool
            if len(node.values) > 2:
                for place in range(len(node.values)):
                    fewer = deepcopy(node)
                    del fewer.values[place]
                    yield fewer
            else:
                yield from (deepcopy(value) for value in node.values)
        case ast.UnaryOp(op=ast.Not()):
            yield deepcopy(node.operand)
        case ast.UnaryOp(op=ast.USub()) if not isinstance(node.operand, ast.Constant):
            yield deepcopy(node.operand)
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.BinOp(op=ast.Add() | ast.Sub()) if not is_text(node.left) and not is_text(node.right):
            other = deepcopy(node)
            other.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            yield other
        case ast.Call(func=ast.Name(id=name)) if name in SWAPS:
            call = deepcopy(node)
            call.func = ast.Name(SWAPS[name], ast.Load())
            yield call


def is_text(node: ast.expr) -> bool:
    """Whether an operand is plainly a text, a list or a tuple, which nothing can be taken from."""
    if isinstance(node, ast.BinOp):
        return is_text(node.left) or is_text(node.right)
    return isinstance(node, ast.JoinedStr | ast.List | ast.Tuple | ast.Dict) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def negated(test: ast.expr) -> ast.expr:
    """The test turned round."""
    return ast.fix_missing_locations(ast.copy_location(ast.UnaryOp(ast.Not(), test), test))


def short(text: str) -> str:
    """A piece of code on one line of a report."""
    flat = " ".join(text.split())
    return flat if len(flat) <= WIDTH else f"{flat[: WIDTH - 1]}…"


def sites(tree: ast.Module) -> list[Site]:
    """Every site of a module, in the order of its text; annotations, types, texts and decorators have none."""
    finder = Finder()
    finder.block(tree.body)
    return finder.found


def broken(text: str, number: int) -> ast.Module:
    """The tree of a module with this site broken."""
    tree = ast.parse(text)
    sites(tree)[number].change()
    return ast.fix_missing_locations(tree)


def marked(text: str, numbers: list[int]) -> ast.Module:
    """The tree of a module in which the statements of these sites say that they were reached.

    A site outside any function is reached when the module is read, and is not marked.
    """
    tree = ast.parse(text)
    found = sites(tree)
    for number in numbers:
        site = found[number]
        if site.body is not None and site.statement is not None:
            mark = ast.parse(f"__reached__({number})").body[0]
            site.body.insert(index_of(site.body, site.statement), ast.copy_location(mark, site.statement))
    return ast.fix_missing_locations(tree)


def index_of(body: list[ast.stmt], node: ast.stmt) -> int:
    """Where this very statement stands in its block."""
    return next(place for place, one in enumerate(body) if one is node)
