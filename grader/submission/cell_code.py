"""The code in a notebook's cells: statements and the names they bind and read, magics made harmless, cells."""

from __future__ import annotations

import ast
import re
import symtable
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from textwrap import dedent

_COMPREHENSIONS = ("listcomp", "setcomp", "dictcomp", "genexpr")
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_IDLE = (ast.Delete, ast.Assert, ast.Raise, ast.Return, ast.Pass, ast.Global, ast.Nonlocal)


class StatementKind(Enum):
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

    kind: StatementKind
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


def _kind(node: ast.stmt) -> StatementKind:
    if isinstance(node, ast.ImportFrom) and node.module == "__future__":
        return StatementKind.FUTURE
    if isinstance(node, ast.Import | ast.ImportFrom):
        return StatementKind.IMPORT
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return StatementKind.DEFINITION
    if isinstance(node, ast.Expr):
        if isinstance(node.value, ast.Constant):
            return StatementKind.TEXT
        return StatementKind.CALL if any(_called_on(node)) else StatementKind.IDLE
    if isinstance(node, ast.Assign | ast.AnnAssign) and _is_literal(node.value):
        return StatementKind.LITERAL
    return StatementKind.IDLE if isinstance(node, _IDLE) else StatementKind.BINDING


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


# What a cell says to IPython, taken out so that Python is left. Every line keeps its number. `%magic`, `!command`,
# `help?` and `x = !command` become `pass`, which may stand wherever they stood. `%time` runs what follows it, so that
# what follows stays. Nothing is touched inside strings and brackets, where `%` is Python.

LINE_ENDS = re.compile(r"\r\n|\r|\n")
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)  # what the parser says of code it cannot read
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
    """A cell as Python. `foreign`: the magic that makes the whole cell something else."""

    lines: tuple[str, ...]
    magics: frozenset[int] = frozenset()  # lines that were taken out, counted from 1
    foreign: str = ""


def clean(source: str) -> CleanedCell:
    """The Python in a cell, with as many lines as the cell has."""
    lines, foreign = _without_cell_magics(LINE_ENDS.split(source))
    if foreign:
        return CleanedCell(("",) * len(lines), foreign=foreign)
    lines = _without_prompts(dedent("\n".join(lines)).split("\n"))
    try:
        ast.parse("\n".join(lines))
    except UNREADABLE:
        return _Scan(lines).cleaned()
    return CleanedCell(tuple(lines))


def _without_cell_magics(lines: list[str]) -> tuple[list[str], str]:
    """Those that run their body as it is are only blanked; any other names a language of its own."""
    for at, line in enumerate(lines):
        found = _CELL_MAGIC.match(line.strip())
        if found is None and line.strip():
            break
        if found is not None and found[1] not in _RUNS_ITS_BODY:
            return lines, found[1]
        lines[at] = ""
    return lines, ""


def _without_prompts(lines: list[str]) -> list[str]:
    """Code pasted from a terminal, `>>> x = 1`: IPython strips these, too."""
    first = next((line for line in lines if line.strip()), "")
    for begins, prompt in _PROMPTS:
        if begins.match(first):
            return [prompt.sub("", line, count=1) for line in lines]
    return lines


class _Scan:
    """Goes through lines that Python cannot read, and finds what speaks to IPython."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._magics: set[int] = set()
        self._quote = ""  # of the string that the line begins in
        self._depth = 0  # of brackets
        self._goes_on = False  # after a backslash

    def cleaned(self) -> CleanedCell:
        at = 0
        while at < len(self._lines):
            begins = not (self._quote or self._depth or self._goes_on)
            timed = _TIMED.fullmatch(self._lines[at]) if begins else None
            if timed:
                self._lines[at] = timed[1] + timed[2]
            if (begins and _ESCAPE.match(self._lines[at])) or self._has_magic(self._lines[at], begins):
                at = self._take_out(at)
            at += 1
        return CleanedCell(tuple(self._lines), frozenset(self._magics))

    def _has_magic(self, line: str, begins: bool) -> bool:
        """Follows strings and brackets through a line, up to a magic if it holds one."""
        place, self._goes_on = 0, False
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
            if found["magic"] and begins and not self._depth:
                return True
            self._step(found)
            place = found.end()
        return False

    def _step(self, found: re.Match[str]) -> None:
        cut = (found["string"] or "").endswith("\\")
        self._quote = found["triple"] or (found["string"][0] if cut else "")
        self._depth = max(0, self._depth + bool(found["open"]) - bool(found["close"]))
        self._goes_on = bool(found["goes_on"])

    def _take_out(self, at: int) -> int:
        """Replace a magic, and the lines that a backslash joins to it. Gives its last line."""
        indent = re.match(r"\s*", self._lines[at])
        assert indent is not None
        last = at
        while self._lines[last].endswith("\\") and last + 1 < len(self._lines):
            last += 1
        self._lines[at : last + 1] = [f"{indent[0]}pass", *([""] * (last - at))]
        self._magics.update(range(at + 1, last + 2))
        self._goes_on = False
        return last


# A code cell: which exercise it is for, and what it holds.

_MARK = re.compile(r"#\s*exercise\s*:\s*([\w/-]+)\s*", re.IGNORECASE)
_DEFINES = re.compile(r"^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)


def marked(source: str) -> str:
    """The exercise that a cell's first line names, "" if it names none. Cell magics may stand before it."""
    for line in source.splitlines():
        if line.strip() and not line.startswith("%%"):
            found = _MARK.fullmatch(line.strip())
            return slug_of(found[1]) if found else ""
    return ""


def slug_of(name: str) -> str:
    """`masking` of "masking", "06_masking", "2_attention/06_masking"."""
    return re.sub(r"^\d+_", "", name.strip("/").rpartition("/")[2].lower().replace("-", "_"))


@dataclass(frozen=True)
class Cell:
    """A code cell. `label`: what a person calls it, "cell 7" or "In[7]". `exercise`: "" if it is for none."""

    label: str
    source: str
    exercise: str = ""

    @cached_property
    def cleaned(self) -> CleanedCell:
        return clean(self.source)

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """() if the cell cannot be read: `problem` says why."""
        return self._read[0]

    @cached_property
    def problem(self) -> Exception | None:
        return self._read[1]

    @cached_property
    def _read(self) -> tuple[tuple[Statement, ...], Exception | None]:
        lines = list(self.cleaned.lines)
        first = next((at for at, line in enumerate(lines) if line.strip()), None)
        if first is not None and _MARK.fullmatch(lines[first].strip()):
            lines[first] = ""
        try:
            return tuple(statements(lines)), None
        except UNREADABLE as problem:
            return (), problem

    @cached_property
    def defines(self) -> frozenset[str]:
        """Names of functions and classes, also where the cell cannot be read."""
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
