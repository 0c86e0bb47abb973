"""The small changes that mutants are made of."""

from __future__ import annotations

import ast
import builtins
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _both_ways(text: str) -> dict[str, str]:
    pairs = [pair.split() for pair in text.split(", ")]
    return {one: other for a, b in pairs for one, other in ((a, b), (b, a))}


OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
SYMBOLS: dict[type[ast.AST], str] = {
    **{ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%"},
    **{ast.Pow: "**", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>"},
    **{ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="},
    **{ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in", ast.And: "and", ast.Or: "or"},
}

SIBLINGS = _both_ways(
    "max min, sum mean, sin cos, tril triu, ones zeros, ones_like zeros_like, argmax argmin, amax amin, "
    "floor ceil, any all, var std, maximum minimum, cumsum cumprod, vstack hstack, logical_and logical_or, "
    "isneginf isposinf"
) | {"exp": "expm1", "log": "log1p", "prod": "sum", "median": "mean"}
# Calls that are easily left out, so that their argument stands alone.
FORGOTTEN = _words("sqrt abs absolute square swapaxes transpose permute copy clone detach")
SYMMETRIC = _words(
    "maximum minimum fmax fmin max min add multiply equal not_equal array_equal allclose isclose logaddexp hypot "
    "logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor gcd lcm"
)
SYMMETRIC_IN_TWO_AXES = _words("swapaxes transpose")
AXIS_KEYWORDS = _words("axis dim")  # a reduction over (1, 2) is one over (2, 1)
FIXED = _words("isinstance issubclass super print")  # their arguments are not what an exercise teaches


BARELY_MOVED = 1000  # one more than this is lost in the tolerance of a comparison


@dataclass(frozen=True)
class Replacement:
    """One node and what stands in its place."""

    label: str
    old: ast.expr | ast.stmt
    new: ast.expr | ast.stmt


def changes(node: ast.AST, modules: frozenset[str]) -> Iterator[Replacement]:
    """The changes at this very node; `modules` are the imported names, which are no values to compute with."""
    match node:
        case ast.BinOp():
            yield from _binary(node)
        case ast.AugAssign() if (other := OPERATORS.get(type(node.op))) is not None:
            label = f"{SYMBOLS[type(node.op)]}= → {SYMBOLS[other]}="
            yield Replacement(label, node, ast.AugAssign(node.target, other(), node.value))
        case ast.Compare():
            for i, comparison in enumerate(node.ops):
                opposite = COMPARISONS[type(comparison)]
                ops = [*node.ops[:i], opposite(), *node.ops[i + 1 :]]
                label = f"{SYMBOLS[type(comparison)]} → {SYMBOLS[opposite]}"
                yield Replacement(label, node, ast.Compare(node.left, ops, node.comparators))
        case ast.BoolOp():
            op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            label = f"{SYMBOLS[type(node.op)]} → {SYMBOLS[type(op)]}"
            yield Replacement(label, node, ast.BoolOp(op, node.values))
        case ast.Constant() | ast.UnaryOp():
            yield from _literal_or_sign(node)
        case ast.keyword() if node.arg is not None:
            for change in _literal_or_sign(node.value):
                sides = (f"{node.arg}={_short(side)}" for side in (change.old, change.new))
                yield Replacement(" → ".join(sides), change.old, change.new)
        case ast.Slice():
            yield from _bounds(node)
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
        case ast.While():  # forced to hold, it would never end
            yield _forced(node.test, False)
        case ast.comprehension():
            yield from (_forced(test, True) for test in node.ifs)
        case ast.IfExp():
            yield _become(node, node.body)
            yield _become(node, node.orelse)
        case ast.Return(value=ast.Call() as call) if (inner := _inside(call, modules)) is not None:
            yield _become(call, inner)
        case ast.Return(value=ast.Tuple() as results):
            for swapped in _swaps(results.elts):
                yield _become(results, ast.Tuple(swapped, ast.Load()))


def number(node: ast.AST) -> int | float | None:
    """The value of a number as it is written, with its sign; None for anything else."""
    match node:
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() | float() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return None if isinstance(value, bool) else -value
    return None


def _become(old: ast.expr, new: ast.expr) -> Replacement:
    return Replacement(f"{_short(old)} → {_short(new)}", old, new)


def _short(node: ast.expr | ast.stmt) -> str:
    return textwrap.shorten(ast.unparse(node), 40, placeholder=" …")


def _literal(value: int | float) -> ast.expr:
    if value < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return ast.Constant(value)


def _literal_or_sign(node: ast.expr) -> Iterator[Replacement]:
    value = number(node)
    if value is not None:
        for other in _near(value):
            yield _become(node, _literal(other))
    match node:
        case ast.Constant(value=bool() as flag):
            yield _become(node, ast.Constant(not flag))
        # Without its minus, an axis or index -1 is the same axis of a matrix: whole numbers keep their sign.
        case ast.UnaryOp(op=ast.USub() | ast.Not() | ast.Invert()) if not isinstance(value, int):
            yield _become(node, node.operand)


def _near(value: int | float) -> tuple[int | float, ...]:
    if isinstance(value, float):
        return (2 * value, 0.0) if value else (1.0,)
    if abs(value) > BARELY_MOVED:
        return (2 * value,)
    return (value - 1, value + 1) if value else (1,)


def _binary(node: ast.BinOp) -> Iterator[Replacement]:
    if isinstance(node.op, ast.MatMult):
        yield _become(node, ast.BinOp(node.right, node.op, node.left))
    other = OPERATORS.get(type(node.op))
    if other is not None and not (_is_sequence(node.left) or _is_sequence(node.right)):
        label = f"{SYMBOLS[type(node.op)]} → {SYMBOLS[other]}"
        yield Replacement(label, node, ast.BinOp(node.left, other(), node.right))


def _is_sequence(node: ast.expr) -> bool:
    return isinstance(node, ast.List | ast.Tuple | ast.JoinedStr) or _is_text(node)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)


def _bounds(node: ast.Slice) -> Iterator[Replacement]:
    for bound in (node.lower, node.upper):
        match bound:
            case None:
                continue
            case ast.BinOp(op=ast.Add() | ast.Sub(), right=last) if number(last) is not None:
                continue  # the number itself is changed
        if number(bound) is None:
            for op in (ast.Sub(), ast.Add()):
                yield _become(bound, ast.BinOp(bound, op, ast.Constant(1)))


def _forced(test: ast.expr, value: bool) -> Replacement:
    """`test or True`: the line still tells which condition it was."""
    op = ast.Or() if value else ast.And()
    parts = test.values if isinstance(test, ast.BoolOp) and type(test.op) is type(op) else [test]
    return _become(test, ast.BoolOp(op, [*parts, ast.Constant(value)]))


def _inside(call: ast.Call, modules: frozenset[str]) -> ast.expr | None:
    """x of f(x), np.f(x), self.f(x) and x.f()."""
    match call.func:
        case ast.Attribute(value=ast.Name(id="self" | "cls") | ast.Call(func=ast.Name(id="super"))):
            pass
        case ast.Attribute(value=receiver) if _root(receiver) not in modules:
            return receiver
    return call.args[0] if call.args and not isinstance(call.args[0], ast.Starred) else None


def _root(node: ast.expr) -> str | None:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _call(node: ast.Call, modules: frozenset[str]) -> Iterator[Replacement]:
    name = _name(node)
    if name in FIXED:
        return
    yield from _siblings(node, name)
    if name in FORGOTTEN and (inner := _inside(node, modules)) is not None:
        yield _become(node, inner)
    for args in _rearranged(node.args, name):
        yield _become(node, ast.Call(node.func, args, node.keywords))
    for i, keyword in enumerate(node.keywords):
        # A dropped flag has its default: the flag as it was, or turned over, which is a change of its own.
        if keyword.arg is not None and not _is_flag(keyword.value):
            kept = node.keywords[:i] + node.keywords[i + 1 :]
            label = f"{keyword.arg}={_short(keyword.value)} dropped"
            yield Replacement(label, node, ast.Call(node.func, node.args, kept))
    yield from _tuples(node)


def _name(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _is_flag(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)


def _siblings(node: ast.Call, name: str) -> Iterator[Replacement]:
    other = SIBLINGS.get(name)
    if other is None:
        return
    match node.func:
        case ast.Attribute() as func:
            yield Replacement(f"{name} → {other}", func, ast.Attribute(func.value, other, ast.Load()))
        case ast.Name() as func if hasattr(builtins, other):
            yield Replacement(f"{name} → {other}", func, ast.Name(other, ast.Load()))


def _rearranged(args: list[ast.expr], name: str) -> Iterator[list[ast.expr]]:
    """Two neighbours swapped, or one argument dropped."""
    if name not in SYMMETRIC:
        # x.transpose(0, 1) and torch.transpose(x, 0, 1), not x.transpose(0, 2, 1)
        two_axes = len(args) == 2 or (len(args) == 3 and number(args[0]) is None)
        movable = len(args) - 2 if name in SYMMETRIC_IN_TWO_AXES and two_axes else len(args)
        yield from (swapped + args[movable:] for swapped in _swaps(args[:movable]))
    if len(args) > 1:
        yield from (args[:i] + args[i + 1 :] for i, arg in enumerate(args) if not _is_text(arg))


def _swaps(items: list[ast.expr]) -> Iterator[list[ast.expr]]:
    for i in range(len(items) - 1):
        pair = items[i : i + 2]
        if not any(isinstance(item, ast.Starred) or _is_text(item) for item in pair):
            yield [*items[:i], *reversed(pair), *items[i + 2 :]]


def _tuples(node: ast.Call) -> Iterator[Replacement]:
    """Shapes and orders of axes that are handed over as a tuple."""
    keywords = [keyword.value for keyword in node.keywords if keyword.arg not in AXIS_KEYWORDS]
    for arg in [*node.args, *keywords]:
        if isinstance(arg, ast.Tuple):
            for swapped in _swaps(arg.elts):
                yield _become(arg, ast.Tuple(swapped, ast.Load()))
