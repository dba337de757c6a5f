"""What can be changed about an expression or a statement, each change as a small function on its node."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple


class Change(NamedTuple):
    """One way to change a node: the name of the operator, and the node that takes its place."""

    operator: str
    node: ast.AST


COMPARISONS: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
"""The neighbour at the boundary first, then the opposite."""
ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
TWINS: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
"""Functions with a neighbour that takes the same arguments."""


def changes_of(node: ast.AST) -> Iterator[Change]:
    """Every change of one node, not of what is in it."""
    for change in _OPERATORS:
        yield from change(node)


def _comparisons(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for other in COMPARISONS[type(node.ops[0])]:
            yield Change("comparison", ast.Compare(node.left, [other()], node.comparators))


def _constants(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield Change("constant", ast.Constant(node.value + 1))
        yield Change("constant", ast.Constant(node.value - 1))
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        yield Change("truth", ast.Constant(not node.value))


def _arithmetic(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC and not _joins(node):
        yield Change("arithmetic", ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield Change("sign", node.operand)


def _joins(node: ast.BinOp) -> bool:
    """Whether the sum is of tuples or lists, as far as can be seen; those cannot be subtracted."""
    sides = (node.left, node.right)
    return any(isinstance(side, ast.Tuple | ast.List | ast.ListComp | ast.JoinedStr) for side in sides)


def _booleans(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield Change("and-or", ast.BoolOp(other, node.values))
        for place in range(len(node.values)):
            rest = node.values[:place] + node.values[place + 1 :]
            yield Change("condition left out", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield Change("negation", node.operand)


def _branches(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.IfExp):
        yield Change("branch", node.body)
        yield Change("branch", node.orelse)
    if isinstance(node, ast.If | ast.While) and not isinstance(node.test, ast.UnaryOp):
        test = ast.UnaryOp(ast.Not(), node.test)
        yield Change("negation", _with_test(node, test))


def _with_test(node: ast.If | ast.While, test: ast.expr) -> ast.AST:
    kind = type(node)
    return kind(test=test, body=node.body, orelse=node.orelse)


def _twins(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TWINS:
        twin = ast.Name(TWINS[node.func.id], ast.Load())
        yield Change("twin", ast.Call(twin, node.args, node.keywords))
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("sorted", "reversed")
    ):
        yield Change("order", ast.Call(ast.Name("tuple", ast.Load()), node.args[:1], []))


def _slices(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Slice):
        if node.lower is not None:
            yield Change("slice", ast.Slice(None, node.upper, node.step))
        if node.upper is not None:
            yield Change("slice", ast.Slice(node.lower, None, node.step))


def _neighbours(node: ast.AST) -> Iterator[Change]:
    """The two values of a result change places."""
    if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and len(node.value.elts) == 2:
        swapped = ast.Tuple(node.value.elts[::-1], ast.Load())
        yield Change("neighbour", ast.Return(swapped))


def _statements(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield Change("statement left out", ast.Pass())
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute | ast.Subscript):
        yield Change("statement left out", ast.Pass())
    if isinstance(node, ast.AugAssign):
        yield Change("statement left out", ast.Pass())
        if type(node.op) in ARITHMETIC:
            yield Change("arithmetic", ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value))


_OPERATORS: Final[tuple[Callable[[ast.AST], Iterator[Change]], ...]] = (
    _comparisons,
    _constants,
    _arithmetic,
    _booleans,
    _branches,
    _twins,
    _slices,
    _neighbours,
    _statements,
)
