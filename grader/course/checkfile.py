"""Reads checks from a file's syntax tree: course code is never executed to learn what checks there are."""

from __future__ import annotations

import ast
import math
import warnings
from collections.abc import Iterator
from pathlib import Path

import msgspec

from grader.checks import check
from grader.errors import ContentError
from grader.text import did_you_mean, unix_lines

__all__ = ["CheckSpec", "read_checks", "without_other_checks"]

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# The decorator's own defaults say which arguments there are, and of which type.
_OPTIONS: dict[str, object] = check.__kwdefaults__ or {}
_RETURNS = ("tensor", "array")
_EXAMPLE = '@check("what holds when the code is right")'


def parse(path: Path, source: str) -> ast.Module:
    """The syntax tree; ContentError with the line if there is none."""
    if "\0" in source:
        line = unix_lines(source[: source.index("\0")]).count("\n") + 1
        raise ContentError(path, "not valid Python (null byte); correct this line", line)
    try:
        with warnings.catch_warnings():  # "\d" in somebody's string is no news for a terminal
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except SyntaxError as error:
        raise ContentError(path, f"not valid Python ({error.msg}); correct this line", error.lineno) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise ContentError(path, f"not valid Python ({error}); simplify the file", 1) from None


def docstring(path: Path, source: str) -> tuple[str, int]:
    """A module's docstring ("" if it has none) and its line."""
    tree = parse(path, source)
    return ast.get_docstring(tree) or "", tree.body[0].lineno if tree.body else 1


def imports_module(path: Path, source: str, name: str) -> bool:
    """Whether the source imports `name` or something in it, at the top or inside a function."""
    if name not in source:
        return False
    nodes = list(ast.walk(parse(path, source)))
    imported = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    imported += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    return any(f"{module}.".startswith(f"{name}.") for module in imported)


class CheckSpec(msgspec.Struct, frozen=True):
    """What a check's decorator and body say about it."""

    id: str
    title: str
    axes: str = ""
    follows: str = ""
    raises: str = ""
    returns: str = ""
    seconds: float = 0.0
    slow: bool = False
    uses: tuple[str, ...] = ()
    takes_given: bool = False
    takes_device: bool = False
    line: int = 0
    hidden: bool = False


def read_checks(path: Path, source: str, public: tuple[CheckSpec, ...] | None = None) -> tuple[CheckSpec, ...]:
    """The checks of one file, in its order. `public` makes them hidden checks, which may follow those.

    ContentError if there is none, or something is wrong with one.
    """
    tree = parse(path, source)
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS) and _decorator(node) is not None and node not in tree.body:
            problem = f"check '{node.name}' stands inside something; move it to the left margin"
            raise ContentError(path, problem, node.lineno)
    helpers = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    specs = tuple(_spec(path, f, helpers, public is not None) for f in tree.body if _decorator(f) is not None)
    if not specs:
        raise ContentError(path, f"no checks; mark a function with {_EXAMPLE}", 1)
    places = {spec.id: f"in checks.py on line {spec.line}" for spec in public or ()}
    for spec in specs:
        if spec.id in places:
            problem = f"check '{spec.id}' is already {places[spec.id]}; rename one of them"
            raise ContentError(path, problem, spec.line)
        places[spec.id] = f"on line {spec.line}"
    _refuse_wrong_follows(path, specs, public or ())
    return specs


def without_other_checks(source: str, keep: str) -> str:
    """The source with every other check blanked out; what is left stays on its line."""
    lines = unix_lines(source).split("\n")
    for node in parse(Path("checks.py"), source).body:
        if isinstance(node, FUNCTIONS) and _decorator(node) is not None and node.name != keep:
            first = min(decorator.lineno for decorator in node.decorator_list)
            last = node.end_lineno or node.lineno
            lines[first - 1 : last] = [""] * (last - first + 1)
    return "\n".join(lines)


def _decorator(node: ast.AST) -> ast.expr | None:
    """The `@check` of a function: called, bare, or reached through a module."""
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
    written = _written(path, decorator) if isinstance(decorator, ast.Call) else {}
    arguments = {name: _typed(path, function.name, name, node) for name, node in written.items()}
    sentence = str(arguments.pop("sentence", "")).strip()
    if not sentence:
        problem = f"check '{function.name}' has no sentence; write {_EXAMPLE}"
        raise ContentError(path, problem, decorator.lineno if decorator else None)
    given, device = _parameters(path, function)
    return CheckSpec(
        id=function.name,
        title=sentence,
        uses=tuple(dict.fromkeys(_uses(function, "impl", helpers, set()))),
        takes_given=given,
        takes_device=device,
        line=function.lineno,
        hidden=hidden,
        **arguments,  # type: ignore[arg-type]  # _typed has compared each with its default's type
    )


def _written(path: Path, call: ast.Call) -> dict[str, ast.expr]:
    """The decorator's arguments by name, the sentence among them."""
    for keyword in call.keywords:
        if keyword.arg not in (*_OPTIONS, "sentence"):
            name = keyword.arg or "**"
            hint = did_you_mean(name, _OPTIONS)
            raise ContentError(path, f"@check has no argument '{name}'{hint}", keyword.value.lineno)
    if len(call.args) > 1:
        problem = "@check takes one argument without a name, the sentence; name the others"
        raise ContentError(path, problem, call.args[1].lineno)
    return dict(zip(("sentence",), call.args, strict=False)) | {str(k.arg): k.value for k in call.keywords}


def _typed(path: Path, check_id: str, name: str, node: ast.expr) -> object:
    """The argument's value: a literal of the right type."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        problem = f"check '{check_id}': {name} must be a literal, written out: the file is never run"
        raise ContentError(path, problem, node.lineno) from None
    problem = _objection(name, value)
    if problem:
        raise ContentError(path, f"check '{check_id}': {problem}", node.lineno)
    return float(value) if name == "seconds" else value


def _objection(name: str, value: object) -> str:
    """What is wrong with an argument's value; "" if nothing is."""
    if name == "seconds":
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return "" if number and 0 < value < math.inf else "seconds must be a number above 0, like 2.5"  # type: ignore[operator]
    if name == "slow":
        return "" if isinstance(value, bool) else "slow must be True or False"
    if not isinstance(value, str):
        return f"{name} must be text in quotes"
    if name == "returns" and value not in ("", *_RETURNS):
        return f"returns cannot be '{value}'{did_you_mean(value, _RETURNS)}"
    if name == "raises" and value and not value.isidentifier():
        return f"raises must name one exception, like 'ValueError', not '{value}'"
    return ""


def _parameters(path: Path, function: ast.FunctionDef) -> tuple[bool, bool]:
    """Whether the check takes what its `given` made, and a device."""
    arguments = function.args
    names = [argument.arg for argument in arguments.args]
    extra = [name for name in names[2:] if name != "device"]
    odd = arguments.posonlyargs or arguments.kwonlyargs or arguments.vararg or arguments.kwarg
    ends_in_device = "device" not in names[2:-1]
    if odd or arguments.defaults or names[:2] != ["impl", "rng"] or len(extra) > 1 or not ends_in_device:
        problem = f"check '{function.name}' has the wrong parameters; write (impl, rng), (impl, rng, given)"
        raise ContentError(path, f"{problem} or, for a device, 'device' as the last", function.lineno)
    return bool(extra), names[-1] == "device"


def _uses(
    function: ast.FunctionDef, parameter: str, helpers: dict[str, ast.FunctionDef], seen: set[tuple[str, str]]
) -> Iterator[str]:
    """NAME of every `impl.NAME`, also in the helpers that `impl` is handed to."""
    nodes = (node for node in ast.walk(function) if isinstance(node, ast.Attribute | ast.Call))
    for node in sorted(nodes, key=lambda n: (n.lineno, n.col_offset)):
        if isinstance(node, ast.Attribute):
            if _is_name(node.value, parameter):
                yield node.attr
        elif helper := helpers.get(getattr(node.func, "id", "")):
            places = [place.arg for place in (*helper.args.posonlyargs, *helper.args.args)]
            handed = [*zip(places, node.args, strict=False), *((k.arg, k.value) for k in node.keywords if k.arg)]
            for name in [name for name, argument in handed if _is_name(argument, parameter)]:
                if (helper.name, name) not in seen:
                    seen.add((helper.name, name))
                    yield from _uses(helper, name, helpers, seen)


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _refuse_wrong_follows(path: Path, specs: tuple[CheckSpec, ...], public: tuple[CheckSpec, ...]) -> None:
    follows = {spec.id: spec.follows for spec in (*public, *specs)}
    for spec in specs:
        if spec.follows and spec.follows not in follows:
            hint = did_you_mean(spec.follows, follows)
            problem = f"check '{spec.id}' follows '{spec.follows}', which is no check{hint}"
            raise ContentError(path, problem, spec.line)
    for spec in specs:
        before, steps = spec.follows, 0
        while before and before != spec.id and steps <= len(follows):
            before, steps = follows[before], steps + 1
        if before == spec.id:
            raise ContentError(path, f"check '{spec.id}' follows itself; remove one 'follows'", spec.line)
