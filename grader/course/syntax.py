"""Python sources seen as syntax trees. Nothing here runs a line of them."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from pathlib import Path

from grader.course.textfile import unix_lines
from grader.errors import ContentError

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_CANNOT_PARSE = (SyntaxError, ValueError, RecursionError, MemoryError)


def parse(path: Path, source: str) -> ast.Module:
    """The syntax tree; ContentError with the line if there is none."""
    try:
        return _tree(source)
    except SyntaxError as error:
        raise ContentError(path, f"not valid Python ({error.msg}); correct this line", error.lineno) from None
    except _CANNOT_PARSE as error:
        raise ContentError(path, f"not valid Python ({error}); simplify the file", 1) from None


def _tree(source: str) -> ast.Module:
    if "\0" in source:
        line = unix_lines(source[: source.index("\0")]).count("\n") + 1
        raise SyntaxError("null byte", ("", line, 1, ""))
    with warnings.catch_warnings():  # "\d" in somebody's string is no news for a terminal
        warnings.simplefilter("ignore")
        return ast.parse(source)


def docstring(path: Path, source: str) -> tuple[str, int]:
    """A module's docstring ("" if it has none) and its line."""
    tree = parse(path, source)
    return ast.get_docstring(tree) or "", tree.body[0].lineno if tree.body else 1


def imports_module(path: Path, source: str, name: str) -> bool:
    """Whether the source imports `name` or something in it, at the top or inside a function."""
    if name not in source:
        return False
    imported = (module for node in ast.walk(parse(path, source)) for module in _imported(node))
    return any(module == name or module.startswith(f"{name}.") for module in imported)


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and not node.level:
        return [node.module or ""]
    return []


def function_digests(source: str) -> dict[str, str]:
    """Digest of the body of every function and method ("Class.method"), without its docstring.

    Equal digests mean the same code, whatever its comments and layout: so an untouched stub is told. {} if the
    source is no Python. The walk keeps its own stack, so that deep nesting cannot exhaust Python's.
    """
    try:
        tree = _tree(source)
    except _CANNOT_PARSE:
        return {}
    return {name: _digest(_code(function)) for name, function in _functions(tree)}


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Functions and methods in the order of the file, those under `if` and `try` too."""
    stack: list[tuple[str, ast.AST]] = [("", tree)]
    while stack:
        prefix, node = stack.pop()
        if isinstance(node, FUNCTIONS):
            yield prefix + node.name, node
            continue
        if isinstance(node, ast.ClassDef):
            prefix = f"{prefix}{node.name}."
        stack.extend((prefix, child) for child in reversed(_statements(node)))


def _statements(node: ast.AST) -> list[ast.AST]:
    blocks = ("body", "handlers", "orelse", "finalbody", "cases")
    return [child for block in blocks for child in getattr(node, block, ())]


def _code(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
    return function.body[1:] if ast.get_docstring(function, clean=False) is not None else function.body


def _digest(body: list[ast.stmt]) -> str:
    from hashlib import sha256

    return sha256("\n".join(_tokens(body)).encode()).hexdigest()[:32]


def _tokens(body: list[ast.stmt]) -> Iterator[str]:
    """The tree as a sequence of words; brackets keep its shape, quotes keep strings apart from the rest."""
    stack: list[object] = [body]
    while stack:
        item = stack.pop()
        if isinstance(item, list):
            yield f"[{len(item)}"
            stack.extend(reversed(item))
        elif isinstance(item, ast.AST):
            yield type(item).__name__
            stack.extend(getattr(item, field, None) for field in reversed(item._fields))
        else:
            # hex: a long decimal is refused by Python, a long hexadecimal is not
            yield hex(item) if type(item) is int else repr(item)
