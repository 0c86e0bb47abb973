"""What a submission's source contains, read from its syntax tree. Runs in a child or in a helper process: a parser can
be made to work for seconds, or to crash. Nothing here runs a line of the source."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator

_ABSENT = "__import__('grader.worker.library_shims', fromlist=['Absent']).Absent"
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)  # what the parser raises for code it cannot read
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def _tree(source: str | bytes) -> ast.Module:
    with warnings.catch_warnings():  # such as of "\d" in a string
        warnings.simplefilter("ignore")
        return ast.parse(source)


def parses(source: str) -> bool:
    """Return whether it is valid Python syntax."""
    try:
        compile(source, "source", "exec", dont_inherit=True)
    except (*UNREADABLE, OverflowError):
        return False
    return True


def calls(source: bytes) -> dict[str, tuple[int, int, list[str]]]:
    """Return each name bound at the top level → its first line, its last, and the names used between: what it may
    call. {} if the source is not Python."""
    try:
        body = _tree(source).body
    except UNREADABLE:
        return {}
    found: dict[str, tuple[int, int, list[str]]] = {}
    for node in body:
        used = sorted({part.id for part in ast.walk(node) if isinstance(part, ast.Name)})
        found |= dict.fromkeys(_bound(node), (node.lineno, node.end_lineno or node.lineno, used))
    return found


def without(absent: set[str], source: bytes, file: str) -> bytes:
    """Return the source with names that raise when they are used in place of imports of these packages, which are not
    here.

    Only plain imports at its top level are replaced: what stands in a `try` or a function is the submission's business.
    Every line keeps its number. A source that cannot be parsed stays as it is.
    """
    source = source.removeprefix(b"\xef\xbb\xbf")
    try:
        body = _tree(source).body
    except UNREADABLE:
        return source
    lines = source.splitlines(keepends=True)
    for node in reversed(body):
        if text := _absent_names(node, file, absent):
            first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
            after = lines[last][node.end_col_offset :]
            lines[first : last + 1] = [lines[first][: node.col_offset] + text.encode() + after]
    return b"".join(lines)


def _absent_names(node: ast.stmt, file: str, absent: set[str]) -> str:
    """Return what replaces an import, "" if it stays."""
    kept, gone = [], []
    if isinstance(node, ast.Import):
        for alias in node.names:
            root = alias.name.partition(".")[0]
            if root in absent:
                gone.append((alias.asname or root, root))
            else:
                kept.append(f"import {alias.name}" + (f" as {alias.asname}" if alias.asname else ""))
    elif isinstance(node, ast.ImportFrom) and not node.level and node.names[0].name != "*":
        root = (node.module or "").partition(".")[0]
        gone = [(alias.asname or alias.name, root) for alias in node.names if root in absent]
    if not gone:
        return ""
    missing = [f"{name} = {_ABSENT}({root!r}, {file!r}, {node.lineno}" for name, root in gone]
    lines = "\n" * ((node.end_lineno or node.lineno) - node.lineno)
    return "; ".join([*kept, *(f"{text})" for text in missing[:-1]), f"{missing[-1]}{lines})"])


def definitions(source: bytes) -> list[str]:
    """Return the names that a source defines at its top level. SyntaxError if it is not Python."""
    return [name for node in _tree(source).body for name in _bound(node)]


def _bound(node: ast.stmt) -> list[str]:
    """Return the names that a statement defines: a function, a class, constants; not imports."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
    return []


def function_digests(source: str) -> dict[str, str]:
    """Return a digest of the body of every function and method ("Class.method"), without its docstring.

    Equal digests mean the same code, whatever its comments and layout: so an untouched stub is recognised. {} if the
    source is not Python. The walk keeps its own stack, so that deep nesting cannot exhaust Python's.
    """
    try:
        tree = _tree(source)
    except UNREADABLE:
        return {}
    from hashlib import sha256

    found = {}
    for name, function in _functions(tree):
        body = function.body[1:] if ast.get_docstring(function, clean=False) is not None else function.body
        found[name] = sha256("\n".join(_tokens(body)).encode()).hexdigest()[:32]
    return found


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Yield functions and methods in the order of the file, those under `if` and `try` too."""
    stack: list[tuple[str, ast.AST]] = [("", tree)]
    while stack:
        prefix, node = stack.pop()
        if isinstance(node, _FUNCTIONS):
            yield prefix + node.name, node
            continue
        if isinstance(node, ast.ClassDef):
            prefix = f"{prefix}{node.name}."
        blocks = ("body", "handlers", "orelse", "finalbody", "cases")
        children = [child for block in blocks for child in getattr(node, block, ())]
        stack.extend((prefix, child) for child in reversed(children))


def _tokens(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the tree as a sequence of words; brackets keep its shape, quotes keep strings apart from the rest."""
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
