"""attention-grader: exercises and quizzes that teach the Transformer, graded automatically."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grader.api import QuizSummary, grade_batch, grade_quiz, grade_submission
    from grader.batch.run import Progress, Summary
    from grader.course import Course, Exercise, load_course
    from grader.grade import Grader
    from grader.results import CheckResult, ExerciseResult, Outcome

__all__ = [
    "CheckResult",
    "Course",
    "Exercise",
    "ExerciseResult",
    "Grader",
    "Outcome",
    "Progress",
    "QuizSummary",
    "Summary",
    "grade_batch",
    "grade_quiz",
    "grade_submission",
    "load_course",
]  # fmt: skip
__version__ = "0.1.0"

_HOME = {
    "Course": "grader.course",
    "Exercise": "grader.course",
    "load_course": "grader.course",
    "Grader": "grader.grade",
    "CheckResult": "grader.results",
    "ExerciseResult": "grader.results",
    "Outcome": "grader.results",
    "Progress": "grader.batch.run",
    "Summary": "grader.batch.run",
    "QuizSummary": "grader.api",
    "grade_batch": "grader.api",
    "grade_quiz": "grader.api",
    "grade_submission": "grader.api",
    "load_ipython_extension": "grader.jupyter",  # for `%load_ext grader`
    "unload_ipython_extension": "grader.jupyter",
}


def __getattr__(name: str) -> Any:
    """Load the library's parts on first use: a child that imports `grader.checks` must load nothing else."""
    if name not in _HOME:
        raise AttributeError(f"module 'grader' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOME[name]), name)
