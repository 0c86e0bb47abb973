"""Hints, one after the other, about the function that the first failed check needs; and the reference."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from grader.course import Exercise
from grader.errors import UsageError
from grader.student.state import ExerciseState
from grader.student.workspace import Workspace, digest

COMMAND, MAGIC = "grader ", "%"  # how a terminal and a notebook call what a hint names


class HintKind(StrEnum):
    """What a hint is about."""

    HINT = "hint"  # one of exercise.yaml
    END = "end"  # there are no more


@dataclass(frozen=True)
class Hint:
    """A hint to show. `grader.student.state.hinted` records that it was shown."""

    kind: HintKind
    title: str
    text: str
    number: int  # how many have been shown, this one included
    count: int  # how many there are
    function: str = ""  # the one that it is about, if the exercise has hints for it
    about: str = ""  # a sentence on why it is about that


def next_hint(exercise: Exercise, record: ExerciseState, source: bytes | None = None, command: str = COMMAND) -> Hint:
    """The next hint for a student whose state is `record`: about the function that the first failed check needs.

    `source`: the current content of the student's file; if it has changed since the last check, the hint mentions it.
    """
    slug, function, about = exercise.slug, current_function(exercise, record), ""
    spec = next((spec for spec in exercise.checks if spec.id == record.first_failed), None)
    if spec is not None:
        about = f"'{spec.title}' fails first; '{command}check {slug} --only {spec.id}' runs just this check."
        if source is not None and record.source and digest(source) != record.source:
            about += f" You have changed the file since then: '{command}check {slug}' shows whether it still does."
    shown = record.function_hints.get(function, 0) if function else record.hints
    count = len(exercise.hints_for(function))
    if shown < count:
        return nth_hint(exercise, shown + 1, function, about)
    again = f"; '{command}hint {slug} --all' shows them again" if command == COMMAND else ""
    text = (
        f"You have seen all {count} hints{f' about {function}' if function else ''}{again}. "
        f"'{command}show {slug}' has the statement, with its formulas and examples. "
        f"Once you pass, '{command}solution {slug}' shows the reference."
    )
    return Hint(HintKind.END, "No more hints", text, count, count, function, about)


def nth_hint(exercise: Exercise, number: int, function: str = "", about: str = "") -> Hint:
    """One of the exercise's hints, or of those about one function, counted from 1; UsageError if there are fewer."""
    hints = exercise.hints_for(function)
    if number > len(hints):
        raise UsageError(f"there is no hint {number}; {exercise.slug} has {len(hints)}")
    title = f"Hint {number} of {len(hints)}{f' about {function}' if function else ''}"
    return Hint(HintKind.HINT, title, hints[number - 1], number, len(hints), function, about)


def current_function(exercise: Exercise, record: ExerciseState) -> str:
    """The function that hints are about now: of those that the first failed check calls, the first with hints of its
    own, preferably one that no passed check calls. "" if there is none."""
    written = dict.fromkeys(name for step in exercise.ladder if isinstance(step, dict) for name in step)
    failed = next((spec for spec in exercise.checks if spec.id == record.first_failed), exercise.checks[0])
    passed = [spec for spec in exercise.checks if record.attempts and spec.id not in record.failed]
    works = {name for spec in passed for name in spec.uses}
    needed = [name for name in written if name in failed.uses]
    return next((name for name in needed if name not in works), next(iter(needed), ""))


def solution(exercise: Exercise, workspace: Workspace | None) -> str:
    """The source of the reference. UsageError until the student has passed the exercise or given up, or if the course
    has none."""
    slug = exercise.slug
    if not exercise.has_solution:
        raise UsageError(
            f"this edition contains no solutions; your instructor has the one of {slug}. "
            f"'grader hint {slug} --all' goes as far as almost the code"
        )
    if workspace is None:
        raise UsageError("solutions are shown once you have passed, and there is no workspace here; see 'grader init'")
    record = workspace.state.read().record(slug)
    if record.passed or record.gave_up:
        return exercise.solution_source
    if not record.attempts:
        raise UsageError(f"{slug} is not checked yet; its solution is shown once you have passed 'grader check {slug}'")
    failed = f"{record.score:g} of {record.max_score:g} points, {len(record.failed)} of its checks fail"
    raise UsageError(
        f"{slug} is not passed yet ({failed}), and its solution is shown once it is. 'grader hint {slug}' helps; "
        f"'grader solution {slug} --give-up' shows it now"
    )
