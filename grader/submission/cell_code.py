"""The code in a notebook's cells: its statements with the names that they bind and read, and no IPython magics."""

from __future__ import annotations

import ast
import re
import symtable
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from textwrap import dedent

from grader.submission.notebook import MARK, Cell

_COMPREHENSIONS = ("listcomp", "setcomp", "dictcomp", "genexpr")
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_IDLE = (ast.Delete, ast.Assert, ast.Raise, ast.Return, ast.Pass, ast.Global, ast.Nonlocal)


class StatementKind(Enum):
    """What a statement is for."""

    FUTURE = auto()  # `from __future__ import …`: must come first
    IMPORT = auto()
    DEFINITION = auto()
    LITERAL = auto()  # binds a name to a literal
    BINDING = auto()  # anything else that gives a name a value: an assignment, a loop, a `with`
    CALL = auto()  # calls a method, which may change its object
    TEXT = auto()  # a docstring
    IDLE = auto()  # changes nothing that a function could use


@dataclass(frozen=True)
class Statement:
    """One statement of a cell, with the comments above it."""

    cell: ParsedCell
    kind: StatementKind
    lines: tuple[str, ...]
    first: int  # the line of the cell where `lines` start, from 1
    form: str  # its syntax tree as text: equal for equal code
    binds: frozenset[str] = frozenset()
    fills: frozenset[str] = frozenset()  # the x of `x.a = 1` and `x[0] = 1`
    changes: frozenset[str] = frozenset()  # the x of `x.append(1)`
    at_once: frozenset[str] = frozenset()  # names that it reads when it runs
    later: frozenset[str] = frozenset()  # names that the functions in it read when they are called

    @property
    def reads(self) -> frozenset[str]:
        return self.at_once | self.later

    @property
    def defines(self) -> frozenset[str]:
        return self.binds if self.kind is StatementKind.DEFINITION else frozenset()

    @property
    def may_give(self) -> bool:
        return self.kind not in (StatementKind.IDLE, StatementKind.TEXT, StatementKind.FUTURE)

    @property
    def is_always_kept(self) -> bool:
        """Future imports, `import *`, and docstrings in the exercise's own cells bind no name that could be needed."""
        is_star = self.kind is StatementKind.IMPORT and "name='*'" in self.form
        is_own_text = self.kind is StatementKind.TEXT and self.cell.exercise != ""
        return is_star or is_own_text or self.kind is StatementKind.FUTURE


def _statements(cell: ParsedCell, lines: Sequence[str]) -> list[Statement]:
    """Return the statements in the lines of a cell. Raises one of `UNREADABLE` if the parser cannot read them."""
    body = ast.parse("\n".join(lines)).body
    found, line, column = [], 1, 0
    for node, after in zip(body, [*body[1:], None], strict=False):
        end = node.end_lineno or line
        shares = after is not None and after.lineno == end  # `a = 1; b = 2`; no decorator can come after `;`
        cut = [text.encode("utf-8", "replace") for text in lines[line - 1 : end]]  # the parser counts columns in bytes
        cut[-1] = cut[-1][: node.end_col_offset if shares else None]
        cut[0] = cut[0][column:]
        found.append(_statement(cell, node, tuple(text.decode("utf-8", "replace") for text in cut), line))
        line, column = (end, after.col_offset) if shares and after else (end + 1, 0)
    return found


def _statement(cell: ParsedCell, node: ast.stmt, lines: tuple[str, ...], first: int) -> Statement:
    fills, adds, changes = set[str](), set[str](), set[str]()
    for part in _here(node):
        match part:
            case ast.Attribute(ctx=ast.Store()) | ast.Subscript(ctx=ast.Store()):
                fills |= _root(part)
            case ast.AugAssign(target=target):  # `x += 1` reads x, too
                adds |= _root(target)
            case ast.Expr(value=ast.Call(func=ast.Attribute() as method)):  # also inside a loop
                changes |= _root(method)
    table = symtable.symtable("\n".join(lines), "cell", "exec")
    binds = frozenset(name.get_name() for name in table.get_symbols() if name.is_assigned() or name.is_imported())
    at_once, later = adds, set[str]()
    for name, is_read_at_once in _reads(table, at_once=True):
        (at_once if is_read_at_once else later).add(name)
    names = (binds, frozenset(fills), frozenset(changes), frozenset(at_once), frozenset(later))
    return Statement(cell, _kind(node, bool(changes)), lines, first, ast.dump(node), *names)


def _kind(node: ast.stmt, calls_a_method: bool) -> StatementKind:
    if isinstance(node, ast.ImportFrom) and node.module == "__future__":
        return StatementKind.FUTURE
    if isinstance(node, ast.Import | ast.ImportFrom):
        return StatementKind.IMPORT
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return StatementKind.DEFINITION
    if isinstance(node, ast.Expr):
        if isinstance(node.value, ast.Constant):
            return StatementKind.TEXT
        return StatementKind.CALL if calls_a_method else StatementKind.IDLE
    if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
        with suppress(ValueError, TypeError, RecursionError, MemoryError):
            ast.literal_eval(node.value)
            return StatementKind.LITERAL
    return StatementKind.IDLE if isinstance(node, _IDLE) else StatementKind.BINDING


def _reads(table: symtable.SymbolTable, at_once: bool) -> Iterator[tuple[str, bool]]:
    """Yield the global names that a statement reads, and whether it does while it runs.

    The body of a class runs with the statement, that of a function later.
    """
    whole = table.get_type() == "module"
    for symbol in table.get_symbols():
        if symbol.is_referenced() if whole else symbol.is_global():
            yield symbol.get_name(), at_once
    for child in table.get_children():
        waits = child.get_type() == "function" and child.get_name() not in _COMPREHENSIONS
        yield from _reads(child, at_once and not waits)


def _here(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a statement and its parts, without the insides of functions and classes."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        yield part
        if not isinstance(part, _SCOPES):
            waiting += ast.iter_child_nodes(part)


def _root(node: ast.expr) -> set[str]:
    """Return the x of `x.a[0].b`, nothing if there is no such name."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()


# IPython's syntax is taken out so that Python is left, and every line keeps its number. `%magic`, `!command`, `help?`
# and `x = !command` become `pass`, which is valid in the same places. `%time` runs the rest of its line, which stays.
# Nothing changes inside strings and brackets, where `%` is Python.

LINE_ENDS = re.compile(r"\r\n|\r|\n")
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)  # what the parser raises
_RUNS_ITS_BODY = ("time", "timeit", "capture", "prun", "memit")
_CELL_MAGIC = re.compile(r"%%(\w+)")
_PROMPTS = (
    (re.compile(r">>>( |$)"), re.compile(r"(>>>|\.\.\.)( |$)")),
    (re.compile(r"In \[\d+\]: ?"), re.compile(r"(In \[\d+\]: ?|\s*\.{3,}: ?)")),
)
_ESCAPE = re.compile(r"\s*[%!?,;/]")
_TIMED = re.compile(r"(\s*|[^\"'#()]*?=\s*)%time\s+(?!-)(.*)")
_TOKEN = re.compile(
    r"""(?P<triple>'{3}|"{3})"""
    r"""|(?P<string>"(?:[^"\\]|\\.)*+(?:"|\\?$)|'(?:[^'\\]|\\.)*+(?:'|\\?$))"""
    r"""|(?P<comment>\#.*)|(?P<open>[(\[{])|(?P<close>[)\]}])"""
    r"""|(?P<magic>=\s*[!%](?!=)|\?\s*$)|(?P<goes_on>\\$)"""
)
_REST = {quote: re.compile(rf"(?:[^\\]|\\.)*?{quote}") for quote in ('"""', "'''", '"', "'")}


@dataclass(frozen=True)
class CleanedCell:
    """A cell as Python. `foreign`: the magic that makes the whole cell another language."""

    lines: tuple[str, ...]
    magics: frozenset[int] = frozenset()  # lines that were taken out, from 1
    foreign: str = ""


def clean(source: str) -> CleanedCell:
    """Return the Python in a cell, with as many lines as the cell has."""
    lines = LINE_ENDS.split(source)
    for at, line in enumerate(lines):
        magic = _CELL_MAGIC.match(line.strip())
        if magic is None and line.strip():
            break
        if magic and magic[1] not in _RUNS_ITS_BODY:
            return CleanedCell(("",) * len(lines), foreign=magic[1])
        lines[at] = ""
    lines = dedent("\n".join(lines)).split("\n")
    first = next((line for line in lines if line.strip()), "")
    for start, prompt in _PROMPTS:  # code pasted from a terminal, `>>> x = 1`: IPython removes these, too
        if start.match(first):
            lines = [prompt.sub("", line, count=1) for line in lines]
            break
    try:
        ast.parse("\n".join(lines))
    except UNREADABLE:
        return _without_magics(lines)
    return CleanedCell(tuple(lines))


def _without_magics(lines: list[str]) -> CleanedCell:
    scanner, magics, at = _Scanner(), set[int](), 0
    while at < len(lines):
        starts = scanner.is_between_statements
        if starts and (timed := _TIMED.fullmatch(lines[at])):
            lines[at] = timed[1] + timed[2]
        last = at
        if (starts and _ESCAPE.match(lines[at])) or scanner.finds_magic(lines[at]):
            while lines[last].endswith("\\") and last + 1 < len(lines):  # a backslash joins lines
                last += 1
            indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
            lines[at : last + 1] = [f"{indent}pass", *([""] * (last - at))]
            magics.update(range(at + 1, last + 2))
            scanner.goes_on = False
        at = last + 1
    return CleanedCell(tuple(lines), frozenset(magics))


class _Scanner:
    """Follows strings and brackets through lines that Python cannot read, to find magics outside of them."""

    def __init__(self) -> None:
        self.goes_on = False  # after a backslash
        self._quote = ""  # of the string in which the line starts
        self._depth = 0  # of brackets

    @property
    def is_between_statements(self) -> bool:
        return not (self._quote or self._depth or self.goes_on)

    def finds_magic(self, line: str) -> bool:
        """Read a line, up to a magic if there is one."""
        starts = self.is_between_statements
        place, self.goes_on = 0, False
        while place < len(line):
            if self._quote:
                rest = _REST[self._quote].match(line, place)
                if rest is None:
                    self._quote = self._quote if len(self._quote) > 1 or line.endswith("\\") else ""
                    return False
                self._quote, place = "", rest.end()
            found = _TOKEN.search(line, place)
            if found is None or found["comment"]:
                return False
            if found["magic"] and starts and not self._depth:
                return True
            is_cut = (found["string"] or "").endswith("\\")
            self._quote = found["triple"] or (found["string"][0] if is_cut else "")
            self._depth = max(0, self._depth + bool(found["open"]) - bool(found["close"]))
            self.goes_on = bool(found["goes_on"])
            place = found.end()
        return False


_DEFINES = re.compile(r"^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)


class ParsedCell(Cell):
    """A cell with its statements, parsed when they are needed."""

    @cached_property
    def cleaned(self) -> CleanedCell:
        return clean(self.source)

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Empty if the cell cannot be read: `problem` is the reason."""
        return self._parsed[0]

    @property
    def problem(self) -> Exception | None:
        return self._parsed[1]

    @cached_property
    def _parsed(self) -> tuple[tuple[Statement, ...], Exception | None]:
        lines = list(self.cleaned.lines)
        first = next((at for at, line in enumerate(lines) if line.strip()), None)
        if first is not None and MARK.fullmatch(lines[first].strip()):
            lines[first] = ""
        try:
            return tuple(_statements(self, lines)), None
        except UNREADABLE as problem:
            return (), problem

    @cached_property
    def defines(self) -> frozenset[str]:
        """Names of functions and classes, even if the cell cannot be read."""
        return frozenset(_DEFINES.findall("\n".join(self.cleaned.lines)))

    @cached_property
    def binds(self) -> frozenset[str]:
        return frozenset[str]().union(*(one.binds for one in self.statements))

    @cached_property
    def builds_on(self) -> frozenset[str]:
        """Names that the cell reads as it runs, before it binds them itself."""
        found: set[str] = set()
        bound: set[str] = set()
        for one in self.statements:
            found |= one.at_once - bound
            bound |= one.binds
        return frozenset(found)
