"""Expressions in quizzes: arithmetic over parameters, and texts with placeholders."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Mapping, Sequence

from grader.text import did_you_mean

# Arithmetic is parsed into a closed set of syntax nodes and never given to Python. All values are floats, so nothing
# grows without limit.
MOST_CHARACTERS = 200
MOST_NODES = 120
CONSTANTS = {"pi": math.pi}

_OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
    ast.Pow: math.pow,
}


class ExpressionError(Exception):
    """An expression that cannot be parsed or computed. The message states what is wrong, not where."""


def _round(x: float, digits: float = 0) -> float:
    return float(round(x, int(digits)))


# Name → function and the numbers of arguments it may have; None: any number of them, or one list.
FUNCTIONS: dict[str, tuple[Callable[..., float], tuple[int, ...] | None]] = {
    "sqrt": (math.sqrt, (1,)),
    "exp": (math.exp, (1,)),
    "log": (math.log, (1, 2)),
    "sin": (math.sin, (1,)),
    "cos": (math.cos, (1,)),
    "tanh": (math.tanh, (1,)),
    "abs": (abs, (1,)),
    "round": (_round, (1, 2)),
    "floor": (math.floor, (1,)),
    "ceil": (math.ceil, (1,)),
    "min": (lambda *numbers: min(numbers), None),
    "max": (lambda *numbers: max(numbers), None),
    "sum": (lambda *numbers: math.fsum(numbers), None),
}
RESERVED = frozenset({*FUNCTIONS, *CONSTANTS})


def evaluate(source: str | float, values: Mapping[str, float | str]) -> float:
    """Return the value of an expression. ExpressionError if it cannot be computed or is not finite."""
    try:
        value = float(_value(parse(source), values)) if isinstance(source, str) else source
    except ZeroDivisionError:
        raise ExpressionError(f"'{source}' divides by zero") from None
    except (ValueError, OverflowError):
        value = math.nan
    if not math.isfinite(value):
        raise ExpressionError(f"'{source}' has no finite value")
    return value


def objection(source: str | float, names: Sequence[str]) -> str:
    """Return what is wrong with an expression over parameters of these names; "" if nothing is."""
    if not isinstance(source, str):
        return "" if math.isfinite(source) else f"{source} is not a finite number"
    try:
        tree = parse(source)
    except ExpressionError as problem:
        return str(problem)
    functions = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and id(node) not in functions and node.id not in (*names, *CONSTANTS):
            hint = did_you_mean(node.id, names) or "; declare it under 'parameters'"
            return f"'{node.id}' is not a parameter{hint}"
    return ""


def parse(source: str) -> ast.expr:
    """Return the tree. ExpressionError if it is too large or has a node that is not allowed."""
    if len(source) > MOST_CHARACTERS:
        raise ExpressionError(f"the expression '{source[:20]}…' has over {MOST_CHARACTERS} characters; shorten it")
    try:
        tree = ast.parse(source.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ExpressionError(f"'{source}' is not an arithmetic expression; write it like 'd * n'") from None
    if sum(1 for _ in ast.walk(tree)) > MOST_NODES:
        raise ExpressionError(f"'{source}' is too long; shorten it")
    waiting = [tree]
    while waiting:
        waiting = _operands(waiting.pop(0)) + waiting
    return tree


def _operands(tree: ast.expr) -> list[ast.expr]:
    """The operands of a number, a name, an operation, or a call of one of our functions. Nothing else is allowed."""
    match tree:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return []
        case ast.Name():
            return []
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            return [operand]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return [left, right]
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
            _check_call(name, arguments)
            return _flat(arguments)
    allowed = f"use numbers, parameters, + - * / // % ** and {', '.join(FUNCTIONS)}"
    raise ExpressionError(f"'{ast.unparse(tree)}' is not allowed in an expression; {allowed}")


def _flat(arguments: list[ast.expr]) -> list[ast.expr]:
    """sum([a, b]) is sum(a, b)."""
    return arguments[0].elts if len(arguments) == 1 and isinstance(arguments[0], ast.List) else arguments


def _check_call(name: str, arguments: list[ast.expr]) -> None:
    if name not in FUNCTIONS:
        raise ExpressionError(f"'{name}' is not a function here{did_you_mean(name, FUNCTIONS)}")
    counts = FUNCTIONS[name][1]
    lists = [argument for argument in arguments if isinstance(argument, ast.List)]
    if counts is None:
        flat = len(arguments) == 1 and lists and lists[0].elts
        if not flat and (lists or len(arguments) < 2):
            raise ExpressionError(f"{name} takes one list or several numbers, like {name}([1, 2, 3])")
    elif lists or len(arguments) not in counts:
        raise ExpressionError(f"{name} takes {' or '.join(map(str, counts))} number{'s' * (counts != (1,))}")


def _value(tree: ast.expr, values: Mapping[str, float | str]) -> float:
    match tree:
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.Name(id=name):
            value = CONSTANTS[name] if name in CONSTANTS else values.get(name)
            if value is None:
                raise ExpressionError(f"'{name}' is not a parameter{did_you_mean(name, values)}")
            if isinstance(value, str):
                raise ExpressionError(f"'{name}' is the text '{value}', which cannot be computed with")
            return value
        case ast.UnaryOp(op=op, operand=operand):
            return -_value(operand, values) if isinstance(op, ast.USub) else _value(operand, values)
        case ast.BinOp(left=left, op=op, right=right):
            return _OPERATORS[type(op)](_value(left, values), _value(right, values))
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return float(FUNCTIONS[name][0](*(_value(argument, values) for argument in _flat(arguments))))
    raise ExpressionError(f"'{ast.unparse(tree)}' is not allowed in an expression")


# Texts of a question with parameters: `[[d]]` shows one, `[[= d * n]]` computes, `[[= d / n : .2f]]` formats. Only an
# identifier or `=` after the brackets makes a slot, so matrices ([[1, 2], [3, 4]]) and LaTeX stay as written.
_SLOT = re.compile(
    r"""\[\[
        (?: = \s* (?P<expression> [^:\n]+? ) | (?P<name> [A-Za-z]\w* ) )
        \s* (?: : \s* (?P<form> [^\]\s]* ) \s* )?
    \]\]""",
    re.ASCII | re.VERBOSE,
)
_FORM = re.compile(r",?(\.\d\d?)?[defg%]?", re.ASCII)


def fill(text: str, values: Mapping[str, float | str]) -> str:
    """Return the text with every slot filled; unchanged without parameters. ExpressionError if a slot has no value."""

    def shown(slot: re.Match[str]) -> str:
        value = values.get(slot["name"] or "")
        if isinstance(value, str):
            return value
        return number_text(evaluate(slot["name"] or slot["expression"], values), slot["form"] or "")

    return _SLOT.sub(shown, text) if values else text


def slot_objection(text: str, names: Sequence[str]) -> str:
    """Return what is wrong with the slots of a text; "" if nothing is, or without parameters."""
    if not names:
        return ""
    for slot in _SLOT.finditer(text):
        name, form = slot["name"], slot["form"]
        if form is not None and not (form and _FORM.fullmatch(form)):
            return f"'{form}' is not a number format; write one like .2f, .3g, d or .1%"
        if name is None and (problem := objection(slot["expression"], names)):
            return problem
        if name is not None and name not in names:
            hint = did_you_mean(name, names)
            return f"'[[{name}]]' names no parameter{hint} (for plain brackets write [ [{name}] ])"
    return "a slot is not finished; write it like '[[= d * n ]]'" if "[[=" in _SLOT.sub("", text) else ""


def slot_names(text: str) -> set[str]:
    """Return the words in a text's slots: parameters and functions."""
    slots = (slot["name"] or slot["expression"] for slot in _SLOT.finditer(text))
    return {word for slot in slots for word in re.findall(r"[A-Za-z]\w*", slot, re.ASCII)}


def number_text(value: float, form: str = "") -> str:
    """Return a number as a student reads it: 8, 0.125, or in a format such as ".2f"."""
    whole = value == int(value) and abs(value) < 1e15
    if not form:
        return str(int(value)) if whole else f"{value:.10g}"
    if form.endswith("d"):
        if not whole:
            raise ExpressionError(f"{value:g} is not a whole number, which the format '{form}' needs")
        return format(int(value), form)
    shown = format(value, form)
    return shown.removeprefix("-") if float(shown.strip("%").replace(",", "")) == 0 else shown
