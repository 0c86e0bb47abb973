"""Which checks a change can reach: the others need not be run again, for they can only give what they gave before.

Names decide: a check reaches what it names, and what that names in turn. Where names do not tell, everything counts.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from grader.course import CheckSpec, Exercise

_DEFINES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_HARMLESS = (ast.Import, ast.ImportFrom)
_LOOKS_ANYWHERE = {"vars", "dir", "globals", "eval", "exec", "__dict__"}


def touched(exercise: Exercise, overlay: str) -> set[str]:
    """The checks whose outcome may change when the overlay's definitions replace the reference's."""
    specs = (*exercise.checks, *exercise.hidden_checks)
    changed = _defined_by(overlay)
    if changed is None:
        return {spec.id for spec in specs}
    solution = _names(exercise.solution_source)
    sources = {False: _names(exercise.checks_source), True: _names(exercise.hidden_source or "")}
    return {spec.id for spec in specs if _reaches(spec, sources[spec.hidden], solution, changed)}


def _reaches(spec: CheckSpec, checks: dict[str, set[str]], solution: dict[str, set[str]], changed: set[str]) -> bool:
    said = _closure([spec.id], checks)
    if said & _LOOKS_ANYWHERE:
        return True
    return bool(_closure(said & (solution.keys() | changed), solution) & changed)


def _closure(start: Iterable[str], names: dict[str, set[str]]) -> set[str]:
    """All names that lead on from these."""
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += names.get(name, ())
    return found


def _defined_by(overlay: str) -> set[str] | None:
    """What an overlay puts in place of the reference's; None if it does more than define."""
    found: set[str] = set()
    for node in ast.parse(overlay).body:
        if isinstance(node, _DEFINES):
            found.add(node.name)
        elif isinstance(node, ast.Assign) and all(isinstance(target, ast.Name) for target in node.targets):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif not isinstance(node, _HARMLESS) and not _is_text(node):
            return None
    return None if "__dict__" in overlay or "setattr" in overlay else found


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _names(source: str) -> dict[str, set[str]]:
    """Each top-level definition → every name, attribute and word in it."""
    found: dict[str, set[str]] = {}
    for node in ast.parse(source).body:
        said = {word for child in ast.walk(node) for word in _words(child)}
        for name in _bound(node):
            found.setdefault(name, set()).update(said)
    return found


def _bound(node: ast.stmt) -> list[str]:
    if isinstance(node, _DEFINES):
        return [node.name]
    return [child.id for child in ast.walk(node) if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store)]


def _words(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, ast.alias):
        return [node.name, node.asname or node.name]
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr":
        return [] if isinstance(node.args[1], ast.Constant | ast.Name) else ["__dict__"]  # put together while it runs
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []
