"""The small changes that make mutants."""

from __future__ import annotations

import ast
import builtins
import copy
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


def _both_ways(text: str) -> dict[str, str]:
    pairs = [pair.split() for pair in text.split(", ")]
    return {one: other for a, b in pairs for one, other in ((a, b), (b, a))}


SYMBOLS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in", ast.And: "and", ast.Or: "or",
}  # fmt: skip
OPERATORS: dict[str, Any] = {symbol: operator for operator, symbol in SYMBOLS.items()}
# Each operator and what takes its place.
SWAPS = _both_ways("+ -, * /, & |, << >>, < <=, > >=, == !=, and or") | {
    "//": "/", "%": "//", "**": "*", "^": "&", "is": "is not", "is not": "is", "in": "not in", "not in": "in",
}  # fmt: skip

SIBLINGS = _both_ways(
    "max min, sum mean, sin cos, tril triu, ones zeros, ones_like zeros_like, argmax argmin, amax amin, "
    "floor ceil, any all, var std, maximum minimum, cumsum cumprod, vstack hstack, logical_and logical_or, "
    "isneginf isposinf"
) | {"exp": "expm1", "log": "log1p", "prod": "sum", "median": "mean"}
# Calls that are easily forgotten, so that only their argument is left.
FORGOTTEN = {
    "sqrt", "abs", "absolute", "square", "swapaxes", "transpose", "permute", "copy", "clone", "detach",
}  # fmt: skip
SYMMETRIC = {
    "maximum", "minimum", "fmax", "fmin", "max", "min", "add", "multiply", "equal", "not_equal", "array_equal",
    "allclose", "isclose", "logaddexp", "hypot", "logical_and", "logical_or", "logical_xor", "bitwise_and",
    "bitwise_or", "bitwise_xor", "gcd", "lcm",
}  # fmt: skip
SYMMETRIC_IN_TWO_AXES = ("swapaxes", "transpose")
AXIS_KEYWORDS = ("axis", "dim")  # a reduction over (1, 2) is one over (2, 1)
FIXED = ("isinstance", "issubclass", "super", "print")  # their arguments are not what an exercise teaches

BARELY_MOVED = 1000  # adding one to a larger number is lost in the tolerance of a comparison


@dataclass(frozen=True)
class Replacement:
    """A node and the one that takes its place."""

    label: str
    old: ast.expr | ast.stmt
    new: ast.expr | ast.stmt


def changes(node: ast.AST, modules: frozenset[str]) -> Iterator[Replacement]:
    """The changes at this very node. `modules`: the imported names, which are not values to compute with."""
    match node:
        case ast.BinOp(op=ast.MatMult()):
            yield _become(node, ast.BinOp(node.right, node.op, node.left))
        case ast.BinOp() if _is_sequence(node.left) or _is_sequence(node.right):
            pass
        case ast.BinOp() | ast.AugAssign() | ast.BoolOp() if (symbol := SYMBOLS.get(type(node.op))) is not None:
            equals = "=" if isinstance(node, ast.AugAssign) else ""
            changed = copy.copy(node)
            changed.op = OPERATORS[SWAPS[symbol]]()
            yield Replacement(f"{symbol}{equals} → {SWAPS[symbol]}{equals}", node, changed)
        case ast.Compare():
            for i, comparison in enumerate(node.ops):
                symbol = SYMBOLS[type(comparison)]
                ops = [*node.ops[:i], OPERATORS[SWAPS[symbol]](), *node.ops[i + 1 :]]
                yield Replacement(f"{symbol} → {SWAPS[symbol]}", node, ast.Compare(node.left, ops, node.comparators))
        case ast.Constant() | ast.UnaryOp():
            yield from _literal_or_sign(node)
        case ast.keyword() if node.arg is not None:
            for change in _literal_or_sign(node.value):
                sides = (f"{node.arg}={_short(side)}" for side in (change.old, change.new))
                yield Replacement(" → ".join(sides), change.old, change.new)
        case ast.Slice():
            for bound in filter(None, (node.lower, node.upper)):
                match bound:
                    case ast.BinOp(op=ast.Add() | ast.Sub(), right=last) | last if number(last) is not None:
                        continue  # the number itself is changed
                for op in (ast.Sub(), ast.Add()):
                    yield _become(bound, ast.BinOp(bound, op, ast.Constant(1)))
        case ast.Subscript(slice=ast.Tuple(elts=parts)):
            for swapped in _swaps(parts):
                yield _become(node, ast.Subscript(node.value, ast.Tuple(swapped, ast.Load()), node.ctx))
        case ast.Attribute(attr="T" | "mT"):
            yield _become(node, node.value)
        case ast.Call():
            yield from _call(node, modules)
        case ast.If():
            yield _forced(node.test, True)
            yield _forced(node.test, False)
        case ast.While():  # if it always held, the loop would never end
            yield _forced(node.test, False)
        case ast.comprehension():
            yield from (_forced(test, True) for test in node.ifs)
        case ast.IfExp():
            yield _become(node, node.body)
            yield _become(node, node.orelse)
        case ast.Return(value=ast.Call() as call) if (inner := _inside(call, modules)) is not None:
            yield _become(call, inner)
        case ast.Return(value=ast.Tuple() as results):
            yield from _reordered(results)


def number(node: ast.AST) -> int | float | None:
    """The value of a number as it is written, with its sign; None for anything else."""
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant() as constant):
            value = number(constant)
            return None if value is None else -value
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return value
    return None


def _become(old: ast.expr, new: ast.expr) -> Replacement:
    return Replacement(f"{_short(old)} → {_short(new)}", old, new)


def _short(node: ast.expr | ast.stmt) -> str:
    return textwrap.shorten(ast.unparse(node), 40, placeholder=" …")


def _literal_or_sign(node: ast.expr) -> Iterator[Replacement]:
    value, near = number(node), list[int | float]()
    if isinstance(value, float):
        near = [2 * value, 0.0] if value else [1.0]
    elif value is not None:
        near = [2 * value] if abs(value) > BARELY_MOVED else [value - 1, value + 1] if value else [1]
    for other in near:
        yield _become(node, ast.UnaryOp(ast.USub(), ast.Constant(-other)) if other < 0 else ast.Constant(other))
    match node:
        case ast.Constant(value=bool() as flag):
            yield _become(node, ast.Constant(not flag))
        # Without its minus, an axis or index -1 is the same axis of a matrix: whole numbers keep their sign.
        case ast.UnaryOp(op=ast.USub() | ast.Not() | ast.Invert()) if not isinstance(value, int):
            yield _become(node, node.operand)


def _is_sequence(node: ast.expr) -> bool:
    return isinstance(node, ast.List | ast.Tuple | ast.JoinedStr) or _is_text(node)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)


def _forced(test: ast.expr, value: bool) -> Replacement:
    """`test or True`: the line still shows which condition it was."""
    op = ast.Or() if value else ast.And()
    parts = test.values if isinstance(test, ast.BoolOp) and type(test.op) is type(op) else [test]
    return _become(test, ast.BoolOp(op, [*parts, ast.Constant(value)]))


def _inside(call: ast.Call, modules: frozenset[str]) -> ast.expr | None:
    """x of f(x), np.f(x), self.f(x) and x.f()."""
    match call.func:
        case ast.Attribute(value=ast.Name(id="self" | "cls") | ast.Call(func=ast.Name(id="super"))):
            pass
        case ast.Attribute(value=receiver):
            root = receiver
            while isinstance(root, ast.Attribute):
                root = root.value
            if not isinstance(root, ast.Name) or root.id not in modules:
                return receiver
    return call.args[0] if call.args and not isinstance(call.args[0], ast.Starred) else None


def _call(node: ast.Call, modules: frozenset[str]) -> Iterator[Replacement]:
    func, args = node.func, node.args
    name = func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""
    if name in FIXED:
        return
    sibling = SIBLINGS.get(name, "")
    if sibling and isinstance(func, ast.Attribute):
        yield Replacement(f"{name} → {sibling}", func, ast.Attribute(func.value, sibling, ast.Load()))
    elif hasattr(builtins, sibling):
        yield Replacement(f"{name} → {sibling}", func, ast.Name(sibling, ast.Load()))
    if name in FORGOTTEN and (inner := _inside(node, modules)) is not None:
        yield _become(node, inner)
    rearranged: list[list[ast.expr]] = []
    if name not in SYMMETRIC:
        # x.transpose(0, 1) and torch.transpose(x, 0, 1), not x.transpose(0, 2, 1)
        two_axes = len(args) == 2 or (len(args) == 3 and number(args[0]) is None)
        movable = len(args) - 2 if name in SYMMETRIC_IN_TWO_AXES and two_axes else len(args)
        rearranged += [swapped + args[movable:] for swapped in _swaps(args[:movable])]
    if len(args) > 1:  # one argument dropped
        rearranged += [args[:i] + args[i + 1 :] for i, arg in enumerate(args) if not _is_text(arg)]
    for changed in rearranged:
        yield _become(node, ast.Call(func, changed, node.keywords))
    for i, keyword in enumerate(node.keywords):
        # A dropped flag has its default: the flag as it was, or its opposite, which is a change of its own.
        is_flag = isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, bool)
        if keyword.arg is not None and not is_flag:
            kept = node.keywords[:i] + node.keywords[i + 1 :]
            yield Replacement(f"{keyword.arg}={_short(keyword.value)} dropped", node, ast.Call(func, args, kept))
    for value in [*args, *(keyword.value for keyword in node.keywords if keyword.arg not in AXIS_KEYWORDS)]:
        if isinstance(value, ast.Tuple):  # a shape, or an order of axes
            yield from _reordered(value)


def _reordered(items: ast.Tuple) -> Iterator[Replacement]:
    for swapped in _swaps(items.elts):
        yield _become(items, ast.Tuple(swapped, ast.Load()))


def _swaps(items: list[ast.expr]) -> Iterator[list[ast.expr]]:
    """The items with two neighbours swapped."""
    for i in range(len(items) - 1):
        pair = items[i : i + 2]
        if not any(isinstance(item, ast.Starred) or _is_text(item) for item in pair):
            yield [*items[:i], *reversed(pair), *items[i + 2 :]]
