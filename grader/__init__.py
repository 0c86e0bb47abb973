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
    "CheckResult", "Course", "Exercise", "ExerciseResult", "Grader", "Outcome", "Progress", "QuizSummary", "Summary",
    "grade_batch", "grade_quiz", "grade_submission", "load_course",
]  # fmt: skip
__version__ = "0.1.0"

_HOMES = {
    "grader.course": ("Course", "Exercise", "load_course"),
    "grader.grade": ("Grader",),
    "grader.results": ("CheckResult", "ExerciseResult", "Outcome"),
    "grader.batch.run": ("Progress", "Summary"),
    "grader.api": ("QuizSummary", "grade_batch", "grade_quiz", "grade_submission"),
    "grader.jupyter": ("load_ipython_extension", "unload_ipython_extension"),  # for `%load_ext grader`
}


def __getattr__(name: str) -> Any:
    """Import a part of the library on first use: a child that imports `grader.checks` must load nothing else."""
    from importlib import import_module

    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module 'grader' has no attribute {name!r}")
