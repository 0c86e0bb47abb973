"""The top-level statements of a cell: what each one binds, and what it reads, at once or when it is called."""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

_COMPREHENSIONS = ("listcomp", "setcomp", "dictcomp", "genexpr")
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_IDLE = (ast.Delete, ast.Assert, ast.Raise, ast.Return, ast.Pass, ast.Global, ast.Nonlocal)


class Kind(Enum):
    """What a statement is for."""

    FUTURE = auto()  # `from __future__ import …`: must come first
    IMPORT = auto()
    DEFINITION = auto()
    LITERAL = auto()  # a name for a value that is written out
    BINDING = auto()  # anything else that gives a name a value: an assignment, a loop, a `with`
    CALL = auto()  # a call of a method, which may change what it is called on
    TEXT = auto()  # a docstring
    IDLE = auto()  # changes nothing that a function could use


@dataclass(frozen=True)
class Statement:
    """One statement, with the comments above it."""

    kind: Kind
    lines: tuple[str, ...]
    first: int  # the line of the cell that `lines` begins with, counted from 1
    form: str  # its syntax tree as text: equal for equal code
    binds: frozenset[str] = frozenset()
    fills: frozenset[str] = frozenset()  # the x of `x.a = 1` and `x[0] = 1`
    changes: frozenset[str] = frozenset()  # names that methods are called on
    at_once: frozenset[str] = frozenset()  # names that it reads when it runs
    later: frozenset[str] = frozenset()  # names that the functions in it read when they are called

    @property
    def reads(self) -> frozenset[str]:
        return self.at_once | self.later

    @property
    def last(self) -> int:
        return self.first + len(self.lines) - 1


def statements(lines: Sequence[str]) -> list[Statement]:
    """The statements of a cell, in order. SyntaxError, or another of what the parser raises, if it cannot be read."""
    body = ast.parse("\n".join(lines)).body
    found, line, column = [], 1, 0
    for node, after in zip(body, [*body[1:], None], strict=False):
        shares = after is not None and _begins(after) == node.end_lineno
        end_column = node.end_col_offset if shares else None
        text = _cut(lines, line, column, node.end_lineno or line, end_column)
        found.append(_statement(node, text, line))
        line, column = (_begins(after), after.col_offset) if shares and after else ((node.end_lineno or line) + 1, 0)
    return found


def _begins(node: ast.stmt) -> int:
    """The first line, decorators included."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(item.lineno for item in decorators)])


def _cut(lines: Sequence[str], line: int, column: int, end: int, end_column: int | None) -> tuple[str, ...]:
    """Lines of a cell; columns are in bytes, as the parser counts them."""
    cut = [text.encode("utf-8", "replace") for text in lines[line - 1 : end]]
    cut[-1] = cut[-1][:end_column]
    cut[0] = cut[0][column:]
    return tuple(text.decode("utf-8", "replace") for text in cut)


def _statement(node: ast.stmt, lines: tuple[str, ...], first: int) -> Statement:
    table = symtable.symtable("\n".join(lines), "cell", "exec")
    read = [*_reads(table, at_once=True), *((name, True) for name in _added_to(node))]
    bound = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    return Statement(
        _kind(node),
        lines,
        first,
        ast.dump(node),
        frozenset(bound),
        frozenset(_stored_in(node)),
        frozenset(_called_on(node)),
        frozenset(name for name, at_once in read if at_once),
        frozenset(name for name, at_once in read if not at_once),
    )


def _kind(node: ast.stmt) -> Kind:
    if isinstance(node, ast.ImportFrom) and node.module == "__future__":
        return Kind.FUTURE
    if isinstance(node, ast.Import | ast.ImportFrom):
        return Kind.IMPORT
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return Kind.DEFINITION
    if isinstance(node, ast.Expr):
        if isinstance(node.value, ast.Constant):
            return Kind.TEXT
        return Kind.CALL if any(_called_on(node)) else Kind.IDLE
    if isinstance(node, ast.Assign | ast.AnnAssign) and _is_literal(node.value):
        return Kind.LITERAL
    return Kind.IDLE if isinstance(node, _IDLE) else Kind.BINDING


def _is_literal(value: ast.expr | None) -> bool:
    if value is None:
        return False
    try:
        ast.literal_eval(value)
    except (ValueError, TypeError, RecursionError, MemoryError):
        return False
    return True


def _reads(table: symtable.SymbolTable, at_once: bool) -> Iterator[tuple[str, bool]]:
    """Names that are looked up outside a statement, and whether while it runs. A class body runs, a function waits."""
    whole = table.get_type() == "module"
    for symbol in table.get_symbols():
        if symbol.is_referenced() if whole else symbol.is_global():
            yield symbol.get_name(), at_once
    for child in table.get_children():
        waits = child.get_type() == "function" and child.get_name() not in _COMPREHENSIONS
        yield from _reads(child, at_once and not waits)


def _stored_in(node: ast.stmt) -> Iterator[str]:
    """The x of `x.a = 1` and `x[0] = 1`."""
    for part in _here(node):
        if isinstance(part, ast.Attribute | ast.Subscript) and isinstance(part.ctx, ast.Store):
            yield from _root(part)


def _added_to(node: ast.stmt) -> Iterator[str]:
    """The x of `x += 1`, which is read, too."""
    for part in _here(node):
        if isinstance(part, ast.AugAssign):
            yield from _root(part.target)


def _called_on(node: ast.stmt) -> Iterator[str]:
    """The x of a statement `x.append(1)`, also inside a loop."""
    for part in _here(node):
        if isinstance(part, ast.Expr) and isinstance(part.value, ast.Call):
            called = part.value.func
            yield from _root(called) if isinstance(called, ast.Attribute) else ()


def _here(node: ast.AST) -> Iterator[ast.AST]:
    """A statement and its parts, without the insides of functions and classes."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        yield part
        if not isinstance(part, _SCOPES):
            waiting += ast.iter_child_nodes(part)


def _root(node: ast.expr) -> Iterator[str]:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id
