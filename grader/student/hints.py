"""Hints, one after the other: first about the mistake that the last check named, then the exercise's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import msgspec

from grader.course import Exercise
from grader.errors import UsageError
from grader.student.state import ExerciseState, StudentState, hinted
from grader.student.workspace import Workspace, digest, is_untouched


class HintKind(StrEnum):
    """What a hint is about."""

    MISTAKE = "mistake"  # that the last check named
    HINT = "hint"  # one of exercise.yaml
    END = "end"  # there are no more


@dataclass(frozen=True)
class Hint:
    """What to tell next. `told` notes it in the state."""

    kind: HintKind
    title: str
    text: str
    number: int  # how many of the exercise's own hints have been shown with this one
    count: int  # how many there are
    mistake: str = ""


def next_hint(exercise: Exercise, record: ExerciseState, source: bytes | None = None) -> Hint:
    """The next hint for a student who has come as far as `record`.

    `source`: what the student's file holds now. If it has changed since the last check, a word says so.
    """
    if record.mistake and record.mistake != record.told and not is_untouched(source or b"", exercise.stub_source):
        return _about_mistake(exercise, record, source)
    if record.hints < len(exercise.hints):
        return nth_hint(exercise, record.hints + 1)
    return _end(exercise)


def nth_hint(exercise: Exercise, number: int) -> Hint:
    """One of the exercise's own hints, counted from 1; UsageError if there are fewer."""
    count = len(exercise.hints)
    if number > count:
        raise UsageError(f"there is no hint {number}; {exercise.slug} has {count}")
    return Hint(HintKind.HINT, f"Hint {number} of {count}", exercise.hints[number - 1].strip(), number, count)


def told(state: StudentState, slug: str, hint: Hint) -> StudentState:
    """The state after a hint has been shown."""
    state = hinted(state, slug, hint.number)
    if hint.kind is not HintKind.MISTAKE:
        return state
    return state.with_record(slug, msgspec.structs.replace(state.record(slug), told=hint.mistake))


def _about_mistake(exercise: Exercise, record: ExerciseState, source: bytes | None) -> Hint:
    words = [record.diagnosis, record.advice, *_where(exercise, record)]
    if source is not None and record.source and digest(source) != record.source:
        words.append("You have changed the file since: 'grader check' tells whether this still holds.")
    text = " ".join(word for word in words if word)
    return Hint(HintKind.MISTAKE, "Your last check", text, record.hints, len(exercise.hints), record.mistake)


def _where(exercise: Exercise, record: ExerciseState) -> Iterator[str]:
    """The functions that the failed checks of this mistake have in common, and the first of these checks."""
    specs = [spec for spec in exercise.checks if spec.id in record.where]
    common = sorted(set.intersection(*(set(spec.uses) for spec in specs))) if specs else []
    if common:
        yield f"Look at {' and '.join(common)}."
    if specs:
        yield f"'grader check {exercise.slug} --only {specs[0].id}' tries nothing else."


def _end(exercise: Exercise) -> Hint:
    slug, count = exercise.slug, len(exercise.hints)
    text = (
        f"You have seen all {count} hints; 'grader hint {slug} --all' shows them again. "
        f"'grader show {slug}' has the statement, with its formulas and examples. "
        f"Once you pass, 'grader solution {slug}' shows the reference."
    )
    return Hint(HintKind.END, "No more hints", text, count, count)


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
    raise UsageError(f"{slug} is not passed yet ({failed}); 'grader hint {slug}' helps, and then the solution is yours")
