"""A right solution, changed in one place at a time: what the checks of an exercise have to notice."""

from __future__ import annotations

import ast
import copy
import difflib
import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from grader.author.changes import Change, changes, number

Function = ast.FunctionDef | ast.AsyncFunctionDef
# Parts of a node that compute nothing, or only choose words.
UNSEEN = frozenset({"annotation", "returns", "decorator_list", "type_params", "bases", "msg", "type", "pattern"})


@dataclass(frozen=True)
class Mutant:
    """One changed module."""

    name: str  # "line 12: + → -", different for each mutant
    line: int
    source: str
    before: str  # the changed statement, of a compound one the header
    after: str  # the same after the change; "pass instead of x += 1" where it is removed
    diff: tuple[str, ...]


@dataclass(frozen=True)
class _Place:
    """A node and the innermost statement around it."""

    node: ast.AST
    statement: ast.stmt


def mutants(source: str) -> list[Mutant]:
    """Every change of the module, in the order of its lines; no two have the same syntax tree."""
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    tree = ast.parse(source)
    seen = {ast.dump(tree)}
    found = []
    for change, statement in sorted(_all_changes(tree), key=_position):
        before = _header(statement)
        expected, after = _applied(tree, change, statement)
        text = None if expected in seen else _rewritten(source, change, expected)
        if text is None:
            continue
        seen.add(expected)
        line = change.old.lineno
        found.append(Mutant(f"line {line}: {change.label}", line, text, before, after, _diff(source, text)))
    return _numbered(found)


def _position(found: tuple[Change, ast.stmt]) -> tuple[int, int]:
    return found[0].old.lineno, found[0].old.col_offset


def _numbered(found: list[Mutant]) -> list[Mutant]:
    """Names told apart: the second "line 12: + → -" gets a (2)."""
    count: Counter[str] = Counter()
    result = []
    for mutant in found:
        count[mutant.name] += 1
        nth = count[mutant.name]
        result.append(mutant if nth == 1 else replace(mutant, name=f"{mutant.name} ({nth})"))
    return result


def _all_changes(tree: ast.Module) -> Iterator[tuple[Change, ast.stmt]]:
    modules = _imported(tree)
    for place in _places(tree, None):
        for change in changes(place.node, modules):
            yield change, place.statement
    for statement in _removable(tree.body, set(), ""):
        yield Change("statement removed", statement, ast.Pass()), statement


def _imported(tree: ast.Module) -> frozenset[str]:
    aliases = [a for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom) for a in node.names]
    return frozenset((alias.asname or alias.name).split(".")[0] for alias in aliases)


def _places(node: ast.AST, statement: ast.stmt | None) -> Iterator[_Place]:
    if _left_out(node):
        return
    statement = node if isinstance(node, ast.stmt) else statement
    if statement is not None:
        yield _Place(node, statement)
    for child in _children(node):
        yield from _places(child, statement)


def _left_out(node: ast.AST) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Raise() | ast.JoinedStr() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
            return True
    return False


def _children(node: ast.AST) -> Iterator[ast.AST]:
    if number(node) is not None:  # -1 is one number, not the negative of another
        return
    for field, value in ast.iter_fields(node):
        if field in UNSEEN or (isinstance(node, ast.ClassDef) and field == "keywords"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield child


def _removable(body: list[ast.stmt], bound: set[str], function: str) -> Iterator[ast.stmt]:
    """Statements without which every name still has a value; `bound` are the names that have one before."""
    for statement in body:
        if _left_out(statement):
            continue
        if _can_go(statement, bound, function):
            yield statement
        if isinstance(statement, Function):
            yield from _removable(statement.body, _parameters(statement), statement.name)
        elif isinstance(statement, ast.ClassDef):
            yield from _removable(statement.body, set(), "")
        else:
            bound |= _stored(statement)
            for inner in _bodies(statement):
                yield from _removable(inner, bound, function)


def _can_go(statement: ast.stmt, bound: set[str], function: str) -> bool:
    match statement:
        case ast.Expr() | ast.AugAssign():
            return True
        case ast.Assign(targets=targets):
            return all(_stays_defined(target, bound, function) for target in targets)
        case ast.AnnAssign(value=ast.expr(), target=target):
            return _stays_defined(target, bound, function)
    return False


def _stays_defined(target: ast.expr, bound: set[str], function: str) -> bool:
    match target:
        case ast.Name(id=name):
            return name in bound
        case ast.Attribute():
            return function != "__init__"
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return all(_stays_defined(part, bound, function) for part in parts)
        case ast.Starred(value=inner):
            return _stays_defined(inner, bound, function)
    return True  # x[i] = ...


def _parameters(function: Function) -> set[str]:
    return {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}


def _stored(statement: ast.stmt) -> set[str]:
    """Names that the statement itself binds, not the statements inside it."""
    nodes = ast.walk(_alone(statement))
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _bodies(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for holder in (statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        for field in ("body", "orelse", "finalbody"):
            yield getattr(holder, field, [])


def _alone(statement: ast.stmt) -> ast.stmt:
    """The statement without the statements inside it and without its decorators."""
    alone = copy.copy(statement)
    for field in {"body", "orelse", "finalbody", "handlers", "decorator_list"} & set(statement._fields):
        setattr(alone, field, [])
    if isinstance(alone, ast.Match):
        alone.cases = [ast.match_case(case.pattern, case.guard, []) for case in alone.cases]
    return alone


def _header(statement: ast.stmt) -> str:
    return ast.unparse(_alone(statement)).strip()


class _Replacing(ast.NodeTransformer):
    """Puts one node, told by identity, in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


def _applied(tree: ast.Module, change: Change, statement: ast.stmt) -> tuple[str, str]:
    """The changed tree as text, and the changed statement; the tree is left as it was."""
    _Replacing(change.old, change.new).visit(tree)
    result = ast.dump(tree), _after(change, statement)
    _Replacing(change.new, change.old).visit(tree)
    return result


def _after(change: Change, statement: ast.stmt) -> str:
    if isinstance(change.new, ast.Pass):
        return f"pass instead of {_header(statement)}"
    return _header(change.new if isinstance(change.new, ast.stmt) else statement)


def _rewritten(source: str, change: Change, expected: str) -> str | None:
    """The source with only the changed node written anew, in parentheses where it would mean something else."""
    code = ast.unparse(change.new)
    for text in (_spliced(source, change.old, code), _spliced(source, change.old, f"({code})")):
        try:
            if ast.dump(ast.parse(text)) == expected:
                return text
        except SyntaxError:
            continue
    return None


def _spliced(source: str, node: ast.expr | ast.stmt, code: str) -> str:
    lines = source.encode().split(b"\n")  # columns of a syntax tree count bytes
    starts = [0, *itertools.accumulate(len(line) + 1 for line in lines)]
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    start = starts[node.lineno - 1] + node.col_offset
    end = starts[node.end_lineno - 1] + node.end_col_offset
    raw = source.encode()
    return (raw[:start] + code.encode() + raw[end:]).decode()


def _diff(source: str, text: str) -> tuple[str, ...]:
    lines = difflib.unified_diff(source.split("\n"), text.split("\n"), n=1, lineterm="")
    return tuple(lines)[2:]  # without the file names
