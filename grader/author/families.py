"""Which operators and functions are mistaken for one another, and where it makes no difference."""

from __future__ import annotations

import ast


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
