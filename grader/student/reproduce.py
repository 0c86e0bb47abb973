"""A script that replays one failed check on the student's file, without the grader unless it needs a device."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from typing import Any

from grader.course import Course, Exercise, without_other_checks
from grader.errors import UsageError
from grader.grade.plan import Judges, published
from grader.results import ExerciseResult
from grader.student.workspace import TEMPLATES
from grader.submission import Submission
from grader.text import fill_template
from grader.values import INPUTS

_LONGEST = 20_000  # characters of an expected value: nobody compares more by eye


def script(
    course: Course,
    exercise: Exercise,
    submission: Submission,
    result: ExerciseResult,
    expected: Callable[[str], Any],
) -> str:
    """A script that replays the first public check that failed; UsageError if all passed.

    `expected` returns what the reference returns in a check, None where no single value is right.
    """
    specs = {spec.id: spec for spec in exercise.checks}
    failed = next((check for check in result.checks if check.id in specs and not check.passed), None)
    if failed is None and any(check.id == INPUTS and not check.passed for check in result.checks):
        raise UsageError("every value is right: only an argument was changed, and the result names it")
    if failed is None:
        raise UsageError(f"every public check of {exercise.slug} passed: there is nothing to replay")
    spec, setting = specs[failed.id], published(course.seed)
    given = f", {_literal(Judges(exercise).given(spec.id, setting.seed_of(exercise))[0])}" if spec.takes_given else ""
    return fill_template(
        TEMPLATES / "replay.py.j2",
        exercise=exercise,
        spec=spec,
        title=_in_docstring(spec.title),
        message=_in_docstring(failed.message),
        filename=_in_docstring(submission.filename),
        path=json.dumps(str(submission.path.absolute()), ensure_ascii=False),
        seed=setting.seed_of(exercise, spec.id),
        torch=spec.takes_device or exercise.needs_torch or submission.mentions(b"torch"),
        check=_without_grader(without_other_checks(exercise.checks_source, spec.id)),
        cells=repr(submission.source.decode()) if submission.places else "",  # of a notebook
        given=given,
        expected=shown if len(shown := _literal(expected(spec.id))) <= _LONGEST else "",
    )


def _in_docstring(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', "'")


def _without_grader(source: str) -> str:
    """The check as plain Python: without its decorator, docstring, and imports of the grader and of numpy, which the
    script imports itself."""
    tree, kept = ast.parse(source), []
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=str(module)) if module.partition(".")[0] == "grader":
                continue
            case ast.Import(names=[ast.alias(name="numpy", asname="np")]) | ast.Expr(value=ast.Constant()):
                continue
            case ast.FunctionDef(decorator_list=decorators):
                node.decorator_list = [item for item in decorators if not ast.unparse(item).startswith("check(")]
        kept.append(node)
    tree.body = kept
    return ast.unparse(ast.fix_missing_locations(tree))


def _literal(value: Any) -> str:
    if hasattr(value, "tolist"):
        return f"np.array({value.tolist()!r})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {_literal(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        inner = ", ".join(_literal(item) for item in value)
        return f"[{inner}]" if isinstance(value, list) else f"({inner},)"
    return repr(value)
