"""Python sources seen as syntax trees. Nothing here runs a line of them."""

from __future__ import annotations

import ast
import warnings
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
