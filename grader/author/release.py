"""Makes a student edition: what a student needs, with outcomes as data in place of the solutions."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from grader.author.prove import Progress
from grader.course import Course, Exercise
from grader.course.quiz_load import FOLDER as QUIZZES
from grader.course.quiz_model import Purpose
from grader.errors import ContentError, UsageError, reason_of
from grader.grade import Grader, write_outcomes
from grader.grade.reference import REFERENCE, ReferenceOutcomes
from grader.quiz.redact import sealed_text

PUBLIC = ("README.md", "exercise.yaml", "stub.py", "checks.py", "judges.py", "provided.py")
MARK = "course.yaml"


def release(course: Course, grader: Grader, target: Path, progress: Progress | None = None) -> int:
    """Write the edition to `target` and return how many exercises it has. All or nothing: built beside, then moved."""
    _refuse_bad_target(course, target)
    for exercise in course.exercises:
        if not exercise.has_solution:
            raise UsageError(f"{exercise.slug} has no solution here; make the edition from the full course")
    work = _work_folder(target)
    try:
        shutil.copy2(course.path / MARK, work / MARK)
        for exercise in course.exercises:
            _copy(course, exercise, grader, work)
            if progress is not None:
                progress(1)
        _copy_quizzes(course, work)
        mask = os.umask(0)
        os.umask(mask)
        work.chmod(0o777 & ~mask)
        if target.exists():
            shutil.rmtree(target)
        work.rename(target)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return len(course.exercises)


def _work_folder(target: Path) -> Path:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        return Path(tempfile.mkdtemp(prefix=".edition-", dir=target.parent))
    except OSError as problem:
        reason = reason_of(problem, "unknown reason")
        raise UsageError(f"'{target}' cannot be made: {reason}; name another folder") from None


def _refuse_bad_target(course: Course, target: Path) -> None:
    """Only a new or empty folder, or an earlier edition, may be replaced: never anybody's work."""
    if target.is_file():
        raise UsageError(f"'{target}' is a file; name a folder for the edition")
    if target.resolve() == course.path.resolve() or course.path.resolve().is_relative_to(target.resolve()):
        raise UsageError(f"'{target}' holds the course itself; name another folder for the edition")
    if not target.exists() or not any(target.iterdir()):
        return
    if not (target / MARK).is_file() or (target / "solutions").exists():
        raise UsageError(f"'{target}' is not empty and no earlier edition; name a new folder")
    known = {MARK, "exercises", QUIZZES}
    extra = sorted(path.name for path in target.iterdir() if path.name not in known)
    if extra:
        raise UsageError(f"'{target}' holds more than an edition ({extra[0]}); name a new folder")


def _copy(course: Course, exercise: Exercise, grader: Grader, work: Path) -> None:
    folder = work / exercise.path.relative_to(course.path)
    folder.mkdir(parents=True)
    for name in PUBLIC:
        if (exercise.path / name).is_file():
            shutil.copy2(exercise.path / name, folder / name)
    if (exercise.path / "pictures").is_dir():
        shutil.copytree(exercise.path / "pictures", folder / "pictures")
    (folder / exercise.outcomes_path.name).write_bytes(write_outcomes(_outcomes(exercise, grader)))


def _copy_quizzes(course: Course, work: Path) -> None:
    """Practice quizzes with their answers, graded ones without."""
    for quiz in course.quizzes:
        if quiz.sealed:
            raise UsageError(f"the quiz '{quiz.id}' has no key here; make the edition from the full course")
        folder = work / QUIZZES
        folder.mkdir(exist_ok=True)
        if quiz.purpose is Purpose.PRACTICE:
            shutil.copy2(quiz.path, folder / quiz.path.name)
        else:
            (folder / quiz.path.name).write_text(sealed_text(quiz), encoding="utf-8")


def _outcomes(exercise: Exercise, grader: Grader) -> ReferenceOutcomes:
    """ContentError if the reference fails a public check: the edition could not grade it."""
    outcomes = grader.edition(exercise)
    for spec in exercise.checks:
        if outcomes.reports[REFERENCE][spec.id].status != ("raised" if spec.raises else "value"):
            problem = f"does not pass '{spec.id}'; see 'grader author check {exercise.slug}'"
            raise ContentError(exercise.solution_path / "solution.py", problem)
    return outcomes
