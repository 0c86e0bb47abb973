"""The rule that an exercise may set: do not call the library function that does it all."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from grader.course import Exercise
from grader.results import CheckResult, Outcome
from grader.submission import Submission
from grader.worker import Report

OWN_WORK = "own_work"
_TITLE = "does the work itself"


def own_work(exercise: Exercise, submission: Submission, reports: Iterable[Report]) -> CheckResult:
    """Points for not using what the exercise forbids. A file that a child could not load earns none."""
    assert exercise.forbids is not None
    most = exercise.forbids.points
    if not any(report.status == "value" for report in reports):
        return CheckResult(OWN_WORK, _TITLE, Outcome.NOT_ATTEMPTED, 0.0, most, message="nothing runs yet")
    try:
        found = next(_uses(submission.source, exercise.forbids.names), None)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        message = f"{submission.filename} is nested too deeply to be read; write simpler expressions"
        return CheckResult(OWN_WORK, _TITLE, Outcome.FAILED, 0.0, most, message=message)
    if found is None:
        return CheckResult(OWN_WORK, _TITLE, Outcome.PASSED, most, most)
    name, line = found
    place = f"{submission.filename}, {submission.where(line)}"
    message = f"{place} uses {name}; this exercise asks you to write that part yourself"
    return CheckResult(OWN_WORK, _TITLE, Outcome.FAILED, 0.0, most, message=message)


def _uses(source: bytes, forbidden: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Where a forbidden name is used: by its last part, after whatever alias its module was imported under."""
    ends = {name.rpartition(".")[2]: name for name in forbidden}
    nodes = list(ast.walk(ast.parse(source)))
    starred = {name for name in ends if _comes_with_a_star(name, nodes)}
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr in ends and not _is_own(node.value):
            yield ends[node.attr], node.lineno
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if alias.name in ends:
                    yield ends[alias.name], node.lineno
        elif isinstance(node, ast.Name) and node.id in starred:
            yield ends[node.id], node.lineno


def _is_own(base: ast.expr) -> bool:
    """A method that the student wrote may be called like what it replaces."""
    return isinstance(base, ast.Name) and base.id in ("self", "cls")


def _comes_with_a_star(name: str, nodes: Iterable[ast.AST]) -> bool:
    starred, defined = False, False
    for node in nodes:
        starred |= isinstance(node, ast.ImportFrom) and node.names[0].name == "*"
        defined |= isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name
        defined |= isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == name
    return starred and not defined
