"""Reads checks from the syntax tree of a file: course code is never executed to list its checks."""

from __future__ import annotations

import ast
import math
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from grader.checks import check
from grader.errors import ContentError
from grader.text import did_you_mean, unix_lines

__all__ = ["CheckSpec", "read_checks", "without_other_checks"]

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# The decorator's own defaults define which arguments there are.
_OPTIONS: dict[str, object] = check.__kwdefaults__ or {}
_RETURNS = ("tensor", "array")
_EXAMPLE = '@check("what holds when the code is right")'


def parse(path: Path, source: str) -> ast.Module:
    """Return the syntax tree; ContentError with the line if there is none."""
    if "\0" in source:
        line = unix_lines(source[: source.index("\0")]).count("\n") + 1
        raise ContentError(path, "not valid Python (null byte); correct this line", line)
    try:
        with warnings.catch_warnings():  # about "\d" in a string: not for the terminal
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except SyntaxError as error:
        raise ContentError(path, f"not valid Python ({error.msg}); correct this line", error.lineno) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise ContentError(path, f"not valid Python ({error}); simplify the file", 1) from None


def imports_module(path: Path, source: str, name: str) -> bool:
    """Whether the source imports `name` or something in it, at the top or inside a function."""
    if name not in source:
        return False
    nodes = list(ast.walk(parse(path, source)))
    imported = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    imported += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    return any(f"{module}.".startswith(f"{name}.") for module in imported)


class CheckSpec(msgspec.Struct, frozen=True):
    """A check, as described by its decorator and body."""

    id: str
    title: str
    axes: str = ""
    parts: str = ""
    follows: str = ""
    raises: str = ""
    returns: str = ""
    seconds: float = 0.0
    slow: bool = False
    precision: bool = False
    uses: tuple[str, ...] = ()
    takes_given: bool = False
    takes_device: bool = False
    line: int = 0
    hidden: bool = False


def read_checks(path: Path, source: str, public: tuple[CheckSpec, ...] | None = None) -> tuple[CheckSpec, ...]:
    """Return the checks of one file, in order. If `public` is given they are hidden checks, which may follow those.

    ContentError if there is none, or one is wrong.
    """
    tree = parse(path, source)
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS) and _decorator(node) is not None and node not in tree.body:
            raise ContentError(path, f"check '{node.name}' is nested; move it to the left margin", node.lineno)
    helpers = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    specs = tuple(_spec(path, f, helpers, public is not None) for f in tree.body if _decorator(f) is not None)
    if not specs:
        raise ContentError(path, f"no checks; mark a function with {_EXAMPLE}", 1)
    places = {spec.id: f"in checks.py on line {spec.line}" for spec in public or ()}
    for spec in specs:
        if spec.id in places:
            raise ContentError(path, f"check '{spec.id}' is already {places[spec.id]}; rename one of them", spec.line)
        places[spec.id] = f"on line {spec.line}"
    follows = {spec.id: spec.follows for spec in (*(public or ()), *specs)}
    for spec in specs:
        if spec.follows and spec.follows not in follows:
            hint = did_you_mean(spec.follows, follows)
            problem = f"check '{spec.id}' follows '{spec.follows}', which is not a check{hint}"
            raise ContentError(path, problem, spec.line)
    for spec in specs:
        chain = [spec.id]
        while (before := follows[chain[-1]]) and before not in chain:
            chain.append(before)
        if before == spec.id:
            raise ContentError(path, f"check '{spec.id}' follows itself; remove one 'follows'", spec.line)
    return specs


def without_other_checks(source: str, keep: str) -> str:
    """Return the source with every other check blanked out; the rest stays on its line."""
    lines = unix_lines(source).split("\n")
    for node in parse(Path("checks.py"), source).body:
        if isinstance(node, FUNCTIONS) and _decorator(node) is not None and node.name != keep:
            first = min(decorator.lineno for decorator in node.decorator_list)
            last = node.end_lineno or node.lineno
            lines[first - 1 : last] = [""] * (last - first + 1)
    return "\n".join(lines)


def _decorator(node: ast.AST) -> ast.expr | None:
    """Return the `@check` of a function: called, bare, or reached through a module."""
    for decorator in node.decorator_list if isinstance(node, FUNCTIONS) else ():
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")
        if name == "check":
            return decorator
    return None


def _spec(path: Path, function: ast.AST, helpers: dict[str, ast.FunctionDef], hidden: bool) -> CheckSpec:
    if not isinstance(function, ast.FunctionDef):
        raise ContentError(path, "a check cannot be async; write 'def'", getattr(function, "lineno", 1))
    decorator = _decorator(function)
    written: dict[str, ast.expr] = {}
    if isinstance(decorator, ast.Call):
        for keyword in decorator.keywords:
            name = keyword.arg or "**"
            if name not in (*_OPTIONS, "sentence"):
                problem = f"@check has no argument '{name}'{did_you_mean(name, _OPTIONS)}"
                raise ContentError(path, problem, keyword.value.lineno)
            written[name] = keyword.value
        if len(decorator.args) > 1:
            problem = "@check takes one positional argument, the sentence; name the others"
            raise ContentError(path, problem, decorator.args[1].lineno)
        if decorator.args:
            written.setdefault("sentence", decorator.args[0])
    arguments = {name: _argument(path, function.name, name, node) for name, node in written.items()}
    sentence = str(arguments.pop("sentence", "")).strip()
    if not sentence:
        problem = f"check '{function.name}' has no sentence; write {_EXAMPLE}"
        raise ContentError(path, problem, decorator.lineno if decorator else None)
    given = function.args
    parameters = [argument.arg for argument in given.args]
    extra = [name for name in parameters[2:] if name != "device"]
    odd = given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg or given.defaults
    if odd or parameters[:2] != ["impl", "rng"] or len(extra) > 1 or "device" in parameters[2:-1]:
        problem = f"check '{function.name}' has the wrong parameters; write (impl, rng), (impl, rng, given)"
        raise ContentError(path, f"{problem} or, for a device, 'device' as the last", function.lineno)
    return CheckSpec(
        id=function.name,
        title=sentence,
        uses=tuple(dict.fromkeys(_uses(function, "impl", helpers, set()))),
        takes_given=bool(extra),
        takes_device=parameters[-1] == "device",
        line=function.lineno,
        hidden=hidden,
        **arguments,
    )


def _argument(path: Path, check_id: str, name: str, node: ast.expr) -> Any:
    """Return the value of an argument of the decorator: a literal of the right type."""
    problem = ""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        problem = f"{name} must be a literal: the file is never run"
    else:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if name == "seconds":
            problem = "" if is_number and 0 < value < math.inf else "seconds must be a number above 0, like 2.5"
        elif name in ("slow", "precision"):
            problem = "" if isinstance(value, bool) else f"{name} must be True or False"
        elif not isinstance(value, str):
            problem = f"{name} must be text in quotes"
        elif name == "parts":
            problem = _parts_problem(value)
        elif name == "returns" and value not in ("", *_RETURNS):
            problem = f"returns cannot be '{value}'{did_you_mean(value, _RETURNS)}"
        elif name == "raises" and value and not value.isidentifier():
            problem = f"raises must name one exception, like 'ValueError', not '{value}'"
    if problem:
        raise ContentError(path, f"check '{check_id}': {problem}", node.lineno)
    return float(value) if name == "seconds" else value


def _parts_problem(text: str) -> str:
    depth = 0
    for char in text:
        depth += {"(": 1, ")": -1}.get(char, 0)
        if depth < 0:
            break
    return "" if depth == 0 else "the brackets in parts do not match; write 'name: axes; name (name: axes; name)'"


def _uses(
    function: ast.FunctionDef, parameter: str, helpers: dict[str, ast.FunctionDef], seen: set[tuple[str, str]]
) -> Iterator[str]:
    """Yield NAME of every `impl.NAME`, also in the helpers that `impl` is passed to."""

    def is_parameter(node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id == parameter

    nodes = (node for node in ast.walk(function) if isinstance(node, ast.Attribute | ast.Call))
    for node in sorted(nodes, key=lambda n: (n.lineno, n.col_offset)):
        if isinstance(node, ast.Attribute):
            if is_parameter(node.value):
                yield node.attr
        elif helper := helpers.get(getattr(node.func, "id", "")):
            names = [argument.arg for argument in (*helper.args.posonlyargs, *helper.args.args)]
            passed = [*zip(names, node.args, strict=False), *((k.arg, k.value) for k in node.keywords if k.arg)]
            for name in [name for name, argument in passed if is_parameter(argument)]:
                if (helper.name, name) not in seen:
                    seen.add((helper.name, name))
                    yield from _uses(helper, name, helpers, seen)
