"""Hints, one after the other: first about the mistake that the last check named, then the exercise's own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from grader.course import Exercise
from grader.errors import UsageError
from grader.student.state import ExerciseState
from grader.student.workspace import Workspace, digest, is_untouched


class HintKind(StrEnum):
    """What a hint is about."""

    MISTAKE = "mistake"  # named by the last check
    HINT = "hint"  # one of exercise.yaml
    END = "end"  # there are no more


@dataclass(frozen=True)
class Hint:
    """A hint to show. `grader.student.state.hinted` records that it was shown."""

    kind: HintKind
    title: str
    text: str
    number: int  # how many of the exercise's own hints have been shown, this one included
    count: int  # how many the exercise has
    mistake: str = ""


def next_hint(exercise: Exercise, record: ExerciseState, source: bytes | None = None) -> Hint:
    """The next hint for a student whose state is `record`.

    `source`: the current content of the student's file; if it has changed since the last check, the hint mentions it.
    """
    slug, count = exercise.slug, len(exercise.hints)
    if record.mistake and record.mistake != record.told and not is_untouched(source or b"", exercise.stub_source):
        words = [record.diagnosis, record.advice]
        failed = [spec for spec in exercise.checks if spec.id in record.where]
        if failed:
            common = sorted(set.intersection(*(set(spec.uses) for spec in failed)))
            words += [f"Look at {' and '.join(common)}."] if common else []
            words.append(f"'grader check {slug} --only {failed[0].id}' runs just this check.")
        if source is not None and record.source and digest(source) != record.source:
            words.append("You have changed the file since then: 'grader check' shows whether this still applies.")
        text = " ".join(filter(None, words))
        return Hint(HintKind.MISTAKE, "Your last check", text, record.hints, count, record.mistake)
    if record.hints < count:
        return nth_hint(exercise, record.hints + 1)
    text = (
        f"You have seen all {count} hints; 'grader hint {slug} --all' shows them again. "
        f"'grader show {slug}' has the statement, with its formulas and examples. "
        f"Once you pass, 'grader solution {slug}' shows the reference."
    )
    return Hint(HintKind.END, "No more hints", text, count, count)


def nth_hint(exercise: Exercise, number: int) -> Hint:
    """One of the exercise's own hints, counted from 1; UsageError if there are fewer."""
    count = len(exercise.hints)
    if number > count:
        raise UsageError(f"there is no hint {number}; {exercise.slug} has {count}")
    return Hint(HintKind.HINT, f"Hint {number} of {count}", exercise.hints[number - 1].strip(), number, count)


def solution(exercise: Exercise, workspace: Workspace | None) -> str:
    """The source of the reference. UsageError until the student has passed the exercise, or if the course has none."""
    slug = exercise.slug
    if not exercise.has_solution:
        raise UsageError(f"this edition contains no solutions; your instructor has the one of {slug}")
    if workspace is None:
        raise UsageError("solutions are shown once you have passed, and there is no workspace here; see 'grader init'")
    record = workspace.state.read().record(slug)
    if record.passed:
        return exercise.solution_source
    if not record.attempts:
        raise UsageError(f"{slug} is not checked yet; its solution is shown once you have passed: grader check {slug}")
    failed = f"{record.score:g} of {record.max_score:g} points, {len(record.failed)} of its checks fail"
    raise UsageError(f"{slug} is not passed yet ({failed}); the solution is shown then; 'grader hint {slug}' helps")
