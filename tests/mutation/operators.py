"""Small faults that can be put into a source, one at a time: each a mutant, which a test ought to notice.

Only what is run is changed: no annotations, no docstrings, and at the level of a module (the rows of rules are data) only lambdas and
the arguments of what a row binds.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy

from attrs import frozen

COMPARISONS = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Is: ast.IsNot,
    ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
SUMS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.Mod: ast.Mult}
NAMES = {
    "any": "all", "all": "any", "min": "max", "max": "min", "lstrip": "rstrip", "rstrip": "lstrip", "startswith": "endswith",
    "endswith": "startswith", "reversed": "list", "isdisjoint": "issubset", "find": "rfind",
}  # fmt: skip
BINDINGS = {"applies_to", "apply_to_prompt", "apply_to_request", "apply_with_messages", "after_error", "find", "fix"}


@frozen
class Mutant:
    """A source with one fault."""

    where: str
    """The function or class at the top of the module in which it is, "" for what is in none."""
    change: str
    """What became what, and the how manyth of its kind it is there."""
    line: int
    origin: ast.Module
    """The source without it."""
    place: int
    number: int

    @property
    def tree(self) -> ast.Module:
        """Return the source with it, made anew each time: all of them at once would fill the memory."""
        return replaced(self.origin, self.place, self.number)


def mutants(source: str) -> list[Mutant]:
    """Return all mutants of a source, in its order."""
    tree = ast.parse(source)
    made: list[Mutant] = []
    seen: Counter[tuple[str, str]] = Counter()
    for place, (where, node) in enumerate(executable(tree)):
        for number, changed in enumerate(variants(node)):
            change = f"{shown(node)} -> {shown(changed)}"
            seen[where, change] += 1
            count = seen[where, change]
            made.append(Mutant(where, change if count == 1 else f"{change} ({count})", line_of(node), tree, place, number))
    return made


def line_of(node: ast.AST) -> int:
    """Return the line on which a node begins; comprehensions and cases have none of their own."""
    return next(inner.lineno for inner in ast.walk(node) if hasattr(inner, "lineno"))


def shown(node: ast.AST) -> str:
    """Write a node on one line, cut to what tells it apart."""
    return " ".join(ast.unparse(node).split())[:140]


def replaced(tree: ast.Module, place: int, number: int) -> ast.Module:
    """Return the tree with one variant of the node at a place."""
    again = deepcopy(tree)
    _, node = list(executable(again))[place]
    changed = list(variants(node))[number]
    return ast.fix_missing_locations(Replacing(node, changed).visit(again))


class Replacing(ast.NodeTransformer):
    """Puts one node in another's place."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return ast.copy_location(self.new, node) if node is self.old else self.generic_visit(node)


def executable(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Yield every node that is run when a function of the module is called, with the function or class in which it is."""
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            yield from ((statement.name, node) for node in within(statement))
        elif isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            yield from (("", node) for node in bound(statement.value))


def within(definition: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes in the bodies of functions, without docstrings, annotations and decorators."""
    if isinstance(definition, ast.FunctionDef):
        for default in (*definition.args.defaults, *filter(None, definition.args.kw_defaults)):
            yield from ast.walk(default)
    for statement in definition.body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            yield from within(statement)
        elif isinstance(definition, ast.FunctionDef) and not is_words(statement):
            yield from walk(statement)


def is_words(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and those in it, annotations aside."""
    yield node
    for name, field in ast.iter_fields(node):
        for child in field if isinstance(field, list) else [field]:
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                yield from within(child)
            elif isinstance(child, ast.AST) and name != "annotation" and not (isinstance(child, ast.stmt) and is_words(child)):
                yield from walk(child)


def bound(value: ast.AST) -> Iterator[ast.AST]:
    """Yield the lambdas of a table, and what the rows of rules bind to their callables."""
    for node in ast.walk(value):
        if isinstance(node, ast.Lambda):
            yield from walk(node.body)
        elif isinstance(node, ast.keyword) and node.arg in BINDINGS and not any(isinstance(inner, ast.Lambda) for inner in ast.walk(node)):
            yield from walk(node.value)


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a node may become."""
    for kind, change in CHANGES.items():
        if isinstance(node, kind):
            yield from change(deepcopy(node))


def _compare(node: ast.Compare) -> Iterator[ast.AST]:
    if type(node.ops[0]) in COMPARISONS and len(node.ops) == 1:
        yield ast.Compare(node.left, [COMPARISONS[type(node.ops[0])]()], node.comparators)


def _join(node: ast.BoolOp) -> Iterator[ast.AST]:
    yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    for index in range(len(node.values)):
        left = node.values[:index] + node.values[index + 1 :]
        yield ast.BoolOp(node.op, left) if len(left) > 1 else left[0]


def _unary(node: ast.UnaryOp) -> Iterator[ast.AST]:
    if isinstance(node.op, ast.Not | ast.USub):
        yield node.operand


def _condition(node: ast.If | ast.IfExp) -> Iterator[ast.AST]:
    """Negate what is asked; comparisons and negations have their own way."""
    if not isinstance(node.test, ast.Compare | ast.UnaryOp):
        yield type(node)(**{**dict(ast.iter_fields(node)), "test": ast.UnaryOp(ast.Not(), node.test)})


def _filter(node: ast.comprehension) -> Iterator[ast.AST]:
    for index in range(len(node.ifs)):
        yield ast.comprehension(node.target, node.iter, node.ifs[:index] + node.ifs[index + 1 :], node.is_async)


def _case(node: ast.match_case) -> Iterator[ast.AST]:
    if node.guard is not None:
        yield ast.match_case(node.pattern, None, node.body)


def _constant(node: ast.Constant) -> Iterator[ast.AST]:
    value = node.value
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int):
        yield ast.Constant(value + 1)
    elif isinstance(value, str):
        yield ast.Constant(f"XX{value}")


def _sum(node: ast.BinOp) -> Iterator[ast.AST]:
    if type(node.op) in SUMS:
        yield ast.BinOp(node.left, SUMS[type(node.op)](), node.right)


def _return(node: ast.Return) -> Iterator[ast.AST]:
    if node.value is not None and not (isinstance(node.value, ast.Constant) and not node.value.value):  # nothing for nothing is alike
        yield ast.Return(ast.Constant(None))


def _statement(_: ast.stmt) -> Iterator[ast.AST]:
    yield ast.Pass()


def _yielded(node: ast.Expr) -> Iterator[ast.AST]:
    """Leave a statement out; a generator stays one."""
    if isinstance(node.value, ast.Yield | ast.YieldFrom):
        yield ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load())))
    else:
        yield ast.Pass()


def _call(node: ast.Call) -> Iterator[ast.AST]:
    for index, keyword in enumerate(node.keywords):
        if keyword.arg is not None:
            yield ast.Call(node.func, node.args, node.keywords[:index] + node.keywords[index + 1 :])


def _name(node: ast.Name) -> Iterator[ast.AST]:
    if node.id in NAMES and isinstance(node.ctx, ast.Load):
        yield ast.Name(NAMES[node.id], node.ctx)


def _attribute(node: ast.Attribute) -> Iterator[ast.AST]:
    if node.attr in NAMES:
        yield ast.Attribute(node.value, NAMES[node.attr], node.ctx)


def _slice(node: ast.Slice) -> Iterator[ast.AST]:
    for name in ("lower", "upper"):
        if getattr(node, name) is not None:
            yield ast.Slice(**{**dict(ast.iter_fields(node)), name: None})


CHANGES = {
    ast.Compare: _compare, ast.BoolOp: _join, ast.UnaryOp: _unary, ast.If | ast.IfExp: _condition, ast.comprehension: _filter,
    ast.match_case: _case, ast.Constant: _constant, ast.BinOp: _sum, ast.Return: _return, ast.AugAssign | ast.Continue | ast.Break: _statement,
    ast.Expr: _yielded, ast.Call: _call, ast.Name: _name, ast.Attribute: _attribute, ast.Slice: _slice,
}  # fmt: skip
