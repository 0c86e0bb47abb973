"""`grader try`: runs an exercise's try.py on the student's code and on what they typed, and returns what to show.

try.py defines `run(impl, rng, given)`, which runs in a child as a check does: `given["text"]` is what was typed. It
returns a list of texts and drawings, or a single text, which says why what was typed cannot be used. `EXAMPLE` is the
text if nothing was typed. `BLOCKS` names exercises whose solutions are loaded beside it where they pass:
`sys.modules["multi_head"]` is then the student's.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from grader.course import Course, Exercise
from grader.errors import SubmissionError, UsageError
from grader.grade import Grader
from grader.grade.verdict import to_drawing
from grader.results import Drawing
from grader.student.workspace import Workspace, is_untouched
from grader.submission import Submission, read_submission


@dataclass(frozen=True)
class Tried:
    """What to show, in order. `own`: exercises whose modules took part as the student wrote them; `given`: those where
    the given ones did. `problem`: what went wrong in the student's code, "" if nothing did."""

    shown: tuple[str | Drawing, ...] = ()
    own: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    problem: str = ""


def try_out(
    grader: Grader,
    course: Course,
    exercise: Exercise,
    submission: Submission,
    text: str,
    workspace: Workspace | None,
    hear: Callable[[str, str], object] | None = None,
) -> Tried:
    """Run try.py. UsageError if the exercise has none, or if it refuses what was typed."""
    if exercise.try_source is None:
        others = ", ".join(other.slug for other in course.exercises if other.try_source is not None)
        raise UsageError(f"there is nothing to try in {exercise.slug}; try one of: {others or 'none in this course'}")
    if is_untouched(submission.source, exercise.stub_source):
        raise UsageError(
            f"{submission.filename} is still the stub; write its functions first (grader show {exercise.slug})"
        )
    constants = _constants(exercise.try_source)
    names = [str(name) for name in constants.get("BLOCKS", ())]
    here = [name for name in names if name in course.slugs]  # an edition may lack some
    blocks = [(course.find(name), work) for name in here if (work := _passing(grader, course.find(name), workspace))]
    own = tuple(block.slug for block, _ in blocks)
    text = text.strip() or str(constants.get("EXAMPLE", ""))
    found, problem = grader.run_try(exercise, submission, text, blocks, hear)
    if isinstance(found, str):
        raise UsageError(found)
    shown, wrong = _shown(found, exercise.slug) if not problem else ((), problem)
    return Tried(shown, own, tuple(name for name in names if name not in own), wrong)


def _shown(found: list[Any], slug: str) -> tuple[tuple[str | Drawing, ...], str]:
    """What to show; nothing and a sentence if the student's code returned something that cannot be drawn."""
    try:
        return tuple(one if isinstance(one, str) else to_drawing(one) for one in found), ""
    except (TypeError, ValueError):
        return (), (
            "Your solution returned something that cannot be drawn: numbers that are not finite, or another shape than "
            f"expected. Run: grader check {slug}"
        )


def _constants(source: str) -> dict[str, Any]:
    """The literals that a try.py assigns at its top level."""
    found = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            with suppress(ValueError):
                found[node.targets[0].id] = ast.literal_eval(node.value)
    return found


def _passing(grader: Grader, exercise: Exercise, workspace: Workspace | None) -> Submission | None:
    """The student's solution of another exercise, if it passes all public checks."""
    if workspace is None or not workspace.file_of(exercise).is_file():
        return None
    try:
        work = read_submission(workspace.file_of(exercise), exercise.slug, exercise.stub_source)
    except SubmissionError:
        return None
    if is_untouched(work.source, exercise.stub_source):
        return None
    result = grader.grade(exercise, work, only=[spec.id for spec in exercise.checks])
    return work if result.passed else None
