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
    found = next(_uses(submission.source, exercise.forbids.names), None)
    if found is None:
        return CheckResult(OWN_WORK, _TITLE, Outcome.PASSED, most, most)
    name, line = found
    message = f"{submission.filename}, line {line} uses {name}; this exercise asks you to write that part yourself"
    return CheckResult(OWN_WORK, _TITLE, Outcome.FAILED, 0.0, most, message=message)


def _uses(source: bytes, forbidden: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Where a forbidden name is used: by its last part, after whatever alias its module was imported under."""
    ends = {name.rpartition(".")[2]: name for name in forbidden}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in ends:
            yield ends[node.attr], node.lineno
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if alias.name in ends:
                    yield ends[alias.name], node.lineno
